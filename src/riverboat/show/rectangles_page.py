"""A picture with named rectangles that a person can move and resize, and save: one page, nothing is loaded.

Plain data in: the picture as bytes of a PNG or JPEG file, and for each name x, y, width and height in its pixels. The
page's button saves them as JSON, `{"parts": {name: [x, y, width, height]}}`, counted from the origin in the unit that
the caller gives (`vision` uses the table's corner and font size), so that a file that was made on one picture fits
others of another size.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Mapping
from html import escape
from typing import Final

from riverboat.show.page import Html, page

Rectangle = tuple[float, float, float, float]
"""x, y, width, height in pixels."""

_STYLE: Final = """
.board{position:relative;overflow:auto;max-width:100%;touch-action:none}.board img{display:block}
.part{position:absolute;box-sizing:border-box;border:1.5px solid #cf5b2e;background:#cf5b2e18;cursor:move}
.part.chosen{border-color:#3b78c2;background:#3b78c233}.part b{position:absolute;left:0;bottom:100%;font:10px system-ui;
background:#cf5b2e;color:#fff;padding:0 3px;white-space:nowrap}
.part i{position:absolute;right:-5px;bottom:-5px;width:10px;height:10px;background:#3b78c2;cursor:nwse-resize}
"""
_SCRIPT: Final = """
const given = JSON.parse(document.getElementById("given").textContent);
const board = document.querySelector(".board"), said = document.getElementById("said");
const parts = new Map(Object.entries(given.parts).map(([name, box]) => [name, [...box]]));
let chosen = null;
const place = (element, [x, y, width, height]) => Object.assign(element.style,
  { left: `${x}px`, top: `${y}px`, width: `${width}px`, height: `${height}px` });
const choose = (name) => {
  chosen = name;
  for (const each of board.querySelectorAll(".part")) each.classList.toggle("chosen", each.dataset.name === name);
  said.textContent = `${name}: ${parts.get(name).map((side) => side.toFixed(1)).join(", ")} pixels`;
};
const change = (name, by) => {
  const box = parts.get(name).map((side, at) => side + by[at]);
  parts.set(name, [box[0], box[1], Math.max(2, box[2]), Math.max(2, box[3])]);
  place(board.querySelector(`[data-name="${name}"]`), parts.get(name));
  choose(name);
};
for (const [name, box] of parts) {
  const [element, title, corner] = ["div", "b", "i"].map((tag) => document.createElement(tag));
  element.className = "part";
  element.dataset.name = title.textContent = name;
  element.append(title, corner);
  place(element, box);
  element.addEventListener("pointerdown", (start) => {
    start.preventDefault();
    choose(name);
    const sizes = start.target === corner;
    let [x, y] = [start.clientX, start.clientY];
    const move = (event) => {
      const by = [event.clientX - x, event.clientY - y];
      [x, y] = [event.clientX, event.clientY];
      change(name, sizes ? [0, 0, ...by] : [...by, 0, 0]);
    };
    const end = () => { removeEventListener("pointermove", move); removeEventListener("pointerup", end); };
    addEventListener("pointermove", move);
    addEventListener("pointerup", end);
  });
  board.append(element);
}
addEventListener("keydown", (event) => {
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (!by || chosen === null) return;
  event.preventDefault();
  change(chosen, event.shiftKey ? [0, 0, ...by] : [...by, 0, 0]);
});
const layout = () => {
  const [left, top] = given.origin, round = (side) => Math.round(1000 * side / given.unit) / 1000;
  const moved = [...parts].map(([name, [x, y, w, h]]) => [name, [x - left, y - top, w, h].map(round)]);
  return { ...given.about, parts: Object.fromEntries(moved) };
};
document.getElementById("save").addEventListener("click", () => {
  const file = new Blob([JSON.stringify(layout(), null, 1)], { type: "application/json" });
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(file), download: "layout.json" });
  link.click();
  URL.revokeObjectURL(link.href);
});
"""


def rectangles_page(
    title: str,
    picture: bytes,
    parts: Mapping[str, Rectangle],
    *,
    origin: tuple[float, float] = (0.0, 0.0),
    unit: float = 1.0,
    about: Mapping[str, object] | None = None,
    note: str = "",
) -> str:
    """The page; `about` is written into the saved file beside the parts."""
    kind = "png" if picture[:4] == b"\x89PNG" else "jpeg"
    given = {"parts": dict(parts), "origin": origin, "unit": unit, "about": dict(about or {})}
    data = json.dumps(given).replace("<", "\\u003c")
    source = f"data:image/{kind};base64,{b64encode(picture).decode()}"
    body = Html(
        '<p><button id="save" type="button">Save layout</button> <span id="said">Drag a rectangle, or its corner. '
        "Arrow keys move the chosen one by a pixel; with Shift they resize it.</span></p>"
        f'<div class="board"><img alt="{escape(title)}" src="{source}"></div>'
        f'<script type="application/json" id="given">{data}</script><script type="module">{_SCRIPT}</script>'
    )
    return page(title, body, style=_STYLE, note=note)
