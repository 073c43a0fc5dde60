"""The dealer beside open_spiel's (C++) and pokerkit's (Python): whole hands, and single steps for programs that look
ahead.

Ours plays through everything a match does: the deck, a `View` and `Agent.act` for each decision, the legality check,
the finished `Hand`. open_spiel is driven by the shortest loop that plays the same hands: the cards are given to it, no
list of legal actions is asked for where the player does not need one, nothing is checked and nothing recorded. A line
of its own has both deal for themselves, by chance outcomes as its users do. pokerkit is fastest when all is automatic,
so it shuffles too. Before anything is timed the same decks and random numbers must give the same payoffs everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import partial
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any

from riverboat.agents.scripted import AlwaysCall
from riverboat.bench.harness import Measurement, Peers, race, require_equal
from riverboat.bridges.open_spiel import universal_poker
from riverboat.games import Action, Agent, Rules, State, View, decks, make_game, play_hand

HANDS = 400
_TIMED = 40  # a turn of a millisecond or two, which even a busy machine leaves undisturbed now and then
_POKERKIT_HANDS = 10
_SECONDS = 1.5
_CALL = 1  # what open_spiel calls checking and calling
_GOALS = {"open_spiel": 0.6, "pokerkit": 60.0}

Deals = Sequence[tuple[int, ...]]
Payoffs = list[list[float]]
"""Of each hand, each position's chips."""
Play = Callable[[Deals], Payoffs]


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """Hands of hold'em to showdown, random play in limit and small games, and child states."""
    for players, label in ((2, "heads-up"), (6, "six players")):
        rules = make_game("holdem", players=players)
        yield _to_showdown(peers, rules, f"no-limit hold'em, {label}, check/call to showdown")
        yield _dealing_too(peers, rules, f"the same, {label}, with the shuffling")
    for name, label in (("holdem", "limit hold'em"), ("leduc", "Leduc"), ("kuhn", "Kuhn")):
        rules = make_game(name, betting="limit") if name == "holdem" else make_game(name)
        yield _at_random(peers, rules, f"{label}, heads-up, random play")
    yield _children(peers)


def _to_showdown(peers: Peers, rules: Rules, name: str) -> Measurement:
    deals = list(islice(decks(rules, 1), HANDS))
    contestants: dict[str, Play] = {"riverboat": lambda deals: _play(rules, _callers(rules), deals)}
    if peers.get("pyspiel"):
        game = universal_poker(rules)
        contestants["open_spiel"] = lambda deals: [spiel_calls(game, deck) for deck in deals]
    if pokerkit := peers.get("pokerkit"):
        few = deals[:_POKERKIT_HANDS]
        dealt_by_hand = [_pokerkit_dealt(pokerkit, rules, deck) for deck in few]
        require_equal(contestants["riverboat"](few), dealt_by_hand, f"pokerkit's {name}")
        contestants["pokerkit"] = lambda deals: [_pokerkit_shuffles(pokerkit, rules) for _ in deals]
    return _compare(name, contestants, deals, _GOALS)


def _dealing_too(peers: Peers, rules: Rules, name: str) -> Measurement:
    """Nobody is given cards; only the best of many turns is kept, so different cards matter to nobody."""
    contestants: dict[str, Callable[[], object]] = {
        "riverboat": lambda: _play(rules, _callers(rules), islice(decks(rules, 1), HANDS))
    }
    if peers.get("pyspiel"):
        game, rng = universal_poker(rules), Random(1)
        contestants["open_spiel"] = lambda: [_spiel_deals_and_calls(game, rng) for _ in range(HANDS)]
    rates = {peer: HANDS / seconds / 1e3 for peer, seconds in race(contestants, seconds=_SECONDS).items()}
    return Measurement(name, "k/s", rates.pop("riverboat"), rates)


def _at_random(peers: Peers, rules: Rules, name: str) -> Measurement:
    deals = list(islice(decks(rules, 1), HANDS))

    def ours(deals: Deals) -> Payoffs:
        rng = Random(1)
        return _play(rules, [_AnyAction(rng) for _ in range(rules.players)], deals)

    contestants: dict[str, Play] = {"riverboat": ours}
    if pyspiel := peers.get("pyspiel"):
        limit = rules.name == "holdem"
        game = universal_poker(rules) if limit else pyspiel.load_game(f"{rules.name}_poker")

        def theirs(deals: Deals) -> Payoffs:
            rng = Random(1)
            return [_spiel_at_random(game, deck, rng) for deck in deals]

        contestants["open_spiel"] = theirs
    return _compare(name, contestants, deals)


def _compare(
    name: str, contestants: dict[str, Play], deals: Deals, goals: Mapping[str, float] | None = None
) -> Measurement:
    """Hands per second of each, once their payoffs are found equal."""
    ours = contestants["riverboat"](deals)
    if "open_spiel" in contestants:
        require_equal(ours, contestants["open_spiel"](deals), f"open_spiel's {name}")
    given = {peer: deals[: _POKERKIT_HANDS if peer == "pokerkit" else _TIMED] for peer in contestants}
    timed = {peer: partial(play, given[peer]) for peer, play in contestants.items()}
    times = race(timed, seconds=_SECONDS, max_runs=5000)
    rates = {peer: len(given[peer]) / seconds / 1e3 for peer, seconds in times.items()}
    return Measurement(name, "k/s", rates.pop("riverboat"), rates, ratios=goals or {})


