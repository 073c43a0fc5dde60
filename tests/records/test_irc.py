"""A month of limit hold'em on IRC: chips add up, and what cannot be a game is refused."""

from __future__ import annotations

import re
import tarfile
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records.irc import read_irc
from riverboat.records.rejected import RejectedHand


def _require_money(hands: list[Hand], folder: Path) -> None:
    """Everybody won or lost what his own line says, and together nothing."""
    said = {}
    for path in (folder / "pdb").iterdir():
        for line in path.read_text("latin-1").splitlines():
            parts = line.split()
            said[parts[1], parts[0]] = int(parts[10]) - int(parts[9])
    for hand in hands:
        assert sum(hand.payoffs) == 0
        for name, payoff in zip(hand.players, hand.payoffs, strict=True):
            assert said[str(hand.number), name] == payoff


def _hands_out_of_order(folder: Path) -> tuple[set[str], set[str]]:
    """Those with an A (all-in) of a player who has chips left, and those with a Q (quit) or K (kicked)."""
    short, left = set(), set()
    for path in (folder / "pdb").iterdir():
        for line in path.read_text("latin-1").splitlines():
            _, hand, _, _, *streets, bankroll, paid, _ = line.split()[:11]
            if re.search("A", "".join(streets)) and int(paid) < int(bankroll):
                short.add(hand)
            if re.search("[QK]", "".join(streets)):
                left.add(hand)
    return short, left


