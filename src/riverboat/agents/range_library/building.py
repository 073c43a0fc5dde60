"""Solves the ranges of the library and writes its file: some minutes of processor time."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.range_library.library import LibraryRange
from riverboat.agents.riverboat_6max.blueprints import SHIPPED, blueprint_for
from riverboat.agents.riverboat_6max.opening import POSITIONS, opening_raises
from riverboat.agents.riverboat_nl.blueprints import DEPTHS, shipped_blueprint
from riverboat.cards.holdings import HOLDING_CLASS
from riverboat.cards.ranges import Range
from riverboat.files import write_text
from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.progress import OnProgress, Progress
from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import PushFoldSolution, solve_push_fold

PUSH_FOLD_PLAYERS: Final = (2, 3, 4, 5, 6)
PUSH_FOLD_DEPTHS: Final = (5.0, 10.0, 15.0, 20.0)
STEP: Final = 0.05
"""To which weights are rounded."""
RARE: Final = 0.01
"""The share of hands below which an action of a blueprint, and what answers it, says nothing."""


class _Task(NamedTuple):
    players: int
    depth: float


def build_library(path: str | Path, on_progress: OnProgress | None = None) -> list[LibraryRange]:
    """Solve everything and write the file."""
    tasks = [_Task(players, depth) for players in PUSH_FOLD_PLAYERS for depth in PUSH_FOLD_DEPTHS]
    total = len(tasks) + len(DEPTHS)
    found: list[LibraryRange] = []
    for done, task in enumerate(tasks):
        if on_progress is not None:
            on_progress(Progress(done, total, note=f"push or fold, {task.players} players, {task.depth:g} bb"))
        found += push_fold_rows(solve_push_fold(PushFoldGame((task.depth,) * task.players)))
    for done, depth in enumerate(DEPTHS, start=len(tasks)):
        if on_progress is not None:
            on_progress(Progress(done, total, note=f"heads-up no-limit, {depth} bb"))
        found += blueprint_rows(depth)
    found += opening_rows()
    write_library(path, found)
    return found


def write_library(path: str | Path, ranges: list[LibraryRange]) -> None:
    """The file, one range to a line."""
    origins = list(dict.fromkeys(each.origin for each in ranges))
    rows = [
        json.dumps([r.game, r.depth, r.position, r.action, r.text, round(r.share, 4), origins.index(r.origin)])
        for r in ranges
    ]
    lines = ",\n".join(rows)
    write_text(path, f'{{"origins": {json.dumps(origins, indent=1)},\n"ranges": [\n{lines}\n]}}\n')


def push_fold_rows(solution: PushFoldSolution) -> Iterator[LibraryRange]:
    """Who shoves first, and who calls one shove."""
    game, names = solution.game, solution.names
    gain = 1000.0 * max(solution.gains)
    how = "exact equities" if solution.is_exact else f"{solution.deals:,} sampled deals"
    origin = (
        f"riverboat pushfold --players {game.players} --stacks {game.stacks[0]:g}: equilibrium of push or fold for "
        f"chips, no ante, {how}; a best response gains at most {gain:.2g} mbb per hand"
    )
    for seat, name in enumerate(names):
        for all_in in solution.histories(seat):
            if len(all_in) > 1:
                continue
            action = f"calls {names[all_in[0]].upper()}" if all_in else "shoves"
            weights = solution.probabilities(seat, all_in)[HOLDING_CLASS]
            yield _row(f"push or fold, {game.players} players", game.stacks[0], name, action, weights, origin)


def blueprint_rows(depth: int) -> Iterator[LibraryRange]:
    """The small blind's first decision and the big blind's answers in the shipped blueprint of a depth."""
    blueprint = shipped_blueprint(depth)
    rules, made = blueprint.rules, blueprint.origin
    origin = (
        f"the first decisions of the blueprint of riverboat_nl at {depth} bb: {made.iterations:,} iterations of "
        f"{made.method} in an abstract game of few bet sizes; its exploitability in the whole game is not known"
    )
    start = State(rules, range(rules.deck.size))
    first = blueprint.range_probabilities(start.betting, ())
    for action, weights in zip(first.actions, first.probabilities.T, strict=True):
        if action.verb == "fold" or weights.mean() < RARE:
            continue
        name = _words(action, rules.largest_blind, max(rules.stacks))
        yield _row("heads-up no-limit", float(depth), "sb", name, weights, origin)
        after = State(rules, range(rules.deck.size))
        after.apply(action)
        answers = blueprint.range_probabilities(after.betting, ())
        for answer, shares in zip(answers.actions, answers.probabilities.T, strict=True):
            is_check = answer.verb == action.verb == "check_or_call"
            if answer.verb == "fold" or is_check or shares.mean() < RARE:
                continue
            reply = _words(answer, rules.largest_blind, max(rules.stacks), calls=True)
            yield _row("heads-up no-limit", float(depth), "bb", f"{reply} after SB {name}", shares, origin)


def opening_rows() -> Iterator[LibraryRange]:
    """Who raises first of six players in the shipped blueprint."""
    blueprint = blueprint_for(SHIPPED)
    origin = (
        f"the opening raises of the blueprint of riverboat_6max at 100 bb: {blueprint.origin.iterations:,} deals of "
        f"{blueprint.origin.method} in an abstract game of few bet sizes; with six players its exploitability is not "
        "known"
    )
    for folds, position in enumerate(POSITIONS):
        raises = opening_raises(folds, SHIPPED)
        yield _row("no-limit, 6 players", 100.0, position.lower(), "raises first", raises, origin)


def _words(action: Action, blind: int, stack: int, *, calls: bool = False) -> str:
    if action.verb == "check_or_call":
        return "calls" if calls else "limps"
    return "goes all-in" if action.amount == stack else f"raises to {action.amount / blind:g} bb"


def _row(
    game: str, depth: float, position: str, action: str, weights: NDArray[np.float64], origin: str
) -> LibraryRange:
    rounded = np.clip(np.rint(weights / STEP) * STEP, 0.0, 1.0).round(2)
    return LibraryRange(
        game, depth, position, action, str(Range.from_weights(rounded)), float(weights.mean()), origin
    )  # fmt: skip
