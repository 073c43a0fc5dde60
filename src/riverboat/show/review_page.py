"""A review of hands as one page: the result, winnings over time, breakdowns, and the biggest swings.

Takes the plain data that `riverboat.assess.review` makes; computes nothing but guide curves. Self-contained: the
replayed hands are in the page, closed until someone opens them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any, Final

from riverboat.games.titles import game_words
from riverboat.show.curves import COLOURS, Curve, Level, line_chart
from riverboat.show.intervals import Interval, interval_chart
from riverboat.show.page import Html, badge, figure, folded, html, page, paragraph, section, table
from riverboat.show.replayer import saving_script, script, style

_HEADS: Final = {
    "money": "money",
    "allin": "all-in value",
    "aivat": "without the deals' luck",
    "divat": "DIVAT, roll-out",
}
_SAYS: Final = {
    "money": "Chips won and lost.",
    "allin": "Where the betting was over before the last card, each pot counts by equity instead of by the cards "
    "dealt. Unbiased; helps if players are often all-in early.",
    "aivat": "The luck of every deal is removed: the change of everyone's equity times the pot (the chance "
    "corrections of AIVAT, Burch et al. 2018). Unbiased; it needs all cards but no strategies.",
    "divat": "On each street, equity after the actions minus equity after those of a fixed straightforward baseline "
    "with the same cards (Billings 2006). Equity is by roll-out: the baseline plays the later streets. Unbiased.",
}
_BIASED_DIVAT: Final = (
    "DIVAT with all-in equity, as if the rest of the board came without betting. Fast, and good for explaining one "
    "hand. Biased: it takes away what the betting of later streets is worth to whoever folds weak hands. To compare "
    "players, use roll-out equity."
)
_MANY: Final = 1_000_000
_SURE: Final = 1.96
"""Deviations of a normal distribution that hold 95 % of it."""
_STYLE: Final = """
.won { color: var(--good); } .lost { color: var(--bad); }
.lead { font-size: 1.12rem; max-width: 60rem; }
.caution { max-width: 60rem; border-left: .25rem solid var(--open); padding-left: .7rem; }
 .lead b { font-weight: 650; }
.charts { display: grid; gap: .5rem 2rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 34rem), 1fr)); }
.charts figure { margin: 0; } figure .scroll svg { min-width: 33rem; }
details.swing { border: 1px solid var(--line); border-radius: .6rem; margin: .5rem 0; padding: 0; }
details.swing summary { padding: .55rem .9rem; color: var(--ink); display: flex; flex-wrap: wrap; gap: .15rem 1.2rem;
  align-items: baseline; }
details.swing summary::before { content: "▸"; color: var(--link); }
details.swing[open] summary::before { content: "▾"; }
details.swing summary b { min-width: 7rem; } details.swing[open] summary { border-bottom: 1px solid var(--line); }
details.swing .hand { padding: .9rem; }
details:not(.swing) { margin: .35rem 0; }
.measure { color: var(--faint); font-variant-numeric: tabular-nums; white-space: nowrap; }
.measure span { color: var(--ink); font-weight: 600; } .measure span.won { color: var(--good); }
.measure span.lost { color: var(--bad); }
.export { margin: -.6rem 0 1rem; display: flex; gap: .4rem; }
.export button { font: inherit; font-size: .8rem; color: var(--link); background: none; border: 1px solid var(--line);
  border-radius: .4rem; padding: .1rem .5rem; cursor: pointer; }
