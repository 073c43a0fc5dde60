"""Exploitability in full limit hold'em: published and closed-form values, samples of flops, runs that are resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.agents.limit_tables import blind_strategy
from riverboat.assess.limit import exact
from riverboat.assess.limit.exact import FlopSample, LimitExploitability, all_flops, exploit_exactly
from riverboat.assess.limit.players import limit_strategy
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.executor import Executor, Task, run_tasks
from riverboat.executor import tasks as executor_tasks
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.state import State
from riverboat.progress import Progress
from riverboat.solve.limit.lines import locate
from riverboat.solve.limit.tabulation import every_decision

GAME = "holdem(betting=limit)"
ALWAYS_CALL = 1163.4758
"""mbb/hand, in closed form: 2 E[d0+] + 2 E[df+] + 4 E[dt+] + 4 E[dr+] small blinds, d = 2 E[HS] - 1."""


def test_there_are_6378_decisions() -> None:
    assert len({locate(betting)[:4] for betting in every_decision()}) == 6378


def test_flops_are_drawn_as_they_are_dealt() -> None:
    """18,304 of 22,100 flops have no pair: strata get their share, and weights sum to 1."""
    sample = FlopSample.draw(2000, seed=3)
    assert sample.shares == pytest.approx([18304 / 22100, 3796 / 22100])
    assert sample.weights.sum() == pytest.approx(1.0)
    assert all(flop.is_paired == bool(stratum) for flop, stratum in zip(sample.flops, sample.strata, strict=True))
    suits = np.array([len({card & 3 for card in flop.cards}) for flop in sample.flops])
    dealt = 4 * 286 / 22100  # one suit
    assert abs((suits == 1).mean() - dealt) < 5 * np.sqrt(dealt / 2000)
    assert sum(flop.weight for flop in all_flops()) == 22100


@pytest.mark.parametrize("text", ["always_raise", "random", "blind(0,0.5,0.5)"])
def test_a_table_plays_as_the_player(text: str) -> None:
    """Tabulated players have the probabilities of the player itself at random decisions."""
    strategy = limit_strategy(text)
    odds = {"always_raise": (0, 0, 1), "random": (1 / 3, 1 / 3, 1 / 3), "blind(0,0.5,0.5)": (0, 0.5, 0.5)}[text]
    start = State(parse_game(GAME), tuple(range(52)))
    found = strategy.range_probabilities(start.betting, ())
    assert found.probabilities[0] == pytest.approx(odds)
    assert found.actions == (Action.fold(), Action.check_or_call(), Action.raise_to(20))
    free = start.child(Action.check_or_call())
    allowed = np.array([odds[1], odds[2]]) / (odds[1] + odds[2])
    assert strategy.range_probabilities(free.betting, ()).probabilities[0] == pytest.approx(allowed)


@cache
def made_up_values() -> np.ndarray:
    """Values by flop that differ from flop to flop, and more on paired ones; no best response is computed."""
    rng = np.random.default_rng(1)
    everything = all_flops()
    found = rng.normal(0.0, 100.0, (len(everything), 2, 169, 7)) + rng.normal(300.0, 200.0, (len(everything), 1, 1, 1))
    return found + 400.0 * np.array([flop.is_paired for flop in everything])[:, None, None, None]


def made_up(flops: int, seed: int) -> LimitExploitability:
    whole = LimitExploitability("made up", all_flops(), made_up_values(), (np.full((1326, 7), 0.25, np.float32),) * 2)
    return whole.sampled(flops, seed) if flops else whole


def test_intervals_of_samples_cover_the_whole() -> None:
    """40 samples of 40 flops: the 95 % interval holds the truth, in-sample choice is above cross-fitted on average."""
    truth = made_up(0, 0).mbb
    samples = [made_up(40, seed) for seed in range(40)]
    covered = sum(sample.interval.low <= truth <= sample.interval.high for sample in samples)
    assert covered >= 34  # 95 % of 40 are 38; fewer than 34 come once in a hundred
    inside, crossed = (np.mean([getattr(sample, name) for sample in samples]) for name in ("mbb", "cross_fitted"))
    assert crossed < inside
    assert all(sample.standard_error > 0 for sample in samples)
    whole = made_up(0, 0)
    weights = np.array([flop.weight for flop in whole.flops]) / 22100
    assert whole.by_flop @ weights == pytest.approx(whole.mbb)


@pytest.mark.slow
def test_the_coverage_of_a_whole_run_is_counted() -> None:
    """At least 93 % of 1,000 intervals of 100 flops hold the exact value."""
    whole = made_up(0, 0)
    assert 0.93 <= whole.coverage < 1.0
    with pytest.raises(RiverboatError, match="a sample of a sample"):
        made_up(8, 1).sampled(8, 1)


def test_a_run_is_resumed_and_does_only_what_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stopped in the second half of its flops, a run ends like one that was not stopped."""
    asked: list[tuple[int, ...]] = []

    def fake(piece: exact._Piece) -> np.ndarray:
        asked.append(piece.flop)
        if len(asked) == 6:
            raise KeyboardInterrupt
        return np.full((2, 169, 7), sum(piece.flop), np.float32)

    monkeypatch.setattr(exact, "_flop_values", fake)
    path = tmp_path / "run.checkpoint"
    with pytest.raises(KeyboardInterrupt):
        exploit_exactly("always_call", flops=8, checkpoint=path)
    resumed = exploit_exactly("always_call", flops=8, checkpoint=path)
    flops = {flop.cards for flop in resumed.flops}
    assert len(asked) == len(flops) + 1  # only the one that was interrupted came twice
    assert resumed.values[:, 0, 0, 0].tolist() == [sum(flop.cards) for flop in resumed.flops]
    with pytest.raises(RiverboatError, match="its player is always_call, not always_raise"):
        exploit_exactly("always_raise", flops=8, checkpoint=path)


