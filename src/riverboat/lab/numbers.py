"""Formatting numbers: as many digits as the source prints or the interval justifies."""

from __future__ import annotations

from math import floor, isfinite, log10

from riverboat.lab.findings import Number
from riverboat.lab.verdicts import JudgedValue

_MAX_DIGITS = 6


def number_text(value: Number | None, digits: int) -> str:
    """With this many decimals; a dash for None."""
    if value is None or not isfinite(value):
        return "-"
    text = f"{value:,}" if isinstance(value, int) else f"{value:,.{max(0, digits)}f}"
    return text if any(digit in text for digit in "123456789") else text.lstrip("-")


def value_texts(row: JudgedValue) -> tuple[str, str, str, str]:
    """Published, reproduced, its interval, and the difference."""
    digits = _digits(row)
    interval = ""
    if row.low is not None and row.high is not None and isfinite(row.low) and isfinite(row.high):
        interval = f"{number_text(float(row.low), digits)} to {number_text(float(row.high), digits)}"
    apart = row.difference
    if apart is None or not isfinite(apart):
        difference = ""
    else:
        text = number_text(apart, digits)
        difference = f"+{text}" if apart > 0 else text
    return (
        number_text(row.published, row.digits),
        number_text(row.reproduced, digits),
        interval,
        difference,
    )


def _digits(row: JudgedValue) -> int:
    """Those of the source, or more where the interval is so narrow, or the value so small, that they say something."""
    wanted = row.digits
    if row.low is not None and row.high is not None and isfinite(row.high - row.low) and row.high > row.low:
        wanted = max(wanted, 1 - floor(log10((row.high - row.low) / 2)))
    elif row.published is None and row.reproduced and isfinite(row.reproduced):
        wanted = max(wanted, 3 - floor(log10(abs(row.reproduced))))
    elif isinstance(row.reproduced, float):
        size = abs(row.reproduced)
        wanted = min(wanted + 1, 4 - floor(log10(size))) if size and isfinite(size) else wanted
    return max(0, min(_MAX_DIGITS, wanted))
