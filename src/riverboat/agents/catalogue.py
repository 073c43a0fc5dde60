"""The players as people choose them: a name, what each is, where it comes from, and which games it plays.

One card for each player that the room offers; the agent's text (`rules(style=rock)`) stays behind it. A card says which
games its player knows without making the player, which can take seconds; a test compares that with what the players
themselves say. The *regulars* are the members of the room's club: the strongest players of each kind of
game, seated by default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, Literal

from riverboat.agents.characters import CHARACTERS
from riverboat.agents.registry import BUILT_ON_FIRST_USE, split_agent
from riverboat.games.holdem import is_holdem
from riverboat.games.rules import Rules

Kind = Literal["strong", "classic", "style", "small game", "simple"]
Plays = Literal[
    "any game", "hold'em", "limit hold'em", "no-limit hold'em", "no-limit hold'em for up to six",
    "heads-up limit hold'em", "heads-up no-limit hold'em", "small games", "small games for two",
    "two-player Kuhn poker", "three-player Kuhn poker",
]  # fmt: skip
_ALBERTA: Final = "Billings 2006, University of Alberta"
_TEOFILO: Final = "Teófilo 2016, University of Porto"
_IN_THE_CLUB: Final = ("tight_aggressive", "loose_passive", "loose_aggressive", "rock", "maniac")
_SOUTHEY: Final = "Southey, Hoehn and Holte 2009"


@dataclass(frozen=True)
class PlayerCard:
    """A player as the room offers it."""

    agent: str
    """The text that `make_agent` takes."""
    name: str
    kind: Kind
    about: str
    source: str
    plays: Plays
    regular: bool = False
    """Whether it is a member of the club."""

    @property
    def is_built_first(self) -> bool:
        """Whether a model is solved before it first plays, in minutes."""
        return split_agent(self.agent)[0] in BUILT_ON_FIRST_USE

    def can_play(self, rules: Rules) -> bool:
        """Whether it knows the game."""
        return _FITS[self.plays](rules)


def _small(rules: Rules) -> bool:
    from riverboat.agents.equilibrium import require_small
    from riverboat.errors import RiverboatError

    try:
        require_small(rules)
    except RiverboatError:
        return False
    return True


def _solvable(rules: Rules) -> bool:
    from riverboat.agents.equilibrium import is_solved_once

    return is_solved_once(rules) or _small(rules)


def _usual(rules: Rules) -> bool:
    """Hold'em with its four betting rounds."""
    return is_holdem(rules) and len(rules.streets) == 4 and rules.players <= 10


def _kuhn(players: int) -> Callable[[Rules], bool]:
    return lambda rules: rules.name == "kuhn" and rules.players == players and rules.deck.size == players + 1


_FITS: Final[Mapping[Plays, Callable[[Rules], bool]]] = {
    "any game": lambda rules: True,
    "hold'em": lambda rules: is_holdem(rules) and rules.players <= 10,
    "limit hold'em": lambda rules: _usual(rules) and rules.betting == "limit",
    "no-limit hold'em": lambda rules: _usual(rules) and rules.betting == "no-limit",
    "no-limit hold'em for up to six": lambda rules: (
        _usual(rules) and rules.betting == "no-limit" and rules.players <= 6
    ),
    "heads-up limit hold'em": lambda rules: _usual(rules) and rules.betting == "limit" and rules.players == 2,
    "heads-up no-limit hold'em": lambda rules: _usual(rules) and rules.betting == "no-limit" and rules.players == 2,
    "small games": _solvable,
    "small games for two": lambda rules: rules.players == 2 and _small(rules),
    "two-player Kuhn poker": _kuhn(2),
    "three-player Kuhn poker": _kuhn(3),
}

