"""The doors: recognising formats, writing any of them, and taking the people out."""

from __future__ import annotations

import gzip
import os
import re
import stat
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.standard import standard_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.records import RejectedHand, anonymise, read_hands, write_hands
from riverboat.records.naming import plain_game
from riverboat.records.parsing import text_lines


def _played(count: int = 5) -> list[Hand]:
    """Hands of two callers."""
    rules = standard_game("holdem.nolimit.2p.reverse_blinds")
    hands = []
    for number, deck in zip(range(count), AcpcCards(rules, 3), strict=False):
        state = State(rules, deck)
        while not state.is_over:
            state.check_or_call()
        hands.append(finished_hand(state, ("ann", "bob"), rules.stacks, number))
    return hands


def _kuhn() -> list[Hand]:
    hands: list[Hand] = []
    run_match(["random", "random"], "kuhn", 7, record=hands.extend)
    return hands


def _play_of(hand: Hand | RejectedHand) -> tuple[object, ...]:
    assert isinstance(hand, Hand), hand
    return (
        hand.rules.identity,
        hand.players,
        hand.stacks,
        hand.down,
        hand.board,
        hand.actions,
        hand.payoffs,
        hand.number,
    )


@pytest.mark.parametrize("name", ["hands.phhs", "hands.phhs.gz", "hands.txt", "hands.txt.gz", "hands.log"])
def test_what_goes_in_comes_out(tmp_path: Path, name: str) -> None:
    hands = _played()
    assert write_hands(hands, tmp_path / name) == len(hands)
    again = list(read_hands(tmp_path / name, hands[0].rules))
    for hand, back in zip(hands, again, strict=True):
        assert isinstance(back, Hand), back
        for what in ("players", "stacks", "down", "board", "actions", "committed", "live", "payoffs", "number"):
            assert getattr(back, what) == getattr(hand, what)


def test_real_files_of_all_formats_are_recognised(shared_data: Path) -> None:
    """Each hand is read or refused for one of a few reasons; how many there are, a count of lines says."""
    for name, begins, reasons in (
        ("wsop2023_43_day5.phhs", r"variant\s*=", ()),
        ("dwan-ivey-2009.phh", r"variant\s*=", ()),
        ("handhq/PS.phhs.gz", r"variant\s*=", ("nothing says who won", "must be", "is said to win")),
        ("acpc_dealer_logs/t_nl3.log", "STATE:", ()),
    ):
        path = shared_data / name
        with gzip.open(path, "rt") if path.suffix == ".gz" else path.open() as file:
            there = sum(re.match(begins, line) is not None for line in file)
        found = list(read_hands(path))
        assert len(found) == there, name
        refused = [each.reason for each in found if isinstance(each, RejectedHand)]
        assert all(any(reason in text for reason in reasons) for text in refused), (name, refused)
        assert len(refused) < 0.1 * there


def test_a_folder_names_the_file_of_a_refusal(tmp_path: Path) -> None:
    write_hands(_played(), tmp_path / "good.phhs")
    (tmp_path / "bad.phh").write_text("variant = 'NT'\n")
    (tmp_path / "other.txt").write_text("a letter to my aunt\n")
    found = list(read_hands(tmp_path))
    rejections = [each for each in found if isinstance(each, RejectedHand)]
    assert [(each.file, each.line) for each in rejections] == [("bad.phh", 1), ("other.txt", 1)]
    assert str(rejections[0]).startswith("bad.phh:1: ")
    assert len(found) == 7


