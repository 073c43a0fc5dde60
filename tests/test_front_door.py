"""One import: the names of the README, kept after their first use; text for paths; results that show themselves."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from html.parser import HTMLParser
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import riverboat

ROOT = Path(riverboat.__file__).parent


# Names ----------------------------------------------------------------------------------------------------------------


def test_the_readme_names_are_offered() -> None:
    wanted = {"equity", "odds", "games", "run_match", "solve", "Spot", "review_hands", "lab", "bridges"}
    assert wanted <= set(dir(riverboat))
    assert all(hasattr(riverboat, name) for name in riverboat.__all__)


def test_every_room_shows_what_it_has() -> None:
    """`rb.bridges.pettingzoo` needs no import of its own."""
    rooms = [name for name in riverboat.__all__ if isinstance(getattr(riverboat, name), ModuleType)]
    assert len(rooms) == 12
    assert [room for room in rooms if not [name for name in dir(getattr(riverboat, room)) if name[0] != "_"]] == []
    code = "import riverboat as rb; print(rb.model.kuhn.nash_first(0.5).gamma, rb.bridges.policy_json.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "0.5 riverboat.bridges.policy_json\n", done.stderr


def test_the_version_is_the_same_everywhere() -> None:
    home = ROOT.parents[1]
    if not (home / "CITATION.cff").exists():
        pytest.skip("needs the repository")
    said = {
        "pyproject.toml": r'^version = "(.+)"$', "CITATION.cff": r"^version: (.+)$", "CHANGELOG.md": r"^## ([\d.]+)$"
    }  # fmt: skip
    found = {name: re.findall(wanted, (home / name).read_text(), re.MULTILINE)[0] for name, wanted in said.items()}
    assert set(found.values()) == {riverboat.__version__}, found


def test_importing_it_loads_nothing_heavy() -> None:
    heavy = ("numpy", "numba", "scipy", "sqlalchemy", "fastapi", "lxml", "rich")
    code = f"import riverboat, sys; dir(riverboat); print([name for name in {heavy} if name in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_a_name_is_kept_after_its_first_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lazy_example").mkdir()
    (tmp_path / "lazy_example" / "__init__.py").write_text(
        "from riverboat.lazy import lazy_names\n"
        "__getattr__ = lazy_names(__name__, {'answer': 'lazy_example.inside', 'inside': 'lazy_example.inside'})\n"
    )
    (tmp_path / "lazy_example" / "inside.py").write_text("answer = [42]\n")
    monkeypatch.syspath_prepend(tmp_path)
    package = import_module("lazy_example")
    assert {"answer", "inside"} <= set(dir(package))
    assert "answer" not in vars(package)
    assert package.answer == [42]
    assert vars(package)["answer"] is package.answer
    assert isinstance(package.inside, ModuleType)
    with pytest.raises(AttributeError, match="no attribute 'other'"):
        _ = package.other


def test_no_lazy_name_is_also_a_module_of_its_package() -> None:
    """Importing a module sets the name in its package: a function of that name would be lost, or not, by luck."""
    packages = 0
    for path in ROOT.rglob("__init__.py"):
        if "lazy_names(" not in path.read_text(encoding="utf-8"):
            continue
        name = ".".join(["riverboat", *path.parent.relative_to(ROOT).parts])
        package, packages = import_module(name), packages + 1
        finder = package.__getattr__
        homes = dict(zip(finder.__code__.co_freevars, finder.__closure__ or (), strict=True))["homes"].cell_contents
        for each, home in homes.items():
            is_module = (path.parent / f"{each}.py").exists() or (path.parent / each / "__init__.py").exists()
            assert is_module == (home == f"{name}.{each}"), f"{name}: {each}"
    assert packages > 10


# Paths ----------------------------------------------------------------------------------------------------------------


def paths_only(text: str) -> list[str]:
    """Public functions that take a path and no text for it."""
    found = []

    def visit(body: list[ast.stmt], within: str) -> None:
        for node in body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                visit(node.body, f"{within}{node.name}.")
            if isinstance(node, ast.FunctionDef) and (not node.name.startswith("_") or node.name == "__init__"):
                for argument in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
                    kinds = ast.unparse(argument.annotation).split(" | ") if argument.annotation else []
                    if "Path" in kinds and "str" not in kinds:
                        found.append(f"{within}{node.name}({argument.arg})")

    visit(ast.parse(text).body, "")
    return found


def test_a_function_that_wants_a_path_is_found() -> None:
    text = "def one(path: Path | None): ...\nclass Two:\n    def save(self, to: Path): ...\n"
    text += "def three(path: str | Path): ...\n"
    assert paths_only(text) == ["one(path)", "Two.save(to)"]


@pytest.mark.parametrize("room", sorted(path.name for path in ROOT.iterdir() if (path / "__init__.py").exists()))
def test_text_is_a_path_wherever_one_is_taken(room: str) -> None:
    if room in ("cli", "web", "bench", "executor"):
        pytest.skip("commands, and what only they call")
    found = {path.name: paths_only(path.read_text(encoding="utf-8")) for path in (ROOT / room).rglob("*.py")}
    assert {name: names for name, names in found.items() if names} == {}


def test_strategies_are_saved_and_loaded_by_text(tmp_path: Path) -> None:
    from riverboat.solve import GameTree, Strategy, load_policy
    from riverboat.solve.strategy import load_strategy

    tree = GameTree.build(riverboat.parse_game("kuhn"))
    name = str(tmp_path / "uniform.strategy")
    Strategy(tree, tree.uniform()).save(name)
    assert load_strategy(name).exploitability().chips == pytest.approx(0.458333, abs=1e-6)
    assert repr(load_policy(name)) == "<Strategy of kuhn: 12 information sets, unknown>"


# Results in a notebook ------------------------------------------------------------------------------------------------


class Balanced(HTMLParser):
    """Fails on a tag that is not closed, or closed twice."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def results() -> dict[str, Any]:
    """One of each, with text that must be escaped."""
    from riverboat.abstraction import parse_bucketing
    from riverboat.games import State, View
    from riverboat.games.view import HIDDEN
    from riverboat.solve import GameTree, Strategy, solve

    match = riverboat.run_match(["always_call", "random"], "leduc", hands=50)
    rules = riverboat.parse_game("leduc")
    deck = next(riverboat.decks(rules, 1))
    agents = [riverboat.make_agent("always_call") for _ in range(2)]
    hand = riverboat.play_hand(rules, agents, deck)._replace(players=("<b>", "&"))
    tree = GameTree.build(rules)
    return {
        "Equity": riverboat.equity(["AhKh", "QsQd"], board="2c3d4h5s"),
        "HandAssessment": riverboat.assess_hand("AdQc", "3h4cJh2s"),
        "Range": riverboat.Range("22+,A2s+,AKo:0.5"),
        "Hand": hand,
        "a Hand with hidden cards": hand._replace(down=((HIDDEN,), hand.down[1])),
        "View": View(State(rules, deck), 0),
        "MatchResult": match,
        "Crosstable": match.crosstable,
        "GameTree": tree,
        "Strategy": Strategy(tree, tree.uniform()),
        "Solution": solve("kuhn", iterations=20),
        "Bucketing": parse_bucketing("psopti(6)"),
        "Review": riverboat.review_hands([hand], ["allin"]),
    }


