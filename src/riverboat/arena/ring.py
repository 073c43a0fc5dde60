"""Ring games: players have a bankroll, choose tables by stakes and opponents, buy in, and leave or go broke.

The question is bankroll management: a winning player who moves up in stakes and never down still goes broke. A
player that has a method `choose_table(tables, bankroll)` is asked for the number of a table (or None to sit out);
others take the richest table at which someone sits and of which they can afford a hundred big blinds, among those
where they want to play (`Agent.plays_at`). After a hand a player leaves who has no chips, sits alone, has several
buy-ins in front, or whose bankroll has become too small for the table, and before the next hand whoever does not want
to play it there; chips in front go back to the bankroll. Everybody comes back with a buy-in: the player's own from the
settings or from `Agent.buy_in`, otherwise that of the room. A player who cannot buy in anywhere is out.

A season is one run from first buy-in to the end for everyone, and one sample: chips won per hand. It is played in
stretches of a session's hands, between which the state is saved: a player is re-created for each session, so what it
learns it learns within a session, and a season can be stopped and resumed between any two of them.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from math import ceil
from typing import Any

from riverboat.arena.request import Request
from riverboat.arena.results import MatchResult, players_of
from riverboat.arena.running import MatchRunner, Standings
from riverboat.arena.seeds import deck_stream, rng_for
from riverboat.arena.sessions import AgentSpec, seat_agent
from riverboat.arena.stakes import names_players, rules_at, rules_for, unit_of
from riverboat.arena.tally import Sample, Tally
from riverboat.errors import RiverboatError
from riverboat.games.agent import Agent
from riverboat.games.card_room import TableInfo
from riverboat.games.hand import Hand
from riverboat.games.play import AgentError, Fault, play_hand
from riverboat.games.units import Units
from riverboat.stats.mean import RunningMean

CURVE_POINTS = 100


@dataclass(frozen=True)
class RingSettings:
    """How the card room is run; amounts in big blinds of the game unless said otherwise."""

    stakes: tuple[int, ...] = (1, 2, 5)
    """Multiples of the game's own blinds at which there are tables."""
    seats: int = 6
    """At a table."""
    bankroll: int = 1000
    """In big blinds of the game."""
    buy_in: int = 100
    """In big blinds of the table."""
    min_buy_in: int = 20
    """In big blinds of the table."""
    afford: int = 100
    """How many big blinds of a table a bankroll must be to sit down there."""
    move_down: int = 50
    """With fewer big blinds of the table than this in all, a player leaves it."""
    stop_at: float = 3.0
    """How many buy-ins in front make a player leave."""
    seasons: int = 1
    """Runs from the first buy-in to the end; each is one sample."""
    buy_ins: Mapping[str, int] = field(default_factory=dict)
    """Of single players, in big blinds of the table: by name in the results, or by name without brackets and number."""

    def __post_init__(self) -> None:
        if not self.stakes or min(self.stakes) < 1 or self.seats < 2 or self.seasons < 1:
            raise RiverboatError(f"ring {self}: expected stakes of 1 or more, 2 seats or more, a season or more")
        if not 1 <= self.min_buy_in <= self.buy_in or self.bankroll < self.min_buy_in:
            raise RiverboatError(f"ring {self}: expected min_buy_in <= buy_in, and a bankroll that can buy in")
        for player, blinds in self.buy_ins.items():
            if blinds < self.min_buy_in:
                raise RiverboatError(f"buy-in {player}={blinds}: expected {self.min_buy_in} big blinds or more")

    def buy_in_of(self, player: str) -> int | None:
        """The player's own buy-in, if these settings have one."""
        return self.buy_ins.get(player, self.buy_ins.get(_plain_name(player)))

    def require_players(self, names: Sequence[str]) -> None:
        """A buy-in of somebody who does not play is an error.

        Args:
            names: Those who play.
        """
        for player in self.buy_ins:
            if all(player not in (name, _plain_name(name)) for name in names):
                raise RiverboatError(f'buy-in of "{player}": expected one of {", ".join(names)}')


@dataclass(frozen=True)
class Season:
    """One season to play."""

    number: int
    game: str
    names: tuple[str, ...]
    agents: tuple[AgentSpec, ...]
    settings: RingSettings
    hands: int
    seed: int
    strict: bool = False
    clock: float | None = None
    keep_hands: bool = False
    session: int = 1000
    """The number of hands after which players are re-created."""


