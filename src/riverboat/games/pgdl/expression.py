"""The formulas of a `Score`: what a hand of cards is worth, as text from an untrusted source.

A small language with whole numbers, `$c1.rank`, `$c1.suit` and so on for the cards of the hand, `+ - * /`,
comparisons, `&&` and `||` (also written `and`, `or`, because XML makes `&&` hard to type), `condition ? value :
value`, and brackets. Comparisons give 1 or 0. Division is exact: 1/2 is a half. `$c1` alone is `$c1.rank`.

    choice   := either [ "?" choice ":" choice ]
    either   := both { "||" both }
    both     := compared { "&&" compared }
    compared := sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ]
    sum      := product { ( "+" | "-" ) product }
    product  := signed { ( "*" | "/" ) signed }
    signed   := [ "-" ] atom
    atom     := number | "$c" number [ ".rank" | ".suit" ] | "(" choice ")"

Method: recursive descent to closures. Nothing is handed to Python's own `eval`; length, nesting and the size of
numbers are bounded, there are no loops or names, so a formula ends in time proportional to its length. Parsing takes
about a microsecond per character, and a call a twentieth of that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Final

from riverboat.errors import NotationError
from riverboat.games.problems import one_line

Number = int | Fraction
Cards = Sequence[int]
Value = Callable[[Cards, Cards], Number]
"""The ranks of a hand's cards and their suits in, a number out."""

LONGEST: Final = 10_000
"""Characters in a formula."""
DEEPEST: Final = 40
"""Brackets and choices within each other."""
LARGEST: Final = 10**30
"""Intermediate results may not become larger."""

_TOKEN: Final = re.compile(
    r"\s*(?:(?P<number>[0-9]+)|(?P<card>\$c[0-9]+(?:\.[A-Za-z]+)?)|(?P<sign>&&|\|\||==|!=|<=|>=|[-+*/<>?:()])"
    r"|(?P<word>and|or)\b)"
)
_WORDS: Final = {"and": "&&", "or": "||"}


class ExpressionError(NotationError):
    """A formula that cannot be read or has no value; `line` counts from its first line, 0."""

    def __init__(self, reason: str, line: int = 0) -> None:
        super().__init__(reason)
        self.line = line


@dataclass(frozen=True, slots=True)
class Expression:
    """A formula that was read: its text in one spelling, the largest card number in it, and what it computes."""

    text: str
    cards: int
    value: Value


def parse(text: str) -> Expression:
    """Read a formula, or say in which line it goes wrong and what is expected there."""
    if len(text) > LONGEST:
        raise ExpressionError(f"formula of {len(text)} characters: expected {LONGEST} at most")
    reader = _Reader(_tokens(text))
    value = reader.choice()
    if reader.token:
        raise ExpressionError(f'formula: expected an operator before "{reader.token}"', reader.line)
    return Expression(" ".join(token for token, _ in reader.tokens[:-1]), reader.cards, value)


def _tokens(text: str) -> list[tuple[str, int]]:
    """The tokens of the text with the line each is in, and an empty one for the end."""
    found: list[tuple[str, int]] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        match = _TOKEN.match(text, at)
        if match is None:
            rest = text[at:].lstrip()
            line = text.count("\n", 0, len(text) - len(rest))
            raise ExpressionError(f'formula: cannot read "{one_line(rest, 20)}"', line)
        token = match.group().lstrip()
        line = text.count("\n", 0, match.end())
        if match.group("card") and "." not in token:
            token += ".rank"
        found.append((_WORDS.get(token, token), line))
        at = match.end()
    if not found:
        raise ExpressionError("formula: it is empty")
    return [*found, ("", text.count("\n"))]


