"""The search language: what a person means by it, and that files and databases find the same hands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, get_args

import pytest

from riverboat.agents.scripted import RandomAgent
from riverboat.errors import RiverboatError
from riverboat.games import Hand, parse_game, play_hand
from riverboat.games.play import decks
from riverboat.games.view import HIDDEN
from riverboat.progress import Progress
from riverboat.records.database import open_database
from riverboat.records.database.search import Order, Wanted, places_of, search
from riverboat.records.database.seat_bits import FACTS
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import LARGE
from riverboat.records.query import DONE, FACED, matches, parse_query

Written = Callable[[str, str, str], Hand]


def button_against_big_blind(three_handed: Written) -> Hand:
    """Hero opens the button, is re-raised by the big blind, raises again, calls all-in and loses 80 bb."""
    dealt = "d dh p1 7c2d, d dh p2 QsQd, d dh p3 AhKh"
    played = "p3 cbr 3, p1 f, p2 cbr 9, p3 cbr 24, p2 cbr 80, p3 cc, d db 5s5d9c, d db 2h, d db 3c"
    return three_handed("PokerStars", "Ann Bob Hero", f"{dealt}, {played}")


@pytest.mark.parametrize(
    ("query", "is_found"),
    [
        ("hero AKs vs 3bet BTN lost>20bb board:paired 2019-03", True),
        ("hero AKs vs 3bet BTN lost>80bb board:paired 2019-03", False),
        ("hero AKs vs 3bet BTN lost>20bb board:monotone 2019-03", False),
        ("hero AKs vs 3bet BTN lost>20bb board:paired 2019-04", False),
        ("hero AKo", False),
        ("hero QQ+,AKs", True),
        ("hero SB", False),
        ("bob 3bet vs hero", True),
        ("bob vs cyd", False),
        ("hero 4bet all-in", False),
        ("hero 4bet -all-in", True),
        ("hero (SB or BTN) not folded", True),
        ("ann folded -vpip", True),
        ("ann saw:flop", False),
        ("bob saw:river showdown won=80.5bb", True),
        ("bob won=80.5", True),
        ("QQ lost", False),
        ("QQ won", True),
        ("board:5s5d", True),
        ("board:5s5h", False),
        ("cards:AhKh", True),
        ("cards:AhKd", False),
        ("site:pokerstars currency:usd number:77 game:holdem", True),
        ("site:poker* stake:1 players:3 pot>100bb", True),
        ("game:omaha", False),
        ("2018..2019-02", False),
        ("2018..2019", True),
        ("date:2019-03-05", True),
        ('"Hero" cut-off', False),
        ("position:button player:he*", True),
        ("-ann", False),
        ("showdown -ann", False),
        ("hero -bob", False),
        ("not (bob won)", False),
        ("not (hero won)", True),
        ("hero lost -(ann folded)", False),
        ("hero lost -(ann saw:flop)", True),
        ("not (not hero)", True),
        ("BTN lost", True),
        ("BTN won", False),
        ("SB folded -vpip", True),
        ("BB won>80bb", True),
        ("BB won>81bb", False),
        ("BB -(lost or folded)", True),
        ("", True),
    ],
)
def test_what_people_write(tmp_path: Path, three_handed: Written, query: str, is_found: bool) -> None:
    hand = button_against_big_blind(three_handed)
    assert matches(parse_query(query), hand) is is_found
    with open_database(tmp_path / "hands.db") as database:
        with database.record() as recorder:
            recorder.add(hand)
        if "cyd" in query:  # a name that nobody has is worth a word where all names are known
            with pytest.raises(RiverboatError, match="no such player"):
                search(database, Wanted(query=query))
        else:
            assert search(database, Wanted(query=query)).total == is_found


@pytest.fixture(scope="module")
def stored(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[HandDatabase, list[Hand]]]:
    """Random hands of four games in two runs."""
    hands = []
    short = "holdem(players=4,stacks=20000/3000/9000/20000)"
    for game in (short, "holdem(betting=limit,players=3)", "omaha(players=3)", "stud(players=3)"):
        rules = parse_game(game)
        for number, deck in zip(range(60), decks(rules, 7), strict=False):
            agents = [RandomAgent() for _ in range(rules.players)]
            for seat, agent in enumerate(agents):
                agent.rng.seed(10 * number + seat)
            names = tuple(f"P{(seat + number) % rules.players}" for seat in range(rules.players))
            notes = (("year", "2020"), ("month", str(number % 12 + 1)), ("venue", "ab"[number % 2]))
            hands.append(play_hand(rules, agents, deck, players=names, number=number + 1)._replace(notes=notes))
    with open_database(tmp_path_factory.mktemp("query") / "hands.db") as database:
        for part in (hands[:100], hands[100:]):
            with database.record("match") as recorder:
                recorder.add_all(part)
        yield database, hands


QUERIES = (
    "P1", "P1 won", "P1 BTN", "P1 -BTN", "P1 or P2 lost", "(P1 or P2) lost", "SB folded", "not (P1 won)", "-P1",
    "P? won>50bb", "showdown", "-showdown", "all-in", "won>10bb board:rainbow", "board:paired", "2020-03",
    "2020-03..2020-05", "site:a", "site:a -2020-01", "game:stud", "game:holdem", "P1 vs P2 AK,QQ+", "22+ lost",
    "game:holdem(betting=limit) pot>5bb", "A2s+ saw:flop", "P0 3bet", "P0 vs 3bet", "vs cbet folded", "players:4",
    "players>3 pot<=3bb", "P3", "stack>100bb", "P1 even", "lost>=1 BB", "check-raise", "P2 steal or P2 limp",
    "cards:As", "board:As", "currency:chips", "vs P1", "P* vs P1", "P1 vs P*", "(P1 or P2) vs P0 won", "-(vs P2)",
    "P1 or P2 won", "P1 vs P2 -won", "won>10bb", "lost>20bb", "won<2bb", "3bet or all-in", "lost showdown",
    "BTN won", "-3bet", "2020-03 steal", "saw:river", "won 22+", "number:7", "AK P1 or QQ P2", "cards:AsKs",
    "3bet lost", "all-in lost", "steal won -showdown", "3bet -(all-in or lost)", "P1 -P3", "P1 -(P2 won)",
    "-P3 BTN won", "SB even", "BB won>2bb", "BB won<2bb", "(BTN or SB) lost>5bb", "UTG won", "-(BTN won)",
    "BTN (won or showdown)",
    "BTN (won or 2020-03)", "BTN stack>100bb", "vs P3 won", "vs P3 BTN", "AK -P1", "P1 or P2", "P1 or P2 or P3 BTN",
    "stack<40bb", "stack>=90bb", "stack=90bb", "BTN stack<40bb", "P1 stack<40bb", "stack<4000", "P0 folded",
    "BTN lost>30bb", "BTN lost>=20bb", "BTN lost=30bb", "SB won>=5bb", "BTN lost<10bb", "BTN won<=20bb", "vs P1 won",
    "UTG lost>200bb", "UTG lost<200bb",
    "P1 stake:100", "P1 site:A", "P1 players:3", "P1 game:stud", "P1 -site:a", "stake>50 won", "vs P1 BTN lost>20bb",
    "vs P1 -won", "vs P* BTN won", "vs P1 -P2 won", "vs P1 2020-03", "vs P2 stack<40bb", "vs P1 vs P2 won", "vs P1 22+",
    "vs P1 won>30bb", "vs P1 lost>20bb", "vs P1 3bet", "vs P* saw:river 2020-03", "vs P1 all-in", "vs P1 folded",
    "vs P1 vs raise", "vs P3 won>=5bb pot>10bb", "vs P2 site:b showdown", "-(vs P1 won)", "BTN even",
    "BTN won>=0bb", "BB lost>0bb",
    "P* -P1", "P* -P0 -P3", "P1 -(P2 won>5)", "showdown -(P1 lost or P2 lost)", "P2 -(22+ P1)",
)  # fmt: skip


def check_quick_pages(database: HandDatabase, wanted: Wanted, total: int, patch: pytest.MonkeyPatch) -> None:
    """As if five hands were very many: each page is that of the slow search, and a total that is not all says so."""
    for order in get_args(Order):
        places = search(database, wanted, count=None, order=order).places
        with patch.context() as changed:
            changed.setattr("riverboat.records.database.search._FEW", 3)
            changed.setattr("riverboat.records.database.search._MANY", 5)
            changed.setattr("riverboat.records.database.search._STRETCH", 7)
            for first in (0, max(0, total - 4), total + 9):
                quick = search(database, wanted, first, 2, order, is_quick=True)
                assert quick.places == places[first : first + 2]
                if quick.is_all:
                    assert quick.total == total
                else:
                    assert first + 5 <= quick.total < total


@pytest.mark.parametrize("query", QUERIES)
def test_a_database_finds_what_files_find(
    stored: tuple[HandDatabase, list[Hand]], query: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    database, hands = stored
    tree = parse_query(query)
    expected = [place for place, hand in enumerate(hands) if matches(tree, hand)]
    found = search(database, Wanted(query=query), count=None)
    assert [(run - 1) * 100 + place for run, place in found.places] == expected
    assert found.total == len(expected)
    assert list(places_of(database, Wanted(query=query))) == found.places
    for order in ("pot", "result", "newest"):
        sorted_ones = search(database, Wanted(query=query), count=None, order=order)
        assert sorted(sorted_ones.places) == found.places
    check_quick_pages(database, Wanted(query=query), len(expected), monkeypatch)
    with monkeypatch.context() as changed:  # as if a page were full of large results, and as if it were not
        changed.setattr("riverboat.records.database.search._FEW", 3)
        for large in (0.0, 20.0, LARGE, 1e9):
            changed.setattr("riverboat.records.database.search._LARGE", large)
            page = search(database, Wanted(query=query), first=1, count=3, order="result").places
            assert page == search(database, Wanted(query=query), count=None, order="result").places[1:4]


def test_postgresql_finds_what_files_find(
    stored: tuple[HandDatabase, list[Hand]], postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All queries of the test before, on one run."""
    hands = stored[1]
    with open_database(postgres) as database:
        with database.record("match") as recorder:
            recorder.add_all(hands)
        for number, query in enumerate(QUERIES):
            tree, wanted = parse_query(query), Wanted(recorder.simulation, query=query)
            expected = [place for place, hand in enumerate(hands) if matches(tree, hand)]
            for order in get_args(Order):
                found = search(database, wanted, count=None, order=order)
                assert sorted(place for _, place in found.places) == expected, (query, order)
            if number % 8 == 0:
                check_quick_pages(database, wanted, len(expected), monkeypatch)


