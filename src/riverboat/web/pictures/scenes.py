"""What may lie on a table: situations of hands played at random, as the frames that the page hears.

    for scene in scenes(1000, seed=1): ...

Games of the whole catalogue, two to ten seats, stacks of all sizes, people who sit out, free seats, hands that are
over. Actions are random, but seldom folds, so that all streets and many bets are seen. The same seed gives the same
scenes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

import numpy as np

from riverboat.arena.stakes import rules_for, unit_of, with_big_blind
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import games
from riverboat.games.legal import LegalActions
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.records.commitment import Commitment
from riverboat.show.replayer.frames import frames
from riverboat.vision.sighting import Surface
from riverboat.web.tables import seen
from riverboat.web.tables.hand import LiveHand

NAMES: Final = (
    "poki", "loki_bpm", "vexbot", "psopti2", "gs1", "lucifer", "hermes", "always_call", "always_raise", "rules",
    "Anna", "Bertrand", "Chloe", "Dmitri", "Eve", "Francisco", "Grace", "Hugo", "Ines", "Jan Willem", "Kurt G.",
    "Lea", "Mohammed", "Nina", "Otto", "Pedro", "Quentin", "Rosalind", "Sofia", "Tomas", "Ulrike", "Viktor", "Wanda",
    "Xavier", "Yuki", "Zoe", "river_rat_77", "AceHigh", "Big Slick", "Dr. No", "Mike-M", "the_count", "Q8offsuit",
    "poki 2", "rules 3", "vexbot 10", "Fold@Me", "C3PO", "bluff&call", "Johnny (NL)", "x", "A very long player name",
)  # fmt: skip
_GAMES: Final = ("holdem", "holdem(betting=no-limit)", "omaha")
"""Half of the scenes are of these; the others are of any game."""


@dataclass(frozen=True)
class Scene:
    """One situation: what the page is given, and from where it is seen."""

    surface: Surface
    game: str
    frame: dict[str, Any]
    """Of the table's server; for the replayer, the data of a whole hand."""
    bottom: int
    """The chair, in the replayer the position, at place 0."""
    step: int = 0
    """Of the replayer."""
    open_cards: bool = True
    """Whether the replayer shows all cards that it knows."""


def scenes(count: int, seed: int, surface: Surface | None = None) -> Iterator[Scene]:
    """Random situations; without a surface, four of five are of the live table. Each is a turn of its own: the page
    proposes an amount at the beginning of a turn."""
    for turn, stream in enumerate(np.random.SeedSequence(seed).spawn(count), start=1):
        rng = np.random.default_rng(stream)
        kind = surface or ("replayer" if rng.random() < 0.2 else "table")
        if kind == "replayer":
            yield _replayer_scene(rng)
        else:
            scene = _table_scene(rng)
            yield replace(scene, frame=scene.frame | {"turn": turn})


@cache
def possible_games() -> tuple[tuple[str, int], ...]:
    """Every game of the catalogue with each number of players that it allows, up to ten."""
    found = []
    for name in games():
        for players in range(2, 11):
            try:
                rules_for(name, players)
            except RiverboatError:
                continue
            found.append((name, players))
    return tuple(found)


def table_frame(
    hand: LiveHand | None,
    chairs: Sequence[dict[str, Any]],
    button: int,
    you: int | None,
    rules: Rules,
    **more: Any,
) -> dict[str, Any]:
    """The full state of a table, as its server sends it to one browser.

    A chair has `name`, `stack` and `state` (`out` or `free`), which count where no hand is being played.
    """
    frame: dict[str, Any] = {
        "kind": "now", "hand": 1, "turn": 1, "button": button, "seats": {}, "board": [], "pot": 0, "actor": None,
        "did": [] if hand is None else list(hand.entries), "whole": True,
    }  # fmt: skip
    if hand is not None:
        frame |= seen.open_part(hand.state, hand.order, tuple(map(len, hand.state.down)), hand.beyond)
        frame["actor"] = hand.actor_chair
        position = hand.order.index(you) if you in hand.order else seen.NOBODY
        if position != seen.NOBODY:
            frame |= seen.own_part(View(hand.state, position))
        if hand.record is not None:
            won = dict(zip(hand.order, map(int, hand.record.payoffs), strict=True))
            pushed = dict(zip(hand.order, map(int, hand.record.collected), strict=True))
            words = seen.words(hand.record.seen_by(seen.NOBODY), hand.order)
            frame |= {"pot": 0, "over": {"won": won, "pushed": pushed, "words": words, "action_odds": []}}
            frame["shown"] = seen.shown(hand.record, hand.order, position)
            for place, chair in enumerate(hand.order):
                frame["seats"][chair] |= {"stack": hand.stacks[place] + won[chair], "bet": 0}
    for chair, who in enumerate(chairs):
        frame["seats"].setdefault(chair, {"stack": who["stack"], "bet": 0, "state": who["state"], "down": 0})
    if hand is None or hand.record is not None:
        frame["waiting"] = "" if hand is not None else "waiting for another player"
    frame["table"] = {
        "id": "picture", "title": rules.name, "game": rules.identity, "betting": rules.betting, "unit": unit_of(rules),
        "streets": [[street.name, street.board] for street in rules.streets],
        "chairs": [{"name": who["name"], "bot": None, "out": False, "rebuys": False} for who in chairs],
        "you": you, "stack": 100 * unit_of(rules), "clock": 30 if "left" in more else 0, "auto": True,
    }  # fmt: skip
    return frame | more


