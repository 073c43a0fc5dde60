"""The tool that fills the table of docs/strength.md: rows that are measured, resumed, missing, and all documented."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
if not (ROOT / "tools").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

import measure_strength  # noqa: E402
from measure_strength import Row  # noqa: E402


def test_rows_are_measured_once_and_the_others_are_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A real run of four boards, and a player who does not exist."""
    known, unknown = Row("always_call", "--lbr --from river --boards 4"), Row("nobody", "--exact")
    monkeypatch.setattr(measure_strength, "ROWS", [known, unknown])
    measure_strength.main([str(tmp_path), "--minutes", "2"])
    printed, complaints = capfd.readouterr()
    first, second = printed.splitlines()[2:]
    assert first.startswith("| `always_call` | at least ")
    assert second == "| `nobody` | | | `--exact` | not run |"
    assert 'agent "nobody": not known' in complaints

    def again(*parts: object) -> bool:
        assert parts[0] == unknown
        return False

    monkeypatch.setattr(measure_strength, "measure", again)
    measure_strength.main([str(tmp_path), "--minutes", "2"])
    assert capfd.readouterr().out == printed


def test_a_row_that_takes_too_long_is_left(tmp_path: Path) -> None:
    row = Row("always_raise", "--exact")
    assert not measure_strength.measure(row, tmp_path, 0.05)
    assert measure_strength.read_result(row, tmp_path) is None


def test_values_are_written_as_they_were_found() -> None:
    exact = {"mbb": 1163.4758, "is_exact": True, "date": "1 May 2026"}
    assert measure_strength.table_line(Row("always_call", "--exact"), exact) == (
        "| `always_call` | 1,163.4758 | exact | `--exact` | 1 May 2026 |\n"
    )
    bound = {"mbb": 512.5, "interval": [500.04, 525.0], "date": "1 May 2026"}
    assert measure_strength.table_line(Row("loki", "--lbr --boards 200"), bound) == (
        "| `loki` | at least 512.5 | 500.0 to 525.0 | `--lbr --boards 200` | 1 May 2026 |\n"
    )


def test_every_row_has_a_file_of_its_own() -> None:
    names = [row.name for row in measure_strength.ROWS]
    assert len(set(names)) == len(names)
    assert all(name.replace("-", "").isalnum() for name in names)
