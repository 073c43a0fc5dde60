"""How is a network trained? By scikit-learn, on every decision of many hands, with cross-validation by hands.

A pooled network learns from everyone's decisions, an individual one from one opponent's alone. Training maximises the
likelihood of what was done: with few decisions by L-BFGS, with many by Adam, in epochs. `penalty` keeps weights small
(it is divided by the number of decisions) and keeps a network of few hands from overfitting.
Cross-validation leaves out whole hands, never single decisions, since those of one hand resemble each other.

Cost: 0.5 s for 2,000 decisions, 10 s for 250,000. The thesis gives no number of hidden units, learning rate or length
of training; sizes here are what cross-validation found enough.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.games.action_odds import CALL, FOLD, RAISE
from riverboat.games.hand import Hand
from riverboat.model.predicting.combining import FLOOR
from riverboat.model.predicting.moments import WIDTH, Example, examples
from riverboat.model.predicting.network import Network
from riverboat.progress import OnProgress, Progress, part_of

_MANY: Final = 8_000
_BATCH: Final = 500
_STEP: Final = 0.01
"""Adam's initial learning rate."""
_STEPS: Final = 60
"""Of L-BFGS."""
_LAST_SEED: Final = 2**32 - 1
"""That scikit-learn takes."""


@dataclass(frozen=True)
class Training:
    """How a network is trained."""

    units: int = 16
    """Of the hidden layer."""
    penalty: float = 10.0
    epochs: int = 15
    """How often Adam sees every decision."""
    seed: int = 1

    def __post_init__(self) -> None:
        if self.units < 1 or not 0.0 <= self.penalty < inf or self.epochs < 1 or not 0 <= self.seed <= _LAST_SEED:
            raise RiverboatError(
                f"{self}: expected 1 unit and epoch or more, a penalty of 0 or more, and a seed of 0 to {_LAST_SEED}"
            )


POOLED: Final = Training()
"""For the decisions of many players."""
OWN: Final = Training(units=8, penalty=2.0)
"""For the decisions of one opponent."""


@dataclass(frozen=True, eq=False)
class Decisions:
    """Decisions as arrays, in the order in which they were made."""

    inputs: NDArray[np.float64]
    """float64[N, 19]."""
    actions: NDArray[np.int64]
    hands: NDArray[np.int64]
    """Which hand each belongs to."""

    def __len__(self) -> int:
        return len(self.actions)

    def __getitem__(self, which: NDArray[Any]) -> Decisions:
        """Some of them, by a mask or by numbers."""
        return Decisions(self.inputs[which], self.actions[which], self.hands[which])


def collect(hands: Iterable[Sequence[Example]]) -> Decisions:
    """Arrays of everything in a list of hands, each a list of examples.

    Args:
        hands: For each hand its examples.
    """
    inputs, actions, numbers = [], [], []
    for number, hand in enumerate(hands):
        for moment, action in hand:
            inputs.append(moment.inputs)
            actions.append(action)
            numbers.append(number)
    return Decisions(
        np.array(inputs, np.float64).reshape(-1, WIDTH), np.array(actions, np.int64), np.array(numbers, np.int64)
    )


def collect_hands(hands: Iterable[Hand]) -> Decisions:
    """Arrays of every decision in these hands."""
    return collect(examples(hand) for hand in hands)


