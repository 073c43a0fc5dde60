"""`make coverage` counts what ran, and says of what it was a share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
if not (ROOT / "tools").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

from coverage_calls import functions, is_kernel, lines_with_code  # noqa: E402

RUN = """
import sys
from pathlib import Path
import coverage_calls
coverage_calls.SEEN = Path(sys.argv[1]) / "build" / "coverage"
coverage_calls.ROOT = Path(sys.argv[1])
coverage_calls.PACKAGE = Path(sys.argv[1]) / "room"
coverage_calls._INSIDE = str(coverage_calls.PACKAGE)
sys.path.insert(0, sys.argv[1])
coverage_calls.pytest_configure()
import room.inside
room.inside.one(1)
coverage_calls.pytest_unconfigure()
coverage_calls.main()
"""
MODULE = '''"""Two functions."""
import functools

@functools.cache
def one(x):
    if x > 1:
        return 2
    return x

def two():
    return 3
'''


@pytest.fixture
def room(tmp_path: Path) -> Path:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "__init__.py").write_text("")
    path = tmp_path / "room" / "inside.py"
    path.write_text(MODULE)
    return path


def test_functions_and_lines_are_found(room: Path) -> None:
    """A decorated function begins with its decorator, as the code object says."""
    assert sorted(functions(room)) == [("one", 4), ("two", 10)]
    assert lines_with_code(room) == {1, 2, 4, 5, 6, 7, 8, 10, 11}
    assert is_kernel(Path("src/riverboat/odds/_kernels.py"))
    assert not is_kernel(room)


def test_what_ran_is_counted_and_the_rest_is_listed(room: Path, tmp_path: Path) -> None:
    environment = {"PYTHONPATH": str(ROOT / "tools"), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run([sys.executable, "-c", RUN, str(tmp_path)], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    counted = next(line.split() for line in done.stdout.splitlines() if line.startswith("inside "))
    assert counted[:4] == ["inside", "2", "1", "50.0%"]
    if sys.version_info >= (3, 12):  # neither line 7 nor 11
        assert counted[4:] == ["9", "7", "77.8%"]
    assert (tmp_path / "build" / "coverage" / "not-called.list").read_text() == "room/inside.py:10: two\n"
