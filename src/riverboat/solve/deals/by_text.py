"""The recursion of the thesis, with information sets looked up by text; for comparison only.

`nodeMaps` of Teófilo (2016, Fig. 57) maps a text, player:round:cards:history, to a node's sums; every visit builds the
text and looks it up in a balanced tree. Here the texts are sorted and found by halves, which takes as many
comparisons, and lead to the rows of the array that the other walks use, so that all give the same numbers to the last
bit.
Values are computed everywhere, as in the listing, but no text is allocated, which favours the listing.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from riverboat.solve.deals.game import DealGame, Floats


class TextWalk:
    """The texts of one game, and the walk with them."""

    def __init__(self, game: DealGame) -> None:
        self.game = game
        found: dict[bytes, int] = {}
        betting = game.betting
        for node, rows in game.walk_choices():
            history = _history(game, node)
            who, street, count = betting.player[node], betting.street[node], int(betting.children[node])
            for hand in range(game.hand_counts[street]):
                found[f"{who}:{street}:{hand}:{history}".encode()] = rows.start + hand * count
        texts = sorted(found)
        # A text that is being written may be longer than the key it will be: room for every history after any hand.
        length = max(map(len, texts)) + game.levels
        self._keys = np.zeros((len(texts), length), np.uint8)
        for key, text in zip(self._keys, texts, strict=True):
            key[: len(text)] = list(text)
        self._rows = np.array([found[text] for text in texts])

    @property
    def bytes(self) -> int:
        """Memory of the texts."""
        return self._keys.nbytes + self._rows.nbytes

    def walk(self, sums: Floats, dealt: NDArray[np.uint8]) -> None:
        """Add the regrets and strategies of these deals to float64[rows, 2]."""
        from riverboat.solve.deals._kernels.recursing import walk_by_text

        game = self.game
        hands = game.see(dealt)
        walk_by_text(
            game.nodes, game.payoffs, game.views.ranks(dealt, hands), hands, sums, game.ties, game.levels,
            game.choices, self._keys, self._rows,
        )  # fmt: skip


def _history(game: DealGame, node: int) -> str:
    """A letter for each choice on the way: a for the first, b for the second."""
    said, betting = "", game.betting
    while node > 0:
        above = int(betting.parent[node])
        if betting.actions[node] is not None:
            said = chr(ord("a") + node - int(betting.first_child[above])) + said
        node = above
    return said
