"""The house stands: rooms import only what the table in CONTRIBUTING.md allows, and no modules import each other.

The table is the one source: it is read here as it is written there. Imports within functions count, those for type
checkers (`if TYPE_CHECKING:`) do not. Kernels are private: only their own room imports a `_kernels` module.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

from riverboat.extras import MissingExtraError

PROJECT = Path(__file__).resolve().parents[1]
PACKAGE = "riverboat"
EVERYTHING = frozenset({"*"})
FREE = frozenset({PACKAGE, "__main__"})
"""The package's own names, and the module behind `python -m riverboat`."""


class Import(NamedTuple):
    """One module of the package that another one imports."""

    importer: str
    line: int
    imported: str


def read_table(text: str) -> dict[str, frozenset[str]]:
    """What each room may import, from the rows of the table: `| rooms in backticks | what it holds | may import |`."""
    rooms: dict[str, frozenset[str]] = {}
    base: set[str] = set()  # modules at the root that import nothing: everybody may use them
    for row in re.findall(r"^\| (`.*) \|.*\| (.+?) \|$", text, re.MULTILINE):
        names = [name.removesuffix("/").removesuffix(".py") for name in re.findall(r"`([^`]+)`", row[0])]
        if row[1] == "nothing" and not rooms:
            base.update(names)
        words = {
            "nothing": frozenset[str](),
            "everything": EVERYTHING,
            "all above": frozenset(room for room, allowed in rooms.items() if allowed != EVERYTHING),
        }
        allowed = words[row[1]] if row[1] in words else frozenset(row[1].split(", "))
        assert allowed <= {*rooms, "*"}, f"{names}: {row[1]}: expected rooms above it"
        rooms |= dict.fromkeys(names, allowed if allowed == EVERYTHING else allowed | base)
    return rooms


@cache
def modules(root: Path) -> dict[str, ast.Module]:
    """All modules of a package by name: `riverboat.games.rules`, and a package by its own."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        parts = [root.name, *path.relative_to(root).with_suffix("").parts]
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = ast.parse(path.read_text(encoding="utf-8"))
    return found


def imports(trees: Mapping[str, ast.Module]) -> Iterator[Import]:
    """Everything that is imported within the package when it runs."""
    for name, tree in trees.items():
        for node in _running(tree):
            if isinstance(node, ast.Import):
                wanted = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert not node.level, f"{name}, line {node.lineno}: imports here are absolute"
                wanted = [f"{node.module}.{alias.name}" for alias in node.names]
            else:
                continue
            for target in wanted:
                if target not in trees:
                    target = target.rpartition(".")[0]
                if target in trees and target != name:
                    yield Import(name, node.lineno, target)


def _running(tree: ast.Module) -> Iterator[ast.AST]:
    """The statements of a tree without what only type checkers see; imports are nowhere else."""
    left: list[ast.AST] = [tree]
    while left:
        node = left.pop()
        yield node
        typing = isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        parts = ("orelse",) if typing else ("body", "handlers", "cases", "orelse", "finalbody")
        left.extend(reversed([each for part in parts for each in getattr(node, part, ())]))


def room_of(module: str) -> str:
    return module.split(".")[1] if "." in module else module


def broken_walls(root: Path, table: Mapping[str, frozenset[str]]) -> list[str]:
    """Imports of rooms that a room may not know, and of other rooms' kernels."""
    broken = []
    for importer, line, imported in imports(modules(root)):
        room, other = room_of(importer), room_of(imported)
        if room == other or room in FREE:
            continue
        private = "_kernels" in imported.split(".")
        if private or not (table[room] == EVERYTHING or other in table[room] | FREE):
            broken.append(f"{importer}, line {line}: imports {imported}")
    return broken


def unknown_rooms(root: Path, table: Mapping[str, frozenset[str]]) -> set[str]:
    return {room_of(module) for module in modules(root)} - set(table) - FREE


def import_cycle(root: Path) -> list[str]:
    """Modules of which each imports the next, the first of them again at the end; nothing if there are none.

    That a module imports the package it is in (which Python has loaded by then) or its parts counts as nothing: a
    package lists names of its own modules.
    """
    trees = modules(root)
    graph: dict[str, set[str]] = {name: set() for name in trees}
    for importer, _, imported in imports(trees):
        if not importer.startswith(f"{imported}."):
            graph[importer].add(imported)
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


