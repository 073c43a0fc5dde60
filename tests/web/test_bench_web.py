"""The benchmark of live tables, small: every answer is shown, nothing is lost, and it says so."""

from __future__ import annotations

import pytest

from riverboat.bench import run


def test_a_few_tables_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_BENCH_SECONDS", "2")
    monkeypatch.setenv("RIVERBOAT_BENCH_TABLES", "3")
    monkeypatch.setenv("RIVERBOAT_BENCH_THINKS", "0.05")
    lines = {line.name: line for _, line in run("web").lines}
    assert lines["errors"].riverboat == 0
    for load in ("3 tables, 0.05 s to think", "3 tables, no time to think"):
        assert lines[f"{load}: answer to frame, median"].riverboat > 0
        assert lines[f"{load}: answers per second"].riverboat > 0
    assert lines["memory that it grew after the warm-up"].series
