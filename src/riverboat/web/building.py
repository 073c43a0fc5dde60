"""A PGDL document as a form and back: what the builder in the browser edits beside the text.

    form = form_of(text)            what the document says, field by field, as text
    text = text_of(form, before)    the document with the form's values

The form has what most games need. Everything else that a document says (custom cards, formulas, antes of one player,
rake) stays in the text: `text_of` changes only what the form knows in the document that was there before. Comments are
not kept. Whether the result is a game is for `problems_of` to say.
"""

from __future__ import annotations

from typing import Any, Final, Literal

from lxml import etree
from pydantic import BaseModel, ConfigDict, Field

from riverboat.errors import RiverboatError
from riverboat.games.pgdl import PgdlError, Problem, read
from riverboat.games.pgdl.source import Element, normalise, parse_xml

LONGEST: Final = 200_000
"""Characters of a document."""
_ORDER: Final = ("PokerGame", "History", "Description", "Players", "Deck", "Scoring", "Ante", "Round")
_PARTS: Final = ("BettingStructure", "DrawCards", "PassCards", "DiscardCards", "BettingOrder", "BlindStructure")

_Text = Field(default="", max_length=200)
_Amount = Field(default="", max_length=20)


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid")


class BlindForm(_Part):
    """A blind or straddle."""

    name: str = _Text
    value: str = _Amount
    position: str = _Text


class AwardForm(_Part):
    """A way to win (a share of) the pot."""

    ranking: str = _Text
    fromHand: str = _Amount  # noqa: N815, as the document spells it
    qualifier: str = _Text


class DeckForm(_Part):
    """Which cards there are."""

    standard: bool = True
    ranks: str = _Text
    suits: str = _Text
    copies: str = _Amount
    jokers: str = _Amount
    missing: str = Field(default="", max_length=2000)
    wild: str = Field(default="", max_length=2000)
    cards: int = Field(default=0, ge=0, le=5000)
    """How many `Card` elements the text has: as long as there are some, they are the deck."""


class ScoringForm(_Part):
    """Which hand wins."""

    handSize: str = _Amount  # noqa: N815
    fromHand: str = _Amount  # noqa: N815
    fiveOfAKind: bool = False  # noqa: N815
    awards: list[AwardForm] = Field(default=[], max_length=16)
    scores: int = Field(default=0, ge=0, le=5000)
    """How many `Score` elements the text has: as long as there are some, they decide."""


class RoundForm(_Part):
    """One round of dealing, exchanging and betting."""

    name: str = _Text
    down: str = _Amount
    up: str = _Amount
    board: str = _Amount
    type: str = _Text
    bet: str = _Amount
    raises: str = _Amount
    first: str = _Text
    counterclockwise: bool = False
    force: bool = False
    min_draw: str = _Amount
    max_draw: str = _Amount
    passing: str = _Amount
    discarding: str = _Amount
    blinds: list[BlindForm] = Field(default=[], max_length=23)


class GameForm(_Part):
    """A whole game."""

    name: str = _Text
    description: str = Field(default="", max_length=4000)
    history: str = Field(default="", max_length=4000)
    winning: Literal["high", "low", "mixed"] = "high"
    min_players: str = _Amount
    max_players: str = _Amount
    ante: str = _Amount
    stack: str = _Amount
    bring_in: str = _Amount
    deck: DeckForm = DeckForm()
    scoring: ScoringForm = ScoringForm()
    rounds: list[RoundForm] = Field(default=[], max_length=64)


def problems_of(text: str) -> list[Problem]:
    """Everything that is wrong with a document, in the order of its lines; nothing if it can be played."""
    try:
        read(text, "document")
    except PgdlError as error:
        return list(error.problems)
    except RiverboatError as error:
        return [Problem(0, str(error))]
    return []


