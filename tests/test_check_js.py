"""The type checker of the browser's modules finds what the linter cannot see, and nothing in our own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from check_js import MISSING, check, compiler, main  # noqa: E402

needs_typescript = pytest.mark.skipif(
    compiler() is None, reason="TypeScript is not installed: apt-get install node-typescript"
)

LIBRARY = """/** @param {{ text: string, changed?: (text: string) => void }} given */
export function box({ text, changed = () => {} }) { changed(text); return document.createElement("input"); }
export const SIZES = { small: 1, large: 2 };
"""
BOX = 'import { box, SIZES } from "../lib/box.js"; export const it = '
BAD = {
    f"{BOX}SIZES.medium;": "Property 'medium' does not exist",
    f"{BOX}box();": "Expected 1 arguments, but got 0",
    f"{BOX}box({{ text: 1 }});": "Type 'number' is not assignable to type 'string'",
    f'{BOX}box({{ text: "" }}).selected;': "Property 'selected' does not exist",
    'import { half } from "../spot/grid.js"; half("x");': "not assignable to parameter of type 'number'",
    'import { half } from "/static/spot/grid.js"; half("x");': "not assignable to parameter of type 'number'",
    "export const it = nobody;": "Cannot find name 'nobody'",
    'export const it = "1" * 2;': "must be of type 'any', 'number', 'bigint'",
}
GOOD = f'{BOX}box({{ text: "", changed: (text) => text.trim() }}).value;'
GRID = "/** @param {number} at */\nexport function half(at) { return at / 2; }\n"
MODULES = {"web/static/lib/box.js": LIBRARY, "solve/spot/viewer/grid.js": GRID}


def checked(folder: Path, pages: dict[str, str]) -> list[str]:
    """The findings in modules that lie in the package as ours do."""
    program = compiler()
    assert program is not None
    for name, text in {**MODULES, **pages}.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return check(folder, program)


@needs_typescript
def test_each_mistake_is_found_at_its_place_and_what_is_right_is_left_alone(tmp_path: Path) -> None:
    names = [tmp_path / "web" / "static" / "pages" / f"bad{number}.js" for number in range(len(BAD))]
    bad = {str(name.relative_to(tmp_path)): text for name, text in zip(names, BAD, strict=True)}
    found = checked(tmp_path, {**bad, "web/static/pages/good.js": GOOD})
    for name, said in zip(names, BAD.values(), strict=True):
        assert any(line.startswith(f"{name}:1:") and said in line for line in found), (said, found)
    assert {line.partition(":")[0] for line in found if not line.startswith(" ")} == set(map(str, names))


@pytest.mark.slow
@needs_typescript
def test_our_modules_have_no_problem() -> None:
    """Slow because `make lint` does the same."""
    program = compiler()
    assert program is not None
    assert check(ROOT / "src" / "riverboat", program) == []


def test_without_typescript_there_is_a_line_and_no_failure(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(sys, "argv", ["check_js.py"])
    assert main() == 0
    assert capsys.readouterr().out == f"{MISSING}\n"
