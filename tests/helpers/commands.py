"""Commands of the package: all of them, and what one that was run has said."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import typer

from riverboat.cli.app import app


class Outcome(NamedTuple):
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        """The whole document of `--json`."""
        return json.loads(self.out)

    @property
    def items(self) -> list[Any]:
        return self.json["items"]  # type: ignore[no-any-return]

    @property
    def item(self) -> Any:
        """The only one."""
        (item,) = self.items
        return item


Run = Callable[..., Outcome]
WriteDuel = Callable[..., Path]


def commands() -> Iterator[tuple[str, Any]]:
    """Every command with its name, those of groups too."""

    def below(command: Any, name: str) -> Iterator[tuple[str, Any]]:
        if not hasattr(command, "commands"):
            yield name.strip(), command
        for each, inner in getattr(command, "commands", {}).items():
            yield from below(inner, f"{name} {each}")

    return below(typer.main.get_command(app), "")


COMMANDS = dict(commands())
