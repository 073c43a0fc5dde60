"""Hooks of MkDocs (`mkdocs.yml`): the navigation, the API reference and the project's own texts are the handbook's.

`docs/index.md` lists the pages, `riverboat.handbook` makes the rest, and headings get the names that code hosts give
them, so that one link works in the repository, in the room and on the site.
"""

from __future__ import annotations

import posixpath
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "src"))

from riverboat.handbook import links
from riverboat.handbook.contents import INDEX, REFERENCE, Handbook

_BOOK = Handbook(Path(__file__).resolve().parent.parent)
_CODE_IN_ROW = re.compile(r"(?<=^\|)(?=.*`).*$", re.MULTILINE)
_LIST_AFTER_TEXT = re.compile(r"^((?![-*|>#\s\d]).+)\n(?=(?:[-*]|\d+\.) )", re.MULTILINE)


def on_config(config: Any) -> Any:
    """The navigation, and the names of headings."""
    nav: list[dict[str, Any]] = [{"Contents": f"{INDEX}.md"}]
    for section in _BOOK.sections:
        nav.append({section.title: [{entry.title: f"{entry.name}.md"} for entry in section.entries]})
    config["nav"] = nav
    config["mdx_configs"].setdefault("toc", {})["slugify"] = lambda text, separator: links.slug(text)
    return config


def on_files(files: Any, config: Any) -> Any:
    """Pages that are no files in docs/."""
    from mkdocs.structure.files import File

    for name in _BOOK.pages:
        if not _BOOK.paths.get(name, "").startswith("docs/") or name == REFERENCE:
            uri = f"{name}.md"
            if (old := files.get_file_from_path(uri)) is not None:
                files.remove(old)
            files.append(File.generated(config, uri, content=_BOOK.text(name)))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Any) -> str:
    """Links as the site has them, and lists and tables as its parser wants them."""
    name = page.file.src_uri.removesuffix(".md")

    def leads_to(target: str) -> str | None:
        if links.is_external(target):
            return target
        found = _BOOK.target(name, target)
        if found is None:
            path = links.resolve(_BOOK.path_of(name), target)[0]
            is_file = (_BOOK.root / path).is_file() and not path.startswith("docs/images/")
            return None if is_file else target  # a file of the repository is only named; nothing at all is an error
        other, heading = found
        relative = posixpath.relpath(f"{other}.md", posixpath.dirname(f"{name}.md") or ".")
        return relative + (f"#{heading}" if heading else "")

    text = _CODE_IN_ROW.sub(_bare_bars, links.relink(markdown, leads_to))
    return links.outside_code(text, lambda prose: _LIST_AFTER_TEXT.sub(r"\1\n\n", prose))


def _bare_bars(row: re.Match[str]) -> str:
    """A row whose code has bars as they are: this parser knows that they do not end a cell, and shows a backslash."""
    return re.sub(r"`[^`]*`", lambda code: code.group().replace("\\|", "|"), row.group())
