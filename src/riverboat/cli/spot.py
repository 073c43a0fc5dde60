"""`riverboat spot`: a heads-up hold'em spot from flop, turn or river to equilibrium, and what to do at any node."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, progress_line, quick_start
from riverboat.errors import NotationError, RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.progress import Progress
    from riverboat.solve.core.exploitability import Exploitability
    from riverboat.solve.spot.report import NodeReport, Side
    from riverboat.solve.spot.solution import Solution
    from riverboat.solve.spot.spot import Spot

_SOLVED = (".solution", ".strategy")
"""Endings of files with a solved spot: what this command writes, and what `riverboat solve` does."""


def command(
    file: Annotated[
        Path | None, typer.Argument(help="A spot as TOML, or a solution that was saved (FILE.solution).")
    ] = None,
    board: Annotated[str | None, typer.Option(help="Three, four or five cards: Td9d6h.")] = None,
    oop: Annotated[str | None, typer.Option(help='Range of the player who acts first: "66+,A8s+,KQo:0.5".')] = None,
    ip: Annotated[str | None, typer.Option(help="Range of the player who acts last.")] = None,
    pot: Annotated[int | None, typer.Option(help="Chips in the pot.")] = None,
    stack: Annotated[
        str | None, typer.Option(help="Remaining chips of each player, or 900,1200 for OOP and IP.")
    ] = None,
    bets: Annotated[
        str | None, typer.Option(help='Sizes: "50%,100%,a", by street "flop: 33%; turn: 50%,a"; none, 2e, 100c.')
    ] = None,
    raises: Annotated[str | None, typer.Option(help='Sizes: "2.5x,a". Default: none.')] = None,
    donk: Annotated[str | None, typer.Option(help="OOP's bets into the last bettor of the street before.")] = None,
    limit: Annotated[str | None, typer.Option(help="Fixed limits instead, a bet for each street: 10/20/20.")] = None,
    max_raises: Annotated[int | None, typer.Option(help="Maximum bets and raises per street.")] = None,
    min_bet: Annotated[int | None, typer.Option(help="The smallest bet, usually the big blind.")] = None,
    rake: Annotated[str | None, typer.Option(help="Fraction of the pot that the house takes: 0.05 or 5%.")] = None,
    rake_cap: Annotated[float | None, typer.Option(help="Maximum rake, in chips.")] = None,
    deck: Annotated[str | None, typer.Option(help="full, or short: sixes to aces.")] = None,
    add_all_in: Annotated[float | None, typer.Option(help="Add all-in where it is at most this % of the pot.")] = None,
    force_all_in: Annotated[
        float | None, typer.Option(help="All-in instead of bets that leave at most this % of the pot behind.")
    ] = None,
    merge: Annotated[float | None, typer.Option(help="Merge sizes that are closer than this %.")] = None,
    add: Annotated[list[str] | None, typer.Option(help="A line to add to the tree: x/b150. Repeatable.")] = None,
    remove: Annotated[list[str] | None, typer.Option(help="A line to remove: x/b100/r900. Repeatable.")] = None,
    lock: Annotated[
        list[str] | None, typer.Option(help='A locked strategy: "x/b100: f=0.2,c=0.8", "x: x=1 for AA,KK".')
    ] = None,
    exploit: Annotated[
        str | None, typer.Option(help="Show the best response of oop or ip to the other's strategy instead.")
    ] = None,
    target: Annotated[
        str | None, typer.Option(help="Exploitability to reach: 0.3% of the pot (0.3 means the same). Default: 0.3%.")
    ] = None,
    iterations: Annotated[int | None, typer.Option(min=1, help="Maximum iterations, in total.")] = None,
    seconds: Annotated[float | None, typer.Option(help="Maximum seconds.")] = None,
    threads: Annotated[int | None, typer.Option(min=1, help="Threads. Default: all cores.")] = None,
    precision: Annotated[str | None, typer.Option(help="float32, or 16-bit: half of the memory.")] = None,
    node: Annotated[str, typer.Option(help="Node to show: a path such as x/b100/c/Qc. Default: the first.")] = "",
    hands: Annotated[str | None, typer.Option(help="Hands to list: oop or ip. Default: the player to act.")] = None,
    combos: Annotated[bool, typer.Option("--combos", help="List each combination, not classes.")] = False,
    estimate: Annotated[bool, typer.Option("--estimate", help="Print the size and memory, and stop.")] = False,
    resume: Annotated[Path | None, typer.Option(help="File to save to while solving, and to resume from.")] = None,
    out: Annotated[Path | None, typer.Option(help="Save the solution, to view it or resume it.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page about the node.")] = None,
    to_json: AsJson = False,
) -> None:
    """Solve a heads-up hold'em spot to equilibrium, without card abstraction, or show a saved solution."""
    _check_options(out, resume, hands=hands, exploit=exploit)
    require_folder(out, resume, html)
    fields = _fields(
        limit, board=board, oop=oop, ip=ip, pot=pot, stack=_stack(stack), bets=bets, raises=raises, donk=donk,
        max_raises=max_raises, min_bet=min_bet, rake=rake, rake_cap=rake_cap, deck=deck, add_all_in=add_all_in,
        force_all_in=force_all_in, merge=merge, add=tuple(add or ()) or None, remove=tuple(remove or ()) or None,
        lock=tuple(lock or ()) or None,
    )  # fmt: skip
    goal = {"target": _target(target), "iterations": iterations, "seconds": seconds}
    with quick_start():
        found = _loaded(file, fields, threads, precision) if file is not None and file.suffix in _SOLVED else None
        spot = _spot(file, fields) if found is None else found.spot
        spot.tree().find(node)  # a path that leads nowhere is reported before the work
        if estimate or not to_json:
            _print_estimate(spot, to_json=to_json)
        if estimate:
            return
        solution, interrupted = _solved(spot, found, goal, resume, threads, precision or "float32")
    done = solution.iterations
    if out is not None:
        solution.save(out)
    if exploit is not None:
        solution = solution.best_response(("oop", "ip").index(exploit))
    if html is not None:
        _write_page(html, solution, node)
    if to_json:
        print_json("spot", [solution.to_json(node)])
    else:
        _print_solution(solution, node, hands, combos=combos)
    if interrupted:
        raise StoppedError(f"interrupted after {done:,} iterations")


