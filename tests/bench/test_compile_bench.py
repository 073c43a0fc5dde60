"""Compiling: one kernel for all streets and both precisions, and nothing compiled twice."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace

import pytest

from riverboat import bench
from riverboat.bench import compile as compile_bench
from riverboat.bench.harness import Measurement, Peers
from riverboat.solve.spot._kernels.visit import visit


def test_one_kernel_serves_every_street_and_both_precisions() -> None:
    steps = compile_bench._compile_everything()
    assert len(steps) == 6
    assert len(visit.signatures) == 1
    assert set(compile_bench._compile_everything().values()) == {0.0}


def test_it_is_run_only_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a name every benchmark runs once but the long ones; of those only the one that is named."""
    ran: list[str] = []

    def load(module: str) -> SimpleNamespace:
        def benchmark(peers: Peers) -> Iterator[Measurement]:
            ran.append(module.removeprefix("riverboat.bench."))
            return iter(())

        return SimpleNamespace(benchmark=benchmark)

    monkeypatch.setattr(bench, "import_module", load)
    bench.run()
    assert "engine" in ran
    assert len(ran) == len(set(ran))
    assert "compile" not in ran
    ran.clear()
    bench.run("compile")
    assert ran == ["compile"]
