"""Trees of small games against the sizes that the literature and open_spiel give."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.games.table import Table
from riverboat.solve.betting import DEAL, END, TooLargeError, build_betting
from riverboat.solve.tree import GameTree, size_of


@pytest.mark.parametrize(
    ("game", "sets"),
    [
        ("kuhn", 12),
        ("leduc", 936),  # Southey et al. 2005
        ("kuhn(players=3)", 48),  # Teófilo 2016, Table 4
        ("kuhn(cards=52)", 208),
        ("kuhn(players=5,cards=26)", 2080),  # cards * players * 2^(players - 1)
        ("kuhn(players=8,cards=13)", 13_312),
    ],
)
def test_information_sets_are_counted_before_anything_is_built(game: str, sets: int) -> None:
    assert size_of(parse_game(game)).information_sets == sets


@pytest.mark.parametrize("game", ["kuhn", "kuhn(players=3)", "leduc", "leduc(bets=1/1,raises=1)"])
def test_the_count_is_what_is_built(game: str) -> None:
    rules = parse_game(game)
    tree, size = GameTree.build(rules), size_of(rules)
    assert (tree.nodes, tree.sets) == (size.nodes, size.information_sets)
    assert tree.entries == sum(len(tree.choices(each)) for each in range(tree.sets))
    tree.check_recall()


def test_leduc_has_open_spiels_information_sets_and_ends() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_game("leduc_poker")
    sets: set[str] = set()
    ends = 0

    def walk(state: object) -> None:
        nonlocal ends
        if state.is_terminal():  # type: ignore[attr-defined]
            ends += 1
            return
        if not state.is_chance_node():  # type: ignore[attr-defined]
            sets.add(f"{state.current_player()} {state.information_state_string()}")  # type: ignore[attr-defined]
        for action in state.legal_actions():  # type: ignore[attr-defined]
            walk(state.child(action))  # type: ignore[attr-defined]

    walk(game.new_initial_state())
    tree = GameTree.build(parse_game("leduc"))
    is_end = tree.betting.player == END
    assert tree.sets == len(sets)
    assert np.diff(tree.node_start)[is_end].sum() == ends


@pytest.mark.parametrize("game", ["kuhn", "kuhn(players=3)", "leduc(bets=1/1,raises=1)", "leduc(players=3,cards=8)"])
def test_every_end_pays_what_the_dealer_pays(game: str) -> None:
    """Each betting sequence is played by the engine with the very cards of a deal."""
    rules = parse_game(game)
    tree = GameTree.build(rules)
    betting = tree.betting
    last = len(rules.streets) - 1
    rng = np.random.default_rng(1)
    for betting_node in rng.permutation(np.flatnonzero(betting.player == END))[:40]:
        path = []
        node = int(betting_node)
        while node:
            path.append(betting.actions[node])
            node = int(betting.parent[node])
        for deal in rng.integers(tree.deals.counts[-1], size=5):
            holes, board = tree.deals.cards(last, int(deal))
            deck = [card for hole in holes for card in hole] + list(board)
            deck += [card for card in range(rules.deck.size) if card not in deck]
            state = State(rules, deck)
            for action in reversed(path):
                if action is not None:
                    state.apply(action)
            assert state.is_over
            row = tree.payoff_start[betting_node]
            if betting.is_showdown(int(betting_node)):
                row += tree.outcome_of[deal]
            assert tree.payoffs[row].tolist() == [float(chips) for chips in state.payoffs or ()]


def test_deals_of_kuhn_are_all_orders_of_two_cards() -> None:
    tree = GameTree.build(parse_game("kuhn"))
    dealt = {tuple(hole[0] for hole in holes) for holes, _ in tree.deals.on(0)}
    assert dealt == set(permutations(range(3), 2))


def test_labels_find_their_sets_again() -> None:
    tree = GameTree.build(parse_game("leduc"))
    for each in range(0, tree.sets, 7):
        hole, board = tree.cards(each)
        assert tree.find(tree.betting_node_of(each), hole, board) == each
    assert len({(tree.set_player[each], tree.label(each)) for each in range(tree.sets)}) == tree.sets


def test_a_player_who_cannot_tell_suits_apart_has_fewer_sets() -> None:
    """Leduc has three ranks: 288 information sets where suits look alike."""
    rules = parse_game("leduc")
    card = rules.deck.card_text

    def ranks(position: int, hole: tuple[int, ...], board: tuple[int, ...]) -> object:
        return "".join(card(each)[0] for each in hole), "".join(card(each)[0] for each in board)

    tree = GameTree.build(rules, seen=ranks)
    tree.check_recall()
    assert tree.sets == 288


def test_a_player_who_forgets_the_first_card_is_found_out() -> None:
    def forgetful(position: int, hole: tuple[int, ...], board: tuple[int, ...]) -> object:
        return board or hole

    with pytest.raises(RiverboatError, match="forgets"):
        GameTree.build(parse_game("leduc"), seen=forgetful).check_recall()


def test_games_that_do_not_fit_are_refused_with_their_size() -> None:
    with pytest.raises(TooLargeError, match=r"52,128,128 information sets; up to 100,000,000 nodes"):
        GameTree.build(parse_game("rhode_island"))
    with pytest.raises(RiverboatError, match="only games with private cards and a board"):
        build_betting(parse_game("stud"))


def test_an_all_in_is_dealt_out_before_the_end() -> None:
    """All-in pre-flop and called: the three later streets are dealt below the call, then hands are shown."""
    betting = build_betting(parse_game("holdem(betting=no-limit,stacks=200)"), _all_in)
    call = next(node for node in range(betting.nodes) if betting.history(node) == "rc" and betting.parent[node] > 0)
    chain = []
    while betting.player[call] == DEAL:
        chain.append(int(betting.street[call]))
        call = int(betting.first_child[call])
    assert chain == [1, 2, 3]
    assert betting.player[call] == END
    assert betting.is_showdown(call)
    assert betting.payoffs(call, ((1, 0),)) == (200.0, -200.0)


def _all_in(state: Table) -> list[int]:
    assert isinstance(state, State)
    interval = state.raise_interval()
    assert interval is not None
    return [interval[1]]
