"""A finished hand as frames: one for every deal and every decision, as plain data for a page.

    frames(hand)               all that the record knows
    frames(hand, seen_by=2)    what position 2 may know; `WATCHER` for someone without a seat

For any game: draws, passed cards, stud, several boards, runs. The chips follow from the betting alone. Who held which
cards when follows from the cards at the end: frames are walked backwards, and what was dealt is taken away again,
so the order of the deal need not be known, as it is not in most records. Only where cards were exchanged does it
matter; there, if it is not known, cards that were discarded late may appear in the hand too early.

Cost: some milliseconds for a hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Final

from riverboat.cards.ranking.variants.base import Ranking
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.betting import Betting
from riverboat.games.hand import Hand
from riverboat.games.notation import word_of
from riverboat.games.positions import shown_positions
from riverboat.games.rules import Rules
from riverboat.games.scoring import find_award
from riverboat.games.view import HIDDEN

Chips = int | Fraction
WATCHER: Final = -1
"""As a position: someone who only watched."""
_SIGNS: Final = {"USD": "$", "EUR": "€", "GBP": "£"}
_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven")


def frames(hand: Hand, seen_by: int | None = None) -> dict[str, Any]:
    """The hand for `replayer.js`: `seats`, `streets`, and `frames` with the table as it stands after each step.

    A frame has `kind` (deal, act, show, end), `street`, `actor`, `text` in words, a short `label` of what the actor
    did, and by position `stacks`, `bets`, `live`, `down` and `up`; `pot` counts all chips in the hand, `boards` has
    every board. Cards are texts, `??` for those that are not known.
    """
    if seen_by is not None and not WATCHER <= seen_by < len(hand.players):
        raise RiverboatError(f"position {seen_by}: expected 0 to {len(hand.players) - 1}")
    told = hand if seen_by is None else hand.seen_by(seen_by)
    rules, money = hand.rules, Money.of(hand.unit)
    film = list(_Film(told, money).shots())
    _add_cards(hand, film)
    if seen_by is not None:
        _hide_cards(told, film, seen_by)
    players, places = len(hand.players), shown_positions(rules)
    return {
        "game": rules.identity,
        "number": hand.number,
        "money": {"size": money.size, "digits": money.digits, "sign": money.sign, "unit": money.unit},
        "notes": dict(hand.notes),
        "hero": None if seen_by == WATCHER else seen_by,
        "button": players - 1,
        "streets": [street.name for street in rules.streets],
        "seats": [
            {
                "name": hand.players[p],
                "place": places[p],
                "stack": hand.stacks[p],
                "won": _number(hand.payoffs[p]),
                "showed": hand.live[p] and hand.went_to_showdown,
            }
            for p in range(players)
        ],
        "frames": [shot.to_json(rules) for shot in film],
    }


@dataclass(frozen=True)
class Money:
    """How amounts are written: whole chips, or dollars and cents."""

    size: float
    digits: int
    sign: str
    unit: str

    @classmethod
    @lru_cache(maxsize=64)
    def of(cls, unit: str) -> Money:
        """From a hand's unit, such as `chips` or `0.01 USD`."""
        size, _, currency = unit.partition(" ")
        try:
            worth = float(size)
        except ValueError:
            return cls(1.0, 0, "", unit)
        digits = len(size.partition(".")[2])
        sign = _SIGNS.get(currency, "")
        return cls(worth, digits, sign, "" if sign else currency)

    def text(self, chips: Chips) -> str:
        """`1,200`, `$12.50`."""
        amount = float(chips) * self.size
        digits = self.digits or (0 if amount == int(amount) else 2)
        return f"{'-' if amount < 0 else ''}{self.sign}{abs(amount):,.{digits}f}"


@dataclass
class _Shot:
    """One frame while it is being made."""

    kind: str
    street: int
    text: str
    betting: Betting
    stacks: tuple[Chips, ...]
    boards: tuple[tuple[int, ...], ...]
    actor: int | None = None
    label: str = ""
    got: list[tuple[int, int]] = field(default_factory=list)
    """By position, the number of cards dealt down and up in this step."""
    lucky: str = ""
    """The rank that earned another card, if there is one."""
    gave: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Cards that left players' hands in this step."""
    received: dict[int, tuple[int, ...]] = field(default_factory=dict)
    """Cards that came from other players."""
    won: tuple[Chips, ...] = ()
    called: int | None = None
    """The pot where nobody can bet any more, and an uncalled bet has gone back."""
    down: list[tuple[int, ...]] = field(default_factory=list)
    up: list[tuple[int, ...]] = field(default_factory=list)

    def to_json(self, rules: Rules) -> dict[str, Any]:
        betting, over = self.betting, self.kind == "end"
        return {
            "kind": self.kind,
            "street": self.street,
            "actor": self.actor,
            "text": self.text,
            "label": self.label,
            "pot": 0 if over else sum(betting.committed) if self.called is None else self.called,
            "bets": [0] * rules.players if self.kind in ("show", "end") else list(betting.bets),
            "stacks": [_number(stack) for stack in self.stacks],
            "live": list(betting.live),
            "boards": [card_texts(rules, board) for board in self.boards],
            "down": [card_texts(rules, cards) for cards in self.down],
            "up": [card_texts(rules, cards) for cards in self.up],
            **({"won": [_number(won) for won in self.won]} if self.won else {}),
        }


