"""Who can bet what, and when? The betting of a heads-up spot from the flop, turn or river, without its cards.

OOP (player 0) acts first on every street, IP (player 1) after. The betting is the same whatever cards are dealt, so a
tree has one node where play has one for every run-out: a dealt card is `*` in a node's line. Amounts are chips, and a
bet or raise is named by this street's total of the player: `x/b100/r350/c/*/x` is check, bet 100, raise to 350, call,
a card, check. A street on which nobody can bet has no nodes of its own: its cards are dealt at once, so a tree without
bets is nothing but equity.

Sizes come from `sizes.py`. Edits change single lines: `add` puts a line in, with the usual replies after it, and
`remove` takes the last action of a line out, with all that follows it. A tree is built in one walk, 50,000 to 100,000
nodes per second; one above `MAX_NODES` is refused.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cached_property
from typing import Final, Literal, NamedTuple

from riverboat.cards.card import parse_card
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.notation import SPOT, split_step, step_text, word_for
from riverboat.games.rules import Rake
from riverboat.solve.betting import TooLargeError
from riverboat.solve.spot.sizes import STREETS, BetSizes, Moment, read_size

MAX_NODES: Final = 500_000
"""Larger betting trees are refused: their regrets would not fit into any memory."""
DEALT: Final = "*"
"""Any card, in a line."""
NO_RAKE: Final = Rake(0.0)
_MAX_RAISES: Final = 100  # of one street: with sizes so small that more fit, the tree is too deep to walk
_RIVER: Final = 2

_ALL_IN: Final = ("a", "allin", "all-in")


class Kind(IntEnum):
    """What happens at a node."""

    DECISION = 0
    FOLD = 1
    DEAL = 2
    ALL_IN = 3
    """Both are all-in before the river: the cards still missing are dealt and shown down."""
    SHOWDOWN = 4


@dataclass(slots=True, eq=False)
class Node:
    """One node of the betting, the same for every run-out."""

    kind: Kind
    street: int
    """0 flop, 1 turn, 2 river; at a deal the street that is over."""
    player: int
    """Who decides or who folded; otherwise -1."""
    committed: tuple[int, int]
    """The chips that each has put in since the start of the spot."""
    actions: tuple[Action, ...] = ()
    """What a decision offers: fold, check or call, bets and raises ascending."""
    names: tuple[str, ...] = ()
    """The same as lines have them: `f`, `x`, `c`, `b100`, `r900`."""
    children: list[Node] = field(default_factory=list, repr=False)
    """One for each action; a deal has one, the betting of the next street."""
    line: str = ""
    """The way from the root: `x/b100/c/*/x`; empty at the root."""

    @property
    def owes(self) -> bool:
        """Whether the player to act has a bet to call."""
        return self.committed[self.player] < self.committed[1 - self.player]

    def name_of(self, action: Action) -> str:
        """How lines have an action of the player to act. A bet is open on a street just where one is to be called."""
        return step_text(action, word_for(action, self.owes, self.owes), style=SPOT)


class Place(NamedTuple):
    """Where a path leads."""

    node: Node
    cards: tuple[int | None, ...]
    """The cards dealt on the way, None where the path has `*`."""


@dataclass(frozen=True, eq=False)
class Tree:
    """The betting of one spot."""

    root: Node
    pot: int
    """The chips in the middle at the start."""
    stack: int
    """The chips that each can still put in, the smaller stack's."""
    sizes: BetSizes
    rake: Rake = NO_RAKE

    def __iter__(self) -> Iterator[Node]:
        """Every node, parents before children, in the order of the actions."""
        open_nodes = [self.root]
        while open_nodes:
            node = open_nodes.pop()
            yield node
            open_nodes.extend(reversed(node.children))

    @cached_property
    def _counts(self) -> tuple[Counter[Kind], Counter[int], Counter[tuple[int, int]]]:
        kinds: Counter[Kind] = Counter()
        decisions: Counter[int] = Counter()
        choices: Counter[tuple[int, int]] = Counter()
        for node in self:
            kinds[node.kind] += 1
            if node.kind is Kind.DECISION:
                decisions[node.street] += 1
                choices[node.player, node.street] += len(node.actions)
        return kinds, decisions, choices

    @property
    def nodes(self) -> int:
        """How many nodes there are, ends and deals included, every run-out counted once."""
        return self._counts[0].total()

    @property
    def decisions(self) -> tuple[int, int, int]:
        """The decisions on the flop, turn and river, every run-out counted once."""
        counts = self._counts[1]
        return counts[0], counts[1], counts[2]

    @property
    def choices(self) -> tuple[tuple[int, int, int], tuple[int, int, int]]:
        """For each player and street, the number of actions of all decisions together."""
        counts = self._counts[2]
        return (counts[0, 0], counts[0, 1], counts[0, 2]), (counts[1, 0], counts[1, 1], counts[1, 2])

    def settlement(self, node: Node) -> tuple[float, float]:
        """Half of the pot and half of the rake if the hand ends at a node, a folder's chips matched by as many."""
        pot = self.pot + 2 * min(node.committed)
        return pot / 2.0, self.rake.exact(pot) / 2.0

    def decisions_on(self, boards: Sequence[int]) -> int:
        """The decisions of the whole game, with this many boards on the flop, turn and river."""
        return sum(count * times for count, times in zip(self.decisions, boards, strict=True))

    def find(self, path: str) -> Place:
        """The node at the end of a path such as `x/b100/c/Qc/x`; `b50%`, `r2.5x`, `a` and `*` are understood too."""
        steps = _steps(path)
        node, cards = self.root, []
        stage = _Round(node.committed[0], self.sizes.min_bet)
        for at, step in enumerate(steps):
            where = _where(path, steps, at)
            if node.kind is Kind.DEAL:
                cards.append(_card(step, where))
                node = node.children[0]
                stage = _Round(node.committed[0], self.sizes.min_bet)
            elif node.kind is Kind.DECISION:
                action = _action(step, node, stage, self, where)
                if action not in node.actions:
                    raise NotationError(f'{where}: no "{step}" there; choose {", ".join(node.names)}')
                stage = stage.after(action, node)
                node = node.children[node.actions.index(action)]
            else:
                raise NotationError(f'{where}: nothing follows, {_ENDED[node.kind]}; leave "{step}" out')
        return Place(node, tuple(cards))


