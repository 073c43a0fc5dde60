"""CFR-BR: its answers beside the best responses of the judge, and how exploitable its learners are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from one_flop_game import FLOP, LINE, StudyBuckets

from riverboat.abstraction import parse_bucketing
from riverboat.cards.card import read_cards
from riverboat.cards.holdings import HOLDING_CLASS, HOLDINGS
from riverboat.errors import RiverboatError
from riverboat.odds.showdown.suits import keeping
from riverboat.solve.lanes import WIDTH
from riverboat.solve.limit.flop import FlopResponse, flop_exploitability
from riverboat.solve.limit.lines import LINES, actions_of, decisions_of, hand_lanes
from riverboat.solve.limit.opponent import StrategyOpponent
from riverboat.solve.limit.strategy import LimitStrategy
from riverboat.solve.limit.training import cfr_br
from riverboat.solve.limit.training._kernels.layout import HANDS
from riverboat.solve.limit.training.cfr_br import CfrBrTraining
from riverboat.solve.limit.training.running import TrainingRun
from riverboat.solve.limit.training.sampled import SampledTraining

TURN = tuple(read_cards("7s7h7d2c"))
COUNTS = (169, 3, 4, 5)
UNIT_ROUNDOFF = 2.0**-24
"""Of float32."""


class ByStartingHand:
    """Buckets that no suit has to do with: the number of the starting hand, divided."""

    counts = COUNTS

    def on_board(self, board: Sequence[int]) -> NDArray[np.uint16]:
        street = max(len(board) - 2, 0)
        return (HOLDING_CLASS * (street + 3) % 101 % COUNTS[street]).astype(np.uint16)

    def on_rivers(self, turn: Sequence[int], cards: Sequence[int]) -> NDArray[np.uint16]:
        return np.stack([self.on_board((*turn, card)) for card in cards])


def training(**options: Any) -> CfrBrTraining:
    bucketing = parse_bucketing("quantiles(ehs,169/3/4/5)")
    return CfrBrTraining(bucketing, buckets=ByStartingHand(), flops=[TURN[:3]], **options)


def matched(engine: CfrBrTraining) -> LimitStrategy:
    """What the learners do now, by regret matching."""
    shares = []
    for player in (0, 1):
        found = [np.ones((1, COUNTS[0], actions_of(0, player)), np.float32)]
        for street, table in enumerate(engine.tables.regrets, 1):
            found.append(np.maximum(engine.tables.of_lines(table, street, player), 0.0))
        for street, values in enumerate(found):
            for _, first, letters in decisions_of(street, player):
                part = values[..., first : first + len(letters)]
                part[(part.sum(axis=-1) <= 0.0)] = 1.0
                part /= part.sum(axis=-1, keepdims=True)
        shares.append(tuple(found))
    return LimitStrategy(engine.bucketing, shares, buckets=engine.hands)


def test_answers_are_best_responses_and_the_learner_gets_what_they_leave() -> None:
    """On a turn with six renamings of suits: the answers win what the judge's best response wins, line by line, and the
    learner, on whose other pass it depends, loses exactly that."""
    engine = training(lines=[LINE])
    engine.deal = lambda number, cards: TURN  # type: ignore[method-assign]
    rng = np.random.default_rng(5)
    for table in engine.tables.regrets:
        table[:] = rng.normal(0.0, 100.0, table.shape)
    before, seen = matched(engine), []

    def keep(me: int, *arguments: Any) -> None:
        seen.append((me, engine._x2.copy(), engine._v2.copy()))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cfr_br, "learn_flop_apart", keep)
        engine.iterate(1)
    assert [me for me, _, _ in seen] == [0, 1]
    hands = engine._turn.fields.hand[: engine._turn.count]
    lanes = np.arange(9) * LINES[1] + LINE
    for me, reach, values in seen:
        they = 1 - me
        reach, values = (each.reshape(2, HANDS, WIDTH)[:, : len(hands), :9] for each in (reach, values))
        into = hand_lanes(2)
        by_line = into.reshape(-1, HOLDINGS, WIDTH)
        for closing, lane in enumerate(lanes.tolist()):
            by_line[lane // WIDTH, hands, lane % WIDTH] = reach[me, :, closing]
        response = FlopResponse(StrategyOpponent(before, me, LINE, every_hand=True))
        wanted = response.turn_values(TURN, keeping([TURN[:3], TURN[3:]]), into).reshape(-1, HOLDINGS, WIDTH)
        best = np.stack([wanted[lane // WIDTH, hands, lane % WIDTH] for lane in lanes.tolist()], axis=1)
        assert np.abs(best).max() > 1.0
        # Sums of n terms in float32, one after another: n unit roundoffs of the sum of their sizes (Higham 2002, 4.2).
        assert values[they] == pytest.approx(best, abs=len(hands) * UNIT_ROUNDOFF * float(np.abs(best).max()))
        won, lost = ((reach[player] * values[player]).sum(axis=0, dtype=np.float64) for player in (they, me))
        size = (reach[they] * np.abs(values[they])).sum(axis=0) + (reach[me] * np.abs(values[me])).sum(axis=0)
        assert (np.abs(won + lost) <= len(hands) * UNIT_ROUNDOFF * size).all()


def test_threads_and_an_interruption_change_nothing(tmp_path: Path) -> None:
    """All seven lines, with what is learned before the flop."""
    whole, shared = training(seed=3), training(seed=3, threads=2)
    whole.iterate(2)
    shared.iterate(2)
    TrainingRun(training(seed=3), tmp_path / "limit.strategy").run(iterations=1)
    resumed = TrainingRun(training(seed=3), tmp_path / "limit.strategy")
    resumed.run(iterations=2)
    for name, table in whole.arrays().items():
        assert table.any(), name
        assert np.array_equal(table, shared.arrays()[name]), name
        assert np.array_equal(table, resumed.engine.arrays()[name]), name


def test_opponents_by_buckets_learn_on_the_flop_too() -> None:
    engine = training(lines=[LINE], trunk="buckets")
    engine.iterate(1)
    assert engine.trunk.arrays()["opponent flop 0"].shape == (COUNTS[1], 13, 1)
    assert engine.trunk.arrays()["opponent flop 0"].any()


def test_it_starts_from_plain_training_and_resumes(tmp_path: Path) -> None:
    """The first strategy of the file is the plain one, with its regrets as if from a few turn cards."""
    path = tmp_path / "limit.strategy"
    plain = SampledTraining(
        parse_bucketing("quantiles(ehs,169/3/4/5)"), buckets=ByStartingHand(), flops=[TURN[:3]], lines=[LINE]
    )
    plain.iterate(24)
    counted: list[str] = []
    run = TrainingRun(
        training(lines=[LINE], plain_boards=24, trunk="buckets"),
        path,
        judge=lambda strategy: 0.5,
        on_progress=lambda state: counted.append(state.note),
    )
    assert run.prepare() == "iterations"
    assert set(counted) == {"boards"}
    assert run.judged == [(2, 0.5)]  # twelve boards count as a turn card
    assert (run.engine.head_start, training(lines=[LINE]).head_start, plain.head_start) == (2, 0, 0)
    for street in (1, 2, 3):
        for player in (0, 1):
            wanted = plain.policy().shares[player][street]
            assert run.engine.policy().shares[player][street] == pytest.approx(wanted, abs=1e-6)
    assert isinstance(run.engine, CfrBrTraining)
    opponents = run.engine.trunk.arrays()
    for player in (0, 1):
        learned = plain.tables.of_lines(plain.tables.regrets[0], 1, player)[LINE]
        assert opponents[f"opponent flop {player}"][:, :, 0] == pytest.approx(learned * (2 / 24) ** 2, rel=1e-5)
    resumed = TrainingRun(training(lines=[LINE], plain_boards=24, trunk="buckets"), path)
    assert resumed.prepare() is None
    resumed.run(iterations=3)
    assert resumed.engine.iterations == 3
    with pytest.raises(RiverboatError, match="plain boards before is 24, not 0"):
        TrainingRun(training(lines=[LINE], trunk="buckets"), path).run(iterations=4)


@pytest.mark.slow
def test_the_one_flop_game_of_the_study() -> None:
    """20 x 3 classes on flop and turn, 100 percentiles on the river: 122 and 99.5 mbb/hand in the study, and at most
    130 after 480 turn cards, 105 after 960, mean of three seeds. Trained against each other they stay near 200."""
    buckets = StudyBuckets(20, 3, 100)
    bucketing = parse_bucketing("quantiles(ehs,169/60/60/100)")
    found = []
    for seed in (1, 2, 3):
        engine = CfrBrTraining(bucketing, buckets=buckets, flops=[FLOP], lines=[LINE], seed=seed)
        curve = []
        for done in (480, 960):
            engine.iterate(done - engine.iterations)
            curve.append(sum(flop_exploitability(engine.policy(), FLOP, LINE)) / 2)
        found.append(curve)
    means = np.mean(found, axis=0)
    assert means[0] <= 130.0
    assert means[1] <= 105.0