class _Reader:
    """Walks over the tokens once, from left to right."""

    def __init__(self, tokens: list[tuple[str, int]]) -> None:
        self.tokens = tokens
        self.at = 0
        self.depth = 0
        self.cards = 0

    @property
    def token(self) -> str:
        return self.tokens[self.at][0]

    @property
    def line(self) -> int:
        return self.tokens[self.at][1]

    def take(self, *wanted: str) -> str | None:
        token = self.token
        if token in wanted and token:
            self.at += 1
            return token
        return None

    def need(self, wanted: str, why: str) -> None:
        if not self.take(wanted):
            found = f'"{self.token}"' if self.token else "the end"
            raise ExpressionError(f'formula: expected "{wanted}" {why}, found {found}', self.line)

    def choice(self) -> Value:
        # A chain of choices, a ? x : b ? y : z, is one list, however long, and not a nest.
        self.depth += 1
        if self.depth > DEEPEST:
            raise ExpressionError(f"formula: more than {DEEPEST} brackets and choices within each other", self.line)
        branches: list[tuple[Value, Value]] = []
        last = self.either()
        while self.take("?"):
            then = self.choice()
            self.need(":", 'after the value that follows "?"')
            branches.append((last, then))
            last = self.either()
        self.depth -= 1
        return _choose(branches, last) if branches else last

    def either(self) -> Value:
        terms = [self.both()]
        while self.take("||"):
            terms.append(self.both())
        if len(terms) == 1:
            return terms[0]
        return lambda ranks, suits: int(any(term(ranks, suits) for term in terms))

    def both(self) -> Value:
        terms = [self.compared()]
        while self.take("&&"):
            terms.append(self.compared())
        if len(terms) == 1:
            return terms[0]
        return lambda ranks, suits: int(all(term(ranks, suits) for term in terms))

    def compared(self) -> Value:
        left = self.sum()
        sign = self.take("==", "!=", "<", "<=", ">", ">=")
        if sign is None:
            return left
        value = _compare(sign, left, self.sum())
        if self.token in ("==", "!=", "<", "<=", ">", ">="):
            raise ExpressionError(
                f'formula: "{self.token}" after a comparison; join them by && or use brackets', self.line
            )
        return value

    def sum(self) -> Value:
        first = self.product()
        rest: list[tuple[int, Value]] = []
        while sign := self.take("+", "-"):
            rest.append((1 if sign == "+" else -1, self.product()))
        return _add(first, rest) if rest else first

    def product(self) -> Value:
        first = self.signed()
        rest: list[tuple[bool, Value]] = []
        while sign := self.take("*", "/"):
            rest.append((sign == "*", self.signed()))
        return _multiply(first, rest) if rest else first

    def signed(self) -> Value:
        if self.take("-"):
            value = self.atom()
            return lambda ranks, suits: -value(ranks, suits)
        return self.atom()

    def atom(self) -> Value:
        token, line = self.token, self.line
        if self.take("("):
            value = self.choice()
            self.need(")", "to close a bracket")
            return value
        if not token:
            raise ExpressionError("formula: it ends where a number, a card or a bracket is expected", line)
        self.at += 1
        if token[0].isdigit():
            return _number(token, line)
        if token[0] != "$":
            raise ExpressionError(f'formula: expected a number, a card such as $c1.rank or "(", found "{token}"', line)
        name, _, what = token.partition(".")
        card = int(name[2:6])
        if not 1 <= card <= 20 or what not in ("rank", "suit"):
            raise ExpressionError(
                f'formula: "{one_line(token, 30)}"; cards are $c1.rank, $c1.suit, $c2.rank, ...', line
            )
        self.cards = max(self.cards, card)
        place = card - 1
        if what == "rank":
            return lambda ranks, suits: ranks[place]
        return lambda ranks, suits: suits[place]


def _number(token: str, line: int) -> Value:
    if len(token) > 18:
        raise ExpressionError(f"formula: the number {token[:18]}... is too large; expected 18 digits at most", line)
    number = int(token)
    return lambda ranks, suits: number


def _choose(branches: list[tuple[Value, Value]], last: Value) -> Value:
    def value(ranks: Cards, suits: Cards) -> Number:
        for condition, then in branches:
            if condition(ranks, suits):
                return then(ranks, suits)
        return last(ranks, suits)

    return value


def _compare(sign: str, left: Value, right: Value) -> Value:
    if sign == "==":
        return lambda ranks, suits: int(left(ranks, suits) == right(ranks, suits))
    if sign == "!=":
        return lambda ranks, suits: int(left(ranks, suits) != right(ranks, suits))
    if sign == "<":
        return lambda ranks, suits: int(left(ranks, suits) < right(ranks, suits))
    if sign == "<=":
        return lambda ranks, suits: int(left(ranks, suits) <= right(ranks, suits))
    if sign == ">":
        return lambda ranks, suits: int(left(ranks, suits) > right(ranks, suits))
    return lambda ranks, suits: int(left(ranks, suits) >= right(ranks, suits))


def _add(first: Value, rest: list[tuple[int, Value]]) -> Value:
    def value(ranks: Cards, suits: Cards) -> Number:
        total = first(ranks, suits)
        for sign, term in rest:
            total += sign * term(ranks, suits)
        return total

    return value


def _multiply(first: Value, rest: list[tuple[bool, Value]]) -> Value:
    def value(ranks: Cards, suits: Cards) -> Number:
        total = first(ranks, suits)
        for multiplies, factor in rest:
            by = factor(ranks, suits)
            if multiplies:
                total *= by
            elif by == 0:
                raise ExpressionError("formula: division by zero")
            elif isinstance(total, int) and isinstance(by, int) and total % by == 0:
                total //= by
            else:
                total = Fraction(total) / by
            if not -LARGEST < total < LARGEST or (isinstance(total, Fraction) and total.denominator > LARGEST):
                raise ExpressionError("formula: a number becomes too large; expected 30 digits at most")
        return total

    return value
