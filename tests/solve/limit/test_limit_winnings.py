"""What one table of limit hold'em wins from another on a board: dense matrices, matches in kernels, closed forms."""

from __future__ import annotations

import numpy as np
import pytest
from dense import APART, BET, random_strategy, shares_on
from numpy.typing import NDArray

from riverboat.arena import run_match
from riverboat.assess.limit.boards import board_value
from riverboat.assess.limit.players import limit_strategy
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.odds.range_equity import rank_holdings
from riverboat.solve.limit.lines import CLOSINGS, PREFLOP_LINES, decisions_of
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.winnings import PAIRS, Winnings

Floats = NDArray[np.float64]
GAME = "holdem(betting=limit)"
BOARDS = ("7s7h7d2c9h", "Kd8h8c3dTs", "Qs7h5d4c2s")


class Dense:
    """Both strategies letter by letter, pairs of hands in float64 matrices; what the small blind wins."""

    def __init__(self, big_blind: LimitStrategy, small_blind: LimitStrategy, board: tuple[int, ...]) -> None:
        self.players, self.board = (big_blind, small_blind), board
        ranks = rank_holdings(board)
        self.live = np.flatnonzero(ranks >= 0)
        self.signs = np.sign(ranks[None, self.live] - ranks[self.live, None]) * APART[np.ix_(self.live, self.live)]
        self.won = 0.0
        """By folds and showdowns of all pairs of hands after the flop is dealt."""
        self.folded = 0.0
        """The same before it, over all hands of a whole deck."""

    def value(self) -> float:
        everything = np.ones((HOLDINGS, 1))
        self._street(0, everything, everything, np.zeros(1))
        return self.folded / (HOLDINGS * 1225) + self.won / PAIRS

    def _street(self, street: int, big: Floats, small: Floats, stakes: Floats) -> None:
        closings = CLOSINGS if street else PREFLOP_LINES
        cards = (0, 3, 4, 5)[street]
        lines = list(range(len(stakes)))
        hands = self.live if street else np.arange(HOLDINGS)
        shares = [shares_on(player, seat, self.board[:cards], lines)[hands] for seat, player in enumerate(self.players)]
        found: dict[str, tuple[Floats, Floats]] = {}
        paid = [np.full(1, 2.0), np.full(1, 1.0)] if street == 0 else [stakes, stakes]
        self._walk(street, "", [big, small], [*paid], shares, found)
        if street == 3:
            for closing, reach in found.items():
                stake = stakes + 4 * sum(map(closing.count, "br"))
                self.won += float((np.einsum("hl,hl->l", reach[0], self.signs @ reach[1]) * stake).sum())
            return
        into = [np.concatenate([found[closing][seat] for closing in closings], axis=1) for seat in (0, 1)]
        if street == 0:
            into = [reach[self.live] for reach in into]
            behind = np.array([2.0 * (1 + line.count("r")) for line in PREFLOP_LINES])
        else:
            behind = np.concatenate([stakes + BET[street] * sum(map(each.count, "br")) for each in closings])
        self._street(street + 1, into[0], into[1], behind)

    def _walk(
        self, street: int, history: str, reach: list[Floats], paid: list[Floats], shares: list[Floats],
        found: dict[str, tuple[Floats, Floats]],
    ) -> None:  # fmt: skip
        actor = len(history) % 2 if street else 1 - len(history) % 2
        first, letters = next((f, a) for h, f, a in decisions_of(street, actor) if h == history)
        for place, letter in enumerate(letters):
            after, cost = list(reach), list(paid)
            after[actor] = reach[actor] * shares[actor][:, :, first + place]
            if letter == "f":
                apart = APART if street == 0 else APART[np.ix_(self.live, self.live)]
                pairs = np.einsum("hl,hl->l", after[0], apart @ after[1])
                sign = -1.0 if actor == 1 else 1.0
                lost = float((pairs * paid[actor]).sum()) * sign
                self.folded += lost if street == 0 else 0.0
                self.won += 0.0 if street == 0 else lost
                continue
            cost[actor] = paid[1 - actor] + (BET[street] if letter in "br" else 0.0)
            closes = letter == "c" and not (street == 0 and history == "")
            if closes or (letter == "k" and (history == "k" or street == 0)):
                found[history + letter] = after[0], after[1]
            else:
                self._walk(street, history + letter, after, cost, shares, found)


