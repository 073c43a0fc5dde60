"""`riverboat abstraction`: what it prints is what the cards say, and bad input is one line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.odds import hand_strength

BOARD = "AhKh7d2c3s"


def run(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["abstraction", *arguments])
    if isinstance(result.exception, RiverboatError):
        raise result.exception
    assert result.exit_code == 0, result.output
    return result.stdout


def test_the_buckets_of_a_river() -> None:
    """Shares add up; AA is the best set; the mean strength of all hands is one half by symmetry."""
    (said,) = json.loads(run("show", "psopti(7)", "--board", BOARD, "--json"))["items"]
    assert sum(bucket["share"] for bucket in said["in_use"]) == pytest.approx(1.0)
    assert sum(bucket["share"] * bucket["strength"] for bucket in said["in_use"]) == pytest.approx(0.5)
    assert said["grid"]["AA"] == 6
    assert "hands" in run("show", "psopti(7)", "--board", BOARD)
    strongest = said["in_use"][-1]
    assert strongest["strength"] > 0.9563
    assert float(hand_strength("AsAd", BOARD)) > 0.9563
    for bucket in said["in_use"]:
        assert sum(bucket["histogram"]) == pytest.approx(1.0)


def test_the_start_has_all_169_hands() -> None:
    (said,) = json.loads(run("show", "kmeans(histogram,50)", "--json"))["items"]
    assert said["buckets"] == 169
    assert len(said["grid"]) == 169
    assert said["spread"] == pytest.approx(0.0, abs=1e-6)
    for bucket in said["in_use"]:
        assert sum(bucket["histogram"]) == pytest.approx(1.0)


def test_a_street_over_random_boards() -> None:
    (said,) = json.loads(run("show", "psopti(6)", "--street", "river", "--json"))["items"]
    assert said["boards"] == 40
    assert [bucket["bucket"] for bucket in said["in_use"]] == list(range(6))


def test_buckets_of_utility_before_the_flop() -> None:
    """Twenty buckets of equal shares as far as 169 hands allow, aces in the best and 32o in the worst."""
    (said,) = json.loads(run("show", "rgu(20)", "--json"))["items"]
    assert (said["abstraction"], said["buckets"]) == ("rgu(20)", 20)
    assert [bucket["share"] for bucket in said["in_use"]] == pytest.approx([0.05] * 20, abs=12 / 1326)
    assert (said["grid"]["AA"], said["grid"]["32o"]) == (19, 0)


def test_the_page(tmp_path: Path) -> None:
    target = tmp_path / "page.html"
    run("show", "psopti(7)", "--board", BOARD, "--html", str(target))
    page = target.read_text()
    assert page.count("<svg") >= 6
    assert "psopti(7)" in page
    assert "NaN" not in page


def test_the_list() -> None:
    assert "kmeans(histogram,1000)" in run("list")
    assert {"threshold(150000)", "rgu(20)"} <= {each["name"] for each in json.loads(run("list", "--json"))["items"]}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("magic(3)",), "no kind"),
        (("psopti(7)", "--board", "AhKh"), "expected 3, 4 or 5"),
        (("psopti(7)", "--street", "showdown"), "expected preflop, flop, turn, river"),
        (("threshold(150000)", "--board", BOARD), "has no buckets on the river"),
        (("psopti(7)", "--html", "/nowhere/at/all.html"), "there is no folder"),
    ],
)
def test_bad_input(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(RiverboatError, match=message):
        run("show", *arguments)
