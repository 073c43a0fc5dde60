"""Rule players of limit hold'em written down as tables, exactly: hands between the same edges are played alike.

What a rule player does depends on its cards through one number, and on that only through comparisons: is the strength
enough to bet for value after so many raises, is it worth the price of this call? Limit hold'em has few prices, so that
a hundred edges on the river and fewer before say everything. A label is the number of edges that a hand reaches.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.expected_strength import LIMIT, ExpectedStrength
from riverboat.agents.rules import RuleBot, Style, needed_ahead, share_believed, starting_place
from riverboat.agents.strength import holdem_look_ups, starting_strength
from riverboat.cards.holdings import CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.games.action import Action
from riverboat.games.agent import Agent
from riverboat.games.betting import Betting
from riverboat.model.styles import share_at_table
from riverboat.odds.strength.expected import expected_strength_by_holding
from riverboat.solve.core.policy import ActionProbabilities
from riverboat.solve.limit.tabulation import LabelledPolicy, every_decision

Floats = NDArray[np.float64]
_STREETS: Final = 4
_PLAYERS: Final = 2
_FOLD, _CALL = Action.fold(), Action.check_or_call()


class StyleTable:
    """`rules(...)` heads-up: starting hands before the flop, edges of average rank strength after it."""

    def __init__(self, style: Style) -> None:
        self.style: Final = style
        places = np.empty(CLASSES)
        for cards, hand_class in zip(HOLDING_CARDS.tolist(), HOLDING_CLASS.tolist(), strict=True):
            places[hand_class] = starting_place(tuple(cards), _PLAYERS)
        self._places: Final = places
        edges: list[set[float]] = [set() for _ in range(_STREETS)]
        for betting in every_decision():
            if betting.street:
                edges[betting.street].update(self._edges_at(betting))
        self._edges: Final = tuple(np.array(sorted(each)) for each in edges)

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street."""
        return (CLASSES, *(len(edges) + 1 for edges in self._edges[1:]))

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every hand on a board; -1 where the board blocks it."""
        if not board:
            return HOLDING_CLASS.astype(np.int64)
        strengths = holdem_look_ups(board)
        found = np.searchsorted(self._edges[len(board) - 2], strengths, side="right")
        return np.where(np.isnan(strengths), -1, found)

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does with every label."""
        rows = self._before_flop(betting) if betting.street == 0 else self._by_strength(betting)
        return _legal(betting, rows)

    def _before_flop(self, betting: Betting) -> Floats:
        playing = share_at_table(self.style.play, _PLAYERS) * self.style.respect**betting.raises
        raised, played = self._places <= playing * self.style.raises, self._places <= playing
        return np.stack([~raised & ~played, ~raised & played, raised], axis=1).astype(np.float64)

    def _by_strength(self, betting: Betting) -> Floats:
        style, edges = self.style, self._edges[betting.street]
        value, call = self._edges_at(betting)
        labels = np.arange(len(edges) + 1)
        wanted = np.where(
            labels > np.searchsorted(edges, value), style.aggression, 0.0 if _owed(betting) else style.bluff
        )
        stays = labels > np.searchsorted(edges, call)
        timid = 1.0 - wanted
        return np.stack([np.where(stays, 0.0, timid), np.where(stays, timid, 0.0), wanted], axis=1)

    def _edges_at(self, betting: Betting) -> tuple[float, float]:
        """The strengths from which it bets for value, and from which it stays."""
        owed, pot = _owed(betting), sum(betting.committed)
        price = (owed / (pot + owed) if owed else 0.0) + self.style.margin
        believed = share_believed(self.style, betting.raises, betting.street)
        needed = needed_ahead(self.style, betting.raises, 1)
        return _edge(needed, believed), _edge(price, believed)


class BandTable:
    """`expected_strength`: bands of E[HS] on every street."""

    _uppers: Final = np.array([upper for upper, _ in LIMIT])
    _rows: Final = np.array([row for _, row in LIMIT])

    def label_counts(self) -> tuple[int, ...]:
        """The number of labels on each street."""
        return (len(LIMIT),) * _STREETS

    def labels(self, board: tuple[int, ...]) -> NDArray[np.int64]:
        """int64[1326]: the label of every hand on a board; -1 where the board blocks it."""
        if board:
            strengths = expected_strength_by_holding(np.array(board, np.uint8))
        else:
            strengths = np.array([starting_strength(hand_class, 1) for hand_class in range(CLASSES)])[HOLDING_CLASS]
        return np.where(np.isnan(strengths), -1, np.searchsorted(self._uppers, strengths, side="right"))

    def at_labels(self, betting: Betting) -> ActionProbabilities:
        """What the player to act does with every label."""
        return _legal(betting, self._rows)


def rule_table(agent: Agent) -> LabelledPolicy | None:
    """The table of a rule player; None for others."""
    return next((make(agent) for kind, make in _TABLES.items() if type(agent) is kind), None)


def _of_style(agent: Agent) -> LabelledPolicy:
    assert isinstance(agent, RuleBot)
    return StyleTable(agent.style)


_TABLES: Final[dict[type[Agent], Callable[[Agent], LabelledPolicy]]] = {
    RuleBot: _of_style,
    ExpectedStrength: lambda agent: BandTable(),
}


def _edge(needed: float, believed: float) -> float:
    """The strength from which max(0, 1 - (1 - strength) / believed) is at least `needed`."""
    return 1.0 - (1.0 - needed) * believed if needed > 0.0 else -np.inf


def _owed(betting: Betting) -> int:
    actor = betting.actor
    assert actor is not None
    return betting.highest_bet - betting.bets[actor]


def _legal(betting: Betting, rows: Floats) -> ActionProbabilities:
    """Fold, call and raise; what is not allowed becomes a check or a call."""
    interval = betting.raise_interval()
    raising = _CALL if interval is None else Action.raise_to(interval[0])
    return ActionProbabilities((_FOLD if _owed(betting) else _CALL, _CALL, raising), rows)
