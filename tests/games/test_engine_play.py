"""Agents at the table: what they are told, what they can know, and what happens when they misbehave."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from riverboat.games import (
    HIDDEN,
    Action,
    Agent,
    AgentError,
    Fault,
    Hand,
    IllegalActionError,
    Rules,
    State,
    View,
    decks,
    games,
    make_game,
    parse_game,
    play_hand,
)
from riverboat.games.betting import Lines


class Caller(Agent):
    def act(self, view: View) -> Action:
        return view.check_or_call()


class RandomPlayer(Agent):
    """Any legal action."""

    def __init__(self, seed: int) -> None:
        super().__init__()
        self.rng = Random(seed)

    def act(self, view: View) -> Action:
        rng = self.rng
        if view.cards_wanted is not None:
            cards = rng.sample(view.hole, rng.randint(*view.cards_wanted))
            return Action.pass_cards(*cards) if view.phase == "pass" else Action.discard(*cards)
        choices = [view.check_or_call()] * 3
        if view.can_fold:
            choices.append(Action.fold())
        if view.raise_interval:
            choices += [Action.raise_to(amount) for amount in view.raise_interval]
        return rng.choice(choices)


class Spy(RandomPlayer):
    """Keeps everything it is given."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.given: list[Any] = []
        self.seat = -1

    def begin(self, view: View) -> None:
        self.seat = view.position
        self.given.append(view)

    def act(self, view: View) -> Action:
        self.given.append(view)
        return super().act(view)

    def observe(self, view: View, position: int, action: Action) -> None:
        self.given += [view, action]

    def end(self, hand: Hand) -> None:
        self.given.append(hand)


def everything_in(thing: Any, seen: set[int] | None = None) -> Iterator[Any]:
    """The thing and whatever can be reached from it by attributes and items; rules and classes are common knowledge."""
    seen = set() if seen is None else seen
    if id(thing) in seen or isinstance(thing, (str, bytes, type, Rules)):
        return
    seen.add(id(thing))
    yield thing
    inside: list[Any] = []
    if isinstance(thing, dict):
        inside = [*thing, *thing.values()]
    elif isinstance(thing, (list, tuple, set, frozenset)):
        inside = list(thing)
    elif not isinstance(thing, int):
        names = [
            *getattr(thing, "__dict__", {}),
            *(n for c in type(thing).__mro__ for n in getattr(c, "__slots__", ())),
        ]
        inside = [getattr(thing, name) for name in names if hasattr(thing, name)]
    for each in inside:
        yield from everything_in(each, seen)


def cards_reachable_from(view: View | Hand | Action) -> set[int]:
    """Every number in a tuple that holds cards: all fields but those that hold chips, positions and the like."""
    if isinstance(view, Action):
        return {card for card in view.cards if card != HIDDEN}
    found: set[int] = set()
    if isinstance(view, View):
        found |= {*view.down, *view.board}
        found |= {card for cards in (*view.up, *view.other_boards) for card in cards}
    else:
        found |= {*view.board, *view.dealt}
        found |= {card for cards in (*view.down, *view.up, *view.other_boards) for card in cards}
    found |= {card for _, _, action in view.actions for card in action.cards}
    return found - {HIDDEN}


def cards_of(state: State, position: int) -> set[int]:
    """What this player has seen by the end: all he ever held, what lay open, and hands that were shown."""
    seen = {*state.board, *(card for cards in (*state.up, *state.other_boards) for card in cards)}
    seen |= set(state.down[position])
    seen |= {card for _, who, action in state.actions if who == position for card in action.cards}
    if state.left > 1:
        seen |= {card for p, cards in enumerate(state.down) if state.live[p] for card in cards}
    return seen


@pytest.mark.parametrize("name", games())
def test_nothing_given_to_an_agent_holds_a_card_it_may_not_see(name: str) -> None:
    """Every object an agent gets is walked: it leads to no state, no deck, and no card that the seat has not seen."""
    players = 2 if name in ("leduc",) else 3
    rules = make_game(name, players=players)
    for seed, deck in zip(range(12), decks(rules, 5), strict=False):
        spies = [Spy(100 * seed + position) for position in range(players)]
        hand = play_hand(rules, spies, deck, strict=True)
        *_, end = hand.replay()
        for position, spy in enumerate(spies):
            assert isinstance(spy.given[-1], Hand)
            may_see = cards_of(end, position)
            for thing in spy.given:
                assert cards_reachable_from(thing) <= may_see
                for inner in everything_in(thing):
                    assert not isinstance(inner, (State, Lines))
                    assert not (isinstance(inner, (list, tuple)) and len(inner) >= rules.deck.size > 6)


def test_a_view_shows_only_what_is_known_at_the_time() -> None:
    """Before the flop no board, after it three cards, and never the opponent's hand."""
    rules = parse_game("holdem")
    state = State(rules, tuple(range(52)))
    view = View(state, 1)
    assert (view.down, view.board) == ((2, 3), ())
    assert not {0, 1} & cards_reachable_from(view)
    state.apply(Action.check_or_call())
    state.apply(Action.check_or_call())
    assert View(state, 0).board == (4, 5, 6)
    assert view.board == ()


