"""`riverboat solve`: a game to equilibrium."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, progress_line
from riverboat.cli.solve_model import announce_model, counting, model_in, model_json, model_text
from riverboat.cli.solve_options import (
    MAX_PRINTED_NODES,
    GameName,
    print_exploitability,
    require_strategy_name,
    rules_of,
)
from riverboat.cli.solve_spot import print_solved_spot, refuse_options, solve_spot, spot_in_file
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.games import Rules
    from riverboat.progress import Progress
    from riverboat.solve.abstract.model import AbstractModel
    from riverboat.solve.core import Exploitability
    from riverboat.solve.core.solution import Solution, StorablePolicy
    from riverboat.solve.strategy import Strategy


def solve(
    game: GameName,
    method: Annotated[
        str | None,
        typer.Option(
            help="lp, cfr, cfr+, lcfr, dcfr, pcfr+, restarting (with settings, like dcfr(alpha=2)); or by samples: "
            "external (mccfr), outcome, public, chance. Default: dcfr, with --prune lcfr."
        ),
    ] = None,
    prune: Annotated[
        bool, typer.Option("--prune", help="Skip actions as long as they cannot be worth playing.")
    ] = False,
    iterations: Annotated[int | None, typer.Option(min=1, help="Maximum iterations.")] = None,
    target: Annotated[
        str | None,
        typer.Option(
            help="Stop at this exploitability: chips per hand, 5mbb, or 0.3% of the pot. Default: 0.001, spots 0.3%."
        ),
    ] = None,
    seconds: Annotated[float | None, typer.Option(help="Maximum time.")] = None,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the samples.")] = 1,
    threads: Annotated[int | None, typer.Option(min=1, help="Default: all cores.")] = None,
    abstraction: Annotated[
        str | None, typer.Option(help='Solve a model in which hands are in buckets, like "psopti(6)".')
    ] = None,
    model: Annotated[
        str | None,
        typer.Option(help='What is modelled: four_rounds, "postflop(pot=4)", preflop, two_rounds, one_round.'),
    ] = None,
    out: Annotated[Path | None, typer.Option(help="Write a strategy file; it can play and be exploited.")] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="File to save to while solving, and to resume from.")
    ] = None,
    show: Annotated[bool, typer.Option("--show", help="Print the strategy.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write the tree with the strategy as a page.")] = None,
    to_json: AsJson = False,
) -> None:
    """Solve a game that fits into memory, or a spot, and measure how exploitable the result is."""
    require_strategy_name("--out", out)
    require_folder(out, html, resume)
    goal: dict[str, Any] = {"target": target, "iterations": iterations, "seconds": seconds}
    if (spot := spot_in_file(game)) is not None:
        refuse_options(
            {"--prune": prune, "--method lp": method == "lp", "--abstraction": abstraction, "--model": model}
        )
        solution = solve_spot(spot, method, goal, threads, resume)
        if out is not None:
            solution.save(out)
        print_solved_spot(solution, show=show, html=html, to_json=to_json)
        return
    rules = rules_of(game)
    modelled = {"abstraction": abstraction, "model": model}
    _require_method(method)
    if method == "lp":
        if abstraction or model:
            raise RiverboatError("--method lp: models are solved by cfr+ and its relatives")
        if iterations is not None or seconds is not None or resume is not None or prune:
            raise RiverboatError(
                "--method lp runs to the end: it takes no --iterations, --seconds, --resume or --prune"
            )
        solved = _by_lp(rules)
    else:
        solved = _iterated(
            rules, method, prune=prune, seed=seed, threads=threads, resume=resume,
            goal=goal, modelled=modelled, announce=not to_json,
        )  # fmt: skip
    if out is not None:
        solved.save(out)
    if html is not None:
        _write_page(html, solved.strategy)
    if to_json:
        print_json("solution", [{**solved.to_json(), "seed": seed}])
        return
    print(solved.heading + (f", seed {seed}" if solved.is_sampled else ""))
    print_exploitability(solved.exploitability)
    if prune:
        print(f"pruning skipped {solved.skipped:.1%} of all nodes")
    if show:
        _print_strategy(solved.strategy)


def _require_method(method: str | None) -> None:
    """Refuse an unknown method with the names of all, linear programs included."""
    from riverboat.solve.core.method import METHODS
    from riverboat.solve.solving import SAMPLED

    known = ("lp", *METHODS, "mccfr", *SAMPLED)
    if method is not None and method.partition("(")[0] not in known:
        raise RiverboatError(f'method "{method[:40]}": expected one of {", ".join(known)}')


class _Solved:
    """What came out, whichever way it was found."""

    def __init__(
        self,
        rules: Rules,
        policy: StorablePolicy,
        exploitability: Exploitability,
        summary: dict[str, Any],
        solution: Solution | None = None,
    ) -> None:
        self.rules, self.policy, self.exploitability, self.summary = rules, policy, exploitability, summary
        self._solution = solution

    @property
    def is_sampled(self) -> bool:
        from riverboat.solve.solving import SAMPLED

        return self.summary["method"] in SAMPLED

    @property
    def skipped(self) -> float:
        """The share of all nodes that pruning left out."""
        return float(getattr(self._solution.engine, "skipped", 0.0)) if self._solution else 0.0

    def save(self, path: Path) -> None:
        from riverboat.solve.core.strategy_file import Origin

        origin = Origin(self.summary["method"], self.summary["iterations"], self.exploitability.chips)
        self.policy.save(path, origin)

    @property
    def strategy(self) -> Strategy:
        """The policy written down for the tree of all deals."""
        from riverboat.solve.core.strategy_file import Origin
        from riverboat.solve.strategy import Strategy
        from riverboat.solve.tree import GameTree

        if isinstance(self.policy, Strategy):
            return self.policy
        origin = Origin(self.summary["method"], self.summary["iterations"], self.exploitability.chips)
        return Strategy.of(self.policy, GameTree.build(self.rules), origin)

    @property
    def heading(self) -> str:
        from riverboat.solve.tree import size_of

        size, summary = size_of(self.rules), self.summary
        return (
            f"{self.rules.identity}: {size.information_sets:,} information sets, {size.nodes:,} nodes\n"
            f"{summary['method']}, {summary['iterations']:,} iterations, {summary['seconds']:.2f} s"
        )

    def to_json(self) -> dict[str, Any]:
        """For programs; the strategy too, where it is not too long."""
        from riverboat.solve.tree import size_of

        size = size_of(self.rules)
        found = {**self.summary, "information_sets": size.information_sets, "nodes": size.nodes}
        if self._solution and self.skipped:
            found["nodes_skipped"] = self.skipped
        if size.nodes <= MAX_PRINTED_NODES:
            found["strategy"] = {
                f"{player} {label}": choices for (player, label), choices in self.strategy.by_label.items()
            }
        return found


class _SolvedModel(_Solved):
    """A model of a game that is too large for a tree of all deals."""

    @property
    def strategy(self) -> Strategy:
        raise RiverboatError("--show and --html: a model has too many information sets; --out writes its strategy")

    @property
    def heading(self) -> str:
        summary, model = self.summary, self._model
        said = "" if model.bucketing is not None else f"{model_text(model)}\n"
        return f"{said}{summary['method']}, {summary['iterations']:,} iterations, {summary['seconds']:.2f} s"

    def to_json(self) -> dict[str, Any]:
        return {**self.summary, **model_json(self._model)}

    @property
    def _model(self) -> AbstractModel:
        assert self._solution is not None
        found = model_in(self._solution.engine)
        assert found is not None
        return found


def _by_lp(rules: Rules) -> _Solved:
    from riverboat.solve.core.strategy_file import Origin
    from riverboat.solve.lp import solve_by_lp
    from riverboat.solve.strategy import Strategy
    from riverboat.solve.tree import GameTree

    tree, line = GameTree.build(rules), progress_line()

    def on_progress(steps: int, objective: float) -> None:
        if steps % 50 == 0:
            line(f"{steps:,} steps, objective {objective:+.6f}")

    solved = solve_by_lp(tree, progress=on_progress)
    line("")
    found, steps = solved.exploitability, solved.standing.iterations
    summary = {
        "game": rules.identity, "engine": "lp", "method": "lp", "iterations": steps,
        "seconds": round(solved.seconds, 4), "stopped": "target", **found.to_json(), "curve": [],
    }  # fmt: skip
    return _Solved(rules, Strategy(tree, solved.strategy, Origin("lp", 0, found.chips)), found, summary)


def _iterated(
    rules: Rules,
    method: str | None,
    *,
    prune: bool,
    seed: int,
    threads: int | None,
    resume: Path | None,
    goal: dict[str, Any],
    modelled: dict[str, str | None],
    announce: bool,
) -> _Solved:
    from riverboat.solve.core import Runner, parse_target
    from riverboat.solve.core.solution import Solution
    from riverboat.solve.solving import DEFAULT_TARGET, make_engine

    if goal["target"] is not None:
        goal = {**goal, "target": parse_target(goal["target"])}
    elif goal["iterations"] is None and goal["seconds"] is None:
        goal = {**goal, "target": DEFAULT_TARGET}
    line = progress_line()

    def on_progress(now: Progress[Exploitability]) -> None:
        measured = f", {now.detail.chips:.6f} chips per hand exploitable" if now.detail else ""
        line(f"{now.done:,} iterations, {now.seconds:,.0f} s{measured}")

    if any(modelled.values()) and announce:
        announce_model(rules, seed=seed, **modelled)
    engine = make_engine(
        rules, method, seed=seed, prune=prune, threads=threads, **modelled, on_progress=lambda now: line(counting(now))
    )
    runner = Runner(engine, checkpoint=resume, on_progress=on_progress)
    if runner.resume():
        print(f"resumed after {engine.iterations:,} iterations", file=sys.stderr)
    try:
        solution = Solution(engine, runner).run(**goal)
    finally:
        line("")
    if solution.stopped == "interrupted":
        again = "" if resume is None else "; the same command resumes it"
        raise StoppedError(f"interrupted after {engine.iterations:,} iterations{again}")
    summary = {**solution.to_json(), "game": rules.identity, "method": method or engine.identity["method"]}
    kind = _Solved if model_in(engine) is None else _SolvedModel
    return kind(rules, solution.policy, solution.exploitability, summary, solution)


def _print_strategy(strategy: Strategy) -> None:
    for (player, label), choices in strategy.by_label.items():
        print(f"{player}  {label:24}" + "  ".join(f"{letter} {share:.4f}" for letter, share in choices.items()))


def _write_page(path: Path, strategy: Strategy) -> None:
    from riverboat.files import write_text
    from riverboat.solve.picture import strategy_page

    write_text(path, strategy_page(strategy))
