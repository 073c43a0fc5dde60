"""For tests of records: a hand of three players, of which the test writes what was done."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from riverboat.games import Hand
from riverboat.records import RejectedHand, read_hands

_TEXT = """
variant = 'NT'
antes = [0, 0, 0]
blinds_or_straddles = [0.5, 1, 0]
min_bet = 1
starting_stacks = [100, 80, 100]
actions = {actions}
players = {players}
venue = '{venue}'
year = 2019
month = 3
day = 5
time = 20:15:00
hand = 77
currency = 'USD'
"""


@pytest.fixture
def three_handed(tmp_path: Path) -> Callable[[str, str, str], Hand]:
    """Hand 77 of a site, of March 5 2019, $0.50/$1: read from the actions in PHH and the players, with spaces."""

    def read(venue: str, players: str, actions: str) -> Hand:
        path = tmp_path / "one.phh"
        text = _TEXT.format(venue=venue, players=players.split(), actions=[each.strip() for each in actions.split(",")])
        path.write_text(text)
        [found] = read_hands(path)
        assert not isinstance(found, RejectedHand), found
        return found

    return read
