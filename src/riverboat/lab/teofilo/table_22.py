"""Teófilo (2016), Table 22 and section 4.3.2: amounts, all-ins, folded or empty seats, dealer button and round."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.teofilo import _pictures
from riverboat.lab.teofilo.table_21 import _percent
from riverboat.lab.work import Work

KINDS = ("bet amount", "all-in", "fold or no player")
PUBLISHED = {
    "bet amount": (100.0, 99.5),
    "all-in": (100.0, 93.5),
    "fold or no player": (87.9, 78.6),
    "global average": (98.7, 95.1),
}
"""Percent at the two resolutions."""


def run(work: Work) -> Findings:
    counts: dict[tuple[str, str], list[int]] = {}

    def add(window: str, kind: str, right: bool) -> None:
        counts.setdefault((window, kind), [0, 0])[right] += 1

    count = work.choose(_pictures.SMALL_PICTURES, _pictures.FULL_PICTURES)
    for window, truth, sighting, _ in _pictures.readings(work, count):
        for seen, true in zip(sighting.seats, truth.seats, strict=True):
            if true.bet.value:
                add(window, "bet amount", seen.bet.value == true.bet.value)
            if true.state.value == "all-in":
                add(window, "all-in", seen.state.value == "all-in")
            if true.state.value in ("folded", "out", "empty"):
                add(window, "fold or no player", seen.state.value == true.state.value)
        add("both", "dealer button", sighting.dealer.value == truth.dealer.value)
        add("both", "round", [len(board) for board in sighting.boards] == [len(board) for board in truth.boards])
    values = []
    for window in _pictures.RESOLUTIONS:
        found = [counts.get((window, kind), [0, 0]) for kind in KINDS]
        values += [
            _percent(Found.of_share(f"{kind} at {window}", each[1], sum(each), "%"))
            for kind, each in zip(KINDS, found, strict=True)
        ]
        together = sum(each[1] for each in found), sum(map(sum, found))
        values.append(_percent(Found.of_share(f"global average at {window}", *together, "%")))
    for kind in ("dealer button", "round"):
        each = counts["both", kind]
        values.append(_percent(Found.of_share(kind, each[1], sum(each), "%")))
    by_name = {value.name: value.value for value in values}
    low, high = _pictures.RESOLUTIONS
    evidence = f"{by_name[f'global average at {low}']:.2f} and {by_name[f'global average at {high}']:.2f} %"
    same = abs(by_name[f"global average at {low}"] - by_name[f"global average at {high}"]) < 1
    return Findings(values, [Claimed("same average", same, evidence)], notes=[f"{count:,} pictures."])


ENTRY = Entry(
    __name__,
    "Amounts, all-ins and folded players read from pictures",
    "Table 22 and sections 4.3.2 and 4.3.3",
    "Percent of texts beside the seats that are read right, and the dealer button and the round.",
    small="200 pictures, one to five minutes",
    full="5,000 pictures, about an hour",
    run=run,
    published=(
        *(
            Published(f"{kind} at {window}", value[place], "%", better="more")
            for kind, value in PUBLISHED.items()
            for place, window in enumerate(_pictures.RESOLUTIONS)
        ),
        Published("dealer button", 100.0, "%", better="more"),
        Published("round", None, "%"),
    ),
    claims=(
        Claim(
            "same average",
            "The global average is still the same at the higher resolution.",
            wrong="the table itself says 98.7 and 95.1",
        ),
    ),
    remarks=(
        _pictures.REMARK,
        "The thesis reads texts with Tesseract; here glyph templates do (Figure 46 compares both). A seat that is "
        "folded, empty or sitting out counts as right only if it is told which of them it is.",
        "Table 23, in which 27 people watched two films to find the bot by its mouse movements, is left out: it needs "
        "people, and nothing here imitates them.",
    ),
)