@dataclass
class SeasonState:
    """The state of a season between two sessions: plain data."""

    number: int
    bankrolls: list[int]
    """Everyone's money besides the chips in front."""
    stacks: list[int]
    tables: list[list[int]]
    """Who sits at each, by position for the next hand."""
    left_alone: list[bool]
    played: list[int]
    """Hands of each player."""
    curve: list[tuple[int, list[int]]]
    """(hands dealt, everyone's bankroll, chips in front included)."""
    sample: Sample = field(default_factory=Sample)
    hands: int = 0
    stretch: int = 0
    idle: int = 0
    """How many rounds nobody could play."""
    over: bool = False

    @property
    def worth(self) -> list[int]:
        """Everybody's bankroll, chips in front included."""
        return [home + front for home, front in zip(self.bankrolls, self.stacks, strict=True)]

    def saved(self) -> dict[str, Any]:
        """What `restored` needs."""
        return {each.name: getattr(self, each.name) for each in fields(self)} | {"sample": self.sample.saved()}

    @classmethod
    def restored(cls, saved: Mapping[str, Any]) -> SeasonState:
        """The state that `saved` described."""
        curve = [(hands, worth) for hands, worth in saved["curve"]]
        return cls(**{**saved, "sample": Sample.restored(saved["sample"]), "curve": curve})


@dataclass
class Stretch:
    """Some hands of a season."""

    state: SeasonState
    """The state of the season after them."""
    tally: Tally
    """How these hands were played; winnings are counted at the end of a season."""
    hands: list[Hand] = field(default_factory=list)


@dataclass
class SeasonOutcome:
    """A whole season."""

    state: SeasonState
    tally: Tally
    hands: list[Hand] = field(default_factory=list)


@dataclass(frozen=True)
class RingResult:
    """Bankrolls at the end of the seasons."""

    names: tuple[str, ...]
    seasons: int
    start: int
    """Everybody's bankroll at the beginning, in chips."""
    bankrolls: tuple[RunningMean, ...]
    broke: tuple[int, ...]
    """In how many seasons each player went broke."""

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "seasons": self.seasons,
            "start": self.start,
            "bankrolls": {n: mean.to_json() for n, mean in zip(self.names, self.bankrolls, strict=True)},
            "broke": dict(zip(self.names, self.broke, strict=True)),
        }


def play_ring(request: Request, runner: MatchRunner) -> MatchResult:
    """Seasons in the card room."""
    settings = request.settings or RingSettings()
    game = request.game
    if not isinstance(game, str) or names_players(game):
        raise RiverboatError("ring games need a game by name, without players=: tables change their size")
    rules = rules_for(game, 2)
    settings.require_players(request.names)
    request.require_known(rules)
    if rules.exact_shares:
        raise RiverboatError(f"{game}: ring games need whole chips")
    each = ceil(request.hands / settings.seasons)
    plans = [
        Season(
            number, game, request.names, request.agents, settings, each, request.seed,
            request.strict, request.clock, request.record is not None, request.session_hands,
        )
        for number in range(settings.seasons)
    ]  # fmt: skip
    tally, seasons = Tally(request.names), [first_state(plan) for plan in plans]
    if found := runner.restored():
        state = found[1]
        tally, seasons = Tally.restored(state["tally"]), [SeasonState.restored(each) for each in state["seasons"]]
    runner.total = each * settings.seasons
    start = settings.bankroll * unit_of(rules)

    def fold(stretch: Stretch) -> None:
        tally.merge(stretch.tally)
        seasons[stretch.state.number] = stretch.state
        if request.record is not None:
            request.record(stretch.hands)

    # The stretches of a season follow each other; those of different seasons are played at the same time, in rounds
    # that are the same wherever the match was stopped.
    while not runner.interrupted:
        going = [season for season in seasons if not season.over]
        stretch = min((season.stretch for season in going), default=0)
        runner.run(
            play_stretch,
            [(plans[season.number], season) for season in going if season.stretch == stretch],
            fold,
            saved=lambda: {"tally": tally.saved(), "seasons": [season.saved() for season in seasons]},
            status=lambda: (tally.hands, _standings(request.names, seasons, start), ""),
            last=not going,
        )
        if not going:
            break
    begun = [season for season in seasons if season.hands]
    for season in begun:
        tally.merge(_winnings(request.names, season, start))
    floor = settings.min_buy_in * unit_of(rules) * min(settings.stakes)
    return MatchResult(
        request.mode,
        game,
        request.seed,
        tally.hands,
        len(begun),
        players_of(tally, request.specs, Units.of(rules)),
        tally.crosstable,
        not runner.interrupted,
        {
            name: tuple((hands, float(chips[place] - start)) for hands, chips in seasons[0].curve)
            for place, name in enumerate(request.names)
        },
        RingResult(
            request.names,
            len(begun),
            start,
            tuple(RunningMean.of(season.worth[place] for season in begun) for place in range(len(request.names))),
            tuple(sum(season.worth[place] < floor for season in begun) for place in range(len(request.names))),
        ),
    )


