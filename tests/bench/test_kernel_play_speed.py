"""The benchmark of kernel matches: one line for each game and player, and none for hands that went another way."""

from __future__ import annotations

import pytest

from riverboat.arena.kernel_play import KernelTable, SeenHand
from riverboat.bench import kernel_play, run
from riverboat.errors import RiverboatError


def test_limit_and_no_limit_with_two_and_four(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel_play, "_AGENTS", ("acpc_example",))
    lines = [line for _, line in run("kernel-play").lines]
    assert [line.goal for line in lines] == [2000.0, 500.0, 2000.0, 500.0]
    assert all(line.unit == "k/s" and line.riverboat > 1.0 and "acpc_example" in line.name for line in lines)


def test_other_payoffs_than_the_dealers_stop_it(monkeypatch: pytest.MonkeyPatch) -> None:
    true = KernelTable.see

    def false(table: KernelTable, hands: int) -> list[SeenHand]:
        return [hand._replace(payoffs=hand.payoffs[::-1]) for hand in true(table, hands)]

    monkeypatch.setattr(KernelTable, "see", false)
    with pytest.raises(RiverboatError, match="answers differ"):
        run("kernel-play")