@media print { .export { display: none; } }
"""
_MOVING: Final = """
for (const swing of document.querySelectorAll("details.swing")) swing.addEventListener("toggle", () => {
  const hand = swing.querySelector(".hand");
  if (!swing.open || hand.querySelector(".rp")) return;
  const data = JSON.parse(hand.querySelector("script").textContent);
  const film = replayer(data, { bottom: Number(hand.dataset.bottom) });
  hand.append(film);
  if (!hand.dataset.run || parent === window) return;  // a room around the page can solve a decision
  const study = document.createElement("button");
  study.textContent = "Study this decision";
  study.addEventListener("click", () => parent.postMessage(
    { kind: "study", run: hand.dataset.run, place: hand.dataset.place, number: film.decision() }, "*"));
  hand.prepend(study);
});
"""
_SAVING: Final = """
for (const shown of document.querySelectorAll("table, figure svg")) {
  const above = shown.closest("section")?.querySelector("h2, h3")?.textContent ?? document.title;
  const name = (shown.caption?.textContent || above).toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
  const tools = document.createElement("p");
  tools.className = "export";
  const button = (text, title, act) => {
    const made = document.createElement("button");
    made.type = "button";
    Object.assign(made, { textContent: text, title });
    made.addEventListener("click", act);
    tools.append(made);
  };
  if (shown.rows) button("CSV", "Download as CSV", () => save(csv(rowsOf(shown)), `${name}.csv`, "text/csv"));
  button("PNG", "Download as a picture", async () => save(await picture(shown), `${name}.png`));
  (shown.closest(".scroll") ?? shown).after(tools);
}
"""


def _head(data: Mapping[str, Any], name: str) -> str:
    """What a method is called; of DIVAT, by which equity."""
    return "DIVAT, all-in (biased)" if name == "divat" and data.get("divat_equity") == "aie" else _HEADS[name]


def review_page(data: Mapping[str, Any]) -> str:
    """The page."""
    used = [each["name"] for each in data["methods"] if each["hands"]]
    games = data["games"]
    what = game_words(next(iter(games))) if len(games) == 1 else f"{len(games)} games"
    parts = [
        _lead(data, used),
        *(Html(f'<p class="caution" role="note">{escape(text)}</p>') for text in data.get("warnings", ())),
        section("Who won, and was it luck?", _intervals(data, used), _rates(data, used), *_verdicts(data, used)),
        section("The course of it", *_courses(data, used)),
        *_swings(data, used),
        section("Where it came from", *(_sources(each, used, data) for each in data["players"])),
        *_crosstables(data),
        section("How it was measured", _methods(data), folded("details", paragraph(", ".join(games)))),
    ]
    title = f"Review of {data['hands']:,} hand{'' if data['hands'] == 1 else 's'}"
    kind = "deals, each the mean of its replays" if data["duplicate"] else "hands"
    note = f"{what}; big blinds per 100 hands (bb/100), ± 95 % over {kind}; seed {data['seed']}"
    moving = script() + _MOVING if data["swings"] else ""
    scripts = f'<script type="module">{moving}{saving_script()}{_SAVING}</script>'
    return page(title, "".join(parts) + scripts, style=_STYLE + style(), note=note)


def _lead(data: Mapping[str, Any], used: Sequence[str]) -> Html:
    """The answer in a sentence: what the first player made, and what is left of it without luck."""
    player = data["players"][0]
    name, rates = player["name"], player["rates"]
    money = rates["money"]
    won = "won" if money["mean"] >= 0 else "lost"
    text = f"<b>{escape(name)}</b> {won} <b>{abs(money['mean']):,.1f} bb/100</b> over {player['hands']:,} hands"
    best = _tightest(player, used)
    if best != "money":
        rate = rates[best]
        way = (
            "in all-in value" if best == "allin" else "by DIVAT" if best == "divat" else "without the luck of the deals"
        )
        text += f"; {way} it is <b>{rate['mean']:+,.1f}</b>"
        money = rate
    if money["low"] is None:
        return Html(f'<p class="lead">{text}.</p>')
    excluded = money["low"] > 0 or money["high"] < 0
    sure = f"95 % interval, which {'excludes' if excluded else 'includes'} zero"
    return Html(f'<p class="lead">{text} ({money["low"]:+,.1f} to {money["high"]:+,.1f}, {sure}).</p>')


def _tightest(player: Mapping[str, Any], used: Sequence[str]) -> str:
    """The method with the least variance, which separates luck from skill with the fewest hands."""
    known = [name for name in used if (player["rates"].get(name) or {}).get("deviation")]
    return min(known, key=lambda name: float(player["rates"][name]["deviation"]), default="money")


def _intervals(data: Mapping[str, Any], used: Sequence[str]) -> Html:
    rows = []
    for each in data["players"]:
        found = [each["rates"].get(name) for name in used]
        rows.append(
            (each["name"], [Interval(r["mean"], r["low"], r["high"]) if r and r["values"] else None for r in found])
        )
    said = "Means with 95 % intervals; strong where the interval excludes zero."
    if len(data["players"]) > 2:
        count = len(data["players"])
        said += f" Of {count} break-even players, {0.05 * count:.2g} on average would have one by luck."
    return figure(interval_chart(rows, [_head(data, name) for name in used], "big blinds per 100 hands"), said)


def _rates(data: Mapping[str, Any], used: Sequence[str]) -> Html:
    rows = []
    for each in data["players"]:
        cells = [_rate(each["rates"].get(name)) for name in used]
        rows.append((each["name"], f"{each['hands']:,}", *cells))
    more = data["players_in_all"] - len(data["players"])
    caption = f"{more:,} players with fewer hands are not shown" if more > 0 else ""
    return table(("player", "hands", *(_head(data, name) for name in used)), rows, caption=caption)


def _verdicts(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    """In words: whose result is significant, by which method, and how long it would take for the others."""
    rows: list[tuple[str, ...]] = []
    for each in data["players"]:
        cells: list[str] = []
        for name in used:
            rate = each["rates"].get(name)
            if rate is None or not rate["values"] or rate["low"] is None:
                cells.append("-")
            elif rate["low"] > 0:
                cells.append(badge("above zero", "good"))
            elif rate["high"] < 0:
                cells.append(badge("below zero", "bad"))
            else:
                needed = rate["more_hands_needed"]
                cells.append("open" if not needed else f"open: {_about(needed)}")
        rows.append((each["name"], *cells))
    caption = "does the interval exclude zero, and if not, how many more hands are needed at this rate"
    spreads = _spreads(data, used)
    verdicts = table(("player", *(_head(data, name) for name in used)), rows, caption=caption)
    return [folded("When would it be settled?", verdicts), *spreads]


def _spreads(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    first = data["players"][0]["rates"]
    money = first["money"]["deviation"]
    said = []
    for name in used[1:]:
        spread = first.get(name, {}).get("deviation")
        if money and spread:
            said.append(f"{_head(data, name)} {money**2 / spread**2:.2f} times")
    if not said:
        return []
    text = (
        f"A hand of {data['players'][0]['name']} has a standard deviation of {money:.2f} bb. Variance is reduced by: "
    )
    return [paragraph(text + ", ".join(said) + "; the hands needed fall by the same factor.", faint=True)]


def _courses(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    """Everybody's sums hand by hand, with guide curves (Billings 2006, chapter 5): even play stays within them."""
    made = []
    for player in data["players"]:
        curves = data["curves"].get(player["name"])
        if not curves:
            continue
        lines = [
            Curve(_head(data, name), [(x, y) for x, y in curves[name]], colour=COLOURS[place])
            for place, name in enumerate(used)
            if name in curves
        ]
        hands = max((x for name in used for x, _ in curves.get(name, [])), default=0.0)
        if hands > 1 and not data["duplicate"]:
            for name in dict.fromkeys(("money", _tightest(player, used))):
                lines += _guides(
                    _head(data, name), player["rates"][name]["deviation"], hands, COLOURS[used.index(name)]
                )
        chart = line_chart(lines, player["name"], x="hands", y="big blinds", levels=(Level("", 0.0),), width=640)
        made.append(figure(chart))
    if not made:
        return []
    said = "Dashed: the range of 95 % of break-even players, 1.96 standard deviations of a hand times the square root "
    said += (
        "of the hands. At the last hand, 5 % of break-even players are outside; somewhere on the way, more of them are."
    )
    return [paragraph(said, faint=True), Html(f'<div class="charts">{"".join(made)}</div>')]


