"""How many decisions per second does a table of ten Pokis make? Includes dealing, learning and weight tables.

Every hand is new to the process: boards are read for the first time, as in play. The second line has players who bring
every table up to date at each action of anyone, in or out, which none of them needs. The third is the worst decision
of the simulating Poki: all ten have seen the flop, and all 500 paired trials are played, however clear the case is.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from time import perf_counter

from riverboat.agents.poki import Poki, PokiSim
from riverboat.bench.harness import Measurement, Peers
from riverboat.games import Action, State, View, decks, parse_game, play_hand

_GOAL = 2.0
_SIMULATION_GOAL = 500.0
_FLOPS = 6
_HANDS = 60
_ROUNDS = 4


class EagerPoki(Poki):
    """Never waits until a table is needed."""

    def observe(self, view: View, position: int, action: Action) -> None:
        self.inference(view).tables(range(view.rules.players))


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Nobody else has this player."""
    seeds = count(1)
    best = dict.fromkeys((Poki, EagerPoki), 0.0)
    for _ in range(_ROUNDS):
        for kind in best:
            best[kind] = max(best[kind], decisions_per_second(kind, next(seeds)))
    yield Measurement("poki, ten players, decisions", "k/s", best[Poki] / 1000.0, goal=_GOAL)
    yield Measurement("the same, all tables at every action", "k/s", best[EagerPoki] / 1000.0)
    taken = min(simulation_seconds(seed) for seed in range(1, _FLOPS + 1))
    yield Measurement("pokisim, 500 paired trials, ten players", "ms", 1000.0 * taken, goal=_SIMULATION_GOAL)


def decisions_per_second(kind: type[Poki], seed: int, hands: int = _HANDS) -> float:
    """Ten copies play `hands` hands after a short warm-up."""
    rules = parse_game("holdem(betting=limit,players=10)")
    agents = [kind() for _ in range(10)]
    for chair, agent in enumerate(agents):
        agent.rng = Random(chair)
    decided, begun = 0, 0.0
    for number, deck in zip(range(-5, hands), decks(rules, seed), strict=False):
        if number == 0:
            decided, begun = 0, perf_counter()
        turn = [(position + number) % 10 for position in range(10)]
        hand = play_hand(rules, [agents[chair] for chair in turn], deck, players=tuple(map(str, turn)), strict=True)
        decided += len(hand.actions)
    return decided / (perf_counter() - begun)


def simulation_seconds(seed: int) -> float:
    """How long the first of ten takes on a flop that all have called to see."""
    rules = parse_game("holdem(betting=limit,players=10)")
    state = State(rules, next(decks(rules, seed)))
    while state.street == 0:
        state.check_or_call()
    player = PokiSim(trials=500, seconds=60.0, z=1000.0)
    view = View(state, 0)
    player.begin(view)
    begun = perf_counter()
    player.simulate(view)
    return perf_counter() - begun
