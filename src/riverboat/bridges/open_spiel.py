"""Games and policies of OpenSpiel (Lanctot et al. 2019): ours to theirs, theirs to ours.

    game = to_open_spiel(parse_game("leduc"))           leduc_poker; other games as universal_poker
    policy = policy_to_open_spiel(strategy)             a `pyspiel.TabularPolicy`, for any of their algorithms
    strategy = policy_from_open_spiel(policy, "leduc")  a `Strategy`, which can be exploited, saved and seated

Kuhn and Leduc poker are OpenSpiel's own games; whatever else a `.game` file of the ACPC can express is their
`universal_poker`, which shares pots in fractions and lets every short all-in reopen the betting. With more than two
players that can pay differently from odd chips, so such games need `acpc=yes`.

An information set is found on the other side by playing one hand that leads to it in both, so nothing depends on how
either writes its information states. Cost: one hand per information set, 30 ms for the 936 of Leduc.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from riverboat.errors import RiverboatError
from riverboat.extras import require
from riverboat.games.acpc.definition import write_game
from riverboat.games.action import Action
from riverboat.games.catalogue import make_game, parse_game
from riverboat.games.rules import Rules
from riverboat.games.same_game import same_game
from riverboat.games.state import State
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.response.exact import TOLERANCE
from riverboat.solve.strategy import Strategy, states_to_set
from riverboat.solve.tree import GameTree

if TYPE_CHECKING:
    import pyspiel

Table = Mapping[str, Sequence[tuple[int, float]]]
"""The probability of each action by information state, as `pyspiel.TabularPolicy` takes it."""
_FOLD: Final = 0
_CALL: Final = 1
_RAISE: Final = 2
_OUR_NAMES: Final = {"kuhn": "kuhn_poker", "leduc": "leduc_poker"}
"""Games that OpenSpiel has by name, for any number of players."""


# Games ----------------------------------------------------------------------------------------------------------------


def to_open_spiel(rules: Rules | str) -> pyspiel.Game:
    """The same game in OpenSpiel; an error says what it cannot hold."""
    rules = _rules(rules)
    if rules.players > 2 and not rules.exact_shares and rules.awards != ("one-card",):
        raise RiverboatError(f"{rules.identity}: OpenSpiel shares pots in fractions; add the setting acpc=yes")
    named = _own_name(rules)
    if named is not None:
        return _pyspiel().load_game(named)
    try:
        write_game(rules)
    except RiverboatError as error:
        raise RiverboatError(str(error).replace("a .game file", "OpenSpiel's universal_poker")) from None
    if rules.betting == "limit" and not same_game(rules, rules.with_stacks([2**30] * rules.players)):
        raise RiverboatError(f"{rules.identity}: OpenSpiel's limit games have no stacks; these can run out")
    return universal_poker(rules)


def universal_poker(rules: Rules) -> pyspiel.Game:
    """The game in the words of OpenSpiel's universal_poker, without asking whether it can express all of it."""

    def spread(numbers: Iterator[object]) -> str:
        return " ".join(map(str, numbers))

    streets = rules.streets
    settings: dict[str, str | int] = {
        "betting": "limit" if rules.betting == "limit" else "nolimit",
        "numPlayers": rules.players,
        "numRounds": len(streets),
        "blind": spread(iter(rules.blinds or rules.antes)),
        "firstPlayer": spread(int(street.opener) + 1 for street in streets),
        "numSuits": len(rules.deck.suits),
        "numRanks": len(rules.deck.ranks),
        "numHoleCards": streets[0].down,
        "numBoardCards": spread(street.board for street in streets),
        "stack": spread(iter(rules.stacks)),
    }
    if rules.betting == "limit":
        settings["raiseSize"] = spread(street.bet for street in streets)
        settings["maxRaises"] = spread(street.max_raises for street in streets)
    else:
        settings["bettingAbstraction"] = "fullgame"
    return _pyspiel().load_game("universal_poker", settings)


def _own_name(rules: Rules) -> str | None:
    """What OpenSpiel calls this game, if it has it as a game of its own."""
    for name, theirs in _OUR_NAMES.items():
        cards = {"cards": 2 * (rules.players + 1)} if name == "leduc" else {}
        try:
            plain = make_game(name, players=rules.players, **cards)
        except RiverboatError:
            continue
        if same_game(rules, plain):
            return f"{theirs}(players={rules.players})"
    return None


# Policies -------------------------------------------------------------------------------------------------------------


