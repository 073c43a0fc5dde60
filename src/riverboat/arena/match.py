"""Matches: `run_match(["my_agent.py", "always_call"], "holdem(betting=limit)", hands=100_000, mode="duplicate")`.

Five modes. *cash*: stacks are reset after every hand, the button moves on. *duplicate*: the same, and every deck is
dealt again with the players in other chairs, so that everyone holds everyone's cards. *ring*, *tournament* and
*evolve* are described in their own modules. If there are more players than the game has seats, every line-up of them
plays.

A match is cut into sessions of fixed size with their own random streams (`sessions.py`), so the same seed gives the
same result for any number of `jobs`, in processes or on a cluster; `resume` names a checkpoint file, from which a
stopped match resumes to the same result.

For players that learn, `session=None` keeps the same players for the whole match, which is then played in one process,
and several `matches` side by side; results have a learning curve (`learning.py`). A `memory` lets players remember
opponents from one match to the next (`memory.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import partial
from itertools import combinations
from math import ceil
from operator import attrgetter
from pathlib import Path
from typing import Any, get_args

from riverboat.agents.isolated import seated_agent
from riverboat.agents.registry import agent_files, split_agent
from riverboat.arena.curves import CurvePoint, Curves
from riverboat.arena.kernel_play.matches import Threads, kernel_table, require_no_hands
from riverboat.arena.learning import BLOCK, LearningCurve
from riverboat.arena.memory import open_memory
from riverboat.arena.request import AllInEquity, Estimator, Mode, Record, Request, agent_text
from riverboat.arena.results import MatchResult, players_of
from riverboat.arena.running import MatchRunner, Standings, status_of
from riverboat.arena.seating import Orders, Seating, seat_orders
from riverboat.arena.seeds import rng_for
from riverboat.arena.sessions import AgentSpec, Played, Session, play_session, play_stretches
from riverboat.arena.stakes import names_players, rules_for
from riverboat.arena.tally import Tally
from riverboat.errors import RiverboatError
from riverboat.executor import Executor, make_executor
from riverboat.files import Checkpoint, remove_leftovers
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.games.units import Units
from riverboat.model.all_in import can_adjust
from riverboat.model.memory import MemoryStore
from riverboat.progress import OnProgress
from riverboat.stats.sequential import MIN_COUNT, anytime_interval

SECONDS_BETWEEN_SAVES = 2.0
"""Maximum seconds between two saves of a match that can be resumed."""


def run_match(
    agents: Sequence[AgentSpec],
    game: str | Rules = "holdem",
    hands: int = 1000,
    mode: Mode = "cash",
    *,
    seed: int = 1,
    jobs: int | None = None,
    executor: str | None = None,
    on_progress: OnProgress | None = None,
    resume: Path | str | None = None,
    session: int | None = 1000,
    matches: int = 1,
    block: int = BLOCK,
    memory: MemoryStore | Path | str | None = None,
    seating: Seating = "auto",
    strict: bool = False,
    clock: float | None = None,
    settings: Any = None,
    record: Record | None = None,
    until_significant: bool = False,
    all_in_ev: bool = False,
    estimator: Estimator | None = None,
    in_kernels: bool = False,
    live: bool = False,
) -> MatchResult:
    """Let agents play each other.

    The same seed gives the same result whatever `jobs` and `executor` are. After Ctrl-C the result so far is returned,
    with `complete` false.

    Args:
        agents: Who plays: names ("always_call", "rules(style=rock)"), files ("bot.py"), programs ("json:node bot.js"),
            or functions that make an agent.
        game: Its name with settings ("leduc", "holdem(betting=limit)"), or its rules.
        hands: The hands of each line-up, rounded up to whole deals with all their replays. In a ring, the hands of all
            tables together; in tournaments, as many are played as need that many hands; in evolution, the hands of each
            member in a generation.
        mode: "cash", "duplicate", "ring", "tournament" or "evolve".
        seed: The random seed of cards and players.
        jobs: How many sessions are played at the same time, in processes. Default: one, in this process.
        executor: "local", "ray" or "ray:ADDRESS" for a cluster (`riverboat.executor`).
        on_progress: Called with the result so far (`riverboat.progress.Progress`).
        resume: A file in which the match is saved now and then, and from which it continues.
        session: Hands after which players are re-created (`sessions.py`), None for never.
        matches: How many matches, with other cards and new players, are pooled.
        block: Without re-creation the result has a learning curve with a point for this many hands.
        memory: Where players remember opponents: a store, a file or a database's URL; mode cash, in this process.
        seating: How duplicate deals are replayed: "auto", "rotations", "permutations" or "williams" (`seating.py`).
        strict: An agent's fault ends the match. Default: it is checked or folded, and the fault is counted.
        clock: The maximum number of seconds for one decision. Default: no limit.
        settings: A `RingSettings`, `TournamentSettings` or `EvolutionSettings` for these modes.
        record: Called with finished hands, some at a time and in order.
        until_significant: In cash and duplicate matches, stop at the first significant winner, after `hands` at the
            latest. Intervals are then those that may be watched (`riverboat.stats.sequential`).
        all_in_ev: Also count winnings with the luck of all-ins taken out (`model/all_in.py`).
        estimator: Also count winnings without luck, such as AIVAT of known strategies (`assess/match_aivat.py`).
        in_kernels: Play array policies in compiled code, a hundred times as fast (`kernel_play`), on `jobs` threads;
            `session` and `clock` mean nothing there.
        live: Report progress within long sessions too, where there is one process.
    """
    if mode not in get_args(Mode):
        raise RiverboatError(f'mode "{mode}": expected one of {", ".join(get_args(Mode))}')
    for what, number in (("hands", hands), ("hands in a session", session), ("matches", matches), ("hands", block)):
        if number is not None and number < 1:
            raise RiverboatError(f"{number} {what}: expected 1 or more")
    _require_learnable(mode, session, matches, memory, resume, in_kernels)
    wanted = {"until_significant": until_significant, "all_in_ev": all_in_ev, "estimator": estimator is not None}
    if any(wanted.values()) and mode not in ("cash", "duplicate"):
        asked = next(name for name, is_wanted in wanted.items() if is_wanted)
        raise RiverboatError(f"{asked} in mode {mode}: only cash and duplicate matches have it")
    if all_in_ev and estimator is not None:
        raise RiverboatError(f"all_in_ev and {estimator.label}: winnings are counted in one of these ways; choose one")
    if all_in_ev:
        estimator = AllInEquity()
    in_session = require_no_hands(mode, record is not None, estimator is not None) if in_kernels else session
    specs = tuple(agents)
    play = _play_of(mode, settings)
    with open_memory(memory) if isinstance(memory, Path | str) else nullcontext(memory) as store:
        request = Request(
            specs, player_names(specs), game, hands, mode, seed, in_session, seating, strict, clock, settings, record,
            until_significant, estimator, in_kernels, matches, block, store,
        )  # fmt: skip
        with _executor_of(request, jobs, executor) as workers:
            if resume is not None:
                remove_leftovers(Path(resume))
            checkpoint = Checkpoint(resume, "match", request.identity(), every=SECONDS_BETWEEN_SAVES)
            result = play(request, MatchRunner(workers, checkpoint, on_progress, live=live))
    return replace(result, session=session, matches=matches, memory="" if store is None else store.name)


def _executor_of(request: Request, jobs: int | None, executor: str | None) -> Executor:
    """Who plays the sessions."""
    if request.in_kernels:
        if executor not in (None, "local"):
            raise RiverboatError(f'executor "{executor}" in kernels: they play on the threads of this machine')
        return Threads(1 if jobs is None else jobs)
    if request.memory is not None:
        return make_executor(1, "local")
    specs = [spec for spec in request.agents if isinstance(spec, str)]
    files = dict.fromkeys(name for spec in specs for name in agent_files(spec))
    return make_executor(jobs, executor, files=files, kernels=f"match {request.game_text} {sorted(set(request.specs))}")


def _require_learnable(
    mode: Mode, session: int | None, matches: int, memory: object, resume: object, in_kernels: bool
) -> None:
    """Refuse combinations in which players could not learn as asked."""
    if mode not in ("cash", "duplicate") and (session is None or matches > 1):
        asked = "session never" if session is None else f"{matches} matches"
        raise RiverboatError(f"{asked} in mode {mode}: only cash and duplicate matches have it")
    if memory is None:
        return
    if mode != "cash" or in_kernels:
        where = "in kernels" if in_kernels else f"in mode {mode}"
        raise RiverboatError(f"memory {where}: players remember opponents in cash matches only")
    if matches > 1 or resume is not None:
        asked = f"{matches} matches" if matches > 1 else "resume"
        raise RiverboatError(f"memory with {asked}: play one match after the other, each begins with what was learned")


def _play_of(mode: Mode, settings: Any) -> Callable[[Request, MatchRunner], MatchResult]:
    """The function of a mode, if the settings are of that mode."""
    wanted: type | None = None
    play: Callable[[Request, MatchRunner], MatchResult] = play_cash
    if mode == "ring":
        from riverboat.arena.ring import RingSettings, play_ring

        wanted, play = RingSettings, play_ring
    elif mode == "tournament":
        from riverboat.arena.tournament import TournamentSettings, play_tournaments

        wanted, play = TournamentSettings, play_tournaments
    elif mode == "evolve":
        from riverboat.arena.evolution import EvolutionSettings, play_evolution

        wanted, play = EvolutionSettings, play_evolution
    if settings is not None and (wanted is None or not isinstance(settings, wanted)):
        expected = "none" if wanted is None else wanted.__name__
        raise RiverboatError(f"{type(settings).__name__} for mode {mode}: expected {expected}")
    return play


def play_cash(request: Request, runner: MatchRunner) -> MatchResult:
    """Cash and duplicate."""
    rules = table_rules(request)
    request.require_known(rules)
    sessions = _Sessions(request, rules)
    tally, curves = Tally(request.names), Curves(request.names)
    learning, adjusted = (LearningCurve(request.names, request.block) for _ in range(2))
    done = 0
    if found := runner.restored():
        done, state = found
        tally, curves = Tally.restored(state["tally"]), Curves.restored(request.names, state["curves"])
        if request.learns:
            learning, adjusted = (LearningCurve.restored(request.names, each) for each in state["learning"])
    runner.total = sessions.hands

    def known_winners() -> tuple[str, ...]:
        return _known_winners(tally) if request.until_significant else ()

    def fold(played: Played) -> None:
        tally.merge(played.tally)
        curves.extend(played.curve or [_end_of(played.tally)])
        if request.learns:
            learning.add(played.first_deal, played.deals, [player.chips for player in played.tally.players])
            adjusted.add(played.first_deal, played.deals, [player.adjusted for player in played.tally.players])
        if request.record is not None:
            request.record(played.hands)

    def saved() -> dict[str, Any]:
        state = {"tally": tally.saved(), "curves": curves.saved()}
        return {**state, "learning": [learning.saved(), adjusted.saved()]} if request.learns else state

    def enough() -> bool:
        return bool(known_winners())

    def status() -> tuple[int, Standings, str]:
        return status_of(tally)

    if known_winners():
        pass
    elif request.learns and not request.in_kernels:
        play = runner.watched(partial(play_stretches, memory=request.memory))
        last = attrgetter("is_last")
        runner.run_streams(
            play, iter(sessions), fold, done=done, is_last=last, saved=saved, enough=enough, status=status
        )
    else:
        play_one = kernel_table(rules, request.agents).play if request.in_kernels else runner.watched(play_session)
        runner.run(play_one, iter(sessions), fold, done=done, saved=saved, enough=enough, status=status)
    return MatchResult(
        request.mode,
        rules.identity,
        request.seed,
        tally.hands,
        max(player.chips.count for player in tally.players),
        players_of(tally, request.specs, Units.of(rules), watched=request.until_significant, adjusted_by=request.label),
        tally.crosstable,
        not runner.interrupted,
        curves.as_mapping(),
        adjusted_curves=curves.as_mapping(adjusted=True),
        winners=known_winners(),
        learning=learning.result() if request.learns else None,
        adjusted_learning=adjusted.result() if request.learns and sessions.estimator is not None else None,
    )


def _end_of(tally: Tally) -> CurvePoint:
    """A session of which only the end is known."""
    chips = tuple(player.chips.mean * player.hands for player in tally.players)
    return CurvePoint(tally.hands, chips)


def _known_winners(tally: Tally) -> tuple[str, ...]:
    """Whose winnings are above zero at 95 %, valid at any time; for more than two players, simultaneously."""
    others = len(tally.players) if len(tally.players) > 2 else 1
    return tuple(
        name
        for name, player in zip(tally.names, tally.players, strict=True)
        if player.chips.count >= MIN_COUNT and anytime_interval(player.chips, 1.0 - 0.05 / others).low > 0.0
    )


def table_rules(request: Request) -> Rules:
    """The rules of a table; a game that does not say how many players takes all there are."""
    game, count = request.game, len(request.agents)
    if isinstance(game, str):
        game = parse_game(game) if names_players(game) else rules_for(game, count)
    rules = game
    if rules.players > count:
        raise RiverboatError(f"{rules.identity} needs {rules.players} agents: {count} given")
    return rules


def session_pieces(
    agents: Sequence[str],
    game: str | Rules,
    hands: int,
    mode: Mode = "cash",
    seed: int = 1,
    *,
    names: Sequence[str] | None = None,
    session: int = 1000,
    clock: float | None = None,
    estimator: Estimator | None = None,
) -> Iterator[Session]:
    """The sessions of a match, as they are sent to whoever plays them; `names` are those of the players, if known."""
    specs = tuple(agents)
    called = player_names(specs) if names is None else tuple(names)
    request = Request(
        specs, called, game, hands, mode, seed, session, "auto", False, clock, None, None, estimator=estimator
    )
    return iter(_Sessions(request, table_rules(request)))


class _Sessions:
    """The pieces of a cash or duplicate match."""

    def __init__(self, request: Request, rules: Rules) -> None:
        self.request, self.rules = request, rules
        self.orders = seat_orders(rules.players, request.seating) if request.mode == "duplicate" else None
        replays = len(self.orders) if self.orders else 1
        self.deals = ceil(request.hands / replays)
        self.in_session = min(self.deals, max(1, request.session_hands // replays))
        self.line_ups = list(combinations(range(len(request.agents)), rules.players))
        self.replays = replays
        is_possible = not isinstance(request.estimator, AllInEquity) or can_adjust(rules)
        self.estimator = request.estimator if is_possible else None

    @property
    def hands(self) -> int:
        return self.deals * self.replays * len(self.line_ups) * self.request.matches

    def __iter__(self) -> Iterator[Session]:
        request = self.request
        hand = 1
        for first in (first for _ in range(request.matches) for first in range(0, self.deals, self.in_session)):
            deals = min(self.in_session, self.deals - first)
            for seated in self.line_ups:
                # Line-ups have cards of their own: a player's samples must be independent.
                yield Session(
                    hand,
                    self.rules,
                    request.names,
                    request.agents,
                    seated,
                    self._orders(hand),
                    deals,
                    hand,
                    request.seed,
                    request.strict,
                    request.clock,
                    request.record is not None,
                    self.estimator,
                    first,
                    request.block if request.learns else 0,
                )
                hand += deals * self.replays

    def _orders(self, hand: int) -> Orders:
        """All orders of a duplicate match; in a cash game one, shuffled for every session."""
        if self.orders is not None:
            return self.orders
        chairs = list(range(self.rules.players))
        rng_for(self.request.seed, "chairs", hand).shuffle(chairs)
        return (tuple(chairs),)


def player_names(agents: Sequence[AgentSpec]) -> tuple[str, ...]:
    """The distinct names of the players in results. Creates each agent once, to check that it can be created."""
    if len(agents) < 2:
        raise RiverboatError(f"a match needs two agents or more: {len(agents)} given")
    plain: list[str] = []
    for spec in agents:
        if isinstance(spec, str):
            agent = seated_agent(spec)
            in_file = ".py" in split_agent(spec)[0]
            plain.append(agent.name or (type(agent).__name__ if in_file else spec.strip()))
        else:
            plain.append(agent_text(spec))
    names: list[str] = []
    for name in plain:
        count = 1 + sum(1 for other in names if other == name or other.startswith(f"{name}#"))
        names.append(name if count == 1 else f"{name}#{count}")
    return tuple(names)