TABLE = read_table((PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8"))
ROOT = PROJECT / "src" / PACKAGE


def test_every_room_is_in_the_table() -> None:
    assert unknown_rooms(ROOT, TABLE) == set()


def test_no_wall_is_broken() -> None:
    assert broken_walls(ROOT, TABLE) == []


def test_no_modules_import_each_other() -> None:
    assert import_cycle(ROOT) == []


def test_packages_have_the_names_they_list() -> None:
    """Names that are imported on first use are easily left behind when a module moves."""
    for name, tree in modules(ROOT).items():
        if any(isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__" for node in tree.body):
            package = import_module(name)
            assert [each for each in package.__all__ if not _has(package, each)] == [], name


def _has(package: ModuleType, name: str) -> bool:
    try:
        return hasattr(package, name)
    except MissingExtraError:  # it is there, and what it needs is not
        return True


# The tests can fail ---------------------------------------------------------------------------------------------------

SMALL_TABLE = """
| room | holds | may import |
|---|---|---|
| `errors.py`, `files.py` | what everybody needs | nothing |
| `warm.py` | compiles | everything |
| `cards/` | cards | nothing |
| `games/` | games | cards |
| `agents/` | players | all above |
| `cli/` | commands | everything |
"""


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """A house in order."""
    root = tmp_path / PACKAGE
    build(root, "__init__", "")
    build(root, "errors", "import sys")
    build(root, "files", "from riverboat.errors import Wrong")
    build(root, "warm", "from riverboat.agents import player")
    build(root, "cards.card", "from riverboat.errors import Wrong\nfrom riverboat import files")
    build(root, "cards._kernels", "from numba import njit")
    build(root, "cards.ranks", "def rank():\n    from riverboat.cards import _kernels")
    build(root, "games.rules", "from riverboat.cards.card import Card")
    build(root, "agents.player", "from riverboat.games.rules import Rules\nimport riverboat.cards.card")
    build(root, "cli.main", "import riverboat.agents.player\nfrom riverboat import warm")
    return root


def build(root: Path, module: str, text: str) -> None:
    path = root.joinpath(*module.split(".")).with_suffix(".py")
    path.parent.mkdir(parents=True, exist_ok=True)
    (path.parent / "__init__.py").touch()
    path.write_text(text, encoding="utf-8")


def test_the_table_is_read_as_people_read_it() -> None:
    table = read_table(SMALL_TABLE)
    assert table["cards"] == {"errors", "files"}
    assert table["games"] == {"errors", "files", "cards"}
    assert table["agents"] == {"errors", "files", "cards", "games"}
    assert table["warm"] == table["cli"] == EVERYTHING


def test_a_house_in_order(small: Path) -> None:
    table = read_table(SMALL_TABLE)
    assert broken_walls(small, table) == []
    assert unknown_rooms(small, table) == set()
    assert import_cycle(small) == []


@pytest.mark.parametrize(
    ("module", "text", "found"),
    [
        ("cards.deck", "from riverboat.games.rules import Rules", ["riverboat.games.rules"]),
        ("cards.deck", "def deal():\n    from riverboat.games import rules", ["riverboat.games.rules"]),
        ("cards.deck", "import riverboat.games.rules", ["riverboat.games.rules"]),
        ("games.play", "from riverboat import warm", ["riverboat.warm"]),
        ("games.play", "from riverboat.agents.player import A\nfrom riverboat.cli import main", ["agents", "cli"]),
        ("games.play", "from riverboat.cards._kernels import add", ["riverboat.cards._kernels"]),
        ("cli.speed", "from riverboat.cards import _kernels", ["riverboat.cards._kernels"]),
        ("cards.deck", "if TYPE_CHECKING:\n    from riverboat.games.rules import Rules", []),
    ],
)
def test_a_broken_wall_is_found(small: Path, module: str, text: str, found: list[str]) -> None:
    build(small, module, text)
    broken = broken_walls(small, read_table(SMALL_TABLE))
    assert len(broken) == len(found)
    assert all(each in line and f"riverboat.{module}, line" in line for each, line in zip(found, broken, strict=True))


def test_a_room_without_a_row_is_found(small: Path) -> None:
    build(small, "attic.box", "")
    assert unknown_rooms(small, read_table(SMALL_TABLE)) == {"attic"}


@pytest.mark.parametrize(
    "back",
    [
        "from riverboat.games.rules import Rules",
        "def hidden():\n    from riverboat.games import rules",
        "def hidden():\n    import riverboat.games.rules",
    ],
)
def test_a_cycle_is_found_wherever_it_hides(small: Path, back: str) -> None:
    build(small, "games.betting", "from riverboat.games.lines import Lines")
    build(small, "games.lines", back)
    build(small, "games.rules", "from riverboat.games.betting import Betting")
    names = {f"riverboat.games.{name}" for name in ("betting", "lines", "rules")}
    assert set(import_cycle(small)) == names


def test_types_make_no_cycle(small: Path) -> None:
    build(small, "games.betting", "if TYPE_CHECKING:\n    from riverboat.games.rules import Rules")
    build(small, "games.rules", "from riverboat.games.betting import Betting")
    assert import_cycle(small) == []
