"""Evolution: a population plays, the worst are dropped, and children of the others take their places.

Every generation each member plays the same number of hands, duplicate, against the others at random tables or against
fixed opponents with the same cards for all. Fitness is what the player's own method says, by default what it wins, in
thousandths of a big blind per hand. A share of the worst is eliminated; the rest reproduce, the better the likelier (by
rank), mostly with a partner of the same kind and otherwise alone (Teófilo 2016, section 4.1; he reports no experiment,
so the numbers are ours).

Among themselves the members' winnings sum to zero, so the mean fitness says something only against fixed opponents.
Even then it moves with the cards, which differ in each generation: to see what was gained, let founders and
population play with cards of another seed. Members are texts: a player that can evolve (`riverboat.agents.evolving`)
writes itself down, and any other is copied as it is. A class among the players is known by its name, a class in a file
by its path.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from math import ceil, isfinite
from random import Random
from typing import Any, Literal

from riverboat.agents.evolving import Evolving, Performance
from riverboat.agents.registry import make_agent, split_agent
from riverboat.arena.request import Request
from riverboat.arena.results import MatchResult, PlayerResult
from riverboat.arena.running import MatchRunner, Standings
from riverboat.arena.seating import seat_orders
from riverboat.arena.seeds import rng_for
from riverboat.arena.sessions import AgentSpec, Played, Session, play_session
from riverboat.arena.stakes import names_players, rules_for, unit_of
from riverboat.arena.tally import PlayerTally
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.units import Units
from riverboat.stats.crosstable import Crosstable


@dataclass(frozen=True)
class EvolutionSettings:
    """How the population lives."""

    generations: int = 20
    """How many."""
    population: int = 20
    """How many members live at a time."""
    eliminated: float = 0.2
    """The share that is replaced after each generation."""
    seats: int = 6
    """At a table."""
    sexual: float = 0.7
    """How often a child has two parents."""
    opponents: tuple[str, ...] = ()
    """Fixed opponents; without them the members play each other."""
    fitness: Literal["own", "winnings"] = "own"
    """What decides who survives: each player's own method, or for all what they win."""

    def __post_init__(self) -> None:
        if self.generations < 1 or self.population < 2 or self.seats < 2:
            raise RiverboatError(f"evolution {self}: expected a generation or more, and 2 members and seats or more")
        if not 0.0 < self.eliminated < 1.0 or not 0.0 <= self.sexual <= 1.0:
            raise RiverboatError(f"evolution {self}: eliminated and sexual are shares between 0 and 1")
        if self.fitness not in ("own", "winnings"):
            raise RiverboatError(f"evolution: fitness={self.fitness}; expected own or winnings")


@dataclass(frozen=True)
class Generation:
    """One generation's fitness: mbb per hand, unless players measure it themselves."""

    number: int
    mean: float
    best: float
    worst: float
    champion: str

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return asdict(self)


@dataclass(frozen=True)
class EvolutionResult:
    """How the population changed."""

    generations: tuple[Generation, ...]
    population: tuple[str, ...]
    """The members of the last generation that played, the fittest first."""
    founders: tuple[str, ...] = ()
    """The members of the first; to see what was gained, let both play the same opponents with cards of another seed."""

    def lines(self) -> list[str]:
        """The fitness of each generation, and its champion with all parameters."""
        rows = [
            (f"{each.number}", f"{each.mean:+.2f}", f"{each.best:+.2f}", each.champion) for each in self.generations
        ]
        heads = ("generation", "mean fitness", "best", "champion")
        widths = [max(len(row[column]) for row in (heads, *rows)) for column in range(3)]
        return ["  ".join([*map(str.rjust, row, widths), row[3]]) for row in (heads, *rows)]

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "generations": [generation.to_json() for generation in self.generations],
            "population": list(self.population),
            "founders": list(self.founders),
        }


def play_evolution(request: Request, runner: MatchRunner) -> MatchResult:
    """Generation after generation."""
    settings = request.settings or EvolutionSettings()
    game = request.game
    if not isinstance(game, str) or names_players(game):
        raise RiverboatError("evolution needs a game by name, without players=: tables differ in size")
    world = _World(request, settings, game)
    if found := runner.restored():
        world.restore(found[1])
    runner.total = settings.generations * settings.population * request.hands
    # Generations follow each other; within one, the tables are spread over the processes.
    while not runner.interrupted and len(world.history) < settings.generations:
        runner.run(
            play_session,
            world.sessions(),
            world.fold,
            done=world.tables_done,
            saved=world.saved,
            status=world.status,
            last=False,
        )
    runner.save(len(world.history), world.saved)
    return world.result(complete=not runner.interrupted)


