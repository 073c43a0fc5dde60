"""`riverboat heatmap`: starting hands on the average flop, as heat maps of the 13x13 grid."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import print_json
from riverboat.cli.output import progress_bar
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Values = NDArray[np.float64]


class Metric(StrEnum):
    """The quantity to draw."""

    HS = "hs"
    PPOT = "ppot"
    NPOT = "npot"
    EHS = "ehs"
    ARS = "ars"


_NOTES = {
    Metric.HS: "The probability of holding the best hand on the flop, averaged over all flops.",
    Metric.PPOT: "The probability of drawing out by the river when behind on the flop, averaged over flops.",
    Metric.NPOT: "The probability of being drawn out on by the river when ahead on the flop, averaged over flops.",
    Metric.EHS: "Effective hand strength on the flop, HS + (1 - HS) PPot, averaged over flops; and what it adds to HS.",
    Metric.ARS: "Average rank strength beside exact E[HS] on 4,000 river boards, and the mean error of a single hand.",
}


def command(
    metric: Annotated[Metric, typer.Argument(help="What to draw.")],
    html: Annotated[Path | None, typer.Option(help="Page to write. Default: METRIC.html in this folder.")] = None,
    svg: Annotated[Path | None, typer.Option(help="Also write the first plot as SVG.")] = None,
    flops: Annotated[int | None, typer.Option(help="Sample this many flops. Default: all 1,755.")] = None,
    seed: Annotated[int, typer.Option(help="Random seed of --flops.")] = 1,
    to_json: Annotated[bool, typer.Option("--json", help="Print the numbers and write no page.")] = False,
) -> None:
    """Draw a heat map of the 169 starting hands as a page that opens in any browser."""
    from riverboat.cards.holdings import CLASS_NAMES
    from riverboat.files import write_text
    from riverboat.show import heat_grid, page

    if flops and metric in _EXACT:
        raise RiverboatError(
            f"heatmap {metric} --flops {flops}: this metric is exact; --flops is for ppot, npot and ehs"
        )
    require_folder(html, svg)
    pictures = _pictures(metric, flops, seed)
    if to_json:
        found = [
            {"title": caption, "values": dict(zip(CLASS_NAMES, values.tolist(), strict=True))}
            for caption, values, _ in pictures
        ]
        print_json("heatmap", found, **({"flops": flops, "seed": seed} if flops else {}))
        return
    drawn = [heat_grid(values.tolist(), caption, bands=bands) for caption, values, bands in pictures]
    note = _NOTES[metric] + (f" {flops} flops sampled with seed {seed}." if flops else "")
    target = html or Path(f"{metric}.html")
    write_text(
        target, page(f"{metric.upper()} of starting hands", f'<div class="row">{"".join(drawn)}</div>', note=note)
    )
    print(f"wrote {target}")
    if svg:
        write_text(svg, drawn[0])
        print(f"wrote {svg}")


_EXACT = (Metric.HS, Metric.ARS)
"""Fast enough to use all flops."""


def _pictures(metric: Metric, flops: int | None, seed: int) -> list[tuple[str, Values, bool]]:
    """(caption, value of each class, whether to colour by bands) for each picture of the page."""
    from riverboat.odds.averages import ars_averages, average_strength, flop_averages

    if metric is Metric.HS:
        people = {1: "one opponent", 2: "two opponents", 3: "three opponents", 4: "four opponents"}
        return [(f"HS against {text}", average_strength(count), True) for count, text in people.items()]
    with progress_bar("flops") as on_progress:
        if metric is Metric.ARS:
            river = ars_averages(on_progress=on_progress)
            return [
                ("ARS at the river", river.ars, True),
                ("E[HS] at the river", river.expected, True),
                ("error of a single hand", river.error, False),
            ]
        found = flop_averages(flops=flops, seed=seed, on_progress=on_progress)
    if metric is Metric.PPOT:
        return [("PPot against one opponent", found.positive, False)]
    if metric is Metric.NPOT:
        return [("NPot against one opponent", found.negative, False)]
    gain = found.effective - found.strength
    return [("EHS against one opponent", found.effective, True), ("EHS - HS", gain, False)]
