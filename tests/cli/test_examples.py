"""The examples in the help of commands run, and what `--json` prints has one shape everywhere."""

from __future__ import annotations

import re
import shlex
import signal
import socket
import subprocess
import sys
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from commands import COMMANDS

from riverboat.cli.examples import EXAMPLES
from riverboat.cli.json_output import KINDS
from riverboat.cli.short_help import SHORT

if TYPE_CHECKING:
    from commands import Run

ROOT = Path(__file__).resolve().parents[2]
FAST = (
    "equity", "odds", "exploit", "hands list", "kuhn square", "games list", "games show", "games validate",
    "games export", "ranges list", "ranges show", "ranges combine", "strategy list", "strategy check",
    "strategy format", "strategy show", "abstraction list",
)  # fmt: skip
"""Always run: the cheapest of every family."""
SERVERS = {"odds-server", "web"}
PAIR = {"acpc dealer", "acpc play"}
ELSEWHERE = {
    "cluster": "tests/executor/cluster_cases.py starts one",
    "hands verify": "tests/web has live tables and their proofs",
    "ranges build": "solves for minutes; tests/agents builds a small library",
    "vision play": "tests/web/test_browser_sight.py has a table",
}
SLOW = [name for name in EXAMPLES if name not in {*FAST, *SERVERS, *PAIR, *ELSEWHERE}]


def test_every_help_ends_with_examples_that_can_be_parsed() -> None:
    """The last line is of the command itself, those before it of any."""
    assert COMMANDS.keys() == EXAMPLES.keys()
    for name, lines in EXAMPLES.items():
        assert lines[-1].startswith(f"riverboat {name}"), name
        for line in lines:
            _, *words = shlex.split(line)
            depth = 2 if " ".join(words[:2]) in COMMANDS else 1
            COMMANDS[" ".join(words[:depth])].make_context(words[0], words[depth:]).close()


GROUPS = ("", *sorted({name.partition(" ")[0] for name in COMMANDS if " " in name}))


@pytest.mark.parametrize("group", GROUPS)
def test_no_line_of_a_list_of_commands_is_cut_off(group: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a terminal of 80 columns."""
    monkeypatch.setenv("COLUMNS", "80")
    listed = run(*group.split(), "--help").out.partition("Commands:\n")[2].splitlines()
    assert listed
    assert [line for line in listed if line.endswith("...") or not re.match(r"  \S+ {2,}\S", line)] == []


def test_short_lines_are_of_commands_that_exist() -> None:
    assert SHORT.keys() <= {*COMMANDS, *GROUPS}


@pytest.mark.parametrize("name", ["equity", "hands list", "acpc dealer"])
def test_help_shows_the_examples(name: str, run: Run) -> None:
    shown = run(*name.split(), "--help").out
    for line in ("Examples:", *EXAMPLES[name]):
        assert re.search(rf"^ *{re.escape(line)}$", shown, re.MULTILINE), line


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, but for the files that no command makes."""
    (tmp_path / "btn-bb.toml").write_text('oop = "AA,KK"\nip = "QQ,A5s"\npot = 100\nstack = 100\nbets = "a"\n')
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("RIVERBOAT_STATE", str(tmp_path / "state"))
    return tmp_path


def check_examples(name: str, run: Run) -> None:
    """They succeed, and what the last one prints for programs has the shape."""
    for line in EXAMPLES[name]:
        done = run(*shlex.split(line)[1:])
        assert done.code == 0, f"{line}: {done.err}"
    if any("--json" in option.opts for option in COMMANDS[name].params):
        for file in WRITTEN_ONCE.get(name, ()):
            Path(file).unlink()
        done = run(*shlex.split(EXAMPLES[name][-1])[1:], "--json")
        assert done.code == 0, done.err
        document = done.json
        assert {"kind", "version", "items"} <= document.keys(), name
        assert document["kind"] in KINDS
        assert isinstance(document["version"], int)
        assert document["items"] or name in NOTHING_LISTED
        assert all(isinstance(item, dict) for item in document["items"])


NOTHING_LISTED = {"games validate", "strategy check"}
"""Without a problem there is no item."""
WRITTEN_ONCE = {"db backup": ("copy.sqlite",)}
"""Files that a command never writes over."""
WITHOUT_JSON = {
    "acpc dealer": "options and output are those of the original dealer",
    "cluster": "runs until it is stopped",
    "odds-server": "runs until it is stopped",
    "tour": "a demonstration to be watched",
    "web": "runs until it is stopped",
}


def test_every_command_with_a_result_has_json() -> None:
    """And docs/json.md names those without."""
    without = [name for name, command in COMMANDS.items() if not any("--json" in each.opts for each in command.params)]
    assert sorted(without) == sorted(WITHOUT_JSON)


@pytest.mark.parametrize("name", FAST)
def test_examples_run(name: str, run: Run, folder: Path) -> None:
    check_examples(name, run)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_slow_examples_run(name: str, run: Run, folder: Path) -> None:
    if "table.png" in EXAMPLES[name][-1]:
        assert run("vision", "make", "--count", "1", "--out", "pictures").code == 0
        next(Path("pictures").glob("*.png")).rename("table.png")
    check_examples(name, run)


def start(stack: ExitStack, line: str) -> subprocess.Popen[str]:
    words = [sys.executable, "-m", "riverboat", *shlex.split(line)[1:]]
    started = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    stack.callback(started.wait)
    stack.callback(started.kill)
    return started


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(SERVERS))
def test_servers_start_and_end_with_ctrl_c(name: str, folder: Path) -> None:
    """On a free port, and without a browser."""
    (line,) = EXAMPLES[name]
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    line = re.sub(r"--port \d+", f"--port {port}", line).replace(" --open", "")
    with ExitStack() as stack:
        server = start(stack, line + (" --db hands.sqlite" if name == "web" else ""))
        assert server.stdout is not None
        assert str(port) in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        assert server.wait(60) in (0, 130)


@pytest.mark.slow
def test_a_dealer_and_two_players(folder: Path) -> None:
    (dealing,), (playing,) = EXAMPLES["acpc dealer"], EXAMPLES["acpc play"]
    with ExitStack() as stack:
        dealer = start(stack, dealing)
        assert dealer.stdout is not None
        while "18471" not in (said := dealer.stdout.readline()):
            assert said
        players = [start(stack, playing), start(stack, playing.replace("18471", "18472"))]
        said = dealer.communicate(timeout=120)[0]
        assert re.search(r"SCORE:[-\d.|]+:", said), said
        assert [player.wait(60) for player in players] == [0, 0]


def test_the_page_on_json_lists_every_kind() -> None:
    """docs/json.md is what programs are written by."""
    page = (ROOT / "docs" / "json.md").read_text(encoding="utf-8").partition("## Kinds")[2]
    listed = re.findall(r"^\| `(\w+)` \|", page, re.MULTILINE)
    assert listed == sorted(KINDS)


def test_every_kind_is_printed_by_a_command() -> None:
    """And nothing is printed that is no kind."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "src/riverboat/cli").glob("*.py"))
    printed = re.findall(r"print_json\(\s*\"(\w+)\"", sources)
    assert set(printed) == set(KINDS)
    calls = sources.count("print_json(") - 1  # its definition
    assert len(printed) == calls
    assert "json.dumps(" not in re.sub(r"def print_json.*?indent=2\)\)", "", sources, flags=re.DOTALL).replace(
        "json.dumps(str(fault))", ""
    )
