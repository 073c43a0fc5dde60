"""What the bots at a table are told while a hand is played: every action, as each seat may see it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from riverboat.games.action import Action
from riverboat.games.state import State
from riverboat.games.view import View, face_down
from riverboat.web.tables.bots import Bot
from riverboat.web.tables.hand import LiveHand

Bots = Mapping[int, Bot]
"""By chair."""


def begin_hand(bots: Bots, hand: LiveHand, state: State, names: Sequence[str]) -> None:
    """A hand begins; names are by chair."""
    players = tuple(names[chair] for chair in hand.order)
    for position, chair in enumerate(hand.order):
        if chair in bots:
            bots[chair].begin(View(state, position), players)


def tell_action(bots: Bots, hand: LiveHand, state: State, actor: int, action: Action) -> None:
    """Somebody has acted; cards that were given away are seen by their owner alone."""
    if not hand.watched:
        return
    for position, chair in enumerate(hand.order):
        bot = bots.get(chair)
        if bot is not None and bot.watches:
            shown = action if position == actor or not action.cards else face_down(action)
            bot.observe(View(state, position), actor, shown)


def replay_hand(bots: Bots, hand: LiveHand, names: Sequence[str]) -> None:
    """After a restart: the hand from its beginning."""
    state = State(hand.rules, hand.deck, hand.stacks)
    begin_hand(bots, hand, state, names)
    for _, actor, action in hand.state.actions:
        state.apply(action)
        tell_action(bots, hand, state, actor, action)
