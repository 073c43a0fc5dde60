"""Columns and summaries of the database: what a person counts in the hands is what the tables say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from riverboat.agents.scripted import RandomAgent
from riverboat.games import Hand, parse_game, play_hand
from riverboat.games.indicators import indicators_of
from riverboat.games.play import decks
from riverboat.records.database import open_database
from riverboat.records.database.migrations.upgrade import configuration
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.summary import catch_up, uncounted
from riverboat.records.database.tables import SEAT_COLUMNS
from riverboat.records.facts import facts_of, hand_class, texture_bit, texture_of


@pytest.fixture
def hand(three_handed: Callable[[str, str, str], Hand]) -> Hand:
    dealt = "d dh p1 7c2d, d dh p2 AhKh, d dh p3 QsQd"
    played = "p3 cbr 3, p1 f, p2 cbr 9, p3 cc, d db 5s5d9c, p2 cbr 10, p3 f"
    return three_handed("Riverside", "Ann Bob Cyd", f"{dealt}, {played}")


@pytest.fixture
def database(tmp_path: Path) -> Iterator[HandDatabase]:
    with open_database(tmp_path / "hands.db") as found:
        yield found


def played(game: str, count: int, seed: int) -> list[Hand]:
    rules = parse_game(game)
    names = tuple(f"P{seat}" for seat in range(rules.players))
    hands = []
    for number, deck in zip(range(count), decks(rules, seed), strict=False):
        agents = [RandomAgent() for _ in names]
        for seat, agent in enumerate(agents):
            agent.rng.seed(1000 * seed + 10 * number + seat)
        turned = tuple(names[(seat + number) % len(names)] for seat in range(len(names)))
        hands.append(play_hand(rules, agents, deck, players=turned, number=number + 1))
    return hands


def test_the_facts_of_a_hand_by_hand(hand: Hand) -> None:
    """Cyd opens on the button to 3 $, Bob re-raises the big blind to 9 $ and wins a paired flop: 9 bb from Cyd."""
    facts = facts_of(hand)
    assert facts[:7] == ("2019-03-05 20:15:00", "Riverside", "77", "USD", 0.01, 100, facts.texture)
    assert facts.texture == texture_bit("paired") | texture_bit("rainbow")
    assert [seat.position_name for seat in facts.seats] == ["small blind", "big blind", "button"]
    assert [seat.hand for seat in facts.seats] == ["72o", "AKs", "QQ"]
    assert [seat.net_bb for seat in facts.seats] == [-0.5, 9.5, -9.0]
    assert [seat.last_street for seat in facts.seats] == [0, 1, 1]
    assert not any(seat.all_in for seat in facts.seats)
    assert facts.seats[0].done == 0


@pytest.mark.parametrize(
    ("flop", "names"),
    [
        ("5s5d9c", {"paired", "rainbow"}),
        ("AsAdAc", {"paired", "trips", "rainbow", "ace"}),
        ("AsKsQs", {"monotone", "connected", "ace"}),
        ("Ah2d5d", {"two-tone", "connected", "ace"}),
        ("9s5d4c", {"rainbow"}),
        ("9s5d6c", {"rainbow", "connected"}),
    ],
)
def test_textures(flop: str, names: set[str]) -> None:
    rules = parse_game("holdem")
    assert texture_of(rules, rules.deck.parse_cards(flop)) == sum(map(texture_bit, names))


@pytest.mark.parametrize(
    ("cards", "name"), [("AhKh", "AKs"), ("KdAh", "AKo"), ("2c2d", "22"), ("T9", ""), ("Ah??", "")]
)
def test_classes_of_hands(cards: str, name: str) -> None:
    assert hand_class(cards) == name


def test_the_view_of_seats_answers_in_sql(database: HandDatabase, hand: Hand) -> None:
    with database.record(parameters={"from": "one.phh"}) as recorder:
        recorder.add(hand)
    with database.reading() as connection:
        columns = "player, position_name, hand, net_bb, won, three_bet, vpip, month, source_file"
        rows = [tuple(row) for row in connection.execute(text(f"SELECT {columns} FROM seat ORDER BY position"))]
    assert rows == [
        ("Ann", "small blind", "72o", -0.5, -0.5, 0, 0, "2019-03", "one.phh"),
        ("Bob", "big blind", "AKs", 9.5, 9.5, 1, 1, "2019-03", "one.phh"),
        ("Cyd", "button", "QQ", -9.0, -9.0, None, 1, "2019-03", "one.phh"),
    ]


def counted(database: HandDatabase, table: str) -> dict[str, tuple[int, float, int, int]]:
    """Hands, big blinds, and VPIP of each player."""
    query = (
        "SELECT p.name, SUM(hands), SUM(won_bb), SUM(vpip), SUM(vpip_of)"
        f" FROM {table} s JOIN player p ON p.id = s.player_id GROUP BY p.name"
    )
    with database.reading() as connection:
        return {row[0]: (row[1], round(row[2], 6), row[3], row[4]) for row in connection.execute(text(query))}


def expected(hands: list[Hand]) -> dict[str, tuple[int, float, int, int]]:
    """The same from the hands, by other code."""
    books = indicators_of(hands)
    won: Counter[str] = Counter()
    for each in hands:
        for name, payoff in zip(each.players, each.payoffs, strict=True):
            won[name] += float(payoff) / max(each.rules.blinds)  # type: ignore[assignment]
    return {name: (book.hands, round(won[name], 6), *book.sample("vpip")) for name, book in books.items()}


@pytest.mark.parametrize(
    "table",
    [
        "summary",
        *(f"(SELECT * FROM summary_by WHERE kind = '{kind}')" for kind in ("all", "month", "position", "street")),
    ],
)
def test_summaries_are_the_sums_over_the_hands(database: HandDatabase, table: str) -> None:
    """Three recorders, one of them resumed, and two stakes."""
    hands = played("holdem(players=3)", 60, 1) + played("holdem(players=3,blinds=10/20)", 30, 2)
    for part in (hands[:25], hands[25:70]):
        with database.record("match") as recorder:
            recorder.add_all(part)
    with database.resume(recorder.simulation) as recorder:
        recorder.add_all(hands[70:])
    assert uncounted(database) == []
    assert counted(database, table) == expected(hands)


def test_what_a_killed_writer_did_not_count_is_counted_once(database: HandDatabase) -> None:
    """A recorder that only flushed, and one that counts on after somebody else has caught up."""
    hands = played("holdem", 50, 3)
    recorder = database.record("match")
    recorder.add_all(hands[:20])
    recorder.flush()
    assert uncounted(database) == [(recorder.simulation, 0, 20)]
    assert catch_up(database) == 20
    recorder.add_all(hands[20:40])
    recorder.close()  # it has counted forty hands, of which twenty are in the table
    assert uncounted(database) == [(recorder.simulation, 20, 20)]
    assert catch_up(database) == 20
    assert catch_up(database) == 0
    recorder.add_all(hands[40:])
    recorder.close()
    assert uncounted(database) == []
    assert counted(database, "summary") == expected(hands)


def test_hands_of_an_older_schema_get_their_columns(tmp_path: Path, hand: Hand) -> None:
    path = tmp_path / "old.db"
    hands = [hand, *played("holdem(players=3)", 12, 5)]
    with open_database(path) as database, database.record("import") as recorder:
        recorder.add_all(hands)
    query = "SELECT * FROM seat ORDER BY simulation_id, game, position"
    with open_database(path) as database, database.reading() as connection:
        before = [tuple(row) for row in connection.execute(text(query))]
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.downgrade(configuration(connection), "0003")
    with open_database(path) as database:
        assert [tuple(row) for row in database.page(1, 0, 100)] == [tuple(each) for each in hands]
        assert catch_up(database) == 13
        with database.reading() as connection:
            after = [tuple(row) for row in connection.execute(text(query))]
        assert counted(database, "summary") == expected(hands)
    assert after == before


@pytest.mark.parametrize("version", ["0003", "0005", "0007", "0008"])
def test_games_of_an_older_schema_know_which_seats_did_what(tmp_path: Path, hand: Hand, version: str) -> None:
    """The same bits as those of new hands, also at a table that is too large for them; one hand by hand."""
    path = tmp_path / "old.db"
    hands = [hand, *played("holdem(players=3)", 12, 5), *played("stud(players=3)", 6, 5)]
    hands += played("holdem(players=11,betting=limit)", 3, 5)
    with open_database(path) as database, database.record("import") as recorder:
        recorder.add_all(hands)
    query = text(f"SELECT {', '.join(SEAT_COLUMNS)} FROM game ORDER BY game")
    of_others = text("SELECT others FROM game_player ORDER BY game, position")
    with open_database(path) as database, database.reading() as connection:
        before = [tuple(row) for row in connection.execute(query)]
        others = [int(bits) for bits in connection.execute(of_others).scalars()]
    for fact, holds in enumerate(([won > 0 for won in hand.payoffs], [won < 0 for won in hand.payoffs], hand.live)):
        for seat in range(len(hand.players)):
            assert others[seat] >> fact & 1 == any(each for at, each in enumerate(holds) if at != seat)
    assert set(others[-33:]) == {2**36 - 1}, "of eleven seats everything may be true"
    assert not any(map(any, before[-3:])), "eleven seats have no bits"
    won, lost, live = (before[0][0] >> place & 1023 for place in (0, 10, 20))
    assert [won >> seat & 1 for seat in range(len(hand.players))] == [payoff > 0 for payoff in hand.payoffs]
    assert [lost >> seat & 1 for seat in range(len(hand.players))] == [payoff < 0 for payoff in hand.payoffs]
    assert [live >> seat & 1 for seat in range(len(hand.players))] == list(map(int, hand.live))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.downgrade(configuration(connection), version)
    with open_database(path) as database:
        catch_up(database)
        with database.reading() as connection:
            assert [tuple(row) for row in connection.execute(query)] == before
            assert list(connection.execute(of_others).scalars()) == others


def test_finer_summaries_of_the_schema_before_are_added_up(tmp_path: Path) -> None:
    """Four rows of a player, by hand: two positions, two months; what was counted is not counted again."""
    path = tmp_path / "old.db"
    with open_database(path) as database, database.record("match") as recorder:
        recorder.add_all(played("holdem(players=3)", 12, 5))
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.downgrade(configuration(connection), "0004")
        names = [row[1] for row in connection.execute(text("PRAGMA table_info(summary_detail)"))]
        for month, position, hands in (("2019-01", "button", 3), ("2019-02", "button", 4), ("2019-02", "UTG", 5)):
            key = {"simulation_id": 1, "player_id": 1, "currency": "USD", "unit_size": 0.01, "big_blind": 2}
            row = dict.fromkeys(names, 0) | key | {"month": month, "position_name": position, "hands": hands}
            insert = f"INSERT INTO summary_detail VALUES ({', '.join(f':{name}' for name in names)})"
            connection.execute(text(insert), row | {"vpip_of": hands, "last_street": 1})
        connection.execute(text("UPDATE summary_state SET games = 12"))
    with open_database(path) as database, database.reading() as connection:
        assert uncounted(database) == []
        rows = connection.execute(text("SELECT kind, value, hands, vpip_of FROM summary_by ORDER BY kind, value"))
        assert [tuple(row) for row in rows] == [
            ("all", "", 12, 12),
            ("month", "2019-01", 3, 3),
            ("month", "2019-02", 9, 9),
            ("position", "UTG", 5, 5),
            ("position", "button", 7, 7),
            ("street", "1", 12, 12),
        ]
