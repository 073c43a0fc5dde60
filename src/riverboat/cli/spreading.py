"""The two options of every command whose work can be spread."""

from __future__ import annotations

from typing import Annotated

import typer

Jobs = Annotated[
    int | None,
    typer.Option(
        min=1,
        help="Pieces at the same time: processes (default: 1), or on a cluster (default: all it has). "
        "Results do not depend on it.",
    ),
]
OnExecutor = Annotated[
    str | None,
    typer.Option(
        "--executor",
        metavar="local|ray[:ADDRESS]",
        help="Where: processes here, or a Ray cluster. Default: RIVERBOAT_EXECUTOR, or local.",
    ),
]
