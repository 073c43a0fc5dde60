"""The hand metrics of the DIVAT chapter: Billings' worked game (Table 5.2) to four decimals."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.errors import RiverboatError
from riverboat.odds.strength import assess_hand, effective_hand_rank, immediate_hand_rank, seven_card_hand_rank

ALFRED, BETTY = "AcKc", "7h6h"
FLOP, TURN, RIVER = "Ks5h3d", "Ks5h3dTc", "Ks5h3dTc4h"


@pytest.mark.parametrize(
    ("hole", "board", "immediate", "seven_card", "effective", "purpose"),
    [
        (ALFRED, "", 0.9376, 0.6704, 0.9376, "bet"),
        (ALFRED, FLOP, 0.9685, 0.8687, 0.9685, "bet"),
        (ALFRED, TURN, 0.9411, 0.8902, 0.9411, "bet"),
        (ALFRED, RIVER, 0.8576, 0.8576, 0.8576, "bet"),
        (BETTY, "", 0.1604, 0.4537, 0.4537, "bet"),
        (BETTY, FLOP, 0.0634, 0.3798, 0.2216, "fold"),
        (BETTY, TURN, 0.0662, 0.2146, 0.2146, "fold"),
        (BETTY, RIVER, 0.9955, 0.9955, 0.9955, "bet"),
    ],
)
def test_worked_game(
    hole: str, board: str, immediate: float, seven_card: float, effective: float, purpose: Any
) -> None:
    """Alfred's AcKc and Betty's 7h6h on Ks5h3d Tc 4h."""
    assert immediate_hand_rank(hole, board) == pytest.approx(immediate, abs=5e-5)
    assert seven_card_hand_rank(hole, board) == pytest.approx(seven_card, abs=5e-5)
    assert effective_hand_rank(hole, board, purpose) == pytest.approx(effective, abs=5e-5)


def test_draws_in_the_text() -> None:
    """3c2c and 3h2h on Ks Th 7d: a backdoor draw, and what a turn card makes of it."""
    assert immediate_hand_rank("3c2c", "KsTh7d") == pytest.approx(0.0042, abs=5e-5)
    assert seven_card_hand_rank("3c2c", "KsTh7d") == pytest.approx(0.1507, abs=5e-5)
    assert seven_card_hand_rank("3c2c", "KsTh7d4c") == pytest.approx(0.0620, abs=5e-5)
    assert seven_card_hand_rank("3h2h", "KsTh7d") == pytest.approx(0.1893, abs=5e-5)
    # 6cHR, the mean hand rank after one more card, is what one card of look-ahead gives.
    assert assess_hand("3h2h", "KsTh7d", look_ahead=1).win_probability == pytest.approx(0.0729, abs=5e-5)


def test_two_card_poker_before_the_flop() -> None:
    """AK: behind the 72 pairs that are left, tied with 9 other AK, ahead of the rest of 1,225 hands; suits do not
    count.
    """
    assert immediate_hand_rank("AcKc") == pytest.approx((1144 + 4.5) / 1225)
    assert immediate_hand_rank("AcKd") == immediate_hand_rank("AcKc")
    assert immediate_hand_rank("AsAh") == pytest.approx((1224 + 0.5) / 1225)
    assert immediate_hand_rank("3s2h") == pytest.approx(4.5 / 1225)


def test_folding_and_betting_rank_differ_only_where_the_rules_say() -> None:
    """Flop: the mean to fold, the larger to bet. Turn: 7cHR to fold although IHR is larger."""
    assert effective_hand_rank(ALFRED, FLOP, "fold") == pytest.approx((0.9685 + 0.8687) / 2, abs=5e-5)
    assert effective_hand_rank(BETTY, FLOP, "bet") == pytest.approx(0.3798, abs=5e-5)
    assert effective_hand_rank(ALFRED, TURN, "fold") == pytest.approx(0.8902, abs=5e-5)
    assert effective_hand_rank(ALFRED, "", "fold") == pytest.approx(0.6704, abs=5e-5)
    assert effective_hand_rank(ALFRED, RIVER, "fold") == pytest.approx(0.8576, abs=5e-5)


def test_unknown_purpose_is_refused() -> None:
    with pytest.raises(RiverboatError, match='"raise"'):
        effective_hand_rank(ALFRED, FLOP, "raise")  # type: ignore[arg-type]
