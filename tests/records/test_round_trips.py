"""Round trips: PHH to every other format and back keeps money, cards and actions, or the hand is refused by name.

On all PHH hands of the shared data; of Pluribus' 10,000 on the first 300, and on all of them in the slow test.
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from itertools import islice
from pathlib import Path

import pytest

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records import read_hands, write_hands
from riverboat.records.acpc_log import read_acpc_log
from riverboat.records.phh.parsing import read_phh
from riverboat.records.phh.writing import write_phh
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars


def _pluribus(shared_data: Path, count: int) -> list[Hand]:
    with gzip.open(shared_data / "pluribus.phhs.gz", "rt") as file:
        return [hand for hand in islice(read_phh(file), count) if isinstance(hand, Hand)]


@pytest.fixture(scope="module")
def hands(shared_data: Path) -> list[Hand]:
    files = [*shared_data.glob("*.phh"), shared_data / "wsop2023_43_day5.phhs"]
    files += [shared_data / "handhq" / f"{site}.phhs.gz" for site in ("ABS", "FTP", "PS")]
    found = [hand for file in sorted(files) for hand in read_hands(file) if isinstance(hand, Hand)]
    assert len(found) == 5 + 83 + 1681
    return found + _pluribus(shared_data, 300)


def _plays(hand: Hand) -> tuple[object, ...]:
    """Cards, actions and money in cents."""
    scale = 1 if hand.unit.startswith("0.01 ") else 100
    actions = [(street, who, action._replace(amount=scale * action.amount)) for street, who, action in hand.actions]
    money = [[scale * chips for chips in amounts] for amounts in (hand.stacks, hand.payoffs, hand.committed)]
    return hand.players, hand.down, hand.up, hand.board, actions, money, hand.live


def _require_same_in_phh(back: object, hand: Hand) -> None:
    assert isinstance(back, Hand), back
    (again,) = read_phh(write_phh(back).splitlines(keepends=True))
    assert isinstance(again, Hand), again
    assert _plays(again) == _plays(hand), hand.number


def test_pokerstars_text(hands: list[Hand]) -> None:
    refused: Counter[str] = Counter()
    for hand in hands:
        try:
            text = "".join(write_pokerstars([hand]))
        except RiverboatError as error:
            refused[str(error).partition("PokerStars' text ")[2][:30]] += 1
            continue
        (back,) = read_pokerstars(text.splitlines(keepends=True))
        _require_same_in_phh(back, hand)
    assert refused.pop("is for hold'em, Omaha, stud an", 0) <= 2  # half chips of Pluribus
    assert refused == {
        "cannot express partly known ca": 2,  # two draw hands of the WSOP
        "cannot express who opens after": 1,  # a hand whose small blind is not on the button
    }


def _through_logs(hands: Iterable[Hand], path: Path) -> tuple[int, Counter[str]]:
    """How many hands came back, and for which reasons the others were refused."""
    refused: Counter[str] = Counter()
    kept = 0
    for hand in hands:
        try:
            write_hands([hand], path, "acpc", name_game=True)
        except RiverboatError as error:
            names = ("not known", "express bring_in", "express discard", "a log cannot express its rules")
            refused[next((name for name in names if name in str(error)), str(error))] += 1
            continue
        (back,) = read_acpc_log(path.read_text().splitlines(keepends=True))
        if not hand.unit.startswith("1 "):  # a log counts chips
            assert isinstance(back, Hand)
            back = back._replace(unit=hand.unit)
        _require_same_in_phh(back, hand)
        kept += 1
    return kept, refused


def test_acpc_logs(hands: list[Hand], tmp_path: Path) -> None:
    """Only hands with everybody's cards; also those whose big blind pays an ante for the table, as at the WSOP."""
    observed, others = hands[:-300], hands[-300:]
    known = [hand for hand in observed if all(min(cards, default=0) >= 0 for cards in (*hand.down, hand.board))]
    kept, refused = _through_logs(known, tmp_path / "known.log")
    # Of the WSOP hands with all cards 25 are stud, which has a bring-in, and in 5 cards are drawn.
    assert refused == {"express bring_in": 25, "express discard": 5}
    assert kept == len(known) - 30
    kept, refused = _through_logs(others, tmp_path / "pluribus.log")
    assert (kept, refused) == (299, {"a log cannot express its rules": 1})  # half chips
    hidden = next(hand for hand in observed if hand not in known)
    with pytest.raises(RiverboatError, match="some of this hand are not known"):
        write_hands([hidden], tmp_path / "hidden.log", "acpc")


