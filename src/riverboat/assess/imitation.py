"""Does a copy play like the original? Action by action on fresh hands, by indicators, and by results.

The original plays a number of fresh hands against a field. In each of its decisions there the copy is asked what it
would do, and so is the original itself, re-created and led through the same hands: where a player mixes actions, its
agreement with itself is the most that any copy can reach. Then the copy plays the same deals against the same field,
and both are set beside each other: the rates of a tracker, and big blinds per hundred hands with 95 % intervals.

Agreement is of fold, call and raise. The likeliest action of the copy is compared with what was done, and the
probability of what was done is averaged: the share that agrees if the copy draws its actions, as it does at a table.

Cost: three times the time of the original's hands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from math import hypot
from random import Random
from typing import Any, Final

from riverboat.agents.pokerlang import PokerLang, Strategy
from riverboat.agents.registry import make_agent
from riverboat.arena.match import run_match
from riverboat.arena.results import PlayerResult
from riverboat.games.action_odds import ActionOdds
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress, Progress, part_of

FIELD: Final = ("always_call", "rules")
"""The default opponents."""
RATES: Final = {
    "vpip": "VPIP",
    "pfr": "PFR",
    "three_bet": "3-bet",
    "cbet_flop": "c-bet flop",
    "went_to_showdown": "WTSD",
}
"""The indicators that are compared, beside aggression."""
_PARTS: Final = 4


@dataclass(frozen=True)
class Agreement:
    """How often a player would have done what was done."""

    decisions: int
    likeliest: float
    """The share of decisions in which its likeliest action is the one that was taken."""
    expected: float
    """The mean probability of the action that was taken."""

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {"decisions": self.decisions, "likeliest": self.likeliest, "expected": self.expected}


@dataclass(frozen=True)
class Imitation:
    """An original and its copy beside each other."""

    original: str
    field: tuple[str, ...]
    hands: int
    seed: int
    players: tuple[PlayerResult, PlayerResult]
    """The original's result against the field, and the copy's."""
    copy: Agreement
    itself: Agreement
    """The original asked again."""

    @property
    def difference(self) -> tuple[float, float]:
        """What the copy wins more than the original, in big blinds per hundred hands, and its 95 % margin."""
        first, second = (player.bb_per_100 for player in self.players)
        return second.mean - first.mean, hypot(first.margin(), second.margin())

    def rows(self) -> list[tuple[str, str, str]]:
        """Indicators and results as text: name, original, copy."""
        first, second = (player.indicators for player in self.players)
        rows = [(label, _percent(first.rate(name)), _percent(second.rate(name))) for name, label in RATES.items()]
        rows.append(("aggression factor", f"{first.aggression_factor:.2f}", f"{second.aggression_factor:.2f}"))
        won = [f"{mean.mean:+.1f} ± {mean.margin():.1f}" for mean in (player.bb_per_100 for player in self.players)]
        return [*rows, ("bb/100", won[0], won[1])]

    def agreement_text(self) -> str:
        """How often the copy does what the original did, in a sentence."""
        return (
            f"{self.copy.decisions:,} fresh decisions: the likeliest action of the copy is the one taken in "
            f"{_percent(self.copy.likeliest)} (the original's own: {_percent(self.itself.likeliest)}), "
            f"a drawn one in {_percent(self.copy.expected)} ({_percent(self.itself.expected)})"
        )

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        more, margin = self.difference
        return {
            "original": self.original,
            "field": list(self.field),
            "hands": self.hands,
            "seed": self.seed,
            "players": dict(zip(("original", "copy"), (player.to_json() for player in self.players), strict=True)),
            "agreement": {"copy": self.copy.to_json(), "original": self.itself.to_json()},
            "difference_bb_per_100": {"mean": more, "margin": margin},
        }


def compare_play(
    original: str,
    strategy: Strategy,
    game: Rules | str,
    field: Sequence[str] | None = None,
    hands: int = 2000,
    *,
    seed: int = 1,
    on_progress: OnProgress | None = None,
) -> Imitation:
    """Let an original and the strategy inferred from it play the same deals; `field` is repeated to fill the table."""
    rules = parse_game(game) if isinstance(game, str) else game
    opponents = tuple(islice(cycle(field or FIELD), rules.players - 1))

    def copy() -> PokerLang:
        return PokerLang(strategy, "copy")

    fresh: list[Hand] = []
    options: dict[str, Any] = {"seed": seed, "session": None}
    first = run_match(
        [original, *opponents],
        rules,
        hands,
        record=fresh.extend,
        on_progress=part_of(on_progress, 0, _PARTS),
        **options,
    )
    second = run_match([copy, *opponents], rules, hands, on_progress=part_of(on_progress, 1, _PARTS), **options)
    if not (first.complete and second.complete):
        raise KeyboardInterrupt
    name = first.players[0].name
    asked = [agreement(player, fresh, name, part_of(on_progress, number, _PARTS), seed)
             for number, player in ((2, copy()), (3, make_agent(original)))]  # fmt: skip
    return Imitation(original, opponents, len(fresh), seed, (first.players[0], second.players[0]), asked[0], asked[1])


def agreement(
    agent: Agent, hands: Sequence[Hand], player: str, on_progress: OnProgress | None = None, seed: int = 1
) -> Agreement:
    """Lead an agent through the hands of a player in that player's seat, and ask it at every decision.

    The hands must be complete, since the agent sees all that the player saw.
    """
    agent.rng = Random(f"{seed} agreement")
    decisions, likeliest, expected = 0, 0, 0.0
    for number, hand in enumerate(hands):
        if on_progress is not None and number % 100 == 0:
            on_progress(Progress(number, len(hands)))
        if player not in hand.players:
            continue
        position = hand.players.index(player)
        agent.players = hand.players
        states = iter(hand.with_deck().replay())
        state = next(states)
        agent.begin(View(state, position))
        for (_, who, action), after in zip(hand.actions, states, strict=True):
            if who == position:
                odds = _odds(agent, View(state, position))
                done = ActionOdds.of((action,), (1.0,))
                decisions += 1
                likeliest += max(range(3), key=odds.__getitem__) == done.index(1.0)
                expected += odds[done.index(1.0)]
            state = after
            agent.observe(View(state, position), who, action)
        agent.end(hand.seen_by(position))
    return Agreement(decisions, likeliest / max(decisions, 1), expected / max(decisions, 1))


def _odds(agent: Agent, view: View) -> ActionOdds:
    """How likely the agent folds, calls and raises; what it does, if it does not say."""
    agent.action_odds = None
    action = agent.act(view)
    odds = None if agent.action_odds is None else agent.action_odds.allowed(view)
    return odds or ActionOdds.of((action,), (1.0,))


def _percent(share: float) -> str:
    return "-" if share != share else f"{100.0 * share:.1f}%"
