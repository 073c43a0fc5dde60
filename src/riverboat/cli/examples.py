"""Examples at the end of every command's help; `tests/cli/test_examples.py` runs them, in the order they stand here.

The lines of one command can be typed one after the other in an empty folder: what the last one needs, those before it
make. Three files are no output of a command: `btn-bb.toml` is a spot (docs/spot.md), `proof.json` the proof that a live
table gives of a hand, `table.png` a picture of a table.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import typer

_PLAY = "riverboat match rules random --hands 20 --db hands.sqlite"
_LIMIT = '"holdem(betting=limit)"'

EXAMPLES: Final[Mapping[str, tuple[str, ...]]] = {
    "equity": ("riverboat equity AhKh QsQd", 'riverboat equity "TT+,AKs" AhKh --board Kc7d2h --json'),
    "odds": ("riverboat odds AdQc --board 3h4cJh", "riverboat odds AdQc --board 3h4cJh --range 22+,A2s+"),
    "odds-server": ("riverboat odds-server --port 8463",),
    "heatmap": ("riverboat heatmap hs --html strength.html",),
    "match": (
        "riverboat match always_call random --game leduc --hands 2000 --mode duplicate",
        "riverboat match always_fold always_raise --game kuhn --mode evolve --generations 2 --hands 4",
    ),
    "crosstable": (
        "riverboat crosstable always_call always_raise random --game leduc --hands 100",
        "riverboat crosstable --players always_call,random --game kuhn --hands 100 --html table.html",
    ),
    "solve": ("riverboat solve kuhn --method lp --show", "riverboat solve leduc --target 0.05 --out leduc.strategy"),
    "exploit": (
        "riverboat exploit kuhn always_call --queries 1",
        "riverboat solve leduc --target 0.05 --out leduc.strategy",
        "riverboat exploit leduc leduc.strategy",
    ),
    "spot": ('riverboat spot --board Ks7h4d2c2d --oop AA,QQ --ip KK --pot 100 --stack 100 --bets "50%,a"',),
    "spot-report": ("riverboat spot-report btn-bb.toml --flop QsJh2s --target 1",),
    "pushfold": ("riverboat pushfold --stacks 10", "riverboat pushfold --stacks 8 --position bb --json"),
    "ranges list": ("riverboat ranges list BTN shoves",),
    "ranges show": ('riverboat ranges show "push or fold, 3 players/10 bb/BTN shoves"',),
    "ranges combine": ("riverboat ranges combine subtract 22+ QQ+", 'riverboat ranges combine best "22+,A2s+" 30'),
    "ranges build": ("riverboat ranges build --out library.json",),
    "abstraction list": ("riverboat abstraction list",),
    "abstraction show": ('riverboat abstraction show "psopti(6)" --board Ks7h4d2c2d',),
    "kuhn square": ("riverboat kuhn square mine=0.5,0.2",),
    "games list": ("riverboat games list",),
    "games show": ('riverboat games show "holdem(betting=limit,players=3)"',),
    "games validate": (
        "riverboat games export leduc --to pgdl --out leduc.xml",
        "riverboat games validate leduc.xml",
    ),
    "games export": ("riverboat games export leduc --to game --out leduc.game",),
    "hands import": (
        "riverboat match rules random --hands 20 --db played.sqlite",
        "riverboat hands export hands.phhs --db played.sqlite",
        "riverboat hands import hands.phhs --db hands.sqlite",
    ),
    "hands list": (_PLAY, "riverboat hands list --db hands.sqlite --limit 5"),
    "hands stats": (_PLAY, "riverboat hands stats --db hands.sqlite"),
    "hands mark": (_PLAY, 'riverboat hands mark "pot>2bb" --db hands.sqlite --tag study'),
    "hands complete": (_PLAY, "riverboat hands complete pos --db hands.sqlite"),
    "hands export": (_PLAY, "riverboat hands export hands.phhs --db hands.sqlite"),
    "hands anonymise": (
        _PLAY,
        "riverboat hands export hands.phhs --db hands.sqlite",
        "riverboat hands anonymise hands.phhs nobody.phhs",
    ),
    "hands verify": ("riverboat hands verify proof.json",),
    "db check": (_PLAY, "riverboat db check --db hands.sqlite"),
    "db backup": (_PLAY, "riverboat db backup copy.sqlite --db hands.sqlite"),
    "db restore": (
        _PLAY,
        "riverboat db backup copy.sqlite --db hands.sqlite",
        "riverboat db restore copy.sqlite --db hands.sqlite --replace",
    ),
    "db upgrade": (_PLAY, "riverboat db upgrade --db hands.sqlite"),
    "model train": ("riverboat model train --self-play 12 --units 2 --folds 2 --out my.predictor",),
    "model accuracy": (
        "riverboat model train --self-play 12 --units 2 --folds 2 --out my.predictor",
        f"riverboat match poki always_call --game {_LIMIT} --hands 40 --db limit.sqlite",
        "riverboat model accuracy --db limit.sqlite --network my.predictor",
    ),
    "model show": (
        f'riverboat match "vexbot(defaults=flat)" always_call --game {_LIMIT} --hands 30 --memory notes.memory',
        'riverboat model show "vexbot(defaults=flat)" --opponent always_call --memory notes.memory',
    ),
    "strategy list": ("riverboat strategy list",),
    "strategy check": ("riverboat strategy check regular",),
    "strategy format": ("riverboat strategy format regular",),
    "strategy show": ("riverboat strategy show regular",),
    "strategy infer": (
        "riverboat match rules always_call --hands 300 --db hands.sqlite",
        "riverboat strategy infer --db hands.sqlite --player rules --recogniser nearest --out copy.pokerlang",
    ),
    "train limit": (
        "riverboat train limit --flop 7s7h7d --buckets 169/1/1/1 --features ehs --boards 1 --out flop.strategy",
    ),
    "train 6max": ("riverboat train 6max --ranges",),
    "train nolimit": (
        'riverboat train nolimit --stack 20 --buckets "psopti(7)" --boards 3 --out shallow.strategy',
    ),
    "review": (_PLAY, "riverboat review --db hands.sqlite --method allin"),
    "acpc dealer": (
        "riverboat acpc dealer match holdem.limit.2p.reverse_blinds.game 50 7 alice bob -p 18471,18472",
    ),
    "acpc play": ("riverboat acpc play always_call 127.0.0.1 18471",),
    "lab list": ("riverboat lab list",),
    "lab run": ("riverboat lab run teofilo-table-20 --small",),
    "lab report": ("riverboat lab run teofilo-table-20 --small --out results", "riverboat lab report --out results"),
    "bench": ("riverboat bench ranking",),
    "cluster": ("riverboat cluster --nodes 2",),
    "tables": ("riverboat tables",),
    "tour": ("riverboat tour",),
    "vision make": ("riverboat vision make --count 2 --out pictures",),
    "vision read": ("riverboat vision read table.png",),
    "vision test": ("riverboat vision make --count 2 --out pictures", "riverboat vision test pictures"),
    "vision configure": ("riverboat vision configure table.png --html layout.html",),
    "vision play": ("riverboat vision play rules --table http://127.0.0.1:8462/play/TABLE --hands 20",),
    "vision follow": ("riverboat vision follow --hands 1",),
    "web": ("riverboat web --port 8462 --open",),
}  # fmt: skip
"""The lines of each command."""


def show_examples(app: typer.Typer, within: str = "") -> None:
    """Put the examples of every command at the end of its help."""
    for command in app.registered_commands:
        lines = EXAMPLES.get(f"{within}{command.name}", ())
        command.epilog = "\n".join(["\b", "Examples:", *(f"  {line}" for line in lines)]) if lines else None
    for group in app.registered_groups:
        assert group.typer_instance is not None
        show_examples(group.typer_instance, f"{within}{group.name} ")