@pytest.fixture(scope="module")
def month(shared_data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("irc")
    with tarfile.open(shared_data / "irc_holdem_199504.tar.gz") as archive:
        archive.extractall(folder, filter="data")
    return folder / "199504"


@pytest.mark.slow
def test_the_whole_month(month: Path) -> None:
    found = list(read_irc(month))
    hands = [hand for hand in found if isinstance(hand, Hand)]
    rejections = [each for each in found if isinstance(each, RejectedHand)]
    lines = [line.split() for line in (month / "hdb").read_text("latin-1").splitlines() if line.strip()]
    assert len(found) == len(lines)
    assert {str(hand.number) for hand in hands} | {lines[each.line - 1][0] for each in rejections} == {
        line[0] for line in lines
    }
    # Refused are hands that somebody left, or in which somebody is all-in with chips left; both are rare.
    short, left = _hands_out_of_order(month)
    for each in rejections:
        hand = lines[each.line - 1][0]
        assert ("is all-in with" in each.reason) == (hand in short)
        assert ("out of turn" in each.reason) == (hand in left - short)
        assert hand in short | left
    assert len(rejections) < 0.003 * len(lines)
    _require_money(hands, month)


def test_the_first_hands_of_the_month(month: Path) -> None:
    found = list(islice(read_irc(month), 1000))
    assert len(found) == 1000
    hands = [hand for hand in found if isinstance(hand, Hand)]
    assert len(hands) > 990
    _require_money(hands, month)


def _write(folder: Path, hands: str, players: dict[str, str]) -> Path:
    (folder / "pdb").mkdir(parents=True, exist_ok=True)
    (folder / "hdb").write_text(hands)
    for old in (folder / "pdb").iterdir():
        old.unlink()
    for name, lines in players.items():
        (folder / "pdb" / f"pdb.{name}").write_text(lines)
    return folder


HDB = "797211251   1   196  3  2/40    2/60    2/60    2/60    5s Ts 4s Jc 2d\n"
PLAYERS = {
    "ann": "ann 797211251 3 1 Bf - - - 1000 5 0\n",
    "bob": "bob 797211251 3 2 Bc kc k k 1000 30 0 Ah 2h\n",
    "cyd": "cyd 797211251 3 3 r b k k 1000 30 65 Td Tc\n",
}


def test_bets_follow_from_the_letters(tmp_path: Path) -> None:
    """5/10 blinds: a raise to 20, a bet of 10, then checks; cyd's three tens win 65."""
    (hand,) = read_irc(_write(tmp_path, HDB, PLAYERS))
    assert isinstance(hand, Hand), hand
    assert hand.players == ("ann", "bob", "cyd")
    assert hand.committed == (5, 30, 30)
    assert hand.payoffs == (-5, -30, 35)
    assert dict(hand.notes)["year"] == "1995"


@pytest.mark.parametrize(
    ("who", "old", "new", "complaint"),
    [
        ("cyd", "30 65", "30 64", "not what was won"),
        ("bob", "30 0 Ah", "40 0 Ah", "not what was won"),
        ("cyd", "3 3 r", "3 4 r", "positions"),
        ("bob", "Bc kc", "Bc k-", "no letter says"),
        ("bob", "Bc kc", "BcQ -", "position 2 left the table on street 1, out of turn"),
        ("bob", "Bc kc k k", "BcA - - -", "position 2 is all-in with 30 of its 1000 chips"),
        ("bob", "Bc kc", "Bz kc", "'z'"),
        ("bob", "Ah 2h", "Td 2h", "Td is dealt twice"),
    ],
)
def test_a_hand_that_does_not_add_up_is_refused(tmp_path: Path, who: str, old: str, new: str, complaint: str) -> None:
    assert old in PLAYERS[who]
    (rejected,) = read_irc(_write(tmp_path, HDB, PLAYERS | {who: PLAYERS[who].replace(old, new)}), small_bet=10)
    assert isinstance(rejected, RejectedHand)
    assert complaint in rejected.reason
    assert rejected.line == 1


def test_omaha_high_low_is_read_by_its_channel(tmp_path: Path) -> None:
    """On 5s Ts 4s Jc 2d, Ad3d makes a wheel: it is the best low and beats three tens too."""
    players = PLAYERS | {
        "bob": "bob 797211251 3 2 Bc kc k k 1000 30 65 Ah 3h Qc Qd\n",
        "cyd": "cyd 797211251 3 3 r b k k 1000 30 0 Td Tc 9d 9c\n",
    }
    (hand,) = read_irc(_write(tmp_path / "omaha" / "199504", HDB, players))
    assert isinstance(hand, Hand), hand
    assert hand.rules.name == "omaha8"
    assert hand.payoffs == (-5, 35, -30)
    (rejected,) = read_irc(_write(tmp_path / "holdem2" / "199504", HDB, players))
    assert isinstance(rejected, RejectedHand)
    assert "shows 4 cards; expected 2" in rejected.reason


@pytest.mark.parametrize(
    ("channel", "says"),
    [("nolimit", "sizes of its bets"), ("7stud", "face up"), ("tourney", "bets and blinds"), ("ohlpot", "sizes")],
)
def test_channels_that_say_too_little_are_refused_as_a_whole(tmp_path: Path, channel: str, says: str) -> None:
    with pytest.raises(RiverboatError, match=f"channel {channel}: .*{says}"):
        list(read_irc(_write(tmp_path / channel / "199504", HDB, PLAYERS)))


def test_what_is_no_month_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="IRC month"):
        list(read_irc(tmp_path))
    (tmp_path / "x.tar").write_bytes(b"no archive")
    with pytest.raises(RiverboatError, match="IRC month"):
        list(read_irc(tmp_path / "x.tar"))


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=50)
@given(st.lists(st.text("Bfkbcr AQK-", max_size=6), min_size=12, max_size=12))
def test_garbage_never_crashes(tmp_path: Path, letters: list[str]) -> None:
    words = ["".join(text.split()) or "-" for text in letters]
    players = {
        name: f"{name} 797211251 3 {at + 1} {' '.join(words[4 * at : 4 * at + 4])} 50 10 10\n"
        for at, name in enumerate(("ann", "bob", "cyd"))
    }
    for found in read_irc(_write(tmp_path, HDB + "garbage\n", players), small_bet=10):
        assert isinstance(found, Hand) or "\n" not in found.reason