def _standings(names: tuple[str, ...], seasons: Sequence[SeasonState], start: int) -> Standings:
    """Chips per hand of each player so far, a sample for each season."""
    begun = [season for season in seasons if season.hands]
    return tuple(
        (name, RunningMean.of((season.worth[place] - start) / max(1, season.played[place]) for season in begun))
        for place, name in enumerate(names)
    )


def _winnings(names: tuple[str, ...], season: SeasonState, start: int) -> Tally:
    """One sample for each player, per hand played; the table of who won from whom is per hand dealt in the room."""
    tally = Tally(names)
    tally.add(season.sample)
    for player, worth, hands in zip(tally.players, season.worth, season.played, strict=True):
        player.chips = RunningMean.of([(worth - start) / max(1, hands)])
    return tally


def first_state(season: Season) -> SeasonState:
    """Before the first hand."""
    settings, players = season.settings, len(season.agents)
    bankrolls = [settings.bankroll * unit_of(rules_for(season.game, 2))] * players
    tables = len(settings.stakes) * ceil(players / settings.seats)
    return SeasonState(
        season.number,
        bankrolls,
        [0] * players,
        [[] for _ in range(tables)],
        [False] * players,
        [0] * players,
        [(0, bankrolls[:])],
    )


def play_stretch(piece: tuple[Season, SeasonState]) -> Stretch:
    """Play on for a session's hands, or to the end of the season."""
    return _Room(*piece).play()


def play_season(season: Season) -> SeasonOutcome:
    """Play one from beginning to end."""
    outcome = SeasonOutcome(first_state(season), Tally(season.names))
    while not outcome.state.over:
        stretch = play_stretch((season, outcome.state))
        outcome.state = stretch.state
        outcome.tally.merge(stretch.tally)
        outcome.hands += stretch.hands
    return outcome


@dataclass
class _RingTable:
    number: int
    big_blind: int
    seated: list[int] = field(default_factory=list)
    """By position for the next hand."""


