"""What the entries on DIVAT share."""

from __future__ import annotations

import pytest

from riverboat.lab.billings._judge import GAME, divat_rows, match_hands


@pytest.mark.parametrize("seed", range(6))
def test_numbers_are_the_first_players_wherever_it_sits(seed: int) -> None:
    """In a cash match seats are drawn: who always folds loses its blind every second hand from either chair."""
    played, first = match_hands(("always_fold", "always_raise"), GAME, 20, "cash", seed)
    assert first == "always_fold"
    assert sum(row[0] for row in divat_rows(played, first)) == pytest.approx(-0.5 * 10 - 1.0 * 10)
