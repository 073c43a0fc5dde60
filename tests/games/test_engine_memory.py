"""A match may have millions of hands: nothing of those that are over is kept, beyond a bounded memory of betting."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.games import make_game
from riverboat.games.betting import opening

STATM = Path("/proc/self/statm")
PLAYERS = ["acpc_example", "random"]


def test_thousands_of_hands_leave_nothing_behind() -> None:
    """Python's own count of what is allocated, after lines of betting have filled the room there is for them."""
    rules = make_game("holdem", blinds=(50, 100))
    opening(rules).lines.room = 500
    allocated: list[int] = []

    def sample(progress: object) -> None:
        gc.collect()
        allocated.append(sys.getallocatedblocks())

    run_match(PLAYERS, rules, 4000, session=500, on_progress=sample)
    assert opening(rules).lines.room == 0
    assert len(allocated) == 8
    # Curves of winnings get a point for each session; a hand that was kept would be forty objects.
    assert allocated[-1] - allocated[2] < 1000


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "hands"), [("holdem", 200_000), ("holdem(betting=limit)", 1_000_000), ("stud", 200_000)]
)
def test_memory_is_flat_over_many_hands(game: str, hands: int) -> None:
    if not STATM.exists():
        pytest.skip("this system does not say how much memory is resident")
    resident: list[int] = []

    def sample(progress: object) -> None:
        resident.append(int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE"))

    run_match(PLAYERS, game, hands, on_progress=sample)
    samples = len(resident)
    assert samples == hands // 1000
    early, late = max(resident[samples // 10 : samples // 5]), max(resident[samples * 9 // 10 :])
    assert late - early < 2e6, f"{early:,} bytes became {late:,}"
