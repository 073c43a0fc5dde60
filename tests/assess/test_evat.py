"""EVAT: what decisions cost with open cards, by hand."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from riverboat.assess import evat_of
from riverboat.games.hand import Hand


def test_river_of_the_worked_example(worked_example: Hand) -> None:
    """With open cards Alfred checks and folds (the thesis: check-Bet-fold): his bet costs 2, calling the raise 2 more.

    Betty's raise is right. On the turn her call with 4 of 44 rivers costs what folding would have saved, 0.7273.
    """
    found = evat_of([worked_example], exact_preflop=True)
    costs = found.costs[0] / 10
    assert costs[:, 3].tolist() == [pytest.approx(4.0), pytest.approx(0.0)]
    assert costs[:, 2].tolist() == [pytest.approx(0.0), pytest.approx(0.7273, abs=1e-4)]
    assert found.luck[0, 3] / 10 == pytest.approx(-12.7273, abs=1e-4)
    assert found.total[0] == pytest.approx(found.costs[0, 1].sum() - found.costs[0, 0].sum())


def test_folding_the_nuts_costs_the_pot(play: Callable[..., Hand]) -> None:
    """Aces full against a hand that cannot win, and it folds to a bluff of 2 in a pot of 2."""
    hand = play("AcAd7h6hAs5h5d2c2s", "ck/kk/kk/kbf")
    costs = evat_of([hand]).costs[0] / 10
    # Folding loses 1; a raise to the best answer (a fold) wins 1 + 2. Betty's bluff into it gave those 2 away.
    assert costs[0, 3] == pytest.approx(4.0)
    assert costs[1, 3] == pytest.approx(2.0)


def test_folding_the_best_hand_costs_the_pot_and_the_bet(play: Callable[..., Hand]) -> None:
    """Four aces on the flop cannot be beaten: to fold them to a bet of 10 into 20 costs 30, and to bet costs 10."""
    hand = play("AhAd7h6hAsAcKd", "cckbf")
    costs = evat_of([hand]).costs[0]
    assert costs[:, 1].tolist() == pytest.approx([30.0, 10.0])
