"""What a player can check in the page: the deck of a hand; and what everyone is told when nothing can be stored."""

from __future__ import annotations

import re
from typing import Any

SETUP = {
    "title": "Checked",
    "game": "holdem(betting=limit)",
    "pace": 0,
    "auto_deal": False,
    "chairs": [{"kind": "human"}, {"kind": "bot", "agent": "always_raise"}],
}


def test_the_deck_of_a_hand_is_verified_in_the_page(page: Any) -> None:
    page.goto("/play")
    page.evaluate(
        """async (setup) => { (await import("/static/play/lobby.js")).openTable(setup); }""",
        SETUP,
    )
    page.wait_for_url(re.compile("/play/[0-9a-f]+$"))
    page.get_by_role("button", name="Deal", exact=True).click()
    page.wait_for_selector(".actions.asked")
    page.keyboard.press("f")
    page.get_by_role("button", name="Verify").click()
    page.wait_for_selector("dialog.proof")
    assert "Verified: these cards were fixed before the hand" in page.locator("dialog.proof").inner_text()
    assert "the one this page showed before the hand" in page.locator("dialog.proof").inner_text()
    assert page.locator("dialog.proof .card").count() >= 2
    found = page.evaluate(
        """async () => {
            const { wrong } = await import("/static/play/verify.js");
            const { keyOf } = await import("/static/play/keys.js");
            const { api } = await import("/static/lib/api.js");
            const id = location.pathname.split("/").at(-1);
            const proof = await api.post(`tables/${id}/hands/1/proof`, { key: keyOf(id) });
            const changed = structuredClone(proof);
            changed.openings[0][1] = changed.openings[0][1] === "Ah" ? "As" : "Ah";
            return [await wrong(proof, proof.root), await wrong(proof, "00"), await wrong(changed, proof.root)];
        }"""
    )
    assert found[0] is None
    assert "another commitment" in found[1]
    assert "is not the card" in found[2]


def test_a_banner_says_that_nothing_can_be_stored(page: Any) -> None:
    problem = {"problem": "nothing can be stored: the disk is full"}
    page.route("**/api/health", lambda route: route.fulfill(json=problem))
    page.goto("/study")
    page.wait_for_selector("#problem:not([hidden])")
    assert "the disk is full. Tables are paused" in page.locator("#problem").inner_text()
    assert page.locator("#problem").get_attribute("role") == "alert"
    page.unroute("**/api/health")
    page.goto("/play")
    page.wait_for_selector(".quick")
    assert page.locator("#problem").is_hidden()
