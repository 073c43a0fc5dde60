"""Legal actions: single actions, raises as an interval, exchanges by the number of cards.

A no-limit raise is never a list: `LegalActions` has the interval, and a caller that wants a list passes `Sizes`, which
chooses its totals. `State.legal_actions` and `View.legal_actions` make both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Final, NamedTuple

from riverboat.games.action import Action

if TYPE_CHECKING:
    from riverboat.games.table import Table

Interval = tuple[int, int]
"""The smallest and the largest, both included."""
Sizes = Callable[["Table"], Iterable[int]]
"""The totals to which the actor may raise, of those that the rules allow: an abstraction of bet sizes."""


class LegalActions(NamedTuple):
    """The legal actions of the actor; None for what is not legal. Empty where nobody has to act."""

    fold: Action | None = None
    check_or_call: Action | None = None
    bring_in: Action | None = None
    raise_interval: Interval | None = None
    """The totals on this street to which the actor may bet or raise."""
    exchange: Action | None = None
    """The action that gives cards away, without the cards."""
    exchange_interval: Interval | None = None
    """How many cards it may have."""

    def __bool__(self) -> bool:
        """Whether there is anything to do."""
        return any(each is not None for each in self)

    def __contains__(self, action: object) -> bool:
        """Whether an action is allowed; of exchanged cards only the number is checked."""
        if not isinstance(action, Action):
            return False
        if action.verb == "raise_to":
            return self.raise_interval is not None and self.raise_interval[0] <= action.amount <= self.raise_interval[1]
        if action.cards or action.verb in ("discard", "pass_cards"):
            low, high = self.exchange_interval or (1, 0)
            return self.exchange is not None and action.verb == self.exchange.verb and low <= len(action.cards) <= high
        return action in (self.fold, self.check_or_call, self.bring_in)

    @property
    def single(self) -> tuple[Action, ...]:
        """Fold, check or call, bring in, as far as they are allowed: what has neither amount nor cards."""
        return tuple([each for each in (self.fold, self.check_or_call, self.bring_in) if each is not None])

    def listed(self, totals: Iterable[int], cards: Iterable[int] = ()) -> tuple[Action, ...]:
        """Every action: the single ones, raises to `totals` from the smallest, ways to exchange some of `cards`."""
        actions = list(self.single)
        if self.raise_interval is not None:
            actions += [Action.raise_to(total) for total in sorted(set(totals))]
        return (*actions, *self._exchanges(tuple(cards)))

    def _exchanges(self, cards: tuple[int, ...]) -> Iterator[Action]:
        if self.exchange is not None and self.exchange_interval is not None:
            fewest, most = self.exchange_interval
            for count in range(fewest, min(most, len(cards)) + 1):
                for some in combinations(cards, count):
                    yield self.exchange._replace(cards=some)


NO_ACTIONS: Final = LegalActions()


def every_total(table: Table) -> range:
    """Every total that the rules allow: the sizes of a game that is not abstracted."""
    low, high = table.betting.raise_interval() or (1, 0)
    return range(low, high + 1)
