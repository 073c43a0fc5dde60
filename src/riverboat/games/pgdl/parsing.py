"""From a document in canonical spelling to a `Variant`, with the checks that a schema cannot make.

`Reader` walks over a tree that `source.py` has made and the schema has approved. Everything wrong is collected with its
line, so that an author sees it all at once; only what depends on something missing is not reported.
"""

from __future__ import annotations

import re
from fractions import Fraction
from random import Random
from typing import Final, Literal, cast

from riverboat.cards.card import RANKS
from riverboat.cards.deck import Deck
from riverboat.cards.ranking.rankings import RANKINGS
from riverboat.cards.ranking.wild import WildRanking
from riverboat.errors import RiverboatError
from riverboat.games.pgdl.awards import MAX_WORK, Chosen, Named, Score
from riverboat.games.pgdl.decks import Card, deck_of, standard_rank
from riverboat.games.pgdl.expression import ExpressionError, parse
from riverboat.games.pgdl.source import Element, line_of
from riverboat.games.pgdl.variant import SHOWING, Blind, Round, Variant
from riverboat.games.problems import Problems, one_line
from riverboat.games.rules import Limit, OddChips
from riverboat.games.scoring import Award, find_award

MAX_ROUNDS: Final = 64
MAX_SCORES: Final = 200
MAX_AWARDS: Final = 8
_TRIES: Final = 200
"""Random hands on which formulas are tried before anyone plays for chips; fewer where a hand takes long."""

_SMALL: Final = ("one-card", "two-card", "three-card", "four-card")
_SECOND: Final = {
    "PokerGame": (
        "stack", "stacks", "bringIn", "shortAllInReopens", "exactShares", "oddChips", "rake", "rakeCap", "deadAntes",
        "cap", "boards", "runs", "burns", "freeFolds", "settings",
    ),
    "Deck": ("ranks", "suits", "copies", "missing", "wild"),
    "Scoring": ("fromHand", "fiveOfAKind"),
    "Round": ("extraCardFor",),
    "PassCards": ("seats",),
}  # fmt: skip
"""Attributes that came with PGDL 2."""


