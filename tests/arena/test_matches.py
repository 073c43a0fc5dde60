"""Cash and duplicate matches: laws of fair dealing, any number of processes, misbehaving players."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from learning_agents import Learns

from riverboat.arena import run_match
from riverboat.errors import NotationError, RiverboatError
from riverboat.files import read_arrays
from riverboat.games import Action, Agent, Hand, View
from riverboat.games.catalogue import make_game
from riverboat.games.indicators import indicators_of
from riverboat.games.play import AgentError
from riverboat.progress import Progress

ROOT = Path(__file__).resolve().parents[2]


class Crashes(Agent):
    """Fails at its first decision of every hand."""

    def act(self, view: View) -> Action:
        raise ZeroDivisionError("oops")


class Cheats(Agent):
    """Bets a million."""

    def act(self, view: View) -> Action:
        return Action.raise_to(1_000_000)


class Sleeps(Agent):
    """Never answers."""

    def act(self, view: View) -> Action:
        time.sleep(5.0)
        return view.check_or_call()


@pytest.mark.parametrize("agent", ["always_call", "random", "rules", "expected_strength"])
@pytest.mark.parametrize("game", ["kuhn", "leduc", "holdem(betting=limit)"])
def test_identical_players_score_exactly_equal_with_swapped_seats(agent: str, game: str) -> None:
    """The same cards and random numbers for the chair: whatever luck does to one, it does to the other."""
    hands = 40 if agent == "expected_strength" else 200
    result = run_match([agent, agent], game, hands, "duplicate", seed=3)
    assert [player.chips.mean for player in result.players] == [0.0, 0.0]
    assert [player.chips.margin() for player in result.players] == [0.0, 0.0]


@pytest.mark.parametrize(
    ("game", "players", "replays"), [("kuhn", 3, 6), ("holdem", 4, 4), ("holdem", 5, 5), ("holdem", 10, 10)]
)
def test_identical_players_score_exactly_equal_at_larger_tables(game: str, players: int, replays: int) -> None:
    result = run_match(["random"] * players, game, 60, "duplicate", seed=5)
    assert result.hands == 60
    assert result.samples == 60 // replays
    assert [player.chips.mean for player in result.players] == [0.0] * players


def test_players_with_a_memory_are_equal_too() -> None:
    """Every replay has players of its own, so no one remembers the cards of the other chair."""
    result = run_match([Learns, Learns], "holdem(betting=limit)", 100, "duplicate")
    assert result.players[0].chips.mean == 0.0


def test_all_in_every_deal_everybody_gets_everybodys_cards() -> None:
    seen: dict[tuple[int, ...], set[str]] = {}

    def record(hands: list[Hand]) -> None:
        for hand in hands:
            for name, cards in zip(hand.players, hand.down, strict=True):
                seen.setdefault((*cards, *hand.board), set()).add(name)

    run_match(["always_call"] * 3, "holdem", 30, "duplicate", record=record)  # type: ignore[arg-type]
    assert len(seen) == 5 * 3
    assert all(len(names) == 3 for names in seen.values())


def test_duplicate_takes_out_most_of_the_luck() -> None:
    """Always-raise against always-call in limit hold'em is nearly all luck: swapping seats removes it exactly."""
    cash = run_match(["always_raise", "always_call"], "holdem(betting=limit)", 600, "cash")
    duplicate = run_match(["always_raise", "always_call"], "holdem(betting=limit)", 600, "duplicate")
    assert cash.players[0].chips.margin() > 10 * duplicate.players[0].chips.margin()


@pytest.mark.parametrize("mode", ["cash", "duplicate"])
def test_same_seed_same_result_for_any_number_of_processes(mode: str) -> None:
    asked = (["random", "rules", "always_call"], "holdem", 240, mode)
    one = run_match(*asked, seed=11, session=40)  # type: ignore[arg-type]
    two = run_match(*asked, seed=11, session=40, jobs=2)  # type: ignore[arg-type]
    assert one.to_json() == two.to_json()
    assert one == two
    assert run_match(*asked, seed=12, session=40).to_json() != one.to_json()  # type: ignore[arg-type]


def test_recorded_hands_come_in_order_from_any_number_of_processes() -> None:
    def recorded(jobs: int) -> list[Hand]:
        hands: list[Hand] = []
        run_match(["random", "random"], "leduc", 100, "duplicate", session=20, jobs=jobs, record=hands.extend)
        return hands

    hands = recorded(2)
    assert [hand.number for hand in hands] == list(range(1, 101))
    assert hands == recorded(1)


