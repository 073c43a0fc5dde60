"""`riverboat solve` and `riverboat exploit`: small games to equilibrium, and how far a strategy is from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, cast

import typer

from riverboat.cli.games import game_in_file
from riverboat.cli.output import StoppedError, print_json, print_table, progress_line
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.games import Rules
    from riverboat.solve.cfr import Point, Run
    from riverboat.solve.cfr.sampling import Sampling
    from riverboat.solve.response import Exploitability
    from riverboat.solve.strategy import Strategy
    from riverboat.solve.tree import GameTree

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
GameName = Annotated[str, typer.Argument(help='A small game, like kuhn, "kuhn(players=3)" or leduc.')]


def solve(
    game: GameName,
    method: Annotated[
        str | None,
        typer.Option(
            help="lp, cfr, cfr+, lcfr, dcfr, pcfr+ (with settings, like dcfr(alpha=2)); or by samples: external, "
            "outcome, public; mccfr is external. dcfr if nothing is said, with --prune lcfr."
        ),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Leave choices out as long as they cannot be worth playing.")
    ] = False,
    iterations: Annotated[int | None, typer.Option(min=1, help="Stop after so many.")] = None,
    target: Annotated[float | None, typer.Option(help="Stop at this exploitability, chips a hand.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Of the samples.")] = 1,
    out: Annotated[Path | None, typer.Option(help="Write a strategy file; it can play and be examined.")] = None,
    checkpoint: Annotated[Path | None, typer.Option(help="File to save to while solving, and to go on from.")] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the strategy.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the tree with the strategy as a page.")] = None,
    as_json: AsJson = False,
) -> None:
    """Solve a game that fits into memory; the result is never better known than its exploitability says."""
    from riverboat.solve.strategy import Origin, Strategy
    from riverboat.solve.tree import GameTree

    _require_strategy_name("--out", out)
    require_folder(out, html, checkpoint)
    tree = GameTree.build(_rules(game))
    method = _with_pruning(method or "lcfr") if prune else method or "dcfr"
    skipped = 0.0
    if method == "lp":
        if iterations is not None or checkpoint is not None:
            raise RiverboatError("--method lp goes to the end: --iterations and --checkpoint are for the others")
        from riverboat.solve.lp import solve_by_lp

        watched = progress_line()

        def tell(steps: int, objective: float) -> None:
            if steps % 50 == 0:
                watched(f"{steps:,} steps, objective {objective:+.6f}")

        solved = solve_by_lp(tree, progress=tell)
        watched("")
        strategy = Strategy(tree, solved.strategy, Origin("lp", 0, solved.exploitability.chips))
        found, done, seconds, curve = solved.exploitability, solved.standing.iterations, solved.seconds, []
    else:
        run = _run(tree, method, seed)
        curve = _iterate(run, method, iterations, target, checkpoint)
        found, done, seconds = curve[-1].exploitability, run.iterations, run.seconds
        skipped = run.skipped
        strategy = Strategy(tree, run.average, Origin(method, done, found.chips))
    if out is not None:
        strategy.save(out)
    if html is not None:
        _write_page(html, strategy)
    if as_json:
        pruned = {"nodes_skipped": skipped} if prune else {}
        print_json({**_as_json(strategy, found, done, seconds, seed, curve), **pruned})
        return
    _print_result(strategy, found, done, seconds, seed)
    if prune:
        print(f"pruning left {skipped:.1%} of all nodes out")
    if show:
        _print_strategy(strategy)


def _require_strategy_name(option: str, path: Path | None) -> None:
    if path is not None and path.suffix != ".strategy":
        raise RiverboatError(f'{option} "{path}": strategy files end in .strategy')


def _with_pruning(method: str) -> str:
    """The name of the same method with pruning."""
    from dataclasses import replace

    from riverboat.solve.cfr import SAMPLINGS, parse_method

    if method in ("lp", "mccfr", *SAMPLINGS):
        raise RiverboatError(f"--prune: {method} is no sweep over the whole tree; expected cfr, lcfr or dcfr")
    return str(replace(parse_method(method), prune=True))


def _rules(game: str) -> Rules:
    from riverboat.games.catalogue import parse_game

    return game_in_file(game) or parse_game(game)


def _run(tree: GameTree, method: str, seed: int) -> Run:
    from riverboat.solve.cfr import SAMPLINGS, SampledSolver, Solver, parse_method

    name = "external" if method == "mccfr" else method
    if name in SAMPLINGS:
        return SampledSolver(tree, cast("Sampling", name), seed)
    return Solver(tree, parse_method(method))


def _iterate(run: Run, method: str, iterations: int | None, target: float | None, path: Path | None) -> list[Point]:
    from riverboat.solve.cfr.checkpoint import Checkpoint

    if iterations is None and target is None:
        target = 1e-3
    keep = Checkpoint(path, run, method) if path is not None else None
    watched = progress_line()
    if keep is not None and keep.resume():
        print(f"going on after {run.iterations:,} iterations", file=sys.stderr)

    def look(point: Point) -> None:
        watched(f"{point.iterations:,} iterations, {point.exploitability.chips:.6f} chips a hand exploitable")
        if keep is not None:
            keep.look(point)

    try:
        curve = run.solve(iterations=iterations, target=target, look=look)
    except KeyboardInterrupt:
        goes_on = "" if keep is None else "; the same command goes on"
        raise StoppedError(f"interrupted after {run.iterations:,} iterations{goes_on}") from None
    finally:
        watched("")
        if keep is not None and run.iterations:
            keep.write()
    return curve


def _print_result(strategy: Strategy, found: Exploitability, iterations: int, seconds: float, seed: int) -> None:
    from riverboat.solve.cfr import SAMPLINGS

    tree = strategy.tree
    dice = f", seed {seed}" if strategy.origin.method in (*SAMPLINGS, "mccfr") else ""
    print(f"{strategy.game}: {tree.sets:,} information sets, {tree.nodes:,} nodes")
    print(f"{strategy.origin.method}, {iterations:,} iterations, {seconds:.2f} s{dice}")
    _print_exploitability(found)


def _print_exploitability(found: Exploitability) -> None:
    rows = [
        (str(position), f"{round(value, 6) + 0.0:+.6f}", f"{best:+.6f}", f"{gain:.6f}")
        for position, (value, best, gain) in enumerate(zip(found.values, found.best, found.gains, strict=True))
    ]
    print_table(("position", "wins", "best response wins", "gain"), rows)
    print(f"exploitability {found.chips:.6f} chips a hand (NashConv {found.nash_conv:.6f})")


def _print_strategy(strategy: Strategy) -> None:
    for (player, label), chances in strategy.by_label.items():
        print(f"{player}  {label:24}" + "  ".join(f"{letter} {chance:.4f}" for letter, chance in chances.items()))


def _as_json(
    strategy: Strategy, found: Exploitability, iterations: int, seconds: float, seed: int, curve: list[Point]
) -> dict[str, Any]:
    return {
        "game": strategy.game,
        "method": strategy.origin.method,
        "seed": seed,
        "information_sets": strategy.tree.sets,
        "nodes": strategy.tree.nodes,
        "iterations": iterations,
        "seconds": round(seconds, 4),
        **exploitability_json(found),
        "curve": [{"iterations": point.iterations, "exploitability": point.exploitability.chips} for point in curve],
        "strategy": {f"{player} {label}": chances for (player, label), chances in strategy.by_label.items()},
    }


def exploitability_json(found: Exploitability) -> dict[str, Any]:
    """Values and gains for programs."""
    return {
        "values": list(found.values),
        "best_response_values": list(found.best),
        "gains": list(found.gains),
        "nash_conv": found.nash_conv,
        "exploitability": found.chips,
    }


def _write_page(path: Path, strategy: Strategy) -> None:
    from riverboat.files import write_text
    from riverboat.solve.picture import strategy_page

    write_text(path, strategy_page(strategy))


def exploit(
    game: GameName,
    player: Annotated[str, typer.Argument(help="A .strategy file, or an agent, like always_call.")],
    queries: Annotated[int, typer.Option(min=1, help="How often an agent is asked in each situation.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Of the agent's dice.")] = 1,
    trust: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Answer as if the player did so with this probability (restricted Nash)."),
    ] = None,
    answer: Annotated[Path | None, typer.Option(help="Write the answer, which can play, as a strategy file.")] = None,
    as_json: AsJson = False,
) -> None:
    """What a perfect opponent wins from a strategy or an agent: best response and exploitability."""
    from riverboat.solve.response import best_answers, exploitability, restricted_nash
    from riverboat.solve.strategy import Origin, Strategy, load_strategy
    from riverboat.solve.tree import GameTree

    _require_strategy_name("--answer", answer)
    require_folder(answer)
    tree = GameTree.build(_rules(game))
    asked: dict[str, int] = {}
    if player.endswith(".strategy"):
        strategy = load_strategy(Path(player), tree).probabilities
    else:
        from riverboat.agents.questioning import question

        strategy = question(tree, player, queries=queries, seed=seed)
        asked = {"queries": queries, "seed": seed}
    found = exploitability(tree, strategy)
    counter = best_answers(tree, strategy) if trust is None else restricted_nash(tree, strategy, trust)
    if answer is not None:
        method = "best response" if trust is None else f"restricted Nash response, p = {trust:g}"
        Strategy(tree, counter.strategy, Origin(method, 0, counter.exploitability)).save(answer)
    if as_json:
        worth = {"wins": counter.wins, "exploitation": counter.exploitation, "exploitability": counter.exploitability}
        told = {"game": tree.rules.identity, "player": player, **asked, **exploitability_json(found)}
        print_json({**told, "answer": {"trust": 1.0 if trust is None else trust, **worth}})
        return
    said = f", asked {queries:,} times in each information set, seed {seed}" if asked else ""
    print(f"{tree.rules.identity}: {player}{said}")
    _print_exploitability(found)
    name = "the best response" if trust is None else f"an answer that trusts this {trust:g}"
    print(f"{name} wins {counter.exploitation:.6f} chips a hand, and can lose {counter.exploitability:.6f} to others")
