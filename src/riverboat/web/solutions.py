"""Solutions that are being viewed: read from the jobs' folders, cached while in use, queried node by node.

A node is answered in milliseconds once its solution is open; opening one takes as long as reading its file. The least
recently used one is closed when all together take more than `budget` bytes. A solve that is still running is shown as
it was last saved. All methods may be called from several threads; one solution answers one query at a time, and loading
one does not block the others.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from riverboat.web.errors import NotFoundError
from riverboat.web.tasks.spots import FILE, summary, worth

if TYPE_CHECKING:
    from riverboat.solve.spot.solution import Solution

BUDGET: Final = 2_000_000_000


class _Key(NamedTuple):
    name: str
    exploits: int | None
    """Who plays a best response to the other's strategy (0 OOP, 1 IP), or nobody."""
    written: int
    """When its file was written."""


class _Entry:
    """One solution; hold the lock to query it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.solution: Solution | None = None


class Solutions:
    """The open solutions of one server."""

    def __init__(self, folder: Path, budget: int = BUDGET, shipped: Mapping[str, Path] | None = None) -> None:
        """`shipped` are files of solutions by name, besides those of jobs."""
        self._folder, self._budget, self._shipped = folder, budget, shipped or {}
        self._open: OrderedDict[_Key, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def about(self, name: str, exploits: int | None = None) -> dict[str, Any]:
        """The spot, how well it is solved, and the terms used for its nodes.

        If a player plays a best response, `gain` is the additional winnings, and EVs are those of the best response.
        """
        from riverboat.solve.spot.viewing import terms

        with self.opened(name, None) as solution:
            found: dict[str, Any] = {
                "spot": solution.spot.to_json(),
                "toml": solution.spot.to_toml(),
                "terms": terms(solution),
                "summary": summary(solution) | {"memory": solution.solver.nbytes},
                "precision": solution.solver.precision,
                "history": [
                    [check.done, check.detail.percent, round(check.seconds, 3)]
                    for check in solution.history
                    if check.detail is not None
                ],
            }
        if exploits is not None:
            with self.opened(name, exploits) as response:
                sides = response.node().sides
            before = found["summary"][sides[exploits].name]["ev"]
            found["summary"] |= {side.name: worth(side.total) for side in sides}
            found["gain"] = found["summary"][sides[exploits].name]["ev"] - before
        return found

    def node(self, name: str, path: str, exploits: int | None = None) -> dict[str, Any]:
        """A node and its board, as the viewer's scripts read them."""
        from riverboat.solve.spot.viewing import board_data, node_data, terms

        with self.opened(name, exploits) as solution:
            report = solution.node(path)
            return {
                "node": node_data(report, terms(solution)["units"]),
                "board": board_data(report, solution),
                "locked": any(each.path == _any_card(report.path, each.path) for each in solution.solver.locks),
            }

    def cards(self, name: str, path: str, exploits: int | None = None) -> dict[str, Any]:
        """The cards that can come where a path ends, as the viewer's scripts read them."""
        from riverboat.solve.spot.viewing import card_data

        with self.opened(name, exploits) as solution:
            return card_data(solution.runouts(path))

    def compare(self, first: tuple[str, str], second: tuple[str, str]) -> dict[str, Any]:
        """Two nodes, each the name of a solution and a path in it; one solution after the other is opened."""
        from riverboat.solve.spot.comparing import compare_nodes
        from riverboat.solve.spot.viewing import action_data

        reports = []
        for name, path in (first, second):
            with self.opened(name) as solution:
                reports.append(solution.node(path))
        found = compare_nodes(*reports).to_json()
        labels = {each["name"]: each for report in reports for each in action_data(report)}
        steps = [
            {"path": report.path, "kind": report.kind.name.lower(), "actions": list(report.actions)}
            for report in reports
        ]
        return found | {"labels": labels, "nodes": steps}

    def forget(self, name: str) -> None:
        """Close the open files of a job."""
        with self._lock:
            for key in [key for key in self._open if key.name == name]:
                del self._open[key]

    @contextmanager
    def opened(self, name: str, exploits: int | None = None) -> Iterator[Solution]:
        """The solution of a job, or one that is shipped, locked while it is queried."""
        path = self._shipped.get(name) or self._folder / name / FILE
        try:
            key = _Key(name, exploits, path.stat().st_mtime_ns)
        except OSError:
            raise NotFoundError(f'spot "{name[:40]}": nothing has been solved yet') from None
        with self._lock:
            entry = self._open.setdefault(key, _Entry())
            self._open.move_to_end(key)
        with entry.lock:
            if entry.solution is None:
                try:
                    entry.solution = self._read(key, path)
                except BaseException:
                    with self._lock:
                        self._open.pop(key, None)
                    raise
                with self._lock:
                    self._make_room(key)
            yield entry.solution

    def _read(self, key: _Key, path: Path) -> Solution:
        from riverboat.solve.spot.loading import load

        if key.exploits is None:
            return load(path)
        with self.opened(key.name, None) as solution:
            return solution.best_response(key.exploits)

    def _make_room(self, newest: _Key) -> None:
        """Close old ones, and those that a newer file has replaced; the newest stays, however large."""
        for key in [key for key in self._open if key.name == newest.name and key.written != newest.written]:
            del self._open[key]
        sizes = {key: found.solution.solver.nbytes for key, found in self._open.items() if found.solution is not None}
        for key in [key for key in sizes if key != newest]:
            if sum(sizes.values()) <= self._budget:
                return
            del self._open[key], sizes[key]


def _any_card(path: str, pattern: str) -> str:
    """The path with `*` where the pattern has it, if both are as long."""
    steps, wanted = path.split("/"), pattern.split("/")
    if len(steps) != len(wanted):
        return path
    return "/".join("*" if want == "*" else step for step, want in zip(steps, wanted, strict=True))