def test_totals_while_hands_are_in_no_summary(tmp_path: Path, stored: tuple[HandDatabase, list[Hand]]) -> None:
    """The summaries know the totals, but not of hands that a recorder has written without counting them yet."""
    hands = [hand for hand in stored[1] if len(hand.players) == 4]
    others = hands[0].players[1:]
    assert hands[0].players == ("P0", *others)
    with open_database(tmp_path / "hands.db") as database:
        with database.record("match") as recorder:
            recorder.add_all([hands[0]._replace(players=("P9", *others))])
        recorder = database.record("match")
        recorder.add_all(hands[:20])
        recorder.flush()
        for _ in range(2):
            for query, total in (("", 21), ("P1", 21), ("-P1", 0), ("P0", 20), ("-P0", 1), ("P9", 1), ("-P9", 20)):
                assert search(database, Wanted(query=query)).total == total, query
            assert search(database, Wanted(recorder.simulation)).total == 20
            assert search(database, Wanted(recorder.simulation, player="P1")).total == 20
            assert search(database, Wanted(1, query="-P9")).total == 0
            recorder.close()


def test_places_are_found_a_stretch_at_a_time(
    stored: tuple[HandDatabase, list[Hand]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Parts of runs and several runs together; who wants only the first hand makes the database read one stretch."""
    database = stored[0]
    for hands in (30, 120, 1000):
        monkeypatch.setattr("riverboat.records.database.search._STRETCH", hands)
        for query in QUERIES[::4]:
            expected = search(database, Wanted(query=query), count=None).places
            assert list(places_of(database, Wanted(query=query))) == expected, (query, hands)
    monkeypatch.setattr("riverboat.records.database.search._STRETCH", 30)
    states: list[Progress[Any]] = []
    places = places_of(database, Wanted(query="showdown"), on_progress=states.append)
    first = next(places)
    assert [state.done for state in states] == [0], "the other hands are not read yet"
    assert [first, *places] == search(database, Wanted(query="showdown"), count=None).places
    assert [state.done for state in states] == [0, 30, 60, 90, 100, 130, 160, 190, 220]
    assert {state.total for state in states} == {240}


@pytest.mark.parametrize(("constant", "value"), [("_MANY", 0), ("MAX_SEATS", 3), ("_MAX_MERGED", 1)])
def test_other_ways_to_the_same_hands(
    stored: tuple[HandDatabase, list[Hand]], monkeypatch: pytest.MonkeyPatch, constant: str, value: int
) -> None:
    """As if every player had very many hands, as if four seats had no bits, and without merging."""
    database = stored[0]
    for query in QUERIES:
        usual = search(database, Wanted(query=query))
        with monkeypatch.context() as changed:
            changed.setattr(f"riverboat.records.database.conditions.{constant}", value)
            changed.setattr("riverboat.records.database.search._STRETCH", 7)
            page = search(database, Wanted(query=query), first=2, count=5)
            assert page.places == usual.places[2:7], query
            for order in ("played", "pot"):
                found = search(database, Wanted(query=query), count=None, order=order)
                assert (found.total, sorted(found.places)[:25]) == (usual.total, usual.places), (query, order)


def test_the_words_of_the_language_have_their_bits() -> None:
    for rate in DONE.values():
        assert f"done {rate}" in FACTS
    for rate in FACED.values():
        assert f"faced {rate}" in FACTS


def test_a_pattern_of_very_many_players(
    stored: tuple[HandDatabase, list[Hand]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if three were very many."""
    monkeypatch.setattr("riverboat.records.database.conditions._MAX_MEANT", 2)
    database, hands = stored
    for query in ("P* won>10bb", "P* BTN lost", "(P* or P1) vs P2 won", "P1 vs P*"):
        expected = sum(matches(parse_query(query), hand) for hand in hands)
        assert search(database, Wanted(query=query)).total == expected > 0, query


def test_exact_cards_where_all_hands_are_of_holdem(tmp_path: Path, three_handed: Written) -> None:
    with open_database(tmp_path / "hands.db") as database, database.record() as recorder:
        recorder.add(button_against_big_blind(three_handed))
        recorder.flush()
        for query, total in (("AhKh", 1), ("KhAh", 1), ("AhKd", 0), ("Ah", 1), ("QsQd", 1), ("QsQh", 0), ("AhKhQs", 0)):
            assert search(database, Wanted(query=f"cards:{query}")).total == total, query


def test_cards_that_were_not_shown_are_not_found_in_private_runs(stored: tuple[HandDatabase, list[Hand]]) -> None:
    """Who asks for a hand in a run of several people must not learn from the answer what was not shown."""
    database, hands = stored
    wanted = Wanted(query="run:1 22+")
    shown = []
    for place, hand in enumerate(hands[:100]):
        open_cards = [hand.went_to_showdown and live for live in hand.live]
        down = tuple([c if is_open else (HIDDEN,) * len(c) for c, is_open in zip(hand.down, open_cards, strict=True)])
        if matches(parse_query("22+"), hand._replace(down=down)):
            shown.append(place)
    assert [place for _, place in search(database, wanted, count=None, private=[1]).places] == shown
    assert len(shown) < search(database, wanted).total


@pytest.mark.parametrize(
    ("query", "reason"),
    [
        ("lost>20x", "expected one of won, lost, pot"),
        ("bord:paired", "expected board"),
        ("(P1", "a bracket is not closed"),
        ("P1)", "a bracket is closed"),
        ("P1 or", 'both sides of "or"'),
        ("hand:XY", "not a hand"),
        ('"P1', "a quotation mark is not closed"),
        ("vs", "vs whom"),
        ("-", "not what"),
        ("saw:street", "expected one of flop"),
        ("date:march", "expected a date"),
        ("board:wet", "expected one of paired"),
        ("x" * 501, "500 at most"),
        ("(" * 30 + "P1" + ")" * 30, "more than 20 brackets"),
        ("players>2bb", "not counted in big blinds"),
        ("game:holdem(betting=foo)", "betting=foo"),
    ],
)
def test_what_cannot_be_understood_is_named(query: str, reason: str) -> None:
    with pytest.raises(RiverboatError) as refused:
        parse_query(query)
    assert reason in str(refused.value)
    assert "\n" not in str(refused.value)


def test_hero_is_who_has_the_most_hands_where_nobody_is_called_so(stored: tuple[HandDatabase, list[Hand]]) -> None:
    """P0, P1 and P2 have 240 hands each; P0 comes first."""
    database, hands = stored
    assert search(database, Wanted(query="hero")).total == sum("P0" in hand.players for hand in hands)


def test_a_name_that_nobody_has_is_answered_with_one_that_is_near(stored: tuple[HandDatabase, list[Hand]]) -> None:
    with pytest.raises(RiverboatError, match=r'search "P9": no such player.*there is P'):
        search(stored[0], Wanted(query="P9"))


def test_conditions_of_a_database_are_refused_for_files(three_handed: Written) -> None:
    with pytest.raises(RiverboatError, match="search tag: only hands of a database have it"):
        matches(parse_query("tag:bluff"), button_against_big_blind(three_handed))
