"""The cards of the players: what they promise is what the players do."""

from __future__ import annotations

import pytest

from riverboat.agents import make_agent
from riverboat.agents.catalogue import PLAYERS, player_cards, player_name
from riverboat.agents.registry import _HOMES, split_agent
from riverboat.errors import RiverboatError
from riverboat.games import parse_game

GAMES = (
    "holdem(betting=limit,players=2)", "holdem(betting=limit,players=6)", "holdem(betting=no-limit,players=2)",
    "holdem(betting=no-limit,players=6)", "omaha(players=3)", "kuhn", "kuhn(players=3)", "leduc", "triple_draw",
)  # fmt: skip
WITHOUT_CARD = {
    "acpc_example", "aadapti", "anti_poki", "hobbybot", "jagbot", "quick_rules", "psopti0", "psopti2", "kuhn_fixed",
    "kuhn_nash", "kuhn_exp3", "kuhn3_aggressive", "kuhn3_equilibrium", "kuhn3_cases",
}  # fmt: skip
"""Stand-ins, baselines and parts of experiments: they can be named in the details."""


def test_every_registered_player_has_a_card_or_is_left_out_on_purpose() -> None:
    carded = {split_agent(card.agent)[0] for card in PLAYERS}
    assert carded | WITHOUT_CARD == set(_HOMES)  # not those that a test has registered
    assert not carded & WITHOUT_CARD


def test_names_are_unique_and_fit_a_plate() -> None:
    names = [card.name for card in PLAYERS]
    assert len(set(names)) == len(names)
    assert all(len(name) <= 18 for name in names)
    assert len(player_cards()) == len(PLAYERS)


@pytest.mark.parametrize(
    ("agent", "name"),
    [
        ("poki", "Poki"),
        ("rules", "Sofia"),
        ("rules(style=rock)", "Gus"),
        ("rules(style=rock,bluff=0.2)", "Gus (bluff 0.2)"),
        ("my_caller.pokerlang", "my caller"),
        ("poki(tightness=loose)", "Poki (tightness loose)"),
        ("whatever", "whatever"),
    ],
)
def test_what_people_call_a_player(agent: str, name: str) -> None:
    assert player_name(agent) == name


def agrees(agent: str, game: str) -> bool:
    """Whether a card and its player say the same about a game."""
    rules = parse_game(game)
    try:
        make_agent(agent).require_game(rules)
    except RiverboatError:
        knows = False
    else:
        knows = True
    return player_cards()[agent].can_play(rules) == knows


@pytest.mark.parametrize("agent", ["poki", "chen", "riverboat_nl", "riverboat_6max", "equilibrium", "hermes"])
def test_some_cards_agree_with_their_players(agent: str) -> None:
    assert [game for game in GAMES if not agrees(agent, game)] == []


@pytest.mark.slow
@pytest.mark.parametrize("agent", [card.agent for card in PLAYERS])
def test_all_cards_agree_with_their_players(agent: str) -> None:
    assert [game for game in GAMES if not agrees(agent, game)] == []
