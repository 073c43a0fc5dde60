"""Billings (2006), section 2.3.2 and Table 2.4: the sample game, with what Poki and Loki think at each decision."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from riverboat.lab.billings._sample_game import BOARD, EP, HANDS, OURS, POKI, decisions
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from riverboat.agents.loki.seat import ModellingPlayer
    from riverboat.games import View

STREETS = ("pre-flop", "flop", "turn", "river")
FLOP, TURN = BOARD[:6], BOARD[:8]


def run(work: Work) -> Findings:
    from riverboat.cards import parse_cards
    from riverboat.games import View
    from riverboat.odds.showdown import equity

    values: list[Found] = []
    rows: list[tuple[str, ...]] = []
    players = _players(work.seed)
    for moment in decisions(POKI):
        view = View(moment.state, POKI)
        street = STREETS[view.street]
        values.append(Found(f"{street}, pot when we act", view.pot, unit="$"))
        values.append(Found(f"{street}, to call", view.to_call, unit="$"))
        rows += [(street, OURS[view.street], name, *_decision(name, player, view)) for name, player in players.items()]
    found = _outs()
    values += [
        Found("direct outs", found["direct"]),
        Found("flushes and straights", found["all"]),
        Found("flushes", found["flush"]),
        Found("straights", found["straight"]),
    ]
    turn = next(moment.state for moment in decisions(POKI) if moment.state.street == 2)
    against_queen = equity([HANDS[POKI], HANDS[EP]], board=TURN).equity[0]
    poki = players["poki"]
    view = View(turn, POKI)
    poki.begin(view)
    against_tables = _against(poki, view)
    odds = view.to_call / (view.pot + view.to_call)
    values += [
        Found("turn, chance to win against QcJc", float(against_queen)),
        Found("turn, chance to win against what EP may hold", against_tables),
    ]
    assert view.board == parse_cards(TURN)
    return Findings(
        values,
        [
            Claimed(
                "a clearly correct call",
                against_queen > odds and against_tables > odds,
                f"{against_queen:.3f} and {against_tables:.3f} against pot odds of {odds:.3f}",
            )
        ],
        tables=[Table("What our players think", COLUMNS, rows)],
    )


COLUMNS = ("street", "thesis", "player", "fold", "call", "raise", "HS", "PPot", "EHS", "EV of call", "EV of raise")


def _players(seed: int) -> dict[str, ModellingPlayer]:
    from random import Random

    from riverboat.agents.loki import Loki
    from riverboat.agents.poki import Poki, PokiSim

    made: dict[str, ModellingPlayer] = {
        "loki (gom)": Loki("gom"),
        "poki": Poki(),
        "pokisim": PokiSim(seconds=60.0, z=1000.0),
    }
    for player in made.values():
        player.rng = Random(seed)
    return made


def _decision(name: str, player: ModellingPlayer, view: View) -> tuple[str, ...]:
    """Its action odds, its assessment of the hand, and the result of its simulation, if any; without previous hands."""
    from riverboat.agents.poki import PokiSim

    player.begin(view)
    odds = player.odds_at(view)
    probabilities = [f"{chance:.2f}" for chance in odds]
    if not view.board:
        return (*probabilities, "", "", "", "", "")
    hand = player.assess(view)
    judged = [f"{number:.2f}" for number in (hand.strength, hand.potential, hand.effective)]
    if not isinstance(player, PokiSim):
        return (*probabilities, *judged, "", "")
    means = player.simulate(view).means
    return (*probabilities, *judged, f"{means[1]:+.0f} $", f"{means[2]:+.0f} $")


def _against(player: ModellingPlayer, view: View) -> float:
    """The chance to win at the showdown, one card to come, against a player's weight table."""
    import numpy as np

    from riverboat.cards.holdings import HOLDING_CARDS
    from riverboat.cards.ranking.high import rank, rank_batch
    from riverboat.model.weights import without_cards

    seen = (*view.hole, *view.board)
    weights = without_cards(player.inference(view).weights(EP), seen)
    won = total = 0.0
    for card in range(52):
        if card in seen:
            continue
        possible = np.flatnonzero((weights > 0.0) & np.all(card != HOLDING_CARDS, axis=1))
        board = np.broadcast_to(np.array((*view.board, card), np.uint8), (len(possible), 5))
        theirs = rank_batch(np.concatenate([HOLDING_CARDS[possible], board], axis=1).astype(np.uint8))
        ours = rank((*seen, card))
        won += float((weights[possible] * ((ours > theirs) + 0.5 * (ours == theirs))).sum())
        total += float(weights[possible].sum())
    return won / total


def _outs() -> dict[str, int]:
    """Single cards that beat QcJc at once on the flop; and pairs of cards to come that make a flush or a straight."""
    from riverboat.cards import parse_cards
    from riverboat.cards.ranking.high import rank
    from riverboat.cards.ranking.rankings import find_ranking

    ours, theirs, flop = (parse_cards(text) for text in (HANDS[POKI], HANDS[EP], FLOP))
    unseen = [card for card in range(52) if card not in {*ours, *theirs, *flop}]
    direct = [card for card in unseen if rank((*ours, *flop, card)) > rank((*theirs, *flop, card))]
    kinds = {"flush": 0, "straight": 0, "straight flush": 0}
    high = find_ranking("high")
    for pair in combinations(unseen, 2):
        words = high.describe((*ours, *flop, *pair)).lower()
        kind = next((kind for kind in ("straight flush", "straight", "flush") if kind in words), None)
        if kind:
            kinds[kind] += 1
    return {**kinds, "direct": len(direct), "all": sum(kinds.values())}


ENTRY = Entry(
    __name__,
    "The sample game",
    "section 2.3.2 and Table 2.4",
    "A hand of $10-$20 hold'em with ten players, played by an expert: 7d6d on the button against QcJc. Beside each "
    "decision of the text what our Loki and Poki would do, who have not met these players before.",
    small="one hand, a second",
    run=run,
    published=(
        Published("flop, pot when we act", 60, "$"),
        Published("flop, to call", 10, "$"),
        Published("turn, pot when we act", 90, "$"),
        Published("turn, to call", 20, "$"),
        Published("direct outs", 5),
        Published("flushes", 43),
        Published("straights", 30),
        Published("flushes and straights", 73, wrong="two straight flushes are left out: 43 + 30 + 2 = 75 of 990"),
    ),
    claims=(Claim("a clearly correct call", "On the turn a call of $20 to win $90 is clearly correct."),),
    remarks=(
        "The text gives our hand in hearts and a flop with 7h and 4h; the outs that it lists and Table 2.4 leave only "
        "7d6d and a flop of Qs 7h 4d.",
        "The expert raises on the turn because of what he knows of this opponent. Our players know nothing of him.",
    ),
)