class _Film:
    """Goes through the betting as the dealer did."""

    def __init__(self, hand: Hand, money: Money) -> None:
        self.hand, self.rules, self.money = hand, hand.rules, money
        self.betting = Betting.start(hand.rules, hand.stacks)
        self.beyond_cap = tuple(
            stack - behind - paid
            for stack, behind, paid in zip(hand.stacks, self.betting.stacks, self.betting.committed, strict=True)
        )
        self.shown = 0
        """Cards of each board that lie open."""
        self.all_boards = hand.rules.runs == 1
        """Whether the other boards lie open too: runs are dealt when nobody can bet any more."""

    def shots(self) -> Iterator[_Shot]:
        """Every frame, without the players' cards."""
        hand = self.hand
        left = iter(hand.actions)
        while True:
            betting = self.betting
            if betting.actor is not None:
                move = next(left, None)
                if move is None or move[1] != betting.actor:
                    raise RiverboatError(f"hand {hand.number}: its actions do not follow its rules")
                yield self._act(move[2])
            elif betting.phase == "over":
                break
            elif betting.phase == "bet":
                if betting.street + 1 == len(self.rules.streets):
                    self.betting = betting.next_street(0)
                else:
                    yield self._deal(betting.street + 1)
            else:
                if betting.phase == "pass":
                    yield self._pass_on()
                self.betting = betting.next_phase(self._opener(betting.street))
                if self.betting.actor is None and self.betting.phase != "bet":
                    raise RiverboatError(f"hand {hand.number}: its actions do not follow its rules")
        if hand.went_to_showdown:
            yield self._shot("show", "Showdown. " + "; ".join(self._shown_hands()))
        yield self._end()

    def _shot(self, kind: str, text: str, **more: Any) -> _Shot:
        stacks = tuple(map(sum, zip(self.betting.stacks, self.beyond_cap, strict=True)))
        if kind in ("deal", "show") and len(self.betting.actions) == len(self.hand.actions) and self.hand.actions:
            more["called"] = self.hand.pot
            stacks = tuple(map(sum, zip(stacks, self.hand.uncalled, strict=True)))
        boards = (self.hand.board, *(self.hand.other_boards if self.all_boards else ()))
        street = min(self.betting.street, len(self.rules.streets) - 1)
        return _Shot(kind, street, text, self.betting, stacks, tuple(board[: self.shown] for board in boards), **more)

    # Cards ------------------------------------------------------------------------------------------------------------

    def _deal(self, at: int) -> _Shot:
        rules, before = self.rules, self.betting
        street = rules.streets[at]
        shared = street is rules.streets[-1] and rules.may_share_last_card and bool(self.hand.board)
        got = [(0, 0) if shared or not alive else (street.down, street.up) for alive in before.live]
        more = 1 if shared else street.board
        if more and rules.runs > 1 and before.able < 2:
            self.all_boards, more = True, len(self.hand.board) - self.shown
        old, self.shown = self.shown, min(self.shown + more, len(self.hand.board))
        self.betting = before.next_street(self._opener(at))
        said = [] if at else self._posted()
        fresh = (self.hand.board, *(self.hand.other_boards if self.all_boards else ()))
        if new := [_text(rules, board[old : self.shown]) for board in fresh if board[old : self.shown]]:
            said.append(" and ".join(new))
        elif any(map(sum, got)):
            said.append(_dealt_words(street.down, street.up))
        text = f"{street.name.capitalize()}: {'; '.join(said)}" if said else street.name.capitalize()
        return self._shot("deal", text, got=got, lucky=street.extra_card_for)

    def _posted(self) -> list[str]:
        rules, names, money = self.rules, self.hand.players, self.money
        paid = [committed - bet for committed, bet in zip(self.betting.committed, self.betting.bets, strict=True)]
        said = []
        if any(paid):
            if len(set(paid)) == 1:
                said.append(f"antes of {money.text(paid[0])}")
            else:
                said += [_says(names[p], f"antes {money.text(ante)}") for p, ante in enumerate(paid) if ante]
        order = sorted(range(rules.players), key=lambda p: self.betting.bets[p])
        said += [_says(names[p], f"posts {money.text(bet)}") for p in order if (bet := self.betting.bets[p])]
        return said

    def _pass_on(self) -> _Shot:
        betting = self.betting
        given = {
            who: action.cards
            for street, who, action in betting.actions
            if street == betting.street and action.verb == "pass_cards"
        }
        order = [position for position, alive in enumerate(betting.live) if alive]
        further = self.rules.streets[betting.street].passing_to
        received = {order[(place + further) % len(order)]: given[who] for place, who in enumerate(order)}
        return self._shot("deal", "The passed cards change hands", gave=given, received=received)

    def _opener(self, at: int) -> int:
        """Who bets first on a street; where cards decide, taken from the recorded actions."""
        opener = self.rules.openers[at]
        if isinstance(opener, int):
            return opener
        bets = ("fold", "check_or_call", "raise_to", "bring_in")
        return next((who for street, who, action in self.hand.actions if street == at and action.verb in bets), 0)

    # Decisions --------------------------------------------------------------------------------------------------------

    def _act(self, action: Action) -> _Shot:
        before = self.betting
        actor = before.actor
        assert actor is not None
        if action.verb == "fold":
            self.betting = before.folded()
        elif action.verb == "check_or_call":
            self.betting = before.called()
        elif action.verb == "raise_to":
            self.betting = before.raised_to(action.amount)
        elif action.verb == "bring_in":
            self.betting = before.brought_in()
        else:
            self.betting = before.gave_cards(action)
        label = self._label(before, action, actor)
        got, gave = [(0, 0)] * self.rules.players, {}
        if action.verb == "discard":
            gave[actor] = action.cards
            if before.phase == "draw":
                got[actor] = len(action.cards), 0
        known = tuple(card for card in action.cards if card != HIDDEN)
        which = f" ({_text(self.rules, known)})" if known else ""
        text = _says(self.hand.players[actor], f"{label}{which}")
        return self._shot("act", text, actor=actor, label=label, got=got, gave=gave)

    def _label(self, before: Betting, action: Action, actor: int) -> str:
        money = self.money.text
        paid = self.betting.committed[actor] - before.committed[actor]
        all_in = " all-in" if paid and not self.betting.stacks[actor] else ""
        count = len(action.cards)
        match word_of(action, before):
            case "call":
                return f"calls {money(paid)}{all_in}"
            case "bet":
                return f"bets {money(action.amount)}{all_in}"
            case "raise":
                return f"raises to {money(action.amount)}{all_in}"
            case "bring in":
                return f"brings in {money(paid)}{all_in}"
            case "draw":
                return f"draws {count}" if count else "stands pat"
            case "discard":
                return f"discards {count}"
            case "pass":
                return f"passes {count}"
            case word:
                return f"{word}s"

    # The end ----------------------------------------------------------------------------------------------------------

    def _shown_hands(self) -> Iterator[str]:
        hand = self.hand
        for position, alive in enumerate(hand.live):
            if not alive:
                continue
            cards = hand.down[position] + hand.up[position]
            if any(card != HIDDEN for card in cards):
                words = hand_words(hand, position)
                shown = f"shows {_text(hand.rules, cards)}" + (f", {words}" if words else "")
                yield _says(hand.players[position], shown)
            else:
                yield _says(hand.players[position], "shows nothing")

    def _end(self) -> _Shot:
        hand, money = self.hand, self.money.text
        said = [f"{money(over)} uncalled go back to {hand.players[p]}" for p, over in enumerate(hand.uncalled) if over]
        for position, (taken, net) in enumerate(zip(hand.collected, hand.payoffs, strict=True)):
            if taken > 0:
                won = f"wins {money(taken)} (net {'+' if net > 0 else ''}{money(net)})"
                said.append(_says(hand.players[position], won))
        if rake := -sum(hand.payoffs):
            said.append(f"the house takes {money(rake)}")
        shot = self._shot("end", "; ".join(said))
        shot.stacks = tuple(map(sum, zip(hand.stacks, hand.payoffs, strict=True)))
        shot.won = hand.payoffs
        return shot


