"""Push or fold for the Study page: two players at once, three and more as a job of some seconds."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from riverboat.solve.pushfold.game import PushFoldGame
from riverboat.solve.pushfold.solution import PushFoldSolution, solve_push_fold
from riverboat.web.tasks.worker import Report

_DEALS: Final = 1 << 21


def run(params: dict[str, Any], folder: Path, report: Report) -> dict[str, Any]:
    """A game of three to six players (see `worker.Work`); exact for three once their table has been built."""
    from riverboat.odds.multiway import three_way_is_built

    game = PushFoldGame(**{**params, "stacks": tuple(params["stacks"]), "payouts": tuple(params["payouts"])})
    exact = game.players == 2 or (game.players == 3 and three_way_is_built())
    found = solve_push_fold(
        game,
        equities="exact" if exact else "sampled",
        deals=_DEALS,
        on_progress=lambda now: report({"done": now.done, "total": now.total}),
    )
    return page_json(found)


def page_json(found: PushFoldSolution) -> dict[str, Any]:
    """What the page shows: every decision with its 169 probabilities in the order of the grid."""
    return {
        "names": list(found.names),
        "exact": found.is_exact,
        "deals": found.deals,
        "iterations": found.iterations,
        "prizes": bool(found.game.payouts),
        "values": list(found.values),
        "gains": list(found.gains),
        "intervals": [list(interval) for interval in found.gain_intervals],
        "decisions": [
            {
                "seat": seat,
                "all_in": list(all_in),
                "share": found.share(seat, all_in),
                "hands": [round(float(p), 4) for p in found.probabilities(seat, all_in)],
            }
            for seat in range(found.game.players)
            for all_in in found.histories(seat)
        ],
    }
