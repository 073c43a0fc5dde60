"""The handbook leads: every page is listed, every link arrives, and two clicks reach everything."""

from __future__ import annotations

import ast
import inspect
import re
import sys
from functools import cache
from html.parser import HTMLParser
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import riverboat
from riverboat.agents.registry import _HOMES as BUILT_IN
from riverboat.arena.crosstable.shipped import shipped_crosstable, shipped_fields
from riverboat.errors import RiverboatError
from riverboat.handbook import find, links, render
from riverboat.handbook.contents import INDEX, Handbook
from riverboat.handbook.parameters import described, usual_meaning, without_section
from riverboat.handbook.reference import parameters_of, public_parameters, reference_names, reference_page

ROOT = Path(__file__).resolve().parents[1]
if not (ROOT / "docs").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
sys.path.insert(0, str(ROOT / "tools"))

from ship_crosstable import with_strength  # noqa: E402

BOOK = Handbook(ROOT)
README = "README.md"


def dead_links(book: Handbook) -> list[str]:
    """Links of all pages and of the README to files and headings that are not there."""
    pages = {name: (path, book.text(name)) for name, path in book.paths.items()}
    if (book.root / README).exists():
        pages[README] = (README, (book.root / README).read_text(encoding="utf-8"))
    anchors = {path: {links.slug(title) for _, title in links.headings(text)} for path, text in pages.values()}
    made = {f"docs/{name}.md" for name in book.pages if name not in book.paths}
    dead = []
    for path, text in pages.values():
        for target in links.targets(text):
            if links.is_external(target):
                continue
            other, heading = links.resolve(path, target)
            arrives = other in made | set(book.names) or (book.root / other).exists()
            if not arrives or (heading and heading not in anchors.get(other, ())):
                dead.append(f"{path}: {target}")
    return dead


def distances(book: Handbook) -> dict[str, int]:
    """Clicks from the contents to every page that can be reached."""
    found, border = {INDEX: 0}, [INDEX]
    while border:
        name = border.pop(0)
        if name not in book.paths:  # made from docstrings, without links
            continue
        for target in links.targets(book.text(name)):
            leads = None if links.is_external(target) else book.target(name, target)
            if leads is not None and leads[0] not in found:
                found[leads[0]] = found[name] + 1
                border.append(leads[0])
    return found


def test_no_link_is_dead() -> None:
    assert dead_links(BOOK) == []


def test_every_page_is_two_clicks_from_the_contents() -> None:
    clicks = distances(BOOK)
    assert sorted(set(BOOK.pages) - set(clicks)) == []
    assert max(clicks.values()) <= 2


def test_every_page_is_listed_once() -> None:
    listed = [entry.name for section in BOOK.sections for entry in section.entries]
    assert sorted(listed) == sorted(set(BOOK.pages) - {INDEX})
    assert all(section.entries for section in BOOK.sections)


def test_examples_are_code() -> None:
    """Without a fence `>>>` is a quotation in a quotation in a quotation."""
    loose = [
        name
        for name in BOOK.paths
        if any(line[:4] == ">>> " for line in links.without_code(BOOK.text(name)).split("\n"))
    ]
    assert loose == []


# The tests can fail ---------------------------------------------------------------------------------------------------


@pytest.fixture
def small(tmp_path: Path) -> Handbook:
    """Three pages in a row: the contents, one, two."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "SECURITY.md").write_text("# Security\n")
    (tmp_path / "docs" / "index.md").write_text("# Contents\n\n## Start\n- [One](one.md): the first\n")
    (tmp_path / "docs" / "one.md").write_text("# One\n\n[two](two.md#the-end) [safe](../SECURITY.md)\n")
    (tmp_path / "docs" / "two.md").write_text("# Two\n\n```sh\n# no heading\n[no](link)\n```\n\n## The `end`\n")
    return Handbook(tmp_path)


def test_a_small_handbook_is_in_order(small: Handbook) -> None:
    assert dead_links(small) == []
    clicks = distances(small)
    assert (clicks["one"], clicks["two"], clicks["security"]) == (1, 2, 2)
    assert [(section.title, [entry.about for entry in section.entries]) for section in small.sections] == [
        ("Start", ["the first"])
    ]


@pytest.mark.parametrize("target", ["three.md", "two.md#no-heading", "#nowhere", "../LICENSE"])
def test_a_dead_link_is_found(small: Handbook, target: str) -> None:
    path = small.root / "docs" / "two.md"
    path.write_text(f"{path.read_text()}\n[dead]({target})\n")
    assert dead_links(small) == [f"docs/two.md: {target}"]


def test_a_page_that_nothing_leads_to_is_found(small: Handbook) -> None:
    (small.root / "docs" / "lost.md").write_text("# Lost\n")
    assert "lost" in set(small.pages) - set(distances(small))


def test_contents_name_pages_that_exist(small: Handbook) -> None:
    (small.root / "docs" / "index.md").write_text("# Contents\n\n## Start\n- [No](no.md): page\n")
    with pytest.raises(RiverboatError, match=r"no\.md"):
        _ = small.sections


# Pages ----------------------------------------------------------------------------------------------------------------


class Seen(HTMLParser):
    """Tags and links of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.add(tag)
        self.links += [value for key, value in attrs if key in ("href", "src")]


