"""What is to be solved? A heads-up hold'em spot: board, two ranges, pot, stacks and the bets that are allowed.

    Spot("Td9d6h", oop="66+,A8s+,KQ", ip="22+,A2s+:0.5", pot=200, stack=900, bets="50%,a", raises="a")

OOP acts first on every street, IP last. A `Spot` is a value: checked when it is made, never changed, equal to another
with the same text, and the same as a TOML file whose keys are its fields:

    board = "Td9d6h"
    oop = "66+,A8s+,KQ"
    ip = "22+,A2s+:0.5"
    pot = 200
    stack = [900, 1200]
    bets = "flop: 33%; turn: 50%,100%; river: 50%,100%,a"
    raises = "2.5x,a"

    [donk]
    river = "50%"

Sizes are explained in `sizes.py`, lines for `add` and `remove` in `tree.py`. Ranges lose the cards of the board, and
in a short deck everything below a six. A range must not contradict itself, and some hand of one must be possible
beside some hand of the other.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from fractions import Fraction
from functools import cached_property
from math import isfinite
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

import numpy as np

from riverboat.cards.card import DECK_SIZE, card_text, cards_text, make_card, read_cards
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.cards.ranges import Range
from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.files import write_text
from riverboat.games.rules import Rake, Rules
from riverboat.solve.spot.estimate import Estimate, Storage, estimate
from riverboat.solve.spot.game import spot_rules
from riverboat.solve.spot.sizes import LIMIT_RAISES, PLAYERS, STREETS, BetSizes, SizePlan, limit_sizes
from riverboat.solve.spot.tree import Tree, build_tree

if TYPE_CHECKING:
    from riverboat.progress import OnProgress
    from riverboat.solve.core.compiling import Notice
    from riverboat.solve.core.exploitability import Target
    from riverboat.solve.core.method import Method
    from riverboat.solve.spot.solution import Solution

Plan = str | Mapping[str, object]
"""Sizes by street and player, as text or in tables."""

_OLD_NAMES: Final = {"least_bet": "min_bet", "most_raises": "max_raises"}  # still read in files
_MAX_CHIPS: Final = 10**9
_SHORT_LOWEST: Final = make_card(4, 0)  # the six of clubs
_FIRST_CARDS: Final = {"full": 0, "short": _SHORT_LOWEST}


@dataclass(frozen=True, eq=False)
class Spot:
    """One spot of heads-up hold'em from the flop, turn or river on. Chips are whole numbers, shares percent."""

    board: str
    """Three, four or five cards."""
    oop: str | Range
    """What the player who acts first may hold."""
    ip: str | Range
    """What the player who acts last may hold."""
    pot: int
    """Chips in the middle."""
    stack: int | tuple[int, int] | None
    """What each has left, or OOP and IP; the smaller counts. None with fixed limits: enough for every raise."""
    bets: Plan
    """The sizes of bets: `50%,a`, or by street, `flop: 33%; turn: 50%,100%; river: a`."""
    raises: Plan = "none"
    """The sizes of raises: `2.5x,a`."""
    donk: Plan = ""
    """OOP's bets into a player who bet last on the street before; default: the usual bets."""
    betting: Literal["no-limit", "limit"] = "no-limit"
    """With limits `bets` is one size in chips for each street, `10/20/20`, and `raises` are the same."""
    max_raises: int | None = None
    """Bets and raises on a street, the first bet counted; default with limits: 4."""
    min_bet: int = 1
    """The smallest bet, usually the big blind."""
    rake: float = 0.0
    """The fraction of the pot that the house takes, 0.05 for 5 %."""
    rake_cap: float | None = None
    """The maximum that it takes, in chips."""
    deck: Literal["full", "short"] = "full"
    """`short` has sixes to aces."""
    add_all_in: float = 0.0
    """All-in is one of the sizes where it is at most this percentage of the pot."""
    force_all_in: float = 0.0
    """A bet is all-in if a call would leave at most this percentage of the pot behind."""
    merge: float = 0.0
    """Sizes closer than this percentage are merged."""
    add: str | tuple[str, ...] = ()
    """Lines to put into the tree, `x/b150`."""
    remove: str | tuple[str, ...] = ()
    """Lines to take out, `x/b100/r900`; a dealt card is `*`."""
    lock: str | tuple[str, ...] = ()
    """Strategies that are given instead of solved, `x/b100: c=1`; see `lock.py`."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "betting", _choice("betting", self.betting, ("no-limit", "limit")))
        put(self, "deck", _choice("deck", self.deck, tuple(_FIRST_CARDS)))
        put(self, "board", self._checked_board())
        put(self, "_whole_ranges", (_range("oop", self.oop), _range("ip", self.ip)))
        for name in PLAYERS:
            if isinstance(text := getattr(self, name), str):
                put(self, name, " ".join(text.split()))
        put(self, "pot", _chips("pot", self.pot, min_value=1))
        put(self, "stack", self._checked_stack())
        put(self, "min_bet", _chips("min_bet", self.min_bet, min_value=1))
        if self.max_raises is not None:
            put(self, "max_raises", _chips("max_raises", self.max_raises, min_value=0, what="a whole number"))
        put(
            self,
            "rake",
            _number("rake", self.rake, "a fraction of the pot, 0 to 1, such as 0.05 for 5 %", max_value=1.0),
        )
        if self.rake_cap is not None:
            put(self, "rake_cap", _number("rake_cap", self.rake_cap, "chips, 0 or more"))
        for name in ("add_all_in", "force_all_in", "merge"):
            put(self, name, _number(name, getattr(self, name), "a percentage of the pot, 0 or more, such as 150"))
        for name in ("bets", "raises", "donk"):
            if not isinstance(getattr(self, name), str | Mapping):
                raise NotationError(f'{name} {getattr(self, name)!r:.40}: write sizes as text, such as "50%,a"')
        for name in ("add", "remove", "lock"):
            put(self, name, _lines(name, getattr(self, name)))
        sizes = self.sizes
        if self.betting == "no-limit":
            put(self, "bets", str(sizes.bets) or "none")
            put(self, "raises", str(sizes.raises) or "none")
            put(self, "donk", str(sizes.donks))
        else:
            put(self, "bets", str(sizes.bets) or "none")
            put(self, "raises", "none")
        self._check_ranges()

    # Derived values -------------------------------------------------------------------------------------------------

    @cached_property
    def cards(self) -> tuple[int, ...]:
        """The board as card numbers."""
        return read_cards(self.board, "board")

    @property
    def street(self) -> int:
        """Where it begins: 0 flop, 1 turn, 2 river."""
        return len(self.cards) - len(STREETS)

    @property
    def deck_cards(self) -> range:
        """All cards of the deck, the board's included."""
        return deck_cards(self.deck)

    @cached_property
    def ranges(self) -> tuple[Range, Range]:
        """The ranges of OOP and IP without the hands that the board and the deck rule out."""
        gone = [card for card in range(DECK_SIZE) if card not in self.deck_cards or card in self.cards]
        return self._whole_ranges[0].without(gone), self._whole_ranges[1].without(gone)

    @cached_property
    def _whole_ranges(self) -> tuple[Range, Range]:
        """The ranges as they were given."""
        return _range("oop", self.oop), _range("ip", self.ip)

    @cached_property
    def sizes(self) -> BetSizes:
        """The bets and raises in the words of the tree."""
        if self.betting == "limit":
            return self._limit_sizes()
        return BetSizes(
            SizePlan.read(self.bets, "bets"),
            SizePlan.read(self.raises, "raises"),
            SizePlan.read(self.donk, "donk"),
            self.max_raises,
            self.min_bet,
            Fraction(str(self.add_all_in)),
            Fraction(str(self.force_all_in)),
            Fraction(str(self.merge)),
        )

    @property
    def effective_stack(self) -> int:
        """The chips that each can still put in: the smaller stack."""
        if isinstance(self.stack, tuple):
            return min(self.stack)
        if self.stack is not None:
            return self.stack
        limits = [self.sizes.bets.at(0, street) for street in range(self.street, len(STREETS))]
        raises = self.sizes.max_raises or 0
        return raises * sum(int(limit[0].number) for limit in limits if limit) + 1  # one more: a cap is not an all-in

    @property
    def rake_rule(self) -> Rake:
        """What the house takes, with its cap."""
        return Rake(self.rake) if self.rake_cap is None else Rake(self.rake, self.rake_cap)

    def tree(self) -> Tree:
        """The betting; built once."""
        return self._tree

    @cached_property
    def _tree(self) -> Tree:
        return build_tree(
            self.pot,
            self.effective_stack,
            self.sizes,
            self.street,
            rake=self.rake_rule,
            add=self.add,
            remove=self.remove,
        )

    @cached_property
    def rules(self) -> Rules:
        """The spot as a game that can be played (`game.py`)."""
        return spot_rules(self)

    def estimate(self, *, isomorphism: bool = True) -> Estimate:
        """Decision nodes and memory, without building anything for a board; `.require()` refuses what does not fit.

        Args:
            isomorphism: Solve boards once that differ by the names of suits alone.
        """
        return estimate(self.tree(), self.cards, self.ranges, self.deck_cards, isomorphism=isomorphism)

    def solve(
        self,
        target: float | str | Target | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
        *,
        threads: int | None = None,
        precision: Storage = "float32",
        method: Method | str | None = None,
        budget: int | None = None,
        start: Solution | None = None,
        on_progress: OnProgress | None = None,
        notice: Notice | None = None,
    ) -> Solution:
        """Solve it until one of these is reached; default: an exploitability of 0.3 % of the pot. `Solution.run` says
        more about stopping.

        Args:
            target: An exploitability in chips, or text such as "0.3%" of the pot.
            iterations: The maximum number of iterations.
            seconds: The maximum time.
            threads: How many threads compute. Default: all cores.
            precision: How regrets are stored: "float32", or "16-bit" in half the memory.
            method: A regret minimiser by name ("cfr+", "dcfr(alpha=2)"), or a `Method`. Default: the fastest for spots.
            budget: The memory in bytes that regrets may take. Default: 60 % of what is available.
            start: A solution of the same board and betting, with other ranges perhaps, from which to begin.
            on_progress: Called with iterations and exploitability several times per second.
            notice: Called with a sentence if kernels have to be compiled first.
        """
        from riverboat.solve.spot.solution import Solution

        started = Solution.begin(self, precision=precision, threads=threads, method=method, budget=budget, start=start)
        return started.run(target, iterations, seconds, on_progress=on_progress, notice=notice)

    # Files ------------------------------------------------------------------------------------------------------------

    @classmethod
    def from_toml(cls, path: str | Path) -> Spot:
        """The spot in a TOML file."""
        return cls.from_json(spot_table(path), f'spot file "{path}"')

    @classmethod
    def parse(cls, text: str, where: str = "spot") -> Spot:
        """The spot in a TOML text.

        Args:
            text: TOML whose keys are the fields of a spot.
            where: How an error message about keys begins.
        """
        return cls.from_json(_table(text, where), where)

    @classmethod
    def from_json(cls, table: Mapping[str, Any], where: str = "spot") -> Spot:
        """The spot with these fields by name, as in TOML or JSON.

        Args:
            table: Fields and their values.
            where: How an error message about keys begins.
        """
        known = [each.name for each in fields(cls)]
        table = with_new_names(table)
        for key in table:
            if key not in known:
                near = get_close_matches(str(key).lower(), known, n=1, cutoff=0.0)[0]
                raise NotationError(f'{where}: unknown key "{key}"; the closest is "{near}"')
        given = dict(table)
        if given.get("betting") == "limit":
            given.setdefault("stack", None)
        for name in ("board", *PLAYERS, "pot", "stack", "bets"):
            if name not in given:
                raise NotationError(f'{where}: "{name}" is missing')
        return cls(**given)

    def to_json(self) -> dict[str, Any]:
        """The fields by name, as in TOML or JSON, without default values."""
        return {
            each.name: _plain(getattr(self, each.name))
            for each in fields(self)
            if getattr(self, each.name) != each.default and getattr(self, each.name) is not None
        }

    def __eq__(self, other: object) -> bool:
        """A range is what its text says, so one that was given as an object equals its text."""
        if not isinstance(other, Spot):
            return NotImplemented
        return all(_plain(getattr(self, each.name)) == _plain(getattr(other, each.name)) for each in fields(self))

    def __hash__(self) -> int:
        return hash((self.board, self.pot, self.stack, self.bets, self.raises))

    def to_toml(self, path: str | Path | None = None) -> str:
        """The spot as TOML text, without what is as usual; also written to a file if a path is given."""
        import tomli_w

        text = tomli_w.dumps(self.to_json())
        if path is not None:
            write_text(Path(path), text)
        return text

    def __getstate__(self) -> dict[str, Any]:
        """Only the fields travel; a tree is built again where it is needed."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    # Checks -----------------------------------------------------------------------------------------------------------

    def _checked_board(self) -> str:
        cards = read_cards(self.board, "board")
        if not 3 <= len(cards) <= 5:
            raise DealError(
                f'board "{cards_text(cards)}": expected 3 (flop), 4 (turn) or 5 (river) cards, found {len(cards)}'
            )
        for card in cards:
            if card not in self.deck_cards:
                raise DealError(f'board "{cards_text(cards)}": {card_text(card)} is not in a short deck, sixes to aces')
        return cards_text(cards)

    def _checked_stack(self) -> int | tuple[int, int] | None:
        if self.stack is None:
            if self.betting == "limit":
                return None
            raise RiverboatError("stack: expected the chips that each has left; only fixed limits go without")
        if isinstance(self.stack, tuple | list):
            if len(self.stack) != 2:
                raise RiverboatError(f"stack {list(self.stack)!r:.40}: expected one number, or OOP's and IP's")
            return _chips("stack", self.stack[0], min_value=0), _chips("stack", self.stack[1], min_value=0)
        return _chips("stack", self.stack, min_value=0)

    def _limit_sizes(self) -> BetSizes:
        usual: dict[str, tuple[object, ...]] = {"raises": ("none", ""), "donk": ("none", ""), "min_bet": (1,)}
        usual |= dict.fromkeys(("add_all_in", "force_all_in", "merge"), (0.0,))
        for name, values in usual.items():
            if getattr(self, name) not in values:
                raise RiverboatError(
                    f'{name} "{getattr(self, name)}": with fixed limits only bets are given; leave it out'
                )
        return limit_sizes(self.bets, LIMIT_RAISES if self.max_raises is None else self.max_raises)

    def _check_ranges(self) -> None:
        for name, live in zip(PLAYERS, self.ranges, strict=True):
            if live.is_empty:
                raise DealError(
                    f'{name} "{_short(str(getattr(self, name)))}": no hand is left on the board {self.board}'
                    + (" of a short deck" if self.deck == "short" else "")
                )
        first, second = (HOLDING_CARDS[live.weights > 0.0] for live in self.ranges)
        held = np.zeros((2, DECK_SIZE), np.int64)
        np.add.at(held[0], first, 1)
        np.add.at(held[1], second, 1)
        same = int(((self.ranges[0].weights > 0.0) & (self.ranges[1].weights > 0.0)).sum())
        if len(first) * len(second) - int(held[0] @ held[1]) + same == 0:  # pairs of hands that share no card
            raise DealError(
                f'oop "{_short(str(self.oop))}" and ip "{_short(str(self.ip))}" on {self.board}: '
                "every hand of one shares a card with every hand of the other; no deal is possible"
            )


def deck_cards(deck: str) -> range:
    """All cards of a full or a short deck."""
    return range(_FIRST_CARDS[_choice("deck", deck, tuple(_FIRST_CARDS))], DECK_SIZE)


def with_new_names(table: Mapping[str, Any]) -> dict[str, Any]:
    """The fields of a spot under their current names."""
    return {_OLD_NAMES.get(key, key): value for key, value in table.items()}


def spot_table(path: str | Path) -> dict[str, Any]:
    """The contents of a TOML file, by name; not yet checked to be a spot."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except OSError as error:
        raise RiverboatError(f'spot file "{path}": {error.strerror or error}') from error
    except UnicodeDecodeError:
        raise NotationError(f'spot file "{path}": not a text file') from None
    return _table(text, f'spot file "{path}"')


