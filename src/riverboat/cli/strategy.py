"""`riverboat strategy`: strategies in PokerLang, which people write and files hold."""

from __future__ import annotations

from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.cli.selection import Game, Simulation
from riverboat.cli.spreading import Jobs, OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder, write_text

if TYPE_CHECKING:
    from riverboat.agents.pokerlang import Strategy
    from riverboat.agents.pokerlang.inference import Inferred, Score
    from riverboat.assess.imitation import Imitation
    from riverboat.games.hand import Hand
    from riverboat.games.rules import Rules

app = typer.Typer(
    help="Check, format and explain strategies written in PokerLang, and infer them from hands.", no_args_is_help=True
)

Named = Annotated[str, typer.Argument(help="A file (mine.pokerlang), or the name of a shipped strategy (regular).")]


@app.command("list")
def list_strategies(to_json: AsJson = False) -> None:
    """The strategies that come with Riverboat."""
    from riverboat.agents.pokerlang.shipped import shipped_strategy, shipped_texts

    found = {name: shipped_strategy(name) for name in shipped_texts()}
    if to_json:
        print_json("strategy", [{"name": name, **_counts(each)} for name, each in found.items()])
        return
    rows = [(name, each.name, str(len(each.tactics)), str(each.rules)) for name, each in found.items()]
    print_table(("strategy", "title", "tactics", "rules"), rows)


def _counts(strategy: Strategy) -> dict[str, Any]:
    return {"title": strategy.name, "tactics": len(strategy.tactics), "rules": strategy.rules}


@app.command("check")
def check(file: Named, to_json: AsJson = False) -> None:
    """List all problems with line and column. Exit code 2 if the strategy cannot be played, 0 with warnings only."""
    from riverboat.agents.pokerlang.checking import check_strategy
    from riverboat.agents.pokerlang.parsing import StrategyError

    try:
        errors, warnings = [], list(check_strategy(_strategy(file)))
    except StrategyError as error:
        errors, warnings = error.problems, []
    if to_json:
        found = [("error", problem) for problem in errors] + [("warning", problem) for problem in warnings]
        print_json("problem", [{**problem._asdict(), "severity": how} for how, problem in found], file=file)
    for problem in [] if to_json else errors:
        typer.echo(f"{file}:{problem.line}:{problem.column}: {problem.reason}", err=True)
    for problem in [] if to_json else warnings:
        print(f"{file}:{problem.line}:{problem.column}: warning: {problem.reason}")
    if errors:
        raise typer.Exit(2)
    if not warnings and not to_json:
        print(f"{file}: a strategy without problems")


@app.command("format")
def format_file(
    file: Named,
    in_place: Annotated[bool, typer.Option("--in-place", help="Write the file again.")] = False,
    to_json: AsJson = False,
) -> None:
    """Print a strategy in its standard form, comments included."""
    from riverboat.agents.pokerlang.outline import format_strategy
    from riverboat.agents.pokerlang.parsing import load_text
    from riverboat.agents.pokerlang.shipped import shipped_text

    text = format_strategy(load_text(file) if _is_file(file) else shipped_text(file), f'strategy "{file}"')
    if in_place:
        if not Path(file).is_file():
            raise RiverboatError(f'strategy "{file}": only files can be written again')
        write_text(Path(file), text)
    if to_json:
        written = {"file": file, "text": None} if in_place else {"file": None, "text": text}
        print_json("file", [{"strategy": file, **written}])
    elif not in_place:
        print(text, end="")


@app.command("show")
def show(
    file: Named,
    to_json: AsJson = False,
    terms: Annotated[bool, typer.Option("--terms", help="List the evaluators and predictors that it uses.")] = False,
) -> None:
    """Explain a strategy in words."""
    from riverboat.agents.pokerlang.terms import TERMS
    from riverboat.agents.pokerlang.writing import explain_strategy

    strategy = _strategy(file)
    used = {name: TERMS[name].meaning for name in TERMS if name in strategy.terms}
    if to_json:
        words = {"terms": used, "words": explain_strategy(strategy)}
        print_json("strategy", [{"name": file, **_counts(strategy), **words}])
    elif terms:
        print_table(("term", "meaning"), list(used.items()))
    else:
        print(explain_strategy(strategy), end="")


