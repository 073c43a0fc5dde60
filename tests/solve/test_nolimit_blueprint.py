"""Blueprints of no-limit hold'em: the abstract tree, one board against dense matrices, training, files, translation."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from riverboat.abstraction.buckets import Bucketing, Labels, StreetBuckets
from riverboat.abstraction.given import starting_hands
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.odds.range_equity import rank_holdings
from riverboat.solve.betting import DEAL, END, build_betting
from riverboat.solve.core.runner import Runner
from riverboat.solve.nolimit.menu import BetMenu
from riverboat.solve.nolimit.strategy import Blueprint
from riverboat.solve.nolimit.trainer import BlueprintTrainer
from riverboat.solve.nolimit.translation import FollowedHand, pseudo_harmonic
from riverboat.solve.solving import load_policy

FOLD, CALL = Action.fold(), Action.check_or_call()
SHORT = parse_game("holdem(betting=no-limit,stacks=500)")
DEEP = parse_game("holdem(betting=no-limit,stacks=10000)")
BOARD = np.array(read_cards("Ks7h4h2cJd"), np.uint8)
ALL_IN_ONLY = BetMenu(((), (), (), ()), ((), (), (), ()), (0, 0, 0, 0))


@dataclass(eq=False)
class EachHand(StreetBuckets):
    """Every holding is a bucket of its own: an abstraction that loses nothing on one board."""

    street: int

    @property
    def count(self) -> int:
        return HOLDINGS

    @property
    def identity(self) -> str:
        return f"each hand {self.street}"

    def computed(self, board: np.ndarray) -> Labels:
        return np.arange(HOLDINGS, dtype=np.uint16)


EACH_HAND = Bucketing("each hand", tuple(EachHand(street) for street in range(4)))


@dataclass(eq=False)
class Halves(EachHand):
    """Two buckets: a pair in the hand, or none."""

    @property
    def count(self) -> int:
        return 2

    def computed(self, board: np.ndarray) -> Labels:
        return np.asarray(HOLDING_CARDS[:, 0] // 4 == HOLDING_CARDS[:, 1] // 4, np.uint16)


HALVES = Bucketing("halves", (starting_hands(), *(Halves(street) for street in (1, 2, 3))))


class Dense:
    """One board of an abstract game with float64 matrices of all pairs of hands, walked by recursion."""

    def __init__(self, blueprint: Blueprint) -> None:
        self.blueprint, self.tree = blueprint, blueprint.betting
        ranks = rank_holdings(tuple(BOARD.tolist()))
        self.live = np.flatnonzero(ranks >= 0)
        self.live = self.live[np.argsort(ranks[self.live], kind="stable")]
        cards = HOLDING_CARDS[self.live]
        self.apart = (~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))).astype(np.float64)
        order = ranks[self.live]
        self.ahead = np.sign(order[:, None] - order[None, :]) * self.apart

    def value(self, me: int, *, best: bool, node: int = 0, reach: np.ndarray | None = None) -> np.ndarray:
        """What each hand of a player wins against the other's strategy, by its own or by a best response."""
        tree, unit = self.tree, self.tree.rules.largest_blind
        reach = np.ones(len(self.live)) if reach is None else reach
        player, first = int(tree.player[node]), int(tree.first_child[node])
        if player == DEAL:
            return self.value(me, best=best, node=first, reach=reach)
        if player == END:
            if tree.is_showdown(node):
                return np.asarray(self.ahead @ reach * (tree.committed[node].min() / unit))
            return np.asarray(self.apart @ reach * (tree.payoffs(node)[me] / unit))
        rows = self.blueprint.range_at(node, tuple(BOARD.tolist()))[self.live]
        count = int(tree.children[node])
        if player != me:
            parts = [self.value(me, best=best, node=first + a, reach=reach * rows[:, a]) for a in range(count)]
            return np.asarray(np.sum(parts, axis=0))
        values = np.stack([self.value(me, best=best, node=first + a, reach=reach) for a in range(count)], axis=1)
        return np.asarray(values.max(axis=1) if best else (rows * values).sum(axis=1))


def test_the_usual_menu_at_a_hundred_big_blinds() -> None:
    """The opening raise is to 2.5 big blinds, all-in is always there, and a third raise is all-in."""
    tree = build_betting(DEEP, BetMenu().sizes)
    root = tree.follow(())
    assert tree.choices(root) == (FOLD, CALL, Action.raise_to(250), Action.raise_to(10000))
    flop = tree.follow((Action.raise_to(250), CALL))
    assert tree.choices(flop) == (CALL, Action.raise_to(250), Action.raise_to(500), Action.raise_to(10000 - 250))
    again = tree.follow((Action.raise_to(250), CALL, Action.raise_to(500), Action.raise_to(1500 + 500)))
    assert tree.choices(again) == (FOLD, CALL, Action.raise_to(9750))


@pytest.mark.parametrize("text", ["50%/50%", "0%/0%/0%/0%", "a/a/a/a", "50%,60%,70%,80%,90%,100%,110%/5%/5%/5%"])
def test_menus_that_cannot_be_read(text: str) -> None:
    with pytest.raises(NotationError, match=r"^bets "):
        BetMenu.parse(text)


def test_one_board_equals_dense_matrices() -> None:
    """The values of the first board, played uniformly, against float64 matrices of all 1,081 x 1,081 pairs."""
    trainer = BlueprintTrainer(SHORT, EACH_HAND, BetMenu(sized=(1, 1, 0, 0)))
    found = trainer.play(BOARD, 1.0)[:2].astype(np.float64)
    uniform = Blueprint(trainer.program, trainer.menu, EACH_HAND, np.zeros(trainer.program.size, np.uint8))
    dense = Dense(uniform)
    for player in (0, 1):
        wanted = dense.value(player, best=False)
        # hands of equal rank may be in another order: compare as multisets within a rank
        assert np.abs(np.sort(found[player]) - np.sort(wanted)).max() < 2e-4 * np.abs(wanted).max()


