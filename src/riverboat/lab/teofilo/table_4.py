"""Teófilo (2016), Table 4: how many information sets Kuhn poker and Leduc hold'em have."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.games import Rules

GAMES = {
    "Kuhn, 2 players": ("kuhn(cards=4)", 16),
    "Kuhn, 3 players": ("kuhn(cards=4,players=3)", 48),
    "Leduc, 2 players": ("leduc(cards=8,bets=1/1,raises=1)", 64),
    "Leduc, 3 players": ("leduc(cards=8,bets=1/1,raises=1,players=3)", 192),
}
"""The game and what the table prints."""
WRONG = {
    "Leduc, 2 players": "16 betting sequences with 4 ranks each leave out the board: on the second street a player "
    "sees one of 16 pairs of own and board rank, 4 x 4 + 12 x 16",
    "Leduc, 3 players": "three times the number of two players; the betting has 12 and 72 sequences on the two "
    "streets, 12 x 4 + 72 x 16",
}
THIRTEEN, EARLIER = "Kuhn with 13 cards, 2 players", "Kuhn with 4 cards, decision points in section 1.3"


def run(work: Work) -> Findings:
    from riverboat.games.catalogue import parse_game
    from riverboat.games.tree_size import tree_size

    values, rows = [], []
    for name, (game, printed) in GAMES.items():
        rules = parse_game(game)
        size = tree_size(rules)
        sets = information_sets(rules, size.sequences_by_street)
        values.append(Found(name, sets))
        sequences = " + ".join(map(str, size.sequences_by_street))
        rows.append((name, str(printed), sequences, f"{sets:,}", f"{size.information_sets:,}"))
    four, thirteen = (tree_size(parse_game(f"kuhn(cards={cards})")) for cards in (4, 13))
    values += [Found(THIRTEEN, thirteen.information_sets), Found(EARLIER, four.information_sets)]
    per_card = four.betting_sequences
    columns = ("game", "printed", "betting sequences by street", "information sets", "suits told apart")
    return Findings(
        values,
        [Claimed("four for each card", per_card == 4, f"{per_card} betting sequences at which somebody decides")],
        tables=[Table("Sizes", columns, rows)],
    )


def information_sets(rules: Rules, sequences: Sequence[int]) -> int:
    """What players can tell apart at their decisions: the betting and the ranks of their own card and of the board."""
    deck, total, shown = rules.deck, 0, 0
    for street, decisions in zip(rules.streets, sequences, strict=True):
        shown += street.board
        seen = {
            (deck.rank_of(own), tuple(sorted(map(deck.rank_of, board))))
            for own in range(deck.size)
            for board in combinations([card for card in range(deck.size) if card != own], shown)
        }
        total += decisions * len(seen)
    return total


ENTRY = Entry(
    __name__,
    "Sizes of simplified games",
    "Table 4 and section 2.5.3",
    "The number of information sets of Kuhn poker (four cards) and Leduc hold'em (four ranks in two suits, one bet on "
    "each of two streets), with two and three players.",
    small="exact, milliseconds",
    run=run,
    published=(
        *(Published(name, printed, wrong=WRONG.get(name, "")) for name, (_, printed) in GAMES.items()),
        Published(THIRTEEN, 52),
        Published(EARLIER, 12, wrong="12 is the game with three cards; Table 4 has 16 for four"),
    ),
    claims=(Claim("four for each card", "For each deal of cards there are four decision points in Kuhn poker."),),
    remarks=(
        "Cards of one rank are not told apart; the last column of the table tells them apart. Appendix C's Leduc has "
        "six cards; Table 4 is about eight, as section 2.5.3 describes it.",
    ),
)
