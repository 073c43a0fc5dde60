"""Bots written for Poker Academy as agents: the events of its Meerkat interface, one JSON object per line.

The second translator of Teófilo's SocketAgent (2016, section 4.1.2 and Figure 26): a bot of another simulator plays
here without being rewritten. `meerkat:./bridge` starts a program as `./bridge HOST PORT`; it connects, says
`MEERKAT:1`, and calls the bot's method of each event that it reads: `gameStartEvent`, `holeCards`, `actionEvent`,
`stageEvent`, `getAction`, `showdownEvent`, `winEvent`, `gameOverEvent`. Only `getAction` is answered, by an object such
as `{"action": "raise", "amount": 10}`; docs/acpc.md has the table of events.

As in Meerkat, a raise is counted beyond the call, and stages are 0 to 3. Seats are positions of the hand, 0 left of the
button, so a bot knows its opponents by the names in `gameStartEvent`. Any form of hold'em can be played, with stacks
that change from hand to hand too. A raise of an impossible size becomes the nearest possible one, a raise where there
is none a call, a fold where nothing is owed a check; anything else that is not allowed is a fault.
"""

from __future__ import annotations

import json
import time
from typing import Any, Final

from riverboat.agents.choices import raise_or_call
from riverboat.agents.external import BotError, ExternalBot
from riverboat.cards.ranking.words import describe
from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN, View

GREETING: Final = "MEERKAT:1"
ANSWERS: Final = ("fold", "check", "call", "bet", "raise", "allIn")


