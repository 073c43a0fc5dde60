"""What could the last word of a search become? Names of players, tags, games, and the words of the language."""

from __future__ import annotations

from typing import Final

from sqlalchemy import func, select

from riverboat.records.database.marks import tags_of
from riverboat.records.database.statistics import player_names
from riverboat.records.database.store import HandDatabase
from riverboat.records.database.tables import GAME, RULES
from riverboat.records.facts import TEXTURES
from riverboat.records.query import AMOUNTS, DONE, FACED, KEYS, PLAIN, POSITIONS, STREETS

_VALUES: Final = {
    "board": tuple(TEXTURES),
    "position": tuple(POSITIONS),
    "saw": tuple(STREETS),
    "vs": tuple(FACED),
}
_WORDS: Final = (
    *PLAIN, *DONE, *(name.upper() for name in ("btn", "sb", "bb", "co", "utg")), *(f"{key}:" for key in KEYS),
    *(f"{key}>" for key in AMOUNTS), "vs", "or", "not",
)  # fmt: skip
_SPECIAL: Final = ' ():"'


def complete(database: HandDatabase, text: str, limit: int = 12, *, only_adding: bool = False) -> list[str]:
    """The text with its last word completed, the likeliest first; nothing if the last word is empty.

    If completions are `only_adding` to what is typed, as in a shell, a name gets no quotation marks where none was
    typed: `?` stands for each sign that would need them.
    """
    before, last = _split(text)
    quoted = _quoted if '"' in last or not only_adding else _unquoted
    negation = "-" if last.startswith("-") and len(last) > 1 else ""
    word = last[len(negation) :].strip('"')
    if not word:
        return []
    key, colon, part = word.partition(":")
    if colon:
        words = [f"{key}:{quoted(value)}" for value in _values(database, key.lower(), part, limit)]
    else:
        is_opponent = before.split()[-1:] == ["vs"]
        known = [*_WORDS] if not is_opponent else [*FACED]
        words = [each for each in known if each.lower().startswith(word.lower()) and each != word]
        words += [quoted(name) for name in player_names(database, word, limit)]
    return [f"{before}{negation}{each}" for each in dict.fromkeys(words)][:limit]


def _split(text: str) -> tuple[str, str]:
    """Everything before the last word, and that word, which may begin with a quotation mark that is not closed."""
    if text.count('"') % 2:
        start = text.rindex('"')
        key = text[:start].rpartition(" ")[2] if text[:start].endswith(":") else ""
        return text[: start - len(key)], text[start - len(key) :]
    start = max(text.rfind(" "), text.rfind("(")) + 1
    return text[:start], text[start:]


def _quoted(name: str) -> str:
    return f'"{name}"' if any(sign in name for sign in _SPECIAL) or not name else name


def _unquoted(name: str) -> str:
    return "".join("?" if sign in _SPECIAL else sign for sign in name)


def _values(database: HandDatabase, key: str, part: str, limit: int) -> list[str]:
    plain = part.strip('"').lower()
    if key in ("player", "vs"):
        fixed = [each for each in _VALUES.get(key, ()) if each.startswith(plain)]
        return fixed + player_names(database, part.strip('"'), limit)
    if key == "tag":
        values = tags_of(database)
    elif key == "game":
        with database.reading() as connection:
            values = sorted(connection.execute(select(RULES.c.identity)).scalars())
        values = list(dict.fromkeys([*(each.partition("(")[0] for each in values), *values]))
    elif key in ("site", "currency"):
        with database.reading() as connection:
            values = sorted(map(str, connection.execute(select(func.distinct(GAME.c[key]))).scalars()))
    else:
        values = list(_VALUES.get(key, ()))
    return [each for each in values if each.lower().startswith(plain)][:limit]
