"""The builder: a form and a PGDL document say the same, whichever is changed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from riverboat.games.catalogue import games, make_game, parse_game
from riverboat.games.pgdl import catalogue, read
from riverboat.solve.tree import GameTree
from riverboat.web import Settings, create_app
from riverboat.web.building import AwardForm, BlindForm, DeckForm, GameForm, RoundForm, ScoringForm, form_of, text_of

LEDUC = GameForm(
    name="my leduc",
    min_players="2",
    max_players="2",
    ante="1",
    stack="13",
    deck=DeckForm(standard=False, ranks="JQK", suits="hs"),
    scoring=ScoringForm(handSize="2"),
    rounds=[
        RoundForm(name="preflop", down="1", type="limit", bet="2", raises="2"),
        RoundForm(name="flop", board="1", type="limit", bet="4", raises="2"),
    ],
)


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        yield client


@pytest.mark.parametrize("name", catalogue())
def test_a_form_changes_nothing_that_nobody_changed(name: str) -> None:
    text = catalogue()[name]
    form = form_of(text)
    assert form is not None
    again = text_of(form, text)
    assert read(again) == read(text)
    assert form_of(again) == form


def test_built_leduc_is_leduc() -> None:
    """936 information sets, as many as the game of Southey et al. (2005) has, and the same rules but for the name."""
    built, known = read(text_of(LEDUC)).rules(), make_game("leduc")
    assert GameTree.build(built).sets == GameTree.build(known).sets == 936
    assert GameTree.build(built).nodes == GameTree.build(known).nodes
    assert built.streets == known.streets
    assert (built.antes, built.blinds, built.deck, built.betting) == (
        known.antes,
        known.blinds,
        known.deck,
        known.betting,
    )
    assert built.awards == known.awards


def test_built_draw_game_with_blinds_and_awards() -> None:
    """Every part of the form arrives in the rules."""
    form = GameForm(
        name="Lowball & <friends>",
        description="Two draws.",
        min_players="2",
        max_players="5",
        stack="200",
        deck=DeckForm(jokers="0"),
        scoring=ScoringForm(awards=[AwardForm(ranking="high"), AwardForm(ranking="deuce-to-seven", qualifier="98754")]),
        rounds=[
            RoundForm(
                name="deal", down="5", type="pot-limit", bet="2",
                blinds=[BlindForm(value="1", position="nextDealer"), BlindForm(value="2", position="nextSmallBlind")],
            ),
            RoundForm(name="first draw", type="no-limit", bet="2", min_draw="0", max_draw="3", force=True),
            RoundForm(name="pass", type="pot-limit", bet="4", passing="1", counterclockwise=True, raises="3"),
        ],
    )  # fmt: skip
    variant = read(text_of(form))
    rules = variant.rules(4)
    assert (variant.name, variant.min_players, variant.max_players, variant.description) == (
        "Lowball & <friends>",
        2,
        5,
        "Two draws.",
    )
    assert rules.blinds == (1, 2, 0, 0)
    assert rules.betting == "pot-limit"
    first, second, third = rules.streets
    assert first.down == 5
    assert second.drawing == (0, 3)
    assert second.betting == "no-limit"
    assert second.must_open
    assert (third.passing, third.counterclockwise, third.max_raises) == (1, True, 3)
    assert len(rules.awards) == 2


def test_what_the_form_does_not_know_stays() -> None:
    """The joker deck's own scores (docs/pgdl.md) survive a change of the ante."""
    text = """<PGDL version="2"><PokerGame name="spades" wildCards="true" ante="1" stack="50" rake="0.05" rakeCap="3"/>
    <Players minimum="2" maximum="4"/><Deck standard="false" ranks="JQKA" suits="cdhs" jokers="1"/>
    <Scoring standard="false" handSize="2">
    <Score name="no pair" rank="0" default="true"><Subrank>$c2.rank</Subrank></Score>
    <Score name="pair" rank="1"><Conditions>$c1.rank == $c2.rank</Conditions><Subrank>$c1.rank</Subrank></Score>
    </Scoring>
    <Ante position="dealer" value="2"/>
    <Round number="1" name="deal" faceDownCardsDealt="2">
    <BettingStructure type="limit"><Bet value="2"/></BettingStructure></Round></PGDL>"""
    form = form_of(text)
    assert form is not None
    assert form.scoring.scores == 2
    before, after = read(text), read(text_of(form.model_copy(update={"ante": "3"}), text))
    assert (int(before.ante), int(after.ante)) == (1, 3)
    assert (after.awards, after.antes, after.rake) == (before.awards, before.antes, before.rake)


