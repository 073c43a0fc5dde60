"""Teófilo (2016), Table 16: how long simulators take for 100,000 cash games of four players."""

from __future__ import annotations

from typing import NamedTuple

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

TRIES, GAMES = 1_000, 100_000
LIACC, LIACC_DEVIATION = 27.7, 1.8
OPEN_MEERKAT, POKER_ACADEMY = 43.0, 660.3
GAMES_PER_SECOND = GAMES / LIACC


def run(work: Work) -> Findings:
    from riverboat.stats.mean import RunningMean

    tries, games = work.choose((5, 1000), (40, GAMES))
    seconds_of(100, "always_call", work.seed)  # whatever is loaded or compiled on first use is not timed
    times, elapsed = RunningMean(), RunningMean()
    for number in work.steps(range(tries)):
        used, waited = work.keep(f"try-{number}", lambda: seconds_of(games, "always_call", work.seed + number))  # noqa: B023
        times.add(used * GAMES / games)
        elapsed.add(waited * GAMES / games)
    random = games / seconds_of(games, "random", work.seed).used
    compiled = work.keep("compiled", lambda: compiled_times(work))
    scaled = "" if games == GAMES else f"{games:,} games per try, scaled to {GAMES:,}"
    return Findings(
        [
            Found.of_mean("LIACC simulator", times, note=scaled),
            Found("standard deviation", times.deviation, note=f"of {tries} tries"),
            Found("games per second", GAMES / times.mean, unit="games/s"),
            Found("games per second, random players", random, unit="games/s"),
            Found.of_mean("elapsed", elapsed, "s for 100,000 games", "with whatever else this machine did"),
            Found.of_mean(
                "in compiled code", RunningMean.of(compiled), "s for 100,000 games", f"of {len(compiled):,} tries"
            ),
        ],
        [
            Claimed("close", OPEN_MEERKAT < 1.1 * LIACC, f"{OPEN_MEERKAT} s is {OPEN_MEERKAT / LIACC:.2f} x {LIACC} s"),
            Claimed("much slower", POKER_ACADEMY > 10 * LIACC, f"{POKER_ACADEMY / LIACC:.1f} times as long"),
        ],
        notes=[
            "One process, whatever --jobs says, and its processor time; whole matches are timed: dealing, players, "
            "payoffs, indicators and intervals. In compiled code players are tables, and no hand is kept or counted: "
            "`run_match(..., in_kernels=True)`."
        ],
    )


def compiled_times(work: Work) -> list[float]:
    """What each try takes whose dealer and players are compiled."""
    tries = work.choose(5, TRIES)
    seconds_of(GAMES, "always_call", work.seed, in_kernels=True)
    return [seconds_of(GAMES, "always_call", work.seed + number, in_kernels=True).used for number in range(tries)]


class Seconds(NamedTuple):
    """Of the processor, and by the clock on the wall."""

    used: float
    elapsed: float


def seconds_of(games: int, agent: str, seed: int, *, in_kernels: bool = False) -> Seconds:
    """The time that four such players take for this many games of limit hold'em."""
    from time import perf_counter, process_time

    from riverboat.arena import run_match

    used, elapsed = process_time(), perf_counter()
    run_match([agent] * 4, "holdem(betting=limit)", games, seed=seed, in_kernels=in_kernels)
    return Seconds(process_time() - used, perf_counter() - elapsed)


_OLD = "the program does not run here, and the machine of the original is not named"

ENTRY = Entry(
    __name__,
    "Speed of simulators",
    "Table 16",
    "Mean time of 1,000 tries of 100,000 cash games with four players, for three simulators; Riverboat takes the "
    "place of the LIACC simulator.",
    small="5 tries of 1,000 games, and 5 of 100,000 in compiled code, 2 seconds",
    full="40 tries of 100,000 games, and 1,000 as in the original in compiled code, ten minutes; resumes after an "
    "interrupt",
    run=run,
    timed=True,
    version=2,
    published=(
        Published("LIACC simulator", LIACC, "s for 100,000 games", better="less"),
        Published(
            "standard deviation", LIACC_DEVIATION, "s for 100,000 games",
            incomparable="it depends on what else the machine does",
        ),
        Published("Open Meerkat Test Bed", OPEN_MEERKAT, "s for 100,000 games", incomparable=_OLD),
        Published("Poker Academy", POKER_ACADEMY, "s for 100,000 games", incomparable=_OLD),
    ),
    claims=(
        Claim(
            "close",
            "The results of Open Meerkat were very close to those of the LIACC simulator.",
            wrong="by its own numbers it took half as long again",
        ),
        Claim("much slower", "Poker Academy was much slower."),
    ),
    remarks=(
        "The thesis names neither the machine nor the betting, the players or whether hands were logged. Here four "
        "players who always call play limit hold'em, nothing is logged, and no cards are dealt twice.",
        "The deviation of its tries is a fifteenth of the printed mean: so the mean of 40 tries is known to 2 %, and "
        "1,000 of the dealer, hours, would decide nothing else. Compiled code plays all 1,000.",
    ),
)  # fmt: skip
