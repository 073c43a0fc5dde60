"""Probabilities of fold, call and raise: a player's own, or those predicted for an opponent.

All knowledge of poker that a player has ends in such odds (the probability triples of Billings 2006, section 2.6): its
own decision is sampled from them, and what it expects of others are odds too. They may include actions that are not
legal now: `allowed` turns these into legal ones. A check counts as a call and a bet as a raise, whatever its amount;
exchanges of cards have no odds.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.action import Action, Verb

if TYPE_CHECKING:
    from riverboat.games.view import View

FOLD, CALL, RAISE = range(3)
"""The kinds of actions, each the index of its probability."""

_PLACES: Final[dict[Verb, int]] = {"fold": FOLD, "raise_to": RAISE}


class ActionOdds(NamedTuple):
    """The probabilities of a fold, a call (or check) and a raise (or bet); the sum is 1."""

    fold: float
    call: float
    raise_: float

    @staticmethod
    def certain(choice: int) -> ActionOdds:
        """`FOLD`, `CALL` or `RAISE` with probability 1.

        Args:
            choice: `FOLD`, `CALL` or `RAISE`.
        """
        if not FOLD <= choice <= RAISE:
            raise RiverboatError(f"choice {choice}: expected 0 (fold), 1 (call) or 2 (raise)")
        return _CERTAIN[choice]

    @staticmethod
    def of(actions: Iterable[Action], probabilities: Iterable[float]) -> ActionOdds:
        """The odds of a player who does each action with its probability.

        Args:
            actions: What may be done.
            probabilities: How likely each of them is.
        """
        odds = [0.0, 0.0, 0.0]
        for action, probability in zip(actions, probabilities, strict=True):
            odds[_PLACES.get(action.verb, CALL)] += probability
        return ActionOdds(*odds)

    def sample(self, rng: Random) -> int:
        """`FOLD`, `CALL` or `RAISE` at random; what is certain draws no number."""
        if 1.0 in self:
            return self.index(1.0)
        drawn = rng.random()
        return FOLD if drawn < self.fold else CALL if drawn < self.fold + self.call else RAISE

    def allowed(self, view: View) -> ActionOdds | None:
        """The odds of legal actions: a free fold becomes a check, a raise at the cap a call; None for exchanges."""
        if view.phase != "bet":
            return None
        fold, call, raise_ = self
        if not view.can_fold:
            fold, call = 0.0, fold + call
        if view.raise_interval is None:
            call, raise_ = call + raise_, 0.0
        return ActionOdds(fold, call, raise_)

    def to_json(self) -> dict[str, float]:
        """`{"fold": 0.2, "call": 0.5, "raise": 0.3}`."""
        return {"fold": float(self.fold), "call": float(self.call), "raise": float(self.raise_)}


_CERTAIN: Final = (ActionOdds(1.0, 0.0, 0.0), ActionOdds(0.0, 1.0, 0.0), ActionOdds(0.0, 0.0, 1.0))
