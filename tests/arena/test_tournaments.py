"""Tournaments: chips are conserved, prizes sum to the pool, tables stay level."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.arena import TournamentSettings, run_match
from riverboat.arena.tournament import Outcome, Tournament, balance, play_tournament, share_prizes
from riverboat.errors import RiverboatError
from riverboat.progress import Progress

GAME = "holdem(betting=limit)"
FIELD = ("random", "always_call", "rules", "always_raise", "acpc_example")


def played(entrants: int = 5, seats: int = 10, seed: int = 1, **more: object) -> Outcome:
    settings = TournamentSettings(entrants=entrants, seats=seats, hands_per_level=5, **more)  # type: ignore[arg-type]
    return play_tournament(Tournament(0, GAME, FIELD, FIELD, settings, seed, keep_hands=True))


@pytest.mark.parametrize(("entrants", "seats"), [(2, 10), (5, 10), (13, 4), (9, 2)])
def test_chips_are_conserved_and_one_player_has_them_all(entrants: int, seats: int) -> None:
    outcome = played(entrants, seats)
    assert all(sum(hand.payoffs) == 0 for hand in outcome.hands)
    last = outcome.hands[-1]
    after = [stack + payoff for stack, payoff in zip(last.stacks, last.payoffs, strict=True)]
    assert sorted(after) == [0, 1500 * entrants]
    assert sorted(entrant for group in outcome.groups for entrant in group) == list(range(entrants))
    assert len(outcome.groups[0]) == 1


@pytest.mark.parametrize("entrants", [2, 3, 5, 7, 21, 40])
def test_prizes_sum_to_the_pool(entrants: int) -> None:
    settings = TournamentSettings(buy_in=37)
    prizes = settings.prizes(entrants)
    assert sum(prizes) == 37 * entrants
    assert prizes == sorted(prizes, reverse=True)
    outcome = played(min(entrants, 7), buy_in=37)
    assert sum(outcome.prizes) == 37 * min(entrants, 7)


@pytest.mark.parametrize(
    ("entrants", "shares"),
    [(2, [100]), (3, [100]), (4, [65, 35]), (6, [65, 35]), (7, [50, 30, 20]), (20, [50, 30, 20]), (21, None)],
)
def test_how_many_are_paid(entrants: int, shares: list[int] | None) -> None:
    """The winner alone up to three entrants, two up to six, three up to twenty; then a tenth of the field and one."""
    prizes = [prize for prize in TournamentSettings(buy_in=100).prizes(entrants) if prize]
    if shares is not None:
        assert prizes == [share * entrants for share in shares]
    else:  # as 1 to 1/2 to 1/3
        assert len(prizes) == 3
        assert [prize / prizes[0] for prize in prizes] == pytest.approx([1, 1 / 2, 1 / 3], abs=0.01)


def test_players_out_together_share_their_prizes() -> None:
    """Second and third place are equal: each gets half of 30 + 20."""
    assert share_prizes([[3], [0, 2], [1]], [50, 30, 20]) == [25, 0, 25, 50]
    assert share_prizes([[0], [1, 2, 3]], [50, 30, 20]) == [50, *[Fraction(50, 3)] * 3]


def test_blinds_rise() -> None:
    settings = TournamentSettings(big_blind=20, growth=1.5, hands_per_level=10)
    assert [settings.level_blind(hands, 10**6) for hands in (0, 9, 10, 20, 30)] == [20, 20, 30, 45, 68]
    assert settings.level_blind(10_000, 3000) == 3000
    outcome = played(4)
    blinds = [max(hand.rules.blinds) for hand in outcome.hands]
    assert blinds[0] == 20
    assert blinds == sorted(blinds)
    assert blinds[-1] > 20
    first = outcome.hands[0].rules
    assert [street.bet for street in first.streets] == [20, 20, 40, 40]


@given(st.lists(st.integers(0, 9), min_size=1, max_size=8), st.integers(2, 9))
def test_balanced_tables(sizes: list[int], seats: int) -> None:
    sizes = [min(size, seats) for size in sizes]
    tables = [[100 * number + place for place in range(size)] for number, size in enumerate(sizes)]
    everybody = sorted(player for table in tables for player in table)
    balance(tables, seats)
    assert sorted(player for table in tables for player in table) == everybody
    if everybody:
        assert max(map(len, tables)) - min(map(len, tables)) <= 1
        assert max(map(len, tables)) <= seats
        assert len(tables) <= max(1, -(-len(everybody) // seats))


def test_a_player_who_never_bets_outlasts_nobody() -> None:
    """Against four who play, always-fold is blinded off; it cannot win chips from players who never fold."""
    result = run_match(["always_call", "always_call", "always_fold"], GAME, 400, "tournament")
    places = result.extra.places
    assert places[2][0] == 0
    assert sum(places[0]) == sum(places[1]) == sum(places[2]) == result.samples
    assert sum(player.chips.mean for player in result.players) == pytest.approx(0.0)
    assert result["always_fold"].chips.mean == -100.0
    assert result.hands >= 400
    assert "buy-ins/tournament" in result.table()
    assert result.to_json()["players"][2]["buy_ins_per_tournament"]["mean"] == -1.0


def test_same_result_for_any_number_of_processes_and_resumed(tmp_path: Path) -> None:
    asked = (list(FIELD), GAME, 500, "tournament")
    settings = TournamentSettings(hands_per_level=5, entrants=8, seats=5)
    one = run_match(*asked, settings=settings)  # type: ignore[arg-type]
    assert run_match(*asked, settings=settings, jobs=2).to_json() == one.to_json()  # type: ignore[arg-type]

    def stop(progress: Progress[Any]) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "tournament.json"
    part = run_match(*asked, settings=settings, resume=path, on_progress=stop)  # type: ignore[arg-type]
    assert part.samples == 1
    assert run_match(*asked, settings=settings, resume=path).to_json() == one.to_json()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("game", "settings", "says"),
    [
        ("holdem(players=2)", None, "without players="),
        ("holdem(acpc=yes)", None, "whole chips"),
        ("holdem", 3, "TournamentSettings"),
    ],
)
def test_what_cannot_be_a_tournament(game: str, settings: object, says: str) -> None:
    with pytest.raises(RiverboatError, match=says):
        run_match(["random", "random"], game, 10, "tournament", settings=settings)


def test_settings_are_checked() -> None:
    with pytest.raises(RiverboatError, match="amounts are 1 or more"):
        TournamentSettings(stack=0)
    with pytest.raises(RiverboatError, match="payouts"):
        TournamentSettings(payouts=())
