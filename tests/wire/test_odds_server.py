"""The hand-rank server: right answers in the right order, whatever clients send or fail to read."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.wire import Limits, OddsServer
from riverboat.wire.odds_commands import Command, Lane, Question

Result = TypeVar("Result")

PATIENCE = 20.0
"""Seconds after which a test that waits has failed; nothing here takes nearly as long."""


_open_clients: list[Client] = []


class Client:
    """A connection that can be used line by line."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        _open_clients.append(self)

    @classmethod
    async def to(cls, server: OddsServer) -> Client:
        return cls(*await asyncio.open_connection("127.0.0.1", server.port))

    async def close(self) -> None:
        self.writer.close()
        with suppress(ConnectionError):
            await self.writer.wait_closed()

    async def ask(self, line: str) -> str:
        self.writer.write(line.encode() + b"\n")
        return await self.line()

    async def line(self) -> str:
        return (await self.reader.readline()).decode().rstrip("\n")

    async def rest(self) -> list[str]:
        self.writer.write_eof()
        return (await self.reader.read()).decode().splitlines()


def run(work: Awaitable[Result]) -> Result:
    async def patiently() -> Result:
        try:
            async with asyncio.timeout(PATIENCE):
                return await work
        finally:
            while _open_clients:
                await _open_clients.pop().close()

    return asyncio.run(patiently())


def conversation(chunks: Iterable[bytes], **options: object) -> bytes:
    """All that a fresh server sends back for these bytes, sent piece by piece and then closed."""

    async def talk() -> bytes:
        async with OddsServer(port=0, **options) as server:  # type: ignore[arg-type]
            client = await Client.to(server)
            for chunk in chunks:
                client.writer.write(chunk)
                await client.writer.drain()
                await asyncio.sleep(0)
            client.writer.write_eof()
            return await client.reader.read()

    return run(talk())


def replies(*lines: str, **options: object) -> list[str]:
    return conversation(["".join(f"{line}\n" for line in lines).encode()], **options).decode().splitlines()


def number(reply: str) -> float:
    word, value = reply.split()
    assert word == "OK"
    return float(value)


def command(answer: Callable[[str], float], lane: Lane, remembered: bool = False) -> Command:
    """A command of one word, answered by a function of that word."""

    def read(words: list[str]) -> Question:
        return Question(lambda: (answer(words[0]),), lane, f"T {words[0].lower()}" if remembered else None)

    return Command("T <word>", read)  # type: ignore[arg-type]


# What it answers


def test_rank_of_the_best_and_the_worst_hand() -> None:
    assert replies("RANK AsKsQsJsTs", "RANK 2c3d4h5s7c", "RANK AsKsQsJsTs2c3d") == ["OK 7461", "OK 0", "OK 7461"]


def test_billings_hand_on_the_flop() -> None:
    """AdQc on 3h4cJh: 628 hands behind it, 9 tied, 444 ahead; PPot .2083, NPot .2737 (Billings 2006, section 2.5.2)."""
    one, five, potential, effective = replies(
        "HS AdQc3h4cJh 1", "HS AdQc3h4cJh 5", "HP AdQc3h4cJh 1", "EHS AdQc3h4cJh 1"
    )
    strength = (628 + 9 / 2) / 1081
    assert number(one) == pytest.approx(strength, abs=1e-12)
    assert number(five) == pytest.approx(strength**5, abs=1e-12)
    assert number(five) == pytest.approx(0.06858, abs=5e-6)
    ok, positive, negative = potential.split()
    assert (ok, float(positive), float(negative)) == (  # type: ignore[comparison-overlap]
        "OK",
        pytest.approx(0.20832, abs=5e-6),
        pytest.approx(0.27369, abs=5e-6),
    )
    assert number(effective) == pytest.approx(0.67154, abs=5e-6)


def test_effective_strength_against_three() -> None:
    """HS^n + (1 - HS^n) PPot with n = 3."""
    ahead_of_all = ((628 + 9 / 2) / 1081) ** 3
    assert number(*replies("EHS AdQc3h4cJh 3")) == pytest.approx(ahead_of_all + (1 - ahead_of_all) * 0.20832, abs=1e-5)


