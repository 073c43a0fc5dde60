"""A strategy as it is written: every statement as its pieces of text, with the comments around it.

    parsed, outline = read_outline(text)   what the text says, and piece by piece; None if its syntax is broken
    text = write_outline(outline)          the text again, one statement per line
    format_strategy(text)                  the standard form of a strategy, comments kept

Forms edit outlines, because these exist also where a text means nothing: an evaluator that is not known or 130 % are
kept as written, and `read_strategy` says what is wrong. A comment belongs to the statement that it stands beside or
before, or to the end of the block that it closes. Cost: as much as parsing.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from typing import Any, Final

from riverboat.agents.pokerlang.parsing import Parsed, StrategyError, read_tree
from riverboat.agents.pokerlang.syntax import Condition
from riverboat.agents.pokerlang.writing import write_share, write_test

_COMMENT: Final = re.compile(r'"[^"\n]*"|#([^\n]*)')
_GAP: Final = re.compile(r'("[^"\n]*")|(?:#[^\n]*|\s)+')
_INDENT: Final = "    "


@dataclass
class TestText:
    """`strength >= 80%`: a term, an operator (`in` is one), and what stands after it."""

    __test__ = False

    term: str = ""
    operator: str = ""
    value: str = ""


@dataclass
class ShareText:
    """`raise(0.5..0.75) 80%`, in pieces and without the signs around them."""

    action: str = ""
    amount: str = ""
    percent: str = ""


@dataclass
class Comments:
    """Without their sign."""

    before: list[str] = field(default_factory=list)
    beside: str = ""
    closing: list[str] = field(default_factory=list)
    """At the end of a block."""


@dataclass
class RuleText:
    """A rule."""

    tests: list[TestText] = field(default_factory=list)
    """None for `otherwise`."""
    shares: list[ShareText] = field(default_factory=list)
    comments: Comments = field(default_factory=Comments)
    line: int = 0
    """Where it begins, in the text that it was read from."""


@dataclass
class TacticText:
    """A tactic."""

    name: str = ""
    tests: list[TestText] = field(default_factory=list)
    behaviour: str = ""
    """A predefined one; empty where there are rules."""
    rules: list[RuleText] = field(default_factory=list)
    comments: Comments = field(default_factory=Comments)
    line: int = 0


@dataclass
class Outline:
    """A whole strategy."""

    name: str = ""
    tactics: list[TacticText] = field(default_factory=list)
    comments: Comments = field(default_factory=Comments)


def read_outline(text: str) -> tuple[Parsed, Outline | None]:
    """The strategy and the outline of a text, also of one that is no strategy yet; None where syntax is broken."""
    parsed, tree = read_tree(text)
    return parsed, None if tree is None else _Reader(text).outline(tree)


def write_outline(outline: Outline) -> str:
    """The text of an outline."""
    blocks = []
    if outline.name or outline.comments.before or outline.comments.beside:
        named = f'strategy "{_quoted(outline.name)}"' if outline.name else ""
        blocks.append(_with_comments(named, outline.comments, ""))
    blocks += [_tactic(tactic) for tactic in outline.tactics]
    if outline.comments.closing:
        blocks.append(_lines(outline.comments.closing, ""))
    return "\n".join(blocks)


def format_strategy(text: str, name: str = "strategy") -> str:
    """A strategy in its standard form: one way to write each thing, so that files can be compared."""
    (strategy, problems), outline = read_outline(text)
    if problems or outline is None:
        raise StrategyError(name, problems)
    for written, tactic in zip(outline.tactics, strategy.tactics, strict=True):
        written.tests = _standard(tactic.condition)
        if isinstance(tactic.behaviour, str):
            written.behaviour = tactic.behaviour
            continue
        for line, rule in zip(written.rules, tactic.behaviour, strict=True):
            line.tests = _standard(rule.condition)
            alone = len(rule.shares) == 1
            line.shares = [_share_text(write_share(share, alone=alone)) for share in rule.shares]
    return write_outline(outline)


# Reading --------------------------------------------------------------------------------------------------------------


class _Reader:
    """Takes the pieces out of a text, and hands each comment to its statement."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._statements: list[tuple[int, int, Comments]] = []
        """Start, end and comments of every statement, in their order; of a tactic the part up to its brace."""
        self._blocks: list[tuple[int, Comments]] = []
        """Where blocks end."""
        self._breaks = [found.start() for found in re.finditer("\n", text)]

    def outline(self, tree: Any) -> Outline:
        outline = Outline()
        for child in tree.children:
            if child.data == "heading":
                outline.name = str(child.children[0])[1:-1]
                self._statements.append((child.meta.start_pos, child.meta.end_pos, outline.comments))
            else:
                outline.tactics.append(self._tactic(child))
        self._blocks.append((len(self._text) + 1, outline.comments))
        self._give_comments()
        return outline

    def _tactic(self, tree: Any) -> TacticText:
        named = [str(child)[1:-1] for child in tree.children if not hasattr(child, "data")]
        condition, behaviour = (child for child in tree.children if hasattr(child, "data"))
        found = TacticText(named[0] if named else "", line=tree.meta.line)
        if condition.children:
            found.tests = self._tests(condition.children[0])
        if behaviour.data == "predefined":
            found.behaviour = str(behaviour.children[0])
            self._statements.append((tree.meta.start_pos, tree.meta.end_pos, found.comments))
            return found
        self._statements.append((tree.meta.start_pos, behaviour.meta.start_pos + 1, found.comments))
        found.rules = [self._rule(rule) for rule in behaviour.children]
        self._blocks.append((behaviour.meta.end_pos, found.comments))
        return found

    def _rule(self, tree: Any) -> RuleText:
        found = RuleText(line=tree.meta.line)
        for child in tree.children:
            if child.data == "tests":
                found.tests = self._tests(child)
            else:
                found.shares.append(self._share(child))
        self._statements.append((tree.meta.start_pos, tree.meta.end_pos, found.comments))
        return found

    def _tests(self, tree: Any) -> list[TestText]:
        return [self._test(child) for child in tree.children]

    def _test(self, tree: Any) -> TestText:
        term, *rest = tree.children
        operator = str(rest.pop(0)) if tree.data in ("number_test", "word_test") else "in"
        after = self._plain(term.end_pos, tree.meta.end_pos)
        return TestText(str(term), operator, after.removeprefix(operator).strip())

    def _share(self, tree: Any) -> ShareText:
        name, *rest = tree.children
        found = ShareText(str(name))
        for part in rest:
            text = self._plain(part.meta.start_pos, part.meta.end_pos)
            if part.data == "amount":
                found.amount = text.strip("() ")
            else:
                found.percent = text.strip("% ")
        return found

    def _plain(self, start: int, end: int) -> str:
        """A piece of the text without comments and line breaks."""
        return _GAP.sub(lambda found: found[1] or " ", self._text[start:end]).strip()

    def _line(self, at: int) -> int:
        return bisect_right(self._breaks, at - 1)

    def _give_comments(self) -> None:
        self._statements.sort(key=lambda statement: statement[0])
        self._blocks.sort(key=lambda block: block[0])
        starts = [start for start, _, _ in self._statements]
        ends = [end for end, _ in self._blocks]
        for found in _COMMENT.finditer(self._text):
            if found[1] is None:
                continue
            at, words = found.start(), found[1].strip()
            place = bisect_right(starts, at) - 1
            _, end, owner = self._statements[place] if place >= 0 else (0, -1, Comments())
            following = starts[place + 1] if place + 1 < len(starts) else len(self._text) + 1
            closed = self._blocks[bisect_right(ends, at)]
            if end > at:
                owner.before.append(words)
            elif end >= 0 and self._line(end) == self._line(at) and not owner.beside:
                owner.beside = words
            elif closed[0] <= following:
                closed[1].closing.append(words)
            else:
                self._statements[place + 1][2].before.append(words)


