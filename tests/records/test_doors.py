"""The doors: recognising formats, writing any of them, and taking the people out."""

from __future__ import annotations

import gzip
import re
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
from riverboat.records import Refusal, anonymise, read_hands, write_hands


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
        refused = [each.reason for each in found if isinstance(each, Refusal)]
        assert all(any(reason in text for reason in reasons) for text in refused), (name, refused)
        assert len(refused) < 0.1 * there


def test_a_folder_names_the_file_of_a_refusal(tmp_path: Path) -> None:
    write_hands(_played(), tmp_path / "good.phhs")
    (tmp_path / "bad.phh").write_text("variant = 'NT'\n")
    (tmp_path / "other.txt").write_text("a letter to my aunt\n")
    found = list(read_hands(tmp_path))
    refusals = [each for each in found if isinstance(each, Refusal)]
    assert [(each.file, each.line) for each in refusals] == [("bad.phh", 1), ("other.txt", 1)]
    assert str(refusals[0]).startswith("bad.phh:1: ")
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


def test_hands_that_a_format_has_no_words_for(shared_data: Path, tmp_path: Path) -> None:
    """Kuhn poker as PokerStars text: an error that leaves no file, or counted and left out."""
    hands = [hand for hand in read_hands(shared_data / "wsop2023_43_day5.phhs") if isinstance(hand, Hand)]
    run_match(["random", "random"], "kuhn", 7, record=hands.extend)
    with pytest.raises(RiverboatError, match="PokerStars"):
        write_hands(hands, tmp_path / "w.txt")
    assert not (tmp_path / "w.txt").exists()
    left_out: list[str] = []
    written = write_hands(hands, tmp_path / "w.txt", refused=lambda hand, error: left_out.append(hand.rules.name))
    assert left_out == ["kuhn"] * 7
    assert written == len(hands) - 7
    assert sum(isinstance(hand, Hand) for hand in read_hands(tmp_path / "w.txt")) == written


def test_a_packed_file_cut_short_gives_the_hands_before(tmp_path: Path) -> None:
    write_hands(_played(200), tmp_path / "all.phhs.gz")
    data = (tmp_path / "all.phhs.gz").read_bytes()
    (tmp_path / "cut.phhs.gz").write_bytes(data[: len(data) // 2])
    found = list(read_hands(tmp_path / "cut.phhs.gz"))
    assert 0 < sum(isinstance(each, Hand) for each in found) < 200
    assert sum(isinstance(each, Refusal) for each in found) <= 1


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
    assert all(isinstance(each, Refusal) for each in found)
