"""`riverboat lab` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.lab import Size, find_entry, run_entry
from riverboat.lab.results import SHIPPED

if TYPE_CHECKING:
    from commands import Run


@pytest.fixture(autouse=True)
def _own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(SHIPPED, "folder", tmp_path / "shipped")
    monkeypatch.chdir(tmp_path)


def test_run_prints_published_beside_reproduced(run: Run) -> None:
    outcome = run("lab", "run", "billings-table-2-3", "--seed", "9")
    assert outcome.code == 0
    assert "449,005" in outcome.out
    assert "seed 9" in outcome.out
    assert "verdict: 19 reproduced, 0 differ, 0 cannot be compared" in outcome.out


def test_results_are_kept_listed_and_reported(run: Run, tmp_path: Path) -> None:
    listed = run("lab", "list").out
    assert "billings-table-2-3: " in listed
    assert "last: not run in full (40 million deals of 23 hands, 20 seconds)" in listed
    run("lab", "run", "billings-table-2-3", "teofilo-table-20")
    assert (tmp_path / "state" / "lab" / "billings-table-2-3.small.json").exists()
    small = next(line for line in run("lab", "list").out.splitlines() if "small run of 20" in line)
    assert small.startswith("    last: 19 reproduced, 0 differ, 0 cannot be compared; small run of 20")
    assert small.endswith("; not run in full (exact: 1,070,190 comparisons, milliseconds)")
    found = run("lab", "report", "--html", "all.html")
    assert found.code == 0
    assert "teofilo-table-20" in found.out
    assert "449,005" in (tmp_path / "all.html").read_text()


def test_a_fresh_installation_shows_what_was_shipped(run: Run, tmp_path: Path) -> None:
    run_entry(find_entry("billings-table-2-3"), Size.FULL, results=SHIPPED)
    listed = run("lab", "list").out
    full = next(line for line in listed.splitlines() if "full run of 20" in line)
    assert full.startswith("    last: 19 reproduced, 0 differ, 0 cannot be compared; full run of 20")
    assert "not run" not in full
    assert "billings-table-2-3" in run("lab", "report", "--html", "all.html").out
    assert "449,005" in (tmp_path / "all.html").read_text()
    again = run("lab", "run", "billings-table-2-3", "--full").out
    assert "19 numbers and claims as in the shipped result" in again


def test_out_names_another_folder(run: Run, tmp_path: Path) -> None:
    assert run("lab", "run", "teofilo-table-20", "--out", "here", "--full").code == 0
    assert (tmp_path / "here" / "teofilo-table-20.full.json").exists()
    assert not (tmp_path / "state").exists()
    assert "teofilo-table-20" in run("lab", "report", "--out", "here").out


def test_json_for_programs(run: Run) -> None:
    (result,) = run("lab", "run", "teofilo-table-20", "--json").items
    assert result["values"][0] == {
        "name": "mean, Kuhn", "unit": "s", "published": 215, "digits": 0, "reproduced": pytest.approx(215.4),
        "low": None, "high": None, "verdict": "reproduced", "why": "", "note": "", "printed": True,
        "difference": pytest.approx(0.4),
    }  # fmt: skip
    assert {entry["id"] for entry in run("lab", "list", "--json").items} >= {"teofilo-table-20", "billings-table-2-1"}
    assert run("lab", "report", "--json").items[0]["id"] == "teofilo-table-20"


def test_a_page_of_one_run(run: Run, tmp_path: Path) -> None:
    outcome = run("lab", "run", "billings-game-tree", "--html", "tree.html")
    assert "wrote tree.html" in outcome.out
    assert "1,179,000,604,565,715,751" in (tmp_path / "tree.html").read_text()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("lab", "run", "bilings-table-2-1"), 'did you mean "billings-table-2-1"?'),
        (("lab", "run", "billings-game-tree", "--small", "--full"), "choose one"),
        (("lab", "report"), "no results"),
        (("lab", "run", "billings-game-tree", "--seed", "-1"), "--seed"),
        (("lab", "run", "billings-game-tree", "--html", "no/such/folder.html"), "no/such"),
    ],
)
def test_mistakes_are_one_line(run: Run, arguments: tuple[str, ...], words: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    assert outcome.err.count("\n") == 1
    assert words in outcome.err


def test_a_damaged_result_is_named(run: Run, tmp_path: Path) -> None:
    (tmp_path / "billings-game-tree.small.json").write_text(json.dumps({"format": "other"}))
    outcome = run("lab", "list", "--out", ".")
    assert outcome.code == 2
    assert "billings-game-tree.small.json" in outcome.err


def test_an_interrupt_says_how_to_go_on(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.lab import running

    def stopped(*arguments: object, **more: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(running, "run_entry", stopped)
    outcome = run("lab", "run", "teofilo-table-16")
    assert outcome.code == 130
    assert "the same command resumes it" in outcome.err


def test_one_entry_that_cannot_run_does_not_stop_the_others(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    from riverboat.errors import RiverboatError
    from riverboat.lab import running

    real = running.run_entry

    def fails(entry, *arguments, **more):  # type: ignore[no-untyped-def]
        if entry.id == "billings-table-2-1":
            raise RiverboatError("no cards today")
        return real(entry, *arguments, **more)

    monkeypatch.setattr(running, "run_entry", fails)
    outcome = run("lab", "run", "billings-table-2-1", "billings-table-2-3")
    assert outcome.code == 2
    assert "billings-table-2-1: no cards today" in outcome.err
    assert "1 of 2 entries could not be run" in outcome.err
    assert "19 reproduced, 0 differ, 0 cannot be compared" in outcome.out
