"""The truth about a rendered scene: the `Sighting` that a perfect reader would make of its picture.

Cards, amounts, names, the button and whose turn it is come from the frame that the page was given; the page itself says
only where it has put things and which words it writes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from riverboat.vision.sighting import NOBODY, Box, Chips, SeatState, Seen, SeenButton, SeenCard, SeenSeat, Sighting
from riverboat.web.pictures.scenes import Scene
from riverboat.web.pictures.studio import Viewport

_BACK = "??"


def truth(scene: Scene, facts: Mapping[str, Any], viewport: Viewport) -> Sighting:
    """What the picture of a scene shows; `facts` are the page's (`Studio.facts`)."""
    return _replayer(scene, facts, viewport) if scene.surface == "replayer" else _table(scene, facts, viewport)


def _box(sides: Sequence[float], viewport: Viewport) -> Box:
    return Box(*(side * viewport.scale for side in sides))


def _cards(texts: Sequence[str], boxes: Sequence[Sequence[float]], viewport: Viewport) -> tuple[SeenCard, ...]:
    return tuple(SeenCard(text, 1.0, _box(box, viewport)) for text, box in zip(texts, boxes, strict=True))


def _number(chips: Any) -> Chips:
    value = Fraction(chips).limit_denominator(100)
    return int(value) if value.denominator == 1 else value


def _table(scene: Scene, facts: Mapping[str, Any], viewport: Viewport) -> Sighting:
    frame, table = scene.frame, scene.frame["table"]
    chairs = len(table["chairs"])
    seats = []
    for place in range(chairs):
        chair = (scene.bottom + place) % chairs
        seats.append(_table_seat(frame, chair, facts["seats"][chair], viewport))
    boards = [frame["board"], *frame.get("boards", [])]
    buttons, amount = _buttons(facts, viewport)
    actor = None if frame.get("over") else frame["actor"]
    return Sighting(
        surface="table",
        width=round(viewport.width * viewport.scale),
        height=round(viewport.height * viewport.scale),
        stage=_box(facts["stage"], viewport),
        em=facts["em"] * viewport.scale,
        seats=tuple(seats),
        boards=tuple(
            _cards(texts, boxes, viewport) for texts, boxes in zip(boards, facts["boards"], strict=True) if texts
        ),
        pot=Seen(frame["pot"]),
        dealer=Seen((frame["button"] - scene.bottom) % chairs),
        actor=Seen(NOBODY if actor is None else (actor - scene.bottom) % chairs),
        buttons=buttons,
        amount_box=amount,
    )


def _table_seat(frame: Mapping[str, Any], chair: int, facts: Mapping[str, Any], viewport: Viewport) -> SeenSeat:
    seat, who = frame["seats"][chair], frame["table"]["chairs"][chair]
    mine, over = chair == frame["table"]["you"], bool(frame.get("over"))
    state: SeatState = {"free": "empty", "out": "out", "folded": "folded"}.get(seat["state"], "in")  # type: ignore[assignment]
    if state == "in" and not seat["stack"]:
        state = "all-in"
    down: Sequence[str] = [_BACK] * seat["down"]
    if mine and frame.get("cards") and state != "folded":
        down = frame["cards"]
    down = frame.get("shown", {}).get(chair, down)
    if state == "folded" and not (mine and over):
        down = []
    return SeenSeat(
        name=Seen(who["name"] or "free seat"),
        stack=Seen(0 if state == "empty" else seat["stack"]),
        bet=Seen(seat["bet"]),
        action=Seen(facts["label"]),
        state=Seen(state),
        cards=_cards([*down, *seat.get("up", [])], facts["cards"], viewport),
    )


def _buttons(facts: Mapping[str, Any], viewport: Viewport) -> tuple[tuple[SeenButton, ...], Box | None]:
    """The buttons that lie within the window; the field for the amount belongs to the raise."""
    bottom = viewport.height
    buttons = tuple(
        SeenButton(control, Seen(words), _box(box, viewport))
        for control, words, box in facts["buttons"]
        if box[1] + box[3] <= bottom
    )
    visible = facts["amount"] and any(button.control == "raise" for button in buttons)
    return buttons, _box(facts["amount"], viewport) if visible else None


def _replayer(scene: Scene, facts: Mapping[str, Any], viewport: Viewport) -> Sighting:
    film = scene.frame
    frame, players = film["frames"][scene.step], len(film["seats"])
    over, size = frame["kind"] == "end", film["money"]["size"]

    def money(chips: Any) -> Chips:
        return _number(Fraction(str(chips)) * Fraction(str(size)))

    seats = []
    for place in range(players):
        position = (scene.bottom + place) % players
        live, seat = frame["live"][position], film["seats"][position]
        stack = money(frame["stacks"][position])
        hidden = (
            not scene.open_cards
            and position != film["hero"]
            and not (seat["showed"] and frame["kind"] in ("show", "end"))
        )
        down = [_BACK] * len(frame["down"][position]) if hidden else frame["down"][position]
        texts = [*down, *frame["up"][position]] if live else []
        seats.append(
            SeenSeat(
                name=Seen(seat["name"]),
                stack=Seen(stack),
                bet=Seen(money(frame["bets"][position])),
                action=Seen(facts["seats"][position]["label"]),
                state=Seen(("in" if stack else "all-in") if live else "folded"),
                cards=_cards(texts, facts["seats"][position]["cards"] if live else [], viewport),
            )
        )
    actor = None if over else frame["actor"]
    return Sighting(
        surface="replayer",
        width=round(viewport.width * viewport.scale),
        height=round(viewport.height * viewport.scale),
        stage=_box(facts["stage"], viewport),
        em=facts["em"] * viewport.scale,
        seats=tuple(seats),
        boards=tuple(
            _cards(texts, boxes, viewport)
            for texts, boxes in zip(frame["boards"], facts["boards"], strict=True)
            if texts
        ),
        pot=Seen(money(frame["pot"])),
        dealer=Seen((film["button"] - scene.bottom) % players),
        actor=Seen(NOBODY if actor is None else (actor - scene.bottom) % players),
    )
