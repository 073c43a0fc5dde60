"""`riverboat match`: agents play each other; results have confidence intervals."""

from __future__ import annotations

import re
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.games import game_in_file
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError
from riverboat.cli.spreading import Jobs, OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder, write_text

if TYPE_CHECKING:
    from riverboat.arena import RingSettings
    from riverboat.arena.request import Estimator, Record
    from riverboat.arena.results import MatchResult
    from riverboat.arena.running import Standings
    from riverboat.games.rules import Rules
    from riverboat.progress import OnProgress, Progress


class Mode(StrEnum):
    """Kinds of matches."""

    CASH = "cash"
    DUPLICATE = "duplicate"
    RING = "ring"
    TOURNAMENT = "tournament"
    EVOLVE = "evolve"


def command(
    agents: Annotated[
        list[str], typer.Argument(help='Players, like always_call, "rules(style=tight_passive)" or my.py:Me.')
    ],
    game: Annotated[
        str, typer.Option(help='The game, like "holdem(betting=limit)", or a file: PGDL, ACPC, or a spot (TOML).')
    ] = "holdem",
    hands: Annotated[int, typer.Option(min=1, help="Number of hands.")] = 1000,
    mode: Annotated[Mode, typer.Option(help="Kind of match.")] = Mode.CASH,
    seed: Annotated[int, typer.Option(min=0, help="Random seed: the same seed plays the same match.")] = 1,
    jobs: Jobs = None,
    executor: OnExecutor = None,
    session: Annotated[
        str, typer.Option(metavar="N|never", help="Hands per session, after which players are re-created, or never.")
    ] = "1000",
    matches: Annotated[int, typer.Option(min=1, help="Matches of --hands each, with new players; pooled.")] = 1,
    block: Annotated[int, typer.Option(min=1, help="Hands per point of the learning curve.")] = 2000,
    memory: Annotated[
        str | None, typer.Option(metavar="FILE|URL", help="Where players remember opponents: a file or a database URL.")
    ] = None,
    buy_in: Annotated[
        list[str] | None,
        typer.Option(metavar="N|PLAYER=N", help="Ring: buy-in in big blinds, of all or of one player. Repeatable."),
    ] = None,
    seats: Annotated[
        int | None, typer.Option(min=2, max=23, help="Ring, tournament, evolve: seats at a table.")
    ] = None,
    entrants: Annotated[
        int | None, typer.Option(min=2, help="Tournament: how many take part, the agents in turn.")
    ] = None,
    generations: Annotated[int | None, typer.Option(min=1, help="Evolve: how many. Default: 20.")] = None,
    population: Annotated[int | None, typer.Option(min=2, help="Evolve: members. Default: 20.")] = None,
    opponents: Annotated[
        list[str] | None,
        typer.Option(help="Evolve: a fixed opponent; without any, members play each other. Repeatable."),
    ] = None,
    strict: Annotated[bool, typer.Option("--strict", help="Stop at the first fault of a player.")] = False,
    clock: Annotated[float | None, typer.Option(min=0.001, help="Maximum seconds per decision.")] = None,
    resume: Annotated[Path | None, typer.Option(help="File to save to while playing, and to resume from.")] = None,
    db: Annotated[str | None, typer.Option(help="Store every hand: a file for SQLite, or a postgresql:// URL.")] = None,
    until_significant: Annotated[
        bool, typer.Option("--until-significant", help="Stop when a 95 % interval excludes zero. Maximum: --hands.")
    ] = False,
    all_in_ev: Annotated[bool, typer.Option("--all-in-ev", help="Also report all-in adjusted winnings.")] = False,
    aivat: Annotated[
        bool,
        typer.Option("--aivat", help="Also report AIVAT of hold'em: without the luck of cards and known strategies."),
    ] = False,
    html: Annotated[Path | None, typer.Option(help="Write an HTML report; includes all-in adjusted winnings.")] = None,
    in_kernels: Annotated[
        bool, typer.Option("--in-kernels", help="Play simple players in compiled code: millions of hands per second.")
    ] = False,
    to_json: AsJson = False,
) -> None:
    """Let agents play each other; winnings per hand with 95 % intervals. Ctrl-C prints the result so far."""
    from riverboat.arena import run_match

    require_folder(html, resume)
    _check_options(mode, clock, db, resume, in_kernels)
    of_mode = {
        "seats": seats, "entrants": entrants, "generations": generations, "population": population,
        "opponents": opponents,
    }  # fmt: skip
    settings = _mode_settings(mode, buy_in, **of_mode)
    in_session = _session(session)
    about = {"agents": agents, "game": game, "hands": hands, "session": in_session or "never"}
    about |= _given(matches=matches if matches > 1 else None, buy_in=buy_in, **of_mode, memory=_without_key(memory))
    chosen = game_in_file(game, len(agents)) or game
    with _watch() as on_progress, _keep(db, mode, seed, about, hands * matches, resume) as record:
        result = run_match(
            agents,
            chosen,
            hands,
            mode.value,
            seed=seed,
            jobs=jobs,
            executor=executor,
            session=in_session,
            matches=matches,
            block=block,
            memory=memory,
            strict=strict,
            clock=clock,
            resume=resume,
            settings=settings,
            on_progress=on_progress,
            record=record,
            until_significant=until_significant,
            all_in_ev=all_in_ev or (html is not None and mode in _BY_HAND and not (in_kernels or aivat)),
            estimator=_estimator(agents, chosen) if aivat else None,
            in_kernels=in_kernels,
        )
    if html:
        _write_page(html, result)
    if to_json:
        print_json("match", [result.to_json()])
    else:
        _print(result, until_significant, html)
    if not result.complete:
        raise StoppedError("stopped before the end" + ("; the same command resumes it" if resume else ""))