def test_hands_of_other_formats_as_phh(shared_data: Path) -> None:
    """Limit hands of the ACPC have no stacks, so a hand alone must say how its winnings are meant; two small pots of
    the sites are raked by more than a fifth. Names, money, cards and actions come back from each hand by itself.
    """
    hands = [hand for hand in read_hands(shared_data / "site_samples") if isinstance(hand, Hand)]
    logs = sorted((shared_data / "acpc_dealer_logs").glob("*.log"))
    hands += [hand for log in logs for hand in islice(read_hands(log), 40) if isinstance(hand, Hand)]
    assert sum(-sum(hand.payoffs) * 5 > hand.pot for hand in hands) == 2
    kept = 0
    for hand in hands:
        try:
            text = write_phh(hand)
        except RiverboatError:
            continue
        (back,) = read_phh(text.splitlines(keepends=True))
        assert isinstance(back, Hand), back
        assert _plays(back) == _plays(hand)
        assert write_phh(back) == text
        kept += 1
    assert kept >= len(hands) - 11, "eleven are of games that PHH does not have, or run twice"


def _month_through_writers(hands: Iterable[Hand], path: Path) -> Counter[str]:
    """IRC hands as PHH, and from there as PokerStars text and as logs; why the others were refused."""
    refused: Counter[str] = Counter()
    for hand in hands:
        (plain,) = read_phh(write_phh(hand).splitlines(keepends=True))
        assert isinstance(plain, Hand), (hand.number, plain)
        assert _plays(plain) == _plays(hand), hand.number
        try:
            text = "".join(write_pokerstars([plain]))
        except RiverboatError as error:
            refused[str(error).partition("PokerStars' text ")[2]] += 1
        else:
            (back,) = read_pokerstars(text.splitlines(keepends=True))
            _require_same_in_phh(back, plain)
        if all(min(cards) >= 0 for cards in plain.down):
            refused += _through_logs([plain], path)[1]
    return refused


OPENS = "cannot express who opens after these blinds"
"""Heads-up on IRC the big blind is on the button."""
RULES_OF_LOGS = "a log cannot express its rules"
"""As many bets as people like, which no limit game of the catalogue has."""


def test_a_part_of_an_irc_month(shared_data: Path, tmp_path: Path) -> None:
    """Among the first 150 hands are folds where nothing is owed."""
    month = read_hands(shared_data / "irc_holdem_199504.tar.gz")
    hands = [hand for hand in islice(month, 150) if isinstance(hand, Hand)]
    assert sum(hand.rules.free_folds for hand in hands) > 0
    refused = _month_through_writers(hands, tmp_path / "irc.log")
    assert refused.keys() <= {OPENS, RULES_OF_LOGS}
    assert refused[OPENS] <= 4


BET_AND_FOLD = """
variant = 'FT'
antes = [0, 0, 0]
blinds_or_straddles = [5, 10, 0]
small_bet = 10
big_bet = 20
starting_stacks = [100, 100, 15]
actions = ['d dh p1 AhAd', 'd dh p2 ????', 'd dh p3 KhKd', 'p3 cc', 'p1 cc', 'p2 cc', 'd db 2c7d9s', 'p1 cbr 10',
           'p2 f', 'p3 cc', 'p1 sm AhAd', 'p3 sm KhKd', 'd db 3c', 'd db 4s']
"""


def test_a_limit_bet_that_somebody_could_have_called_is_written_whole() -> None:
    """Who calls has 5 chips left, who folds had enough for all 10."""
    (hand,) = read_phh(BET_AND_FOLD.splitlines(keepends=True))
    assert isinstance(hand, Hand), hand
    assert hand.payoffs == (25, -10, -15)
    text = write_phh(hand)
    assert "p1 cbr 10" in text
    (back,) = read_phh(text.splitlines(keepends=True))
    assert isinstance(back, Hand), back
    assert _plays(back) == _plays(hand)


@pytest.mark.slow
def test_a_whole_irc_month(shared_data: Path, tmp_path: Path) -> None:
    month = read_hands(shared_data / "irc_holdem_199504.tar.gz")
    refused = _month_through_writers((hand for hand in month if isinstance(hand, Hand)), tmp_path / "irc.log")
    assert refused.keys() <= {OPENS, RULES_OF_LOGS}


@pytest.mark.slow
def test_all_of_pluribus_as_text(shared_data: Path) -> None:
    """Eight hands were split in half chips."""
    refused = 0
    for hand in _pluribus(shared_data, 10_000):
        try:
            text = "".join(write_pokerstars([hand]))
        except RiverboatError:
            refused += 1
            assert any(isinstance(payoff, Fraction) for payoff in hand.payoffs)
            continue
        (back,) = read_pokerstars(text.splitlines(keepends=True))
        _require_same_in_phh(back, hand)
    assert refused == 8


@pytest.mark.slow
def test_all_of_pluribus_as_logs(shared_data: Path, tmp_path: Path) -> None:
    """Eight hands were split in half chips, which no game of the catalogue does."""
    hands, refused = _pluribus(shared_data, 10_000), []
    path = tmp_path / "pluribus.log"
    write_hands(hands, path, refused=lambda hand, error: refused.append((hand, str(error))), name_game=True)
    assert len(refused) == 8
    assert all("a log cannot express its rules" in error for _, error in refused)
    halves = [hand for hand, _ in refused]
    back = list(read_acpc_log(path.read_text().splitlines(keepends=True)))
    for hand, again in zip([hand for hand in hands if hand not in halves], back, strict=True):
        _require_same_in_phh(again, hand)
