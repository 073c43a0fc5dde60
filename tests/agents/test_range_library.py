"""The shipped ranges: all of them can be read, say where they are from, and are what their solvers find."""

from __future__ import annotations

import pytest
from typer.testing import CliRunner

from riverboat.agents.range_library import range_library
from riverboat.agents.range_library.building import (
    PUSH_FOLD_DEPTHS,
    PUSH_FOLD_PLAYERS,
    blueprint_rows,
    opening_rows,
    push_fold_rows,
)
from riverboat.cards.ranges import Range
from riverboat.cli.app import app
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import solve_push_fold


def test_every_range_can_be_read_and_has_an_origin() -> None:
    library = range_library()
    assert len({each.name for each in library}) == len(library)
    decisions = sum(players - 1 + players * (players - 1) // 2 for players in PUSH_FOLD_PLAYERS)
    shoves = [each for each in library if each.game.startswith("push or fold")]
    assert len(shoves) == decisions * len(PUSH_FOLD_DEPTHS)
    for each in library:
        # Weights are rounded to 5 %, so no class is off by more than 2.5 %.
        assert (
            Range.parse(each.text).combos / 1326 == pytest.approx(each.share, abs=0.025)
            if each.text != "none"
            else True
        )
        assert "riverboat pushfold" in each.origin or "blueprint of riverboat_" in each.origin
        assert "gains at most" in each.origin or "not known" in each.origin


def test_the_heads_up_shove_of_ten_big_blinds_is_the_published_one() -> None:
    """HoldemResources' table: 58.3 % of hands; of these every pair, ace and king, Q2s and J3s, but not J2s."""
    [shove] = [each for each in range_library() if each.name == "push or fold, 2 players/10 bb/SB shoves"]
    assert shove.share == pytest.approx(0.583, abs=0.002)
    found = shove.range
    assert [found.weight(hand) for hand in ("2c2d", "Ac2d", "Kc2d", "Qc2c", "Jc3c", "Jc2c", "7c2d")] == [
        1,
        1,
        1,
        1,
        1,
        0,
        0,
    ]


def test_more_players_shove_less() -> None:
    """The first of six has five opponents behind, the button two, the small blind one."""
    share = {
        each.name.split("/", 1)[1]: each.share for each in range_library() if each.game == "push or fold, 6 players"
    }
    for depth in PUSH_FOLD_DEPTHS:
        seats = [share[f"{depth:g} bb/{seat} shoves"] for seat in ("UTG", "HJ", "CO", "BTN", "SB")]
        assert seats == sorted(seats)


def test_later_positions_open_more_of_six() -> None:
    """From under the gun to the button; the small blind is out of position."""
    opens = {each.position: each.share for each in range_library() if each.game == "no-limit, 6 players"}
    assert opens["utg"] < opens["hj"] < opens["co"] < opens["btn"]
    assert 0.1 < opens["utg"] < 0.2 < opens["sb"] < 0.5


def test_the_file_is_what_the_solvers_find() -> None:
    library = {each.name: each for each in range_library()}
    again = [*push_fold_rows(solve_push_fold(PushFoldGame((10.0, 10.0)))), *blueprint_rows(20), *opening_rows()]
    assert len(again) > 13
    for each in again:
        assert library[each.name].text == each.text
        assert library[each.name].share == pytest.approx(each.share, abs=1e-4)


def test_the_command() -> None:
    run = CliRunner().invoke
    shown = run(app, ["ranges", "list", "6 players", "btn shoves", "10 bb"])
    assert shown.exit_code == 0
    assert "push or fold, 6 players/10 bb/BTN shoves" in shown.output
    assert run(app, ["ranges", "combine", "subtract", "22+", "QQ+"]).output.strip() == "JJ-22"
    assert run(app, ["ranges", "combine", "best", "22,33,KK,AA", "50%"]).output.strip() == "KK+"
    for wrong in (
        ["list", "nonsense"],
        ["show", "none"],
        ["combine", "mix", "AA", "KK"],
        ["combine", "scale", "AA", "x"],
    ):
        assert run(app, ["ranges", *wrong]).exit_code != 0
