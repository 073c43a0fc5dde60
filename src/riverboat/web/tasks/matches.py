"""Matches to watch: the validated request, and the job that plays it.

The match itself is `arena.run_match` with a checkpoint in the job's folder: stopped or killed, it resumes from there
and ends as if nothing had happened. Hands go into the database as they are played, never fewer than the checkpoint
knows of, so that those that are played again after a kill are left out and none is missing. There the players have the
names that people know; the run keeps the texts of their agents. Players are registered names and saved strategies
(`strategies/players.py`): no file and no command can be named here.
"""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from math import inf
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from riverboat.agents.catalogue import distinct_names, player_name
from riverboat.agents.registry import register
from riverboat.arena.stakes import names_players, rules_for
from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.web.strategies.players import ENDING, Texts, make_player
from riverboat.web.tasks.standings import Course, lines, pair, summary_of
from riverboat.web.tasks.worker import Report

if TYPE_CHECKING:
    from riverboat.arena.running import Standings
    from riverboat.games.hand import Hand
    from riverboat.progress import Progress

KIND: Final = "match"
_SECONDS_BETWEEN: Final = 0.3

AgentText = Annotated[str, Field(min_length=1, max_length=200)]
Seats = Annotated[int, Field(ge=2, le=10)]
BuyIn = Annotated[int, Field(ge=20, le=100_000)]
Share = Annotated[float, Field(gt=0.0, lt=1.0, allow_inf_nan=False)]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class RingSetup(_Part):
    """How the card room is run; see `arena.RingSettings`."""

    seats: Seats = 6
    bankroll: int = Field(default=1000, ge=20, le=10_000_000)
    buy_in: BuyIn = 100
    buy_ins: dict[AgentText, BuyIn] = Field(default={}, max_length=20)
    """Of single players, by name."""
    stakes: list[Annotated[int, Field(ge=1, le=10_000)]] = Field(default=[1, 2, 5], min_length=1, max_length=6)
    seasons: int = Field(default=5, ge=1, le=1000)


class TournamentSetup(_Part):
    """How tournaments are run; see `arena.TournamentSettings`."""

    stack: int = Field(default=1500, ge=10, le=10_000_000)
    big_blind: int = Field(default=20, ge=2, le=1_000_000)
    growth: float = Field(default=1.5, ge=1.0, le=10.0, allow_inf_nan=False)
    hands_per_level: int = Field(default=20, ge=1, le=10_000)
    seats: Seats = 10
    entrants: int | None = Field(default=None, ge=2, le=1000)
    buy_in: int = Field(default=100, ge=1, le=1_000_000)


class EvolveSetup(_Part):
    """How the population lives; see `arena.EvolutionSettings`."""

    generations: int = Field(default=10, ge=1, le=1000)
    population: int = Field(default=10, ge=2, le=200)
    eliminated: Share = 0.2
    opponents: list[AgentText] = Field(default=["always_call"], max_length=9)


class MatchSetup(_Part):
    """The requested settings of a match."""

    agents: list[AgentText] = Field(min_length=2, max_length=20)
    game: str = Field(default="holdem", min_length=1, max_length=200)
    saved: str = Field(default="", max_length=64)
    """Id of a custom game, instead of `game`."""
    strategies: Texts
    """Texts of strategies that play and are not saved, by the names that `agents` has; the server adds saved ones."""
    hands: int = Field(default=1000, ge=1, le=2_000_000)
    mode: Literal["cash", "duplicate", "ring", "tournament", "evolve"] = "cash"
    seed: int = Field(default=1, ge=0, le=2**31 - 1)
    session: int | None = Field(default=100, ge=1, le=1_000_000)
    """Hands per session, after which players are re-created and results are updated; null: never during the match."""
    block: int = Field(default=2000, ge=10, le=1_000_000)
    """Hands per point of the learning curve, if players are not re-created."""
    all_in_ev: bool = False
    until_significant: bool = False
    keep_hands: bool = True
    ring: RingSetup = RingSetup()
    tournament: TournamentSetup = TournamentSetup()
    evolve: EvolveSetup = EvolveSetup()

    @property
    def players(self) -> tuple[str, ...]:
        """Everyone who may sit down."""
        return (*self.agents, *(self.evolve.opponents if self.mode == "evolve" else ()))

    @property
    def by_hand(self) -> bool:
        """Whether every hand counts by itself."""
        return self.mode in ("cash", "duplicate")

    @property
    def title(self) -> str:
        """Who plays."""
        names = [player_name(text) for text in self.agents]
        return " v ".join(names) if len(names) < 4 else f"{len(names)} players"

    @property
    def command(self) -> str:
        """The command that plays the same match in a terminal, if there is one."""
        if not self.by_hand or self.saved:
            return ""
        options = {"game": self.game, "hands": self.hands, "mode": self.mode, "seed": self.seed}
        words = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        words += ["--session", str(self.session or "never")] if self.session != 1000 else []
        words += ["--block", str(self.block)] if self.session is None and self.block != 2000 else []
        words += ["--all-in-ev"] if self.all_in_ev else []
        words += ["--until-significant"] if self.until_significant else []
        return shlex.join(["riverboat", "match", *self.agents, *words])

    def settings(self) -> Any:
        """The arena's settings of the mode."""
        if self.mode == "ring":
            from riverboat.arena import RingSettings

            ring = self.ring
            return RingSettings(
                tuple(ring.stakes), ring.seats, ring.bankroll, ring.buy_in, seasons=ring.seasons, buy_ins=ring.buy_ins
            )
        if self.mode == "tournament":
            from riverboat.arena import TournamentSettings

            return TournamentSettings(**self.tournament.model_dump())
        if self.mode == "evolve":
            from riverboat.arena import EvolutionSettings

            evolve = self.evolve
            return EvolutionSettings(
                evolve.generations, evolve.population, evolve.eliminated, opponents=tuple(evolve.opponents)
            )
        return None


