"""PHH winnings with and without the uncalled bet: each site has its way, and no hand is read with wrong money."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from riverboat.games.hand import Hand
from riverboat.games.pots import uncalled_of
from riverboat.records.money import amount_text, unit_parts
from riverboat.records.phh.parsing import UNKNOWN_STACK, read_phh
from riverboat.records.phh.writing import write_phh
from riverboat.records.rejected import RejectedHand

CLEAR = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [200, 200]
actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 50', 'p1 cc', 'd db 2c3c4c', 'p1 cc', 'p2 cbr {bet}', 'p1 f']
venue = '{site}'
winnings = [0, {won}]
"""
OPEN = CLEAR.format(bet=4, won=99, site="{site}")
"""The called pot is 100 and 4 came back: 99 is the pot less 1, or the pot and 4 less 5."""


def _file(*hands: str) -> list[Hand | RejectedHand]:
    text = "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, start=1))
    return list(read_phh(text.splitlines(keepends=True)))


def _payoffs(found: list[Hand | RejectedHand]) -> list[tuple[object, ...]]:
    return [tuple(each.payoffs) if isinstance(each, Hand) else (each.line, each.reason) for each in found]


def test_a_raked_pot_with_the_uncalled_bet_among_the_winnings() -> None:
    """100 were called, 40 came back, 5 were raked: 135, or 95 where the bet is left out."""
    assert _payoffs(_file(CLEAR.format(bet=40, won=135, site="A"))) == [(-50, 45)]
    assert _payoffs(_file(CLEAR.format(bet=40, won=95, site="A"))) == [(-50, 45)]


def test_a_hand_that_fits_both_ways_is_refused_with_both_named() -> None:
    (rejected,) = _file(OPEN.format(site="A"))
    assert isinstance(rejected, RejectedHand)
    assert rejected.line == 7
    assert "-50 49 with a rake of 1 if the winnings leave out the uncalled bet of 4" in rejected.reason
    assert "-50 45 with a rake of 5 if the winnings contain the uncalled bet of 4" in rejected.reason


@pytest.mark.parametrize(("won", "net"), [(135, 45), (95, 49)])
def test_the_other_hands_of_the_site_decide(won: int, net: int) -> None:
    """Wherever in the file they are; another site's do not count, and the order stays."""
    clear, other = CLEAR.format(bet=40, won=won, site="A"), CLEAR.format(bet=40, won=230 - won, site="B")
    expected = [(-50, 45), (-50, net), (-50, 45)]
    assert _payoffs(_file(other, OPEN.format(site="A"), clear)) == expected
    assert _payoffs(_file(clear, OPEN.format(site="A"), other)) == expected


def test_a_site_that_contradicts_itself_decides_nothing() -> None:
    clear = [CLEAR.format(bet=40, won=won, site="A") for won in (95, 135)]
    first, rejected, last = _file(clear[0], OPEN.format(site="A"), clear[1])
    assert isinstance(first, Hand)
    assert isinstance(last, Hand)
    assert isinstance(rejected, RejectedHand)
    assert "1 hands say the one and 1 the other" in rejected.reason


@pytest.mark.parametrize(
    ("more", "net"),
    [
        ("finishing_stacks = [150, 249]", 49),
        ("finishing_stacks = [150, 245]", 45),
        ("_rake = 1", 49),
        ("_rake = 5", 45),
    ],
)
def test_every_number_that_is_given_counts(more: str, net: int) -> None:
    assert _payoffs(_file(OPEN.format(site="A") + more + "\n")) == [(-50, net)]


def test_stacks_at_the_end_that_contradict_the_winnings_are_refused() -> None:
    (rejected,) = _file(OPEN.format(site="A") + "finishing_stacks = [150, 247]\n")
    assert isinstance(rejected, RejectedHand)
    assert "by the winnings" in rejected.reason


@pytest.mark.parametrize("site", ["ABS", "FTP", "PS"])
@pytest.mark.parametrize("counted", [False, True])
def test_a_whole_site_that_writes_either_way(shared_data: Path, site: str, counted: bool) -> None:
    """Real hands, written again with the uncalled bet among the winnings or without it: no payoff changes."""
    with gzip.open(shared_data / "handhq" / f"{site}.phhs.gz", "rt") as file:
        hands = [hand for hand in read_phh(file) if isinstance(hand, Hand)]
    raked = [hand for hand in hands if sum(hand.payoffs) < 0 and any(uncalled_of(hand.committed, hand.rules))]
    assert len(raked) > 20
    texts = []
    for number, hand in enumerate(hands, start=1):
        decimals, _ = unit_parts(hand.unit)
        back = uncalled_of(hand.committed, hand.rules)
        won = [
            payoff + paid - (0 if counted else over)
            for payoff, paid, over in zip(hand.payoffs, hand.committed, back, strict=True)
        ]
        plain = [line for line in write_phh(hand).splitlines() if not line.startswith(("finishing_stacks", "winnings"))]
        amounts = ", ".join(amount_text(chips, decimals) for chips in won)
        texts.append("\n".join([f"[{number}]", *plain, f"winnings = [{amounts}]", ""]))
        assert UNKNOWN_STACK not in hand.stacks
    again = list(read_phh("\n".join(texts).splitlines(keepends=True)))
    assert [each if isinstance(each, RejectedHand) else each.payoffs for each in again] == [h.payoffs for h in hands]
