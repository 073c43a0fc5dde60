"""Hands that several ranking tests look at."""

from __future__ import annotations

from itertools import chain, combinations, combinations_with_replacement

import numpy as np
import pytest
from numpy.typing import NDArray


@pytest.fixture(scope="session")
def all_fives() -> NDArray[np.uint8]:
    """uint8[2598960, 5]: every five-card hand."""
    flat = chain.from_iterable(combinations(range(52), 5))
    return np.fromiter(flat, np.uint8, 5 * 2_598_960).reshape(-1, 5)


@pytest.fixture(scope="session")
def one_of_each() -> list[tuple[int, ...]]:
    """One hand for each of the 7,462 ways in which five-card hands can differ: 6,175 unsuited and 1,287 suited."""
    unsuited = []
    for ranks in combinations_with_replacement(range(13), 5):
        if all(ranks.count(rank) <= 4 for rank in ranks):
            hand = [4 * rank + ranks[:place].count(rank) for place, rank in enumerate(ranks)]
            if len(set(ranks)) == 5:
                hand[0] += 1
            unsuited.append(tuple(hand))
    suited = [tuple(4 * rank for rank in ranks) for ranks in combinations(range(13), 5)]
    return unsuited + suited
