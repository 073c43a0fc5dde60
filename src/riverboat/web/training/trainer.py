"""Hands in training: dealt, kept on the server while they are played, counted.

What a browser gets before it acts (`Seen`) has the cards, the board, the line and the names of the actions; the mix and
the EVs leave the server with the judgement of an action, the opponent's cards when the hand is over. Hands live in
memory: `MAX_HANDS` of them, the least recently touched goes first, and a server that starts again has none.
"""

from __future__ import annotations

import secrets
from collections import OrderedDict
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Lock
from typing import Any, Final, NamedTuple

import numpy as np

from riverboat.cards.card import card_text
from riverboat.cards.ranges import Range
from riverboat.cards.ranking.orders import Category
from riverboat.solve.spot.drill import Drill, deal, deal_at
from riverboat.solve.spot.judging import Judgement
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.solve.spot.viewing import action_data, line_data
from riverboat.web.documents import Documents, new_id
from riverboat.web.errors import NotFoundError
from riverboat.web.people import Person
from riverboat.web.solutions import Solutions
from riverboat.web.training.scores import Difficulty, Record, Scores

MAX_HANDS: Final = 500


@dataclass(frozen=True)
class Wanted:
    """Which hands to deal."""

    spot: str
    title: str
    solution: str
    """Under which name its solution is opened."""
    player: int | None = None
    street: int | None = None
    hands: Range | None = None
    categories: frozenset[Category] = field(default_factory=frozenset)
    difficulty: Difficulty = "mix"
    mistakes: bool = False
    """Mistakes that are due first."""


class Acted(NamedTuple):
    """A decision, whether it was right, and what is left."""

    judgement: Judgement
    right: bool
    record: Record


@dataclass
class _Open:
    person: str
    wanted: Wanted
    drill: Drill
    again: bool
    lock: Lock = field(default_factory=Lock)


class Trainer:
    """The hands in training of one server; its methods may be called from several threads."""

    def __init__(self, documents: Documents, solutions: Solutions) -> None:
        self.scores: Final = Scores(documents)
        self._solutions = solutions
        self._hands: OrderedDict[str, _Open] = OrderedDict()
        self._lock = Lock()

    def deal(self, person: Person, wanted: Wanted) -> dict[str, Any]:
        """A new hand, or a mistake that is due; what the browser sees of it."""
        rng = np.random.default_rng(secrets.randbits(128))
        record = self.scores.record(person, wanted.spot) if wanted.mistakes else None
        due = record.due(datetime.now(UTC)) if record else []
        with self._solutions.opened(wanted.solution) as solution:
            if due:
                drill = deal_at(solution, rng, due[0].path, due[0].hand)
            else:
                drill = deal(
                    solution, rng, player=wanted.player, street=wanted.street, hands=wanted.hands,
                    categories=wanted.categories,
                )  # fmt: skip
            name = new_id()
            opened = _Open(person.id, wanted, drill, bool(due))
            with self._lock:
                self._hands[name] = opened
                while len(self._hands) > MAX_HANDS:
                    self._hands.popitem(last=False)
            return _seen(name, opened)

    def act(self, person: Person, name: str, action: str) -> tuple[Acted, dict[str, Any]]:
        """Take an action; the judgement, and what the browser sees afterwards."""
        with self._lock:
            opened = self._hands.get(name)
            if opened is None or opened.person != person.id:
                raise NotFoundError(f'hand "{name[:40]}": it is not in play any more; deal another one')
            self._hands.move_to_end(name)
        drill, wanted = opened.drill, opened.wanted
        with opened.lock, self._solutions.opened(wanted.solution) as solution:
            drill.solution = solution  # it may have been closed and opened again since
            spot = solution.spot
            judgement = drill.act(action)
            new = Record(wanted.spot, wanted.title, spot.board, spot.pot)
            right, record = self.scores.count(person, new, judgement, wanted.difficulty)
            return Acted(judgement, right, record), _seen(name, opened)


def _seen(name: str, opened: _Open) -> dict[str, Any]:
    """A hand as its player may see it now."""
    drill = opened.drill
    solution, node = drill.solution, drill.node
    tree, over = solution.solver.tree, drill.is_over
    found: dict[str, Any] = {
        "id": name,
        "spot": opened.wanted.spot,
        "title": opened.wanted.title,
        "again": opened.again,
        "player": PLAYERS[drill.player],
        "street": STREETS[len(drill.board) - 3],
        "hole": [card_text(card) for card in drill.hole],
        "board": [card_text(card) for card in drill.board],
        "path": drill.path,
        "line": line_data(tree, drill.path),
        "pot": tree.pot + sum(node.committed),
        "stacks": [tree.stack - paid for paid in node.committed],
        "to_call": 0 if over else node.committed[1 - drill.player] - node.committed[drill.player],
        "actions": [] if over else action_data(solution.node(drill.path)),
        "over": over,
    }
    if over:
        winner = drill.winner()
        found |= {
            "ended": drill.ended,
            "opponent": [card_text(card) for card in drill.opponent_hole],
            "winner": None if winner is None else PLAYERS[winner],
            "net": None if drill.ended == "left" else round(drill.net(), 4),
        }
    return found