def test_the_api_checks_writes_saves(client: TestClient) -> None:
    written = client.post("/api/games/write", json={"form": LEDUC.model_dump()}).json()
    assert written["problems"] == []
    assert written["summary"] == "limit game for 2 players, 6 cards: preflop, flop"
    wrong = client.post(
        "/api/games/check", json={"pgdl": written["pgdl"].replace('type="limit"', 'type="odd"', 1)}
    ).json()
    assert [(each["line"], each["reason"]) for each in wrong["problems"]] == [
        (7, 'BettingStructure type="odd": expected limit, pot-limit, no-limit')
    ]
    assert wrong["form"]["rounds"][0]["type"] == "odd"
    saved = client.post("/api/games/saved", json={"pgdl": written["pgdl"]})
    assert saved.status_code == 201
    name = saved.json()["id"]
    assert [each["name"] for each in client.get("/api/games/saved").json()] == ["my leduc"]
    renamed = written["pgdl"].replace("my leduc", "yours")
    assert client.put(f"/api/games/saved/{name}", json={"pgdl": renamed}).json()["name"] == "yours"
    assert client.get(f"/api/games/saved/{name}").json()["pgdl"] == renamed
    assert client.post("/api/games/saved", json={"pgdl": "<PGDL/>"}).status_code == 400
    assert client.delete(f"/api/games/saved/{name}").status_code == 204
    assert client.get(f"/api/games/saved/{name}").status_code == 404


def test_entities_and_junk_get_one_line(client: TestClient) -> None:
    bomb = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><PGDL>&a;</PGDL>'
    answer = client.post("/api/games/check", json={"pgdl": bomb}).json()
    assert answer["form"] is None
    assert "a document type" in answer["problems"][0]["reason"]
    assert "root:" not in str(answer)
    assert client.post("/api/games/check", json={"pgdl": "not xml"}).json()["problems"][0]["line"] == 1
    assert client.post("/api/games/check", json={"pgdl": "x" * 300_000}).status_code == 422
    junk: dict[str, Any] = {"form": {**LEDUC.model_dump(), "name": "a\x00b"}}
    answer = client.post("/api/games/write", json=junk)
    assert answer.status_code == 400
    assert "\n" not in answer.json()["detail"]


def test_the_catalogue_is_shown_whole(client: TestClient) -> None:
    listed = client.get("/api/games").json()
    assert [each["name"] for each in listed] == list(games())
    for each in listed:
        shown = client.get("/api/games/show", params={"game": each["name"]}).json()
        assert read(shown["pgdl"]).rules() == parse_game(each["name"])
        assert bool(shown["acpc"]) != bool(shown["acpc_error"])
    limit = client.get("/api/games/show", params={"game": "holdem(betting=limit,players=2)"}).json()
    assert limit["acpc"].startswith("GAMEDEF\nlimit\n")
    assert client.get("/api/games/show", params={"game": "holdem(x=1)"}).status_code == 400
    crowd = client.get("/api/games/show", params={"game": "holdem(players=99999999999999999999)"})
    assert crowd.status_code == 400
    assert crowd.json()["detail"].endswith("players; expected 2 to 23")
