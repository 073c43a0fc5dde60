"""A browser that draws the real table page and the replayer from given frames, without a server, and photographs them.

The page is the application's own: its modules and style sheets are handed to Chromium from the package, and the
table's socket is replaced by one that hears the frames it is given. What is photographed is therefore what a user
sees. About 80 ms for a picture of 1440 x 900, most of it Chromium's own work.
"""

from __future__ import annotations

import base64
import json
import mimetypes
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from riverboat.errors import RiverboatError

Theme = Literal["light", "dark"]
DeckColours = Literal["two", "four"]

_SCRIPTS: Final = Path(__file__).resolve().parent
_WEB: Final = _SCRIPTS.parent
_STATIC: Final = _WEB / "static"
_FOLDERS: Final = {
    "/static/show/": _WEB.parent / "show" / "replayer",
    "/static/spot/": _WEB.parent / "solve" / "spot" / "viewer",
    "/static/": _STATIC,
}
"""Where the application's server finds files (`web.app`), the longest address first."""
_ORIGIN: Final = "http://riverboat.invalid"
_SOCKET: Final = """
window.WebSocket = class extends EventTarget {
  static OPEN = 1;
  readyState = 1;
  constructor() { super(); window.line = this; queueMicrotask(() => this.dispatchEvent(new Event("open"))); }
  send() {}
  close() {}
};
window.hear = (frame) => window.line.dispatchEvent(new MessageEvent("message", { data: frame }));
window.setInterval = () => 0;
"""
_PATIENCE: Final = 600_000
"""Milliseconds in which the browser must answer: on a busy machine it may take minutes to start."""
_DRESS: Final = "([theme, deck]) => Object.assign(document.documentElement.dataset, { theme, deck })"
_REPLAY: Final = """async ([film, options]) => {
  const { replayer } = await import("/static/show/replayer.js");
  const { sheet } = await import("/static/lib/style.js");
  await sheet("/static/show/replayer.css");
  document.getElementById("page").replaceChildren(replayer(film, options));
  window.scrollTo(0, 0);
}"""


@dataclass(frozen=True)
class Viewport:
    """The size of a window in CSS pixels, and how many pixels of the picture each of them has."""

    width: int
    height: int
    scale: float = 1.0

    def __str__(self) -> str:
        return f"{self.width}x{self.height}" + (f"@{self.scale:g}" if self.scale != 1 else "")


class Studio:
    """One page of a browser; made by `studio()`."""

    def __init__(self, tab: Any) -> None:
        self.tab = tab
        self._cdp = tab.context.new_cdp_session(tab)
        self._surface = ""

    def view(self, viewport: Viewport, theme: Theme = "light", deck: DeckColours = "four") -> None:
        """Set the window's size and the look of what comes next."""
        self._cdp.send(
            "Emulation.setDeviceMetricsOverride",
            {
                "width": viewport.width,
                "height": viewport.height,
                "deviceScaleFactor": viewport.scale,
                "mobile": False,
            },
        )
        self.tab.evaluate(_DRESS, [theme, deck])

    def show_table(self, frame: Mapping[str, Any]) -> None:
        """Let the table page hear a frame of the server."""
        if self._surface != "table":
            self._open("table")
        self.tab.evaluate("(frame) => window.hear(frame)", json.dumps(frame))

    def show_replayer(self, film: Mapping[str, Any], step: int, bottom: int, *, open_cards: bool = True) -> None:
        """Let the replayer show a step of a hand."""
        if self._surface != "replayer":
            self._open("replayer")
        self.tab.evaluate(_REPLAY, [film, {"step": step, "open": open_cards, "bottom": bottom}])

    def refresh(self) -> None:
        """Begin with a fresh page: what a page has shown before does not stay in its log."""
        self._surface = ""

    def _open(self, surface: str) -> None:
        """A fresh page of the application, dressed as before."""
        dressed = self.tab.evaluate("() => ({ ...document.documentElement.dataset })")
        self.tab.goto(f"{_ORIGIN}/play/picture")
        self.tab.wait_for_function("() => window.line && document.querySelector('.stage')", timeout=_PATIENCE / 5)
        self.tab.evaluate(_DRESS, [dressed.get("theme", "light"), dressed.get("deck", "four")])
        self._surface = surface

    def facts(self) -> dict[str, Any]:
        """Where the page has put things, in CSS pixels, and the words on labels and buttons."""
        found: dict[str, Any] = self.measure("facts.js")
        return found

    def picture(self) -> bytes:
        """The window as a PNG file."""
        shot = self._cdp.send(
            "Page.captureScreenshot", {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False}
        )
        return base64.b64decode(shot["data"])

    def measure(self, script: str, argument: Any = None) -> Any:
        """The value of one of the scripts in this folder, each of them a function, in the page."""
        return self.tab.evaluate((_SCRIPTS / script).read_text(encoding="utf-8"), argument)


@contextmanager
def studio() -> Iterator[Studio]:
    """A studio; it is closed at the end."""
    try:
        from playwright.sync_api import Error, sync_playwright
    except ImportError:
        raise RiverboatError('rendering needs playwright: pip install "riverboat[vision]"') from None
    where = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if where is None:
        raise RiverboatError("rendering needs the program chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"], timeout=_PATIENCE)
        try:
            context = browser.new_context(reduced_motion="reduce", viewport={"width": 1440, "height": 900})
            context.add_init_script(_SOCKET)
            context.set_default_timeout(_PATIENCE)
            tab = context.new_page()
            tab.route("**/*", _serve)
            tab.goto(f"{_ORIGIN}/play/picture")
            yield Studio(tab)
        except Error as error:
            raise RiverboatError(f"rendering: chromium failed: {error.message.splitlines()[0]}") from None
        finally:
            browser.close()


def _serve(route: Any) -> None:
    """Answer a request of the page from the package's files; any page address gives the application."""
    path = route.request.url.removeprefix(_ORIGIN).partition("?")[0]
    found = (folder / path.removeprefix(address) for address, folder in _FOLDERS.items() if path.startswith(address))
    file = next(found, _STATIC / "index.html")
    if not file.is_file():
        route.fulfill(status=404, body="")
        return
    kind = mimetypes.guess_type(file.name)[0] or "application/octet-stream"
    route.fulfill(status=200, content_type=kind, body=file.read_bytes())
