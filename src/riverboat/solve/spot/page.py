"""A solved spot as one page to walk through: range grid, combinations, cards to come, equity and EV of both ranges.

The file holds everything: style, script and the numbers of its nodes; it fetches nothing. Without a script it shows
the first node; with one, clicking an action (or a card) leads on, and the address remembers the way.

In the page are all nodes of the spot's first street, those of the streets that lead to `node`, and a report of every
card where one is dealt, as long as the file stays below `MAX_BYTES`: nodes near the start come first, ends last.
`viewing.py` says how a node is written.

Reading a node takes milliseconds, a report of turn cards as long as an iteration or two of the solver.
"""

from __future__ import annotations

import json
import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from riverboat.cards.holdings import CLASS_NAMES, CLASSES
from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.show.curves import Curve, line_chart
from riverboat.show.page import Html, figure, folded, html, page, paragraph, section, table
from riverboat.solve.spot.viewing import (
    MIN_WEIGHT,
    PLAIN,
    SIDES,
    action_data,
    board_data,
    card_data,
    decimals,
    node_data,
    node_note,
    node_title,
    terms,
)

if TYPE_CHECKING:
    from riverboat.solve.spot.report import Figures, NodeReport, Side
    from riverboat.solve.spot.solution import Solution
    from riverboat.solve.spot.tree import Node

MAX_BYTES: Final = 5_000_000
"""The file is smaller than this, unless the nodes on the way to the first one shown exceed it alone."""

_FRAME_BYTES: Final = 300_000  # style, script, the grid and the curves of the first node
_SYMBOLS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}


def write(solution: Solution, path: str | Path, *, node: str = "", depth: int | None = None) -> None:
    """Write the page to a file; `spot_page` says what is in it."""
    write_text(Path(path), spot_page(solution, node=node, depth=depth))


def spot_page(solution: Solution, *, node: str = "", depth: int | None = None) -> str:
    """The page; it opens at `node`, and holds nodes up to `depth` actions into a street, all that fit if not given."""
    if depth is not None and depth < 0:
        raise RiverboatError(f"depth {depth}: expected 0 or more actions")
    first = solution.node(node)
    data = _data(solution, first, depth)
    title = f"Spot {solution.spot.board}"
    held, there = len(data["nodes"]), data.pop("there")
    left_out = "" if held == there else f"{held:,} of {there:,} nodes of the streets shown are in this page."
    body = (
        _head(solution)
        + _strip(first)
        + _panes(first, solution)
        + _cards_pane()
        + section("How the ranges compare", _curves(first))
        + _about(solution)
        + f'<script type="application/json" id="spot-data">{_for_script(data)}</script>'
        + f"<script>{_script()}</script>"
    )
    return page(title, body, style=_resource("viewer.css") + _resource("page.css"), note=left_out)


_MODULES: Final = ("words", "numbers", "suits", "strip", "grid", "combos", "deals", "curves", "page")
"""The viewer's scripts, each after those that it imports."""
_OF_MODULES: Final = re.compile(r"^(import [^;]+;\n|export )", re.MULTILINE)


def _script() -> str:
    """The viewer's modules as one script: a file that is opened from a disk must not import others."""
    text = "".join(_resource(f"{name}.js") for name in _MODULES)
    return f'"use strict";\n(() => {{\n{_OF_MODULES.sub("", text)}}})();\n'


def _resource(name: str) -> str:
    return (files("riverboat.solve.spot") / "viewer" / name).read_text(encoding="utf-8")


def _for_script(data: Any) -> str:
    """JSON that cannot end the element it stands in."""
    return _compact(data).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"), allow_nan=False)


# The numbers ----------------------------------------------------------------------------------------------------------