_MODES_OF = {
    "seats": (Mode.RING, Mode.TOURNAMENT, Mode.EVOLVE),
    "entrants": (Mode.TOURNAMENT,),
    "generations": (Mode.EVOLVE,),
    "population": (Mode.EVOLVE,),
    "opponents": (Mode.EVOLVE,),
}
"""The modes that an option belongs to."""
_BY_HAND = (Mode.CASH, Mode.DUPLICATE)
"""The modes in which every hand stands for itself."""


def _check_options(mode: Mode, clock: float | None, db: str | None, resume: Path | None, in_kernels: bool) -> None:
    """Refuse what cannot be together."""
    if clock is not None and not isfinite(clock):
        raise RiverboatError(f"--clock {clock}: expected seconds")
    if db and resume and mode not in _BY_HAND:
        raise RiverboatError(f"--db {db} with --resume {resume}: only cash and duplicate matches support both")
    if db and in_kernels:
        raise RiverboatError(f"--db {db} with --in-kernels: kernels do not store hands; choose one of them")


def _given(**options: Any) -> dict[str, Any]:
    """The options that were given."""
    return {name: value for name, value in options.items() if value}


def _without_key(memory: str | None) -> str | None:
    """Where the memory is, without the password of a database."""
    return re.sub("//[^@/]*@", "//***@", memory) if memory else None


def _estimator(agents: list[str], game: str | Rules) -> Estimator:
    """What takes most luck out of this match."""
    from riverboat.arena.match import player_names
    from riverboat.arena.stakes import rules_for
    from riverboat.assess.match_aivat import best_estimator

    rules = rules_for(game, len(agents)) if isinstance(game, str) else game
    found = best_estimator(player_names(agents), agents, rules)
    if found is None:
        raise RiverboatError(f"AIVAT of {rules.identity}: expected hold'em for two to ten players, with one board")
    return found


def _session(text: str) -> int | None:
    """The number of hands, or None for never."""
    if text == "never":
        return None
    if not text.isdecimal() or int(text) < 1:
        raise RiverboatError(f'--session {text}: expected a number of hands, 1 or more, or "never"')
    return int(text)


def _mode_settings(mode: Mode, buy_in: list[str] | None, **given: Any) -> Any:
    """The settings of a mode, with what was given; None if nothing was. An option of another mode is an error."""
    chosen = {name: value for name, value in given.items() if value is not None and value != []}
    for name in chosen:
        if mode not in _MODES_OF[name]:
            raise RiverboatError(f"--{name} in mode {mode}: it belongs to {' and '.join(_MODES_OF[name])}")
    if buy_in and mode is not Mode.RING:
        raise RiverboatError(f"--buy-in {buy_in[0]} in mode {mode}: only ring games have it")
    if not chosen and not buy_in:
        return None
    from riverboat.arena import EvolutionSettings, TournamentSettings

    if mode is Mode.RING:
        return _ring_settings(buy_in or [], chosen)
    if "opponents" in chosen:
        chosen["opponents"] = tuple(chosen["opponents"])
    return TournamentSettings(**chosen) if mode is Mode.TOURNAMENT else EvolutionSettings(**chosen)


def _ring_settings(buy_in: list[str], chosen: dict[str, Any]) -> RingSettings:
    """The settings of a ring with these buy-ins."""
    from riverboat.arena import RingSettings

    own: dict[str, int] = {}
    usual: int | None = None
    for text in buy_in:
        player, _, blinds = text.rpartition("=")  # a player's parameters may have equals signs
        if not blinds.isdecimal() or player in own or (not player and usual is not None):
            raise RiverboatError(f"--buy-in {text}: expected big blinds, like 100 or hermes=20, once for each player")
        if player:
            own[player] = int(blinds)
        else:
            usual = int(blinds)
    if usual is not None:
        chosen = {**chosen, "buy_in": usual}
    return RingSettings(**chosen, buy_ins=own)


def _write_page(html: Path, result: MatchResult) -> None:
    from riverboat.arena.report import match_page

    write_text(html, match_page(result, shlex.join(["riverboat", *sys.argv[1:]])))


def _print(result: MatchResult, until_significant: bool, html: Path | None) -> None:
    print(result.title)
    print(result.table())
    if until_significant:
        known = ", ".join(result.winners)
        print(f"significant winners (95 %, valid at any time): {known}" if known else "no significant winner yet")
    if html:
        print(f"wrote {html}")


@contextmanager
def _keep(
    db: str | None, mode: Mode, seed: int, about: dict[str, object], hands: int, resume: Path | None
) -> Iterator[Record | None]:
    """Where the hands are stored, if anywhere."""
    if not db:
        yield None
        return
    from riverboat.records.database import recording

    if resume is not None:
        about = {**about, "resume": str(resume.resolve())}
    resumed = resume is not None and resume.exists()
    with recording(db, mode.value, seed, about, hands, resumable=resume is not None, resumed=resumed) as record:
        yield record


@contextmanager
def _watch() -> Iterator[OnProgress | None]:
    """A progress line with the rate and the leader, on a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.live import Live
    from rich.text import Text

    with Live(console=Console(stderr=True), transient=True, refresh_per_second=4) as live:

        def on_progress(state: Progress[Standings]) -> None:
            standings = "  ".join(f"{name} {mean.mean:+.2f} ± {mean.margin():.2f}" for name, mean in state.detail or ())
            line = f"{state.done:,} of {state.total:,} hands, {state.rate:,.0f} per second  {standings}  {state.note}"
            live.update(Text(line.rstrip()))

        yield on_progress
