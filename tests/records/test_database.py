"""The database of hands: what goes in comes out, every row says how the table stood, and nothing is lost."""

from __future__ import annotations

import signal
import sqlite3
import subprocess
import sys
import time
from fractions import Fraction
from functools import cache
from itertools import chain, islice
from pathlib import Path
from random import Random

import pytest

pytest.importorskip("sqlalchemy")
pytest.importorskip("alembic")

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.packed import PackedHands
from riverboat.games.state import State
from riverboat.records import read_hands
from riverboat.records.database import BackgroundRecorder, HandDatabase, export_parquet, open_database, recording

GAMES = [
    "holdem(players=3)", "holdem(betting=limit,players=6)", "omaha8", "stud(players=4)", "triple_draw(players=3)",
    "kuhn", "leduc", "holdem(players=3,antes=10,acpc=yes)",
]  # fmt: skip


def _random_hands(game: str, count: int, seed: int = 1) -> list[Hand]:
    return list(_made(game, count, seed))


@cache
def _made(game: str, count: int, seed: int) -> list[Hand]:
    rules, rng = parse_game(game), Random(seed)
    hands = []
    for number in range(count):
        state = State(rules, rng.sample(range(rules.deck.size), rules.deck.size))
        while state.actor is not None:
            choices = []
            if state.phase == "draw":
                held = state.down[state.actor]
                choices.append(Action.discard(*rng.sample(held, rng.randint(0, len(held)))))
            choices += [Action.bring_in()] if state.can_bring_in() else []
            choices += [Action.check_or_call()] * 3 if state.can_check_or_call() else []
            choices += [Action.fold()] if state.can_fold() else []
            interval = state.raise_interval()
            choices += [Action.raise_to(rng.randint(*interval))] if interval else []
            state.apply(rng.choice(choices))
        names = tuple(f"player {position}" for position in range(rules.players))
        hands.append(finished_hand(state, names, rules.stacks, number))
    return hands


@pytest.fixture
def database(tmp_path: Path) -> HandDatabase:
    return open_database(tmp_path / "hands.db")


@pytest.mark.parametrize("game", GAMES)
def test_hands_come_back_as_they_were(database: HandDatabase, game: str) -> None:
    hands = _random_hands(game, 30)
    with database.record(mode="test", seed=1, parameters={"game": game}) as recorder:
        recorder.add_all(hands)
    assert list(database.hands(recorder.simulation)) == hands
    (simulation,) = database.simulations()
    assert (simulation.mode, simulation.seed, simulation.parameters, simulation.hands) == (
        "test",
        1,
        {"game": game},
        30,
    )


@pytest.mark.parametrize("game", GAMES)
def test_every_action_has_the_table_as_it_stood(database: HandDatabase, game: str) -> None:
    """Compared with the dealer, who plays the hands again."""
    hands = _random_hands(game, 20, seed=2)
    with database.record() as recorder:
        recorder.add_all(hands)
    rows = iter(list(database.tables()["action"]))
    for hand in hands:
        *states, _ = hand.replay()
        for state, (street, position, action) in zip(states, hand.actions, strict=True):
            row = next(rows)
            assert (row["street"], row["position"], row["verb"], row["amount"]) == (street, position, *action[:2])
            assert row["pot"] == state.pot
            assert row["stacks"] == "/".join(map(str, state.stacks))
            assert row["bets"] == "/".join(map(str, state.bets))
            assert row["live"] == sum(state.live)
            assert row["board"] == hand.rules.deck.cards_text(state.board)
            if state.phase == "bet":
                assert row["to_call"] == state.to_call
                assert row["paid"] == state.child(action).committed[position] - state.committed[position]
    assert next(rows, None) is None


def test_records_of_the_world_come_back_as_they_were(shared_data: Path, database: HandDatabase) -> None:
    """Half chips, unknown cards, boards run twice, notes."""
    sources = {
        "wsop2023_43_day5.phhs": 100,
        "pokerstars_samples": 100,
        "handhq/ABS.phhs.gz": 60,
        "pluribus.phhs.gz": 200,
    }
    records = [islice(read_hands(shared_data / name), count) for name, count in sources.items()]
    hands = [hand for hand in chain.from_iterable(records) if isinstance(hand, Hand)]
    assert any(isinstance(payoff, Fraction) for hand in hands for payoff in hand.payoffs)
    with database.record() as recorder:
        recorder.add_all(hands)
    assert list(database.hands()) == hands
    rast = [hand for hand in hands if "Brian Rast" in hand.players]
    assert list(database.hands(player="Brian Rast")) == rast


