"""From the text of a strategy to the strategy, with every problem named at once.

    strategy "Patient"

    tactic "short" when stack in dead..red and street = preflop: {
        hand in "77+, ATs+, AJo+" -> all_in;
        otherwise -> fold;
    }
    tactic when players >= 7: tight_aggressive
    tactic otherwise: {
        strength >= 80% -> raise(0.6..0.9) 80%, call 20%;
        ehs > pot_odds and raises <= 1 -> call;
    }

A comment begins with `#`. Where a statement cannot be read its problem is noted, the statement is blanked out and the
text is parsed again, so that one answer has all problems. Texts may come from anyone: they are bounded in length, and
nothing nests. Cost: about 1 ms for 30 lines.
"""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from math import inf, isfinite
from pathlib import Path
from typing import Any, Final, NamedTuple

from riverboat.agents.pokerlang.syntax import (
    CompareTest,
    Condition,
    HandTest,
    Interval,
    NumberTest,
    Operator,
    Place,
    Rule,
    Share,
    Strategy,
    Tactic,
    Test,
    WordTest,
)
from riverboat.agents.pokerlang.terms import ACTIONS, BEHAVIOURS, TERMS, Term
from riverboat.cards.ranges import Range
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.problems import MAX_PROBLEMS, DocumentError, Problems, one_line

MAX_LENGTH: Final = 500_000
"""Characters of a text."""
MAX_PARSED: Final = 2 * MAX_LENGTH
"""Characters that are parsed in search of all problems: a text is parsed once for each statement that is broken."""
_GRAMMAR: Final = r"""
start: heading? tactic*
heading: "strategy" STRING
tactic: "tactic" STRING? condition ":" behaviour
      | RECOVERED behaviour -> recovered
condition: "when" tests | "otherwise"
behaviour: NAME ";"? -> predefined
         | "{" rule* "}" -> rules
rule: (tests | "otherwise") "->" share ("," share)* ";"
tests: test ("and" test)*
test: NAME OPERATOR number -> number_test
    | NAME OPERATOR NAME -> word_test
    | NAME "in" number ".." number -> interval_test
    | NAME "in" NAME ".." NAME -> span_test
    | NAME "in" "{" NAME ("," NAME)* "}" -> words_test
    | NAME "in" STRING -> hands_test
share: NAME amount? percent?
amount: "(" number (".." number)? ")"
percent: NUMBER "%"
number: NUMBER PERCENT?
OPERATOR: "<=" | ">=" | "!=" | "<" | ">" | "="
PERCENT: "%"
RECOVERED: "\ue000"
NAME: /[A-Za-z_][A-Za-z_0-9]*(\.[A-Za-z_]+)?/
NUMBER: /-?[0-9]+(\.[0-9]+)?/
STRING: /"[^"\n]*"/
%ignore /[ \t\r\n\f]+/
%ignore /#[^\n]*/
"""
_EXPECTED: Final = {
    "STRING": 'a text in quotes', "NAME": "a name", "NUMBER": "a number", "OPERATOR": "a comparison", "COLON": '":"',
    "LBRACE": '"{"', "RBRACE": '"}"', "SEMICOLON": '";"', "COMMA": '","', "WHEN": "when", "OTHERWISE": "otherwise",
    "TACTIC": "tactic", "STRATEGY": "strategy", "AND": "and", "IN": "in", "__ANON_0": '"->"', "__ANON_1": '".."',
    "LPAR": '"("', "RPAR": '")"', "PERCENT": '"%"', "$END": "the end",
}  # fmt: skip
_NO_SIGNS: Final = re.compile(r'#[^\n]*|"[^"\n]*"|\bin\s*\{[^{};]*\}')
"""What has signs that end no statement: comments, texts, and sets of words."""
_RECOVERED: Final = "\ue000"
"""Stands for the heading of a tactic that could not be read."""
_MAX_POT: Final = 1000.0
"""Parts of the pot; an all-in is written as one."""


class StrategyError(DocumentError):
    """A text that is no strategy."""


