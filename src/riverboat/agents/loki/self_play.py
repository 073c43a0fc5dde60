"""How often does a player fold, call and raise among nine of its kind? How `OWN_FREQUENCIES` was counted.

Ten copies sit at a table of limit hold'em and play; everything anyone decides is counted in its context. The paper's
default model of an opponent is what GOM does itself (Billings et al. 1998), which depends on what it expects: the table
that is kept is the one that GOM plays when it expects this table. `riverboat lab run loki-own-play --full` counts it
again. Cost: 3 ms per hand.
"""

from __future__ import annotations

from random import Random

from riverboat.agents.registry import make_agent
from riverboat.errors import RiverboatError
from riverboat.games.action_odds import ActionOdds
from riverboat.games.catalogue import parse_game
from riverboat.games.play import decks, play_hand
from riverboat.model.actions import CONTEXTS, DEFAULT_FREQUENCIES, ActionCounts, Defaults, decisions
from riverboat.progress import OnProgress, Progress

PLAYERS = 10


def own_play(
    agent: str = "loki_gom", hands: int = 6000, seed: int = 1, on_progress: OnProgress | None = None
) -> ActionCounts:
    """The combined action counts of ten copies of this player in `hands` hands."""
    if hands < 1:
        raise RiverboatError(f"{hands} hands: expected 1 or more")
    rules = parse_game(f"holdem(betting=limit,players={PLAYERS})")
    names = tuple(str(chair) for chair in range(PLAYERS))
    agents = [make_agent(agent) for _ in names]
    for chair, player in enumerate(agents):
        player.rng = Random(f"{seed}/{chair}")
    counts = ActionCounts()
    for number, deck in zip(range(hands), decks(rules, seed), strict=False):
        turn = [(position + number) % PLAYERS for position in range(PLAYERS)]
        seated = [agents[chair] for chair in turn]
        hand = play_hand(rules, seated, deck, players=tuple(names[chair] for chair in turn), number=number, strict=True)
        for decision in decisions(hand):
            counts.note(decision)
        if on_progress is not None and number % 50 == 0:
            on_progress(Progress(number, hands))
    return counts


def as_defaults(counts: ActionCounts) -> Defaults:
    """The frequencies to two digits, with sum 1; where nothing was seen, Papp's. A raise has at least 1 %."""
    found = []
    for context in range(CONTEXTS):
        fold, _, raises = counts.frequencies(context, DEFAULT_FREQUENCIES[context])
        fold, raises = round(fold, 2), max(round(raises, 2), 0.01)
        fold = min(fold, round(1.0 - raises, 2))
        found.append(ActionOdds(fold, round(1.0 - fold - raises, 2), raises))
    return tuple(found)
