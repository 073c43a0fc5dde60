"""The strategy of a player from the player's hands: `infer_strategy(hands, "poki")` (Teófilo 2016, section 6.1).

    found = infer_strategy(hands, "poki")
    print(found.scores["boosting"].held_out.accuracy, found.baseline.accuracy)
    print(write_strategy(found.strategy))

Recognisers learn which action interval the player chooses, and are scored on hands that they have not seen. The
strategy has the fewest rules whose held-out accuracy is within one standard error of the best number of rules (the
one-standard-error rule of Breiman et al. 1984) and that keep 95 % of the best recogniser's, 60 at most, in terms of
the evaluators which that recogniser uses.

Cost for 5,000 decisions: 4 s to compute the evaluators, 10 s for the folds of all recognisers, nearly all of it for
boosting; the three of the thesis alone take 2 s.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.agents.pokerlang.inference.cases import Cases, Counted, cases_of
from riverboat.agents.pokerlang.inference.intervals import ActionIntervals, Measure
from riverboat.agents.pokerlang.inference.measuring import FOLDS, Score, folds_of, held_out, score
from riverboat.agents.pokerlang.inference.recognisers import (
    RECOGNISERS,
    Floats,
    Labels,
    Majority,
    TermsByPhase,
    Weighted,
)
from riverboat.agents.pokerlang.inference.rules import MAX_RULES, RuleTrees
from riverboat.agents.pokerlang.syntax import Strategy
from riverboat.errors import RiverboatError
from riverboat.executor import Executor
from riverboat.games.hand import Hand
from riverboat.progress import OnProgress, part_of

MIN_DECISIONS: Final = 50
"""With fewer there is nothing to infer."""
KEPT: Final = 0.95
"""The share of the recogniser's accuracy that rules should keep."""
_SIZES: Final = (2, 4, 6, 8, 10, 12, 15, 18, 22, 26, 30, 35, 40, 45, 50, 55)
"""Numbers of rules that are tried, below the maximum."""


@dataclass(frozen=True)
class Scores:
    """What a recogniser was worth on hands that it had not seen, and on the cases that it learned from."""

    held_out: Score
    same_cases: Score

    def to_json(self) -> dict[str, Any]:
        """Everything, for programs."""
        return {"held_out": self.held_out.to_json(), "same_cases": {"accuracy": self.same_cases.accuracy}}


@dataclass(frozen=True)
class Inferred:
    """A player's strategy, and how far it can be trusted."""

    player: str
    counted: Counted
    cases: Cases
    intervals: ActionIntervals
    baseline: Score
    """Always the most frequent action of the phase, on held-out hands."""
    scores: dict[str, Scores]
    """By recogniser."""
    recogniser: str
    """The one whose evaluators the rules use."""
    weights: Floats | None
    """Of stack, strength and position, if the weighted recogniser was asked for."""
    ties: float
    """The share of random weight vectors that were as good as those."""
    rules: Scores
    strategy: Strategy

    @property
    def best(self) -> str:
        """The recogniser with the highest held-out accuracy."""
        return max(self.scores, key=lambda name: self.scores[name].held_out.right)

    @property
    def kept(self) -> float:
        """The share of the best recogniser's held-out accuracy that the rules keep."""
        return self.rules.held_out.accuracy / self.scores[self.best].held_out.accuracy

    def to_json(self) -> dict[str, Any]:
        """Everything but the cases, for programs."""
        weights = None if self.weights is None else dict(zip(_WEIGHTED, self.weights.tolist(), strict=True))
        return {
            "player": self.player,
            "hands": self.counted.hands,
            "hands_with_known_cards": self.counted.known,
            "decisions": len(self.cases),
            "baseline": self.baseline.to_json(),
            "recognisers": {name: found.to_json() for name, found in self.scores.items()},
            "weights": weights,
            "equally_good_weights": self.ties,
            "recogniser": self.recogniser,
            "rules": {"count": self.strategy.rules, "kept": self.kept, **self.rules.to_json()},
        }


_WEIGHTED: Final = ("stack", "strength", "position")


def infer_strategy(
    hands: Iterable[Hand],
    player: str,
    *,
    recognisers: Sequence[str] = tuple(RECOGNISERS),
    strengths: int = 10,
    actions: int = 10,
    folds: int = FOLDS,
    max_rules: int = MAX_RULES,
    seed: int = 1,
    on_progress: OnProgress | None = None,
    executor: Executor | None = None,
) -> Inferred:
    """Infer how a player plays hold'em; hands without the player's hole cards are left out.

    `strengths` and `actions` are k and q of the thesis. The rules are in terms of the best of the `recognisers`.
    With an executor each of its processes does whole folds.
    """
    _require(recognisers, max_rules)
    counted = Counted()
    cases = cases_of(hands, player, counted, on_progress)
    require_cases(cases, player, counted, folds)
    return infer_from_cases(
        cases, player, counted, recognisers=recognisers, strengths=strengths, actions=actions, folds=folds,
        max_rules=max_rules, seed=seed, on_progress=on_progress, executor=executor,
    )  # fmt: skip