class Parsed(NamedTuple):
    """What could be read of a text, and what is wrong with the rest."""

    strategy: Strategy
    problems: Problems


def load_strategy(path: Path | str) -> Strategy:
    """The strategy in a file."""
    return parse_strategy(load_text(path), f'strategy "{path}"')


def load_text(path: Path | str) -> str:
    """The text of a file, whatever it says."""
    where = Path(path)
    try:
        with where.open("rb") as file:
            data = file.read(4 * MAX_LENGTH + 1)
    except OSError as error:
        raise RiverboatError(f'strategy "{where}": {error.strerror or error}') from error
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise RiverboatError(f'strategy "{where}": this is no text in UTF-8') from None


def parse_strategy(text: str, name: str = "strategy") -> Strategy:
    """The strategy that a text describes; `name` is what errors call it."""
    found, problems = read_strategy(text)
    if problems:
        raise StrategyError(name, problems)
    return found


def read_strategy(text: str) -> Parsed:
    """Everything that can be read, and all problems."""
    return read_tree(text)[0]


def read_tree(text: str) -> tuple[Parsed, Any]:
    """The same, and the syntax tree by lark; None if the syntax is broken or the text too long."""
    from lark.exceptions import UnexpectedInput

    problems = Problems()
    if len(text) > MAX_LENGTH:
        problems.add(0, f"{len(text):,} characters: a strategy has at most {MAX_LENGTH:,}")
        return Parsed(Strategy(()), problems), None
    left, parsed = text.replace(_RECOVERED, "\ufffd"), 0
    while True:
        try:
            tree = _parser().parse(left)
            break
        except UnexpectedInput as error:
            at = _offset(error, left)
            line, column = left.count("\n", 0, at) + 1, at - (left.rfind("\n", 0, at) + 1) + 1
            problems.add(line, _reason(error, text, at), column)
            shorter = _without_statement(left, at)
            parsed += at
            if shorter == left or len(problems) >= MAX_PROBLEMS:
                return Parsed(Strategy(()), problems), None
            if parsed > MAX_PARSED:
                problems.add(0, "there may be more problems: mend these first")
                return Parsed(Strategy(()), problems), None
            left = shorter
    broken = bool(problems)
    return Parsed(_Builder(problems).strategy(tree), problems), None if broken else tree


@cache
def _parser() -> Any:
    from lark import Lark

    return Lark(_GRAMMAR, parser="lalr", lexer="contextual", propagate_positions=True, maybe_placeholders=False)


def _offset(error: Any, text: str) -> int:
    if getattr(getattr(error, "token", None), "type", "") == "$END":
        return len(text)
    at = getattr(error, "pos_in_stream", None)
    return len(text) if at is None or at < 0 else min(int(at), len(text))


def _reason(error: Any, text: str, at: int) -> str:
    """What was found, and what could stand there."""
    expected = getattr(error, "expected", None) or getattr(error, "allowed", None) or ()
    named = sorted({_EXPECTED.get(each, each.lower()) for each in expected if each != "RECOVERED"})
    wanted = f"; expected {' or '.join(named)}" if 0 < len(named) <= 6 else ""
    rest = text[at : at + 24].split("\n")[0]
    match = re.match(r'"[^"]*"?|[A-Za-z_0-9.]+|->|\S', rest)
    return (f'"{one_line(match[0], 24)}" cannot stand here' if match else "the text ends too early") + wanted


def _without_statement(text: str, at: int) -> str:
    """The text with the statement around a place blanked out, so that what follows keeps its lines and columns.

    The heading of a tactic becomes a sign for one, because its rules can be read all the same.
    """
    signs = _NO_SIGNS.sub(lambda found: " " * len(found[0]), text)
    start = max(signs.rfind(sign, 0, at) for sign in ";{}") + 1
    ends = [place for place in (signs.find(sign, at) for sign in ";{}") if place >= 0]
    end = min(ends, default=len(text))
    if end < len(text) and (text[end] == ";" or end == at):
        end += 1
    blank = re.sub(r"[^\n]", " ", text[start:end])
    if text[end : end + 1] == "{" and blank.endswith(" "):
        blank = blank[:-1] + _RECOVERED
    return text[:start] + blank + text[end:]


