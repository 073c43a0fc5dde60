"""Ranges out of ranges: sets that everybody can count, and laws that hold for any two ranges."""

from __future__ import annotations

import numpy as np
import pytest

from riverboat.cards.range_algebra import best_share, intersect, scale, subtract, union
from riverboat.cards.ranges import Range
from riverboat.errors import NotationError


def test_sets_of_hands() -> None:
    assert union(Range("22+"), Range("AKs")) == Range("22+,AKs")
    assert subtract(Range("22+"), Range("QQ+")) == Range("22-JJ")
    assert intersect(Range("22+,AKs"), Range("TT+,AKo")) == Range("TT+")
    assert subtract(Range("AA"), Range("22+")).is_empty


def test_weights() -> None:
    assert union(Range("AA:0.25"), Range("AA:0.5,KK")) == Range("AA:0.5,KK")
    assert subtract(Range("AA"), Range("AA:0.25")) == Range("AA:0.75")
    assert scale(Range("AA,KK:0.5"), 50) == Range("AA:0.5,KK:0.25")
    assert scale(Range("AA,KK:0.5"), 300) == Range("AA,KK")


def test_the_best_part_of_a_range() -> None:
    """Aces are the best of three pairs; a half of four classes of six combinations is two of them."""
    assert best_share(Range("TT+,!QQ,!KK"), 100 * 6 / 18) == Range("AA")
    assert best_share(Range("22,33,KK,AA"), 50) == Range("KK+")
    assert best_share(Range("KK+"), 75) == Range("AA,KK:0.5")
    assert best_share(Range("AKs:0.5,72o"), 0).is_empty
    assert best_share(Range("22+,A2s+"), 100) == Range("22+,A2s+")
    whole = Range("22+,A2s+,KTo+:0.3")
    assert best_share(whole, 37).combos == pytest.approx(0.37 * whole.combos)


def test_laws() -> None:
    rng = np.random.default_rng(5)
    for _ in range(20):
        first, second = (Range.from_weights(rng.random(1326) * (rng.random(1326) < 0.6)) for _ in range(2))
        both, either = intersect(first, second).weights, union(first, second).weights
        np.testing.assert_allclose(both + either, first.weights + second.weights)
        np.testing.assert_allclose(subtract(first, second).weights + both, first.weights)
        assert union(first, second) == union(second, first)


@pytest.mark.parametrize("wrong", [-1.0, 100.5, float("nan")])
def test_wrong_shares(wrong: float) -> None:
    with pytest.raises(NotationError, match="expected 0 to 100"):
        best_share(Range("AA"), wrong)
