"""The public tree: how large it is, which boards stand for others, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

from riverboat.cards.deck import Deck
from riverboat.errors import DealError, RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules
from riverboat.games.tree_size import tree_size
from riverboat.solve.betting import TooLargeError
from riverboat.solve.public import PublicStrategy, build_public, public_size
from riverboat.solve.public.boards import board_layers, count_boards, suit_renamings


def small_rhode_island(ranks: str = "QKA", suits: str = "cdh", **options: object) -> Rules:
    """Rhode Island hold'em with fewer cards and raises."""
    text = ",".join(f"{name}={value}" for name, value in {"raises": 1, **options}.items())
    return replace(parse_game(f"rhode_island({text})"), deck=Deck(ranks, suits))


def test_leduc_has_936_information_sets() -> None:
    """The number that the literature gives, suits counted apart."""
    assert public_size(parse_game("leduc"), isomorphism=False).information_sets == 936
    assert public_size(parse_game("kuhn"), isomorphism=False).information_sets == 12


@pytest.mark.parametrize(
    "game", ["kuhn", "kuhn(cards=5)", "leduc", "leduc(cards=8)", "rhode_island", "holdem(betting=limit)"]
)
def test_sizes_agree_with_the_count_of_the_game_tree(game: str) -> None:
    """`tree_size` counts deals times betting, without knowing of public trees."""
    rules = parse_game(game)
    assert public_size(rules, isomorphism=False).information_sets == tree_size(rules).information_sets


def test_rhode_island_boards_up_to_suits() -> None:
    """13 flops; with a turn of the same suit 12 each, of another 13 each (Gilpin and Sandholm 2007)."""
    rules = parse_game("rhode_island")
    assert public_size(rules).boards == (1, 1, 13, 13 * (12 + 13))
    assert public_size(rules, isomorphism=False).boards == (1, 1, 52, 52 * 51)


def test_holdem_flops_up_to_suits() -> None:
    """1,755 flops, and the known numbers of canonical turns and rivers when the order of streets counts."""
    renamings = suit_renamings(Deck.standard())
    assert len(renamings) == 24
    assert [count_boards(52, dealt, renamings) for dealt in ([0], [0, 3], [0, 3, 1])] == [1, 1755, 63_193]
    assert len(board_layers(52, [0, 3], renamings)[-1]) == 1755


@pytest.mark.parametrize("deck", [Deck("QKA", "cdh"), Deck("9TJ", "hs"), Deck("JQKA", "cdhs", missing=("Jc",))])
def test_orbits_cover_every_board_once(deck: Deck) -> None:
    """Members of all orbits are all boards, and renamings really lead from one to the other."""
    layers = board_layers(deck.size, [0, 1, 2], suit_renamings(deck))
    for layer in layers[2:]:
        seen = []
        for deals, orbit in zip(layer.deals, layer.orbits, strict=True):
            assert orbit[0] == tuple(range(deck.size))
            seen += [(deals[:-1], tuple(sorted(renaming[card] for card in deals[-1]))) for renaming in orbit]
        assert len(seen) == len(set(seen))
        kept = {deals[:-1] for deals in layer.deals}
        expected = {
            (before, chosen)
            for before in kept
            for chosen in combinations(
                sorted(set(range(deck.size)) - {c for deal in before for c in deal}), len(deals[-1])
            )
        }
        assert set(seen) == expected


def test_renamings_respect_missing_cards() -> None:
    """Without the jack of clubs, clubs are not like other suits: three suits can still change places."""
    assert len(suit_renamings(Deck("JQK", "cdhs", missing=("Jc",)))) == len(list(permutations("dhs")))


def test_burnside_agrees_with_listing() -> None:
    """Counting orbits and listing them is the same."""
    for deck, dealt in ((Deck("QKA", "cdh"), [0, 1, 1]), (Deck("9TJQ", "cdhs"), [0, 3, 1]), (Deck("JQ", "hs"), [1, 2])):
        renamings = suit_renamings(deck)
        layers = board_layers(deck.size, dealt, renamings)
        assert [len(layer) for layer in layers] == [
            count_boards(deck.size, dealt[:at], renamings) for at in range(len(dealt) + 1)
        ]


