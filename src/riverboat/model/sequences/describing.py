"""A model of betting sequences in words and pictures: frequencies by situation, betting trees, histograms.

Tables and histograms are those of level A2 (street, choices and bets on the street; the opponent's bets in the hand),
coarse enough to have seen something everywhere; trees have what is believed of each single sequence.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from riverboat.model.sequences.contexts import Contexts
from riverboat.model.sequences.model import SequenceModel
from riverboat.show.sequences_page import Histogram, SeatBeliefs, sequences_page
from riverboat.show.tree import Choice, TreeNode

_LEVEL: Final = 2
_STREETS: Final = ("before the flop", "flop", "turn", "river")
_SEATS: Final = ("When we are the big blind", "When we are on the button")
_NAMES: Final = {"f": "fold", "k": "check", "c": "call", "b": "bet", "r": "raise"}


def describe(model: SequenceModel) -> dict[str, Any]:
    """Frequencies and mean hand ranks by seat, for tables and JSON."""
    return {
        "hands": model.hands,
        "seats": [
            {"seat": _SEATS[seat], "actions": _actions(model, seat), "shown": _shown(model, seat)} for seat in (0, 1)
        ],
    }


def describe_page(model: SequenceModel, opponent: str, unseen: str) -> str:
    """The page about an opponent.

    Args:
        unseen: What is believed where nothing was seen, in words.
    """
    described = describe(model)
    seats = []
    for number, each in enumerate(described["seats"]):
        rows = [
            (row["situation"], f"{row['seen']:,}", *(_percent(share) for share in row["odds"]))
            for row in each["actions"]
        ]
        histograms = [Histogram(_bets(row["bets"]), row["shares"], row["seen"]) for row in each["shown"]]
        seats.append(SeatBeliefs(each["seat"], _trees(model, number), rows, histograms))
    note = (
        f"After {model.hands:,} hands. A bar at a decision of {opponent} shows how often it folds, calls and raises. "
        f"Where nothing was seen, the model believes: {unseen}."
    )
    return sequences_page(f"What is believed of {opponent}", note, seats)


def _percent(share: float) -> str:
    return "-" if share < 0.0 else f"{100 * share:.1f} %"


def _bets(count: int) -> str:
    return f"{count} bet{'' if count == 1 else 's'}"


def _actions(model: SequenceModel, seat: int) -> list[dict[str, Any]]:
    """A row for each class of decisions that has been seen; -1 for a choice that is not there."""
    contexts, found = model.contexts, []
    tree, classes = contexts.tree, contexts.action_class[seat, _LEVEL]
    for group in np.unique(classes[classes >= 0]).tolist():
        seen = int(model.counts_seen[group])
        if not seen:
            continue
        node = int(np.flatnonzero(classes == group)[0])
        odds = model.counts[group] / model.counts[group].sum()
        legal = contexts.child[node] >= 0
        street, bets = int(tree.street[node]), _bets_on_street(contexts, node)
        found.append(
            {
                "situation": f"{_STREETS[street]}, {_bets(bets)}",
                "street": street,
                "bets": bets,
                "seen": seen,
                "odds": [float(share) if there else -1.0 for share, there in zip(odds, legal, strict=True)],
            }
        )
    return sorted(found, key=lambda row: (row["street"], row["bets"]))


def _bets_on_street(contexts: Contexts, node: int) -> int:
    """Bets and raises on the street of a decision so far."""
    tree, street, count = contexts.tree, int(contexts.tree.street[node]), 0
    while node > 0:
        above, action = int(tree.parent[node]), tree.actions[node]
        if action is not None and tree.street[above] == street:
            count += action.verb == "raise_to"
        node = above
    return count


def _shown(model: SequenceModel, seat: int) -> list[dict[str, Any]]:
    contexts, found = model.contexts, []
    classes = contexts.shown_class[seat, _LEVEL]
    for group in np.unique(classes).tolist():
        seen = int(model.shown_seen[group])
        if not seen:
            continue
        shares = model.shown[group] / model.shown[group].sum()
        node = int(contexts.showdowns[int(np.flatnonzero(classes == group)[0])])
        bets = sum(
            action.verb == "raise_to" and contexts.tree.player[at] == 1 - seat
            for at, action in _decisions_to(contexts, node)
        )
        mean = float(shares @ ((np.arange(len(shares)) + 0.5) / len(shares)))
        found.append({"bets": int(bets), "seen": seen, "mean_hand_rank": mean, "shares": shares.tolist()})
    return sorted(found, key=lambda row: row["bets"])


def _decisions_to(contexts: Contexts, node: int) -> list[tuple[int, Any]]:
    """(node, action) of every decision that leads to a node."""
    tree, found = contexts.tree, []
    while node > 0:
        if (action := tree.actions[node]) is not None:
            found.append((int(tree.parent[node]), action))
        node = int(tree.parent[node])
    return found


def _trees(model: SequenceModel, seat: int) -> list[tuple[str, TreeNode]]:
    """Before the flop, and on each later street after nothing but calls and checks so far."""
    contexts = model.contexts
    node, found = contexts.root, []
    for street, name in enumerate(_STREETS):
        while contexts.tree.street[node] < street:
            node = int(contexts.child[node, 1])
        caption = name.capitalize() + (", after calls and checks only" if street else "")
        found.append((caption, _tree(model, seat, node)))
    return found


def _tree(model: SequenceModel, seat: int, node: int) -> TreeNode:
    tree, beliefs = model.contexts.tree, model.beliefs(seat)
    first = int(tree.first_child[node])
    choices, odds = [], []
    for number, action in enumerate(tree.choices(node)):
        place = model.contexts.place(action)
        child, name = first + number, _NAMES[tree.letter(first + number)[0]]
        after = _tree(model, seat, child) if tree.player[child] >= 0 else TreeNode(_end(model.contexts, child))
        choices.append(Choice(name, after, place))
        odds.append(float(beliefs.actions[node][place]))
    if tree.player[node] == seat:
        return TreeNode("we decide", (), choices)
    return TreeNode("opponent", [("", odds)], choices)


def _end(contexts: Contexts, node: int) -> str:
    if not contexts.tree.live[node].all():
        return "fold"
    return "showdown" if contexts.showdown_at[node] >= 0 else "next street"
