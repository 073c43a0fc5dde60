"""Statistics of players: money by currency, big blinds per 100 hands, groups, and parts of names."""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from statistics import stdev

import pytest

from riverboat.agents.scripted import RandomAgent
from riverboat.errors import RiverboatError
from riverboat.games import Hand, parse_game, play_hand
from riverboat.games.play import decks
from riverboat.games.positions import position_name
from riverboat.records.database import open_database
from riverboat.records.database.statistics import player_names, stored_statistics
from riverboat.records.database.store import HandDatabase
from riverboat.records.statistics import By, StatisticsLine, statistics_of

UNITS = ("chips", "0.01 USD", "0.01 EUR", "1 USD")


@pytest.fixture(scope="module")
def hands() -> list[Hand]:
    """Random hands, in four units, of which three are currencies, over three months."""
    found = []
    for game in ("holdem(players=3,blinds=1/2)", "holdem(players=4,blinds=5/10)"):
        rules = parse_game(game)
        for number, deck in zip(range(120), decks(rules, 3), strict=False):
            agents = [RandomAgent() for _ in range(rules.players)]
            for seat, agent in enumerate(agents):
                agent.rng.seed(10 * number + seat)
            names = tuple(f"Player {(seat + number) % rules.players}" for seat in range(rules.players))
            notes = (("year", "2020"), ("month", str(number % 3 + 1)), ("day", "9"))
            hand = play_hand(rules, agents, deck, players=names, number=number + 1)
            found.append(hand._replace(unit=UNITS[number % 4], notes=notes))
    return found


@pytest.fixture(scope="module")
def database(hands: list[Hand], tmp_path_factory: pytest.TempPathFactory) -> Iterator[HandDatabase]:
    with open_database(tmp_path_factory.mktemp("stats") / "hands.db") as found:
        with found.record("match") as recorder:
            recorder.add_all(hands)
        yield found


def test_currencies_are_not_added(hands: list[Hand]) -> None:
    """Cents are hundredths of the same dollars; euros and chips are apart. Summed here by hand."""
    lines = {line.currency: line for line in statistics_of(hands) if line.player == "Player 1"}
    assert set(lines) == {"chips", "USD", "EUR"}
    won = dict.fromkeys(lines, 0.0)
    blinds: dict[str, list[float]] = {currency: [] for currency in lines}
    for hand in hands:
        if "Player 1" in hand.players:
            payoff = float(hand.payoffs[hand.players.index("Player 1")])
            currency = hand.unit.split()[-1]
            won[currency] += payoff * (0.01 if hand.unit.startswith("0.01") else 1.0)
            blinds[currency].append(payoff / max(hand.rules.blinds))
    for currency, line in lines.items():
        assert line.won == pytest.approx(won[currency])
        assert line.bb_per_100 == pytest.approx(100 * sum(blinds[currency]) / len(blinds[currency]))
        margin = 100 * 1.96 * stdev(blinds[currency]) / sqrt(len(blinds[currency]))
        assert line.bb_per_100_margin == pytest.approx(margin, rel=1e-4)


def plain(lines: list[StatisticsLine]) -> list[tuple[object, ...]]:
    return [
        (line.player, line.group, line.currency, line.hands, round(line.won, 6), round(line.won_bb, 6),
         line.indicators.saved())
        for line in lines
    ]  # fmt: skip


@pytest.mark.parametrize("by", ["", "position", "stake", "month", "street"])
def test_summaries_say_what_the_hands_say(hands: list[Hand], database: HandDatabase, by: By) -> None:
    assert plain(stored_statistics(database, by)) == plain(statistics_of(hands, by))


def test_the_number_of_lines_is_bounded(database: HandDatabase, monkeypatch: pytest.MonkeyPatch) -> None:
    """Players with the fewest hands are left out: two of four, each with three months in several currencies."""
    every = stored_statistics(database, "month")
    per_player = [line.player for line in every].count(every[0].player)
    monkeypatch.setattr("riverboat.records.database.statistics._MIN_PLAYERS", 1)
    monkeypatch.setattr("riverboat.records.database.statistics._MAX_LINES", 2 * 2 * per_player)
    found = {line.player for line in stored_statistics(database, "month")}
    assert found < {line.player for line in every}
    assert every[0].player in found


def test_groups_are_what_they_are_called(hands: list[Hand]) -> None:
    """Counted here without the library's facts."""
    on_button = sum(
        hand.players[-1] == "Player 0" and hand.unit == "chips"
        for hand in hands
        if position_name(len(hand.players) - 1, len(hand.players)) == "button"
    )
    lines = statistics_of(hands, "position")
    [found] = [each for each in lines if (each.player, each.group, each.currency) == ("Player 0", "button", "chips")]
    assert found.hands == on_button
    stakes = {each.group for each in statistics_of(hands, "stake")}
    assert stakes == {"2 chips", "10 chips", "0.02 USD", "0.1 USD", "2 USD", "10 USD", "0.02 EUR", "0.1 EUR"}
    assert {each.group for each in statistics_of(hands, "month")} == {"2020-01", "2020-02", "2020-03"}
    opponents = [each for each in statistics_of(hands, "opponent") if each.player == "Player 3"]
    assert {each.group for each in opponents} == {"Player 0", "Player 1", "Player 2"}
    assert sum(each.hands for each in opponents) == 3 * 120
    ended = statistics_of(hands, "street", lambda name: name == "Player 2")
    assert sum(each.hands for each in ended) == 240


def test_names_by_a_part(database: HandDatabase) -> None:
    assert player_names(database, "player 3") == ["Player 3"]
    assert player_names(database, "Player 3") == ["Player 3"]
    assert sorted(player_names(database, "LAYER")) == [f"Player {seat}" for seat in range(4)]
    assert player_names(database, "x%") == []


def test_another_group_is_refused(hands: list[Hand]) -> None:
    with pytest.raises(RiverboatError, match='statistics by "mood": expected one of position, stake'):
        statistics_of(hands, "mood")  # type: ignore[arg-type]


def test_of_a_folder(tmp_path: Path, hands: list[Hand], database: HandDatabase) -> None:
    """One run of several, and a run without hands."""
    assert stored_statistics(database, simulation=1) == stored_statistics(database)
    assert stored_statistics(database, simulation=2) == []