def test_results_are_those_of_the_recorded_hands() -> None:
    hands: list[Hand] = []
    result = run_match(["random", "acpc_example"], "holdem", 90, "cash", session=40, record=hands.extend)
    for player in result.players:
        won = [hand.payoffs[hand.players.index(player.name)] for hand in hands]
        assert player.chips.mean == pytest.approx(sum(won) / 90)
        assert player.mbb.mean == pytest.approx(1000 * sum(won) / 90 / 100)
        assert player.bb_per_100.mean == pytest.approx(100 * sum(won) / 90 / 100)
        assert player.indicators == indicators_of(hands)[player.name]
        assert result.curves[player.name][-1] == (90, pytest.approx(sum(won)))  # type: ignore[comparison-overlap]
    assert result.crosstable["random", "acpc_example"].mean == pytest.approx(result["random"].chips.mean)


def test_more_players_than_seats_play_in_every_line_up() -> None:
    result = run_match(["always_call", "always_fold", "always_raise"], "kuhn(players=2)", 100, "duplicate")
    assert result.hands == 300
    assert [player.hands for player in result.players] == [200, 200, 200]
    # Against a folder one wins the ante when he checks first and never loses more: from theory, always-raise takes
    # one chip a hand from always-fold.
    assert result.crosstable["always_raise", "always_fold"].mean == 1.0
    assert "won from" in result.table()


def test_the_button_goes_round() -> None:
    hands: list[Hand] = []
    run_match(["always_call"] * 4, "holdem", 8, "cash", record=hands.extend)
    buttons = [hand.players[-1] for hand in hands]
    assert len(set(buttons[:4])) == 4
    assert buttons[:4] == buttons[4:]


@pytest.mark.parametrize(("agent", "kind"), [(Crashes, "error"), (Cheats, "illegal")])
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_misbehaving_player_never_stops_a_match_and_is_counted(agent: type[Agent], kind: str, jobs: int) -> None:
    result = run_match([agent, "always_call"], "holdem", 60, "cash", session=30, jobs=jobs)
    assert result.complete
    assert result.hands == 60
    assert result.players[0].faults[kind] >= 60
    assert "hand 1" in result.players[0].messages[0]
    assert result.players[1].faults == {}
    assert result.players[0].chips.mean < 0


def test_a_player_that_hangs_is_late() -> None:
    result = run_match([Sleeps, "always_call"], "kuhn", 2, "cash", clock=0.02)
    assert result.players[0].faults["late"] >= 1


def test_strict_stops_instead() -> None:
    with pytest.raises(AgentError, match="oops"):
        run_match([Crashes, "always_call"], "holdem", 60, strict=True)


@pytest.mark.parametrize("mode", ["cash", "duplicate"])
def test_resumed_equals_uninterrupted(tmp_path: Path, mode: str) -> None:
    asked = (["random", "rules"], "holdem", 200, mode)
    whole = run_match(*asked, session=20)  # type: ignore[arg-type]
    path = tmp_path / "match.json"

    def stop_half_way(progress: Progress[Any]) -> None:
        if progress.done >= 100:
            raise KeyboardInterrupt

    part = run_match(*asked, session=20, on_progress=stop_half_way, resume=path)  # type: ignore[arg-type]
    assert not part.complete
    assert part.hands == 100
    rest: list[int] = []
    resumed = run_match(*asked, session=20, resume=path, on_progress=lambda p: rest.append(p.done), jobs=2)  # type: ignore[arg-type]
    assert rest == [120, 140, 160, 180, 200]
    assert resumed.to_json() == whole.to_json()
    # And once more: nothing is left to play.
    assert run_match(*asked, session=20, resume=path).to_json() == whole.to_json()  # type: ignore[arg-type]


def stopped_after(path: Path) -> int:
    """How many sessions a checkpoint has."""
    _, arrays = read_arrays(path, "checkpoint")
    return int(json.loads(arrays["state"].tobytes())["done"])


def press_ctrl_c(*_: object) -> None:
    os.kill(os.getpid(), signal.SIGINT)


@pytest.mark.parametrize("moment", ["on_progress", "record"])
def test_ctrl_c_keeps_what_is_done(tmp_path: Path, moment: str) -> None:
    """Between two pieces it stops at once; while a piece is being counted, after that."""
    if threading.current_thread() is not threading.main_thread():
        pytest.skip("only the main thread hears Ctrl-C")
    path = tmp_path / "match.json"
    before = signal.getsignal(signal.SIGINT)
    asked = {moment: press_ctrl_c}
    part = run_match(["random", "random"], "leduc", 100, session=20, resume=path, **asked)  # type: ignore[arg-type]
    assert not part.complete
    assert part.hands == 20
    assert stopped_after(path) == 1
    assert signal.getsignal(signal.SIGINT) is before