def test_simulations_and_rooms_stay_apart_and_can_be_resumed(database: HandDatabase) -> None:
    first, second = _random_hands("kuhn", 5), _random_hands("leduc", 7)
    one, two = database.record(mode="one"), database.record(mode="two")
    for hand in first:
        one.add(hand, room=3)
    two.add_all(second[:4])
    one.close()
    two.close()
    with database.resume(two.simulation) as again:
        again.add_all(second[4:])
    assert list(database.hands(one.simulation)) == first
    assert list(database.hands(two.simulation)) == second
    assert [(row["simulation_id"], row["room"]) for row in database.tables()["room"]] == [(1, 3), (2, 0)]
    with pytest.raises(RiverboatError, match="no simulation 9"):
        database.resume(9)


def test_another_process_can_do_the_writing(database: HandDatabase) -> None:
    hands = _random_hands("holdem(players=3)", 450)
    with BackgroundRecorder(database, database.record().simulation) as recorder:
        recorder.add_all(hands[:300])
        recorder.flush()
        assert len(list(database.hands())) == 300
        recorder.add_all(hands[300:])
    assert list(database.hands()) == hands


def test_a_writer_that_fails_says_why(database: HandDatabase) -> None:
    with pytest.raises(RiverboatError, match="no simulation 77"):
        BackgroundRecorder(database, 77).flush()


def test_packed_hands_are_the_hands(database: HandDatabase) -> None:
    hands = _random_hands("holdem(players=3)", 450)
    packed = PackedHands(hands)
    assert len(packed) == 450
    assert list(packed) == hands
    assert (packed[0], packed[449], packed[-1], packed[3:5]) == (hands[0], hands[449], hands[449], hands[3:5])
    with pytest.raises(IndexError):
        packed[450]
    with BackgroundRecorder(database, database.record().simulation) as recorder:
        recorder.add(hands[0], room=1)
        recorder.add_all(packed, room=2)
        recorder.add(hands[1], room=1)
    assert list(database.hands()) == [hands[0], *hands, hands[1]]
    assert [row["room"] for row in database.tables()["game"]] == [1, *[2] * 450, 1]


