"""Hands in the PHH format (`.phh`, one hand; `.phhs`, many): read by replaying them, and written.

The standard is PHH 0.0.2 (Kim 2024). Blinds and antes are fields and not actions; amounts are this street's total, as
in `Action`; unknown cards are `??`. Players of the file are positions of the hand, p1 being position 0.

What a file says beyond the play (event, date, table, names of the venue) is kept as the hand's notes and written back.
Results: `finishing_stacks`, `winnings` if any is not zero, and `_rake` must agree with each other and with the rules,
odd chips apart. Sites count an uncalled bet among the winnings or do not; `readings.py` finds out which.
Memory does not grow with the file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records.cash_out import NOTE, cash_outs_in
from riverboat.records.money import Amount, decimals_of, unit_text
from riverboat.records.naming import hand_number
from riverboat.records.phh.text import Section, Value, fields, sections
from riverboat.records.phh.variants import VARIANTS, Variant, first_to_act, rules_of
from riverboat.records.readings import in_one_reading
from riverboat.records.rejected import RecordError, RejectedHand
from riverboat.records.replay import perform
from riverboat.records.script import BOARD, Script
from riverboat.records.settling import TwoReadingsError

UNKNOWN_STACK: Final = 2**31 - 1
"""The chips of a player whose stack a file does not know (`inf`)."""
_ACTION: Final = re.compile(r"(?:d dh p([0-9]{1,2})|d (db)|p([0-9]{1,2}) (f|cc|cbr|pb|sd|sm))(?: +([^ #]+))?")
_AMOUNT: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")
_OWN_FIELDS: Final = frozenset(
    (
        "variant", "antes", "blinds_or_straddles", "bring_in", "small_bet", "big_bet", "min_bet", "starting_stacks",
        "actions", "players", "finishing_stacks", "winnings", "hand", "currency", "ante_trimming_status", "_rake",
    )
)  # fmt: skip


def read_phh(lines: Iterable[str]) -> Iterator[Hand | RejectedHand]:
    """The hands of a file, in order, each read or refused for its reason."""
    return in_one_reading(map(_Piece, sections(lines)))


class _Piece:
    """One hand of a file that may have to be read twice."""

    def __init__(self, section: Section) -> None:
        self.section = section
        self.site = ""
        self.counts_uncalled: bool | None = None

    def read(self, counts_uncalled: bool | None = None) -> Hand | RejectedHand:
        """The hand; `TwoReadingsError` if its winnings are open and `counts_uncalled` does not decide."""
        section, line = self.section, self.section.line
        try:
            found = fields(section)
            self.site = str(found.get("venue", ""))
            line = next(
                (section.line + n for n, text in enumerate(section.lines, bool(section.heading)) if "actions" in text),
                line,
            )
            script = _script(found, line)
            if counts_uncalled is not None:
                script.counts_uncalled = counts_uncalled
            hand = perform(script)
        except TwoReadingsError as error:
            error.line = line
            raise
        except RiverboatError as error:
            return RejectedHand(getattr(error, "line", 0) or line, str(error))
        self.counts_uncalled = script.counts_uncalled if script.reading_decided else None
        return hand


# From fields to a script ----------------------------------------------------------------------------------------------


def _script(found: dict[str, Value], line: int) -> Script:
    code = found.get("variant")
    if not isinstance(code, str) or code not in VARIANTS:
        raise RecordError(f"variant {str(code)[:20]!r}: expected one of {', '.join(VARIANTS)}")
    variant = VARIANTS[code]
    texts = found.get("actions")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise RecordError("actions: expected an array of strings")
    tokens = [token for token in map(_token, texts) if token is not None]  # type: ignore[arg-type]
    starting = _amounts(found, "starting_stacks")
    players = len(starting)
    antes = _amounts(found, "antes", players)
    blinds = _amounts(found, "blinds_or_straddles", players, signed=True) if variant.kind != "stud" else ()
    if players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    small, big = _bets(found, variant)
    bring_in = _amount(found, "bring_in") if variant.kind == "stud" else 0
    raises = [_raise_amount(token, line) for token in tokens if token[3] == "cbr"]
    known_stacks = [stack for stack in starting if stack is not None]
    money = [chips for chips in (*known_stacks, *antes, *blinds, small, big, bring_in, *raises) if chips is not None]
    finishing, winnings = _results(found, "finishing_stacks", players), _results(found, "winnings", players)
    results = finishing or winnings or ()
    # Fractions that nobody could bet and the house did not make come from pots split exactly.
    exact = bool(
        finishing is not None
        and not decimals_of(money)
        and decimals_of(results)
        and sum(results) == sum(known_stacks)
        and not _currency(found)
    )
    decimals = decimals_of(money if exact else [*money, *results])
    scale = 10**decimals
    stacks = tuple(UNKNOWN_STACK if stack is None else int(stack * scale) for stack in starting)
    posted = tuple(int((chips or 0) * scale) for chips in blinds)
    # A newcomer's post is written as a negative blind: a live bet that does not move the opening.
    forced = tuple(int((chips or 0) * scale) for chips in antes)
    short = any(ante > stack for ante, stack in zip(forced, stacks, strict=True))
    rules = rules_of(
        variant.name,
        variant.betting,
        players,
        (int(small * scale), int(big * scale)) if variant.betting == "limit" else (int(small * scale),),
        antes=forced,
        blinds=tuple(map(abs, posted)),
        bring_in=int(bring_in * scale),
        first=_opener(posted, tokens) if posted else 0,
        antes_are_dead=short and found.get("ante_trimming_status", False) is not True,
        exact_shares=exact,
        stack=stacks[0] if len(set(stacks)) == 1 else 0,
    )
    number = found.get("hand", 0)
    script = Script(
        rules,
        _names(found, players),
        stacks,
        number=hand_number(str(number)),
        unit=unit_text(decimals, _currency(found)),
        notes=_notes(found),
        free_folds=True,
    )
    if finishing is not None:
        script.payoffs = tuple(_whole(end * scale - start) for end, start in zip(finishing, stacks, strict=True))
    if winnings is not None and any(winnings):
        script.collected = tuple(_whole(won * scale) for won in winnings)
        script.counts_uncalled = None
    if isinstance(rake := found.get("rake", found.get("_rake")), (int, Fraction)) and not isinstance(rake, bool):
        script.rake = _whole(rake * scale)
    if sold := cash_outs_in(found.get(NOTE)):
        script.cash_outs, script.rake = dict(sold.prices), sold.rake
    _add_actions(script, tokens, scale, line)
    return script


def _amounts(
    found: dict[str, Value], name: str, count: int | None = None, *, signed: bool = False
) -> tuple[Amount | None, ...]:
    values = found.get(name)
    if not isinstance(values, list) or not values:
        raise RecordError(f"{name}: expected an array of numbers")
    if count is not None and len(values) != count:
        raise RecordError(f"{name}: {len(values)} numbers for {count} players")
    for value in values:
        if isinstance(value, (bool, str, list)) or (value is not None and value < 0 and not signed):
            raise RecordError(f"{name}: expected numbers of 0 or more")
    return tuple(values)  # type: ignore[arg-type]


def _amount(found: dict[str, Value], name: str) -> Amount:
    value = found.get(name)
    if isinstance(value, bool) or not isinstance(value, (int, Fraction)) or value <= 0:
        raise RecordError(f"{name}: expected a number above 0")
    return value


def _bets(found: dict[str, Value], variant: Variant) -> tuple[Amount, Amount]:
    if variant.betting == "limit":
        return _amount(found, "small_bet"), _amount(found, "big_bet")
    return _amount(found, "min_bet"), _amount(found, "min_bet")


def _results(found: dict[str, Value], name: str, players: int) -> tuple[Amount, ...] | None:
    if name not in found:
        return None
    values = _amounts(found, name, players)
    return None if None in values else tuple(value for value in values if value is not None)


def _currency(found: dict[str, Value]) -> str:
    """The code of the currency, or its symbol."""
    currency = found.get("currency", found.get("currency_symbol"))
    return currency if isinstance(currency, str) and currency.isprintable() else ""


def _whole(amount: Amount) -> Amount:
    return int(amount) if isinstance(amount, Fraction) and amount.denominator == 1 else amount


def _names(found: dict[str, Value], players: int) -> tuple[str, ...]:
    names = found.get("players")
    if names is None:
        return tuple(f"p{position + 1}" for position in range(players))
    if not isinstance(names, list) or len(names) != players:
        raise RecordError(f"players: expected {players} names")
    return tuple(str(name) for name in names)


def _notes(found: dict[str, Value]) -> tuple[tuple[str, str], ...]:
    """Everything else, as text; list items are separated by spaces."""
    notes = [
        (key, " ".join(map(str, value)) if isinstance(value, list) else str(value))
        for key, value in found.items()
        if key not in _OWN_FIELDS and value is not None
    ]
    if isinstance(number := found.get("hand"), str):
        notes.append(("hand", number))  # as the site numbers it, with letters or dashes
    return tuple(notes)


# Actions --------------------------------------------------------------------------------------------------------------

_Token = tuple[str | None, str | None, str | None, str | None, str | None]
"""Receiver of hole cards, "db", actor, verb, argument."""


@lru_cache(maxsize=1 << 14)
def _token(text: str) -> _Token | None:
    """The parts of an action, or None for an empty one."""
    plain = text.partition("#")[0].strip()
    if not plain:
        return None
    match = _ACTION.fullmatch(plain)
    if match is None:
        raise RecordError(
            f'action "{plain[:40]}": expected one like "d dh p1 AhKd", "d db 2c3c4c", "p1 cbr 200", "p1 f"'
        )
    return match[1], match[2], match[3], match[4], match[5]


def _raise_amount(token: _Token, line: int) -> Amount:
    text = token[4] or ""
    match = _AMOUNT.fullmatch(text)
    if match is None:
        raise RecordError(f'action "cbr {text[:20]}": expected an amount', line)
    return _whole(Fraction(text)) if match[1] else int(text)


def _opener(blinds: tuple[int, ...], tokens: Sequence[_Token]) -> int:
    """Who acts first. A newcomer's post looks like a straddle, so the record decides which it is."""
    first = first_to_act(blinds)
    acting = next((int(actor) - 1 for _, _, actor, verb, _ in tokens if actor and verb in ("f", "cc", "cbr")), first)
    largest = max(blinds, default=0)
    after_largest = {(p + 1) % len(blinds) for p, blind in enumerate(blinds) if blind == largest}
    usual = 2 % len(blinds) if len(blinds) > 2 else first
    return acting if acting in after_largest | {usual} and len(blinds) > 2 else first


