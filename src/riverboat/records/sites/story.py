"""What does the text of one hand say? Seats, posts, cards, actions and money, collected line by line.

A site's reader calls a verb for each line that it understands; `script` then puts the players in their positions and
leaves the rest to the replay. Amounts are texts as the site writes them. Three things are the same everywhere:

* A player who neither posts nor acts is not in the hand, whatever the list of seats says: everybody who is dealt cards
  does one of both before a hand can end.
* What a call costs follows from the rules; where the text says it as well, both must agree.
* Blinds that move the opening (small, big, straddle) are told from those that do not (a newcomer's live post) and from
  dead chips, which belong to the pot only.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Final

from riverboat.cards.deck import Deck
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Limit
from riverboat.games.view import HIDDEN
from riverboat.records.cash_out import CashOuts
from riverboat.records.money import unit_text
from riverboat.records.naming import hand_number
from riverboat.records.phh.variants import rules_of
from riverboat.records.rejected import RecordError
from riverboat.records.replay import perform
from riverboat.records.script import BOARD, Move, Script
from riverboat.records.sites.games import TextGame
from riverboat.records.sites.text import Line, cards_at, hundredths

_STANDARD: Final = Deck.standard()
_SHORT: Final = Deck.short()
_DECIMALS: Final = re.compile(r"(?:^|[\s(\[])[0-9][0-9,]*\.[0-9]{1,2}(?![0-9.:]|\s?[€$£])")
"""An amount of chips with decimals; bounties and prizes have a currency."""


@dataclass(slots=True)
class Heading:
    """What the first lines of a hand say; stakes are texts."""

    venue: str
    hand: str
    """The number that the site gives the hand, which may have letters."""
    game: TextGame
    betting: Limit
    stakes: tuple[str, str]
    """Small and big blind, or the two bets of a limit game."""
    currency: str = ""
    cap: str = ""
    notes: list[tuple[str, str]] = field(default_factory=list)


def decimals_in(lines: Iterable[Line], heading: Heading) -> int:
    """Two for money, and for chips if any amount has decimals."""
    if heading.currency or "." in heading.stakes[1]:
        return 2
    return 2 if any("." in text and _DECIMALS.search(text) for _, text in lines) else 0


class Story:
    """One hand while it is read; players are numbered in the order of the seats."""

    counts_uncalled: bool | None = False
    keeps_rake_quiet: bool = False
    """Whether the site never writes its rake: then it is a tenth of the pot at most (5 % in all samples), and nothing
    is taken before the flop or in a tournament."""
    """Whether what players collect contains an uncalled bet that came back."""

    def __init__(self, heading: Heading, decimals: int, line: int) -> None:
        self.heading, self.decimals, self.line = heading, decimals, line
        self.deck = _SHORT if heading.game.name == "short_deck" else _STANDARD
        self.stakes = self.chips(heading.stakes[0], line), self.chips(heading.stakes[1], line)
        self.button = 0
        self.seats: list[int] = []
        self.names: list[str] = []
        self.stacks: list[int] = []
        self.index: dict[str, int] = {}
        self.antes: list[int] = []
        self.blinds: list[int] = []
        self.collected: list[int] = []
        self.bets: list[int] = []
        """What everyone has put in on this street."""
        self.highest = 0
        self.small = self.big = -1
        self.moves: list[Move] = []
        self.folded: set[int] = set()
        self.hole: dict[int, tuple[int, ...]] = {}
        self.shown: dict[int, tuple[int, ...]] = {}
        self.mucked: set[int] = set()
        self.board: list[int] = []
        self.runs = 1
        self.returned: tuple[int, int, int] | None = None
        self.pot: int | None = None
        self.rake: int | None = None
        self.cash_outs: dict[int, int] = {}
        self.cash_fees: dict[int, int] = {}
        self.net: dict[int, int] = {}
        """What players won or lost, where the text says so."""
        self.bring_in = 0
        self.deals: list[tuple[int, int, int]] = []
        """In stud and draw games: (turn, player, card) of everything dealt after the first hands of a draw game."""
        self.turn = 0
        self.fresh: dict[int, list[int]] = {}
        """Where the cards are in `deals` that each player was dealt last."""

    # Amounts, cards and people ----------------------------------------------------------------------------------------

    def chips(self, text: str, line: int) -> int:
        """An amount in the smallest unit."""
        amount = hundredths(text)
        if amount is None or (not self.decimals and amount % 100):
            raise RecordError(f"amount {text[:20]!r}: expected one like $1.50", line)
        return amount if self.decimals else amount // 100

    def cards(self, text: str, line: int) -> tuple[int, ...]:
        """Cards separated by spaces or commas."""
        return cards_at(text, self.deck, line)

    def sit(self, seat: str, name: str, chips: str, line: int) -> None:
        """A player with chips."""
        if name in self.index or int(seat) in self.seats:
            raise RecordError(f"seat {seat}, {name[:40]}: expected different players in different seats", line)
        self.index[name] = len(self.names)
        self.seats.append(int(seat))
        self.names.append(name)
        self.stacks.append(self.chips(chips, line))
        for amounts in (self.antes, self.blinds, self.collected, self.bets):
            amounts.append(0)

    def player(self, name: str, line: int) -> int:
        """The number of the player with this name."""
        found = self.index.get(name)
        if found is None:
            raise RecordError(f"{name[:40]} has no seat in this hand", line)
        return found

    def starting_with_name(self, text: str, after: str = " ") -> tuple[int, str] | None:
        """The player whose name begins a line, the longest that fits, and the rest of the line."""
        head, _, rest = text.partition(after)
        found = self.index.get(head)
        best = -1 if found is None else len(head)
        for name, player in self.index.items():
            if len(name) > best and text.startswith(name) and text.startswith(after, len(name)):
                found, best, rest = player, len(name), text[len(name) + len(after) :]
        return None if found is None else (found, rest)

    # Posts ------------------------------------------------------------------------------------------------------------

    def post_ante(self, player: int, chips: int) -> None:
        """An ante, or any dead chips."""
        self.antes[player] += chips

    def post_small(self, player: int, chips: int, all_in: bool = False) -> None:
        """The small blind; a second one is dead."""
        if self.small < 0:
            self.small = player
            self._live(player, max(chips, self._usual_blinds()[0]) if all_in else chips)
        else:
            self.antes[player] += chips

    def post_big(self, player: int, chips: int, all_in: bool = False) -> None:
        """The big blind, or another player's live post, which does not move the opening."""
        if self.big < 0:
            self.big = player
        self._live(player, max(chips, self._usual_blinds()[1]) if all_in else chips)

    def post_both(self, player: int, chips: int) -> None:
        """A big blind and a dead small one."""
        big = min(self._usual_blinds()[1], chips)
        self._live(player, big)
        self.antes[player] += chips - big

    def straddle(self, player: int, total: int) -> None:
        """The last blind: the player after it opens."""
        self.big = player
        self._live(player, total)

    def _live(self, player: int, chips: int) -> None:
        self.blinds[player] = self.bets[player] = chips
        self.highest = max(self.highest, chips)

    def _usual_blinds(self) -> tuple[int, int]:
        small, big = self.stakes
        return (big // 4, small) if self.heading.betting == "limit" else (small, big)  # limit games name their bets

    # Actions ----------------------------------------------------------------------------------------------------------

    def act(self, player: int, verb: str, amount: str, line: int, *, added: bool = False) -> None:
        """What a word and its amount say: of a bet or raise the total, or the chips `added` by it."""
        if verb.startswith("fold"):
            self.fold(player, line)
        elif verb.startswith("check"):
            self.check(player, line)
        elif verb.startswith("call"):
            self.call(player, self.chips(amount, line), line)
        elif added:
            self.put_in(player, self.chips(amount, line), line)
        else:
            self.raise_to(player, self.chips(amount, line), line)

    def fold(self, player: int, line: int) -> None:
        """Gives up."""
        self.folded.add(player)
        self.moves.append((player, Action.fold(), line, -1))

    def check(self, player: int, line: int) -> None:
        """Puts in nothing."""
        self.moves.append((player, Action.check_or_call(), line, 0))

    def call(self, player: int, chips: int, line: int) -> None:
        """Puts in what is owed, or all that is left."""
        self.bets[player] += chips
        self.moves.append((player, Action.check_or_call(), line, chips))

    def put_in(self, player: int, chips: int, line: int) -> None:
        """A bet or raise that is written as the chips added by it, or an all-in that may be a call."""
        total = self.bets[player] + chips
        if total <= self.highest:
            self.call(player, chips, line)
        else:
            self.raise_to(player, total, line)

    def raise_to(self, player: int, total: int, line: int) -> None:
        """A bet or raise that is written as this street's total."""
        self.bets[player] = self.highest = total
        self.moves.append((player, Action.raise_to(total), line, -1))

    def brings_in(self, player: int, chips: int, line: int) -> None:
        """Opens a stud hand."""
        self.bring_in = self.bets[player] = self.highest = chips
        self.moves.append((player, Action.bring_in(), line, -1))

    def street(self, cards: Sequence[int] = ()) -> None:
        """The next round of betting, with the cards that come to the board."""
        self.board += cards
        self.bets = [0] * len(self.names)
        self.highest = 0

    # Stud and draw ----------------------------------------------------------------------------------------------------

    def stud_street(self, common: Sequence[int] = ()) -> None:
        """One more card for everyone who is still in, three at first; or one for all in the middle."""
        self.street()
        if common:
            self.turn += 1
            self.deals.append((self.turn, BOARD, common[0]))
            return
        count = 1 if self.deals else 3
        self.turn += 1
        for player in range(len(self.names)):
            if player not in self.folded and (self.antes[player] or not any(self.antes)):
                self._expect(player, count)

    def discard(self, player: int, count: int, named: Sequence[int], line: int) -> None:
        """Cards go, and as many come; a line that says which may follow."""
        cards = tuple(named) if named and count else (HIDDEN,) * count
        if len(cards) != count:
            raise RecordError(f"{count} cards are said to be discarded, but {len(cards)} are named", line)
        self.moves.append((player, Action.discard(*cards), line, -1))
        self.turn += 1
        self._expect(player, count)

    def _expect(self, player: int, count: int) -> None:
        """Note the number of cards dealt to a player; which they are may be in the lines that follow."""
        self.fresh[player] = list(range(len(self.deals), len(self.deals) + count))
        self.deals += [(self.turn, player, HIDDEN)] * count

    def dealt(self, player: int, new: tuple[int, ...], line: int) -> None:
        """Cards that a player was dealt: the hole cards, or the last ones of a stud or draw street."""
        kind = self.heading.game.kind
        if kind == "board" or (kind == "draw" and player not in self.hole):
            self.hole[player] = new
            return
        fresh = self.fresh.pop(player, [])
        if len(fresh) < len(new):
            raise RecordError(f"{self.names[player][:40]} is dealt {len(new)} cards; expected {len(fresh)}", line)
        # Of another player's first stud cards only the face-up one is written, and it comes last.
        for at, card in zip(fresh[len(fresh) - len(new) :], new, strict=True):
            self.deals[at] = self.deals[at][0], player, card

    # Results ----------------------------------------------------------------------------------------------------------

    def collect(self, player: int, chips: int) -> None:
        """Chips from a pot."""
        self.collected[player] += chips

    def total(self, pot: int, rake: int, line: int) -> None:
        """The called chips and what the house took of them; the rest must have been collected."""
        if sum(self.collected) + rake != pot:
            raise RecordError(f"{sum(self.collected)} collected and {rake} raked are not the pot of {pot}", line)
        self.pot, self.rake = pot, rake

    def script(self) -> Script:
        """Everything in positions."""
        heading, game, line = self.heading, self.heading.game, self.line
        order = self._order()
        position = {player: place for place, player in enumerate(order)}
        count = len(order)
        if self.big < 0 and game.kind != "stud":
            raise RecordError("nobody posts the big blind", line)
        stacks = tuple(self.stacks[player] for player in order)
        antes = tuple(self.antes[player] for player in order)
        if game.kind == "stud":
            # A player who is all-in for less still owes the whole ante.
            antes = tuple(max(antes) if ante == stack else ante for ante, stack in zip(antes, stacks, strict=True))
        small, big = self.stakes
        rules = rules_of(
            game.name,
            heading.betting,
            count,
            (small, big) if heading.betting == "limit" else (big,),
            antes=antes,
            blinds=tuple(self.blinds[player] for player in order),
            bring_in=(self.bring_in or max(1, small // 2)) if game.kind == "stud" else 0,
            first=(position[self.big] + 1) % count if game.kind != "stud" else 0,
            stack=stacks[0] if len(set(stacks)) == 1 else 0,
            cap=self.chips(heading.cap, line) if heading.cap else 0,
            runs=self.runs,
            hole=game.hole,
        )
        notes = [("venue", heading.venue)] if heading.venue else []
        if not heading.hand.isdigit() or len(heading.hand) > 18:
            notes.append(("hand", heading.hand))
        notes += heading.notes
        prices = {position[player]: chips for player, chips in self.cash_outs.items()}
        if prices:
            fees = {position[player]: chips for player, chips in self.cash_fees.items()}
            notes.append(CashOuts(self.rake or 0, prices, fees).note())
        notes.append(("seats", " ".join(str(self.seats[player]) for player in order)))
        return Script(
            rules,
            tuple(self.names[player] for player in order),
            stacks,
            deals=self._deals(order, position),
            moves=[(position[player], action, at, paid) for player, action, at, paid in self.moves],
            free_folds=True,
            shown={position[player]: cards for player, cards in self.shown.items() if player in position},
            mucked={position[p] for p in self.mucked if p in position and len(self.shown.get(p, ())) < game.hole},
            payoffs=tuple(self.net[player] for player in order) if position.keys() <= self.net.keys() else None,
            collected=tuple(self.collected[player] for player in order),
            counts_uncalled=self.counts_uncalled,
            rake=self.rake,
            largest_rake=self._largest_rake(),
            pot=self.pot,
            returned=(position[self.returned[0]], *self.returned[1:]) if self.returned else None,
            cash_outs=prices,
            number=hand_number(heading.hand),
            unit=unit_text(self.decimals, heading.currency),
            notes=tuple(notes),
        )

    def _largest_rake(self) -> Fraction:
        if not self.keeps_rake_quiet:
            return Fraction(1, 5)
        is_free = not self.board or "_tournament" in dict(self.heading.notes)
        return Fraction(0) if is_free else Fraction(1, 10)

    def _order(self) -> list[int]:
        """The players in the hand, from the left of the button to the button."""
        active = {player for player, _, _, _ in self.moves} | self.cash_outs.keys()
        for amounts in (self.antes, self.blinds, self.collected):
            active.update(player for player, chips in enumerate(amounts) if chips)
        if len(active) < 2:
            raise RecordError(f"{len(active)} players in the hand; expected 2 or more", self.line)
        button = self.button
        if not button and self.heading.game.kind == "stud":
            button = max(self.seats)  # a stud game has none
        if not button:
            raise RecordError("no line says where the button is", self.line)
        order = sorted(active, key=lambda player: (self.seats[player] - button - 1) % 100)
        if len(order) == 2 and order[0] == self.small:
            order.reverse()  # a dead button: the small blind acts first, as the button would
        return order

    def _deals(self, order: list[int], position: dict[int, int]) -> list[tuple[int, int]]:
        game = self.heading.game
        deals: list[tuple[int, int]] = []
        if game.kind != "stud":
            for place, player in enumerate(order):
                cards = self.hole.get(player, (HIDDEN,) * game.hole)
                if len(cards) != game.hole:
                    who = self.names[player][:40]
                    raise RecordError(f"{who} is dealt {len(cards)} cards; expected {game.hole}", self.line)
                deals += [(place, card) for card in cards]
        if self.deals:
            # Everybody's cards of one turn are dealt in the order of the positions.
            known = [
                (turn, position[p] if p != BOARD else BOARD, card)
                for turn, p, card in self.deals
                if p in position or p == BOARD
            ]
            deals += [(place, card) for _, place, card in sorted(known, key=lambda deal: deal[:2])]
        deals += [(BOARD, card) for card in self.board]
        return deals


class LineStory(Story):
    """A hand that a text tells line by line: a site says what a line means, and when all are told."""

    def tell(self, number: int, line: str) -> None:
        """One line."""
        raise NotImplementedError

    def close(self, line: int) -> None:
        """After the last line: refuse a record that breaks off."""
        if self.pot is None:
            raise RecordError("the record breaks off: no line with the total pot", line)

    @classmethod
    def read(cls, heading: Heading, lines: Sequence[Line], first: int = 1) -> Hand:
        """The hand of these lines; what follows the heading begins with the given one."""
        story = cls(heading, decimals_in(lines[1:], heading), lines[0][0])
        for number, line in lines[first:]:
            story.tell(number, line)
        story.close(lines[-1][0])
        return finished(story)


def finished(story: Story) -> Hand:
    """The hand that a story tells, played by the rules; an error names the line."""
    try:
        hand = perform(story.script())
    except RiverboatError as error:
        raise RecordError(str(error), getattr(error, "line", 0) or story.line) from None
    if any(HIDDEN in board for board in (hand.board, *hand.other_boards)):
        raise RecordError("the board is not complete: a line with its cards is missing", story.line)
    return hand
