"""`riverboat pushfold`: what it prints, writes and refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli.app import app
from riverboat.errors import RiverboatError


def _run(*words: str) -> str:
    result = CliRunner().invoke(app, ["pushfold", *words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result.stdout


def test_json_has_every_decision_of_the_position() -> None:
    (found,) = json.loads(_run("--stacks", "10", "--position", "bb", "--json"))["items"]
    (player,) = found["players"]
    (decision,) = player["decisions"]
    assert (player["position"], decision["all_in"], found["equities"]) == ("bb", ["sb"], "exact")
    assert decision["hands"]["AA"] == pytest.approx(1.0)
    assert decision["share"] == pytest.approx(0.374, abs=0.002)


def test_pages_stand_alone(tmp_path: Path) -> None:
    grid, depths = tmp_path / "grid.html", tmp_path / "depths.html"
    assert f"wrote {grid}" in _run("--stacks", "6", "--html", str(grid))
    assert f"wrote {depths}" in _run("--depths", "5,10", "--html", str(depths))
    for page in (grid, depths):
        text = page.read_text()
        assert "<svg" in text
        assert "SB shoves" in text
        assert "http://" not in text.replace("http://www.w3.org", "")


def test_three_players_over_few_deals() -> None:
    text = _run("--players", "3", "--stacks", "8", "--position", "sb", "--all-in", "btn", "--equities", "sampled",
                "--samples", "8192")  # fmt: skip
    assert "SB calls BTN" in text
    assert "[" in text


@pytest.mark.parametrize(
    "words",
    [
        ("--players", "7"),
        ("--players", "1"),
        ("--stacks", "ten"),
        ("--stacks", "10,10", "--players", "3"),
        ("--position", "utg"),
        ("--position", "sb", "--all-in", "bb"),
        ("--all-in", "sb"),
        ("--payouts", "20,80"),
        ("--depths", "20-2"),
        ("--equities", "guessed"),
        ("--equities", "exact", "--players", "5"),
        ("--players", "4", "--deals", "10"),
        ("--seed", "-1"),
        ("--html", "/nowhere/at/all.html"),
    ],
)
def test_what_cannot_be_is_one_line(words: tuple[str, ...]) -> None:
    with pytest.raises(RiverboatError) as refused:
        _run(*words)
    assert "\n" not in str(refused.value)
