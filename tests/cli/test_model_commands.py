"""`riverboat model`: networks trained, and predictors measured, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.agents.poki.self_play import self_play
from riverboat.model.predicting import collect_hands, read_network
from riverboat.records import write_hands

if TYPE_CHECKING:
    from conftest import Run


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("hands") / "hands.phhs"
    write_hands(self_play(40, seed=9), path)
    return path


def test_self_play_in_and_a_network_out(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "net.predictor"
    done = run("model", "train", "--self-play", "12", "--folds", "2", "--units", "4", "--seed", "9", "--out", str(out))
    assert done.code == 0, done.err
    assert "12 hands" in done.out
    assert "seed 9" in done.out
    network = read_network(out)
    assert network.units == 4
    assert network.about["trained_on"] == "self-play"
    assert network.about["decisions"] == len(collect_hands(self_play(12, seed=9)))


def test_records_in_and_one_players_network_out(run: Run, record: Path, tmp_path: Path) -> None:
    out = tmp_path / "net.predictor"
    options = ("--player", "poki", "--units", "2", "--units", "4", "--folds", "2", "--json")
    done = run("model", "train", str(record), *options, "--out", str(out))
    assert done.code == 0, done.err
    found = done.json
    assert [each["units"] for each in found["tried"]] == [2, 4]
    assert found["log_loss"] == pytest.approx(min(each["log_loss"] for each in found["tried"]))
    assert found["hands"] < 40
    assert found["decisions"] < len(collect_hands(self_play(40, seed=9)))


def test_predictors_are_measured_on_the_last_hands(run: Run, record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "net.predictor")
    assert run("model", "train", "--self-play", "12", "--folds", "2", "--out", out).code == 0
    done = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.25", "--json")
    assert done.code == 0, done.err
    found = done.json
    assert (found["hands"], found["held_out"]) == (40, 10)
    last = collect_hands(list(self_play(40, seed=9))[30:])
    for score in found["predictors"].values():
        assert score["decisions"] == len(last)
        assert sum(map(sum, score["confusion"])) == len(last)
        assert score["log_loss"] > 0.0
    plain = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.25")
    assert "10 of 40 hands held out" in plain.out
    assert "best of several" in plain.out


def test_errors_are_one_line(run: Run, record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "net.predictor")
    for arguments, says in (
        (("train", "--out", out), "no hands to read"),
        (("train", str(record), "--self-play", "5", "--out", out), "train on either"),
        (("train", "--self-play", "3", "--out", out), "3 hands"),
        (("accuracy", str(record), "--network", str(record)), "no riverboat file"),
        (("accuracy", str(record), "--held-out", "2"), "--held-out 2"),
    ):
        done = run("model", *arguments)
        assert (done.code, done.err.count("\n")) == (2, 1), done.err
        assert says in done.err
    assert not (tmp_path / "net.predictor").exists()
