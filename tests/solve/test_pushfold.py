"""Push or fold: payoffs, equilibria and how they are measured."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.solve.pushfold import PushFoldGame, seat_in_order, solve_push_fold


def test_ten_big_blinds_heads_up_shoves_58_and_calls_37_percent() -> None:
    """The no-ante equilibrium at 10 big blinds as charts give it: the small blind shoves 58.3 %, the big blind calls
    37.4 % of hands (HoldemResources, heads-up push/fold: the cells of 10 and more)."""
    solution = solve_push_fold(PushFoldGame((10.0, 10.0)))
    assert solution.is_exact
    assert solution.share(0) == pytest.approx(0.583, abs=0.002)
    assert solution.share(1, [0]) == pytest.approx(0.374, abs=0.002)
    assert max(solution.gains) < 1e-5
    assert sum(solution.values) == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize("players", [2, 3, 6])
def test_seats_in_order_of_action_from_positions_left_of_the_button(players: int) -> None:
    seats = [seat_in_order(position, players) for position in range(players)]
    assert sorted(seats) == list(range(players))
    small, big = (1, 0) if players == 2 else (0, 1)
    assert (seats[small], seats[big]) == (players - 2, players - 1)


def test_four_players_over_few_deals_are_near_equilibrium_and_lose_nothing() -> None:
    solution = solve_push_fold(PushFoldGame((8.0,) * 4), deals=1 << 16, iterations=40)
    assert not solution.is_exact
    assert sum(solution.values) == pytest.approx(0.0, abs=1e-6)
    assert max(solution.gains) < 0.05
    for gain, (low, high) in zip(solution.gains, solution.gain_intervals, strict=True):
        assert low <= gain <= high
    shares = [solution.share(seat) for seat in range(3)]
    assert shares == sorted(shares)  # the later the seat, the more it shoves


def test_questions_without_an_answer_are_refused() -> None:
    solution = solve_push_fold(PushFoldGame((5.0, 5.0)), iterations=5)
    for seat, all_in in ((2, ()), (0, (1,)), (1, ())):
        with pytest.raises(RiverboatError):
            solution.probabilities(seat, all_in)
    assert np.isfinite(solution.strategy).all()
