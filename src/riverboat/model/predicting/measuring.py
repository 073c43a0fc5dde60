"""How good is a predictor? Accuracy, log-loss and the confusion matrix on decisions that it had not seen.

Hands are walked through in the order in which they were played. Every predictor predicts before it learns what
happened; hands up to a point in time are only learned from, later ones are scored too. Nothing of a hand is known to a
predictor but the betting and the board up to the decision, so there is no way for an action to predict itself. Accuracy
takes the likeliest action (Davidson et al. 2000); log-loss judges the probabilities themselves, by which weight tables
are multiplied. Differences between predictors are taken hand by hand, so that their intervals know that decisions of a
hand are alike. The loss per decision is a ratio of two sums over hands, and its error is that of a ratio (Cochran,
Sampling Techniques, 1977, chapter 6): hands with many decisions are not more uncertain because they are long.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any

from riverboat.errors import RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.hand import Hand
from riverboat.model.actions import CONTEXTS, STREETS, Defaults
from riverboat.model.predicting.combining import surprise
from riverboat.model.predicting.moments import Example, examples
from riverboat.model.predicting.predictors import Predictor
from riverboat.model.predicting.training import Decisions, collect
from riverboat.progress import OnProgress, Progress

Played = Sequence[tuple[str, Example]]
"""A hand: who decided, and what."""


@dataclass
class Score:
    """What a predictor was worth."""

    confusion: list[list[int]] = field(default_factory=lambda: [[0, 0, 0] for _ in range(3)])
    """By what was done, and there by what was expected most."""
    lost: float = 0.0
    """The sum of log-losses."""

    def add(self, probabilities: ActionOdds, action: int) -> float:
        """One more decision; its log-loss.

        Args:
            probabilities: What was predicted.
        """
        expected = max(range(3), key=probabilities.__getitem__)
        self.confusion[action][expected] += 1
        loss = surprise(probabilities, action)
        self.lost += loss
        return loss

    @classmethod
    def sum(cls, scores: Iterable[Score]) -> Score:
        """All of these together.

        Args:
            scores: Of different decisions.
        """
        whole = cls()
        for score in scores:
            whole.lost += score.lost
            for action in range(3):
                for expected in range(3):
                    whole.confusion[action][expected] += score.confusion[action][expected]
        return whole

    @property
    def decisions(self) -> int:
        """How many were scored."""
        return sum(map(sum, self.confusion))

    @property
    def right(self) -> int:
        """How often the likeliest action was taken."""
        return sum(self.confusion[action][action] for action in range(3))

    @property
    def accuracy(self) -> float:
        """As a share."""
        return self.right / self.decisions if self.decisions else float("nan")

    @property
    def log_loss(self) -> float:
        """In nats per decision."""
        return self.lost / self.decisions if self.decisions else float("nan")

    def to_json(self) -> dict[str, Any]:
        """The numbers, for programs; null where there are no decisions."""
        some = self.decisions > 0
        return {
            "decisions": self.decisions,
            "accuracy": self.accuracy if some else None,
            "log_loss": self.log_loss if some else None,
            "confusion": self.confusion,
        }


class Measured:
    """Scores of several predictors on the same decisions."""

    def __init__(self, names: Iterable[str]) -> None:
        """Nothing measured yet.

        Args:
            names: The predictors.
        """
        self.streets = {name: [Score() for _ in range(STREETS)] for name in names}
        """By predictor and street."""
        self.hands = 0
        self._by_hand = {name: _Ratio() for name in self.streets}
        self._apart = {(name, other): _Ratio() for name in self.streets for other in self.streets if other != name}

    def __getitem__(self, name: str) -> Score:
        return Score.sum(self.streets[name])

    def after_the_flop(self, name: str) -> Score:
        """The same without decisions before the flop.

        Args:
            name: The predictor.
        """
        return Score.sum(self.streets[name][1:])

    def add(self, lost: Mapping[str, float], decisions: int) -> None:
        """One more hand: what each predictor lost in it, in all, and over how many decisions.

        Args:
            lost: Log-loss by predictor.
            decisions: How many there were.
        """
        self.hands += 1
        for name, loss in lost.items():
            self._by_hand[name].add(loss, decisions)
        for (name, other), apart in self._apart.items():
            apart.add(lost[name] - lost[other], decisions)

    def error(self, name: str) -> float:
        """The standard error of a predictor's log-loss per decision; nan for fewer than two hands.

        Args:
            name: The predictor.
        """
        return self._by_hand[name].standard_error

    def difference(self, name: str, other: str) -> tuple[float, float]:
        """How much more log-loss per decision the first has than the second, and the standard error of that.

        Args:
            name: A predictor.
            other: Another one.
        """
        if not self.hands:
            raise RiverboatError("no hands were scored")
        apart = self._apart[name, other]
        return apart.value, apart.standard_error


class _Ratio:
    """Losses over decisions, both summed over hands."""

    __slots__ = ("_cross", "_decisions", "_hands", "_lost", "_squares", "_squares_lost")

    def __init__(self) -> None:
        self._hands = self._decisions = self._squares = 0
        self._lost = self._squares_lost = self._cross = 0.0

    def add(self, lost: float, decisions: int) -> None:
        """One more hand."""
        self._hands += 1
        self._decisions += decisions
        self._lost += lost
        self._squares += decisions * decisions
        self._squares_lost += lost * lost
        self._cross += lost * decisions

    @property
    def value(self) -> float:
        """A decision's loss."""
        return self._lost / self._decisions if self._decisions else float("nan")

    @property
    def standard_error(self) -> float:
        """The spread of losses that the numbers of decisions do not explain."""
        if self._hands < 2 or not self._decisions:
            return float("nan")
        ratio = self.value
        apart = self._squares_lost - 2.0 * ratio * self._cross + ratio * ratio * self._squares
        return sqrt(max(apart, 0.0) * self._hands / (self._hands - 1)) / self._decisions


