"""Commands run in this process, as a person would type them."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from commands import Outcome, Run, WriteDuel

from riverboat.cli import main


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    def call(*arguments: str) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["riverboat", *arguments])
        with pytest.raises(SystemExit) as stop:
            main()
        captured = capsys.readouterr()
        code = stop.value.code
        return Outcome(code if isinstance(code, int) else 0, captured.out, captured.err)

    return call


@pytest.fixture
def write_duel(tmp_path: Path) -> WriteDuel:
    """Writes one hand of no-limit hold'em between Ann and Bob: he raises to 6, she to 18, he folds."""

    def write(bobs_cards: str = "7c2d", bobs_stack: int = 200) -> Path:
        path = tmp_path / "duel.phh"
        path.write_text(f"""
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, {bobs_stack}]
actions = ['d dh p1 AhKd', 'd dh p2 {bobs_cards}', 'p2 cbr 6', 'p1 cbr 18', 'p2 f']
players = ['Ann', 'Bob']
""")
        return path

    return write
