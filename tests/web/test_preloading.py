"""What the browser is told to load before it has read a script."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest
from playwright.sync_api import expect

from riverboat.web.app import PAGES
from riverboat.web.preloading import imported

SCRIPTS = {
    "/static/main.js": 'import { h } from "./lib/dom.js";\nimport "./lib/keys.js";\nawait import(`./${x}.js`);',
    "/static/lib/dom.js": "// nothing\nconst text = 'import it from \"./not.js\"';",
    "/static/lib/keys.js": 'import {\n  h,\n  text,\n} from "./dom.js";\nexport { grid } from "../spot/grid.js";',
    "/static/spot/grid.js": 'import { keys } from "../lib/keys.js";',
}


def test_imports_of_imports_once_each_and_in_a_circle() -> None:
    assert imported("/static/main.js", SCRIPTS.__getitem__) == [
        "/static/main.js",
        "/static/lib/dom.js",
        "/static/lib/keys.js",
        "/static/spot/grid.js",
    ]


@pytest.mark.parametrize("page", ["", *PAGES])
def test_every_hint_leads_to_a_script(here: Any, page: str) -> None:
    with httpx.Client(base_url=here.url(""), timeout=60) as client:
        hints = re.findall(r'<link rel="modulepreload" href="([^"]+)">', client.get(page).text)
        assert f"/static/pages/{page or 'home'}.js" in hints
        assert len(hints) == len(set(hints)) > 5
        for hint in hints:
            answer = client.get(hint)
            assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (200, "text/javascript")


def test_a_page_loads_no_module_that_it_was_not_told_of(page: Any) -> None:
    """The gallery of strategies: one wave of modules; its builder comes when it is wanted."""
    page.goto("/strategies")
    expect(page.get_by_role("heading", name="Shipped strategies")).to_be_visible()
    hints = page.evaluate("[...document.querySelectorAll('link[rel=modulepreload]')].map((each) => each.href)")
    loaded = page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    assert {each for each in loaded if each.endswith(".js") and "theme" not in each} == set(hints)
