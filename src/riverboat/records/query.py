"""The search language of hands: `hero AKs vs 3bet BTN lost>20bb board:paired 2019-03`.

One language for the command line, the database and the browser. Words side by side must all hold, `or` and brackets
group them, a minus sign or `not` negates. Words about a player (cards, position, result, what was done) speak of one
and the same seat: that of the player who is named, or of anybody. What is negated and names a player speaks of that
player's seat: `Ann -Bob` are Ann's hands without Bob, `Ann -(Bob won)` those that Bob did not win. docs/search.md lists
all words.

    query = parse_query("Ann BTN -showdown")
    [hand for hand in hands if matches(query, hand)]

`parse_query` makes a tree of `Term`s; `matches` asks it of a hand, and `database/search.py` makes SQL of it. Cost of
a match: that of `facts_of`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from itertools import accumulate
from operator import eq, ge, gt, le, lt
from typing import Any, Final

from riverboat.cards.card import RANKS
from riverboat.cards.holdings import class_name
from riverboat.cards.ranges import Range
from riverboat.errors import NotationError, RiverboatError
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.records.facts import TEXTURES, Facts, facts_of, rate_bit, texture_bit
from riverboat.records.naming import is_game, plain_game

POSITIONS: Final = {
    "btn": "button", "button": "button", "sb": "small blind", "bb": "big blind", "co": "cut-off", "cutoff": "cut-off",
    "cut-off": "cut-off", "utg": "UTG", "ep": "UTG", "utg+1": "UTG+1", "utg+2": "UTG+2", "utg+3": "UTG+3",
    "utg+4": "UTG+4", "utg+5": "UTG+5",
}  # fmt: skip
"""What people write for the names of `games.positions`."""
DONE: Final = {
    "vpip": "vpip", "pfr": "pfr", "3bet": "three_bet", "4bet": "four_bet", "squeeze": "squeeze", "limp": "limp",
    "steal": "steal", "open": "raise_first_in", "cold-call": "cold_call", "cbet": "cbet_flop", "cbet-turn": "cbet_turn",
    "cbet-river": "cbet_river", "donk": "donk", "check-raise": "check_raise",
}  # fmt: skip
"""What a player did, by the rate that counts it."""
FACED: Final = {
    "raise": "three_bet",
    "3bet": "four_bet",
    "steal": "fold_to_steal",
    "cbet": "fold_to_cbet",
}
"""After `vs`: what a player had to answer, by the rate with that opportunity."""
PLAIN: Final = {
    "all-in": "the player put in everything",
    "showdown": "the hand was shown down",
    "folded": "the player folded",
    "won": "the player won chips",
    "lost": "the player lost chips",
    "even": "neither",
    "starred": "you starred the hand (database)",
}
STREETS: Final = {"flop": 1, "turn": 2, "river": 3}
KEYS: Final = {
    "player": "a player, by name; * stands for anything",
    "vs": "an opponent, by name, or what the player faced: " + ", ".join(FACED),
    "hand": "the player's hand, as a range: AKs, QQ+, A2s-A5s",
    "cards": "the player's exact cards: cards:AhKd",
    "position": "the player's position: " + ", ".join(dict.fromkeys(POSITIONS)),
    "saw": "the player saw the flop, turn or river",
    "board": "the board: " + ", ".join(TEXTURES) + ", or cards that are on it",
    "game": "the game, like holdem or holdem(betting=limit)",
    "site": "where it was played",
    "currency": "USD, EUR, chips, ...",
    "number": "the hand's number at its site",
    "run": "a run of the database, by its number (database)",
    "file": "a part of the name of the file it came from (database)",
    "tag": "a tag that you gave the hand (database)",
    "note": "a part of your note (database)",
    "date": "a day, month or year, or two with .. between: 2019-03..2019-06",
}
AMOUNTS: Final = {
    "won": "what the player won",
    "lost": "what the player lost",
    "pot": "the pot",
    "stack": "the player's stack before the hand",
    "stake": "the big blind, in money",
    "players": "the number of players",
}
_DATE: Final = re.compile(r"(?:19|20)[0-9]{2}(?:-[0-9]{2}(?:-[0-9]{2})?)?")
_RANGE: Final = re.compile(
    r"[2-9TJQKA]{2}[so]?\+?(?:-[2-9TJQKA]{2}[so]?)?(?:,[2-9TJQKA]{2}[so]?\+?(?:-[2-9TJQKA]{2}[so]?)?)*"
)
_COMPARED: Final = re.compile(r"([a-z]+)(>=|<=|>|<|=)([0-9]+(?:\.[0-9]+)?)(bb)?", re.IGNORECASE)
_GRAMMAR: Final = r"""
?start: either
?either: all (_OR all)*
all: one+
?one: "(" either ")"
    | WORD -> word
    | _VS WORD -> versus
    | _NOT one -> negated
    | _AND one