class Reader:
    """Reads one document; `variant` is None if anything is wrong with it."""

    def __init__(self, root: Element, problems: Problems) -> None:
        self.root = root
        self.problems = problems
        self.game = _child(root, "PokerGame")
        self.values: tuple[int, ...] = ()
        self.wild: tuple[str, ...] = ()

    def variant(self) -> Variant | None:
        """The whole document."""
        self._check_version()
        min_players, max_players = self._players()
        deck = self._deck()
        rounds = self._rounds()
        if deck is None or self.problems:
            return None
        self._check_wild(deck)
        awards = self._awards(deck)
        if self.problems:
            return None
        game = self.game
        variant = Variant(
            game.get("name", ""),
            min_players,
            max_players,
            deck,
            awards,
            rounds,
            ante=_amount(game, "ante"),
            antes=tuple(_blind(each) for each in self.root.findall("Ante")),
            stacks=self._stacks(),
            bring_in=_amount(game, "bringIn"),
            cap=_amount(game, "cap"),
            rake=float(game.get("rake", "0")) if game.get("rake") else None,
            rake_cap=_amount(game, "rakeCap"),
            short_all_in_reopens=_truth(game, "shortAllInReopens"),
            exact_shares=_truth(game, "exactShares"),
            odd_chips=cast(OddChips, game.get("oddChips", "button")),
            antes_are_dead=_truth(game, "deadAntes"),
            boards=int(game.get("boards", 1)),
            runs=int(game.get("runs", 1)),
            burns=_truth(game, "burns"),
            free_folds=_truth(game, "freeFolds"),
            settings=self._settings(),
            history=_text(self.root.find("History")),
            description=_text(self.root.find("Description")),
        )
        self._check_game(variant)
        self._check_play(variant)
        return None if self.problems else variant

    # Elements ---------------------------------------------------------------------------------------------------------

    def _check_version(self) -> None:
        if self.root.get("version", "1") == "2":
            return
        needs = 'needs <PGDL version="2">'
        for element in self.root.iter():
            if element.tag in ("Award", "Ante"):
                self.problems.add(line_of(element), f"{element.tag} {needs}")
            for name in _SECOND.get(str(element.tag), ()):
                if element.get(name) is not None:
                    self.problems.add(
                        line_of(element), f'{element.tag} {name}="{one_line(element.get(name, ""))}" {needs}'
                    )
            for name in ("firstPlayerBetting", "position"):
                word = element.get(name, "")
                if word in SHOWING or word == "nextBigBlind" or re.match("dealer", word):
                    self.problems.add(line_of(element), f'{element.tag} {name}="{word}" {needs}')

    def _players(self) -> tuple[int, int]:
        players = _child(self.root, "Players")
        min_players, max_players = int(players.get("minimum", 2)), int(players.get("maximum", 2))
        if min_players > max_players:
            self.problems.add(line_of(players), f"Players: minimum {min_players} is above maximum {max_players}")
        return min_players, max(min_players, max_players)

    def _deck(self) -> Deck | None:
        element = _child(self.root, "Deck")
        cards = element.findall("Card")
        jokers, line = int(element.get("jokers", 0)), line_of(element)
        if len(cards) > 256:
            self.problems.add(line, f"Deck of {len(cards)} cards: expected 256 at most")
            return None
        if _truth(element, "standard"):
            if cards or element.get("ranks") or element.get("suits"):
                self.problems.add(line, 'Deck standard="true" is the 52 cards; for others write standard="false"')
        elif cards:
            if element.get("ranks") or element.get("suits") or element.get("missing") or element.get("copies"):
                self.problems.add(line, "Deck: write ranks and suits, or Card elements, but not both")
                return None
            made = deck_of([self._card(card) for card in cards], jokers, self.problems)
            if made is None:
                return None
            self.wild, self.values = made.wild, made.values
            return made.deck
        elif not element.get("ranks"):
            self.problems.add(line, 'Deck standard="false": expected Card elements that say which cards there are')
            return None
        missing = "".join(element.get("missing", "").split())
        try:
            deck = Deck(
                element.get("ranks", RANKS),
                element.get("suits", "cdhs"),
                jokers,
                int(element.get("copies", 1)),
                tuple(missing[at : at + 2] for at in range(0, len(missing), 2)),
            )
        except RiverboatError as error:
            self.problems.add(line, f"Deck: {error}")
            return None
        self.wild = self._wild_cards(deck, element.get("wild", ""), line)
        return deck

    def _card(self, element: Element) -> Card:
        rank = element.get("rank")
        if rank is None and not element.get("value"):
            self.problems.add(line_of(element), "Card: expected a rank number, or a value such as K or 10")
        return Card(
            line_of(element) or 0,
            element.get("id", ""),
            element.get("name", ""),
            None if rank is None else int(rank),
            element.get("value", "") if rank is None or standard_rank(element.get("value", "")) is not None else "",
            element.get("suit", ""),
            _truth(element, "wild"),
        )

    def _wild_cards(self, deck: Deck, text: str, line: int | None) -> tuple[str, ...]:
        """Cards (3h) and whole ranks (3), as card texts in the deck's order."""
        faces = list(dict.fromkeys(deck.card_text(card) for card in range(deck.size - deck.jokers)))
        chosen: set[str] = set()
        for word in text.split():
            found = [face for face in faces if word in (face, face[0])]
            if not found:
                self.problems.add(
                    line, f'Deck wild="{one_line(text)}": "{one_line(word)}" is not a card or rank of {deck}'
                )
            chosen.update(found)
        return tuple(face for face in faces if face in chosen)

    def _check_wild(self, deck: Deck) -> None:
        element, declared = _child(self.root, "Deck"), self.game.get("wildCards")
        there = bool(self.wild or deck.jokers)
        if there and declared == "false":
            what = "jokers" if deck.jokers else "wild cards"
            self.problems.add(line_of(element), f'Deck: there are {what}, and PokerGame says wildCards="false"')
        if not there and declared == "true":
            self.problems.add(line_of(self.game), 'PokerGame wildCards="true": no card of the Deck is wild')
        if there and len(self.wild) * deck.copies + deck.jokers >= deck.size:
            self.problems.add(line_of(element), "Deck: every card is wild; nothing is left to stand for")

    def _rounds(self) -> tuple[Round, ...]:
        elements = self.root.findall("Round")
        if len(elements) > MAX_ROUNDS:
            self.problems.add(line_of(elements[MAX_ROUNDS]), f"more than {MAX_ROUNDS} rounds")
            return ()
        elements.sort(key=lambda element: int(element.get("number", 0)))
        rounds = tuple(self._round(element) for element in elements)
        for each in rounds[1:]:
            if each.blinds:
                self.problems.add(each.line, f'Round "{each.name}": blinds are posted in the first round only')
        return rounds

    def _round(self, element: Element) -> Round:
        line, number = line_of(element), element.get("number", "")
        name = element.get("name") or f"Round {number}"
        betting = _child(element, "BettingStructure")
        bet = _child(betting, "Bet")
        blinds = element.find("BlindStructure")
        if element.get("blinds") is not None and _truth(element, "blinds") != (blinds is not None):
            expected = "expected a BlindStructure" if blinds is None else "a BlindStructure is there"
            self.problems.add(line, f'Round "{one_line(name)}" blinds="{element.get("blinds")}": {expected}')
        order, passing = element.find("BettingOrder"), element.find("PassCards")
        drawing, discarding = element.find("DrawCards"), element.find("DiscardCards")
        draws: tuple[int, int] | None = None
        if drawing is not None:
            draws = int(drawing.get("min", 0)), int(drawing.get("max", 0))
            if draws[0] > draws[1]:
                self.problems.add(line_of(drawing), f"DrawCards: min {draws[0]} is above max {draws[1]}")
        to_the_right = passing is not None and passing.get("direction") == "counterclockwise"
        seats = int(passing.get("seats", 1)) if passing is not None else 1
        raises = bet.get("maxNumRaises", "unlimited")
        counterclockwise = order is not None and order.get("order") == "counterclockwise"
        return Round(
            name,
            int(element.get("faceDownCardsDealt", 0)),
            int(element.get("faceUpCardsDealt", 0)),
            int(element.get("communityCardsNumber", 0)),
            cast(Limit, betting.get("type", "limit")),
            _amount(bet, "value"),
            0 if raises == "none" else None if raises in ("unlimited", "0") else int(raises),
            first="nextDealer" if order is None else order.get("firstPlayerBetting", "nextDealer"),
            counterclockwise=counterclockwise,
            must_open=_truth(element, "forceBet"),
            passing=0 if passing is None else int(passing.get("value", 0)),
            passing_to=-seats if to_the_right else seats,
            discarding=0 if discarding is None else int(discarding.get("value", 0)),
            drawing=draws if draws and draws[1] else None,
            extra_card_for=element.get("extraCardFor", ""),
            blinds=() if blinds is None else tuple(_blind(each) for each in blinds.findall("Blind")),
            line=line or 0,
        )

    def _stacks(self) -> tuple[Fraction, ...]:
        game = self.game
        if game.get("stack") is not None and game.get("stacks") is not None:
            self.problems.add(line_of(game), "PokerGame: write stack (for everybody) or stacks (one each), not both")
        text = game.get("stack") or game.get("stacks") or ""
        return tuple(Fraction(amount) for amount in text.split())

    def _settings(self) -> tuple[tuple[str, str], ...]:
        pairs = [pair.partition("=") for pair in self.game.get("settings", "").split(";") if pair.strip()]
        for name, sign, _ in pairs:
            if not sign:
                self.problems.add(line_of(self.game), f'settings: "{one_line(name)}"; expected name=value;name=value')
        return tuple((name.strip(), value.strip()) for name, _, value in pairs)

    # Scoring ----------------------------------------------------------------------------------------------------------

    def _awards(self, deck: Deck) -> tuple[str | Award, ...]:
        element = self.root.find("Scoring")
        winning = self.game.get("winningType", "high")
        if element is None:
            return self._standard(deck, 5, None, winning, False, line_of(self.game))
        named, scores = element.findall("Award"), element.findall("Score")
        size, line = int(element.get("handSize", 5)), line_of(element)
        from_hand = None if element.get("fromHand") is None else int(element.get("fromHand", 0))
        five = _truth(element, "fiveOfAKind")
        if named:
            if scores or len(named) > MAX_AWARDS:
                reason = "write Award or Score elements, not both" if scores else f"more than {MAX_AWARDS} awards"
                self.problems.add(line, f"Scoring: {reason}")
                return ()
            return tuple(
                award for each in named if (award := self._named(each, deck, five, each is named[0])) is not None
            )
        if not 1 <= size <= 20 or (from_hand is not None and from_hand > size):
            self.problems.add(line, f"Scoring: {from_hand} of {size} cards from the hand; expected a hand of 1 to 20")
            return ()
        if _truth(element, "standard", True):
            if scores:
                self.problems.add(line, 'Scoring standard="true": Score elements need standard="false"')
            return self._standard(deck, size, from_hand, winning, five, line)
        if not scores:
            self.problems.add(line, 'Scoring standard="false": expected Score elements')
            return ()
        made = self._scores(scores, size)
        lows = {"high": (False,), "low": (True,), "mixed": (False, True)}[winning]
        return tuple(Chosen(deck, size, low, made, from_hand, self.wild, self.values) for low in lows)

    def _standard(
        self, deck: Deck, size: int, from_hand: int | None, winning: str, five: bool, line: int | None
    ) -> tuple[str | Award, ...]:
        if size > 5:
            self.problems.add(line, f"Scoring: standard hands have 1 to 5 cards, not {size}; describe others by Score")
            return ()
        awards: list[str | Award] = []
        if winning in ("high", "mixed"):
            awards.append(self._high(deck, size, from_hand, five))
        if winning in ("low", "mixed"):
            awards.append(Chosen(deck, size, True, (), from_hand, self.wild))
        return tuple(awards)

    def _high(self, deck: Deck, size: int, from_hand: int | None, five: bool) -> str | Award:
        """The usual hands: by a table where there is one for this deck, by trying them all otherwise."""
        known = deck.copies == 1 and all(deck.to_standard(card) is not None for card in range(deck.size - deck.jokers))
        name = "high" if size == 5 else _SMALL[size - 1]
        if not known or (from_hand is not None and (size < 5 or self._has_wild(deck))):
            return Chosen(deck, size, False, (), from_hand, self.wild)
        if self._has_wild(deck):
            return self._with_wild(name, deck, five)
        return name if from_hand is None else "omaha" if from_hand == 2 else Named(deck, name, from_hand)

    def _has_wild(self, deck: Deck) -> bool:
        return bool(self.wild or deck.jokers)

    def _with_wild(self, ranking: str, deck: Deck, five: bool) -> str | Award:
        """By its name, such as `high wild 39`, where that describes it fully."""
        standard = {deck.card_text(card): deck.to_standard(card) for card in range(deck.size - deck.jokers)}
        numbers = {face: number for face, number in standard.items() if number is not None}
        wild = [numbers[face] for face in self.wild]
        made = WildRanking(ranking, wild, deck=tuple(numbers.values()), five_of_a_kind=five)
        ranks = "".join(dict.fromkeys(face[0] for face in self.wild))
        spelled = ranks if len(self.wild) == 4 * len(ranks) else "".join(self.wild)
        name = f"{ranking} wild {spelled or 'jokers'}"
        return name if find_award(name) == made else made

    def _named(self, element: Element, deck: Deck, five: bool, first: bool) -> str | Award | None:
        name, line = element.get("ranking", ""), line_of(element)
        qualifier = element.get("qualifier", "")
        from_hand = None if element.get("fromHand") is None else int(element.get("fromHand", 0))
        if name not in RANKINGS:
            self.problems.add(line, f'Award: no ranking "{one_line(name)}"; there is {", ".join(RANKINGS)}')
            return None
        if first and (qualifier or "or-better" in name):
            self.problems.add(line, "Award: the first may not have a qualifier, or nobody might win the pot")
            return None
        try:
            if self._has_wild(deck):
                if qualifier or from_hand is not None:
                    self.problems.add(line, "Award: wild cards go with neither a qualifier nor fromHand")
                    return None
                return self._with_wild(name, deck, five)
            if qualifier or from_hand is not None:
                award = Named(deck, name, from_hand, qualifier)
                award.ranker()
                return award
        except RiverboatError as error:
            self.problems.add(line, f"Award: {error}")
            return None
        return name

    def _scores(self, elements: list[Element], size: int) -> tuple[Score, ...]:
        if len(elements) > MAX_SCORES:
            self.problems.add(line_of(elements[MAX_SCORES]), f"more than {MAX_SCORES} scores")
            return ()
        scores: list[Score] = []
        for element in elements:
            name, rank, default = element.get("name", ""), int(element.get("rank", 0)), _truth(element, "default")
            condition = self._formula(element, "Conditions", size) if not default else ""
            subrank = self._formula(element, "Subrank", size)
            if not default and condition == "":
                reason = "expected Conditions that say which hands it is for, or default"
                self.problems.add(line_of(element), f'Score "{one_line(name)}": {reason}')
            if any(score.rank == rank for score in scores):
                self.problems.add(line_of(element), f'Score "{one_line(name)}": rank {rank} comes twice')
            sort = _truth(element, "sort", True)
            scores.append(Score(name, rank, subrank or "0", condition or "", sort))
        defaults = [element for element in elements if _truth(element, "default")]
        if len(defaults) != 1:
            self.problems.add(
                line_of(elements[0]), f'Scoring: {len(defaults)} scores have default="true"; expected one'
            )
        return tuple(scores)

    def _formula(self, score: Element, tag: Literal["Conditions", "Subrank"], size: int) -> str | None:
        """A formula in one spelling; "" where there is none, None where it cannot be read."""
        element = score.find(tag)
        text = _text(element)
        if element is None or not text:
            if tag == "Subrank":
                self.problems.add(line_of(score), f'Score "{one_line(score.get("name", ""))}": Subrank is empty')
            return ""
        try:
            found = parse(element.text or "")
        except ExpressionError as error:
            self.problems.add((line_of(element) or 0) + error.line, f"{tag}: {error}")
            return None
        if found.cards > size:
            self.problems.add(line_of(element), f"{tag}: $c{found.cards} in a hand of {size} cards")
        return found.text

    # The game as a whole ----------------------------------------------------------------------------------------------

    def _check_game(self, variant: Variant) -> None:
        held = board = 0
        shown = 0
        for each in variant.rounds:
            held, board, shown = held + each.down + each.up, board + each.board, shown + each.up
            self._at_most(each.passing, held, "pass", each.line)
            self._at_most(each.discarding, held, "discard", each.line)
            held -= each.discarding
            self._at_most((each.drawing or (0, 0))[1], held, "draw", each.line)
            if each.must_open and each.max_raises == 0:
                self.problems.add(each.line, f'Round "{one_line(each.name)}": forceBet, and no bet is allowed')
            if each.must_open and not each.bet:
                self.problems.add(each.line, f'Round "{one_line(each.name)}": forceBet, and the bet is 0')
            if each.first in SHOWING and not shown:
                self.problems.add(each.line, f"BettingOrder: {each.first}, and no card has been dealt face up")
            if each.extra_card_for and each.extra_card_for not in variant.deck.ranks:
                self.problems.add(each.line, f'Round: extraCardFor="{each.extra_card_for}" is not a rank of the deck')
        if not held:
            self.problems.add(line_of(self.root), "no round deals cards to the players")
        elif not self.problems:
            self._check_hands(variant, held, board)
        if sum(each.down + each.up + each.board for each in variant.rounds) > 256:
            self.problems.add(line_of(self.root), "more cards are dealt than any deck has")
        for blind in variant.rounds[0].blinds:
            if not blind.value:
                self.problems.add(variant.rounds[0].line, f"Blind {blind.position}: expected a value above 0")

    def _at_most(self, count: int, held: int, verb: str, line: int) -> None:
        if count > held:
            self.problems.add(line, f"players who have {held} cards cannot {verb} {count}")

    def _check_hands(self, variant: Variant, held: int, board: int) -> None:
        """Whether the cards at the end make a hand for every award."""
        scoring = self.root.find("Scoring")
        line = line_of(scoring if scoring is not None else self.root)
        for award in variant.awards:
            if isinstance(award, Chosen):
                reachable = award.size <= held + board
                if award.from_hand is not None:
                    reachable = award.from_hand <= held and award.size - award.from_hand <= board
                if not reachable:
                    self.problems.add(
                        line, f"Scoring: {held} cards and {board} on the board make no hand of {award.size}"
                    )
                elif (work := award.work(held, board)) > MAX_WORK:
                    reason = f"about {work:,} hands to try for {held + board} cards and what they may stand for"
                    self.problems.add(line, f"Scoring: {reason}; expected {MAX_WORK:,} at most")

    def _check_play(self, variant: Variant) -> None:
        """Make the rules for every number of players, and rank some hands."""
        if self.problems:
            return
        for players in range(variant.min_players, variant.max_players + 1):
            try:
                rules = variant.rules(players)
                if players == variant.min_players:
                    rankers = rules.rankers
            except (RiverboatError, ValueError) as error:
                self.problems.add(line_of(_child(self.root, "Players")), f"with {players} players: {error}")
                return
        held = sum(each.down + each.up - each.discarding for each in variant.rounds)
        board = sum(each.board for each in variant.rounds)
        scoring = self.root.find("Scoring")
        rng = Random(0)
        cards = list(range(variant.deck.size))
        work = max((award.work(held, board) for award in variant.awards if isinstance(award, Chosen)), default=1)
        for _ in range(max(2, min(_TRIES, MAX_WORK // work))):
            dealt = tuple(rng.sample(cards, held + board))
            try:
                for rank in rankers:
                    rank(dealt[:held], dealt[held:])
            except RiverboatError as error:
                self.problems.add(line_of(scoring if scoring is not None else self.root), f"Scoring: {error}")
                return


def _child(element: Element, tag: str) -> Element:
    found = element.find(tag)
    assert found is not None, tag  # the schema guarantees it
    return found


def _amount(element: Element, name: str) -> Fraction:
    return Fraction(element.get(name, "0"))


def _truth(element: Element, name: str, otherwise: bool = False) -> bool:
    return element.get(name, "true" if otherwise else "false") == "true"


def _text(element: Element | None) -> str:
    return "" if element is None else (element.text or "").strip()


def _blind(element: Element) -> Blind:
    return Blind(element.get("position", ""), _amount(element, "value"), element.get("name", ""))
