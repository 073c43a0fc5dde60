"""The command line as people meet it: answers, JSON, and one line for every mistake."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from commands import Run


def test_ace_king_against_queens(run: Run) -> None:
    """The classic coin flip, exact: 46.2145 %."""
    answer = run("equity", "AhKh", "QsQd", "--json").item
    assert answer["exact"] is True
    assert answer["deals"] == 1_712_304
    assert answer["players"][0]["equity"] == pytest.approx(0.462145, abs=5e-7)


def test_equity_table_names_players_and_units(run: Run) -> None:
    out = run("equity", "AhKh", "QsQd").out
    assert "46.2145" in out
    assert "equity %" in out
    assert "1,712,304 deals" in out


def test_sampled_equity_prints_seed_and_error(run: Run) -> None:
    answer = run("equity", "AhKh", "QsQd", "--samples", "20000", "--seed", "7", "--json").item
    first = answer["players"][0]
    assert answer["seed"] == 7
    assert answer["deals"] == 20_000
    assert abs(first["equity"] - 0.462145) < 4 * first["standard_error"]


def test_odds_of_billings_example(run: Run) -> None:
    """AdQc on 3h4cJh (Billings 2006, section 2.5)."""
    answer = run("odds", "AdQc", "--board", "3h4cJh9s2d", "--json").item
    assert 0.0 < answer["hs"] < 1.0
    assert answer["ppot"] == 0.0
    answer = run("odds", "AdQc", "--board", "3h4cJh", "--range", "random", "--json").item
    assert (answer["ahead"], answer["tied"], answer["behind"]) == (628, 9, 444)
    assert answer["ppot"] == pytest.approx(0.20832, abs=5e-6)
    assert answer["npot"] == pytest.approx(0.27369, abs=5e-6)
    assert answer["ehs"] == pytest.approx(0.67154, abs=5e-6)


@pytest.mark.parametrize(
    ("arguments", "offender"),
    [
        (("equity", "AhKx9", "QsQd"), "AhKx9"),
        (("equity", "AhKh", "AhQd"), "Ah"),
        (("equity", "AhKh", "QsQd", "--board", "2c"), "2c"),
        (("equity", "AhKh", "QsQd", "--board", "2c2c3d"), "2c"),
        (("equity", "AhKh"), "1 player:"),
        (("equity", *["random"] * 11), "11 players"),
        (("equity", "AK:1.5", "QsQd"), "1.5"),
        (("equity", "AK-", "QsQd"), "AK-"),
        (("equity", "", "QsQd"), '""'),
        (("equity", "AA", "random", "--board", "AsAhAd"), "AA"),
        (("equity", "AhKh", "QsQd", "--game", "canasta"), "canasta"),
        (("odds", "AhKh", "--board", "2c3d"), "2c3d"),
        (("odds", "AhKhQh", "--board", "2c3d4d"), "AhKhQh"),
        (("bench", "nonsense"), "nonsense"),
        (("heatmap", "xs"), "xs"),
        (("heatmap", "hs", "--flops", "3"), "--flops 3"),
        (("odds", "AhKh", "--range", "garbage"), "garbage"),
        (("odds", "AhKh", "--board", "2c3d4h", "--range", ""), '""'),
        (("equity", "AhKh", "QsQd", "--samples", "0"), "0 is not in the range"),
        (("equity", "AhKh", "QsQd", "--samples", "1"), "1 is not in the range"),  # one says nothing of its error
        (("solve", "kuhn", "--target", "nan"), "nan"),
        (("solve", "kuhn", "--method", "dcfr(alpha=nan)"), "nan"),
        (("solve", "kuhn", "--method", "lp", "--iterations", "5"), "--iterations"),
        (("match", "always_call", "random", "--clock", "nan"), "--clock nan"),
        (("match", "always_call", "poki"), "limit hold'em"),  # the default game has no limit
        (("match", "poki", "random", "--mode", "tournament"), "limit hold'em"),
        (("match", "poki", "random", "--mode", "ring"), "limit hold'em"),
        (("match", "lucifer", "random", "--game", "kuhn"), "kuhn(players=3)"),
        (("match", "kuhn_map", "random", "--game", "leduc"), "kuhn with 2 players"),
        (("odds", "AhKh", "--opponents", "23"), "24 players"),
        (("frobnicate",), "frobnicate"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else None,
)
def test_bad_input_is_one_line_and_exit_code_2(run: Run, arguments: tuple[str, ...], offender: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.out == ""
    (message,) = outcome.err.splitlines()
    assert offender in message
    assert "Traceback" not in outcome.err


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "always_call", "random", "--html"),
        ("solve", "kuhn", "--html"),
        ("solve", "kuhn", "--checkpoint"),
        ("review", "hands.phhs", "--html"),
        ("bench", "ranking", "--html"),
        ("lab", "run", "southey-figure-2", "--html"),
        ("kuhn", "square", "--svg"),
        ("heatmap", "hs", "--svg"),
    ],
    ids=lambda arguments: " ".join(arguments),
)
def test_where_nothing_can_be_written_is_said_before_the_work(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    for place, why in (("missing/file", "there is no folder missing"), (".", "this is a folder")):
        outcome = run(*arguments, place)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err == f'riverboat: file "{place}": {why}\n'
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_is_one_line_and_exit_code_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*arguments: object, **options: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("riverboat.bench.run", interrupted)
    assert run("bench", "ranking") == (130, "", "riverboat: interrupted\n")


@pytest.mark.parametrize(
    ("error", "said"), [(OverflowError("2^70"), "too large"), (MemoryError(), "not enough memory")]
)
def test_numbers_that_are_too_large_are_one_line(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, said: str
) -> None:
    def fails(*arguments: object, **options: object) -> None:
        raise error

    monkeypatch.setattr("riverboat.bench.run", fails)
    outcome = run("bench", "ranking")
    assert outcome.code == 2
    (message,) = outcome.err.splitlines()
    assert said in message


def test_riverboat_errors_print_exactly_one_line(run: Run) -> None:
    assert len(run("equity", "AhKh", "AhQd").err.strip().splitlines()) == 1


def test_heatmap_writes_a_page_that_stands_alone(run: Run, tmp_path: Path) -> None:
    page, picture = tmp_path / "hs.html", tmp_path / "hs.svg"
    outcome = run("heatmap", "hs", "--html", str(page), "--svg", str(picture))
    assert outcome.code == 0
    text = page.read_text()
    assert text.count("<svg") == 4  # one to four opponents
    assert all(name in text for name in (">AA<", ">72o<", ">54s<"))
    assert "src=" not in text
    assert "href=" not in text
    assert picture.read_text().startswith("<svg")


def test_heatmap_into_a_missing_place_says_so(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    outcome = run("heatmap", "hs", "--html", str(tmp_path / "file" / "hs.html"))
    assert outcome.code == 2
    assert "hs.html" in outcome.err


def test_sampled_heat_map_numbers(run: Run) -> None:
    numbers = {each["title"]: each["values"] for each in run("heatmap", "ehs", "--flops", "3", "--json").items}
    effective, gain = numbers["EHS against one opponent"], numbers["EHS - HS"]
    assert effective["AA"] > 0.8 > effective["72o"]
    assert min(gain.values()) >= 0.0


def test_tables_are_listed(run: Run) -> None:
    assert any(each["name"].startswith("ranks-high") for each in run("tables", "--json").items)


def test_tour_runs(run: Run) -> None:
    out = run("tour").out
    assert "133,784,560" in out
    assert "449,005" in out  # Billings 2006, Table 2.3
    assert "46.2145" in out
    assert "*** SHOW DOWN ***" in out
    assert re.search(r"kuhn .* wins -0\.05[56]", out)  # -1/18
    assert re.search(r"leduc .* wins -0\.08[56]", out)  # -0.0856


def test_help_and_version_need_no_numba() -> None:
    """Help must come at once, so nothing heavy may be imported for it."""
    code = (
        "import sys; from riverboat.cli.app import app; from typer.testing import CliRunner;"
        "r = CliRunner().invoke(app, ['--help']); assert r.exit_code == 0 and 'equity' in r.output;"
        "assert not {'numba', 'numpy', 'scipy'} & set(sys.modules), 'heavy import'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    command = [sys.executable, "-m", "riverboat", "--version"]
    version = subprocess.run(command, check=True, capture_output=True, text=True)
    assert version.stdout.startswith("riverboat ")


def test_import_is_light() -> None:
    code = "import sys, riverboat; assert not {'numba', 'numpy'} & set(sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_closed_pipe_is_no_error() -> None:
    command = f"{sys.executable} -m riverboat odds --help | head -n 1"
    done = subprocess.run(["bash", "-c", command], check=False, capture_output=True, text=True)
    assert "Traceback" not in done.stderr