_OR.2: /or(?=[\s()"]|$)/i
_AND.2: /and(?=[\s()"]|$)/i
_NOT.2: /-|not(?=[\s()"]|$)/i
_VS.2: /vs(?=[\s()"]|$)/i
WORD: /(?:[^\s()":]+:)?"[^"]*"|[^\s()"]+(?:\([^()\s]*\))?/
%ignore /\s+/
"""
"""What stands between conditions; a word may have a quoted part, or a game's parameters."""
_OPERATORS: Final[dict[str, Callable[[Any, Any], bool]]] = {">=": ge, "<=": le, ">": gt, "<": lt, "=": eq}
NAMES: Final = ("player", "named")
"""Conditions by which somebody is named."""
DATABASE_ONLY: Final = ("run", "file", "tag", "note", "starred")
_OUTCOMES: Final = frozenset(
    {"won", "lost", "even", "won amount", "lost amount", "pot amount", "showdown", "folded", "all-in", "saw"}
    | {"starred", "tag", "note", "number"}
)
"""Conditions that depend on how a hand went, or on somebody who knows how it went."""
_MAX_LENGTH: Final = 500
_MAX_DEPTH: Final = 20


@dataclass(frozen=True)
class Term:
    """One condition; `kind` is a key of the tables above, or `done`, `faced`, `opponent`, `texture`."""

    kind: str
    value: Any = None
    operator: str = "="
    in_blinds: bool = False


@dataclass(frozen=True)
class Not:
    """The opposite of a condition."""

    part: Query


@dataclass(frozen=True)
class All:
    """Conditions that must all hold; none: everything."""

    parts: tuple[Query, ...]


@dataclass(frozen=True)
class Either:
    """Conditions of which one must hold."""

    parts: tuple[Query, ...]


Query = Term | Not | All | Either


@lru_cache(maxsize=64)
def parse_query(text: str) -> Query:
    """The tree of a text; what cannot be understood is named."""
    from lark.exceptions import UnexpectedInput, VisitError

    if len(text) > _MAX_LENGTH:
        raise NotationError(f"search of {len(text)} characters: expected {_MAX_LENGTH} at most")
    if not text.strip():
        return All(())
    brackets = accumulate((sign == "(") - (sign == ")") for sign in re.sub('"[^"]*"', "", text))
    if max(brackets, default=0) > _MAX_DEPTH:
        raise NotationError(f'search "{_short(text)}": more than {_MAX_DEPTH} brackets within each other')
    try:
        found: Query = _parser().parse(text)
    except UnexpectedInput as error:
        is_end = getattr(getattr(error, "token", None), "type", "") == "$END"
        at = len(text) if is_end else error.pos_in_stream or 0
        raise NotationError(f'search "{_short(text)}": {_reason(text, at)}') from None
    except VisitError as error:
        raise error.orig_exc from None
    return found


def terms_of(query: Query) -> Iterator[Term]:
    """Every condition in it."""
    if isinstance(query, Term):
        yield query
    elif isinstance(query, Not):
        yield from terms_of(query.part)
    else:
        for part in query.parts:
            yield from terms_of(part)


def conjuncts(query: Query) -> Iterator[Query]:
    """The parts that must all hold."""
    if isinstance(query, All):
        for part in query.parts:
            yield from conjuncts(part)
    else:
        yield query


def is_by_outcome(query: Query) -> bool:
    """Whether it selects hands by how they ended: their mean then says nothing about anybody's play."""
    return any(term.kind in _OUTCOMES for term in terms_of(query))


def own_terms(query: Query) -> Iterator[Term]:
    """Every condition in it but those that are negated and name a player, which speak of another seat."""
    if isinstance(query, Term):
        yield query
    elif not isinstance(query, Not):
        for part in query.parts:
            yield from own_terms(part)
    elif not names_player(query.part):
        yield from own_terms(query.part)


def names_player(query: Query) -> bool:
    """Whether it speaks of the seat of somebody whom it names."""
    return any(term.kind in NAMES for term in own_terms(query))


@cache
def _parser() -> Any:
    from lark import Lark, Transformer, v_args

    @v_args(inline=True)
    class Tree(Transformer):  # type: ignore[misc]
        """From the rules of the grammar to the tree."""

        def word(self, word: str) -> Query:
            return _term(str(word))

        def versus(self, word: str) -> Query:
            return _keyed("vs", str(word))

        def negated(self, part: Query) -> Query:
            return Not(part)

        def all(self, *parts: Query) -> Query:
            return parts[0] if len(parts) == 1 else All(parts)

        def either(self, *parts: Query) -> Query:
            return Either(parts)

    return Lark(_GRAMMAR, parser="lalr", lexer="basic", transformer=Tree())


def _reason(text: str, at: int) -> str:
    """Why the text cannot be read on at this place: by what stands before it."""
    if text[at : at + 1] == '"':
        return "a quotation mark is not closed"
    found = re.search(r"(?:^|(?<=[\s()]))(-|not|and|or|vs|\()?\s*$", text[:at], re.IGNORECASE)
    before = (found[1] or "").lower() if found else ""
    if before == "vs":
        return f"vs whom, or what? {KEYS['vs']}"
    if before in ("-", "not", "and"):
        return f"{before.replace('-', 'not')} what?"
    if before or text[at : at + 2].lower() == "or":
        return 'expected a condition on both sides of "or", in brackets'
    return "a bracket is closed that was not opened" if text[at : at + 1] == ")" else "a bracket is not closed"


def _term(word: str) -> Term:
    """A condition of one word."""
    plain = word.lower()
    if word.startswith('"'):
        return Term("player", word.strip('"'))
    if plain in PLAIN:
        return Term(plain)
    if plain in DONE:
        return Term("done", DONE[plain])
    if plain in POSITIONS:
        return Term("position", POSITIONS[plain])
    if compared := _COMPARED.fullmatch(word):
        return _compared(*compared.groups())
    key, colon, value = word.partition(":")
    if colon:
        if key.lower() in AMOUNTS and re.fullmatch(r"[0-9]+(\.[0-9]+)?(bb)?", value.lower()):
            return _term(f"{key}={value}")
        return _keyed(key.lower(), value)
    if _DATE.fullmatch(word.partition("..")[0]):
        return _keyed("date", word)
    if _RANGE.fullmatch(word):
        return _keyed("hand", word)
    if re.match(r"[a-z]+[<>=]", plain):
        raise NotationError(
            f'search "{_short(word)}": expected one of {", ".join(AMOUNTS)}, like lost>20bb or pot>=100'
        )
    return Term("player", word)


def _compared(name: str, operator: str, number: str, blinds: str | None) -> Term:
    kind = name.lower()
    if kind not in AMOUNTS:
        raise NotationError(f'search "{name}{operator}{number}": expected one of {", ".join(AMOUNTS)}, like lost>20bb')
    if blinds and kind in ("stake", "players"):
        raise NotationError(f'search "{name}{operator}{number}bb": {AMOUNTS[kind]} is not counted in big blinds')
    return Term(f"{kind} amount", float(number), operator, in_blinds=blinds is not None)


def _keyed(key: str, value: str) -> Term:
    """A condition with a key."""
    text = value.strip('"')
    if key not in KEYS:
        near = get_close_matches(key, [*KEYS, *AMOUNTS], 1)
        raise NotationError(f'search "{_short(key)}:": expected {near[0] if near else "one of " + ", ".join(KEYS)}')
    if not text:
        raise NotationError(f"search {key}: {KEYS[key]}")
    if key == "vs":
        plain = text.lower()
        return Term("faced", FACED[plain]) if plain in FACED and not value.startswith('"') else Term("opponent", text)
    if key == "hand":
        return Term("hand", classes_of(text))
    if key == "position":
        if text.lower() not in POSITIONS and text.lower() not in POSITIONS.values():
            raise NotationError(f"search position:{_short(text)}: expected one of {', '.join(POSITIONS)}")
        return Term("position", POSITIONS.get(text.lower(), text.lower()))
    if key == "saw":
        if text.lower() not in STREETS:
            raise NotationError(f"search saw:{_short(text)}: expected one of {', '.join(STREETS)}")
        return Term("saw", STREETS[text.lower()])
    if key == "board" and text.lower() in TEXTURES:
        return Term("texture", text.lower())
    if key in ("board", "cards"):
        cards = re.findall("..", text)
        if len(text) % 2 or any(card[0].upper() not in RANKS or card[1].lower() not in "cdhs" for card in cards):
            expected = f"one of {', '.join(TEXTURES)}, or cards like AhKd" if key == "board" else "cards like AhKd"
            raise NotationError(f"search {key}:{_short(text)}: expected {expected}")
        return Term(key, tuple(card[0].upper() + card[1].lower() for card in cards))
    if key == "date":
        first, dots, last = text.partition("..")
        if not _DATE.fullmatch(first) or (dots and not _DATE.fullmatch(last)):
            raise NotationError(f"search date:{_short(text)}: expected a date like 2019-03, or two: 2019-03..2019-06")
        return Term("date", (first, last if dots else first))
    if key == "run":
        if not text.isdecimal() or len(text) > 18:
            raise NotationError(f"search run:{_short(text)}: expected the number of a run")
        return Term("run", int(text))
    if key == "game":
        return Term("game", plain_game(text))
    return Term(key, text)


@lru_cache(maxsize=256)
def classes_of(text: str) -> frozenset[str]:
    """The classes of hands in a range."""
    try:
        weights = Range(text).class_weights().ravel()
    except RiverboatError as error:
        raise NotationError(f"search hand:{_short(text)}: {error}") from None
    return frozenset(class_name(place) for place, weight in enumerate(weights.tolist()) if weight > 0)


def last_moment(date: str) -> str:
    """A text after every time within a year, month or day."""
    return date + "~"


def _short(text: str) -> str:
    return text if len(text) <= 40 else text[:37] + "..."


# Asking a hand --------------------------------------------------------------------------------------------------------


def matches(query: Query, hand: Hand, facts: Facts | None = None) -> bool:
    """Whether there is a seat for which it holds; conditions that only a database knows are an error."""
    known = facts or facts_of(hand)
    return any(_holds(query, hand, known, position) for position in range(len(hand.players)))


def _holds(query: Query, hand: Hand, facts: Facts, position: int) -> bool:
    if isinstance(query, Term):
        return _ASKED[query.kind](query, hand, facts, position)
    if isinstance(query, Not):
        if names_player(query.part):
            return not any(_holds(query.part, hand, facts, other) for other in range(len(hand.players)))
        return not _holds(query.part, hand, facts, position)
    found = (_holds(part, hand, facts, position) for part in query.parts)
    return all(found) if isinstance(query, All) else any(found)


def is_name(name: str, wanted: str) -> bool:
    """Whether a player or site is meant; letters' case does not matter, a star stands for anything."""
    return fnmatchcase(name.casefold(), wanted.casefold().replace("[", "[[]"))


def _is_opponent(term: Term, hand: Hand, facts: Facts, position: int) -> bool:
    return any(is_name(name, term.value) for other, name in enumerate(hand.players) if other != position)


def _texts(rules: Rules, cards: tuple[int, ...]) -> set[str]:
    return {rules.deck.card_text(card) for card in cards if card >= 0}


def _compare(term: Term, amount: float) -> bool:
    return _OPERATORS[term.operator](amount, term.value)


def _amount(term: Term, chips: float, facts: Facts) -> bool:
    return _compare(term, chips / facts.big_blind if term.in_blinds else chips * facts.unit_size)


def _unknown(term: Term, hand: Hand, facts: Facts, position: int) -> bool:
    raise RiverboatError(f"search {term.kind}: only hands of a database have it")


_Asked = Callable[[Term, Hand, Facts, int], bool]
_ASKED: Final[dict[str, _Asked]] = {
    **dict.fromkeys(DATABASE_ONLY, _unknown),
    "player": lambda term, hand, facts, at: is_name(hand.players[at], term.value),
    "opponent": _is_opponent,
    "done": lambda term, hand, facts, at: bool(facts.seats[at].done & rate_bit(term.value)),
    "faced": lambda term, hand, facts, at: bool(facts.seats[at].could & rate_bit(term.value)),
    "hand": lambda term, hand, facts, at: facts.seats[at].hand in term.value,
    "cards": lambda term, hand, facts, at: set(term.value) <= _texts(hand.rules, hand.down[at] + hand.up[at]),
    "position": lambda term, hand, facts, at: facts.seats[at].position_name == term.value,
    "saw": lambda term, hand, facts, at: facts.seats[at].last_street >= term.value,
    "all-in": lambda term, hand, facts, at: facts.seats[at].all_in,
    "showdown": lambda term, hand, facts, at: hand.went_to_showdown,
    "folded": lambda term, hand, facts, at: not hand.live[at],
    "won": lambda term, hand, facts, at: hand.payoffs[at] > 0,
    "lost": lambda term, hand, facts, at: hand.payoffs[at] < 0,
    "even": lambda term, hand, facts, at: hand.payoffs[at] == 0,
    "won amount": lambda term, hand, facts, at: _amount(term, float(hand.payoffs[at]), facts),
    "lost amount": lambda term, hand, facts, at: _amount(term, -float(hand.payoffs[at]), facts),
    "pot amount": lambda term, hand, facts, at: _amount(term, hand.pot, facts),
    "stack amount": lambda term, hand, facts, at: _amount(term, hand.stacks[at], facts),
    "stake amount": lambda term, hand, facts, at: _compare(term, facts.big_blind * facts.unit_size),
    "players amount": lambda term, hand, facts, at: _compare(term, len(hand.players)),
    "texture": lambda term, hand, facts, at: bool(facts.texture & texture_bit(term.value)),
    "board": lambda term, hand, facts, at: set(term.value) <= _texts(hand.rules, hand.board),
    "game": lambda term, hand, facts, at: is_game(hand.rules.identity, term.value),
    "site": lambda term, hand, facts, at: is_name(facts.site, term.value),
    "currency": lambda term, hand, facts, at: facts.currency.casefold() == term.value.casefold(),
    "number": lambda term, hand, facts, at: facts.hand_number == term.value,
    "date": lambda term, hand, facts, at: term.value[0] <= facts.played_at < last_moment(term.value[1]),
}