class MeerkatBot(ExternalBot):
    """A program that plays by Meerkat events."""

    protocol = "meerkat"
    greeting = GREETING

    def __init__(self, name: str, where: list[str] | int, seconds: float = 600.0, start: float = 60.0) -> None:
        super().__init__(name, where, seconds, start)
        self._follows = False
        """Whether the bot knows of this hand."""
        self._stage = 0
        self._bets: list[int] = []
        """On this street, as the bot knows them."""
        self._stacks: list[int] = []
        self._start_stacks: list[int] = []

    @classmethod
    def greets(cls, line: str) -> bool:
        return line.strip() == GREETING

    def require_game(self, rules: Rules) -> None:
        if not is_holdem(rules):
            raise RiverboatError(f'game "{rules.name}": Meerkat bots know only hold\'em')

    def begin(self, view: View) -> None:
        self._follows = False
        self.require_game(view.rules)
        line = self._connected()
        line.hand += 1
        rules = view.rules
        self._stage, self._bets, self._stacks = 0, list(view.bets), list(view.stacks)
        self._start_stacks = [behind + put for behind, put in zip(view.stacks, view.committed, strict=True)]
        blinds = sorted({blind for blind in rules.blinds if blind})
        self._tell(
            "gameStartEvent",
            hand=line.hand,
            names=[self._name(view, seat) for seat in range(rules.players)],
            stacks=self._start_stacks,
            button=_button(rules),
            smallBlind=blinds[0] if blinds else 0,
            bigBlind=blinds[-1] if blinds else 0,
            ante=max(rules.antes, default=0),
            limit=rules.betting,
        )
        for seat, bet in enumerate(view.bets):
            if bet:
                kind = "smallBlind" if rules.blinds[seat] < rules.largest_blind else "bigBlind"
                self._tell("actionEvent", seat=seat, action=kind, toCall=0, amount=bet)
        self._tell("stageEvent", stage=0, board=[])
        cards = [rules.deck.cards_text((card,)) for card in view.hole]
        self._tell("holeCards", seat=view.position, c1=cards[0], c2=cards[1])
        self._follows = True

    def act(self, view: View) -> Action:
        if self._line is None or not self._follows:
            raise BotError(f"{self.name}: the bot is not there")
        interval = view.raise_interval
        low, high = interval or (view.highest_bet, view.highest_bet)
        self._tell(
            "getAction",
            toCall=view.to_call,
            pot=view.pot,
            minRaise=low - view.highest_bet,
            maxRaise=high - view.highest_bet,
        )
        deadline = time.monotonic() + self._seconds
        while not (said := self._read(deadline).strip()):
            continue
        return self._understood(said, view)

    def observe(self, view: View, position: int, action: Action) -> None:
        if self._line is None or not self._follows:
            return
        highest = max(self._bets)
        owed = min(highest - self._bets[position], self._stacks[position])
        if action.verb == "raise_to":
            kind, beyond, total = "raise" if highest else "bet", action.amount - highest, action.amount
        elif action.verb == "fold":
            kind, beyond, total = "fold", 0, self._bets[position]
        else:
            kind, beyond, total = "call" if owed else "check", 0, self._bets[position] + owed
        self._stacks[position] -= total - self._bets[position]
        self._bets[position] = total
        self._tell("actionEvent", seat=position, action=kind, toCall=owed, amount=beyond)
        self._turn_to(view.street if view.actor is not None else self._stage, view.rules, view.board)

    def end(self, hand: Hand) -> None:
        if self._line is None or not self._follows:
            return
        rules, deck = hand.rules, hand.rules.deck
        shown = hand.went_to_showdown
        if shown:
            self._turn_to(len(rules.streets) - 1, rules, hand.board)
            for seat, cards in enumerate(hand.down):
                if hand.live[seat] and HIDDEN not in cards:
                    c1, c2 = (deck.cards_text((card,)) for card in cards)
                    self._tell("showdownEvent", seat=seat, c1=c1, c2=c2)
        put = [before - after for before, after in zip(self._start_stacks, self._stacks, strict=True)]
        largest, second = sorted(put)[:-3:-1]
        for seat, payoff in enumerate(hand.payoffs):
            # An uncalled bet comes back and is not won.
            won = payoff + put[seat] - (largest - second if put[seat] == largest else 0)
            if hand.live[seat] and won > 0:
                cards = hand.down[seat]
                name = describe(cards, hand.board) if shown and HIDDEN not in cards else ""
                self._tell("winEvent", seat=seat, amount=float(won) if won % 1 else int(won), handName=name)
        stacks = [before + payoff for before, payoff in zip(self._start_stacks, hand.payoffs, strict=True)]
        self._tell("gameOverEvent", stacks=[float(each) if each % 1 else int(each) for each in stacks])
        self._completed()

    def _turn_to(self, street: int, rules: Rules, board: tuple[int, ...]) -> None:
        """Tell of every street that has begun."""
        while self._stage < street:
            self._stage += 1
            self._bets = [0] * len(self._bets)
            seen = sum(each.board for each in rules.streets[: self._stage + 1])
            cards = [rules.deck.cards_text((card,)) for card in board[:seen]]
            self._tell("stageEvent", stage=self._stage, board=cards)

    def _tell(self, event: str, **what: Any) -> None:
        self._send(json.dumps({"event": event, **what}, separators=(",", ":")))

    def _name(self, view: View, seat: int) -> str:
        """Of a player; without names at the table, where it sits."""
        if self.players:
            return self.players[seat]
        return "me" if seat == view.position else f"seat {seat}"

    def _understood(self, said: str, view: View) -> Action:
        """The action that an answer stands for."""
        try:
            answer = json.loads(said)
            kind, amount = answer["action"], answer.get("amount", 0)
            if kind not in ANSWERS or isinstance(amount, bool) or not 0 <= amount < 2**53:
                raise ValueError(kind)
        except (ValueError, TypeError, KeyError, AttributeError):
            wanted = f'{{"action": one of {", ".join(ANSWERS)}, "amount": chips beyond the call}}'
            raise BotError(f"{self.name}: answers {said[:60]!r}; expected {wanted}") from None
        if kind == "fold":
            return view.check_or_fold()
        if kind == "check" and view.to_call:
            raise BotError(f"{self.name}: check, with {view.to_call} to call")
        if kind in ("check", "call"):
            return view.check_or_call()
        if kind == "allIn":
            return raise_or_call(view, view.bets[view.position] + view.stacks[view.position])
        return raise_or_call(view, view.highest_bet + round(amount))


def _button(rules: Rules) -> int:
    """The last position; with two players the one with the small blind, if blinds differ."""
    if rules.players == 2 and rules.blinds and rules.blinds[0] < rules.blinds[1]:
        return 0
    return rules.players - 1
