"""The competition of 2014: what a match is worth when its players learn."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from riverboat.lab.teofilo.tables_39_to_41 import MATCH, _won
from riverboat.lab.work import Size, Work
from riverboat.stats.mean import RunningMean


class Dealt(Work):
    """Matches in which the first player wins 0.1 or 0.3 blinds in each of 500 deals, in turn."""

    seeds: list[int | None]

    def match(self, name: str, agents: Any, game: Any, hands: int, mode: Any = "duplicate", **options: Any) -> Any:
        assert (hands, options["session"]) == (MATCH, MATCH)
        self.seeds.append(options["seed"])
        won = 0.3 if len(self.seeds) % 2 else 0.1
        return SimpleNamespace(players=[SimpleNamespace(chips=RunningMean(500, value, 0.0)) for value in (won, -won)])


def test_a_match_is_one_value_however_little_its_deals_vary() -> None:
    """Twenty matches of 100 and 300 in turn: 200 with a deviation of 102.6, although deals say that it is exact."""
    work = Dealt(Size.FULL, seed=3)
    work.seeds = []
    matches, by_deals = _won(work, "C04", {"LUCIFER": "lucifer", "KYH": "random"})["LUCIFER"]
    assert (matches.count, round(matches.mean, 6), round(matches.deviation, 1)) == (20, 200.0, 102.6)
    assert by_deals.mean == 0.0
    assert len(set(work.seeds)) == 20  # other cards in each