def policy_to_open_spiel(strategy: Strategy) -> pyspiel.TabularPolicy:
    """The strategy as a policy of `to_open_spiel(strategy.rules)`."""
    return _pyspiel().TabularPolicy(policy_table(strategy))


def policy_table(strategy: Strategy) -> dict[str, list[tuple[int, float]]]:
    """The strategy by OpenSpiel's information states: (action, probability) for each legal action; JSON can hold it."""
    table = {}
    for information_set, state, numbers in _information_sets(strategy.tree):
        start = int(strategy.tree.set_start[information_set])
        shares = strategy.vector[start : start + len(numbers)].tolist()
        table[state.information_state_string()] = sorted(zip(numbers, shares, strict=True))
    return table


def policy_from_open_spiel(policy: Any, game: Rules | str | GameTree, origin: str = "OpenSpiel") -> Strategy:
    """A policy of `to_open_spiel(game)` as a strategy of the game.

    Args:
        policy: A policy object of theirs, in C++ or in Python, or a table {information state: [(action, probability)]}.
        game: The game: its name ("leduc"), its rules, or its tree.
        origin: What the strategy says of its origin.
    """
    tree = game if isinstance(game, GameTree) else GameTree.build(_rules(game))
    ask = _asking(policy)
    vector = np.zeros(tree.entries)
    for information_set, state, numbers in _information_sets(tree):
        shares, label = ask(state), tree.label(information_set)
        start = int(tree.set_start[information_set])
        vector[start : start + len(numbers)] = found = [float(shares.get(number, 0.0)) for number in numbers]
        extra = [number for number, share in shares.items() if share > 0 and number not in numbers]
        if extra:
            raise RiverboatError(f"policy: action {extra[0]} is not allowed in {label}; expected {sorted(numbers)}")
        if not all(0.0 <= share <= 1.0 for share in found) or abs(sum(found) - 1.0) > TOLERANCE:
            raise RiverboatError(f"policy: the probabilities in {label} add up to {sum(found):g}, expected 1")
    return Strategy(tree, vector, Origin(origin))


def _asking(policy: Any) -> Callable[[Any], Mapping[int, float]]:
    """How to ask for the probabilities in a state."""
    if not isinstance(policy, Mapping):
        return lambda state: policy.action_probabilities(state)

    def look_up(state: Any) -> Mapping[int, float]:
        key = state.information_state_string()
        if key not in policy:
            raise RiverboatError(f'policy: there is no information state "{key}"')
        found = policy[key]
        pairs = found.items() if isinstance(found, Mapping) else found
        try:
            return {int(action): float(share) for action, share in pairs}
        except (TypeError, ValueError):
            raise RiverboatError(
                f'policy: "{key}": expected actions with their probabilities, like [[0, 0.5], [1, 0.5]]'
            ) from None

    return look_up


def _information_sets(tree: GameTree) -> Iterator[tuple[int, Any, list[int]]]:
    """Every information set of ours, a state of theirs in it, and the numbers of its choices there."""
    game = to_open_spiel(tree.rules)
    has_two_actions = str(game).startswith("kuhn_poker")
    for information_set in range(tree.sets):
        states = states_to_set(tree, information_set)
        cards, theirs = iter(states[-1].dealt), game.new_initial_state()
        _deal(theirs, cards)
        path = tree.betting.path(tree.betting_node_of(information_set))
        for before, action in zip(states, path, strict=False):
            theirs.apply_action(_number(before, action, has_two_actions))
            _deal(theirs, cards)
        choices = tree.choices(information_set)
        yield information_set, theirs, [_number(states[-1], action, has_two_actions) for action in choices]


def _deal(state: Any, cards: Iterator[int]) -> None:
    while state.is_chance_node():
        state.apply_action(next(cards))


def _number(state: State, action: Action, has_two_actions: bool) -> int:
    """What OpenSpiel calls an action of ours: in Kuhn poker pass and bet; elsewhere a raise is 2, or its total."""
    if action.verb == "fold":
        return _FOLD
    if action.verb == "check_or_call":
        return int(state.to_call > 0) if has_two_actions else _CALL
    if has_two_actions:
        return _CALL
    if state.rules.betting == "limit":
        return _RAISE
    assert state.actor is not None
    return action.amount + state.committed[state.actor] - state.bets[state.actor]


def _rules(game: Rules | str) -> Rules:
    return parse_game(game) if isinstance(game, str) else game


def _pyspiel() -> Any:
    return require("pyspiel", "this bridge")
