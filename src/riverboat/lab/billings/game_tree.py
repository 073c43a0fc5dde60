"""Billings (2006), page 9: how many nodes the tree of two-player limit hold'em has."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

NODES = 1_179_000_604_565_715_751


def run(work: Work) -> Findings:
    from math import comb

    from riverboat.games import parse_game
    from riverboat.games.tree_size import tree_size

    rules = parse_game("holdem(betting=limit)")
    thesis, real = tree_size(rules, billings_convention=True), tree_size(rules)
    parts = ("nodes", "decisions", "deals", "ends", "information_sets", "betting_sequences")
    return Findings(
        [
            Found("nodes", thesis.nodes),
            Found("deals of the hole cards", comb(52, 2) * comb(50, 2)),
            Found("states of one hand", comb(50, 2)),
            Found("nodes under the real rules", real.nodes),
        ],
        [
            Claimed("more than a quintillion", thesis.nodes > 10**18, f"{thesis.nodes:,}"),
            Claimed("real rules", real.nodes == NODES, f"{real.nodes:,} nodes, {real.nodes / NODES:.3f} times as many"),
        ],
        tables=[
            Table(
                "The tree in parts",
                ("", "thesis's convention", "real rules"),
                [(part.replace("_", " "), f"{getattr(thesis, part):,}", f"{getattr(real, part):,}") for part in parts],
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Size of the tree of limit hold'em",
    "Figure 1.4, page 9",
    "The number of nodes of all kinds in the game tree of two-player limit Texas hold'em.",
    small="exact, milliseconds",
    run=run,
    published=(
        Published("nodes", NODES),
        Published("deals of the hole cards", 1_624_350),
        Published("states of one hand", 1225),
    ),
    claims=(
        Claim("more than a quintillion", "The tree has more than a quintillion nodes."),
        Claim(
            "real rules",
            "That is the tree of Texas hold'em.",
            wrong="the number counts the same betting on every street, as if there were no blinds, and a fold also "
            "where a check is free",
        ),
    ),
    remarks=(
        "The thesis does not say how it counts. Its number comes out to the last digit if each round has ten "
        "decisions, ten folds and nine ways to continue, and chance deals all cards of a street at once.",
    ),
)