def _data(solution: Solution, first: NodeReport, depth: int | None) -> dict[str, Any]:
    """The script's data; `there` counts the nodes that could be in the page."""
    shared = terms(solution)
    boards: dict[str, dict[str, Any]] = {}
    nodes: list[dict[str, Any]] = []
    size = 0
    there = _paths(solution, first.path, depth)
    needed = _way(first.path)
    for path in there:
        report = solution.node(path)
        if report.board not in boards:
            boards[report.board] = board_data(report, solution)
            size += len(_compact(boards[report.board]))
        entry = node_data(report, shared["units"]) | {"board": list(boards).index(report.board)}
        if report.kind.name == "DEAL":
            entry["cards"] = card_data(solution.runouts(path))
        size += len(_compact(entry))
        if size > MAX_BYTES - _FRAME_BYTES and path not in needed:
            break
        nodes.append(entry)
    return {
        **shared,
        "start": first.path,
        "boards": list(boards.values()),
        "nodes": nodes,
        "there": len(there),
    }


def _way(path: str) -> list[str]:
    """A path and all that lead to it, the start of the spot first."""
    steps = path.split("/") if path else []
    return ["/".join(steps[:length]) for length in range(len(steps) + 1)]


def _paths(solution: Solution, start: str, depth: int | None) -> list[str]:
    """What could be in the page, the most important first."""
    way = _way(start)
    tree = solution.spot.tree()
    going_on: dict[str, None] = dict.fromkeys(way)
    ends: dict[str, None] = {}
    for at, entry in enumerate(way):
        if at and tree.find(way[at - 1]).node.kind.name != "DEAL":
            continue
        for path, node in _street(tree.find(entry).node, entry, depth):
            (going_on if node.children else ends)[path] = None
    return list(going_on | ends)


def _street(node: Node, path: str, depth: int | None) -> Iterator[tuple[str, Node]]:
    """The nodes of one street from its first on, those with few actions before them first."""
    waiting = deque([(path, node, 0)])
    while waiting:
        path, node, actions = waiting.popleft()
        yield path, node
        if node.kind.name == "DECISION" and (depth is None or actions < depth):
            for name, child in zip(node.names, node.children, strict=True):
                waiting.append((f"{path}/{name}" if path else name, child, actions + 1))


# The page without a script --------------------------------------------------------------------------------------------


def _percent(share: float) -> str:
    return "-" if share != share else f"{100 * share:.1f} %"


def _chips(amount: float, digits: int) -> str:
    return "-" if amount != amount else f"{round(amount, digits) + 0.0:.{digits}f}"


def _playing_cards(text: str) -> Html:
    cards = ((text[at], text[at + 1]) for at in range(0, len(text), 2))
    return Html("".join(f'<span class="playing suit-{suit}">{rank}{_SYMBOLS[suit]}</span>' for rank, suit in cards))


def _head(solution: Solution) -> Html:
    spot, measured = solution.spot, solution.exploitability
    stacks = spot.stack if isinstance(spot.stack, tuple) else (spot.effective_stack,)
    facts = [
        ("pot", f"{spot.pot:,}"),
        ("stacks", " and ".join(f"{stack:,}" for stack in stacks)),
        ("bets" if spot.betting == "no-limit" else "fixed limits", str(spot.bets)),
        ("raises", "" if spot.betting == "limit" else str(spot.raises)),
        ("donk bets", str(spot.donk)),
        ("rake", f"{100 * spot.rake:g} %" if spot.rake else ""),
        ("rake cap", f"{spot.rake_cap:g}" if spot.rake and spot.rake_cap is not None else ""),
        ("deck", "short" if spot.deck == "short" else ""),
        ("exploitability", f"{_chips(measured.chips, 4)} chips, {_chips(measured.percent, 3)} % of the pot"),
        ("iterations", f"{solution.iterations:,}"),
        ("time", f"{solution.seconds:.2f} s"),
    ]
    listed = "".join(f"<div><dt>{html(name)}</dt><dd>{html(text)}</dd></div>" for name, text in facts if text)
    board = f'<div class="board" role="img" aria-label="Board {spot.board}">{_playing_cards(spot.board)}</div>'
    return Html(f'{board}<dl class="facts">{listed}</dl>')