class _World:
    """The population and its history."""

    def __init__(self, request: Request, settings: EvolutionSettings, game: str) -> None:
        self.request, self.settings, self.game = request, settings, game
        self.seats = min(settings.seats, 1 + len(settings.opponents)) if settings.opponents else settings.seats
        self.rules = rules_for(game, 2)
        request.require_known(self.rules)
        specs = request.specs
        self.own: dict[str, type[Agent]] = {}
        """Classes among the players, by name."""
        for agent in request.agents:
            if isinstance(agent, type) and issubclass(agent, Agent):
                self.own[agent.__name__] = agent
            elif not isinstance(agent, str):
                raise RiverboatError("evolution needs agents by name or class: a member is the text that makes it")
        rng = rng_for(request.seed, "founders")
        self.members = [
            specs[place] if place < len(specs) else self._child_of(specs[place % len(specs)], rng)
            for place in range(settings.population)
        ]
        self.founders = tuple(self.members)
        self.history: list[Generation] = []
        self.played: list[tuple[str, PlayerTally]] = []
        """The last generation that played, the fittest first."""
        self.hands = 0
        """Of the generations that have played."""
        self.found = [PlayerTally() for _ in self.members]
        """The generation that plays, by member."""
        self.tables_done = 0
        self._now: list[tuple[list[int], Session]] = []

    def sessions(self) -> list[Session]:
        """The tables of the generation that is to play."""
        self._now = self._tables(len(self.history))
        return [session for _, session in self._now]

    def fold(self, played: Played) -> None:
        """Count one more table; after the last of a generation its population is renewed."""
        for place, member in enumerate(self._now[self.tables_done][0]):
            self.found[member].merge(played.tally.players[place])
        if self.request.record is not None:
            self.request.record(played.hands)
        self.tables_done += 1
        if self.tables_done == len(self._now):
            self._renew(self.found)
            self.found, self.tables_done = [PlayerTally() for _ in self.members], 0

    def _tables(self, generation: int) -> list[tuple[list[int], Session]]:
        """(members, session) of every table; members sit in the first chairs of the session's list."""
        fixed = self.settings.opponents
        if fixed:
            others = [fixed[place % len(fixed)] for place in range(self.seats - 1)]
            return [
                ([member], self._session(generation, 0, [self.members[member], *others]))
                for member in range(len(self.members))
            ]
        order = list(range(len(self.members)))
        rng_for(self.request.seed, "tables", generation).shuffle(order)
        tables = ceil(len(order) / self.seats)
        groups = [order[table::tables] for table in range(tables)]
        return [
            (group, self._session(generation, number, [self.members[member] for member in group]))
            for number, group in enumerate(groups)
        ]

    def _session(self, generation: int, table: int, specs: Sequence[str]) -> Session:
        request = self.request
        rules = rules_for(self.game, len(specs))
        orders = seat_orders(len(specs))
        return Session(
            generation * 1_000_000 + table,
            rules,
            tuple(f"{chair}" for chair in range(len(specs))),
            tuple(self._spec(text) for text in specs),
            tuple(range(len(specs))),
            orders,
            ceil(request.hands / len(orders)),
            1,
            request.seed,
            request.strict,
            request.clock,
            request.record is not None,
        )

    def _renew(self, tallies: Sequence[PlayerTally]) -> None:
        """Record the generation and renew the population."""
        fitness = [self._fitness(text, tally) for text, tally in zip(self.members, tallies, strict=True)]
        ranked = sorted(range(len(self.members)), key=lambda member: (-fitness[member], member))
        self.hands += sum(tally.hands for tally in tallies)
        self.played = [(self.members[member], tallies[member]) for member in ranked]
        self.history.append(
            Generation(
                len(self.history),
                sum(fitness) / len(fitness),
                fitness[ranked[0]],
                fitness[ranked[-1]],
                self.members[ranked[0]],
            )
        )
        dropped = min(ceil(self.settings.eliminated * len(ranked)), len(ranked) - 1)
        survivors = [self.members[member] for member in ranked[: len(ranked) - dropped]]
        rng = rng_for(self.request.seed, "children", len(self.history))
        self.members = survivors + [self._born(survivors, rng) for _ in range(dropped)]

    def _born(self, survivors: Sequence[str], rng: Random) -> str:
        weights = range(len(survivors), 0, -1)
        one, other = rng.choices(survivors, weights, k=2)
        if one != other and rng.random() < self.settings.sexual:
            first, second = make_agent(one, self.own), make_agent(other, self.own)
            if type(first) is type(second) and isinstance(first, Evolving) and isinstance(second, Evolving):
                return _named_like(one, first.reproduce_sexually(second, rng))
        return self._child_of(one, rng)

    def _child_of(self, text: str, rng: Random) -> str:
        """A slightly changed copy, or a plain one of a player that cannot change."""
        parent = make_agent(text, self.own)
        return _named_like(text, parent.reproduce_asexually(rng)) if isinstance(parent, Evolving) else text

    def _spec(self, text: str) -> AgentSpec:
        """What makes this member in any process."""
        name = split_agent(text)[0]
        return _OwnMember(text, self.own[name]) if name in self.own else text

    def _fitness(self, text: str, tally: PlayerTally) -> float:
        """How well adapted a member is: as its own method says, or by what it won."""
        winnings = tally.chips.scaled(1000.0 / unit_of(self.rules))
        member = make_agent(text, self.own)
        if self.settings.fitness == "winnings" or not isinstance(member, Evolving):
            return winnings.mean
        try:
            found = float(member.fitness(Performance(tally.hands, winnings, tally.indicators)))
        except RiverboatError:
            raise
        except Exception as error:
            raise RiverboatError(f"fitness of {text[:80]}: {type(error).__name__}: {error}") from error
        if not isfinite(found):
            raise RiverboatError(f"fitness of {text[:80]}: {found}; expected a finite number")
        return found

    def status(self) -> tuple[int, Standings, str]:
        """For the progress report: the best three and the mean."""
        best = tuple((spec, tally.chips) for spec, tally in self.played[:3])
        fitness = f"mean fitness {self.history[-1].mean:+.1f}" if self.history else "the founders play"
        return self.hands + sum(t.hands for t in self.found), best, f"generation {len(self.history)}: {fitness}"

    def saved(self) -> dict[str, Any]:
        """What `restore` needs."""
        return {
            "members": self.members,
            "history": [asdict(generation) for generation in self.history],
            "played": [[spec, tally.saved()] for spec, tally in self.played],
            "hands": self.hands,
            "found": [tally.saved() for tally in self.found],
            "tables_done": self.tables_done,
        }

    def restore(self, saved: dict[str, Any]) -> None:
        """Continue from a saved state."""
        self.members = saved["members"]
        self.history = [Generation(**each) for each in saved["history"]]
        self.played = [(spec, PlayerTally.restored(tally)) for spec, tally in saved["played"]]
        self.hands = saved["hands"]
        self.found = [PlayerTally.restored(tally) for tally in saved["found"]]
        self.tables_done = saved["tables_done"]

    def result(self, *, complete: bool) -> MatchResult:
        """The last generation as players, the history beside it."""
        units = Units.of(self.rules)
        players = tuple(
            PlayerResult(
                f"member {place}", spec, t.hands, t.chips, units, t.indicators, dict(t.faults), tuple(t.messages)
            )
            for place, (spec, t) in enumerate(self.played, start=1)
        )
        extra = EvolutionResult(tuple(self.history), tuple(spec for spec, _ in self.played), self.founders)
        samples = max((player.chips.count for player in players), default=0)
        request = self.request
        return MatchResult(
            request.mode, self.game, request.seed, self.hands, samples, players, Crosstable(()), complete, {}, extra
        )


@dataclass(frozen=True)
class _OwnMember:
    """Makes a member of a class that the registry does not know."""

    text: str
    own: type[Agent]

    def __call__(self) -> Agent:
        return make_agent(self.text, {self.own.__name__: self.own})


def _named_like(parent: str, child: Evolving) -> str:
    """The text of a child: its own parameters, and the name by which its parent was found."""
    parameters = split_agent(child.spec)[1]
    return f"{split_agent(parent)[0]}({','.join(f'{key}={value}' for key, value in parameters.items())})"
