"""Teófilo (2016), Table 31: memory of CFR, recursive and iterative, in four sizes of Kuhn poker."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.teofilo._kuhn_sizes import SETS_REMARK, SIZES
from riverboat.lab.work import Work

HEAP_SLOTS = (15, 15, 1023, 65_535)


def run(work: Work) -> Findings:
    from riverboat.games.catalogue import parse_game
    from riverboat.solve.deals import DealGame
    from riverboat.solve.deals.by_text import TextWalk

    values, more, slots = [], [], []
    for size in work.steps(SIZES):
        game = DealGame.build(parse_game(size.game))
        heap = DealGame.build(game.rules, "heap")
        kept = game.kept_bytes + TextWalk(game).bytes
        iterative = heap.kept_bytes + heap.walk_bytes
        compact = game.kept_bytes + game.walk_bytes
        more.append(iterative / kept - 1)
        slots.append(len(heap.nodes))
        empty = 1 - len(game.nodes) / len(heap.nodes)
        values += [
            Found(f"{size.name}: recursive", kept / 1e6, unit="MB", note="tree, sums and texts"),
            Found(f"{size.name}: iterative", iterative / 1e6, unit="MB", note=f"heap, {100 * empty:.0f} % empty"),
            Found(f"{size.name}: iterative without gaps", compact / 1e6, unit="MB"),
        ]
    return Findings(
        values,
        [
            Claimed(
                "always more",
                min(more) > 0,
                ", ".join(f"{100 * each:+.0f} % ({size.name})" for each, size in zip(more, SIZES, strict=True)),
            ),
            Claimed("most in the deepest game", max(more) == more[-1], f"{100 * more[-1]:+.0f} % there"),
            Claimed("more than 700 %", max(more) > 7.0, f"{100 * max(more):+.0f} % against +718 %"),
            Claimed(
                "heap",
                tuple(slots) == HEAP_SLOTS,
                f"{', '.join(f'{each:,}' for each in slots)} slots: 2^(2n) - 1 for n players",
            ),
        ],
    )


ENTRY = Entry(
    __name__,
    "Recursive and iterative CFR: memory",
    "Table 31 and section 6.2.2",
    "What the tree, the regrets and strategies, and the arrays of the iteration take.",
    small="exact, a second",
    run=run,
    timed=True,
    published=tuple(
        Published(f"{size.name}: {walk}", megabytes, "MB", better="less")
        for size in SIZES
        for walk, megabytes in zip(("recursive", "iterative"), size.megabytes, strict=True)
    ),
    claims=(
        Claim("always more", "The iterative version takes more memory in all four games."),
        Claim("most in the deepest game", "The increase is largest in the deepest game."),
        Claim("more than 700 %", "There it is more than 700 %."),
        Claim(
            "heap",
            "The tree is stored as a complete binary tree.",
            incomparable="ours is built that way",
        ),
    ),
    remarks=(
        SETS_REMARK,
        "Counted here are the arrays themselves; the published numbers seem to be those of whole processes.",
    ),
)
