"""A plain installation: what extras bring is hidden by an import hook; the rest works, or says what to install."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from riverboat.extras import EXTRA_OF, MissingExtraError, require, require_installed

ROOT = Path(__file__).resolve().parent.parent
PLAIN = """
import json, sys
hidden = set(json.loads(sys.argv[1]))
class Hide:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in hidden:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hide())
from riverboat.cli import app
found = []
for command in json.loads(sys.argv[2]):
    sys.argv = ["riverboat", *command.split()]
    try:
        app.main()
    except SystemExit as ended:
        found.append(ended.code)
print(json.dumps(found), file=sys.stderr)
"""
WORK = (
    "equity AhKh QsQd",
    "odds AdQc --board 3h4cJh",
    "games show leduc",
    "solve kuhn --method lp --out kuhn.strategy",
    "exploit kuhn kuhn.strategy",
    "match always_call kuhn.strategy --game kuhn --hands 50",
    "hands stats one.phh",
    "review one.phh --method allin",
    "lab list",
)
NEED = {
    "web": "the room needs fastapi",
    "hands import one.phh --db hands.sqlite": "the database of hands needs sqlalchemy",
    "match random random --game kuhn --hands 10 --db hands.sqlite": "the database of hands needs sqlalchemy",
    "hands export one.phh one.parquet": "Parquet needs pyarrow",
    "match random random --game kuhn --hands 10 --executor ray": 'pip install "riverboat[cluster]"',
    "vision read one.png": 'pip install "riverboat[vision]"',
    "vision make --count 1": 'pip install "riverboat[vision]"',
    "model train --self-play 12 --out my.predictor": 'pip install "riverboat[models]"',
    "exploit kuhn policy.json": 'pip install "riverboat[bridges]"',
}
HAND = """variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [50, 100]
min_bet = 100
starting_stacks = [1000, 1000]
actions = ['d dh p1 AsKs', 'd dh p2 QhQd', 'p2 f']
"""


@pytest.mark.parametrize("each", [3, pytest.param(1, marks=pytest.mark.slow)])
def test_a_plain_installation_works_and_names_what_is_missing(tmp_path: Path, each: int) -> None:
    """Every third command of both kinds always, all of them with the slow tests."""
    (tmp_path / "one.phh").write_text(HAND)
    (tmp_path / "policy.json").write_text('{"0": [[0, 0.5], [1, 0.5]]}')  # in OpenSpiel's words
    works, needs = WORK[::each], {command: NEED[command] for command in list(NEED)[::each]}
    commands = [*works, *needs]
    done = subprocess.run(
        [sys.executable, "-c", PLAIN, json.dumps(list(EXTRA_OF)), json.dumps(commands)],
        capture_output=True, text=True, cwd=tmp_path,
    )  # fmt: skip
    *said, codes = done.stderr.splitlines()
    assert json.loads(codes) == [0] * len(works) + [2] * len(needs), done.stderr
    complaints = [line for line in said if line.startswith("riverboat: ")]
    assert len(complaints) == len(needs), done.stderr
    for line, wanted in zip(complaints, needs.values(), strict=True):
        assert wanted in line
        assert "pip install" in line
    assert not (tmp_path / "one.parquet").exists()
    assert not (tmp_path / "hands.sqlite").exists()


def test_a_package_that_is_there_is_imported() -> None:
    assert require("json", "this").dumps([1]) == "[1]"


def test_a_broken_package_is_not_called_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is missing is something that it needs, which no extra brings."""
    (tmp_path / "half_there.py").write_text("import nowhere_to_be_found\n")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="nowhere_to_be_found"):
        require("half_there", "this")


def test_the_error_is_one_line_and_an_import_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtraError, match=r'training needs sklearn: pip install "riverboat\[models\]"') as found:
        require("sklearn", "training")
    assert isinstance(found.value, ImportError)


def test_every_extra_that_is_named_exists() -> None:
    if not (ROOT / "pyproject.toml").exists():
        pytest.skip("needs the repository")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    assert set(EXTRA_OF.values()) <= set(extras)
    assert {"web", "records", "models", "vision", "cluster", "all"} <= set(extras)
    base = {re.split(r"[\[<>=;, ]", each)[0].lower() for each in project["dependencies"]}
    assert base.isdisjoint({*EXTRA_OF, "scikit-learn", "opencv-python-headless", "python-multipart"})


def test_a_package_is_looked_for_without_importing_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "never_imported.py").write_text("raise AssertionError\n")
    monkeypatch.syspath_prepend(tmp_path)
    require_installed("never_imported", "this")
    monkeypatch.setitem(sys.modules, "sklearn", None)
    with pytest.raises(MissingExtraError, match="training needs sklearn"):
        require_installed("sklearn", "training")


def test_the_process_of_a_job_begins_without_the_server() -> None:
    """It would be most of a second for every job."""
    check = "import riverboat.web.tasks.worker, sys; sys.exit('fastapi' in sys.modules or 'pydantic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check]).returncode == 0
