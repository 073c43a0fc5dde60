"""How did a recorded hand go, by the rules? A script of cards and actions becomes a `Hand`, or an error that says
what is wrong.

Every action goes through the dealer, so what comes out is legal, complete and consistent. Records know less than the
dealer:

* Unknown cards are `HIDDEN`. Other cards of the deck take their place while the hand is played, decide nothing, and are
  hidden again in the `Hand`. Cards that a player shows at the end replace the unknown ones that were dealt.
* Who won is a question of its own (`settling.py`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.records.rejected import RecordError
from riverboat.records.script import BOARD, Script
from riverboat.records.settling import settle


def perform(script: Script) -> Hand:
    """Play the script and settle it."""
    rules = script.rules
    cards = _Cards(script)
    try:
        state = _play(script, cards)
    except _FreeFoldError:
        script.rules = rules = _with_free_folds(rules)
        state = _play(script, cards)
    if rules.exchanges_cards and cards.find_shown(state, script.shown):
        cards.settle_names()
        state = _play(script, cards)
    _require_owners(script, state, cards)
    payoffs = settle(script, state, cards.stand_ins)
    hide = cards.hide
    return Hand(
        rules=rules,
        players=script.players,
        stacks=script.stacks,
        down=tuple(hide(held) for held in state.down),
        up=tuple(hide(held) for held in state.up),
        board=hide(state.board),
        actions=tuple(
            (street, position, action._replace(cards=hide(action.cards)) if action.cards else action)
            for street, position, action in state.actions
        ),
        committed=tuple(state.committed),
        live=tuple(state.live),
        payoffs=payoffs,
        number=script.number,
        unit=script.unit,
        other_boards=tuple(hide(board) for board in state.other_boards),
        dealt=() if HIDDEN in (dealt := hide(state.dealt)) else dealt,
        notes=script.notes,
    )


class _Cards:
    """The deck of a script, and which of its cards are stand-ins for unknown ones."""

    def __init__(self, script: Script) -> None:
        rules, deals = script.rules, script.deals
        known = [card for _, card in deals if card != HIDDEN]
        mentioned = set(known)
        for cards in script.shown.values():
            mentioned.update(cards)
        for _, action, _, _ in script.moves:
            mentioned.update(action.cards)
        if not rules.exchanges_cards:
            deals = _with_shown(deals, script.shown)
            known = [card for _, card in deals if card != HIDDEN]
            if len(set(known)) < len(known):
                twice = next(card for place, card in enumerate(known) if card in known[:place])
                raise RecordError(f"{rules.deck.card_text(twice)} is dealt twice")
        others = [card for card in range(rules.deck.size) if card not in mentioned]
        if rules.streets[0].opener == "lowest card":
            others.reverse()  # so that no unknown card brings it in
        self._others = iter(others)
        self.stand_ins: set[int] = set()
        self.names: dict[int, int] = {}
        """What stand-ins turned out to be."""
        self.owners = deals
        self.deck = [self._stand_in() if card == HIDDEN else card for _, card in deals]
        while len(self.deck) < rules.cards_needed:
            self.deck.append(self._stand_in())

    def _stand_in(self) -> int:
        card = next(self._others, HIDDEN)
        if card == HIDDEN:
            raise RecordError("more cards are dealt than the deck has")
        self.stand_ins.add(card)
        return card

    def hide(self, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards as the record knows them."""
        if not self.stand_ins:
            return tuple(cards)
        return tuple(HIDDEN if card in self.stand_ins else card for card in cards)

    def own(self, state: State, position: int, cards: Sequence[int]) -> tuple[int, ...]:
        """Cards that a player gives away, with unknown ones where the record does not name them."""
        held = state.down[position] + state.up[position]
        unknown = [card for card in held if card in self.stand_ins and card not in self.names]
        chosen: list[int] = []
        for card in cards:
            if card in held and card not in self.stand_ins:
                chosen.append(card)
                continue
            renamed = next(
                (stand_in for stand_in, name in self.names.items() if name == card and stand_in in held), None
            )
            if renamed is None:
                if not unknown:
                    raise RecordError(f"position {position + 1} gives away a card that was not dealt to it")
                renamed = unknown.pop(0)
                if card != HIDDEN:
                    self.names[renamed] = card
            chosen.append(renamed)
        return tuple(chosen)

    def find_shown(self, state: State, shown: dict[int, tuple[int, ...]]) -> bool:
        """Match the cards that players show with their unknown ones; returns whether any were found."""
        for position, cards in shown.items():
            held = state.down[position] + state.up[position]
            named = {self.names.get(card, card) for card in held}
            unknown = [card for card in held if card in self.stand_ins and card not in self.names]
            for card in cards:
                if card == HIDDEN or card in named:
                    continue
                if not unknown:
                    raise RecordError(f"position {position + 1} shows a card that was not dealt to it")
                self.names[unknown.pop(0)] = card
        return bool(self.names)

    def settle_names(self) -> None:
        """Put the cards that are known now into the deck."""
        self.deck = [self.names.get(card, card) for card in self.deck]
        self.stand_ins -= set(self.names)
        self.names = {}


