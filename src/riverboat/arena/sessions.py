"""One session: the same players at one table for a number of deals, each with all its replays.

Sessions are the pieces that a match is cut into. They depend on nothing but their own description, so they can be
played in any process. At the start of a session, and of each replay of it, players are re-created: what they learn,
they learn within a session, and no replay knows the cards from another. Chairs stay, the button moves on with each
deal.

A session as long as its match is played in stretches with the same players, so that there are results on the way. With
a memory, players recall what they learned before the session, and save it at the end and every ten seconds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil
from time import monotonic

from riverboat.agents.isolated import seated_agent
from riverboat.arena.curves import CurvePoint
from riverboat.arena.learning import cuts
from riverboat.arena.seating import Orders
from riverboat.arena.seeds import DECISIONS, decks, rng_for
from riverboat.arena.tally import Sample, Tally
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.hand import Hand
from riverboat.games.packed import PackedHands
from riverboat.games.play import AgentError, Fault, play_hand
from riverboat.games.rules import Rules
from riverboat.model.memory import MemoryStore

CURVE_POINTS = 20
SECONDS_BETWEEN_SAVES = 10.0
"""Of the memory of players, while they play."""

AgentSpec = str | Callable[[], Agent]
"""A text that names a player, or a class or function that makes one."""


@dataclass(frozen=True)
class Session:
    """What is to be played."""

    number: int
    """Selects the random streams: sessions with the same number and seed have the same deals and draws."""
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
    estimate: Callable[[Hand], Sequence[float]] | None = None
    """What a hand was worth to each position without some of its luck; also counted, if given."""
    deals_before: int = 0
    """Deals of the same match before this session."""
    block: int = 0
    """Hands in a block of the learning curve: the session is cut into stretches. 0: it is one stretch."""


@dataclass(frozen=True)
class Played:
    """The result of a session."""

    tally: Tally
    hands: Sequence[Hand] = ()
    curve: Sequence[CurvePoint] = ()
    """Winnings so far at a few points of the session; empty where only the end is known."""
    first_deal: int = 0
    """Deals of the same match before this stretch."""
    deals: int = 0
    is_last: bool = True
    """Whether the session is over."""


def seat_agent(spec: AgentSpec, seed: int, *path: int | str) -> Agent:
    """A new player with its own random stream."""
    try:
        agent = seated_agent(spec) if isinstance(spec, str) else spec()
    except RiverboatError:
        raise
    except (Exception, SystemExit) as error:
        name = spec if isinstance(spec, str) else getattr(spec, "__name__", type(spec).__name__)
        raise RiverboatError(f"agent {name}: cannot be created: {_said(error)}"[:200]) from error
    agent.rng = rng_for(seed, DECISIONS, *path)
    return agent


def play_session(session: Session, dealt: Callable[[], object] | None = None) -> Played:
    """Play a session that is one stretch; `dealt` is called after every hand."""
    [played] = play_stretches(session, dealt)
    return played


def play_stretches(
    session: Session, dealt: Callable[[], object] | None = None, memory: MemoryStore | None = None
) -> Iterator[Played]:
    """Play it, stretch by stretch with the same players; `dealt` is called after every hand."""
    cards = decks(session.seed, session.deals, session.rules, session.number)
    tables = [_Table(session, order, memory) for order in session.orders]
    saved = monotonic()
    ends = cuts(session.deals, session.block, session.deals_before) if session.block else [session.deals]
    for first, last in pairwise([0, *ends]):
        tally = Tally(session.names)
        samples = [Sample() for _ in range(first, last)]
        kept = PackedHands()
        for replay, table in enumerate(tables):
            for deal, sample in enumerate(samples, start=first):
                hand = table.play(deal, cards[deal], replay, tally, sample)
                if session.keep_hands:
                    kept.append(hand)
                if dealt is not None:
                    dealt()
        for sample in samples:
            tally.add(sample)
        if len(session.orders) > 1:  # the replays of a deal belong together
            kept = PackedHands(sorted(kept, key=lambda hand: hand.number))
        kept.pack()
        is_last = last == session.deals
        if memory is not None and (is_last or monotonic() - saved > SECONDS_BETWEEN_SAVES):
            for table in tables:
                table.save(memory, tally)
            memory.save()
            saved = monotonic()
        curve = _curve(samples, len(session.names), adjusted=session.estimate is not None)
        yield Played(tally, kept, curve, session.deals_before + first, last - first, is_last)


class _Table:
    """The players of a session in one order."""

    def __init__(self, session: Session, order: Sequence[int], memory: MemoryStore | None) -> None:
        self.session = session
        self.players = [session.seated[place] for place in order]
        self.agents = [
            seat_agent(session.agents[player], session.seed, session.number, chair)
            for chair, player in enumerate(self.players)
        ]
        if memory is not None:
            self._load(memory)

    def play(self, deal: int, deck: Sequence[int], replay: int, tally: Tally, sample: Sample) -> Hand:
        """One hand."""
        session, chairs = self.session, len(self.players)
        turn = [(position + deal) % chairs for position in range(chairs)]
        here = [self.players[chair] for chair in turn]
        faults: list[Fault] = []
        hand = play_hand(
            session.rules,
            [self.agents[chair] for chair in turn],
            deck,
            players=tuple([session.names[player] for player in here]),
            number=session.first_hand + deal * len(session.orders) + replay,
            strict=session.strict,
            clock=session.clock,
            faults=faults,
        )
        sample.add(hand.payoffs, here)
        if session.estimate is not None:
            sample.adjust(session.estimate(hand), here)
        tally.watch(hand, here)
        if faults:
            tally.note_faults(faults, here)
        return hand

    def _load(self, memory: MemoryStore) -> None:
        names = [self.session.names[player] for player in self.players]
        for agent, name in zip(self.agents, names, strict=True):
            try:
                agent.load_memory(memory.of(name), [other for other in names if other != name])
            except RiverboatError:
                raise
            except (Exception, SystemExit) as error:
                raise RiverboatError(f"agent {name}: cannot use its memory: {_said(error)}") from error

    def save(self, memory: MemoryStore, tally: Tally) -> None:
        """What everyone has learned; one who cannot save it has a fault."""
        for agent, player in zip(self.agents, self.players, strict=True):
            name = self.session.names[player]
            try:
                agent.save_memory(memory.of(name))
            except (Exception, SystemExit) as error:
                if self.session.strict:
                    raise AgentError(f"{name}: error: save_memory: {_said(error)}") from error
                tally.players[player].note("error", f"save_memory: {_said(error)}")


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"[:200]


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
