"""What the dealer does with players who do not keep to the protocol: as observed on the real one, case by case."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from acpc_players import LIMIT, NO_LIMIT, Played, Program, betting, caller, deal, nobody
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.wire.acpc.options import DealerOptions


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def misbehave(when: str, reply: Callable[[str], str]) -> Played:
    """One hand in which the player whose turn it is at this betting answers so, and otherwise everybody calls."""

    def bad(line: str) -> bytes:
        mine = caller(line)
        return reply(line).encode("latin-1") if mine and betting(line) == when else mine

    # The button acts first before the flop, the other after it.
    programs = [Program(caller).run, Program(bad).run] if when == "" else [Program(bad).run, Program(caller).run]
    return deal(DealerOptions("m", NO_LIMIT, 1, 42, ("A", "B"), quiet=True), programs)


CALLED = "cc/cc/cc/cc"


@pytest.mark.parametrize(
    ("what", "when", "reply", "expected", "warning"),
    [
        ("unknown letter", "", "{}:x\r\n", CALLED, "bad action format in response, changed to call"),
        ("no action", "", "{}:\r\n", CALLED, "bad action format in response, changed to call"),
        ("no colon", "", "{}c\r\n", CALLED, "bad action format in response, changed to call"),
        ("raise without a size", "", "{}:r\r\n", CALLED, "bad action format in response, changed to call"),
        ("fold for free", "cc/", "{}:f\r\n", CALLED, "invalid action, changed to call"),
        ("text after a call", "", "{}:c300\r\n", CALLED, ""),
        ("check", "", "{}:k\r\n", CALLED, ""),
        ("capital", "", "{}:C\r\n", CALLED, ""),
        ("bare line end", "", "{}:c\n", CALLED, ""),
        ("a comment before", "", "# thinking\r\n;GUI\r\n{}:c\r\n", CALLED, ""),
        ("nonsense before", "", "hello\r\n{}:c\r\n", CALLED, "no state to be read here"),
        ("an empty line before", "", "\r\n{}:c\r\n", CALLED, "no state to be read here"),
        ("impossible betting before", "", "MATCHSTATE:1:0:cccc:|2hAc:c\r\n{}:c\r\n", CALLED, "no state to be read"),
        ("a player too many", "", "MATCHSTATE:7:0::|2hAc:c\r\n{}:c\r\n", CALLED, "no state to be read here"),
        ("a far too long line", "", "x" * 10_000 + "\r\n{}:c\r\n", CALLED, "no state to be read here"),
        ("another hand", "", "MATCHSTATE:1:9::|2hAc:f\r\n{}:c\r\n", CALLED, "skipped, nobody asked for it"),
        ("another position", "", "MATCHSTATE:0:0::2hAc|:f\r\n{}:c\r\n", CALLED, "skipped, nobody asked for it"),
        ("another betting", "", "MATCHSTATE:1:0:c:|2hAc:f\r\n{}:c\r\n", CALLED, "skipped, nobody asked for it"),
        ("other cards", "", "MATCHSTATE:1:0::|2hAd:f\r\n{}:c\r\n", CALLED, "skipped, nobody asked for it"),
        ("stale", "cc/", "MATCHSTATE:0:0:c:7d3d|:f\r\n{}:c\r\n", CALLED, "skipped, nobody asked for it"),
        ("spelt otherwise", "cc/", "MATCHSTATE:0:0:Ck/:7d3d|/5sKs7s:c\r\n", CALLED, ""),
        ("others' cards made up", "", "MATCHSTATE:1:0::AsAd|2hAc:c\r\n", CALLED, ""),
    ],
)  # fmt: skip
def test_what_becomes_of_an_answer(what: str, when: str, reply: str, expected: str, warning: str) -> None:
    played = misbehave(when, lambda line: reply.format(line))
    assert played.code == 0, played.err
    assert played.bettings == [expected]
    warnings = [line for line in played.err.splitlines() if line.startswith("WARNING")]
    if warning:
        assert warning in " ".join(warnings)
    else:
        assert warnings == []


@pytest.mark.parametrize(
    ("what", "answer", "raised", "warns"),
    [
        ("too small", "r101", "r200", True),
        ("negative", "r-5", "r200", True),
        ("too big", "r99999", "r20000", True),
        ("huge", "r" + "9" * 400, "r20000", True),
        ("smallest", "r200", "r200", False),
        ("largest", "r20000", "r20000", False),
        ("a bet", "b300", "r300", False),
        ("text after it", "r300 and more", "r300", False),
        ("a space", "r 300", "r300", False),
    ],
)
def test_no_limit_raises_go_to_the_nearest_legal_size(what: str, answer: str, raised: str, warns: bool) -> None:
    """The button raises in the first decision (blinds 50 and 100, stacks 20,000), and the big blind folds."""

    def raiser(line: str) -> bytes:
        return f"{line}:{answer}\r\n".encode() if betting(line) == "" else b""

    def folder(line: str) -> bytes:
        return f"{line}:f\r\n".encode() if betting(line) == raised else b""

    played = deal(
        DealerOptions("m", NO_LIMIT, 1, 42, ("A", "B"), quiet=True), [Program(folder).run, Program(raiser).run]
    )
    assert played.code == 0, played.err
    assert played.bettings == [f"{raised}f"]
    assert ("WARNING" in played.err) is warns


def test_a_limit_raise_beyond_the_last_becomes_a_call() -> None:
    """Three raises before the flop, four later; further raises are calls."""
    raiser = Program(lambda line: f"{line}:r\r\n".encode())
    other = Program(lambda line: f"{line}:r\r\n".encode())
    played = deal(DealerOptions("m", LIMIT, 1, 42, ("A", "B"), quiet=True), [raiser.run, other.run])
    assert played.bettings == ["rrrc/rrrrc/rrrrc/rrrrc"]
    assert "WARNING: invalid action, changed to call" in played.err


def test_no_round_has_more_than_64_actions() -> None:
    """Both make the minimum raise forever: 63 raises, then the call that is left."""
    players = [Program(lambda line: f"{line}:r0\r\n".encode()) for _ in range(2)]
    played = deal(DealerOptions("m", NO_LIMIT, 1, 42, ("A", "B"), quiet=True), [player.run for player in players])
    first = played.bettings[0].split("/")[0]
    assert (first.count("r"), first.count("c")) == (63, 1)


# What ends a match ----------------------------------------------------------------------------------------------------


def check_ended(played: Played, *, error: str) -> None:
    assert played.code == 1
    assert f"ERROR: {error}" in played.err
    assert "SCORE" not in played.out + played.err + played.log


def test_a_player_who_leaves_ends_the_match() -> None:
    def leaver(line: str) -> bytes | None:
        return None if line.startswith("MATCHSTATE:0:2:") else caller(line)

    played = deal(DealerOptions("m", LIMIT, 10, 1, ("A", "B"), quiet=True), [Program(leaver).run, Program(caller).run])
    assert played.code == 1
    assert "ERROR: could not" in played.err  # get an action, or send a state: whatever is noticed first
    assert "SCORE" not in played.out + played.err + played.log
    assert played.bettings == [CALLED] * 2


def test_no_answer_in_time_ends_the_match() -> None:
    options = DealerOptions("m", LIMIT, 10, 1, ("A", "B"), quiet=True, t_response=100)
    check_ended(
        deal(options, [Program(caller).run, Program(lambda line: b"").run]), error="could not get action from seat 2"
    )


@pytest.mark.parametrize("chatter", [b"# wait\r\n", b"x", b"hello\r\n"])
def test_chatter_does_not_stop_the_clock(chatter: bytes) -> None:
    """Comments, single bytes and nonsense, one every 20 ms, while 150 ms are allowed."""

    class Talkative(Program):
        def run(self, port: int) -> None:
            with socket.create_connection(("127.0.0.1", port), timeout=20) as connection:
                connection.sendall(b"VERSION:2.0.0\r\n")
                try:
                    for _ in range(500):
                        time.sleep(0.02)
                        connection.sendall(chatter)
                except OSError:
                    return

    options = DealerOptions("m", LIMIT, 1, 1, ("A", "B"), quiet=True, t_response=150)
    start = time.monotonic()
    played = deal(options, [Program(caller).run, Talkative(caller).run])
    assert played.code == 1
    assert time.monotonic() - start < 5
    assert "seat 2" in played.err


@pytest.mark.parametrize("limit", [{"t_hand": 60}, {"t_per_hand": 30}])
def test_a_budget_of_time_that_is_used_up_ends_the_match(limit: dict[str, Any]) -> None:
    """Four decisions of 25 ms in a hand of one player: more than 60 ms a hand, or two hands' 60 ms a match."""

    def slow(line: str) -> bytes:
        mine = caller(line)
        if mine:
            time.sleep(0.025)
        return mine

    options = DealerOptions("m", LIMIT, 2, 1, ("A", "B"), quiet=True, **limit)
    check_ended(deal(options, [Program(slow).run, Program(caller).run]), error="seat 1 ran out of time")


