"""Everything compiled and every table built, before anything is measured or tests run side by side.

numba keeps a compiled kernel until its own file changes; it does not notice when a function that the kernel calls
changes in another file. So kernels older than the newest kernel source are deleted first. One process at a time does
this: a second one waits, and finds everything compiled.

`python -m riverboat.warm` does it in a process of its own, kernels first and then the usual tables, with a line of JSON
for each step; it ends when its standard input is closed, so that it does not outlive whoever started it.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Final, get_args

import riverboat
from riverboat.extras import MissingExtraError
from riverboat.files import one_at_a_time, write_text
from riverboat.progress import OnProgress, Progress

_KERNEL_SOURCES: Final = ("_kernels.py", "_scalar.py", "jit.py", "lanes.py", "packed.py")
_KERNEL_FOLDER: Final = "_kernels"
_ROOT: Final = Path(riverboat.__file__).parent
_MARK: Final = "kernels.warm"


def discard_stale_kernels() -> int:
    """Delete compiled kernels that are older than any kernel source of the package; returns the number of deleted
    files."""
    newest = max(path.stat().st_mtime for path in _ROOT.rglob("*.py") if _has_kernels(path))
    stale = [path for path in _ROOT.rglob("__pycache__/*.nb[ci]") if path.stat().st_mtime < newest]
    for path in stale:
        path.unlink(missing_ok=True)
    if stale:
        (_kernel_folder() / _MARK).unlink(missing_ok=True)
    return len(stale)


def _has_kernels(path: Path) -> bool:
    return path.name in _KERNEL_SOURCES or path.parent.name == _KERNEL_FOLDER


def is_warm() -> bool:
    """Whether everything was compiled here since the kernels, numba or Python have changed."""
    try:
        return (_kernel_folder() / _MARK).read_text(encoding="utf-8") == _state_of_kernels()
    except (OSError, UnicodeDecodeError):
        return False


def _kernel_folder() -> Path:
    """Where the lock and the mark of compiled kernels are: with them, if they are not beside their sources."""
    chosen = os.environ.get("NUMBA_CACHE_DIR")
    return Path(chosen) if chosen else _ROOT / "__pycache__"


def _state_of_kernels() -> str:
    newest = max(path.stat().st_mtime_ns for path in _ROOT.rglob("*.py") if _has_kernels(path))
    return f"{_ROOT} {newest} numba {version('numba')} python {sys.version.split()[0]}"


def warm_up(on_progress: OnProgress | None = None, jobs: int = 1) -> None:
    """Use every kernel once; `on_progress` is called with the number of calls done and their total."""
    from riverboat.executor import make_executor

    folder = _kernel_folder()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
    with one_at_a_time(folder / "kernels.lock"):
        discard_stale_kernels()
        with make_executor(jobs, "local") as executor:
            for done, _ in enumerate(executor.in_order(_use, range(len(_CALLS))), start=1):
                if on_progress:
                    on_progress(Progress(done, len(_CALLS)))
        with suppress(OSError):  # a folder that cannot be written: it is done again
            write_text(folder / _MARK, _state_of_kernels())


def _use(number: int) -> None:
    with suppress(MissingExtraError):  # those of an extra are compiled when it is used
        _CALLS[number]()


def usual_tables() -> dict[str, Callable[[OnProgress | None], object]]:
    """What builds each table that commands and players use by default; rarer ones are built on first use."""
    from riverboat.odds.ars import ars_table
    from riverboat.odds.preflop import income_rates
    from riverboat.odds.showdown import preflop_matchups

    found: dict[str, Callable[[OnProgress | None], object]] = {
        "match-ups before the flop": preflop_matchups,
        "income rates": lambda on_progress: income_rates(10, on_progress=on_progress),
    }
    for street in ("river", "turn", "flop"):
        found[f"average rank strength, {street}"] = partial(ars_table, street, 1)
    return found


def main() -> None:
    """Warm up in this process, with a line of JSON for each step, unless everything is warm."""
    threading.Thread(target=_leave_with_parent, daemon=True).start()
    tables = usual_tables()
    total = len(_CALLS) + len(tables)

    def say(done: int) -> None:
        print(json.dumps({"done": done, "total": total}), flush=True)

    say(0)
    if not is_warm():
        warm_up(lambda progress: say(progress.done))
    for number, build in enumerate(tables.values(), start=1):
        build(None)
        say(len(_CALLS) + number)


def _leave_with_parent() -> None:
    while os.read(0, 4096):  # not through sys.stdin, whose lock would be held when Python ends: it aborts then
        pass
    os._exit(0)


def _ranks() -> None:
    from riverboat.cards import Isomorphism, rank, rank_batch
    from riverboat.cards.ranking.high import random_hands, rank_counts

    for size in (5, 6, 7):
        hands = random_hands(4, size)
        rank(hands[0].tolist())
        rank_batch(hands)
        rank_batch(hands, check=False)
    rank_counts()
    Isomorphism((2,)).canonical("AhKh")
    Isomorphism((2,)).multiplicity(0)


def _variants() -> None:
    from riverboat.cards import RANKINGS

    for name, ranking in RANKINGS.items():
        if ranking.takes == "hole and board":
            ranking.rank("AhKhQd7c", "Jh9h8hTs8c")
        elif "short" in name:
            ranking.rank("AhKhQd9c8s7h6h")
        else:
            ranking.rank("Ah4h3d2c" if "card" in name or "badugi" in name else "Ah4h3d2c5s7h8c")


def _strengths() -> None:
    import numpy as np

    from riverboat.odds import strength

    weights = np.ones(1326)
    for board in ("3h4cJh", "3h4cJh9s", "3h4cJh9s2d"):
        strength.assess_hand("AdQc", board)
        strength.assess_hand("AdQc", board, against=weights)
        strength.strength_by_holding(board)
        strength.potential_by_holding(board)
        strength.potential_by_holding(board, against=weights)
        strength.expected_strength_by_holding(board)
        strength.expected_hand_strength("AdQc", board, samples=2)
    strength.hand_potential("AdQc", "3h4cJh", look_ahead=1)
    strength.expected_hand_strength("AdQc")


def _showdowns() -> None:
    from riverboat.odds.showdown import equity, equity_by_holding

    for game, hands in (
        ("holdem", ["AhKh", "QsQd"]),
        ("short_deck", ["AhKh", "QsQd"]),
        ("omaha", ["AhKhQd2c", "9s9c8h7h"]),
        ("omaha8", ["AhKhQd2c", "9s9c8h7h"]),
        ("stud", ["AhKhQd2c9d3s", "9s9c8h7h4c4d"]),
        ("badugi", ["AhKs", "9s8d"]),
    ):
        equity(hands, game=game, samples=100, seed=1)
        if game in ("holdem", "short_deck"):
            equity(hands, game=game)
            equity(["TT+,AK", "22+"], board="JhTh8c", game=game)
            equity(["TT+,AK", "22+"], samples=100, seed=1, game=game)
            equity(["TT+", "random", "JJ"], board="JhTh8c7d6s", game=game)
    equity(["AA", "KK"])
    equity_by_holding("random", "random", "3h4cJh")


def _average_ranks() -> None:
    from riverboat.cards.ranking.high import random_hands
    from riverboat.odds.ars import average_rank_strength_batch, build_ars

    table = build_ars("river", boards=2, seed=1)
    average_rank_strength_batch(random_hands(2), table=table)


def _roll_outs() -> None:
    from riverboat.odds.preflop import IterationSettings, iterated_roll_out, roll_out

    roll_out(1, 1)
    iterated_roll_out(IterationSettings(), 1)


def _kernel_hands() -> None:
    from riverboat.arena.kernel_play import KernelTable, blind_policy
    from riverboat.games.catalogue import make_game

    KernelTable(make_game("holdem"), [blind_policy("caller", 0.0, 1.0, 0.0)] * 2).see(1)


def _trees() -> None:
    import numpy as np

    from riverboat.games.catalogue import make_game
    from riverboat.solve.cfr import SAMPLINGS, SampledSolver, TreeSolver
    from riverboat.solve.core import METHODS
    from riverboat.solve.response.restricted import RestrictedSolver
    from riverboat.solve.tree import GameTree

    tree = GameTree.build(make_game("kuhn"))
    runs = [
        *(TreeSolver(tree, METHODS["cfr"], prune=prune) for prune in (False, True)),
        *(SampledSolver(tree, sampling) for sampling in SAMPLINGS),
        *(RestrictedSolver(tree, tree.uniform(), 0, hold) for hold in (0.5, np.full(tree.sets, 0.5))),
    ]
    for run in runs:
        run.iterate(1)
        run.exploitability()


def _abstract_games() -> None:
    """Kuhn poker as an abstract game, in both precisions."""
    import numpy as np

    from riverboat.games.catalogue import make_game
    from riverboat.solve.abstract.game import AbstractGame
    from riverboat.solve.abstract.solver import AbstractSolver
    from riverboat.solve.betting import build_betting

    joint = (1.0 - np.eye(3)) / 6.0
    ahead = np.sign(np.subtract.outer(np.arange(3), np.arange(3)))
    game = AbstractGame(build_betting(make_game("kuhn")), (np.zeros(3, np.int64),), (joint,), joint * ahead, "warm")
    for dtype in (np.float32, np.float64):
        solver = AbstractSolver(game, dtype=dtype)
        solver.iterate(1)
        solver.exploitability()


def _public_trees() -> None:
    import numpy as np

    from riverboat.games.catalogue import make_game
    from riverboat.solve.public import PublicSolver, build_public

    tree = build_public(make_game("leduc"))
    for dtype in (np.float32, np.float64):
        solver = PublicSolver(tree, dtype=dtype)
        solver.iterate(1)
        solver.average().exploitability()


def _learners() -> None:
    from riverboat.model.kuhn import Experts, Explore, ExploreAsSecond, learning_curve, mutual_curve
    from riverboat.model.kuhn.studies import SECOND_LEARNER

    for learner, opponent in ((Explore(), (0.5, 0.5)), (Experts(), (0.5, 0.5)), (ExploreAsSecond(), (0.5,) * 3)):
        learning_curve(learner, opponent, hands=2, trials=2, match=2)
    mutual_curve(Explore(), SECOND_LEARNER, [1], trials=2, match=2)


def _sampled_deals() -> None:
    import numpy as np

    from riverboat.agents.lucifer.seat import uniform_rows
    from riverboat.agents.lucifer.simulation import Fixed, play
    from riverboat.solve.deals import DealSolver, best_responses
    from riverboat.solve.deals.by_text import TextWalk
    from riverboat.solve.deals.pruning import PruningRules, allowed_choices, saved_by
    from riverboat.solve.deals.solver import Walk

    solver = DealSolver("kuhn").train(1)
    for walk in get_args(Walk):
        DealSolver("kuhn", walk=walk).train(1)
    TextWalk(solver.game).walk(np.zeros((solver.game.rows, 2)), np.array([[0, 1]], np.uint8))
    best_responses(solver.game, solver.average())
    saved_by(solver.game, allowed_choices(solver.game, PruningRules()), 1)
    play([Fixed("uniform", uniform_rows())] * 3, 1, 1)


def _spots() -> None:
    from riverboat.solve.spot import Spot
    from riverboat.solve.spot.resolving import resolve
    from riverboat.solve.spot.solver import RangeSolver

    spot = Spot("Td9d6hQc", "AA,98s", "KK,QJs", 100, 100, "50%", "a")
    for precision in ("float32", "16-bit"):
        for board in ("Td9d6hQc", "Td9d6hQc2s"):
            RangeSolver.of(replace(spot, board=board), threads=1, precision=precision).iterate(1)
    flop = replace(spot, board="7h7d2h", oop="AA", ip="KK")
    resolve(RangeSolver.of(flop, threads=1), flop, "x/x/3c", 0).run(iterations=1)


def _weights() -> None:
    import numpy as np

    from riverboat.cards import parse_cards
    from riverboat.games import Action, State, parse_game
    from riverboat.games.action_odds import CALL
    from riverboat.model.actions import DEFAULT_FREQUENCIES
    from riverboat.model.weights import (
        ThresholdInference,
        assess_against,
        board_values,
        predicted_odds,
        reweight_by_frequencies,
    )

    raised = State(parse_game("holdem(betting=limit)"), range(52)).child(Action.raise_to(20))
    reading = ThresholdInference(raised, lambda position, street, level: DEFAULT_FREQUENCIES[4])
    reading.follow(raised)
    reading.weights(1)
    weights = np.ones(1326)
    for text in ("3h4cJh", "3h4cJh9s2d"):
        board = parse_cards(text)
        hands = board_values(board)
        predicted_odds(weights, hands, DEFAULT_FREQUENCIES[4], 1)
        reweight_by_frequencies(weights, hands, DEFAULT_FREQUENCIES[4], 1, CALL)
        assess_against(parse_cards("AdQc"), board, [weights])


def _simulations() -> None:
    from riverboat.agents.poki import PokiSim
    from riverboat.games import State, View, parse_game

    state = State(parse_game("holdem(betting=limit)"), range(52))
    state.check_or_call()
    state.check_or_call()
    player = PokiSim(trials=2)
    player.begin(View(state, 0))
    player.simulate(View(state, 0))


def _predictors() -> None:
    from riverboat.agents.poki.self_play import first_network

    network = first_network().copy()  # trained here, once, if it is not cached yet
    network.predict([[0.0] * 19])
    network.learn([0.0] * 19, 0, 0.0)


def _betting_sequences() -> None:
    from riverboat.agents import make_agent
    from riverboat.games import parse_game
    from riverboat.games.play import play_hand

    agents = [make_agent("vexbot(defaults=flat)"), make_agent("always_call")]
    play_hand(parse_game("holdem(betting=limit)"), agents, range(52))


def _judges() -> None:
    from riverboat.assess import HoldemAivat, chance_luck, divat_of, roll_out_value
    from riverboat.assess.known_policy import blind_player
    from riverboat.games.catalogue import make_game
    from riverboat.games.hand import finished_hand
    from riverboat.games.state import State
    from riverboat.odds.hand_rank_tables import flop_hand_ranks
    from riverboat.odds.leads import lead_matrix
    from riverboat.odds.range_equity import rank_holdings

    rules = make_game("holdem", betting="limit", players=2)
    state = State(rules, range(52))
    while not state.is_over:
        state.check_or_call()
    lead_matrix((0, 5, 10, 15, 20))
    hand = finished_hand(state, ("a", "b"), rules.stacks)
    divat_of([hand])
    HoldemAivat({"a": blind_player(0.0, 1.0, 0.0)}).estimate(hand)
    chance_luck(hand)
    rank_holdings(hand.board)
    roll_out_value("AhKh", "QsQd", [4.0], flops=1)
    flop_hand_ranks("AhKh", "QsQd", "2c7d8h")


def _blueprints() -> None:
    """Limit hold'em as lanes and no-limit as round trees: one turn, and one board of either training."""
    import numpy as np

    from riverboat.abstraction.bucketing import parse_bucketing
    from riverboat.cards.card import read_cards
    from riverboat.games.catalogue import parse_game
    from riverboat.odds.showdown.suits import keeping
    from riverboat.solve.limit.flop import FlopResponse
    from riverboat.solve.limit.lines import hand_lanes
    from riverboat.solve.limit.opponent import StrategyOpponent
    from riverboat.solve.limit.strategy import LimitStrategy, blind_shares
    from riverboat.solve.limit.training.cfr_br import CfrBrTraining
    from riverboat.solve.limit.training.sampled import SampledTraining
    from riverboat.solve.nolimit.menu import BetMenu
    from riverboat.solve.nolimit.trainer import BlueprintTrainer

    one = parse_bucketing("quantiles(ehs,1)")
    shares = [tuple(blind_shares(street, player, 0.0, 0.5, 0.5) for street in range(4)) for player in (0, 1)]
    turn = read_cards("7s7h7d2c")
    FlopResponse(StrategyOpponent(LimitStrategy(one, shares), 1)).turn_values(
        turn, keeping([turn[:3], turn[3:]]), hand_lanes(2)
    )
    SampledTraining(one).iterate(1)
    CfrBrTraining(one, flops=[turn[:3]], lines=[4]).iterate(1)
    trainer = BlueprintTrainer(parse_game("holdem(betting=no-limit,stacks=500)"), one, BetMenu(sized=(1, 0, 0, 0)))
    trainer.play(np.array([*turn, 50], np.uint8), 1.0)


_CALLS: Final[tuple[Callable[[], None], ...]] = (
    _ranks,
    _variants,
    _strengths,
    _showdowns,
    _average_ranks,
    _roll_outs,
    _weights,
    _simulations,
    _predictors,
    _kernel_hands,
    _trees,
    _public_trees,
    _abstract_games,
    _learners,
    _sampled_deals,
    _spots,
    _judges,
    _betting_sequences,
    _blueprints,
)
"""In an order in which later ones find their tables."""

if __name__ == "__main__":
    main()
