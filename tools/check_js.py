"""Check the types of the browser's ES modules: `python tools/check_js.py [FOLDER]` (default: src/riverboat).

TypeScript reads the plain modules (`checkJs`), infers what it can and believes the JSDoc comments where it cannot. It
finds names and members that are not there, calls with too few or too many arguments, arguments and operands of the
wrong type. Parameters without a comment are of any type. What pages of the room import from one another is taken as it
is served (`SERVED`), so the modules are laid out in that way in a temporary folder first.

TypeScript is found on the path (`tsc`, on Debian `apt-get install node-typescript`, elsewhere `npm install -g
typescript`). Without it there is one line that says so, and nothing is checked.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from lint_js import ROOT, SERVED

OPTIONS = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "skipLibCheck": True,
    "target": "es2022",
    "module": "es2022",
    "moduleResolution": "node",
    "lib": ["es2022", "dom", "dom.iterable"],
    "types": [],
    "baseUrl": ".",
    "paths": {"/static/*": ["static/*"]},
    "strict": True,
    "noImplicitAny": True,  # objects have the members they were made with, no others; see UNTYPED
    "strictNullChecks": False,  # what is not on the page is null in a hundred places that know better
    "useUnknownInCatchVariables": False,  # `problem.message`, of whatever was thrown
    "noImplicitOverride": True,
    "noFallthroughCasesInSwitch": True,
}
GLOBALS = ROOT / "tools" / "browser.d.ts"
MISSING = "the types of the browser's modules are not checked without TypeScript: apt-get install node-typescript"
UNTYPED = re.compile(r": error TS70\d\d: ")
"""Findings that are not reported: something has no comment and is of any type."""
PLACE = re.compile(r"^([^\s(][^(]*)\((\d+),(\d+)\): ")


def compiler() -> str | None:
    return shutil.which("tsc")


def lay_out(folder: Path, target: Path) -> dict[str, Path]:
    """Copies of the modules below a folder where the room serves them; where each copy comes from."""
    mounts = sorted(((place, address.strip("/")) for address, place in SERVED.items()), key=lambda each: -len(each[0]))
    origins = {}
    for path in sorted(folder.rglob("*.js")):
        name = path.relative_to(folder).as_posix()
        for place, address in mounts:
            if name.startswith(f"{place}/"):
                name = f"{address}{name.removeprefix(place)}"
                break
        origins[name] = path
        copy = target / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copy)
    return origins


def check(folder: Path, program: str) -> list[str]:
    """What is wrong with the modules below a folder: `file:line:column: what`, with further lines indented."""
    with TemporaryDirectory(prefix="riverboat-js-") as temporary:
        target = Path(temporary)
        origins = lay_out(folder, target)
        shutil.copyfile(GLOBALS, target / GLOBALS.name)
        settings = {"compilerOptions": OPTIONS, "include": ["**/*.js", GLOBALS.name]}
        (target / "tsconfig.json").write_text(json.dumps(settings), encoding="utf-8")
        command = [program, "-p", ".", "--pretty", "false"]
        done = subprocess.run(command, cwd=target, capture_output=True, text=True, check=False)
    said = (done.stdout + done.stderr).splitlines()
    if done.returncode and not said:
        return [f"{program} ended with {done.returncode} and said nothing"]
    return [_with_origin(line, origins) for line in _reported(said)]


def _reported(lines: list[str]) -> Iterator[str]:
    """The findings that count, with the indented lines that explain them."""
    counts = True
    for line in lines:
        if not line.startswith(" "):
            counts = not UNTYPED.search(line)
        if counts:
            yield line


def _with_origin(line: str, origins: dict[str, Path]) -> str:
    place = PLACE.match(line)
    if place is None or place[1] not in origins:
        return line
    return f"{origins[place[1]]}:{place[2]}:{place[3]}: {line[place.end() :]}"


def main() -> int:
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else ROOT / "src" / "riverboat"
    program = compiler()
    if program is None:
        print(MISSING)
        return 0
    found = check(folder, program)
    for line in found:
        print(line)
    if not found:
        print(f"{len(list(folder.rglob('*.js')))} modules of sound types")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
