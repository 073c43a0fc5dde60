"""`riverboat train nolimit`: what it refuses before any work, and a short run that is resumed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--stack", "21"), "--stack 21: riverboat_nl plays blueprints of 20, 50, 100, 200 big blinds"),
        (("--hours", "0"), "--hours 0: expected more than 0"),
        (("--out", "blueprint.txt"), "blueprints end in .strategy"),
        (("--out", "nowhere/x.strategy"), "there is no folder nowhere"),
        (("--bets", "50%/50%"), 'bets "50%/50%": write sizes for four streets'),
        (("--sized", "3/x"), 'sized raises "3/x"'),
        (("--buckets", "1/2"), "expected one number of buckets, or one for each street"),
    ],
)
def test_what_cannot_be_trained_is_said_in_one_line(
    run: Run, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("train", "nolimit", *arguments)
    assert found.code == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_same_command_continues(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "short.strategy"
    options = ("train", "nolimit", "--stack", "20", "--buckets", "psopti(7)", "--out", str(out), "--json")
    assert run(*options, "--boards", "3").item["boards"] == 3
    found = run(*options, "--boards", "5").item
    assert (found["boards"], found["resumed_after"]) == (5, 3)
    other = run(*options, "--boards", "5", "--seed", "2")
    assert other.code == 2
    assert "its seed is 1, not 2" in other.err
