"""The fields of the published crosstables: which players, which game, and which of them are slow.

`limit` is heads-up limit hold'em, `nolimit` heads-up no-limit hold'em, `six` limit hold'em at tables of six. Only
players that are registered and know the game are in a field, so new ones join by being registered.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from riverboat.agents.registry import agent_names, make_agent, split_agent
from riverboat.errors import RiverboatError
from riverboat.games.catalogue import parse_game

_SCRIPTED: Final = ("always_call", "always_raise", "always_fold", "random", "acpc_example", "expected_strength")
_STYLES: Final = tuple(
    f"rules(style={style})"
    for style in (
        "tight_passive", "tight_aggressive", "loose_passive", "loose_aggressive", "rock", "maniac", "calling_station",
    )
)  # fmt: skip
_LOKI: Final = ("loki_bpm", "loki_bpt", "loki_bpl", "loki_gom", "loki_som")
_POKI: Final = ("poki", "pokisim_s", "pokisim_a")
_STRONG: Final = "riverboat"
"""How the names of the project's own strong players begin."""
_SAME_FOR_TWO: Final = "riverboat_6max"
"""It plays as `riverboat_nl` at a table of two."""


@dataclass(frozen=True)
class Field:
    """A table that anybody can play again."""

    name: str
    title: str
    game: str
    players: tuple[str, ...]
    slow: tuple[tuple[str, int], ...] = ()
    """Players below 100 hands per second, and how many hands each of their pairs plays."""

    def present(self) -> tuple[str, ...]:
        """The players that are registered and know the game."""
        rules = parse_game(self.game)
        found = []
        named = {split_agent(text)[0] for text in self.players}
        strong = [name for name in agent_names() if name.startswith(_STRONG) and name not in named]
        if rules.players == 2:
            strong.remove(_SAME_FOR_TWO)
        for text in dict.fromkeys((*self.players, *strong)):
            if split_agent(text)[0] in agent_names():
                try:
                    make_agent(text).require_game(rules)
                except RiverboatError:
                    continue
                found.append(text)
        return tuple(found)

    def slow_players(self) -> dict[str, int]:
        """Of those that are present."""
        present = self.present()
        return {name: hands for name, hands in self.slow if name in present}


FIELDS: Final = {
    field.name: field
    for field in (
        Field(
            "limit",
            "heads-up limit hold'em",
            "holdem(betting=limit,players=2)",
            (
                *_SCRIPTED, *_STYLES, *_LOKI, *_POKI,
                "psopti0", "psopti1", "psopti2", "psopti4r", "sparbot", "gs1(iterations=50)", "vexbot",
                "riverboat", "riverboat(resolve=river)",
            ),
            (
                ("gs1(iterations=50)", 2000), ("pokisim_s", 2000), ("pokisim_a", 2000), ("riverboat", 2000),
                ("riverboat(resolve=river)", 2000),
            ),
        ),
        Field(
            "nolimit",
            "heads-up no-limit hold'em",
            "holdem(betting=no-limit,players=2)",
            (
                *_SCRIPTED, *_STYLES, "rules(style=short_stacker)", "hermes", "hermes(plus=true)",
                "pokerlang(strategy=regular)", "pokerlang(strategy=station_hunter)", "pokerlang(strategy=storm)",
                "quick_rules", "monte_carlo", "riverboat_nl(seconds=0.1)",
            ),
            (("monte_carlo", 2000), ("riverboat_nl(seconds=0.1)", 2000)),
        ),
        Field(
            "six",
            "six-handed limit hold'em",
            "holdem(betting=limit,players=6)",
            (*_SCRIPTED, *_STYLES, *_LOKI, *_POKI, "jagbot", "quick_rules"),
            (("pokisim_s", 2000), ("pokisim_a", 2000)),
        ),
    )
}  # fmt: skip


def find_field(name: str) -> Field:
    """The field of this name."""
    if name not in FIELDS:
        raise RiverboatError(f'field "{name}": expected one of {", ".join(FIELDS)}')
    return FIELDS[name]
