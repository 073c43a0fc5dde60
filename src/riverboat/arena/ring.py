"""Ring games: players live from their bankroll, choose tables by stakes and company, buy in, and leave or go broke.

The question is bankroll management: a winning player who moves up in stakes and never down is ruined all the same. A
player that has a method `choose_table(tables, bankroll)` is asked for the number of a table (or None to sit out);
others take the richest table that they can afford a hundred big blinds of and that somebody sits at. After a hand a
player leaves who has no chips, sits alone, has several buy-ins in front, or whose bankroll has become too small for
the table; chips in front go back to the bankroll. Who cannot buy in anywhere is out.

A season is one such life for everybody, and one sample: chips won per hand. Seasons are the pieces of the match.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from math import ceil
from typing import Any

from riverboat.arena.match import Request, status_of
from riverboat.arena.results import MatchResult, Units, players_of
from riverboat.arena.running import Runner
from riverboat.arena.seeds import deck_stream, dice
from riverboat.arena.sessions import AgentSpec, seat_agent
from riverboat.arena.stakes import names_players, rules_at, rules_for, unit_of
from riverboat.arena.tally import Sample, Tally
from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.play import Fault, play_hand
from riverboat.stats.mean import RunningMean

CURVE_POINTS = 100


@dataclass(frozen=True)
class RingSettings:
    """How the card room is run; amounts in big blinds of the game unless said otherwise."""

    stakes: tuple[int, ...] = (1, 2, 5)
    """Multiples of the game's own blinds at which there are tables."""
    seats: int = 6
    bankroll: int = 1000
    """In big blinds of the game."""
    buy_in: int = 100
    """In big blinds of the table."""
    least_buy_in: int = 20
    """In big blinds of the table."""
    afford: int = 100
    """How many big blinds of a table a bankroll must be to sit down there."""
    move_down: int = 50
    """With fewer big blinds of the table than this in all, a player leaves it."""
    stop_at: float = 3.0
    """How many buy-ins in front make a player leave."""
    seasons: int = 1

    def __post_init__(self) -> None:
        if not self.stakes or min(self.stakes) < 1 or self.seats < 2 or self.seasons < 1:
            raise RiverboatError(f"ring {self}: expected stakes of 1 or more, 2 seats or more, a season or more")
        if not 1 <= self.least_buy_in <= self.buy_in or self.bankroll < self.least_buy_in:
            raise RiverboatError(f"ring {self}: expected least_buy_in <= buy_in, and a bankroll that can buy in")


@dataclass(frozen=True)
class TableInfo:
    """A table as a player who chooses sees it."""

    number: int
    big_blind: int
    players: tuple[str, ...]
    seats: int
    average_stack: float

    @property
    def is_full(self) -> bool:
        """Whether no seat is free."""
        return len(self.players) >= self.seats


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


@dataclass
class SeasonOutcome:
    """What came of it."""

    bankrolls: list[int]
    tally: Tally
    curve: list[tuple[int, list[int]]]
    """(hands dealt, everybody's bankroll, chips in front included)."""
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
    """In how many seasons each could not buy in any more."""

    def as_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {
            "seasons": self.seasons,
            "start": self.start,
            "bankrolls": {n: mean.as_json() for n, mean in zip(self.names, self.bankrolls, strict=True)},
            "broke": dict(zip(self.names, self.broke, strict=True)),
        }


