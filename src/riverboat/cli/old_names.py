"""Old names of options: they still work, and no help text shows them."""

from __future__ import annotations

from typing import Final

OLD_OPTIONS: Final = {
    "against": "opponents",
    "answer": "out",
    "checkpoint": "resume",
    "keep": "resume",
    "least-bet": "min-bet",
    "most": "limit",
    "most-raises": "max-raises",
    "sample": "flops",
    "workers": "jobs",
}
"""Old option name to current name. None of these words is a value of any option."""


def todays_name(token: str) -> str:
    """The current name of an option (click's `token_normalize_func`, which subcommands inherit)."""
    return OLD_OPTIONS.get(token, token)
