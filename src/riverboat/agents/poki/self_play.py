"""Where does the neural predictor's first network come from? From hands that Riverboat's own players play.

No network comes with the package. The first one is trained on self-play of players of many styles, at tables of two to
ten, and cached with the other tables; a player who needs it before it exists waits for that. It is only the starting
point: networks keep learning from each opponent. `riverboat model train` makes others, from more self-play or from
records.

Cost: about 10 s for the 1,000 hands of the first network and 2 s of training, once.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Final

from riverboat.cache import cached_arrays
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import make_game
from riverboat.games.hand import Hand
from riverboat.games.play import decks, play_hand
from riverboat.model.predicting import Network, Training, collect_hands, read_network, train
from riverboat.model.predicting.network import INPUTS_IDENTITY
from riverboat.progress import OnProgress, Progress

HANDS: Final = 1_000
"""Hands behind the first network."""
FIELD: Final = (
    "poki", "poki(tightness=loose,make1=0.35,make2=0.6)", "poki(tightness=tight,make1=0.6,make2=0.9)",
    "poki(tightness=loose,make1=0.7,make2=0.95)", "poki(defaults=papp,width=0.2)",
    "loki_bpl", "loki_bpt", "loki_gom(defaults=papp)", "loki_som(defaults=papp)",
    "loki(version=bpl,make1=0.3,make2=0.95)",
)  # fmt: skip
"""Who plays: formula players from tight to loose and from passive to bold."""
_VERSION: Final = 1


def self_play(hands: int, seed: int = 1, on_progress: OnProgress | None = None) -> Iterator[Hand]:
    """Hands of limit hold'em among the field, at tables of two to ten; who sits is drawn for each hand."""
    from riverboat.agents.registry import make_agent  # the registry imports Poki, so not at the top

    if hands < 1 or seed < 0:
        raise RiverboatError(f"{hands} hands, seed {seed}: expected 1 hand or more and a seed of 0 or more")
    rng = Random(seed)
    agents = [make_agent(text) for text in FIELD]
    for number, agent in enumerate(agents):
        agent.rng = Random(seed * len(FIELD) + number)
    tables = {players: make_game("holdem", betting="limit", players=players) for players in range(2, 11)}
    dealt = {players: decks(rules, seed * 11 + players) for players, rules in tables.items()}
    for number in range(hands):
        players = rng.randint(2, 10)
        seats = rng.sample(range(len(FIELD)), players)
        yield play_hand(
            tables[players],
            [agents[seat] for seat in seats],
            next(dealt[players]),
            players=tuple(FIELD[seat] for seat in seats),
            number=number,
            strict=True,
        )
        if on_progress is not None:
            on_progress(Progress(number + 1, hands))


@cache
def first_network() -> Network:
    """The network that everyone begins with; trained when it is first asked for."""

    def build() -> dict[str, object]:
        watched = sys.stderr.isatty()
        if watched:
            print("training the neural predictor on self-play, once, some seconds", file=sys.stderr, flush=True)
        return train(collect_hands(self_play(HANDS)), Training()).arrays()  # type: ignore[return-value]

    name = f"predictor-{INPUTS_IDENTITY}-self-play-{HANDS}-v{_VERSION}"
    found = cached_arrays(name, build)  # type: ignore[arg-type]
    return Network(found["hidden"], found["output"], {"trained_on": "self-play", "hands": HANDS})


def chosen_network(path: Path | str) -> Network:
    """The network of a file, or the first one if none is named."""
    return read_network(Path(path)) if path else first_network()
