"""Was the deck changed during the hand? A commitment to every card before it, and openings of single cards after it.

Before the hand each position of the shuffled deck gets a salt of 128 bits, and the hash of the two, its leaf, hides the
card; the root, a hash over all leaves, the table, the number of the hand and the game, is shown to everyone. After the
hand a seat gets all leaves, and card and salt only of the cards that it may know: it can check (`check_proof`, or
`riverboat hands verify`) that these cards are those that were fixed, each where the rules deal it, and learns nothing
about the others. Without salts a hash would hide nothing: there are only 52 cards to try.

This proves that the deck was not changed after the root was shown. It does not prove that the shuffle was fair, nor
that nobody knew the order. Salts are parts of the output of SHAKE-256 for a secret of 256 bits; hashes are SHA-256.
Cost: 50 microseconds for a deck.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from hashlib import sha256, shake_256
from hmac import compare_digest
from typing import Any, Final, NamedTuple

from riverboat.cards.deck import BACK
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.catalogue import parse_game
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN

FORMAT: Final = "riverboat deck 1"
SECRET: Final = 32
_SALT: Final = 16
_MAX_CARDS: Final = 1000


@dataclass(frozen=True)
class Commitment:
    """A deck that is fixed."""

    table: str
    number: int
    rules: Rules
    deck: tuple[int, ...]
    secret: bytes

    @cached_property
    def _salts(self) -> list[bytes]:
        stream = shake_256(self.secret).digest(_SALT * len(self.deck))
        return [stream[at : at + _SALT] for at in range(0, len(stream), _SALT)]

    @cached_property
    def _leaves(self) -> list[bytes]:
        faces = self.rules.deck.faces
        return [
            _leaf(place, faces[card], salt)
            for place, (card, salt) in enumerate(zip(self.deck, self._salts, strict=True))
        ]

    @cached_property
    def root(self) -> str:
        """What is shown before the hand."""
        return _root(self.table, self.number, self.rules.identity, self._leaves)

    def proof(self, hand: Hand, position: int) -> dict[str, Any]:
        """What this position may know of the finished hand, with the openings of these cards, as JSON."""
        known, deck = hand.seen_by(position), self.rules.deck
        cards = {*known.board}.union(
            *known.other_boards, *known.down, *known.up, *(a.cards for _, _, a in known.actions)
        )
        places = sorted(self.deck.index(card) for card in cards if card != HIDDEN)
        return {
            "format": FORMAT,
            "table": self.table,
            "hand": self.number,
            "game": self.rules.identity,
            "root": self.root,
            "leaves": [leaf.hex() for leaf in self._leaves],
            "openings": [[at, deck.card_text(self.deck[at]), self._salts[at].hex()] for at in places],
            "position": position,
            "players": list(hand.players),
            "stacks": list(hand.stacks),
            "actions": [[s, p, a.verb, a.amount, _texts(self.rules, a.cards)] for s, p, a in known.actions],
            "down": [_texts(self.rules, cards) for cards in known.down],
            "up": [_texts(self.rules, cards) for cards in known.up],
            "boards": [_texts(self.rules, cards) for cards in (known.board, *known.other_boards)],
        }


class Proved(NamedTuple):
    """What a proof shows."""

    table: str
    hand: int
    root: str
    opened: int
    cards: int
    is_dealt: bool
    """Whether it was also checked that the rules deal each opened card at its place."""


def check_proof(proof: Any, root: str = "") -> Proved:
    """What the proof shows, or an error that says what is wrong; `root` is what was shown before the hand, if known."""
    try:
        if proof["format"] != FORMAT:
            raise RiverboatError(f'format "{str(proof["format"])[:40]}": expected "{FORMAT}"')
        table, number, game = str(proof["table"]), int(proof["hand"]), str(proof["game"])
        leaves = [bytes.fromhex(leaf) for leaf in proof["leaves"][:_MAX_CARDS]]
        openings = {int(at): (str(card), bytes.fromhex(salt)) for at, card, salt in proof["openings"][:_MAX_CARDS]}
        found = _root(table, number, game, leaves)
        if not compare_digest(found, str(proof["root"])):
            raise RiverboatError(f"hand {number}: the leaves do not have the root that the proof names")
        if root and not compare_digest(found, root.strip().lower()):
            raise RiverboatError(f"hand {number}: this is another root than the one shown before the hand")
        for at, (card, salt) in openings.items():
            if not 0 <= at < len(leaves) or len(salt) != _SALT or _leaf(at, card, salt) != leaves[at]:
                raise RiverboatError(f"hand {number}: {card} is not the card that was fixed at place {at} of the deck")
        is_dealt = _check_dealing(proof, game, {at: card for at, (card, _) in openings.items()}, len(leaves))
    except (
        LookupError,
        TypeError,
        ValueError,
        AttributeError,
        ArithmeticError,
        AssertionError,
        StopIteration,
    ) as error:
        if isinstance(error, RiverboatError):
            raise
        raise RiverboatError("this is not the proof of a hand, or it is damaged") from error
    return Proved(table, number, found, len(openings), len(leaves), is_dealt)


def _check_dealing(proof: Mapping[str, Any], game: str, opened: Mapping[int, str], size: int) -> bool:
    """Deal again from the opened places and compare; false if the game cannot be made from its identity."""
    try:
        rules = parse_game(game)
    except RiverboatError:
        return False
    number = proof["hand"]
    if rules.deck.size != size or rules.players != len(proof["players"]):
        raise RiverboatError(f"hand {number}: this is not the deck of {game}")
    if rules.exchanges_cards and sum(len(action[4]) for action in proof["actions"]) + 7 * rules.players > size:
        return False  # discards may have been dealt again, in an order that depends on unknown cards
    deck = _filled(rules, opened)
    known = {deck[at] for at in opened}
    state = State(rules, deck, [int(stack) for stack in proof["stacks"]])
    for _, position, verb, amount, cards in proof["actions"]:
        if state.actor != position:
            raise RiverboatError(f"hand {number}: the actions do not follow from the cards")
        state.apply(Action(verb, int(amount), _chosen(rules, state, cards, known)))
    dealt = {
        "down": [_texts(rules, cards) for cards in state.down],
        "up": [_texts(rules, cards) for cards in state.up],
        "boards": [_texts(rules, cards) for cards in (state.board, *state.other_boards)],
    }
    for part, rows in dealt.items():
        for ours, theirs in zip(rows, proof[part], strict=True):
            for expected, shown in zip(ours, theirs, strict=True):
                if shown not in (BACK, expected):
                    raise RiverboatError(f"hand {number}: {shown} was dealt where the deck had another card")
    return True


def _filled(rules: Rules, opened: Mapping[int, str]) -> list[int]:
    """A deck with the opened cards at their places and any others between them."""
    free = list(range(rules.deck.size))
    deck = [HIDDEN] * rules.deck.size
    for at, text in opened.items():
        card = next(card for card in free if rules.deck.card_text(card) == text)
        free.remove(card)
        deck[at] = card
    rest = iter(free)
    return [next(rest) if card == HIDDEN else card for card in deck]


def _chosen(rules: Rules, state: State, texts: Sequence[str], known: Container[int]) -> tuple[int, ...]:
    """The cards of an exchange; for those that are unknown any that the player holds and that were not opened."""
    assert state.actor is not None
    held = sorted([*state.down[state.actor], *state.up[state.actor]], key=lambda card: card in known)
    chosen: list[int] = []
    for text in texts:
        card = next(card for card in held if text in (BACK, rules.deck.card_text(card)))
        held.remove(card)
        chosen.append(card)
    return tuple(chosen)


def _leaf(place: int, card: str, salt: bytes) -> bytes:
    return sha256(salt + f"{place}:{card}".encode()).digest()


def _root(table: str, number: int, game: str, leaves: Iterable[bytes]) -> str:
    return sha256(f"{FORMAT}\n{table}\n{number}\n{game}\n".encode() + b"".join(leaves)).hexdigest()


def _texts(rules: Rules, cards: Iterable[int]) -> list[str]:
    faces = rules.deck.faces
    return [faces[card] for card in cards]
