"""`riverboat games`: the catalogue of poker games, and games that you describe yourself."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.games import Rules

app = typer.Typer(help="List, show, check and convert poker games.", no_args_is_help=True)

GameName = Annotated[str, typer.Argument(help='A name with settings, like "holdem(betting=limit,players=3)".')]


class Format(StrEnum):
    """How a game can be written."""

    PGDL = "pgdl"
    GAME = "game"


@app.command("list")
def list_games(to_json: AsJson = False) -> None:
    """The games of the catalogue."""
    from riverboat.games.catalogue import games

    found = games()
    if to_json:
        print_json("game", [{"name": name, "title": game.title} for name, game in found.items()])
        return
    for name, game in found.items():
        print(f"{name:16}{game.title}")


@app.command("show")
def show(name: GameName, to_json: AsJson = False) -> None:
    """The rules of a game, street by street."""
    rules = _rules(name)
    if to_json:
        from riverboat.games.rules_json import rules_to_json

        print_json("rules", [rules_to_json(rules)])
        return
    blinds = "/".join(map(str, rules.blinds)) or "none"
    antes = "/".join(map(str, rules.antes)) or "none"
    awards = " and ".join(str(award) for award in rules.awards)
    print(
        f"{rules.identity}: {rules.betting}, {rules.players} players, blinds {blinds}, antes {antes}; pot to {awards}"
    )
    rows = []
    for street in rules.streets:
        exchange = f"{street.drawing[0]} to {street.drawing[1]}" if street.drawing else ""
        row = (street.name, street.down, street.up, street.board, exchange, street.bet or "no betting")
        rows.append(tuple(map(str, row)))
    print_table(("street", "down", "up", "board", "drawing", "bet"), rows)


@app.command("validate")
def validate(
    file: Annotated[Path, typer.Argument(help="A PGDL document (.xml) or an ACPC definition (.game).")],
    to_json: AsJson = False,
) -> None:
    """Check a game description and list all problems with their lines. Exit code 2 if there are any."""
    problems = _problems(file)
    if to_json:
        items = [{"line": line, "reason": reason, "severity": "error"} for line, reason in problems]
        print_json("problem", items, file=str(file))
    elif problems:
        for line, reason in problems:
            typer.echo(f"{file}:{line}: {reason}", err=True)
    else:
        print(f"{file}: a valid game")
    if problems:
        raise typer.Exit(2)


@app.command("export")
def export(
    name: GameName,
    to: Annotated[Format, typer.Option(help="pgdl for a PGDL document, game for an ACPC definition.")],
    out: Annotated[Path | None, typer.Option(help="File to write. Default: standard output.")] = None,
    to_json: AsJson = False,
) -> None:
    """Write a game as a PGDL document or as an ACPC game definition."""
    from riverboat.files import write_text

    rules = _rules(name)
    if to is Format.PGDL:
        from riverboat.games.pgdl import dump

        text = dump(rules)
    else:
        from riverboat.games.acpc.definition import write_game

        text = write_game(rules)
    if out:
        write_text(out, text)
    if to_json:
        written = {"file": str(out), "text": None} if out else {"file": None, "text": text}
        print_json("file", [{"game": rules.identity, "format": to.value, **written}])
    else:
        print(f"wrote {out}\n" if out else text, end="")


def _rules(name: str) -> Rules:
    """A game of the catalogue, or the one that a file describes."""
    from riverboat.games.catalogue import parse_game

    return game_in_file(name) or parse_game(name)


def game_in_file(name: str, players: int | None = None) -> Rules | None:
    """The game that a PGDL or ACPC file or the TOML file of a spot describes; None for other names."""
    path = Path(name)
    if path.suffix == ".xml":
        from riverboat.games.pgdl import load

        return load(path, players)
    if path.suffix == ".game":
        from riverboat.games.acpc.definition import read_game

        return read_game(_text(path), path.stem)
    if path.suffix == ".toml":
        from riverboat.solve.spot.spot import Spot

        return Spot.from_toml(path).rules
    return None


def _problems(path: Path) -> list[tuple[int, str]]:
    if path.suffix == ".game":
        from riverboat.games.acpc.definition import read_game

        try:
            read_game(_text(path), path.stem)
        except RiverboatError as error:
            return [(0, str(error))]
        return []
    from riverboat.games import pgdl

    return [(problem.line, problem.reason) for problem in pgdl.validate(path)]


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise RiverboatError(f'file "{path}": {error}') from error
