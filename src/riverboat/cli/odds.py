"""`riverboat odds`: everything about one hold'em hand against unknown opponents, or against a range."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, TypeVar

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar, quick_start
from riverboat.progress import OnProgress

if TYPE_CHECKING:
    from riverboat.cards import Range

Result = TypeVar("Result")


_LABELS = {
    "hand": "hand",
    "hs": "HS, best hand now",
    "ppot": "PPot, drawing out when behind",
    "npot": "NPot, drawn out on when ahead",
    "ehs": "EHS, effective hand strength",
    "win_probability": "equity at showdown",
    "win_probability_margin": "its 95 % ±",
    "expected_hs": "E[HS], expected strength at the river",
    "ars": "ARS, average rank strength",
    "chen": "Chen's formula",
    "sklansky_group": "Sklansky-Malmuth group",
    "income_rate_10": "income rate of ten players, milli-bets",
}
_SEED = 1


def command(
    hole: Annotated[str, typer.Argument(help='Your two cards, like "AdQc".')],
    board: Annotated[str, typer.Option(help='The board: nothing, or 3 to 5 cards like "3h4cJh".')] = "",
    opponents: Annotated[int, typer.Option(help="Number of opponents.")] = 1,
    against: Annotated[
        str | None, typer.Option("--range", help='Range of each opponent, like "22+,A2s+". Default: any hand.')
    ] = None,
    to_json: AsJson = False,
) -> None:
    """Hand strength, potential, EHS, E[HS], ARS and showdown equity of one hold'em hand."""
    with quick_start():
        facts = _facts(hole, board, opponents, against)
    if to_json:
        print_json("odds", [facts])
        return
    rows = [(label, _shown(facts[key])) for key, label in _LABELS.items() if facts.get(key) is not None]
    known = f" against {against}" if against else ""
    people = "one opponent" if opponents == 1 else f"{opponents} opponents"
    print_table((f"{hole} on {board}" if board else hole, f"{people}{known}"), rows)


def _shown(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


def _facts(hole: str, board: str, opponents: int, against: str | None) -> dict[str, object]:
    from riverboat.cards import Range
    from riverboat.odds.showdown import equity

    known = None if against is None else Range.parse(against)
    others = ["random" if known is None else known] * opponents
    # The showdown first: it parses the cards and reports errors in them.
    showdown = _with_progress(
        "showdowns", lambda on_progress: equity([hole, *others], board=board, seed=_SEED, on_progress=on_progress)
    )
    facts: dict[str, object] = {
        "hole": hole,
        "board": board or None,
        "opponents": opponents,
        "range": against,
        "win_probability": showdown.equity[0],
        "win_probability_margin": 1.96 * showdown.standard_error[0] if showdown.standard_error else None,
    }
    return facts | (_on_the_board(hole, board, opponents, known) if board else _before_the_flop(hole, opponents, known))


def _on_the_board(hole: str, board: str, opponents: int, known: Range | None) -> dict[str, object]:
    from riverboat.cards import describe, parse_cards
    from riverboat.odds import assess_hand, expected_hand_strength

    cards, table = parse_cards(hole), parse_cards(board)
    assessment = assess_hand(cards, table, opponents, known)
    return {
        "hand": describe((*cards, *table)),
        "ahead": assessment.strength.ahead,
        "tied": assessment.strength.tied,
        "behind": assessment.strength.behind,
        "hs": float(assessment.strength),
        "ppot": assessment.positive,
        "npot": assessment.negative,
        "ehs": assessment.effective,
        "expected_hs": float(expected_hand_strength(cards, table, opponents)) if known is None else None,
        "ars": _ars(cards, table, opponents) if known is None else None,
    }


def _before_the_flop(hole: str, opponents: int, known: Range | None) -> dict[str, object]:
    from riverboat.odds import chen_score, expected_hand_strength, income_rates, sklansky_group

    return {
        "expected_hs": float(expected_hand_strength(hole, "", opponents)) if known is None else None,
        "chen": chen_score(hole),
        "sklansky_group": sklansky_group(hole),
        "income_rate_10": _with_progress(
            "income rates", lambda on_progress: income_rates(10, on_progress=on_progress)[hole]
        ),
    }


def _ars(hole: tuple[int, ...], board: tuple[int, ...], opponents: int) -> float:
    from riverboat.odds.ars import ars_table, average_rank_strength

    street = {3: "flop", 4: "turn", 5: "river"}[len(board)]
    table = _with_progress(f"first use: {street} table", lambda on_progress: ars_table(street, opponents, on_progress))
    return average_rank_strength(hole, board, opponents, table=table)


def _with_progress(label: str, work: Callable[[OnProgress], Result]) -> Result:
    """Tables are built on first use, with a progress bar on a terminal."""
    with progress_bar(label) as on_progress:
        return work(on_progress)
