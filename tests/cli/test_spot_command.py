"""`riverboat spot`, as people and programs use it."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from commands import Run

POLAR = ("spot", "--board", "2c2d7h7s3c", "--oop", "AA,QQ", "--ip", "KK", "--pot", "100", "--stack", "100")
BETS = ("--bets", "oop: 100%")
TURN = ("spot", "--board", "Td9d6hQc", "--oop", "AA,KK", "--ip", "QQ,AK", "--pot", "200", "--stack", "400")
TOML = """
board = "2c2d7h7s3c"
oop = "AA,QQ"
ip = "KK"
pot = 100
stack = 100
bets = "oop: 100%"
"""


def test_a_polar_bet_as_text(run: Run) -> None:
    """Kings are indifferent to a pot-sized bet: EV 75 of 100 for aces and queens."""
    done = run(*POLAR, *BETS, "--target", "0.02")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0].startswith("2c2d7h7s3c: 3 decision nodes, 12 x 6 hands")
    assert "float32: the target is reached" in lines[1]
    assert lines[2].startswith("exploitability 0.0")
    assert lines[2].endswith("% of the pot")
    assert "OOP to act, pot 100" in done.out
    rows = {line.split()[0]: line.split() for line in reversed(lines) if line.strip()}
    assert float(rows["OOP"][1]) == 12
    assert float(rows["OOP"][2]) == pytest.approx(75, abs=0.5)
    assert float(rows["IP"][2]) == pytest.approx(25, abs=0.5)
    assert float(rows["QQ"][2]) == pytest.approx(0, abs=1)


def test_a_polar_bet_as_json(run: Run) -> None:
    found = run(*POLAR, *BETS, "--target", "0.02", "--node", "b100", "--json").item
    assert found["node"]["to_act"] == "ip"
    assert found["node"]["ip"]["frequencies"] == pytest.approx({"f": 0.5, "c": 0.5}, abs=0.05)
    assert found["exploitability_percent_of_pot"] <= 0.02
    assert found["exploitability"] == pytest.approx(found["exploitability_percent_of_pot"])  # the pot is 100
    assert found["stopped"] == "target"
    assert found["spot"]["bets"] == "oop: 100%"
    assert found["history"][0]["iterations"] == 10


def test_a_file_and_what_options_say_instead(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "polar.toml"
    path.write_text(TOML)
    as_is = run("spot", str(path), "--target", "0.1", "--json").item
    assert as_is["spot"]["pot"] == 100
    assert as_is["node"]["oop"]["ev"] == pytest.approx(75, abs=0.5)
    changed = run("spot", str(path), "--pot", "300", "--bets", "none", "--iterations", "1", "--json").item
    assert changed["spot"]["pot"] == 300
    assert changed["node"]["oop"]["ev"] == pytest.approx(150, abs=1e-3)  # half of the hands win


def test_the_size_before_anything_is_built(run: Run) -> None:
    text = run(*TURN, "--bets", "50%,a", "--raises", "a", "--estimate")
    assert text.code == 0
    assert len(text.out.splitlines()) == 1
    found = run(*TURN, "--bets", "50%,a", "--raises", "a", "--estimate", "--json").item
    assert f"{found['decision_nodes']:,} decision nodes" in text.out
    assert found["boards"]["turn"] == 1
    assert found["memory"]["float32"] == 2 * found["memory"]["16-bit"]


def test_cards_to_come(run: Run) -> None:
    done = run(*TURN, "--bets", "50%", "--iterations", "20", "--node", "x/x")
    assert "a card is dealt, then OOP acts" in done.out
    assert sum(line.startswith(("As ", "2c ")) for line in done.out.splitlines()) == 2
    assert len(run(*TURN, "--bets", "50%", "--iterations", "20", "--node", "x/x", "--json").item["cards"]) == 48


def test_whose_hands_and_which(run: Run) -> None:
    ours = run(*POLAR, *BETS, "--iterations", "20", "--hands", "ip").out
    assert "\nKK " in ours
    assert "\nQQ " not in ours
    every = run(*POLAR, *BETS, "--iterations", "20", "--combos").out
    assert sum(line.startswith("A") for line in every.splitlines()) == 6
    assert "EV b100" in every


def test_fixed_limits_rake_and_a_short_deck(run: Run) -> None:
    limit = run(
        *("spot", "--board", "Td9d6hQc2s", "--oop", "AA,JJ", "--ip", "KK,QQ", "--pot", "60", "--limit", "10/20/20"),
        *("--iterations", "50", "--json"),
    ).item
    assert limit["node"]["actions"] == ["x", "b20"]
    raked = run(*POLAR, "--bets", "none", "--rake", "5%", "--rake-cap", "3", "--iterations", "1", "--json").item
    assert raked["node"]["oop"]["ev"] + raked["node"]["ip"]["ev"] == pytest.approx(97, abs=1e-3)
    short = (*TURN, "--bets", "none", "--deck", "short", "--iterations", "1", "--json")
    assert len(run(*short).item["cards"]) == 32


def test_other_fields(run: Run) -> None:
    found = run(
        *(*POLAR[:-1], "300,250", "--bets", "50%", "--raises", "a", "--donk", "river: 50%", "--max-raises", "1"),
        *("--least-bet", "2", "--add-all-in", "10", "--force-all-in", "5", "--merge", "1", "--add", "b70"),
        *("--add", "x/b80", "--remove", "x/b50", "--iterations", "1", "--precision", "16-bit", "--threads", "1"),
        "--json",
    ).item
    assert found["spot"]["stack"] == [300, 250]
    assert found["node"]["stacks"] == {"oop": 250, "ip": 250}
    assert found["node"]["actions"] == ["x", "b50", "b70"]
    assert (found["precision"], found["threads"]) == ("16-bit", 1)


def test_a_saved_solution_is_read_and_gone_on_with(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "turn.solution")
    first = run(*TURN, "--bets", "50%", "--iterations", "20", "--out", path, "--json").item
    again = run("spot", path, "--json").item
    assert again["node"] == first["node"]
    assert again["iterations"] == 20
    assert "IP to act" in run("spot", path, "--node", "b100").out
    further = run("spot", path, "--iterations", "30", "--out", path, "--json").item
    assert further["iterations"] == 30
    straight = run(*TURN, "--bets", "50%", "--iterations", "30", "--json").item
    assert further["node"] == straight["node"]
    refused = run("spot", path, "--board", "AhKhQh")
    assert (refused.code, len(refused.err.splitlines())) == (2, 1)
    assert "--board" in refused.err


def test_a_run_is_resumed_by_the_same_command(run: Run, tmp_path: Path) -> None:
    keep = ("--resume", str(tmp_path / "run.solution"))
    assert run(*TURN, "--bets", "50%", "--iterations", "20", *keep).code == 0
    on = run(*TURN, "--bets", "50%", "--iterations", "30", *keep, "--json")
    assert "resumed after 20 iterations" in on.err
    assert on.item["node"] == run(*TURN, "--bets", "50%", "--iterations", "30", "--json").item["node"]


def test_ctrl_c_prints_and_saves_what_there_is(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "river.solution"
    before = signal.getsignal(signal.SIGINT)

    def interrupt() -> None:
        until = time.monotonic() + 60
        while signal.getsignal(signal.SIGINT) is before and time.monotonic() < until:
            time.sleep(0.01)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    waiting = threading.Thread(target=interrupt, daemon=True)
    waiting.start()
    river = ("spot", "--board", "Ks7h4c2d9s", "--oop", "random", "--ip", "random", "--pot", "100", "--stack", "950")
    done = run(*river, "--bets", "50%,a", "--raises", "a", "--seconds", "120", "--out", str(path), "--json")
    waiting.join()
    assert done.code == 130
    assert "interrupted after" in done.err
    assert done.item["stopped"] == "interrupted"
    assert done.item["seconds"] < 100
    assert done.item["iterations"] > 0
    assert run("spot", str(path), "--json").item["iterations"] == done.item["iterations"]


def test_ctrl_c_is_said_also_where_the_best_response_is_wanted(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is shown then is a new solution, which nobody has interrupted."""
    from riverboat.solve.spot import solution

    whole = solution.Solution.run

    def interrupted(self: Any, **options: Any) -> Any:
        return whole(self, **options | {"on_progress": lambda now: signal.raise_signal(signal.SIGINT)})

    monkeypatch.setattr(solution.Solution, "run", interrupted)
    done = run(*TURN, "--bets", "50%", "--target", "1e-9", "--exploit", "oop")
    assert done.code == 130
    assert "interrupted after" in done.err


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("spot",), "name a file such as spot.toml"),
        (("spot", "--board", "Td9d6h"), "--oop, --ip, --pot, --stack, --bets"),
        (("spot", "nowhere.toml"), "nowhere.toml"),
        (("spot", "nowhere.solution"), "nowhere.solution"),
        ((*POLAR, *BETS, "--node", "b70"), "b70"),
        ((*POLAR, *BETS, "--hands", "sb"), "expected oop or ip"),
        ((*POLAR, *BETS, "--out", "x.bin"), ".solution"),
        ((*POLAR, *BETS, "--target", "0"), 'target "0%"'),
        ((*POLAR, *BETS, "--precision", "float16"), "float16"),
        ((*POLAR[:-1], "many", *BETS), "many"),
        ((*POLAR[:-1], "1,2,3", *BETS), "1,2,3"),
        ((*POLAR, *BETS, "--limit", "10/20/20"), "--limit and --bets"),
        ((*POLAR, "--bets", "50q"), "50q"),
        ((*POLAR, *BETS, "--rake", "2"), "rake"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], said: str) -> None:
    done = run(*arguments)
    assert done.code == 2
    assert len(done.err.splitlines()) == 1
    assert said in done.err
    assert "Traceback" not in done.err


def test_an_unknown_key_names_the_closest(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "typo.toml"
    path.write_text(TOML + 'raise = "a"\n')
    done = run("spot", str(path))
    assert done.code == 2
    assert '"raise"' in done.err
    assert '"raises"' in done.err


def test_json_has_no_numbers_that_are_none(run: Run) -> None:
    text = run(*TURN, "--bets", "50%,a", "--raises", "a", "--iterations", "30", "--node", "b100", "--json").out
    json.loads(text, parse_constant=lambda name: pytest.fail(f"{name} is not JSON"))