def test_chen_in_both_versions() -> None:
    assert replies("CHEN As Ks", "CHEN AsKs", "CHEN As Ks thesis", "CHEN 9s 8s THESIS", "CHEN 7c 2d") == [
        "OK 12", "OK 12", "OK 13", "OK 7.5", "OK -1",
    ]  # fmt: skip


def test_average_rank_strength_of_a_royal_flush() -> None:
    """Ace-king suited that makes a royal flush wins, but for the rare board that is one itself."""
    first, again = replies("ARS AsKsQsJsTs2c3d 1", "ARS AhKhQhJhTh2c3d 1")
    assert 0.99 < number(first) <= 1.0
    assert first == again


def test_names_line_ends_and_spaces_as_people_type_them() -> None:
    sent = "rank AsKsQsJsTs\r\n  Rank  As Ks Qs Js Ts  \nRANK A♠K♠Q♠J♠10♠"
    assert conversation([sent.encode()]) == b"OK 7461\n" * 3


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("", "empty line"),
        ("FOLD", '"FOLD"'),
        ("RANK", "expected 5 to 7 cards"),
        ("RANK AsAd", "expected 5 to 7 cards"),
        ("RANK AsKsQsJsTs2c3d4h", "expected 5 to 7 cards"),
        ("RANK AsAsQsJsTs", "As comes twice"),
        ("RANK AsKxQsJsTs", '"x"'),
        ("RANK AsKsQsJsT", "not whole cards"),
        ("HS AdQc3h4cJh", "number of opponents"),
        ("HS AdQc3h4cJh 0", '"0"'),
        ("HS AdQc3h4cJh 23", '"23"'),
        ("HS AdQc3h4cJh -1", '"-1"'),
        ("HS AdQc3h4cJh ²", '"²"'),
        ("HS AdQc 2", "expected 5 to 7 cards"),
        ("HP AdQc3h4cJh x", '"x"'),
        ("ARS AdQc3h4cJh 10", "1 to 9"),
        ("CHEN As", "expected 2"),
        ("CHEN As Ks Qs", "expected 2"),
        ("CHEN As As", "As comes twice"),
    ],
)
def test_what_is_wrong_is_said_and_the_connection_stays(line: str, named: str) -> None:
    wrong, right = replies(line, "RANK AsKsQsJsTs")
    assert wrong.startswith("ERR ")
    assert named in wrong
    assert right == "OK 7461"


def test_bytes_that_are_no_text() -> None:
    assert conversation([b"\xff\xfe\x00RANK\nRANK AsKsQsJsTs\n"]).splitlines() == [
        b"ERR not text: a line is a command in ASCII or UTF-8",
        b"OK 7461",
    ]


def test_an_error_stays_on_one_line() -> None:
    """Separators that some programs take for line ends do not come back."""
    wrong, right = conversation(["RANK A\x0b\x1c\x85\u2028s\r\x00!\nRANK AsKsQsJsTs\n".encode()]).splitlines()
    assert wrong.startswith(b"ERR ")
    assert right == b"OK 7461"


def test_quit_says_goodbye_and_ends() -> None:
    assert replies("RANK AsKsQsJsTs", "quit", "RANK AsKsQsJsTs") == ["OK 7461", "OK bye"]


# Lines


@pytest.mark.parametrize("chunk", [1, 7, 100_000])
def test_a_line_too_long_is_skipped_to_its_end(chunk: int) -> None:
    sent = b"RANK " + b"A" * 3000 + b"\nRANK AsKsQsJsTs\n" + b"x" * 3000
    pieces = [sent[start : start + chunk] for start in range(0, len(sent), chunk)]
    long = b"ERR line too long: expected 512 bytes at most\n"
    assert conversation(pieces) == long + b"OK 7461\n" + long


