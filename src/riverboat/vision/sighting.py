"""What is seen on one picture of a table: a `Sighting`, with a confidence for every field.

The reader (`vision.reading`) makes it from pixels, the renderer (`web.pictures`) from the state of the table that it
draws: there it is the truth, with confidence 1 everywhere, written as JSON beside the picture. Places count from the
bottom of the picture clockwise: place 0 is the seat at the bottom, where the user sits. Boxes are in pixels of
the picture. What cannot be read is unknown (`value` is None), never a guess.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Generic, Literal, TypeVar

from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules

T = TypeVar("T")

Chips = int | Fraction
"""Whole chips; hundredths where the page writes money."""
SeatState = Literal["in", "all-in", "folded", "out", "empty"]
Surface = Literal["table", "replayer"]
Control = Literal["fold", "call", "raise"]

BACK: Final = "??"
"""The back of a card, as everywhere in texts."""
NOBODY: Final = -1
"""As a place: nobody is to act."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels of the picture."""

    x: float
    y: float
    width: float
    height: float

    @property
    def centre(self) -> tuple[float, float]:
        """Where to click."""
        return self.x + self.width / 2, self.y + self.height / 2

    @property
    def right(self) -> float:
        """The right edge."""
        return self.x + self.width

    @property
    def bottom(self) -> float:
        """The lower edge."""
        return self.y + self.height

    def to_json(self) -> list[float]:
        """`[x, y, width, height]`."""
        return [round(side, 1) for side in (self.x, self.y, self.width, self.height)]


@dataclass(frozen=True, slots=True)
class Seen(Generic[T]):
    """A field of a sighting: what it says, or None if it could not be read, and how sure that is (0 to 1)."""

    value: T | None
    confidence: float = 1.0


UNKNOWN: Final[Seen[Any]] = Seen(None, 0.0)


@dataclass(frozen=True, slots=True)
class SeenCard:
    """A card at a place of the picture: `Ah`, `??` for a back, None if it lies there but cannot be read."""

    text: str | None
    confidence: float
    box: Box


@dataclass(frozen=True, slots=True)
class SeenSeat:
    """One seat. Cards of the user and cards that were shown are face up, the others are backs."""

    name: Seen[str]
    """As it is displayed: a long one ends with an ellipsis."""
    stack: Seen[Chips]
    bet: Seen[Chips]
    """This street's chips in front of the seat; 0 for none."""
    action: Seen[str]
    """The word below the name: `check`, `raise 40`, `all-in`, `wins 120`; empty if there is none."""
    state: Seen[SeatState]
    cards: tuple[SeenCard, ...]


@dataclass(frozen=True, slots=True)
class SeenButton:
    """A button that can be clicked now, and the text on it, such as `Call 20`."""

    control: Control
    text: Seen[str]
    box: Box


