"""What does a parameter mean? What its docstring says under `Args:`, and otherwise what its name means everywhere.

    def equity(players, *, board=""):
        '''The share of the pot that each player wins.

        Args:
            players: Two to ten hands ("AhKh") or ranges ("TT+").
            board: What lies on the table.
        '''

Most names mean the same wherever they are used (`WORDS`), so that docstrings only explain what is special. Editors
and `help()` show the section `Args:` as it is; the API reference puts it into the table of parameters.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

WORDS: Final[Mapping[str, str]] = {
    "abstraction: str": 'Solve a model in which hands are in buckets: "psopti(6)" (`riverboat abstraction list`).',
    "action": "What the player does.",
    "against: Against": "What opponents may hold: a range for all, or a list of one for each. Default: any two cards.",
    "agent": "A player's name, as in `agents`.",
    "agents: Sequence[AgentSpec]": "Who plays: names, files, programs, or functions that make an agent.",
    "amount": "The total of the player's chips on this street after the raise.",
    "board": "The cards of the board, as card numbers.",
    "board: Cards": 'The cards of the board, as text ("Jh4c3h") or card numbers; empty before the flop.',
    "boards": "The cards of several boards, a row for each.",
    "book": "The handbook.",
    "caption": "What the picture shows, for people who cannot see it, too.",
    "card": "A card number.",
    "*cards": "Card numbers.",
    "cards: Cards": "The cards, as text or card numbers.",
    "cards: Iterable[int]": "Card numbers.",
    "cards: Sequence[int]": "Card numbers.",
    "check": "Whether the cards are checked; unchecked is faster, and wrong cards then give wrong ranks or worse.",
    "checkpoint": "A file in which the run is saved now and then and at its end, and from which it continues.",
    "clock": "The maximum number of seconds for one decision. Default: no limit.",
    "column": "A player, by place in `names`.",
    "data: Mapping[str, Any]": "What `to_json` made of it.",
    "dead": "Cards that nobody can get, as text or card numbers.",
    "deck: Sequence[int]": "All cards in the order in which they are dealt.",
    "engine": "A solver with its state, from `make_engine`.",
    "executor: str": "`local`, `ray` or `ray:ADDRESS`. Default: what RIVERBOAT_EXECUTOR says, otherwise this machine.",
    "first: int": "A card number.",
    "first_raise": "Which threshold the first raise before the flop needs: 0 for Make1, 1 for Make2.",
    "found": "What was measured.",
    "game: Rules | str": 'A game: its name with settings ("leduc", "holdem(players=3)"), or its rules.',
    "game: str | Rules": 'A game: its name with settings ("leduc", "holdem(players=3)"), or its rules.',
    "game: str": 'The name of a game ("holdem", "omaha").',
    "hand: Hand": "A finished hand.",
    "hand: StartingHand": 'A starting hand ("AKs"), or two cards.',
    "hands: Iterable[Hand]": "Finished hands.",
    "hands: NDArray[Any]": "Card numbers, a row for each hand.",
    "hands: Sequence[Hand]": "Finished hands.",
    "hole": "The player's own cards, as card numbers.",
    "hole: Cards": 'The player\'s own cards, as text ("AdQc") or card numbers.',
    "host": "The address to listen on.",
    "index": "A number from 0.",
    "indices": "Several of these numbers.",
    "information_set": "The number of an information set.",
    "iterations": "Stop after this many iterations, those of earlier runs included.",
    "jobs": "How many pieces of work are done at the same time, in processes. Default: one, in this process.",
    "key": "A secret: aliases made with another one are other aliases.",
    "known: Mapping[str, Policy]": "The strategies of players that are known, by name.",
    "level": "The confidence, 0.95 for 95 %.",
    "limits": "What one piece of work may take. Default: what the environment says.",
    "look_ahead": "1 or 2 cards to come. Default: all.",
    "mean: RunningMean": "The mean of the values so far.",
    "memory: Memory": "What is remembered from match to match.",
    "method: str | Method": 'How to solve: "cfr+", "dcfr(alpha=2)", "external", or a `Method`. Default: "dcfr".',
    "model: str": 'What is modelled: "four_rounds", "postflop(pot=4)", "preflop", "two_rounds" or "one_round".',
    "narrowest": "After how many values the interval is narrowest.",
    "note: str": "A remark beside it.",
    "notice": "Called with a sentence if kernels have to be compiled first.",
    "number: int": "What the record calls this hand.",
    "on_progress": "Called with a `riverboat.progress.Progress` several times per second.",
    "opponents: int": "How many opponents.",
    "other": "One of the same kind, which is added to this one.",
    "path": "A file, as text or `Path`.",
    "pieces": "What is to be done, each piece on its own.",
    "player: int": "A player by position.",
    "player: str": "A player by name.",
    "port": "The port to listen on; 0 for any that is free.",
    "position": "The player's position, 0 first.",
    "prune": "Skip actions as long as they cannot be worth playing.",
    "raises: Sequence[float]": "The raises that are actions of their own, as fractions of the pot.",
    "ranking: str | Ranking": 'How hands are ranked: the name of one of `RANKINGS` ("high", "omaha"), or a `Ranking`.',
    "render_mode": 'What `render` does: "human" prints, "ansi" returns text. Default: nothing.',
    "rng": "Where random numbers come from.",
    "row": "A player, by place in `names`.",
    "rules": "The rules of the game.",
    "saved": "What `to_json` or a checkpoint has kept of it.",
    "second: int": "Another card number.",
    "seconds": "Stop after this time.",
    "seed": "The random seed: the same one gives the same result.",
    "separator": "What stands between two cards.",
    "settings: DivatSettings": "How DIVAT measures.",
    "size: Size": "A small run, or the full one.",
    "sizes": "From a table to the totals to which the actor may raise.",
    "stacks": "Chips by position at the start of the hand.",
    "state: State": "The dealer's state of a hand.",
    "strategy: Floats": "The probabilities of all choices, one after the other, in the order of the tree.",
    "strategy: Strategy": "A solved or loaded strategy.",
    "strength: float": "HS, from 0 to 1.",
    "target": 'Stop at this exploitability: chips per hand, or text such as "0.3%" of the pot or "5 mbb".',
    "text": "How it is written.",
    "threads": "How many threads compute. Default: as many as there are cores.",
    "tree": "The tree of the game.",
    "unit: str": "The unit of the number.",
    "view": "What the player sees of the hand.",
}
"""What a parameter of this name, perhaps only of this type, means where its docstring says nothing else."""

_SECTION: Final = re.compile(r"^Args:\n((?:[ ]+.*\n?|\n)*)", re.MULTILINE)
_ENTRY: Final = re.compile(r"^ {4}\*{0,2}(\w+): +(.*(?:\n {5,}.*)*)", re.MULTILINE)


def without_section(docstring: str) -> str:
    """A docstring without what it says about parameters."""
    return _SECTION.sub("", docstring).rstrip()


def described(docstring: str) -> dict[str, str]:
    """What a docstring says about each parameter, on one line."""
    section = _SECTION.search(docstring)
    return {name: " ".join(text.split()) for name, text in _ENTRY.findall(section.group(1))} if section else {}


def usual_meaning(name: str, kind: str) -> str:
    """What a parameter of this name and type means everywhere; empty if names alone do not say it."""
    for known in (f"{name}: {kind}", f"{name}: {kind.removesuffix(' | None')}", name):
        if known in WORDS:
            return WORDS[known]
    return ""