def test_what_cannot_be_read_or_written_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("Dear aunt,\n")
    for path in (tmp_path / "none.phh", tmp_path / "letter.txt"):
        with pytest.raises(RiverboatError, match=path.name):
            list(read_hands(path))
    with pytest.raises(RiverboatError, match="are written as"):
        write_hands(_played(), tmp_path / "hands.doc")
    with pytest.raises(RiverboatError, match="one hand"):
        write_hands(_played(), tmp_path / "hands.phh")
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_hands_that_a_format_cannot_express(shared_data: Path, tmp_path: Path) -> None:
    """Kuhn poker as PokerStars text: an error that leaves no file, or counted and left out."""
    hands = [hand for hand in read_hands(shared_data / "wsop2023_43_day5.phhs") if isinstance(hand, Hand)]
    run_match(["random", "random"], "kuhn", 7, record=hands.extend)
    with pytest.raises(RiverboatError, match="PokerStars"):
        write_hands(hands, tmp_path / "w.txt")
    assert not (tmp_path / "w.txt").exists()
    left_out: list[str] = []
    written = write_hands(hands, tmp_path / "w.txt", refused=lambda hand, error: left_out.append(hand.rules.name))
    # Two hands of draw games have cards that are known only in part.
    assert sorted(left_out) == [*["kuhn"] * 7, "single_draw", "triple_draw"]
    assert written == len(hands) - 9
    assert sum(isinstance(hand, Hand) for hand in read_hands(tmp_path / "w.txt")) == written


def test_a_packed_file_cut_short_gives_the_hands_before(tmp_path: Path) -> None:
    write_hands(_played(200), tmp_path / "all.phhs.gz")
    data = (tmp_path / "all.phhs.gz").read_bytes()
    (tmp_path / "cut.phhs.gz").write_bytes(data[: len(data) // 2])
    found = list(read_hands(tmp_path / "cut.phhs.gz"))
    assert 0 < sum(isinstance(each, Hand) for each in found) < 200
    assert sum(isinstance(each, RejectedHand) for each in found) <= 2  # the hand that is cut through, and the break
    assert isinstance(found[-1], RejectedHand)
    assert "breaks off" in found[-1].reason
    (tmp_path / "cut.phhs.gz").write_bytes(data[:-4])  # every hand is there, but not the end of the packing
    *hands, last = read_hands(tmp_path / "cut.phhs.gz")
    assert [type(each) for each in hands] == [Hand] * 200
    assert isinstance(last, RejectedHand)
    assert "breaks off" in last.reason
    (tmp_path / "cut.phhs.gz").write_bytes(data[:12])
    with pytest.raises(RiverboatError, match="cannot be unpacked"):
        read_hands(tmp_path / "cut.phhs.gz")


def test_no_file_is_replaced_by_one_without_hands(tmp_path: Path) -> None:
    for name in ("hands.phhs", "hands.phh", "hands.txt.gz", "hands.log"):
        path = tmp_path / name
        path.write_text("all that I have")
        for hands, why in (([], "no hands to write$"), (_kuhn(), "no hands to write: hand 1: ")):
            if hands and name == "hands.log":
                continue  # the log can express Kuhn poker
            with pytest.raises(RiverboatError, match=why):
                write_hands(hands, path, refused=lambda hand, error: None)
        assert path.read_text() == "all that I have"
    assert len(list(tmp_path.iterdir())) == 4


def test_a_file_keeps_its_mode_and_a_new_one_has_that_of_the_umask(tmp_path: Path) -> None:
    secret, new = tmp_path / "secret.phhs", tmp_path / "new.phhs"
    secret.touch(0o600)
    before = os.umask(0o027)
    try:
        write_hands(_played(), secret)
        write_hands(_played(), new)
    finally:
        os.umask(before)
    assert stat.S_IMODE(secret.stat().st_mode) == 0o600
    assert stat.S_IMODE(new.stat().st_mode) == 0o640


@pytest.mark.parametrize(
    ("game", "named"),
    [
        ("holdem(betting=limit)", "holdem(betting=limit,players=2)"),
        ("holdem(players=3,blinds=1/2,stacks=150)", "holdem(betting=no-limit,players=3,blinds=1/2,stacks=150)"),
        ("leduc", "leduc"),
    ],
)
def test_a_log_that_names_its_game_needs_no_rules(tmp_path: Path, game: str, named: str) -> None:
    hands: list[Hand] = []
    agents = ["random", "always_call", "always_call"] if "players=3" in game else ["random", "always_call"]
    run_match(agents, game, 40, seed=5, record=hands.extend)
    assert write_hands(hands, tmp_path / "a.log", name_game=True) == 40
    heading = (tmp_path / "a.log").read_text().splitlines()[0]
    assert heading == f"# name/game/hands/seed riverboat {named} 40 0"
    again = list(read_hands(tmp_path / "a.log"))
    assert [_play_of(hand) for hand in again] == [_play_of(hand) for hand in hands]


def test_a_log_names_a_standard_game_by_its_file(tmp_path: Path) -> None:
    hands = _played()
    write_hands(hands, tmp_path / "a.log.gz", name_game=True)
    text = gzip.decompress((tmp_path / "a.log.gz").read_bytes()).decode()
    assert text.startswith("# name/game/hands/seed riverboat holdem.nolimit.2p.reverse_blinds.game 5 0\n#--t_response")
    assert list(read_hands(tmp_path / "a.log.gz")) == hands


def test_no_log_is_written_that_could_not_be_read(tmp_path: Path) -> None:
    """Two games, a custom game, a name with the log's own bar in it."""
    hands = _played(2)
    own = hands[0]._replace(rules=replace(hands[0].rules, name="mine", blinds=(100, 25)))
    barred = hands[0]._replace(players=("ann|e", "bob"))
    for record, why in (
        ([hands[0], _kuhn()[0]], "of one game"),
        ([own], "neither a standard game"),
        ([barred], "3 names"),
    ):
        with pytest.raises(RiverboatError, match=why):
            write_hands(record, tmp_path / "a.log", name_game=True)
        assert not (tmp_path / "a.log").exists()
    left_out: list[Hand] = []
    write_hands([barred, hands[1]], tmp_path / "a.log", refused=lambda hand, _: left_out.append(hand), name_game=True)
    assert left_out == [barred]
    assert list(read_hands(tmp_path / "a.log")) == [hands[1]]


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        (" holdem ", "holdem"),
        ("holdem(players=2, betting=nl)", "holdem(players=2,betting=no-limit)"),
        ("holdem(stacks=1/2/3)", "holdem(stacks=1/2/3)"),
        ("holdem.limit.2p.reverse_blinds", "holdem.limit.2p.reverse_blinds"),
        ("my own game", "my own game"),
    ],
)
def test_a_wanted_game_is_spelled_as_in_identities(text: str, plain: str) -> None:
    assert plain_game(text) == plain