def form_of(text: str) -> GameForm | None:
    """The form of a document, also of one that is not a game yet; None if it is not even XML."""
    try:
        root = normalise(parse_xml(text, "document"))
    except RiverboatError:
        return None
    if root.tag != "PGDL":
        return None
    game, players, deck = _find(root, "PokerGame"), _find(root, "Players"), _find(root, "Deck")
    winning = game.get("winningType", "high")
    return GameForm(
        name=_cut(game.get("name")),
        description=_cut((_find(root, "Description").text or "").strip(), 4000),
        history=_cut((_find(root, "History").text or "").strip(), 4000),
        winning=winning if winning in ("low", "mixed") else "high",  # type: ignore[arg-type]
        min_players=_cut(players.get("minimum"), 20),
        max_players=_cut(players.get("maximum"), 20),
        ante=_cut(game.get("ante"), 20),
        stack=_cut(game.get("stack"), 20),
        bring_in=_cut(game.get("bringIn"), 20),
        deck=DeckForm(
            standard=deck.get("standard", "true") != "false",
            ranks=_cut(deck.get("ranks")),
            suits=_cut(deck.get("suits")),
            copies=_cut(deck.get("copies"), 20),
            jokers=_cut(deck.get("jokers"), 20),
            missing=_cut(deck.get("missing"), 2000),
            wild=_cut(deck.get("wild"), 2000),
            cards=len(deck.findall("Card")),
        ),
        scoring=_scoring(_find(root, "Scoring")),
        rounds=[_round(each) for each in root.findall("Round")[:64]],
    )


def text_of(form: GameForm, before: str = "") -> str:
    """The document of a form; what the form does not know stays as it was in the document before."""
    try:
        root = normalise(parse_xml(before, "document"))
    except RiverboatError:
        root = etree.Element("PGDL")
    if root.tag != "PGDL":
        root = etree.Element("PGDL")
    root.set("version", "2")
    game = _have(root, "PokerGame")
    try:
        _write(root, game, form)
    except ValueError as error:  # lxml takes no control characters
        raise RiverboatError(f"the form: {error}") from None
    places = {tag: place for place, tag in enumerate(_ORDER)}
    root[:] = sorted(root, key=lambda child: places.get(str(child.tag), len(_ORDER)))
    for element in root.iter():
        element.tail = None
        if len(element) or not (element.text or "").strip():
            element.text = None
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


# Reading --------------------------------------------------------------------------------------------------------------


def _find(root: Element, tag: str) -> Element:
    found = root.find(tag)
    return etree.Element(tag) if found is None else found


def _cut(text: str | None, longest: int = 200) -> str:
    return (text or "")[:longest]


def _scoring(element: Element) -> ScoringForm:
    return ScoringForm(
        handSize=_cut(element.get("handSize"), 20),
        fromHand=_cut(element.get("fromHand"), 20),
        fiveOfAKind=element.get("fiveOfAKind") == "true",
        awards=[
            AwardForm(
                ranking=_cut(each.get("ranking")),
                fromHand=_cut(each.get("fromHand"), 20),
                qualifier=_cut(each.get("qualifier")),
            )
            for each in element.findall("Award")[:16]
        ],
        scores=len(element.findall("Score")),
    )


def _round(element: Element) -> RoundForm:
    betting, order, draw = (_find(element, tag) for tag in ("BettingStructure", "BettingOrder", "DrawCards"))
    bet, blinds = _find(betting, "Bet"), _find(element, "BlindStructure")
    return RoundForm(
        name=_cut(element.get("name")),
        down=_cut(element.get("faceDownCardsDealt"), 20),
        up=_cut(element.get("faceUpCardsDealt"), 20),
        board=_cut(element.get("communityCardsNumber"), 20),
        type=_cut(betting.get("type", "limit")),
        bet=_cut(bet.get("value"), 20),
        raises=_cut(bet.get("maxNumRaises"), 20),
        first=_cut(order.get("firstPlayerBetting", "nextDealer")),
        counterclockwise=order.get("order") == "counterclockwise",
        force=element.get("forceBet") == "true",
        min_draw=_cut(draw.get("min"), 20),
        max_draw=_cut(draw.get("max"), 20),
        passing=_cut(_find(element, "PassCards").get("value"), 20),
        discarding=_cut(_find(element, "DiscardCards").get("value"), 20),
        blinds=[
            BlindForm(
                name=_cut(each.get("name")), value=_cut(each.get("value"), 20), position=_cut(each.get("position"))
            )
            for each in blinds.findall("Blind")[:23]
        ],
    )


# Writing --------------------------------------------------------------------------------------------------------------


def _have(parent: Element, tag: str) -> Element:
    """The child of that name, a new one if there is none; further ones are removed."""
    found = parent.findall(tag)
    for extra in found[1:]:
        parent.remove(extra)
    return found[0] if found else etree.SubElement(parent, tag)