def play_ring(request: Request, runner: Runner) -> MatchResult:
    """Seasons in the card room."""
    settings = request.settings or RingSettings()
    game = request.game
    if not isinstance(game, str) or names_players(game):
        raise RiverboatError("ring games need a game by name, without players=: tables change their size")
    rules = rules_for(game, 2)
    if rules.exact_shares:
        raise RiverboatError(f"{game}: ring games need whole chips")
    tally = Tally(request.names)
    bankrolls = [RunningMean() for _ in request.names]
    broke = [0] * len(request.names)
    curve: list[Any] = []
    done = 0
    if found := runner.checkpoint.load():
        done, state = found
        tally, broke, curve = Tally.restored(state["tally"]), state["broke"], state["curve"]
        bankrolls = [RunningMean.restored(each) for each in state["bankrolls"]]
    each = ceil(request.hands / settings.seasons)
    runner.total = each * settings.seasons
    floor = settings.least_buy_in * unit_of(rules) * min(settings.stakes)

    def fold(outcome: SeasonOutcome) -> None:
        tally.merge(outcome.tally)
        for player, chips in enumerate(outcome.bankrolls):
            bankrolls[player].add(chips)
            broke[player] += chips < floor
        if not curve:
            curve.extend(outcome.curve)
        if request.record is not None:
            request.record(outcome.hands)

    seasons = [
        Season(
            number, game, request.names, request.agents, settings, each, request.seed,
            request.strict, request.clock, request.record is not None,
        )
        for number in range(settings.seasons)
    ]  # fmt: skip
    runner.run(
        play_season,
        seasons,
        fold,
        done=done,
        saved=lambda: {
            "tally": tally.saved(),
            "bankrolls": [mean.saved() for mean in bankrolls],
            "broke": broke,
            "curve": curve,
        },
        status=lambda: status_of(tally),
    )
    start = settings.bankroll * unit_of(rules)
    return MatchResult(
        request.mode,
        game,
        request.seed,
        tally.hands,
        bankrolls[0].count,
        players_of(tally, request.specs, Units.of(rules)),
        tally.crosstable,
        not runner.interrupted,
        {
            name: tuple((hands, float(chips[place] - start)) for hands, chips in curve)
            for place, name in enumerate(request.names)
        },
        RingResult(request.names, bankrolls[0].count, start, tuple(bankrolls), tuple(broke)),
    )


def play_season(season: Season) -> SeasonOutcome:
    """Play one."""
    return _Room(season).play()


@dataclass
class _RingTable:
    number: int
    big_blind: int
    seated: list[int] = field(default_factory=list)
    """By position for the next hand."""