def test_the_longest_line_is_still_read() -> None:
    hand = "RANK AsKsQsJsTs"
    assert replies(hand.ljust(512), hand.ljust(513)) == ["OK 7461", "ERR line too long: expected 512 bytes at most"]


@settings(max_examples=60)
@given(st.binary(max_size=2000), st.lists(st.integers(0, 2000), max_size=6))
def test_any_bytes_get_a_line_for_a_line(garbage: bytes, cuts: list[int]) -> None:
    """Nothing kills the connection: each line gets one, and a good one after the garbage is answered well."""
    garbage = garbage.upper().replace(b"QUIT", b"quiz")
    sent = garbage + b"\nRANK AsKsQsJsTs\n"
    places = sorted({0, len(sent), *(cut for cut in cuts if cut < len(sent))})
    pieces = [sent[a:b] for a, b in pairwise(places)]
    received = conversation(pieces)
    assert received.endswith(b"\n")
    assert len(received.split(b"\n")) - 1 == sent.count(b"\n")
    assert received.split(b"\n")[-2] == b"OK 7461"
    received.decode("utf-8")


@settings(max_examples=30)
@given(st.lists(st.text(alphabet="RANKHSPECQ asdch23459TJ\t\r\x00é", max_size=40), max_size=20))
def test_any_words_get_ok_or_err(lines: list[str]) -> None:
    lines = [line for line in lines if "ARS" not in line]
    for reply in replies(*lines):
        assert reply.startswith(("OK ", "ERR "))


# Many questions, many clients


def test_thousands_of_questions_without_waiting_come_back_in_order() -> None:
    hands = ["AsKsQsJsTs", "2c3d4h5s7c"] * 5000
    assert replies(*(f"RANK {hand}" for hand in hands)) == ["OK 7461", "OK 0"] * 5000


def test_replies_keep_the_order_of_the_questions() -> None:
    """The slow question was asked first, so it is answered first, though the others are ready long before."""
    quick_is_done = threading.Event()

    def slow(word: str) -> float:
        assert quick_is_done.wait(PATIENCE)
        return float(word)

    def quick(word: str) -> float:
        quick_is_done.set()
        return float(word)

    commands = {
        "SLOW": command(slow, Lane.SLOW),
        "POOL": command(quick, Lane.POOL),
        "NOW": command(float, Lane.AT_ONCE),
    }
    assert replies("SLOW 1", "NOW 2", "POOL 3", "NOW 4", commands=commands) == ["OK 1", "OK 2", "OK 3", "OK 4"]


def test_no_client_waits_for_anothers_slow_question() -> None:
    go_on = threading.Event()

    def slow(word: str) -> float:
        assert go_on.wait(PATIENCE)
        return float(word)

    async def scene() -> None:
        commands = {"SLOW": command(slow, Lane.SLOW), "NOW": command(float, Lane.AT_ONCE)}
        async with OddsServer(port=0, commands=commands) as server:
            patient, other = await Client.to(server), await Client.to(server)
            patient.writer.write(b"SLOW 1\n")
            assert await other.ask("NOW 2") == "OK 2"
            go_on.set()
            assert await patient.line() == "OK 1"

    run(scene())


def test_one_client_cannot_fill_the_queue() -> None:
    """With two questions of each client at work, the other's question is third in line, not hundredth."""
    order: list[str] = []
    go_on = threading.Event()

    def slow(word: str) -> float:
        assert go_on.wait(PATIENCE)
        order.append(word)
        return float(word)

    async def scene() -> None:
        server = OddsServer(
            port=0, commands={"T": command(slow, Lane.POOL)}, limits=Limits(questions_at_work=2), threads=1
        )
        async with server:
            greedy, modest = await Client.to(server), await Client.to(server)
            greedy.writer.write("".join(f"T {word}\n" for word in range(100)).encode())
            await asyncio.sleep(0.05)  # so that the greedy one is first in line
            modest.writer.write(b"T 1000\n")
            await asyncio.sleep(0.05)
            go_on.set()
            assert await modest.line() == "OK 1000"
            assert await greedy.rest() == [f"OK {word}" for word in range(100)]

    run(scene())
    assert order.index("1000") <= 4


