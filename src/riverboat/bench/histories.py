"""How fast are hand histories read, with full replay and checks? Processor time of one core, beside pokerkit's reader.

The same 400 six-player no-limit hands as PHH and as PokerStars' text, with different stacks in every hand, so that no
line of betting is known beforehand. pokerkit reads PHH and replays it state by state, and reads PokerStars' text into
its notation and replays that. Before anything is timed, the payoffs must be equal; from PokerStars' text only those of
hands without a showdown, because pokerkit does not read everybody's cards there.
"""

from __future__ import annotations

import io
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from time import process_time
from types import ModuleType
from typing import Final

from riverboat.bench.harness import Measurement, Peers, race, require_equal
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand, finished_hand
from riverboat.games.state import State
from riverboat.records.phh.parsing import read_phh
from riverboat.records.phh.writing import write_phhs
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars

_HANDS: Final = 400
_GOALS: Final = {"PHH": 2.5, "PokerStars text": 2.0}
"""Thousands of hands per second."""
_SECONDS: Final = 3.0
"""For each reader."""


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Each format, in thousands of hands per second of processor time."""
    hands = played(_HANDS)
    phh = "".join(write_phhs(hands))
    stars = "".join(write_pokerstars(hands))
    contestants: dict[str, Callable[[], list[Hand]]] = {
        "PHH": lambda: [hand for hand in read_phh(phh.splitlines(keepends=True)) if isinstance(hand, Hand)],
        "PokerStars text": lambda: [
            hand for hand in read_pokerstars(stars.splitlines(keepends=True)) if isinstance(hand, Hand)
        ],
    }
    pokerkit = peers.get("pokerkit")
    for form, read in contestants.items():
        require_equal([hand.payoffs for hand in read()], [hand.payoffs for hand in hands], f"payoffs of {form}")
        readers: dict[str, Callable[[], object]] = {"riverboat": read}
        if pokerkit is not None:
            text = phh if form == "PHH" else stars
            theirs = _replayed(pokerkit, form, text)
            require_equal(len(hands), len(theirs), f"number of hands of {form}")
            for hand, payoffs in zip(hands, theirs, strict=True):
                if form == "PHH" or not hand.went_to_showdown:
                    require_equal(hand.payoffs, payoffs, f"payoffs of hand {hand.number} in {form}")
            readers["pokerkit"] = partial(_replayed, pokerkit, form, text)
        rates = {
            name: _HANDS / each / 1000 for name, each in race(readers, seconds=_SECONDS, clock=process_time).items()
        }
        ours = rates.pop("riverboat")
        yield Measurement(f"hands read from {form}, replayed and checked", "k/s", ours, rates, goal=_GOALS[form])


def played(count: int) -> list[Hand]:
    """Hands of six players who act at random, mostly cautiously."""
    rules = parse_game("holdem(players=6,blinds=50/100)")
    rng = Random(7)
    names = tuple(f"player {seat}" for seat in range(6))
    hands = []
    for number in range(1, count + 1):
        stacks = tuple(rng.randrange(2_000, 30_000) for _ in names)
        state = State(rules, rng.sample(range(52), 52), stacks)
        while not state.is_over:
            legal = state.legal_actions()
            wish = rng.random()
            if legal.fold is not None and state.to_call and wish < 0.45:
                state.fold()
            elif legal.raise_interval and wish > 0.85:
                low, high = legal.raise_interval
                state.raise_to(min(high, low + rng.randrange(0, 3 * low)))
            else:
                state.check_or_call()
        hands.append(finished_hand(state, names, stacks, number))
    return hands


def _replayed(pokerkit: ModuleType, form: str, text: str) -> list[tuple[int, ...]]:
    """The payoffs by pokerkit's reader and its replay."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if form == "PHH":
            histories = list(pokerkit.HandHistory.load_all(io.BytesIO(text.encode())))
        else:
            histories = list(pokerkit.HandHistory.from_pokerstars(text, error_status=True))
        payoffs = []
        for history in histories:
            *_, last = history
            payoffs.append(tuple(int(payoff) for payoff in last.payoffs))
    return payoffs
