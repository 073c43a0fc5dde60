"""The API of the Poker Builder: texts and forms agree, a trial shows what is played, saved strategies are players."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from starlette.testclient import TestClient

from riverboat.agents.pokerlang import PokerLang, parse_strategy, write_strategy
from riverboat.agents.pokerlang.inference import infer_strategy
from riverboat.agents.pokerlang.parsing import MAX_LENGTH
from riverboat.agents.pokerlang.shipped import shipped_texts
from riverboat.arena import run_match
from riverboat.games.hand import Hand
from riverboat.games.view import View
from riverboat.web import Settings, create_app
from riverboat.web.strategies.trial import TrialSetup, dealt, decision_at, table_of, up_to

PATIENT = """# waits for good hands
strategy "Patient"

tactic "good hands" when hand in "QQ+, AKs": {
    otherwise -> raise(0.5..1) 80%, call 20%;  # mostly
}
"""


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        yield client


def ask(client: TestClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/strategies/{path}", json=body)
    assert answer.status_code in (200, 201), answer.text
    return answer.json()


# Text and form --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", shipped_texts())
def test_a_form_changes_nothing_that_nobody_changed(client: TestClient, name: str) -> None:
    text = shipped_texts()[name]
    checked = ask(client, "check", text=text)
    again = ask(client, "write", outline=checked["outline"])
    assert parse_strategy(again["text"]) == parse_strategy(text)
    comments = [line.partition("#")[2].strip() for line in text.splitlines() if "#" in line]
    assert comments
    assert [line.partition("#")[2].strip() for line in again["text"].splitlines() if "#" in line] == comments
    assert ask(client, "write", outline=again["outline"])["text"] == again["text"]


def test_an_inferred_strategy_opens_in_the_builder(client: TestClient) -> None:
    """Text of `riverboat strategy infer`: no problems, the form writes the same strategy, and it decides a hand."""
    hands: list[Hand] = []
    tight = "rules(style=tight_aggressive)"
    run_match([tight, "always_call"], "holdem(betting=limit)", 60, seed=2, record=hands.extend)
    text = write_strategy(infer_strategy(hands, tight, recognisers=["nearest"]).strategy)
    checked = ask(client, "check", text=text)
    assert not checked["problems"]
    again = ask(client, "write", outline=checked["outline"])
    assert parse_strategy(again["text"]) == parse_strategy(text)
    assert len(checked["outline"]["tactics"]) == len(parse_strategy(text).tactics) > 1


def test_what_means_nothing_stays_in_the_form(client: TestClient) -> None:
    """An unknown evaluator and 130 % can be mended in the form; broken syntax only in the text."""
    text = "tactic when strenght > 5: { raises = 0 -> fold 60%, call 70%; }"
    checked = ask(client, "check", text=text)
    assert [(each["line"], each["column"], each["warning"]) for each in checked["problems"]] == [
        (1, 13, False),
        (1, 43, False),
    ]
    outline = checked["outline"]
    outline["tactics"][0]["tests"][0] = {"term": "strength", "operator": ">", "value": "50%"}
    outline["tactics"][0]["rules"][0]["shares"][1]["percent"] = "40"
    mended = ask(client, "write", outline=outline)
    assert mended["problems"] == []
    assert "strength > 50%" in mended["text"]
    broken = ask(client, "check", text="tactic when strength >")
    assert broken["outline"] is None
    assert broken["explained"] == ""
    assert len(broken["problems"]) == 1


def test_warnings_are_no_errors(client: TestClient) -> None:
    found = ask(client, "check", text="tactic otherwise: { otherwise -> fold; raises = 1 -> call; }")
    assert [(each["warning"], each["column"]) for each in found["problems"]] == [(True, 40)]
    assert found["explained"].startswith("This strategy has 1 tactic")


def test_the_standard_form_keeps_comments(client: TestClient) -> None:
    text = PATIENT.replace("otherwise ->", "draw in {gutshot,open_ended,flush,combo}   ->")
    found = ask(client, "format", text=text)["text"]
    assert "draw != none -> raise(0.5..1) 80%, call 20%;  # mostly" in found
    assert found.startswith("# waits for good hands\n")
    assert client.post("/api/strategies/format", json={"text": "tactic"}).status_code == 400


def test_the_words_of_the_language(client: TestClient) -> None:
    words = client.get("/api/strategies/words").json()
    by_name = {each["name"]: each for each in words["terms"]}
    assert by_name["street"]["words"] == ["preflop", "flop", "turn", "river"]
    assert by_name["raises"]["high"] is None
    assert by_name["opponent.vpip"]["predictor"]
    assert "steal_blinds" in words["actions"]


def test_too_much_is_refused(client: TestClient) -> None:
    assert client.post("/api/strategies/check", json={"text": "#" * (MAX_LENGTH + 1)}).status_code == 422
    rule = {"tests": [], "shares": [{"action": "x" * 1000, "amount": "", "percent": ""}]}
    huge = {"name": "", "tactics": [{"rules": [rule] * 600}]}
    answer = client.post("/api/strategies/write", json={"outline": huge})
    assert answer.status_code == 400
    assert "at most 500,000" in answer.json()["detail"]


# Hands ----------------------------------------------------------------------------------------------------------------


def test_every_condition_with_its_value(client: TestClient) -> None:
    """Six players, under the gun folds; the strategy in the next seat has ace-king suited."""
    setup = {"players": 6, "position": 3, "hole": "AhKh", "steps": ["f"]}
    found = ask(client, "try", text=PATIENT, setup=setup)
    assert found["table"]["pot"] == 150
    assert found["table"]["turn"]["who"] == "UTG+1"
    decision = found["decision"]
    first, second = decision["steps"]
    assert first["tests"] == [{"text": 'hand in "QQ+, AKs"', "values": {"hand": "AhKh"}, "holds": True}]
    assert (first["tactic"], first["rule"], first["fits"], first["line"]) == (0, -1, True, 4)
    assert (second["tactic"], second["rule"], second["fits"], second["line"]) == (0, 0, True, 5)
    # Half the pot after a call is 125, the whole pot 250: raises to 225 (at least 200) and 350.
    assert [(each["words"], each["share"]) for each in decision["outcomes"]] == [
        ("raise to 225 … 350", 0.8),
        ("call 100", pytest.approx(0.2)),
    ]
    assert decision["odds"] == pytest.approx({"fold": 0.0, "call": 0.2, "raise": 0.8})
    assert decision["values"]["street"] == "preflop"
    weak = ask(client, "try", text=PATIENT, setup={**setup, "hole": "7h2c"})["decision"]
    assert (weak["tactic"], weak["outcomes"][0]["words"]) == (-1, "fold")
    assert not weak["steps"][0]["fits"]


def test_a_trial_says_what_the_player_does() -> None:
    """The tactic and the rule of the trace are those that the player itself reports, in hands of all streets."""
    strategies = [parse_strategy(text) for text in shipped_texts().values()]
    reached = set()
    for seed in range(12):
        setup = TrialSetup(
            players=2 + seed % 4, position=seed % 2, betting=("no-limit", "limit", "pot-limit")[seed % 3]
        )
        setup = dealt(setup, ("preflop", "flop", "turn", "river")[seed % 4], seed)
        state, table = table_of(setup)
        reached.add(table.street)
        for strategy in strategies:
            decision = decision_at(strategy, setup, state)
            assert decision is not None
            agent = PokerLang(strategy)
            agent.rng = Random(1)
            view = View(state, setup.position)
            agent.begin(view)
            odds, fired = agent.odds_at(view)
            assert (decision.tactic, decision.rule) == fired[:2]
            fits = [(step.tactic, step.rule) for step in decision.steps if step.fits]
            assert fits == [(fired.tactic, -1), *([(fired.tactic, fired.rule)] if fired.rule >= 0 else [])]
            allowed = odds.allowed(view)
            assert allowed is not None
            assert decision.odds == pytest.approx(allowed.to_json())
    assert len(reached) == 4


def test_what_is_assumed_of_an_opponent(client: TestClient) -> None:
    text = "tactic when opponent.type = maniac: { otherwise -> call; } tactic otherwise: { otherwise -> fold; }"
    setup = {"players": 2, "position": 1}
    assert ask(client, "try", text=text, setup=setup)["decision"]["tactic"] == 1
    assumed = {**setup, "given": {"opponent.type": "maniac"}}
    assert ask(client, "try", text=text, setup=assumed)["decision"]["tactic"] == 0
    for given in ({"opponent.type": "nice"}, {"opponent.vpip": 3.0}, {"strength": 0.5}):
        refused = client.post("/api/strategies/try", json={"text": text, "setup": {**setup, "given": given}})
        assert refused.status_code == 400


def test_betting_may_stop_anywhere(client: TestClient) -> None:
    found = ask(client, "try", text=PATIENT, setup={"players": 3, "position": 0, "board": "AsKsQs", "steps": []})
    assert found["decision"] is None
    assert found["table"]["turn"] == {
        "position": 2, "who": "button", "to_call": 100, "fold": True, "raise_from": 200, "raise_to": 10_000,
    }  # fmt: skip
    flop = up_to(TrialSetup(players=3, position=0, board="AsKsQs"), "flop")
    assert flop.steps == ["c", "c", "k"]
    assert table_of(flop)[1].board == ["As", "Ks", "Qs"]
    unread = ask(client, "try", text="tactic", setup={"position": 1})
    assert unread["problem"].startswith("line 1, column 7: the text ends too early")


@pytest.mark.parametrize(
    ("setup", "reason"),
    [
        ({"steps": ["x"]}, 'step 1, "x": expected f, k, c'),
        ({"steps": ["c", "k", "r5"]}, 'step 3, "r5": '),
        ({"steps": ["f", "c"]}, "the hand is over"),
        ({"steps": ["r"]}, "needs an amount"),
        ({"hole": "Ah"}, "expected two"),
        ({"hole": "AhAh"}, "Ah comes twice"),
        ({"hole": "AhKh", "board": "AhQhJh"}, "Ah comes twice"),
        ({"hole": "Xx"}, "Xx"),
        ({"position": 2}, "this table has 2 players"),
        ({"stacks": [10, 20, 30]}, "3 stacks"),
    ],
)
def test_situations_that_cannot_be(client: TestClient, setup: dict[str, Any], reason: str) -> None:
    answer = client.post("/api/strategies/try", json={"text": PATIENT, "setup": setup})
    assert answer.status_code == 400
    assert reason in answer.json()["detail"]


# Players --------------------------------------------------------------------------------------------------------------


def test_saved_renamed_and_deleted(client: TestClient) -> None:
    saved = ask(client, "saved", name="patient", text=PATIENT)
    line = client.get("/api/strategies").json()["saved"][0]
    assert (line["name"], line["title"], line["about"], line["player"]) == (
        "patient",
        "Patient",
        "waits for good hands",
        "patient.pokerlang",
    )
    assert "patient.pokerlang" in client.get("/api/about").json()["agents"]
    twice = client.post("/api/strategies/saved", json={"name": "patient", "text": PATIENT})
    assert twice.status_code == 400
    bad = client.post("/api/strategies/saved", json={"name": "bad", "text": "tactic when x: {}"})
    assert bad.status_code == 400
    assert bad.json()["detail"].startswith("the text: line 1, column 14")
    assert client.post("/api/strategies/saved", json={"name": "../bad", "text": PATIENT}).status_code == 422
    ask(client, f"saved/{saved['id']}/rename", name="calm")
    assert client.get("/api/strategies").json()["saved"][0]["player"] == "calm.pokerlang"
    changed = client.put(f"/api/strategies/saved/{saved['id']}", json={"name": "calm", "text": "# other\n" + PATIENT})
    assert changed.json()["text"].startswith("# other")
    assert client.delete(f"/api/strategies/saved/{saved['id']}").status_code == 204
    assert client.get(f"/api/strategies/saved/{saved['id']}").status_code == 404
    assert client.get("/api/strategies").json()["saved"] == []


def test_saved_strategies_play_matches_by_name(client: TestClient, over: Callable[..., dict[str, Any]]) -> None:
    """A saved one, and one that is sent along: the match keeps the texts, whatever happens to the saved one."""
    saved = ask(client, "saved", name="caller", text="tactic otherwise: { otherwise -> call; }")
    order = {
        "agents": ["caller.pokerlang", "folder.pokerlang"],
        "strategies": {"folder.pokerlang": "tactic otherwise: { otherwise -> fold; }"},
        "game": "holdem",
        "hands": 20,
        "mode": "duplicate",
    }
    job = client.post("/api/watch", json=order).json()
    client.delete(f"/api/strategies/saved/{saved['id']}")
    found = over(client, job["id"])
    assert found["state"] == "done", found["error"]
    caller, folder = found["result"]["players"]
    assert (caller["name"], folder["name"]) == ("caller", "folder")
    # The folder loses its small blind, half a big blind, on the button, and checks the big blind down.
    assert folder["chips"][0] < 0.0
    assert caller["faults"] == folder["faults"] == 0
    assert "caller.pokerlang folder.pokerlang" in found["result"]["command"]
    for agents, status in ((["caller.pokerlang", "random"], 404), (["/etc/passwd.pokerlang", "random"], 404)):
        assert client.post("/api/watch", json={"agents": agents}).status_code == status
    wrong = {"agents": ["x.pokerlang", "random"], "strategies": {"x.pokerlang": "tactic"}}
    assert "ends too early" in client.post("/api/watch", json=wrong).json()["detail"]


def test_saved_strategies_sit_at_tables(client: TestClient) -> None:
    ask(client, "saved", name="caller", text="tactic otherwise: { otherwise -> call; }")
    chairs = [{"kind": "human"}, {"kind": "bot", "agent": "caller.pokerlang"}]
    table = client.post("/api/tables", json={"chairs": chairs})
    assert table.status_code == 201
    assert table.json()["seats"][1]["name"] == "caller"
    other = client.post("/api/tables", json={"chairs": chairs, "game": "leduc"})
    assert other.status_code == 400
    assert "hold'em" in other.json()["detail"]
    unknown = [{"kind": "human"}, {"kind": "bot", "agent": "nobody.pokerlang"}]
    assert client.post("/api/tables", json={"chairs": unknown}).status_code == 404


def test_tables_with_strategies_survive_a_restart(open_server: Any, tmp_path: Path) -> None:
    chairs = [{"kind": "human"}, {"kind": "bot", "agent": "draft.pokerlang"}]
    texts = {"draft.pokerlang": "tactic otherwise: { otherwise -> call; }"}
    with open_server(tmp_path) as first:
        answer = httpx.post(first.url("api/tables"), json={"chairs": chairs, "strategies": texts}, timeout=60)
        name = answer.json()["id"]
    with open_server(tmp_path) as second:
        table = httpx.get(second.url(f"api/tables/{name}"), timeout=60).json()
        assert table["seats"][1]["agent"] == "draft.pokerlang"
        bot = second.tables.get(name)._bots[1]
        assert isinstance(bot._make(bot.text), PokerLang)
