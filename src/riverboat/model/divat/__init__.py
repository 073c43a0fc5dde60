"""How well was a hand of heads-up limit hold'em played, without luck? DIVAT (Billings 2006, chapter 5).

`analysis.py` compares finished hands with the baseline of `baseline.py`; `runtime.py` does so for a player at the
table, who does not see every hand; `limit_holdem.py` says which hands qualify. `riverboat.assess` judges matches by it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from riverboat.lazy import lazy_names

if TYPE_CHECKING:
    from riverboat.model.divat.analysis import Divat, DivatSettings, divat_of, roll_out_value
    from riverboat.model.divat.baseline import Baseline, betting_fractions, five_styles, nine_styles
    from riverboat.model.divat.runtime import runtime_divat

__all__ = [
    "Baseline",
    "Divat",
    "DivatSettings",
    "betting_fractions",
    "divat_of",
    "five_styles",
    "nine_styles",
    "roll_out_value",
    "runtime_divat",
]

__getattr__ = lazy_names(
    __name__,
    {
        "Baseline": f"{__name__}.baseline",
        "Divat": f"{__name__}.analysis",
        "DivatSettings": f"{__name__}.analysis",
        "betting_fractions": f"{__name__}.baseline",
        "divat_of": f"{__name__}.analysis",
        "five_styles": f"{__name__}.baseline",
        "nine_styles": f"{__name__}.baseline",
        "roll_out_value": f"{__name__}.analysis",
        "runtime_divat": f"{__name__}.runtime",
    },
)