_STYLES: Final = tuple(
    PlayerCard(each.agent, each.name, "style", each.sentence, each.kind, "any game", each.style in _IN_THE_CLUB)
    for each in CHARACTERS
)
"""The rule styles, as the people they are."""
PLAYERS: Final[tuple[PlayerCard, ...]] = (
    PlayerCard(
        "riverboat",
        "Riverboat",
        "strong",
        "A near-equilibrium of the whole game, trained here. Hard to beat for anybody.",
        "Riverboat",
        "heads-up limit hold'em",
        True,
    ),
    PlayerCard(
        "riverboat_nl",
        "Riverboat NL",
        "strong",
        "A blueprint before the turn; turn and river are solved while you wait, with the bets actually made.",
        "Riverboat",
        "heads-up no-limit hold'em",
        True,
    ),
    PlayerCard(
        "riverboat_6max",
        "Riverboat 6-max",
        "strong",
        "A blueprint for tables of up to six; pots for two are solved on turn and river while you wait.",
        "Riverboat",
        "no-limit hold'em for up to six",
    ),
    PlayerCard(
        "vexbot",
        "Vexbot",
        "strong",
        "Searches the rest of the hand against a model of you, and learns after every hand.",
        _ALBERTA,
        "heads-up limit hold'em",
        True,
    ),
    PlayerCard(
        "psopti4r",
        "PsOpti 4R",
        "strong",
        "One near-equilibrium of all four rounds, with hands in classes.",
        "Billings et al. 2003, rebuilt whole",
        "heads-up limit hold'em",
        True,
    ),
    PlayerCard(
        "sparbot",
        "Sparbot",
        "strong",
        "The near-equilibrium player of Poker Academy. Never adapts, never tilts.",
        "Billings et al. 2003",
        "heads-up limit hold'em",
    ),
    PlayerCard(
        "gs1",
        "GS1",
        "strong",
        "Plans two rounds ahead of time and solves turn and river in play.",
        "Gilpin and Sandholm 2006",
        "heads-up limit hold'em",
    ),
    PlayerCard(
        "resolving",
        "Resolver",
        "strong",
        "Follows an equilibrium and solves the river again, without classes of hands.",
        "Safe re-solving, Burch et al. 2014",
        "heads-up limit hold'em",
    ),
    PlayerCard(
        "committee",
        "Committee",
        "strong",
        "Several players in one seat; who does best against you plays.",
        "Alberta's entry of 2006",
        "heads-up limit hold'em",
    ),
    PlayerCard(
        "poki",
        "Poki",
        "classic",
        "Betting by formula against a picture of your cards that it redraws with every action.",
        _ALBERTA,
        "limit hold'em",
        True,
    ),
    PlayerCard(
        "poki(tightness=tight)",
        "Tight Poki",
        "classic",
        "Poki with a tight choice of starting hands.",
        _ALBERTA,
        "limit hold'em",
    ),
    PlayerCard(
        "pokisim_s",
        "PokiSim",
        "classic",
        "Plays every action out many times before it chooses one.",
        _ALBERTA,
        "limit hold'em",
    ),
    PlayerCard(
        "pokisim_a",
        "PokiSim A",
        "classic",
        "PokiSim with simulations weighted by action odds.",
        _ALBERTA,
        "limit hold'em",
    ),
    PlayerCard(
        "loki",
        "Loki",
        "classic",
        "The first poker program that modelled its opponents.",
        "Papp 1998",
        "limit hold'em",
    ),
    PlayerCard(
        "loki_som", "Loki SOM", "classic", "Loki with a model of each opponent.", "Papp 1998", "limit hold'em", True
    ),
    PlayerCard(
        "loki_gom", "Loki GOM", "classic", "Loki with one model for all opponents.", "Papp 1998", "limit hold'em", True
    ),
    PlayerCard("loki_bpm", "Loki BPM", "classic", "Loki without a model, moderate.", "Papp 1998", "limit hold'em"),
    PlayerCard("loki_bpt", "Loki tight", "classic", "Loki without a model, tight.", "Papp 1998", "limit hold'em"),
    PlayerCard("loki_bpl", "Loki loose", "classic", "Loki without a model, loose.", "Papp 1998", "limit hold'em"),
    PlayerCard(
        "psopti1",
        "PsOpti 1",
        "classic",
        "The first of the near-equilibrium players, in seven models.",
        "Billings et al. 2003",
        "heads-up limit hold'em",
    ),
    PlayerCard(
        "hermes",
        "Hermes",
        "classic",
        "All-in or fold before the flop, with a short stack.",
        _TEOFILO,
        "no-limit hold'em",
    ),
    *_STYLES,
    PlayerCard(
        "pokerlang(strategy=regular)",
        "The Regular",
        "style",
        "A strategy written in PokerLang, which you can read and change.",
        _TEOFILO,
        "hold'em",
        True,
    ),
    PlayerCard(
        "pokerlang(strategy=station_hunter)",
        "Station Hunter",
        "style",
        "Written to win from players who call too much.",
        _TEOFILO,
        "hold'em",
    ),
    PlayerCard("pokerlang(strategy=storm)", "Storm", "style", "Written to press.", _TEOFILO, "hold'em"),
    PlayerCard(
        "monte_carlo",
        "Monte Carlo",
        "style",
        "Plays out every action many times; knows the rules and nothing else.",
        "Billings 2006, section 2.8",
        "any game",
    ),
    PlayerCard(
        "equilibrium",
        "Nash",
        "small game",
        "Solves the game when it sits down and plays the solution; Rhode Island hold'em takes minutes, once. "
        "You cannot win in the long run.",
        "Discounted CFR, Brown and Sandholm 2019",
        "small games",
        True,
    ),
    PlayerCard(
        "bayesian",
        "Bayes",
        "small game",
        "Believes, learns, and plays a best response to what it believes.",
        "Southey et al. 2005",
        "small games for two",
    ),
    PlayerCard(
        "kuhn_map",
        "Explorer",
        "small game",
        "Explores first, then exploits what it has learned.",
        _SOUTHEY,
        "two-player Kuhn poker",
    ),
    PlayerCard(
        "kuhn_exp4",
        "Six Experts",
        "small game",
        "Follows the expert with the best record.",
        _SOUTHEY,
        "two-player Kuhn poker",
    ),
    PlayerCard(
        "lucifer",
        "Lucifer",
        "small game",
        "Three strategies, and for each hand the one that has paid best.",
        _TEOFILO,
        "three-player Kuhn poker",
    ),
    PlayerCard(
        "chen",
        "Chen",
        "simple",
        "A beginner: Chen's points before the flop, the pair it holds afterwards. Ready at once.",
        "Chen's formula",
        "hold'em",
    ),
    PlayerCard(
        "expected_strength",
        "Evie",
        "simple",
        "Looks at its hand strength and at nothing else.",
        _TEOFILO,
        "any game",
    ),
    PlayerCard("random", "Random", "simple", "Any legal action, with equal probability.", _TEOFILO, "any game"),
    PlayerCard("always_call", "Caller", "simple", "Checks or calls whatever happens.", _ALBERTA, "any game"),
    PlayerCard("always_raise", "Raiser", "simple", "Bets and raises as long as the rules allow.", _ALBERTA, "any game"),
    PlayerCard("always_fold", "Folder", "simple", "Folds as soon as anything is owed.", _ALBERTA, "any game"),
)
"""In the order in which they are offered."""


