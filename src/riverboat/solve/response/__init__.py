"""Answers to known or observed opponents."""

from riverboat.solve.response.exact import (
    Exploitability,
    Response,
    best_response,
    exploitability,
    game_values,
)

__all__ = ["Exploitability", "Response", "best_response", "exploitability", "game_values"]