class MatchOrder(MatchSetup):
    """The same for the job: with the document of a custom game, which the server adds."""

    pgdl: str = ""


def checked(setup: MatchOrder) -> MatchOrder:
    """The same, or an error that says what is wrong: also parameters of players, and players of another game."""
    players = {text: make_player(text, setup.strategies) for text in setup.players}
    if not setup.by_hand and (setup.all_in_ev or setup.until_significant):
        options = "all_in_ev and until_significant"
        raise RiverboatError(f"mode {setup.mode}: only cash and duplicate matches support {options}")
    if not setup.by_hand and setup.session is None:
        raise RiverboatError(f"session never in mode {setup.mode}: only cash and duplicate matches have it")
    if not setup.by_hand and setup.pgdl:
        raise RiverboatError(f"mode {setup.mode}: custom games are for cash and duplicate matches")
    rules = _rules(setup)
    if setup.by_hand and rules.players > len(setup.agents):
        raise RiverboatError(f'game "{setup.game}" needs {rules.players} players: {len(setup.agents)} given')
    for text, player in players.items():
        try:
            if setup.by_hand:  # tables of the other modes change in size
                player.require_game(rules)
        except RiverboatError as error:
            raise RiverboatError(f'agent "{text[:80]}" cannot play this game: {error}') from None
    setup.settings()
    return setup


