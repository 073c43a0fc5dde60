"""`riverboat crosstable` from the command line."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run


def test_all_outputs_agree(run: Run, tmp_path: Path) -> None:
    html, out = tmp_path / "table.html", tmp_path / "table.json"
    arguments = (
        "crosstable",
        "--players",
        "always_raise,always_fold,random,always_call",
        "--without",
        "always_call",
        "--game",
        "kuhn",
        "--hands",
        "200",
    )
    files = ("--resume", str(tmp_path / "pairs"), "--html", str(html), "--out", str(out))
    printed = run(*arguments, *files)
    assert printed.code == 0
    assert "always_raise" in printed.out
    assert "cyclic part" in printed.out
    found = run(*arguments, "--json", "--jobs", "2").item
    assert (found["kind"], found["version"], len(found["items"])) == ("crosstable", 1, 3)
    assert found == json.loads(out.read_text())
    [cell] = [each for each in found["items"] if (each["row"], each["column"]) == ("always_raise", "always_fold")]
    assert cell["mean"] == 1000.0  # the ante, every hand
    assert "always_fold" in html.read_text()


def test_who_joins_a_table_plays_only_its_own_pairs(run: Run, tmp_path: Path) -> None:
    out = tmp_path / "table.json"
    arguments = ("--game", "kuhn", "--hands", "200")
    assert run("crosstable", "always_raise", "always_call", *arguments, "--out", str(out)).code == 0
    joined = run("crosstable", "always_raise", "always_call", "random", *arguments, "--known", str(out), "--json").item
    assert joined == run("crosstable", "always_raise", "always_call", "random", *arguments, "--json").item


def test_who_joins_the_shipped_table_is_rated_in_it(run: Run) -> None:
    """Three of its players and a newcomer; only pairs of the newcomer are played, and those have two hands."""
    field = ("always_fold", "always_call", "always_raise")
    game = ("--game", "holdem(betting=limit,players=2)")
    options = (*game, "--hands", "2", "--session", "2", "--known", "shipped", "--json")
    found = run("crosstable", *field, "quick_rules", *options).item
    hands = {(cell["row"], cell["column"]): cell["hands"] for cell in found["items"]}
    assert {pair for pair in hands if hands[pair] == 2} == {(name, "quick_rules") for name in field}
    assert len(hands) == 6


def test_a_game_from_a_file(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.xml"
    assert run("games", "export", "kuhn", "--to", "pgdl", "--out", str(path)).code == 0
    found = run("crosstable", "always_raise", "always_fold", "--game", str(path), "--hands", "20", "--json").item
    assert [cell["mean"] for cell in found["items"]] == [1000.0]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "expected players"),
        (("random",), "a table of 2 needs 2 players or more: 1 given"),
        (("random", "random"), "comes twice"),
        (("random", "nobody"), '"nobody": not known'),
        (("random", "always_call", "--slow", "gs1=many"), "--slow gs1=many: expected hands"),
        (("random", "always_call", "--slow", "gs1=20"), '"gs1": not in the table'),
        (("random", "always_call", "--within", "0"), "within 0.0: expected mbb"),
        (("random", "always_call", "--within", "nan"), "within nan: expected mbb"),
        (("random", "always_call", "--game", "snap"), "snap"),
        (("random", "kuhn_nash", "--game", "leduc"), "cannot play this game"),
        (("random", "always_call", "--resume", "none/where"), "there is no folder"),
        (("random", "always_call", "--resume", __file__), "this is a file"),
        (("random", "always_call", "--html", "none/where.html"), "there is no folder"),
        (("--field", "limit", "--game", "kuhn"), "choose one of them"),
        (("--field", "chess"), "chess"),
        (("random", "always_call", "--without", "poki"), "--without poki: not in the table"),
        (("random", "always_call", "--clock", "inf"), "clock inf: expected seconds"),
        (("random", "always_call", "--known", "none.json"), 'file "none.json": No such file'),
        (("random", "always_call", "--known", __file__), "this is not JSON"),
        (("random", "always_call", "--known", "shipped", "--game", "kuhn"), "the known table is of holdem"),
    ],
)
def test_bad_input_is_one_line(
    run: Run, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    outcome = run("crosstable", *arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    assert said in outcome.err
    assert outcome.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_player_that_hangs_costs_only_itself(run: Run, tmp_path: Path) -> None:
    """It checks or folds when its time is over, and the others play on."""
    path = tmp_path / "sleeper.py"
    path.write_text(
        "import time\nfrom riverboat import Agent\nclass Sleeper(Agent):\n"
        "    def act(self, view):\n        time.sleep(60)\n"
    )
    options = ("--game", "kuhn", "--hands", "2", "--session", "2", "--clock", "0.5", "--json")
    item = run("crosstable", "always_raise", f"inline:{path}", *options).item
    assert list(item["faults"]) == ["Sleeper"]
    assert "no answer within 0.5 s" in item["messages"]["Sleeper"]
    assert (item["hands"], item["ratings"][0]["player"]) == (2, "always_raise")


def test_what_is_not_shipped_is_said(run: Run) -> None:
    from riverboat.arena.crosstable.shipped import shipped_fields

    for field in ("limit", "nolimit", "six"):
        outcome = run("crosstable", "--show", "--field", field)
        assert outcome.code == (0 if field in shipped_fields() else 2)
        assert field in outcome.out + outcome.err
