"""Billings (2006), Figure 2.6: Poki's weight table for one opponent during the sample game."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from riverboat.lab.billings._sample_game import EP, HANDS, POKI, moments
from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, Grid, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.model.weights.reweighting import Weights

STAGES = ("pre-flop", "flop", "turn", "river")
SHOWN = ("QcJc", "AhKh", "AcQh", "QhTh", "KhJh", "4h4s", "7c4c", "9c8c", "AhJd", "6h5c")


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.cards import parse_cards
    from riverboat.cards.holdings import holding_index

    tables = _tables()
    spread = {stage: float(np.exp(-(each * np.log(each, where=each > 0, out=np.zeros_like(each))).sum()))
              for stage, each in tables.items()}  # fmt: skip
    moved = {f"{one} to {other}": _distance(tables[one], tables[other]) for one, other in pairwise(STAGES)}
    queen = {stage: each[holding_index(*parse_cards(HANDS[EP]))] / each.max() for stage, each in tables.items()}
    falling = spread["pre-flop"] > spread["flop"] > spread["river"]
    rows = [
        (hand, *(f"{tables[stage][holding_index(*parse_cards(hand))] / tables[stage].max():.2f}" for stage in STAGES))
        for hand in SHOWN
    ]
    return Findings(
        [
            *(Found(f"hands that EP may hold, {stage}", round(number, 1)) for stage, number in spread.items()),
            *(Found(f"share of the table that moves, {name}", share) for name, share in moved.items()),
            *(Found(f"weight of QcJc beside the largest, {stage}", float(share)) for stage, share in queen.items()),
        ],
        [
            Claimed(
                "more information", falling, ", ".join(f"{stage} {number:.0f}" for stage, number in spread.items())
            ),
            Claimed(
                "little on the turn",
                min(moved, key=lambda name: moved[name]) == "flop to turn",
                _listed(moved, "{:.2f}"),
            ),
        ],
        grids=[Grid(f"EP on the {stage}", _by_class(tables[stage])) for stage in STAGES],
        tables=[Table("Weights beside the largest", ("hand", *STAGES), rows)],
        notes=("Effective number of hands that he may hold (e to the entropy).",),
    )


def _tables() -> dict[str, Weights]:
    """Poki's probabilities of EP's holdings after EP's last action of each street (on the turn, after the bet)."""
    from riverboat.agents.poki import Poki
    from riverboat.games import View
    from riverboat.model.weights import without_cards

    poki = Poki()
    found: dict[str, Weights] = {}
    for number, moment in enumerate(game := moments()):
        view = View(moment.state, POKI)
        if number == 0:
            poki.begin(view)
        last = game[number - 1].state if number else None
        if last is None or last.actor != EP:
            continue
        stage = STAGES[last.street]
        if stage not in found:
            weights = without_cards(poki.inference(view).weights(EP), (*view.hole, *last.board))
            found[stage] = weights / weights.sum()
    return found


def _distance(one: Weights, other: Weights) -> float:
    """The share of the first table that is elsewhere in the second, among holdings that both allow."""
    import numpy as np

    both = other > 0.0
    first, second = one * both, other
    return float(np.abs(first / first.sum() - second / second.sum()).sum() / 2.0)


def _listed(numbers: dict[str, float], form: str) -> str:
    return ", ".join(f"{name} {form.format(number)}" for name, number in numbers.items())


def _by_class(weights: Weights) -> list[float]:
    """The mean of each class beside the largest."""
    import numpy as np

    from riverboat.cards.holdings import HOLDING_CLASS

    possible = weights > 0.0
    counts = np.bincount(HOLDING_CLASS[possible], minlength=169)
    means = np.bincount(HOLDING_CLASS, weights, minlength=169) / np.maximum(counts, 1)
    found: list[float] = (means / means.max()).tolist()
    return found


ENTRY = Entry(
    __name__,
    "Progressive weight tables",
    "Figure 2.6 and Table 2.4",
    "What an unknown player in early position may hold, who calls before the flop, bets Qs 7h 4d, bets again when 5h "
    "comes, calls a raise, and checks when 5s comes: suited hands upper right, warmer is likelier.",
    small="exact, a second",
    run=run,
    claims=(
        Claim("more information", "The program gathers more information as the game is played."),
        Claim("little on the turn", "The turn's table is similar to the flop's: the bet says little that is new."),
    ),
    remarks=(
        "The picture is not in the text. Poki's action odds are not published; these are ours, see the page on Poki.",
        "A cell is the mean of its holdings that are possible beside 7d6d and the board.",
    ),
)