class _Room:
    """The card room: tables, bankrolls, and chips in front."""

    def __init__(self, season: Season) -> None:
        self.season, self.settings = season, season.settings
        self.unit = unit_of(rules_for(season.game, 2))
        players = len(season.agents)
        path = ("ring", season.number)
        self.agents = [seat_agent(spec, season.seed, *path, place) for place, spec in enumerate(season.agents)]
        self.dice = dice(season.seed, "order", *path)
        self.decks = deck_stream(season.seed, rules_for(season.game, 2).deck.size, *path)
        self.bankrolls = [self.settings.bankroll * self.unit] * players
        self.stacks = [0] * players
        self.at: list[_RingTable | None] = [None] * players
        self.left_alone = [False] * players
        stakes = [stake for stake in self.settings.stakes for _ in range(ceil(players / self.settings.seats))]
        self.tables = [_RingTable(number, stake * self.unit) for number, stake in enumerate(stakes)]
        self.tally = Tally(season.names)
        self.sample = Sample()
        self.hands: list[Hand] = []

    def play(self) -> SeasonOutcome:
        season = self.season
        curve = [(0, self.worth())]
        every = max(1, season.hands // CURVE_POINTS)
        idle = 0
        while self.tally.hands < season.hands and idle < 3:
            self._sit_down()
            before = self.tally.hands
            for table in self.tables:
                if len(table.seated) > 1 and self.tally.hands < season.hands:
                    self._play_hand(table)
            for player in range(len(self.agents)):
                self._leave_if_wanted(player)
            # Nobody who could still play meets anybody: the season is over early.
            idle = 0 if self.tally.hands > before else idle + 1
            if self.tally.hands >= curve[-1][0] + every:
                curve.append((self.tally.hands, self.worth()))
        if curve[-1][0] != self.tally.hands:
            curve.append((self.tally.hands, self.worth()))
        self._count_winnings()
        return SeasonOutcome(self.worth(), self.tally, curve, self.hands)

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
        self.dice.shuffle(waiting)
        for player in waiting:
            number = self._choice(player)
            if number is None:
                continue
            table = self.tables[number]
            chips = min(self.settings.buy_in * table.big_blind, self.bankrolls[player])
            self.bankrolls[player] -= chips
            self.stacks[player] = chips
            self.at[player] = table
            table.seated.insert(1, player)  # in the big blind, where nothing is missed and nothing is free

    def _choice(self, player: int) -> int | None:
        """The table a player wants, if he can have it."""
        bankroll, settings = self.bankrolls[player], self.settings
        tables = [self.info(table) for table in self.tables]
        choose: Callable[..., Any] | None = getattr(self.agents[player], "choose_table", None)
        wanted: Any = None
        if choose is None:
            wanted = usual_choice(tables, bankroll, settings, alone=self.left_alone[player])
        else:
            try:
                wanted = choose(tuple(tables), bankroll)
            except Exception as error:
                self.tally.players[player].note("error", f"choose_table: {type(error).__name__}: {error}")
        if wanted is None:
            return None
        if not isinstance(wanted, int) or not 0 <= wanted < len(tables):
            self.tally.players[player].note("illegal", f"choose_table: no table {wanted!r:.40}")
            return None
        table = tables[wanted]
        return None if table.is_full or bankroll < settings.least_buy_in * table.big_blind else wanted

    def _leave_if_wanted(self, player: int) -> None:
        table, settings = self.at[player], self.settings
        if table is None:
            return
        chips, blind = self.stacks[player], table.big_blind
        alone = len(table.seated) == 1
        worth = chips + self.bankrolls[player]
        poor = worth < settings.move_down * blind and blind > min(settings.stakes) * self.unit
        if chips == 0 or alone or poor or chips >= settings.stop_at * settings.buy_in * blind:
            table.seated.remove(player)
            self.at[player] = None
            self.bankrolls[player] += chips
            self.stacks[player] = 0
            self.left_alone[player] = alone

    def _play_hand(self, table: _RingTable) -> None:
        season, seated = self.season, table.seated
        faults: list[Fault] = []
        hand = play_hand(
            rules_at(season.game, len(seated), table.big_blind),
            [self.agents[player] for player in seated],
            next(self.decks),
            stacks=[self.stacks[player] for player in seated],
            players=tuple(season.names[player] for player in seated),
            number=self.tally.hands + 1,
            strict=season.strict,
            clock=season.clock,
            faults=faults,
        )
        for player, payoff in zip(seated, hand.payoffs, strict=True):
            self.stacks[player] += int(payoff)
        self.sample.add(hand.payoffs, seated)
        self.tally.watch(hand, seated)
        self.tally.note_faults(faults, seated)
        if season.keep_hands:
            self.hands.append(hand)
        seated.append(seated.pop(0))

    def _count_winnings(self) -> None:
        """One sample for each player, per hand played; the table of who won from whom is per hand dealt in the room."""
        self.tally.add(self.sample)
        start = self.settings.bankroll * self.unit
        for player, worth in zip(self.tally.players, self.worth(), strict=True):
            player.chips = RunningMean.of([(worth - start) / max(1, player.hands)])


def usual_choice(tables: list[TableInfo], bankroll: int, settings: RingSettings, *, alone: bool = False) -> int | None:
    """The richest table the bankroll affords, one with company first; the cheapest if it affords none but a buy-in.

    Who was left `alone` goes where somebody sits, or to the cheapest table.
    """
    open_tables = [table for table in tables if not table.is_full]
    possible = [table for table in open_tables if bankroll >= settings.afford * table.big_blind]
    if not possible:
        cheapest = min((table.big_blind for table in tables), default=0)
        possible = [
            table
            for table in open_tables
            if table.big_blind == cheapest and bankroll >= settings.least_buy_in * table.big_blind
        ]
    if not possible:
        return None
    company = [table for table in possible if table.players]
    if company:
        return max(company, key=lambda table: (table.big_blind, -table.number)).number
    if alone:
        return min(possible, key=lambda table: (table.big_blind, table.number)).number
    return max(possible, key=lambda table: (table.big_blind, -table.number)).number
