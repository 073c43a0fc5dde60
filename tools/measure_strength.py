"""Measure what docs/strength.md says of limit hold'em: exploitability, row by row, in pieces of any length.

`python tools/measure_strength.py FOLDER --minutes 60` goes on with the rows that FOLDER does not have yet and prints
the table so far; after the time is up, or after Ctrl-C, the same command resumes within the row. `--only TEXT` takes
the rows of players whose name has the text in it. Every row is a command that anybody can run: the table names it.
Cost of everything: a day of one core, most of it the row of all flops of `riverboat`.
"""

from __future__ import annotations

import argparse
import json
import re
import signal
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from time import monotonic
from typing import Any, NamedTuple

from riverboat.files import write_text

GAME = "holdem(betting=limit)"


class Row(NamedTuple):
    """A player, and how it is measured."""

    player: str
    options: str

    @property
    def command(self) -> str:
        return f'riverboat exploit "{GAME}" "{self.player}" {self.options}'

    @property
    def name(self) -> str:
        """A file name of its own."""
        return re.sub(r"[^A-Za-z0-9]+", "-", f"{self.player} {self.options}").strip("-")


ROWS = [
    Row("always_call", "--exact"),
    *(
        Row(player, "--exact --flops 100")
        for player in (
            "riverboat",
            "psopti4r",
            "psopti2",
            "psopti1",
            "psopti0",
            "gs1(blueprint=four_rounds)",
            "always_call",
            "always_raise",
            "blind(0,0.5,0.5)",
        )
    ),
    Row("riverboat", "--lbr --boards 400"),
    Row("riverboat(resolve=river)", "--lbr --boards 400"),
    Row("loki", "--lbr --boards 400"),
    Row("poki", "--lbr --boards 400"),
    Row("gs1(iterations=50)", "--lbr --boards 400"),
    Row("always_raise", "--exact"),
    Row("riverboat", "--exact"),
]
HEAD = "| player | mbb/hand | 95 % interval | how | measured |\n|---|---|---|---|---|\n"


def measure(row: Row, folder: Path, seconds: float) -> bool:
    """Go on with a row for this long; whether it is finished."""
    parts = [sys.executable, "-m", "riverboat", "exploit", GAME, row.player, *row.options.split(), "--json"]
    parts += ["--resume", str(folder / f"{row.name}.run")]
    with subprocess.Popen(parts, stdout=subprocess.PIPE, text=True) as process:
        try:
            printed, _ = process.communicate(timeout=seconds)
        except (subprocess.TimeoutExpired, KeyboardInterrupt) as stop:
            process.send_signal(signal.SIGINT)
            process.communicate()
            if isinstance(stop, KeyboardInterrupt):
                raise
            return False
    if process.returncode:
        return False
    (found,) = json.loads(printed)["items"]
    write_text(folder / f"{row.name}.json", json.dumps({"date": f"{datetime.now(UTC):%d %B %Y}", **found}))
    return True


def table_line(row: Row, found: dict[str, Any] | None) -> str:
    """A row in Markdown; `not run` without a result."""
    if found is None:
        return f"| `{row.player}` | | | `{row.options}` | not run |\n"
    is_bound = "--lbr" in row.options
    low, high = found.get("interval", (found["mbb"], found["mbb"]))
    interval = "exact" if found.get("is_exact") else f"{low:,.1f} to {high:,.1f}"
    value = f"{found['mbb']:,.4f}" if found.get("is_exact") else f"{found['mbb']:,.1f}"
    return (
        f"| `{row.player}` | {'at least ' if is_bound else ''}{value} | {interval} | `{row.options}` |"
        f" {found['date']} |\n"
    )


def read_result(row: Row, folder: Path) -> dict[str, Any] | None:
    """What a finished row found."""
    path = folder / f"{row.name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None


def main(arguments: list[str] | None = None) -> None:
    """Measure, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=0.0, help="how long to measure; default: only print the table")
    parser.add_argument("--only", default="", help="players whose name has this text in it")
    options = parser.parse_args(arguments)
    options.folder.mkdir(parents=True, exist_ok=True)
    rows = [row for row in ROWS if options.only in row.player]
    end = monotonic() + 60.0 * options.minutes
    try:
        for row in rows:
            left = end - monotonic()
            if left > 0.0 and read_result(row, options.folder) is None:
                measure(row, options.folder, left)
    except KeyboardInterrupt:
        print("stopped; the same command resumes", file=sys.stderr)
    print(HEAD + "".join(table_line(row, read_result(row, options.folder)) for row in rows), end="")


if __name__ == "__main__":
    main()