def _with_shown(deals: list[tuple[int, int]], shown: dict[int, tuple[int, ...]]) -> list[tuple[int, int]]:
    """The deals with shown cards in the places of unknown ones."""
    if not shown or all(card != HIDDEN for _, card in deals):
        return deals
    held: dict[int, set[int]] = {}
    for owner, card in deals:
        held.setdefault(owner, set()).add(card)
    new = {owner: [card for card in cards if card not in held.get(owner, ())] for owner, cards in shown.items()}
    filled = []
    for owner, card in deals:
        coming = new.get(owner)
        filled.append((owner, coming.pop(0) if card == HIDDEN and coming else card))
    for owner, left in new.items():
        if any(card != HIDDEN for card in left):
            raise RecordError(f"position {owner + 1} shows a card that was not dealt to it")
    return filled


def _play(script: Script, cards: _Cards) -> State:
    rules = script.rules
    try:
        state = State(rules, cards.deck, script.stacks)
    except RiverboatError as error:
        raise RecordError(str(error)) from None
    for position, action, line, paid in script.moves:
        if state.actor != position:
            turn = "the hand is over" if state.actor is None else f"it is the turn of position {state.actor + 1}"
            raise RecordError(f"position {position + 1} acts ({action.verb.replace('_', ' ')}), but {turn}", line)
        if paid >= 0 and paid != state.to_call:
            raise RecordError(f"position {position + 1} pays {paid}, but owes {state.to_call}", line)
        _act(script, state, cards, action, line)
    if script.chooser is not None:
        choose = script.chooser()
        while state.actor is not None:
            _act(script, state, cards, choose(state), 0)
    if state.actor is not None:
        raise RecordError(f"the record ends before the hand does: position {state.actor + 1} has to act")
    return state


class _FreeFoldError(RecordError):
    """A fold where nothing is owed; the script allows it, the rules do not yet."""


@lru_cache(maxsize=256)
def _with_free_folds(rules: Rules) -> Rules:
    return replace(rules, free_folds=True)


def _act(script: Script, state: State, cards: _Cards, action: Action, line: int) -> None:
    position = state.actor
    assert position is not None
    if action.cards:
        action = action._replace(cards=cards.own(state, position, action.cards))
    elif action.verb == "raise_to":
        action = _full_raise(state, action)
    elif action.verb == "fold" and script.free_folds and not state.rules.free_folds and not state.can_fold():
        raise _FreeFoldError("a fold where nothing is owed", line)
    try:
        state.apply(action)
    except RiverboatError as error:
        raise RecordError(f"position {position + 1}, {error}", line) from None


def _full_raise(state: State, action: Action) -> Action:
    """Some records cut a raise down to what the others can call; the rest of a full one would come back anyway."""
    interval = state.raise_interval()
    if interval is None or action.amount >= interval[0]:
        return action
    others = [bet + stack for p, (bet, stack) in enumerate(zip(state.bets, state.stacks, strict=True)) if state.live[p]]
    del others[sum(state.live[: state.actor])]
    return Action.raise_to(interval[0]) if action.amount == max(others) else action


def _require_owners(script: Script, state: State, cards: _Cards) -> None:
    """The dealer must have given each card to the player of the record, and in the end nobody has another's."""
    if script.rules.exchanges_cards:
        held = [card for p, alive in enumerate(state.live) if alive for card in (*state.down[p], *state.up[p])]
        if len(set(held)) < len(held):
            twice = next(card for place, card in enumerate(held) if card in held[:place])
            raise RecordError(f"{script.rules.deck.card_text(twice)} is dealt twice")
        return
    dealt: list[set[int]] = [set() for _ in range(script.rules.players + 1)]
    for (owner, _), card in zip(cards.owners, cards.deck, strict=False):
        dealt[owner].add(card)
    for position in range(script.rules.players):
        if not dealt[position] <= {*state.down[position], *state.up[position]}:
            raise RecordError(f"the cards of position {position + 1} are not dealt in the order of the game")
    if not dealt[BOARD] <= {card for board in state.boards for card in board}:
        raise RecordError("more board cards than the betting reaches")
