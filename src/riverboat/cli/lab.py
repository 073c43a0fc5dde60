"""`riverboat lab`: published tables and figures, reproduced and compared with the originals."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import StoppedError, print_table, progress_bar
from riverboat.cli.spreading import Jobs, OnExecutor
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.lab.entry import Entry
    from riverboat.lab.results import Result, Results

app = typer.Typer(help="Reproduce published tables and figures.", no_args_is_help=True)

Out = Annotated[Path | None, typer.Option(help="Folder of the results. Default: one in your home folder.")]


@app.command("list")
def list_entries(out: Out = None, to_json: AsJson = False) -> None:
    """List the entries and their last results."""
    from riverboat.lab.catalogue import entry_ids, find_entry

    results = _results(out)
    rows = []
    for name in entry_ids():
        entry, last = find_entry(name), results.last(name)
        rows.append((entry, _last(entry, last)))
    if to_json:
        fields = ("id", "title", "source", "shows", "small", "full")
        print_json(
            "entry",
            [{**{name: getattr(entry, name) for name in fields}, "last": verdict} for entry, verdict in rows],
        )
        return
    for entry, verdict in rows:
        print(f"{entry.id}: {entry.title}")
        print(f"    {entry.source}")
        print(f"    small: {entry.small}; full: {entry.full}")
        print(f"    last: {verdict}")


@app.command("run")
def run(
    ids: Annotated[list[str], typer.Argument(help="Entries, a document such as billings, or all.")],
    small: Annotated[bool, typer.Option("--small", help="Short run: seconds (default).")] = False,
    full: Annotated[bool, typer.Option("--full", help="Full run: the size of the original.")] = False,
    seed: Annotated[
        int, typer.Option(min=0, help="Random seed: the same seed gives the same numbers, except times.")
    ] = 1,
    jobs: Jobs = None,
    executor: OnExecutor = None,
    out: Out = None,
    html: Annotated[Path | None, typer.Option(help="Also write these results as a page.")] = None,
    to_json: AsJson = False,
) -> None:
    """Run entries and compare with the published numbers. After Ctrl-C the same command resumes."""
    from riverboat.lab.catalogue import chosen_ids, find_entry
    from riverboat.lab.results import SHIPPED
    from riverboat.lab.running import run_entry
    from riverboat.lab.shipped import compare
    from riverboat.lab.work import Size

    if small and full:
        raise RiverboatError("--small with --full: choose one of them")
    require_folder(html)
    size = Size.FULL if full else Size.SMALL
    results = _results(out)
    done: list[Result] = []
    refused: list[str] = []
    names = chosen_ids(ids)
    for name in names:
        try:
            with progress_bar(name) as on_progress:
                result = run_entry(
                    find_entry(name), size, seed, jobs, executor=executor, on_progress=on_progress, results=results
                )
        except KeyboardInterrupt:
            raise StoppedError(f"{name} was stopped; the same command resumes it") from None
        except RiverboatError as error:
            if len(names) == 1:
                raise
            print(f"riverboat: {name}: {error}", file=sys.stderr)
            refused.append(name)
            continue
        done.append(result)
        if not to_json:
            _print_result(result)
            if shipped := SHIPPED.load(name, Size.FULL):
                print(compare(find_entry(name), result, shipped).text)
            print()
    if to_json:
        print_json("result", [result.to_json() for result in done])
    if html:
        _write_page(done, html, quiet=to_json)
    if refused:
        raise RiverboatError(f"{len(refused)} of {len(names)} entries could not be run: {', '.join(refused)}")


@app.command("report")
def report(
    html: Annotated[Path, typer.Option(help="Where to write the page.")] = Path("lab.html"),
    markdown: Annotated[Path | None, typer.Option(help="Write a text to read and cite instead of the page.")] = None,
    out: Out = None,
    to_json: AsJson = False,
) -> None:
    """Write one page with all results: of each entry your full run, the shipped result, or your small run."""
    from riverboat.lab.catalogue import entry_ids

    results = _results(out)
    found = [last for name in entry_ids() if (last := results.last(name))]
    if not found:
        raise RiverboatError(f'no results in "{results.folder}": first `riverboat lab run all --small`')
    if to_json:
        print_json("result", [result.to_json() for result in found])
        return
    if markdown is not None:
        from riverboat.files import write_text
        from riverboat.lab.paper import paper

        names = {result.id for result in found}
        write_text(markdown, paper(found, [name for name in entry_ids() if name not in names]))
        print(f"wrote {markdown}")
        return
    print_table(("entry", "size", "verdict"), [(result.id, str(result.size), result.summary.text) for result in found])
    _write_page(found, html)


def _last(entry: Entry, last: Result | None) -> str:
    """The last result in a line, and what a full run would cost where there is none."""
    from riverboat.lab.work import Size

    cost = "" if last and last.size is Size.FULL else f"not run in full ({entry.does(Size.FULL)})"
    ran = f"{last.summary.text}; {last.size} run of {last.started[:10]}" if last else ""
    return "; ".join(text for text in (ran, cost) if text)


def _results(out: Path | None) -> Results:
    from riverboat.lab.results import Results

    return Results(out)


def _write_page(results: Sequence[Result], target: Path, *, quiet: bool = False) -> None:
    from riverboat.files import write_text
    from riverboat.lab.report import report_page

    write_text(target, report_page(results))
    if not quiet:
        print(f"wrote {target}")


def _reasons(result: Result) -> list[tuple[str, str]]:
    """Why numbers cannot be compared or are wrong, and whose they are, each reason once."""
    found: dict[str, list[str]] = {}
    for value in result.values:
        if value.why and value.verdict.mood == "open":
            found.setdefault(value.why, []).append(value.name)
    return [(", ".join(names), reason) for reason, names in found.items()]


def _print_result(result: Result) -> None:
    from riverboat.lab.numbers import value_texts

    print(f"{result.id}: {result.title}")
    print(f"{result.source}; {result.size} run: {result.what}; seed {result.seed}, {result.seconds:.1f} s")
    if result.values:
        units = {value.unit for value in result.values}
        rows = []
        for value in result.values:
            unit = f" ({value.unit})" if value.unit and len(units) > 1 else ""
            rows.append((f"  {value.name}{unit}", *value_texts(value), str(value.verdict)))
        one = f"  {units.pop()}" if len(units) == 1 else ""
        print_table((one, "published", "reproduced", "95 % interval", "difference", "verdict"), rows)
        for names, reason in _reasons(result):
            print(f"  {names}: {reason}")
    for claim in result.claims:
        print(f"  {claim.verdict}: {claim.text}" + (f" [{claim.remark}]" if claim.remark else ""))
    for each in result.tables:
        print_table(each.columns, each.rows, title=f"  {each.title}")
    for note in (*result.notes, *result.remarks):
        print(f"  note: {note}")
    print(f"verdict: {result.summary.text}")