def test_another_match_is_not_resumed(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    run_match(["random", "random"], "kuhn", 20, seed=1, resume=path)
    with pytest.raises(RiverboatError, match="its seed is 1, not 2"):
        run_match(["random", "random"], "kuhn", 20, seed=2, resume=path)
    path.write_text("{")
    with pytest.raises(RiverboatError, match="this is not a riverboat file"):
        run_match(["random", "random"], "kuhn", 20, resume=path)


def test_a_match_that_an_older_version_stopped_is_named(tmp_path: Path) -> None:
    """Until then a match was kept as JSON, with the format as its first key."""
    path = tmp_path / "match.json"
    path.write_text('{"format": "riverboat match 2", "asked": {}, "done": 1, "state": {}}')
    with pytest.raises(RiverboatError, match=r"match.json.*stopped by an older version.*name another") as caught:
        run_match(["random", "random"], "kuhn", 20, resume=path)
    assert "\n" not in str(caught.value)


def test_the_seconds_of_a_resumed_match_go_on(tmp_path: Path) -> None:
    class Slow(Agent):
        def act(self, view: View) -> Action:
            time.sleep(0.002)
            return view.check_or_call()

    asked: dict[str, Any] = {"game": "kuhn", "hands": 40, "session": 20, "resume": tmp_path / "match"}
    first: list[Progress[Any]] = []

    def stop(state: Progress[Any]) -> None:
        first.append(state)
        raise KeyboardInterrupt

    run_match([Slow, "always_call"], **asked, on_progress=stop)
    second: list[Progress[Any]] = []
    run_match([Slow, "always_call"], **asked, on_progress=second.append)
    assert [state.done for state in first + second] == [20, 40]
    assert second[0].seconds > first[0].seconds + 0.02
    assert second[0].rate == pytest.approx(20 / (second[0].seconds - first[0].seconds), rel=0.5)


def test_slow_players_report_within_a_session() -> None:
    """Forty hands of one session, 30 ms each: there is news before the end, and nobody's winnings until then."""

    class Slow(Agent):
        def act(self, view: View) -> Action:
            time.sleep(0.03)
            return view.check_or_call()

    reports: list[Progress[Any]] = []
    result = run_match([Slow, "always_call"], "kuhn", 40, on_progress=reports.append, live=True)
    assert [report.done for report in reports] == sorted(report.done for report in reports)
    assert 0 < reports[0].done < 40
    assert reports[0].detail == ()
    assert reports[-1].done == 40
    assert dict(reports[-1].detail or ())["Slow"] == result.players[0].chips
    assert result == run_match([Slow, "always_call"], "kuhn", 40)


def test_progress_says_rate_and_interval() -> None:
    reports: list[Progress[Any]] = []
    run_match(["random", "always_call"], "leduc", 100, session=50, on_progress=reports.append)
    assert [report.done for report in reports] == [50, 100]
    assert reports[-1].total == 100
    assert reports[-1].rate > 0
    assert [name for name, _ in reports[-1].detail or ()] == ["random", "always_call"]
    assert reports[-1].detail
    assert reports[-1].detail[0][1].margin() > 0


def test_names_of_equal_players_differ() -> None:
    result = run_match(["always_call", "always_call", Learns, Learns], "holdem", 4)
    assert [player.name for player in result.players] == ["always_call", "always_call#2", "Learns", "Learns#2"]


def test_the_example_player_beats_always_call() -> None:
    result = run_match([str(ROOT / "examples" / "my_agent.py"), "always_call"], "holdem", 1000, "duplicate")
    assert result.players[0].name == "MyAgent"
    assert result.players[0].mbb.interval().low > 0


@pytest.mark.parametrize(
    ("game", "published", "margin"), [("kuhn", 0.244, 0.006), ("leduc(bets=1/1,raises=1)", 0.230, 0.008)]
)
def test_expected_strength_beats_random_by_the_known_amount(game: str, published: float, margin: float) -> None:
    """An independent small engine gave +0.244 (Kuhn) and +0.230 (Leduc, one bet of 1 a round) chips per hand."""
    result = run_match(["expected_strength", "random"], game, 12_000, "duplicate", seed=2)
    won = result.players[0].chips
    assert abs(won.mean - published) < margin + won.margin(0.999)


def test_rules_as_data() -> None:
    rules = make_game("holdem", betting="limit", players=2)
    result = run_match(["always_call", "always_fold"], rules, 10)
    assert result.game == rules.identity


@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"agents": ["random"]}, "two agents or more: 1 given"),
        ({"agents": ["random", "nobody"]}, "not known"),
        ({"game": "holdem(players=6)"}, "needs 6 agents: 2 given"),
        ({"game": "bridge"}, "bridge"),
        ({"hands": 0}, "expected 1 or more"),
        ({"mode": "battle"}, "cash, duplicate"),
        ({"jobs": 0}, "0 jobs"),
        ({"seating": "circle", "mode": "duplicate"}, "seating"),
        ({"settings": 7}, "expected none"),
    ],
)
def test_what_is_wrong_with_a_request(asked: dict[str, object], says: str) -> None:
    with pytest.raises((RiverboatError, NotationError), match=says):
        run_match(**({"agents": ["random", "random"], "game": "kuhn", "hands": 10} | asked))  # type: ignore[arg-type]
