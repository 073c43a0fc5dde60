"""A self-contained page: one HTML file with its style inside, which opens anywhere and fetches nothing.

`page` is the frame; `section`, `paragraph`, `table`, `figure`, `badge` and `folded` make its contents. All of
them escape the text they are given; a piece of HTML is an `Html`, so text is never taken for markup by accident. The
page is readable in light and dark surroundings and on paper.
"""

from __future__ import annotations

from html import escape
from typing import Literal

from riverboat.html import Html, html, table

__all__ = ["Html", "Mood", "badge", "figure", "folded", "html", "in_theme", "page", "paragraph", "section", "table"]

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfaf6; --line: #d8d4c8; --faint: #6c7480; --link: #24558f;
  --good: #2c6e3c; --bad: #a3322d; --open: #7a5a10; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --paper: #171a1f; --line: #353b44; --faint: #98a0ab;
  --link: #8db8ea; --good: #7cc48c; --bad: #ec8a84; --open: #d9b45b; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 1.25rem 0 .25rem; }
p { max-width: 46rem; }
p.note { color: var(--faint); margin: .25rem 0 1rem; }
a { color: var(--link); }
.row { display: flex; flex-wrap: wrap; gap: 2rem; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; margin: .5rem 0 1rem; font-size: .9rem; }
caption { text-align: left; color: var(--faint); padding-bottom: .25rem; }
th, td { text-align: left; padding: .2rem .9rem .2rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { font-weight: 600; }
th.number, td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
figure { margin: .75rem 0 1.25rem; }
figure svg { max-width: 100%; height: auto; }
figcaption { color: var(--faint); font-size: .9rem; max-width: 46rem; }
.badge { border: 1px solid currentColor; border-radius: .6rem; padding: 0 .5rem; font-size: .82rem;
  white-space: nowrap; }
.good { color: var(--good); } .bad { color: var(--bad); } .open { color: var(--open); } .plain { color: var(--faint); }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem;
  color: var(--faint); font-size: .85rem; }
details { margin: .5rem 0 1rem; }
summary { cursor: pointer; color: var(--link); }
@media print { section { break-inside: avoid; } }
"""

Mood = Literal["good", "bad", "open", "plain"]


def page(title: str, body: str, *, style: str = "", note: str = "") -> str:
    """A whole HTML document.

    Args:
        title: The heading, as text.
        body: Trusted HTML.
        style: More CSS.
        note: A remark below the heading, as text.
    """
    lead = f'<p class="note">{escape(note)}</p>' if note else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{style}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>{lead}{body}<footer>Made with Riverboat.</footer></body></html>\n"
    )


def section(title: str, *parts: Html, anchor: str = "", level: int = 2) -> Html:
    """A heading and what is below it; `anchor` is the target of links."""
    name = f' id="{escape(anchor)}"' if anchor else ""
    return Html(f"<section{name}><h{level}>{html(title)}</h{level}>{''.join(parts)}</section>\n")


def paragraph(text: str, *, faint: bool = False) -> Html:
    """A paragraph; `faint` for remarks."""
    kind = ' class="note"' if faint else ""
    return Html(f"<p{kind}>{html(text)}</p>")


def figure(picture: str, caption: str = "") -> Html:
    """A picture (an SVG, taken as it is) with a line of text below."""
    words = f"<figcaption>{html(caption)}</figcaption>" if caption else ""
    return Html(f'<figure><div class="scroll">{picture}</div>{words}</figure>')


def badge(text: str, mood: Mood = "plain") -> Html:
    """A short word in a frame, coloured by whether it is good news."""
    return Html(f'<span class="badge {mood}">{html(text)}</span>')


def folded(title: str, *parts: Html, opened: bool = False) -> Html:
    """Parts that are long and closed until someone opens them, unless they are `opened`."""
    return Html(f"<details{' open' if opened else ''}><summary>{html(title)}</summary>{''.join(parts)}</details>")


def in_theme(text: str, theme: Literal["light", "dark"]) -> str:
    """A page of `page` as it looks in one theme, whatever the reader's system prefers: for a frame in another page."""
    wanted = "all" if theme == "dark" else "not all"
    for spelling in ("(prefers-color-scheme: dark)", "(prefers-color-scheme:dark)"):
        text = text.replace(spelling, wanted)
    return text.replace("color-scheme: light dark", f"color-scheme: {theme}")
