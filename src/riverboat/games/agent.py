"""The base class of every player: events in, an action out.

A player overrides `act` and, if it wants to know more, the other events. Its random numbers come from `self.rng`, its
own stream that the table seeds, so the same seed plays the same match.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random

from riverboat.games.action import Action
from riverboat.games.action_odds import ActionOdds
from riverboat.games.card_room import TableInfo
from riverboat.games.explanation import Explanation
from riverboat.games.hand import Hand
from riverboat.games.memory import Memory
from riverboat.games.rules import Rules
from riverboat.games.view import View
from riverboat.progress import OnProgress


class Agent(ABC):
    """A poker player."""

    name: str = ""
    """The player's name in results; the class's name if empty."""
    action_odds: ActionOdds | None = None
    """How likely the last decision was to be a fold, a call and a raise; None if this player does not say."""
    players: tuple[str, ...] = ()
    """The names of the players in this hand, by position: set for agents that override `begin`, empty without names."""
    buy_in: int | None = None
    """How many big blinds this player takes to a table of a ring game; None: what is usual there."""

    def __init__(self) -> None:
        self.rng = Random(0)

    def require_game(self, rules: Rules) -> None:  # noqa: B027 (most players know all games)
        """Raise `RiverboatError` if this agent cannot play the game; called before a hand of it is dealt."""

    def prepare(self, on_progress: OnProgress | None = None) -> None:  # noqa: B027 (few need anything)
        """Build what takes long before the first hand; otherwise it happens with the first decision."""

    def load_memory(self, memory: Memory, opponents: Sequence[str]) -> None:  # noqa: B027 (most players do not learn)
        """Recall what was learned about these opponents in earlier matches; called before the first hand, if at all.

        Args:
            memory: What is remembered from match to match.
            opponents: Their names.
        """

    def save_memory(self, memory: Memory) -> None:  # noqa: B027
        """Remember what was learned; called between hands, now and then, and after the last one.

        It must change nothing about how this player plays on, and draw no random numbers.
        """

    def begin(self, view: View) -> None:  # noqa: B027 (a player need not listen)
        """A hand begins; the first cards are dealt."""

    @abstractmethod
    def act(self, view: View) -> Action:
        """Decide. `view.position == view.actor`."""

    def observe(self, view: View, position: int, action: Action) -> None:  # noqa: B027
        """Somebody, perhaps this player, has acted; the view is after that."""

    def end(self, hand: Hand) -> None:  # noqa: B027
        """The hand is over. Only cards that were shown are in the record."""

    def plays_at(self, table: TableInfo, stack: int) -> bool:
        """Whether this player wants the next hand at a table of a ring game, with these chips in front of it.

        It is asked before it sits down, of the table with this player at it, and before every hand. If not, it takes
        its chips, and comes back with its buy-in to a table at which it plays, perhaps the same.

        Args:
            table: Who sits there, with which chips.
            stack: The chips that this player has.
        """
        return True

    def names_in(self, view: View) -> tuple[str, ...]:
        """The names of the players by position; where the table does not say them, by their distance from us."""
        players = view.rules.players
        distances = ((position - view.position) % players for position in range(players))
        return self.players or tuple(f"{distance} to the left" for distance in distances)

    def explain(self) -> Explanation | None:
        """Why the last decision was what it was; None if this player does not say."""
        return None

    # For players that report their action probabilities -----------------------------------------------------------

    def sample(self, actions: Sequence[Action], probabilities: Sequence[float]) -> Action:
        """One of the actions, by one number of this player's stream; `action_odds` records how likely each kind was.

        Args:
            actions: What may be done.
            probabilities: How likely each of them is; they sum to 1.
        """
        self.action_odds = ActionOdds.of(actions, probabilities)
        drawn = self.rng.random()
        for action, probability in zip(actions, probabilities, strict=True):
            drawn -= probability
            if drawn < 0.0:
                return action
        return actions[-1]

    def certain(self, action: Action) -> Action:
        """An action taken with certainty, which `action_odds` records."""
        self.action_odds = ActionOdds.of((action,), (1.0,))
        return action
