"""`riverboat strategy`: strategies in PokerLang, which people write and files hold."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.output import print_json, print_table
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.agents.pokerlang import Strategy

app = typer.Typer(help="Check, format and explain strategies written in PokerLang.", no_args_is_help=True)

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
Named = Annotated[str, typer.Argument(help="A file (mine.pokerlang), or the name of a shipped strategy (regular).")]


@app.command("list")
def list_strategies(to_json: AsJson = False) -> None:
    """The strategies that come with Riverboat."""
    from riverboat.agents.pokerlang.shipped import shipped_strategy, shipped_texts

    found = {name: shipped_strategy(name) for name in shipped_texts()}
    if to_json:
        print_json(
            {
                name: {"title": each.name, "tactics": len(each.tactics), "rules": each.rules}
                for name, each in found.items()
            }
        )
        return
    rows = [(name, each.name, str(len(each.tactics)), str(each.rules)) for name, each in found.items()]
    print_table(("strategy", "title", "tactics", "rules"), rows)


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
        found = {"errors": errors, "warnings": warnings}
        print_json({"file": file, **{kind: [problem._asdict() for problem in each] for kind, each in found.items()}})
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
) -> None:
    """Print a strategy in its standard form, comments included."""
    from riverboat.agents.pokerlang.outline import format_strategy
    from riverboat.agents.pokerlang.parsing import load_text
    from riverboat.agents.pokerlang.shipped import shipped_text
    from riverboat.files import write_text

    text = format_strategy(load_text(file) if _is_file(file) else shipped_text(file), f'strategy "{file}"')
    if not in_place:
        print(text, end="")
        return
    if not Path(file).is_file():
        raise RiverboatError(f'strategy "{file}": only files can be written again')
    write_text(Path(file), text)


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
        print_json({"name": strategy.name, "rules": strategy.rules, "terms": used, "words": explain_strategy(strategy)})
    elif terms:
        print_table(("term", "meaning"), list(used.items()))
    else:
        print(explain_strategy(strategy), end="")


def _strategy(named: str) -> Strategy:
    from riverboat.agents.pokerlang.parsing import load_strategy
    from riverboat.agents.pokerlang.shipped import shipped_strategy

    return load_strategy(named) if _is_file(named) else shipped_strategy(named)


def _is_file(named: str) -> bool:
    return named.endswith(".pokerlang") or "/" in named or Path(named).is_file()