def _guides(name: str, spread: float | None, hands: float, colour: str) -> list[Curve]:
    if not spread:
        return []
    steps = [hands * (step / 60) ** 2 for step in range(61)]
    above = [(x, _SURE * spread * x**0.5) for x in steps]
    below = [(x, -y) for x, y in above]
    return [
        Curve(f"95 % guide of {name}", above, dashed=True, colour=colour),
        Curve("", below, dashed=True, colour=colour),
    ]


def _sources(player: Mapping[str, Any], used: Sequence[str], data: Mapping[str, Any]) -> Html:
    heads = [_head(data, name) for name in used]
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
    return folded(player["name"], *parts, opened=player is data["players"][0])


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
        tables.append(table(("", *names), rows, caption=f"{_head(data, name)}, bb/100 of hands together"))
    if not tables:
        return []
    said = (
        "The player in the row from the player in the column; losses go to the winners in proportion to their winnings."
    )
    return [section("Who won from whom", paragraph(said, faint=True), *tables)]


def _swings(data: Mapping[str, Any], used: Sequence[str]) -> list[Html]:
    swings = data["swings"]
    if not swings:
        return []
    by = swings[0]["by"]
    what = "most was won or lost" if by is None else f"luck moved most: money against {_head(data, by)}"
    parts = [paragraph(f"The hands in which {what}, in big blinds. Open one to replay it.", faint=True)]
    for swing in swings:
        cells = [_measure(_head(data, name), swing["values"][name]) for name in used if name in swing["values"]]
        if by is not None:
            cells.append(_measure("luck", swing["luck"]))
        where = f"hand {swing['hand']}, {swing['position']}"
        who = f'<b>{escape(swing["player"])}</b><span class="measure">{escape(where)}</span>'
        told = json.dumps(swing["replay"], ensure_ascii=False).replace("<", "\\u003c")
        parts.append(
            Html(
                f'<details class="swing"><summary>{who}{"".join(cells)}</summary>'
                f'<div class="hand" data-bottom="{swing["at"]}"{_stored(swing)}>'
                f'<script type="application/json">{told}</script>'
                f"<noscript>{_as_text(swing['replay'])}</noscript></div></details>"
            )
        )
    return [section("Biggest swings", *parts)]


