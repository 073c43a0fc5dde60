"""Matches played in kernels: hands per second on one core, beside the dealer and open_spiel driven from Python.

Every policy plays against itself; the time is that of a whole session of a match, sums and indicators included, on one
thread; it is kept to a few milliseconds, so that the best of many runs escapes other load on the machine. Before
anything is timed the dealer replays hands of the kernel, card by card and draw by draw. The dealer (here
called riverboat's engine) plays the same agents through `View`; open_spiel's universal_poker is given our cards, as in
`engine.py`, and only asked for check/call.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from random import Random
from typing import Final

from riverboat.agents.registry import make_agent
from riverboat.arena.kernel_play import ArrayPolicyAgent, KernelTable, policy_of
from riverboat.arena.sessions import Session
from riverboat.bench.engine import spiel_calls
from riverboat.bench.harness import Measurement, Peers, race, require_equal
from riverboat.bridges.open_spiel import universal_poker
from riverboat.games import Rules, decks, make_game, play_hand

_HANDS: Final = 3_000
_ENGINE_HANDS: Final = 20
_CHECKED: Final = 100
_GOALS: Final = {2: 2000.0, 4: 500.0}
_AGENTS: Final = (
    "always_call",
    "random",
    "acpc_example",
    "rules(style=tight_passive)",
    "rules(style=tight_aggressive)",
    "rules(style=loose_passive)",
    "rules(style=loose_aggressive)",
)


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Limit and no-limit hold'em, heads-up and with four players."""
    for betting in ("limit", "no-limit"):
        for players, label in ((2, "heads-up"), (4, "four players")):
            rules = make_game("holdem", betting=betting, players=players)
            for agent in _AGENTS:
                yield _measure(peers, rules, agent, f"{betting} hold'em, {label}, {agent}")


def _measure(peers: Peers, rules: Rules, agent: str, name: str) -> Measurement:
    policy = policy_of(agent, rules.players)
    table = KernelTable(rules, [policy] * rules.players)
    _require_same_hands(rules, table, ArrayPolicyAgent(policy), name)
    seats = tuple(range(rules.players))
    names = tuple(map(str, seats))
    session = Session(1, rules, names, (agent,) * rules.players, seats, (seats,), _HANDS, 1, 1)
    deals = list(islice(decks(rules, 1), _ENGINE_HANDS))
    contestants: dict[str, Callable[[], object]] = {"riverboat": lambda: table.play(session)}
    hands = {"riverboat": _HANDS, "engine": _ENGINE_HANDS, "open_spiel": _ENGINE_HANDS}
    if peers.wanted:
        players = [make_agent(agent) for _ in seats]
        contestants["engine"] = lambda: [play_hand(rules, players, deck) for deck in deals]
    if agent == "always_call" and peers.get("pyspiel"):
        game = universal_poker(rules)
        contestants["open_spiel"] = lambda: [spiel_calls(game, deck) for deck in deals]
    rates = {each: hands[each] / seconds / 1e3 for each, seconds in race(contestants).items()}
    return Measurement(name, "k/s", rates.pop("riverboat"), rates, goal=_GOALS[rules.players])


class _Given(Random):
    """Random numbers that are given in advance."""

    draws: Iterator[int] = iter(())

    def getrandbits(self, bits: int, /) -> int:
        return next(self.draws)


def _require_same_hands(rules: Rules, table: KernelTable, agent: ArrayPolicyAgent, name: str) -> None:
    agent.rng = rng = _Given()
    for seen in table.see(_CHECKED):
        rng.draws = iter(seen.draws)
        deck = (*seen.cards, *sorted(set(range(52)) - set(seen.cards)))
        hand = play_hand(rules, [agent] * rules.players, deck, strict=True)
        done: Sequence[object] = [(position, action) for _, position, action in hand.actions]
        require_equal(list(seen.actions), done, f"the dealer's actions, {name}")
        require_equal(list(seen.payoffs), list(map(float, hand.payoffs)), f"the dealer's payoffs, {name}")
