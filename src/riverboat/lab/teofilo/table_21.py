"""Teófilo (2016), Table 21: ranks of cards by template matching, with templates from the lower resolution only."""

from __future__ import annotations

from collections import Counter

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.teofilo import _pictures
from riverboat.lab.work import Work

RANKS = "A23456789TJQK"
PUBLISHED = dict(
    zip(RANKS, (93.9, 86.7, 97.5, 97.7, 86.2, 95.0, 100.0, 92.6, 97.6, 90.9, 100.0, 96.6, 95.9), strict=True)
)
"""Percent right at the higher resolution; at the lower one all were."""


def run(work: Work) -> Findings:
    right: Counter[tuple[str, str]] = Counter()
    total: Counter[tuple[str, str]] = Counter()
    boards: dict[str, list[int]] = {window: [0, 0] for window in _pictures.RESOLUTIONS}
    suits = [0, 0]
    ours = [0, 0]
    count = work.choose(_pictures.SMALL_PICTURES, _pictures.FULL_PICTURES)
    for window, truth, sighting, matched in _pictures.readings(work, count):
        true_rows = [seat.cards for seat in truth.seats] + list(truth.boards)
        seen_rows = [seat.cards for seat in sighting.seats] + list(sighting.boards)
        for number, row in enumerate(true_rows):
            seen = seen_rows[number] if number < len(seen_rows) else ()
            for place, card in enumerate(row):
                if card not in matched or card.text is None:
                    continue
                found = matched[card]
                known_rank = found.text is not None and found.text[0] == card.text[0]
                total[window, card.text[0]] += 1
                if number >= len(truth.seats):
                    boards[window][known_rank] += 1
                if known_rank:
                    right[window, card.text[0]] += 1
                    suits[found.text == card.text] += 1
                ours[len(seen) == len(row) and seen[place].text == card.text] += 1
    low, high = _pictures.RESOLUTIONS
    values = [
        Found.of_share(f"{rank} at {high}", right[high, rank], total[high, rank], "%")
        for rank in RANKS
        if total[high, rank]
    ]
    values = [_percent(value) for value in values]
    sums = {
        window: (sum(right[window, r] for r in RANKS), sum(total[window, r] for r in RANKS)) for window in (low, high)
    }
    values += [_percent(Found.of_share(f"average at {window}", *sums[window], "%")) for window in (low, high)]
    values += [
        _percent(Found.of_share(f"board alone at {window}", each[1], sum(each), "%")) for window, each in boards.items()
    ]
    values.append(_percent(Found.of_share("nearest crops, rank and suit, both sizes", ours[1], sum(ours), "%")))
    share_low, share_high = sums[low][0] / max(1, sums[low][1]), sums[high][0] / max(1, sums[high][1])
    return Findings(
        values,
        [
            Claimed("suits", suits[0] == 0, f"{suits[1]} of {sum(suits)} suits right where the rank was"),
            Claimed(
                "worse when resized", share_high < share_low, f"{100 * share_high:.2f} % below {100 * share_low:.2f} %"
            ),
        ],
        notes=[f"{count:,} pictures, {sum(total.values()):,} cards lying face up, of all sizes on the table."],
    )


def _percent(found: Found) -> Found:
    from dataclasses import replace

    from riverboat.stats.mean import Interval

    interval = found.interval and Interval(100 * found.interval.low, 100 * found.interval.high)
    return replace(found, value=100 * found.value, interval=interval)


ENTRY = Entry(
    __name__,
    "Ranks of cards by template matching at two resolutions",
    "Table 21 and section 4.3.1",
    "Percent of ranks recognised at 1158 x 826 with templates of 1016 x 728, and beside it Riverboat's recogniser.",
    small="200 pictures, one to five minutes",
    full="5,000 pictures, about an hour",
    run=run,
    published=(
        *(Published(f"{rank} at 1158x826", value, "%") for rank, value in PUBLISHED.items()),
        Published("average at 1016x728", 100.0, "%"),
        Published(
            "average at 1158x826", 95.1, "%", error=1.5, incomparable="the thesis does not say how often each rank came"
        ),
    ),
    claims=(
        Claim("suits", "Whenever the rank was right, the suit was right too."),
        Claim("worse when resized", "Cards are recognised worse at the resolution from which no templates were cut."),
    ),
    remarks=(
        _pictures.REMARK,
        "The thesis crops a corner, 27.35 % by 43.26 % of the card from (6.89 %, 8.28 %). Riverboat's cards have rank "
        "and suit in the middle, so the crop is the middle 74 % of their upper 84 %. Rectangles are given, as there; a "
        "card is accepted from a correlation of 0.90, otherwise it is unknown, which counts as not recognised.",
        "The thesis's cards had one size at each resolution. Here those of players are smaller or larger than those of "
        "the board, from which the templates are cut, so the board alone is given too.",
        "95.1 is not the mean of the thirteen printed numbers (94.66): presumably ranks are weighted by how often they "
        "came.",
    ),
)
