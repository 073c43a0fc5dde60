"""The luck-adjustment methods of a review, by name; without heavy imports, for command lines and forms."""

from __future__ import annotations

from enum import StrEnum


class ReviewMethod(StrEnum):
    """What `review.py` measures hands by, beside the money."""

    ALLIN = "allin"
    AIVAT = "aivat"
    DIVAT = "divat"