@dataclass(frozen=True)
class Outcome:
    """What came out of a trial."""

    everybody: Measured
    known: Measured
    """Only of players of whom something was known before."""


def measure(
    predictors: Mapping[str, Predictor],
    hands: Sequence[Played],
    held_out: int,
    known: Container[str] = frozenset(),
    on_progress: OnProgress | None = None,
) -> Outcome:
    """Let predictors learn from hands, and score them on those that come later, while they keep learning.

    Args:
        held_out: The number of the first hand that is scored.
        known: Players of whom something was known before.
    """
    if not 0 <= held_out < len(hands):
        raise RiverboatError(f"held out from hand {held_out} of {len(hands)} on: there is nothing to score")
    everybody, few = Measured(predictors), Measured(predictors)
    for number, hand in enumerate(hands):
        lost, lost_on_few = dict.fromkeys(predictors, 0.0), dict.fromkeys(predictors, 0.0)
        familiar = 0
        for name, example in hand:
            if number >= held_out:
                moment, action = example
                familiar += name in known
                for label, predictor in predictors.items():
                    probabilities = predictor.predict(name, moment)
                    lost[label] += everybody.streets[label][moment.street].add(probabilities, action)
                    if name in known:
                        lost_on_few[label] += few.streets[label][moment.street].add(probabilities, action)
            for predictor in predictors.values():
                predictor.note(name, example)
        if number >= held_out and hand:
            everybody.add(lost, len(hand))
        if familiar:
            few.add(lost_on_few, familiar)
        if on_progress is not None and number % 100 == 0:
            on_progress(Progress(number, len(hands)))
    return Outcome(everybody, few)


def as_played(hands: Iterable[Hand]) -> list[Played]:
    """Hands of a record, with the names of who decided."""
    return [[(hand.players[each.moment.position], each) for each in examples(hand)] for hand in hands]


def by_player(hands: Sequence[Played]) -> dict[str, Decisions]:
    """Everybody's own decisions."""
    found: dict[str, list[list[Example]]] = {}
    for hand in hands:
        own: dict[str, list[Example]] = {}
        for name, example in hand:
            own.setdefault(name, []).append(example)
        for name, those in own.items():
            found.setdefault(name, []).append(those)
    return {name: collect(those) for name, those in found.items()}


def usual(hands: Sequence[Played]) -> Defaults:
    """What is done in each context over all players; as if each of the three had been done once more than it was."""
    counts = [[1, 1, 1] for _ in range(CONTEXTS)]
    for hand in hands:
        for _, (moment, action) in hand:
            counts[moment.context][action] += 1
    return tuple(ActionOdds(*(count / sum(each) for count in each)) for each in counts)
