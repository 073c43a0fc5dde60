"""Encryption of what nobody may read while a hand is played: its deck and everything that follows from it.

AES-256 in Galois/counter mode (the `cryptography` library), with a key that is kept outside the database
(`private.py`). What a text is about (which table, which hand) is authenticated with it, so that a deck cannot be put in
the place of another. Cost: some microseconds.
"""

from __future__ import annotations

import json
import os
from base64 import b64decode, b64encode
from typing import Any, Final

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from pydantic_core import to_json

from riverboat.errors import RiverboatError

_NONCE: Final = 12


class Seal:
    """Encrypts and decrypts JSON."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)

    def close(self, body: Any, about: str) -> str:
        """The encrypted text."""
        nonce = os.urandom(_NONCE)
        return b64encode(nonce + self._cipher.encrypt(nonce, to_json(body), about.encode())).decode()

    def open(self, sealed: str, about: str) -> Any:
        """What was encrypted; an error if it was with another key, about something else, or damaged."""
        try:
            data = b64decode(sealed, validate=True)
            return json.loads(self._cipher.decrypt(data[:_NONCE], data[_NONCE:], about.encode()))
        except (InvalidTag, ValueError) as error:
            raise RiverboatError(f"{about}: cannot be decrypted with this server's key") from error
