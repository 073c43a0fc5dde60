"""Games and policies cross to OpenSpiel and back, and its exploitability is ours."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.bridges.open_spiel import (
    policy_from_open_spiel,
    policy_table,
    policy_to_open_spiel,
    to_open_spiel,
)
from riverboat.bridges.policy_json import load_policy_json
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.games import parse_game
from riverboat.solve import GameTree, Strategy

pyspiel = pytest.importorskip("pyspiel")
ROOT = Path(__file__).resolve().parents[2]


def random_strategy(game: str, seed: int = 5) -> Strategy:
    tree = GameTree.build(parse_game(game))
    return Strategy(tree, tree.normalised(np.random.default_rng(seed).random(tree.entries)))


@pytest.mark.parametrize(
    ("game", "theirs"),
    [
        ("kuhn", "kuhn_poker(players=2)"),
        ("kuhn(players=3)", "kuhn_poker(players=3)"),
        ("kuhn(cards=5)", "universal_poker"),
        ("leduc", "leduc_poker(players=2)"),
        ("leduc(players=3,cards=8,acpc=yes)", "leduc_poker(players=3)"),
        ("leduc(bets=1/1,raises=1)", "universal_poker"),
        ("holdem(betting=limit,players=2)", "universal_poker"),
        ("holdem(betting=no-limit,players=3,acpc=yes)", "universal_poker"),
    ],
)
def test_a_game_is_found_in_open_spiel(game: str, theirs: str) -> None:
    assert str(to_open_spiel(game)).startswith(theirs)


@pytest.mark.parametrize(
    ("game", "reason"),
    [
        ("stud", "OpenSpiel's universal_poker cannot express"),
        ("omaha", "OpenSpiel's universal_poker cannot express"),
        ("holdem(players=3)", "acpc=yes"),
        ("leduc(players=3,cards=8)", "acpc=yes"),
        ("holdem(betting=limit,players=2,stacks=30)", "no stacks"),
    ],
)
def test_what_open_spiel_cannot_hold_is_refused(game: str, reason: str) -> None:
    with pytest.raises(RiverboatError, match=reason):
        to_open_spiel(game)


@pytest.mark.parametrize(
    "game",
    [
        "kuhn",
        "kuhn(players=3)",
        "kuhn(cards=5)",
        "leduc(bets=1/1,raises=1)",
        pytest.param("leduc", marks=pytest.mark.slow),
        pytest.param("leduc(cards=8)", marks=pytest.mark.slow),
    ],
)
def test_exploitability_is_the_same_on_both_sides(game: str) -> None:
    """To 1e-9 chips. Theirs walks every history, ours sweeps arrays; nothing is shared."""
    strategy = random_strategy(game)
    theirs = pyspiel.nash_conv(to_open_spiel(game), policy_to_open_spiel(strategy))
    assert abs(theirs - strategy.exploitability().nash_conv) < 1e-9
    assert theirs > 0.1


def test_their_equilibrium_of_leduc_is_as_good_here() -> None:
    """Their CFR+ solver in C++, measured by them and by us; the value of the game is -0.0856064 (Leduc's own)."""
    game = pyspiel.load_game("leduc_poker")
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(20):
        solver.evaluate_and_update_policy()
    policy = solver.tabular_average_policy()
    found = policy_from_open_spiel(policy, "leduc").exploitability()
    assert abs(found.chips - pyspiel.exploitability(game, policy)) < 1e-9
    assert found.values[0] == pytest.approx(-0.0856064, abs=0.05)


def test_a_policy_crosses_both_ways_unchanged() -> None:
    strategy = random_strategy("leduc")
    table = policy_table(strategy)
    assert len(table) == 936
    assert (policy_from_open_spiel(table, "leduc").vector == strategy.vector).all()
    assert (policy_from_open_spiel(policy_to_open_spiel(strategy), "leduc").vector == strategy.vector).all()


def test_a_policy_in_python_crosses_too() -> None:
    from open_spiel.python.policy import TabularPolicy

    uniform = policy_from_open_spiel(TabularPolicy(pyspiel.load_game("kuhn_poker")), "kuhn")
    assert uniform.exploitability().chips == pytest.approx(0.458333, abs=1e-6)


# Files ----------------------------------------------------------------------------------------------------------------


def exploit(path: Path, game: str = "kuhn") -> dict[str, object]:
    result = CliRunner().invoke(app, ["exploit", game, str(path), "--json"])
    assert result.exit_code == 0, result.output
    return dict(json.loads(result.stdout)["items"][0])


def test_the_command_judges_a_policy_of_open_spiel(tmp_path: Path) -> None:
    strategy, path = random_strategy("leduc"), tmp_path / "policy.json"
    path.write_text(json.dumps(policy_table(strategy)))
    theirs = pyspiel.exploitability(to_open_spiel("leduc"), policy_to_open_spiel(strategy))
    assert exploit(path, "leduc")["exploitability"] == pytest.approx(theirs, abs=1e-9)


def test_the_command_judges_what_solve_wrote(tmp_path: Path) -> None:
    """The same file again: a solved game, as `riverboat solve --json` prints it."""
    path = tmp_path / "solved.json"
    solved = CliRunner().invoke(app, ["solve", "kuhn", "--method", "lp", "--json"])
    path.write_text(solved.stdout)
    assert exploit(path)["exploitability"] == pytest.approx(0.0, abs=1e-9)


def test_the_page_has_a_policy_that_can_be_judged(tmp_path: Path) -> None:
    """By hand, against one who always bets and calls: the jack folds (-1), the queen calls (0), the king wins 2."""
    page = (ROOT / "docs" / "bridges.md").read_text(encoding="utf-8")
    path = tmp_path / "policy.json"
    path.write_text(page.partition("```json\n")[2].partition("```")[0])
    assert exploit(path)["exploitability"] == pytest.approx(1 / 3, abs=1e-9)


def test_every_form_of_the_page_is_accepted(tmp_path: Path) -> None:
    """What one iteration wrote for a larger game, and what OpenSpiel's own policies write."""
    from open_spiel.python.policy import TabularPolicy

    path = tmp_path / "policy.json"
    path.write_text(CliRunner().invoke(app, ["solve", "leduc", "--iterations", "1", "--json"]).stdout)
    written = json.loads(path.read_text())["items"][0]["strategy"]
    assert len(written) == 936
    assert exploit(path, "leduc")["exploitability"] == pytest.approx(2.373611, abs=1e-6)  # uniform play
    uniform = TabularPolicy(pyspiel.load_game("leduc_poker"))
    with path.open("w") as file:
        json.dump(uniform.to_dict(), file)
    assert exploit(path, "leduc")["exploitability"] == pytest.approx(2.373611, abs=1e-6)


def changed(entries: dict[str, object], leave_out: str = "") -> str:
    """A policy file of Kuhn poker in our words, all actions equally likely, with some entries changed."""
    tree = GameTree.build(parse_game("kuhn"))
    table: dict[str, object] = {
        f"{player} {label}": choices for (player, label), choices in Strategy(tree, tree.uniform()).by_label.items()
    }
    table |= entries
    table.pop(leave_out, None)
    return json.dumps({"policy": table})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{", "not JSON"),
        ("[1]", "expected an object"),
        ("{}", "there is no information state"),
        ('{"0": [[0, 2.0]]}', "add up to 2, expected 1"),
        ('{"0": [[2, 1.0]]}', "action 2 is not allowed"),
        ('{"0": [7]}', "expected actions with their probabilities"),
        (changed({}, leave_out="0 Js"), 'no entry "0 Js"; every information set needs one'),
        (changed({"0 Js": {"k": 0.5}}), "add up to 0.5"),
        (changed({"0 Js": {"x": 1.0}}), "expected probabilities of k, b"),
        (changed({"0 Js": {"k": "much", "b": 0}}), "expected numbers"),
    ],
)
def test_a_bad_file_is_one_line(tmp_path: Path, text: str, reason: str) -> None:
    path = tmp_path / "policy.json"
    path.write_text(text)
    with pytest.raises(RiverboatError, match=reason):
        load_policy_json(path, parse_game("kuhn"))


def test_our_words_need_no_open_spiel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions equally likely: 0.458333 chips per hand (Kuhn)."""
    path = tmp_path / "policy.json"
    path.write_text(changed({}))
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    found = load_policy_json(path, parse_game("kuhn")).exploitability()
    assert found.chips == pytest.approx(0.458333, abs=1e-6)
    with pytest.raises(RiverboatError, match=r'pip install "riverboat\[bridges\]"'):
        to_open_spiel("kuhn")
