"""How does a spot play over many flops? One solve for each, and the means by how often each flop comes.

A template is a spot without its board. For every flop there are EV, equity and EQR of both players and how often each
action is taken at one node (the first, or any node of the flop's betting such as `x`, the bet after a check). A flop
counts for the flops that it represents (`flops.py`) times the weight of all pairs of hands that can come to the node on
it, so that means are exact over all flops: cards that the ranges hold come less often.

Results are lines of JSON in a file, one flop each, written when it is solved: a stopped report is resumed with the
missing flops, and a sample can be enlarged later. The first line holds the request, and a file of another request is
refused.

Cost: that of the solves, one after the other, each on all cores, or side by side (`executor/`).
"""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from time import perf_counter
from typing import IO, Any, Final

from riverboat.cards.ranges import Range
from riverboat.errors import DealError, NotationError, RiverboatError
from riverboat.executor import Executor
from riverboat.files import write_text
from riverboat.progress import OnProgress, Progress
from riverboat.solve.spot.flops import Flop, Texture
from riverboat.solve.spot.sizes import PLAYERS
from riverboat.solve.spot.spot import Spot, deck_cards, spot_table

FORMAT: Final = "riverboat flop report 1"


@dataclass(frozen=True)
class Template:
    """A spot without its board: the fields of `Spot` by name."""

    table: Mapping[str, Any]
    where: str = "spot"

    @classmethod
    def from_toml(cls, path: str | Path) -> Template:
        """The spot in a TOML file; a board that it may have is not used."""
        return cls.of_table(spot_table(path), f'spot file "{path}"')

    @classmethod
    def of_table(cls, table: Mapping[str, Any], where: str = "spot") -> Template:
        """The fields by name, as in TOML or JSON."""
        return cls({name: value for name, value in table.items() if name != "board"}, where)

    @classmethod
    def of(cls, spot: Spot) -> Template:
        """A spot, whatever its board."""
        return cls.of_table(spot.to_json())

    @property
    def ranges(self) -> tuple[Range, Range]:
        """The ranges of OOP and IP before any flop."""
        for name in PLAYERS:
            if not isinstance(self.table.get(name), str | Range):
                raise NotationError(f'{self.where}: "{name}" is missing, or no range such as "22+,AKs"')
        oop, ip = (Range.parse(str(self.table[name])) for name in PLAYERS)
        return oop, ip

    @property
    def deck_cards(self) -> range:
        """All cards of the deck."""
        return deck_cards(self.table.get("deck", "full"))

    def at(self, flop: Flop) -> Spot:
        """The spot on a flop."""
        return Spot.from_json({**self.table, "board": str(flop)}, self.where)

    def somewhere(self, flops: Iterable[Flop]) -> Spot:
        """The spot on the first flop on which both players can have a hand: errors in the spot are reported now."""
        reason: DealError | None = None
        for flop in flops:
            try:
                return self.at(flop)
            except DealError as error:
                reason = error
        raise reason or RiverboatError("flop report: there are no flops")


@dataclass(frozen=True)
class Settings:
    """How each flop is solved, and which node is reported; `Solution.run` says more."""

    target: float | None = None
    iterations: int | None = None
    seconds: float | None = None
    precision: str = "float32"
    node: str = ""
    """A path of the flop's betting."""


@dataclass(frozen=True)
class Side:
    """One player at the node on one flop, or over all of them."""

    ev: float
    equity: float
    eqr: float | None


@dataclass(frozen=True)
class FlopResult:
    """What one solve gave."""

    flop: str
    mass: float
    """The weight of all pairs of hands with which both players come to the node."""
    pot: int
    oop: Side
    ip: Side
    actions: Mapping[str, float]
    """How often each is taken at the node; empty where nobody acts."""
    chips: float
    """Exploitability."""
    percent: float
    """The same in percent of the starting pot."""
    iterations: int
    seconds: float
    """With setting up."""
    stopped: str | None
    skipped: str = ""
    """Why there is no result."""

    def to_json(self) -> dict[str, Any]:
        """The fields by name, from which `from_json` makes the result again."""
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> FlopResult:
        """The result with these fields; KeyError or TypeError if it is something else."""
        sides = {name: Side(**found[name]) for name in PLAYERS}
        return cls(**{**found, **sides})


@dataclass(frozen=True)
class Means:
    """Some flops together."""

    name: str
    flops: int
    share: float
    """Of the weight of the whole report."""
    oop: Side
    ip: Side
    actions: Mapping[str, float]
    percent: float
    """The mean exploitability in percent of the starting pot."""


