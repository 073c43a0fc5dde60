"""How well was a picture read? Compares a sighting with the truth, field by field.

A field is right, unknown (the reader said that it does not know) or wrong. Cards count one by one, in number too: a
card too many or too few is wrong. A card that the truth calls hidden (confidence 0: something lies over it) counts only
if another one was guessed, and then as wrong. A name that the page has shortened is right if it begins as the true one;
names with characters beyond ASCII are not counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from riverboat.vision.sighting import Seen, SeenCard, Sighting

Verdict = Literal["right", "unknown", "wrong"]
FIELDS: Final = ("own cards", "shown cards", "board cards", "names", "stacks", "bets", "action words", "states", "pot",
                 "dealer button", "whose turn", "buttons")  # fmt: skip
CARDS: Final = ("own cards", "shown cards", "board cards")


@dataclass
class Tally:
    """Counts of verdicts by field, and of pictures that are right in all of them."""

    counts: dict[str, Counter[Verdict]] = field(default_factory=lambda: {name: Counter() for name in FIELDS})
    pictures: int = 0
    perfect: int = 0
    perfect_cards: int = 0

    def add(self, sighting: Sighting, truth: Sighting) -> list[str]:
        """Count a picture; returns what was not right, in words."""
        wrong: list[str] = []
        names: set[str] = set()
        for name, verdict, words in compare(sighting, truth):
            self.counts[name][verdict] += 1
            if verdict != "right":
                wrong.append(f"{name}: {words}")
                names.add(name)
        self.pictures += 1
        self.perfect += not names
        self.perfect_cards += not names.intersection(CARDS)
        return wrong

    def rate(self, *names: str) -> tuple[int, int]:
        """How many of these fields were right, and how many there were."""
        chosen = [self.counts[name] for name in names]
        return sum(count["right"] for count in chosen), sum(count.total() for count in chosen)

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        return {
            "pictures": self.pictures,
            "perfect": self.perfect,
            "fields": {
                name: {kind: count[kind] for kind in ("right", "unknown", "wrong")}
                for name, count in self.counts.items()
            },
        }


def compare(sighting: Sighting, truth: Sighting) -> Iterator[tuple[str, Verdict, str]]:
    """Every field with its verdict, and what was read instead of what."""
    if len(sighting.seats) != len(truth.seats) or sighting.surface != truth.surface:
        for name in FIELDS:
            yield name, "wrong", f"{sighting.surface} of {len(sighting.seats)} seats"
        return
    for place, (seen, true) in enumerate(zip(sighting.seats, truth.seats, strict=True)):
        yield from _cards("own cards" if place == 0 else "shown cards", seen.cards, true.cards, f"place {place}")
        if (true.name.value or "").isascii():
            yield _name(seen.name, true.name, place)
        yield _field("stacks", seen.stack, true.stack, place)
        yield _field("bets", seen.bet, true.bet, place)
        yield _field("action words", seen.action, true.action, place)
        yield _field("states", seen.state, true.state, place)
    for number in range(max(len(sighting.boards), len(truth.boards))):
        boards = [every.boards[number] if number < len(every.boards) else () for every in (sighting, truth)]
        yield from _cards("board cards", boards[0], boards[1], f"board {number}")
    yield _field("pot", sighting.pot, truth.pot)
    yield _field("dealer button", sighting.dealer, truth.dealer)
    yield _field("whose turn", sighting.actor, truth.actor)
    seen_buttons = {button.control: button for button in sighting.buttons}
    true_buttons = {button.control: button for button in truth.buttons}
    for control in sorted({*seen_buttons, *true_buttons}):
        if control not in seen_buttons or control not in true_buttons:
            yield "buttons", "wrong", f"{control} {'missing' if control in true_buttons else 'is not there'}"
            continue
        verdict = _field("buttons", seen_buttons[control].text, true_buttons[control].text)
        x, y = seen_buttons[control].box.centre
        box = true_buttons[control].box
        if not (box.x < x < box.right and box.y < y < box.bottom):
            verdict = "buttons", "wrong", f"{control} is at {x:.0f}, {y:.0f}"
        yield verdict


def _field(name: str, seen: Seen[Any], true: Seen[Any], place: int | None = None) -> tuple[str, Verdict, str]:
    verdict: Verdict = "unknown" if seen.value is None else "right" if seen.value == true.value else "wrong"
    where = "" if place is None else f"place {place}: "
    return name, verdict, f"{where}{seen.value!r} ({seen.confidence:.2f}) for {true.value!r}"


def _name(seen: Seen[str], true: Seen[str], place: int) -> tuple[str, Verdict, str]:
    name, verdict, words = _field("names", seen, true, place)
    if seen.value and seen.value.endswith("…") and (true.value or "").startswith(seen.value[:-1].strip()):
        verdict = "right"
    return name, verdict, words


def _cards(
    name: str, seen: Sequence[SeenCard], true: Sequence[SeenCard], where: str
) -> Iterator[tuple[str, Verdict, str]]:
    said = f"{where}: {' '.join(card.text or '-' for card in seen)} for {' '.join(card.text or '-' for card in true)}"
    if len(seen) != len(true):
        for _ in range(max(len(seen), len(true))):
            yield name, "wrong", said
        return
    for one, other in zip(seen, true, strict=True):
        if not other.confidence and one.text in (None, other.text):
            continue
        yield name, "unknown" if one.text is None else "right" if one.text == other.text else "wrong", said
