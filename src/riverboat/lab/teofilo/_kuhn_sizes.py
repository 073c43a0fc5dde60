"""The four games of Tables 30 and 31, and what the thesis prints for each."""

from __future__ import annotations

from typing import NamedTuple

DEALS = 10_000


class KuhnSize(NamedTuple):
    """One row of both tables."""

    name: str
    game: str
    printed_sets: int
    sets: int
    """cards x players x 2^(players - 1)."""
    seconds: tuple[float, float]
    """Recursive, iterative."""
    megabytes: tuple[float, float]
    small_deals: int


SIZES = (
    KuhnSize("2P Kuhn", "kuhn(cards=4)", 16, 16, (0.08, 0.25), (1.32, 1.56), 10_000),
    KuhnSize("2P Kuhn full deck", "kuhn(cards=52)", 33_390_720, 208, (0.22, 0.42), (1835.82, 1836.00), 10_000),
    KuhnSize(
        "5P Kuhn half deck", "kuhn(players=5,cards=26)", 43_080_840, 2080, (382.15, 180.61), (992.43, 1046.19), 2000
    ),
    KuhnSize(
        "8P Kuhn quarter deck", "kuhn(players=8,cards=13)", 4_932_736, 13_312, (14_497.04, 4939.55), (201.71, 1650.30),
        100,
    ),
)  # fmt: skip

SETS_REMARK = (
    "The printed numbers of information sets do not fit: Kuhn poker for n players has cards x n x 2^(n-1) of them, "
    "16, 208, 2,080 and 13,312 in these games (and 48 with three players, as Table 4 has it). With the printed times "
    "and memory they suggest that something much larger was built for each deal; the text does not say what. Half and "
    "quarter decks are taken to have 26 and 13 cards."
)