def test_a_player_who_never_comes() -> None:
    options = DealerOptions("m", LIMIT, 1, 1, ("A", "B"), quiet=True, start_timeout=100)
    check_ended(deal(options, [Program(caller).run, nobody]), error="timed out waiting for seat 2 to connect")


def test_a_match_that_does_not_begin_leaves_its_header_as_the_original_does() -> None:
    """The original writes it before it waits for the players (dealer.c, printInitialMessage)."""
    options = DealerOptions("m", LIMIT, 7, 3, ("A", "B"), quiet=True, start_timeout=100)
    played = deal(options, [Program(caller).run, lambda port: None])
    assert played.code == 1
    header = f"# name/game/hands/seed m {LIMIT} 7 3\n#--t_response 600000\n#--t_hand 600000\n#--t_per_hand 7000\n"
    assert played.log == header
    again = deal(replace(options, append=True), [Program(caller).run, lambda port: None])
    assert again.log == header * 2


@pytest.mark.parametrize(
    ("second", "error"),
    [(nobody, "timed out waiting for seat 2"), (Program(caller, b"HELLO\r\n").run, "invalid version string")],
)
def test_a_match_that_does_not_begin_leaves_the_files_of_an_earlier_one(
    second: Callable[[int], object], error: str
) -> None:
    """And one that begins replaces them."""
    options = DealerOptions("m", LIMIT, 2, 1, ("A", "B"), quiet=True, transactions=True, start_timeout=100)
    earlier = "a line of an earlier match\n" * 99
    for ending in (".log", ".tlog"):
        Path("m" + ending).write_text(earlier)
    played = deal(options, [Program(caller).run, second])
    check_ended(played, error=error)
    assert (played.log, played.transactions) == (earlier, earlier)
    again = deal(replace(options, start_timeout=-1), [Program(caller).run] * 2)
    fresh = deal(replace(options, start_timeout=-1, name="n"), [Program(caller).run] * 2)
    assert again.log == fresh.log.replace("seed n ", "seed m ")
    assert len(again.transactions.splitlines()) == len(fresh.transactions.splitlines()) == 2 * 8