@cache
def player_cards() -> Mapping[str, PlayerCard]:
    """The cards by the texts of their agents."""
    return {card.agent: card for card in PLAYERS}


def player_name(agent: str) -> str:
    """What people call a player: its name on the card, or the text where there is no card."""
    text = agent.strip()
    found = player_cards().get(text)
    if found is not None:
        return found.name
    base, parameters = split_agent(text) if text else ("", {})
    card = player_cards().get(base)
    if base.endswith(".pokerlang"):
        return base.removesuffix(".pokerlang").replace("_", " ")
    if base == "rules":
        styled = player_cards().get(f"rules(style={parameters.get('style', 'tight_aggressive')})")
        rest = {key: value for key, value in parameters.items() if key != "style"}
        return _with(styled.name if styled else "Rules", rest)
    return _with(card.name, parameters) if card else text


def distinct_names(agents: Sequence[str]) -> list[str]:
    """What people call the players of a match, in their order: of two with one name the second is "Poki 2"."""
    plain = [player_name(agent) for agent in agents]
    counts = [plain[:place].count(name) + 1 for place, name in enumerate(plain)]
    return [name if count == 1 else f"{name} {count}" for name, count in zip(plain, counts, strict=True)]


def _with(name: str, parameters: Mapping[str, str]) -> str:
    return f"{name} ({', '.join(f'{key} {value}' for key, value in parameters.items())})" if parameters else name
