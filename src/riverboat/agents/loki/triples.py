"""Probability triples: how likely a fold, a call and a raise are, and drawing one of them.

All knowledge of poker that a player has ends in a triple (Billings 2006, section 2.6): its own decision is drawn from
it, and what it expects of others is one too. A triple need not fit the moment. A fold becomes a check where nothing is
owed, a raise a call at the cap.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from riverboat.agents.choices import raise_or_call
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.view import View
from riverboat.model.actions.contexts import CALL, FOLD, RAISE


class Triple(NamedTuple):
    """The chances of a fold, a call (or check) and a raise (or bet); the sum is 1."""

    fold: float
    call: float
    raises: float


_PURE: Final = (Triple(1.0, 0.0, 0.0), Triple(0.0, 1.0, 0.0), Triple(0.0, 0.0, 1.0))


def pure(action: int) -> Triple:
    """Certainly `FOLD`, `CALL` or `RAISE`."""
    if not FOLD <= action <= RAISE:
        raise RiverboatError(f"action {action}: expected 0 (fold), 1 (call) or 2 (raise)")
    return _PURE[action]


def drawn(triple: Triple, rng: Random) -> int:
    """`FOLD`, `CALL` or `RAISE` by chance; certain ones take no dice."""
    if 1.0 in triple:
        return triple.index(1.0)
    draw = rng.random()
    return FOLD if draw < triple.fold else CALL if draw < triple.fold + triple.call else RAISE


def as_action(action: int, view: View) -> Action:
    """The legal action that does it, or comes nearest."""
    if action == FOLD:
        return view.check_or_fold()
    return raise_or_call(view) if action == RAISE else view.check_or_call()
