"""AIVAT for limit hold'em: the truth where it is known, agreement with money where it is not, less variance in both."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from riverboat.arena import run_match
from riverboat.assess import HoldemAivat
from riverboat.assess.aivat_holdem import Floats, Played, blind, owed_and_may_raise
from riverboat.cards.holdings import HOLDING_CARDS
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View

LIMIT = "holdem(betting=limit,players=2)"
RULES = parse_game(LIMIT)
CALL, RAISE, ANY = blind(0, 1, 0), blind(0, 0, 1), blind(1, 1, 1)


class HighCards(Agent):
    """Raises with an ace or king while that is allowed, folds to a raise with neither a ten nor better, else calls."""

    def act(self, view: View) -> Action:
        high = max(card >> 2 for card in view.down)
        if high >= 11 and view.raise_interval:
            return Action.raise_to(view.raise_interval[0])
        if high < 8 and view.can_fold:
            return Action.fold()
        return Action.check_or_call()


def high_cards(rules: Rules, played: Played, board: tuple[int, ...]) -> Floats:
    """What `HighCards` does with every holding."""
    owed, may_raise = owed_and_may_raise(rules, played)
    high = HOLDING_CARDS.max(axis=1) >> 2
    raises, folds = (high >= 11) & may_raise, (high < 8) & owed
    return np.column_stack([folds, ~(raises | folds), raises]).astype(np.float64)


def _played(first: object, second: object, hands: int, seed: int) -> list[Hand]:
    found: list[Hand] = []
    run_match([first, second], LIMIT, hands, "duplicate", seed=seed, record=found.extend)  # type: ignore[list-item]
    return list(found)


@pytest.mark.parametrize(
    ("pair", "known", "truth"),
    [
        (("always_call", "always_raise"), {"always_raise": RAISE}, 0.0),
        (("always_call", "always_raise"), {"always_call": CALL, "always_raise": RAISE}, 0.0),
        (("always_fold", "always_raise"), {"always_raise": RAISE}, -0.75),
        (("always_fold", "always_call"), {"always_call": CALL}, -0.25),
    ],
    ids=["raiser known", "both known", "folder v raiser", "folder v caller"],
)
def test_unbiased_where_the_truth_is_known(pair: tuple[str, str], known: dict[str, object], truth: float) -> None:
    hands = _played(*pair, hands=500, seed=21)
    values = HoldemAivat(known).estimates(hands)[:, 0] / 10  # type: ignore[arg-type]
    signs = np.array([1.0 if hand.players[0] == pair[0] else -1.0 for hand in hands])
    deals = (values * signs).reshape(-1, 2).mean(axis=1)
    assert deals.mean() == pytest.approx(truth, abs=4 * deals.std() / sqrt(len(deals)) + 1e-9)


def test_a_strategy_that_looks_at_its_cards_agrees_with_money() -> None:
    """Money less the estimate is pure luck: its mean is nothing, in either seat, and the estimate varies less."""
    hands = _played(HighCards, "random", hands=1600, seed=5)
    name = next(name for name in hands[0].players if name != "random")
    values = HoldemAivat({name: high_cards}).estimates(hands)[:, 0]
    money = np.array([float(hand.payoffs[0]) for hand in hands])
    for first in (name, "random"):
        seat = np.array([hand.players[0] == first for hand in hands])
        luck = (money - values)[seat]
        assert abs(luck.mean()) < 4 * luck.std() / sqrt(len(luck))
    assert values.var() < 0.75 * money.var()


def test_a_wrong_strategy_is_found_out() -> None:
    hands = _played("always_call", "always_raise", hands=4, seed=1)
    with pytest.raises(RiverboatError, match="never does this"):
        HoldemAivat({"always_raise": CALL}).estimates(hands)
    with pytest.raises(RiverboatError, match="is known"):
        HoldemAivat({"somebody": CALL}).estimate(hands[0])
    with pytest.raises(RiverboatError, match="nobody is known"):
        HoldemAivat({})


def test_what_is_owed_is_read_from_the_betting() -> None:
    check, raise_ = Action.check_or_call(), Action.raise_to
    assert owed_and_may_raise(RULES, []) == (True, True)
    assert owed_and_may_raise(RULES, [(0, 1, check)]) == (False, True)
    capped = [(0, 1, raise_(20)), (0, 0, raise_(30)), (0, 1, raise_(40))]
    assert owed_and_may_raise(RULES, capped) == (True, False)
    assert owed_and_may_raise(RULES, [(0, 1, check), (0, 0, check)]) == (False, True)
    assert ANY(RULES, capped, ())[0].tolist() == [0.5, 0.5, 0.0]
    assert RAISE(RULES, capped, ())[0].tolist() == [0.0, 1.0, 0.0]