_ENDED: Final = {
    Kind.FOLD: "a player has folded",
    Kind.ALL_IN: "both are all-in",
    Kind.SHOWDOWN: "the hands are shown down",
}


def build_tree(
    pot: int,
    stack: int,
    sizes: BetSizes,
    street: int = 0,
    *,
    rake: Rake = NO_RAKE,
    add: Iterable[str] = (),
    remove: Iterable[str] = (),
    max_nodes: int = MAX_NODES,
) -> Tree:
    """The betting of a spot that begins on a street (0 flop, 1 turn, 2 river) with a pot and one effective stack."""
    if pot <= 0:
        raise RiverboatError(f"pot {pot}: expected chips in the middle, at least 1")
    if stack < 0:
        raise RiverboatError(f"stack {stack}: expected 0 or more chips")
    if not 0 <= street < len(STREETS):
        raise RiverboatError(f"street {street}: expected 0 (flop), 1 (turn) or 2 (river)")
    edits = [_Edit("add", text, _steps(text)) for text in add] + [
        _Edit("remove", text, _steps(text)) for text in remove
    ]
    for edit in edits:
        if not edit.steps:
            raise NotationError(f'{edit.what} "{edit.text}": expected a line such as "x/b100"')
    return _Builder(pot, stack, sizes, rake, edits, max_nodes).build(street)


class _Round(NamedTuple):
    """One street's betting so far, as far as the next bet depends on it."""

    start: int
    """What each had committed when the street began."""
    step: int
    """The last bet or raise, which the next one may not fall below."""
    raised: int = 0
    """Bets and raises made."""
    aggressor: int = -1
    """Who made the last of them."""
    checked: bool = False
    donk: bool = False
    """Whether OOP's first bet is a donk bet."""

    def after(self, action: Action, node: Node) -> _Round:
        """The betting after an action at a node."""
        if action.verb != "raise_to":
            return self._replace(checked=True)
        step = max(self.step, action.amount - (node.committed[1 - node.player] - self.start))
        return self._replace(step=step, raised=self.raised + 1, aggressor=node.player)

    def moment(self, node: Node, pot: int, stack: int) -> Moment:
        """What the player at a node faces, in the terms of the sizes."""
        facing = node.committed[1 - node.player]
        faced, max_total = facing - self.start, stack - self.start
        return Moment(pot + 2 * facing, faced, min(faced + self.step, max_total), max_total, len(STREETS) - node.street)


class _Edit(NamedTuple):
    what: Literal["add", "remove"]
    text: str
    steps: tuple[str, ...]


class _Open(NamedTuple):
    """A decision or a deal whose children are still to be made, with the edits that lead here, one step on each."""

    node: Node
    stage: _Round
    edits: tuple[tuple[_Edit, int], ...]


