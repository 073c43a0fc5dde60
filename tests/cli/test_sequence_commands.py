"""`riverboat model show`: what a player believes of an opponent, from a model file or a memory."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.agents.scripted import AlwaysCall
from riverboat.agents.vexbot.player import layout
from riverboat.agents.vexbot.training import played
from riverboat.cli.app import app
from riverboat.model.memory import FileMemory
from riverboat.model.sequences import KIND, VERSION, SequenceModel, write_model

run = CliRunner().invoke
FLAT = "vexbot(defaults=flat)"


@pytest.fixture
def model() -> SequenceModel:
    found = SequenceModel(layout().contexts)
    for number, hand in enumerate(played((AlwaysCall(), AlwaysCall()), 30, 1, 0)):
        found.learn(hand, number % 2)
    return found


def test_from_a_file_and_from_a_memory(tmp_path: Path, model: SequenceModel) -> None:
    write_model(tmp_path / "caller.model", model)
    with FileMemory(tmp_path / "players.memory") as store:
        store.of("vexbot(defaults=flat)").remember("caller", KIND, VERSION, model.header(), model.arrays())
        store.save()
    told = []
    for name, *where in (
        (FLAT, "--file", tmp_path / "caller.model"),
        ("vexbot", "--memory", tmp_path / "players.memory"),
    ):
        found = run(app, ["model", "show", name, "--opponent", "caller", *map(str, where), "--json"])
        assert found.exit_code == 0, found.output
        told.extend(json.loads(found.stdout)["items"])
        assert told[-1].pop("player") == name
    assert told[0] == told[1]
    assert told[0]["unseen"] == "every choice alike"
    assert told[0]["hands"] == 30
    assert all(row["odds"][1] == 1.0 for seat in told[0]["seats"] for row in seat["actions"])
    page = tmp_path / "caller.html"
    arguments = ["--opponent", "caller", "--file", str(tmp_path / "caller.model"), "--html", str(page)]
    found = run(app, ["model", "show", FLAT, *arguments])
    assert "30 hands" in found.stdout
    assert "believed of caller" in page.read_text()
    assert "every choice alike" in page.read_text()


def test_what_is_not_there(tmp_path: Path) -> None:
    FileMemory(tmp_path / "players.memory").close()
    for arguments in (
        [],
        ["--file", str(tmp_path / "none.model")],
        ["--memory", str(tmp_path / "players.memory")],
        ["--file", "a", "--memory", "b"],
    ):
        found = run(app, ["model", "show", FLAT, "--opponent", "caller", *arguments])
        assert found.exit_code != 0
        assert not list(tmp_path.glob("*.html"))


def test_who_keeps_no_such_model(tmp_path: Path, model: SequenceModel) -> None:
    write_model(tmp_path / "caller.model", model)
    found = run(app, ["model", "show", "poki", "--opponent", "caller", "--file", str(tmp_path / "caller.model")])
    assert found.exit_code != 0
    assert "keeps no model of betting sequences" in str(found.exception)
