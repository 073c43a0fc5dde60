"""What will this player do now? Predictors that all answer the same question and learn from the same actions.

Four here: the most frequent action of a context (`Majority`, the baseline), the rule that expects the same of everyone
(`Generic`), frequencies of twelve contexts (`Statistics`), and a neural network that keeps learning during play
(`Neural`). Each predicts before it learns. `combining.py` keeps the best of several for each opponent.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.model.actions import (
    CONTEXTS,
    DEFAULT_FREQUENCIES,
    LOKI_FREQUENCIES,
    ActionModel,
    Decision,
    Defaults,
    Learning,
)
from riverboat.model.predicting.moments import Example, Moment, examples
from riverboat.model.predicting.network import INPUTS_IDENTITY, Network

RATE: Final = 0.02
"""How far a network moves with each action it sees; between 0.01 and 0.03 it hardly matters (IRC, April 1995)."""
_MEMORY: Final = f"network-{INPUTS_IDENTITY}", 1
"""Kind and version of what a memory has of a player's network."""


class Predictor(ABC):
    """How likely a fold, a call and a raise are, by player and moment."""

    @abstractmethod
    def predict(self, name: str, moment: Moment) -> ActionOdds:
        """The three probabilities of the player's next action.

        Args:
            name: A player's name.
        """

    @abstractmethod
    def note(self, name: str, example: Example) -> None:
        """A player has acted.

        Args:
            name: A player's name.
        """

    def learn(self, hand: Hand, names: Sequence[str] = ()) -> None:
        """Learn from all actions of a hand; `names` by position, if not those of the record."""
        names = names or hand.players
        for example in examples(hand):
            self.note(names[example.moment.position], example)

    def load_memory(self, memory: Memory, names: Sequence[str]) -> None:  # noqa: B027 (not every predictor learns)
        """Begin with what was learned about these players in earlier matches."""

    def save_memory(self, memory: Memory) -> None:  # noqa: B027
        """Remember what was learned about everyone."""


class Majority(Predictor):
    """What most players have done most of the time in a context, as a certainty."""

    def __init__(self) -> None:
        self._counts = [[0, 0, 0] for _ in range(CONTEXTS)]

    def predict(self, name: str, moment: Moment) -> ActionOdds:
        counts = self._counts[moment.context]
        return ActionOdds.certain(counts.index(max(counts)))

    def note(self, name: str, example: Example) -> None:
        self._counts[example.moment.context][example.action] += 1


class Statistics(Predictor):
    """The frequencies of `model.actions`, each player's own. The parameters are those of Poki."""

    def __init__(self, defaults: Defaults = LOKI_FREQUENCIES, prior: float = 20.0, forgetting: float = 0.995) -> None:
        """Nothing counted yet.

        Args:
            prior: How many observations the defaults count as.
        """
        self.model = ActionModel(Learning(prior=prior, forgetting=forgetting), defaults)

    @classmethod
    def sharing(cls, model: ActionModel) -> Statistics:
        """The frequencies of a model shared with other code.

        Args:
            model: Who counts.
        """
        made = cls()
        made.model = model
        return made

    def predict(self, name: str, moment: Moment) -> ActionOdds:
        return self.model.frequencies(name, moment.street, moment.level)

    def note(self, name: str, example: Example) -> None:
        self.model.note(name, _decision(example))

    def load_memory(self, memory: Memory, names: Sequence[str]) -> None:
        self.model.load_memory(memory, names)

    def save_memory(self, memory: Memory) -> None:
        self.model.save_memory(memory)


class Generic(Statistics):
    """The same prediction for everyone: the rule-based predictor, which never learns."""

    def __init__(self, defaults: Defaults = DEFAULT_FREQUENCIES) -> None:
        self.model = ActionModel(Learning(specific=False), defaults)


class Neural(Predictor):
    """A network for each player; all start as copies and keep learning from their player's actions."""

    def __init__(self, network: Network, rate: float = RATE) -> None:
        """Everyone begins with the same network.

        Args:
            rate: The length of a step of learning; with 0 everyone keeps the first network.
        """
        if not 0.0 <= rate < 1.0:
            raise RiverboatError(f"rate {rate}: expected 0 or more and less than 1")
        self.first, self.rate = network, rate
        self.players: dict[str, Network] = {}

    def network(self, name: str) -> Network:
        """The network that predicts this player.

        Args:
            name: A player's name.
        """
        return self.players.get(name, self.first)

    def predict(self, name: str, moment: Moment) -> ActionOdds:
        return self.network(name).expects(moment.inputs)

    def note(self, name: str, example: Example) -> None:
        if not self.rate:
            return
        own = self.players.get(name)
        if own is None:
            own = self.players[name] = self.first.copy()
        own.learn(example.moment.inputs, example.action, self.rate)

    def load_memory(self, memory: Memory, names: Sequence[str]) -> None:
        if not self.rate:
            return
        hidden, output = self.first.hidden.shape, self.first.output.shape
        for name in names:
            if found := memory.recall(name, *_MEMORY):
                layers = found.numbers("hidden", hidden), found.numbers("output", output)
                self.players[name] = Network(*layers, self.first.about)

    def save_memory(self, memory: Memory) -> None:
        for name, network in self.players.items():
            memory.remember(name, *_MEMORY, {}, network.arrays())


def _decision(example: Example) -> Decision:
    position, street, level, _ = example.moment
    return Decision(position, street, level, example.action)
