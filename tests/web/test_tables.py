"""Live tables over real sockets: chips are conserved in any game, nobody is sent another's cards, bots do no harm."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from table_players import Person, any_legal, new_table, sit

from riverboat.games import Action, Agent, Hand, View
from riverboat.games.catalogue import games, parse_game
from riverboat.web.tables import bots, requests, table

GAMES = [
    ("holdem(betting=limit)", ["rules", "random"]),
    ("holdem(betting=no-limit)", ["rules(style=loose_aggressive)", "random"]),
    ("holdem(betting=no-limit,rake=0.05/300)", ["random"]),
    ("omaha(betting=pot-limit)", ["random", "acpc_example"]),
    ("triple_draw", ["random", "random"]),
    ("badugi", ["random"]),
    ("stud", ["random", "random"]),
    ("razz", ["rules"]),
    ("anaconda", ["random"]),
    ("baseball", ["random"]),
    ("leduc", ["random"]),
]


def address_of(here: Any) -> str:
    return str(here.url("").rstrip("/"))


def socket_of(here: Any, name: str) -> str:
    return str(here.url(f"api/tables/{name}/live", "ws"))


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))


@pytest.mark.parametrize(("game", "agents"), GAMES, ids=[game for game, _ in GAMES])
def test_chips_are_conserved_and_nobody_sees_anothers_cards(
    here: Any, monkeypatch: pytest.MonkeyPatch, game: str, agents: list[str]
) -> None:
    _play_and_search(here, monkeypatch, game, agents, 12)


EVERY_GAME = [*games(), *(game for game, _ in GAMES if "(" in game), "holdem(boards=2)", "holdem(runs=2)"]


@pytest.mark.slow
@pytest.mark.chaos("games whose raw frames were searched for hidden cards", 1, "leaked")
@pytest.mark.parametrize("game", EVERY_GAME)
def test_no_frame_of_any_game_of_the_catalogue_shows_a_hidden_card(
    here: Any, monkeypatch: pytest.MonkeyPatch, record_property: Callable[[str, object], None], game: str
) -> None:
    bots = [] if parse_game(game).players == 2 else ["random"]
    frames = _play_and_search(here, monkeypatch, game, bots, 60)
    record_property("chaos", ("raw frames searched for hidden cards", frames, "leaked"))


def _play_and_search(here: Any, monkeypatch: pytest.MonkeyPatch, game: str, agents: list[str], count: int) -> int:
    """Two people, bots and a watcher: every card in every raw frame was that seat's own, open, or shown down.

    Returns how many frames were searched.
    """
    hands: list[Hand] = []
    address = address_of(here)
    name = new_table(address, game=game, people=2, bots=agents)
    keeper = here.tables._keeper
    monkeypatch.setattr(keeper, "record", lambda table, title, hand: hands.append(hand))
    keys = [sit(address, name, chair) for chair in range(2)]

    async def play() -> list[Person]:
        url = socket_of(here, name)
        async with Person(url, keys[0], 1) as ann, Person(url, keys[1], 2) as bob, Person(url) as watcher:
            watching = asyncio.create_task(_watch(watcher))
            await asyncio.gather(ann.play(count), bob.play(count))
            await asyncio.sleep(0.1)
            watching.cancel()
            return [ann, bob, watcher]

    people = asyncio.run(asyncio.wait_for(play(), 600))
    assert len(hands) >= count
    searched = 0
    for person in people:
        frames = [json.loads(text) for text in person.raw]
        first = _first_turns(frames)
        checked = sum(_check_frame(frame, person.you, hands, here, name, first) for frame in frames)
        assert checked > count
        searched += checked
    info = httpx.get(f"{address}/api/tables/{name}").json()
    bought = sum(seat["bought"] for seat in info["seats"])
    assert sum(seat["stack"] for seat in info["seats"]) + info["pot"] + info["house"] == bought
    if "rake" not in game:
        assert info["house"] == 0
    return searched


async def _watch(watcher: Person) -> None:
    while True:
        await watcher.hear()


def _words(part: Any) -> Iterator[str]:
    """Every word of every text in a frame, cards that are written together one by one."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from _words(name)
            yield from _words(value)
    elif isinstance(part, list):
        for value in part:
            yield from _words(value)
    elif isinstance(part, str):
        for word in re.findall(r"[\w*]+", part):
            yield word
            if re.fullmatch(r"(?:[2-9TJQKA][cdhs]|\*){2,}", word):
                yield from re.findall(r"[2-9TJQKA][cdhs]|\*", word)