def test_a_client_that_never_reads_is_held_back_and_nobody_else() -> None:
    async def scene() -> None:
        async with OddsServer(port=0) as server:
            deaf, other = await Client.to(server), await Client.to(server)

            async def shout() -> None:
                while True:
                    deaf.writer.write(b"x\n" * 50_000)
                    await deaf.writer.drain()

            with pytest.raises(TimeoutError):
                await asyncio.wait_for(shout(), 1.0)
            assert await other.ask("RANK AsKsQsJsTs") == "OK 7461"
            deaf.writer.transport.abort()

    run(scene())


def test_a_client_that_leaves_early_hurts_nobody() -> None:
    async def scene() -> None:
        async with OddsServer(port=0) as server:
            for _ in range(5):
                rude = await Client.to(server)
                rude.writer.write(b"HP AdQc3h4cJh 1\n" * 10)
                rude.writer.transport.abort()
            assert await (await Client.to(server)).ask("RANK AsKsQsJsTs") == "OK 7461"

    run(scene())


def test_clients_above_the_limit_are_told_so() -> None:
    async def scene() -> None:
        async with OddsServer(port=0, limits=Limits(connections=2)) as server:
            first, second = await Client.to(server), await Client.to(server)
            assert await first.ask("CHEN As Ks") == await second.ask("CHEN As Ks") == "OK 12"
            third = await Client.to(server)
            assert (await third.line()).startswith("ERR too many connections: 2")
            assert await third.line() == ""
            assert await second.ask("QUIT") == "OK bye"
            assert await second.line() == ""
            for _ in range(100):  # the server notices that the second has gone
                fourth = await Client.to(server)
                fourth.writer.write(b"CHEN As Ks\n")
                answer = await fourth.line()
                if answer == "OK 12":
                    break
                await asyncio.sleep(0.01)
            assert answer == "OK 12"

    run(scene())


def test_a_connection_asleep_is_closed() -> None:
    async def scene() -> None:
        async with OddsServer(port=0, limits=Limits(idle_seconds=0.05)) as server:
            assert await (await Client.to(server)).line() == ""

    run(scene())


def test_a_command_that_breaks_is_an_error_and_nothing_more(caplog: pytest.LogCaptureFixture) -> None:
    def broken(word: str) -> float:
        raise ZeroDivisionError(word)

    commands = {
        "NOW": command(broken, Lane.AT_ONCE),
        "POOL": command(broken, Lane.POOL),
        "READ": command(float, Lane.POOL),
    }
    answers = replies("NOW 1", "POOL 1", "READ", "NOW 1", commands=commands)
    assert [answer.partition(":")[0] for answer in answers] == ["ERR NOW", "ERR POOL", "ERR READ", "ERR NOW"]
    assert all("internal error" in answer for answer in answers)
    assert "ZeroDivisionError" in caplog.text


# Answers remembered


class Counted:
    """A command that counts how often it had to compute."""

    def __init__(self) -> None:
        self.times = 0
        self.commands = {"T": command(self.answer, Lane.POOL, remembered=True)}

    def answer(self, word: str) -> float:
        self.times += 1
        return len(word) + 0.5


def test_a_hand_under_other_suits_is_remembered() -> None:
    """The eight lines are one hand: suits renamed, private cards swapped, flop in another order."""
    from riverboat.wire.odds_commands import standard_commands

    computed: list[str] = []

    def spied(name: str, original: Command) -> Command:
        def read(words: list[str]) -> Question:
            question = original.read(words)

            def answer() -> tuple[float, ...]:
                computed.append(name)
                return question.answer()

            return Question(answer, question.lane, question.key)

        return Command(original.usage, read)  # type: ignore[arg-type]

    commands = {name: spied(name, original) for name, original in standard_commands().items()}
    same = ["AdQc3h4cJh", "QcAd4cJh3h", "AsQd3h4dJh", "AhQs3c4sJc"]
    answers = replies(*(f"{name} {hand} 2" for name in ("HS", "HP", "EHS") for hand in same), commands=commands)
    assert computed == ["HS", "HP", "EHS"]
    assert [len(set(answers[start : start + 4])) for start in (0, 4, 8)] == [1, 1, 1]