@dataclass(frozen=True, slots=True)
class Sighting:
    """Everything that one picture shows of a table."""

    surface: Surface
    width: int
    height: int
    """Of the picture."""
    stage: Box
    """The table itself, between its four marks."""
    em: float
    """The table's font size in pixels of the picture: the unit of the layout."""
    seats: tuple[SeenSeat, ...]
    """By place: 0 at the bottom, then clockwise."""
    boards: tuple[tuple[SeenCard, ...], ...]
    """The cards in the middle; one board in most games."""
    pot: Seen[Chips]
    """All chips in the hand; 0 when nothing is displayed."""
    dealer: Seen[int]
    """The place with the dealer button."""
    actor: Seen[int]
    """The place whose turn it is (in the replayer: who has just acted); `NOBODY` if there is none."""
    buttons: tuple[SeenButton, ...] = ()
    """What the user may do now, with rectangles to click."""
    amount_box: Box | None = None
    """The field for the amount of a bet or raise, if it can be used now."""

    @property
    def own_cards(self) -> tuple[SeenCard, ...]:
        """The cards of the seat at the bottom."""
        return self.seats[0].cards

    @property
    def board(self) -> tuple[SeenCard, ...]:
        """The first board."""
        return self.boards[0] if self.boards else ()

    def street(self, rules: Rules) -> Seen[int]:
        """Which street of the game it is, by the cards that lie open (Teófilo 2016, section 4.3.3).

        Games without a board are read by their face-up cards. What cards do not tell, as in draw games, is unknown.
        """
        shared = any(street.board for street in rules.streets)
        if not shared and not rules.shows_cards:
            return Seen(0) if len(rules.streets) == 1 else UNKNOWN
        seen = self.board if shared else self._longest_row()
        confidence = min((card.confidence for card in seen), default=1.0)
        dealt = 0
        found: list[int] = []
        for number, street in enumerate(rules.streets):
            dealt += street.board if shared else street.up + street.down
            if dealt == len(seen):
                found.append(number)
        return Seen(found[0], confidence) if len(found) == 1 else UNKNOWN

    def _longest_row(self) -> tuple[SeenCard, ...]:
        return max((seat.cards for seat in self.seats), key=len)

    def to_json(self) -> dict[str, Any]:
        """Plain data; `from_json` gives the sighting again, up to tenths of a pixel."""
        return {
            "surface": self.surface,
            "size": [self.width, self.height],
            "stage": self.stage.to_json(),
            "em": round(self.em, 3),
            "seats": [
                {
                    "name": _field(seat.name),
                    "stack": _field(seat.stack),
                    "bet": _field(seat.bet),
                    "action": _field(seat.action),
                    "state": _field(seat.state),
                    "cards": [_card(card) for card in seat.cards],
                }
                for seat in self.seats
            ],
            "boards": [[_card(card) for card in board] for board in self.boards],
            "pot": _field(self.pot),
            "dealer": _field(self.dealer),
            "actor": _field(self.actor),
            "buttons": [
                {"control": button.control, "text": _field(button.text), "box": button.box.to_json()}
                for button in self.buttons
            ],
            "amount_box": self.amount_box and self.amount_box.to_json(),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Sighting:
        """From the data of `to_json`."""
        try:
            return cls(
                surface=data["surface"],
                width=int(data["size"][0]),
                height=int(data["size"][1]),
                stage=Box(*data["stage"]),
                em=float(data["em"]),
                seats=tuple(
                    SeenSeat(
                        _seen(seat["name"]),
                        _seen(seat["stack"]),
                        _seen(seat["bet"]),
                        _seen(seat["action"]),
                        _seen(seat["state"]),
                        tuple(map(_seen_card, seat["cards"])),
                    )
                    for seat in data["seats"]
                ),
                boards=tuple(tuple(map(_seen_card, board)) for board in data["boards"]),
                pot=_seen(data["pot"]),
                dealer=_seen(data["dealer"]),
                actor=_seen(data["actor"]),
                buttons=tuple(
                    SeenButton(button["control"], _seen(button["text"]), Box(*button["box"]))
                    for button in data["buttons"]
                ),
                amount_box=Box(*data["amount_box"]) if data["amount_box"] else None,
            )
        except (KeyError, TypeError, ValueError, IndexError, AttributeError, ZeroDivisionError) as error:
            raise RiverboatError(f"sighting: {type(error).__name__} at {str(error)[:60]}") from None


def _field(seen: Seen[Any]) -> dict[str, Any]:
    value = f"{seen.value.numerator}/{seen.value.denominator}" if isinstance(seen.value, Fraction) else seen.value
    kind = {"chips": value} if isinstance(seen.value, Fraction) else {"value": value}
    return {**kind, "confidence": round(seen.confidence, 4)}


def _seen(data: Mapping[str, Any]) -> Seen[Any]:
    value = Fraction(data["chips"]) if "chips" in data else data["value"]
    return Seen(value, float(data["confidence"]))


def _card(card: SeenCard) -> dict[str, Any]:
    return {"text": card.text, "confidence": round(card.confidence, 4), "box": card.box.to_json()}


def _seen_card(data: Mapping[str, Any]) -> SeenCard:
    return SeenCard(data["text"], float(data["confidence"]), Box(*data["box"]))