def train(decisions: Decisions, how: Training = POOLED, on_progress: OnProgress | None = None) -> Network:
    """A network that predicts these decisions."""
    require("sklearn", "training a predictor")
    from sklearn.neural_network import MLPClassifier
    from threadpoolctl import threadpool_limits

    if not len(decisions):
        raise RiverboatError("no decisions to train a network with")
    inputs, actions = _with_every_action(decisions)
    many = len(actions) > _MANY
    # scikit-learn divides the penalty by what it sees at once: a batch, or everything.
    penalty = how.penalty * _BATCH / len(actions) if many else how.penalty
    machine = MLPClassifier(
        (how.units,), activation="logistic", solver="adam" if many else "lbfgs", alpha=penalty, batch_size=_BATCH,
        learning_rate_init=_STEP, max_iter=_STEPS, random_state=how.seed,
    )  # fmt: skip
    # One thread: matrices this small only wait for each other, and the sums do not depend on the machine.
    with threadpool_limits(limits=1):
        if many:
            _in_epochs(machine, inputs, actions, how, on_progress)
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # stopping early is intended
                machine.fit(inputs, actions)
            if on_progress is not None:
                on_progress(Progress(1, 1))
    about = {"decisions": len(decisions), "units": how.units, "penalty": how.penalty, "seed": how.seed}
    layers = [np.vstack([weights, bias]).T for weights, bias in zip(machine.coefs_, machine.intercepts_, strict=True)]
    return Network(layers[0], layers[1], about)


def _in_epochs(
    machine: Any, inputs: NDArray[np.float64], actions: NDArray[np.int64], how: Training, on_progress: OnProgress | None
) -> None:
    """Show a machine everything again and again, in another order and with smaller steps each time."""
    rng = np.random.default_rng(how.seed)
    for epoch in range(how.epochs):
        if epoch:
            machine._optimizer.learning_rate_init = _STEP * (1.0 - 0.9 * epoch / how.epochs)
        order = rng.permutation(len(actions))
        machine.partial_fit(inputs[order], actions[order], classes=(FOLD, CALL, RAISE))
        if on_progress is not None:
            on_progress(Progress(epoch + 1, how.epochs))


def cross_validate(
    decisions: Decisions,
    how: Training = POOLED,
    folds: int = 5,
    on_progress: OnProgress | None = None,
) -> float:
    """The log-loss, in nats, on hands left out of training, each hand once."""
    require("sklearn", "training a predictor")
    from sklearn.model_selection import GroupKFold

    whole = len(np.unique(decisions.hands))
    if not 2 <= folds <= whole:
        raise RiverboatError(f"{folds} folds of {whole} hands: expected 2 or more, and no more than hands")
    total = 0.0
    splits = GroupKFold(folds).split(decisions.inputs, decisions.actions, decisions.hands)
    for fold, (seen, left_out) in enumerate(splits):
        network, rest = train(decisions[seen], how), decisions[left_out]
        total += log_loss(network.predict(rest.inputs), rest.actions) * len(rest)
        if on_progress is not None:
            on_progress(Progress(fold + 1, folds))
    return total / len(decisions)


def best_training(
    decisions: Decisions, choices: Sequence[Training], folds: int = 3, on_progress: OnProgress | None = None
) -> tuple[Training, dict[Training, float]]:
    """The way of training with the lowest log-loss in cross-validation, and that of each.

    Args:
        choices: Ways of training.
    """
    if not choices:
        raise RiverboatError("no ways of training to choose from")
    losses: dict[Training, float] = {}
    for number, how in enumerate(choices):
        losses[how] = cross_validate(decisions, how, folds, part_of(on_progress, number, len(choices)))
    return min(losses, key=losses.__getitem__), losses


def log_loss(probabilities: NDArray[np.float64], actions: NDArray[np.int64]) -> float:
    """The mean of -log(probability of what was done), in nats."""
    taken = probabilities[np.arange(len(actions)), actions]
    return float(-np.log(np.maximum(taken, FLOOR)).mean()) if len(actions) else float("nan")


def _with_every_action(decisions: Decisions) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
    """An action that never occurs is added once, at the average moment: nothing is impossible, only unlikely."""
    inputs, actions = decisions.inputs, decisions.actions
    missing = [action for action in (FOLD, CALL, RAISE) if not (actions == action).any()]
    if missing:
        middle = np.tile(inputs.mean(axis=0), (len(missing), 1))
        inputs, actions = np.vstack([inputs, middle]), np.concatenate([actions, missing])
    return inputs, actions