def _rules(setup: MatchOrder) -> Rules:
    if setup.pgdl:
        from riverboat.games.pgdl import read

        return read(setup.pgdl, setup.game).rules(len(setup.agents))
    if not setup.by_hand:
        if names_players(setup.game):
            raise RiverboatError(f'game "{setup.game}": leave out players=, tables of mode {setup.mode} change in size')
        return rules_for(setup.game, 2)
    return parse_game(setup.game) if names_players(setup.game) else rules_for(setup.game, len(setup.agents))


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Play it: the work of a job."""
    from riverboat.arena import run_match

    database = str(params.pop("database"))
    setup = checked(MatchOrder.model_validate(params))
    for name in setup.strategies:  # this process plays one match, in which the names mean these texts
        register(name, partial(make_player, name, setup.strategies))
    course = Course(folder / "course.json")
    told, rate, size = -inf, 0.0, _size(setup)
    with _keeping(setup, database, folder) as kept:
        report({"done": 0, "total": setup.hands, "simulation": None if kept is None else kept.simulation})

        def on_progress(state: Progress[Standings]) -> None:
            nonlocal told, rate
            rate = state.rate
            if kept is not None:
                kept.see(state.done)
            if (now := monotonic()) - told < _SECONDS_BETWEEN:
                return
            told = now
            won = [mean.total * size for _, mean in state.detail or ()] if size else []
            course.add(_counted(setup, state, size), won)
            report(_progress(setup, state, size, course, kept))

        result = run_match(
            setup.agents,
            _rules(setup) if setup.pgdl else setup.game,
            setup.hands,
            setup.mode,
            seed=setup.seed,
            session=setup.session,
            block=setup.block,
            settings=setup.settings(),
            all_in_ev=setup.all_in_ev,
            until_significant=setup.until_significant,
            resume=folder / "match.json",
            on_progress=on_progress,
            record=None if kept is None else kept.record,
            live=True,
            executor="local" if setup.strategies else None,  # names of this process mean nothing on other machines
        )
        if kept is not None:
            kept.see(result.hands)
    return {
        **summary_of(result, course),
        "simulation": None if kept is None else kept.simulation,
        "command": setup.command,
        "rate": rate,
    }


# Hands ----------------------------------------------------------------------------------------------------------------


class _Kept:
    """Where the hands go. Of those that come again after a match was killed, each is stored once."""

    def __init__(self, simulation: int, stored: int, add: Callable[[Sequence[Hand]], None], *, numbered: bool) -> None:
        self.simulation = simulation
        self._stored, self._add, self._numbered = stored, add, numbered
        self._seen = 0
        """Hands that came since this process began."""
        self._waiting: list[Hand] | None = [] if stored and not numbered else None
        """The first hands, until it is known which they are."""
        self._again = 0
        """Hands to come that are stored already."""

    def record(self, hands: Sequence[Hand]) -> None:
        self._seen += len(hands)
        if self._waiting is not None:
            self._waiting += hands
        elif self._numbered and hands and hands[0].number <= self._stored:
            self._add([hand for hand in hands if hand.number > self._stored])
        else:
            left, self._again = hands[self._again :] if self._again else hands, max(0, self._again - len(hands))
            self._add(left)

    def see(self, done: int) -> None:
        """The number of hands counted now: those that came since the beginning are the last of them."""
        if self._waiting is not None:
            waiting, self._waiting = self._waiting, None
            self._again = max(0, self._stored - (done - self._seen))
            self._seen -= len(waiting)
            self.record(waiting)


@contextmanager
def _keeping(setup: MatchOrder, address: str, folder: Path) -> Iterator[_Kept | None]:
    """A recorder for the hands, if they are stored; members of a population have no distinct names."""
    if not setup.keep_hands or setup.mode == "evolve":
        yield None
        return
    from riverboat.records.database import open_database

    with open_database(address) as database:
        note = folder / "simulation.json"
        if note.exists():
            simulation = int(json.loads(note.read_text(encoding="utf-8")))
        else:
            about = {"job": folder.name, "agents": setup.agents, "game": setup.game, "hands": setup.hands}
            simulation = database.record(setup.mode, setup.seed, about).simulation
            write_text(note, json.dumps(simulation))
        recorder, shown = database.resume(simulation), names_for_people(setup.agents)

        def add(hands: Sequence[Hand]) -> None:
            recorder.add_all(
                [hand._replace(players=tuple(shown.get(name, name) for name in hand.players)) for hand in hands]
            )
            recorder.flush()  # at once: the checkpoint must never know more hands than the database

        yield _Kept(simulation, database.stored(simulation), add, numbered=setup.by_hand)


def names_for_people(agents: Sequence[str]) -> dict[str, str]:
    """By the names that the arena gives: an agent's text, that of the second with one text ends in `#2`."""
    texts = [text.strip().removesuffix(ENDING) for text in agents]
    numbers = [texts[:place].count(text) + 1 for place, text in enumerate(texts)]
    arena = [text if number == 1 else f"{text}#{number}" for text, number in zip(texts, numbers, strict=True)]
    return dict(zip(arena, distinct_names(agents), strict=True))


# What the browser receives
# ---------------------------------------------------------------------------------------------


def _size(setup: MatchOrder) -> int:
    """Hands in a sample of the standings, or 1 if a sample is a tournament; 0 where they do not say what was won."""
    from riverboat.arena.seating import seat_orders

    if setup.mode == "duplicate":
        return len(seat_orders(_rules(setup).players))
    return int(setup.mode in ("cash", "tournament"))


def _counted(setup: MatchOrder, state: Progress[Standings], size: int) -> int:
    """Hands that the standings are of: those of a session that is not over are not in them."""
    if not setup.by_hand:
        return state.done
    return sum(mean.count for _, mean in (state.detail or ())) * size // _rules(setup).players


def _progress(
    setup: MatchOrder, state: Progress[Standings], size: int, course: Course, kept: _Kept | None
) -> dict[str, Any]:
    from riverboat.games.units import Units

    standings = state.detail or ()
    names = [name for name, _ in standings]
    units = Units.of(_rules(setup))
    if setup.mode == "tournament":
        units = Units(setup.tournament.buy_in, setup.tournament.buy_in, "tournament")
    return {
        "done": state.done,
        "total": state.total,
        "rate": state.rate,
        "note": state.note,
        "simulation": None if kept is None else kept.simulation,
        "per": units.per,
        "players": [
            {
                "name": name,
                "chips": pair(mean),
                "sb": pair(mean.scaled(1.0 / units.small_bet)),
                "mbb": pair(mean.scaled(1000.0 / units.big_blind)) if units.per == "hand" else None,
            }
            for name, mean in standings
        ],
        "course": lines(names, course.points, [mean.margin() * mean.count * size for _, mean in standings])
        if size and course.points
        else None,
    }


def simulation_of(*found: Mapping[str, Any] | None) -> int | None:
    """Which hands of the database belong to a match, from its progress reports."""
    return next((each["simulation"] for each in found if each and each.get("simulation") is not None), None)
