"""`riverboat train 6max`: what it refuses, opening ranges, and a short run that is resumed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.cards.ranges import Range

if TYPE_CHECKING:
    from commands import Run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--hours", "0"), "--hours 0: expected more than 0"),
        (("--minutes", "0"), "--hours 0: expected more than 0"),
        (("--out", "blueprint.txt"), "blueprints end in .strategy"),
        (("--out", "nowhere/x.strategy"), "there is no folder nowhere"),
        (("--buckets", "1/2"), "expected one number of buckets, or one for each street"),
        (("--ranges", "--out", "none.strategy"), 'blueprint "none.strategy": No such file'),
    ],
)
def test_what_cannot_be_trained_is_said_in_one_line(
    run: Run, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("train", "6max", *arguments)
    assert found.code == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_opening_ranges_are_printed(run: Run) -> None:
    found = run("train", "6max", "--ranges", "--json").items
    assert [each["position"] for each in found] == ["UTG", "HJ", "CO", "BTN", "SB"]
    assert all(0.0 < each["share"] < 1.0 for each in found)
    widths = [sum(weight > 0 for weight in Range(each["text"]).weights) / 1326 for each in found]
    assert widths[:4] == sorted(widths[:4])  # wider, the fewer are left to act


@pytest.mark.slow
def test_the_same_command_continues_to_the_same_blueprint(run: Run, tmp_path: Path) -> None:
    out, whole = tmp_path / "short.strategy", tmp_path / "whole.strategy"
    options = ("train", "6max", "--buckets", "psopti(7)", "--json")
    assert run(*options, "--deals", "300", "--out", str(out)).item["deals"] == 300
    found = run(*options, "--deals", "700", "--out", str(out)).item
    assert (found["deals"], found["resumed_after"]) == (700, 300)
    run(*options, "--deals", "700", "--out", str(whole))
    assert out.read_bytes() == whole.read_bytes()
    other = run(*options, "--deals", "800", "--seed", "2", "--out", str(out))
    assert other.code == 2
    assert "its seed is 1, not 2" in other.err