class _Builder:
    def __init__(self, pot: int, stack: int, sizes: BetSizes, rake: Rake, edits: list[_Edit], max_nodes: int) -> None:
        self.edits = edits
        self.max_nodes = max_nodes
        self.done: set[_Edit] = set()
        self.open: list[_Open] = []
        self.made = 0
        root = Node(Kind.DEAL, 0, -1, (0, 0))  # a placeholder until the first street begins
        self.tree = Tree(root, pot, stack, sizes, rake)

    def build(self, street: int) -> Tree:
        root = self._begin(street, (0, 0), "", -1, tuple((edit, 0) for edit in self.edits))
        while self.open:
            node, stage, edits = self.open.pop()
            if node.kind is Kind.DEAL:
                self._deal(node, stage, edits)
            else:
                self._decide(node, stage, edits)
        for edit in self.edits:
            if edit not in self.done:
                raise NotationError(f'{edit.what} "{edit.text}": another edit removes this line')
        return Tree(root, self.tree.pot, self.tree.stack, self.tree.sizes, self.tree.rake)

    def _make(self, kind: Kind, street: int, player: int, committed: tuple[int, int], line: str) -> Node:
        self.made += 1
        if self.made > self.max_nodes:
            raise TooLargeError(f"more than {self.max_nodes:,} betting nodes; choose fewer sizes or a raise cap")
        return Node(kind, street, player, committed, line=line)

    def _begin(
        self, street: int, committed: tuple[int, int], line: str, bettor: int, edits: tuple[tuple[_Edit, int], ...]
    ) -> Node:
        """The first node of a street; `bettor` was the last to bet or raise on the one before."""
        sizes, start = self.tree.sizes, committed[0]
        donk = bettor == 1
        stage = _Round(start, sizes.min_bet, donk=donk)
        if start == self.tree.stack:
            return self._end(street, committed, line, edits)
        opened = any(edit.what == "add" and edit.steps[at] != DEALT for edit, at in edits)
        if sizes.is_closed(street, donk=donk) and not opened:
            return self._close(street, committed, line, stage, edits)
        node = self._make(Kind.DECISION, street, 0, committed, line)
        self.open.append(_Open(node, stage, edits))
        return node

    def _close(
        self,
        street: int,
        committed: tuple[int, int],
        line: str,
        stage: _Round,
        edits: tuple[tuple[_Edit, int], ...],
    ) -> Node:
        """The node after a street's last action, or in place of a street without betting."""
        if street == _RIVER or committed[0] == self.tree.stack:
            return self._end(street, committed, line, edits)
        node = self._make(Kind.DEAL, street, -1, committed, line)
        self.open.append(_Open(node, stage, edits))
        return node

    def _end(self, street: int, committed: tuple[int, int], line: str, edits: tuple[tuple[_Edit, int], ...]) -> Node:
        kind = Kind.SHOWDOWN if street == _RIVER else Kind.ALL_IN
        self._refuse_to_follow(kind, edits)
        return self._make(kind, street, -1, committed, line)

    def _refuse_to_follow(self, kind: Kind, edits: tuple[tuple[_Edit, int], ...]) -> None:
        for edit, at in edits:
            where = _where(edit.text, edit.steps, at, edit.what)
            raise NotationError(f'{where}: nothing follows, {_ENDED[kind]}; leave "{edit.steps[at]}" out')

    def _deal(self, node: Node, stage: _Round, edits: tuple[tuple[_Edit, int], ...]) -> None:
        following = []
        for edit, at in edits:
            if edit.steps[at] != DEALT:
                where = _where(edit.text, edit.steps, at, edit.what)
                raise NotationError(
                    f"{where}: a card is dealt there, and the betting is the same for every card; "
                    f'write "*" in place of "{edit.steps[at]}"'
                )
            if at + 1 == len(edit.steps):
                raise NotationError(f'{edit.what} "{edit.text}": ends with a card; write an action after it')
            following.append((edit, at + 1))
        line = f"{node.line}/{DEALT}" if node.line else DEALT
        node.children.append(self._begin(node.street + 1, node.committed, line, stage.aggressor, tuple(following)))

    def _decide(self, node: Node, stage: _Round, edits: tuple[tuple[_Edit, int], ...]) -> None:
        actions, following = self._edited(node, stage, self._usual(node, stage), edits)
        node.actions, node.names = tuple(actions), tuple(map(node.name_of, actions))
        for action, name in zip(node.actions, node.names, strict=True):
            next_edits = tuple((edit, at) for chosen, edit, at in following if chosen == action)
            line = f"{node.line}/{name}" if node.line else name
            node.children.append(self._child(node, stage, action, line, next_edits))

    def _usual(self, node: Node, stage: _Round) -> list[Action]:
        """The actions without edits: fold, check or call, bets and raises ascending."""
        tree = self.tree
        actions = [Action.fold(), Action.check_or_call()] if node.owes else [Action.check_or_call()]
        sizes = tree.sizes.list_at(node.player, node.street, raised=stage.raised, donk=stage.donk)
        if sizes and stage.raised >= _MAX_RAISES:
            raise TooLargeError(
                f"more than {_MAX_RAISES} raises on the {STREETS[node.street]}; choose larger raises or a raise cap"
            )
        if sizes:
            actions += map(Action.raise_to, tree.sizes.totals(sizes, stage.moment(node, tree.pot, tree.stack)))
        return actions

    def _edited(
        self, node: Node, stage: _Round, actions: list[Action], edits: tuple[tuple[_Edit, int], ...]
    ) -> tuple[list[Action], list[tuple[Action, _Edit, int]]]:
        """The actions after the edits of this node, and the action with which each edit goes on."""
        following: list[tuple[Action, _Edit, int]] = []
        removed: list[tuple[Action, _Edit]] = []
        for edit, at in edits:
            step, last = edit.steps[at], at + 1 == len(edit.steps)
            where = _where(edit.text, edit.steps, at, edit.what)
            action = _action(step, node, stage, self.tree, where)
            if action not in actions:
                if edit.what == "remove" or action.verb != "raise_to":
                    names = ", ".join(map(node.name_of, actions))
                    raise NotationError(f'{where}: no "{step}" there; the actions are {names}')
                moment = stage.moment(node, self.tree.pot, self.tree.stack)
                _check_legal(action.amount, moment, f"{where}: {node.name_of(action)}")
                actions = sorted([*actions, action], key=lambda each: (each.verb == "raise_to", each.amount))
            if not last:
                following.append((action, edit, at + 1))
                continue
            self.done.add(edit)
            if edit.what == "remove":
                removed.append((action, edit))
        for action, edit in removed:
            if actions == [action]:
                raise NotationError(f'remove "{edit.text}": nothing would be left to do there')
            actions = [each for each in actions if each != action]
        return actions, following

    def _child(
        self, node: Node, stage: _Round, action: Action, line: str, edits: tuple[tuple[_Edit, int], ...]
    ) -> Node:
        player = node.player
        if action.verb == "fold":
            self._refuse_to_follow(Kind.FOLD, edits)
            return self._make(Kind.FOLD, node.street, player, node.committed, line)
        other = node.committed[1 - player]
        own = other if action.verb == "check_or_call" else stage.start + action.amount
        committed = (own, other) if player == 0 else (other, own)
        if action.verb == "check_or_call" and (node.owes or stage.checked):
            return self._close(node.street, committed, line, stage, edits)
        child = self._make(Kind.DECISION, node.street, 1 - player, committed, line)
        self.open.append(_Open(child, stage.after(action, node), edits))
        return child