def test_results_show_themselves() -> None:
    for name, result in results().items():
        text, shown = repr(result), result._repr_html_()
        assert len(text) < 250, name
        assert "\n" not in text, name
        assert "array(" not in text, name
        parser = Balanced()
        parser.feed(shown)
        assert parser.open == [], name
        assert "<b>" not in shown, name


def test_what_they_say() -> None:
    """Numbers from the literature: AhKh v QsQd 46.2145 %, Leduc's 936 information sets."""
    assert repr(riverboat.equity(["AhKh", "QsQd"])) == "<Equity AhKh 46.2145 %, QsQd 53.7855 %; exact>"
    from riverboat.solve import GameTree

    tree = GameTree.build(riverboat.parse_game("leduc"))
    assert repr(tree) == "<GameTree of leduc: 9,451 nodes, 936 information sets>"
    grid = riverboat.Range("AA")._repr_html_()
    assert grid.count("<td") == 169
    assert "AA: 6 combos" in grid


def test_a_page_keeps_its_tables_where_they_were() -> None:
    """`show.page` made them before rooms below it needed them."""
    from riverboat.html import table
    from riverboat.show import page

    assert import_module("riverboat.show.page").table is table
    assert "<td>&lt;i&gt;</td>" in table(("a",), [("<i>",)])
    assert page("title", table(("a",), [("x",)])).startswith("<!doctype html>")