def test_a_page_becomes_html(small: Handbook) -> None:
    page = small.root / "docs" / "one.md"
    page.write_text(
        "# One\n\n<script>x</script> [two](two.md#the-end) [file](../LICENSE) ![p](images/a.svg)\n\n|a|\n|-|\n|1|\n"
    )
    shown = render(small, "one", lambda name: f"/help/{name}", lambda path: f"/pictures/{path}")
    seen = Seen()
    seen.feed(shown.html)
    assert seen.links == ["/help/two#the-end", "/pictures/docs/images/a.svg"]
    assert "script" not in seen.tags
    assert {"table", "img", "h1"} <= seen.tags
    assert render(small, "two", str, str).headings == ((2, "The end", "the-end"),)


def test_the_site_shows_types_with_a_bar_as_they_are() -> None:
    """Its parser, unlike the others, shows the backslash of a bar in code in a table."""
    spec = spec_from_file_location("site_hooks", ROOT / "tools" / "site.py")
    assert spec is not None
    assert spec.loader is not None
    hooks = module_from_spec(spec)
    spec.loader.exec_module(hooks)
    text = "| `a` | `int \\| None` | one \\| two |\n\n`x \\| y`\n"
    page = SimpleNamespace(file=SimpleNamespace(src_uri="index.md"))
    assert hooks.on_page_markdown(text, page, None, None) == text.replace("int \\|", "int |")


def test_search_finds_the_part_with_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.handbook.contents.reference_names", lambda: ())  # quicker
    book = Handbook(ROOT)
    best = find(book, "local best response")[0]
    assert (best.page, best.anchor) == ("strength", "local-best-response")
    assert find(book, "xyzzy plugh") == find(book, " ") == []


def test_the_reference_has_every_public_name_with_its_parameters() -> None:
    """Against the rooms' own lists, and one signature as people know it."""
    for room in ("cards", "solve", "stats"):
        tree = ast.parse((ROOT / "src" / "riverboat" / room / "__init__.py").read_text(encoding="utf-8"))
        lists = [
            node.value
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
        ]
        shown = {line[3:] for line in reference_page(room).split("\n") if line.startswith("## ")}
        assert set(ast.literal_eval(lists[0])) <= shown
    page = reference_page("odds")
    row = re.search(r"^\| `board` \| `Cards` \| `''` \| (.+) \|$", page.split("## equity\n")[1].split("\n## ")[0], re.M)
    assert row is not None
    assert "on the table" in row.group(1)
    with pytest.raises(RiverboatError, match="no such room"):
        reference_page("cellar")


def entries_of(text: str) -> tuple[set[str], set[str]]:
    """The parameters of a function in a text, and those that its docstring describes."""
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.FunctionDef)
    names = {each.name.lstrip("*") for each in parameters_of(node, bound=False)}
    return names, set(described(ast.get_docstring(node) or ""))


@pytest.mark.parametrize("room", ["", *(room for room, _ in reference_names())])
def test_every_public_parameter_has_a_meaning(room: str) -> None:
    """By its docstring, or by what its name means everywhere."""
    found = [
        (where, each.name) for where, each in public_parameters(f"riverboat.{room}".rstrip(".")) if not each.meaning
    ]
    assert found == []


@pytest.mark.parametrize("name", [name for name in riverboat.__all__ if name.islower()])
def test_help_of_the_first_import_says_every_parameter(name: str) -> None:
    """In Python, too, where there is no reference: `help(riverboat.equity)`."""
    function = getattr(riverboat, name)
    if inspect.isfunction(function):
        assert set(described(inspect.getdoc(function) or "")) == set(inspect.signature(function).parameters)


def test_docstrings_describe_parameters_that_exist() -> None:
    """One that was renamed or removed is described no more."""
    stale = []
    for path in (ROOT / "src" / "riverboat").rglob("*.py"):
        if " Args:\n" in (text := path.read_text(encoding="utf-8")):
            for node in ast.walk(ast.parse(text)):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    names = {each.name.lstrip("*") for each in parameters_of(node, bound=False)}
                    stale += [
                        (path.name, node.name, each)
                        for each in described(ast.get_docstring(node) or "")
                        if each not in names
                    ]
    assert stale == []


def test_a_parameter_is_described_on_several_lines() -> None:
    text = '''def f(one, *two, three=(), **four):
    """It does.

    Args:
        one: A number: any, and
            more of it.
        two: Others.
        gone: No longer there.

    And more.
    """'''
    names, said = entries_of(text)
    assert (names - said, said - names) == ({"three", "four"}, {"gone"})
    doc = ast.get_docstring(ast.parse(text).body[0]) or ""  # type: ignore[arg-type]
    assert described(doc)["one"] == "A number: any, and more of it."
    assert without_section(doc) == "It does.\n\nAnd more."


