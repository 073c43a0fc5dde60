"""Strategy files: what is written is read, and what is not right is refused in one line."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from checkpoints import assert_same_state, hand_over
from numpy.typing import NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.games.catalogue import parse_game
from riverboat.solve.cfr import TreeSolver
from riverboat.solve.core import METHODS, Runner
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.public import PublicSolver, build_public
from riverboat.solve.strategy import Strategy, load_strategy
from riverboat.solve.tree import Floats, GameTree

KUHN = GameTree.build(parse_game("kuhn"))
LEDUC = GameTree.build(parse_game("leduc"))


def written(path: Path, probabilities: Floats | None = None, **header: object) -> Path:
    values = KUHN.uniform() if probabilities is None else probabilities
    usual = {"game": KUHN.rules.identity, "abstraction": "none", "method": "test", "iterations": 1}
    write_arrays(path, "strategy", {**usual, **header}, {"probabilities": values})
    return path


def test_a_strategy_comes_back_as_it_was(tmp_path: Path) -> None:
    solver = TreeSolver(LEDUC, METHODS["cfr+"])
    solver.iterate(20)
    path = tmp_path / "leduc.strategy"
    Strategy(LEDUC, solver.average, Origin("cfr+", 20, 0.125)).save(path)
    for tree in (None, LEDUC):
        found = load_strategy(path, tree)
        assert found.game == "leduc"
        assert found.origin == Origin("cfr+", 20, 0.125)
        assert np.array_equal(found.vector, solver.average)
    assert [each.name for each in tmp_path.iterdir()] == ["leduc.strategy"]


def test_unknown_quality_stays_unknown(tmp_path: Path) -> None:
    Strategy(KUHN, KUHN.uniform(), Origin("by hand")).save(tmp_path / "x.strategy")
    assert load_strategy(tmp_path / "x.strategy").origin == Origin("by hand", 0, None)


def test_arrays_lie_at_multiples_of_64_bytes_and_are_mapped(tmp_path: Path) -> None:
    path = tmp_path / "some.file"
    arrays: dict[str, NDArray[Any]] = {"a": np.arange(3, dtype=np.int8), "none": np.zeros(0), "b": np.eye(3)}
    write_arrays(path, "thing", {"x": 1}, arrays)
    header, found = read_arrays(path, "thing")
    assert header == {"x": 1}
    assert all(np.array_equal(arrays[name], found[name]) and found[name].dtype == arrays[name].dtype for name in arrays)
    assert isinstance(found["b"], np.memmap)
    assert found["b"].offset % 64 == 0
    with pytest.raises(ValueError, match="read-only"):
        found["b"][0, 0] = 2.0


def refused(path: Path, tree: GameTree | None = KUHN) -> str:
    with pytest.raises(RiverboatError) as error:
        load_strategy(path, tree)
    said = str(error.value)
    assert "\n" not in said
    assert path.name in said
    return said


def test_a_strategy_of_another_game_is_refused(tmp_path: Path) -> None:
    said = refused(written(tmp_path / "a.strategy"), LEDUC)
    assert "it is for kuhn, not for leduc" in said
    four = GameTree.build(parse_game("kuhn(cards=4)"))
    assert "kuhn(cards=4)" in refused(written(tmp_path / "a.strategy"), four)


def test_another_kind_version_or_abstraction_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.strategy"
    write_arrays(path, "checkpoint", {}, {})
    assert "this is a checkpoint, expected a strategy" in refused(path)
    path.write_bytes(written(path).read_bytes().replace(b"riverboat strategy 1\n", b"riverboat strategy 9\n", 1))
    assert "format version 9, expected 1" in refused(path)
    assert 'abstraction "buckets" is not known' in refused(written(path, abstraction="buckets"))
    path.write_bytes(b"PK\x03\x04 something else")
    assert "not a riverboat file" in refused(path)
    path.write_bytes(b"")
    assert "not a riverboat file" in refused(path)
    assert "No such file" in refused(tmp_path / "missing.strategy")


@pytest.mark.parametrize("length", [30, 100, 300, -1])
def test_a_cut_off_file_is_refused(tmp_path: Path, length: int) -> None:
    path = written(tmp_path / "a.strategy", KUHN.uniform())
    whole = path.read_bytes()
    used = whole.rstrip(b"\0")
    path.write_bytes(used[:length])
    assert refused(path)


def test_any_flipped_byte_is_noticed_or_does_not_matter(tmp_path: Path) -> None:
    """Every byte of a file is damaged in turn: reading is refused, or gives the very same strategy."""
    path = written(tmp_path / "a.strategy", KUHN.uniform())
    whole = path.read_bytes()
    for place in range(0, len(whole), 3):
        damaged = bytearray(whole)
        damaged[place] ^= 0x11
        path.write_bytes(damaged)
        with suppress(RiverboatError):
            assert np.array_equal(load_strategy(path, KUHN).vector, KUHN.uniform()), place


@pytest.mark.parametrize(
    "values",
    [
        np.full(KUHN.entries, np.nan),
        np.full(KUHN.entries, np.inf),
        np.full(KUHN.entries, 0.4),
        np.tile([1.5, -0.5], KUHN.entries // 2),
        np.full(KUHN.entries - 1, 0.5),
        np.full((KUHN.entries, 1), 0.5),
    ],
    ids=["nan", "infinite", "not to 1", "negative", "too few", "two-dimensional"],
)
def test_what_are_not_probabilities_is_refused(tmp_path: Path, values: Floats) -> None:
    assert "these are not probabilities for kuhn" in refused(written(tmp_path / "a.strategy", values))


def test_headers_that_make_no_sense_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.strategy"
    for header in ({"game": "chess"}, {"game": None}, {"iterations": "many"}, {"exploitability": "low"}):
        written(path, **header)
        with pytest.raises(RiverboatError):
            load_strategy(path)
    arrays: Any
    for arrays in ({"p": {"dtype": "O", "shape": [1], "at": 0}}, {"p": {"dtype": "<f8", "shape": [-3], "at": 0}}, []):
        path.write_text(f"riverboat strategy 1\n{json.dumps({'header': {'game': 'kuhn'}, 'arrays': arrays})}\n")
        refused(path)


def test_nothing_is_half_written(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match="No such file"):
        Strategy(KUHN, KUHN.uniform(), Origin("x")).save(tmp_path / "no" / "folder.strategy")
    with pytest.raises(RiverboatError, match="24"):
        Strategy(KUHN, LEDUC.uniform(), Origin("x"))


def test_a_checkpoint_continues_to_the_same_last_bit(tmp_path: Path) -> None:
    whole, first, second = (TreeSolver(LEDUC, METHODS["dcfr"]) for _ in range(3))
    whole.iterate(31)
    first.iterate(13)
    hand_over(first, second, tmp_path / "run")
    second.iterate(18)
    assert_same_state(whole, second)


def test_a_checkpoint_of_another_game_or_method_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "run"
    assert not Runner(TreeSolver(KUHN), checkpoint=path).resume()
    Runner(TreeSolver(KUHN), checkpoint=path).save()
    with pytest.raises(FileFormatError, match="its method is cfr\\+, not dcfr"):
        Runner(TreeSolver(KUHN, METHODS["dcfr"]), checkpoint=path).resume()
    with pytest.raises(FileFormatError, match="its game is kuhn, not leduc"):
        Runner(TreeSolver(LEDUC), checkpoint=path).resume()
    with pytest.raises(FileFormatError, match="its engine is tree, not public tree"):
        Runner(PublicSolver(build_public(parse_game("kuhn"))), checkpoint=path).resume()
    with pytest.raises(RiverboatError, match="expected a checkpoint"):
        Runner(TreeSolver(KUHN), checkpoint=written(tmp_path / "s")).resume()
