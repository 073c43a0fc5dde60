"""`riverboat hands stats`: how players play and what they won, by position, stake, month, opponent or street."""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from math import inf
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from riverboat.cli.completion import complete_player
from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import hands_text, print_table, progress_bar
from riverboat.cli.selection import Database, Game, Pot, Refused, Simulation, Sources, Wanted, Where, open_hands
from riverboat.errors import RiverboatError

if TYPE_CHECKING:
    from riverboat.games import Hand
    from riverboat.games.indicators import Indicators
    from riverboat.records.statistics import StatisticsLine

_HUD = {
    "VPIP": "vpip",
    "PFR": "pfr",
    "3-bet": "three_bet",
    "steal": "steal",
    "c-bet": "cbet_flop",
    "WTSD": "went_to_showdown",
    "W$SD": "won_at_showdown",
}
"""The rates that a head-up display shows first; `--all` and JSON have all of them."""
_AFTER_FLOP = {"WTSD": "went_to_showdown", "fold to c-bet": "fold_to_cbet"}
"""The rates of classes that their definition leaves open."""


class Group(StrEnum):
    """What statistics can be divided by."""

    POSITION = "position"
    STAKE = "stake"
    MONTH = "month"
    OPPONENT = "opponent"
    STREET = "street"


def stats(
    sources: Sources = None,
    db: Database = None,
    player: Annotated[
        str | None, typer.Option(help="Only this player; a part of the name is enough.", autocompletion=complete_player)
    ] = None,
    by: Annotated[Group | None, typer.Option(help="Divide each player's hands by this.")] = None,
    game: Game = None,
    simulation: Simulation = None,
    pot: Pot = None,
    where: Where = None,
    every: Annotated[bool, typer.Option("--all", help="Every indicator, with counts and 95 % intervals.")] = False,
    classes: Annotated[bool, typer.Option(help="Show classes of players instead of single players.")] = False,
    to_json: AsJson = False,
) -> None:
    """How each player plays: hands, winnings in each currency and in bb/100, VPIP, PFR and the other indicators.

    Winnings in bb/100 are big blinds per 100 hands with a 95 % interval. A street is the last one that the player saw.
    """
    from riverboat.records.statistics import statistics_of

    group = "" if by is None else by.value
    if db is not None and not (sources or classes or game or pot is not None or where or by is Group.OPPONENT):
        lines, refused = _from_summaries(db, group, player, simulation), Refused()
        if not lines:
            nothing_to("count", game, refused)
    else:
        hands, refused = Refused.split(sources, db, Wanted(None, game, simulation, pot, where))
        if classes:
            _show_classes(hands, refused, game, to_json)
            return
        with progress_bar("reading hands") as on_progress:
            lines = statistics_of(_counted(hands, on_progress), group, lambda name: _is_part(name, player))  # type: ignore[arg-type]
        if not refused.read:
            nothing_to("count", game, refused)
    if player is not None:
        lines = _of_one(lines, player)
    if to_json:
        print_json("player", _as_json(lines, group), read=refused.read, refused=refused.count)
        return
    if every:
        _print_all(lines, group)
    else:
        _print(lines, group)
    refused.report()


def _from_summaries(db: str, by: Any, player: str | None, simulation: int | None) -> list[StatisticsLine]:
    from riverboat.records.database.statistics import player_names, stored_statistics

    with open_hands(db) as database, progress_bar("counting hands") as on_progress:
        names = None if player is None else player_names(database, player, limit=1000)
        if names == []:
            raise RiverboatError(f'player "{(player or "")[:80]}": no name has this part')
        return stored_statistics(database, by, names, simulation, on_progress)


def _counted(hands: Iterator[Hand], on_progress: Any) -> Iterator[Hand]:
    from riverboat.progress import Progress

    for number, hand in enumerate(hands, start=1):
        if not number % 1000:
            on_progress(Progress(number, None))
        yield hand


def _is_part(name: str, part: str | None) -> bool:
    return part is None or part.casefold() in name.casefold()


def _of_one(lines: list[StatisticsLine], player: str) -> list[StatisticsLine]:
    """The lines of the player who is called exactly so, if there is one."""
    exact = [line for line in lines if line.player == player]
    if not lines:
        raise RiverboatError(f'player "{player[:80]}": no name has this part')
    return exact or lines


def _print(lines: list[StatisticsLine], by: str) -> None:
    rows = []
    for line in lines:
        book = line.indicators
        rows.append(
            (
                line.player,
                *([line.group] if by else []),
                f"{line.hands:,}",
                _money(line),
                _rate_of_winning(line),
                *(_percent(book.rate(rate)) for rate in _HUD.values()),
                f"{book.aggression_factor:.1f}",
            )
        )
    print_table(("player", *([by] if by else []), "hands", "won", "bb/100", *_HUD, "AF"), rows)


