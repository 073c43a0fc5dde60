"""`riverboat match`: the options of rings, tournaments and evolution reach them, and other modes refuse them."""

from __future__ import annotations

import json
import shlex
from typing import Any

import pytest
from typer.testing import CliRunner

from riverboat.cli.app import app


def match(*options: str) -> Any:
    return CliRunner().invoke(app, ["match", *options])


def test_evolution_has_the_generations_and_members_that_were_asked_for() -> None:
    options = "always_fold always_raise --game kuhn --mode evolve --generations 2 --population 3 --seats 2 --hands 4"
    done = match(*shlex.split(options), "--opponents", "always_call", "--json")
    assert done.exit_code == 0, f"{done.output} {done.exception}"
    found = json.loads(done.stdout)["items"][0]["evolve"]
    assert len(found["generations"]) == 2
    assert len(found["population"]) == 3


def test_a_tournament_has_the_entrants_that_were_asked_for() -> None:
    """Five entrants are three of the first agent and two of the second, and the buy-ins are all that is won."""
    options = "always_call random --game holdem --mode tournament --entrants 5 --seats 3 --hands 1 --json"
    done = match(*shlex.split(options))
    assert done.exit_code == 0, f"{done.output} {done.exception}"
    first, second = (each["chips_per_tournament"]["mean"] for each in json.loads(done.stdout)["items"][0]["players"])
    assert 3 * first + 2 * second == pytest.approx(0.0)
    assert first != pytest.approx(-second)


@pytest.mark.parametrize(
    ("option", "modes"),
    [
        ("--entrants 4", "tournament"),
        ("--generations 3", "evolve"),
        ("--opponents random", "evolve"),
        ("--seats 3", "ring and tournament and evolve"),
    ],
)
def test_an_option_of_another_mode_is_refused(option: str, modes: str) -> None:
    done = match("always_call", "random", "--game", "kuhn", "--hands", "10", *option.split())
    assert done.exit_code != 0
    assert f"{option.split()[0]} in mode cash: it belongs to {modes}" in str(done.exception)
