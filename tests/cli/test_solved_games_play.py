"""Solved, saved, exploited and seated by the same three commands, whatever the game is."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.cards.deck import Deck
from riverboat.games import parse_game
from riverboat.games.pgdl import dump

if TYPE_CHECKING:
    from commands import Run


def check_three_commands(run: Run, game: str, target: str, folder: Path, hands: int = 400) -> float:
    """`solve`, `exploit`, `match`; what the file can lose to a perfect opponent, in chips per hand."""
    path = folder / "solved.strategy"
    solved = run("solve", game, "--target", target, "--resume", str(folder / "run"), "--out", str(path), "--json").item
    reached = solved["exploitability_percent_of_pot"] if target.endswith("%") else solved["exploitability"]
    assert reached <= float(target.rstrip("%"))
    found = run("exploit", game, str(path), "--json").item
    assert found["exploitability"] == pytest.approx(solved["exploitability"], rel=1e-4, abs=1e-9)
    match = run("match", str(path), "random", "--game", game, "--hands", str(hands), "--seed", "3", "--json").item
    assert all(not player["faults"] for player in match["players"])
    assert match["players"][0]["chips_per_hand"]["low"] > 0  # random play gives much away
    return float(found["exploitability"])


def test_leduc(run: Run, tmp_path: Path) -> None:
    check_three_commands(run, "leduc", "0.01", tmp_path, hands=3000)


def test_rhode_island_with_three_ranks(run: Run, tmp_path: Path) -> None:
    """The sibling of the full game: twelve cards, one raise, described in a file."""
    rules = replace(parse_game("rhode_island(raises=1)"), name="little_rhode_island", deck=Deck("QKA", "cdhs"))
    game = tmp_path / "little.xml"
    game.write_text(dump(rules), encoding="utf-8")
    check_three_commands(run, str(game), "0.05", tmp_path, hands=3000)


def test_a_game_of_your_own(run: Run, tmp_path: Path) -> None:
    """Kuhn poker with five cards and two raises, which no catalogue has under this name."""
    rules = replace(parse_game("kuhn(cards=5)"), name="five_card_kuhn")
    game = tmp_path / "mine.xml"
    game.write_text(dump(rules), encoding="utf-8")
    check_three_commands(run, str(game), "0.001", tmp_path, hands=3000)


def test_a_river_spot(run: Run, tmp_path: Path) -> None:
    """Hands are drawn from its ranges; random play bets what the tree does not have, too."""
    spot = tmp_path / "river.toml"
    spot.write_text(
        'board = "QsJh2h8d4c"\noop = "22+,AT+,KT+,QTs+"\nip = "22+,A2s+,KT+,J9s+"\npot = 20\nstack = 60\n'
        'bets = "50%,a"\nraises = "a"\nmin_bet = 2\n',
        encoding="utf-8",
    )
    check_three_commands(run, str(spot), "0.1%", tmp_path, hands=1000)


@pytest.mark.slow
def test_rhode_island_at_full_size(run: Run, tmp_path: Path) -> None:
    """Below a thousandth of a chip (Gilpin and Sandholm 2005 took a week of linear programming)."""
    assert check_three_commands(run, "rhode_island", "0.001", tmp_path, hands=2000) < 1e-3
