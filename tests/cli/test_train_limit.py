"""`riverboat train limit`: what it refuses before any work, and a short run on one flop that is resumed."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from riverboat.agents.limit_tables import blind_strategy

if TYPE_CHECKING:
    from commands import Run


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--method", "cfr"), 'method "cfr": expected pcs or cfr-br'),
        (("--recipe", "huge"), 'recipe "huge": expected small, medium, large'),
        (("--flop", "Ks7h4h"), "--flop: name a file for it with --out"),
        (("--flop", "Ks7h", "--out", "x.strategy"), 'flop "Ks7h": expected three different cards'),
        (("--flop", "Ks7h4h", "--line", "rrrrc", "--out", "x.strategy"), 'line "rrrrc": expected ck, crc,'),
        (("--plain", "-1"), "-1 boards or flops: expected 0 or more"),
        (("--boards", "0"), "boards 0: expected 1 or more"),
    ],
)
def test_what_cannot_be_trained_is_said_in_one_line(
    run: Run, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run("train", "limit", *arguments)
    assert found.code == 2
    assert said in found.err
    assert found.err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_something_else_is_left_alone(run: Run, tmp_path: Path) -> None:
    """Refused before anything is built or trained: another game, other buckets."""
    kuhn, limit = tmp_path / "kuhn.strategy", tmp_path / "limit.strategy"
    assert run("solve", "kuhn", "--iterations", "10", "--out", str(kuhn)).code == 0
    blind_strategy(0.0, 0.5, 0.5).save(limit)
    for path, said in ((kuhn, "it is not one of limit hold'em"), (limit, "it has other buckets; name another file")):
        before = path.read_bytes()
        found = run("train", "limit", "--boards", "1", "--out", str(path))
        assert found.code == 2
        assert said in found.err
        assert path.read_bytes() == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["kuhn.strategy", "limit.strategy"]


@pytest.mark.slow
def test_one_flop_is_trained_judged_and_resumed(run: Run, tmp_path: Path) -> None:
    options = (
        "train",
        "limit",
        "--flop",
        "7s7h7d",
        "--buckets",
        "169/1/1/1",
        "--features",
        "ehs",
        "--json",
        "--out",
        str(tmp_path / "flop.strategy"),
    )
    first = run(*options, "--boards", "1").item
    assert (first["turn cards"], first["head_start"]) == (1, 0)
    second = run(*options, "--boards", "2").item
    assert [each["turn cards"] for each in second["judged"]] == [2]
    assert second["judged"][0]["mbb"] > 0.0
    other = run(*options, "--boards", "2", "--method", "pcs")
    assert other.code == 2
    assert "its method is CFR-BR" in other.err


@pytest.mark.slow
def test_what_the_plain_training_stands_for_is_said(run: Run, tmp_path: Path) -> None:
    """Twelve boards of it for one turn card."""
    found = run(
        "train", "limit", "--flop", "7s7h7d", "--buckets", "169/1/1/1", "--features", "ehs", "--plain", "24",
        "--boards", "3", "--out", str(tmp_path / "flop.strategy"),
    )  # fmt: skip
    assert "3 turn cards (the plain training stands for 2 of them)" in found.out
