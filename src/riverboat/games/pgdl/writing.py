"""From `Rules` to a document.

What is written is PGDL 2 for exactly the rules' number of players. Before it is handed out it is read again, and
anything that would not come back as the same rules is refused, so a file can be trusted to be the game that it was
made from.
"""

from __future__ import annotations

from lxml import etree

from riverboat.cards.deck import Deck
from riverboat.cards.ranking.wild import WildRanking
from riverboat.errors import RiverboatError
from riverboat.games.pgdl.awards import Chosen, Named
from riverboat.games.pgdl.source import Element
from riverboat.games.pgdl.variant import SHOWING, Variant
from riverboat.games.rules import Rules
from riverboat.games.scoring import Award, find_award

_FIRST = {showing: word for word, showing in SHOWING.items()}
_WORDS = ("nextDealer", "nextSmallBlind", "nextBigBlind")


def document(rules: Rules) -> str:
    """The text of a document; `dump` also makes sure that it can be read back."""
    root = etree.Element("PGDL", version="2")
    game = _add(root, "PokerGame", name=rules.name)
    _add(root, "Players", minimum=rules.players, maximum=rules.players)
    awards = tuple(_unnamed(award) for award in rules.awards)
    wild, values = _cards_of(awards)
    _deck(root, rules.deck, wild, values)
    game.set("wildCards", _truth(bool(wild or rules.deck.jokers)))
    game.set("winningType", _scoring(root, awards))
    _game(game, root, rules)
    for at in range(len(rules.streets)):
        _round(root, rules, at)
    etree.indent(root)
    return etree.tostring(root, encoding="unicode") + "\n"


def verify(rules: Rules, variant: Variant) -> None:
    """Refuse rules that PGDL cannot express."""
    if variant.rules(rules.players) != rules:
        raise RiverboatError(f"{rules.name}: PGDL cannot describe these rules exactly")


def _add(parent: Element, tag: str, **attributes: object) -> Element:
    given = {name: str(value) for name, value in attributes.items() if value is not None}
    return etree.SubElement(parent, tag, given)


def _unnamed(award: str | Award) -> str | Award:
    """Wild cards as an object, also where a name such as `high wild 39` has them."""
    return find_award(award) if isinstance(award, str) and " wild " in award else award


def _truth(value: bool) -> str:
    return "true" if value else "false"


def _game(game: Element, root: Element, rules: Rules) -> None:
    equal = len(set(rules.antes)) <= 1
    game.set("ante", str(rules.antes[0] if rules.antes and equal else 0))
    if not equal:
        for place, ante in enumerate(rules.antes):
            if ante:
                _add(root, "Ante", position=_seat(place, rules), value=ante)
    if len(set(rules.stacks)) == 1:
        game.set("stack", str(rules.stacks[0]))
    else:
        game.set("stacks", " ".join(map(str, rules.stacks)))
    for name, amount in (("bringIn", rules.bring_in), ("cap", rules.cap)):
        if amount:
            game.set(name, str(amount))
    for name, given in (
        ("shortAllInReopens", rules.short_all_in_reopens),
        ("exactShares", rules.exact_shares),
        ("deadAntes", rules.antes_are_dead),
        ("burns", rules.burns),
        ("freeFolds", rules.free_folds),
    ):
        if given:
            game.set(name, "true")
    for name, count in (("boards", rules.boards), ("runs", rules.runs)):
        if count > 1:
            game.set(name, str(count))
    if rules.odd_chips != "button":
        game.set("oddChips", rules.odd_chips)
    if rules.rake is not None:
        game.set("rake", f"{rules.rake.fraction:f}".rstrip("0"))
        game.set("rakeCap", str(rules.rake.cap))
    if rules.settings:
        game.set("settings", ";".join(f"{name}={value}" for name, value in rules.settings))


def _cards_of(awards: tuple[str | Award, ...]) -> tuple[tuple[int, ...] | tuple[str, ...], tuple[int, ...]]:
    """The wild cards, as standard numbers or texts, and the rank numbers that the awards rely on."""
    for award in awards:
        if isinstance(award, WildRanking):
            return tuple(sorted(award.wild)), ()
        if isinstance(award, Chosen) and (award.wild or award.values):
            return award.wild, award.values
    return (), ()