@dataclass(frozen=True)
class FlopReport:
    """Flops and their results, in the same order."""

    settings: Settings
    flops: Sequence[Flop]
    results: Sequence[FlopResult]

    @property
    def rows(self) -> Iterator[tuple[Flop, FlopResult]]:
        """Flops with a result."""
        return (pair for pair in zip(self.flops, self.results, strict=True) if not pair[1].skipped)

    @property
    def skipped(self) -> list[FlopResult]:
        """Flops on which there is nothing to solve."""
        return [result for result in self.results if result.skipped]

    def weight(self, flop: Flop, result: FlopResult) -> float:
        """What a flop counts."""
        return flop.stands_for * result.mass

    def means(self, texture: Texture | None = None) -> Means | None:
        """The means over all flops, or those of a texture; None where there are none."""
        rows = [(flop, result) for flop, result in self.rows if texture is None or flop.is_like(texture)]
        weights = [self.weight(flop, result) for flop, result in rows]
        every = math.fsum(self.weight(flop, result) for flop, result in self.rows)
        total = math.fsum(weights)
        if not total:
            return None

        def mean(numbers: Iterable[float]) -> float:
            return math.fsum(weight * number for weight, number in zip(weights, numbers, strict=True)) / total

        def mean_side(sides: Sequence[Side]) -> Side:
            ev, equity = mean(side.ev for side in sides), mean(side.equity for side in sides)
            return Side(ev, equity, ev / (equity * results[0].pot) if equity else None)

        results = [result for _, result in rows]
        return Means(
            "all" if texture is None else str(texture),
            len(rows),
            total / every,
            mean_side([result.oop for result in results]),
            mean_side([result.ip for result in results]),
            {name: mean(result.actions[name] for result in results) for name in results[0].actions},
            mean(result.percent for result in results),
        )

    def by_texture(self) -> list[Means]:
        """The means of every texture that is there: suits, pairs, high cards."""
        found: dict[str, None] = {}
        kinds = [flop.textures for flop, _ in self.rows]
        for place in range(3):
            found |= dict.fromkeys(kind[place] for kind in sorted(kinds, key=lambda kind: _ORDER.index(kind[place])))
        means = (self.means(Texture.parse(name)) for name in found)
        return [each for each in means if each is not None]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        means = self.means()
        return {
            "settings": asdict(self.settings),
            "total": None if means is None else asdict(means),
            "textures": [asdict(each) for each in self.by_texture()],
            "flops": [
                {
                    **result.to_json(),
                    "stands_for": flop.stands_for,
                    "weight": self.weight(flop, result),
                    "textures": list(flop.textures),
                }
                for flop, result in self.rows
            ],
            "skipped": {result.flop: result.skipped for result in self.skipped},
        }

    def to_csv(self, path: str | Path | None = None) -> str:
        """One line for each flop; also written to a file if a path is given."""
        text = io.StringIO()
        actions = next((list(result.actions) for _, result in self.rows), [])
        sides = [f"{what}_{name}" for what in ("ev", "equity", "eqr") for name in PLAYERS]
        writer = csv.writer(text, lineterminator="\n")
        solved = ["exploitability_percent", "iterations", "seconds"]
        writer.writerow(["flop", "suits", "pairs", "high", "stands_for", "weight", *sides, *actions, *solved])
        for flop, result in self.rows:
            numbers = [getattr(side, what) for what in ("ev", "equity", "eqr") for side in (result.oop, result.ip)]
            weights = [f"{flop.stands_for:g}", f"{self.weight(flop, result):.6g}"]
            cells = ["" if number is None else f"{number:.6g}" for number in [*numbers, *result.actions.values()]]
            how = [f"{result.percent:.6g}", result.iterations, f"{result.seconds:.3f}"]
            writer.writerow([str(flop), *flop.textures, *weights, *cells, *how])
        if path is not None:
            write_text(Path(path), text.getvalue())
        return text.getvalue()


_ORDER: Final = (
    "monotone", "two-tone", "rainbow", "unpaired", "paired", "trips", *(f"{rank}-high" for rank in "AKQJT98765432")
)  # fmt: skip


def run_report(
    template: Template,
    flops: Sequence[Flop],
    settings: Settings = Settings(),  # noqa: B008
    *,
    path: str | Path | None = None,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    executor: Executor | None = None,
) -> FlopReport:
    """Solve every flop; with a path each result is kept there, and those that it has are not solved again.

    Flops are solved one after the other, each on all cores, or several at the same time by an executor, each on one
    thread unless `threads` says another number. Ctrl-C raises KeyboardInterrupt; the flops under way are lost,
    everything before them is in the file.
    """
    spot = template.somewhere(flops)
    node, cards = spot.tree().find(settings.node)
    if cards or node.street:
        raise RiverboatError(f'node "{settings.node}": expected a path on the flop, without cards, such as "x"')
    if spot.street:
        raise RiverboatError(f"board {spot.board}: expected a flop")
    asked = {"spot": _described(spot), **asdict(settings)}
    with _Lines(path, asked) as lines:
        left = [flop for flop in flops if str(flop) not in lines.results]
        began, known = perf_counter(), len(flops) - len(left)
        if executor is None:
            solved: Iterator[FlopResult] = map(partial(_solve, template, settings, threads), left)
        else:
            solved = executor.in_order(partial(_solve, template, settings, threads or 1), left)
        for done in range(len(left) + 1):
            if on_progress is not None:
                seconds = perf_counter() - began
                rate = done / seconds if done and seconds else 0.0
                on_progress(Progress(known + done, len(flops), seconds, rate))
            for result in islice(solved, 1):
                lines.add(result)
        return FlopReport(settings, flops, [lines.results[str(flop)] for flop in flops])


