"""Which words may conditions of PokerLang use? Evaluators, which see the table, and predictors, which guess.

Teófilo (2016, section 3.2.5) prints the grammar down to `EVALUATOR` and `PREDICTOR` and names some of them: hand
strength, the player's cash, the number of opponents, the playing order. The list here completes it. A term is a number
within bounds, one of several words, or a starting hand; `situation.py` computes it from what a seat sees.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final, Literal

from riverboat.model.styles import CLASSES

Kind = Literal["number", "word", "hands"]
UNKNOWN: Final = "unknown"
OPPONENT_TYPES: Final = (UNKNOWN, *(name.replace(" ", "_") for name in CLASSES))


@dataclass(frozen=True)
class Term:
    """One word of the language."""

    name: str
    kind: Kind
    meaning: str
    """What it is, as part of a sentence."""
    low: float = 0.0
    high: float = inf
    """The bounds of a number."""
    whole: bool = False
    """Whether the number is a count."""
    words: tuple[str, ...] = ()
    """The values of a word, in their order."""
    ordered: bool = False
    """Whether `a..b` makes sense."""
    predictor: bool = False
    share: bool = False
    """Whether people think of the number in percent."""


def _number(
    name: str,
    meaning: str,
    low: float = 0.0,
    high: float = inf,
    *,
    whole: bool = False,
    predictor: bool = False,
    share: bool = False,
) -> Term:
    return Term(name, "number", meaning, low, high, whole, predictor=predictor, share=share)


def _word(name: str, meaning: str, *words: str, ordered: bool = True, predictor: bool = False) -> Term:
    return Term(name, "word", meaning, words=words, ordered=ordered, predictor=predictor)


_LIST: Final = (
    _word("street", "the street", "preflop", "flop", "turn", "river"),
    _word("position", "the third of the table from the small blind to the button", "bad", "normal", "good"),
    _word(
        "stack", "the zone of the stack; M in rounds of blinds and antes", "dead", "red", "orange", "yellow", "green"
    ),
    _number("stack_bb", "the stack at the start of the hand in big blinds"),
    _number("players", "the number of players at the table", 2, 10, whole=True),
    _number("opponents", "the number of opponents still in", 0, 9, whole=True),
    _number("to_act", "the number of opponents who act behind us on this street", 0, 9, whole=True),
    _number("raises", "the number of bets and raises on this street", whole=True),
    _number("callers", "the number of callers since the last bet or raise", 0, 9, whole=True),
    _word("raiser", "the maker of the last bet or raise of the hand", "nobody", "me", "opponent", ordered=False),
    _number("bet", "the last bet or raise as a part of the pot before it; 0 if there is nothing to call", share=True),
    _number("pot_odds", "the price of a call; to_call / (pot + to_call)", 0, 1, share=True),
    _number("pot_bb", "the pot in big blinds"),
    Term("hand", "hands", "the hand"),
    _number("group", "the group of Sklansky and Malmuth; 9 for hands in none", 1, 9, whole=True),
    _number("percentile", "the place among all starting hands; 0 for the best", 0, 1, share=True),
    _number("strength", "the chance of being ahead of one random hand now; before the flop E[HS]", 0, 1, share=True),
    _number(
        "ehs",
        "E[HS], the chance of winning a showdown; against all opponents, whose cards are random",
        0,
        1,
        share=True,
    ),
    _number("potential", "PPot, the chance of coming from behind with the next card", 0, 1, share=True),
    _number("negative_potential", "NPot, the chance of falling behind with the next card", 0, 1, share=True),
    _word(
        "made",
        "the made hand",
        "nothing",
        "pair",
        "two_pair",
        "trips",
        "straight",
        "flush",
        "full_house",
        "quads",
        "straight_flush",
    ),
    _word("pair", "the pair that uses hole cards", "none", "low", "middle", "top", "over"),
    _word("draw", "the best draw with one card", "none", "gutshot", "open_ended", "flush", "combo"),
    _word("board_suits", "the suits of the board", "none", "rainbow", "two_tone", "monotone"),
    _word("board_paired", "a pair on the board", "no", "yes"),
    _word("board_connected", "a straight made possible by three ranks of the board", "no", "yes"),
    _word(
        "opponent.type",
        "the opponent's class by VPIP, PFR and aggression",
        *OPPONENT_TYPES,
        ordered=False,
        predictor=True,
    ),
    _number("opponent.hands", "the number of hands seen of the opponent", whole=True, predictor=True),
    _number(
        "opponent.vpip", "the opponent's VPIP; how often money goes in voluntarily", 0, 1, predictor=True, share=True
    ),
    _number(
        "opponent.pfr", "the opponent's PFR; how often it raises before the flop", 0, 1, predictor=True, share=True
    ),
    _number("opponent.aggression", "the opponent's aggression factor; bets and raises for each call", predictor=True),
    _number("opponent.folds", "the opponent's share of folds after the flop", 0, 1, predictor=True, share=True),
    _number("opponent.calls", "the opponent's share of calls after the flop", 0, 1, predictor=True, share=True),
    _number("opponent.strength", "E[HS] that the opponent's actions make likely", 0, 1, predictor=True, share=True),
    _number(
        "implied_odds", "the price of a call counting what later bets will bring", 0, 1, predictor=True, share=True
    ),
)

TERMS: Final[dict[str, Term]] = {term.name: term for term in _LIST}
"""Every term by name."""

BEHAVIOURS: Final = ("tight_passive", "tight_aggressive", "loose_passive", "loose_aggressive")
"""The four predefined ones; the thesis spells "agressive", which is read too."""

ACTIONS: Final[dict[str, str]] = {
    "fold": "fold, or check where that is free",
    "check": "check, or fold to a bet",
    "call": "check or call",
    "raise": "bet or raise by a part of the pot",
    "min_raise": "bet or raise as little as allowed",
    "all_in": "bet or raise as much as allowed",
    "value_bet": "bet or raise 60 to 80 % of the pot",
    "semi_bluff": "bet or raise 40 to 60 % of the pot",
    "steal_blinds": "raise the pot before anyone else does, otherwise fold",
    "slow_play": "check or call with a hand that could raise",
    "check_raise": "check where that is free, raise a bet by the pot",
}
"""What can be done, and what is meant by it; the last five are predefined actions."""
