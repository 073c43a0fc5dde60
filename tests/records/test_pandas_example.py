"""The pandas example of docs/database.md, run as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from riverboat.arena import run_match
from riverboat.games.hand import Hand
from riverboat.records.flat import write_flat


def test_the_example_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pandas", reason="pandas is not installed")
    hands: list[Hand] = []
    run_match(["always_call", "random"], "holdem", 30, seed=1, record=hands.extend)
    monkeypatch.chdir(tmp_path)
    write_flat(hands, "hands.parquet", "parquet")
    page = (Path(__file__).parents[2] / "docs" / "database.md").read_text(encoding="utf-8")
    [example] = re.findall(r"```python\n(import pandas.*?)```", page, re.DOTALL)
    exec(compile(example, "docs/database.md", "exec"), {})
    assert "always_call" in capsys.readouterr().out
