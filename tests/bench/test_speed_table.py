"""One table of speeds, written by a command; whoever quotes it says the same."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from riverboat.bench import LONG, NAMES
from riverboat.bench.harness import Measurement
from riverboat.bench.markdown import markdown_table, read_lines
from riverboat.errors import RiverboatError

ROOT = Path(__file__).resolve().parents[2]
if not (ROOT / "docs").is_dir():
    pytest.skip("needs the repository", allow_module_level=True)
SCALES = {"k/s": 1e3, "M/s": 1e6}

_PEER = r" \| ([\d,.]+)(?: ms)? \| (\d+) times"
_TABLES = (
    "limit hold'em, heads-up",
    "limit hold'em, four players",
    "no-limit hold'em, heads-up",
    "no-limit hold'em, four players",
)
_JUDGE = "judge: DIVAT, {} equity, {}, hands"

QUOTED = {
    ("poki", r"make ([\d,]+) decisions per second"): "poki: poki, ten players, decisions",
    ("poki", r"every board new; ([\d,]+)"): "poki: the same, all tables at every action",
    ("games", r"([\d,]+) thousand times per second"): "engine: child states, heads-up no-limit",
    ("acpc", r"made ([\d,]+) decisions per second"): "dealer: decisions in a match of three processes",
    ("acpc", r"decisions per second \((\d+) hands"): "dealer: hands in that match",
    ("acpc", r"made ([\d,]+) .*, ([\d.]+) times the echo"): "dealer: decisions in a match of three processes",
    ("acpc", r"the dealer grew by ([\d.]+) kB"): "dealer-long: memory that 1,000,000 hands add to the dealer",
    ("acpc", r"and a player by ([\d.]+) kB"): "dealer-long: memory that 1,000,000 hands add to a player",
    ("divat", r"reach the river\) \| ([\d,]+) "): _JUDGE.format("roll-out", "all to the river"),
    ("divat", r"reach the river\) \| [\d,]+ \| ([\d,]+) "): _JUDGE.format("all-in", "all to the river"),
    ("divat", r"random v acpc_example \| ([\d,]+) "): _JUDGE.format("roll-out", "with folds"),
    ("divat", r"random v acpc_example \| [\d,]+ \| ([\d,]+) "): _JUDGE.format("all-in", "with folds"),
    ("exact", r"Leduc ([\d.]+) ms by dual simplex"): "lp: Leduc, dual simplex",
    ("exact", r"([\d.]+) ms by primal simplex"): "lp: Leduc, primal simplex",
    ("exact", r"([\d.]+) ms by interior point"): "lp: Leduc, interior point",
    ("exact", r"([\d.]+) ms for the shrunk game"): "lp: Leduc, shrunk, solved and lifted",
    ("exact", r"([\d.]+) ms for slightly different stakes"): "lp: Leduc, other stakes from the last basis",
    ("odds", r"HS of one hand on the river \| ([\d.]+) ms"): (
        "strength: HS of one hand on the river, exact (pokerkit: 2,000 samples)"
    ),
    ("odds", r"two cards ahead \| ([\d.]+) ms"): "strength: HS, PPot, NPot of one hand on a flop",
    ("odds", r"1,176 holdings of the flop \| ([\d.]+) s"): "strength: HS, PPot, NPot of all 1,176 hands on a flop",
    ("records", r"a match took ([\d.]+)\ntimes"): "database: a match with --db (SQLite), times as long",
    ("solve", r"Leduc, iterations per second \| ([\d,]+)" + _PEER): (
        "small-games: CFR+ on Leduc's whole tree, iterations"
    ),
    ("solve", r"of a Leduc strategy \| ([\d.]+) ms" + _PEER): "small-games: exact exploitability of a Leduc strategy",
    ("solve", r"Leduc to 1e-3 chips by `dcfr` \| ([\d.]+) ms"): "small-games: Leduc to 1e-3 chips by DCFR",
    ("solve", r"\(solve-public.md\): ([\d.]+)\)"): "public-tree: Leduc to 1e-3 chips",
    ("solve", r"public sampling \| ([\d,]+),"): "small-games: external sampling on Leduc, rounds",
    ("solve", r"public sampling \| [\d,]+, ([\d,]+),"): "small-games: outcome sampling on Leduc, rounds",
    ("solve", r"public sampling \| [\d,]+, [\d,]+, ([\d,]+) "): "small-games: public sampling on Leduc, rounds",
    ("solve-public", r"Leduc, iterations per second \| ([\d,]+)" + _PEER): "public-tree: CFR+ on Leduc, iterations",
    ("solve-public", r"Leduc to 1e-3 chips, set-up included \| ([\d.]+) ms"): "public-tree: Leduc to 1e-3 chips",
    ("solve-public", r"of a Leduc strategy \| ([\d.]+) ms" + _PEER): (
        "public-tree: exact exploitability of a Leduc strategy"
    ),
    ("solve-public", r"Kuhn, iterations per second \| ([\d,]+)"): "public-tree: CFR+ on Kuhn, iterations",
    ("web", r"after ([\d.]+) ms \(median"): "web: 200 tables, 2 s to think: answer to frame, median",
    ("web", r"([\d.]+) ms for the slowest"): "web: 200 tables, 2 s to think: the slowest of a hundred",
    ("web", r"cost ([\d.]+) ms of processor time"): "web: 200 tables, 2 s to think: processor time per answer",
    ("web", r"answered ([\d,]+) times a second"): "web: 200 tables, no time to think: answers per second",
    ("web", r"times a second, each after ([\d.]+) ms"): "web: 200 tables, no time to think: answer to frame, median",
    ("web", r"ms and for ([\d.]+) ms"): "web: 200 tables, no time to think: processor time per answer",
    **{
        ("arena", rf"\| `{player}` \|(?: [\d,]+ \|){{{place}}} ([\d,]+) \|"): f"kernel-play: {table}, {player}"
        for player in ("always_call", "acpc_example")
        for place, table in enumerate(_TABLES)
    },
}
"""Where other pages say what a line of the table says: its number first, then those of its peers, perhaps rounded."""


def rows_of(path: Path) -> list[str]:
    """The rows of a table of speeds."""
    lines = path.read_text(encoding="utf-8").split("\n")
    return [line for line in lines if re.match(rf"\| ({'|'.join((*NAMES, *LONG))}): ", line)]


ROWS = rows_of(ROOT / "docs" / "speed.md")


def test_the_readme_quotes_the_table() -> None:
    quoted = rows_of(ROOT / "README.md")
    assert 10 <= len(quoted) <= 14
    assert [row for row in quoted if row not in ROWS] == []
    assert len(ROWS) == len(set(ROWS)) > 100


@pytest.mark.parametrize(("page", "pattern"), QUOTED, ids=lambda each: each[:20])
def test_a_page_says_what_the_table_says(page: str, pattern: str) -> None:
    row = next(row for row in ROWS if row.startswith(f"| {QUOTED[page, pattern]} |"))
    _, measured, _, peers, *_ = row.strip("|").split(" | ")
    value, unit = measured.split(" ", 1)
    quote = re.search(pattern, (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8"))
    assert quote is not None
    said, *others = quote.groups()
    assert says(said, [value], unit)
    assert [other for other in others if not says(other, re.findall(r"[\d.,]*\d", peers), unit)] == []


def says(quoted: str, numbers: list[str], unit: str) -> bool:
    """Whether a quoted number is one of these, in their unit or without it, rounded as it is."""
    digits = len(quoted.partition(".")[2])
    values = [float(each.replace(",", "")) for each in numbers]
    scaled = [*values, *(value * SCALES.get(unit, 1.0) for value in values)]
    return any(f"{value:.{digits}f}" == quoted.replace(",", "") for value in scaled)


def test_another_number_is_not_what_the_table_says() -> None:
    assert says("42,100", ["42.1"], "k/s")
    assert says("82", ["0.0818", "514"], "k/s")
    assert not says("42,200", ["42.1"], "k/s")
    assert not says("83", ["0.0818", "514"], "k/s")


# The command ----------------------------------------------------------------------------------------------------------

MEASURED = [
    ("ranking", Measurement("hands", "M/s", 305.2, {"peer": 1.02}, goal=300, ratios={"peer": 100})),
    ("spots", Measurement("R1", "ms", 12.3, goal=6)),
]


def test_a_run_becomes_a_table() -> None:
    table = markdown_table(MEASURED).split("\n")
    assert table[2:] == [
        "| ranking: hands | 305 M/s | 300, 100x peer | peer 1.02 (**299x**) |",
        "| spots: R1 | 12.3 ms | 6, missed |  |",
    ]


def test_earlier_runs_become_one_table(tmp_path: Path) -> None:
    from riverboat.cli.app import app

    for number, (group, line) in enumerate(MEASURED):
        found = {"items": [{"benchmark": group, **line.to_json()}]}
        (tmp_path / f"{number}.json").write_text(json.dumps(found), encoding="utf-8")
    files = [str(path) for path in sorted(tmp_path.glob("*.json"))]
    result = CliRunner().invoke(app, ["bench", "--markdown", "--from", files[0], "--from", files[1]])
    assert result.stdout.strip() == markdown_table(MEASURED)


@pytest.mark.parametrize("text", ["", "[]", '{"items": [{"benchmark": "x"}]}', '{"items": 3}'])
def test_a_file_that_is_no_run_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "run.json").write_text(text, encoding="utf-8")
    with pytest.raises(RiverboatError, match="expected what `riverboat bench --json` prints"):
        read_lines(tmp_path / "run.json")
    with pytest.raises(RiverboatError, match="No such file"):
        read_lines(tmp_path / "none.json")
