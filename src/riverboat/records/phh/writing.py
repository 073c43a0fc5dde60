"""Hands written as PHH: one as a `.phh` document, many as the tables of a `.phhs` file.

Everything that PHH can express is read back unchanged: reading what is written here gives equal hands. Plain lines are
written, one for each field, so that they are read back quickly. Games outside the eleven codes of the standard, several
boards and capped games are refused, because a reader would play them by other rules.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records.cash_out import NOTE
from riverboat.records.money import amount_text, unit_parts
from riverboat.records.phh.parsing import UNKNOWN_STACK
from riverboat.records.phh.variants import variant_of
from riverboat.records.script import BOARD, LARGEST_RAKE

_NUMBERS: Final = frozenset(("day", "month", "year", "seat_count", "level", "time_limit"))
_LISTS: Final = frozenset(("seats", "time_banks"))
_TEXTS: Final = frozenset(
    (
        "author", "event", "url", "venue", "address", "city", "region", "postal_code", "country", "time_zone",
        "time_zone_abbreviation", "table", "currency_symbol",
    )
)  # fmt: skip
_PLAIN_NUMBER: Final = re.compile(r"[0-9]{1,15}(\.[0-9]{1,9})?")
_CLOCK: Final = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]")


def write_phhs(hands: Iterable[Hand]) -> Iterator[str]:
    """The text of a `.phhs` file, hand by hand."""
    for number, hand in enumerate(hands, start=1):
        yield f"{'' if number == 1 else chr(10)}[{number}]\n{write_phh(hand)}"


def write_phh(hand: Hand) -> str:
    """One hand as a document."""
    rules = hand.rules
    variant = variant_of(rules)
    if variant is None or hand.other_boards:
        raise RiverboatError(f"hand {hand.number}: PHH has no code for this game ({rules.identity}, or several boards)")
    decimals, currency = unit_parts(hand.unit)

    def money(chips: Iterable[object]) -> str:
        return f"[{', '.join('inf' if c == UNKNOWN_STACK else amount_text(c, decimals) for c in chips)}]"  # type: ignore[arg-type]

    nothing = (0,) * rules.players
    antes, blinds = rules.antes or nothing, rules.blinds or nothing
    if rules.players == 2:
        antes, blinds = antes[::-1], blinds[::-1]
    lines = [f"variant = '{variant.code}'"]
    lines.append(f"ante_trimming_status = {'false' if rules.antes_are_dead else 'true'}")
    lines.append(f"antes = {money(antes)}")
    if variant.kind == "stud":
        lines.append(f"bring_in = {amount_text(rules.bring_in, decimals)}")
    else:
        lines.append(f"blinds_or_straddles = {money(blinds)}")
    small, big = rules.streets[0].bet, rules.streets[-1].bet
    if rules.betting == "limit":
        lines += [f"small_bet = {amount_text(small, decimals)}", f"big_bet = {amount_text(big, decimals)}"]
    else:
        lines.append(f"min_bet = {amount_text(small, decimals)}")
    lines.append(f"starting_stacks = {money(hand.stacks)}")
    lines.append(f"actions = [{', '.join(_quoted(action) for action in phh_actions(hand))}]")
    text = dict(hand.notes).get("hand")
    lines += _note_lines(note for note in hand.notes if note[0] != "hand")
    lines.append(f"hand = {hand.number}" if text is None else f"hand = {_quoted(text)}")
    lines.append(f"players = [{', '.join(map(_quoted, hand.players))}]")
    rake, is_sold = -sum(hand.payoffs), NOTE in dict(hand.notes)
    if UNKNOWN_STACK in hand.stacks:
        lines.append(f"winnings = {money(hand.collected)}")
    else:
        finishing = [stack + payoff for stack, payoff in zip(hand.stacks, hand.payoffs, strict=True)]
        lines.append(f"finishing_stacks = {money(finishing)}")
    # Without it winnings can be read in two ways where a bet was not called, and large rakes look like missing chips.
    if not is_sold and (UNKNOWN_STACK in hand.stacks or rake > LARGEST_RAKE * hand.pot):
        lines.append(f"_rake = {amount_text(rake, decimals)}")
    if re.fullmatch("[A-Z]{3}", currency):
        lines.append(f"currency = {_quoted(currency)}")
    return "\n".join(lines) + "\n"


def phh_actions(hand: Hand) -> Iterator[str]:
    """Deals, decisions and showdown in the words of PHH."""
    rules, deck = hand.rules, hand.rules.deck
    decimals, _ = unit_parts(hand.unit)
    cards = _Source(hand)
    live = [True] * rules.players
    drawn: list[str] = []
    street = -1
    for when, position, action in (*hand.actions, (len(rules.streets), 0, None)):
        if drawn and (action is None or action.verb != "discard" or when > street):
            yield from drawn
            drawn = []
        if action is None and hand.went_to_showdown:
            yield from _showdown(hand, street)
        last = len(rules.streets) - 1 if hand.went_to_showdown else street
        while street < min(when, max(last, when if action else -1)):
            street += 1
            yield from _deal(hand, cards, street, live)
            if action is None and rules.streets[street].down + rules.streets[street].up:
                yield from _showdown(hand, street)
        if action is None:
            return
        if action.verb == "discard":
            thrown = "".join(_card(deck.card_text, card) for card in action.cards)
            yield f"p{position + 1} sd {thrown}".rstrip()
            if action.cards:
                drawn.append(f"d dh p{position + 1} {cards.take(position, len(action.cards))}")
        else:
            if action.verb == "raise_to" and rules.betting == "limit" and hand.went_to_showdown:
                action = _callable_raise(hand, position, action, live)
            yield f"p{position + 1} {_words(action, decimals)}"
            live[position] = live[position] and action.verb != "fold"


def _callable_raise(hand: Hand, position: int, action: Action, live: Sequence[bool]) -> Action:
    """A limit raise of which everyone who has not folded yet can call only a part is written as that part."""
    others = max(paid for p, paid in enumerate(hand.committed) if p != position)
    beyond = hand.committed[position] - others
    all_in = others == max(stack for p, stack in enumerate(hand.stacks) if p != position and live[p])
    last = [each for each in hand.actions if each[2].verb == "raise_to"][-1][2] is action
    return action._replace(amount=action.amount - beyond) if beyond > 0 and all_in and last else action


def _words(action: Action, decimals: int) -> str:
    if action.verb == "raise_to":
        return f"cbr {amount_text(action.amount, decimals)}"
    words = {"fold": "f", "check_or_call": "cc", "bring_in": "pb"}
    if action.verb not in words:
        raise RiverboatError(f"PHH cannot express {action.verb}")
    return words[action.verb]


def _deal(hand: Hand, cards: _Source, street: int, live: list[bool]) -> Iterator[str]:
    dealing = hand.rules.streets[street]
    each = dealing.down + dealing.up
    shared = hand.rules.may_share_last_card and street == len(hand.rules.streets) - 1 and hand.board
    if each and not shared:
        for position, alive in enumerate(live):
            if alive:
                yield f"d dh p{position + 1} {cards.take(position, each)}"
    middle = len(hand.board) if shared else dealing.board
    if middle:
        yield f"d db {cards.take(BOARD, middle)}"


def _showdown(hand: Hand, street: int) -> Iterator[str]:
    """The last to bet on this street shows first, or the first left of the button; losers may keep theirs hidden.

    Players who are all-in before the last street show what they have so far, and in stud again after every card.
    """
    bettors = [p for when, p, action in hand.actions if when == street and action.verb == "raise_to"]
    start = bettors[-1] if bettors else 0
    players = hand.rules.players
    for step in range(players):
        position = (start + step) % players
        if not hand.live[position]:
            continue
        held = hand.down[position]
        if hand.up[position]:
            dealt = sum(each.down + each.up for each in hand.rules.streets[: street + 1])
            held = tuple(_in_order(hand, position)[:dealt])
        lost_all = hand.payoffs[position] <= -hand.committed[position]
        text = "".join(_card(hand.rules.deck.card_text, card) for card in held)
        yield f"p{position + 1} sm" if HIDDEN in held and lost_all else f"p{position + 1} sm {text}"


class _Source:
    """The cards in the order in which PHH deals them: from the deck if it is known, else from what players held."""

    def __init__(self, hand: Hand) -> None:
        self._text = hand.rules.deck.card_text
        self._deck = deque(hand.dealt) if hand.dealt and not hand.rules.burns else None
        self._held = {BOARD: deque(hand.board)}
        if self._deck is None:
            for position in range(hand.rules.players):
                self._held[position] = deque(_in_order(hand, position))

    def take(self, owner: int, count: int) -> str:
        """The next cards of an owner; unknown ones where there are no more."""
        queue = self._held[owner] if self._deck is None else self._deck
        return "".join(_card(self._text, queue.popleft() if queue else HIDDEN) for _ in range(count))


def _in_order(hand: Hand, position: int) -> list[int]:
    """All cards that a player was dealt; drawn ones lie behind the kept ones, so draws are undone from the last."""
    held = list(hand.down[position])
    later: list[int] = []
    for _, who, action in reversed(hand.actions):
        if who == position and action.verb == "discard" and action.cards:
            later = held[-len(action.cards) :] + later
            held = held[: -len(action.cards)] + list(action.cards)
    down, up = deque(held), deque(hand.up[position])
    if not up:
        return held + later
    mixed: list[int] = []
    for street in hand.rules.streets:
        mixed += [down.popleft() for _ in range(min(street.down, len(down)))]
        mixed += [up.popleft() for _ in range(min(street.up, len(up)))]
    return mixed


def _card(text: Callable[[int], str], card: int) -> str:
    return "??" if card == HIDDEN else text(card)


def _note_lines(notes: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Notes with the types of the standard; those that it does not know get an underscore in front of their name."""
    for key, value in notes:
        if (key in _NUMBERS and _PLAIN_NUMBER.fullmatch(value)) or (key == "time" and _CLOCK.fullmatch(value)):
            yield f"{key} = {value}"
        elif key in _LISTS and all(_PLAIN_NUMBER.fullmatch(part) for part in value.split()):
            yield f"{key} = [{', '.join(value.split())}]"
        elif key in _TEXTS or key.startswith("_"):
            yield f"{key} = {_quoted(value)}"
        elif re.fullmatch(r"[A-Za-z0-9_-]+", key):
            yield f"_{key} = {_quoted(value)}"


def _quoted(text: str) -> str:
    """A TOML string, literal where possible."""
    if "'" not in text and text.isprintable():
        return f"'{text}'"
    signs = {'"': '\\"', "\\": "\\\\"}
    return '"' + "".join(signs.get(s, s if s.isprintable() else f"\\U{ord(s):08X}") for s in text) + '"'