def _strip(report: NodeReport) -> Html:
    """The first node; the script draws the way from it."""
    acting = report.acting
    shares = () if acting is None else acting.total.frequencies
    steps = "".join(
        f'<li><span class="step" style="--tint:{action["colour"]}"><span>{html(action["label"])}</span>'
        f"<span>{_percent(share)}</span></span></li>"
        for action, share in zip(action_data(report), shares, strict=acting is not None)
    )
    path = f"<p>{html(report.path)}</p>" if report.path else ""
    return Html(
        f'<nav class="strip" id="strip" aria-label="The way to this node"><div class="stop here">'
        f"<h3>{html(node_title(report))}</h3>{path}<p>{html(node_note(report))}</p><ul>{steps}</ul></div></nav>"
    )


def _panes(report: NodeReport, solution: Solution) -> Html:
    side = report.acting or report.oop
    digits = decimals(solution.spot.pot)
    key = "".join(
        f'<li style="--tint:{action["colour"]}">{html(action["label"])}</li>' for action in action_data(report)
    )
    return Html(
        _controls()
        + '<div class="panes"><section class="left" aria-label="Range">'
        + _grid(side, report, solution)
        + f'<ul class="key" id="key">{key}</ul><p class="detail" id="detail">{SIDES[side.player]}</p></section>'
        + '<section class="right" aria-label="Combinations">'
        + f'<div class="combos" id="combos">{_totals(report, digits)}<noscript>'
        + paragraph("Each combination, and the other nodes, are shown when scripts may run.", faint=True)
        + "</noscript></div></section></div>"
    )


def _controls() -> Html:
    return Html(
        '<div class="controls" id="controls" hidden><fieldset aria-label="Whose range">'
        '<label><input type="radio" name="side" id="side-oop"> OOP</label>'
        '<label><input type="radio" name="side" id="side-ip"> IP</label></fieldset>'
        + _select("height", "Height", {"normalised": "normalised", "absolute": "by weight", "full": "full"})
        + _select("colour", "Colour", {"action": "actions", "equity": "equity", "ev": "EV"})
        + _select("suits", "Suits", {"grouped": "grouped", "individual": "one by one"})
        + "</div>"
    )


def _select(name: str, text: str, choices: Mapping[str, str]) -> str:
    options = "".join(f'<option value="{value}">{html(said)}</option>' for value, said in choices.items())
    return f'<label>{html(text)} <select id="{name}">{options}</select></label>'


def _grid(side: Side, report: NodeReport, solution: Solution) -> Html:
    """The 13x13 grid of a range: bars as high as a class is full, the fullest one to the top, split by actions."""
    classes, live = side.classes, board_data(report, solution)["live"]
    weights = classes.combos / np.maximum(1, live)
    largest = max(float(weights[classes.combos >= MIN_WEIGHT].max(initial=0.0)), 1e-9)
    digits = decimals(solution.spot.pot)
    cells = [_cell(classes, at, float(weights[at]) / largest, action_data(report), digits) for at in range(CLASSES)]
    rows = "".join(f'<tr role="row">{"".join(cells[row : row + 13])}</tr>' for row in range(0, CLASSES, 13))
    label = f"Range of {SIDES[side.player]}, pairs on the diagonal, suited hands above it"
    return Html(f'<table class="range" id="range" role="grid" aria-label="{label}"><tbody>{rows}</tbody></table>')


def _cell(classes: Figures, at: int, height: float, actions: Sequence[Mapping[str, str]], digits: int) -> str:
    name = CLASS_NAMES[at]
    if classes.combos[at] < MIN_WEIGHT:
        return (
            f'<td role="gridcell" tabindex="-1" class="none" title="{name}: not in the range here">'
            f'<span class="bar"></span><span class="name">{name}</span></td>'
        )
    said = [
        f"{name}: {classes.combos[at]:.2f} combos",
        f"EQ {_percent(classes.equity[at])}",
        f"EV {_chips(classes.ev[at], digits)}",
        f"EQR {_chips(classes.eqr[at], 2)}",
    ]
    background = PLAIN
    if len(classes.strategy):
        stops, start = [], 0.0
        for action, share, worth in zip(actions, classes.strategy[:, at], classes.action_ev[:, at], strict=True):
            said.append(f"{action['label']} {_percent(share)} (EV {_chips(worth, digits)})")
            end = start + 100 * float(np.nan_to_num(share))
            stops.append(f"{action['colour']} {start:.2f}% {end:.2f}%")
            start = end
        background = f"linear-gradient(90deg, {', '.join(stops)})"
    return (
        f'<td role="gridcell" tabindex="-1" title="{escape(", ".join(said))}">'
        f'<span class="bar" style="height:{100 * min(1.0, height):.1f}%;background:{background}"></span>'
        f'<span class="name">{name}</span></td>'
    )


