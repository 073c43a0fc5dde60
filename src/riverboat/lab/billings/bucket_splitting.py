"""Billings (2006), section 3.7.2: which hands of a bucket take which of its actions."""

from __future__ import annotations

from typing import Final

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found, Table
from riverboat.lab.work import Work

ROW: Final = (0.00, 0.60, 0.40)
"""Fold, call, raise: the mixed strategy of bucket 4."""
SPLINTERS: Final = 20


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.agents.psopti.splitting import split_rows

    def parts(count: int) -> np.ndarray:
        return split_rows(np.array([ROW] * count), np.arange(count), count)

    (_, weak_call, weak_raise), (_, strong_call, strong_raise) = parts(2).tolist()
    splinters = parts(SPLINTERS)
    kept = all(np.allclose(parts(count).mean(axis=0), ROW) for count in range(1, SPLINTERS + 1))
    pure = int((splinters.max(axis=1) > 1.0 - 1e-9).sum())
    return Findings(
        [
            Found("lower half: call", weak_call),
            Found("lower half: raise", weak_raise),
            Found("upper half: call", strong_call),
            Found("upper half: raise", strong_raise),
        ],
        [
            Claimed("same frequencies", kept, f"1 to {SPLINTERS} parts give {ROW} on average"),
            Claimed("almost all hands are pure", pure >= SPLINTERS - 1, f"{pure} of {SPLINTERS} parts have one action"),
        ],
        tables=[
            Table(
                "Bucket 4 in five parts, weakest first",
                ("part", "fold", "call", "raise"),
                [[str(part), *(f"{share:.2f}" for share in row)] for part, row in enumerate(parts(5).tolist(), 1)],
            )
        ],
    )


ENTRY = Entry(
    __name__,
    "Bucket splitting",
    "section 3.7.2",
    "A bucket that calls 60 % and raises 40 %, split by strength so that its stronger hands raise.",
    small="exact, milliseconds",
    run=run,
    published=(
        Published("lower half: call", 1.00, digits=2),
        Published("upper half: raise", 0.80, digits=2),
    ),
    claims=(
        Claim("same frequencies", "The ratio of actions stays that of the equilibrium over the whole bucket."),
        Claim("almost all hands are pure", "In the extreme case almost all hands have a pure strategy."),
    ),
)