# Writing --------------------------------------------------------------------------------------------------------------


def _tactic(tactic: TacticText) -> str:
    name = f' "{_quoted(tactic.name)}"' if tactic.name else ""
    when = f"when {_tests(tactic.tests)}" if tactic.tests else "otherwise"
    if tactic.behaviour:
        text = _with_comments(f"tactic{name} {when}: {tactic.behaviour}", tactic.comments, "")
        return text + _lines(tactic.comments.closing, "")
    rules = "".join(_with_comments(_rule(rule), rule.comments, _INDENT) for rule in tactic.rules)
    head = _with_comments(f"tactic{name} {when}: {{", tactic.comments, "")
    return f"{head}{rules}{_lines(tactic.comments.closing, _INDENT)}}}\n"


def _rule(rule: RuleText) -> str:
    return f"{_tests(rule.tests) or 'otherwise'} -> {', '.join(map(_share, rule.shares))};"


def _tests(tests: list[TestText]) -> str:
    return " and ".join(f"{test.term} {test.operator} {test.value}" for test in tests)


def _share(share: ShareText) -> str:
    amount = f"({share.amount})" if share.amount else ""
    return share.action + amount + (f" {share.percent}%" if share.percent else "")


def _with_comments(statement: str, comments: Comments, indent: str) -> str:
    beside = f"  # {_one_line(comments.beside)}" if comments.beside else ""
    line = f"{indent}{statement}{beside}".rstrip()
    return _lines(comments.before, indent) + (f"{line}\n" if line else "")


def _lines(comments: list[str], indent: str) -> str:
    return "".join(f"{indent}# {_one_line(comment)}".rstrip() + "\n" for comment in comments)


def _one_line(text: str) -> str:
    return " ".join(text.split())


def _quoted(text: str) -> str:
    return re.sub(r"\n+", " ", text).replace('"', "'")


# The standard form ----------------------------------------------------------------------------------------------------


def _standard(condition: Condition) -> list[TestText]:
    return [TestText(*write_test(test).split(" ", 2)) for test in condition]


def _share_text(text: str) -> ShareText:
    found = re.fullmatch(r"(\w+)(?:\(([^)]*)\))?(?: ([\d.]+)%)?", text)
    assert found is not None
    return ShareText(*(piece or "" for piece in found.groups()))
