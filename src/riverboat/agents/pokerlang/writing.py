"""A strategy as text again: one way to write each thing, so that formatted files can be compared; and in words.

`parse_strategy(write_strategy(s)) == s` for every strategy. Comments are not kept.
"""

from __future__ import annotations

from math import inf, nextafter

from riverboat.agents.pokerlang.syntax import (
    CompareTest,
    Condition,
    HandTest,
    Interval,
    NumberTest,
    Rule,
    Share,
    Strategy,
    Test,
)
from riverboat.agents.pokerlang.terms import ACTIONS, TERMS

_INDENT = "    "


def write_strategy(strategy: Strategy) -> str:
    """The text of a strategy."""
    parts = [f'strategy "{strategy.name}"\n'] if strategy.name else []
    for tactic in strategy.tactics:
        name = f' "{tactic.name}"' if tactic.name else ""
        when = f"when {_tests(tactic.condition)}" if tactic.condition else "otherwise"
        if isinstance(tactic.behaviour, str):
            parts.append(f"tactic{name} {when}: {tactic.behaviour}\n")
        else:
            rules = "".join(f"{_INDENT}{_rule(rule)}\n" for rule in tactic.behaviour)
            parts.append(f"tactic{name} {when}: {{\n{rules}}}\n")
    return "\n".join(parts)


def _rule(rule: Rule) -> str:
    alone = len(rule.shares) == 1
    shares = ", ".join(write_share(share, alone=alone) for share in rule.shares)
    return f"{_tests(rule.condition) or 'otherwise'} -> {shares};"


def write_share(share: Share, *, alone: bool = False) -> str:
    """The text of an action with its percentage, which may be missing where it is 100."""
    amount = ""
    if share.action == "raise":
        amount = f"({_plain(share.low)})" if share.low == share.high else f"({_plain(share.low)}..{_plain(share.high)})"
    percent = "" if alone and share.percent == 100.0 else f" {_plain(share.percent)}%"
    return f"{share.action}{amount}{percent}"


def _tests(condition: Condition) -> str:
    return " and ".join(map(write_test, condition))


def write_test(test: Test) -> str:
    """The text of a test."""
    if isinstance(test, CompareTest):
        return f"{test.term} {test.operator} {test.other}"
    if isinstance(test, HandTest):
        return f'{test.term} in "{test.text}"'
    if isinstance(test, NumberTest):
        return _interval(test.term, test.allowed)
    words = TERMS[test.term].words
    places = sorted(words.index(word) for word in test.allowed)
    if len(places) == 1:
        return f"{test.term} = {words[places[0]]}"
    if len(places) == len(words) - 1:
        missing = next(word for word in words if word not in test.allowed)
        return f"{test.term} != {missing}"
    together = places == list(range(places[0], places[-1] + 1)) if places else False
    if TERMS[test.term].ordered and together and len(places) > 1:
        if places[-1] == len(words) - 1:
            return f"{test.term} >= {words[places[0]]}"
        if places[0] == 0:
            return f"{test.term} <= {words[places[-1]]}"
        return f"{test.term} in {words[places[0]]}..{words[places[-1]]}"
    return f"{test.term} in {{{', '.join(words[place] for place in places)}}}"


def _interval(term: str, allowed: Interval) -> str:
    low, high = allowed.low, allowed.high
    if low == high:
        return f"{term} = {_number(term, low)}"
    if high == inf:
        open_end = _open(term, low, -inf)
        return f"{term} > {_number(term, open_end)}" if open_end is not None else f"{term} >= {_number(term, low)}"
    if low == -inf:
        open_end = _open(term, high, inf)
        return f"{term} < {_number(term, open_end)}" if open_end is not None else f"{term} <= {_number(term, high)}"
    return f"{term} in {_number(term, low)}..{_number(term, high)}"


def _open(term: str, end: float, towards: float) -> float | None:
    """The number that is just left out, if this end was written with `<` or `>`."""
    near = nextafter(end, towards)
    short, long = (_number(term, each).endswith("%") for each in (near, end))
    is_open = short if short != long else len(repr(near)) < len(repr(end))
    return near if is_open else None


def _number(term: str, value: float) -> str:
    if TERMS[term].share:
        percent = f"{_plain(round(value * 100.0, 6))}%"
        if float(percent[:-1]) / 100.0 == value:
            return percent
    return _plain(value)


def _plain(value: float) -> str:
    """The shortest digits without an exponent."""
    text = repr(float(value))
    if "e" in text:
        text = f"{value:.15f}".rstrip("0")
    return text.removesuffix(".0").rstrip(".")


# In words -------------------------------------------------------------------------------------------------------------


def explain_strategy(strategy: Strategy) -> str:
    """What a strategy does, in sentences."""
    lines = [
        f"{strategy.name or 'This strategy'} has {_count(len(strategy.tactics), 'tactic')}; "
        "the first that fits is played."
    ]
    for number, tactic in enumerate(strategy.tactics, start=1):
        name = f' "{tactic.name}"' if tactic.name else ""
        when = _when(tactic.condition) or "in every other situation"
        if isinstance(tactic.behaviour, str):
            lines.append(f"{number}. Tactic{name}, {when}: plays {tactic.behaviour.replace('_', ' and ')}.")
            continue
        lines.append(f"{number}. Tactic{name}, {when}:")
        for rule in tactic.behaviour:
            lines.append(f"   - {_when(rule.condition) or 'otherwise'}: {_done(rule)}.")
        if not any(not rule.condition for rule in tactic.behaviour):
            lines.append("   - otherwise: check or fold.")
    if not any(not tactic.condition for tactic in strategy.tactics):
        lines.append("Where no tactic fits: check or fold.")
    return "\n".join(lines) + "\n"


def _count(number: int, what: str) -> str:
    return f"{number} {what}{'' if number == 1 else 's'}"


def _when(condition: Condition) -> str:
    return "if " + " and ".join(_said(test) for test in condition) if condition else ""


def _said(test: Test) -> str:
    """A test as part of a sentence."""
    meaning = _short(test.term)
    if isinstance(test, CompareTest):
        word = "above" if test.operator[0] == ">" else "below"
        return f"{meaning} is {word} {_short(test.other)}"
    written = write_test(test).removeprefix(test.term).strip()
    for sign, word in (
        ("in ", "in "), ("!= ", "not "), ("= ", ""), ("<= ", "at most "), (">= ", "at least "), ("< ", "below "),
        ("> ", "above "),
    ):  # fmt: skip
        if written.startswith(sign):
            return f"{meaning} is {word}{written[len(sign) :].replace('_', ' ')}"
    return f"{meaning} {written}"


def _short(term: str) -> str:
    """What a term is, without its definition."""
    return TERMS[term].meaning.split(";")[0]


def _done(rule: Rule) -> str:
    parts = []
    for share in rule.shares:
        what = ACTIONS[share.action]
        if share.action == "raise":
            size = f"{100 * share.low:g}" if share.low == share.high else f"{100 * share.low:g} to {100 * share.high:g}"
            what = f"bet or raise {size} % of the pot"
        parts.append(what if len(rule.shares) == 1 and share.percent == 100.0 else f"{share.percent:g} % {what}")
    left = 100.0 - sum(share.percent for share in rule.shares)
    if left > 1e-9:
        parts.append(f"{left:g} % check or fold")
    return ", ".join(parts)
