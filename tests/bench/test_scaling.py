"""The simulation of large clusters, where the answer is known."""

from __future__ import annotations

import pytest

from riverboat.bench.scaling import CORES_OF_MACHINE, NETWORK_BYTES, Cost, Job, simulate


def test_one_core_does_everything_itself() -> None:
    found = simulate(Job("work", 100, (2.0,), start=5.0), Cost(0.0), 1)
    assert found.seconds == pytest.approx(205.0)
    assert found.efficiency == pytest.approx(200 / 205)


def test_cores_share_equal_pieces_and_wait_for_the_last() -> None:
    assert simulate(Job("work", 100, (2.0,)), Cost(0.0), 10).seconds == pytest.approx(20.0)
    assert simulate(Job("work", 101, (2.0,)), Cost(0.0), 10).seconds == pytest.approx(22.0)
    assert simulate(Job("work", 5, (2.0,)), Cost(0.0), 1000).seconds == pytest.approx(2.0)


def test_nobody_is_faster_than_the_process_that_hands_out() -> None:
    found = simulate(Job("work", 10_000, (1.0,)), Cost(0.01), 1000)
    assert found.seconds == pytest.approx(100.0 + 1.0)
    assert found.handing_out == pytest.approx(100 / 101)


def test_tables_travel_before_and_after_every_round() -> None:
    job = Job("training", 160, (1.0,), rounds=10, table_bytes=NETWORK_BYTES)
    found = simulate(job, Cost(0.0), CORES_OF_MACHINE)
    assert found.seconds == pytest.approx(10 * (1.0 + 2.0))
    assert found.network == pytest.approx(2 / 3)