def _check_frame(
    frame: dict[str, Any], you: int | None, hands: list[Hand], here: Any, name: str, first: dict[int, int]
) -> bool:
    """The cards in a frame beside the dealer's own record of the hand."""
    deck = hands[0].rules.deck
    found = set(_words(frame)) & {deck.card_text(card) for card in range(deck.size)}
    if frame["kind"] != "now":
        assert not found
        return False
    hand = next((hand for hand in hands if hand.number == frame["hand"]), None)
    if hand is None:
        return False
    chairs = [seat.name for seat in here.tables.get(name).seats]
    own = hand.players.index(chairs[you]) if you is not None and chairs[you] in hand.players else None
    states = list(hand.replay())
    allowed: set[int] = set()
    seen = frame["turn"] - first[frame["hand"]] + 1
    for state in states if "over" in frame else states[:seen]:
        allowed.update(state.board, *state.other_boards, *state.up)
        if own is not None:
            allowed.update(state.down[own])
    if "over" in frame and hand.went_to_showdown:
        allowed.update(card for p, alive in enumerate(hand.live) if alive for card in hand.down[p])
    assert found <= {deck.card_text(card) for card in allowed}, (frame, hand)
    return True


def _first_turns(frames: list[dict[str, Any]]) -> dict[int, int]:
    """The turn at which each hand began: a frame's turn less the actions that it tells, for the earliest of them."""
    first: dict[int, int] = {}
    for frame in frames:
        if frame["kind"] == "now":
            began = frame["turn"] - sum(entry["verb"] != "note" for entry in frame["did"])
            first[frame["hand"]] = min(first.get(frame["hand"], began), began)
    return first


