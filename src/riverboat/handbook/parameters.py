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
    "actions: Actions": "What was done: (street, position, action).",
    "against: Against": "What opponents may hold: a range for all, or a list of one for each. Default: any two cards.",
    "agent": "A player's name, as in `agents`.",
    "agents: Sequence[AgentSpec]": "Who plays: names, files, programs, or functions that make an agent.",
    "amount": "The total of the player's chips on this street after the raise.",
    "arrays": "Arrays by name.",
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
    "context: int": "The number of a context (`contexts.py`).",
    "data: Mapping[str, Any]": "What `to_json` made of it.",
    "dead": "Cards that nobody can get, as text or card numbers.",
    "decision: Decision": "What was done, and in which context.",
    "decisions: Decisions": "Actions, with what was seen before each.",
    "deck: Sequence[int]": "All cards in the order in which they are dealt.",
    "defaults: Defaults": "What an unknown player does, by context (`STARTING_POINTS`).",
    "doubt": "The share of actions that may have had other reasons than the hand.",
    "engine": "A solver with its state, from `make_engine`.",
    "entry: StoredEntry": "What a model has written.",
    "example: Example": "What was seen before an action, and what it was.",
    "executor: str": "`local`, `ray` or `ray:ADDRESS`. Default: what RIVERBOAT_EXECUTOR says, otherwise this machine.",
    "expect: Expectation": "From position, street and bets to call to how often that player folds, calls and raises.",
    "first: First": "How P1 plays Kuhn poker.",
    "first: int": "A card number.",
    "first_raise": "Which threshold the first raise before the flop needs: 0 for Make1, 1 for Make2.",
    "folds": "Into how many parts the hands are divided; each is left out once.",
    "forgetting": "What older observations weigh after each new one; 1 to forget nothing.",
    "found: Exploitability": "What was measured.",
    "found: Mapping[str, Any]": "What `to_json` made of it.",
    "frequencies: ActionOdds": "How often the player folds, calls and raises.",
    "game: Rules | str": 'A game: its name with settings ("leduc", "holdem(players=3)"), or its rules.',
    "game: str | Rules": 'A game: its name with settings ("leduc", "holdem(players=3)"), or its rules.',
    "game: str": 'The name of a game ("holdem", "omaha").',
    "hand: Hand": "A finished hand.",
    "hand: KuhnHand": "A finished hand of Kuhn poker.",
    "hand: StartingHand": 'A starting hand ("AKs"), or two cards.',
    "hands: HandValues": "What each holding is worth.",
    "hands: Iterable[Hand]": "Finished hands.",
    "hands: NDArray[Any]": "Card numbers, a row for each hand.",
    "hands: Sequence[Hand]": "Finished hands.",
    "hands: Sequence[Played]": "Hands as predictors see them.",
    "header: Mapping[str, Any]": "What is kept besides arrays, for JSON.",
    "hole": "The player's own cards, as card numbers.",
    "hole: Cards": 'The player\'s own cards, as text ("AdQc") or card numbers.',
    "host": "The address to listen on.",
    "how: Training": "How long and how carefully to train.",
    "index": "The number of a class, from 0.",
    "indicators: Indicators": "What trackers count of a player.",
    "indices": "Numbers of classes.",
    "information_set": "The number of an information set.",
    "inputs": "What is seen at a moment, as numbers (`INPUTS`).",
    "iterations": "Stop after this many iterations, those of earlier runs included.",
    "jobs": "How many pieces of work are done at the same time, in processes. Default: one, in this process.",
    "key": "A secret: aliases made with another one are other aliases.",
    "key: EntryKey": "Who remembers whom, and which model wrote it.",
    "kind: str": "Which model wrote it.",
    "known: Mapping[str, Policy]": "The strategies of players that are known, by name.",
    "level: int": "Bets to call: 0, 1, or 2 for two and more.",
    "level: float": "The confidence, 0.95 for 95 %.",
    "limits": "What one piece of work may take. Default: what the environment says.",
    "look_ahead": "1 or 2 cards to come. Default: all.",
    "low: float": "No holding that is possible weighs less.",
    "match: int": "How many hands a match has.",
    "mean: RunningMean": "The mean of the values so far.",
    "memory: Memory": "What is remembered from match to match.",
    "method: str | Method": 'How to solve: "cfr+", "dcfr(alpha=2)", "external", or a `Method`. Default: "dcfr".',
    "model: SequenceModel": "What was learned about an opponent.",
    "model: str": 'What is modelled: "four_rounds", "postflop(pot=4)", "preflop", "two_rounds" or "one_round".',
    "moment: Moment": "What is seen before an action.",
    "mu": "The value that the action needs.",
    "names: Sequence[str]": "Players by name.",
    "narrowest": "After how many values the interval is narrowest.",
    "network: Network": "A predictor of actions.",
    "note: str": "A remark beside it.",
    "notice": "Called with a sentence if kernels have to be compiled first.",
    "number: int": "What the record calls this hand.",
    "on_progress": "Called with a `riverboat.progress.Progress` several times per second.",
    "opponent: str": "An opponent by name.",
    "opponents: int": "How many opponents.",
    "other: Crosstable": "Another table of the same names, which is added.",
    "other: Indicators": "Other counts, which are added.",
    "other: RunningMean": "Another mean, whose values are added.",
    "path": "A file, as text or `Path`.",
    "pieces": "What is to be done, each piece on its own.",
    "player: int": "A player by position.",
    "player: str": "A player by name.",
    "players: float": "How many are at the table, on average.",
    "port": "The port to listen on; 0 for any that is free.",
    "position": "The player's position, 0 first.",
    "predictors: Mapping[str, Predictor]": "Predictors by name.",
    "prior: Prior": "What is believed before the first hand.",
    "prune": "Skip actions as long as they cannot be worth playing.",
    "raises: Sequence[float]": "The raises that are actions of their own, as fractions of the pot.",
    "ranking: str | Ranking": 'How hands are ranked: the name of one of `RANKINGS` ("high", "omaha"), or a `Ranking`.',
    "render_mode": 'What `render` does: "human" prints, "ansi" returns text. Default: nothing.',
    "rng": "Where random numbers come from.",
    "row": "A player, by place in `names`.",
    "rules": "The rules of the game.",
    "saved": "What `to_json` or a checkpoint has kept of it.",
    "seat: int": "Our position.",
    "second: Second": "How P2 plays Kuhn poker.",
    "second: int": "Another card number.",
    "seconds": "Stop after this time.",
    "seed": "The random seed: the same one gives the same result.",
    "separator": "What stands between two cards.",
    "settings: DivatSettings": "How DIVAT measures.",
    "shares_of": "Of what frequencies are shares: of the hands played to this point (`range`), or of `all`.",
    "sigma": "How uncertain that is.",
    "size: Size": "A small run, or the full one.",
    "sizes": "From a table to the totals to which the actor may raise.",
    "stacks": "Chips by position at the start of the hand.",
    "state: State": "The dealer's state of a hand.",
    "strategy: Floats": "The probabilities of all choices, one after the other, in the order of the tree.",
    "strategy: Strategy": "A solved or loaded strategy.",
    "street: int": "0 before the flop, 1 flop, 2 turn, 3 river.",
    "strength: float": "HS, from 0 to 1.",
    "table: Table": "What everyone sees of a hand.",
    "target": 'Stop at this exploitability: chips per hand, or text such as "0.3%" of the pot or "5 mbb".',
    "text": "How it is written.",
    "threads": "How many threads compute. Default: as many as there are cores.",
    "tree": "The tree of the game.",
    "trials: int": "How often it is tried.",
    "unit: str": "The unit of the number.",
    "values: Weights": "What each of the 1,326 holdings is worth.",
    "version: int": "Of what the model writes.",
    "view": "What the player sees of the hand.",
    "weights: Weights": "The weights of the 1,326 holdings.",
    "width": "How far below and above a threshold odds are mixed.",
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