def test_a_name_means_the_same_everywhere_unless_its_type_differs() -> None:
    assert usual_meaning("hand", "Hand") != usual_meaning("hand", "StartingHand") != ""
    assert usual_meaning("jobs", "int | None") == usual_meaning("jobs", "int") != ""
    assert usual_meaning("hand", "int") == usual_meaning("nonsense", "str") == ""


# Players --------------------------------------------------------------------------------------------------------------

HEAD = ("Names", "**Paper**", "**Plays**", "**What it does**", "**Modules**", "**Strength**", "**Try it**")


def head_of(text: str) -> dict[str, str]:
    """The first table of a page: what is in its left column, and what stands beside it."""
    table = re.search(r"^\| .*?(?=\n\n|\Z)", text, re.MULTILINE | re.DOTALL)
    rows = [line.strip("| ").split(" | ", 1) for line in (table.group() if table else "").split("\n")]
    return {row[0]: row[1] for row in rows if len(row) == 2}


def player_pages() -> list[str]:
    return [entry.name for section in BOOK.sections if section.title == "Players" for entry in section.entries][1:]


@pytest.mark.parametrize("name", player_pages())
def test_a_players_page_has_the_head_of_all(name: str) -> None:
    head = head_of(BOOK.text(name))
    assert tuple(head) == HEAD
    for module in re.findall(r"`([^`]+)`", head["**Modules**"]):
        assert (ROOT / "src" / "riverboat" / module).exists(), module
    assert head["**Try it**"].startswith("`riverboat match ")


def test_strengths_are_those_of_the_shipped_crosstables() -> None:
    """`python tools/ship_crosstable.py limit` writes them."""
    pages = {name: BOOK.text(name) for name in player_pages()}
    assert [name for name, text in pages.items() if with_strength(text) != text] == []
    rated = {player.partition("(")[0] for field in shipped_fields() for player in shipped_crosstable(field).players}
    for name, head in ((name, head_of(text)) for name, text in pages.items()):
        has_rating = bool(rated & set(re.findall(r"`(\w+)`", head["Names"])))
        assert head["**Strength**"].startswith("mbb/hand in [") == has_rating, name


def test_a_rating_of_yesterday_is_replaced() -> None:
    head = "| Names | `always_call` |\n|---|---|\n"
    new = with_strength(head + "| **Strength** | in no [shipped crosstable](x) yet; [more](#more) |\n")
    assert re.search(
        r" \[the limit table\]\(crosstable.md#the-limit-table\): `always_call` -\d+ ± \d+\b.*; \[more\]", new
    )
    yesterday = new.replace("`always_call` -", "`always_call` +9")
    assert yesterday != new
    assert with_strength(yesterday) == new
    other = head + "| **Strength** | its game is not among the fields of the crosstable |\n"
    assert with_strength(other) == other


def test_every_player_has_one_page_and_one_row() -> None:
    names = [each for page in player_pages() for each in re.findall(r"`(\w+)`", head_of(BOOK.text(page))["Names"])]
    assert sorted(names) == sorted(BUILT_IN)
    rows = [line.split(" | ")[1] for line in BOOK.text("players").split("\n") if line.startswith("| [")]
    assert sorted(re.findall(r"`(\w+)`", " ".join(rows))) == sorted(names)


# Commands -------------------------------------------------------------------------------------------------------------

COMMAND = re.compile(r"`(riverboat [a-z][^`]*)`|^(?:\$ )?(riverboat [a-z].*)$", re.MULTILINE)


@cache
def top_command() -> Any:
    from typer.main import get_command

    from riverboat.cli.app import app

    return get_command(app)


def wrong_commands(text: str) -> list[str]:
    """Commands in a text that do not exist, or have options that they do not know."""
    wrong = []
    for found in COMMAND.findall(text.replace("\\\n", " ")):
        line = (found[0] or found[1]).replace("\n", " ")
        words, command = line.partition("  #")[0].split()[1:], top_command()
        while words and words[0].partition("|")[0] in getattr(command, "commands", {}):
            command = command.commands[words.pop(0).partition("|")[0]]
        known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)} | {"--help", "-h"}
        options = [re.match(r"--?[a-z-]+", word) for word in words if word.startswith("--")]
        unknown = bool(getattr(command, "commands", ())) and bool(words) and not words[0].startswith("-")
        if unknown or any(option and option.group() not in known for option in options):
            wrong.append(line)
    return wrong


def test_every_command_in_the_texts_exists() -> None:
    texts = {name: BOOK.text(name) for name in BOOK.paths if name != "changelog"}
    texts["README"] = (ROOT / README).read_text(encoding="utf-8")
    assert {name: wrong for name, text in texts.items() if (wrong := wrong_commands(text))} == {}


def test_a_wrong_command_is_found() -> None:
    text = "`riverboat macth a b` and `riverboat match a --handz 3`\nriverboat hands lst\n$ riverboat match a --hands 3"
    assert wrong_commands(text) == ["riverboat macth a b", "riverboat match a --handz 3", "riverboat hands lst"]
