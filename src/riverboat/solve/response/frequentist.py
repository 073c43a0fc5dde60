"""How did an opponent play in the hands that were seen, and what beats that?

`observe` counts what a player did in each information set; `Observed.strategy` makes frequencies of the counts, with a
default policy where nothing was seen; `frequentist_response` is the best response to that (Johanson, Zinkevich and
Bowling 2007, who let the unseen opponent call).

Only hands in which the player's cards are known count by default. A player who folds shows nothing, so a model from
shown cards folds less than the player does; records in which all cards are known have no such bias. `hidden="guess"`
takes the other hands too: each counts in parts, as likely as the current model makes the holdings that were possible,
over and over (expectation-maximisation, Dempster, Laird and Rubin 1977).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final, Literal

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.solve.response.counter import Counter, best_answers
from riverboat.solve.response.evidence import Evidence, Witness
from riverboat.solve.response.exact import require_strategy
from riverboat.solve.tree import Floats, GameTree

Hidden = Literal["skip", "guess"]
_ROUNDS: Final = 50
"""Maximum rounds of expectation-maximisation."""
_PRETENDED: Final = 1.0
"""How many choices of the default policy are mixed into each set while guessing, so that nothing is impossible."""


@dataclass(frozen=True, eq=False)
class Observed:
    """What a player was seen to do."""

    tree: GameTree
    counts: Floats
    """How often each choice was made, laid out as strategies are."""
    hands: int
    """How many hands of the player there were."""
    used: int
    """How many of them counted."""

    @property
    def visits(self) -> Floats:
        """How often the player decided in each information set."""
        found: Floats = np.add.reduceat(self.counts, self.tree.set_start[:-1])
        return found

    def strategy(self, default: Floats | None = None) -> Floats:
        """Frequencies, and the default policy where nothing was seen; without one, unseen opponents call."""
        otherwise = calling(self.tree) if default is None else default
        require_strategy(self.tree, otherwise)
        seen = self.visits[self.tree.entry_set] > 0
        return np.where(seen, self.tree.normalised(self.counts), otherwise)


def calling(tree: GameTree) -> Floats:
    """The policy of a player who always checks or calls."""
    strategy = np.zeros(tree.entries)
    for each in range(tree.sets):
        verbs = [choice.verb for choice in tree.choices(each)]
        strategy[tree.set_start[each] + verbs.index("check_or_call")] = 1.0
    return strategy


def observe(
    tree: GameTree,
    hands: Iterable[Hand],
    player: str,
    *,
    hidden: Hidden = "skip",
    default: Floats | None = None,
) -> Observed:
    """What the player of this name did in these hands, in whatever position."""
    if hidden not in ("skip", "guess"):
        raise RiverboatError(f'hidden cards "{hidden}": expected skip or guess')
    witness = Witness(tree)
    seen = [witness.read(hand, position) for hand in hands for position in _positions(hand, player)]
    shown = [evidence for evidence in seen if evidence.shown]
    counts = np.zeros(tree.entries)
    for evidence in shown:
        np.add.at(counts, evidence.entries[0], 1.0)
    if hidden == "skip":
        return Observed(tree, counts, len(seen), len(shown))
    otherwise = calling(tree) if default is None else default
    counts = _guess(tree, counts, [evidence for evidence in seen if not evidence.shown], otherwise)
    return Observed(tree, counts, len(seen), len(seen))


def _positions(hand: Hand, player: str) -> list[int]:
    return [position for position, name in enumerate(hand.players) if name == player]


def _guess(tree: GameTree, shown: Floats, hidden: list[Evidence], default: Floats) -> Floats:
    """Add hands without cards to the counts, in parts as likely as the counts make their cases."""
    groups: dict[int, list[Evidence]] = {}
    for evidence in hidden:
        groups.setdefault(id(evidence), []).append(evidence)
    # A little of every choice: otherwise what the default never does could never be learned.
    prior = _PRETENDED * (0.9 * default + 0.1 * tree.uniform())
    counts = shown
    for _ in range(_ROUNDS):
        model = tree.normalised(counts + prior)
        counts = shown.copy()
        for same in groups.values():
            cases = same[0].cases(model)
            parts = len(same) * cases / cases.sum()
            np.add.at(counts, same[0].entries, parts[:, None])
    return counts


def frequentist_response(tree: GameTree, observed: Observed, default: Floats | None = None) -> Counter:
    """The best response, in every position, to the frequencies that were observed."""
    return best_answers(tree, observed.strategy(default))
