"""`riverboat solve` and `riverboat exploit` for a spot: a TOML file in place of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from riverboat.cli.json_output import print_json
from riverboat.cli.output import StoppedError, progress_line
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.progress import Progress
    from riverboat.solve.core import Exploitability
    from riverboat.solve.spot.solution import Solution
    from riverboat.solve.spot.spot import Spot


def spot_in_file(name: str) -> Spot | None:
    """The spot that a TOML file describes; None for the names of other games."""
    if Path(name).suffix != ".toml":
        return None
    from riverboat.solve.spot.spot import Spot

    return Spot.from_toml(name)


def refuse_options(options: dict[str, object]) -> None:
    """Options that mean nothing for a spot, by name; those that were given are an error."""
    for option, value in options.items():
        if value:
            raise RiverboatError(f"{option} does not apply to spots; see `riverboat spot --help`")


def solve_spot(
    spot: Spot, method: str | None, goal: dict[str, Any], threads: int | None, resume: Path | None
) -> Solution:
    """Solve, with a progress line on standard error if that is a terminal; Ctrl-C ends it with an error."""
    from riverboat.solve.solving import begin_spot

    line = progress_line()

    def on_progress(now: Progress[Exploitability]) -> None:
        measured = f", {now.detail.percent:.3f} % of the pot exploitable" if now.detail else ""
        line(f"{now.done:,} iterations, {now.seconds:,.0f} s{measured}")

    solution, checkpoint = begin_spot(spot, method, threads=threads, checkpoint=resume)
    if solution.iterations:
        print(f"resumed after {solution.iterations:,} iterations", file=sys.stderr)
    try:
        solution.run(**goal, on_progress=on_progress, notice=line, checkpoint=checkpoint)
    finally:
        line("")
    if solution.stopped == "interrupted":
        again = "" if resume is None else "; the same command resumes it"
        raise StoppedError(f"interrupted after {solution.iterations:,} iterations{again}")
    return solution


def print_solved_spot(solution: Solution, *, show: bool, html: Path | None, to_json: bool) -> None:
    """How well it is solved; with `show` the first decision, with `html` the page to walk through."""
    from riverboat.solve.spot import page
    from riverboat.solve.spot.tables import as_text, node_tables

    if html is not None:
        page.write(solution, html)
    size = solution.spot.estimate()
    if to_json:
        sizes = {"decision_nodes": size.decisions, "hands": list(size.hands)}
        print_json("solution", [{**solution.summary(), **sizes}])
        return
    print(f"{solution.spot.rules.identity}: {size}")
    print(f"{solution.solver.method}, {solution.iterations:,} iterations, {solution.seconds:.2f} s")
    print_exploitable(solution.exploitability)
    if show:
        print()
        print(as_text(node_tables(solution.node())))


def exploit_spot(spot: Spot, player: str, *, to_json: bool) -> None:
    """What a perfect opponent wins from the strategies of a solved spot, within its tree."""
    from riverboat.solve.solving import load_policy

    if Path(player).suffix not in (".strategy", ".solution"):
        raise RiverboatError(f'"{player[:80]}": in a spot only what was solved can be exploited; name its file')
    found = load_policy(player, spot).exploitability()
    if to_json:
        print_json("exploitability", [{"game": spot.rules.identity, "player": player, **found.to_json()}])
        return
    print(f"{spot.rules.identity}: {player}")
    print_exploitable(found)


def print_exploitable(found: Exploitability) -> None:
    """Both seats, in chips and in percent of the pot."""
    for seat, value, best in zip(("OOP", "IP"), found.values, found.best, strict=True):
        print(f"{seat:4}wins {value:+.4f} chips per hand, by a best response {best:+.4f}")
    print(f"exploitability {found.chips:.4f} chips per hand, {found.percent:.3f} % of the pot")