def test_hands_with_more_lines_of_betting_than_are_remembered(
    database: HandDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.records.database.rows._MAX_LINES", 3)
    hands = _random_hands("holdem(players=3)", 60)
    assert len({hand.actions for hand in hands}) > 20
    with database.record() as recorder:
        recorder.add_all(hands + hands)
    assert list(database.hands()) == hands + hands


def test_a_few_hands_of_a_slow_match_do_not_wait_for_more(
    database: HandDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("riverboat.records.database.recorder._SECONDS", 0.0)
    recorder = database.record()
    recorder.add_all(_random_hands("kuhn", 3))
    assert len(list(database.hands())) == 3


def test_a_match_that_goes_on_stores_every_hand_once(tmp_path: Path) -> None:
    hands = [hand._replace(number=number) for number, hand in enumerate(_random_hands("kuhn", 40), start=1)]
    where, about = tmp_path / "x.db", {"agents": ["a", "b"]}
    with recording(where, "cash", 1, about, 40, resumable=True) as record:
        record(hands[:10])
        record(hands[10:20])
        with open_database(where) as database:  # a match that is killed here has them all
            assert list(database.hands()) == hands[:20]
    with recording(where, "cash", 1, about, 40, resumable=True, resumed=True) as record:
        record(hands[15:30])  # its own notes were older than the database
        record(hands[30:])
    with open_database(where) as database:
        assert list(database.hands()) == hands
        assert len(database.simulations()) == 1
    with (
        pytest.raises(RiverboatError, match="lacks hands 41 to 49"),
        recording(where, "cash", 1, about, 40, resumed=True) as record,
    ):
        record([hands[0]._replace(number=50)])
    with pytest.raises(RiverboatError, match="not stored here"), recording(where, "cash", 2, about, 40, resumed=True):
        pass


MATCH = """
from riverboat.arena import run_match
from riverboat.records.database import recording
with recording({path!r}, "cash", 1, {{}}, 10**6) as record:
    def kept(hands):
        record(hands)
        print("some", flush=True)
    run_match(["always_call", "random"], "kuhn", 10**6, seed=1, jobs={jobs}, session=500, record=kept)
"""


def _processes() -> dict[int, int]:
    """Every process that runs, and the one that started it."""
    found = {}
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            number, *_, rest = status.read_text().replace("(", ")").split(")")
        except OSError:
            continue  # it has just ended
        state, parent = rest.split()[:2]
        if state != "Z":
            found[int(number)] = int(parent)
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs a list of processes in /proc")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_killed_match_leaves_its_hands_and_no_process(tmp_path: Path, jobs: int) -> None:
    path = tmp_path / "killed.db"
    process = subprocess.Popen([sys.executable, "-c", MATCH.format(path=str(path), jobs=jobs)], stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(4):
        assert process.stdout.readline()
    children = [child for child, parent in _processes().items() if parent == process.pid]
    assert len(children) == (1 if jobs == 1 else 3)  # the writer, and those who play
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    deadline = time.monotonic() + 30
    while any(child in _processes() for child in children):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    expected: list[Hand] = []
    run_match(["always_call", "random"], "kuhn", 2000, seed=1, session=500, record=expected.extend)
    with open_database(path) as database:
        hands = list(database.hands())
        assert len(hands) >= 1000  # two sessions of 500 had been passed on
        assert hands[:2000] == expected[: len(hands)]
        with database.resume(1) as recorder:
            recorder.add(expected[0])
        assert database.page(1, len(hands), 2) == [expected[0]]


def test_a_killed_writer_ends_the_match_with_one_line(database: HandDatabase) -> None:
    recorder = BackgroundRecorder(database, database.record().simulation)
    recorder._process.kill()
    recorder._process.wait()
    with pytest.raises(RiverboatError, match="the writer stopped"):
        recorder.add_all(_random_hands("kuhn", 1000))


WRITER = """
import sys
sys.path.insert(0, {folder!r})
from test_database import _random_hands, open_database
hands = _random_hands("kuhn", 100)
recorder = open_database({path!r}).record()
while True:
    recorder.add_all(hands)
    print("some", flush=True)
"""


def test_a_killed_process_leaves_a_readable_database(tmp_path: Path) -> None:
    path = tmp_path / "killed.db"
    code = WRITER.format(folder=str(Path(__file__).parent), path=str(path))
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE)
    assert process.stdout is not None
    for _ in range(15):
        assert process.stdout.readline()
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    expected = _random_hands("kuhn", 100)
    with open_database(path) as database:
        hands = list(database.hands())
        assert len(hands) >= 1000
        assert len(hands) % 1000 == 0
        assert hands[:100] == expected
        with database.resume(1) as recorder:
            recorder.add(expected[0])
        assert database.page(1, len(hands), 2) == [expected[0]]


def test_parquet_files_have_the_same_rows(database: HandDatabase, tmp_path: Path) -> None:
    """With chips by player as lists of numbers, which the tables have as text with slashes."""
    parquet = pytest.importorskip("pyarrow.parquet")
    with database.record() as recorder:
        recorder.add_all(_random_hands("holdem(players=3)", 20))
    counts = export_parquet(database, tmp_path / "out")
    for name, rows in database.tables().items():
        stored = list(rows)
        assert counts[name] == len(stored)
        for row in stored if name == "action" else ():
            row |= {column: [int(chips) for chips in row[column].split("/")] for column in ("stacks", "bets")}
        assert parquet.read_table(tmp_path / "out" / f"{name}.parquet").to_pylist() == stored


def test_migrations_lead_to_the_tables_of_the_program(tmp_path: Path) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext
    from sqlalchemy import create_engine

    from riverboat.records.database.tables import METADATA

    open_database(tmp_path / "x.db").close()
    with create_engine(f"sqlite:///{tmp_path / 'x.db'}").connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), METADATA) == []


def test_a_database_of_the_future_is_refused(tmp_path: Path) -> None:
    open_database(tmp_path / "x.db").close()
    with sqlite3.connect(tmp_path / "x.db") as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    with pytest.raises(RiverboatError, match="newer version"):
        open_database(tmp_path / "x.db")


