"""Training from sampled boards beside the plain recursion over action strings, and what it must keep."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from riverboat.abstraction import parse_bucketing
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CARDS, HOLDINGS
from riverboat.cards.ranking.high import rank_batch
from riverboat.errors import RiverboatError
from riverboat.solve.core.strategy_file import read_strategy
from riverboat.solve.limit.lines import CLOSINGS, LINES, decisions_of
from riverboat.solve.limit.strategy import LimitStrategy, normalised
from riverboat.solve.limit.training import sampled
from riverboat.solve.limit.training.running import TrainingRun, blueprint_bucketing
from riverboat.solve.limit.training.sampled import SampledTraining
from riverboat.solve.limit.training.tables import LearnedTables

Floats = NDArray[np.float64]
BOARD = tuple(read_cards("Ks7h4h2c9d"))
COUNTS = (169, 3, 4, 5)
BETS = (2, 2, 4, 4)


class Remainders:
    """Buckets that no hand's strength has to do with: the number of the holding, divided."""

    counts = COUNTS

    def on_board(self, board: Sequence[int]) -> NDArray[np.uint16]:
        street = max(len(board) - 2, 0)
        return (np.arange(HOLDINGS) * (street + 3) % 101 % COUNTS[street]).astype(np.uint16)

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> NDArray[np.uint16]:
        return np.stack([self.on_board((*turn, card)) for card in cards])


def training(**options: object) -> SampledTraining:
    bucketing = parse_bucketing("quantiles(ehs,169/3/4/5)")
    return SampledTraining(bucketing, buckets=Remainders(), **options)


class Recursion:
    """Limit hold'em after one line into the flop, on one board, by the rules: strings of actions and dense matrices."""

    def __init__(self, shares: dict[tuple[int, int, int, str], Floats]) -> None:
        self.shares = shares
        """(player, street, line, betting of the street): [bucket, action]"""
        dead = np.isin(HOLDING_CARDS, BOARD).any(axis=1)
        self.hands = np.flatnonzero(~dead)
        cards = HOLDING_CARDS[self.hands]
        ranks = rank_batch(np.hstack([cards, np.tile(np.array(BOARD, np.uint8), (len(cards), 1))])).astype(int)
        self.cards = cards
        apart = ~(cards[:, None, :, None] == cards[None, :, None, :]).any(axis=(2, 3))
        self.wins = (np.sign(ranks[:, None] - ranks[None]) * apart).astype(np.float32)
        self.buckets = [Remainders().on_board(BOARD[: (0, 3, 4, 5)[street]])[self.hands] for street in range(4)]
        self.regrets: dict[tuple[int, int, int, str], Floats] = defaultdict(lambda: np.zeros(1))
        self.sums: dict[tuple[int, int, int, str], Floats] = defaultdict(lambda: np.zeros(1))

    def met(self, reach: Floats) -> Floats:
        """The reach of hands without a common card."""
        by_card = np.bincount(self.cards.ravel(), np.repeat(reach, 2), 52)
        return np.asarray(reach.sum() - by_card[self.cards].sum(axis=1) + reach)

    def won(self, reach: Floats) -> Floats:
        return np.asarray(self.wins @ reach.astype(np.float32), np.float64)

    def value(self, street: int, line: int, done: str, paid: tuple[int, int], reach: list[Floats]) -> list[Floats]:
        """The values of both players' hands."""
        if done in CLOSINGS:
            if street == 3:
                return [paid[0] * self.won(reach[1]), paid[0] * self.won(reach[0])]
            return self.value(street + 1, line + CLOSINGS.index(done) * LINES[street], "", paid, reach)
        player = len(done) % 2
        letters = next(letters for text, _, letters in decisions_of(street, player) if text == done)
        shares = self.shares[player, street, line, done][self.buckets[street]]
        mine, theirs, each = np.zeros(len(self.hands)), np.zeros(len(self.hands)), []
        for share, letter in zip(shares.T, letters, strict=True):
            after = list(reach)
            after[player] = reach[player] * share
            if letter == "f":
                found = [self.met(after[1]) * paid[player], self.met(after[0]) * paid[player]]
                found[player] *= -1.0
            else:
                now = list(paid)
                if letter in "cbr":
                    now[player] = paid[1 - player] + (BETS[street] if letter in "br" else 0)
                found = self.value(street, line, done + letter, (now[0], now[1]), after)
            each.append(found[player])
            mine += share * found[player]
            theirs += found[1 - player]
        self._learn(player, street, line, done, [found - mine for found in each], reach[player], shares)
        return [mine, theirs] if player == 0 else [theirs, mine]

    def _learn(
        self, player: int, street: int, line: int, done: str, gains: list[Floats], own: Floats, shares: Floats
    ) -> None:
        key, bucket, count = (player, street, line, done), self.buckets[street], COUNTS[street]
        self.regrets[key] = np.stack([np.bincount(bucket, gain, count) for gain in gains], axis=1)
        self.sums[key] = np.stack([np.bincount(bucket, own * share, count) for share in shares.T], axis=1)


