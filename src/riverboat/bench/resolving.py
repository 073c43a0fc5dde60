"""What does solving rivers again in play cost and bring? `riverboat(resolve=river)` against `riverboat`.

Time: processor time of the player's decisions, solves included; every board is new to the process. Gain: on the first
rivers that come up, what a best response to the player's range gets above what is due in equilibrium between the same
two ranges, if the player follows its blueprint and if it plays what was solved; and what a single hand of the opponent
gains most by re-solving, which safe solving keeps near zero (Burch, Johanson and Bowling 2014). Nobody else has this
player.
"""

from __future__ import annotations

from collections.abc import Iterator
from time import process_time
from typing import Final, NamedTuple

import numpy as np

from riverboat.agents.registry import make_agent
from riverboat.agents.resolving import ITERATIONS, Resolving, limit_spot
from riverboat.assess.aivat_holdem import betting_path
from riverboat.bench.harness import Measurement, Peers
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.play import play_hand
from riverboat.games.view import View
from riverboat.solve.core.policy import Policy
from riverboat.solve.line_ranges import ranges_before
from riverboat.solve.spot.boundary import policy_solver, values_against
from riverboat.solve.spot.resolving import Resolver
from riverboat.solve.spot.solver import BEST

HANDS: Final = 300
RIVERS: Final = 30
_RIVER: Final = 3
_EXACT: Final = 480
"""Iterations that say what is due to within a thousandth of the pot."""


class Timed(Agent):
    """Another player, with the processor time of its decisions by street."""

    def __init__(self, player: Agent) -> None:
        super().__init__()
        self.player: Final = player
        self.seconds: Final[list[tuple[int, float]]] = []

    def act(self, view: View) -> Action:
        began = process_time()
        action = self.player.act(view)
        self.seconds.append((view.street, process_time() - began))
        return action

    def end(self, hand: Hand) -> None:
        self.player.end(hand)


class River(NamedTuple):
    """Shares of the pot on a river that came up in play."""

    before: float
    """What a best response to the blueprint gets above its share in equilibrium."""
    after: float
    hand: float
    """The largest gain of a single hand."""


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Times of decisions, then the rivers."""
    solving, plain = make_agent("riverboat(resolve=river)"), make_agent("riverboat")
    assert isinstance(solving, Resolving)
    played(make_agent("riverboat(resolve=river)"), make_agent("riverboat"), 5, seed=2)  # compiles
    hands, timed = played(solving, plain, HANDS)
    rivers = [each for street, each in timed.seconds if street == _RIVER]
    yield Measurement("riverboat(resolve=river), a decision, mean", "ms", 1e3 * _mean_of(timed.seconds), goal=20)
    yield Measurement(f"the same on the river ({len(rivers)} decisions)", "ms", 1e3 * float(np.mean(rivers)))
    yield Measurement("the same on the river, longest", "ms", 1e3 * max(rivers))
    found = [river_of(solving.policy, hand) for hand in hands if _came_to_river(hand)][:RIVERS]
    pots = f"{len(found)} rivers in play"
    yield Measurement(f"exploitability of the blueprint, {pots}", "% of pot", 100 * _mean([r.before for r in found]))
    yield Measurement(f"exploitability after re-solving, {pots}", "% of pot", 100 * _mean([r.after for r in found]))
    yield Measurement("rivers where it is lower then", "%", 100 * _mean([r.after < r.before for r in found]))
    yield Measurement("largest gain of one hand, worst river", "% of pot", 100 * max(r.hand for r in found))


def played(solving: Agent, plain: Agent, hands: int, seed: int = 1) -> tuple[list[Hand], Timed]:
    """Hands of the two, the first one timed and always the first to act after the flop."""
    rules, rng = parse_game("holdem(betting=limit)"), np.random.default_rng(seed)
    timed = Timed(solving)
    return [play_hand(rules, [timed, plain], rng.permutation(52).tolist(), strict=True) for _ in range(hands)], timed


def river_of(policy: Policy, hand: Hand, position: int = 0) -> River:
    """A river of this hand against the player in `position`, before and after re-solving."""
    board, opponent = tuple(hand.board), 1 - position
    betting = next(each for each in betting_path(hand) if each.street == _RIVER)
    ranges = ranges_before(policy, betting, board, _RIVER)
    spot = limit_spot(ranges, board, position)
    values = values_against(spot, policy, position, ranges.state)
    resolver = Resolver(spot, position, values)
    resolver.run(iterations=ITERATIONS["river"])
    equilibrium = Resolver(spot, position)
    equilibrium.run(iterations=_EXACT)
    due = equilibrium.exploitability().values[opponent]
    before = policy_solver(spot, policy, position, ranges.state).value(opponent, BEST)
    after = resolver.solver.value(opponent, BEST)
    gain = -float(resolver.margins().min())
    return River((before - due) / spot.pot, (after - due) / spot.pot, gain / spot.pot)


def _came_to_river(hand: Hand) -> bool:
    return any(street == _RIVER for street, _, _ in hand.actions)


def _mean(values: list[float] | list[bool]) -> float:
    return float(np.mean(values))


def _mean_of(seconds: list[tuple[int, float]]) -> float:
    return _mean([each for _, each in seconds])
