"""What does a record say of a hand in the words of an analyst? Time, site, stakes, positions, hands, what was done.

The facts of a hand are worked out once, when it is stored or searched: when and where it was played and under which
number, the big blind and currency, the texture of the flop, and for each seat its position, its starting hand, the last
street it saw, its result in big blinds, and which of the tracker's rates (`games.indicators.RATES`) it had an
opportunity for and took. The database keeps them as columns, and the search language asks for them.

Cost: 20 to 60 microseconds per hand, most of it for the rates.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import Final, NamedTuple

from riverboat.cards.card import RANKS
from riverboat.games.hand import Hand
from riverboat.games.indicators import RATES, Indicators, count_hand
from riverboat.games.positions import position_names
from riverboat.games.rules import Rules
from riverboat.games.units import Units
from riverboat.games.view import HIDDEN
from riverboat.records.money import unit_parts

TEXTURES: Final = {
    "paired": "two or three cards of the flop have one rank",
    "trips": "all three cards of the flop have one rank",
    "monotone": "one suit on the flop",
    "two-tone": "two suits on the flop",
    "rainbow": "three suits on the flop",
    "connected": "the three ranks of the flop are different and within five",
    "ace": "the flop has an ace",
}
"""What a flop may be called, in the order of the bits of `texture`."""
_BITS: Final = {name: 1 << place for place, name in enumerate(TEXTURES)}


class Seat(NamedTuple):
    """One player's part."""

    position_name: str
    """`button`, `big blind`, ...; empty in games without a button."""
    hand: str
    """The class of two hole cards, like `AKs`; empty in other games or if unknown."""
    last_street: int
    """The last street that the player saw: where it folded, or where the hand ended."""
    net_bb: float
    """Won or lost, in big blinds."""
    done: int
    """Bits in the order of `RATES`: what the player did."""
    could: int
    """Bits: what the player had an opportunity for."""
    all_in: bool


class Facts(NamedTuple):
    """Of one hand."""

    played_at: str
    """`2019-03-05 20:15:00`, as much of it as is known; empty if nothing is."""
    site: str
    hand_number: str
    currency: str
    """`USD`, `chips`, ..."""
    unit_size: float
    """How much of the currency one chip is."""
    big_blind: int
    """Chips."""
    texture: int
    """Bits in the order of `TEXTURES`."""
    last_street: int
    seats: tuple[Seat, ...]
    counts: tuple[Indicators, ...]
    """Of each seat, for this hand alone."""

    @property
    def month(self) -> str:
        """`2019-03`, or nothing."""
        return self.played_at[:7] if len(self.played_at) >= 7 else ""


def facts_of(hand: Hand) -> Facts:
    """Work them out."""
    notes = dict(hand.notes)
    decimals, currency = unit_parts(hand.unit)
    big_blind, names = _of_rules(hand.rules)
    counts = tuple([Indicators() for _ in hand.players])
    count_hand(hand, counts)
    last = len(hand.rules.streets) - 1 if hand.went_to_showdown else hand.actions[-1][0] if hand.actions else 0
    folded = {position: street for street, position, action in hand.actions if action.verb == "fold"}
    classes = starting_hands(hand)
    seats = tuple(
        [
            Seat(
                names[position],
                classes[position],
                folded.get(position, last),
                float(payoff) / big_blind,
                _mask(counts[position].done),
                _mask(counts[position].opportunities),
                hand.committed[position] >= hand.stacks[position],
            )
            for position, payoff in enumerate(hand.payoffs)
        ]
    )
    return Facts(
        played_at(notes),
        notes.get("venue", ""),
        notes.get("hand", "") or str(hand.number),
        currency or "chips",
        10.0**-decimals,
        big_blind,
        texture_of(hand.rules, hand.board),
        last,
        seats,
        counts,
    )


def played_at(notes: dict[str, str]) -> str:
    """The time of a record, down to what it says; times are those of the record's own zone."""
    if not notes.get("year", "").isdecimal():
        return ""
    text = f"{int(notes['year']):04}"
    for part in ("month", "day"):
        if not notes.get(part, "").isdecimal():
            return text
        text += f"-{int(notes[part]):02}"
    clock = notes.get("time", "")
    return f"{text} {clock[:8]}" if len(clock) >= 8 and clock[2] == clock[5] == ":" else text


def hand_key(hand: Hand, facts: Facts) -> str:
    """What the same hand is recognised by in another file: its site and number, or else its content."""
    if facts.site and facts.hand_number not in ("", "0"):
        return f"{facts.site}#{facts.hand_number}"
    content = (hand.players, hand.stacks, hand.down, hand.up, hand.board, hand.actions, hand.payoffs, facts.played_at)
    return blake2b(repr(content).encode(), digest_size=12).hexdigest()


def _of_rules(rules: Rules) -> tuple[int, tuple[str, ...]]:
    """The big blind and the names of positions, worked out once."""
    found = rules.memory.get("facts")
    if found is None:
        found = rules.memory["facts"] = Units.of(rules).big_blind, position_names(rules)
    return found


def starting_hands(hand: Hand) -> tuple[str, ...]:
    """The class of each seat's two cards."""
    if hand.rules.streets[0].down != 2 or hand.rules.shows_cards or hand.rules.exchanges_cards:
        return ("",) * len(hand.players)
    faces = hand.rules.deck.faces
    return tuple(["" if HIDDEN in cards else hand_class("".join([faces[c] for c in cards])) for cards in hand.down])


@lru_cache(maxsize=4096)
def hand_class(text: str) -> str:
    """`AKs` for two cards of the usual ranks and suits; nothing for anything else."""
    if len(text) != 4 or text[0] not in RANKS or text[2] not in RANKS:
        return ""
    high, low = sorted((text[0], text[2]), key=RANKS.index, reverse=True)
    return high + low if high == low else high + low + ("s" if text[1] == text[3] else "o")


def texture_of(rules: Rules, board: Sequence[int]) -> int:
    """The bits of the first three board cards, if three are dealt together; 0 without a flop."""
    if len(board) < 3 or HIDDEN in board or all(street.board != 3 for street in rules.streets):
        return 0
    return _texture(rules.deck.cards_text(board[:3]))


@lru_cache(maxsize=32_768)
def _texture(text: str) -> int:
    ranks, suits = text[::2], text[1::2]
    places = sorted(RANKS.find(rank) for rank in ranks)
    different, colours = len(set(ranks)), len(set(suits))
    low = sorted(-1 if place == len(RANKS) - 1 else place for place in places)  # an ace is also below the two
    is_connected = different == 3 and min(places[2] - places[0], low[2] - low[0]) <= 4
    found = {
        "paired": different < 3,
        "trips": different == 1,
        "monotone": colours == 1,
        "two-tone": colours == 2,
        "rainbow": colours == 3,
        "connected": is_connected,
        "ace": "A" in ranks,
    }
    return sum(_BITS[name] for name, is_so in found.items() if is_so)


def texture_bit(name: str) -> int:
    """The bit of a name in `TEXTURES`."""
    return _BITS[name]


def rate_bit(name: str) -> int:
    """The bit of a name in `RATES`."""
    return 1 << tuple(RATES).index(name)


def _mask(counts: Sequence[int]) -> int:
    bits = 0
    for place, count in enumerate(counts):
        if count:
            bits |= 1 << place
    return bits
