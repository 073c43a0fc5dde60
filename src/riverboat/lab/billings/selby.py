"""Billings (2006), section 2.5.1.2: iterated roll-outs of two-player Pre-flop Hold'em against Selby's equilibrium."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from riverboat.solve.abstract.strategy import AbstractStrategy

CLOSE = 0.1
"""Small bets: "a difference usually less than 0.1 small bets"."""
REACHED = 0.01
"""Decisions to which a hand comes less often, by its own play in equilibrium, do not count: anything is right there."""


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.cards.holdings import CLASS_NAMES
    from riverboat.solve.abstract.models import selby_game, small_bet
    from riverboat.solve.abstract.solver import AbstractSolver
    from riverboat.solve.core import Runner

    solver = AbstractSolver(selby_game())
    Runner(solver).run(work.choose(1e-4, 1e-6) * small_bet())
    equilibrium, tree = solver.strategy, solver.tree
    measured = equilibrium.exploitability()
    iterated = _iterated(tree, work.choose(200, 2000))
    betting = tree.game.betting
    decisions, rows, gaps = 0, [], []
    for player in (0, 1):
        worth = _expected_values(iterated, player)
        for node in np.flatnonzero(betting.player == player).tolist():
            counts = _own_reach(equilibrium, node) >= REACHED
            chosen, by_rule = worth[node].argmax(axis=0), equilibrium.at_node(node).argmax(axis=1)
            letters = [betting.letter(int(betting.first_child[node]) + at) for at in range(len(worth[node]))]
            decisions += int(counts.sum())
            for hand in np.flatnonzero(counts & (chosen != by_rule)).tolist():
                gap = float(worth[node][chosen[hand], hand] - worth[node][by_rule[hand], hand]) / small_bet()
                gaps.append(gap)
                does = letters[chosen[hand]], letters[by_rule[hand]]
                rows.append((betting.history(node) or "-", CLASS_NAMES[hand], *does, gap))
    agree = 1.0 - len(gaps) / decisions
    near = sum(gap < CLOSE for gap in gaps)
    rows.sort(key=lambda row: -row[-1])
    return Findings(
        [
            Found("value to the big blind", measured.values[0] / small_bet(), unit="sb"),
            Found("exploitability of the equilibrium", measured.chips / small_bet(), unit="sb"),
            Found("exploitability of iterated roll-outs", iterated.exploitability().chips / small_bet(), unit="sb"),
            Found("decisions compared", decisions),
            Found("decisions that differ", len(gaps)),
            Found("largest difference of expected values", max(gaps, default=0.0), unit="sb"),
        ],
        [
            Claimed("agreement", agree >= 0.9, f"{agree:.1%} of {decisions:,} decisions are the same"),
            Claimed("near boundaries", 2 * near > len(gaps), f"{near} of {len(gaps)} differ by less than {CLOSE} sb"),
        ],
        tables=[
            Table(
                "Where they differ most",
                ("after", "hand", "iterated", "equilibrium", "difference, sb"),
                [(*row[:-1], f"{row[-1]:.3f}") for row in rows[:20]],
            )
        ],
    )


def _iterated(tree: Any, generations: int) -> AbstractStrategy:
    """In each generation hands do what was worth most against all generations before; the mean of what they did."""
    import numpy as np

    from riverboat.solve.abstract.strategy import AbstractStrategy

    played = np.ones(tree.numbers)  # at first everybody does everything alike
    for _ in range(generations):
        played += AbstractStrategy(tree, played).best_response().shares
    return AbstractStrategy(tree, played)


def _expected_values(strategy: AbstractStrategy, player: int) -> dict[int, NDArray[Any]]:
    """By decision [choices, hands]: chips that each choice is worth against the strategy, the best of play after it."""
    import numpy as np

    from riverboat.solve.abstract.sweeper import AbstractSweeper
    from riverboat.solve.public.sweeper import Mode

    tree, game = strategy.tree, strategy.tree.game
    sweeper = AbstractSweeper(tree)
    sweeper.pass_for(player, Mode.RESPOND, np.asarray(strategy.shares, np.float64))
    joint = game.joint[0] if player == 0 else game.joint[0].T
    found = {}
    for node in np.flatnonzero(game.betting.player == player).tolist():
        met = joint @ _reach(strategy, node, 1 - player)
        found[node] = sweeper.child_values(tree.places[node]) / np.maximum(met, 1e-300)
    return found


def _own_reach(strategy: AbstractStrategy, node: int) -> NDArray[Any]:
    return _reach(strategy, node, int(strategy.tree.game.betting.player[node]))


def _reach(strategy: AbstractStrategy, node: int, player: int) -> NDArray[Any]:
    """How likely each hand of a player does its part of what leads to a decision."""
    import numpy as np

    betting = strategy.tree.game.betting
    reach = np.ones(strategy.tree.game.view_counts[0])
    while node > 0:
        above = int(betting.parent[node])
        if betting.player[above] == player:
            reach = reach * strategy.at_node(above)[:, node - int(betting.first_child[above])]
        node = above
    return reach


ENTRY = Entry(
    __name__,
    "Iterated roll-outs against Selby's equilibrium",
    "section 2.5.1.2, page 44",
    "Whether iterated roll-outs of two-player Pre-flop Hold'em make the same decisions as the equilibrium.",
    small="the equilibrium to 0.0001 sb, 200 generations, a second",
    full="the equilibrium to 0.000001 sb, 2,000 generations, ten seconds",
    run=run,
    claims=(
        Claim(
            "agreement",
            "The betting decisions are in very good agreement with the equilibrium (here: 90 % of them are the same).",
        ),
        Claim(
            "near boundaries",
            "Where they differ, the expected values usually differ by less than 0.1 small bets (here: in most cases).",
        ),
    ),
    remarks=(
        "The thesis prints no numbers for the two-player game. A roll-out here is exact: expected values come from all "
        "boards, without simulation. Generations are averaged, because best responses to the last one alone go round "
        "in circles. A decision counts if the hand comes to it in at least 1 % of its own play in equilibrium.",
    ),
)
