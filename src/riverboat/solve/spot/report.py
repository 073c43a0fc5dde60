"""What does the solution say at a node? Numbers for people and programs: each hand, each class of hands, both players.

For every combination: its weight (how much of it is still in the range), what it can expect of the pot from here on
(EV), its equity when all cards are dealt and shown, and how much of that equity it realises,

    EQR = EV / (equity * pot),

and for the player to act how often it takes each action and what each action is worth. Classes (`AKs`) and whole ranges
are means over combinations by how likely each is when both players have come here, cards that the opponent holds taken
into account. What is impossible (a hand that no hand of the opponent leaves possible) is NaN; `null` in JSON.

`RunoutReport` says for every card that can come how likely it is, what it does to both players, and how often the next
player takes each action.

A node takes one pass over its street's betting on one board and a few sums: milliseconds (`node_values.py`). A run-out
report takes one for every card: a few dozen milliseconds before the river, as long as an iteration or two before the
turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.cards.card import DECK_SIZE, card_text, cards_text
from riverboat.cards.holdings import CLASS_NAMES, CLASSES, HOLDING_CARDS, HOLDING_CLASS
from riverboat.errors import RiverboatError
from riverboat.solve.spot.node_values import NodeEvaluator, NodeValues
from riverboat.solve.spot.runouts import Hands
from riverboat.solve.spot.sizes import PLAYERS, STREETS
from riverboat.solve.spot.tree import DEALT, Kind, Node

if TYPE_CHECKING:
    from rich.console import RenderableType

Numbers = NDArray[np.float64]
DIGITS: Final = 6
"""Decimals in JSON."""
MIN_EQUITY: Final = 1e-5
"""With less equity there is no EQR."""


@dataclass(frozen=True, eq=False)
class Figures:
    """Numbers of some hands, or of classes of hands, in arrays side by side."""

    names: tuple[str, ...]
    """`AhKh`, or `AKs`."""
    combos: Numbers
    """The weight of a combination from 0 to 1: of the range, times the probability that it is played to the node; a
    class has the sum."""
    probabilities: Numbers
    """How likely each is when both players have come to the node; all together 1."""
    ev: Numbers
    """What each can expect of the pot from here on, in chips."""
    equity: Numbers
    eqr: Numbers
    """EV / (equity * pot)."""
    strategy: Numbers
    """[action, hand], how often each action is taken; no rows for the player who does not act."""
    action_ev: Numbers
    """[action, hand], what each action is worth."""

    def __len__(self) -> int:
        return len(self.names)

    def index(self, name: str) -> int:
        """The place of a hand such as `AhKh`, cards in either order, or of a class such as `AKs`."""
        for text in (name, name[2:] + name[:2]):
            if text in self._places:
                return self._places[text]
        raise RiverboatError(f'hand "{name}": not in the range here')

    @cached_property
    def _places(self) -> dict[str, int]:
        return {name: place for place, name in enumerate(self.names)}

    def to_json(self, actions: Sequence[str]) -> dict[str, dict[str, Any]]:
        """By name, those that are in the range; `actions` name the rows of the strategy."""
        columns = [_plain(each) for each in (self.combos, self.ev, self.equity, self.eqr)]
        strategy, action_ev = _plain(self.strategy), _plain(self.action_ev)
        found = {}
        for place in np.flatnonzero(self.combos > 0).tolist():
            weight, ev, equity, eqr = (column[place] for column in columns)
            entry: dict[str, Any] = {"weight": weight, "ev": ev, "equity": equity, "eqr": eqr}
            if strategy:
                entry["strategy"] = {action: row[place] for action, row in zip(actions, strategy, strict=True)}
                entry["action_ev"] = {action: row[place] for action, row in zip(actions, action_ev, strict=True)}
            found[self.names[place]] = entry
        return found


@dataclass(frozen=True)
class Total:
    """A whole range at a node."""

    combos: float
    """Combinations, by weight."""
    ev: float
    equity: float
    eqr: float
    frequencies: tuple[float, ...] = ()
    """How often each action is taken; empty for the player who does not act."""
    action_ev: tuple[float, ...] = ()
    """What each action earns the hands that take it."""

    def to_json(self, actions: Sequence[str]) -> dict[str, Any]:
        """For programs."""
        numbers = {"combos": self.combos, "ev": self.ev, "equity": self.equity, "eqr": self.eqr}
        found: dict[str, Any] = {name: _plain(number) for name, number in numbers.items()}
        if self.frequencies:
            found["frequencies"] = dict(zip(actions, _plain(self.frequencies), strict=True))
            found["action_ev"] = dict(zip(actions, _plain(self.action_ev), strict=True))
        return found


@dataclass(frozen=True, eq=False)
class Side:
    """One player at a node."""

    player: int
    hands: Figures
    """Every combination that the board leaves possible, of weight zero too."""
    holdings: NDArray[np.int64]
    """Their numbers among all 1,326."""
    pot: int

    @property
    def name(self) -> str:
        """`oop` or `ip`."""
        return PLAYERS[self.player]

    @cached_property
    def classes(self) -> Figures:
        """The 169 classes, in the order of the grid."""
        hands = self.hands
        cells = HOLDING_CLASS[self.holdings]

        def add(numbers: Numbers) -> Numbers:
            return np.asarray(np.bincount(cells, numbers, CLASSES), np.float64)

        def mean(numbers: Numbers) -> Numbers:
            return _quotient(add(_product(hands.probabilities, numbers)), probabilities)

        probabilities = add(hands.probabilities)
        ev, equity = mean(hands.ev), mean(hands.equity)
        strategy, action_ev = (
            np.array([mean(row) for row in rows]).reshape(len(rows), CLASSES)
            for rows in (hands.strategy, hands.action_ev)
        )
        eqr = _realised(ev, equity, self.pot)
        return Figures(CLASS_NAMES, add(hands.combos), probabilities, ev, equity, eqr, strategy, action_ev)

    @cached_property
    def total(self) -> Total:
        """The whole range."""
        hands = self.hands
        if not hands.probabilities.any():
            nothing = (np.nan,) * len(hands.strategy)
            return Total(float(hands.combos.sum()), np.nan, np.nan, np.nan, nothing, nothing)
        ev, equity = (float(_product(hands.probabilities, numbers).sum()) for numbers in (hands.ev, hands.equity))
        taken = hands.probabilities * hands.strategy
        frequencies = taken.sum(axis=1)
        earned = _quotient(_product(taken, hands.action_ev).sum(axis=1), frequencies)
        eqr = ev / (equity * self.pot) if equity >= MIN_EQUITY else np.nan
        return Total(float(hands.combos.sum()), ev, equity, eqr, tuple(frequencies.tolist()), tuple(earned.tolist()))

    def to_json(self, actions: Sequence[str]) -> dict[str, Any]:
        """For programs."""
        listed = {"hands": self.hands.to_json(actions), "classes": self.classes.to_json(actions)}
        return self.total.to_json(actions) | listed


@dataclass(frozen=True, eq=False)
class NodeReport:
    """Everything about one node on one board."""

    path: str
    """From the start of the spot, with the cards: `x/b100/c/Qc`."""
    board: str
    street: str
    """`flop`, `turn` or `river`."""
    kind: Kind
    player: int | None
    """Who acts, 0 OOP or 1 IP; None where nobody does."""
    pot: int
    stacks: tuple[int, int]
    """What OOP and IP have left, of the smaller stack."""
    actions: tuple[str, ...]
    """What the player to act can do: `f`, `x`, `c`, `b100`, `r900`."""
    puts_in: tuple[int, ...]
    """The chips that each action costs; all that the player has left for an all-in."""
    oop: Side
    ip: Side

    @classmethod
    def of(cls, evaluator: NodeEvaluator, path: str = "") -> NodeReport:
        """The node at the end of a path."""
        here = evaluator.evaluate(path)
        node, tree = here.node, evaluator.solver.tree
        sides = [_side(here, player, evaluator.solver.hands[player]) for player in (0, 1)]
        return cls(
            _path(node, here.board[len(evaluator.solver.runouts.board) :]),
            cards_text(here.board),
            STREETS[node.street],
            node.kind,
            node.player if node.kind is Kind.DECISION else None,
            here.pot,
            (tree.stack - node.committed[0], tree.stack - node.committed[1]),
            node.names,
            tuple(child.committed[node.player] - node.committed[node.player] for child in node.children)
            if node.kind is Kind.DECISION
            else (),
            sides[0],
            sides[1],
        )

    @property
    def sides(self) -> tuple[Side, Side]:
        """OOP and IP."""
        return self.oop, self.ip

    @property
    def acting(self) -> Side | None:
        """The player to act."""
        return None if self.player is None else self.sides[self.player]

    @property
    def frequencies(self) -> dict[str, float]:
        """How often each action is taken."""
        acting = self.acting
        return {} if acting is None else dict(zip(self.actions, acting.total.frequencies, strict=True))

    def hand(self, name: str) -> dict[str, Any]:
        """One combination (`AhKh`) or class (`AKs`) of the player to act, as in JSON."""
        if self.acting is None:
            raise RiverboatError(f'node "{self.path}": nobody acts here; ask .oop or .ip')
        figures = self.acting.classes if name in CLASS_NAMES else self.acting.hands
        found = figures.to_json(self.actions).get(figures.names[figures.index(name)])
        if found is None:
            raise RiverboatError(f'hand "{name}": not in the range here')
        return found

    def to_json(self) -> dict[str, Any]:
        """For programs: probabilities are fractions, amounts chips, and EV counts the pot."""
        names = self.actions
        return {
            "path": self.path,
            "board": self.board,
            "street": self.street,
            "kind": self.kind.name.lower(),
            "to_act": None if self.player is None else PLAYERS[self.player],
            "pot": self.pot,
            "stacks": dict(zip(PLAYERS, self.stacks, strict=True)),
            "actions": list(names),
            "oop": self.oop.to_json(names),
            "ip": self.ip.to_json(names),
        }

    def __rich__(self) -> RenderableType:
        from riverboat.solve.spot.tables import node_tables

        return node_tables(self)

    def __str__(self) -> str:
        from riverboat.solve.spot.tables import as_text

        return as_text(self.__rich__())


@dataclass(frozen=True)
class CardReport:
    """What one card means, after it has come."""

    card: str
    probability: float
    """How likely it is to come, the cards of both players taken into account."""
    oop: Total
    ip: Total

    def to_json(self, actions: Sequence[str]) -> dict[str, Any]:
        """For programs."""
        sides = {"oop": self.oop.to_json(actions), "ip": self.ip.to_json(actions)}
        return {"probability": _plain(self.probability), **sides}


@dataclass(frozen=True)
class RunoutReport:
    """Every card that can come after a path."""

    path: str
    board: str
    pot: int
    player: int | None
    """Who acts next; None where the street has no betting."""
    actions: tuple[str, ...]
    """What the next player can do."""
    cards: tuple[CardReport, ...]

    @classmethod
    def of(cls, evaluator: NodeEvaluator, path: str = "") -> RunoutReport:
        """The cards that can come where a path ends."""
        before = evaluator.evaluate(path)
        node, solver = before.node, evaluator.solver
        if node.kind is not Kind.DEAL:
            raise RiverboatError(f'path "{path}": no card is dealt there; expected the end of a street\'s betting')
        dealt = before.board[len(solver.runouts.board) :]
        following = node.children[0]
        left = _mass(before) * solver.runouts.cards_left[len(dealt)]
        cards = []
        for card in range(solver.runouts.lowest, DECK_SIZE):
            if card in before.board:
                continue
            here = evaluator.evaluate_node(following, [*dealt, card])
            oop, ip = (_side(here, player, solver.hands[player]).total for player in (0, 1))
            cards.append(CardReport(card_text(card), _mass(here) / left if left else np.nan, oop, ip))
        acts = following.kind is Kind.DECISION
        return cls(
            _path(node, dealt),
            cards_text(before.board),
            before.pot,
            following.player if acts else None,
            following.names,
            tuple(cards),
        )

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "path": self.path,
            "board": self.board,
            "pot": self.pot,
            "to_act": None if self.player is None else PLAYERS[self.player],
            "actions": list(self.actions),
            "cards": {each.card: each.to_json(self.actions) for each in self.cards},
        }

    def __rich__(self) -> RenderableType:
        from riverboat.solve.spot.tables import runout_table

        return runout_table(self)

    def __str__(self) -> str:
        from riverboat.solve.spot.tables import as_text

        return as_text(self.__rich__())


def _side(here: NodeValues, player: int, hands: Hands) -> Side:
    """One player at a node, without the hands that the board rules out."""
    blocked = np.zeros(DECK_SIZE, bool)
    blocked[list(here.board)] = True
    live = np.flatnonzero(~blocked[hands.cards].any(axis=1))
    possible = np.where(here.meets[player][live] > 0, 1.0, np.nan)
    ev = here.ev[player][live] * possible
    equity = np.clip(here.equity[player][live], 0.0, 1.0) * possible  # sums of floats may stray by 1e-12
    none = np.zeros((0, len(live)))
    acts = here.node.kind is Kind.DECISION and here.node.player == player
    figures = Figures(
        tuple(map(_holding_names().__getitem__, hands.holdings[live].tolist())),
        here.reach[player][live],
        here.weights[player][live],
        ev,
        equity,
        _realised(ev, equity, here.pot),
        here.strategy[:, live] if acts else none,
        here.action_ev[:, live] * possible if acts else none,
    )
    return Side(player, figures, hands.holdings[live], here.pot)


@cache
def _holding_names() -> tuple[str, ...]:
    """`AhKh`, the higher card first, for all 1,326."""
    return tuple(cards_text((int(high), int(low))) for low, high in HOLDING_CARDS)


def _mass(here: NodeValues) -> float:
    """The weight of all pairs of hands with which both players come to the node."""
    return float(here.reach[0] @ here.meets[0])


def _path(node: Node, dealt: Sequence[int]) -> str:
    cards = iter(dealt)
    return "/".join(card_text(next(cards)) if step == DEALT else step for step in node.line.split("/"))


def _product(probabilities: Numbers, numbers: Numbers) -> Numbers:
    """The product with probabilities; what has probability zero counts as zero, even NaN."""
    return np.where(probabilities > 0, probabilities * numbers, 0.0)


def _quotient(above: Numbers, below: Numbers) -> Numbers:
    """Not a number where there is nothing to divide by."""
    return np.asarray(np.divide(above, below, out=np.full(np.shape(above), np.nan), where=below > 0))


def _realised(ev: Numbers, equity: Numbers, pot: int) -> Numbers:
    return _quotient(ev, np.where(equity >= MIN_EQUITY, equity * pot, 0.0))


def _plain(numbers: Any) -> Any:
    """Rounded, as Python's own numbers in lists, None for what is not a number."""
    rounded = np.round(np.asarray(numbers, np.float64), DIGITS) + 0.0
    if not np.isnan(rounded).any():
        return rounded.tolist()
    if not rounded.ndim:
        return None
    plain = rounded.astype(object)
    plain[np.isnan(rounded)] = None
    return plain.tolist()
