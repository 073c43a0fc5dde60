"""Anonymised hands: names and hand numbers become hashes, and everything besides the play is dropped.

The same name gets the same alias under the same key, so players can still be followed through a file. Without a secret
key anyone can try names until one fits: give one (and discard it) for hands that you publish.
"""

from __future__ import annotations

from hashlib import blake2b
from typing import Final

from riverboat.games.hand import Hand

_KEPT: Final = frozenset(("seats", "seat_count", "currency_symbol"))


def alias(name: str, key: str = "") -> str:
    """A name of 13 letters and digits for a player.

    Args:
        name: A player's name.
    """
    return "p" + _digest("player", name, key).hex()[:12]


def anonymise(hand: Hand, key: str = "") -> Hand:
    """The same hand, played by nobody in particular."""
    return hand._replace(
        players=tuple(alias(name, key) for name in hand.players),
        number=int.from_bytes(_digest("hand", str(hand.number), key)[:6], "big"),
        notes=tuple((name, value) for name, value in hand.notes if name in _KEPT),
    )


def _digest(what: str, text: str, key: str) -> bytes:
    secret = blake2b(key.encode(errors="surrogatepass")).digest()
    return blake2b(text.encode(errors="surrogatepass"), key=secret, person=what.encode()).digest()