def _says(name: str, words: str) -> str:
    """ "Poki calls 20", but "You call 20": the person at a table is called You until a name is chosen."""
    if name != "You":
        return f"{name} {words}"
    verb, *rest = words.split(" ", 1)
    return " ".join((name, verb.removesuffix("es" if verb == "passes" else "s"), *rest))


# Cards, from the last frame to the first ------------------------------------------------------------------------------


def _add_cards(hand: Hand, film: Sequence[_Shot]) -> None:
    rules = hand.rules
    down, up = list(hand.down), list(hand.up)
    states = list(hand.replay()) if rules.exchanges_cards and hand.dealt else []
    acts = len(hand.actions)
    earned = _earned(hand, film)
    for shot in reversed(film):
        shot.down, shot.up = list(down), list(up)
        acts -= shot.kind == "act"
        if states and (shot.kind == "act" or shot.gave):
            before = states[acts if shot.kind == "act" else acts - 1]  # passed cards were still held by the passer
            down, up = list(before.down), list(before.up)
            continue
        for position, (fell, rose) in enumerate(shot.got):
            if shot.lucky and rose:
                lucky = sum(_text(rules, (card,))[0] == shot.lucky for card in up[position][-rose:])
                fell += min(lucky, earned[position])
                earned[position] -= min(lucky, earned[position])
            down[position] = down[position][: len(down[position]) - fell]
            up[position] = up[position][: len(up[position]) - rose]
        for position, cards in shot.received.items():
            down[position] = _without(down[position], cards)
        for position, cards in shot.gave.items():
            down[position] += cards


