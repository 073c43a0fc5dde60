"""The result of solving: the engine, how well it is solved, and the policy."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Protocol, cast

from riverboat.html import table
from riverboat.progress import Progress
from riverboat.solve.core.engine import PolicyEngine
from riverboat.solve.core.exploitability import Exploitability, Target
from riverboat.solve.core.policy import Policy
from riverboat.solve.core.runner import Runner, Stopped
from riverboat.solve.core.strategy_file import Origin


class StorablePolicy(Policy, Protocol):
    """A policy that can be measured and written to a file."""

    def exploitability(self) -> Exploitability:
        """Values and best responses of all players."""
        ...

    def save(self, path: str | Path, origin: Origin | None = None) -> None:
        """Write a strategy file; it can play and be exploited."""
        ...


class Solution:
    """An engine with its history; `run` continues it."""

    def __init__(self, engine: PolicyEngine, runner: Runner | None = None) -> None:
        """What an engine has found.

        Args:
            engine: A solver with its state.
            runner: Who ran it. Default: a new one without a checkpoint.
        """
        self.engine: Final = engine
        self.runner: Final = runner or Runner(engine)

    def run(
        self,
        target: float | str | Target | None = None,
        iterations: int | None = None,
        seconds: float | None = None,
    ) -> Solution:
        """Continue until one of these is reached (`Runner.run`). Returns itself."""
        self.runner.run(target, iterations, seconds)
        return self

    @property
    def iterations(self) -> int:
        """How many were done in all."""
        return self.engine.iterations

    @property
    def seconds(self) -> float:
        """Time spent on iterations and checks."""
        return self.runner.seconds

    @property
    def history(self) -> list[Progress[Exploitability]]:
        """One entry for each check."""
        return self.runner.history

    @property
    def stopped(self) -> Stopped | None:
        """Why the last run ended; None before the first."""
        return self.runner.stopped

    @property
    def exploitability(self) -> Exploitability:
        """By best responses to the policy as it is."""
        return self.runner.measure()

    @property
    def policy(self) -> StorablePolicy:
        """How to play: it can be seated, be exploited, and be written to a file."""
        return cast(StorablePolicy, self.engine.policy())

    def save(self, path: str | Path) -> None:
        """Write a strategy file."""
        origin = Origin(self.engine.identity["method"], self.iterations, self.exploitability.chips)
        self.policy.save(path, origin)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return self.summary()

    def summary(self) -> dict[str, Any]:
        """What was solved, how, how long and how well."""
        return {
            **{name: value for name, value in self.engine.identity.items() if name in ("game", "engine", "method")},
            "iterations": self.iterations,
            "seconds": round(self.seconds, 4),
            "stopped": self.stopped,
            **self.exploitability.to_json(),
            "curve": [
                {"iterations": check.done, "exploitability": check.detail.chips}
                for check in self.history
                if check.detail is not None
            ],
        }

    def _repr_html_(self) -> str:
        """In a notebook: exploitability at each check."""
        rows = [
            (f"{check.done:,}", f"{check.seconds:.2f}", f"{check.detail.chips:.6g}")
            for check in self.history
            if check.detail is not None
        ]
        columns = ("iterations", "seconds", "exploitability, chips per hand")
        method, game = self.engine.identity.get("method", ""), self.engine.identity["game"]
        return table(columns, rows, text=(), caption=f"{game}, {method}")

    def __repr__(self) -> str:
        game = self.engine.identity["game"]
        measured = f"exploitable for {self.exploitability.chips:.6g} chips per hand" if self.iterations else "not begun"
        return f"<Solution of {game}: {self.iterations:,} iterations, {measured}>"
