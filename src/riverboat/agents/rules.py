"""Rule-based players: tight or loose, passive or aggressive, by a few parameters that can also evolve.

Before the flop a starting hand is placed among all 1,326 by its income rate for this number of players (Billings 2006,
section 2.5.1), and played if it is among the best. The share is stated for a table of ten; with fewer players it grows
so that the chance that none of the others holds such a hand stays the same. Each raise in front shrinks the share.
After the flop the hand's strength against one opponent is looked up, and compared with what value bets and calls need.
A bet is given credit: who bets is believed not to hold the weakest hands, each further raise takes the same share of
what is left, and so do two more streets. Without credit the players call by pot odds alone, which nobody does.

Other games than hold'em are played by the same rules of strength from the first street on. Cost: about 5 us per
decision in hold'em, after the tables are loaded.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from typing import Final, NamedTuple

import numpy as np

from riverboat.agents.choices import exchange_loners, raise_by_pot
from riverboat.agents.evolving import EvolvingAgent, gene
from riverboat.agents.strength import quick_strength
from riverboat.cards.holdings import CLASS_SIZES, HOLDINGS, class_index
from riverboat.errors import NotationError
from riverboat.games.action import Action
from riverboat.games.action_odds import CALL, FOLD, RAISE, ActionOdds
from riverboat.games.explanation import Explanation
from riverboat.games.holdem import is_holdem
from riverboat.games.view import View
from riverboat.model.styles import share_at_table

STREET_CREDIT: Final = 0.5
"""To still be in on a later street counts as much as this part of a bet."""


@dataclass(frozen=True)
class Style:
    """How a rule player plays."""

    play: float = gene(0.12, 0.02, 1.0)
    """The share of starting hands played at a table of ten."""
    raises: float = gene(0.6, 0.0, 1.0)
    """The share of these that are raised."""
    respect: float = gene(0.5, 0.05, 1.0)
    """How much each raise in front narrows the range."""
    value: float = gene(0.65, 0.3, 1.0)
    """The strength against one opponent from which it bets after the flop."""
    aggression: float = gene(0.9, 0.0, 1.0)
    """How often it bets or raises when it may by that."""
    bluff: float = gene(0.05, 0.0, 0.6)
    """How often it bets a hand that is not good enough, when nobody has bet."""
    margin: float = gene(0.0, -0.3, 0.5)
    """How much more than the pot odds a call needs."""
    credit: float = gene(0.0, 0.0, 0.9)
    """The weakest share of hands that a bettor is believed not to hold; 0 believes every bet to be any two cards."""
    size: float = gene(0.75, 0.2, 3.0)
    """Bets and raises as a share of the pot, where the amount is free."""


STYLES: Final = {
    "tight_passive": Style(0.15, 0.3, value=0.7, aggression=0.6, bluff=0.17, margin=0.01, credit=0.5),
    "tight_aggressive": Style(0.18, 0.8, value=0.6, aggression=0.8, bluff=0.35, margin=0.02, credit=0.48),
    "loose_passive": Style(0.45, 0.12, value=0.7, aggression=0.55, bluff=0.1, margin=-0.05, credit=0.45),
    "loose_aggressive": Style(0.25, 0.9, value=0.6, aggression=0.63, bluff=0.29, margin=0.02, credit=0.51),
    "rock": Style(0.115, 0.7, value=0.65, aggression=0.8, bluff=0.28, margin=0.05, credit=0.52),
    "maniac": Style(0.5, 0.9, respect=0.9, value=0.41, aggression=0.95, bluff=0.0, margin=-0.03, credit=0.0),
    "calling_station": Style(0.3, 0.15, value=0.7, aggression=0.55, bluff=0.1, margin=-0.05, credit=0.47),
    "short_stacker": Style(0.085, 0.95, value=0.6, aggression=0.9, bluff=0.3, margin=0.0, credit=0.4, size=3.0),
}
"""The four corners of the field and the other classes of Teófilo (2016, Tables 6 to 12), tuned to play like people."""

UNTUNED_STYLES: Final = {
    "tight_passive": Style(play=0.12, raises=0.15, value=0.8, aggression=0.4, bluff=0.0, margin=0.0),
    "tight_aggressive": Style(play=0.12, raises=0.7, value=0.62, aggression=0.9, bluff=0.1, margin=0.0),
    "loose_passive": Style(play=0.35, raises=0.05, value=0.8, aggression=0.3, bluff=0.0, margin=-0.1),
    "loose_aggressive": Style(play=0.35, raises=0.6, value=0.55, aggression=0.9, bluff=0.2, margin=-0.05),
}
"""The four corners without credit for bets: they call by pot odds alone and see four showdowns of five flops."""


class _Starting(NamedTuple):
    """What a decision before the flop compares: shares of all starting hands."""

    place: float
    plays: float
    raises: float

    def explanation(self) -> Explanation:
        """The rule in words."""
        place, plays, raises = (f"{100 * share:.0f} %" for share in self)
        if self.place <= self.raises:
            return Explanation(f"It raises the best {raises} of hands here; this one is among the best {place}.")
        if self.place <= self.plays:
            return Explanation(
                f"It calls with the best {plays} of hands here and raises the best {raises}; "
                f"this one is among the best {place}."
            )
        return Explanation(f"It plays only the best {plays} of hands here; this one is among the best {place}.")


class _Later(NamedTuple):
    """What a decision after the flop compares: how many hands are beaten, and what a bet and a call need."""

    strength: float
    ahead: float
    """Of the hands that the others are believed to hold, the share that is beaten."""
    value: float
    """The share from which it bets for value."""
    all_ahead: float
    """The chance to beat everybody."""
    price: float
    """The chance that a call needs."""
    bets: float
    """How often it bets or raises with this hand here."""
    is_bet: bool
    is_free: bool

    def explanation(self) -> Explanation:
        """The rule in words."""
        ahead, value, bets = (f"{100 * share:.0f} %" for share in (self.ahead, self.value, self.bets))
        beats = f"it beats {ahead} of the hands that it believes in"
        if self.ahead >= self.value:
            how = "and did" if self.is_bet else "and did not"
            return Explanation(
                f"Good enough to bet ({beats}, {value} are needed): it bets {bets} of the time, {how}.", self.strength
            )
        if self.is_bet:
            return Explanation(
                f"A bluff, {bets} of the time: {beats}, {value} would be a bet for value.", self.strength
            )
        if self.is_free:
            return Explanation(
                f"Not good enough to bet ({beats}, {value} are needed), and a check is free.", self.strength
            )
        chance, price = f"{100 * self.all_ahead:.0f} %", f"{100 * max(0.0, self.price):.0f} %"
        said = "a call pays" if self.all_ahead >= self.price else "a call does not pay"
        return Explanation(
            f"At this price {said}: it expects to win {chance} of the time and needs {price}.", self.strength
        )


class RuleBot(EvolvingAgent):
    """Plays a `Style`, given by name or as an object, with single numbers changed if wanted.

    `tuned=no` selects the untuned style of that name.
    """

    Genes = Style
    registered = "rules"
    others = ("style", "tuned")

    def __init__(self, style: str | Style = "tight_aggressive", tuned: bool = True, **changes: float) -> None:
        if isinstance(style, str):
            styles = STYLES if tuned else UNTUNED_STYLES
            if style not in styles:
                raise NotationError(f'style "{style}": expected one of {", ".join(styles)}')
            style = styles[style]
        super().__init__(**asdict(self.changed(style, changes)))
        self.style: Style = self.genes
        self._basis: _Starting | _Later | None = None

    def act(self, view: View) -> Action:
        self._basis = None
        if view.phase != "bet":
            return exchange_loners(view)
        if view.street == 0 and is_holdem(view.rules):
            return self._before_the_flop(view)
        return self._by_strength(view)

    def _before_the_flop(self, view: View) -> Action:
        style = self.style
        place = starting_place(view.hole, view.rules.players)
        playing = share_at_table(style.play, view.rules.players) * style.respect**view.raises
        self._basis = _Starting(place, playing, playing * style.raises)
        if place <= playing * style.raises:
            self.action_odds = ActionOdds.certain(RAISE)
            return raise_by_pot(view, style.size)
        if place <= playing:
            self.action_odds = ActionOdds.certain(CALL)
            return view.check_or_call()
        self.action_odds = ActionOdds.certain(FOLD)
        return view.check_or_fold()

    def _by_strength(self, view: View) -> Action:
        style, opponents = self.style, max(1, view.opponents)
        strength = self.strength(view)
        # The others are believed to hold hands from the best of this share, and not to hold the rest.
        believed = share_believed(style, view.raises, view.street)
        ahead = max(0.0, 1.0 - (1.0 - strength) / believed)
        needed = needed_ahead(style, view.raises, opponents)
        wanted = style.aggression if ahead >= needed else 0.0 if view.to_call else style.bluff
        odds = view.to_call / (view.pot + view.to_call) if view.to_call else 0.0
        all_ahead = ahead * strength ** (opponents - 1)
        price = odds + style.margin
        stays = all_ahead >= price
        timid = 1.0 - wanted
        self.action_odds = ActionOdds(0.0, timid, wanted) if stays else ActionOdds(timid, 0.0, wanted)
        raises = bool(wanted) and self.rng.random() < wanted
        self._basis = _Later(strength, ahead, needed, all_ahead, price, wanted, raises, not view.to_call)
        if raises:
            return raise_by_pot(view, style.size)
        return view.check_or_call() if stays else view.check_or_fold()

    def explain(self) -> Explanation | None:
        return None if self._basis is None else self._basis.explanation()

    def strength(self, view: View) -> float:
        """The chance to beat one opponent, as this player sees it."""
        return quick_strength(view, self.rng)


def share_believed(style: Style, raises: int, street: int) -> float:
    """The share of hands, from the best on, that a player believes in after so many raises on a street."""
    return float((1.0 - style.credit) ** (raises + STREET_CREDIT * max(0, street - 1)))


def needed_ahead(style: Style, raises: int, opponents: int) -> float:
    """How many of these a bet for value must beat."""
    # The chance that someone is ahead may be no larger against many than against one.
    return float(1.0 - (1.0 - style.value) / opponents * style.respect**raises)


def starting_place(hole: tuple[int, ...], players: int) -> float:
    """The percentile of two cards among all starting hands: 0 for the best, 1 for the worst."""
    place: float = _places(min(max(players, 2), 10))[class_index(hole[0], hole[1])]
    return place


@cache
def _places(players: int) -> list[float]:
    from riverboat.odds.preflop import income_rates

    order = np.argsort(-income_rates(players).rates, kind="stable")
    places = np.empty(169)
    sizes = CLASS_SIZES[order].astype(np.float64)
    places[order] = (np.cumsum(sizes) - sizes / 2.0) / HOLDINGS
    return [float(place) for place in places]
