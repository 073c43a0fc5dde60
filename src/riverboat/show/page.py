"""A self-contained page: one HTML file with its style inside, which opens anywhere and fetches nothing."""

from __future__ import annotations

from html import escape

_STYLE = """
:root { color-scheme: light dark; --ink: #1c2430; --paper: #fbfaf6; --line: #d8d4c8; --faint: #6c7480; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6df; --paper: #171a1f; --line: #353b44; --faint: #98a0ab; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 76rem; padding: 2rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif; }
h1 { font-size: 1.6rem; margin: 0 0 .25rem; }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem; }
p.note { color: var(--faint); margin: .25rem 0 1rem; max-width: 46rem; }
.row { display: flex; flex-wrap: wrap; gap: 2rem; }
footer { margin-top: 3rem; border-top: 1px solid var(--line); padding-top: .75rem;
  color: var(--faint); font-size: .85rem; }
"""


def page(title: str, body: str, *, style: str = "", note: str = "") -> str:
    """A whole HTML document around `body`, which is trusted HTML; title and note are text."""
    lead = f'<p class="note">{escape(note)}</p>' if note else ""
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(title)}</title><style>{_STYLE}{style}</style></head>\n"
        f"<body><h1>{escape(title)}</h1>{lead}{body}<footer>Made with Riverboat.</footer></body></html>\n"
    )
