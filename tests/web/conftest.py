"""Servers and browsers for the web tests: one in this process, one as a user starts it, and real Chromium."""

from __future__ import annotations

import json
import os
import shutil
import signal
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import httpx
import pytest
import uvicorn
from forked_workers import Workers
from preloaded import Parent, wait_for_end
from sqlalchemy import Engine

from riverboat.records.database import store
from riverboat.records.database.migrations.upgrade import upgrade
from riverboat.web import Settings, create_app
from riverboat.web.limits import http_protocol
from riverboat.web.tasks import jobs


class Here:
    """A server in a thread of this process: its address, and its insides."""

    def __init__(self, folder: Path, **settings: Any) -> None:
        self.settings = Settings(folder=folder, **settings)
        self.app = create_app(self.settings)
        config = uvicorn.Config(
            self.app,
            port=0,
            log_level="warning",
            http=http_protocol(self.settings),
            ws_max_size=self.settings.largest_message,
            ws_per_message_deflate=False,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(target=self._server.run, daemon=True)

    def __enter__(self) -> Here:
        self._thread.start()
        while not self._server.started:
            assert self._thread.is_alive(), "the server did not start"
            time.sleep(0.01)
        self.port = self._server.servers[0].sockets[0].getsockname()[1]
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._thread.join(15)

    @property
    def tables(self) -> Any:
        """The live tables."""
        return self.app.state.services.tables

    def url(self, path: str, scheme: str = "http") -> str:
        """An address of this server."""
        return f"{scheme}://127.0.0.1:{self.port}/{path}"


@pytest.fixture
def over() -> Callable[[Any, str], dict[str, Any]]:
    """Waits until a job is over: give it a client and the job's id."""

    def wait(client: Any, name: str) -> dict[str, Any]:
        end = time.monotonic() + 120
        while time.monotonic() < end:
            job: dict[str, Any] = client.get(f"/api/jobs/{name}").json()
            if job["state"] not in ("waiting", "running"):
                return job
            time.sleep(0.05)
        raise AssertionError("the job does not end")

    return wait


@pytest.fixture
def here(tmp_path: Path) -> Iterator[Here]:
    """A server in this process."""
    with Here(tmp_path / "data") as server:
        yield server


@pytest.fixture(scope="session")
def open_server() -> type[Here]:
    """Opens servers in this process, each on a folder: `with open_server(folder, token=...) as server`."""
    return Here


class Process:
    """`riverboat web` as a user starts it, that can be killed and started again on the same folder and port."""

    def __init__(self, parent: Parent, folder: Path, database: Path) -> None:
        self.folder, self.port = folder, 0
        self._parent = parent
        self._database = database
        self._number = 0
        self.address = ""

    def start(self) -> None:
        """Start it and wait for its first line."""
        self.folder.mkdir(mode=0o700, exist_ok=True)
        if not (self.folder / "riverboat.db").exists():
            _copy(self._database, self.folder / "riverboat.db")
        said = self.folder / "said"
        said.write_text("")
        command = ["web", "--port", str(self.port), "--folder", str(self.folder), "--no-token"]
        self._number = self._parent.start(command, str(said))
        while not (line := said.read_text(encoding="utf-8")).endswith("\n"):
            assert not wait_for_end(self._number, 0.02), f"the server said {line!r}"
        self.address = line.split()[3].rstrip("/")
        self.port = int(self.address.rpartition(":")[2])

    def kill(self) -> None:
        """As `kill -9` does."""
        os.kill(self._number, signal.SIGKILL)
        assert wait_for_end(self._number, 10)

    def stop(self) -> None:
        """As Ctrl-C does."""
        if self._number and not wait_for_end(self._number, 0.0):
            os.kill(self._number, signal.SIGINT)
            if not wait_for_end(self._number, 15):
                self.kill()


@pytest.fixture(scope="session")
def workers() -> Iterator[Workers]:
    """Forks the processes of jobs, which have imported everything already."""
    with TemporaryDirectory(prefix="riverboat-") as folder:  # short: an address may have a hundred characters
        process = Workers(f"{folder}/parent")
        yield process
        process.close()


@pytest.fixture(autouse=True)
def _forked_workers(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """For servers in this process; the tests of jobs have real workers."""
    if request.module.__name__ != "test_jobs" and {"client", "here", "open_server"} & {*request.fixturenames}:
        monkeypatch.setattr(jobs, "WORKER", request.getfixturevalue("workers").command)


CARES_FOR_DATABASES: Final = ("test_database_care", "test_disk_full", "test_private_files", "test_alone")
"""Modules whose tests look at how a database begins."""


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database with nothing in it, made by all steps of the schema; 0.15 s that hundreds of tests would take."""
    file = tmp_path_factory.mktemp("empty") / "empty.db"
    with store.open_database(file):
        pass
    return file


def _copy(database: Path, to: Path) -> None:
    shutil.copyfile(database, to)
    to.chmod(0o600)


@pytest.fixture(autouse=True)
def _copied_databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, empty_database: Path) -> None:
    """New databases of servers in this process begin as copies of the empty one; then they are opened as always."""
    if request.module.__name__ in CARES_FOR_DATABASES:
        return

    def begin(engine: Engine, on_upgrade: Callable[[str, str], object] | None = None) -> None:
        if engine.dialect.name == "sqlite" and engine.url.database:
            file = Path(engine.url.database)
            if file.parent.is_dir() and not (file.exists() and file.stat().st_size):
                _copy(empty_database, file)
        upgrade(engine, on_upgrade)

    monkeypatch.setattr(store, "upgrade", begin)


@pytest.fixture(scope="session")
def parent(workers: Workers) -> Iterator[Parent]:
    """Starts servers that have been imported already."""
    process = Parent(workers.command)
    yield process
    process.close()


@pytest.fixture
def server(parent: Parent, tmp_path: Path, empty_database: Path) -> Iterator[Process]:
    """A server in a process of its own, with an empty folder."""
    process = Process(parent, tmp_path / "data", empty_database)
    process.start()
    try:
        _wait_for_players(process.address)
        yield process
    finally:
        process.stop()


def _wait_for_players(address: str) -> None:
    """Once per machine kernels are compiled and tables built; until then other players sit at the tables."""
    end = time.monotonic() + PREPARATION
    with httpx.Client(base_url=address, timeout=60) as client:
        while not (now := client.get("/api/preparing").json())["is_over"]:
            assert time.monotonic() < end, f"the server does not get ready: {now['words']}"
            time.sleep(0.5)


PREPARATION: Final = 900.0
"""Seconds that a server has to compile and build what is missing on a machine: four minutes of one core."""
PATIENCE: Final = 30_000
"""Milliseconds that a page has for what is expected of it: a busy machine is no failure."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Chromium, without a window; not for longer than a module, because its event loop keeps others from running."""
    api = pytest.importorskip("playwright.sync_api", reason="needs playwright")
    where = shutil.which("chromium") or shutil.which("chromium-browser")
    if where is None:
        pytest.skip("needs chromium")
    api.expect.set_options(timeout=PATIENCE)
    with api.sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        yield chromium
        chromium.close()


KILLED: Final = ("ERR_CONNECTION_", "ERR_EMPTY_RESPONSE", "WebSocket connection")
"""What a browser writes about a server that is gone."""
REFUSED: Final = ("status of 400",)
"""What it writes about a request that the server refused; the page says so to its reader."""


@pytest.fixture
def page(browser: Any, server: Process, request: pytest.FixtureRequest) -> Iterator[Any]:
    """A page of the server; console errors and requests to anywhere else fail the test.

    Tests that provoke errors say which: `@pytest.mark.console("refused")`, or "killed".
    """
    marks = {each for mark in request.node.iter_markers("console") for each in mark.args}
    expected = (KILLED if "killed" in marks else ()) + (REFUSED if "refused" in marks else ())
    context = browser.new_context(viewport={"width": 1440, "height": 900}, base_url=server.address)
    tab = context.new_page()
    wrong = watch_page(tab, server, expected)
    yield tab
    context.close()
    assert wrong == []


def watch_page(tab: Any, server: Process, expected: tuple[str, ...] = ()) -> list[str]:
    """What goes wrong in a page: it grows while the page lives."""
    wrong: list[str] = []

    def console(message: Any) -> None:
        if message.type == "error" and not any(each in message.text for each in expected):
            wrong.append(f"console: {message.text}")

    def request(asked: Any) -> None:
        if not asked.url.startswith((server.address, server.address.replace("http", "ws", 1), "data:", "blob:")):
            wrong.append(f"request to {asked.url}")

    tab.on("console", console)
    tab.on("pageerror", lambda error: wrong.append(f"error: {error}"))
    tab.on("request", request)
    return wrong


class Late:
    """An answer of the server that a page gets late: it is held back until `let_it_come`."""

    def __init__(self, tab: Any, address: str) -> None:
        self._tab = tab
        tab.add_init_script(
            """(() => {
            const ask = window.fetch;
            window.fetch = async (path, options) => {
              const answer = await ask(path, options);
              if (window.letItCome || path !== ADDRESS || options.method !== "GET") return answer;
              await new Promise((go) => (window.letItCome = go));
              setTimeout(() => (window.cameLate = true), 300);
              return answer;
            };
        })();""".replace("ADDRESS", json.dumps(address))
        )

    def wait(self) -> None:
        """Until the server has answered and the page has not heard it."""
        self._tab.wait_for_function("() => window.letItCome")

    def let_it_come(self) -> None:
        """Let the page have it, and some time to make use of it."""
        self._tab.evaluate("() => window.letItCome()")
        self._tab.wait_for_function("() => window.cameLate")


@pytest.fixture
def late(page: Any) -> Callable[[str], Late]:
    """Holds back the first answer to a GET of an address, on pages that are opened from now on."""
    return lambda address: Late(page, address)


@pytest.fixture
def shifted(page: Any) -> Callable[[], float]:
    """How much of the page has jumped since it was opened, without anybody having touched it; below 0.1 is good."""
    page.add_init_script("""
        window.shifted = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
    """)
    return lambda: float(page.evaluate("window.shifted"))


@pytest.fixture
def screenshots() -> Callable[[Any, str], None]:
    """Take pictures of a page at both widths and in both themes, to be looked at, into RIVERBOAT_SCREENSHOTS.

    Where no folder is named nobody looks at them, and there are more than a hundred.
    """
    wanted = os.environ.get("RIVERBOAT_SCREENSHOTS")

    def take(tab: Any, name: str) -> None:
        if not wanted:
            return
        folder = Path(wanted)
        folder.mkdir(parents=True, exist_ok=True)
        before = tab.viewport_size
        for width, height in ((1440, 900), (390, 844)):
            tab.set_viewport_size({"width": width, "height": height})
            for theme in ("light", "dark"):
                tab.evaluate("theme => { document.documentElement.dataset.theme = theme; "
                             "dispatchEvent(new Event('themechange')); }", theme)  # fmt: skip
                tab.wait_for_timeout(150)
                tab.screenshot(path=str(folder / f"{name}-{width}-{theme}.png"), full_page=True)
        tab.set_viewport_size(before)

    return take