@app.command("infer")
def infer(
    db: Annotated[str, typer.Option("--db", help="The database of hands: an SQLite file or a postgresql:// URL.")],
    player: Annotated[str, typer.Option(help="The player to imitate, whose hole cards must be known.")],
    out: Annotated[Path, typer.Option(help="The file to write the strategy to: NAME.pokerlang.")],
    recogniser: Annotated[
        list[str] | None,
        typer.Option(help="forest, nearest, weighted or boosting. Repeatable; default: all, and rules like the best."),
    ] = None,
    strengths: Annotated[int, typer.Option(min=2, max=1000, help="Strength intervals (k).")] = 10,
    actions: Annotated[int, typer.Option(min=4, max=1000, help="Action intervals with fold, call, all-in (q).")] = 10,
    rules: Annotated[int, typer.Option(min=2, max=1000, help="Maximum number of rules.")] = 60,
    folds: Annotated[int, typer.Option(min=2, help="Folds of whole hands that are held out.")] = 5,
    game: Game = None,
    simulation: Simulation = None,
    verify: Annotated[
        str | None, typer.Option(metavar="AGENT", help="The original as an agent: play it and the copy, and compare.")
    ] = None,
    opponents: Annotated[
        list[str] | None, typer.Option(help="Opponents for --verify. Repeatable; default: always_call and rules.")
    ] = None,
    verify_hands: Annotated[int, typer.Option(min=10, help="Hands for --verify.")] = 2000,
    seed: Annotated[int, typer.Option(min=0, max=2**32 - 1, help="Random seed: the same seed, the same result.")] = 1,
    jobs: Jobs = None,
    executor: OnExecutor = None,
    to_json: AsJson = False,
) -> None:
    """Infer a strategy from a player's hands, and report how well it predicts hands that were held out."""
    from riverboat.agents.pokerlang.inference.inferring import infer_strategy
    from riverboat.agents.pokerlang.inference.recognisers import RECOGNISERS
    from riverboat.agents.pokerlang.writing import write_strategy
    from riverboat.agents.registry import make_agent
    from riverboat.executor import make_executor

    if out.suffix != ".pokerlang":
        raise RiverboatError(f'--out "{out}": expected a name that ends in .pokerlang')
    if opponents and verify is None:
        raise RiverboatError("--opponents: it belongs to --verify, which names the original")
    require_folder(out)
    for agent in [verify, *(opponents or ())] if verify is not None else ():
        make_agent(agent)  # known now, and not after the work
    hands = _Stored(db, player, game, simulation)
    with (
        make_executor(jobs, executor, kernels="strategy infer") as spread,
        progress_bar(f"inferring {player}") as on_progress,
    ):
        found = infer_strategy(
            hands, player, recognisers=recogniser or tuple(RECOGNISERS), strengths=strengths, actions=actions,
            folds=folds, max_rules=rules, seed=seed, on_progress=on_progress, executor=spread,
        )  # fmt: skip
    compared = None
    if verify is not None:
        from riverboat.assess.imitation import compare_play

        assert hands.rules is not None
        with progress_bar(f"{player} and its copy play") as on_progress:
            compared = compare_play(
                verify, found.strategy, hands.rules, opponents, verify_hands, seed=seed, on_progress=on_progress
            )
    write_text(out, write_strategy(found.strategy))
    if to_json:
        told = {} if compared is None else {"verified": compared.to_json()}
        print_json("inference", [{"file": str(out), **found.to_json(), "folds": folds, "seed": seed, **told}])
        return
    _print_inferred(found, folds, seed)
    if compared is not None:
        _print_compared(compared)
    print(f"wrote {out}")


class _Stored:
    """The hands of a player in a database, read once; remembers the game of the last one."""

    def __init__(self, db: str, player: str, game: str | None, simulation: int | None) -> None:
        from riverboat.records.database import open_database
        from riverboat.records.naming import plain_game

        self._db, self._player, self._simulation = db, player, simulation
        self._game = None if game is None else plain_game(game)
        self.rules: Rules | None = None
        with open_database(db, must_exist=True) as database:
            names = database.players()
        if player not in names:
            close = get_close_matches(player, names, 3, 0.5) or [
                name for name in names if player.lower() in name.lower()
            ]
            meant = f"; is {' or '.join(close[:3])} meant?" if close else f"; there are {len(names):,} other players"
            raise RiverboatError(f'player "{player}": not in this database{meant}')

    def __iter__(self) -> Iterator[Hand]:
        from riverboat.games.holdem import is_holdem
        from riverboat.records.database import open_database

        with open_database(self._db, must_exist=True) as database:
            for hand in database.hands(self._simulation, self._player, game=self._game):
                if is_holdem(hand.rules):
                    self.rules = hand.rules
                yield hand


def _print_inferred(found: Inferred, folds: int, seed: int) -> None:
    counted = found.counted
    print(
        f"{found.player}: {len(found.cases):,} decisions of {counted.known:,} hands with known cards "
        f"(of {counted.hands:,}), {folds} folds of whole hands, seed {seed}"
    )
    rows = [_score_cells("majority", found.baseline)]
    rows += [_score_cells(name, each.held_out, each.same_cases) for name, each in found.scores.items()]
    rows.append(_score_cells(f"{found.strategy.rules} rules", found.rules.held_out, found.rules.same_cases))
    print_table(("recogniser", "held out (95 %)", "same cases", "Brier", "calibration error"), rows)
    if found.weights is not None:
        stack, strength, position = found.weights
        print(
            f"weights: stack {stack:.2f}, strength {strength:.2f}, position {position:.2f}; "
            f"{100 * found.ties:.0f} % of the vectors tried are as good"
        )
    print(f"the rules keep {100 * found.kept:.1f} % of the held-out accuracy of {found.best}")


def _score_cells(name: str, held_out: Score, same: Score | None = None) -> tuple[str, ...]:
    return (
        name,
        f"{100 * held_out.accuracy:.1f}% ± {196 * held_out.error:.1f}",
        f"{100 * same.accuracy:.1f}%" if same else "-",
        f"{held_out.brier:.3f}",
        f"{held_out.calibration_error:.3f}",
    )


def _print_compared(found: Imitation) -> None:
    print(
        f"{found.original} and its copy against {', '.join(found.field)}: {found.hands:,} hands each, seed {found.seed}"
    )
    rows = [(name, first, second) for name, first, second in found.rows()]
    print_table(("", "original", "copy"), rows)
    print(found.agreement_text())


def _strategy(named: str) -> Strategy:
    from riverboat.agents.pokerlang.parsing import load_strategy
    from riverboat.agents.pokerlang.shipped import shipped_strategy

    return load_strategy(named) if _is_file(named) else shipped_strategy(named)


def _is_file(named: str) -> bool:
    return named.endswith(".pokerlang") or "/" in named or Path(named).is_file()