@pytest.mark.parametrize(
    "board", [pytest.param(board, marks=[pytest.mark.slow] if number else []) for number, board in enumerate(BOARDS)]
)
def test_a_board_equals_dense_matrices(board: str) -> None:
    """Two random strategies, all lines and hands, float32 lanes against float64 and the letters of the betting."""
    cards = tuple(read_cards(board))
    one, other = random_strategy((9, 5, 7, 11), seed=1), random_strategy((9, 5, 7, 11), seed=2)
    expected = (Dense(other, one, cards).value() - Dense(one, other, cards).value()) / 2 * 500
    assert abs(expected) > 20
    assert Winnings(one, other).on(cards) == pytest.approx(expected, abs=0.02)


@pytest.mark.parametrize("is_packed", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_many_buckets_in_16_bits_and_packed_lanes_give_the_same(is_packed: bool) -> None:
    """Above 3,000 buckets multipliers are whole numbers; a player who never raises leaves most lanes out."""
    cards = tuple(read_cards(BOARDS[1]))
    one = random_strategy((9, 5, 7, 3400), seed=3)
    other = limit_strategy("always_call") if is_packed else random_strategy((9, 5, 7, 2), seed=4)
    expected = (Dense(other, one, cards).value() - Dense(one, other, cards).value()) / 2 * 500
    assert Winnings(one, other).on(cards) == pytest.approx(expected, abs=0.1)
    assert Winnings(other, one).on(cards) == pytest.approx(-expected, abs=0.1)


def test_nobody_wins_from_himself_and_folds_cost_the_blinds() -> None:
    cards = tuple(read_cards(BOARDS[0]))
    one = random_strategy((9, 5, 7, 11))
    assert Winnings(one, one).on(cards) == pytest.approx(0.0, abs=1e-9)
    fold, call, raise_ = map(limit_strategy, ("always_fold", "always_call", "always_raise"))
    assert Winnings(raise_, fold).on(cards) == pytest.approx(750.0, abs=1e-3)  # Johanson et al. 2011: what it can lose
    assert Winnings(call, fold).on(cards) == pytest.approx(250.0, abs=1e-3)  # half a big blind in every other hand
    assert Winnings(call, raise_).on(cards) == pytest.approx(0.0, abs=1e-3)  # the same cards for both


@pytest.mark.parametrize("pair", [("always_raise", "random"), ("acpc_example", "random"), ("always_call", "random")])
def test_hands_dealt_one_by_one_say_the_same(pair: tuple[str, str]) -> None:
    """A million hands in compiled code, four standard errors."""
    played = run_match(list(pair), GAME, 1_000_000, "duplicate", seed=3, in_kernels=True).players[0].chips.scaled(50.0)
    value = board_value(pair, parse_game(GAME))
    assert value is not None
    found = 50.0 * value(pair, tuple(read_cards(BOARDS[2])))  # blind players win alike on every board
    assert abs(found - played.mean) < 4.0 * played.margin() / 1.96


def test_who_plays_whole_boards() -> None:
    rules = parse_game(GAME)
    for one in ("psopti2", "rules(style=rock)", "expected_strength", "acpc_example"):
        assert board_value(("riverboat", one), rules) is not None
    for other in ("poki", "vexbot", "riverboat(resolve=river)", "gs1", "gs1(blueprint=four_rounds)"):
        assert board_value(("riverboat", other), rules) is None
    assert board_value(("random", "always_call"), parse_game("leduc")) is None
    with pytest.raises(RiverboatError, match="4 cards"):
        Winnings(random_strategy((9, 5, 7, 11)), random_strategy((9, 5, 7, 11))).on(read_cards("AsKsQsJs"))
