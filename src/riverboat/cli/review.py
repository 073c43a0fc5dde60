"""`riverboat review`: the results of recorded hands, with and without luck."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from riverboat.assess.methods import ReviewMethod
from riverboat.cli.output import print_json, print_table, progress_bar, quick_start
from riverboat.cli.selection import Database, Game, Refused, Simulation, Sources, Wanted
from riverboat.files import require_folder


class EquityKind(StrEnum):
    """What DIVAT measures with."""

    ROE = "roe"
    AIE = "aie"


_HEADS = {"money": "money", "allin": "all-in value", "aivat": "without deals' luck", "divat": "DIVAT"}


def command(
    sources: Sources = None,
    db: Database = None,
    method: Annotated[
        list[ReviewMethod] | None,
        typer.Option(help="Only this method of luck adjustment. Repeatable. Default: all."),
    ] = None,
    player: Annotated[
        str | None, typer.Option(help="Put this player first, and show the swings of this player's hands.")
    ] = None,
    game: Game = None,
    simulation: Simulation = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with curves and the biggest swings.")] = None,
    bootstrap: Annotated[bool, typer.Option(help="Bootstrap intervals instead of Student's.")] = False,
    equity: Annotated[
        EquityKind, typer.Option(help="DIVAT by roll-out equity (unbiased) or all-in equity (biased).")
    ] = (EquityKind.ROE),
    smooth: Annotated[bool, typer.Option(help="DIVAT as the mean of several baselines, for short matches.")] = False,
    baselines: Annotated[int, typer.Option(help="Baselines of --smooth: 5, 9 or 81.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of sampled boards and flops.")] = 1,
    to_json: Annotated[bool, typer.Option("--json", help="JSON for programs.")] = False,
) -> None:
    """Review hands: winnings with and without luck, by street, position and opponent; the biggest swings."""
    require_folder(html)
    with quick_start():
        from riverboat.assess.review import review_hands
        from riverboat.files import write_text
        from riverboat.model.divat.analysis import DivatSettings
        from riverboat.model.divat.baseline import styles_to_average
        from riverboat.show.review_page import review_page

        hands, refused = Refused.split(sources, db, Wanted(player, game, simulation))
        listed = list(hands)
        settings = DivatSettings(equity=equity.value, seed=seed)
        if smooth:
            averaged = styles_to_average(baselines)
            settings = DivatSettings(equity.value, averaged, (1.0,) * len(averaged), seed=seed)
        methods = [each for each in ReviewMethod if method is None or each in method]
        with progress_bar(f"{len(listed):,} hands") as on_progress:
            found = review_hands(
                listed,
                methods,
                player=player,
                bootstrap=bootstrap,
                settings=settings,
                on_progress=on_progress,
            )
        data = found.to_json() | {"read": refused.read, "refused": refused.count}
        if html is not None:
            write_text(html, review_page(data))
    if to_json:
        print_json(data)
        return
    _print(data)
    if html is not None:
        print(f"wrote {html}")
    refused.report()


def _print(data: Mapping[str, Any]) -> None:
    used = [each["name"] for each in data["methods"] if each["hands"]]
    kind = "deals played again in other seats" if data["duplicate"] else "hands"
    print(f"{_hands(data['hands'])}; bb/100 with 95 % intervals over {kind}; seed {data['seed']}")
    rows = [
        (each["name"], f"{each['hands']:,}", *(_cell(each["rates"].get(name)) for name in used))
        for each in data["players"]
    ]
    print_table(("player", "hands", *(_HEADS[name] for name in used)), rows)
    if data["players_in_all"] > len(data["players"]):
        print(f"and {data['players_in_all'] - len(data['players']):,} players with fewer hands")
    for each in data["methods"]:
        for left in each["left_out"]:
            print(f"{each['name']} leaves out {_hands(left['hands'])}: {left['reason']}")
    if data["swings"]:
        print()
        rows = [
            (
                str(swing["hand"]),
                swing["player"],
                *(_plain(swing["values"].get(name)) for name in used),
                f"{swing['luck']:+.1f}",
            )
            for swing in data["swings"][:5]
        ]
        by = data["swings"][0]["by"]
        last = "result" if by is None else "luck"
        print_table(("hand", "player", *(_HEADS[name] for name in used), last), rows, title="biggest swings, in bb")


def _hands(count: int) -> str:
    return f"{count:,} hand{'' if count == 1 else 's'}"


def _cell(rate: Mapping[str, Any] | None) -> str:
    if rate is None or not rate["values"]:
        return "-"
    if rate["low"] is None:
        return f"{rate['mean']:+.1f}"
    return f"{rate['mean']:+.1f} ± {(rate['high'] - rate['low']) / 2:.1f}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f}"
