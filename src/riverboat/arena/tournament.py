"""Tournaments: everyone buys in once, blinds rise, and the last player with chips wins.

With more entrants than seats there are several tables. All of them play one hand per round; tables are broken when the
players fit at fewer, and kept within one player of each other, the next big blind of the fullest table moving to the
big blind of the emptiest. Players who are eliminated in the same round are ranked by the chips they began that hand
with, and share their prizes if these are equal. One sample is one tournament: the prize less the buy-in.

The stakes of a level are the game's own blinds, antes and bets, scaled. A tournament is played in stretches of a
session's hands, between which the state is saved: a player is re-created for each session, so what
it learns it learns within a session, and a long tournament can be stopped and resumed between any two of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from fractions import Fraction
from itertools import count
from math import ceil
from typing import Any

from riverboat.arena.request import Request
from riverboat.arena.results import MatchResult, players_of
from riverboat.arena.running import MatchRunner, status_of
from riverboat.arena.seeds import deck_stream, rng_for
from riverboat.arena.sessions import AgentSpec, seat_agent
from riverboat.arena.stakes import even_shares, names_players, rules_at, rules_for
from riverboat.arena.tally import Tally
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.play import Fault, play_hand
from riverboat.games.units import Units


@dataclass(frozen=True)
class TournamentSettings:
    """How a tournament is run."""

    stack: int = 1500
    """Chips at the start."""
    big_blind: int = 20
    """Of the first level."""
    growth: float = 1.5
    """From level to level."""
    hands_per_level: int = 20
    """Hands until the blinds grow."""
    seats: int = 10
    """At one table."""
    entrants: int | None = None
    """How many take part: the agents in turn, again and again; None for each of them once."""
    buy_in: int = 100
    """What each entrant pays into the pool."""
    payouts: tuple[float, ...] | None = None
    """Shares of the pool by place; None for the usual ladder."""
    max_rounds: int = 5000
    """Maximum hands at a table; then the chips decide."""

    def __post_init__(self) -> None:
        if (
            min(self.stack, self.big_blind, self.hands_per_level, self.buy_in) < 1
            or self.growth < 1.0
            or self.seats < 2
        ):
            raise RiverboatError(f"tournament {self}: amounts are 1 or more, growth is 1 or more, seats 2 or more")
        if self.payouts is not None and (not self.payouts or min(self.payouts) < 0 or sum(self.payouts) <= 0):
            raise RiverboatError(f"tournament payouts {self.payouts}: expected shares such as 0.5, 0.3, 0.2")

    def prizes(self, entrants: int) -> list[int]:
        """Chips by place; they sum to the pool.

        Args:
            entrants: How many pay to play.
        """
        ladder = self.payouts or _usual_ladder(entrants)
        return even_shares(entrants * self.buy_in, ladder[:entrants])

    def level_blind(self, played: int, chips: int) -> int:
        """The big blind; never more than all chips in play.

        Args:
            played: How many hands have been played.
            chips: All chips in play.
        """
        level = played // self.hands_per_level
        blind = self.big_blind
        for _ in range(level):
            blind = min(ceil(blind * self.growth), chips)
        return blind


@dataclass(frozen=True)
class Tournament:
    """One tournament to play."""

    number: int
    game: str
    names: tuple[str, ...]
    agents: tuple[AgentSpec, ...]
    settings: TournamentSettings
    seed: int
    strict: bool = False
    clock: float | None = None
    keep_hands: bool = False
    session: int = 1000
    """The number of hands after which players are re-created."""


@dataclass
class EventState:
    """The state of a tournament between two sessions."""

    number: int
    stacks: list[int]
    tables: list[list[int]]
    """Entrants by position for the next hand."""
    out: list[list[int]]
    """Who is out, the first first; those who share a place are together."""
    tally: Tally
    rounds: int = 0
    stretch: int = 0
    over: bool = False
    hands: list[Hand] = field(default_factory=list)

    def saved(self) -> dict[str, Any]:
        """What `restored` needs; the hands are not kept."""
        plain = {each.name: getattr(self, each.name) for each in fields(self) if each.name != "hands"}
        return plain | {"tally": self.tally.saved()}

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> EventState:
        """The state that `saved` described."""
        return cls(**{**saved, "tally": Tally.restored(saved["tally"])})


@dataclass
class Outcome:
    """The result of a tournament."""

    entrants: tuple[int, ...]
    """The agent behind each entrant."""
    groups: list[list[int]]
    """Entrants from the winner down; those who share a place are together."""
    prizes: list[Fraction]
    """By entrant."""
    tally: Tally
    hands: list[Hand] = field(default_factory=list)


@dataclass(frozen=True)
class TournamentResult:
    """Places and prizes, by agent."""

    names: tuple[str, ...]
    tournaments: int
    settings: TournamentSettings
    places: tuple[tuple[int, ...], ...]
    """For each agent, how often each place; players who share a place all have the best of them."""

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "tournaments": self.tournaments,
            "buy_in": self.settings.buy_in,
            "places": {name: list(row) for name, row in zip(self.names, self.places, strict=True)},
        }


def play_tournaments(request: Request, runner: MatchRunner) -> MatchResult:
    """As many tournaments as needed for this number of hands."""
    settings = request.settings or TournamentSettings()
    game = request.game
    if not isinstance(game, str) or names_players(game):
        raise RiverboatError("tournaments need a game by name, without players=: tables change their size")
    rules = rules_for(game, 2)
    request.require_known(rules)
    if rules.exact_shares:
        raise RiverboatError(f"{game}: tournaments need whole chips")
    entrants = settings.entrants or len(request.agents)
    if entrants < 2:
        raise RiverboatError(f"a tournament of {entrants}: expected 2 entrants or more")
    tally = Tally(request.names)
    places = [[0] * entrants for _ in request.names]
    events: dict[int, EventState] = {}
    """Tournaments under way or waiting for an earlier one to end, by number."""
    counted = 0
    if found := runner.restored():
        state = found[1]
        tally, places, counted = Tally.restored(state["tally"]), state["places"], state["counted"]
        events = {each["number"]: EventState.restored(each) for each in state["halls"]}
    runner.total = request.hands

    def plan(number: int) -> Tournament:
        return Tournament(
            number, game, request.names, request.agents, settings, request.seed,
            request.strict, request.clock, request.record is not None, request.session_hands,
        )  # fmt: skip

    def enough() -> bool:
        return tally.hands >= request.hands

    def fold(event: EventState) -> None:
        nonlocal counted
        events[event.number] = event
        while not enough() and (first := events.get(counted)) is not None and first.over:
            outcome = outcome_of(plan(counted), events.pop(counted))
            counted += 1
            tally.merge(outcome.tally)
            best = 0
            for group in outcome.groups:
                for entrant in group:
                    places[outcome.entrants[entrant]][best] += 1
                best += len(group)
            if request.record is not None:
                request.record(outcome.hands)

    def saved() -> dict[str, Any]:
        # Hands that are to be recorded are not in the file: such tournaments begin again.
        begun = [] if request.record is not None else [events[number].saved() for number in sorted(events)]
        return {"tally": tally.saved(), "places": places, "counted": counted, "halls": begun}

    # The stretches of a tournament follow each other; as many tournaments as there are processes are under way.
    while not runner.interrupted and not enough():
        numbers = count(counted)
        while sum(not event.over for event in events.values()) < runner.executor.jobs:
            number = next(numbers)
            events.setdefault(number, first_state(plan(number)))
        runner.run(
            play_stretch,
            [(plan(number), events[number]) for number in sorted(events) if not events[number].over],
            fold,
            saved=saved,
            enough=enough,
            status=lambda: status_of(tally),
            last=False,
        )
    runner.save(counted, saved)
    played = max(player.chips.count for player in tally.players)
    extra = TournamentResult(request.names, played, settings, tuple(map(tuple, places)))
    return MatchResult(
        request.mode,
        game,
        request.seed,
        tally.hands,
        played,
        # A tournament's unit is its buy-in, whatever the blinds were.
        players_of(tally, request.specs, Units(settings.buy_in, settings.buy_in, "tournament")),
        tally.crosstable,
        not runner.interrupted,
        extra=extra,
    )


def first_state(plan: Tournament) -> EventState:
    """Seats drawn, stacks handed out."""
    settings = plan.settings
    entrants = settings.entrants or len(plan.agents)
    drawn = list(range(entrants))
    rng_for(plan.seed, "seats", "tournament", plan.number).shuffle(drawn)
    tables = ceil(entrants / settings.seats)
    seated = [drawn[table::tables] for table in range(tables)]
    return EventState(plan.number, [settings.stack] * entrants, seated, [], Tally(plan.names))


def play_stretch(piece: tuple[Tournament, EventState]) -> EventState:
    """Play on for a session's hands, or to the end."""
    return _Event(*piece).play()


