"""What a shell offers when Tab is pressed, and one spelling for the same thing over all commands."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

import pytest
from commands import COMMANDS

if TYPE_CHECKING:
    from commands import Run

Offer = Callable[[str], list[str]]


@pytest.fixture
def offered(run: Run, monkeypatch: pytest.MonkeyPatch) -> Offer:
    """The words that bash is given for the last one of a line."""

    def ask(line: str) -> list[str]:
        monkeypatch.setenv("_RIVERBOAT_COMPLETE", "complete_bash")
        monkeypatch.setenv("COMP_WORDS", line)
        monkeypatch.setenv("COMP_CWORD", str(line.count(" ")))
        return run().out.split()

    return ask


def test_commands_and_options_are_completed(offered: Offer) -> None:
    assert offered("riverboat cross") == ["crosstable"]
    assert {"--hands", "--html"} <= set(offered("riverboat match --h"))


def test_names_of_players_come_from_the_database(tmp_path: Path, offered: Offer) -> None:
    records = pytest.importorskip("riverboat.records.database")
    from riverboat.arena import run_match

    path = tmp_path / "hands.sqlite"
    with records.open_database(path) as database, database.record() as recorder:
        run_match(["always_call", "random"], "kuhn", 4, record=recorder.add_all)
    assert offered(f"riverboat hands list --db {path} --player ra") == ["random"]
    assert offered("riverboat hands list --db nowhere.sqlite --player ra") == []


@pytest.mark.parametrize(("typed", "wanted"), [("ma", "match"), ("match --mo", "--mode")])
def test_bash_itself_completes(typed: str, wanted: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What `riverboat --install-completion` writes, in a real shell."""
    bash, here = shutil.which("bash"), shutil.which("riverboat", path=str(Path(sys.executable).parent))
    if bash is None or here is None:
        pytest.skip("needs bash and the command")
    monkeypatch.setenv("PATH", f"{Path(here).parent}:{Path(bash).parent}:/usr/bin:/bin")
    script = (
        'eval "$(_RIVERBOAT_COMPLETE=source_bash riverboat)"; COMP_WORDS=(riverboat $1); '
        'COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _riverboat_completion riverboat; echo "${COMPREPLY[*]}"'
    )
    done = subprocess.run([bash, "--norc", "-c", script, "bash", typed], capture_output=True, text=True)
    assert done.stdout.split() == [wanted], done.stderr


def test_the_script_for_zsh_answers_when_it_is_loaded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION", "1")
    last = run("--show-completion", "zsh").out.rstrip().split("\n")[-1]
    assert last == 'if [ "$funcstack[1]" = "_riverboat" ]; then _riverboat_completion "$@"; fi'


def test_zsh_itself_completes_at_the_first_tab(tmp_path: Path) -> None:
    """A person's shell, taught by `riverboat --install-completion`: Tab is pressed once."""
    pty = pytest.importorskip("pty")
    zsh, here = shutil.which("zsh"), shutil.which("riverboat", path=str(Path(sys.executable).parent))
    if zsh is None or here is None:
        pytest.skip("needs zsh and the command")
    places = {"HOME": str(tmp_path), "ZDOTDIR": str(tmp_path), "PATH": f"{Path(here).parent}:/usr/bin:/bin"}
    settings = {**os.environ, **places, "TERM": "dumb"}
    learn = [zsh, "-fc", "riverboat --install-completion; true"]
    taught = subprocess.run(learn, env=settings, capture_output=True, text=True)
    assert (tmp_path / ".zfunc" / "_riverboat").exists(), taught.stdout + taught.stderr
    with (tmp_path / ".zshrc").open("a") as file:
        file.write("PS1='ready> '\n")
    controller, terminal = pty.openpty()
    shell = subprocess.Popen([zsh, "-i"], stdin=terminal, stdout=terminal, stderr=terminal, env=settings, cwd=tmp_path)
    os.close(terminal)
    try:
        until(controller, "ready> ")
        os.write(controller, b"riverboat cross\t")
        until(controller, "crosstable")
    finally:
        shell.kill()
        shell.wait()
        os.close(controller)


def until(terminal: int, wanted: str, seconds: float = 60.0) -> None:
    """Read what a terminal shows until this is there."""
    seen, end = "", monotonic() + seconds
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], max(0.0, end - monotonic()))
        assert ready, f"{wanted!r} has not come: {seen!r}"
        seen += os.read(terminal, 4096).decode(errors="replace")


@pytest.mark.parametrize(("shell", "line"), [("bash", "complete -o default -F"), ("fish", "complete --command")])
def test_a_shell_can_be_taught(shell: str, line: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """`riverboat --show-completion` prints this for the shell that it is run in."""
    monkeypatch.setenv("_RIVERBOAT_COMPLETE", f"source_{shell}")
    said = run().out
    assert line in said
    assert "riverboat" in said


SPELLED = {
    "--jobs": ("--workers", "--processes"),
    "--resume": ("--checkpoint", "--keep"),
    "--seed": ("--random-seed", "--rng"),
    "--hands": ("--count-hands", "--n-hands", "--number"),
    "--out": ("--output", "--outfile", "--file-out", "--answer"),
    "--json": ("--as-json", "--to-json"),
    "--html": ("--page", "--report"),
    "--db": ("--database", "--url"),
    "--game": ("--rules-of", "--variant"),
    "--threads": ("--cores",),
    "--iterations": ("--steps", "--rounds"),
    "--seconds": ("--timeout", "--time"),
    "--target": ("--epsilon", "--accuracy"),
    "--samples": ("--sample", "--draws"),
    "--hours": ("--minutes", "--days"),
    "--opponents": ("--against", "--versus"),
}
"""The one name of an option, and those that it has elsewhere and does not have here."""


def test_one_thing_has_one_name() -> None:
    shown = [each for command in COMMANDS.values() for each in command.params if not getattr(each, "hidden", False)]
    used = {option for each in shown for option in each.opts}
    for name, others in SPELLED.items():
        assert name in used
        assert used.isdisjoint(others), name
    assert all(option == option.lower() and "_" not in option for option in used if option.startswith("--"))


def test_options_of_one_name_take_the_same() -> None:
    """A number of hands, a seed, processes: the same kind of value wherever they are."""
    kinds: dict[str, dict[str, list[str]]] = {}
    for name, command in COMMANDS.items():
        for each in command.params:
            for option in set(each.opts) & {"--seed", "--jobs", "--out", "--json", "--html", "--db", "--threads"}:
                kind = "path" if each.type.name in ("path", "file") else each.type.name.partition(" ")[0]
                kinds.setdefault(option, {}).setdefault(kind, []).append(name)
    assert {option: sorted(found) for option, found in kinds.items()} == {
        "--seed": ["int"], "--jobs": ["int"], "--out": ["path"], "--json": ["boolean"], "--html": ["path"],
        "--db": ["str"], "--threads": ["int"],
    }, kinds  # fmt: skip