def test_folded_hands_are_hidden_in_the_record_that_agents_get() -> None:
    class Folder(Agent):
        def act(self, view: View) -> Action:
            return view.check_or_fold()

    first, second = Spy(1), Spy(2)
    first.act = lambda view: Action.check_or_call()  # type: ignore[method-assign]
    second.act = lambda view: Action.check_or_call()  # type: ignore[method-assign]
    hand = play_hand(parse_game("holdem(players=3)"), [first, second, Folder()], range(52))
    assert hand.down[2] == (4, 5)
    seen = first.given[-1]
    assert seen.down == ((0, 1), (2, 3), (HIDDEN, HIDDEN))
    assert seen.dealt == ()


def test_events_come_in_order_and_to_everybody() -> None:
    spies = [Spy(3), Spy(4)]
    hand = play_hand(parse_game("kuhn"), spies, (0, 1, 2))
    for spy in spies:
        kinds = [type(thing).__name__ for thing in spy.given]
        assert kinds[0] == "View"
        assert kinds[-1] == "Hand"
        assert kinds.count("Action") == len(hand.actions)


class Broken(Agent):
    def act(self, view: View) -> Action:
        raise ZeroDivisionError("division by zero")


class Wrong(Agent):
    """Answers with whatever it was made with."""

    def __init__(self, answer: Any) -> None:
        super().__init__()
        self.answer = answer

    def act(self, view: View) -> Action:
        return self.answer  # type: ignore[no-any-return]


class Slow(Agent):
    def act(self, view: View) -> Action:
        end = time.perf_counter() + 5
        while time.perf_counter() < end:
            pass
        return Action.check_or_call()


class Leaver(Agent):
    def act(self, view: View) -> Action:
        raise SystemExit(1)


WRONG = [
    None,
    "fold",
    ("fold", 0, ()),
    Action.raise_to(-5),
    Action.raise_to(10**9),
    Action("raise_to", 250.5),  # type: ignore[arg-type]
    Action("raise_to", "all"),  # type: ignore[arg-type]
    Action("dance"),  # type: ignore[arg-type]
    Action("discard", 0, 7),  # type: ignore[arg-type]
    Action.discard(1),
    Action.bring_in(),
]


@pytest.mark.parametrize("answer", WRONG, ids=repr)
def test_an_illegal_answer_is_checked_or_folded_and_noted(answer: Any) -> None:
    faults: list[Fault] = []
    hand = play_hand(parse_game("holdem"), [Caller(), Wrong(answer)], range(52), faults=faults, number=17)
    assert hand.payoffs == (50, -50)
    assert [(fault.hand, fault.position, fault.kind) for fault in faults] == [(17, 1, "illegal")]


@pytest.mark.parametrize("agent", [Broken(), Leaver()])
def test_an_agent_that_raises_never_stops_the_hand(agent: Agent) -> None:
    faults: list[Fault] = []
    hand = play_hand(parse_game("holdem"), [agent, Caller()], range(52), faults=faults)
    # Position 0 is the big blind: it is checked down, and shows down.
    assert hand.went_to_showdown
    assert {fault.kind for fault in faults} == {"error"}
    assert len(faults) == 4


def test_an_agent_that_hangs_is_interrupted() -> None:
    faults: list[Fault] = []
    start = time.perf_counter()
    hand = play_hand(parse_game("holdem"), [Caller(), Slow()], range(52), clock=0.05, faults=faults)
    assert hand.payoffs == (50, -50)
    assert [fault.kind for fault in faults] == ["late"]
    assert time.perf_counter() - start < 4


@pytest.mark.parametrize("agent", [Broken(), Wrong(None), Wrong(Action.raise_to(1)), Leaver()])
def test_strict_matches_stop(agent: Agent) -> None:
    with pytest.raises(AgentError, match="hand 3, position 1"):
        play_hand(parse_game("holdem"), [Caller(), agent], range(52), strict=True, number=3)


def test_errors_in_events_are_noted() -> None:
    class Nervous(Caller):
        def end(self, hand: Hand) -> None:
            raise ValueError("lost again")

    faults: list[Fault] = []
    play_hand(parse_game("kuhn"), [Nervous(), Caller()], (0, 1, 2), faults=faults)
    assert [str(fault) for fault in faults] == ["hand 0, position 0 (Nervous): error: ValueError: lost again"]


def test_a_misbehaving_player_who_must_bring_it_in_brings_it_in() -> None:
    hand = play_hand(parse_game("stud"), [Broken(), Broken()], range(52))
    assert hand.actions[0][2] == Action.bring_in()


def test_the_same_seed_shuffles_the_same_decks() -> None:
    rules = parse_game("short_deck")
    first, second = decks(rules, 9), decks(rules, 9)
    for _ in range(5):
        deck = next(first)
        assert deck == next(second)
        assert sorted(deck) == list(range(36))


def test_a_refused_action_says_why() -> None:
    state = State(parse_game("holdem"), range(52))
    with pytest.raises(IllegalActionError, match="raise_to 120: the total on this street must be 200 to 20000"):
        state.apply(Action.raise_to(120))
