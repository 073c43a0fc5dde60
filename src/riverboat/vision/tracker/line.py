"""Which courses of the betting are legal? A `Deal` is how a hand begins, a `Line` one way in which it may have gone on.

A line is a chain of the dealer's own betting states (`games.betting`), so nothing that the rules forbid can be
imagined: who acts next, what may be raised and when a street ends is computed, never seen. Cards are not part of it,
except where face-up cards decide who acts first: then the caller says who does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Final, NamedTuple

from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.notation import word_of
from riverboat.games.rules import Rules

Opener = Callable[[Betting, int], int]
"""Who would act first on a street, where face-up cards decide it: the betting before it and its number are given."""

_NOTHING: Final = ""


@dataclass(frozen=True)
class Deal:
    """What does not change while a hand is played."""

    rules: Rules
    order: tuple[int, ...]
    """The place of each position; the last has the button."""
    stacks: tuple[int, ...]
    """By position, before antes and blinds."""

    @cached_property
    def own(self) -> int:
        """The position of the user, who sits at place 0."""
        return self.order.index(0)

    @cached_property
    def beyond(self) -> tuple[int, ...]:
        """The chips of each position that the game's cap keeps out of the hand."""
        cap = self.rules.cap
        return tuple(max(0, stack - cap) if cap else 0 for stack in self.stacks)


class Line(NamedTuple):
    """A legal course of a hand so far, and how badly it explains what was seen."""

    path: tuple[Betting, ...]
    """The betting when the first player had to act, and after every action."""
    labels: tuple[str, ...]
    """What each position did last on this street, in the words of the table; empty for nothing."""
    cost: float = 0.0
    """Minus the logarithm of how likely it is, up to a constant."""

    @property
    def betting(self) -> Betting:
        """The betting now."""
        return self.path[-1]

    @property
    def actions(self) -> tuple[tuple[int, int, Action], ...]:
        """(street, position, action) of everything so far."""
        return self.path[-1].actions

    @property
    def is_over(self) -> bool:
        """Whether nobody has anything to decide any more."""
        return self.path[-1].actor is None

    def after(self, action: Action, opener: Opener, cost: float = 0.0) -> Line:
        """The line that an action leads to; it must be legal."""
        before = self.betting
        actor = before.actor
        assert actor is not None
        after = _until_somebody_acts(_applied(before, action), opener)
        labels = list(self.labels) if after.street == before.street else [_NOTHING] * len(self.labels)
        if after.street == before.street:
            labels[actor] = label(action, before, after)
        return Line((*self.path, after), tuple(labels), self.cost + cost)


def first_line(deal: Deal, opener: Opener) -> Line:
    """Antes and blinds are posted, the first cards are dealt, and nobody has acted yet."""
    start = _until_somebody_acts(Betting.start(deal.rules, deal.stacks), opener)
    return Line((start,), (_NOTHING,) * deal.rules.players)


def legal_actions(betting: Betting, totals: Iterable[int]) -> Iterator[Action]:
    """What the actor may do; of the raises those to one of these totals."""
    legal = betting.legal_actions()
    yield from legal.single
    if legal.raise_interval is not None:
        low, high = legal.raise_interval
        for total in sorted({total for total in totals if low <= total <= high}):
            yield Action.raise_to(total)


def label(action: Action, before: Betting, after: Betting) -> str:
    """How the table's page says it beside the seat of the player who has just acted."""
    actor = before.actor
    assert actor is not None
    word = word_of(action, before)
    if after.committed[actor] > before.committed[actor]:
        if not after.stacks[actor]:
            return "all-in"
        if word in ("bet", "raise"):
            return f"{word} {before.bets[actor] + after.committed[actor] - before.committed[actor]}"
    return "folded" if word == "fold" else word


def _applied(betting: Betting, action: Action) -> Betting:
    if action.verb == "fold":
        return betting.folded()
    if action.verb == "check_or_call":
        return betting.called()
    if action.verb == "raise_to":
        return betting.raised_to(action.amount)
    return betting.brought_in()


def _until_somebody_acts(betting: Betting, opener: Opener) -> Betting:
    """Deal streets until a player has to act or the hand is over."""
    while betting.actor is None and betting.phase != "over":
        at = betting.street + 1
        first = betting.rules.openers[at]
        betting = betting.next_street(first if isinstance(first, int) else opener(betting, at))
    return betting