# Paths ----------------------------------------------------------------------------------------------------------------


def _steps(path: str) -> tuple[str, ...]:
    return tuple(step for step in re.split(r"[/,\s]+", path) if step)


def _where(text: str, steps: Sequence[str], at: int, what: str = "path") -> str:
    """The beginning of an error message about a step."""
    return f'{what} "{text}", {"after " + "/".join(steps[:at]) if at else "at the start"}'


def _card(step: str, where: str) -> int | None:
    if step == DEALT:
        return None
    try:
        return parse_card(step)
    except RiverboatError:
        raise NotationError(f'{where}: a card is dealt there; write one such as Qc, or *, for "{step}"') from None


def _action(step: str, node: Node, stage: _Round, tree: Tree, where: str) -> Action:
    """The action that a step names at a node, whether or not the node offers it."""
    if step.lower() in _ALL_IN:
        return Action.raise_to(tree.stack - stage.start)
    word, amount = split_step(step, SPOT)
    if word is None or (word in ("bet", "raise")) != bool(amount):
        raise NotationError(
            f'{where}: cannot read "{step}"; actions are f (fold), x (check), c (call), a (all-in), b100 and r350 '
            "(bet and raise, this street's total)"
        )
    if word == "fold":
        return Action.fold()
    if word in ("check", "call"):
        if (word == "call") != node.owes:
            raise NotationError(
                f"{where}: {'a bet is to be called; write c' if node.owes else 'nothing to call; write x'}"
            )
        return Action.check_or_call()
    if (word == "raise") != node.owes:
        raise NotationError(
            f'{where}: "{step}" is not a {"raise" if node.owes else "bet"}; write {"r" if node.owes else "b"}{amount}'
        )
    if amount.isdecimal():
        return Action.raise_to(int(amount))
    return Action.raise_to(tree.sizes.legal(read_size(amount, where), stage.moment(node, tree.pot, tree.stack)))


def _check_legal(total: int, moment: Moment, where: str) -> None:
    if moment.faced >= moment.max_total:
        raise NotationError(f"{where} is not a legal action; the opponent is all-in")
    if not moment.min_total <= total <= moment.max_total:
        raise NotationError(
            f"{where} is not a legal action; totals from {moment.min_total} to {moment.max_total} (all-in) are"
        )
