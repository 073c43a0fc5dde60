"""A match as a page: winnings with intervals, winnings over time, the crosstable, and the indicators.

One self-contained HTML file. Everything on it is in the `MatchResult` too; nothing is computed here but units.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import isnan

from riverboat.arena.evolution import EvolutionResult
from riverboat.arena.results import LEARNING_COLUMNS, MatchResult, PlayerResult, learning_rows, plus_minus
from riverboat.arena.ring import RingResult
from riverboat.arena.tournament import TournamentResult
from riverboat.games.indicators import RATES, Indicators
from riverboat.show.curves import Curve, Level, line_chart
from riverboat.show.page import Html, figure, page, paragraph, section, table

FACTORS = {
    "aggression_factor": "AF: bets and raises for each call, after the first street",
    "aggression_frequency": "AFq: bets and raises of all actions but checks, after the first street",
}


def match_page(result: MatchResult, command: str = "") -> str:
    """The page; `command` is what was typed to play the match."""
    title = f"{' against '.join(player.name for player in result.players[:4])}"
    if len(result.players) > 4:
        title = f"{len(result.players)} players"
    parts = [
        section("Result", _winnings(result), *_remarks(result)),
        *_course(result),
        *_learning(result),
        *_of_the_mode(result),
        *_crosstable(result),
        section("How they played", _indicators(result.players)),
        *_faults(result.players),
        section("Again", *_again(result, command)),
    ]
    note = result.title if result.complete else f"{result.title}; stopped before the end"
    return page(title, "".join(parts), note=note)


def _winnings(result: MatchResult) -> Html:
    players = result.players
    if players and players[0].units.per != "hand":
        per = players[0].units.per
        won = [(player.name, f"{player.hands:,}", plus_minus(player.sb, 3)) for player in players]
        return table(("player", "hands", f"buy-ins/{per}"), won, caption=_caption(result))
    columns = ["player", "hands", "chips/hand", "mbb/hand", "sb/hand", "bb/100"]
    adjusted = any(player.adjusted.count for player in players)
    if adjusted:
        columns.append(f"{result.adjusted_by} mbb/hand")
    rows = []
    for player in players:
        margin, units = player.margin(), player.units
        cells = [player.name, f"{player.hands:,}", plus_minus(player.chips, 2, margin)]
        for mean, digits, scale in (
            (player.mbb, 1, 1000.0 / units.big_blind),
            (player.sb, 4, 1.0 / units.small_bet),
            (player.bb_per_100, 2, 100.0 / units.big_blind),
        ):
            cells.append(plus_minus(mean, digits, margin * scale))
        if adjusted:
            cells.append(plus_minus(player.adjusted.scaled(1000.0 / units.big_blind), 1))
        rows.append(tuple(cells))
    return table(columns, rows, caption=_caption(result))


def _caption(result: MatchResult) -> str:
    kind = {"duplicate": "deals", "ring": "seasons", "tournament": "tournaments"}.get(result.mode, "hands")
    return f"± is the 95 % interval, from {result.samples:,} independent {kind}"


_ADJUSTED: Mapping[str, str] = {
    "all-in adjusted": "All-in adjusted: where the betting was over before the last card, each pot counts by equity "
    "instead of by the cards dealt.",
    "AIVAT": "AIVAT: winnings without the luck of the cards and of the decisions of players whose strategy is known "
    "(Burch et al. 2018).",
}


def _remarks(result: MatchResult) -> list[Html]:
    said = []
    if any(player.watched for player in result.players):
        known = ", ".join(result.winners) or "none"
        said.append(
            f"The match stops at the first significant winner: {known}. Its intervals are wider than usual and "
            "valid at any time (Waudby-Smith et al. 2024)."
        )
    if any(player.adjusted.count for player in result.players):
        said.append(_ADJUSTED.get(result.adjusted_by, f"{result.adjusted_by}: winnings without some of the luck."))
    return [paragraph(text, faint=True) for text in said]


def _course(result: MatchResult) -> list[Html]:
    curves = [Curve(name, _from_zero(points)) for name, points in result.curves.items() if points]
    if not curves:
        return []
    curves += [
        Curve(f"{name}, {result.adjusted_by}", _from_zero(points), dashed=True)
        for name, points in result.adjusted_curves.items()
        if points
    ]
    what = "bankroll, first season" if result.mode == "ring" else "winnings"
    chart = line_chart(curves, "", x="hands", y="chips", levels=(Level("even", 0.0),), width=1080)
    return [section("Course", figure(chart, f"Everybody's {what}, in chips won since the beginning."))]


def _learning(result: MatchResult) -> list[Html]:
    if result.learning is None or not any(player.curve for player in result.learning.players):
        return []
    block, scale = result.learning.block, 1.0 / result.players[0].units.small_bet
    shown = result.adjusted_learning or result.learning
    curves = []
    for player in shown.players:
        means = [mean.scaled(scale) for mean in player.curve]
        known = [(number, mean) for number, mean in enumerate(means) if mean.count > 1]
        points = [((number + 0.5) * block, mean.mean) for number, mean in known]
        curves.append(Curve(player.name, points, [mean.interval() for _, mean in known], marks=True))
    chart = line_chart(curves, "", x="hands since the players were created", y="sb/hand", levels=(Level("even", 0.0),),
                       width=1080)  # fmt: skip
    many = f" of {result.matches} matches" if result.matches > 1 else ""
    by = f" ({result.adjusted_by})" if result.adjusted_learning else ""
    caption = f"Winnings{by} in each block of {block:,} hands{many}, with 95 % intervals."
    rows = learning_rows(result, scale)
    return [section("Learning", figure(chart, caption), table(LEARNING_COLUMNS, rows, caption="sb/hand, ± 95 %"))]


def _from_zero(points: Sequence[tuple[int, float]]) -> list[tuple[float, float]]:
    start = [] if points[0][0] == 0 else [(0.0, 0.0)]
    return start + [(float(hands), chips) for hands, chips in points]


def _of_the_mode(result: MatchResult) -> list[Html]:
    extra = result.extra
    if isinstance(extra, RingResult):
        ends = [
            (name, plus_minus(mean, 0).removeprefix("+"), f"{broke} of {extra.seasons}")
            for name, mean, broke in zip(extra.names, extra.bankrolls, extra.broke, strict=True)
        ]
        caption = f"everybody began with {extra.start:,} chips"
        return [section("Bankrolls", table(("player", "at the end", "seasons broke"), ends, caption=caption))]
    if isinstance(extra, TournamentResult):
        places = range(len(extra.places[0]) if extra.places else 0)
        often = [(name, *map(str, row)) for name, row in zip(extra.names, extra.places, strict=True)]
        columns = ("player", *(str(place + 1) for place in places))
        return [section("Places", table(columns, often, caption="how often each place was reached"))]
    if isinstance(extra, EvolutionResult) and extra.generations:
        history = extra.generations
        curves = [
            Curve(name, [(float(g.number), getattr(g, name)) for g in history]) for name in ("best", "mean", "worst")
        ]
        chart = line_chart(curves, "", x="generation", y="mbb/hand", width=1080)
        best = [(str(each.number), f"{each.best:+.2f}", each.champion) for each in history]
        members = [(str(place), spec) for place, spec in enumerate(extra.population, start=1)]
        return [
            section("Generations", figure(chart, "Fitness; each generation has cards of its own.")),
            section("Champions", table(("generation", "fitness", "player"), best, text=(2,))),
            section("Population", table(("place", "player"), members, text=(0, 1))),
        ]
    return []


def _crosstable(result: MatchResult) -> list[Html]:
    names = result.crosstable.names
    size = range(len(names))
    if len(names) < 3 or not any(result.crosstable.cell(row, column).count for row in size for column in size):
        return []
    scale = 1000.0 / result.players[0].units.big_blind
    rows = []
    for row, name in enumerate(names):
        means = [result.crosstable.cell(row, column).scaled(scale) for column in size]
        rows.append((name, *(plus_minus(mean, 1) if mean.count else "" for mean in means)))
    caption = "the player in the row from the player in the column, mbb/hand"
    return [section("Who won from whom", table(("", *names), rows, caption=caption))]


def _indicators(players: Sequence[PlayerResult]) -> Html:
    books = {player.name: player.indicators for player in players}
    rows = [("hands", *(f"{book.hands:,}" for book in books.values()))]
    for name, meaning in FACTORS.items():
        rows.append((meaning, *(_factor(book, name) for book in books.values())))
    for name, meaning in RATES.items():
        if any(book.sample(name)[1] for book in books.values()):
            rows.append((f"{SHORT.get(name, '')}{meaning}", *(_rate(book, name) for book in books.values())))
    return table(("", *books), rows, caption="count of opportunities in brackets")


SHORT: Mapping[str, str] = {
    "vpip": "VPIP: ", "pfr": "PFR: ", "three_bet": "3-bet: ", "four_bet": "4-bet: ",
    "fold_to_three_bet": "fold to 3-bet: ",
    "steal": "steal: ", "fold_to_steal": "fold to steal: ", "raise_first_in": "RFI: ", "limp": "limp: ",
    "squeeze": "squeeze: ", "cold_call": "cold call: ", "cbet_flop": "c-bet flop: ", "cbet_turn": "c-bet turn: ",
    "cbet_river": "c-bet river: ", "fold_to_cbet": "fold to c-bet: ", "raise_cbet": "raise c-bet: ",
    "donk": "donk bet: ", "check_raise": "check-raise: ",
}  # fmt: skip
"""What trackers call them, where the name here differs."""


def _rate(book: Indicators, name: str) -> str:
    done, opportunities = book.sample(name)
    return f"{100 * book.rate(name):.1f} % ({done:,}/{opportunities:,})" if opportunities else "-"


def _factor(book: Indicators, name: str) -> str:
    value = float(getattr(book, name))
    return "-" if isnan(value) else f"{value:.2f}"


def _faults(players: Sequence[PlayerResult]) -> list[Html]:
    rows = [
        (player.name, kind, f"{number:,}", player.messages[0] if player.messages else "")
        for player in players
        for kind, number in player.faults.items()
    ]
    return [section("Faults", table(("player", "kind", "times", "the first"), rows, text=(0, 1, 3)))] if rows else []


def _again(result: MatchResult, command: str) -> list[Html]:
    rows = [("game", result.game), ("seed", str(result.seed)), ("agents", ", ".join(p.agent for p in result.players))]
    rows.append(("session", "never" if result.session is None else f"{result.session:,} hands"))
    if result.memory:
        rows.append(("memory", result.memory))
    if command:
        rows.insert(0, ("command", command))
    return [
        paragraph(
            "The same command and seed play the same match, on any number of processes"
            + (", if the memory is the same at the beginning." if result.memory else "."),
            faint=True,
        ),
        table(("", ""), rows, text=(0, 1)),
    ]
