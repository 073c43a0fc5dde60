"""Gilpin and Sandholm (2006): how long a decision takes on the turn, with the rest of the hand solved in play."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve
from riverboat.stats.mean import RunningMean

if TYPE_CHECKING:
    from riverboat.agents.gs1.offline import AtTurn

TARGET, LIMIT = 0.3, 15.0
"""Percent of the pot, and seconds: the limit of the paper against people."""
GOOD, OFTEN = 0.5, 0.95
_LP_TURNS = 3
"""In a full run; as published, 25 and 125 classes."""


class Turn(TypedDict):
    """One turn decision."""

    wall: float
    processor: float
    iterations: int
    percent: float


def run(work: Work) -> Findings:
    from riverboat.agents.gs1.player import GS1

    count = work.choose(2, 200)
    if work.choose(small=False, full=True):
        GS1().prepare(work.on_progress)
    turns = [work.keep(f"turn-{number}", lambda n=number: _timed(work, n)) for number in work.steps(range(count))]  # type: ignore[misc]
    wall, processor = RunningMean(), RunningMean()
    for turn in turns:
        wall.add(turn["wall"])
        processor.add(turn["processor"])
    good = sum(turn["percent"] <= GOOD for turn in turns)
    worst = max(turn["wall"] for turn in turns)
    worst_processor = max(turn["processor"] for turn in turns)
    values = [
        Found.of_mean("mean time, limit 60 s", wall, "s"),
        Found.of_mean("mean time, limit 15 s", wall, "s"),
        Found("longest time", worst, unit="s"),
        Found.of_mean("mean processor time", processor, "s"),
        Found("longest processor time", worst_processor, unit="s"),
        Found.of_share(f"turns solved to {GOOD} % of the pot", good, len(turns)),
        Found("mean iterations", sum(turn["iterations"] for turn in turns) / len(turns)),
    ]
    if work.choose(small=False, full=True):
        lp = [work.keep(f"lp-{number}", lambda n=number: _by_program(work, n)) for number in range(_LP_TURNS)]  # type: ignore[misc]
        values.append(
            Found(
                "linear program, exploitability after 9 s",
                sum(lp) / len(lp),
                unit="% of the pot",
                note=f"in its own classes, mean of {len(lp)} turns",
            )
        )
    return Findings(
        values,
        [
            Claimed("within the limit", worst_processor <= LIMIT, f"longest {worst_processor:.1f} s of one processor"),
            Claimed(
                "good enough",
                good >= OFTEN * len(turns),
                f"{good} of {len(turns)} turns to {GOOD} % of the pot",
            ),
        ],
        [
            Chart(
                "Time to a decision on the turn",
                [Curve("processor", [(turn["processor"], turn["percent"]) for turn in turns], marks=True)],
                "seconds",
                "% of the pot",
                log_y=True,
            )
        ]
        if len(turns) > 2
        else (),
        notes=(
            f"{len(turns)} turns from the deal of the card to {TARGET} % of the pot, set-up included, on one thread; "
            + work.choose(
                "random boards, both with all hands, pot of 4 small bets.",
                "random hands, both played by the model of two rounds, ranges by Bayes' rule.",
            ),
        ),
    )


def _timed(work: Work, number: int) -> Turn:
    """Solve one turn as the player does."""
    import time

    from riverboat.agents.gs1.turn import RangeTurn, turn_spot

    begun, board = _turn(work, number)
    clock, processor = time.monotonic(), time.process_time()
    solver = RangeTurn(turn_spot(begun, board), number % 2)
    percent = solver.deliberate(TARGET, clock + 10 * LIMIT)
    solver.read()
    return Turn(
        wall=time.monotonic() - clock,
        processor=time.process_time() - processor,
        iterations=solver.iterations,
        percent=percent,
    )


def _by_program(work: Work, number: int) -> float:
    """Exploitability of what the published program has after nine seconds of one processor, percent of the pot."""
    import time

    from riverboat.abstraction.board_classes import board_classes
    from riverboat.agents.gs1.program import ProgramTurn

    begun, board = _turn(work, number)
    turn = ProgramTurn(board_classes(board), begun, number % 2)
    processor = time.process_time()
    percent = turn.measure()
    while (left := 9.0 - (time.process_time() - processor)) > 0.1:
        percent = turn.deliberate(TARGET, time.monotonic() + left)
        if turn.finished:
            break
    return percent


def _turn(work: Work, number: int) -> tuple[AtTurn, tuple[int, ...]]:
    """A hand at the turn: all hands of both (small), or as the model of two rounds plays it."""
    import numpy as np

    from riverboat.agents.gs1.offline import AtTurn, at_turn
    from riverboat.agents.gs1.player import GS1
    from riverboat.cards.holdings import HOLDING_CARDS
    from riverboat.games.state import State
    from riverboat.games.view import View
    from riverboat.solve.abstract.models import limit_holdem

    rng = np.random.default_rng([work.seed, number])
    if work.choose(small=True, full=False):
        board = tuple(rng.choice(52, 4, replace=False).tolist())
        live = np.asarray(~np.isin(HOLDING_CARDS, board).any(axis=1), np.float64)
        return AtTurn(live, live, 40), board
    players = (GS1(), GS1())
    for player in players:
        player.rng.seed(int(rng.integers(2**32)))
    while True:
        state = State(limit_holdem(), tuple(rng.permutation(52).tolist()))
        while (actor := state.actor) is not None and state.street < 2:
            state.apply(players[actor].act(View(state, actor)))
        if state.actor is not None:
            return at_turn(players[0].model, state.betting, state.board[:4]), state.board[:4]


ENTRY = Entry(
    __name__,
    "Deciding on the turn",
    "sections on real-time equilibrium computation and on the experiments",
    "How long GS1 thinks when the rest of the hand is solved in play.",
    small="2 turns with all hands of both players, a few seconds",
    full="200 turns as the model of two rounds brings them about, a quarter of an hour, after the model is built",
    run=run,
    timed=True,
    published=(
        Published("mean time, limit 60 s", 9, "s", better="less"),
        Published("mean time, limit 15 s", 4, "s", better="less"),
    ),
    claims=(
        Claim(
            "within the limit",
            "A decision against people takes no longer than 15 seconds.",
            incomparable="times of another machine",
        ),
        Claim("good enough", "0.5 % of the pot is reached in 95 % of turns: nothing is published.", ours=True),
    ),
    remarks=(
        "Published times are of 25 and 125 classes of hands and a linear program that was interrupted; here all hands "
        "are told apart, and the time is what it takes to come within 0.3 % of the pot. Times of a machine that does "
        "other work are longer than its processor time.",
    ),
    other_when_small="two turns with all hands of both players: other spots",
)
