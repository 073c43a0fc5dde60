"""Results as one self-contained HTML page: a table of verdicts, then every entry with its numbers and pictures."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from riverboat.lab.findings import Chart, Grid
from riverboat.lab.numbers import value_texts
from riverboat.lab.results import Result
from riverboat.show.curves import line_chart
from riverboat.show.grid import heat_grid
from riverboat.show.network import network_picture
from riverboat.show.page import Html, badge, figure, folded, html, page, paragraph, section, table

_MAX_ROWS = 40
"""Longer tables of numbers are collapsed below the pictures."""


def report_page(results: Sequence[Result], title: str = "Published results, reproduced") -> str:
    """The page of these results.

    Args:
        results: Results of entries.
        title: The heading.
    """
    whole = [result_section(result) for result in results]
    body = whole if len(results) == 1 else [_overview(results), *whole]
    return page(title, "".join(body), note=_NOTE)


_NOTE = (
    "Published numbers beside those that Riverboat finds, with 95 % intervals. A small run does less than the "
    "original and has wider intervals; each entry says what it did."
)


def result_section(result: Result) -> Html:
    """One entry."""
    parts = [
        paragraph(f"{result.source}. {result.shows}"),
        Html(f"<p>{badge(result.summary.text, result.summary.mood)} {html(_circumstances(result))}</p>"),
    ]
    long = len(result.values) > _MAX_ROWS
    if result.values and not long:
        parts.append(_values(result))
    if result.claims:
        parts.append(_claims(result))
    parts += [figure(picture, caption) for picture, caption in figures(result)]
    if result.grids:
        grids = "".join(figure(grid_picture(grid)) for grid in result.grids)
        parts.append(Html(f'<div class="row">{grids}</div>'))
    if long:
        parts.append(folded(f"all {len(result.values)} numbers", _values(result)))
    parts += [table(each.columns, each.rows, caption=each.title) for each in result.tables]
    parts += [paragraph(note, faint=True) for note in (*result.notes, *result.remarks)]
    parts.append(paragraph(f"{result.document}.", faint=True))
    return section(result.title, *parts, anchor=result.id)


def _overview(results: Sequence[Result]) -> Html:
    rows = [
        (
            Html(f'<a href="#{escape(result.id)}">{html(result.title)}</a>'),
            result.source,
            str(result.size),
            badge(result.summary.text, result.summary.mood),
            result.started[:10],
        )
        for result in results
    ]
    return table(("entry", "source", "size", "verdict", "run on"), rows, text=range(4))


def _circumstances(result: Result) -> str:
    return (
        f"{str(result.size).capitalize()} run: {result.what}. Seed {result.seed}, {result.seconds:,.1f} s, "
        f"{result.started}, Riverboat {result.version} on {result.machine}. "
        f"Run again: riverboat lab run {result.id} --{result.size} --seed {result.seed}"
    )


def _values(result: Result) -> Html:
    rows = []
    for value in result.values:
        published, reproduced, interval, difference = value_texts(value)
        verdict = badge(value.verdict, value.verdict.mood)
        rows.append((value.name, published, reproduced, interval, difference, value.unit, verdict, value.remark))
    columns = ("", "published", "reproduced", "95 % interval", "difference", "unit", "verdict", "")
    return table(columns, rows, text=(0, 5, 6, 7))


def _claims(result: Result) -> Html:
    rows = [(claim.name, claim.text, badge(claim.verdict, claim.verdict.mood), claim.remark) for claim in result.claims]
    return table(("", "the source says", "verdict", "what was seen"), rows, text=range(4))


def figures(result: Result) -> list[tuple[str, str]]:
    """The SVG and the caption of every figure that is not a grid."""
    charts = [(chart_picture(chart), chart.caption) for chart in result.charts]
    return charts + [(network_picture(each.layers, each.title), each.caption) for each in result.networks]


def chart_picture(chart: Chart) -> str:
    """An SVG of a figure with curves."""
    return line_chart(
        chart.curves, chart.title, x=chart.x, y=chart.y, log_x=chart.log_x, log_y=chart.log_y, levels=chart.levels
    )


def grid_picture(grid: Grid) -> str:
    """An SVG of a number for each starting hand."""
    return heat_grid(grid.values, grid.title, bands=grid.bands)
