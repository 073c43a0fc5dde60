"""Does a wheel work where there is no repository? Build it, install it in a new environment, run the README's examples.

The wheel is built from the files that git knows and installed alone: what `pip install riverboat` brings, in the
versions of `constraints.txt`. Every Python example and every `$ riverboat` line of the README runs in an empty folder
with an empty cache. Then the extra `[web]` is installed and the room is asked for a page of its Help, which must have
come with the wheel. `python tools/try_wheel.py [--keep FOLDER] [--without-web]`; five to ten minutes, most of them
pip's and the compiler's.
"""

from __future__ import annotations

import argparse
import doctest
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from tempfile import mkdtemp
from urllib.error import URLError
from urllib.request import Request, urlopen

ROOT = Path(__file__).resolve().parent.parent
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
SECONDS_TO_START = 180
TOKEN = "only-for-this-trial"


class Place:
    """A folder with a copy of the source, an environment, and an empty folder to work in."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.work = folder / "work"
        self.bin = folder / "venv" / ("Scripts" if os.name == "nt" else "bin")
        self.work.mkdir(parents=True)
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
        self.environment |= {"RIVERBOAT_CACHE": str(folder / "cache"), "RIVERBOAT_STATE": str(folder / "state")}

    def run(self, *command: str | Path) -> subprocess.CompletedProcess[str]:
        """A command in the empty folder, as a newcomer would run it."""
        words = [str(each) for each in command]
        return subprocess.run(words, cwd=self.work, env=self.environment, capture_output=True, text=True)

    def must(self, *command: str | Path) -> str:
        done = self.run(*command)
        if done.returncode:
            raise SystemExit(f"{' '.join(str(each) for each in command)}\n{done.stdout}{done.stderr}")
        return done.stdout


def main() -> None:
    """Everything, with a line for each step; ends with the number of failures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="a folder that does not exist yet, kept afterwards")
    parser.add_argument("--without-web", action="store_true", help="only the plain installation")
    given = parser.parse_args()
    folder = given.keep or Path(mkdtemp(prefix="riverboat-wheel-"))
    place = Place(folder.resolve())
    try:
        wheel = build(place)
        install(place, str(wheel))
        failed = [*python_examples(place), *console_examples(place), *missing_extra(place)]
        if not given.without_web:
            install(place, f"{wheel}[web]")
            failed += help_of_the_room(place)
    finally:
        if given.keep is None:
            shutil.rmtree(folder, ignore_errors=True)
    for each in failed:
        print(f"FAILED {each}")
    print("the wheel runs the README" if not failed else f"{len(failed)} failures")
    raise SystemExit(1 if failed else 0)


def build(place: Place) -> Path:
    source = place.folder / "source"
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        target = source / name
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(ROOT / name, target)
    options = ("-q", "--no-deps", "--no-build-isolation", "-w")
    place.must(sys.executable, "-m", "pip", "wheel", *options, place.folder, source)
    wheel = next(place.folder.glob("riverboat-*.whl"))
    print(f"{wheel.name}: {wheel.stat().st_size / 1e6:.1f} MB", flush=True)
    return wheel


def install(place: Place, what: str) -> None:
    if not place.bin.exists():
        place.must(sys.executable, "-m", "venv", place.folder / "venv")
    place.must(place.bin / "python", "-m", "pip", "install", "-q", "-c", ROOT / "constraints.txt", what)
    count = len(json.loads(place.must(place.bin / "python", "-m", "pip", "list", "--format=json")))
    print(f"installed {Path(what).name}: {count} packages", flush=True)


def python_examples(place: Place) -> list[str]:
    """The README's Python, in one go."""
    options = [word for flag in ("ELLIPSIS", "NORMALIZE_WHITESPACE") for word in ("-o", flag)]
    done = place.run(place.bin / "python", "-m", "doctest", *options, ROOT / "README.md")
    print(f"Python examples: {'failed' if done.returncode else 'fine'}", flush=True)
    return [done.stdout[-2000:] + done.stderr[-2000:]] if done.returncode else []


def console_examples(place: Place) -> list[str]:
    """The README's commands, each with the output beside it."""
    failed = []
    for block in CONSOLE.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, expected = example.partition("\n")
            if not command.startswith("riverboat "):
                continue
            done = place.run(place.bin / "riverboat", *shlex.split(command)[1:])
            fine = not done.returncode and doctest.OutputChecker().check_output(expected, done.stdout, FLAGS)
            print(f"{command}: {'fine' if fine else 'failed'}", flush=True)
            if not fine:
                failed.append(f"{command}\n{done.stdout}{done.stderr}")
    return failed


def missing_extra(place: Place) -> list[str]:
    """Without `[web]` the room is one line that says what to install."""
    done = place.run(place.bin / "riverboat", "web")
    fine = done.returncode == 2 and 'pip install "riverboat[web]"' in done.stderr and done.stderr.count("\n") == 1
    print(f"riverboat web without its extra: {'says so' if fine else 'failed'}", flush=True)
    return [] if fine else [f"riverboat web\n{done.stdout}{done.stderr}"]


def help_of_the_room(place: Place) -> list[str]:
    """The room starts, and has the documentation."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [str(place.bin / "riverboat"), "web", "--port", str(port), "--token", TOKEN]
    log = place.folder / "room.log"
    with log.open("w") as output:
        room = subprocess.Popen(command, cwd=place.work, env=place.environment, stdout=output, stderr=output)
        try:
            address = f"http://127.0.0.1:{port}/api/help/pages/tutorial"
            asked = Request(address, headers={"Authorization": f"Bearer {TOKEN}"})
            page, limit = "", time.monotonic() + SECONDS_TO_START
            while not page and room.poll() is None and time.monotonic() < limit:
                try:
                    with urlopen(asked, timeout=60) as answer:
                        page = json.load(answer)["html"]
                except (URLError, OSError):
                    time.sleep(0.5)
        finally:
            room.terminate()
            room.wait(60)
    fine = "<h1" in page
    print(f"Help in the room: {'fine' if fine else 'failed'}", flush=True)
    return [] if fine else [f"Help in the room\n{log.read_text()[-2000:]}"]


if __name__ == "__main__":
    main()
