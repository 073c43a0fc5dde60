"""The report of `riverboat review` for hands of the database, made by a job: a page in its folder, and some numbers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from riverboat.errors import RiverboatError
from riverboat.files import write_text
from riverboat.records.database.search import Wanted, search
from riverboat.web.tasks.worker import Report

if TYPE_CHECKING:
    from riverboat.games.hand import Hand
    from riverboat.records.database import HandDatabase

KIND: Final = "review"
PAGE: Final = "review.html"
MAX_HANDS: Final = 50_000
"""Minutes of work, and hundreds of megabytes."""
_TOGETHER: Final = 500
_WORDS: Final = {"allin": "all-in values", "aivat": "luck of the deals", "divat": "DIVAT"}


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """Review the hands that `params` wants."""
    from riverboat.assess.review import review_hands
    from riverboat.model.divat.analysis import DivatSettings
    from riverboat.records.database import open_database
    from riverboat.show.review_page import review_page

    wanted = Wanted(**params["wanted"])
    with open_database(params["database"]) as database:
        found = search(database, wanted, count=MAX_HANDS + 1)
        if found.total > MAX_HANDS:
            raise RiverboatError(f"{found.total:,} hands: at most {MAX_HANDS:,} make a report; ask for fewer")
        hands = []
        for hand in chosen(database, found.places):
            hands.append(hand)
            if len(hands) % _TOGETHER == 0:
                report({"what": "reading hands", "done": len(hands), "total": found.total})
    review = review_hands(
        hands,
        params["methods"],
        player=wanted.player or None,
        settings=DivatSettings(seed=params["seed"]),
        by_outcome=wanted.is_by_outcome,
        on_progress=lambda now: report({"what": _WORDS.get(now.note, now.note), "done": now.done, "total": now.total}),
    ).data
    for swing in review["swings"]:
        swing["stored"] = found.places[swing["place"]]
    write_text(folder / PAGE, review_page(review))
    return {
        "hands": review["hands"],
        "methods": [{key: each[key] for key in ("name", "title", "hands")} for each in review["methods"]],
        "players": [{key: each[key] for key in ("name", "hands", "rates")} for each in review["players"]],
    }


def chosen(database: HandDatabase, places: list[tuple[int, int]]) -> Iterator[Hand]:
    """The hands at these places, which are in the order in which they were played."""
    for simulation, run_of in groupby(places, key=lambda place: place[0]):
        wanted = [place for _, place in run_of]
        for start in range(0, len(wanted), _TOGETHER):
            part = wanted[start : start + _TOGETHER]
            if part[-1] - part[0] < 2 * len(part):  # nearly all hands of a range: read all of it
                stretch = database.page(simulation, part[0], part[-1] - part[0] + 1)
                yield from (stretch[place - part[0]] for place in part)
            else:
                for place in part:
                    yield from database.page(simulation, place, 1)
