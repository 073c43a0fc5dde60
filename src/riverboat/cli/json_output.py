"""The one shape of every `--json`: an object with `kind`, `version` and `items`, and whatever is true of all items.

`kind` says what an item is (`KINDS`), `items` is always a list, and a single result is a list of one, complete with its
seed. What belongs to the list (its file, how many hands were refused, totals) stands beside it under its own name.
`version` is that of the kind: it is raised when a field goes away or changes its meaning; new fields may come without.
docs/json.md describes it for programs that read it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Final

import typer

AsJson = Annotated[bool, typer.Option("--json", help="JSON for programs.")]
"""The option of every command that prints JSON."""

KINDS: Final[Mapping[str, str]] = {
    "abstraction": "a kind of abstraction, with an example of its name",
    "accuracy": "a predictor of actions, and how well it predicts",
    "acpc_match": "a match that an agent played at an ACPC dealer",
    "backup": "a copy of a database that was written",
    "belief": "what a player believes of an opponent",
    "bucketing": "the buckets of one street or board",
    "class": "a class of players, and its statistics",
    "combination": "a range made out of ranges",
    "completion": "a search, completed",
    "crosstable": "everyone against everyone",
    "database": "what was checked in a database, and its problems",
    "depths": "at which stacks each hand goes all-in in one decision",
    "entry": "an entry of the laboratory",
    "equity": "the equities of hands or ranges",
    "exploitability": "what a perfect opponent wins",
    "export": "a file of hands that was written",
    "file": "a file that was written, or the text of one",
    "filmed": "how well tables were followed in pictures",
    "flop": "a spot solved on one flop",
    "game": "a game of the catalogue",
    "hand": "a hand that was played",
    "heatmap": "a value of each of the 169 starting hands",
    "import": "hands that were stored in a database",
    "inference": "a strategy inferred from hands",
    "kuhn_point": "a second player of Kuhn poker, and the best response",
    "marks": "what was changed in the marks of hands",
    "match": "the result of a match",
    "measurement": "a line of a benchmark",
    "network": "a predictor that was trained",
    "odds": "strength and potential of a hand",
    "opening": "with which hands a blueprint opens in one position",
    "pictures": "a folder of pictures with their truths",
    "played": "an agent that played by sight",
    "player": "the statistics of a player",
    "problem": "a problem of a file: line, reason, error or warning",
    "proof": "whether a deck is the one that was committed to",
    "pushfold": "an equilibrium of push or fold",
    "range": "a range that comes with Riverboat",
    "reading": "how many fields of pictures were read right",
    "restored": "a backup that was put in the place of a database",
    "result": "the result of an entry of the laboratory",
    "review": "played hands with luck taken out",
    "rules": "the rules of a game",
    "sighting": "what a picture of a table shows",
    "size": "how large the tree of a spot is",
    "solution": "a solved game",
    "spot": "a node of a solved spot",
    "strategy": "a strategy of rules",
    "table": "a table that was built and is kept",
    "training": "a training run",
    "upgrade": "a database that has the newest schema now",
}
"""What an item of each kind is."""

VERSIONS: Final[Mapping[str, int]] = {}
"""Of kinds that have changed; all others are at version 1."""


def print_json(kind: str, items: Iterable[Any], **beside: Any) -> None:
    """One JSON document on standard output: the items, and what is true of all of them."""
    print(json.dumps(json_document(kind, items, **beside), indent=2))


def json_document(kind: str, items: Iterable[Any], **beside: Any) -> dict[str, Any]:
    """The document that `print_json` prints."""
    if kind not in KINDS:
        raise KeyError(f'"{kind}" is no kind of JSON; expected one of {", ".join(KINDS)}')
    return {"kind": kind, "version": VERSIONS.get(kind, 1), **beside, "items": list(items)}


def the_item(kind: str, document: Any) -> Any:
    """The one item of a document of this kind, for commands that read what another one printed."""
    match document:
        case {"kind": found, "items": [item]} if found == kind:
            return item
    raise ValueError(f"expected a document of kind {kind} with one item")
