"""A review of hands as one page: the answer first, then the course of it, where it came from, and the biggest swings.

Takes the plain data that `riverboat.assess.review` makes; computes nothing but guide curves. Self-contained: the
replayed hands are in the page, closed until somebody opens them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from riverboat.show.curves import Curve, Level, line_chart
from riverboat.show.page import Html, badge, figure, folded, html, page, paragraph, section, table

_HEADS: Final = {"money": "money", "allin": "all-in value", "aivat": "without the deals' luck", "divat": "DIVAT"}
_SAYS: Final = {
    "money": "What was won and lost.",
    "allin": "Where all betting was over before the last card, each pot counts by equity and not by the cards that "
    "came. Unbiased; helps as far as money goes in early.",
    "aivat": "The luck of every deal is taken off: the change of everybody's equity times the pot (the chance "
    "corrections of AIVAT, Burch et al. 2018). Unbiased; it needs all cards but nobody's strategy.",
    "divat": "On each street, equity after what was done less equity after what a fixed honest baseline would have "
    "done with the same cards (Billings 2006). Unbiased with roll-out equity, and blind to luck in the cards.",
}
_MANY: Final = 1_000_000
_SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_STYLE: Final = """
.card { display: inline-block; min-width: 2.1em; text-align: center; border: 1px solid var(--line); border-radius: .3em;
  padding: 0 .25em; margin-right: .15em; font-variant-numeric: tabular-nums; background: #fff; color: #1c2430; }
.card.h { color: #b3261e; } .card.d { color: #1d5fb0; } .card.c { color: #1f7a3a; }
.won { color: var(--good); } .lost { color: var(--bad); }
ol.play { margin: .25rem 0 1rem; padding-left: 1.2rem; } ol.play li { margin: .2rem 0; }
"""


def review_page(data: Mapping[str, Any]) -> str:
    """The page."""
    used = [each["name"] for each in data["methods"] if each["hands"]]
    games = data["games"]
    what = next(iter(games)) if len(games) == 1 else f"{len(games)} games"
    parts = [
        section("Who won, and was it luck?", _rates(data, used), *_verdicts(data, used)),
        section("The course of it", *_courses(data, used)),
        section("Where it came from", *(_sources(each, used, data) for each in data["players"])),
        *_crosstables(data),
        *_swings(data, used),
        section("How it was measured", _methods(data)),
    ]
    title = f"Review of {data['hands']:,} hand{'' if data['hands'] == 1 else 's'}"
    kind = "deals, each the mean of its replays" if data["duplicate"] else "hands"
    note = f"{what}; big blinds per 100 hands (bb/100), ± 95 % over {kind}; seed {data['seed']}"
    return page(title, "".join(parts), style=_STYLE, note=note)


def _rates(data: Mapping[str, Any], used: Sequence[str]) -> Html:
    rows = []
    for each in data["players"]:
        cells = [_rate(each["rates"].get(name)) for name in used]
        rows.append((each["name"], f"{each['hands']:,}", *cells))
    more = data["players_in_all"] - len(data["players"])
    caption = f"{more:,} players with fewer hands are not shown" if more > 0 else ""
    return table(("player", "hands", *(_HEADS[name] for name in used)), rows, caption=caption)


def _verdicts(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    """In words: for whom it is clear, by which method, and how long it would take for the others."""
    rows: list[tuple[str, ...]] = []
    for each in data["players"]:
        cells: list[str] = []
        for name in used:
            rate = each["rates"].get(name)
            if rate is None or not rate["values"] or rate["low"] is None:
                cells.append("-")
            elif rate["low"] > 0:
                cells.append(badge("wins", "good"))
            elif rate["high"] < 0:
                cells.append(badge("loses", "bad"))
            else:
                needed = rate["more_hands_needed"]
                cells.append("open" if not needed else f"open: {_about(needed)}")
        rows.append((each["name"], *cells))
    caption = "does the interval exclude zero, and if not, how many more hands would settle it at this rate"
    spreads = _spreads(data, used)
    return [table(("player", *(_HEADS[name] for name in used)), rows, caption=caption), *spreads]


def _spreads(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    first = data["players"][0]["rates"]
    money = first["money"]["deviation"]
    said = []
    for name in used[1:]:
        spread = first.get(name, {}).get("deviation")
        if money and spread:
            said.append(f"{_HEADS[name]} {money**2 / spread**2:.2f} times")
    if not said:
        return []
    text = f"A hand of {data['players'][0]['name']} varies by {money:.2f} bb. Variance becomes smaller by: "
    return [paragraph(text + ", ".join(said) + "; as many times fewer hands are needed.", faint=True)]


def _courses(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    made = []
    for player in data["players"]:
        curves = data["curves"].get(player["name"])
        if not curves:
            continue
        lines = [Curve(_HEADS[name], [(x, y) for x, y in curves[name]]) for name in used if name in curves]
        hands = max((x for name in used for x, _ in curves.get(name, [])), default=0.0)
        spread = player["rates"]["money"]["deviation"]
        if spread and hands > 1 and not data["duplicate"]:
            around = [hands * step / 60 for step in range(61)]
            lines.append(
                Curve(
                    "one deviation of money around even",
                    [(x, 0.0) for x in around],
                    [(-spread * x**0.5, spread * x**0.5) for x in around],
                )
            )
        chart = line_chart(lines, player["name"], x="hands", y="big blinds", levels=(Level("even", 0.0),), width=900)
        made.append(figure(chart))
    return made


def _sources(player: Mapping[str, Any], used: Sequence[str], data: Mapping[str, Any]) -> Html:
    heads = [_HEADS[name] for name in used]
    parts = []
    if player["by_position"]:
        rows = [
            (each["position"], f"{each['money']['values']:,}", *(_rate(each.get(name)) for name in used))
            for each in player["by_position"]
        ]
        parts.append(table(("position", "hands", *heads), rows, caption="by position, bb/100"))
    streets = player["by_street"]
    if streets:
        columns, keys = ["street", "last acted here", "money of those hands"], ["money"]
        for key, head in (("aivat_here", "luck of its deal"), ("divat_here", "DIVAT of its betting")):
            if key in streets[0]:
                columns.append(head)
                keys.append(key)
        rows = [(each["street"], f"{each['hands']:,}", *(_signed(each[key]) for key in keys)) for each in streets]
        parts.append(table(columns, rows, caption="by street, bb per 100 of all hands"))
    if len(player["by_opponent"]) > 1 or (player["by_opponent"] and data["players_in_all"] > 2):
        rows = [
            (each["opponent"], f"{each['money']['values']:,}", *(_rate(each.get(name)) for name in used))
            for each in player["by_opponent"]
            if "money" in each
        ]
        parts.append(table(("opponent", "hands", *heads), rows, caption="by opponent, heads-up, bb/100"))
    return folded(player["name"], *parts)


def _crosstables(data: Mapping[str, Any]) -> list[Html]:
    tables = []
    for name, each in data["crosstable"].items():
        names = each["names"]
        if len(names) < 3:
            return []
        rows = [
            (row, *("" if cell is None else _rate(cell) for cell in cells))
            for row, cells in zip(names, each["cells"], strict=True)
        ]
        tables.append(table(("", *names), rows, caption=f"{_HEADS[name]}, bb/100 of hands together"))
    if not tables:
        return []
    said = (
        "The player of the row from the player of the column; losses flow to winners in proportion to what these won."
    )
    return [section("Who won from whom", paragraph(said, faint=True), *tables)]


def _swings(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    swings = data["swings"]
    if not swings:
        return []
    by = swings[0]["by"]
    what = "most was won or lost" if by is None else f"luck moved most: money against {_HEADS[by]}"
    parts = [paragraph(f"The hands in which {what}, in big blinds. Open one to replay it.", faint=True)]
    for swing in swings:
        values = ", ".join(f"{_HEADS[name]} {swing['values'][name]:+.1f}" for name in used if name in swing["values"])
        luck = "" if by is None else f"; luck {swing['luck']:+.1f}"
        title = f"Hand {swing['hand']}: {swing['player']} ({swing['position']}): {values}{luck}"
        parts.append(folded(title, _replay(swing["replay"])))
    return [section("Biggest swings", *parts)]


def _replay(replay: Mapping[str, Any]) -> Html:
    seats = [
        (
            each["name"],
            f"{each['stack']:,}",
            _cards(each["cards"]),
            "" if each["live"] else "folded",
            _signed(each["won"], 0 if float(each["won"]).is_integer() else 2),
        )
        for each in replay["seats"]
    ]
    steps = []
    for street in replay["streets"]:
        board = f" {_cards(street['board'])}" if street["board"] else ""
        said = escape(", ".join(street["actions"])) or "no betting"
        steps.append(f"<li><b>{escape(street['street'])}</b>{board} {said}. Pot {street['pot']:,}.</li>")
    heads = ("player", "stack", "cards", "", f"won ({replay['unit']})")
    return Html(table(heads, seats, text=(0, 2, 3)) + f'<ol class="play">{"".join(steps)}</ol>')


def _methods(data: Mapping[str, Any]) -> Html:
    rows: list[tuple[str, ...]] = []
    for each in data["methods"]:
        left = "; ".join(f"{out['hands']:,}: {out['reason']}" for out in each["left_out"]) or "nothing"
        rows.append((_HEADS[each["name"]], f"{each['hands']:,}", _SAYS[each["name"]], left))
    return table(("method", "hands", "what it does", "left out"), rows, text=(0, 2, 3))


def _cards(cards: Sequence[str]) -> Html:
    return Html("".join(_card(card) for card in cards))


def _card(card: str) -> str:
    suit = card[-1:]
    face = f"{escape(card[:-1])}{_SUITS[suit]}" if suit in _SUITS and len(card) > 1 else escape(card)
    return f'<span class="card {suit if suit in _SUITS else ""}">{face}</span>'


def _rate(rate: Mapping[str, Any] | None) -> str:
    if rate is None or not rate["values"]:
        return "-"
    text = f"{rate['mean']:+.1f}"
    if rate["low"] is None:
        return text
    text += f" ± {(rate['high'] - rate['low']) / 2:.1f}"
    if rate["low"] > 0 or rate["high"] < 0:
        return Html(f'<span class="{"won" if rate["low"] > 0 else "lost"}">{html(text)}</span>')
    return text


def _signed(value: float, digits: int = 1) -> str:
    return f"{value:+,.{digits}f}"


def _about(number: int) -> str:
    """A count in two digits: 36,000 more."""
    if number > _MANY:
        return f"over {_MANY:,} more"
    size = max(0, len(str(number)) - 2)
    return f"{round(number, -size):,} more"