def _totals(report: NodeReport, digits: int) -> Html:
    """Both ranges in total."""
    actions = action_data(report)
    rows = []
    for side in report.sides:
        total = side.total
        shares = [_percent(share) for share in total.frequencies] or [""] * len(actions)
        numbers = (f"{total.combos:.2f}", _percent(total.equity), _chips(total.ev, digits), _chips(total.eqr, 2))
        rows.append((SIDES[side.player], *numbers, *shares))
    return table(("Range", "Combos", "EQ", "EV", "EQR", *(action["label"] for action in actions)), rows)


def _cards_pane() -> Html:
    """Empty until the script comes to a deal."""
    choices = {"action": "next action", "probability": "probability"}
    for name in SIDES:
        choices |= {f"{what} {name.lower()}": f"{name} {said}" for what, said in _MEASURES.items()}
    return Html(
        '<section id="cards-pane" hidden><h2>Cards to come</h2>'
        f'<div class="controls" id="card-controls" hidden>{_select("card-colour", "Show", choices)}</div>'
        '<table class="cards" id="cards" role="grid" aria-label="Cards to come"></table>'
        '<p class="detail" id="card-detail"></p></section>'
    )


_MEASURES: Final = {"equity": "equity", "ev": "EV", "eqr": "EQR"}


def _curves(report: NodeReport) -> Html:
    charts = (
        ("equity", line_chart(_distributions(report, 100.0, "equity"), "Equity", x=_ACROSS, y="equity in %")),
        ("ev", line_chart(_distributions(report, 1.0, "ev"), "EV in chips", x=_ACROSS, y="EV in chips")),
    )
    drawn = "".join(f'<figure id="{name}">{chart}</figure>' for name, chart in charts)
    return Html(f'<div class="row charts">{drawn}</div>')


_ACROSS: Final = "share of the range in %, weakest hands first"


def _distributions(report: NodeReport, times: float, what: str) -> list[Curve]:
    """Hands from the weakest to the strongest, by weight."""
    curves = []
    for side in report.sides:
        numbers, weights = getattr(side.hands, what) * times, side.hands.combos
        known = np.flatnonzero((weights >= MIN_WEIGHT) & ~np.isnan(numbers))
        order = known[np.argsort(numbers[known], kind="stable")]
        reached = np.cumsum(weights[order]) * (100.0 / max(float(weights[order].sum()), 1e-300))
        before = np.concatenate(([0.0], reached[:-1])) if len(order) else reached
        points = []
        for start, end, number in zip(before.tolist(), reached.tolist(), numbers[order].tolist(), strict=True):
            points += [(start, number), (end, number)]
        curves.append(Curve(SIDES[side.player], points))
    return curves


def _about(solution: Solution) -> Html:
    spot, solver = solution.spot, solution.solver
    words = paragraph(
        "EQ is what a hand would win if all cards were dealt and shown now, EV what it can expect of the pot, and EQR "
        "= EV / (EQ × pot). Weight is how much of a combination is in the range here. The curves show each range from "
        "its weakest hand to its strongest.",
        faint=True,
    )
    ranges = table(("player", "range"), [("OOP", str(spot.oop)), ("IP", str(spot.ip))], text=(0, 1))
    checks = [(float(check.done), check.detail.percent) for check in solution.history if check.done and check.detail]
    chart = line_chart(
        [Curve("exploitability", checks, marks=True)], "", x="iterations", y="% of the pot", log_x=True, log_y=True
    )
    how = f"{solver.nbytes:,} bytes of regrets and sums in {solver.precision}, threads: {solver.threads}."
    return Html(words + folded("Ranges as given, and the solve", ranges, paragraph(how), figure(chart)))