def test_built_tree_has_the_size_that_was_announced() -> None:
    """Every information set has its own place in the arrays."""
    rules = small_rhode_island()
    for isomorphism in (False, True):
        tree = build_public(rules, isomorphism=isomorphism)
        assert tree.size == public_size(rules, isomorphism=isomorphism)
        counter = iter(range(10**6))
        widths = tree.betting.children.tolist()
        strategy = PublicStrategy.fill(tree, lambda node, *_, c=counter, w=widths: [next(c)] * w[node])
        values, counts = np.unique(strategy.shares, return_counts=True)
        assert len(values) == tree.size.information_sets
        assert counts.sum() == tree.size.numbers


def test_large_games_are_refused_with_their_size() -> None:
    """Before anything is built: hold'em would take more memory than there is."""
    with pytest.raises(TooLargeError, match=r"information sets take .* GB .* are allowed"):
        build_public(parse_game("holdem(betting=limit)"))
    with pytest.raises(TooLargeError):
        build_public(parse_game("leduc"), isomorphism=False, max_bytes=2 * 2184 * 8 - 1)
    assert build_public(parse_game("leduc"), isomorphism=False, max_bytes=2 * 2184 * 8).size.bytes() == 2 * 2184 * 8


@pytest.mark.parametrize(
    ("game", "why"),
    [
        ("kuhn(players=3)", "3 players"),
        ("omaha(betting=limit)", "one or two private cards"),
        ("stud", "dealt at the start"),
        ("badugi", "dealt at the start"),
    ],
)
def test_other_games_are_refused(game: str, why: str) -> None:
    """Games without a public tree of two rows."""
    for ask in (build_public, public_size):
        with pytest.raises(RiverboatError, match=why):
            ask(parse_game(game))


def test_a_strategy_is_read_by_cards_whatever_the_suits() -> None:
    """On a board that another stands for, a hand is played like its image."""
    rules = small_rhode_island()
    tree = build_public(rules)

    def chooser(node: int, hand: tuple[int, ...], board: tuple[tuple[int, ...], ...]) -> list[float]:
        """Depends on ranks, and on how many cards of the hand's suit are on the board."""
        suit = rules.deck.suit_of(hand[0])
        suited = sum(rules.deck.suit_of(card) == suit for deal in board for card in deal)
        ranks = sum(rules.deck.rank_of(card) * 3**at for at, deal in enumerate(board) for card in deal)
        share = (1 + rules.deck.rank_of(hand[0]) + 10 * suited + 100 * ranks + node) / 5000
        assert 0 < share < 1
        return [share, *[(1 - share) / (tree.betting.children[node] - 1)] * (int(tree.betting.children[node]) - 1)]

    strategy = PublicStrategy.fill(tree, chooser)
    everything = build_public(rules, isomorphism=False)
    full = PublicStrategy.fill(everything, chooser)
    for node in np.flatnonzero(tree.betting.player >= 0)[::7].tolist():
        board_cards = int(tree.betting.street[node])
        for deals in everything.layers[board_cards + 1].deals:
            for hand in range(rules.deck.size):
                if any(hand in deal for deal in deals):
                    continue
                expected = chooser(node, (hand,), deals)
                assert strategy.after_deals(node, (hand,), deals) == pytest.approx(expected)
    ours, lifted = full.exploitability(), strategy.exploitability_on_all_boards()
    assert lifted.values == pytest.approx(ours.values, abs=1e-12)
    assert lifted.best == pytest.approx(ours.best, abs=1e-12)
    assert strategy.exploitability().best == pytest.approx(ours.best, abs=1e-12)


def test_bad_boards_and_nodes_are_named() -> None:
    """One line says what is wrong."""
    tree = build_public(parse_game("leduc"))
    strategy = PublicStrategy.uniform(tree)
    after = int(np.flatnonzero(tree.betting.street * (tree.betting.player >= 0))[0])
    with pytest.raises(DealError, match="on the board"):
        strategy.after_deals(after, (2,), ((), (2,)))
    with pytest.raises(RiverboatError, match="nobody chooses"):
        strategy.after_deals(0, (2,))
    with pytest.raises(RiverboatError, match="takes"):
        PublicStrategy(tree, np.zeros(3))


def test_live_hands() -> None:
    """Every board leaves the combinations of the other cards."""
    tree = build_public(parse_game("leduc(cards=8)"), isomorphism=False)
    assert tree.live[-1].shape == (8, comb(7, 1))
    for (deal,), live in zip([deals[1:] for deals in tree.layers[-1].deals], tree.live[-1], strict=True):
        assert sorted(live.tolist()) == sorted(set(range(8)) - set(deal))