def _check_options(*solutions: Path | None, hands: str | None, exploit: str | None) -> None:
    """Refuse what is neither a player nor the name of a solution's file."""
    for option, name in (("--hands", hands), ("--exploit", exploit)):
        if name not in (None, "oop", "ip"):
            raise RiverboatError(f'{option} "{name}": expected oop or ip')
    for option, path in zip(("--out", "--resume"), solutions, strict=True):
        if path is not None and path.suffix not in _SOLVED:
            raise RiverboatError(f'{option} "{path}": solution files end in {_SOLVED[0]}')


def _fields(limit: str | None, **given: Any) -> dict[str, Any]:
    """The fields of a spot that are given."""
    fields = {name: value for name, value in given.items() if value is not None}
    if limit is None:
        return fields
    if "bets" in fields:
        raise RiverboatError("--limit and --bets: fixed limits are the bets; give one of them")
    return fields | {"betting": "limit", "bets": limit}


def _solved(
    spot: Spot,
    found: Solution | None,
    goal: dict[str, Any],
    resume: Path | None,
    threads: int | None,
    precision: str,
) -> tuple[Solution, bool]:
    """The solution, solved further if there is a goal or none was found, and whether that was interrupted."""
    if found is not None and all(each is None for each in goal.values()):
        return found, False
    solution = found or _begin(spot, resume, threads=threads, precision=precision)
    _run(solution, goal, resume)
    return solution, solution.stopped == "interrupted"


def _spot(file: Path | None, fields: dict[str, Any]) -> Spot:
    """The spot of a file, with what the options say instead."""
    from dataclasses import replace

    from riverboat.solve.spot.spot import Spot

    if file is not None:
        spot = Spot.from_toml(file)
        return replace(spot, **fields) if fields else spot
    needed = ("board", "oop", "ip", "pot", "stack", "bets")
    missing = [name for name in needed if name not in fields and not (name == "stack" and "betting" in fields)]
    if missing:
        listed = ", ".join(f"--{name}" for name in missing)
        raise RiverboatError(f"spot: name a file such as spot.toml, or give {listed}")
    return Spot.from_json(fields)


