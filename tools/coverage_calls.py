"""How much of the package the tests run: `make coverage`, a figure for each room and a list of what nothing calls.

A plugin of pytest (`-p coverage_calls`) notes what runs in all workers and threads, and writes it into build/coverage;
`python tools/coverage_calls.py` adds that up. Python 3.12 and later (`sys.monitoring`) notes every function and line
once, at hardly any cost; Python 3.11 notes functions only, at every call, which makes tests slower. Nothing needs to be
installed. Not seen: kernels, which numba compiles, and what runs in processes that tests start; so every figure is a
lower bound.
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
_INSIDE = str(PACKAGE) + os.sep
_called: set[CodeType] = set()
_lines: set[tuple[str, int]] = set()


def _note(frame: FrameType, event: str, _: object) -> None:
    if event == "call":
        _called.add(frame.f_code)


def pytest_configure() -> None:
    SEEN.mkdir(parents=True, exist_ok=True)
    if sys.version_info >= (3, 12):
        _monitor()
    else:
        threading.setprofile(_note)
        sys.setprofile(_note)


if sys.version_info >= (3, 12):

    def _monitor() -> None:
        monitoring = sys.monitoring
        tool, events = monitoring.COVERAGE_ID, monitoring.events

        def begins(code: CodeType, _: int) -> object:
            if code.co_filename.startswith(_INSIDE):
                _called.add(code)
                monitoring.set_local_events(tool, code, events.LINE)
            return monitoring.DISABLE

        def runs(code: CodeType, line: int) -> object:
            _lines.add((code.co_filename, line))
            return monitoring.DISABLE

        monitoring.use_tool_id(tool, "coverage_calls")
        monitoring.register_callback(tool, events.PY_START, begins)
        monitoring.register_callback(tool, events.LINE, runs)
        monitoring.set_events(tool, events.PY_START)


def pytest_unconfigure() -> None:
    if sys.version_info >= (3, 12):
        sys.monitoring.set_events(sys.monitoring.COVERAGE_ID, sys.monitoring.events.NO_EVENTS)
        sys.monitoring.register_callback(sys.monitoring.COVERAGE_ID, sys.monitoring.events.PY_START, None)
        sys.monitoring.register_callback(sys.monitoring.COVERAGE_ID, sys.monitoring.events.LINE, None)
        sys.monitoring.free_tool_id(sys.monitoring.COVERAGE_ID)
    else:
        sys.setprofile(None)
        threading.setprofile(None)
    inside = [code for code in set(_called) if code.co_filename.startswith(_INSIDE)]
    noted = {f"called {code.co_filename}:{code.co_firstlineno}" for code in inside}
    noted |= {f"ran {path}:{line}" for path, line in set(_lines)}
    (SEEN / f"{os.getpid()}.txt").write_text("\n".join(sorted(noted)), encoding="utf-8")


def functions(path: Path) -> Iterator[tuple[str, int]]:
    """The functions of a module that can be seen, with the line where each begins, decorators included."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name, min([node.lineno, *(each.lineno for each in node.decorator_list)])


def lines_with_code(path: Path) -> set[int]:
    """The lines of a module that something is compiled from."""
    found: set[int] = set()
    waiting = [compile(path.read_text(encoding="utf-8"), str(path), "exec", dont_inherit=True)]
    while waiting:
        code = waiting.pop()
        found |= {line for _, _, line in code.co_lines() if line}
        waiting += [each for each in code.co_consts if isinstance(each, CodeType)]
    return found


def is_kernel(path: Path) -> bool:
    names = ("_kernels.py", "_scalar.py", "jit.py", "lanes.py", "packed.py")
    return path.name in names or "_kernels" in path.parts


def share(part: int, whole: int) -> str:
    return f"{part / whole:.1%}" if whole else "-"


def main() -> int:
    seen = {line for path in SEEN.glob("*.txt") for line in path.read_text(encoding="utf-8").splitlines()}
    if not seen:
        print("nothing is noted in build/coverage: run make coverage")
        return 1
    has_lines = any(each.startswith("ran ") for each in seen)
    rooms: dict[str, list[int]] = {}
    left = []
    for path in sorted(PACKAGE.rglob("*.py")):
        if is_kernel(path):
            continue
        counts = rooms.setdefault(path.relative_to(PACKAGE).parts[0].removesuffix(".py"), [0, 0, 0, 0])
        for name, line in functions(path):
            is_called = f"called {path}:{line}" in seen
            counts[0] += 1
            counts[1] += is_called
            if not is_called:
                left.append(f"{path.relative_to(ROOT)}:{line}: {name}")
        lines = lines_with_code(path) if has_lines else set()
        counts[2] += len(lines)
        counts[3] += sum(f"ran {path}:{line}" in seen for line in lines)
    rooms = dict(sorted(rooms.items()))
    rooms["all"] = [sum(each) for each in zip(*rooms.values(), strict=True)]
    print(f"{'room':14}{'functions':>10}{'called':>9}{'share':>8}{'lines':>10}{'run':>9}{'share':>8}")
    for room, (known, called, lines_known, run) in rooms.items():
        of_lines = f"{lines_known:>10,}{run:>9,}{share(run, lines_known):>8}" if has_lines else ""
        print(f"{room:14}{known:>10,}{called:>9,}{share(called, known):>8}{of_lines}")
    (SEEN / "not-called.list").write_text("\n".join(left) + "\n", encoding="utf-8")
    print(f"what nothing calls is in {(SEEN / 'not-called.list').relative_to(ROOT)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