def play_tournament(plan: Tournament) -> Outcome:
    """Play one from beginning to end."""
    state = first_state(plan)
    while not state.over:
        state = play_stretch((plan, state))
    return outcome_of(plan, state)


def outcome_of(plan: Tournament, event: EventState) -> Outcome:
    """Places and prizes of a tournament that is over."""
    behind = agents_behind(plan)
    groups = event.out[::-1]
    prizes = share_prizes(groups, plan.settings.prizes(len(behind)))
    won: dict[int, list[Fraction]] = {}
    for entrant, prize in enumerate(prizes):
        won.setdefault(behind[entrant], []).append(prize - plan.settings.buy_in)
    for agent, each in won.items():
        event.tally.players[agent].chips.add(float(sum(each) / len(each)))
    return Outcome(behind, groups, prizes, event.tally, event.hands)


def agents_behind(plan: Tournament) -> tuple[int, ...]:
    """The agent that plays for each entrant."""
    return tuple(place % len(plan.agents) for place in range(plan.settings.entrants or len(plan.agents)))


class _Event:
    """The tables of one tournament, for a stretch of it; a table lists its entrants by position for the next hand."""

    def __init__(self, plan: Tournament, state: EventState) -> None:
        self.plan, self.state = plan, state
        self.behind = agents_behind(plan)
        again = [place // len(plan.agents) + 1 for place in range(len(self.behind))]
        self.names = [
            plan.names[agent] if time == 1 else f"{plan.names[agent]} ({time})"
            for agent, time in zip(self.behind, again, strict=True)
        ]
        path = ("tournament", plan.number, state.stretch)
        still = {entrant for table in state.tables for entrant in table}
        self.agents = {
            entrant: seat_agent(plan.agents[self.behind[entrant]], plan.seed, *path, entrant) for entrant in still
        }
        self.decks = deck_stream(plan.seed, rules_for(plan.game, 2), *path)
        self.stacks = state.stacks[:]
        self.tables = [table[:] for table in state.tables]
        self.out = [group[:] for group in state.out]
        self.before = state.tally.hands
        self.tally = Tally(plan.names)
        self.hands: list[Hand] = []

    def play(self) -> EventState:
        settings, rounds = self.plan.settings, self.state.rounds
        chips = sum(self.stacks)
        while not (over := rounds >= settings.max_rounds or sum(map(len, self.tables)) == 1):
            if self.tally.hands >= self.plan.session:
                break
            before = self.stacks[:]
            blind = settings.level_blind(rounds, chips)
            for table in self.tables:
                if len(table) > 1:
                    self._play_hand(table, blind)
            self._remove_the_broke(before)
            balance(self.tables, settings.seats)
            rounds += 1
        if over:
            self._rank([entrant for table in self.tables for entrant in table], self.stacks)
        tally = Tally.restored(self.state.tally.saved())
        tally.merge(self.tally)
        return EventState(
            self.state.number,
            self.stacks,
            self.tables,
            self.out,
            tally,
            rounds,
            self.state.stretch + 1,
            over,
            self.state.hands + self.hands,
        )

    def _play_hand(self, table: list[int], blind: int) -> None:
        plan = self.plan
        rules = rules_at(plan.game, len(table), blind)
        faults: list[Fault] = []
        hand = play_hand(
            rules,
            [self.agents[entrant] for entrant in table],
            next(self.decks),
            stacks=[self.stacks[entrant] for entrant in table],
            players=tuple(self.names[entrant] for entrant in table),
            number=self.before + self.tally.hands + 1,
            strict=plan.strict,
            clock=plan.clock,
            faults=faults,
        )
        for entrant, payoff in zip(table, hand.payoffs, strict=True):
            self.stacks[entrant] += int(payoff)
        players = [self.behind[entrant] for entrant in table]
        self.tally.watch(hand, players)
        self.tally.note_faults(faults, players)
        if plan.keep_hands:
            self.hands.append(hand)
        table.append(table.pop(0))

    def _remove_the_broke(self, before: Sequence[int]) -> None:
        broke = [entrant for table in self.tables for entrant in table if self.stacks[entrant] == 0]
        for table in self.tables:
            table[:] = [entrant for entrant in table if self.stacks[entrant]]
        self._rank(broke, before)

    def _rank(self, leaving: Sequence[int], chips: Sequence[int]) -> None:
        """Eliminate these players, the fewest chips first; equal chips share a place."""
        for amount in sorted({chips[entrant] for entrant in leaving}):
            self.out.append([entrant for entrant in leaving if chips[entrant] == amount])


def balance(tables: list[list[int]], seats: int) -> None:
    """Break tables that are not needed and level the others; tables list players by position."""
    tables[:] = [table for table in tables if table]
    while len(tables) > 1 and sum(map(len, tables)) <= seats * (len(tables) - 1):
        broken = min(tables, key=len)
        tables.remove(broken)
        for player in broken:
            min(tables, key=len).insert(1, player)
    while tables and max(map(len, tables)) - min(map(len, tables)) > 1:
        fullest, emptiest = max(tables, key=len), min(tables, key=len)
        emptiest.insert(1, fullest.pop(1))


def share_prizes(groups: Sequence[Sequence[int]], prizes: Sequence[int]) -> list[Fraction]:
    """By entrant: a group shares the prizes of the places that it takes up."""
    won = [Fraction(0)] * sum(map(len, groups))
    place = 0
    for group in groups:
        pool = sum(prizes[place : place + len(group)])
        for entrant in group:
            won[entrant] = Fraction(pool, len(group))
        place += len(group)
    return won


def _usual_ladder(entrants: int) -> tuple[float, ...]:
    """The winner alone up to three, two places up to six, three up to twenty, and then a tenth of the field."""
    if entrants <= 3:
        return (1.0,)
    if entrants <= 6:
        return (0.65, 0.35)
    if entrants <= 20:
        return (0.5, 0.3, 0.2)
    paid = entrants // 10 + 1
    return tuple(1.0 / (place + 1) for place in range(paid))