def _deck(root: Element, deck: Deck, wild: tuple[int, ...] | tuple[str, ...], values: tuple[int, ...]) -> None:
    standard = deck == Deck(jokers=deck.jokers)
    cards = range(deck.size - deck.jokers)
    faces = [deck.card_text(card) for card in cards if deck.to_standard(card) in wild or deck.card_text(card) in wild]
    ranks = [
        rank for rank in deck.ranks if all(deck.card_text(c) in faces for c in cards if deck.card_text(c)[0] == rank)
    ]
    words = [*ranks, *(face for face in dict.fromkeys(faces) if face[0] not in ranks)]
    element = _add(root, "Deck", standard=_truth(standard and not values), jokers=deck.jokers or None)
    if values:
        for card in cards:
            face = deck.card_text(card)
            rank, suit = face[0], face[1]
            number, wild_card = values[deck.rank_of(card)], _truth(rank + suit in faces)
            once = deck.size // deck.copies if not deck.jokers else len(cards) // deck.copies
            name = f"{rank}{suit}" + (f"{card // once}" if deck.copies > 1 else "")
            _add(element, "Card", id=name, name=rank + suit, rank=number, suit=suit, wild=wild_card)
        return
    if not standard:
        element.set("ranks", deck.ranks)
        element.set("suits", deck.suits)
        if deck.copies > 1:
            element.set("copies", str(deck.copies))
        if deck.missing:
            element.set("missing", " ".join(deck.missing))
    if words:
        element.set("wild", " ".join(words))


def _scoring(root: Element, awards: tuple[str | Award, ...]) -> str:
    """Write the scoring and return the winning type."""
    chosen = [award for award in awards if isinstance(award, Chosen)]
    if not chosen:
        five = any(isinstance(award, WildRanking) and award.five_of_a_kind for award in awards)
        element = _add(root, "Scoring", standard="true", fiveOfAKind="true" if five else None)
        for award in awards:
            if isinstance(award, str):
                _add(element, "Award", ranking=award)
            elif isinstance(award, WildRanking):
                _add(element, "Award", ranking=award.base.name)
            elif isinstance(award, Named):
                qualifier = award.qualifier or None
                _add(element, "Award", ranking=award.ranking, fromHand=award.from_hand, qualifier=qualifier)
            else:
                raise RiverboatError(f"ranking {award.name}: PGDL cannot express it")
        lows = [_is_low(award if isinstance(award, str) else award.name) for award in awards]
        return "low" if all(lows) else "mixed" if any(lows) else "high"
    last = chosen[-1]
    element = _add(root, "Scoring", standard=_truth(not last.scores), handSize=last.size, fromHand=last.from_hand)
    for score in last.scores:
        each = _add(
            element,
            "Score",
            name=score.name,
            rank=score.rank,
            default=_truth(not score.condition),
            sort=_truth(score.sort),
        )
        if score.condition:
            _add(each, "Conditions").text = score.condition
        _add(each, "Subrank").text = score.subrank
    return "mixed" if len(awards) == 2 else "low" if last.low else "high"


def _is_low(ranking: str) -> bool:
    return ranking.startswith(("ace-to-five", "deuce", "badugi")) or "or-better" in ranking or "-low" in ranking


def _seat(place: int, rules: Rules) -> str:
    """The word for a position; with two players and two blinds, the one that reading will reverse."""
    if rules.players == 2:
        if len([blind for blind in rules.blinds if blind]) == 2:
            return _WORDS[1 - place]
        return f"dealer+{place + 1}"
    return _WORDS[place] if place < 3 else f"dealer+{place + 1}"


def _opener(rules: Rules, at: int) -> str:
    opener = rules.streets[at].opener
    if not isinstance(opener, int):
        return _FIRST[opener]
    if at == 0 and any(rules.blinds):
        after = (max(place for place, blind in enumerate(rules.blinds) if blind) + 1) % rules.players
        reverses = rules.players == 2 and all(rules.blinds)
        return "nextBigBlind" if opener == (1 if reverses else after) else f"dealer+{opener + 1}"
    return "nextDealer" if opener == 0 else f"dealer+{opener + 1}"


def _round(root: Element, rules: Rules, at: int) -> None:
    street = rules.streets[at]
    has_blinds = at == 0 and any(rules.blinds)
    element = _add(
        root,
        "Round",
        number=at + 1,
        name=street.name,
        communityCardsNumber=street.board,
        faceUpCardsDealt=street.up,
        faceDownCardsDealt=street.down,
        forceBet=_truth(street.must_open),
        blinds=_truth(has_blinds),
        extraCardFor=street.extra_card_for or None,
    )
    betting = _add(element, "BettingStructure", type=street.betting or rules.betting)
    raises = "unlimited" if street.max_raises is None else street.max_raises or "none"
    _add(betting, "Bet", value=street.bet, maxNumRaises=raises)
    if street.drawing is not None:
        _add(element, "DrawCards", min=street.drawing[0], max=street.drawing[1])
    if street.passing:
        direction, seats = ("counterclockwise" if street.passing_to < 0 else "clockwise"), abs(street.passing_to)
        _add(element, "PassCards", value=street.passing, direction=direction, seats=seats if seats != 1 else None)
    if street.discarding:
        _add(element, "DiscardCards", value=street.discarding)
    order = "counterclockwise" if street.counterclockwise else "clockwise"
    _add(element, "BettingOrder", order=order, firstPlayerBetting=_opener(rules, at))
    if has_blinds:
        structure = _add(element, "BlindStructure")
        for place, blind in enumerate(rules.blinds):
            if blind:
                _add(structure, "Blind", id=f"blind{place + 1}", value=blind, position=_seat(place, rules))
