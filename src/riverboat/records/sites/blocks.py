"""Where does a hand begin and end? A file is cut into blocks, and every block is accounted for.

A block begins with a heading: one that the site's reader knows, or any line that looks like the heading of some
site's hand, so that an unknown one is refused and never glued to the hand before it. Text that follows a finished hand
after an empty line is a block as well. Text before the first heading is passed over if nothing in it belongs to a hand.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from riverboat.records.sites.text import Line

_VERBS: Final = (
    r"(?:folds|checks|calls|bets|raises|posts|shows|mucks|doesn|brings|discards|stands|sits|starts|is|has)\b"
)
_HEADING: Final = re.compile(rf"(?:[\w.&'-]+ ){{0,4}}(?:Hand|Game|Stage) ?#(?:[A-Z]{{1,3}})?[0-9]{{4,}}:? (?!{_VERBS})")
_LOOSE_HEADING: Final = re.compile(
    r"(?:[A-Z][\w.&'-]* ){0,4}(?:Hand|Game|Stage) ?#? ?(?:[A-Z]{1,3}-?)?[0-9][\w-]*\s?[:,(-]"
    r"|(?:[A-Z][\w.&'-]* ){0,4}(?:Hand|Game) (?:ID|No\.?|Number) ?:? ?#?[0-9]"
    r"|\*{3,} .*(?:[Hh]and|[Gg]ame).*[0-9].* \*{3,}$"
    r"|(?:[A-Z][\w.&'-]* ){1,4}#(?:[A-Z]{1,3})?[0-9]{5,}"
)
_ENDING: Final = re.compile(r"\*{3,} End of |Game (?:#[0-9]+ starts|ended at)")
_OF_A_HAND: Final = re.compile(
    r"\*\*\* (?:HOLE|FLOP|TURN|RIVER|SUMMARY|SHOW)|Seat [0-9]+: |Dealt to |Uncalled bet|Total pot "
    r"|.*(?:: | )(?:folds|checks|calls|bets|raises|posts)\b"
)


def blocks(
    lines: Iterable[str],
    begins: Callable[[str], bool],
    closes: Callable[[str], bool] = lambda line: line.startswith("*** SUMMARY"),
) -> Iterator[list[Line]]:
    """The pieces of a file, each with its numbered lines, empty ones left out.

    `begins` knows the headings of the site, `closes` where the last part of its hands begins.
    """
    held: list[Line] = []
    preamble, closing, gap, spaced = True, False, False, False
    for number, raw in enumerate(lines, start=1):
        line = raw.rstrip()
        if not line:
            gap = True
            continue
        if line[0] == "\ufeff" and not (line := line.lstrip("\ufeff")):
            continue
        known = begins(line)
        if known or (held and _other_hand(line, gap and not spaced, closing, preamble)):
            if held and not (known and preamble and not any(_OF_A_HAND.match(each) for _, each in held)):
                yield held
            held, closing, spaced = [], False, False
            preamble = preamble and not known
        spaced = spaced or (gap and bool(held))  # a file with an empty line after every line
        gap = False
        held.append((number, line))
        closing = closing or closes(line)
    if held:
        yield held


def _other_hand(line: str, gap: bool, closing: bool, preamble: bool) -> bool:
    """Whether a line that the site does not know begins something else."""
    if not (gap or closing or preamble or "#" in line) or (not gap and line.startswith("Seat ")):
        return False  # nearly every line
    if _ENDING.match(line):
        return False
    if gap and closing:
        return True
    if "#" in line and _HEADING.match(line):
        return True
    return (gap or closing or preamble) and _LOOSE_HEADING.match(line) is not None
