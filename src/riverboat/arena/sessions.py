"""One session: the same players at one table for a number of deals, each with all its replays.

Sessions are the pieces that a match is cut into. They depend on nothing but their own description, so they can be
played in any process. At the start of a session, and of each replay of it, players are re-created: what they learn,
they learn within a session, and no replay knows the cards from another. Chairs stay, the button moves on with each
deal.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import ceil

from riverboat.agents.registry import make_agent
from riverboat.arena.curves import CurvePoint
from riverboat.arena.seating import Orders
from riverboat.arena.seeds import decks, rng_for
from riverboat.arena.tally import Sample, Tally
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.packed import PackedHands
from riverboat.games.play import Fault, play_hand
from riverboat.games.rules import Rules
from riverboat.model.all_in import adjusted_payoffs

CURVE_POINTS = 20

AgentSpec = str | Callable[[], Agent]
"""A text that names a player, or a class or function that makes one."""


@dataclass(frozen=True)
class Session:
    """What is to be played."""

    number: int
    """Names its luck: sessions with the same number and seed have the same deals and draws."""
    rules: Rules
    names: tuple[str, ...]
    """Of everyone in the match."""
    agents: tuple[AgentSpec, ...]
    """Of everyone in the match."""
    seated: tuple[int, ...]
    """Who plays here, by place in `names`."""
    orders: Orders
    """Of those seated: one hand is played in each order with every deck."""
    deals: int
    first_hand: int
    seed: int
    strict: bool = False
    clock: float | None = None
    keep_hands: bool = False
    all_in_ev: bool = False
    """Whether all-in adjusted winnings are also counted."""


@dataclass(frozen=True)
class Played:
    """What came of it."""

    tally: Tally
    hands: Sequence[Hand] = ()
    curve: Sequence[CurvePoint] = ()
    """How the winnings came about, at a few points on the way; empty where only the end is known."""


def seat_agent(spec: AgentSpec, seed: int, *path: int | str) -> Agent:
    """A new player with dice of its own."""
    try:
        agent = make_agent(spec) if isinstance(spec, str) else spec()
    except RiverboatError:
        raise
    except (Exception, SystemExit) as error:
        name = spec if isinstance(spec, str) else getattr(spec, "__name__", type(spec).__name__)
        said = " ".join(str(error).split())
        raise RiverboatError(f"agent {name}: cannot be made: {type(error).__name__}: {said}"[:200]) from error
    agent.rng = rng_for(seed, "dice", *path)
    return agent


def play_session(session: Session, dealt: Callable[[], object] | None = None) -> Played:
    """Play it; `dealt` is called after every hand."""
    rules, chairs = session.rules, range(len(session.seated))
    cards = decks(session.seed, session.deals, rules, session.number)
    tally = Tally(session.names)
    samples = [Sample() for _ in cards]
    kept = PackedHands()
    faults: list[Fault] = []
    for replay, order in enumerate(session.orders):
        players = [session.seated[place] for place in order]
        agents = [
            seat_agent(session.agents[player], session.seed, session.number, chair)
            for chair, player in enumerate(players)
        ]
        for deal, deck in enumerate(cards):
            turn = [(position + deal) % len(chairs) for position in chairs]
            here = [players[chair] for chair in turn]
            hand = play_hand(
                rules,
                [agents[chair] for chair in turn],
                deck,
                players=tuple([session.names[player] for player in here]),
                number=session.first_hand + deal * len(session.orders) + replay,
                strict=session.strict,
                clock=session.clock,
                faults=faults,
            )
            samples[deal].add(hand.payoffs, here)
            if session.all_in_ev:
                samples[deal].adjust(adjusted_payoffs(hand), here)
            tally.watch(hand, here)
            if faults:
                tally.note_faults(faults, here)
                faults.clear()
            if session.keep_hands:
                kept.append(hand)
            if dealt is not None:
                dealt()
    for sample in samples:
        tally.add(sample)
    if len(session.orders) > 1:  # the replays of a deal belong together
        kept = PackedHands(sorted(kept, key=lambda hand: hand.number))
    kept.pack()
    return Played(tally, kept, _curve(samples, len(session.names), adjusted=session.all_in_ev))


def _curve(samples: Sequence[Sample], players: int, *, adjusted: bool) -> list[CurvePoint]:
    """Sums over the deals so far, at no more than `CURVE_POINTS` places."""
    every = ceil(len(samples) / CURVE_POINTS)
    hands, chips, worth = 0, [0.0] * players, [0.0] * players
    points = []
    for number, sample in enumerate(samples, start=1):
        hands += sample.hands
        for player, won in sample.won.items():
            chips[player] += float(won)
        for player, average in sample.adjusted.items():
            worth[player] += average
        if number % every == 0 or number == len(samples):
            points.append(CurvePoint(hands, tuple(chips), tuple(worth) if adjusted else ()))
    return points
