"""`riverboat spot-report`, as people and programs use it."""

from __future__ import annotations

import csv
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.odds.showdown import equity

if TYPE_CHECKING:
    from commands import Run

SPOT = 'oop = "AA,KK"\nip = "QQ,A5s"\npot = 100\nstack = 100\nbets = "a"\n'


@pytest.fixture
def spot(tmp_path: Path) -> str:
    path = tmp_path / "spot.toml"
    path.write_text(SPOT)
    return str(path)


def test_chosen_flops_are_solved_and_kept(run: Run, spot: str, tmp_path: Path) -> None:
    keep, table = tmp_path / "kept.jsonl", tmp_path / "flops.csv"
    say = ("spot-report", spot, "--flop", "QsJh2s", "--flop", "Kd8h8d", "--target", "1", "--node", "x")
    done = run(*say, "--resume", str(keep), "--csv", str(table))
    assert done.code == 0
    assert done.err == ""
    lines = done.out.splitlines()
    assert lines[0].startswith("2 flops; means weighted by frequency at x")
    assert [line.split()[0] for line in lines[2:]] == [
        "QsJh2s", "Kd8h8d", "two-tone", "unpaired", "paired", "K-high", "Q-high", "all",
    ]  # fmt: skip
    assert len(keep.read_text().splitlines()) == 3
    with table.open() as file:
        rows = list(csv.DictReader(file))
    assert [row["flop"] for row in rows] == ["QsJh2s", "Kd8h8d"]
    kept = keep.read_bytes()
    found = run(*say, "--keep", str(keep), "--json").json
    assert keep.read_bytes() == kept
    assert [flop["flop"] for flop in found["items"]] == ["QsJh2s", "Kd8h8d"]
    assert found["total"]["oop"]["ev"] + found["total"]["ip"]["ev"] == pytest.approx(100, abs=1e-3)
    assert all(flop["percent"] <= 1.0 for flop in found["items"])
    assert sum(found["total"]["actions"].values()) == pytest.approx(1.0)
    assert found["settings"]["node"] == "x"


def test_a_sample_of_one_texture_has_a_seed(run: Run, spot: str) -> None:
    say = ("spot-report", spot, "--flops", "2", "--texture", "paired,K-high", "--iterations", "1", "--seed")
    one, same, other = (run(*say, seed, "--json").json for seed in ("1", "1", "2"))
    flops = [[flop["flop"] for flop in each["items"]] for each in (one, same, other)]
    assert flops[0] == flops[1] != flops[2]
    assert one["seed"] == 1
    assert all("K-high" in flop["textures"] for flop in one["items"])
    for flop in one["items"]:
        assert flop["oop"]["equity"] == pytest.approx(equity(["AA,KK", "QQ,A5s"], board=flop["flop"]).equity[0])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--texture", "wet"], 'texture "wet"'),
        (["--texture", "monotone,paired"], "no flop matches"),
        (["--flop", "AsKd"], "three cards"),
        (["--flop", "AsKd2c", "--flop", "AhKc2d"], "the same but for the suits"),
        (["--flop", "AsKd2c", "--sample", "4"], "give one of them"),
        (["--flops", "missing.txt"], "No such file"),
        (["--flops", "0"], "expected 1 or more"),
        (["--flop", "Ks8d2c", "--node", "b7"], "b7"),
        (["--flop", "Ks8d2c", "--target", "0"], "above 0"),
        (["--flop", "Ks8d2c", "--precision", "8-bit"], "float32 or 16-bit"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, spot: str, words: list[str], said: str) -> None:
    done = run("spot-report", spot, *words)
    assert done.code == 2
    assert done.out == ""
    assert done.err.count("\n") == 1
    assert said in done.err


def test_spot_files_are_checked(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    for text, said in (
        (SPOT.replace("bets", "bet"), 'unknown key "bet"; the closest is "bets"'),
        (SPOT.replace('oop = "AA,KK"\n', ""), '"oop" is missing'),
        (SPOT + "=", "not TOML"),
    ):
        path.write_text(text)
        done = run("spot-report", str(path), "--flop", "Ks8d2c")
        assert done.code == 2
        assert said in done.err
    assert "No such file" in run("spot-report", str(tmp_path / "none.toml")).err
