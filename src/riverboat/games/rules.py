"""A poker game as data: everything the dealer must know before the first card, and nothing about how a hand went.

Players are named by *position*: 0 is the first seat to the left of the button and `players - 1` the button itself.
Heads-up the button posts the small blind, so position 0 is the big blind. Amounts are whole chips. A variant is a
list of streets; the engine (`state.py`) walks through them, on each first dealing, then passing, discarding and
drawing cards, then betting.

`catalogue.py` makes the rules of the games that people play; `identity` is the text that leads back to them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from functools import cached_property
from math import inf
from operator import sub
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from riverboat.cards.deck import Deck
from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.errors import RiverboatError
from riverboat.games.scoring import Award, Ranker, ranker

if TYPE_CHECKING:  # most games are never dealt from ranges, and start without them
    from riverboat.games.scenario import Scenario

MAX_PLAYERS: Final = 23
Limit = Literal["limit", "pot-limit", "no-limit"]
Showing = Literal["lowest card", "highest card", "best hand showing", "best low showing"]
Opener = int | Showing
"""Who acts first: the first player still in at or after a position, or the one whose face-up cards say so."""
Phase = Literal["pass", "discard", "draw", "bet", "over"]
OddChips = Literal["button", "high card"]
"""Who gets a chip that does not divide: the first winner left of the button, or (stud) the highest card by suit."""


@dataclass(frozen=True, slots=True)
class Street:
    """One round of dealing and betting."""

    name: str
    """As people call it."""
    down: int = 0
    """Cards dealt face down to each player."""
    up: int = 0
    """Cards dealt face up to each player."""
    board: int = 0
    """Cards dealt to the middle of the table."""
    passing: int = 0
    """Cards that each player hands to another."""
    discarding: int = 0
    """Cards that each player must discard."""
    drawing: tuple[int, int] | None = None
    """Minimum and maximum number of cards that a player may exchange."""
    bet: int = 0
    """The bet of a limit game, the smallest bet of others; 0 if nobody bets on this street."""
    max_raises: int | None = None
    """How many bets and raises are allowed, blinds not counted; None for any number."""
    opener: Opener = 0
    """Who acts first: a position, or whoever shows the cards that say so."""
    must_open: bool = False
    """Whether the first to act may not check."""
    passing_to: int = 1
    """How many players further left the passed cards go; -1 is to the right."""
    extra_card_for: str = ""
    """A rank that earns a player who is dealt it face up one more card, face down (the fours of baseball)."""
    betting: Limit | None = None
    """How bets are limited on this street, where it is not as in the rest of the game."""
    counterclockwise: bool = False
    """Whether the turn to bet goes to the right."""

    @property
    def deals(self) -> bool:
        """Whether cards leave the deck."""
        return bool(self.down or self.up or self.board or self.drawing)

    @property
    def phases(self) -> tuple[Phase, ...]:
        """The phases of this street, in order."""
        asked: list[Phase] = []
        if self.passing:
            asked.append("pass")
        if self.discarding:
            asked.append("discard")
        if self.drawing is not None:
            asked.append("draw")
        if self.bet:
            asked.append("bet")
        return tuple(asked)


@dataclass(frozen=True, slots=True)
class Rake:
    """What the house takes: a fraction of the pot (0.05 is 5 %), up to a cap in chips.

    A game takes it from pots that saw more than the first street; an uncalled bet is not raked.
    """

    fraction: float
    cap: float = inf

    def __post_init__(self) -> None:
        if not 0.0 <= self.fraction <= 1.0 or not self.cap >= 0:  # NaN fails both comparisons
            raise RiverboatError(
                f"rake {self.fraction:g}/{self.cap:g}: expected a fraction of the pot, 0 to 1, and a cap of 0 or more"
            )

    def of(self, chips: int) -> int:
        """The whole chips taken from a pot; the fraction is read as the decimal number that it is written as.

        Args:
            chips: The pot.
        """
        return int(min(int(chips * Fraction(str(self.fraction))), self.cap))

    def exact(self, pot: float) -> float:
        """The chips taken from a pot without rounding down to whole ones, as solvers count them.

        Args:
            pot: The pot in chips.
        """
        return min(self.fraction * pot, self.cap)


class Posted(NamedTuple):
    """The chips after antes and blinds."""

    stacks: tuple[int, ...]
    bets: tuple[int, ...]
    committed: tuple[int, ...]
    highest_bet: int
    able: int
    """How many players have chips left."""


@dataclass(frozen=True)
class Rules:
    """One game for one number of players."""

    name: str
    """As people call the game."""
    players: int
    """How many play."""
    streets: tuple[Street, ...]
    """The rounds of dealing and betting, in order."""
    betting: Limit
    """No-limit, pot-limit or limit."""
    stacks: tuple[int, ...]
    deck: Deck = field(default_factory=Deck.standard)
    """The cards. Default: 52."""
    antes: tuple[int, ...] = ()
    """By position."""
    blinds: tuple[int, ...] = ()
    """Blinds and straddles by position."""
    bring_in: int = 0
    """What the player with the worst card must bet in stud; 0 for none."""
    awards: tuple[str | Award, ...] = ("high",)
    """Rankings that share the pot evenly; a low for which nobody qualifies leaves its share to the first.

    A name may be followed by wild cards, as in `high wild 39` (`scoring.py`).
    """
    short_all_in_reopens: bool = False
    """Whether an all-in for less than a full raise lets players raise who have acted already (as in ACPC games)."""
    exact_shares: bool = False
    """Whether a pot that does not split evenly is shared in fractions of a chip (ACPC) and not by odd chips."""
    odd_chips: OddChips = "button"
    """Who gets a chip that does not divide."""
    rake: Rake | None = None
    """What the house takes; None for nothing."""
    antes_are_dead: bool = False
    """Whether all antes are in the main pot, no matter who paid them (as a big-blind ante must be)."""
    cap: int = 0
    """The maximum that a player can put into one hand, who then counts as all-in; 0 for no cap."""
    boards: int = 1
    """How many boards are dealt from the first card on; they share the pot evenly."""
    runs: int = 1
    """How often the rest of the board is dealt when nobody can bet any more ("run it twice")."""
    burns: bool = False
    """Whether a card is burned before each street after the first."""
    free_folds: bool = False
    """Whether a player may fold although nothing is owed, as one who leaves the table does."""
    settings: tuple[tuple[str, str], ...] = ()
    """The parameters, as text, with which the catalogue made this game."""
    scenario: Scenario | None = None
    """Where a hand begins in the middle: the board that is known and the ranges from which hands come."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= MAX_PLAYERS:
            raise RiverboatError(f"{self.name}: {self.players} players; expected 2 to {MAX_PLAYERS}")
        for label, amounts in (("stacks", self.stacks), ("antes", self.antes), ("blinds", self.blinds)):
            if amounts and len(amounts) != self.players:
                raise RiverboatError(f"{self.name}: {len(amounts)} {label} for {self.players} players")
            if any(amount < 0 for amount in amounts):
                raise RiverboatError(f"{self.name}: {label} {amounts}; amounts are 0 or more")
        if not self.stacks or min(self.stacks) <= 0:
            raise RiverboatError(f"{self.name}: every player needs chips, found stacks {self.stacks}")
        if self.cap < 0 or self.bring_in < 0:
            found = f"cap {self.cap}, bring-in {self.bring_in}"
            raise RiverboatError(f"{self.name}: {found}; amounts are 0 or more")
        if self.rake is not None and not isinstance(self.rake.cap, int):
            raise RiverboatError(f"{self.name}: rake cap {self.rake.cap:g}; expected a whole number of chips")
        if not self.streets:
            raise RiverboatError(f"{self.name}: a game needs at least one street")
        if self.boards < 1 or self.runs < 1 or (self.boards > 1 and self.runs > 1):
            raise RiverboatError(f"{self.name}: {self.boards} boards and {self.runs} runs; expected 1 of one of them")
        for award in self.awards:
            if isinstance(award, str) and award.partition(" wild ")[0] not in RANKINGS:
                raise RiverboatError(f'{self.name}: no ranking "{award}"; there is {", ".join(RANKINGS)}')
        if self.cards_needed > self.deck.size:
            raise RiverboatError(f"{self.name}: needs {self.cards_needed} cards, the deck has {self.deck.size}")

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields: what was computed from them is computed again."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @cached_property
    def cards_needed(self) -> int:
        """How many cards a hand takes if everyone stays to the end and nobody draws.

        If the last street of a stud game finds too few cards, it deals one card for all in the middle instead.
        """
        per_street = [
            self.players * (street.down + street.up)
            + street.board * max(self.boards, self.runs)
            + self.burns * (at > 0)
            for at, street in enumerate(self.streets)
        ]
        if self.may_share_last_card and sum(per_street) > self.deck.size:
            per_street[-1] = 1 + self.burns
        # Players who draw get new cards before their discards are shuffled; all others' are back in the deck by then.
        return sum(per_street) + max((street.drawing[1] for street in self.streets if street.drawing), default=0)

    @cached_property
    def may_share_last_card(self) -> bool:
        """Whether the last street deals each player one card in a game without a board."""
        last = self.streets[-1]
        return len(self.streets) > 1 and last.down + last.up == 1 and not any(street.board for street in self.streets)

    @cached_property
    def shows_cards(self) -> bool:
        """Whether players are dealt cards face up."""
        return any(street.up for street in self.streets)

    @cached_property
    def exchanges_cards(self) -> bool:
        """Whether any street has players pass, discard or draw."""
        return any(street.passing or street.discarding or street.drawing for street in self.streets)

    @cached_property
    def following(self) -> tuple[tuple[int, ...], ...]:
        """On each street who comes after each position: the next to the left, or to the right."""
        left = (*range(1, self.players), 0)
        right = (self.players - 1, *range(self.players - 1))
        return tuple(right if street.counterclockwise else left for street in self.streets)

    @cached_property
    def phases(self) -> tuple[tuple[Phase, ...], ...]:
        """The phases of each street."""
        return tuple(street.phases for street in self.streets)

    @cached_property
    def largest_blind(self) -> int:
        """What has to be called before the first raise."""
        return max(self.blinds, default=0)

    @cached_property
    def must_open(self) -> tuple[bool, ...]:
        """The streets with a forced opening, by a bring-in or because checking is not allowed."""
        return tuple(street.must_open or (at == 0 and self.bring_in > 0) for at, street in enumerate(self.streets))

    @cached_property
    def shares_plainly(self) -> bool:
        """Whether the best hand takes the pot, less nothing, wherever one is best."""
        return len(self.awards) == self.boards == self.runs == 1 and self.rake is None

    @cached_property
    def nobody(self) -> tuple[int, ...]:
        """Nothing for each position."""
        return (0,) * self.players

    @cached_property
    def openers(self) -> tuple[Opener, ...]:
        """Who acts first on each street; after the last it does not matter."""
        return (*(street.opener for street in self.streets), 0)

    @cached_property
    def memory(self) -> dict[str, Any]:
        """Cache for values derived from these rules; not part of the game and never pickled."""
        return {}

    @cached_property
    def posted(self) -> Posted:
        """How a hand with these stacks begins."""
        return self.post(self.stacks)

    def post(self, stacks: Sequence[int]) -> Posted:
        """Antes go to the middle, then blinds in front of the players; short stacks post what they have."""
        started = tuple([min(stack, self.cap) for stack in stacks] if self.cap else stacks)
        behind = started
        if self.antes:
            behind = tuple(map(sub, behind, map(min, self.antes, behind)))
        bets = tuple(map(min, self.blinds, behind)) if self.blinds else self.nobody
        behind = tuple(map(sub, behind, bets))
        # Three or more players call the whole blind even if the one who posted it was short of it.
        highest = self.largest_blind if self.players > 2 else max(bets)
        return Posted(behind, bets, tuple(map(sub, started, behind)), highest, len(behind) - behind.count(0))

    @cached_property
    def rankers(self) -> tuple[Ranker, ...]:
        """For each award the function that ranks a player's cards and a board."""
        return tuple(ranker(self.deck, award) for award in self.awards)

    @cached_property
    def identity(self) -> str:
        """The text from which `parse_game` makes these rules again; the bare name if nothing does."""
        return next((text for namer in _namers if (text := namer(self))), self.name)

    def arranged(self, deck: Sequence[int]) -> Sequence[int]:
        """A shuffled deck in the order in which this game deals it: as it is, unless hands come from ranges."""
        return deck if self.scenario is None else self.scenario.arrange(deck, self.deck)

    def with_stacks(self, stacks: Sequence[int]) -> Rules:
        """The same game with other chips in front of the players."""
        return replace(self, stacks=tuple(stacks))


Namer = Callable[[Rules], str | None]
_namers: list[Namer] = []


def identified_by(namer: Namer) -> Namer:
    """Decorates a function that knows the text from which certain rules can be made again; None for all others."""
    _namers.append(namer)
    return namer
