"""The abstract games that published players are made of: which streets are played, what is paid at the end.

| model | streets | ends |
|---|---|---|
| Selby's game | before the flop | all five cards, without betting |
| post-flop | flop, turn, river; the pot is there already | showdown |
| pre-flop | before the flop, flop, turn | the river, without betting or with one bet each |
| two rounds | before the flop, flop | turn and river, without betting |
| four rounds | all | showdown |
| turn and river of one board | turn, river; the pot is there already | showdown |

Three bets are allowed on each street after the flop (the game has four) unless more are asked for, and four before it,
the big blind counted; the last model has all four.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final, Literal

import numpy as np
from numpy.typing import NDArray

from riverboat.abstraction.board_classes import BoardClasses
from riverboat.abstraction.bucketing import Bucketing
from riverboat.abstraction.joint import Joint, count_joint
from riverboat.abstraction.thresholds import FlopClasses, class_pairs
from riverboat.cards.card import cards_text
from riverboat.cards.holdings import CLASSES
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game
from riverboat.games.rules import Rules, Street
from riverboat.games.same_game import same_game
from riverboat.odds.showdown import preflop_matchups
from riverboat.progress import OnProgress
from riverboat.solve.abstract.game import AbstractGame, summed_up
from riverboat.solve.betting import build_betting

GAME: Final = "holdem(betting=limit)"
MODEL_RAISES: Final = 3
"""Bets on a street after the flop."""
Prior = NDArray[np.float64]
River = Literal["check", "bet"]
"""What is done on a river that a model leaves out: both check, or both put in one bet."""


@cache
def limit_holdem() -> Rules:
    """Heads-up limit hold'em, the game of which all these are models."""
    return parse_game(GAME)


def require_limit_holdem(rules: Rules, *others: str) -> None:
    """Refuse games of which these are not models; stacks may be deeper, but not so short that somebody is all-in.

    Some players know other games too.
    """
    game, *more = (limit_holdem(), *map(parse_game, others))
    most = max(game.blinds) + sum(street.bet * (street.max_raises or 0) for street in game.streets)
    known = any(same_game(each, rules, any_stacks=True) for each in (game, *more)) if rules.players == 2 else False
    if not known or min(rules.stacks) < most:
        raise RiverboatError(f"a model of {game.identity} does not play {rules.identity}")


def small_bet() -> int:
    """Chips."""
    return limit_holdem().streets[0].bet


def postflop_game(
    bucketing: Bucketing,
    pot: float = 2.0,
    priors: tuple[Prior, Prior] | None = None,
    *,
    seed: int = 1,
    flops: int | None = None,
    on_progress: OnProgress | None = None,
) -> AbstractGame:
    """From the flop on, with a pot in small bets; `priors` are the probabilities of each one's first buckets."""
    joint = count_joint(bucketing, 1, 3, seed=seed, flops=flops, on_progress=on_progress)
    if priors is not None:
        joint = joint.with_priors(*priors)
    return _game(postflop_rules(pot), joint, f"{bucketing.text} from the flop, pot {pot:g}, {_boards(seed, flops)}")


def postflop_rules(pot: float = 2.0, raises: int = MODEL_RAISES) -> Rules:
    """Limit hold'em from the flop on, with a pot in small bets; the hole cards come with the flop."""
    share = round(pot * small_bet() / 2)
    streets = _with_fewer_raises(limit_holdem(), raises)[1:]
    return replace(
        limit_holdem(),
        name="postflop_model",
        settings=(),
        streets=(replace(streets[0], down=2), *streets[1:]),
        blinds=(0, 0),
        antes=(share, share),
    )


def preflop_game(
    bucketing: Bucketing,
    *,
    river: River = "check",
    seed: int = 1,
    flops: int | None = None,
    on_progress: OnProgress | None = None,
) -> AbstractGame:
    """From the start to the turn; on the river everybody checks, or each player puts in one bet."""
    joint = count_joint(bucketing, 0, 2, seed=seed, flops=flops, on_progress=on_progress)
    betting = f"{bucketing.text} to the turn{', one bet on the river' if river == 'bet' else ''}"
    game = _game(rules_to(2), joint, f"{betting}, {_boards(seed, flops)}")
    return replace(game, later_bets=float(limit_holdem().streets[-1].bet)) if river == "bet" else game


