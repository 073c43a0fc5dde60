"""Damaged histories of every format: bytes changed, lines swapped, cut, doubled and lost.

Three laws hold for every reader: nothing but an answer comes out, every heading that is left is answered by a hand or a
refusal, and no hand is accepted whose money does not add up. Each reader gets 30 damaged files always, and 100,000 in
the slow tests and `make chaos`, or as many as RIVERBOAT_MUTATIONS says.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random

import pytest

from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.records import RejectedHand
from riverboat.records.acpc_log import read_acpc_log
from riverboat.records.phh.parsing import read_phh
from riverboat.records.sites.ipoker import read_ipoker
from riverboat.records.sites.registry import read_texts

Reader = Callable[[Iterable[str]], Iterator[Hand | RejectedHand]]
SLOW = int(os.environ.get("RIVERBOAT_MUTATIONS", "100000"))
SITES = {
    "pokerstars": ("pokerstars_samples/CashGame", r"PokerStars (?:Zoom )?(?:Hand|Game) #"),
    "winamax": ("site_samples/Winamax/CashGame", r"Winamax Poker - "),
    "partypoker": ("site_samples/PartyPoker/CashGame", r"\*{5} Hand History for Game [0-9]{1,18} \*{5}"),
    "pacific": ("site_samples/Pacific/CashGame", r"\*{5} 888poker Hand History for Game [0-9]{1,18} \*{5}"),
    "winning": ("site_samples/WinningPoker/CashGame", r"Game started at: "),
    "fulltilt": ("site_samples/FullTilt/CashGame", r"Full Tilt Poker Game #"),
    "ongame": ("site_samples/OnGame/CashGame", r"\*{5} History for hand"),
    "ipoker": ("site_samples/IPoker/CashGame", r".*<game\b[^<>]*gamecode="),
}
GG = """Poker Hand #RC3877234041: Hold'em No Limit ($0.01/$0.02) - 2025/09/11 05:33:30
Table 'RushAndCash17757914' 6-max Seat #1 is the button
Seat 1: 9e47efb ($2.05 in chips)
Seat 2: Hero ($1.13 in chips)
Seat 3: e329e9c8 ($1.99 in chips)
Hero: posts small blind $0.01
e329e9c8: posts big blind $0.02
*** HOLE CARDS ***
Dealt to Hero [7s 6c]
9e47efb: folds
Hero: raises $0.04 to $0.06
e329e9c8: calls $0.04
*** FLOP *** [Ts 9c 2d]
Hero: bets $0.1
e329e9c8: folds
Uncalled bet ($0.1) returned to Hero
Hero collected $0.1 from pot
*** SUMMARY ***
Total pot $0.12 | Rake $0.01 | Jackpot $0.01 | Bingo $0 | Fortune $0 | Tax $0
"""


def _read_log(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    return read_acpc_log(lines, parse_game("holdem(players=2,acpc=yes)"))


def _material(name: str, folder: Path) -> tuple[list[str], str, Reader]:
    """Texts to damage, what a heading looks like, and the reader."""
    if name == "phh":
        text = (folder / "wsop2023_43_day5.phhs").read_text()
        pieces = re.split(r"(?m)^(?=\[)", text)[1:]
        return ["".join(pieces[at : at + 2]) for at in range(0, 40, 2)], r"\[[0-9]+\]\s*$", read_phh
    if name == "acpc":
        lines = (folder / "acpc_dealer_logs" / "t_nl2.log").read_text().splitlines(keepends=True)
        return ["".join(lines[:4] + lines[at : at + 3]) for at in range(4, 80, 3)], "STATE:", _read_log
    if name == "ggpoker":
        return [GG, GG + "\n\n" + GG.replace("041", "042")], "Poker Hand #", read_texts
    where, heading = SITES[name]
    texts = [path.read_text("utf-8-sig", "replace") for path in sorted((folder / where).rglob("*.txt"))]
    return [text for text in texts if 200 < len(text) < 4000], heading, read_ipoker if name == "ipoker" else read_texts


def _damaged(text: str, rng: Random) -> str:
    lines = text.splitlines(keepends=True)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at, other = rng.randrange(len(lines)), rng.randrange(len(lines))
        what = rng.randrange(8)
        if what == 0:
            del lines[at]
        elif what == 1:
            lines[at], lines[other] = lines[other], lines[at]
        elif what == 2:
            lines.insert(other, lines[at])
        elif what == 3:
            lines = [*lines[:at], lines[at][: rng.randrange(len(lines[at]) + 1)]]
        elif what == 4:
            lines += lines[min(at, other) :]
        else:
            line = lines[at]
            place = rng.randrange(len(line)) if line else 0
            sign = rng.choice(("0", "9", ".", ",", "$", " ", "\n", "A", "h", "[", "\x00", "é", "9" * 20, "-", ":"))
            lines[at] = line[:place] + sign + line[place + (what > 5) :]
        lines = lines or ["\n"]
    return "".join(lines)


def _require_sound(hand: Hand) -> None:
    """Chips come from stacks and go to players who did not fold; nothing is made."""
    assert "_cash_out" in dict(hand.notes) or sum(hand.payoffs) <= 0, hand
    for stack, paid, won, back, live in zip(
        hand.stacks, hand.committed, hand.payoffs, hand.uncalled, hand.live, strict=True
    ):
        assert 0 <= paid <= stack
        assert won >= back - paid
        assert live or won == -paid
    if dict(hand.notes).get("venue") in ("partypoker", "888poker"):  # sites that do not write their rake
        rake = -sum(hand.payoffs)
        assert rake <= max(1, hand.pot / 10)
        assert hand.board or not rake, "nothing is taken before the flop"
    known = [card for cards in (*hand.down, *hand.up, hand.board) for card in cards if card >= 0]
    assert len(known) == len(set(known)) or hand.rules.exchanges_cards


def _damage(name: str, folder: Path, times: int) -> None:
    texts, heading, read = _material(name, folder)
    assert texts
    accepted = 0
    for seed in range(times):
        rng = Random(f"{name} {seed}")
        text = _damaged(rng.choice(texts), rng)
        lines = text.splitlines(keepends=True)
        found = list(read(lines))
        left = sum(re.match(heading, line) is not None for line in lines)
        if name == "phh":  # an empty hand is none
            left = sum(
                re.match(heading, line) is not None and "=" in "".join(lines[at + 1 : at + 2])
                for at, line in enumerate(lines)
            )
        assert len(found) >= left, (name, seed, found)
        for each in found:
            if isinstance(each, Hand):
                _require_sound(each)
                accepted += 1
            else:
                assert "\n" not in each.reason
                assert 1 <= each.line <= len(lines) + 1
    assert times < 1000 or accepted > times // 20, "the damage should leave some hands whole"


NAMES = ["phh", "acpc", "ggpoker", *SITES]


@pytest.mark.parametrize("name", NAMES)
def test_damaged_files_get_an_answer(shared_data: Path, name: str) -> None:
    _damage(name, shared_data, 30)


@pytest.mark.slow
@pytest.mark.chaos("damaged hand histories over all readers", SLOW)
@pytest.mark.parametrize("name", NAMES)
def test_many_damaged_files_get_an_answer(shared_data: Path, name: str) -> None:
    _damage(name, shared_data, SLOW)
