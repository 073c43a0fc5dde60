"""`riverboat train 6max`: what it refuses, opening ranges, and a short run that is resumed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from riverboat.agents.riverboat_6max.blueprints import SHIPPED, blueprint_for
from riverboat.cards.ranges import Range
from riverboat.cli.train_blueprint import train_blueprint
from riverboat.errors import RiverboatError
from riverboat.solve.core.strategy_file import Origin, read_strategy
from riverboat.solve.multiway.strategy import MultiwayBlueprint

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


def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    """Refused before tables of buckets are built: another game, other buckets."""
    kuhn, six = tmp_path / "kuhn.strategy", tmp_path / "six.strategy"
    assert run("solve", "kuhn", "--iterations", "10", "--out", str(kuhn)).code == 0
    six.write_bytes(SHIPPED.read_bytes())
    for path, said in ((kuhn, "it is for kuhn, not for"), (six, "it has other buckets; name another file")):
        before = path.read_bytes()
        found = run("train", "6max", "--buckets", "psopti(7)", "--deals", "10", "--out", str(path))
        assert found.code == 2
        assert said in found.err
        assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kuhn.strategy", "six.strategy"]


class Counting:
    """Counts deals, and learns nothing: its strategy is the shipped blueprint with another number of deals."""

    def __init__(self) -> None:
        self.blueprint = blueprint_for(SHIPPED)
        self.rules, self.bucketing = self.blueprint.rules, self.blueprint.bucketing
        self.iterations, self.choices, self.seed = 0, 0, 1
        self.identity = {"engine": "counting"}
        self.arrays = dict[str, Any]

    def prepare(self, on_progress: Any) -> None:
        pass

    def iterate(self, count: int) -> None:
        self.iterations += count

    def policy(self) -> MultiwayBlueprint:
        return replace(self.blueprint, origin=Origin("counting", self.iterations))


def test_a_longer_training_is_kept(tmp_path: Path) -> None:
    """Its checkpoint was lost, and somebody begins anew."""
    path = tmp_path / "six.strategy"
    for deals in (300, 700):
        train_blueprint(Counting(), path, 1, deals, None, "deals", to_json=False)
        assert read_strategy(path).origin.iterations == deals
    path.with_suffix(".training").unlink()
    with pytest.raises(RiverboatError, match="kept, it has learned from 700 deals, not from 400"):
        train_blueprint(Counting(), path, 1, 400, None, "deals", to_json=False)
    assert read_strategy(path).origin.iterations == 700


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
