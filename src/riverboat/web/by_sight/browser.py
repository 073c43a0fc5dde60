"""A table of a Riverboat server in Chromium: take a seat, take pictures, click.

Only servers on this machine are opened, and only their table pages: nothing here can be pointed at another program.
The pointer jumps to the middle of a button; how people move a mouse is not imitated, and nothing is hidden.
"""

from __future__ import annotations

import base64
import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

from riverboat.errors import RiverboatError
from riverboat.games.action import Action
from riverboat.games.hand import Hand
from riverboat.games.rules import Rules
from riverboat.games.view import HIDDEN
from riverboat.vision.sighting import Control, Sighting
from riverboat.vision.tracker.mismatch import amount_in
from riverboat.web.settings import is_loopback
from riverboat.web.tables.setup import table_rules, without_players

VIEWPORT: Final = {"width": 1280, "height": 900}
_SEATS: Final = "riverboat.seats"
_DISPLAY: Final = "riverboat.display"
_PLAIN: Final = {"blinds": False, "positions": False, "hud": False, "lesson": False}
"""The table as the eye knows it, without what people can switch on."""
_CONTROLS: Final[dict[str, Control]] = {
    "fold": "fold", "check_or_call": "call", "bring_in": "call", "raise_to": "raise",
}  # fmt: skip


@dataclass(frozen=True)
class Address:
    """Where a table is."""

    server: str
    table: str
    query: str = ""

    @classmethod
    def parse(cls, url: str) -> Address:
        """`http://127.0.0.1:8462/play/TABLE`, on this machine only."""
        parts = urlsplit(url)
        folder, _, table = parts.path.rstrip("/").rpartition("/")
        if parts.scheme != "http" or not parts.hostname or folder != "/play" or not table:
            raise RiverboatError(f'table "{url[:80]}": expected the address of a table, http://127.0.0.1:8462/play/...')
        if not is_loopback(parts.hostname):
            raise RiverboatError(f'table "{url[:80]}": only tables of a Riverboat server on this machine are played')
        return cls(f"http://{parts.netloc}", table, parts.query)


class TableTab:
    """The page of one table, seen from one seat."""

    def __init__(self, tab: Any, address: Address, key: str, player: str) -> None:
        self._tab, self._address = tab, address
        self._devtools = tab.context.new_cdp_session(tab)
        suffix = f"?{address.query}" if address.query else ""
        try:
            answer = tab.goto(f"{address.server}/play{suffix}")
        except Exception as error:
            raise RiverboatError(f"{address.server}: {str(error).splitlines()[0][:120]}") from None
        if not answer.ok:
            token = "; add ?token=... from the address that it printed" if answer.status == 401 else ""
            raise RiverboatError(f"{address.server}: the server answers {answer.status}{token}")
        table = self._ask("GET", "")
        self.first = int(table["hand"])
        """The last hand that was dealt before we came."""
        self.game = without_players(table["game"])
        self.key = key or self._sit(table, player)
        seats = json.dumps({address.table: {"chair": 0, "key": self.key}})
        stored = {_SEATS: seats, _DISPLAY: json.dumps(_PLAIN)}
        tab.evaluate("(all) => { for (const name in all) localStorage.setItem(name, all[name]); }", stored)
        tab.goto(f"{address.server}/play/{address.table}")
        tab.wait_for_selector(".seat.mine")

    def _sit(self, table: dict[str, Any], player: str) -> str:
        free = [chair for chair, seat in enumerate(table["seats"]) if seat["free"]]
        if not free:
            raise RiverboatError(f"table {self._address.table}: no seat is free; give the key of yours with --key")
        return str(self._ask("POST", f"/seats/{free[0]}", {"name": player})["key"])

    def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        """Ask the server something before or after play; while hands are played only the picture counts."""
        url = f"{self._address.server}/api/tables/{self._address.table}{path}"
        answer = self._tab.request.fetch(url, method=method, data=body)
        if not answer.ok:
            try:
                why = answer.json()["detail"]
            except Exception:
                why = f"the server answers {answer.status}"
            raise RiverboatError(f"table {self._address.table}: {why}")
        return answer.json()

    def rules_for(self, players: int) -> Rules:
        """The game that is played here."""
        return table_rules(self.game, "", players, 0)

    def hands(self) -> list[tuple[Hand, int]]:
        """The hands that were recorded since we came, and our position in each."""
        found: list[dict[str, Any]] = []
        while page := self._ask("POST", f"/hands?before={found[0]['hand']}" if found else "/hands", {"key": self.key}):
            found = [*page, *found]
            if page[0]["hand"] <= self.first:
                break
        return [(self._hand(each), each["position"]) for each in found if each["hand"] > self.first]

    def _hand(self, record: dict[str, Any]) -> Hand:
        rules = self.rules_for(len(record["players"]))

        def cards(texts: list[str]) -> tuple[int, ...]:
            return tuple(HIDDEN if text == "??" else rules.deck.parse_card(text) for text in texts)

        actions = tuple((street, who, Action(verb, amount)) for street, who, verb, amount in record["actions"])
        payoffs, stacks = tuple(record["payoffs"]), tuple(record["stacks"])
        folded = {who for _, who, action in actions if action.verb == "fold"}
        first, *others = map(cards, record["boards"])
        return Hand(
            rules, tuple(record["players"]), stacks, tuple(map(cards, record["down"])),
            tuple(map(cards, record["up"])), first, actions, (), tuple(who not in folded for who in range(len(stacks))),
            payoffs, record["hand"], "chips", tuple(others),
        )  # fmt: skip

    def picture(self) -> bytes:
        """A picture of the page, as PNG."""
        options = {"format": "png", "optimizeForSpeed": True, "captureBeyondViewport": False}
        return base64.b64decode(self._devtools.send("Page.captureScreenshot", options)["data"])

    def click(self, action: Action, seen: Sighting) -> bool:
        """Press the button of an action where the picture shows it; whether it was there."""
        control = _CONTROLS[action.verb]
        button = next((each for each in seen.buttons if each.control == control), None)
        if button is None:
            return False
        if action.verb == "raise_to" and amount_in(button.text.value) != action.amount:
            if seen.amount_box is None:
                return False
            self._tab.mouse.click(*seen.amount_box.centre)
            self._tab.keyboard.press("Control+A")
            self._tab.keyboard.type(str(action.amount))
        self._tab.mouse.click(*button.box.centre)
        return True

    def deal(self) -> None:
        """Ask for the next hand, by the page's key for it."""
        self._tab.keyboard.press("d")

    @property
    def tab(self) -> Any:
        """The page itself, for eyes that look at it."""
        return self._tab


@contextmanager
def open_table(url: str, key: str = "", player: str = "Eye", browser: Any = None) -> Iterator[TableTab]:
    """Open a table in a browser, a new one or the given one; without a key the first free seat is taken."""
    address = Address.parse(url)
    with _chromium(browser) as chromium:
        context = chromium.new_context(viewport=VIEWPORT)
        try:
            yield TableTab(context.new_page(), address, key, player)
        finally:
            context.close()


@contextmanager
def _chromium(browser: Any) -> Iterator[Any]:
    if browser is not None:
        yield browser
        return
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        raise RiverboatError('playing by sight needs playwright: pip install "riverboat[vision]"') from None
    where = shutil.which("chromium") or shutil.which("chromium-browser")
    if where is None:
        raise RiverboatError("playing by sight needs Chromium: the program chromium was not found")
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=where, args=["--no-sandbox"])
        try:
            yield chromium
        finally:
            chromium.close()
