"""Which options were called otherwise in earlier versions? Their old names still work and no help shows them."""

from __future__ import annotations

from typing import Final

OLD_OPTIONS: Final = {
    "checkpoint": "resume",
    "keep": "resume",
    "least-bet": "min-bet",
    "most": "limit",
    "most-raises": "max-raises",
}
"""Old name to today's, of options and of nothing else: none of these words is a value that an option takes."""


def todays_name(token: str) -> str:
    """What an option is called today (click's `token_normalize_func`, which subcommands inherit)."""
    return OLD_OPTIONS.get(token, token)
