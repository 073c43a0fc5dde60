"""Which functions of the package the tests call: `make coverage`, a figure for each room and a list of the others.

A plugin of pytest (`-p coverage_calls`) notes every function that runs, in all workers and threads, and writes what it
saw into build/coverage. `python tools/coverage_calls.py` adds that up. Functions are counted and not lines, which costs
little and needs no package (coverage.py is not in the locks). Not seen: kernels, which numba compiles, and what runs in
processes that tests start; so the figure is a lower bound.
"""

from __future__ import annotations

import ast
import os
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "src" / "riverboat"
SEEN = ROOT / "build" / "coverage"
_called: set[CodeType] = set()


def _note(frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        _called.add(frame.f_code)


def pytest_configure() -> None:
    SEEN.mkdir(parents=True, exist_ok=True)
    threading.setprofile(_note)
    sys.setprofile(_note)


def pytest_unconfigure() -> None:
    sys.setprofile(None)
    threading.setprofile(None)
    root = str(PACKAGE)
    lines = {f"{code.co_filename}:{code.co_firstlineno}" for code in set(_called) if code.co_filename.startswith(root)}
    (SEEN / f"{os.getpid()}.txt").write_text("\n".join(sorted(lines)), encoding="utf-8")


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The functions of a module that can be seen, with the line where each begins, decorators included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])


def is_kernel(path: Path) -> bool:
    names = ("_kernels.py", "_scalar.py", "jit.py", "lanes.py", "packed.py")
    return path.name in names or "_kernels" in path.parts


def main() -> int:
    seen = {line for path in SEEN.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()}
    if not seen:
        print("nothing is noted in build/coverage: run make coverage")
        return 1
    rooms: dict[str, list[int]] = {}
    left = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if is_kernel(path):
            continue
        for name, line in functions(path):
            counts = rooms.setdefault(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), [0, 0])
            is_called = f"{path}:{line}" in seen
            counts[is_called] += 1
            if not is_called:
                left.append(f"{path.relative_to(ROOT)}:{line}: {name}")
    print(f"{'room':14}{'functions':>10}{'called':>8}{'share':>8}")
    for room, (not_called, called) in sorted(rooms.items()):
        print(f"{room:14}{called + not_called:>10,}{called:>8,}{called / (called + not_called):>8.1%}")
    called, everything = (sum(each[1] for each in rooms.values()), sum(map(sum, rooms.values())))
    print(f"{'all':14}{everything:>10,}{called:>8,}{called / everything:>8.1%}")
    (SEEN / "not-called.list").write_text("\n".join(left) + "\n", encoding="utf-8")
    print(f"those that nothing calls are in {(SEEN / 'not-called.list').relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
