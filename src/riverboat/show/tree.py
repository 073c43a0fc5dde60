"""A small betting tree as a picture: who acts where, and the action probabilities of each hand.

Nodes go from left to right, one column per decision. A decision is a card with one line for each hand, on which a bar
is divided as the choices are; below it are its choices. An end says what is paid. Plain data in, SVG out; a few hundred
nodes are as many as a person can read, and `draw_tree` refuses more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from riverboat.errors import RiverboatError

MAX_NODES: Final = 400
_COLOURS: Final = ("#4a7fb5", "#5aa469", "#c9584f", "#b08a3e", "#8a63a8", "#4f9a9a", "#9a4f6b")
_BOX, _GAP, _LINE, _HEAD, _BETWEEN = 150, 70, 15, 22, 10


@dataclass(frozen=True)
class Choice:
    """What may be done at a node, and where it leads."""

    name: str
    after: TreeNode
    kind: int = 0
    """Which colour; the same for the same kind of decision everywhere."""


@dataclass(frozen=True)
class TreeNode:
    """A decision (with choices), a deal or an end (without)."""

    title: str
    hands: Sequence[tuple[str, Sequence[float]]] = ()
    """At a decision, for each hand its name and the probability of each choice."""
    choices: Sequence[Choice] = field(default=())

    @property
    def size(self) -> int:
        """How many nodes there are from here on."""
        return 1 + sum(choice.after.size for choice in self.choices)


def draw_tree(root: TreeNode) -> str:
    """The picture as SVG."""
    if root.size > MAX_NODES:
        raise RiverboatError(f"a tree of {root.size} nodes cannot be drawn; up to {MAX_NODES} can")
    parts: list[str] = []
    width, height = _place(root, 0, 0.0, parts)
    return (
        f'<svg class="tree" viewBox="0 0 {width:.0f} {height:.0f}" width="{width:.0f}" height="{height:.0f}" '
        'xmlns="http://www.w3.org/2000/svg" font-family="system-ui, sans-serif" font-size="11" fill="currentColor">'
        f"{''.join(parts)}</svg>"
    )


def _height(node: TreeNode) -> float:
    return _HEAD + _LINE * len(node.hands)


def _place(node: TreeNode, column: int, top: float, parts: list[str]) -> tuple[float, float]:
    """Draw a node and everything after it below `top`; returns how far it reaches to the right and down."""
    left = float(column * (_BOX + _GAP))
    right, bottom = left + _BOX, top + _height(node) + _BETWEEN
    at = top
    for choice in node.choices:
        reach, below = _place(choice.after, column + 1, at, parts)
        parts.append(_edge(left + _BOX, top + _HEAD / 2, left + _BOX + _GAP, at + _HEAD / 2, choice))
        at = below
        right = max(right, reach)
    parts.append(_card(node, left, top))
    return right, max(bottom, at)


def _edge(x: float, y: float, to_x: float, to_y: float, choice: Choice) -> str:
    middle = (x + to_x) / 2
    colour = _COLOURS[choice.kind % len(_COLOURS)]
    return (
        f'<path d="M{x:.0f} {y:.1f}C{middle:.0f} {y:.1f} {middle:.0f} {to_y:.1f} {to_x:.0f} {to_y:.1f}" fill="none" '
        f'stroke="{colour}" stroke-width="1.5"/>'
        f'<text x="{to_x - 4:.0f}" y="{to_y - 4:.1f}" text-anchor="end">{escape(choice.name)}</text>'
    )


def _card(node: TreeNode, x: float, y: float) -> str:
    parts = [
        f'<rect x="{x:.0f}" y="{y:.1f}" width="{_BOX}" height="{_height(node):.1f}" rx="4" fill="none" '
        'stroke="currentColor" stroke-opacity=".35"/>',
        f'<text x="{x + 6:.0f}" y="{y + 15:.1f}" font-weight="600">{escape(node.title)}</text>',
    ]
    bar_x, bar_width = x + 44, _BOX - 50
    for line, (name, probabilities) in enumerate(node.hands):
        line_y = y + _HEAD + _LINE * line
        parts.append(f'<text x="{x + 6:.0f}" y="{line_y + 10:.1f}">{escape(name)}</text>')
        start = float(bar_x)
        for choice, chance in zip(node.choices, probabilities, strict=True):
            share = bar_width * chance
            said = f"{name}: {choice.name} {chance:.4f}"
            parts.append(
                f'<rect x="{start:.1f}" y="{line_y + 2:.1f}" width="{share:.1f}" height="{_LINE - 5}" '
                f'fill="{_COLOURS[choice.kind % len(_COLOURS)]}"><title>{escape(said)}</title></rect>'
            )
            start += share
    return "".join(parts)