@pytest.mark.parametrize("version", [b"VERSION:1.0.0\r\n", b"VERSION:2.1.0\r\n", b"VERSION:2.0.0\n"])
def test_other_versions_are_complained_about_and_played_with(version: bytes) -> None:
    played = deal(
        DealerOptions("m", LIMIT, 1, 1, ("A", "B"), quiet=True), [Program(caller, version).run, Program(caller).run]
    )
    assert played.code == 0
    assert ("ERROR: a player speaks another version than 2.0.0" in played.err) is (version != b"VERSION:2.0.0\n")


@pytest.mark.parametrize("version", [b"HELLO\r\n", b"VERSION:two\r\n", b"\r\n", b"\xff\x00\x1b[2J\r\n"])
def test_no_version_ends_the_match(version: bytes) -> None:
    played = deal(
        DealerOptions("m", LIMIT, 1, 1, ("A", "B"), quiet=True), [Program(caller, version).run, Program(caller).run]
    )
    check_ended(played, error="invalid version string")
    assert "\x1b" not in played.err


# Anything at all ------------------------------------------------------------------------------------------------------

PIECES = st.one_of(
    st.binary(max_size=80),
    st.sampled_from([b"MATCHSTATE:", b"{}", b"{}:", b":r", b"c", b"\r\n", b"#", b"|", b"/", b"{}:c\r\n", b"\x00"]),
    st.from_regex(
        rb"MATCHSTATE:[01]:[0-9]{1,3}:[fcr0-9/]{0,12}:[|2-9AKQJTcdhs/]{0,20}:[fcr][0-9]{0,25}", fullmatch=True
    ),
)


@settings(max_examples=40)
@given(st.lists(st.lists(PIECES, max_size=6), min_size=1, max_size=6), st.sampled_from([LIMIT, NO_LIMIT]))
def test_nothing_that_a_player_sends_breaks_the_dealer(answers: list[list[bytes]], game: str) -> None:
    """Bytes of any kind, then silence: the match is played or ends with exit code 1, and nobody sees more."""
    left = list(answers)

    def anything(line: str) -> bytes | None:
        return b"".join(left.pop(0)).replace(b"{}", line.encode()) + b"\r\n" if left else None

    other = Program(lambda line: f"{line}:c\r\n".encode())
    options = DealerOptions("m", game, 2, 42, ("A", "B"), t_response=50)
    played = deal(options, [other.run, Program(anything).run])
    assert played.code in (0, 1)
    assert "Traceback" not in played.err
    # Seed 42 deals 2h Ac to the second seat in the first hand: they are shown down or never seen.
    for line in other.lines:
        if line.split(":")[2] == "0" and betting(line).count("/") < 3:
            assert "2hAc" not in line