def _without(held: tuple[int, ...], cards: tuple[int, ...]) -> tuple[int, ...]:
    """What is left after these cards are taken away; those that are not there are the last ones."""
    left = list(held)
    for card in cards:
        left.pop(left.index(card) if card in left else -1)
    return tuple(left)


def _earned(hand: Hand, film: Sequence[_Shot]) -> list[int]:
    """By position how many cards an extra-card rank brought: those that nothing else explains."""
    earned = [len(cards) for cards in hand.down]
    for shot in film:
        for position, (fell, _) in enumerate(shot.got):
            earned[position] -= fell
        for position, cards in shot.received.items():
            earned[position] -= len(cards)
        for position, cards in shot.gave.items():
            earned[position] += len(cards)
    return earned


def _hide_cards(told: Hand, film: Sequence[_Shot], position: int) -> None:
    """Keep what a player knows: their own cards, and others' that were shown at the end.

    Where cards were exchanged, it is unknown since when a player had the cards shown.
    """
    shown = [set() if told.rules.exchanges_cards else set(cards) for cards in told.down]
    for shot in film:
        for other, cards in enumerate(shot.down):
            if other == position:
                continue
            if shot.kind in ("show", "end"):
                shot.down[other] = told.down[other]
            else:
                shot.down[other] = tuple(card if card in shown[other] else HIDDEN for card in cards)


def hand_words(hand: Hand, position: int) -> str:
    """What a player's cards at the end are called, by each way to win; nothing where that is not known."""
    rules = hand.rules
    mine = hand.down[position] + hand.up[position]
    said: list[str] = []
    for award in rules.awards:
        try:
            ranking = find_award(award) if isinstance(award, str) else award
            if not isinstance(ranking, Ranking) or " wild " in str(award):
                continue
            for board in (hand.board, *hand.other_boards):
                if HIDDEN in (*mine, *board):
                    continue
                cards = [rules.deck.to_standard(card) for card in (*mine, *board)]
                if None in cards:
                    continue
                words = ranking.describe(cards[: len(mine)], cards[len(mine) :])  # type: ignore[arg-type]
                if words and words not in said:
                    said.append(words)
        except RiverboatError:
            continue
    return " / ".join(said)


def card_texts(rules: Rules, cards: Iterable[int]) -> list[str]:
    """The texts of cards of this game, `??` for unknown ones."""
    faces = rules.deck.faces
    return [faces[card] for card in cards]


def _text(rules: Rules, cards: Iterable[int]) -> str:
    return " ".join(card_texts(rules, cards))


def _dealt_words(down: int, up: int) -> str:
    said = [f"{_count(down)} down"] if down and up else [_count(down)] if down else []
    said += [f"{_count(up)} up"] if up else []
    return f"{' and '.join(said)} for everybody"


def _count(cards: int) -> str:
    return f"{_NUMBERS[cards] if cards < len(_NUMBERS) else cards} card{'' if cards == 1 else 's'}"


def _number(chips: Chips) -> int | float:
    return int(chips) if chips == int(chips) else round(float(chips), 4)
