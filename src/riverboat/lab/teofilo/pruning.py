"""Teófilo (2016), section 6.2.3: what pruning by dominance saves, and what it costs."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

TWO_PLAYERS = ("kuhn", "leduc", "rhode_island", "holdem(betting=limit)")
GAMES = ("kuhn(cards=13)", "kuhn(cards=52)", "leduc", "kuhn(players=3,cards=13)")
UNKNOWN = "neither the game nor its abstraction is named"


def run(work: Work) -> Findings:
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.betting import build_betting
    from riverboat.solve.deals import DealGame, DealSolver, best_responses
    from riverboat.solve.deals.pruning import PruningRules, allowed_choices, free_folds, saved_by

    values = [
        Found(f"free folds, {text}", 100 * free_folds(build_betting(parse_game(text))), unit="%")
        for text in TWO_PLAYERS
    ]
    saved, rows, costs = {}, [], []
    deals = work.choose(30_000, 2_000_000)
    for text in work.steps(GAMES):
        game = DealGame.build(parse_game(text))
        allowed = allowed_choices(game, PruningRules())
        saved[text] = 100 * saved_by(game, allowed, work.choose(20_000, 500_000), work.seed)
        tight = 100 * saved_by(game, allowed_choices(game, PruningRules(agent_range=0.6)), 20_000, work.seed)
        gains = [
            best_responses(game, DealSolver(game, work.seed, allowed=left).train(deals).average()).nash_conv
            for left in (None, allowed)
        ]
        costs.append(gains[1] - gains[0])
        values += [
            Found(f"thresholds 5 and 95 %, {text}", saved[text], unit="%"),
            Found(f"sum of gains with them, {text}", gains[1], unit="chips", note=f"{gains[0]:.4f} without"),
        ]
        rows.append((text, f"{saved[text]:.1f} %", f"{tight:.1f} %", f"{gains[0]:.4f}", f"{gains[1]:.4f}"))
    return Findings(
        values,
        [
            Claimed(
                "some per cent",
                all(1 < each < 20 for each in saved.values()),
                ", ".join(f"{each:.1f} % in {text}" for text, each in saved.items()),
            ),
            Claimed(
                "minimum impact",
                max(costs) < 0.01,
                f"the sum of gains after {deals:,} deals changes by {min(costs):+.4f} to {max(costs):+.4f} chips",
            ),
        ],
        tables=[
            Table(
                "Nodes saved, over all deals, and the sum of best-response gains in the whole game",
                ("game", "5 and 95 %", "and agent range 0.6", "gains without", "gains with 5 and 95 %"),
                rows,
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Pruning by dominance",
    "section 6.2.3, Figs 61 and 62",
    "How much smaller the tree gets when nobody folds where a check is free, folds a hand that nearly always wins, or "
    "calls with one that nearly always loses.",
    small="30,000 deals of CFR in four games, 4 seconds",
    full="2,000,000 deals of CFR in four games, 2 minutes",
    run=run,
    published=(
        Published("nodes saved without free folds", 0.5, "%", incomparable=UNKNOWN),
        Published("nodes saved with thresholds 5 and 95 %", 8, "%", incomparable=UNKNOWN),
    ),
    claims=(
        Claim(
            "some per cent",
            "Thresholds of 5 and 95 % make the tree about 8 % shorter (here: 1 to 20 %).",
            incomparable=UNKNOWN,
        ),
        Claim(
            "minimum impact",
            "They have minimum impact (here: the sum of gains grows by less than 0.01 chips).",
            incomparable=UNKNOWN,
        ),
    ),
    remarks=(
        "The text exchanges the names of the two thresholds, and rule B of the listing would take the only choice from "
        "a last street where a check is free; here it asks for a fold to be possible. The chance to win is that "
        "against one hand at the showdown. Free folds are counted in two-player betting, which they end.",
        "A limit hold'em tree would grow by far more than 0.5 % with free folds, so that number must come from an "
        "abstraction with many raise sizes or be counted otherwise.",
    ),
)