def _print_all(lines: list[StatisticsLine], by: str) -> None:
    from riverboat.games.indicators import RATES

    for line in lines:
        group = f", {by} {line.group}" if by else ""
        title = f"{line.player}{group}: {hands_text(line.hands)}, won {_money(line)}, {_rate_of_winning(line)} bb/100"
        rows = []
        for name, meaning in RATES.items():
            done, chances = line.indicators.sample(name)
            interval = _interval(line.indicators, name)
            between = f"{100 * interval[0]:.1f}% to {100 * interval[1]:.1f}%" if interval else "-"
            rows.append((name, _percent(line.indicators.rate(name)), between, f"{done:,} of {chances:,}", meaning))
        print_table(("indicator", "rate", "95 % interval", "count", "meaning"), rows, title=title)
        print()


def _money(line: StatisticsLine) -> str:
    return f"{line.won:+,.10g} {line.currency}"


def _rate_of_winning(line: StatisticsLine) -> str:
    margin = line.bb_per_100_margin
    return f"{line.bb_per_100:+.1f}" + ("" if margin == inf else f" ± {margin:.1f}")


def _interval(book: Indicators, name: str) -> tuple[float, float] | None:
    from riverboat.stats.share import share_interval

    done, chances = book.sample(name)
    return tuple(share_interval(done, chances)) if chances else None  # type: ignore[return-value]


def _as_json(lines: list[StatisticsLine], by: str) -> list[dict[str, Any]]:
    """One item for each player, or for each group of a player; what differs between currencies is a list."""
    found: dict[tuple[str, object], dict[str, Any]] = {}
    for line in lines:
        book, margin = line.indicators, line.bb_per_100_margin
        new = {"player": line.player, **({"group": line.group} if by else {}), "hands": 0, "money": []}
        place = found.setdefault((line.player, line.group if by else None), {**new, "_book": type(book)()})
        place["hands"] += line.hands
        place["money"].append(
            {
                "currency": line.currency,
                "hands": line.hands,
                "won": round(line.won, 9),
                "bb_per_100": line.bb_per_100,
                "bb_per_100_margin": None if margin == inf else margin,
            }
        )
        place["_book"].merge(book)
    for place in found.values():
        book = place.pop("_book")
        rates = book.to_json()
        for name, rate in rates.items():
            if isinstance(rate, dict):
                rate["interval"] = _interval(book, name)
        place |= {**rates, "hands": place["hands"]}
    return list(found.values())


def _show_classes(hands: Iterator[Hand], refused: Refused, game: str | None, to_json: bool) -> None:
    from riverboat.model.populations import populations

    found = populations(hands)
    if not found:
        nothing_to("count", game, refused)
    ranges = {name: {rate: group.range_of(rate) for rate in _AFTER_FLOP.values()} for name, group in found.items()}
    if to_json:
        shown = [
            {"class": name, "players": len(group.members), "ranges": ranges[name], **group.pooled.to_json()}
            for name, group in found.items()
        ]
        print_json("class", shown, read=refused.read, refused=refused.count)
        return
    rows = []
    for name, group in sorted(found.items()):
        book = group.pooled
        cells = [_percent(book.rate(rate)) for rate in ("vpip", "pfr")]
        rows.append((name, str(len(group.members)), f"{book.hands:,}", *cells, f"{book.aggression_factor:.1f}"))
        for rate, between in ranges[name].items():
            span = "-" if between is None else f"{_percent(between.low)} to {_percent(between.high)}"
            rows[-1] += (_percent(book.rate(rate)), span, f"{book.sample(rate)[1]:,}")
    headings = [heading for rate in _AFTER_FLOP for heading in (rate, "range", "of")]
    print_table(("class", "players", "hands", "VPIP", "PFR", "AF", *headings), rows)
    refused.report()


def require_known(game: str | None) -> None:
    """A game without hands may be misspelled; custom games are known only by their hands."""
    from riverboat.records.naming import is_known_name

    if game is not None and not is_known_name(game):
        raise RiverboatError(f'game "{game[:80]}": no hand is of this game; `riverboat games list` has the names')


def nothing_to(do: str, game: str | None, refused: Refused) -> NoReturn:
    """The error for when no hand is left; if any were refused, it says why the first was."""
    if refused.some:
        raise RiverboatError(f"no hands to {do}: {refused.count:,} left out, the first at {refused.some[0]}")
    require_known(game)
    raise RiverboatError(f"no hands to {do}")


def _percent(rate: float) -> str:
    return "-" if rate != rate else f"{100 * rate:.0f}%"
