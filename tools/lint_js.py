"""Lint the browser's ES modules: `python tools/lint_js.py [FOLDER]` (default: src/riverboat).

The work is done by `lint_js.js` in the Node that comes with playwright, and by the parser inside it, so that a fresh
machine needs nothing else. Types are checked by `check_js.py`.
"""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SERVED = {"/static/": "web/static", "/static/spot/": "solve/spot/viewer", "/static/show/": "show/replayer"}
"""Addresses of the room, and the folders of the package that are served there."""


def node() -> Path | None:
    """The program that drives browsers for playwright."""
    spec = find_spec("playwright")
    if spec is None or spec.origin is None:
        return None
    found = Path(spec.origin).with_name("driver") / ("node.exe" if sys.platform == "win32" else "node")
    return found if found.exists() else None


def lint(folder: Path) -> subprocess.CompletedProcess[str]:
    """What is wrong with the modules below a folder, one line each; the exit code is 1 if anything is."""
    program = node()
    if program is None:
        raise SystemExit('tools/lint_js.py needs playwright: pip install "riverboat[vision]"')
    mounts = json.dumps({address: str(folder / place) for address, place in SERVED.items()})
    script = ROOT / "tools" / "lint_js.js"
    files = sorted(map(str, folder.rglob("*.js")))
    command = [str(program), "--expose-internals", str(script), mounts, *files]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def main() -> int:
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "src" / "riverboat"
    done = lint(folder)
    print(done.stdout, end="")
    print(done.stderr, end="", file=sys.stderr)
    if not done.returncode:
        print(f"{len(list(folder.rglob('*.js')))} modules without problems")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
