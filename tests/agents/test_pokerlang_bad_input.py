"""PokerLang and texts that nobody should write: one answer with all problems, exit code 2, never a traceback."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from random import Random

import pytest
from typer.testing import CliRunner

from riverboat.agents.pokerlang import StrategyError, check_strategy, explain_strategy, parse_strategy, read_strategy
from riverboat.agents.pokerlang.checking import MAX_CUTS, Budget, box_of, is_covered
from riverboat.agents.pokerlang.outline import format_strategy, read_outline, write_outline
from riverboat.agents.pokerlang.parsing import MAX_LENGTH
from riverboat.agents.pokerlang.shipped import shipped_texts
from riverboat.cli.app import app, main
from riverboat.games.problems import MAX_PROBLEMS

SIGNS = [
    *'{};:,"%().<>=-!#@\n\t ', "when", "and", "in", "..", "->", "tactic", "otherwise", "strategy", "9", "-1", "1e9",
    "é", "\0", "\ud800", "\u2028", "opponent.", "street", "hand", "raise(", "nan", "99999999999999999999", '"22+"',
    "}{", "110%",
]  # fmt: skip


def mutated(rng: Random, source: str) -> str:
    """A text with pieces removed, doubled, moved and replaced."""
    text = source
    for _ in range(rng.randint(1, 6)):
        at, length = rng.randrange(len(text) + 1), rng.randint(0, 30)
        kind = rng.random()
        if kind < 0.6:
            piece = rng.choice(SIGNS) * rng.choice((0, 1, 1, 1, 40))
        elif kind < 0.8:
            start = rng.randrange(len(source))
            piece = source[start : start + rng.randint(1, 60)]
        else:
            piece = text[at : at + length] * 2
        text = text[:at] + piece + text[at + length :]
    return text


def try_all_of_it(text: str, *, thoroughly: bool = True) -> bool:
    """Everything that is done with a text from outside, or only finding its problems; whether it was a strategy."""
    (found, problems), outline = read_outline(text)
    assert len(problems) <= MAX_PROBLEMS
    lines = text.split("\n")
    for problem in problems:
        assert str(problem).isprintable()
        assert 0 <= problem.line <= len(lines)
        assert problem.column <= (len(lines[problem.line - 1]) + 1 if problem.line else 0)
    if not thoroughly:
        return not problems
    if outline is not None:
        again = write_outline(outline)
        (same, others), _ = read_outline(again)
        assert same == found
        assert [problem.reason for problem in others] == [problem.reason for problem in problems]
    if problems:
        with pytest.raises(StrategyError) as caught:
            parse_strategy(text)
        assert "\n" not in str(caught.value)
        assert len(caught.value.problems) == len(problems)
        return False
    explain_strategy(found)
    check_strategy(found)
    assert parse_strategy(format_strategy(text)) == found
    return True


def test_mutated_files_never_raise_anything_else() -> None:
    rng = Random(7)
    sources = list(shipped_texts().values())
    whole = sum(try_all_of_it(mutated(rng, rng.choice(sources))) for _ in range(150))
    assert 0 < whole < 150  # both kinds were tried


def test_outlines_keep_what_is_in_quotes() -> None:
    text = 'tactic "a  #b" when hand in "22+,  AKs" # no\n and raises = 1: {}'
    (found, problems), outline = read_outline(text)
    assert not problems
    assert outline is not None
    assert parse_strategy(write_outline(outline)) == found
    assert found.tactics[0].name == "a  #b"
    assert outline.tactics[0].comments.before == ["no"]


@pytest.mark.slow
def test_a_hundred_thousand_mutated_files() -> None:
    """Short ones, a tactic of a shipped strategy each, and everything is done with every tenth: two minutes."""
    rng = Random(11)
    sources = [f"tactic{tactic}" for text in shipped_texts().values() for tactic in text.split("\ntactic")[1:]]
    whole = sum(try_all_of_it(mutated(rng, rng.choice(sources)), thoroughly=n % 10 == 0) for n in range(100_000))
    assert 0 < whole < 10_000  # both kinds were tried


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("{" * MAX_LENGTH, "cannot stand here"),
        ("(" * MAX_LENGTH, "cannot stand here"),
        ("tactic otherwise: " + "{" * 100_000, "cannot stand here"),
        ("tactic when hand in " + "{" * 1000 + "}" * 1000 + ": {}", "cannot stand here"),
        ('"' * MAX_LENGTH, "cannot stand here"),
        ("\0" * MAX_LENGTH, "cannot stand here"),
        ("tactic when raises = " + "9" * 400_000 + ": {}", "never inf"),
        ("tactic otherwise: { otherwise -> fold " + "9" * 400_000 + "%; }", "inf %"),
        ("tactic otherwise: { otherwise -> " + ", ".join(["fold 1%"] * 5000) + "; }", "add up to 5000 %"),
        ("tactic otherwise: { otherwise -> fold 0." + "0" * 100_000 + "1%, call 100%; }", ""),
        ("tactic otherwise: { otherwise -> fold 50%%; }", "cannot stand here"),
        ("tactic otherwise: { otherwise -> fold -5%; }", "say how often"),
        ("tactic otherwise: { otherwise -> raise(-1); }", "parts of the pot above 0"),
        ("tactic otherwise: { otherwise -> raise(99999); }", "parts of the pot above 0"),
        ("tactic when " + "x" * 400_000 + " = 1: {}", "no such evaluator"),
        ('tactic when hand in "' + "22," * 1000 + 'zz": {}', "zz"),
        ("tactic when opponent.type = " + "z" * 1000 + ": {}", "opponent.type is never"),
        ("\ud800", "cannot stand here"),
    ],
)
def test_deep_nesting_and_endless_numbers(text: str, reason: str) -> None:
    problems = read_strategy(text).problems
    assert bool(problems) == bool(reason)
    assert not reason or any(reason in problem.reason for problem in problems)
    assert all(str(problem).isprintable() and len(str(problem)) < 400 for problem in problems)


def test_all_broken_statements_of_a_file_at_once() -> None:
    """Every second rule is broken, each in another way: each is named at its line, and no other."""
    broken = ["-> fold;", "raises = -> fold;", "raises 1 -> fold;", "raises = 1 fold;", "otherwise -> ;"]
    broken += [
        "raises = 1 -> fold 20;",
        "draw in {flush, combo} and -> call; # { ;",
        'draw is in {flush} and hand in "{;" -> call;',
    ]
    good = "raises = 1 -> fold;"
    text = "tactic otherwise: {\n" + "".join(f"{good}\n{each}\n" for each in broken) + "}\ntactic when : {\n}\n"
    problems = read_strategy(text).problems
    assert sorted({problem.line for problem in problems}) == [3, 5, 7, 9, 11, 13, 15, 17, 19]
    assert len(problems) == 9


def test_the_search_for_problems_ends() -> None:
    """In a long text every broken statement costs another parse: after some the answer says that there may be more."""
    good = "tactic otherwise: {\n" + "raises = 1 -> fold;\n" * 10_000 + "}\n"
    problems = read_strategy(good + "tactic when : {}\n" * 100).problems
    assert 2 <= len(problems) < 20
    assert "may be more" in problems[-1].reason
    few = read_strategy("tactic otherwise: {}\n" * 100 + "tactic when : {}\n" * 60).problems
    assert len(few) == 60


def test_the_search_for_dead_rules_ends() -> None:
    """Thousands of rules that all overlap: some are decided, and the answer says that others were not."""
    rng = Random(2)
    rules = []
    for number in range(3000):
        low = rng.randint(0, 90)
        rules.append(
            f"strength in {low}%..{low + 3}% and pot_odds < {rng.randint(1, 90)}% and raises = {number} -> call;"
        )
    warnings = check_strategy(parse_strategy("tactic otherwise: {\n" + "\n".join(rules) + "}"))
    assert "later ones were not checked" in warnings[-1].reason
    box = box_of(parse_strategy("tactic when raises = 1: {}").tactics[0].condition)
    assert is_covered(box, [box])
    assert not is_covered(box, [box], Budget(0))
    assert Budget().left == MAX_CUTS


def command_fails(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one line that the command prints before it ends with 2."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "argv", ["riverboat", *words])
        with pytest.raises(SystemExit) as ended:
            main()
    assert ended.value.code == 2
    said = capsys.readouterr().err.strip()
    assert "\n" not in said
    return said


def test_commands_answer_with_all_problems_and_two(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run = CliRunner().invoke
    file = tmp_path / "bad.pokerlang"
    file.write_text("tactic when strenght > 1: {\n raises = 1 -> fold 60%, call 70%;\n -> fold;\n}\n")
    places = [f"{file}:{place}: " for place in ("1:13", "2:16", "3:2")]
    found = run(app, ["strategy", "check", str(file)])
    assert found.exit_code == 2
    assert [line[: len(place)] for line, place in zip(found.output.splitlines(), places, strict=True)] == places
    for command in (["format"], ["format", "--in-place"], ["show"]):
        assert command_fails(capsys, "strategy", *command, str(file)).endswith("(and 2 more)")
    listed = json.loads(run(app, ["strategy", "check", str(file), "--json"]).stdout)
    assert [(each["line"], each["column"]) for each in listed["items"]] == [(1, 13), (2, 16), (3, 2)]
    assert file.read_text().startswith("tactic when strenght")  # nothing is half-written
    file.write_bytes(b"\xff\xfe\0")
    for named in (file, tmp_path, tmp_path / "none.pokerlang", "nobody"):
        assert str(named) in command_fails(capsys, "strategy", "check", str(named))
    file.write_bytes(b"")
    assert "always checks or folds" in run(app, ["strategy", "check", str(file)]).output