def _random_values(flop: tuple[int, ...]) -> np.ndarray:
    return np.random.default_rng(flop).standard_normal((2, 169, 7), np.float32)


@pytest.mark.parametrize("is_real", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_interruptions_leave_no_trace(is_real: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Always-Call, stopped twice and resumed: every byte of the answer is that of one run."""
    if not is_real:
        monkeypatch.setattr(exact, "_flop_values", lambda piece: _random_values(piece.flop))

    def stop_at(flops: int) -> Callable[[Progress[Any]], None]:
        def on_progress(now: Progress[Any]) -> None:
            if now.done == flops:
                raise KeyboardInterrupt

        return on_progress

    path = tmp_path / "named folder" / "run"
    path.parent.mkdir()
    for flops in (1, 2):
        with pytest.raises(KeyboardInterrupt):
            exploit_exactly("always_call", flops=8, checkpoint=path, on_progress=stop_at(flops))
    states: list[Progress[Any]] = []
    resumed = exploit_exactly("always_call", flops=8, checkpoint=path, on_progress=states.append)
    assert states[0].done == 2
    assert states[1].remaining
    whole = exploit_exactly("always_call", flops=8)
    assert resumed.values.tobytes() == whole.values.tobytes()
    assert json.dumps(resumed.to_json()) == json.dumps(whole.to_json())


def test_remaining_time_counts_boards_and_not_flops(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three tasks of 30, 20 and 10 boards, a second for ten boards: 3 of 6 seconds are left after the first."""
    clock = [0.0]
    states: list[Progress[Any]] = []

    class InTurn:
        def in_order(self, work: Callable[[int], object], pieces: Iterable[int]) -> Iterator[object]:
            for piece in pieces:
                clock[0] += piece / 10
                yield work(piece)

    monkeypatch.setattr(executor_tasks, "perf_counter", lambda: clock[0])
    tasks = [Task(str(boards), boards, boards) for boards in (30, 20, 10)]
    run_tasks(cast(Executor, InTurn()), lambda piece: piece, tasks, on_progress=states.append)
    assert [state.remaining for state in states] == [None, pytest.approx(3.0), pytest.approx(1.0), 0.0]


def test_a_run_is_not_resumed_with_another_blueprint_of_the_same_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`riverboat` plays the blueprint that was trained last: a run of days must not mix two."""
    monkeypatch.setattr(exact, "_flop_values", lambda piece: np.zeros((2, 169, 7), np.float32))
    path, first, second = tmp_path / "run", blind_strategy(0.0, 1.0, 0.0), blind_strategy(0.0, 0.5, 0.5)
    monkeypatch.setattr(exact, "limit_strategy", lambda player, on_progress: first)
    for _ in range(2):
        exploit_exactly("riverboat", flops=8, checkpoint=path)
    monkeypatch.setattr(exact, "limit_strategy", lambda player, on_progress: second)
    with pytest.raises(RiverboatError, match=f"its strategy is {first.checksum}, not {second.checksum}"):
        exploit_exactly("riverboat", flops=8, checkpoint=path)


def test_the_command_says_what_was_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If no flop is worth anything, a best response to Always-Call gets nothing, but never folds for less."""
    monkeypatch.setattr(exact, "_flop_values", lambda piece: np.zeros((2, 169, 7), np.float32))
    command = ["exploit", GAME, "always_call", "--exact", "--flops", "8"]
    printed = CliRunner().invoke(app, command).output.splitlines()
    assert printed[0] == "holdem(betting=limit,players=2): always_call, a sample of 8 of 1,755 flops"
    assert "exploitability 0.00 mbb/hand" in printed
    assert "95 % interval 0.00 to 0.00 mbb/hand, seed 1" in printed
    (found,) = json.loads(CliRunner().invoke(app, [*command, "--json"]).output)["items"]
    assert found["mbb"] == 0.0
    assert found["is_exact"] is False
    assert found["seats"]["small_blind"]["preflop"]["first"] == {"fold": 0.0, "call": 1.0, "raise": 0.0}


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([GAME, "always_call", "--flops", "10"], "belong to --exact"),
        ([GAME, "always_call", "--exact", "--abstraction", "psopti(6)"], "does not go with --exact"),
        (["kuhn", "always_call", "--exact"], "does not play kuhn"),
        ([GAME, "vexbot", "--exact", "--flops", "8"], "cannot be written down as a table"),
        ([GAME, "gs1", "--exact", "--flops", "8"], "or gs1(blueprint=four_rounds)"),
        ([GAME, "missing.strategy", "--exact"], "No such file"),
        ([GAME, "blind(0,-1,2)", "--exact", "--flops", "8"], "three numbers of 0 or more"),
        ([GAME, "blind(nan,1,0)", "--exact", "--flops", "8"], "three numbers of 0 or more"),
        ([GAME, "blind(1,2)", "--exact", "--flops", "8"], "expected three numbers, like blind(0,0.5,0.5)"),
        ([GAME, "blind(1,0,0)", "--exact", "--flops", "8"], "expected a call or a raise now and then"),
        ([GAME, "always_call", "--lbr", "--exact"], "--exact does not go with --lbr"),
        ([GAME, "always_call", "--lbr", "--from", "attic"], "expected one of preflop, flop, turn, river"),
        ([GAME, "always_call", "--lbr", "--bets", "much"], "expected percentages of the pot"),
        (["kuhn", "always_call", "--lbr"], "is for heads-up hold'em"),
        ([GAME, "riverboat(resolve=river)", "--lbr", "--from", "flop"], "expected --from river"),
        (["holdem(stacks=2000)", "loki", "--lbr"], "knows only limit hold'em"),
    ],
)
def test_bad_input_is_one_line(arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(app, ["exploit", *arguments])
    assert result.exit_code != 0
    assert isinstance(result.exception, RiverboatError)
    assert message in str(result.exception)
    assert "\n" not in str(result.exception)


@pytest.mark.slow
def test_always_call_in_full_has_its_closed_form() -> None:
    """All 1,755 flops, ten minutes of one core: one part in a million, and samples of 100 flops hold it."""
    found = exploit_exactly("always_call")
    assert found.mbb == pytest.approx(ALWAYS_CALL, abs=1e-3)
    assert found.coverage >= 0.93


@pytest.mark.slow
@pytest.mark.parametrize(("player", "value"), [("always_call", ALWAYS_CALL), ("always_raise", 3697.69)])
def test_samples_hold_the_published_values(player: str, value: float) -> None:
    """Johanson, Waugh, Bowling and Zinkevich (2011), Table 1: Always-Call 1163.48, Always-Raise 3697.69 mbb/hand."""
    found = exploit_exactly(player, flops=30, seed=2)
    assert found.interval.low <= value <= found.interval.high
    assert found.standard_error < 0.03 * value


@pytest.mark.slow
def test_fifty_fifty_on_a_few_flops() -> None:
    """50 % calls, 50 % raises: 2406.55 mbb/hand is published for the whole game."""
    found = exploit_exactly("blind(0,0.5,0.5)", flops=8, seed=1)
    assert found.interval.low <= 2406.55 <= found.interval.high
