"""A solved game for people: the betting tree with everyone's strategy, or a table where the tree is too large."""

from __future__ import annotations

from itertools import starmap
from typing import Final

from riverboat.games.notation import word_of_letter
from riverboat.show.page import Html, figure, page, paragraph, section, table
from riverboat.show.tree import MAX_NODES, Choice, TreeNode, draw_tree
from riverboat.solve.betting import DEAL, END
from riverboat.solve.strategy import Strategy

_MAX_HANDS: Final = 40
_KINDS: Final = {"f": 0, "k": 1, "c": 1, "b": 2, "r": 2}


def strategy_page(strategy: Strategy) -> str:
    """A self-contained page about a strategy."""
    tree, found = strategy.tree, strategy.exploitability()
    rows = [
        (str(position), f"{value:+.6f}", f"{best:+.6f}", f"{gain:.6f}")
        for position, (value, best, gain) in enumerate(zip(found.values, found.best, found.gains, strict=True))
    ]
    summary = table(("position", "wins", "best response wins", "gain"), rows)
    said = (
        f"{tree.sets:,} information sets, {tree.nodes:,} nodes; {strategy.origin.method}, "
        f"{strategy.origin.iterations:,} iterations; exploitability {found.chips:.6f} chips per hand."
    )
    root = _node(strategy, 0)
    most = max((len(each[1]) for each in _hands(strategy).values()), default=0)
    if root.size <= MAX_NODES and most <= _MAX_HANDS:
        body = figure(
            draw_tree(root), "Bars: fold blue, check or call green, bet or raise red; point at one to read it."
        )
    else:
        body = _table(strategy)
    return page(strategy.game, paragraph(said) + section("Value", summary) + section("Strategy", body))


def _hands(strategy: Strategy) -> dict[int, tuple[list[str], list[tuple[str, list[float]]]]]:
    """For each decision of the betting tree its choices, and for each hand the probabilities."""
    tree = strategy.tree
    found: dict[int, tuple[list[str], list[tuple[str, list[float]]]]] = {}
    for (_, label), (information_set, probabilities) in zip(
        strategy.by_label, enumerate(strategy.by_label.values()), strict=True
    ):
        letters, hands = found.setdefault(tree.betting_node_of(information_set), (list(probabilities), []))
        hands.append((label.split(" ")[0], [probabilities[letter] for letter in letters]))
    return found


def _node(
    strategy: Strategy,
    betting_node: int,
    known: dict[int, tuple[list[str], list[tuple[str, list[float]]]]] | None = None,
) -> TreeNode:
    betting = strategy.tree.betting
    hands = known if known is not None else _hands(strategy)
    while betting.player[betting_node] == DEAL:
        betting_node = int(betting.first_child[betting_node])
    if betting.player[betting_node] == END:
        if betting.is_showdown(betting_node):
            return TreeNode(f"showdown for {int(betting.committed[betting_node].sum())}")
        return TreeNode(" ".join(f"{chips:+g}" for chips in betting.payoffs(betting_node)))
    letters, lines = hands[betting_node]
    first = int(betting.first_child[betting_node])
    choices = [
        Choice(
            (word_of_letter(letter[0]) or letter[0]) + letter[1:],
            _node(strategy, first + at, hands),
            _KINDS.get(letter[0], 3),
        )
        for at, letter in enumerate(letters)
    ]
    streets, player = strategy.tree.rules.streets, int(betting.player[betting_node])
    street = f", {streets[int(betting.street[betting_node])].name}" if len(streets) > 1 else ""
    return TreeNode(f"position {player}{street}", lines, choices)


def _table(strategy: Strategy) -> Html:
    rows = list(starmap(_row, strategy.by_label.items()))
    return table(("position", "hand and betting", "strategy"), rows, text=(0, 1, 2))


def _row(where: tuple[int, str], probabilities: dict[str, float]) -> tuple[str, str, str]:
    return str(where[0]), where[1], "  ".join(f"{letter} {chance:.4f}" for letter, chance in probabilities.items())
