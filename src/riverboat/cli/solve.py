"""`riverboat solve` and `riverboat exploit`: a game to equilibrium, and how far a strategy is from it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.exploit_limit import exploit_limit, exploit_on_river
from riverboat.cli.exploit_model import exploit_model
from riverboat.cli.games import game_in_file
from riverboat.cli.output import StoppedError, print_json, print_table, progress_line
from riverboat.cli.solve_model import announce_model, counting, model_in, model_json, model_text
from riverboat.cli.solve_spot import exploit_spot, print_solved_spot, refuse_options, solve_spot, spot_in_file
from riverboat.cli.spreading import OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.games import Rules
    from riverboat.progress import Progress
    from riverboat.solve.abstract.model import AbstractModel
    from riverboat.solve.core import Exploitability
    from riverboat.solve.core.solution import Solution, StorablePolicy
    from riverboat.solve.strategy import Strategy

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
GameName = Annotated[
    str,
    typer.Argument(
        help='A game like kuhn, "kuhn(players=3)" or rhode_island, or a file: PGDL, ACPC, or a spot (TOML).'
    ),
]
_MAX_PRINTED_NODES = 2_000_000
"""Strategies of larger games are not written into JSON."""


def solve(
    game: GameName,
    method: Annotated[
        str | None,
        typer.Option(
            help="lp, cfr, cfr+, lcfr, dcfr, pcfr+ (with settings, like dcfr(alpha=2)); or by samples: external "
            "(mccfr), outcome, public, chance. Default: dcfr, with --prune lcfr."
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
    _require_strategy_name("--out", out)
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
    rules = _rules(game)
    modelled = {"abstraction": abstraction, "model": model}
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
        print_json({**solved.to_json(), "seed": seed})
        return
    print(solved.heading + (f", seed {seed}" if solved.is_sampled else ""))
    _print_exploitability(solved.exploitability)
    if prune:
        print(f"pruning skipped {solved.skipped:.1%} of all nodes")
    if show:
        _print_strategy(solved.strategy)


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
        if size.nodes <= _MAX_PRINTED_NODES:
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


def _require_strategy_name(option: str, path: Path | None) -> None:
    if path is not None and path.suffix != ".strategy":
        raise RiverboatError(f'{option} "{path}": strategy files end in .strategy')


def _rules(game: str) -> Rules:
    from riverboat.games.catalogue import parse_game

    return game_in_file(game) or parse_game(game)


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


def _print_exploitability(found: Exploitability) -> None:
    rows = [
        (str(position), f"{round(value, 6) + 0.0:+.6f}", f"{best:+.6f}", f"{gain:.6f}")
        for position, (value, best, gain) in enumerate(zip(found.values, found.best, found.gains, strict=True))
    ]
    print_table(("position", "wins", "best response wins", "gain"), rows)
    print(f"exploitability {found.chips:.6f} chips per hand (NashConv {found.nash_conv:.6f})")


def _print_strategy(strategy: Strategy) -> None:
    for (player, label), choices in strategy.by_label.items():
        print(f"{player}  {label:24}" + "  ".join(f"{letter} {share:.4f}" for letter, share in choices.items()))


def _write_page(path: Path, strategy: Strategy) -> None:
    from riverboat.files import write_text
    from riverboat.solve.picture import strategy_page

    write_text(path, strategy_page(strategy))


def exploit(
    game: GameName,
    player: Annotated[str, typer.Argument(help="A .strategy file, or an agent, like always_call.")],
    queries: Annotated[int, typer.Option(min=1, help="How often an agent is queried in each information set.")] = 200,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of the agent.")] = 1,
    trust: Annotated[
        float | None,
        typer.Option(min=0, max=1, help="Answer as if the player did so with this probability (restricted Nash)."),
    ] = None,
    answer: Annotated[Path | None, typer.Option(help="Write the answer, which can play, as a strategy file.")] = None,
    abstraction: Annotated[
        str | None, typer.Option(help='For large games: respond in a model with buckets like "psopti(7)".')
    ] = None,
    model: Annotated[str | None, typer.Option(help="Which model; default: the whole game with all its bets.")] = None,
    samples: Annotated[int, typer.Option(min=1, help="Decisions of an agent that a model is filled from.")] = 200_000,
    hands: Annotated[int, typer.Option(min=0, help="Hands that the model's best response plays.")] = 10_000,
    exact: Annotated[
        bool, typer.Option("--exact", help="Limit hold'em, full game: an exact best response on every flop (hours).")
    ] = False,
    flops: Annotated[
        int | None, typer.Option(min=8, help="With --exact: a random sample of this many flops, each exact.")
    ] = None,
    resume: Annotated[
        Path | None, typer.Option("--resume", help="With --exact: file to save to, and to resume from.")
    ] = None,
    lbr: Annotated[
        bool, typer.Option("--lbr", help="Limit hold'em: best response on the river alone, a lower bound in seconds.")
    ] = False,
    boards: Annotated[int, typer.Option(min=2, help="With --lbr: random boards.")] = 1000,
    jobs: Annotated[int, typer.Option(min=1, help="Processes of that match, or of --exact.")] = 1,
    executor: OnExecutor = None,
    to_json: AsJson = False,
) -> None:
    """What a perfect opponent wins from a strategy or an agent: best response and exploitability."""
    from riverboat.solve.core.strategy_file import Origin
    from riverboat.solve.response import Counter, best_answers, restricted_nash
    from riverboat.solve.solving import load_policy
    from riverboat.solve.strategy import Strategy
    from riverboat.solve.tree import GameTree, size_of

    _require_strategy_name("--answer", answer)
    require_folder(answer)
    if (spot := spot_in_file(game)) is not None:
        refuse_options(
            {"--trust": trust is not None, "--answer": answer, "--abstraction": abstraction, "--model": model}
        )
        exploit_spot(spot, player, to_json=to_json)
        return
    rules = _rules(game)
    if lbr:
        others = {"--exact": exact or None, "--flops": flops, "--resume": resume, "--trust": trust, "--answer": answer}
        _refuse_with("--lbr", {**others, "--abstraction": abstraction, "--model": model})
        exploit_on_river(rules, player, boards=boards, seed=seed, to_json=to_json)
        return
    if exact or flops is not None or resume is not None:
        _require_exact(exact, {"--trust": trust, "--answer": answer, "--abstraction": abstraction, "--model": model})
        require_folder(resume)
        exploit_limit(
            rules, player, flops=flops, seed=seed, jobs=jobs, executor=executor, resume=resume, to_json=to_json
        )
        return
    is_agent = not player.endswith(".strategy")
    if abstraction is not None or model is not None or (is_agent and rules.name == "preflop_holdem"):
        if trust is not None:
            raise RiverboatError("--trust: restricted Nash responses are for games whose tree fits, not for models")
        exploit_model(
            rules, player, abstraction, model, samples=samples, hands=hands, seed=seed, jobs=jobs, answer=answer,
            to_json=to_json,
        )  # fmt: skip
        return
    asked: dict[str, int] = {}
    counter: Counter | None = None
    if not is_agent:
        policy = load_policy(player, rules)
        found = policy.exploitability()
        fits = size_of(rules).nodes <= _MAX_PRINTED_NODES
        strategy = None
        if fits or answer is not None or trust is not None:
            strategy = policy if isinstance(policy, Strategy) else Strategy.of(policy, GameTree.build(rules))
    else:
        from riverboat.agents.extraction import extract_strategy

        tree = GameTree.build(rules)
        strategy = Strategy(tree, extract_strategy(tree, player, queries=queries, seed=seed))
        found = strategy.exploitability()
        asked = {"queries": queries, "seed": seed}
    if strategy is not None:
        tree, vector = strategy.tree, strategy.vector
        counter = best_answers(tree, vector) if trust is None else restricted_nash(tree, vector, trust)
        if answer is not None:
            method = "best response" if trust is None else f"restricted Nash response, p = {trust:g}"
            Strategy(tree, counter.strategy, Origin(method, 0, counter.exploitability)).save(answer)
    if to_json:
        summary: dict[str, Any] = {"game": rules.identity, "player": player, **asked, **found.to_json()}
        if counter is not None:
            worth = {name: getattr(counter, name) for name in ("wins", "exploitation", "exploitability")}
            summary["answer"] = {"trust": 1.0 if trust is None else trust, **worth}
        print_json(summary)
        return
    said = f", queried {queries:,} times in each information set, seed {seed}" if asked else ""
    print(f"{rules.identity}: {player}{said}")
    _print_exploitability(found)
    if counter is not None:
        name = "the best response" if trust is None else f"the counter-strategy with trust {trust:g}"
        print(
            f"{name} wins {counter.exploitation:.6f} chips per hand,"
            f" and can lose {counter.exploitability:.6f} to others"
        )


def _require_exact(exact: bool, others: dict[str, object]) -> None:
    """Refuse options of exact best responses without --exact, and options that do not go with it."""
    if not exact:
        raise RiverboatError("--flops and --resume belong to --exact, the best response in full limit hold'em")
    _refuse_with("--exact", others)


def _refuse_with(option: str, others: dict[str, object]) -> None:
    given = [name for name, value in others.items() if value is not None]
    if given:
        raise RiverboatError(f"{given[0]} does not go with {option}")
