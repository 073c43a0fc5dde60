"""How did a recorded hand go, by the rules? A script of cards and actions becomes a `Hand`, or an error that says
what is wrong.

Every action goes through the dealer, so what comes out is legal, complete and consistent. Records know less than the
dealer:

* Unknown cards are `HIDDEN`. Other cards of the deck take their place while the hand is played, decide nothing, and are
  hidden again in the `Hand`. Cards that a player shows at the end replace the unknown ones that were dealt.
* Who won is decided by the rules where all cards of a showdown are known. Otherwise the record must say it; a player
who mucks has lost to those who show. * What the house took appears only as the difference: the payoffs then add up to
minus the rake. Where a recorded result and the rules disagree by more than rake and odd chips can explain, the hand
is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.pots import share_pots, side_pots, uncalled_of
from riverboat.games.rules import Rules
from riverboat.games.scoring import ranker
from riverboat.games.state import State
from riverboat.games.view import HIDDEN
from riverboat.records.rejected import RecordError

Chips = int | Fraction
LARGEST_RAKE = Fraction(1, 5)
"""What may be missing of a pot if the record does not say how much the house took."""
BOARD = -1
"""The owner of cards that are dealt to the middle."""


@dataclass(slots=True)
class Script:
    """What a record says, in the order in which it says it; players are positions."""

    rules: Rules
    players: tuple[str, ...]
    stacks: tuple[int, ...]
    deals: list[tuple[int, int]] = field(default_factory=list)
    """(owner, card), `BOARD` for the middle and `HIDDEN` for an unknown card."""
    moves: list[tuple[int, Action, int]] = field(default_factory=list)
    """(position, action, line)."""
    chooser: Callable[[], Callable[[State], Action]] | None = None
    """Where a record has no order of its own: makes a function that finds the next action of the player to act."""
    free_folds: bool = False
    """Whether people of this record may fold although nothing is owed."""
    shown: dict[int, tuple[int, ...]] = field(default_factory=dict)
    mucked: set[int] = field(default_factory=set)
    payoffs: tuple[Chips, ...] | None = None
    """What everyone won or lost, if the record says so."""
    collected: tuple[Chips, ...] | None = None
    """What everyone took from the pots, an uncalled bet not counted, if the record says that instead."""
    rake: Chips | None = None
    """What the house took, if the record says so."""
    pot: int | None = None
    """All chips that were called, if the record says so."""
    returned: tuple[int, int, int] | None = None
    """(position, chips, line) of an uncalled bet, if the record names it."""
    number: int = 0
    unit: str = "chips"
    notes: tuple[tuple[str, str], ...] = ()


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
    _require_pot(script, state)
    payoffs = _settle(script, state, cards)
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
        for _, action, _ in script.moves:
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
    for position, action, line in script.moves:
        if state.actor != position:
            turn = "the hand is over" if state.actor is None else f"it is the turn of position {state.actor + 1}"
            raise RecordError(f"position {position + 1} acts ({action.verb.replace('_', ' ')}), but {turn}", line)
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


# Who won --------------------------------------------------------------------------------------------------------------


def _settle(script: Script, state: State, cards: _Cards) -> tuple[Chips, ...]:
    by_rules = _by_rules(script, state, cards)
    recorded = script.payoffs
    if recorded is None and script.collected is not None:
        back = uncalled(state)
        if sum(script.collected) == sum(state.committed):
            back = [0] * len(back)  # this record counts an uncalled bet as won
        recorded = tuple(map(lambda won, over, paid: won + over - paid, script.collected, back, state.committed))
    if recorded is None:
        if by_rules is None:
            raise RecordError("nothing says who won: cards of the showdown are unknown, and no result is recorded")
        return by_rules
    rake = -sum(recorded)
    if rake < 0:
        raise RecordError(f"the players are said to win {_shown(-rake)} more than they put in")
    if script.rake is None and rake > LARGEST_RAKE * sum(state.committed):
        raise RecordError(f"{_shown(rake)} of {sum(state.committed)} chips are missing from the results")
    if script.rake is not None and rake != script.rake:
        raise RecordError(f"the house is said to take {_shown(script.rake)}, but {_shown(rake)} chips are missing")
    if by_rules is not None:
        _require_agreement(by_rules, recorded, state)
    else:
        _require_possible(recorded, state)
    return recorded


def uncalled(state: State) -> list[int]:
    """What comes back to each player because nobody called it."""
    return uncalled_of(state.committed, state.rules)


def _by_rules(script: Script, state: State, cards: _Cards) -> tuple[Chips, ...] | None:
    """The payoffs, as far as the known cards decide them."""
    live = [position for position, alive in enumerate(state.live) if alive]
    assert state.payoffs is not None
    if len(live) == 1:
        return state.payoffs
    unknown = {p for p in live if any(card in cards.stand_ins for card in state.down[p] + state.up[p])}
    board_known = not any(card in cards.stand_ins for board in state.boards for card in board)
    if not unknown and board_known and not script.mucked & set(live):
        return state.payoffs
    out = script.mucked & set(live)
    if not unknown <= out or not board_known or out >= set(live) or state.other_boards:
        return None
    return _without(state, out)


def _without(state: State, out: set[int]) -> tuple[Chips, ...]:
    """The payoffs if these players give up their cards at the showdown; an uncalled bet still comes back to them."""
    rules = state.rules
    back = uncalled(state)
    live = [alive and position not in out for position, alive in enumerate(state.live)]
    dead = [0] * rules.players
    if rules.antes_are_dead:
        dead = [min(ante, chips) for ante, chips in zip(rules.antes, state.committed, strict=True)]
    called = [chips - ante - over for chips, ante, over in zip(state.committed, dead, back, strict=True)]
    pots = side_pots(called, live)
    if sum(dead) and pots:
        pots[0] = pots[0]._replace(chips=pots[0].chips + sum(dead))
    ranks = [
        [
            ranker(rules.deck, award)(state.down[position] + state.up[position], state.board) if alive else -1
            for position, alive in enumerate(live)
        ]
        for award in rules.awards
    ]
    won = share_pots(pots, ranks, exact=rules.exact_shares)
    return tuple(taken + over - paid for taken, over, paid in zip(won, back, state.committed, strict=True))


def _require_pot(script: Script, state: State) -> None:
    back = uncalled(state)
    if script.returned is not None:
        position, chips, line = script.returned
        if back[position] != chips:
            raise RecordError(
                f"{chips} are said to come back to position {position + 1}, but {back[position]} were uncalled", line
            )
    if script.pot is not None and script.pot != sum(state.committed) - sum(back):
        raise RecordError(
            f"the pot is said to be {script.pot}, but {sum(state.committed) - sum(back)} were put in and called"
        )


def _require_agreement(by_rules: Sequence[Chips], recorded: Sequence[Chips], state: State) -> None:
    """Recorded results may differ from the rules by rake and odd chips only."""
    slack = 2 * len(recorded) - sum(recorded)
    back = uncalled(state)
    for position, (rule, said) in enumerate(zip(by_rules, recorded, strict=True)):
        lost_all = rule == back[position] - state.committed[position]
        if rule == said or (not lost_all and -slack <= said - rule <= 2 * len(recorded)):
            continue
        raise RecordError(
            f"position {position + 1} is said to win {_shown(said)}, but wins {_shown(rule)} by the rules"
        )


def _require_possible(recorded: Sequence[Chips], state: State) -> None:
    for position, said in enumerate(recorded):
        if said < -state.committed[position]:
            raise RecordError(
                f"position {position + 1} is said to lose {_shown(-said)}, but put in {state.committed[position]}"
            )
        if not state.live[position] and said > -state.committed[position]:
            raise RecordError(f"position {position + 1} folded and is said to win chips back")


def _shown(chips: Chips) -> str:
    return str(chips) if isinstance(chips, int) or chips.denominator == 1 else f"{float(chips):g}"
