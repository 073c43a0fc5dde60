"""What is compiled in the background: how far it is, who waits for it and who does not."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest

from riverboat import warm
from riverboat.agents.scripted import AlwaysCall
from riverboat.extras import MissingExtraError
from riverboat.games import parse_game
from riverboat.progress import Progress
from riverboat.web import preparing
from riverboat.web.preparing import Preparation
from riverboat.web.tables import bots
from riverboat.web.tables.workers import Workers

WORKER = """
import json, sys
for done in (0, 2, 5):
    print(json.dumps({"done": done, "total": 5}), flush=True)
    if done < 5:
        sys.stdin.readline()
"""


def test_steps_are_reported_and_only_unready_players_wait(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))

    async def story() -> list[tuple[int, bool]]:
        begin = asyncio.create_subprocess_exec
        pipes: list[Any] = []

        async def start(*command: str, **options: Any) -> Any:
            process = await begin(sys.executable, "-c", WORKER, **options)
            pipes.append(process.stdin)
            return process

        monkeypatch.setattr(preparing, "is_warm", lambda: False)
        monkeypatch.setattr(asyncio, "create_subprocess_exec", start)
        preparation = Preparation()
        seen: list[tuple[int, bool]] = []
        await preparation.start()
        assert preparation.blocks(["poki"])
        assert preparation.blocks(["chen", "rules(style=rock)"])
        assert not preparation.blocks(["chen", "always_call"])
        while not preparation.is_over:
            await preparation.news()
            seen.append((preparation.percent, preparation.is_over))
            if not preparation.is_over and pipes:
                pipes[0].write(b"\n")
        assert not preparation.blocks(["poki"])
        await preparation.close()
        return seen

    seen = asyncio.run(asyncio.wait_for(story(), 60))
    assert [percent for percent, _ in seen] == sorted(percent for percent, _ in seen)
    assert (40, False) in seen
    assert seen[-1] == (100, True)


def test_a_worker_that_fails_lets_everyone_play(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> bool:
        begin = asyncio.create_subprocess_exec
        monkeypatch.setattr(preparing, "is_warm", lambda: False)
        monkeypatch.setattr(
            asyncio, "create_subprocess_exec", lambda *c, **o: begin(sys.executable, "-c", "print('what?')", **o)
        )
        preparation = Preparation()
        await preparation.start()
        while not preparation.is_over:
            await preparation.news()
        return preparation.blocks(["poki"])

    assert not asyncio.run(asyncio.wait_for(story(), 60))


def test_tables_are_built_with_a_word_where_kernels_are_compiled_already(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another command compiled the kernels, or the tables were deleted: the room must not build them in silence."""
    monkeypatch.setenv("RIVERBOAT_CACHE", str(tmp_path))
    monkeypatch.setattr(preparing, "is_warm", lambda: True)

    async def waits() -> bool:
        begin = asyncio.create_subprocess_exec
        with monkeypatch.context() as patch:
            patch.setattr(asyncio, "create_subprocess_exec", lambda *c, **o: begin(sys.executable, "-c", "", **o))
            preparation = Preparation()
            await preparation.start()
            waited = preparation.blocks(["poki"])
            while not preparation.is_over:
                await preparation.news()
        return waited

    assert asyncio.run(asyncio.wait_for(waits(), 60))
    assert not asyncio.run(asyncio.wait_for(waits(), 60))  # once per installation
    for file in tmp_path.iterdir():
        file.unlink()
    assert asyncio.run(asyncio.wait_for(waits(), 60))


def test_the_worker_leaves_with_whoever_started_it() -> None:
    """Its standard input is closed when the server is killed."""
    code = "import riverboat.warm as w; w.usual_tables = dict; w.is_warm = lambda: True; w._CALLS = ()\n"
    code += "import threading; threading.Thread(target=w._leave_with_parent).start()"
    worker = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE)
    assert worker.stdin is not None
    assert worker.poll() is None
    worker.stdin.close()
    assert worker.wait(60) == 0


def test_the_worker_ends_well_while_whoever_started_it_lives_on() -> None:
    """With another exit than 0 nothing is marked as prepared, and every start of the server prepares again."""
    code = "import riverboat.warm as w; w.usual_tables = dict; w.is_warm = lambda: True; w._CALLS = (); w.main()"
    worker = subprocess.Popen([sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    assert worker.stdin is not None
    assert worker.wait(60) == 0
    worker.stdin.close()


def test_the_mark_of_a_warm_up_is_for_these_kernels_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "_CALLS", (lambda: None,))
    monkeypatch.setattr(warm, "discard_stale_kernels", lambda: 0)
    assert not warm.is_warm()
    warm.warm_up()
    assert warm.is_warm()
    monkeypatch.setattr(warm, "version", lambda name: "another")
    assert not warm.is_warm()


def test_a_table_waits_with_a_word_and_a_starter_table_does_not(here: Any) -> None:
    preparation = here.app.state.services.preparation
    preparation.is_over, preparation.done, preparation.total = False, 2, 5
    with httpx.Client(base_url=here.url(""), timeout=60) as client:
        now = client.get("/api/preparing").json()
        assert (now["is_over"], now["percent"]) == (False, 40)
        assert "chen" in now["ready"]

        def waiting(agent: str) -> str:
            chairs = [{"kind": "human"}, {"kind": "bot", "agent": agent}]
            made = client.post("/api/tables", json={"game": "holdem(betting=limit)", "chairs": chairs}).json()
            return str(client.get(f"/api/tables/{made['id']}").json()["waiting"])

        assert waiting("poki") == "preparing the players, 40 %, once per installation"
        assert waiting("chen") != waiting("poki")
        preparation.is_over = True
        assert client.get("/api/preparing").json()["is_over"]


class Builder(AlwaysCall):
    """Builds for a while before it first plays."""

    def __init__(self, go_on: threading.Event) -> None:
        super().__init__()
        self._go_on = go_on

    def prepare(self, on_progress: Any = None) -> None:
        on_progress(Progress(40, 100))
        assert self._go_on.wait(60)


def test_a_player_that_builds_a_model_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bots, "_SECONDS_BETWEEN_WORDS", 0.02)
    monkeypatch.setattr(bots, "_prepared", set())

    async def story() -> list[str]:
        go_on = threading.Event()
        bot = bots.Bot("Nash", "builder", Workers(), make=lambda text: Builder(go_on))
        said = []
        async for words in bots.prepare_all([bot], parse_game("kuhn"), Preparation()):
            said.append(words)
            go_on.set()
        assert bot.preparing == ""
        return said

    said = asyncio.run(asyncio.wait_for(story(), 60))
    assert set(said) == {"Nash prepares for this game, 40 %, once per installation"}


def test_a_kernel_of_an_extra_that_is_not_installed_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def absent() -> None:
        raise MissingExtraError('training a predictor needs sklearn: pip install "riverboat[models]"')

    def lost() -> None:
        raise ModuleNotFoundError("No module named 'riverboat.nothing'", name="riverboat.nothing")

    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "discard_stale_kernels", lambda: 0)
    done: list[int] = []
    monkeypatch.setattr(warm, "_CALLS", (absent, lambda: done.append(1)))
    warm.warm_up()
    assert done == [1]
    monkeypatch.setattr(warm, "_CALLS", (lost,))
    with pytest.raises(ModuleNotFoundError):
        warm.warm_up()