@pytest.mark.parametrize(
    "text", ["holdem(", "holdem)", "", "(players=2)", "holdem(limit)", "holdem(x=1)", "holdem(betting=x)"]
)
def test_a_half_written_game_is_an_error(text: str) -> None:
    with pytest.raises(RiverboatError):
        plain_game(text)


def test_nobody_is_named_in_an_anonymous_hand(shared_data: Path, tmp_path: Path) -> None:
    hands = [hand for hand in read_hands(shared_data / "wsop2023_43_day5.phhs") if isinstance(hand, Hand)]
    write_hands((anonymise(hand, key="secret") for hand in hands), tmp_path / "nobody.phhs.gz")
    text = gzip.decompress((tmp_path / "nobody.phhs.gz").read_bytes()).decode()
    for word in ("Rast", "Ashton", "Vegas", "World Series", "2023"):
        assert word not in text
    first, second = anonymise(hands[0], "secret"), anonymise(hands[1], "secret")
    assert set(first.players) == set(second.players)
    assert not set(first.players) & set(anonymise(hands[0], "another").players)
    assert first.payoffs == hands[0].payoffs


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=100)
@given(
    st.binary(max_size=200)
    | st.binary(max_size=60).map(b"[1]\nvariant = 'NT'\n".__add__)
    | st.binary(max_size=60).map(b"\x1f\x8b".__add__)
)
def test_bytes_never_crash(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "x.txt").write_bytes(data)
    try:
        found = list(read_hands(tmp_path / "x.txt"))
    except RiverboatError:
        return
    assert all(isinstance(each, RejectedHand) for each in found)


@pytest.mark.parametrize("is_closed", [True, False])
def test_lines_that_nobody_reads_on_leave_their_file_to_its_owner(tmp_path: Path, is_closed: bool) -> None:
    path = tmp_path / "two lines.txt"
    path.write_bytes("\ufeffone\ntwo\n".encode("utf-16"))
    with path.open("rb") as file:
        lines = text_lines(file)
        assert next(lines).endswith("one\n")
        if is_closed:
            file.close()
        lines.close()  # type: ignore[attr-defined]
        assert file.closed is is_closed
