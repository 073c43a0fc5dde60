"""The messages that a browser may send over a table's socket; others are rejected. Frames to browsers are in `seen.py`.

Every message that changes something names the turn or the hand it belongs to, so that one which comes late, twice or
from an outdated page does nothing.
"""

from __future__ import annotations

from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.state import IllegalActionError
from riverboat.games.view import View
from riverboat.web.tables.setup import MAX_CHIPS

_LARGEST: Final = 2**53
"""Number that scripts in a browser count to."""


class _Message(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Hello(_Message):
    """Always the first message: identifies the client. Without a key it is a spectator."""

    kind: Literal["hello"]
    key: str = Field(default="", max_length=64)


class Act(_Message):
    """A decision."""

    kind: Literal["act"]
    turn: int = Field(ge=0, le=_LARGEST)
    verb: Literal["fold", "call", "raise", "bring_in", "discard", "pass"]
    amount: int = Field(default=0, ge=0, le=MAX_CHIPS * 100)
    """Of a raise: this street's total."""
    cards: list[Annotated[str, Field(max_length=8)]] = Field(default=[], max_length=20)


class Deal(_Message):
    """Deal the next hand; `hand` is the number of the last one."""

    kind: Literal["deal"]
    hand: int = Field(ge=0, le=_LARGEST)


class Auto(_Message):
    """Whether hands are dealt automatically."""

    kind: Literal["auto"]
    on: bool


class SitOut(_Message):
    """Whether to sit out from the next hand on."""

    kind: Literal["sit_out"]
    out: bool


class Rebuy(_Message):
    """Fill up the stack before the next hand."""

    kind: Literal["rebuy"]


class Odds(_Message):
    """How strong is my hand?"""

    kind: Literal["odds"]
    turn: int = Field(ge=0, le=_LARGEST)


class Score(_Message):
    """Request the score, with and without luck."""

    kind: Literal["score"]


class Replay(_Message):
    """A finished hand once more."""

    kind: Literal["replay"]
    hand: int = Field(ge=1, le=_LARGEST)


class Proof(_Message):
    """The openings of a finished hand's deck, for the cards that one may know."""

    kind: Literal["proof"]
    hand: int = Field(ge=1, le=_LARGEST)


class Skip(_Message):
    """Play the rest of this hand without pauses and deal the next one; for whoever has folded."""

    kind: Literal["skip"]
    hand: int = Field(ge=1, le=_LARGEST)


class Hud(_Message):
    """What is counted of everyone's play at this table."""

    kind: Literal["hud"]


class Lesson(_Message):
    """All cards of the last hand and one's equity street by street; only where one person plays."""

    kind: Literal["lesson"]
    hand: int = Field(ge=1, le=_LARGEST)


Message = Act | Deal | Auto | SitOut | Rebuy | Odds | Score | Replay | Proof | Skip | Hud | Lesson
_MESSAGES: Final[TypeAdapter[Message]] = TypeAdapter(Annotated[Message, Field(discriminator="kind")])


def wanted_action(view: View, message: Act) -> Action:
    """The action that a decision means; whether it is allowed is for the dealer to say."""
    if message.verb in ("discard", "pass"):
        held, chosen = list(view.hole), []
        for text in message.cards:
            card = next((card for card in held if view.rules.deck.card_text(card) == text), None)
            if card is None:
                raise IllegalActionError(f'card "{text}": not one of yours')
            held.remove(card)
            chosen.append(card)
        return Action.discard(*chosen) if message.verb == "discard" else Action.pass_cards(*chosen)
    if message.verb == "raise":
        return Action.raise_to(message.amount)
    return {"fold": Action.fold(), "call": Action.check_or_call(), "bring_in": Action.bring_in()}[message.verb]


def read_message(text: str) -> Message:
    """The parsed message, or an error."""
    try:
        return _MESSAGES.validate_json(text)
    except ValidationError as error:
        raise RiverboatError(_one_line(error)) from None


def read_hello(text: str) -> Hello:
    """The first message."""
    try:
        return Hello.model_validate_json(text)
    except ValidationError as error:
        raise RiverboatError(f'expected {{"kind": "hello", "key": ...}} first; {_one_line(error)}') from None


def _one_line(error: ValidationError) -> str:
    first = error.errors(include_url=False, include_input=False)[0]
    where = ".".join(str(part) for part in first["loc"] if part not in ("act",))
    return f"message{f' ({where})' if where else ''}: {first['msg']}"[:200]