def test_a_bot_that_fails_cheats_or_hangs_is_checked_or_folded(here: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The table says what it did, plays on, and another table does not notice."""

    class Bad(Agent):
        def __init__(self, way: str) -> None:
            super().__init__()
            self.way = way

        def act(self, view: View) -> Action:
            if self.way == "fails":
                raise ValueError("no idea")
            if self.way == "cheats":
                return Action.raise_to(10**9)
            while True:  # hangs
                time.sleep(0.01)

    real = bots.Bot

    def bot(name: str, agent: str, workers: Any, history: Any, make: Any) -> Any:
        way = {"always_fold": "fails", "always_raise": "cheats", "always_call": "hangs"}.get(agent)
        if way is None:
            return real(name, agent, workers, history, make=make)
        made = real(name, agent, workers, history, seconds=0.2, make=lambda text: Bad(way))
        monkeypatch.setattr(made, "is_quick", lambda rules: False)
        monkeypatch.setattr(made, "prepare", _unprepared(made))
        return made

    def _unprepared(made: Any) -> Any:
        async def prepare(rules: Any) -> None:
            made._agent = made._new()

        return prepare

    monkeypatch.setattr(table, "Bot", bot)
    address = address_of(here)
    bad = new_table(address, bots=["always_fold", "always_raise", "always_call"])
    good = new_table(address, bots=["random"])
    keys = sit(address, bad), sit(address, good)

    def call(frame: dict[str, Any], rng: Random) -> dict[str, Any]:
        return {"kind": "act", "turn": frame["turn"], "verb": "call"}

    async def play() -> list[str]:
        async with Person(socket_of(here, bad), keys[0]) as ann, Person(socket_of(here, good), keys[1]) as bob:
            slow = asyncio.create_task(ann.play(8, call))
            await bob.play(20, call)
            await slow
            entries = [entry for text in ann.raw for entry in json.loads(text).get("did", ())]
            return [entry["text"] for entry in entries if entry["verb"] == "note"]

    notes = " | ".join(run(play()))
    assert "no idea" in notes
    assert "raise" in notes
    assert "no answer within 0.2 s" in notes
    assert "only checks and folds" in notes
    assert here.tables._workers.hung <= bots.MAX_HANGS


def test_a_bot_that_cannot_play_the_game_is_refused(here: Any) -> None:
    chairs = [{"kind": "human"}, {"kind": "bot", "agent": "poki"}]
    answer = httpx.post(here.url("api/tables"), json={"game": "stud", "chairs": chairs}, timeout=60)
    assert answer.status_code == 400
    assert "limit hold'em" in answer.json()["detail"]


def test_only_registered_agents_sit_down(here: Any) -> None:
    for agent in ("/etc/passwd.py", "acpc:rm", "x.strategy", "nobody", "rules(style=mad)", "bots/x.py:Y"):
        chairs = [{"kind": "human"}, {"kind": "bot", "agent": agent}]
        answer = httpx.post(here.url("api/tables"), json={"chairs": chairs}, timeout=60)
        assert answer.status_code == 400, agent
        assert "agent" in answer.json()["detail"]


def test_a_saved_game_is_played(here: Any) -> None:
    """Leduc as a PGDL document, by its id."""
    from riverboat.games import make_game
    from riverboat.games.pgdl import dump

    here.app.state.services.documents.put("game", "mine", {"name": "My Leduc", "pgdl": dump(make_game("leduc"))})
    name = new_table(address_of(here), saved="mine", bots=["random"])
    key = sit(address_of(here), name)

    async def play() -> Person:
        async with Person(socket_of(here, name), key) as ann:
            await ann.play(5)
            return ann

    assert run(play()).last["hand"] >= 5
    chairs = [{"kind": "human"}, {"kind": "bot", "agent": "random"}]
    assert httpx.post(here.url("api/tables"), json={"saved": "none", "chairs": chairs}).status_code == 404


def test_finished_hands_are_in_the_database_and_score_and_replay_are_told(
    here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(requests, "_HANDS_AT_A_TIME", 4)  # so the score is made in three turns
    monkeypatch.setattr(requests, "MAX_HANDS", 4)
    name = new_table(address_of(here), game="holdem(betting=limit)", bots=["random"])
    key = sit(address_of(here), name, name="Ann")

    async def play() -> tuple[dict[str, Any], dict[str, Any], int]:
        async with Person(socket_of(here, name), key) as ann:
            await ann.play(10)
            await ann.say({"kind": "auto", "on": False})
            await ann.until_asked()
            # All at once: a browser that asks while something is worked out for it is answered, not refused.
            await ann.say({"kind": "odds", "turn": ann.last["turn"]})
            await ann.say({"kind": "score"})
            await ann.say({"kind": "replay", "hand": 3})
            answers: dict[str, Any] = {}
            while not answers.keys() >= {"odds", "score", "replay"}:
                frame = await ann.hear()
                answers[frame["kind"]] = frame
            assert "refused" not in answers
            assert 0.0 < answers["odds"]["strength"] < 1.0
            return answers["score"], answers["replay"], sum(_won(ann.raw).values())

    score, replay, won = run(play())
    assert score["hands"] >= 10
    assert score["won"] == pytest.approx(won / 10)
    assert score["adjusted"]["low"] < score["adjusted"]["mean"] < score["adjusted"]["high"]
    assert score["method"] == "deals"
    assert len(replay["film"]["frames"]) > 2
    database = here.app.state.services.database
    stored = list(database.hands(database.simulations()[-1].id))
    assert [hand.number for hand in stored[:10]] == list(range(1, 11))
    assert all("Ann" in hand.players for hand in stored)
    own = f"{address_of(here)}/api/tables/{name}/hands"
    for before, expected in ((11, [7, 8, 9, 10]), (7, [3, 4, 5, 6]), (3, [1, 2]), (1, [])):
        page = httpx.post(own, params={"before": before}, json={"key": key}).json()
        assert [each["hand"] for each in page] == expected
        assert all(each["players"][each["position"]] == "Ann" for each in page)


def test_the_odds_and_words_of_bots_stay_closed_where_several_people_play(
    here: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A bot's probabilities and its error texts follow from its cards: only bots that showed theirs report odds."""
    real = bots.Bot.decide_at_once

    def complain(bot: bots.Bot, view: View) -> bots.Decision:
        return real(bot, view)._replace(faults=(f"I hold {view.rules.deck.cards_text(view.hole)}",))

    monkeypatch.setattr(bots.Bot, "decide_at_once", complain)
    name = new_table(address_of(here), game="holdem(betting=limit)", people=2, bots=["rules(style=loose_passive)"] * 2)
    keys = [sit(address_of(here), name, chair) for chair in range(2)]

    def call(frame: dict[str, Any], rng: Random) -> dict[str, Any]:
        return {"kind": "act", "turn": frame["turn"], "verb": "call"}

    async def play() -> list[dict[str, Any]]:
        url = socket_of(here, name)
        async with Person(url, keys[0], seed=5) as ann, Person(url, keys[1], seed=6) as bob:
            await asyncio.gather(ann.play(25, call), bob.play(25, call))
            return [json.loads(text) for text in ann.raw]

    frames = run(play())
    ends = [frame for frame in frames if "over" in frame]
    odds = [(frame, each) for frame in ends for each in frame["over"]["action_odds"]]
    assert odds, "no bot came to a showdown"
    assert all(str(each["seat"]) in frame["shown"] for frame, each in odds)
    assert all(each["why"]["rule"] and "cards" not in each for _, each in odds)
    notes = {entry["text"] for frame in frames for entry in frame.get("did", ()) if entry["verb"] == "note"}
    assert notes == {"a fault: it checks or folds"}


def _won(raw: list[str]) -> dict[int, int]:
    frames = [json.loads(text) for text in raw]
    return {frame["hand"]: frame["over"]["won"]["0"] for frame in frames if "over" in frame}


def test_the_odds_of_bots_are_told_when_the_hand_is_over(here: Any) -> None:
    """Action odds for each decision of Poki and of a rule player, and none before."""
    name = new_table(address_of(here), game="holdem(betting=limit)", bots=["rules(style=loose_passive)", "poki"])
    key = sit(address_of(here), name)

    def call(frame: dict[str, Any], rng: Random) -> dict[str, Any]:
        return {"kind": "act", "turn": frame["turn"], "verb": "call"}

    async def play() -> list[dict[str, Any]]:
        async with Person(socket_of(here, name), key) as ann:
            await ann.play(6, call)
            return [json.loads(text) for text in ann.raw]

    frames = run(play())
    assert not any("action_odds" in json.dumps(frame) for frame in frames if "over" not in frame)
    dealt = {hand.number: hand for hand in here.app.state.services.database.hands()}
    for over in (frame for frame in frames if "over" in frame):
        entries = [
            entry
            for frame in frames
            if frame["kind"] == "now" and frame["hand"] == over["hand"] and not frame.get("whole")
            for entry in frame["did"]
        ]
        decided = [(entry["seat"], entry["verb"]) for entry in entries if entry["seat"] != 0]
        told = over["over"]["action_odds"]
        assert [(each["seat"], each["verb"]) for each in told] == decided
        assert all(sum(each["odds"].values()) == pytest.approx(1.0, abs=0.002) for each in told)
        assert all(bool(each["why"]) == (each["seat"] == 1) for each in told)  # Poki has odds, the other has rules
        hand = dealt[over["hand"]]
        for each in told:
            place = hand.players.index(["", "Frank", "Poki"][each["seat"]])
            assert each["cards"] == [hand.rules.deck.card_text(card) for card in hand.down[place]]


def test_sitting_out_rebuying_and_dealing_by_hand(here: Any) -> None:
    name = new_table(address_of(here), bots=["always_call"], auto_deal=False, stack=300)
    key = sit(address_of(here), name)

    def all_in(frame: dict[str, Any], rng: Random) -> dict[str, Any]:
        ask = frame["ask"]
        act = {"verb": "raise", "amount": ask["raise"][1]} if "raise" in ask else {"verb": "call"}
        return {"kind": "act", "turn": frame["turn"], **act}

    async def play() -> None:
        async with Person(socket_of(here, name), key) as ann:
            await ann.hear()
            while ann.last.get("waiting") != "ready to deal":
                await ann.hear()
            await ann.say({"kind": "rebuy"})
            assert "full" in (await ann.hear_kind("refused"))["why"]
            for number in range(6):
                await ann.say({"kind": "deal", "hand": number})
                await ann.play(1, all_in)
                assert ann.last["hand"] == number + 1
                stack = ann.last["seats"]["0"]["stack"]
                if stack < 300:
                    if stack:  # who is broke has asked already
                        await ann.say({"kind": "rebuy"})
                    while (await ann.hear_kind("now"))["seats"]["0"]["stack"] < 300:
                        pass
            await ann.say({"kind": "deal", "hand": 2})
            assert "ended some time ago" in (await ann.hear_kind("refused"))["why"]
            await ann.say({"kind": "sit_out", "out": True})
            while ann.last.get("waiting") != "everybody sits out":
                await ann.hear()
            await ann.say({"kind": "deal", "hand": 6})
            await asyncio.sleep(0.1)
            await ann.say({"kind": "sit_out", "out": False})
            await ann.until_asked()
            assert ann.last["hand"] == 7

    run(play())


def test_the_clock_folds_who_does_not_answer_and_leaves_him_out(here: Any) -> None:
    name = new_table(address_of(here), bots=["always_raise"], clock=0.15)
    key = sit(address_of(here), name)

    async def play() -> dict[str, Any]:
        async with Person(socket_of(here, name), key) as ann:
            while ann.last.get("waiting") != "everybody sits out":
                await ann.hear()
            return ann.last

    last = run(play())
    assert last["hand"] == 2
    assert last["seats"]["0"]["state"] in ("out", "folded")


def test_a_table_goes_on_in_the_middle_of_a_hand_after_a_kill(tmp_path: Path, open_server: Any) -> None:
    """A second server on a copy of the first one's files, taken while the hand was being played."""
    import shutil

    with open_server(tmp_path / "first") as first:
        name = new_table(address_of(first), game="holdem(betting=limit)", bots=["rules", "loki_som"])
        key = sit(address_of(first), name)

        async def begin() -> dict[str, Any]:
            async with Person(socket_of(first, name), key) as ann:
                await ann.play(3)
                while not (ann.last.get("ask") and len(ann.last["board"]) >= 3 and "over" not in ann.last):
                    if ann.last.get("ask") and "over" not in ann.last:
                        await ann.say({"kind": "act", "turn": ann.last["turn"], "verb": "call"})
                    await ann.hear()
                await asyncio.sleep(0.6)
                return ann.last

        before = run(begin())
        shutil.copytree(tmp_path / "first", tmp_path / "second")
    with open_server(tmp_path / "second") as second:

        async def go_on() -> tuple[dict[str, Any], Person]:
            async with Person(socket_of(second, name), key) as ann:
                await ann.until_asked()
                found = ann.last
                await ann.play(2)
                return found, ann

        after, ann = run(go_on())
        for part in ("hand", "turn", "button", "board", "cards", "seats", "pot", "ask", "actor"):
            assert after[part] == before[part], part
        assert ann.last["hand"] == before["hand"] + 1
        info = httpx.get(second.url(f"api/tables/{name}")).json()
        assert sum(seat["stack"] for seat in info["seats"]) + info["pot"] == sum(s["bought"] for s in info["seats"])
        learner = second.tables.get(name)._bots[2]._agent
        assert learner.model.frequencies("Player 0", 0, 1) is not None


def test_a_new_player_is_told_of_recent_hands_after_a_restart(here: Any) -> None:
    """A bot that counts the hands it was told of begins with those in the database."""
    told: list[tuple[int, int]] = []

    class Counting(Agent):
        def act(self, view: View) -> Action:
            return view.check_or_call()

        def end(self, hand: Hand) -> None:
            told.append((hand.number, hand.down[hand.players.index("Bot")][0]))

    from riverboat.games.catalogue import parse_game
    from riverboat.games.play import decks, play_hand

    rules = parse_game("holdem(betting=limit)")
    cards = decks(rules, 1)
    played = [
        play_hand(rules, [Counting(), Counting()], next(cards), players=("Bot", "Ann"), number=number)
        for number in range(1, 4)
    ]
    told.clear()
    bot = bots.Bot("Bot", "always_call", here.tables._workers, lambda: played, make=lambda text: Counting())
    bot._new()
    assert [number for number, _ in told] == [1, 2, 3]


def test_any_legal_answers_every_question() -> None:
    """The players of these tests know every kind of question."""
    for ask, verbs in (
        ({"phase": "bet", "fold": True, "call": 5, "raise": [10, 20]}, {"fold", "call", "raise"}),
        ({"phase": "bet", "fold": False, "bring_in": 3, "raise": [10, 10]}, {"bring_in", "raise"}),
        ({"phase": "draw", "cards": [0, 3]}, {"discard"}),
        ({"phase": "pass", "cards": [3, 3]}, {"pass"}),
    ):
        frame: dict[str, Any] = {"ask": ask, "turn": 1, "cards": ["Ah", "Kd", "2c"], "you": 0, "seats": {"0": {}}}
        assert {any_legal(frame, Random(seed))["verb"] for seed in range(60)} == verbs