def _children(peers: Peers) -> Measurement:
    """The state after one more call, from every decision of a heads-up hand; the one before stays as it is."""
    rules = make_game("holdem")
    deck = next(decks(rules, 1))
    call = Action.check_or_call()
    states = list(islice(_line(State(rules, deck)), 8))
    contestants: dict[str, Callable[[], object]] = {"riverboat": lambda: [state.child(call) for state in states]}
    if peers.get("pyspiel"):
        nodes = list(_spiel_decisions(universal_poker(rules), deck))
        require_equal(len(states), len(nodes), "open_spiel's decisions")
        contestants["open_spiel"] = lambda: [node.child(_CALL) for node in nodes]
    if pokerkit := peers.get("pokerkit"):
        table = _pokerkit_game(pokerkit, rules, _automatic(pokerkit))

        def deep() -> None:
            for state in [table] * len(states):
                deepcopy(state).check_or_call()

        contestants["pokerkit"] = deep
    rates = {peer: len(states) / seconds / 1e3 for peer, seconds in race(contestants, max_runs=5000).items()}
    return Measurement("child states, heads-up no-limit", "k/s", rates.pop("riverboat"), rates, goal=150)


# Ours -----------------------------------------------------------------------------------------------------------------


class _AnyAction(Agent):
    """Every legal action with equal probability, numbered like open_spiel's; for limit games only."""

    def __init__(self, rng: Random) -> None:
        super().__init__()
        self.rng = rng

    def act(self, view: View) -> Action:
        legal = [Action.check_or_call()]
        if view.can_fold:
            legal.insert(0, Action.fold())
        if interval := view.raise_interval:
            legal.append(Action.raise_to(interval[0]))
        return legal[int(self.rng.random() * len(legal))]


def _callers(rules: Rules) -> list[Agent]:
    return [AlwaysCall() for _ in range(rules.players)]


def _play(rules: Rules, agents: Sequence[Agent], deals: Iterable[tuple[int, ...]]) -> Payoffs:
    return [list(play_hand(rules, agents, deck).payoffs) for deck in deals]  # type: ignore[arg-type]


def _line(state: State) -> Iterator[State]:
    while state.actor is not None:
        yield state
        state = state.child(Action.check_or_call())


# open_spiel -----------------------------------------------------------------------------------------------------------


def spiel_calls(game: Any, deck: tuple[int, ...]) -> list[float]:
    cards, state = iter(deck), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(next(cards) if state.is_chance_node() else _CALL)
    payoffs: list[float] = state.returns()
    return payoffs


def _spiel_deals_and_calls(game: Any, rng: Random) -> list[float]:
    state = game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.chance_outcomes())[0] if state.is_chance_node() else _CALL)
    payoffs: list[float] = state.returns()
    return payoffs


def _spiel_at_random(game: Any, deck: tuple[int, ...], rng: Random) -> list[float]:
    cards, state = iter(deck), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(cards))
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
    payoffs: list[float] = state.returns()
    return payoffs


def _spiel_decisions(game: Any, deck: tuple[int, ...]) -> Iterator[Any]:
    cards, state = iter(deck), game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(next(cards))
        else:
            yield state.clone()
            state.apply_action(_CALL)


# pokerkit -------------------------------------------------------------------------------------------------------------


def _automatic(pokerkit: ModuleType) -> tuple[Any, ...]:
    return tuple(pokerkit.Automation)


def _pokerkit_game(pokerkit: ModuleType, rules: Rules, automations: tuple[Any, ...]) -> Any:
    blinds = rules.blinds[::-1] if rules.players == 2 else rules.blinds
    game = pokerkit.NoLimitTexasHoldem(automations, True, 0, blinds, rules.streets[0].bet)
    return game(rules.stacks, rules.players)


def _pokerkit_shuffles(pokerkit: ModuleType, rules: Rules) -> list[float]:
    state = _pokerkit_game(pokerkit, rules, _automatic(pokerkit))
    while state.status:
        state.check_or_call()
    return list(map(float, state.payoffs))


def _pokerkit_dealt(pokerkit: ModuleType, rules: Rules, deck: tuple[int, ...]) -> list[float]:
    """The same with our cards; pokerkit burns others."""
    kinds = pokerkit.Automation
    by_hand = (kinds.CARD_BURNING, kinds.HOLE_DEALING, kinds.BOARD_DEALING)
    state = _pokerkit_game(pokerkit, rules, tuple(kind for kind in kinds if kind not in by_hand))
    cards = iter(deck)
    hole = {player: [next(cards), next(cards)] for player in range(rules.players)}

    def texts(numbers: Sequence[int]) -> str:
        return rules.deck.cards_text(tuple(numbers))

    while state.status:
        if state.actor_index is not None:
            state.check_or_call()
        elif state.can_deal_hole():
            state.deal_hole(texts([hole[state.hole_dealee_index].pop(0)]))
        elif state.can_burn_card("??"):
            state.burn_card("??")
        else:
            count = next(filter(None, state.board_dealing_counts))
            state.deal_board(texts([next(cards) for _ in range(count)]))
    return list(map(float, state.payoffs))
