"""The linter of the browser's modules finds what it says it finds, and nothing in our own."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

pytest.importorskip("playwright", reason="its Node runs the linter")
ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tools"))

from lint_js import lint  # noqa: E402

LIBRARY = "export function add(a, b) { return a + b; }\nexport const ONE = 1;\n"
BAD = {
    "const x = ;": "Unexpected token",
    'import { take } from "../lib/numbers.js"; take();': 'import of "take": "../lib/numbers.js" does not export it',
    'import { add } from "../lib/none.js"; add();': 'import from "../lib/none.js": there is no such file',
    'import { add } from "../lib/numbers.js"; export const two = add(1, 1, 1);': '"add" takes 2 arguments, not 3',
    'import { add, ONE } from "../lib/numbers.js"; export const two = add(ONE, ONE); ONE = 2;': '"ONE" is a constant',
    'import { add } from "../lib/numbers.js"; export const two = 2;': 'import "add" is not used',
    "export function half(whole) { const rest = 1; return whole / 2; }": 'constant "rest" is not used',
    "export const name = ({ first }) => frist;": 'nobody declares "frist"',
    "export const same = (a, b) => a == b;": "==: use ===",
    "export var old = 1;": "var: use const or let",
    "export function twice(a) { if (a) { const inner = a; } return inner; }": 'nobody declares "inner"',
}
GOOD = """import { add, ONE as one } from "../lib/numbers.js";
const sums = [];
let last = 0;
for (const [left, { right = one, ...rest }] of new Map()) sums.push(add(left, right), ...Object.keys(rest));
export class Counter { #at = 0; next() { this.#at += last++; return later(this.#at); } }
function later(value) { try { return value?.at ?? sums; } catch { return null; } }
export default async (pages) => (await import("../lib/numbers.js")).add(...pages, typeof nothing == null);
"""


def linted(folder: Path, **modules: str) -> tuple[int, list[str]]:
    """The lines of the linter on modules that are served as ours are."""
    for name, text in {"lib/numbers": LIBRARY, **modules}.items():
        path = folder / "web" / "static" / f"{name}.js"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    done = lint(folder)
    assert done.stderr == ""
    return done.returncode, done.stdout.splitlines()


def test_each_mistake_is_found_with_its_place(tmp_path: Path) -> None:
    code, lines = linted(tmp_path, **{f"pages/bad{number:02}": text for number, text in enumerate(BAD)})
    assert code == 1
    for number, said in enumerate(BAD.values()):
        found = [line for line in lines if f"bad{number:02}.js:1:" in line]
        assert any(said in line for line in found), (said, found)
    assert len({line.partition(":")[0] for line in lines}) == len(BAD)


def test_what_is_right_is_left_alone(tmp_path: Path) -> None:
    assert linted(tmp_path, **{"pages/good": GOOD}) == (0, [])


def test_our_modules_have_no_problem() -> None:
    done = lint(ROOT / "src" / "riverboat")
    assert done.returncode == 0, done.stdout + done.stderr
