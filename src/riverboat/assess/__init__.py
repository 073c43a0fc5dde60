"""The judge: how much of a result was skill? DIVAT, EVAT, AIVAT, luck, all-in values, and what they say about players.

Everything takes finished `Hand`s. `riverboat review` and `review.py` put it together for a person.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.assess.aivat import Aivat
    from riverboat.assess.aivat_holdem import HoldemAivat
    from riverboat.assess.aivat_table import TableAivat
    from riverboat.assess.chance import Luck, chance_luck
    from riverboat.assess.evat import Evat, evat_of
    from riverboat.assess.known_policy import blind_player, policy_player
    from riverboat.assess.review import Review, review_hands
    from riverboat.assess.samples import (
        crosstable,
        duplicate_values,
        hands_needed,
        learning_curve,
        more_hands_needed,
    )
    from riverboat.assess.values import AllInValue, RollOut
    from riverboat.model.divat.analysis import Divat, DivatSettings, divat_of, roll_out_value
    from riverboat.model.divat.baseline import Baseline, betting_fractions, five_styles, nine_styles
    from riverboat.model.divat.runtime import runtime_divat

__all__ = [
    "Aivat",
    "AllInValue",
    "Baseline",
    "Divat",
    "DivatSettings",
    "Evat",
    "HoldemAivat",
    "Luck",
    "Review",
    "RollOut",
    "TableAivat",
    "betting_fractions",
    "blind_player",
    "chance_luck",
    "crosstable",
    "divat_of",
    "duplicate_values",
    "evat_of",
    "five_styles",
    "hands_needed",
    "learning_curve",
    "more_hands_needed",
    "nine_styles",
    "policy_player",
    "review_hands",
    "roll_out_value",
    "runtime_divat",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Aivat": f"{__name__}.aivat",
        "AllInValue": f"{__name__}.values",
        "Baseline": "riverboat.model.divat.baseline",
        "Divat": "riverboat.model.divat.analysis",
        "DivatSettings": "riverboat.model.divat.analysis",
        "Evat": f"{__name__}.evat",
        "HoldemAivat": f"{__name__}.aivat_holdem",
        "Luck": f"{__name__}.chance",
        "Review": f"{__name__}.review",
        "RollOut": f"{__name__}.values",
        "TableAivat": f"{__name__}.aivat_table",
        "betting_fractions": "riverboat.model.divat.baseline",
        "blind_player": f"{__name__}.known_policy",
        "chance_luck": f"{__name__}.chance",
        "crosstable": f"{__name__}.samples",
        "divat_of": "riverboat.model.divat.analysis",
        "duplicate_values": f"{__name__}.samples",
        "evat_of": f"{__name__}.evat",
        "five_styles": "riverboat.model.divat.baseline",
        "nine_styles": "riverboat.model.divat.baseline",
        "hands_needed": f"{__name__}.samples",
        "learning_curve": f"{__name__}.samples",
        "more_hands_needed": f"{__name__}.samples",
        "policy_player": f"{__name__}.known_policy",
        "review_hands": f"{__name__}.review",
        "roll_out_value": "riverboat.model.divat.analysis",
        "runtime_divat": "riverboat.model.divat.runtime",
    },
)
