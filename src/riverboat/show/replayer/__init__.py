"""The replayer: `frames` describes a hand step by step as plain data, `replayer.js` and `replayer.css` show it.

`saving.js` makes files of tables and pictures, for pages with replays and for the room.
"""

from __future__ import annotations

from importlib.resources import files

from riverboat.show.replayer.frames import frames

__all__ = ["frames", "saving_script", "script", "style"]


def script() -> str:
    """The browser component, an ES module that exports `replayer(data, options)`, which makes an element."""
    return _text("marks.js") + _text("replayer.js").replace('import { fiducials } from "./marks.js";\n', "")


def saving_script() -> str:
    """An ES module that exports `csv`, `rowsOf`, `picture` and `save`: tables as CSV, elements as PNG."""
    return _text("saving.js")


def style() -> str:
    """The component's style; colours follow the variables of the page around it."""
    return _text("replayer.css")


def _text(name: str) -> str:
    return files("riverboat.show.replayer").joinpath(name).read_text(encoding="utf-8")