def test_a_hand_of_other_strength_is_not_confused() -> None:
    """A private card swapped with the board, another number of opponents, a suit that matters: other questions."""
    lines = ["HS AdQc3h4cJh 1", "HS AdQc3h4cJh 2", "HP AdQc3h4cJh 1", "HP AdJh3h4cQc 1", "HP AdQc3c4cJh 1"]
    assert len(set(replies(*lines))) == 5


def test_the_same_question_is_computed_once_though_asked_together() -> None:
    counted = Counted()
    assert replies(*["T abc"] * 50, commands=counted.commands) == ["OK 3.5"] * 50
    assert counted.times == 1


def test_failures_are_not_remembered() -> None:
    attempts: list[str] = []

    def fails_once(word: str) -> float:
        attempts.append(word)
        if len(attempts) == 1:
            raise ValueError(word)
        return 7

    async def scene() -> None:
        async with OddsServer(port=0, commands={"T": command(fails_once, Lane.POOL, remembered=True)}) as server:
            client = await Client.to(server)
            assert (await client.ask("T x")).startswith("ERR")
            assert await client.ask("T x") == "OK 7"

    run(scene())


def test_memory_is_bounded() -> None:
    counted = Counted()
    lines = ["T a", "T bb", "T ccc", "T a"]

    async def scene() -> None:
        async with OddsServer(port=0, commands=counted.commands, limits=Limits(answers_in_memory=2)) as server:
            client = await Client.to(server)
            for line in lines:
                await client.ask(line)

    run(scene())
    assert counted.times == 4


def test_answers_survive_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "answers.sqlite"
    first, second = Counted(), Counted()
    assert replies("T abc", "T xy", commands=first.commands, cache=file) == ["OK 3.5", "OK 2.5"]
    assert replies("T xy", "T abc", commands=second.commands, cache=file) == ["OK 2.5", "OK 3.5"]
    assert (first.times, second.times) == (2, 0)


