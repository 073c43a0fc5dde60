"""One readable file per variant pins a whole hand.

`python -m riverboat.games.playthrough tests/games/playthroughs` writes them again.
They pin what the engine does, for a reader to check against the rules; that payoffs are right is shown by the peers.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from riverboat.games import games
from riverboat.games.playthrough import example, playthrough

FOLDER = Path(__file__).parent / "playthroughs"


@pytest.mark.parametrize("name", games())
def test_the_hand_goes_as_written(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    assert playthrough(example(name), seed=len(name)) == written


def test_every_file_is_a_game() -> None:
    assert sorted(path.stem for path in FOLDER.glob("*.txt")) == sorted(games())