class _Room:
    """The card room: tables, bankrolls, and chips in front."""

    def __init__(self, season: Season, state: SeasonState) -> None:
        self.season, self.settings = season, season.settings
        self.unit = unit_of(rules_for(season.game, 2))
        players = len(season.agents)
        path = ("ring", season.number, state.stretch)
        self.agents = [seat_agent(spec, season.seed, *path, place) for place, spec in enumerate(season.agents)]
        self.choosy = [place for place, agent in enumerate(self.agents) if type(agent).plays_at is not Agent.plays_at]
        """Who says at which tables it plays."""
        self.buy_ins = [
            self.settings.buy_in_of(name)
            or max(self.settings.min_buy_in, self.settings.buy_in if agent.buy_in is None else agent.buy_in)
            for name, agent in zip(season.names, self.agents, strict=True)
        ]
        self.rng = rng_for(season.seed, "order", *path)
        self.decks = deck_stream(season.seed, rules_for(season.game, 2), *path)
        self.state = state
        self.bankrolls, self.stacks, self.left_alone = state.bankrolls[:], state.stacks[:], state.left_alone[:]
        stakes = [stake for stake in self.settings.stakes for _ in range(ceil(players / self.settings.seats))]
        self.tables = [
            _RingTable(number, stake * self.unit, seated[:])
            for number, (stake, seated) in enumerate(zip(stakes, state.tables, strict=True))
        ]
        self.at: list[_RingTable | None] = [None] * players
        for table in self.tables:
            for player in table.seated:
                self.at[player] = table
        self.played = state.hands
        self.tally = Tally(season.names)
        self.sample = Sample.restored(state.sample.saved())
        self.hands: list[Hand] = []

    def play(self) -> Stretch:
        season, state = self.season, self.state
        curve, idle = state.curve[:], state.idle
        every = max(1, season.hands // CURVE_POINTS)
        while self.played < season.hands and idle < 3 and self.tally.hands < season.session:
            self._sit_down()
            if self._let_go():
                self._sit_down()  # elsewhere, or at the same table with a buy-in
                self._let_go()
            before = self.played
            for table in self.tables:
                if len(table.seated) > 1 and self.played < season.hands:
                    self._play_hand(table)
            for player in range(len(self.agents)):
                self._leave_if_due(player)
            # Nobody who could still play has an opponent: the season ends early.
            idle = 0 if self.played > before else idle + 1
            if self.played >= curve[-1][0] + every:
                curve.append((self.played, self.worth()))
        over = self.played >= season.hands or idle >= 3
        if over and curve[-1][0] != self.played:
            curve.append((self.played, self.worth()))
        after = SeasonState(
            state.number,
            self.bankrolls,
            self.stacks,
            [table.seated for table in self.tables],
            self.left_alone,
            [before + now.hands for before, now in zip(state.played, self.tally.players, strict=True)],
            curve if state.number == 0 else curve[-1:],  # the picture is of the first season
            self.sample,
            self.played,
            state.stretch + 1,
            idle,
            over,
        )
        return Stretch(after, self.tally, self.hands)

    def worth(self) -> list[int]:
        """Everybody's bankroll, chips in front included."""
        return [home + front for home, front in zip(self.bankrolls, self.stacks, strict=True)]

    def info(self, table: _RingTable) -> TableInfo:
        names = self.season.names
        chips = [self.stacks[player] for player in table.seated]
        return TableInfo(
            table.number,
            table.big_blind,
            tuple(names[player] for player in table.seated),
            self.settings.seats,
            sum(chips) / len(chips) if chips else 0.0,
        )

    def _sit_down(self) -> None:
        waiting = [player for player, table in enumerate(self.at) if table is None]
        self.rng.shuffle(waiting)
        for player in waiting:
            number = self._choice(player)
            if number is None:
                continue
            table = self.tables[number]
            chips = self._buy_in(player, table.big_blind)
            self.bankrolls[player] -= chips
            self.stacks[player] = chips
            self.at[player] = table
            table.seated.insert(1, player)  # in the big blind, where nothing is missed and nothing is free

    def _buy_in(self, player: int, big_blind: int) -> int:
        """The chips that a player takes to a table."""
        return min(self.buy_ins[player] * big_blind, self.bankrolls[player])

    def _choice(self, player: int) -> int | None:
        """The table that a player wants, if it is available."""
        bankroll, settings = self.bankrolls[player], self.settings
        tables = [self.info(table) for table in self.tables]
        choose: Callable[..., Any] | None = getattr(self.agents[player], "choose_table", None)
        wanted: Any = None
        if choose is None:
            avoided = [t.number for t in tables if player in self.choosy and not self._plays_at(player, t)]
            wanted = usual_choice(tables, bankroll, settings, alone=self.left_alone[player], avoided=avoided)
        else:
            try:
                wanted = choose(tuple(tables), bankroll)
            except (Exception, SystemExit) as error:
                self._complain(player, "choose_table", error)
        if wanted is None:
            return None
        if not isinstance(wanted, int) or not 0 <= wanted < len(tables):
            self._complain(player, "choose_table", f"no table {wanted!r:.40}")
            return None
        table = tables[wanted]
        return None if table.is_full or bankroll < settings.min_buy_in * table.big_blind else wanted

    def _plays_at(self, player: int, table: TableInfo) -> bool:
        """Whether a player wants the next hand at a table, with the chips in front or with a buy-in."""
        agent, name = self.agents[player], self.season.names[player]
        if table.is_full and name not in table.players:
            return True
        stack = self.stacks[player]
        if name not in table.players:
            stack, others = self._buy_in(player, table.big_blind), len(table.players)
            average = (table.average_stack * others + stack) / (others + 1)
            table = replace(table, players=(*table.players, name), average_stack=average)
        try:
            wanted: Any = agent.plays_at(table, stack)
        except (Exception, SystemExit) as error:
            self._complain(player, "plays_at", error)
            return True
        if not isinstance(wanted, bool):
            self._complain(player, "plays_at", f"{wanted!r:.40} is not true or false")
            return True
        return wanted

    def _complain(self, player: int, asked: str, problem: BaseException | str) -> None:
        """An invalid answer: counted, or the end of a strict match."""
        kind, what = "illegal", problem
        if isinstance(problem, BaseException):
            kind, what = "error", f"{type(problem).__name__}: {' '.join(str(problem).split())}"[:200]
        if self.season.strict:
            raise AgentError(f"{self.season.names[player]}: {kind}: {asked}: {what}")
        self.tally.players[player].note(kind, f"{asked}: {what}")

    def _leave_if_due(self, player: int) -> None:
        """Without chips or opponents, with too many chips in front, or too few in all, a player leaves."""
        table, settings = self.at[player], self.settings
        if table is None:
            return
        chips, blind = self.stacks[player], table.big_blind
        worth = chips + self.bankrolls[player]
        poor = worth < settings.move_down * blind and blind > min(settings.stakes) * self.unit
        rich = chips >= settings.stop_at * self.buy_ins[player] * blind
        if chips == 0 or len(table.seated) == 1 or poor or rich:
            self._stand_up(player, table)

    def _let_go(self) -> bool:
        """Whoever does not want the next hand leaves, until all who are left want it; whether anyone left."""
        anyone, again = False, True
        while again:
            again = False
            for player in self.choosy:
                table = self.at[player]
                if table is not None and not self._plays_at(player, self.info(table)):
                    self._stand_up(player, table)
                    anyone = again = True
        return anyone

    def _stand_up(self, player: int, table: _RingTable) -> None:
        self.left_alone[player] = len(table.seated) == 1
        table.seated.remove(player)
        self.at[player] = None
        self.bankrolls[player] += self.stacks[player]
        self.stacks[player] = 0

    def _play_hand(self, table: _RingTable) -> None:
        season, seated = self.season, table.seated
        faults: list[Fault] = []
        hand = play_hand(
            rules_at(season.game, len(seated), table.big_blind),
            [self.agents[player] for player in seated],
            next(self.decks),
            stacks=[self.stacks[player] for player in seated],
            players=tuple(season.names[player] for player in seated),
            number=self.played + 1,
            strict=season.strict,
            clock=season.clock,
            faults=faults,
        )
        for player, payoff in zip(seated, hand.payoffs, strict=True):
            self.stacks[player] += int(payoff)
        self.played += 1
        self.sample.add(hand.payoffs, seated)
        self.tally.watch(hand, seated)
        self.tally.note_faults(faults, seated)
        if season.keep_hands:
            self.hands.append(hand)
        seated.append(seated.pop(0))


def _plain_name(player: str) -> str:
    """A player's name without parameters and number: `hermes` for `hermes(plus=true)#2`."""
    return player.partition("(")[0].partition("#")[0]


def usual_choice(
    tables: list[TableInfo],
    bankroll: int,
    settings: RingSettings,
    *,
    alone: bool = False,
    avoided: Collection[int] = (),
) -> int | None:
    """The richest table the bankroll affords, occupied ones first; the cheapest if it affords only a buy-in.

    A player left `alone` goes where someone sits, or to the cheapest table. Nobody goes to tables they avoid.
    """
    open_tables = [table for table in tables if not table.is_full and table.number not in avoided]
    possible = [table for table in open_tables if bankroll >= settings.afford * table.big_blind]
    if not possible:
        cheapest = min((table.big_blind for table in tables), default=0)
        possible = [
            table
            for table in open_tables
            if table.big_blind == cheapest and bankroll >= settings.min_buy_in * table.big_blind
        ]
    if not possible:
        return None
    company = [table for table in possible if table.players]
    if company:
        return max(company, key=lambda table: (table.big_blind, -table.number)).number
    if alone:
        return min(possible, key=lambda table: (table.big_blind, table.number)).number
    return max(possible, key=lambda table: (table.big_blind, -table.number)).number
