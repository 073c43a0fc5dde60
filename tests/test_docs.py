"""The documentation is true: every example in README and docs runs, and prints what the page says."""

from __future__ import annotations

import doctest
import re
import shlex
import subprocess
import sys
from importlib.util import find_spec
from itertools import takewhile
from pathlib import Path

import pytest
from commands import COMMANDS
from typer.testing import CliRunner

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)
PYTHON = re.compile(r"^```python\n.*?^```$", re.MULTILINE | re.DOTALL)
FENCE = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
NEEDED = re.compile(r"# skip without (\w+)")
LINK = re.compile(r"\]\((?!https?:|#)([^)#]+)")


def commands(page: Path) -> list[tuple[str, str]]:
    """The (`riverboat ...`, expected output) pairs in the page's console blocks."""
    found: list[tuple[str, str]] = []
    for block in CONSOLE.findall(page.read_text(encoding="utf-8")):
        for example in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = example.partition("\n")
            if command.startswith("riverboat "):
                found.append((command, output))
    return found


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_python_examples(page: Path) -> None:
    text, missing = with_installed(page.read_text(encoding="utf-8"))
    examples = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, page.name, str(page), 0)
    result = doctest.DocTestRunner(optionflags=FLAGS).run(examples)
    assert result.failed == 0, f"{result.failed} of {result.attempted} examples fail"
    if missing:
        pytest.skip(f"its other examples pass; some need {', '.join(missing)}")


def with_installed(text: str) -> tuple[str, list[str]]:
    """A page without the examples for which a package is missing (`# skip without NAME`), and these packages."""
    missing = [name for name in NEEDED.findall(text) if find_spec(name) is None]

    def kept(block: re.Match[str]) -> str:
        return "\n" * block[0].count("\n") if any(name in missing for name in NEEDED.findall(block[0])) else block[0]

    return PYTHON.sub(kept, text), missing


def test_an_example_without_its_package_is_left_out() -> None:
    page = "```python\n>>> import no_such # skip without no_such\n```\n\n```python\n>>> 1\n1\n\n```\n"
    text, missing = with_installed(page)
    assert missing == ["no_such"]
    assert "no_such" not in text
    assert ">>> 1" in text


CASES = [(page.name, command, output) for page in PAGES for command, output in commands(page)]


@pytest.mark.parametrize(("name", "command", "expected"), CASES, ids=[f"{n}: {c}" for n, c, _ in CASES])
def test_command_examples(
    name: str, command: str, expected: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from riverboat.cli.app import app

    monkeypatch.chdir(tmp_path)
    arguments = shlex.split(command)[1:]
    if "ray" in arguments:
        printed = on_ray(arguments)
    else:
        result = CliRunner().invoke(app, arguments)
        assert result.exit_code == 0, result.output
        printed = result.stdout
    if expected.strip():
        assert doctest.OutputChecker().check_output(expected, printed, FLAGS), printed


def on_ray(arguments: list[str]) -> str:
    """What a command prints in a process of its own, which Ray may end when it loses its node: then once more."""
    for _ in range(3):
        done = subprocess.run([sys.executable, "-m", "riverboat", *arguments], capture_output=True, text=True)
        if done.returncode == 0:
            return done.stdout
        if done.returncode == 2:  # a message of ours
            break
    pytest.fail(done.stderr, pytrace=False)


# Examples without output ---------------------------------------------------------------------------------------------

ELSEWHERE = {
    "acpc.md": "wire/test_acpc_page.py",
    "database.md": "records/test_pandas_example.py",
    "json-bots.md": "wire/test_json_bots.py",
    "vision-play.md": "vision/test_page_examples.py",
    "vision.md": "vision/test_page_examples.py",
}
"""Pages with Python that needs a partner, a picture or a file, and the test that executes it."""


def test_python_without_prompts_is_executed_elsewhere() -> None:
    found = {
        page.name
        for page in PAGES
        for block in PYTHON.findall(page.read_text(encoding="utf-8"))
        if "\n>>> " not in block
    }
    assert found == set(ELSEWHERE)
    for page, test in ELSEWHERE.items():
        assert page in (ROOT / "tests" / test).read_text(encoding="utf-8")


def shell_lines(page: Path) -> list[list[str]]:
    """The words of the commands in a page's blocks for the shell, up to a pipe or a redirection."""
    lines = [
        line
        for language, block in FENCE.findall(page.read_text(encoding="utf-8"))
        if language in ("", "sh")
        for line in block.replace("\\\n", " ").split("\n")
        if line.startswith("riverboat ")
    ]
    words = [shlex.split(line, comments=True)[1:] for line in lines]
    return [list(takewhile(lambda word: word not in ("|", ">"), each)) for each in words]


@pytest.mark.parametrize("page", [page for page in PAGES if shell_lines(page)], ids=lambda page: page.name)
def test_commands_without_output_can_be_parsed(page: Path) -> None:
    """Whatever takes hours, or needs files and programs that are not here, at least has no wrong option or value."""
    for words in shell_lines(page):
        depth = 2 if " ".join(words[:2]) in COMMANDS else 1
        COMMANDS[" ".join(words[:depth])].make_context(words[0], words[depth:]).close()


def test_links_lead_somewhere() -> None:
    broken = [
        f"{page.name}: {target}"
        for page in PAGES
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if not (page.parent / target).exists()
    ]
    assert broken == []
