"""A game for any number of players that it allows, as a document describes it; `rules` makes it one for a given number.

Seats are words here (`nextDealer`), amounts may have decimals, and blinds belong to a round. Three things are decided
when the number of players is known:

- Seats. `nextDealer` is left of the button, `nextSmallBlind` and `nextBigBlind` the next two, `dealer` the button and
  `dealer+3` the third from it. Two players reverse the blinds, as everywhere: the button posts what is
  `nextDealer`'s.
- The first to bet. In a round with blinds it is the player after the last of them, if the document says no more than
  `nextDealer` (as its own no-limit hold'em does, in which the small blind would otherwise act first).
- Chips. They are whole numbers: where amounts have decimals, all are multiplied by what makes them whole (0.5 and 1
  become 1 and 2). Players have what the document says, or a hundred of the largest bets.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.rules import Limit, OddChips, Opener, Rake, Rules, Showing, Street
from riverboat.games.scoring import Award

STACK: Final = 100
"""How many of the largest bets a player has where the document does not say."""

SHOWING: Final[dict[str, Showing]] = {
    "lowestUpCard": "lowest card",
    "highestUpCard": "highest card",
    "highestUpHand": "best hand showing",
    "lowestUpHand": "best low showing",
}


@dataclass(frozen=True, slots=True)
class Blind:
    """A forced bet before the cards: a blind, a straddle, or an individual ante."""

    position: str
    value: Fraction
    name: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One `Round` element."""

    name: str
    down: int
    up: int
    board: int
    betting: Limit
    bet: Fraction
    max_raises: int | None
    first: str = "nextDealer"
    counterclockwise: bool = False
    must_open: bool = False
    passing: int = 0
    passing_to: int = 1
    discarding: int = 0
    drawing: tuple[int, int] | None = None
    extra_card_for: str = ""
    blinds: tuple[Blind, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Variant:
    """A whole document."""

    name: str
    min_players: int
    max_players: int
    deck: Deck
    awards: tuple[str | Award, ...]
    rounds: tuple[Round, ...]
    ante: Fraction = Fraction(0)
    antes: tuple[Blind, ...] = ()
    """Antes that only one player posts."""
    stacks: tuple[Fraction, ...] = ()
    """One amount for everyone, or one for each position."""
    bring_in: Fraction = Fraction(0)
    cap: Fraction = Fraction(0)
    rake: float | None = None
    rake_cap: Fraction = Fraction(0)
    short_all_in_reopens: bool = False
    exact_shares: bool = False
    odd_chips: OddChips = "button"
    antes_are_dead: bool = False
    boards: int = 1
    runs: int = 1
    burns: bool = False
    free_folds: bool = False
    settings: tuple[tuple[str, str], ...] = ()
    history: str = ""
    description: str = ""

    @property
    def unit(self) -> int:
        """How many chips the amount 1 is."""
        amounts = [
            self.ante,
            self.bring_in,
            self.cap,
            self.rake_cap,
            *self.stacks,
            *(ante.value for ante in self.antes),
        ]
        for each in self.rounds:
            amounts += [each.bet, *(blind.value for blind in each.blinds)]
        return lcm(*(amount.denominator for amount in amounts))

    def rules(self, players: int | None = None) -> Rules:
        """The game for this many players; default: its minimum."""
        players = self.min_players if players is None else players
        if not self.min_players <= players <= self.max_players:
            raise RiverboatError(f"{self.name}: {players} players; expected {self.min_players} to {self.max_players}")
        unit = self.unit
        blinds = self.rounds[0].blinds
        reverses = players == 2 and {"nextDealer", "nextSmallBlind"} <= {blind.position for blind in blinds}
        posted = _post(blinds, players, reverses, unit, self.name)
        antes = [_chips(self.ante, unit)] * players
        for ante in self.antes:
            antes[_seat(ante.position, players, reverses, self.name)] += _chips(ante.value, unit)
        betting = next((each.betting for each in self.rounds if each.bet), self.rounds[0].betting)
        return Rules(
            self.name,
            players,
            tuple(self._street(at, players, reverses, posted, betting) for at in range(len(self.rounds))),
            betting,
            self._stacks(players, unit),
            self.deck,
            antes=tuple(antes) if any(antes) else (),
            blinds=posted,
            bring_in=_chips(self.bring_in, unit),
            awards=self.awards,
            short_all_in_reopens=self.short_all_in_reopens,
            exact_shares=self.exact_shares,
            odd_chips=self.odd_chips,
            rake=None if self.rake is None else Rake(self.rake, _chips(self.rake_cap, unit)),
            antes_are_dead=self.antes_are_dead,
            cap=_chips(self.cap, unit),
            boards=self.boards,
            runs=self.runs,
            burns=self.burns,
            free_folds=self.free_folds,
            settings=self.settings,
        )

    def _street(self, at: int, players: int, reverses: bool, posted: tuple[int, ...], betting: Limit) -> Street:
        each = self.rounds[at]
        return Street(
            each.name,
            down=each.down,
            up=each.up,
            board=each.board,
            passing=each.passing,
            discarding=each.discarding,
            drawing=each.drawing,
            bet=_chips(each.bet, self.unit),
            max_raises=each.max_raises,
            opener=_opener(each.first, players, reverses, posted if at == 0 else (), self.name),
            must_open=each.must_open,
            passing_to=each.passing_to,
            extra_card_for=each.extra_card_for,
            betting=None if each.betting == betting else each.betting,
            counterclockwise=each.counterclockwise,
        )

    def _stacks(self, players: int, unit: int) -> tuple[int, ...]:
        if len(self.stacks) > 1:
            if len(self.stacks) != players:
                raise RiverboatError(f"{self.name}: {len(self.stacks)} stacks for {players} players")
            return tuple(_chips(stack, unit) for stack in self.stacks)
        if self.stacks:
            return (_chips(self.stacks[0], unit),) * players
        amounts = [each.bet for each in self.rounds] + [blind.value for blind in self.rounds[0].blinds]
        return (_chips(STACK * max([Fraction(1), self.ante, *amounts]), unit),) * players


def _chips(amount: Fraction, unit: int) -> int:
    return int(amount * unit)


def _seat(position: str, players: int, reverses: bool, name: str) -> int:
    """The position 0, 1, ... that a word means."""
    if position == "dealer":
        return players - 1
    if position.startswith("dealer+"):
        place = int(position[len("dealer+") :]) - 1
    else:
        place = ("nextDealer", "nextSmallBlind", "nextBigBlind").index(position)
        if reverses:
            place = (place + 1) % 2
    if place >= players:
        raise RiverboatError(f"{name}: nobody sits at {position} when there are {players} players")
    return place


def _post(blinds: tuple[Blind, ...], players: int, reverses: bool, unit: int, name: str) -> tuple[int, ...]:
    if not blinds:
        return ()
    posted = [0] * players
    for blind in blinds:
        place = _seat(blind.position, players, reverses, name)
        if posted[place]:
            raise RiverboatError(f"{name}: two blinds fall to {blind.position} when there are {players} players")
        posted[place] = _chips(blind.value, unit)
    return tuple(posted)


def _opener(first: str, players: int, reverses: bool, posted: tuple[int, ...], name: str) -> Opener:
    if first in SHOWING:
        return SHOWING[first]
    if first in ("nextDealer", "nextBigBlind") and any(posted):
        # Heads-up the button has posted the small blind and acts first.
        return 1 if reverses else (max(p for p, blind in enumerate(posted) if blind) + 1) % players
    if first == "nextBigBlind":
        return 2 % players
    return _seat(first, players, False, name)