@pytest.mark.parametrize(
    "where", ["nonsense://x", "postgresql://nobody@localhost:1/none", "{folder}", "{folder}/no/x.db"]
)
def test_what_cannot_be_opened_is_one_line(tmp_path: Path, where: str) -> None:
    with pytest.raises(RiverboatError) as caught:
        open_database(where.format(folder=tmp_path))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    (tmp_path / "x.db").write_text("Dear aunt, " * 100)
    with pytest.raises(RiverboatError, match="not a database"):
        open_database(tmp_path / "x.db")


def test_pages_of_a_simulation(database: HandDatabase) -> None:
    hands = _random_hands("kuhn", 25)
    with database.record() as first, database.record() as second:
        first.add_all(hands[:10])
        second.add_all(hands)
    assert (database.stored(first.simulation), database.stored(second.simulation)) == (10, 25)
    assert database.stored(99) == 0
    assert [hand.number for hand in database.page(second.simulation, 20, 3)] == [20, 21, 22]
    assert [hand.number for hand in database.page(second.simulation, 23, 100)] == [23, 24]
    assert database.page(first.simulation, 10, 5) == []
    assert database.page(99, 0, 5) == []


def test_postgresql(shared_data: Path, postgres: str) -> None:
    hands = [hand for hand in read_hands(shared_data / "wsop2023_43_day5.phhs") if isinstance(hand, Hand)]
    with open_database(postgres) as database:
        with database.record(mode="test", seed=2**40) as recorder:
            recorder.add_all(hands)
        assert list(database.hands(recorder.simulation)) == hands
        with BackgroundRecorder(database, database.record().simulation) as background:
            background.add_all(PackedHands(hands))
        assert list(database.hands(background.simulation)) == hands


def test_postgresql_goes_both_ways_between_schemas(postgres: str) -> None:
    """The constraints that a new schema drops are there in the old one, and names in them are the server's."""
    from alembic import command
    from sqlalchemy import create_engine, inspect

    from riverboat.records.database.migrations.upgrade import configuration

    open_database(postgres).close()
    engine = create_engine("postgresql+psycopg://" + postgres.partition("://")[2])

    def constraints() -> set[str]:
        with engine.connect() as connection:
            look = inspect(connection)
            return {str(key["name"]) for table in ("action", "game_player") for key in look.get_foreign_keys(table)}

    assert constraints() == set()
    with engine.begin() as connection:
        command.downgrade(configuration(connection), "0001")
    assert constraints() == {
        "action_simulation_id_game_fkey",
        "game_player_simulation_id_game_fkey",
        "game_player_player_id_fkey",
    }
    open_database(postgres).close()
    assert constraints() == set()
    engine.dispose()


def test_an_older_database_is_brought_up_to_date(tmp_path: Path) -> None:
    from alembic import command
    from sqlalchemy import create_engine

    from riverboat.records.database.migrations.upgrade import configuration, newest

    hands, path = _random_hands("kuhn", 5), tmp_path / "old.db"
    with open_database(path) as database, database.record() as recorder:
        recorder.add_all(hands)
    engine = create_engine(f"sqlite:///{path}")
    with engine.begin() as connection:
        command.downgrade(configuration(connection), "0001")
    engine.dispose()
    with sqlite3.connect(path) as old:
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)
    old.close()
    with open_database(path) as database:
        assert list(database.hands()) == hands
    with sqlite3.connect(path) as new:
        assert new.execute("SELECT version_num FROM alembic_version").fetchone() == (newest(),)
    new.close()


def test_whatever_a_thread_stores_within_a_transaction_is_part_of_it(database: HandDatabase) -> None:
    """A new run, new players, new rules and a hand: all of it or nothing."""
    (hand,) = _random_hands("holdem(players=3)", 1)

    def store() -> None:
        recorder = database.record("table")
        recorder.add(hand)
        recorder.flush()

    def break_off() -> None:
        with database.writing():
            store()
            assert not database.simulations()  # another connection sees nothing of it yet
            raise KeyError

    with pytest.raises(KeyError):
        break_off()
    assert (database.simulations(), database.players(), list(database.hands())) == ([], [], [])
    with database.writing():
        store()
    (run,) = database.simulations()
    assert list(database.hands(run.id)) == [hand]
