"""The hooks of the PGDL system's agents: abstract cards, abstract betting, play, translate."""

from __future__ import annotations

from typing import Any

import pytest

from riverboat.agents.pgdl import PgdlAgent
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games import Action, Agent, State, View
from riverboat.games.betting import Actions
from riverboat.games.catalogue import games, parse_game
from riverboat.games.legal import every_total


class Watcher(PgdlAgent):
    """Remembers what it was shown."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: set[tuple[Any, Any]] = set()

    def play(self, hand: Any, history: Any) -> Any:
        self.seen.add((hand, history))
        return "call"


class WithoutSuits(Watcher):
    """Tells ranks apart and nothing else."""

    def abstract_hand(self, cards: tuple[int, ...]) -> Any:
        return tuple(map(self.view.rules.deck.rank_of, cards))


class WithoutBoard(WithoutSuits):
    """Looks at its own card only."""

    def abstract_hand(self, cards: tuple[int, ...]) -> Any:
        return super().abstract_hand(cards)[:1]


class CountsRaises(WithoutSuits):
    """Knows the street and how often each was raised."""

    def abstract_history(self, history: Actions) -> Any:
        raises = [sum(s == street and a.verb == "raise_to" for s, _, a in history) for street in range(2)]
        return self.view.street, *raises


def information_sets(agent: Watcher, game: str) -> int:
    """How many cases an agent can tell apart at all decisions of a game, over every deal of own card and board."""
    rules = parse_game(game)
    size, players = rules.deck.size, rules.players
    for own in range(size):
        for shown in range(size):
            if own == shown:
                continue
            others = [card for card in range(size) if card not in (own, shown)]
            for seat in range(players):
                dealt = [*others[: players - 1]]
                dealt.insert(seat, own)
                visit(agent, State(rules, (*dealt, shown, *others[players - 1 :])), seat)
    return len(agent.seen)


def visit(agent: Agent, state: State, seat: int) -> None:
    if state.actor is None:
        return
    if state.actor == seat:
        agent.act(View(state, seat))
    for action in state.legal_actions(every_total):
        visit(agent, state.child(action), seat)


LEDUC = "leduc(cards=8,bets=1/1,raises=1)"


@pytest.mark.parametrize(
    ("kind", "sets"),
    [
        (Watcher, 8 * 4 + 8 * 7 * 12),  # no abstraction: every card by itself, 4 and 12 betting sequences
        (WithoutSuits, 4 * 4 + 4 * 4 * 12),  # the 208 information sets of Leduc with four ranks
        (WithoutBoard, 4 * 16),  # the 64 that the thesis prints in Table 4
        (CountsRaises, 4 * 2 + 16 * 4),  # raised or not on the first street, and on either
    ],
)
def test_what_an_abstraction_of_leduc_can_tell_apart(kind: type[Watcher], sets: int) -> None:
    assert information_sets(kind(), LEDUC) == sets


def at(game: str, *actions: Action) -> View:
    rules = parse_game(game)
    state = State(rules, tuple(range(rules.deck.size)))
    for action in actions:
        state.apply(action)
    assert state.actor is not None
    return View(state, state.actor)


def translated(view: View, action: Any) -> Action:
    agent = Watcher()
    agent.view = view
    return agent.translate(action)


def test_abstract_actions_become_legal_ones() -> None:
    first = at("kuhn")
    assert translated(first, "fold") == Action.check_or_call()  # nothing is owed
    assert translated(first, "raise") == Action.raise_to(1)
    owed = at("kuhn", Action.raise_to(1))
    assert translated(owed, "fold") == Action.fold()
    assert translated(owed, "raise") == Action.check_or_call()  # one bet only
    button = at("holdem")  # blinds 50 and 100, stacks of 20,000
    assert translated(button, "all-in") == Action.raise_to(20_000)
    assert translated(button, 1.0) == Action.raise_to(300)  # a call of 50 makes a pot of 200
    assert translated(button, Action.raise_to(777)) == Action.raise_to(777)
    for nonsense in ("check-raise", -1.0, None):
        with pytest.raises(RiverboatError, match="override translate"):
            translated(button, nonsense)


class Bold(PgdlAgent):
    """By rank of the best card and whether anybody has raised: the same few lines for every game."""

    def abstract_hand(self, cards: tuple[int, ...]) -> Any:
        return max(map(self.view.rules.deck.rank_of, cards))

    def abstract_history(self, history: Actions) -> Any:
        return any(action.verb == "raise_to" for _, _, action in history)

    def play(self, hand: Any, history: Any) -> Any:
        return "call" if history else 0.5 if hand % 2 else "raise"


@pytest.mark.parametrize("game", list(games()))
def test_one_class_plays_every_game_of_the_catalogue(game: str) -> None:
    result = run_match([Bold, "always_call"], game, 6, strict=True)
    assert result.hands == 6