def test_on_one_board_it_converges_to_an_equilibrium() -> None:
    """All-in or nothing on one board, each hand a bucket. Best responses (by matrices) gain less at least with the
    root of the iterations: the bound of Zinkevich et al. (2007)."""
    trainer = BlueprintTrainer(SHORT, EACH_HAND, ALL_IN_ONLY)
    gains = []
    for end in (20, 200):
        while trainer.iterations < end:
            trainer.iterations += 1
            trainer.play(BOARD, float(trainer.iterations))
        dense = Dense(trainer.policy())
        pairs = dense.apart.sum()
        gains.append(sum(dense.value(p, best=True).sum() for p in (0, 1)) / pairs)
    assert 0.0 < gains[1] < gains[0] / np.sqrt(10)


def test_a_run_that_was_interrupted_ends_like_one_that_was_not(tmp_path: Path) -> None:
    whole, first, second = (BlueprintTrainer(SHORT, HALVES, ALL_IN_ONLY, seed=3) for _ in range(3))
    whole.iterate(6)
    Runner(first, checkpoint=tmp_path / "run", measures=False).run(iterations=4)
    runner = Runner(second, checkpoint=tmp_path / "run", measures=False)
    assert runner.resume()
    runner.run(iterations=6)
    assert np.array_equal(second.sums, whole.sums)
    other = Runner(BlueprintTrainer(SHORT, HALVES, ALL_IN_ONLY, seed=4), checkpoint=tmp_path / "run", measures=False)
    with pytest.raises(RiverboatError, match="its seed is 3, not 4"):
        other.resume()


def test_a_file_keeps_the_streets_that_it_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.solve.nolimit import strategy

    monkeypatch.setattr(strategy, "parse_bucketing", lambda text: HALVES)
    trainer = BlueprintTrainer(SHORT, HALVES, ALL_IN_ONLY)
    trainer.iterate(3)
    made = trainer.policy()
    made.up_to(2).save(tmp_path / "flop.strategy")
    found = load_policy(tmp_path / "flop.strategy")
    assert isinstance(found, Blueprint)
    assert (found.streets, found.stack, found.origin.iterations) == (2, 5.0, 3)
    root = made.betting.follow(())
    assert np.array_equal(found.table(root), made.table(root))
    river = made.betting.follow((CALL,) * 6)
    with pytest.raises(RiverboatError, match="ends before the river"):
        found.table(river)
    damaged = tmp_path / "damaged.strategy"
    damaged.write_bytes((tmp_path / "flop.strategy").read_bytes()[:-2000])
    with pytest.raises(RiverboatError, match=r"damaged\.strategy"):
        load_policy(damaged)


def test_games_without_a_blueprint_are_refused() -> None:
    for game in ("holdem(betting=limit)", "omaha", "holdem(betting=no-limit,players=3)"):
        with pytest.raises(RiverboatError, match="heads-up no-limit hold'em"):
            BlueprintTrainer(parse_game(game), HALVES)


def test_pseudo_harmonic_mapping() -> None:
    """Ganzfried and Sandholm (2013), section 5: f(A) = 1, f(B) = 0, f = 1/2 at x* = (A + B + 2AB) / (A + B + 2)."""
    for low, high in ((0.5, 1.0), (0.01, 1.0), (1.0, 10.0)):
        assert pseudo_harmonic(low, high, low) == 1.0
        assert pseudo_harmonic(low, high, high) == 0.0
        middle = (low + high + 2 * low * high) / (low + high + 2)
        assert pseudo_harmonic(low, high, middle) == pytest.approx(0.5)


@cache
def _blueprint() -> Blueprint:
    """One that was not trained: all actions alike."""
    return BlueprintTrainer(DEEP, HALVES).policy()


def _followed(actions: list[Action], seed: int = 1) -> tuple[FollowedHand, State]:
    state = State(DEEP, tuple(range(52)))
    hand = FollowedHand(_blueprint(), state.betting, Random(seed))
    for action in actions:
        state.apply(action)
    hand.advance(state.betting, (8, 13, 30, 35, 44), 4)
    return hand, state


def test_known_bets_are_followed_exactly_and_others_are_mapped() -> None:
    hand, _ = _followed([Action.raise_to(250), CALL, Action.raise_to(250), CALL])
    tree = hand.blueprint.betting
    assert hand.node == tree.follow((Action.raise_to(250), CALL, Action.raise_to(250), CALL))
    # a bet of 70 % of the pot is half the pot with probability (1 - .7)(1.5) / (.5 x 1.7) = 0.529
    half = 0
    for seed in range(200):
        hand, _ = _followed([Action.raise_to(250), CALL, Action.raise_to(350)], seed)
        half += hand.node == tree.follow((Action.raise_to(250), CALL, Action.raise_to(250)))
    assert 80 <= half <= 132  # 106 expected, standard deviation 7: beyond 3.6 of them


def test_all_in_is_all_in_and_a_small_fourth_raise_is_not() -> None:
    hand, _ = _followed([Action.raise_to(250), Action.raise_to(10000)])
    tree = hand.blueprint.betting
    assert hand.node == tree.follow((Action.raise_to(250), Action.raise_to(10000)))
    # raises to 250, 750 and 2250 are sizes of the tree; another by the minimum is taken for the one before
    raises = [Action.raise_to(total) for total in (250, 750, 2250, 3750)]
    hand, state = _followed(raises)
    assert hand.node == tree.follow(raises[:3][:2])
    assert tree.player[hand.node] == state.actor