@cache
def _card_numbers(deck: Deck) -> dict[str, int]:
    return {"??": HIDDEN, **{deck.card_text(card): card for card in range(deck.size)}}


def _cards(text: str | None, deck: Deck, line: int) -> tuple[int, ...]:
    text = text or ""
    numbers = _card_numbers(deck)
    try:
        return tuple([numbers[text[at : at + 2]] for at in range(0, len(text), 2)])
    except KeyError:
        raise RecordError(f'cards "{text[:40]}": not cards of this game; unknown ones are ??', line) from None


def _add_actions(script: Script, tokens: Sequence[_Token], scale: int, line: int) -> None:
    rules = script.rules
    deck, players = rules.deck, rules.players
    for receiver, board, actor, verb, argument in tokens:
        if receiver is not None:
            owner = _position(receiver, players, line)
            script.deals.extend([(owner, card) for card in _cards(argument, deck, line)])
        elif board is not None:
            script.deals.extend([(BOARD, card) for card in _cards(argument, deck, line)])
        else:
            assert actor is not None
            position = _position(actor, players, line)
            if verb == "sm":
                _add_showing(script, position, argument, line)
            else:
                script.moves.append((position, _action(verb, argument, deck, scale, line), line, -1))


def _position(text: str, players: int, line: int) -> int:
    position = int(text) - 1
    if not 0 <= position < players:
        raise RecordError(f"p{text}: there are {players} players", line)
    return position


def _action(verb: str | None, argument: str | None, deck: Deck, scale: int, line: int) -> Action:
    if verb == "cbr":
        return Action.raise_to(int(_raise_amount((None, None, None, verb, argument), line) * scale))
    if verb == "sd":
        return Action("discard", 0, _cards(argument, deck, line))
    if argument is not None:
        raise RecordError(f'action "{verb} {argument[:20]}": nothing may follow {verb}', line)
    if verb == "f":
        return Action.fold()
    return Action.check_or_call() if verb == "cc" else Action.bring_in()


def _add_showing(script: Script, position: int, argument: str | None, line: int) -> None:
    """Cards shown; `-` is as dealt, and no argument is a muck. Observers write `????` for hands that stay face down."""
    if argument is None:
        script.mucked.add(position)
        return
    if argument == "-":
        return
    cards = _cards(argument, script.rules.deck, line)
    if any(card != HIDDEN for card in cards):
        script.shown[position] = cards
        script.unseen.discard(position)
    elif position not in script.shown:
        script.unseen.add(position)
