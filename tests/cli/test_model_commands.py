"""`riverboat model`: networks trained, and predictors measured, from the command line."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.agents.poki.self_play import self_play
from riverboat.arena import run_match
from riverboat.cli.model import _followed
from riverboat.cli.selection import Refused
from riverboat.games import Action, Hand
from riverboat.model.predicting import collect_hands, read_network
from riverboat.records import write_hands

if TYPE_CHECKING:
    from commands import Run


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
    found = done.item
    assert [each["units"] for each in found["tried"]] == [2, 4]
    assert found["log_loss"] == pytest.approx(min(each["log_loss"] for each in found["tried"]))
    assert found["hands"] < 40
    assert found["decisions"] < len(collect_hands(self_play(40, seed=9)))


def test_predictors_are_measured_on_the_last_hands(run: Run, record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "net.predictor")
    assert run("model", "train", "--self-play", "12", "--folds", "2", "--out", out).code == 0
    done = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.25", "--json")
    assert done.code == 0, done.err
    assert (done.json["hands"], done.json["held_out"]) == (40, 10)
    last = collect_hands(list(self_play(40, seed=9))[30:])
    for score in done.items:
        assert score["decisions"] == len(last)
        assert sum(map(sum, score["confusion"])) == len(last)
        assert score["log_loss"] > 0.0
    plain = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.25")
    assert "10 of 40 hands held out" in plain.out
    assert "best of several" in plain.out


def test_what_was_not_scored_is_no_number(run: Run, tmp_path: Path) -> None:
    """One held-out hand has no interval, and if nobody saw a flop nothing is said of later streets."""
    out, record = str(tmp_path / "net.predictor"), tmp_path / "short.phhs"
    write_hands([hand for hand in self_play(40, seed=9) if not hand.board], record)
    assert run("model", "train", "--self-play", "12", "--folds", "2", "--out", out).code == 0
    done = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.01", "--json")
    assert done.code == 0, done.err
    assert "NaN" not in done.out  # which is no JSON
    (found,) = (each for each in done.items if each["predictor"] == "neural")
    assert found["decisions"] > 0
    assert found["standard_error"] is None
    assert found["after_the_flop"]["log_loss"] is None
    plain = run("model", "accuracy", str(record), "--network", out, "--held-out", "0.01")
    assert "nan" not in plain.out
    assert "±" not in plain.out


def test_hands_that_cannot_be_followed_are_counted(run: Run, tmp_path: Path) -> None:
    drawn: list[Hand] = []
    run_match(["random", "always_call"], "badugi", 3, seed=1, record=drawn.extend)
    mixed, out = tmp_path / "mixed", str(tmp_path / "net.predictor")
    mixed.mkdir()
    write_hands(drawn, mixed / "a.phhs")
    write_hands(self_play(12, seed=9), mixed / "b.phhs")
    done = run("model", "train", str(mixed), "--units", "2", "--folds", "2", "--json", "--out", out)
    assert done.code == 0, done.err
    assert (done.item["hands"], done.json["refused"]) == (12, 3)
    # An action that is not followed, in a game that is, refuses its hand and no other.
    good, other = self_play(2, seed=9)
    street, position, _ = other.actions[0]
    odd = other._replace(actions=((street, position, Action.bring_in()), *other.actions[1:]))
    refused = Refused()
    assert list(_followed(iter([odd, good]), refused)) == [good]
    assert refused.count == 1


def test_errors_are_one_line(run: Run, record: Path, tmp_path: Path) -> None:
    out = str(tmp_path / "net.predictor")
    for arguments, says in (
        (("train", "--out", out), "no hands to read"),
        (("train", str(record), "--self-play", "5", "--out", out), "choose one of them"),
        (("train", "--self-play", "3", "--out", out), "3 hands"),
        (("train", "--self-play", "9", "--penalty", "nan", "--out", out), "penalty=nan"),
        (("train", "--self-play", "9", "--seed", "4294967296", "--out", out), "seed of 0 to 4294967295"),
        (("train", "--self-play", "1000000", "--out", str(tmp_path / "nowhere" / "net")), "there is no folder"),
        (("train", "--self-play", "1000000", "--out", str(tmp_path)), "this is a folder"),
        (("accuracy", str(record), "--network", str(record)), "not a riverboat file"),
        (("accuracy", str(record), "--held-out", "2"), "--held-out 2"),
    ):
        done = run("model", *arguments)
        assert (done.code, done.err.count("\n")) == (2, 1), done.err
        assert says in done.err
    assert not (tmp_path / "net.predictor").exists()