@pytest.mark.parametrize(
    ("wrong", "reason"),
    [
        ("text", "not a database"),
        ("folder", "this is a folder"),
        ("no folder", "there is no folder"),
        ("version", "version 99"),
        ("table", "no such column"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_at_the_start(tmp_path: Path, wrong: str, reason: str) -> None:
    file = tmp_path / "answers.sqlite"
    if wrong == "text":
        file.write_text("this is not a database, " * 100)
    elif wrong == "folder":
        file.mkdir()
    elif wrong == "no folder":
        file = tmp_path / "deeper" / "answers.sqlite"
    else:
        with sqlite3.connect(file) as database:
            database.execute(
                "PRAGMA user_version = 99" if wrong == "version" else "CREATE TABLE answers (something TEXT)"
            )
        database.close()
    server = OddsServer(port=0, cache=file)
    with pytest.raises(RiverboatError, match=reason) as refusal:
        run(server.start())
    assert str(file) in str(refusal.value)
    assert server._server is None
    assert wrong != "text" or file.read_text() == "this is not a database, " * 100
    assert wrong != "no folder" or not file.parent.exists()


def test_a_damaged_reply_costs_time_but_no_answer(tmp_path: Path) -> None:
    file = tmp_path / "answers.sqlite"
    with sqlite3.connect(file) as database:
        database.execute("CREATE TABLE answers (key TEXT PRIMARY KEY, reply TEXT) WITHOUT ROWID")
        database.execute("INSERT INTO answers VALUES ('T abc', 'OK 1\nOK 2')")
    database.close()
    counted = Counted()
    assert replies("T abc", "T abc", commands=counted.commands, cache=file) == ["OK 3.5", "OK 3.5"]
    assert counted.times == 1


def test_a_file_that_breaks_while_in_use(tmp_path: Path) -> None:
    counted = Counted()
    file = tmp_path / "answers.sqlite"

    async def scene() -> None:
        async with OddsServer(port=0, commands=counted.commands, cache=file) as server:
            client = await Client.to(server)
            assert await client.ask("T abc") == "OK 3.5"
            with sqlite3.connect(file) as database:
                database.execute("DROP TABLE answers")
            database.close()
            assert await client.ask("T abcd") == "OK 4.5"
            assert await client.ask("T abcde") == "OK 5.5"

    run(scene())


# Starting and stopping


def test_a_port_in_use_is_named() -> None:
    async def scene() -> None:
        async with OddsServer(port=0) as server:
            with pytest.raises(RiverboatError, match=f"127.0.0.1 port {server.port}: Address already in use"):
                await OddsServer(port=server.port).start()

    run(scene())


@pytest.mark.parametrize(("host", "port"), [("127.0.0.1", 70_000), ("no.such.host.invalid", 0)])
def test_an_address_that_cannot_be_is_named(host: str, port: int) -> None:
    with pytest.raises(RiverboatError, match=f"cannot listen on {host} port {port}"):
        run(OddsServer(host, port).start())


def test_it_listens_on_this_machine_only_unless_told() -> None:
    async def scene() -> None:
        async with OddsServer(port=0) as server:
            assert server.host == "127.0.0.1"
            assert server._server is not None
            assert [socket.getsockname()[0] for socket in server._server.sockets] == ["127.0.0.1"]

    run(scene())


def test_closing_lets_the_answer_under_way_go_out() -> None:
    started, go_on = threading.Event(), threading.Event()

    def slow(word: str) -> float:
        started.set()
        assert go_on.wait(PATIENCE)
        return float(word)

    async def scene() -> None:
        server = OddsServer(port=0, commands={"T": command(slow, Lane.POOL)})
        await server.start()
        busy, idle = await Client.to(server), await Client.to(server)
        busy.writer.write(b"T 1\n")
        await asyncio.to_thread(started.wait, PATIENCE)
        closing = asyncio.create_task(server.close())
        assert await idle.line() == ""
        go_on.set()
        assert await busy.line() == "OK 1"
        assert await busy.line() == ""
        await closing
        with pytest.raises(ConnectionError):
            await Client.to(server)

    run(scene())


def test_closing_does_not_wait_for_ever() -> None:
    started, go_on = threading.Event(), threading.Event()

    def endless(word: str) -> float:
        started.set()
        go_on.wait(PATIENCE)
        return 0

    async def scene() -> None:
        commands = {"T": command(endless, Lane.SLOW)}
        server = OddsServer(port=0, commands=commands, limits=Limits(seconds_to_finish=0.05))
        await server.start()
        client = await Client.to(server)
        client.writer.write(b"T 1\n")
        await asyncio.to_thread(started.wait, PATIENCE)
        await server.close()
        assert await client.line() == ""
        go_on.set()

    run(scene())


@pytest.mark.parametrize("which", [signal.SIGINT, signal.SIGTERM])
def test_signals_end_it_politely(which: signal.Signals, tmp_path: Path) -> None:
    program = (
        "import asyncio\n"
        "from riverboat.wire import serve\n"
        f"cache = {str(tmp_path / 'answers.sqlite')!r}\n"
        "asyncio.run(serve(port=0, cache=cache, ready=lambda server: print(server.port, flush=True)))\n"
        "print('closed')\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    port = int(process.stdout.readline())

    async def ask() -> str:
        client = Client(*await asyncio.open_connection("127.0.0.1", port))
        answer = await client.ask("CHEN As Ks")
        os.kill(process.pid, which)
        assert await client.line() == ""
        return answer

    try:
        assert run(ask()) == "OK 12"
        rest, errors = process.communicate(timeout=PATIENCE)
    finally:
        process.kill()
    assert (process.returncode, rest, errors) == (0, "closed\n", "")
