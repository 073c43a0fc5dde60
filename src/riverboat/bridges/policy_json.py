"""A policy in a JSON file: how programs in any language hand us what they play, to be judged.

The file has one entry per information set, on its own or under the name `strategy` or `policy`, which may be in the one
item of what `riverboat solve --json` prints:

    {"0 Kh": {"k": 0.2, "b": 0.8}, "1 Qs k": ...}        our words, as `riverboat solve` writes them: position,
                                                         own cards, board and betting (`View.key`)
    {"0pb": [[0, 0.5], [1, 0.5]], ...}                   OpenSpiel's information states and actions, as
                                                         `policy_table` and `TabularPolicy.to_dict` make them

Every information set of the game must be there. The second form needs OpenSpiel to know the information states.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from riverboat.bridges.open_spiel import policy_from_open_spiel
from riverboat.errors import RiverboatError
from riverboat.games.rules import Rules
from riverboat.solve.core.strategy_file import Origin
from riverboat.solve.response.exact import TOLERANCE
from riverboat.solve.strategy import Strategy, view_of_set
from riverboat.solve.tree import GameTree


def load_policy_json(path: str | Path, rules: Rules) -> Strategy:
    """The policy of a JSON file as a strategy of this game."""
    try:
        found = json.loads(Path(path).read_text(encoding="utf-8"))
    except OSError as error:
        raise RiverboatError(f'file "{path}": {error.strerror or error}') from None
    except (ValueError, RecursionError) as error:
        raise RiverboatError(f'file "{path}": this is not JSON: {error}') from None
    table = _table(found)
    if table is None:
        raise RiverboatError(f'file "{path}": expected an object with an entry for each information set')
    tree = GameTree.build(rules)
    try:
        if any(_keys(tree, each) & table.keys() for each in range(tree.sets)):
            return _in_our_words(table, tree)
        return policy_from_open_spiel(table, tree, str(path))
    except RiverboatError as error:
        raise RiverboatError(f'file "{path}": {error}') from None


def _table(found: Any) -> Mapping[str, Any] | None:
    """The entries of a file, wherever they are in it."""
    if isinstance(found, dict) and isinstance(found.get("items"), list) and len(found["items"]) == 1:
        found = found["items"][0]
    while isinstance(found, dict):
        inner = next((found[name] for name in ("strategy", "policy") if name in found), None)
        if inner is None:
            return found
        found = inner
    return None


def _keys(tree: GameTree, information_set: int) -> set[str]:
    """How an information set may be written: by its label, or as the key of its view."""
    player = int(tree.set_player[information_set])
    return {f"{player} {tree.label(information_set)}", view_of_set(tree, information_set).key()}


def _in_our_words(table: Mapping[str, Any], tree: GameTree) -> Strategy:
    vector, plain = np.zeros(tree.entries), Strategy(tree, np.zeros(tree.entries))
    for information_set, ((player, label), choices) in enumerate(plain.by_label.items()):
        key = next((each for each in _keys(tree, information_set) if each in table), None)
        if key is None:
            needed = f"every information set needs one, as riverboat solve {tree.rules.identity} --json writes them"
            raise RiverboatError(f'policy: no entry "{player} {label}"; {needed}')
        shares = table[key]
        letters = list(choices)
        if not isinstance(shares, Mapping) or not set(shares) <= set(letters):
            raise RiverboatError(f'policy: "{key}": expected probabilities of {", ".join(letters)}')
        try:
            row = [float(shares.get(letter, 0.0)) for letter in letters]
        except (TypeError, ValueError):
            raise RiverboatError(f'policy: "{key}": expected numbers') from None
        if not all(0.0 <= share <= 1.0 for share in row) or abs(sum(row) - 1.0) > TOLERANCE:
            raise RiverboatError(f'policy: the probabilities in "{key}" add up to {sum(row):g}, expected 1')
        start = int(tree.set_start[information_set])
        vector[start : start + len(row)] = row
    return Strategy(tree, vector, Origin("a JSON file"))
