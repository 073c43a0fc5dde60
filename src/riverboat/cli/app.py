"""The list of commands, and error handling: one line on standard error and exit code 2."""

from __future__ import annotations

import signal
import sys
from typing import Annotated, NoReturn

import typer

from riverboat import __version__
from riverboat.cli import (
    abstraction,
    acpc,
    bench,
    cluster,
    crosstable,
    db,
    equity,
    exploit,
    games,
    hands,
    heatmap,
    kuhn,
    lab,
    match,
    model,
    odds,
    pushfold,
    ranges,
    review,
    server,
    solve,
    spot,
    spot_report,
    strategy,
    tables,
    tour,
    train,
    vision,
    web,
)
from riverboat.cli.completion import answer_the_first_tab
from riverboat.cli.examples import show_examples
from riverboat.cli.old_names import todays_name
from riverboat.cli.output import StoppedError
from riverboat.cli.short_help import shorten
from riverboat.errors import RiverboatError
from riverboat.extras import missing_extra

app = typer.Typer(
    name="riverboat",
    help="A computer-poker laboratory: ranks hands, computes odds, deals any game, and lets programs play it.",
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "token_normalize_func": todays_name},
)

app.command("equity")(equity.command)
app.command("odds")(odds.command)
app.command("odds-server")(server.command)
app.command("heatmap")(heatmap.command)
app.add_typer(games.app, name="games")
app.command("match")(match.command)
app.command("crosstable")(crosstable.command)
app.command("solve")(solve.solve)
app.command("exploit")(exploit.exploit)
app.command("spot")(spot.command)
app.command("spot-report")(spot_report.command)
app.command("pushfold")(pushfold.command)
app.add_typer(ranges.app, name="ranges")
app.add_typer(abstraction.app, name="abstraction")
app.add_typer(kuhn.app, name="kuhn")
app.add_typer(hands.app, name="hands")
app.add_typer(db.app, name="db")
app.add_typer(model.app, name="model")
app.add_typer(strategy.app, name="strategy")
app.add_typer(train.app, name="train")
app.command("review")(review.command)
app.add_typer(acpc.app, name="acpc")
app.add_typer(lab.app, name="lab")
app.command("bench")(bench.command)
app.command("cluster")(cluster.command)
app.command("tables")(tables.command)
app.command("tour")(tour.command)
app.add_typer(vision.app, name="vision")
app.command("web")(web.command)
show_examples(app)
shorten(app)
answer_the_first_tab()


def _print_version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"riverboat {__version__}")
        raise typer.Exit


@app.callback()
def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """A computer-poker laboratory."""


_CommandLineError: type[Exception] = next(c for c in typer.BadParameter.__mro__ if c.__name__ == "ClickException")
"""What typer raises for an unknown command or a bad option; it shows the class only through its children."""


_INTERRUPTED = 130


def main() -> None:
    """Run the command line; bad input is one line and exit code 2, Ctrl-C is exit code 130."""
    _hear_interrupts()
    try:
        code = app(prog_name="riverboat", standalone_mode=False)
    except StoppedError as stopped:
        _stop(str(stopped), _INTERRUPTED)
    except RiverboatError as error:
        if frames := getattr(error, "frames", ""):  # where the code of a player failed
            print(frames, file=sys.stderr)
        _stop(str(error), 2)
    except _CommandLineError as error:
        said: str = error.format_message()  # type: ignore[attr-defined]
        help_wanted = type(error).__name__ == "NoArgsIsHelpError"
        _stop(said if help_wanted else " ".join(said.split()), 2, plain=help_wanted)
    except (typer.Abort, KeyboardInterrupt):
        _stop("interrupted", _INTERRUPTED)
    except OSError as error:  # a full disk behind standard output
        _stop(str(error), 1)
    except ModuleNotFoundError as error:
        missing = missing_extra(error, f"riverboat {' '.join(sys.argv[1:2])}".strip())
        if missing is None:
            raise
        _stop(str(missing), 2)
    except MemoryError as error:
        _stop(f"not enough memory: {error}".rstrip(": "), 2)
    except OverflowError as error:
        _stop(f"a number is too large: {error}", 2)
    if code == _INTERRUPTED:  # typer makes an exit code of Ctrl-C by itself
        _stop("interrupted", _INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _hear_interrupts() -> None:
    """A shell starts `nohup riverboat ... &` with SIGINT ignored: then nothing could stop it with its work kept."""
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _stop(message: str, code: int, *, plain: bool = False) -> NoReturn:
    print(message if plain else f"riverboat: {message}", file=sys.stderr)
    sys.exit(code)
