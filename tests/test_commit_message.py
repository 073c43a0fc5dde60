"""Habits of commits: what `pre-commit` refuses."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
if not (ROOT / "tools").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

from commit_message import problems  # noqa: E402


@pytest.mark.parametrize(
    ("message", "wrong"),
    [
        ("Sort hands once per river board\n\nHalf of the time was in searchsorted.\n# git: a comment\n", []),
        ("Merge branch 'main'\n", []),
        ("x" * 71 + "\n\nWhy.\n", []),
        ("x" * 72 + "\n\nWhy.\n", ["the subject has 72 characters, expected 71 or fewer"]),
        ("Subject\n", ["there is no body that says why"]),
        ("Subject\n\n# only a comment\n", ["there is no body that says why"]),
        ("Subject\nand more\n\nWhy.\n", ["the line after the subject is not empty"]),
        ("\n\nWhy.\n", ["there is no subject"]),
    ],
)
def test_a_subject_below_72_characters_and_a_body(message: str, wrong: list[str]) -> None:
    assert problems(message) == wrong
