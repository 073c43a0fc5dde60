"""`riverboat crosstable`: everyone plays everyone; ratings with errors, and who beats whom against the order."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.games import game_in_file
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, progress_line
from riverboat.cli.spreading import Jobs, OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder, write_text

if TYPE_CHECKING:
    from riverboat.arena.crosstable import CrosstableResult
    from riverboat.progress import OnProgress, Progress

_GAME = "holdem(betting=limit)"
_HANDS, _MAX_HANDS = 10_000, 1_000_000


class FieldName(StrEnum):
    """The published tables (`arena/crosstable/fields.py`)."""

    LIMIT = "limit"
    NOLIMIT = "nolimit"
    SIX = "six"


def command(
    agents: Annotated[list[str] | None, typer.Argument(help="Players, like poki or my.py:Me.")] = None,
    players: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="The same in one text, with commas between players.")
    ] = None,
    field: Annotated[FieldName | None, typer.Option(help="The players and the game of a published table.")] = None,
    without: Annotated[
        str | None, typer.Option(metavar="A,B,...", help="Players of the field who stay out, such as slow ones.")
    ] = None,
    game: Annotated[
        str | None,
        typer.Option(help=f'The game, or a file of it. Default: "{_GAME}". For more than two: line-ups by rotation.'),
    ] = None,
    hands: Annotated[
        int | None,
        typer.Option(min=1, help="Maximum hands of each pair, or table. Default: 10000; with --within, a million."),
    ] = None,
    within: Annotated[
        float | None, typer.Option(help="Stop a pair when its 95 % interval is this narrow: ± mbb per hand.")
    ] = None,
    session: Annotated[int, typer.Option(min=1, help="Hands per session, after which players are re-created.")] = 1000,
    match_hands: Annotated[
        int, typer.Option(min=1, help="Hands per match of players that learn; each match counts as one value.")
    ] = 2000,
    learner: Annotated[
        list[str] | None, typer.Option(metavar="PLAYER", help="A player that learns without a memory. Repeatable.")
    ] = None,
    slow: Annotated[
        list[str] | None,
        typer.Option(
            metavar="N|PLAYER=N",
            help="Hands of each pair of a slow player, or of pairs measured below 100 hands per second. Repeatable.",
        ),
    ] = None,
    boards: Annotated[
        int | None,
        typer.Option(
            min=0,
            help="Maximum boards of pairs of players with tables, such as psopti4r: on each they play all their hands. "
            "0: they play hand by hand. Default: half of --hands.",
        ),
    ] = None,
    known: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="A table of --out whose pairs are not played again; shipped: that of --field, to join it.",
        ),
    ] = None,
    aivat: Annotated[bool, typer.Option("--aivat/--no-aivat", help="Take out luck by AIVAT where possible.")] = True,
    seed: Annotated[int, typer.Option(min=0, help="Random seed: the same seed plays the same table.")] = 1,
    clock: Annotated[float | None, typer.Option(min=0.001, help="Maximum seconds per decision.")] = None,
    jobs: Jobs = None,
    executor: OnExecutor = None,
    resume: Annotated[
        Path | None,
        typer.Option(metavar="FOLDER", help="Where pairs are saved and resumed from, by any table."),
    ] = None,
    html: Annotated[Path | None, typer.Option(help="Write the table as a page.")] = None,
    out: Annotated[Path | None, typer.Option(help="Write the result as a small JSON file.")] = None,
    show: Annotated[
        bool, typer.Option("--show", help="Show the table of --field (default: limit) that comes with Riverboat.")
    ] = False,
    to_json: AsJson = False,
) -> None:
    """Let everyone play everyone: winnings with 95 % intervals, ratings, cycles. Ctrl-C prints the table so far."""
    require_folder(html, out)
    if resume is not None and not resume.is_dir():
        require_folder(resume)
    if show:
        _show(field, html, to_json)
        return
    from riverboat.arena.crosstable import CrosstableSettings, run_crosstable
    from riverboat.arena.crosstable.shipped import crosstable_text
    from riverboat.assess.limit.boards import board_value
    from riverboat.assess.match_aivat import best_estimator

    asked = _players(agents, players)
    slow_hands, slow_players = _slow(slow)
    if field is not None:
        asked, game, slow_players = _of_field(field, asked, game, slow_players)
    asked, slow_players = _left(asked, without, slow_players)
    if not asked:
        raise RiverboatError("crosstable: expected players, like always_call random poki, or --field limit")
    settings = CrosstableSettings(
        hands or (_HANDS if within is None else _MAX_HANDS),
        within,
        session,
        match_hands,
        tuple(learner or ()),
        slow_players,
        slow_hands,
        seed,
        clock,
        boards or None,
    )
    with _watch() as on_progress:
        result = run_crosstable(
            asked,
            game_in_file(game or _GAME, 2) or game or _GAME,
            settings,
            estimator_for=best_estimator if aivat else None,
            value_for=None if boards == 0 else board_value,
            known=None if known is None else _known(known, field),
            resume=resume,
            jobs=jobs,
            executor=executor,
            on_progress=on_progress,
        )
    if out:
        write_text(out, crosstable_text(result))
    _present(result, html, to_json, [path for path in (out, html) if path])
    if not result.complete:
        raise StoppedError("stopped before the end" + ("; the same command resumes it" if resume else ""))


def _players(agents: list[str] | None, players: str | None) -> list[str]:
    from riverboat.agents.registry import split_agents

    return [*(agents or ()), *(split_agents(players) if players else ())]


def _of_field(
    field: FieldName, asked: list[str], game: str | None, slow: dict[str, int]
) -> tuple[list[str], str, dict[str, int]]:
    """The players of a published table and who was asked besides, its game, and the slow ones of all."""
    from riverboat.arena.crosstable.fields import find_field

    if game is not None:
        raise RiverboatError(f"--game {game} with --field {field}: a field has its game; choose one of them")
    chosen = find_field(field)
    return [*dict.fromkeys((*chosen.present(), *asked))], chosen.game, chosen.slow_players() | slow


def _left(asked: list[str], without: str | None, slow: dict[str, int]) -> tuple[list[str], dict[str, int]]:
    """The players, and the slow ones of them, after some have left."""
    out = _players(None, without)
    for name in out:
        if name not in asked:
            raise RiverboatError(f"--without {name}: not in the table; expected one of {', '.join(asked)}")
    return [name for name in asked if name not in out], {name: slow[name] for name in slow if name not in out}


def _known(text: str, field: FieldName | None) -> CrosstableResult:
    """The table of a file, or the one that comes with Riverboat."""
    from riverboat.arena.crosstable.shipped import read_crosstable, shipped_crosstable

    if text == "shipped":
        return shipped_crosstable(field or FieldName.LIMIT)
    try:
        return read_crosstable(Path(text).read_text(encoding="utf-8"), text)
    except (OSError, UnicodeDecodeError) as error:
        raise RiverboatError(f'file "{text}": {getattr(error, "strerror", None) or error}') from None


def _slow(texts: list[str] | None) -> tuple[int | None, dict[str, int]]:
    """Hands of pairs that are measured to be slow, and of players by name."""
    measured: int | None = None
    named: dict[str, int] = {}
    for text in texts or ():
        player, _, hands = text.rpartition("=")  # a player's parameters may have equals signs
        if not hands.isdecimal() or player in named or (not player and measured is not None):
            raise RiverboatError(f"--slow {text}: expected hands, like 2000 or gs1=2000, once for each player")
        if player:
            named[player] = int(hands)
        else:
            measured = int(hands)
    return measured, named


def _show(field: FieldName | None, html: Path | None, to_json: bool) -> None:
    from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_origin

    chosen = field or FieldName.LIMIT
    result, origin = shipped_crosstable(chosen), shipped_origin(chosen)
    if not to_json:
        print(f"field {chosen}, {origin.text}")
    _present(result, html, to_json, [html] if html else [], origin.command)


def _present(
    result: CrosstableResult, html: Path | None, to_json: bool, written: list[Path], command: str | None = None
) -> None:
    """The page, and the table on the terminal; `command` played it, if it was not the one that was typed."""
    if html:
        from riverboat.arena.crosstable.page import crosstable_page

        write_text(html, crosstable_page(result, command or shlex.join(["riverboat", *sys.argv[1:]])))
    if to_json:
        print_json("crosstable", [result.to_json()])
        return
    from riverboat.arena.crosstable.text import table_lines, title_of

    print(title_of(result))
    print("\n".join(table_lines(result)))
    for path in written:
        print(f"wrote {path}")


@contextmanager
def _watch() -> Iterator[OnProgress]:
    """A progress line with the rate and the time that is left, on a terminal."""
    line = progress_line()

    def on_progress(state: Progress[object]) -> None:
        left = "" if state.remaining is None else f", {_duration(state.remaining)} left"
        of = "" if state.total is None else f" of about {state.total:,}"
        rate = f", {state.rate:,.0f} per second" if state.rate else ""
        line(f"{state.note or 'preparing'}: {state.done:,}{of}{' hands' if state.note else ''}{rate}{left}")

    try:
        yield on_progress
    finally:
        line("")


def _duration(seconds: float) -> str:
    minutes = round(seconds / 60)
    if minutes < 1:
        return f"{seconds:.0f} s"
    return f"{minutes} min" if minutes < 120 else f"{minutes / 60:.1f} h"
