"""Everyone against everyone, on one process or many, to be stopped and resumed at any time.

`run_crosstable(["psopti4r", "poki", "always_call"], "holdem(betting=limit)", CrosstableSettings(within=10))`. Meetings
are played in rounds: in each, every meeting that is not finished plays some sessions, so that a table that is stopped
has all its cells, with wider intervals. Sessions go to the executor one by one; a meeting counts its own in order, and
is finished by its own numbers. So nothing depends on the number of processes, nor on where a run was interrupted.

With `resume` every meeting has its file in that folder, written at most every two seconds and at the end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from time import perf_counter

from riverboat.agents.isolated import seated_agent
from riverboat.agents.registry import agent_files, agent_names, split_agent
from riverboat.arena.crosstable.boards import BoardValue
from riverboat.arena.crosstable.line_ups import line_ups
from riverboat.arena.crosstable.meetings import CrosstableSettings, Meeting, Outcome, play_piece
from riverboat.arena.crosstable.results import Cell, CrosstableResult, Ring
from riverboat.arena.crosstable.scores import PairScore, RingScore
from riverboat.arena.match import player_names
from riverboat.arena.request import Estimator
from riverboat.arena.sessions import Session
from riverboat.arena.stakes import names_players, rules_for
from riverboat.errors import RiverboatError
from riverboat.executor import Executor, make_executor
from riverboat.files import exclusive
from riverboat.games.agent import Agent
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.progress import DeferredInterrupt, OnProgress, Progress
from riverboat.stats.mean import RunningMean

EstimatorFor = Callable[[Sequence[str], Sequence[str], Rules], Estimator | None]
"""From names, agents and the game to what takes luck out of their hands, if anything can."""
ValueFor = Callable[[Sequence[str], Rules], BoardValue | None]
"""From two agents and the game to what the first wins on a board; None where a strategy is no table."""


def run_crosstable(
    players: Sequence[str],
    game: str | Rules = "holdem(betting=limit)",
    settings: CrosstableSettings = CrosstableSettings(),  # noqa: B008 (frozen)
    *,
    estimator_for: EstimatorFor | None = None,
    value_for: ValueFor | None = None,
    known: CrosstableResult | None = None,
    resume: Path | str | None = None,
    jobs: int | None = None,
    executor: str | None = None,
    on_progress: OnProgress | None = None,
) -> CrosstableResult:
    """Let everyone play everyone: pairs, or at larger tables line-ups by rotation.

    `estimator_for` takes luck out of hands, `value_for` plays all hands of pairs of tables at once
    (`riverboat.assess.match_aivat.best_estimator`, `riverboat.assess.limit.boards.board_value`). Pairs of `known`, a
    table of the same game and seed, are taken from there: to add a player to a table that took hours.

    A game that does not say how many players it has is played by two. After Ctrl-C the result so far is returned, with
    `complete` false.
    """
    agents = tuple(text.strip() for text in players)
    for agent in agents:
        if agents.count(agent) > 1:
            raise RiverboatError(f'player "{agent}" comes twice: everybody plays once')
    for named in (*settings.slow, *settings.learners):
        if named not in agents:
            raise RiverboatError(f'player "{named}": not in the table; expected one of {", ".join(agents)}')
    rules = table_rules(game)
    tables = line_ups(len(agents), rules.players)
    names = _called(agents)
    kept = _kept(known, names, rules, settings.seed)
    tables = [table for table in tables if tuple(names[place] for place in table) not in kept]
    playing = [agent for place, agent in enumerate(agents) if any(place in table for table in tables)]
    learners = _prepared(playing, rules, settings, on_progress)
    folder = _folder(resume)
    with exclusive(folder / "lock", f'folder "{folder}"') if folder else nullcontext():
        meetings = [
            _meeting(seated, names, agents, rules, settings, learners, estimator_for, value_for, folder)
            for seated in tables
        ]
        files = dict.fromkeys(name for agent in agents for name in agent_files(agent))
        kernels = f"match {rules.identity} {sorted(agents)}"
        with make_executor(jobs, executor, files=files, kernels=kernels) as workers:
            complete = _Run(meetings, workers, on_progress).play()
    result = result_of(meetings, names, rules, settings.seed, complete=complete)
    return result if known is None else _joined(result, kept, known)


def _kept(known: CrosstableResult | None, names: Sequence[str], rules: Rules, seed: int) -> dict[tuple[str, ...], Cell]:
    """The finished pairs of a known table, by the names of its players in both orders."""
    if known is None:
        return {}
    if rules.players != 2:
        raise RiverboatError("a known table: expected a game for two, where every pair has its own hands")
    if (known.game, known.seed) != (rules.identity, seed):
        raise RiverboatError(
            f"the known table is of {known.game}, seed {known.seed}: expected {rules.identity}, {seed}"
        )
    found = {pair: known.cell(*pair) for pair in combinations(names, 2)}
    return {pair: cell for pair, cell in found.items() if cell is not None and cell.finished}


def _joined(
    played: CrosstableResult, kept: Mapping[tuple[str, ...], Cell], known: CrosstableResult
) -> CrosstableResult:
    """The pairs that were played and those that were known, in the order of the players."""
    cells = {(cell.row, cell.column): cell for cell in (*played.cells, *kept.values())}
    among = dict.fromkeys(name for pair in kept for name in pair)
    faults = {name: known.faults.get(name, 0) + played.faults.get(name, 0) for name in (*among, *played.faults)}
    return replace(
        played,
        cells=tuple(cells[pair] for pair in combinations(played.players, 2) if pair in cells),
        faults={name: faults[name] for name in played.players if faults.get(name)},
        messages={name: text for name, text in known.messages.items() if name in among} | dict(played.messages),
    )


def _called(agents: Sequence[str]) -> tuple[str, ...]:
    """Registered players by the text that makes them, so that it is plain which parameters played; others by name."""
    names = player_names(agents)
    known = agent_names()
    called = tuple(text if split_agent(text)[0] in known else name for text, name in zip(agents, names, strict=True))
    return called if len(set(called)) == len(called) else names


def table_rules(game: str | Rules) -> Rules:
    """The rules of a table; for two players if the game does not say how many."""
    if not isinstance(game, str):
        return game
    return parse_game(game) if names_players(game) else rules_for(game, 2)


def _prepared(
    agents: Sequence[str], rules: Rules, settings: CrosstableSettings, on_progress: OnProgress | None
) -> set[str]:
    """Build what players need, refuse those that do not know the game; returns those that learn."""
    learners = set(settings.learners)
    for text in agents:
        try:
            agent = seated_agent(text)
            agent.require_game(rules)
            agent.prepare(on_progress)
        except RiverboatError as error:
            raise RiverboatError(f'agent "{text[:80]}" cannot play this game: {error}') from None
        if type(agent).save_memory is not Agent.save_memory:
            learners.add(text)
    return learners


def _meeting(
    seated: Sequence[int], names: Sequence[str], agents: Sequence[str], rules: Rules, settings: CrosstableSettings,
    learners: set[str], estimator_for: EstimatorFor | None, value_for: ValueFor | None, folder: Path | None,
) -> Meeting:  # fmt: skip
    called, texts = [names[player] for player in seated], [agents[player] for player in seated]
    estimator = None if estimator_for is None else estimator_for(called, texts, rules)
    learns = any(text in learners for text in texts)
    value = None if value_for is None or learns or rules.players != 2 else value_for(texts, rules)
    return Meeting(
        seated, called, texts, rules, settings, learns=learns, estimator=estimator, value=value, folder=folder
    )


def _folder(resume: Path | str | None) -> Path | None:
    if resume is None:
        return None
    folder = Path(resume)
    if folder.exists() and not folder.is_dir():
        raise RiverboatError(f'folder "{folder}": this is a file')
    try:
        folder.mkdir(exist_ok=True)
    except OSError as error:
        raise RiverboatError(f'folder "{folder}": {error.strerror or error}') from error
    return folder


class _Run:
    """Rounds of sessions until every meeting is finished."""

    def __init__(self, meetings: Sequence[Meeting], executor: Executor, on_progress: OnProgress | None) -> None:
        self._meetings, self._executor, self._on_progress = meetings, executor, on_progress
        self._began = perf_counter()
        self._hands_before = sum(meeting.hands for meeting in meetings)
        self._folding = False

    def play(self) -> bool:
        """Whether it came to the end: False after Ctrl-C."""
        complete = True
        try:
            with DeferredInterrupt(lambda: not self._folding) as interrupt:
                self._report()
                while not all(meeting.is_finished for meeting in self._meetings):
                    for outcome in self._executor.in_order(play_piece, self._round()):
                        self._folding = True
                        self._fold(outcome)
                        self._folding = False
                        if interrupt.heard:
                            raise KeyboardInterrupt
                        self._report()
        except KeyboardInterrupt:
            if self._folding:  # the second one in a fold, which cut it in two
                raise
            complete = False
        finally:
            if not self._folding:
                for meeting in self._meetings:
                    meeting.save()
        return complete

    def _round(self) -> Iterator[tuple[int, Session, BoardValue | None]]:
        for number, meeting in enumerate(self._meetings):
            yield from meeting.pieces(number)

    def _fold(self, outcome: Outcome) -> None:
        meeting = self._meetings[outcome.meeting]
        if not meeting.is_finished:
            meeting.fold(outcome)
            meeting.save(now=meeting.is_finished)

    def _report(self) -> None:
        if self._on_progress is None:
            return
        hands = sum(meeting.hands for meeting in self._meetings)
        total = sum(meeting.hands + (meeting.expected() - meeting.done) * meeting.session for meeting in self._meetings)
        seconds = perf_counter() - self._began
        rate = (hands - self._hands_before) / seconds if seconds else 0.0
        finished = sum(meeting.is_finished for meeting in self._meetings)
        note = f"{finished} of {len(self._meetings)} tables finished"
        self._on_progress(Progress(hands, total, seconds, rate, note))


def result_of(
    meetings: Sequence[Meeting], names: Sequence[str], rules: Rules, seed: int, *, complete: bool
) -> CrosstableResult:
    """The table of what was played."""
    faults, messages = Counter[str](), dict[str, str]()
    for meeting in meetings:
        faults.update(meeting.faults.counts)
        messages = meeting.faults.messages | messages
    found = (_pair_cells if rules.players == 2 else _ring_cells)(meetings, names)
    order = {name: place for place, name in enumerate(names)}
    cells = sorted(found, key=lambda cell: (order[cell.row], order[cell.column]))
    return CrosstableResult(
        rules.identity, seed, tuple(names), tuple(cells), _rings(meetings), complete,
        {name: faults[name] for name in names if name in faults},
        {name: messages[name] for name in names if name in messages},
    )  # fmt: skip


def _pair_cells(meetings: Sequence[Meeting], names: Sequence[str]) -> list[Cell]:
    cells = []
    for meeting in meetings:
        assert isinstance(meeting.score, PairScore)
        forwards = meeting.seated[0] < meeting.seated[1]
        row, column = meeting.names if forwards else meeting.names[::-1]
        won = meeting.score.won.scaled(meeting.scale if forwards else -meeting.scale)
        won.mean += 0.0  # minus zero is zero
        cells.append(Cell(row, column, won, meeting.hands, meeting.score.unit, meeting.luck, meeting.is_finished))
    return cells


def _ring_cells(meetings: Sequence[Meeting], names: Sequence[str]) -> list[Cell]:
    """Who won from whom, over all tables at which both sat."""
    means: dict[tuple[int, int], RunningMean] = {}
    hands: dict[tuple[int, int], int] = {}
    for meeting in meetings:
        assert isinstance(meeting.score, RingScore)
        for row, one in enumerate(meeting.seated):
            for column, other in enumerate(meeting.seated):
                if one < other:
                    won = meeting.score.flows.cell(row, column).scaled(meeting.scale)
                    means.setdefault((one, other), RunningMean()).merge(won)
                    hands[one, other] = hands.get((one, other), 0) + meeting.hands
    finished = all(meeting.is_finished for meeting in meetings)
    return [
        Cell(names[one], names[other], mean, hands[one, other], "sessions", "duplicate", finished)
        for (one, other), mean in means.items()
    ]


def _rings(meetings: Sequence[Meeting]) -> tuple[Ring, ...]:
    found = []
    for meeting in meetings:
        if isinstance(meeting.score, RingScore):
            covariance = meeting.score.covariance * meeting.scale**2
            mean = tuple((meeting.score.mean * meeting.scale).tolist())
            rows = tuple(tuple(row) for row in covariance.tolist())
            found.append(Ring(meeting.names, mean, rows, meeting.score.count, meeting.hands))
    return tuple(found)