def _stored(swing: Mapping[str, Any]) -> str:
    """Where a room has the hand, if the page is made by one."""
    if "stored" not in swing:
        return ""
    run, place = swing["stored"]
    return f' data-run="{int(run)}" data-place="{int(place)}"'


def _measure(head: str, value: float) -> str:
    kind = "won" if value > 0 else "lost" if value < 0 else ""
    return f'<span class="measure">{escape(head)} <span class="{kind}">{value:+.1f}</span></span>'


def _as_text(replay: Mapping[str, Any]) -> Html:
    """The steps as a list, where no script runs."""
    steps = (f"<li>{escape(frame['text'])}</li>" for frame in replay["frames"])
    return Html(f"<ol>{''.join(steps)}</ol>")


def _methods(data: Mapping[str, Any]) -> Html:
    rows: list[tuple[str, ...]] = []
    for each in data["methods"]:
        left = "; ".join(f"{out['hands']:,}: {out['reason']}" for out in each["left_out"]) or "nothing"
        rows.append((_head(data, each["name"]), f"{each['hands']:,}", _says(data, each["name"]), left))
    return table(("method", "hands", "what it does", "left out"), rows, text=(0, 2, 3))


def _says(data: Mapping[str, Any], name: str) -> str:
    return _BIASED_DIVAT if name == "divat" and data.get("divat_equity") == "aie" else _SAYS[name]


def _rate(rate: Mapping[str, Any] | None) -> str:
    if rate is None or not rate["values"]:
        return "-"
    text = f"{rate['mean']:+,.1f}"
    if rate["low"] is None:
        return text
    text += f" ± {(rate['high'] - rate['low']) / 2:,.1f}"
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