def saved_results(path: str | Path) -> dict[str, FlopResult]:
    """The flops that are solved so far in the file of a report, by name; a last line that is cut off is left out."""
    path = Path(path)
    if not path.exists():
        return {}
    content = path.read_bytes()
    rows = content[: content.rfind(b"\n") + 1].splitlines()[1:]
    try:
        found = [FlopResult.from_json(json.loads(row)) for row in rows]
    except (ValueError, TypeError, KeyError) as error:
        raise RiverboatError(f'file "{path}": not a flop report') from error
    return {result.flop: result for result in found}


def _solve(template: Template, settings: Settings, threads: int | None, flop: Flop) -> FlopResult:
    from riverboat.solve.spot.report import NodeReport

    began = perf_counter()
    nothing = Side(0.0, 0.0, None)
    try:
        spot = template.at(flop)
    except DealError as error:
        return FlopResult(str(flop), 0.0, 0, nothing, nothing, {}, 0.0, 0.0, 0, 0.0, None, str(error))
    solution = spot.solve(
        None if settings.target is None else f"{settings.target}%",
        settings.iterations,
        settings.seconds,
        precision=settings.precision,  # type: ignore[arg-type]
        threads=threads,
    )
    if solution.stopped == "interrupted":
        raise KeyboardInterrupt
    here = solution.evaluator.evaluate(settings.node)
    report = NodeReport.of(solution.evaluator, settings.node)
    totals = (side.total for side in report.sides)
    oop, ip = (
        Side(total.ev, total.equity, None if math.isnan(total.eqr) else total.eqr)
        if not math.isnan(total.ev)
        else nothing
        for total in totals
    )
    return FlopResult(
        str(flop),
        float(here.reach[0] @ here.meets[0]),
        report.pot,
        oop,
        ip,
        {name: 0.0 if math.isnan(share) else share for name, share in report.frequencies.items()},
        solution.exploitability.chips,
        solution.exploitability.percent,
        solution.iterations,
        perf_counter() - began,
        solution.stopped,
    )


def _described(spot: Spot) -> dict[str, Any]:
    """Everything of a spot but its board, as JSON has it."""
    found: dict[str, Any] = json.loads(json.dumps(spot.to_json()))
    del found["board"]
    return found


class _Lines:
    """The file of results; without a path they are only remembered."""

    def __init__(self, path: str | Path | None, asked: Mapping[str, Any]) -> None:
        self.path = None if path is None else Path(path)
        self.asked = asked
        self.results: dict[str, FlopResult] = {}
        self._file: IO[bytes] | None = None

    def __enter__(self) -> _Lines:
        if self.path is None:
            return self
        try:
            kept = self._read(self.path.read_bytes()) if self.path.exists() else 0
            self._file = self.path.open("ab")
            self._file.truncate(kept)  # a line that was cut off when the process died
            if not kept:
                self._write({"format": FORMAT, "asked": self.asked})
        except OSError as error:
            raise RiverboatError(f'file "{self.path}": {error.strerror or error}') from error
        return self

    def __exit__(self, *_: object) -> None:
        if self._file is not None:
            self._file.close()

    def add(self, result: FlopResult) -> None:
        """Keep a result, now."""
        self.results[result.flop] = result
        if self._file is not None:
            self._write(result.to_json())

    def _write(self, row: Mapping[str, Any]) -> None:
        assert self._file is not None
        self._file.write(json.dumps(row).encode() + b"\n")
        self._file.flush()

    def _read(self, content: bytes) -> int:
        """Take the results; how many bytes are whole lines."""
        whole = content[: content.rfind(b"\n") + 1]
        lines = whole.splitlines()
        if content and not lines:
            self._refuse("not a flop report")
        for number, line in enumerate(lines, 1):
            try:
                row = json.loads(line)
                if number == 1:
                    self._require_the_same(row)
                else:
                    result = FlopResult.from_json(row)
                    self.results[result.flop] = result
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                if isinstance(error, RiverboatError):
                    raise
                self._refuse("not a flop report" if number == 1 else f"line {number} is damaged")
        return len(whole)

    def _require_the_same(self, row: Mapping[str, Any]) -> None:
        if row["format"] != FORMAT:
            self._refuse(f'"{row["format"]}", expected "{FORMAT}"')
        theirs, mine = row["asked"], self.asked
        pairs = [("", theirs, mine), ("spot ", theirs["spot"], mine["spot"])]
        for where, there, here in pairs:
            for name in {**here, **there}:
                if name != "spot" and there.get(name) != here.get(name):
                    self._refuse(f"belongs to a report with {where}{name} {there.get(name)}, not {here.get(name)}")

    def _refuse(self, why: str) -> None:
        raise RiverboatError(f'file "{self.path}": {why}; name another file')