def random_action(view: View, rng: np.random.Generator) -> Action:
    """Something legal: mostly calls, sometimes raises of any size, seldom folds."""
    legal = view.legal_actions()
    if legal.exchange_interval:
        fewest, most = legal.exchange_interval
        count = int(rng.integers(fewest, min(most, len(view.hole)) + 1))
        cards = rng.choice(view.hole, count, replace=False).tolist()
        return Action.pass_cards(*cards) if view.phase == "pass" else Action.discard(*cards)
    choice = rng.random()
    if choice < 0.1 and legal.fold:
        return Action.fold()
    if choice < 0.4 and legal.raise_interval:
        return Action.raise_to(_size(legal, rng))
    return view.check_or_call()


def _size(legal: LegalActions, rng: np.random.Generator) -> int:
    assert legal.raise_interval is not None
    low, high = legal.raise_interval
    if rng.random() < 0.15:
        return high
    return min(high, low + int((high - low) * rng.random() ** 4))


def _random_game(rng: np.random.Generator) -> tuple[Rules, int]:
    """Rules with stakes between 1 and a few thousand chips, and the number of chairs."""
    known = possible_games()
    name, players = known[rng.integers(len(known))]
    if rng.random() < 0.5:
        name, players = str(rng.choice(_GAMES)), int(rng.integers(2, 11))
    rules = rules_for(name, players)
    blind = int(rng.choice([1, 2, 10, 20, 50, 100, 400, 3000]))
    return (with_big_blind(rules, blind) if rng.random() < 0.6 else rules), players


def _hand(rules: Rules, order: Sequence[int], rng: np.random.Generator) -> LiveHand:
    unit = unit_of(rules)
    stacks = [max(1, int(unit * rng.uniform(0.5, 10 ** rng.uniform(0.3, 2.6)))) for _ in order]
    deck = tuple(rules.arranged(rng.permutation(rules.deck.size).tolist()))
    return LiveHand(Commitment("", 1, rules, deck, b""), stacks, order)


def _table_scene(rng: np.random.Generator) -> Scene:
    while True:
        rules, players = _random_game(rng)
        chairs = min(10, players + int(rng.choice([0, 0, 0, 1, 2])))
        names = rng.choice(NAMES, chairs, replace=False).tolist()
        you = int(rng.integers(chairs)) if rng.random() < 0.85 else None
        absent = set(rng.choice(chairs, chairs - players, replace=False).tolist())
        if you is not None:
            names[you] = "You" if rng.random() < 0.7 else names[you]
        who = []
        for chair in range(chairs):
            free = chair in absent and chair != you and rng.random() < 0.5
            stack = int(rng.integers(0, 400)) * unit_of(rules)
            who.append({"name": "" if free else names[chair], "stack": stack, "state": "free" if free else "out"})
        playing = [chair for chair in range(chairs) if chair not in absent]
        button = int(rng.choice(playing))
        order = sorted(playing, key=lambda chair: (chair - button - 1) % chairs)
        if rng.random() < 0.02:
            return Scene("table", rules.identity, table_frame(None, who, button, you, rules), you or 0)
        hand = _hand(rules, order, rng)
        for _ in range(int(rng.random() ** 2 * (4 * players * len(rules.streets) + 2))):
            if hand.state.actor is None:
                break
            hand.apply(random_action(View(hand.state, hand.state.actor), rng))
        if rng.random() < 0.5 and you in order:  # often it is the user's turn
            while hand.state.actor is not None and hand.actor_chair != you:
                hand.apply(random_action(View(hand.state, hand.state.actor), rng))
        if hand.state.actor is None:
            if rng.random() < 0.5:
                continue  # half as many hands that are over
            hand.finished([str(each["name"]) or "x" for each in who])
        more = {"left": round(float(rng.uniform(1, 29)), 1)} if hand.record is None and rng.random() < 0.3 else {}
        return Scene("table", rules.identity, table_frame(hand, who, button, you, rules, **more), you or 0)


def _replayer_scene(rng: np.random.Generator) -> Scene:
    rules, players = _random_game(rng)
    hand = _hand(rules, tuple(range(players)), rng)
    while hand.state.actor is not None:
        hand.apply(random_action(View(hand.state, hand.state.actor), rng))
    record = hand.finished(rng.choice(NAMES, players, replace=False).tolist())
    bottom = int(rng.integers(players))
    film = frames(record, bottom if rng.random() < 0.5 else None)
    step = int(rng.integers(len(film["frames"])))
    return Scene("replayer", rules.identity, film, bottom, step, bool(film["hero"] is None))
