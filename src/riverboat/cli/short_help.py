"""One line for each command in the list of commands, where the first sentence of its help would be cut off."""

from __future__ import annotations

from typing import Final

import typer

SHORT: Final = {
    "equity": "Equity of two to ten hands or ranges.",
    "odds": "Strength, potential and equity of one hold'em hand.",
    "odds-server": "Serve strength and ranks to other programs, over TCP.",
    "heatmap": "Draw a heat map of the 169 starting hands.",
    "match": "Let agents play each other; intervals on every result.",
    "crosstable": "Let everyone play everyone, with ratings.",
    "solve": "Solve a game or a spot; how exploitable is the result?",
    "exploit": "What a perfect opponent wins from a strategy or an agent.",
    "spot": "Solve a heads-up hold'em spot to equilibrium.",
    "spot-report": "Solve a spot on many flops.",
    "pushfold": "Solve the shove-or-fold game.",
    "review": "Review hands: winnings with and without luck.",
    "cluster": "Start a Ray cluster on this machine.",
    "web": "Play, watch, review and study in the browser.",
    "ranges": "Pre-flop ranges, and ranges out of ranges.",
    "hands": "Read, store, convert and summarise hand histories.",
    "db": "Look after the database of hands and live tables.",
    "model": "Predict opponents' actions.",
    "strategy": "Check, explain and infer strategies in PokerLang.",
    "ranges combine": "Make a range out of ranges.",
    "ranges build": "Solve all ranges of the library again (minutes).",
    "abstraction show": "Show the buckets of a board or a street.",
    "kuhn square": "The square of all second players, and who beats them.",
    "hands list": "List hands from files or a database.",
    "hands verify": "Check that a deck is the one that was committed to.",
    "hands stats": "How each player plays: winnings, VPIP, PFR and others.",
    "hands complete": "Complete the last word of a search.",
    "hands import": "Import hand histories into a database.",
    "hands anonymise": "Write hands with aliases for names.",
    "db check": "Check the rows and the money of all hands.",
    "db restore": "Put a backup in the place of the database.",
    "db upgrade": "Bring a database to the newest schema.",
    "model train": "Train a network on self-play or hand histories.",
    "model accuracy": "Measure how well predictors predict.",
    "model show": "Show what a player believes of an opponent.",
    "strategy infer": "Infer a strategy from a player's hands.",
    "acpc dealer": "Deal a match, like the original dealer.",
    "lab report": "Write one page with all results.",
    "vision play": "Let an agent play at a Riverboat table by sight.",
    "vision follow": "Count the hands that are followed right in pictures.",
    "vision configure": "Write a page on which you can correct a layout.",
    "vision make": "Render pictures of tables, each with its truth.",
    "vision test": "How many fields of pictures are read right.",
}
"""By command or group of commands."""


def shorten(app: typer.Typer, within: str = "") -> None:
    """Put these lines into the lists of commands."""
    for command in app.registered_commands:
        command.short_help = SHORT.get(f"{within}{command.name}")
    for group in app.registered_groups:
        group.short_help = SHORT.get(f"{within}{group.name}")
        assert group.typer_instance is not None
        shorten(group.typer_instance, f"{within}{group.name} ")