def four_round_game(
    bucketing: Bucketing, *, seed: int = 1, flops: int | None = None, on_progress: OnProgress | None = None
) -> AbstractGame:
    """All four streets in one game."""
    joint = count_joint(bucketing, 0, 3, seed=seed, flops=flops, on_progress=on_progress)
    return _game(rules_to(3), joint, f"{bucketing.text} from the start, {_boards(seed, flops)}")


def two_round_game(classes: FlopClasses, on_progress: OnProgress | None = None) -> AbstractGame:
    """Before the flop and on it; turn and river are dealt without betting (Gilpin and Sandholm 2006)."""
    joint, edge = class_pairs(classes, on_progress)
    hands = summed_up(joint, classes.parents, CLASSES)
    nothing = np.zeros(CLASSES, np.int64)
    identity = f"{classes.count} classes on the flop, threshold {classes.threshold}"
    return AbstractGame(build_betting(rules_to(1)), (nothing, classes.parents), (hands, joint), edge, identity)


def two_rounds_unseen(on_progress: OnProgress | None = None) -> AbstractGame:
    """The same with the 169 starting hands on the flop too, which nobody looks at: a coarse model of one second."""
    joint, edge = starting_hand_pairs(on_progress)
    nothing, same = np.zeros(CLASSES, np.int64), np.arange(CLASSES)
    return AbstractGame(build_betting(rules_to(1)), (nothing, same), (joint, joint), edge, "the flop unseen")


def turn_game(classes: BoardClasses, first: Prior, second: Prior, pot: int) -> AbstractGame:
    """Turn and river of one board in classes, with a pot in chips and weights of both players' 1,326 holdings."""
    turn, river, edge = classes.pairs(first, second)
    rules = limit_holdem()
    streets = (replace(rules.streets[2], down=2, board=4), rules.streets[3])
    rules = replace(rules, name="turn_model", settings=(), streets=streets, blinds=(0, 0), antes=(pot // 2, pot // 2))
    nothing = np.zeros(len(turn), np.int64)
    identity = f"{len(turn)} and {len(river)} classes of {cards_text(classes.board)}"
    return AbstractGame(build_betting(rules), (nothing, classes.parents), (turn, river), edge, identity)


def selby_game(on_progress: OnProgress | None = None, rules: Rules | None = None) -> AbstractGame:
    """Hold'em with one round of betting (Selby 1999): the 169 starting hands are the views.

    `rules` are those of a `preflop_holdem` with other stakes.
    """
    joint, edge = starting_hand_pairs(on_progress)
    nothing = np.zeros(len(joint), np.int64)
    betting = build_betting(one_round_rules(rules or limit_holdem()))
    return AbstractGame(betting, (nothing,), (joint,), edge, "169 starting hands")


def one_round_rules(rules: Rules) -> Rules:
    """The first betting round of a game alone; the board comes with it, since the dealer compares five cards."""
    first = replace(rules.streets[0], board=5)
    return replace(rules, name="preflop_holdem", settings=(), streets=(first,))


def rules_to(last: int, raises: int = MODEL_RAISES) -> Rules:
    """Limit hold'em up to a street."""
    name = {1: "two_round_model", 2: "preflop_model", 3: "four_round_model"}[last]
    streets = _with_fewer_raises(limit_holdem(), raises)[: last + 1]
    return replace(limit_holdem(), name=name, settings=(), streets=streets)


def starting_hand_pairs(on_progress: OnProgress | None = None) -> tuple[Prior, Prior]:
    """How likely each pair of starting hands is, and that times who wins more of the boards."""
    table = preflop_matchups(on_progress)
    joint = table.weight / table.weight.sum()
    return joint, joint * (2.0 * table.equity - 1.0)


def _game(rules: Rules, joint: Joint, identity: str) -> AbstractGame:
    if len(rules.streets) != len(joint.counts):
        raise RiverboatError(f"{rules.name}: {len(rules.streets)} streets, but histories of {len(joint.counts)}")
    return AbstractGame(build_betting(rules), joint.parents, joint.by_street, joint.edge, identity)


def _boards(seed: int, flops: int | None) -> str:
    """Which boards were counted."""
    return f"seed {seed}" if flops is None else f"{flops} flops, seed {seed}"


def _with_fewer_raises(rules: Rules, raises: int) -> tuple[Street, ...]:
    first, *later = rules.streets
    return (first, *(replace(street, max_raises=raises) for street in later))
