"""The standings and result of a match, as plain data for the page: means with half the width of their intervals.

Everything is in the `MatchResult` or its `Progress` too; nothing is computed here but units and the points
of curves.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.files import write_text
from riverboat.games.view import HIDDEN

if TYPE_CHECKING:
    from riverboat.arena.results import MatchResult
    from riverboat.games.hand import Hand
    from riverboat.stats.mean import RunningMean

_MAX_POINTS: Final = 300


class Course:
    """How winnings grew: a few hundred points, kept in a file so that the chart is complete after a pause."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.points: list[tuple[int, list[float]]] = []
        if path.exists():
            self.points = [(hands, chips) for hands, chips in json.loads(path.read_text(encoding="utf-8"))]

    def add(self, hands: int, chips: list[float]) -> None:
        """Everyone's winnings after a number of hands; replayed hands replace earlier values."""
        if not chips or not hands:
            return
        while self.points and (self.points[-1][0] >= hands or len(self.points[-1][1]) != len(chips)):
            self.points.pop()
        self.points.append((hands, chips))
        if len(self.points) > _MAX_POINTS:
            self.points = self.points[::-2][::-1]
        write_text(self._path, json.dumps(self.points))


def summary_of(result: MatchResult, course: Course | None = None) -> dict[str, Any]:
    """A result as the page shows it: means beside half the width of their intervals, units, curves."""
    per_hand = not result.players or result.players[0].units.per == "hand"
    return {
        "mode": result.mode,
        "game": result.game,
        "seed": result.seed,
        "hands": result.hands,
        "samples": result.samples,
        "complete": result.complete,
        "per": result.players[0].units.per if result.players else "hand",
        "winners": list(result.winners),
        "watched": any(player.watched for player in result.players),
        "players": [
            {
                "name": player.name,
                "agent": player.agent,
                "hands": player.hands,
                "chips": pair(player.chips, player.margin()),
                "sb": pair(player.sb, player.margin() / player.units.small_bet),
                "mbb": pair(player.mbb, 1000.0 * player.margin() / player.units.big_blind) if per_hand else None,
                "adjusted": (
                    pair(player.adjusted.scaled(1000.0 / player.units.big_blind)) if player.adjusted.count else None
                ),
                "faults": sum(player.faults.values()),
                "message": player.messages[0] if player.messages else "",
            }
            for player in result.players
        ],
        "crosstable": _crosstable(result),
        "indicators": _indicators(result),
        "course": _final_course(result, course),
        "session": result.session,
        "learning": _learning(result),
        "extra": None if result.extra is None else result.extra.to_json(),
    }


def pair(mean: RunningMean, margin: float | None = None) -> tuple[float, float]:
    """A mean and half the width of its interval."""
    return mean.mean, mean.margin() if margin is None else margin


def _crosstable(result: MatchResult) -> dict[str, Any] | None:
    """Thousandths of a big blind per hand (of a buy-in, in tournaments) that the row won from the column."""
    table = result.crosstable
    size = range(len(table.names))
    if len(size) < 2 or not any(table.cell(row, column).count for row in size for column in size):
        return None
    scale = 1000.0 / result.players[0].units.big_blind
    cells = [[table.cell(row, column).scaled(scale) for column in size] for row in size]
    return {
        "names": list(table.names),
        "cells": [[pair(cell) if cell.count else None for cell in row] for row in cells],
    }


def _indicators(result: MatchResult) -> list[dict[str, Any]]:
    from riverboat.arena.report import FACTORS, SHORT
    from riverboat.games.indicators import RATES

    books = [player.indicators for player in result.players]
    rows: list[dict[str, Any]] = []
    for name, meaning in RATES.items():
        samples = [book.sample(name) for book in books]
        if any(opportunities for _, opportunities in samples):
            short = SHORT.get(name, "").removesuffix(": ")
            rows.append({"name": short or name.replace("_", " "), "meaning": meaning, "samples": samples})
    for name, meaning in FACTORS.items():
        short, _, words = meaning.partition(": ")
        rows.append({"name": short, "meaning": words, "values": [float(getattr(book, name)) for book in books]})
    return rows


def _final_course(result: MatchResult, course: Course | None) -> dict[str, Any] | None:
    names = [player.name for player in result.players]
    if result.mode == "tournament" and course is not None:
        course.add(result.hands, [player.chips.total for player in result.players])
        reach = [player.chips.margin() * player.chips.count for player in result.players]
        return lines(names, course.points, reach)
    if not any(result.curves.values()):
        return None
    hands = [point[0] for point in result.curves[names[0]]]
    points = [(at, [result.curves[name][place][1] for name in names]) for place, at in enumerate(hands)]
    if result.mode == "ring":
        return lines(names, points, [])
    made = lines(names, points, [player.margin() * player.hands for player in result.players])
    if result.adjusted_curves:
        made["adjusted"] = [[chips for _, chips in result.adjusted_curves[name]] for name in names]
    return made


def _learning(result: MatchResult) -> dict[str, Any] | None:
    """Small bets a hand in each block, by player; the middle of the blocks, and the text of the table."""
    if result.learning is None or not any(player.curve for player in result.learning.players):
        return None
    from riverboat.arena.results import LEARNING_COLUMNS, learning_rows

    block, scale = result.learning.block, 1.0 / result.players[0].units.small_bet
    return {
        "block": block,
        "curves": [
            {
                "name": player.name,
                "hands": [(number + 0.5) * block for number in range(len(player.curve))],
                "sb": [pair(mean.scaled(scale)) for mean in player.curve],
            }
            for player in result.learning.players
        ],
        "columns": LEARNING_COLUMNS,
        "rows": learning_rows(result, scale),
    }


def lines(names: list[str], points: Sequence[tuple[int, Sequence[float]]], reach: list[float]) -> dict[str, Any]:
    """Winnings by player over hands; `reach` is how far the interval goes to either side at the end."""
    return {
        "names": names,
        "hands": [hands for hands, _ in points],
        "chips": [[chips[place] for _, chips in points] for place in range(len(names))],
        "reach": reach,
    }


def hand_line(hand: Hand, place: int) -> dict[str, Any]:
    """A hand in a list: who held what, the board, who won what."""

    def texts(cards: Sequence[int]) -> list[str]:
        return ["??" if card == HIDDEN else hand.rules.deck.card_text(card) for card in cards]

    return {
        "place": place,
        "number": hand.number,
        "players": list(hand.players),
        "cards": [texts((*down, *up)) for down, up in zip(hand.down, hand.up, strict=True)],
        "live": list(hand.live),
        "board": texts(hand.board),
        "pot": hand.pot,
        "collected": [float(chips) for chips in hand.collected],
        "won": [float(payoff) for payoff in hand.payoffs],
        "showdown": hand.went_to_showdown,
    }
