"""Compiling: one kernel for all streets and both precisions, and nothing compiled twice."""

from __future__ import annotations

from riverboat.bench import LONG
from riverboat.bench import compile as compile_bench
from riverboat.solve.spot._kernels.visit import visit


def test_one_kernel_serves_every_street_and_both_precisions() -> None:
    steps = compile_bench._compile_everything()
    assert len(steps) == 6
    assert len(visit.signatures) == 1
    assert set(compile_bench._compile_everything().values()) == {0.0}


def test_it_is_run_only_by_name() -> None:
    assert "compile" in LONG
