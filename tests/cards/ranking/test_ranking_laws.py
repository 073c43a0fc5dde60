"""Laws that every ranking obeys, whatever the cards."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.cards.ranking.variants.base import Ranking

OVER_ALL_CARDS = [ranking for ranking in RANKINGS.values() if ranking.takes == "cards"]
OMAHA = [ranking for ranking in RANKINGS.values() if ranking.takes == "hole and board" and ranking.lowest == 0]

every_ranking = pytest.mark.parametrize("ranking", OVER_ALL_CARDS, ids=lambda ranking: ranking.name)
omaha_rankings = pytest.mark.parametrize("ranking", OMAHA, ids=lambda ranking: ranking.name)
few_examples = settings(max_examples=60, deadline=None)


def some_cards(data: st.DataObject, ranking: Ranking, least: int = 5, most: int = 9) -> list[int]:
    deck = range(4 * ranking.lowest, 52)
    return data.draw(st.lists(st.sampled_from(deck), min_size=least, max_size=most, unique=True))


@every_ranking
@given(data=st.data())
@few_examples
def test_order_of_cards_changes_nothing(ranking: Ranking, data: st.DataObject) -> None:
    cards = some_cards(data, ranking)
    assert ranking.rank(data.draw(st.permutations(cards))) == ranking.rank(cards)


@every_ranking
@given(data=st.data())
@few_examples
def test_names_of_suits_change_nothing(ranking: Ranking, data: st.DataObject) -> None:
    cards = some_cards(data, ranking)
    suits = data.draw(st.permutations(range(4)))
    assert ranking.rank([card & ~3 | suits[card & 3] for card in cards]) == ranking.rank(cards)


@every_ranking
@given(data=st.data())
@few_examples
def test_another_card_never_hurts(ranking: Ranking, data: st.DataObject) -> None:
    cards = some_cards(data, ranking, least=6)
    assert ranking.rank(cards) >= ranking.rank(cards[:-1])


@every_ranking
@given(data=st.data())
@few_examples
def test_the_cards_that_make_the_hand_are_worth_the_hand(ranking: Ranking, data: st.DataObject) -> None:
    cards = some_cards(data, ranking)
    best = ranking.best(cards)
    assert set(best) <= set(cards)
    assert len(best) == len(set(best))
    assert (ranking.rank(best) if best else -1) == ranking.rank(cards)
    assert ranking.describe(cards)


@every_ranking
@given(data=st.data())
@few_examples
def test_one_hand_is_a_batch_of_one_and_the_board_is_like_other_cards(ranking: Ranking, data: st.DataObject) -> None:
    cards = some_cards(data, ranking)
    rank = ranking.rank(cards)
    assert 0 <= rank < ranking.classes or rank == -1
    assert ranking.rank_batch(np.array([cards])).tolist() == [rank]
    assert ranking.rank(cards[:2], cards[2:]) == rank
    assert ranking.rank_batch(np.array([cards[:2]]), np.array(cards[2:])).tolist() == [rank]


@omaha_rankings
@given(data=st.data())
@few_examples
def test_omaha_laws(ranking: Ranking, data: st.DataObject) -> None:
    """Suits and order do not matter, another card never hurts, and two cards of the hand come from the hole."""
    cards = some_cards(data, ranking, least=8, most=10)
    hole, board = cards[:-4], cards[-4:]
    rank = ranking.rank(hole, board)
    suits = data.draw(st.permutations(range(4)))
    renamed = [card & ~3 | suits[card & 3] for card in cards]
    assert ranking.rank(renamed[:-4], renamed[-4:]) == rank
    assert ranking.rank(data.draw(st.permutations(hole)), data.draw(st.permutations(board))) == rank
    assert ranking.rank(hole[1:], board) <= rank
    assert ranking.rank(hole, board[1:]) <= rank
    best = ranking.best(hole, board)
    if best:
        assert len(set(best) & set(hole)) == 2
        assert len(set(best) & set(board)) == 3
        assert ranking.rank(sorted(set(best) & set(hole)), sorted(set(best) & set(board))) == rank
    else:
        assert rank == -1


def test_omaha_takes_exactly_two() -> None:
    """Four hearts on the board and one in the hand make no flush, and quads on the board are trips."""
    omaha = RANKINGS["omaha"]
    assert omaha.describe("AhKcQd2s", "Kh9h7h3h2c") == "two pair, kings and deuces, nine kicker"
    assert omaha.describe("AhAcKdKs", "9c9d9h9s2c") == "full house, nines over aces"


def test_batches_longer_than_one_slice() -> None:
    """Long batches are ranked piece by piece; the pieces must join in order."""
    rng = np.random.default_rng(3)
    hands = rng.random((300_000, 20)).argsort(axis=1)[:, :9].astype(np.uint8) + 20
    ranks = RANKINGS["badugi"].rank_batch(hands)
    assert len(ranks) == 300_000
    for row in (0, 131_071, 131_072, 262_143, 262_144, 299_999):
        assert ranks[row] == RANKINGS["badugi"].rank(hands[row].tolist())


def test_an_empty_batch_has_no_ranks() -> None:
    for ranking in OVER_ALL_CARDS:
        assert ranking.rank_batch(np.zeros((0, 5), np.uint8)).shape == (0,)
