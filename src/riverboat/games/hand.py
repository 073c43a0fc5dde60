"""A finished hand: immutable and complete, the common input of records, models, judges and pages.

Everything is by position (0 is left of the button). `seen_by` is the same record as one player may see it.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.notation import betting_line
from riverboat.games.pots import uncalled_of
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN, public_actions
from riverboat.html import table


class Hand(NamedTuple):
    """Rules, players, cards, actions and payoffs."""

    rules: Rules
    players: tuple[str, ...]
    """Names by position."""
    stacks: tuple[int, ...]
    """What each player had before the hand."""
    down: tuple[tuple[int, ...], ...]
    """Face-down cards at the end."""
    up: tuple[tuple[int, ...], ...]
    """Face-up cards at the end."""
    board: tuple[int, ...]
    actions: tuple[tuple[int, int, Action], ...]
    """(street, position, action)."""
    committed: tuple[int, ...]
    """What each player has put into the pot."""
    live: tuple[bool, ...]
    """Who had not folded when it ended."""
    payoffs: tuple[int | Fraction, ...]
    """What each player won or lost in all."""
    number: int = 0
    unit: str = "chips"
    """What chips are: `chips`, or a currency."""
    other_boards: tuple[tuple[int, ...], ...] = ()
    """The second and further boards, where there were several."""
    dealt: tuple[int, ...] = ()
    """The cards in the order in which they left the deck, if that is known."""
    notes: tuple[tuple[str, str], ...] = ()
    """What a record says besides the play: the time, the table, the event."""

    def __repr__(self) -> str:
        number = f" {self.number}" if self.number else ""
        won = " ".join(f"{name} {float(chips):+g}" for name, chips in zip(self.players, self.payoffs, strict=True))
        return f"<Hand{number} of {self.rules.identity}: {self._line}, {won}>"

    def _repr_html_(self) -> str:
        """In a notebook: each player's cards and chips, and the betting."""
        faces = self.rules.deck.faces  # the last one is the back of a card

        def text(cards: tuple[int, ...]) -> str:
            return "".join([faces[card] for card in cards])

        rows = [
            (str(position), name, text(self.down[position] + self.up[position]), str(self.stacks[position]),
             f"{float(self.payoffs[position]):+g}")
            for position, name in enumerate(self.players)
        ]  # fmt: skip
        board = f", board {text(self.board)}" if self.board else ""
        caption = f"{self.rules.identity}{board}: {self._line}"
        return table(("position", "player", "cards", "stack", "won"), rows, text=(0, 1, 2), caption=caption)

    @property
    def _line(self) -> str:
        return betting_line(self.rules, self.actions) or "no betting"

    @property
    def went_to_showdown(self) -> bool:
        """Whether more than one player was left."""
        return sum(self.live) > 1

    @property
    def uncalled(self) -> tuple[int, ...]:
        """What came back to each player because nobody called it."""
        return tuple(uncalled_of(self.committed, self.rules))

    @property
    def pot(self) -> int:
        """The chips that were put in and called: what was won, and raked."""
        return sum(self.committed) - sum(self.uncalled)

    @property
    def collected(self) -> tuple[int | Fraction, ...]:
        """What was pushed to each player from the pot, the player's own chips among it; an uncalled bet is not."""
        return tuple(map(lambda won, paid, back: won + paid - back, self.payoffs, self.committed, self.uncalled))

    def seen_by(self, position: int) -> Hand:
        """What this player may know: own cards, and those shown down by players who were still in."""
        shown = self.went_to_showdown
        return self._replace(
            down=tuple(
                cards if p == position or (shown and self.live[p]) else (HIDDEN,) * len(cards)
                for p, cards in enumerate(self.down)
            ),
            actions=public_actions(self.actions, position) if self.rules.exchanges_cards else self.actions,
            dealt=(),
        )

    def with_deck(self) -> Hand:
        """The same hand with a whole deck in `dealt`, so that it can be replayed.

        Where the order of the cards is not known, they are dealt player by player and then to the board; other cards
        of the deck take the place of unknown ones. Only games that deal private cards once can be treated like this.
        """
        size = self.rules.deck.size
        if self.dealt:
            return self._replace(dealt=(*self.dealt, *(card for card in range(size) if card not in self.dealt)))
        first, *later = self.rules.streets
        unclear = self.rules.burns or self.rules.boards > 1 or first.up or self.rules.exchanges_cards
        if unclear or any(street.down or street.up for street in later):
            raise RiverboatError(f"hand {self.number}: the order of its cards is not known")
        cards = (*(card for cards in self.down for card in cards), *self.board)
        others = iter([card for card in range(size) if card not in cards])
        known = [next(others) if card == HIDDEN else card for card in cards]
        return self._replace(dealt=(*known, *others))

    def replay(self) -> Iterator[State]:
        """The states before each action and at the end; needs `dealt`."""
        if not self.dealt:
            raise RiverboatError(f"hand {self.number}: the order of its cards is not known")
        state = State(self.rules, self.dealt, self.stacks)
        for _, _, action in self.actions:
            yield state
            state = state.child(action)
        yield state


def finished_hand(state: State, players: tuple[str, ...], stacks: tuple[int, ...], number: int = 0) -> Hand:
    """The record of a state that is over.

    Args:
        players: Names by position.
        stacks: Chips by position at the start of the hand.
    """
    if state.payoffs is None:
        raise RiverboatError("the hand is not over yet")
    betting = state.betting
    return Hand(
        betting.rules,
        players,
        stacks,
        tuple(state.down),
        state.up,
        state.board,
        betting.actions,
        betting.committed,
        betting.live,
        state.payoffs,
        number,
        "chips",
        state.other_boards,
        state.dealt,
    )
