"""`riverboat review`: the results of recorded hands, with and without luck."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.assess.methods import ReviewMethod
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import hands_text, print_table, progress_bar, quick_start
from riverboat.cli.selection import Database, Game, Refused, Simulation, Sources, Wanted
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.games import Hand


class EquityKind(StrEnum):
    """What DIVAT measures with."""

    ROE = "roe"
    AIE = "aie"


class SolvedStreet(StrEnum):
    """A street whose decisions can be solved."""

    FLOP = "flop"
    TURN = "turn"
    RIVER = "river"


_SOLVED = (SolvedStreet.TURN, SolvedStreet.RIVER)
_HEADS = {"money": "money", "allin": "all-in value", "aivat": "without deals' luck", "divat": "DIVAT, roll-out"}


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
        EquityKind,
        typer.Option(
            help="DIVAT by roll-out equity (unbiased; compares players) or by all-in equity (faster, biased against "
            "whoever folds more; explains single hands)."
        ),
    ] = (EquityKind.ROE),
    smooth: Annotated[bool, typer.Option(help="DIVAT as the mean of several baselines, for short matches.")] = False,
    baselines: Annotated[int, typer.Option(help="Baselines of --smooth: 5, 9 or 81.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Random seed of sampled boards and flops.")] = 1,
    solve: Annotated[
        bool, typer.Option("--solve", help="Also check the turn and river decisions of --player with the solver.")
    ] = False,
    street: Annotated[
        list[SolvedStreet] | None,
        typer.Option(help="Only decisions on this street for --solve. Repeatable. Default: turn and river."),
    ] = None,
    to_json: AsJson = False,
) -> None:
    """Review hands: winnings with and without luck, by street, position and opponent; the biggest swings."""
    require_folder(html)
    if solve and player is None:
        raise RiverboatError("--solve: name the --player whose decisions to check")
    if street and not solve:
        raise RiverboatError("--street: it belongs to --solve")
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
        if solve and player is not None:
            data["decisions"] = _check_decisions(listed, player, [each.value for each in street or _SOLVED])
    if to_json:
        print_json("review", [data])
        return
    _print(data)
    if solve:
        _print_decisions(data["decisions"])
    if html is not None:
        print(f"wrote {html}")
    refused.report()


def _print(data: Mapping[str, Any]) -> None:
    used = [each["name"] for each in data["methods"] if each["hands"]]
    kind = "deals played again in other seats" if data["duplicate"] else "hands"
    print(f"{hands_text(data['hands'])}; bb/100 with 95 % intervals over {kind}; seed {data['seed']}")
    rows = [
        (each["name"], f"{each['hands']:,}", *(_cell(each["rates"].get(name)) for name in used))
        for each in data["players"]
    ]
    for text in data["warnings"]:
        print(f"note: {text}")
    heads = _HEADS | ({"divat": "DIVAT, all-in (biased)"} if data["divat_equity"] == "aie" else {})
    print_table(("player", "hands", *(heads[name] for name in used)), rows)
    if data["players_in_all"] > len(data["players"]):
        print(f"and {data['players_in_all'] - len(data['players']):,} players with fewer hands")
    for each in data["methods"]:
        for left in each["left_out"]:
            print(f"{each['name']} leaves out {hands_text(left['hands'])}: {left['reason']}")
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
        print_table(("hand", "player", *(heads[name] for name in used), last), rows, title="biggest swings, in bb")


def _check_decisions(hands: Sequence[Hand], player: str, streets: Sequence[str]) -> dict[str, Any]:
    from riverboat.assess.decisions import Session

    session = Session(hands, player, streets=streets)
    with progress_bar(f"{len(session.decisions):,} decisions") as on_progress:
        session.run(on_progress)
    if session.is_interrupted:
        print(f"stopped after {len(session.checked):,} decisions", file=sys.stderr)
    return session.to_json()


def _print_decisions(data: Mapping[str, Any]) -> None:
    print()
    print(f"{data['player']}: {data['checked']:,} of {data['decisions']:,} decisions checked with inferred ranges")
    for left in data["left_out"]:
        print(f"left out {left['decisions']:,}: {left['reason']}")
    if not data["checked"]:
        return
    print(f"EV lost {data['lost_bb_per_100']:.2f} bb per 100 decisions; {100 * data['best']:.0f} % best actions")
    rows = [
        (
            str(each["hand_number"]),
            each["street"],
            each["cards"],
            each["board"],
            each["path"] or "-",
            each["action"],
            each["best"],
            f"{each['lost_bb']:.2f}",
            f"{100 * each['lost'] / each['pot']:.0f} %",
        )
        for each in data["costliest"][:10]
    ]
    heads = ("hand", "street", "cards", "board", "line", "action", "best", "EV lost, bb", "of the pot")
    print_table(heads, rows, title="costliest decisions")


def _cell(rate: Mapping[str, Any] | None) -> str:
    if rate is None or not rate["values"]:
        return "-"
    if rate["low"] is None:
        return f"{rate['mean']:+.1f}"
    return f"{rate['mean']:+.1f} ± {(rate['high'] - rate['low']) / 2:.1f}"


def _plain(value: float | None) -> str:
    return "-" if value is None else f"{value:+.1f}"
