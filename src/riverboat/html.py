"""Pieces of HTML that any room may need: escaped text, a table, a page in a frame.

Results show themselves in a notebook by `_repr_html_`, which is made of these; whole pages are made by `show/`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence


class Html(str):
    """Text that is HTML already and is put into a page as it is."""

    __slots__ = ()


def html(text: str) -> Html:
    """The text as HTML: escaped, unless it is `Html`."""
    if isinstance(text, Html):
        return text
    from html import escape  # commands that show nothing need not load it

    return Html(escape(text))


def table(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, text: Iterable[int] = (0,), caption: str = ""
) -> Html:
    """A table of cells that are text or `Html`; columns in `text` are aligned to the left, the others hold numbers."""
    left = set(text)

    def line(cells: Sequence[str], tag: str) -> str:
        kinds = ["" if place in left else ' class="number"' for place in range(len(cells))]
        made = (f"<{tag}{kind}>{html(cell)}</{tag}>" for kind, cell in zip(kinds, cells, strict=True))
        return f"<tr>{''.join(made)}</tr>"

    name = f"<caption>{html(caption)}</caption>" if caption else ""
    head, body = line(columns, "th"), "".join(line(row, "td") for row in rows)
    return Html(f'<div class="scroll"><table>{name}<thead>{head}</thead><tbody>{body}</tbody></table></div>')


def frame(page: str, title: str) -> Html:
    """A whole page within another, as a notebook is one; its style and its scripts stay its own."""
    style = "width:100%;height:48rem;border:0"
    return Html(f'<iframe srcdoc="{html(str(page))}" style="{style}" title="{html(title)}"></iframe>')