def _table(text: str, where: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise NotationError(f"{where}: not TOML: {' '.join(str(error).split())}") from None


def _plain(value: Any) -> Any:
    """A field as TOML and JSON have it: ranges as text, which takes long for one of many weights, and lists."""
    if isinstance(value, Range):
        return str(value)
    return list(value) if isinstance(value, tuple) else value


def _range(name: str, given: str | Range) -> Range:
    """The range, checked."""
    if isinstance(given, Range):
        if given.is_empty:
            raise DealError(f'{name}: the range is empty; write hands such as "22+,AKs"')
        return given
    if not isinstance(given, str):
        raise NotationError(f'{name} {given!r:.40}: expected a range such as "22+,AKs"')
    try:
        return Range.parse(given, once=True)
    except NotationError as error:
        raise NotationError(f"{name} {error}") from None


def _chips(name: str, given: Any, *, min_value: int, what: str = "a whole number of chips") -> int:
    try:
        if isinstance(given, bool):
            raise TypeError
        chips = index(given)
    except TypeError:
        raise RiverboatError(f"{name} {given!r:.40}: expected {what}") from None
    if not min_value <= chips <= _MAX_CHIPS:
        raise RiverboatError(f"{name} {chips}: expected {what}, {min_value} to {_MAX_CHIPS:,}")
    return chips


def _number(name: str, given: Any, expected: str, max_value: float = float("inf")) -> float:
    """A number of 0 or more; `5%` is one, too, and for a share it is 0.05."""
    percent = isinstance(given, str) and given.strip().endswith("%")
    try:
        if isinstance(given, bool):
            raise TypeError
        value = float(given.strip().removesuffix("%")) if percent else float(given)
    except (TypeError, ValueError):
        raise RiverboatError(f"{name} {given!r:.40}: expected {expected}") from None
    if percent and max_value == 1.0:
        value /= 100.0
    if not isfinite(value) or not 0.0 <= value <= max_value:
        raise RiverboatError(f"{name} {given!r:.40}: expected {expected}")
    return value


def _choice(name: str, given: object, choices: tuple[str, ...]) -> str:
    if given not in choices:
        raise RiverboatError(f'{name} "{given!s:.40}": expected {" or ".join(choices)}')
    return str(given)


def _lines(name: str, given: str | Iterable[str]) -> tuple[str, ...]:
    """Lines as a tuple, in order; one text is one line."""
    lines = (given,) if isinstance(given, str) else tuple(given)
    for line in lines:
        if not isinstance(line, str) or not line.strip():
            raise NotationError(f'{name} {line!r:.40}: expected a line such as "x/b100"')
    return lines


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."