def test_one_board_by_strings_of_actions_and_dense_matrices() -> None:
    """Every regret and every sum of both players on the line "raise, call", on all streets."""
    line = 4
    engine = training(flops=[BOARD[:3]], lines=[line])
    engine.deal = lambda number, cards: BOARD  # type: ignore[method-assign]
    rng = np.random.default_rng(5)
    for table in engine.tables.regrets:
        table[:] = rng.normal(0.0, 100.0, table.shape)
    before = {
        (player, street): engine.tables.of_lines(table.copy(), street, player)
        for player in (0, 1)
        for street, table in enumerate(engine.tables.regrets, 1)
    }
    shares = {}
    for (player, street), table in before.items():
        for done, first, letters in decisions_of(street, player):
            positive = np.maximum(table[:, :, first : first + len(letters)], 0.0).astype(float)
            total = positive.sum(axis=2, keepdims=True)
            matched = np.where(total > 0.0, positive / np.where(total > 0.0, total, 1.0), 1.0 / len(letters))
            for number in range(LINES[street]):
                shares[player, street, number, done] = matched[number]
    engine.iterations = 1  # the next one is the second, of weight 2, and counts for the average
    engine.iterate(1)
    reference = Recursion(shares)
    ones = np.ones(len(reference.hands))
    reference.value(1, line, "", (4, 4), [ones, ones])
    assert len(reference.regrets) == 2 * 5 * (1 + 9 + 81)
    for (player, street, number, done), wanted in reference.regrets.items():
        first, letters = next((f, k) for text, f, k in decisions_of(street, player) if text == done)
        which = slice(first, first + len(letters))
        table, sums = engine.tables.regrets[street - 1], engine.tables.sums[street - 1]
        found = (
            engine.tables.of_lines(table, street, player)[number, :, which] - before[player, street][number, :, which]
        )
        scale = np.abs(wanted).max() + 1.0
        assert found == pytest.approx(2.0 * wanted, abs=2e-3 * scale), (player, street, number, done)
        average = engine.tables.of_lines(sums, street, player)[number, :, which]
        assert average == pytest.approx(2.0 * reference.sums[player, street, number, done], rel=1e-4, abs=1e-3)


def test_before_the_flop_what_one_player_wins_the_other_loses() -> None:
    """Regrets weighted by shares are zero for each bucket, and the values of both seats cancel."""
    engine = training()
    values: list[float] = []
    original: Any = vars(sampled)["learn_preflop"]

    def keep(me: int, *arguments: object) -> float:
        values.append(original(me, *arguments))
        return values[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sampled, "learn_preflop", keep)
        engine.iterate(3)
    pairs = 1081 * 990
    wins, losses = (np.array(values[seat::2]) / pairs for seat in (0, 1))
    assert len(wins) == 3
    # Every value is a sum over at most 1,081 hands in float32, one after another: its error is at most 1,081 unit
    # roundoffs of what is summed (Higham 2002, 4.2), which is at most the 48 small blinds that a player can lose.
    # Counting a hand's own cards wrongly would be 1/990 of the stakes, far more.
    assert wins == pytest.approx(-losses, abs=1081 * 2.0**-24 * 48)
    assert np.abs(wins).max() > 0.1
    first = engine.tables.regrets0
    assert not first[0, :, 10].any()
    assert (np.abs(first[1]).max(axis=1) > 0).sum() == 101  # all that there are


def test_threads_and_an_interruption_change_nothing(tmp_path: Path) -> None:
    whole, shared = training(seed=3), training(seed=3, threads=2)
    whole.iterate(4)
    shared.iterate(4)
    first = TrainingRun(training(seed=3), tmp_path / "limit.strategy")
    first.run(iterations=2)
    second = TrainingRun(training(seed=3), tmp_path / "limit.strategy")
    second.run(iterations=4)
    for name, table in whole.arrays().items():
        assert np.array_equal(table, shared.arrays()[name]), name
        assert np.array_equal(table, second.engine.arrays()[name]), name
    other = training(seed=4)
    other.iterate(4)
    assert not np.array_equal(other.tables.regrets[2], whole.tables.regrets[2])
    with pytest.raises(RiverboatError, match="its seed is 3, not 4"):
        TrainingRun(training(seed=4), tmp_path / "limit.strategy").run(iterations=5)


def test_a_file_is_replaced_by_better_ones_only(tmp_path: Path) -> None:
    path, engine = tmp_path / "limit.strategy", training()
    engine.iterate(1)
    judged = iter((0.3, 0.4, 0.2))
    run = TrainingRun(engine, path, judge=lambda strategy: next(judged))
    assert run.write()
    kept = path.read_bytes()
    assert not run.write()
    assert path.read_bytes() == kept
    assert run.write()
    assert read_strategy(path).origin.exploitability == 0.2
    assert not run.write(judged=False)  # as after Ctrl-C: the judge would have no more to say
    assert not TrainingRun(engine, path).write()  # not judged at all
    stored = LimitStrategy.from_file(path, read_strategy(path))
    assert normalised(stored.shares[1][3], 3, 1) == pytest.approx(engine.policy().shares[1][3], abs=3e-5)
    wider = SampledTraining(parse_bucketing("quantiles(ehs,169/3/4/6)"), buckets=Remainders())
    with pytest.raises(RiverboatError, match="it has other buckets"):
        TrainingRun(wider, path)  # now, and not after hours
    with pytest.raises(RiverboatError, match="9 threads: expected 1 to 4"):
        training(threads=9)


@pytest.mark.parametrize(
    ("buckets", "features", "error"),
    [
        ("169/10/10", "ehs", "one number for each street"),
        ("20/10/10/10", "ehs", "before the flop there are 169"),
        ("169/10/10/10", "colour", "a feature is histogram or ochs"),
        ("169/0/10/10", "ehs", "0 buckets"),
    ],
)
def test_buckets_that_make_no_sense(buckets: str, features: str, error: str) -> None:
    with pytest.raises(RiverboatError, match=error):
        blueprint_bucketing(buckets, features)


def test_more_buckets_than_memory() -> None:
    with pytest.raises(RiverboatError, match="may be used here"):
        LearnedTables((169, 60_000, 60_000, 1_000_000))