class _Builder:
    """Turns a syntax tree into a strategy, and notes what makes no sense."""

    def __init__(self, problems: Problems) -> None:
        self.problems = problems

    def strategy(self, tree: Any) -> Strategy:
        name, tactics = "", []
        for child in tree.children:
            if child.data == "heading":
                name = str(child.children[0])[1:-1]
            else:
                tactics.append(self.tactic(child))
        return Strategy(tuple(tactics), name)

    def tactic(self, tree: Any) -> Tactic:
        named = [str(child)[1:-1] for child in tree.children if not hasattr(child, "data")]
        *conditions, behaviour = (child for child in tree.children if hasattr(child, "data"))
        tests = self.tests(conditions[0].children[0]) if conditions and conditions[0].children else ()
        played: str | tuple[Rule, ...]
        if behaviour.data == "predefined":
            token = behaviour.children[0]
            played = str(token).lower().replace("agressive", "aggressive")
            if played not in BEHAVIOURS:
                known = ", ".join(BEHAVIOURS)
                self._problem(token, f'behaviour "{one_line(token)}": expected {known}, or rules in braces')
        else:
            played = tuple(self.rule(rule) for rule in behaviour.children)
        return Tactic(tests, played, named[0] if named else "", _place(tree))

    def rule(self, tree: Any) -> Rule:
        tests: Condition = ()
        shares = []
        for child in tree.children:
            if child.data == "tests":
                tests = self.tests(child)
            else:
                shares.append(child)
        found = tuple(self.share(child, alone=len(shares) == 1) for child in shares)
        total = sum(share.percent for share in found)
        if total > 100.0 + 1e-9:
            self._problem(shares[0].children[0], f"the actions of this rule add up to {total:g} %")
        return Rule(tests, found, _place(tree))

    def share(self, tree: Any, *, alone: bool) -> Share:
        token, *rest = tree.children
        name = str(token).lower()
        if name not in ACTIONS:
            self._problem(token, f'action "{one_line(token)}": expected {_nearest(name, ACTIONS)}')
        low = high = 0.75 if name == "raise" else 0.0
        percent = 100.0 if alone else -1.0
        for part in rest:
            if part.data == "amount":
                amounts = [_value(each) for each in part.children]
                low, high = amounts[0], amounts[-1]
                if name in ACTIONS and name != "raise":
                    self._problem(token, f"{name} takes no amount; only raise does")
                elif not 0.0 < low <= high <= _MAX_POT:
                    self._problem(
                        token, f"raise({low:g}..{high:g}): expected parts of the pot above 0, small before large"
                    )
            else:
                percent = float(part.children[0])
        if percent < 0.0:
            said = one_line(token)
            self._problem(token, f'"{said}": say how often, like {said} 50%, where a rule has several actions')
            percent = 0.0
        elif percent > 100.0:
            self._problem(token, f"{percent:g} % of the time is too often")
        return Share(name, percent, low, high, _place(token))

    def tests(self, tree: Any) -> Condition:
        found = [self.test(child) for child in tree.children]
        return tuple(test for test in found if test is not None)

    def test(self, tree: Any) -> Test | None:
        token = tree.children[0]
        term = TERMS.get(str(token).lower())
        if term is None:
            near = _nearest(str(token), TERMS)
            self._problem(token, f'"{one_line(token)}": no such evaluator or predictor; is {near} meant?')
            return None
        build = getattr(self, f"_{tree.data}")
        found: Test | None = build(term, token, tree.children[1:])
        return found

    def _number_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        operator, value = str(rest[0]), _value(rest[1])
        if not self._is_number(term, token) or not self._in_bounds(term, token, value):
            return None
        if operator == "!=":
            self._problem(token, f"{term.name} != {value:g}: write the numbers that are meant, like {term.name} < ...")
            return None
        return NumberTest(term.name, Interval.of(operator, value), _place(token))

    def _interval_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        low, high = (_value(each) for each in rest)
        if not self._is_number(term, token):
            return None
        if not (self._in_bounds(term, token, low) and self._in_bounds(term, token, high)):
            return None
        if low > high:
            self._problem(token, f"{term.name} in {low:g}..{high:g}: the smaller number comes first")
            return None
        return NumberTest(term.name, Interval(low, high), _place(token))

    def _word_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        operator, other = str(rest[0]), rest[1]
        compared = TERMS.get(str(other).lower())
        if term.kind == "number" and compared is not None and compared.kind == "number":
            if operator not in ("<", "<=", ">", ">="):
                self._problem(token, f"two numbers are hardly ever equal: write {term.name} < {compared.name}")
                return None
            kept: Operator = operator  # type: ignore[assignment]
            return CompareTest(term.name, kept, compared.name, _place(token))
        word = self._word(term, token, other)
        if word is None:
            return None
        place = term.words.index(word)
        chosen = {
            "=": {word}, "!=": set(term.words) - {word}, "<": set(term.words[:place]),
            "<=": set(term.words[: place + 1]), ">": set(term.words[place + 1 :]), ">=": set(term.words[place:]),
        }[operator]  # fmt: skip
        if operator[0] in "<>" and not term.ordered:
            self._problem(token, f"the values of {term.name} have no order: write {term.name} in {{...}}")
            return None
        return WordTest(term.name, frozenset(chosen), _place(token))

    def _words_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        words = [self._word(term, token, each) for each in rest]
        if None in words:
            return None
        return WordTest(term.name, frozenset(word for word in words if word), _place(token))

    def _span_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        first, last = (self._word(term, token, each) for each in rest)
        if first is None or last is None:
            return None
        if not term.ordered:
            self._problem(token, f"the values of {term.name} have no order: write {term.name} in {{...}}")
            return None
        start, end = sorted((term.words.index(first), term.words.index(last)))
        return WordTest(term.name, frozenset(term.words[start : end + 1]), _place(token))

    def _hands_test(self, term: Term, token: Any, rest: list[Any]) -> Test | None:
        text = str(rest[0])[1:-1]
        if term.kind != "hands":
            self._problem(token, f"{term.name} is no hand: a range in quotes goes with hand")
            return None
        try:
            allowed = Range.parse(text)
        except NotationError as error:
            self._problem(rest[0], str(error))
            return None
        return HandTest(term.name, text, allowed, _place(token))

    def _is_number(self, term: Term, token: Any) -> bool:
        if term.kind == "number":
            return True
        wanted = 'a range in quotes, like hand in "22+"' if term.kind == "hands" else ", ".join(term.words)
        self._problem(token, f"{term.name} is no number: expected {wanted}")
        return False

    def _in_bounds(self, term: Term, token: Any, value: float) -> bool:
        if isfinite(value) and term.low <= value <= term.high:
            return True
        top = f" to {term.high:g}" if term.high < inf else " or more"
        self._problem(token, f"{term.name} is {term.low:g}{top}, never {value:g}")
        return False

    def _word(self, term: Term, token: Any, value: Any) -> str | None:
        word = str(value).lower().replace("agressive", "aggressive")
        if word in term.words:
            return word
        if term.kind == "word":
            self._problem(value, f'{term.name} is never "{one_line(value)}": expected {", ".join(term.words)}')
        else:
            if self._is_number(term, token):
                self._problem(value, f'"{one_line(value)}" is no number')
        return None

    def _problem(self, token: Any, reason: str) -> None:
        self.problems.add(token.line, reason, token.column)


def _value(tree: Any) -> float:
    """A number, with its percent sign."""
    value = float(tree.children[0])
    return value / 100.0 if len(tree.children) > 1 else value


def _place(at: Any) -> Place:
    if hasattr(at, "meta"):
        return Place(getattr(at.meta, "line", 0), getattr(at.meta, "column", 0))
    return Place(at.line, at.column)


def _nearest(name: str, known: Any) -> str:
    """The words that look most like one, or all that there are."""
    close = get_close_matches(name.lower(), list(known), 3)
    return " or ".join(close) if close else ", ".join(known)