def _stack(text: str | None) -> int | tuple[int, int] | None:
    if text is None:
        return None
    try:
        stacks = [int(part) for part in text.split(",")]
    except ValueError:
        stacks = []
    if len(stacks) not in (1, 2):
        raise NotationError(f"--stack \"{text}\": expected chips such as 900, or OOP's and IP's, 900,1200")
    return stacks[0] if len(stacks) == 1 else (stacks[0], stacks[1])


def _loaded(file: Path, fields: dict[str, Any], threads: int | None, precision: str | None) -> Solution:
    from riverboat.solve.spot.loading import load

    if fields:
        raise RiverboatError(f'"{file}" is solved: --{next(iter(fields)).replace("_", "-")} can no longer be changed')
    return load(file, threads=threads, precision=precision)


def _begin(spot: Spot, checkpoint: Path | None, **options: Any) -> Solution:
    from riverboat.solve.spot.solution import Solution

    if checkpoint is None:
        return Solution.begin(spot, **options)
    from riverboat.solve.spot.loading import load_or_begin

    return load_or_begin(checkpoint, spot, **options)


def _target(text: str | None) -> str | None:
    """A bare number is percent of the pot here, as in other range solvers."""
    return text if text is None or not text.strip()[-1:].isdigit() else f"{text.strip()}%"


def _run(solution: Solution, goal: dict[str, Any], checkpoint: Path | None) -> None:
    """Iterate, with a progress line on standard error if that is a terminal, and with a checkpoint file."""
    from riverboat.solve.spot.file import SolutionFile

    memory = f"{solution.solver.nbytes / 1e6:,.1f} MB"
    show = progress_line()

    def on_progress(now: Progress[Exploitability]) -> None:
        found = now.detail
        measured = (
            "not measured yet"
            if found is None
            else f"{found.chips:.4f} chips, {found.percent:.3f} % of the pot exploitable"
        )
        show(f"{now.done:,} iterations, {measured}, {now.seconds:.1f} s, {memory}")

    if checkpoint is not None and solution.iterations:
        print(f"resumed after {solution.iterations:,} iterations", file=sys.stderr)
    keep = None if checkpoint is None else SolutionFile(checkpoint, solution)
    try:
        solution.run(**goal, on_progress=on_progress, notice=show, checkpoint=keep)
    finally:
        show("")


def _print_estimate(spot: Spot, *, to_json: bool) -> None:
    size = spot.estimate()
    if not to_json:
        print(f"{spot.board}: {size}", flush=True)
        return
    memory = {storage: size.memory(storage) for storage in ("float32", "16-bit")}
    boards = dict(zip(("flop", "turn", "river"), size.boards, strict=True))
    sizes = {"decision_nodes": size.decisions, "hands": list(size.hands), "boards": boards, "memory": memory}
    print_json("size", [sizes])


_REASONS = {
    "target": "the target is reached",
    "iterations": "all iterations are done",
    "seconds": "time is up",
    "interrupted": "interrupted",
    None: "not solved",
}


def _print_solution(solution: Solution, path: str, hands: str | None, *, combos: bool) -> None:
    from rich.console import Console

    from riverboat.solve.spot.tables import as_text, node_tables
    from riverboat.solve.spot.tree import Kind

    solver, measured = solution.solver, solution.exploitability
    threads = f"{solver.threads} thread{'s' * (solver.threads > 1)}"
    how = f"{solution.iterations:,} iterations, {solution.seconds:.2f} s, {threads}, {solver.precision}"
    print(f"{how}: {_REASONS[solution.stopped]}")
    print(f"exploitability {measured.chips:.4f} chips, {measured.percent:.3f} % of the pot")
    print()
    report = solution.node(path)
    parts = [node_tables(report, _side(report, hands), combinations=combos)]
    if report.kind is Kind.DEAL:
        parts += ["", solution.runouts(path)]
    if sys.stdout.isatty():
        console = Console(highlight=False)
        for part in parts:
            console.print(part)
    else:
        print("\n".join(as_text(part) for part in parts))


def _side(report: NodeReport, hands: str | None) -> Side | None:
    return None if hands is None else {"oop": report.oop, "ip": report.ip}[hands]


def _write_page(path: Path, solution: Solution, node: str) -> None:
    from riverboat.solve.spot import page

    page.write(solution, path, node=node)