def require_cases(cases: Cases, player: str, counted: Counted, folds: int = FOLDS) -> None:
    """Nothing can be inferred from too little: an error that says what is missing."""
    named = f'player "{player}"'
    if not counted.hands:
        raise RiverboatError(f"{named}: no hands")
    played = f"{counted.hands:,} hand{'' if counted.hands == 1 else 's'}"
    if counted.other_games == counted.hands:
        raise RiverboatError(f"{named}: {played}, but none of hold'em, which is what PokerLang plays")
    if not counted.known:
        raise RiverboatError(f"{named}: {played}, but no hole cards are known; without them nothing can be inferred")
    hands = len(np.unique(cases.hands))
    if len(cases) < MIN_DECISIONS or hands < folds:
        raise RiverboatError(
            f"{named}: {len(cases)} decisions with known hole cards in {played}; "
            f"expected {MIN_DECISIONS} or more, in {folds} or more hands"
        )


def infer_from_cases(
    cases: Cases,
    player: str,
    counted: Counted,
    *,
    recognisers: Sequence[str] = tuple(RECOGNISERS),
    strengths: int = 10,
    actions: int = 10,
    measure: Measure = "pot",
    folds: int = FOLDS,
    max_rules: int = MAX_RULES,
    seed: int = 1,
    on_progress: OnProgress | None = None,
    executor: Executor | None = None,
) -> Inferred:
    """The same, from cases."""
    _require(recognisers, max_rules)
    intervals = ActionIntervals.of(cases, actions, measure)
    labels, fold = intervals.labels(cases), folds_of(cases, folds, seed)
    scores, weights, ties = {}, None, 1.0
    for number, name in enumerate(recognisers):
        kind = RECOGNISERS[name]
        odds = held_out(
            partial(kind, actions, strengths, seed), cases, labels, fold,
            part_of(on_progress, number, len(recognisers)), executor,
        )  # fmt: skip
        whole = kind(actions, strengths, seed)
        whole.fit(cases, labels)
        scores[name] = Scores(score(odds, labels, cases.hands), score(whole.predict(cases), labels, cases.hands))
        if isinstance(whole, Weighted):
            weights, ties = whole.weights, whole.ties
    baseline = score(held_out(lambda: Majority(actions), cases, labels, fold), labels, cases.hands)
    chosen = max(scores, key=lambda name: scores[name].held_out.right)
    wanted = KEPT * scores[chosen].held_out.accuracy
    trees, of_rules = _fitted_rules(RECOGNISERS[chosen].terms, cases, labels, fold, actions, max_rules, seed, wanted)
    same = score(trees.predict(cases), labels, cases.hands)
    return Inferred(
        player, counted, cases, intervals, baseline, scores, chosen, weights, ties, Scores(of_rules, same),
        trees.strategy(intervals, _title(player)),
    )  # fmt: skip


def _require(recognisers: Sequence[str], max_rules: int) -> None:
    if not recognisers:
        raise RiverboatError("no recogniser to infer with")
    for name in recognisers:
        if name not in RECOGNISERS:
            raise RiverboatError(f'recogniser "{name}": expected one of {", ".join(RECOGNISERS)}')
    if not 2 <= max_rules <= 1000:
        raise RiverboatError(f"{max_rules} rules: expected 2 to 1,000")


def _fitted_rules(
    terms: TermsByPhase,
    cases: Cases,
    labels: Labels,
    fold: NDArray[np.int64],
    actions: int,
    max_rules: int,
    seed: int,
    wanted: float,
) -> tuple[RuleTrees, Score]:
    """As few rules as are about as good as the best number of them, and have the accuracy that is wanted if any have.

    Also their score on held-out hands.
    """
    sizes = sorted({*(size for size in _SIZES if size < max_rules), max_rules}, reverse=True)
    odds = np.zeros((len(sizes), len(cases), actions))
    for number in np.unique(fold):
        seen, left_out = fold != number, fold == number
        trees = RuleTrees(terms, actions, seed)
        trees.fit(cases[seen], labels[seen], sizes[0])
        for place, size in enumerate(sizes):
            trees.prune(size)
            odds[place, left_out] = trees.predict(cases[left_out])
    found = [score(each, labels, cases.hands) for each in odds]
    best = max(found, key=lambda each: each.right)
    bar = max(best.accuracy - best.error, min(wanted, best.accuracy))
    enough = max(place for place, each in enumerate(found) if each.accuracy >= bar)
    whole = RuleTrees(terms, actions, seed)
    whole.fit(cases, labels, sizes[enough])
    return whole, found[enough]


def _title(player: str) -> str:
    """A name that can stand between quotes."""
    return "".join(sign for sign in player if sign.isprintable() and sign != '"')
