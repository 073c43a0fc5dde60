"""Are DIVAT and AIVAT unbiased? Pairings whose true difference is known, from symmetry, arithmetic or the whole tree.

Billings (2006, section 5.4.1) shows it of DIVAT in matches of equal players; Zinkevich et al. (2006) prove it, and
Burch et al. (2018) of AIVAT. Here both are set beside the truth wherever it can be had:

- players who never fold are even, whatever they bet, since they put in as much as each other;
- a player against itself breaks even, because deals are replayed with changed seats;
- a player who always folds pays one small bet and half a small bet in turn;
- a player who folds with probability p to each raise before the flop, and calls afterwards, loses to Always Raise on
  the button p/2 + (1 - p)p and in the big blind p, and to Always Call p/2 on the button alone;
- in Kuhn and Leduc poker, with any strategies, the tree says it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from math import comb
from typing import TYPE_CHECKING

from riverboat.lab.billings._judge import GAME, SMALL_BET, match_hands, mean_of, seat, variance_ratio
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from riverboat.arena.kernel_play.policy import ArrayPolicy
    from riverboat.games.hand import Hand
    from riverboat.solve.tree import GameTree

    Floats = NDArray[np.float64]
    Estimate = Callable[[Sequence[Hand]], Floats]

P = 0.3
"""How often the timid player folds to a bet before the flop."""
CALL, RAISE, FOLD, MIXED, TIMID = "always_call", "always_raise", "always_fold", "acpc_example", "timid"
TWO: Mapping[tuple[str, str], float] = {
    (CALL, RAISE): 0.0,
    (MIXED, MIXED): 0.0,
    (FOLD, RAISE): -0.75,
    (FOLD, CALL): -0.25,
    (TIMID, RAISE): round(-(P / 2 + (1 - P) * P + P) / 2, 12),  # without the noise of its last bit
    (TIMID, CALL): -P / 4,
}
"""What the first wins per hand, in small bets."""
RINGS: Mapping[str, tuple[tuple[str, ...], float]] = {
    "three players, limit, never fold": ((CALL, RAISE, CALL), 0.0),
    "three players, limit, one folds": ((FOLD, RAISE, RAISE), -0.5),
    "three players, no limit, never fold": ((CALL, RAISE, CALL), 0.0),
    "three players, no limit, one folds": ((FOLD, RAISE, RAISE), -0.5),
}
"""What the first wins, in small bets of limit and in big blinds of no-limit: a folder pays 1, 1/2 and nothing."""
SMALL_MEASURES = ("AIVAT, nobody known", "AIVAT, all known", "AIVAT, last known, true values")
LESS = ", less the truth"
SMALL_GAMES = ("kuhn", "leduc", "kuhn(players=3)", "leduc(players=3,bets=1/1,raises=1)")


@dataclass(frozen=True)
class _Case:
    """One pairing: values by hand of the first player, and how many hands are replays of one deal."""

    name: str
    truth: float
    replays: int
    by: Mapping[str, Floats]
    """Money first."""
    shown: float
    """The true value itself, where estimates are given less the truth."""


def run(work: Work) -> Findings:
    hands, few, trees = work.choose(200, 5000), work.choose(72, 3000), work.choose(500, 20_000)
    todo: list[Callable[[int], _Case]] = [
        *(partial(_heads_up, pair, hands) for pair in TWO),
        *(partial(_ring, name, few) for name in RINGS),
        *(partial(_small_game, game, trees) for game in SMALL_GAMES),
    ]
    cases = [make(100 * work.seed + number) for number, make in enumerate(work.steps(todo))]
    values: list[Found] = []
    outside: dict[str, list[str]] = {"DIVAT": [], "AIVAT": []}
    judged = {"DIVAT": 0, "AIVAT": 0}
    rows = []
    for case in cases:
        money = case.by["money"]
        ratios = []
        for measure, hand_values in case.by.items():
            found = mean_of(f"{case.name}: {measure}", _deals(hand_values, case.replays))
            if measure == "money":
                continue
            values.append(found)
            ratio = variance_ratio("", money, hand_values)
            ratios.append(f"{measure.removesuffix(LESS)} {ratio.value:.2f}")
            kind = "DIVAT" if measure == "DIVAT" else "AIVAT"
            judged[kind] += 1
            assert found.interval is not None
            low, high = found.interval
            if not low - 1e-9 <= case.truth <= high + 1e-9:
                outside[kind].append(found.name)
        rows.append((case.name, f"{case.shown:+.4f}", f"{money.mean():+.3f}", f"{money.std():.2f}", ", ".join(ratios)))
    return Findings(
        values,
        [
            Claimed(
                kind,
                len(outside[kind]) <= _by_chance(judged[kind]),
                f"{judged[kind] - len(outside[kind])} of {judged[kind]} truths lie in their 95 % intervals",
            )
            for kind in judged
        ],
        tables=[
            Table(
                "The variance of money over that of the estimate, hand by hand",
                ("pairing", "true value", "money", "money sd", "variance reduction"),
                rows,
            )
        ],
        notes=(
            f"{hands:,} hands of each heads-up pairing, {few:,} of each ring, {trees:,} of each small game; replays of "
            "a deal are one value. AIVAT knows the first player, or both; the others' cards are seen.",
        ),
    )


def _by_chance(count: int) -> int:
    """How many of `count` correct numbers may lie outside their 95 % intervals, at 1 % significance."""
    chance = 0.0
    for most in range(count + 1):
        chance += comb(count, most) * 0.05**most * 0.95 ** (count - most)
        if chance >= 0.99:
            return most
    return count


def _deals(values: Floats, replays: int) -> Floats:
    import numpy as np

    return np.asarray(values.reshape(-1, replays).mean(axis=1))


def _timid() -> ArrayPolicy:
    """Folds with probability P to any bet before the flop, and calls otherwise."""
    from dataclasses import replace

    from riverboat.arena.kernel_play.builtin import blind_policy

    before = blind_policy(TIMID, P, 1 - P, 0.0)
    return replace(before, postflop=blind_policy(TIMID, 0.0, 1.0, 0.0).postflop)


def _policy(name: str, players: int) -> ArrayPolicy:
    from riverboat.arena.kernel_play.builtin import policy_of

    return _timid() if name == TIMID else policy_of(name, players)


def _seats(names: Sequence[str], players: int) -> tuple[list[object], list[str]]:
    """Agents, and their names at the table, all different."""
    called = [name if names.count(name) == 1 else f"{name}_{n + 1}" for n, name in enumerate(names)]
    return [seat(_policy(name, players), call) for name, call in zip(names, called, strict=True)], called


def _heads_up(pair: tuple[str, str], hands: int, seed: int) -> _Case:
    """Money, DIVAT, and AIVAT with the first player known and with both."""
    import numpy as np

    from riverboat.assess.aivat_holdem import HoldemAivat
    from riverboat.assess.known_policy import KnownPolicy
    from riverboat.model.divat.analysis import divat_of

    agents, called = _seats(pair, 2)
    played, _ = match_hands(agents, GAME, hands, "duplicate", seed)  # type: ignore[arg-type]
    found = divat_of(played)
    signs = found.signs(called[0]) / SMALL_BET
    players = {name: KnownPolicy(_policy(kind, 2)) for name, kind in zip(called, pair, strict=True)}
    first = HoldemAivat({called[0]: players[called[0]]}).estimates(played)[:, 0]
    both = HoldemAivat(players).estimates(played)[:, 0]
    by = {"money": found.money, "DIVAT": found.total, "AIVAT, first known": first, "AIVAT, both known": both}
    name = f"{pair[0]} v {pair[1]}"
    return _Case(name, TWO[pair], 2, {measure: np.asarray(values * signs) for measure, values in by.items()}, TWO[pair])


def _ring(name: str, hands: int, seed: int) -> _Case:
    import numpy as np

    from riverboat.assess.aivat_table import TableAivat
    from riverboat.assess.known_policy import KnownPolicy
    from riverboat.assess.values import AllInValue

    kinds, truth = RINGS[name]
    limit = "no limit" not in name
    game = "holdem(betting=limit,players=3)" if limit else "holdem(betting=no-limit,players=3,stacks=400)"
    agents, called = _seats(kinds, 3)
    played, _ = match_hands(agents, game, hands, "duplicate", seed)  # type: ignore[arg-type]
    blind = played[0].rules.largest_blind
    players = {call: KnownPolicy(_policy(kind, 3)) for call, kind in zip(called, kinds, strict=True)}
    places = [hand.players.index(called[0]) for hand in played]
    rows = np.arange(len(played))
    money = np.array([float(hand.payoffs[place]) for hand, place in zip(played, places, strict=True)])
    estimates = TableAivat(AllInValue(200), players).estimates(played)[rows, places]
    replays = sum(hand.dealt[:6] == played[0].dealt[:6] for hand in played)
    return _Case(name, truth, replays, {"money": money / blind, "AIVAT, all known": estimates / blind}, truth)


def _small_game(game: str, hands: int, seed: int) -> _Case:
    """Random strategies for everyone, an unrelated random strategy for the values; the first position counts."""
    import numpy as np

    from riverboat.assess.aivat import Aivat

    tree, joint, truth = _strategies(game)
    value = tree.normalised(np.random.default_rng(99).random(tree.entries))
    played = _play(tree, joint, hands, seed)
    money = np.array([float(hand.payoffs[0]) for hand in played])
    by = {"money": money}
    known: tuple[tuple[dict[int, Floats], Floats], ...] = (
        ({}, value),
        (dict.fromkeys(range(tree.players), joint), value),
        ({tree.players - 1: joint}, joint),
    )
    for what, (players, values) in zip(SMALL_MEASURES, known, strict=True):
        by[what + LESS] = np.asarray(Aivat(tree, values, players).estimates(played)[:, 0]) - truth
    return _Case(game, 0.0, 1, by, truth)


def _strategies(game: str) -> tuple[GameTree, Floats, float]:
    """A tree, a strategy for each position, and what the first wins: the sum over all deals and lines of play."""
    import numpy as np

    from riverboat.games.catalogue import parse_game
    from riverboat.solve.response.exact import Evaluator
    from riverboat.solve.tree import GameTree

    tree = GameTree.build(parse_game(game))
    joint = tree.normalised(np.random.default_rng(7).random(tree.entries))
    return tree, joint, float(Evaluator(tree).value(joint, 0))


def _play(tree: GameTree, joint: Floats, hands: int, seed: int) -> list[Hand]:
    from random import Random

    from riverboat.agents.strategy import StrategyAgent
    from riverboat.games.play import decks, play_hand
    from riverboat.solve.core.strategy_file import Origin
    from riverboat.solve.strategy import Strategy

    agents = [StrategyAgent(Strategy(tree, joint, Origin("random"))) for _ in range(tree.players)]
    for number, agent in enumerate(agents):
        agent.rng = Random(f"{seed} {number}")
    cards = decks(tree.rules, seed)
    names = tuple("abc"[: tree.players])
    return [play_hand(tree.rules, agents, next(cards), players=names, number=n) for n in range(hands)]


def _published() -> tuple[Published, ...]:
    """Truths that are known in advance; those of the small games come from their trees."""
    listed = []
    for pair, truth in TWO.items():
        by = "by symmetry" if truth == 0 else "by arithmetic"
        for measure in ("DIVAT", "AIVAT, first known", "AIVAT, both known"):
            listed.append(Published(f"{pair[0]} v {pair[1]}: {measure}", truth, "sb/g", digits=4, theory=by))
    for name, (_, truth) in RINGS.items():
        by = "by symmetry" if truth == 0 else "by arithmetic"
        listed.append(Published(f"{name}: AIVAT, all known", truth, digits=4, theory=by))
    for game in SMALL_GAMES:
        for measure in SMALL_MEASURES:
            listed.append(Published(f"{game}: {measure}{LESS}", 0.0, digits=4, theory="from the whole tree"))
    return tuple(listed)


ENTRY = Entry(
    __name__,
    "DIVAT and AIVAT where the truth is known",
    "section 5.4.1",
    "Estimates of skill beside true values, in hold'em of two and three players and in small games.",
    small="14 pairings of 72 to 500 hands, 5 seconds",
    full="14 pairings of 3,000 to 20,000 hands, 5 minutes",
    run=run,
    published=_published(),
    claims=(
        Claim("DIVAT", "The DIVAT difference is an unbiased estimate of the long-term expected value."),
        Claim("AIVAT", "AIVAT is unbiased for any known players and any value function (Burch et al. 2018)."),
    ),
    remarks=(
        "The thesis shows this of DIVAT in matches of equal players. AIVAT is later; it is measured on the same hands.",
    ),
)