def _set(element: Element, **attributes: Any) -> None:
    """Set attributes by name; empty ones are removed."""
    for name, value in attributes.items():
        text = str(value).strip() if not isinstance(value, bool) else ("true" if value else "")
        if text:
            element.set(name, text)
        elif name in element.attrib:
            del element.attrib[name]


def _write(root: Element, game: Element, form: GameForm) -> None:
    _set(game, name=form.name, winningType=form.winning, ante=form.ante, stack=form.stack, bringIn=form.bring_in)
    for tag, text in (("History", form.history), ("Description", form.description)):
        _have(root, tag).text = text.strip()
        if not text.strip():
            root.remove(_have(root, tag))
    _set(_have(root, "Players"), minimum=form.min_players, maximum=form.max_players)
    _write_deck(_have(root, "Deck"), form.deck)
    if form.deck.jokers.strip("0 ") or form.deck.wild.strip():
        game.set("wildCards", "true")
    elif not form.deck.cards and "wildCards" in game.attrib:
        del game.attrib["wildCards"]
    _write_scoring(_have(root, "Scoring"), form.scoring)
    rounds = root.findall("Round")
    for extra in rounds[len(form.rounds) :]:
        root.remove(extra)
    for number, each in enumerate(form.rounds):
        element = rounds[number] if number < len(rounds) else etree.SubElement(root, "Round")
        _write_round(element, each, number + 1)


def _write_deck(element: Element, form: DeckForm) -> None:
    if not form.cards or form.standard:
        for card in element.findall("Card"):
            element.remove(card)
    listed = element.find("Card") is not None
    own = not form.standard and not listed
    element.set("standard", "true" if form.standard else "false")
    _set(
        element,
        ranks=form.ranks if own else "",
        suits=form.suits if own else "",
        copies=form.copies if own else "",
        missing=form.missing if own else "",
        jokers=form.jokers,
        wild="" if listed else form.wild,
    )


def _write_scoring(element: Element, form: ScoringForm) -> None:
    if not form.scores:
        for score in element.findall("Score"):
            element.remove(score)
    own = element.find("Score") is not None
    element.set("standard", "false" if own else "true")
    awards = [] if own else form.awards
    for award in element.findall("Award"):
        element.remove(award)
    for each in awards:
        award = etree.SubElement(element, "Award")
        _set(award, ranking=each.ranking, fromHand=each.fromHand, qualifier=each.qualifier)
    _set(
        element,
        handSize="" if awards else form.handSize,
        fromHand="" if awards else form.fromHand,
        fiveOfAKind=form.fiveOfAKind,
    )


def _write_round(element: Element, form: RoundForm, number: int) -> None:
    element.set("number", str(number))
    _set(
        element,
        name=form.name,
        faceDownCardsDealt=form.down,
        faceUpCardsDealt=form.up,
        communityCardsNumber=form.board,
        forceBet=form.force,
        blinds="true" if form.blinds else "",
    )
    betting = _have(element, "BettingStructure")
    _set(betting, type=form.type or "limit")
    _set(_have(betting, "Bet"), value=form.bet or "0", maxNumRaises=form.raises)
    _part(element, "DrawCards", bool(form.max_draw.strip()), min=form.min_draw or "0", max=form.max_draw)
    _part(element, "PassCards", bool(form.passing.strip("0 ")), value=form.passing)
    _part(element, "DiscardCards", bool(form.discarding.strip("0 ")), value=form.discarding)
    order = "counterclockwise" if form.counterclockwise else "clockwise"
    _set(_have(element, "BettingOrder"), order=order, firstPlayerBetting=form.first or "nextDealer")
    blinds = _have(element, "BlindStructure")
    for blind in blinds.findall("Blind"):
        blinds.remove(blind)
    for place, each in enumerate(form.blinds, start=1):
        blind = etree.SubElement(blinds, "Blind", id=f"blind{place}")
        _set(blind, name=each.name, value=each.value or "0", position=each.position or "nextDealer")
    if not form.blinds:
        element.remove(blinds)
    places = {tag: place for place, tag in enumerate(_PARTS)}
    element[:] = sorted(element, key=lambda child: places.get(str(child.tag), len(_PARTS)))


def _part(parent: Element, tag: str, wanted: bool, **attributes: str) -> None:
    element = _have(parent, tag)
    if wanted:
        _set(element, **attributes)
    else:
        parent.remove(element)
