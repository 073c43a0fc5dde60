"""Teófilo (2016), Table 17: what simulators can do, each feature exercised here and now."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Table
from riverboat.lab.work import Work

FEATURES = (
    ("2D visualizer", "Yes, Simple", "No", "Yes", False),
    ("Agent Development API", "Yes", "Yes", "Yes", True),
    ("Bankroll Analysis", "Simple", "Simple", "Complete", True),
    ("Card Rank Computation", "Yes", "No", "Partially", True),
    ("Database support", "Yes", "No", "?", False),
    ("Evolutionary Simulation", "Yes", "No", "No", True),
    ("Expansible Architecture", "Yes", "Yes", "No", True),
    ("Exploitability", "Yes", "No", "No", True),
    ("Human players", "Yes", "No", "Yes", False),
    ("Logging", "Yes", "Yes", "Yes", True),
    ("Online play", "No", "No", "Yes", False),
    ("Pre-developed agents", "No (but PGDL)", "Yes, Simple", "Yes", True),
    ("Simulation Speed", "Fast", "Fast", "Slow", True),
    ("Table seat permutation", "Yes", "Yes", "No", True),
    ("Former agent support", "Yes", "No", "No", False),
)
"""Feature, LIACC simulator, Open Meerkat, Poker Academy, and whether it is called a key feature."""

ONLY_MISSING = ("Online play", "Pre-developed agents")


def run(work: Work) -> Findings:
    from riverboat.lab.teofilo._features import CHECKS, MissingFeatureError

    claims, rows = [], []
    for feature, liacc, meerkat, academy, key in work.steps(FEATURES):
        try:
            evidence, has = CHECKS[feature](work), True
        except MissingFeatureError as missing:
            evidence, has = str(missing), False
        claims.append(Claimed(feature, has, evidence))
        rows.append((feature, liacc, meerkat, academy, "yes" if key else "no", "yes" if has else "no"))
    lacking = tuple(feature for feature, liacc, *_ in FEATURES if liacc.startswith("No"))
    claims.append(Claimed("only two missing", lacking == ONLY_MISSING, f"the column lacks {' and '.join(lacking)}"))
    columns = ("feature", "LIACC simulator", "Open Meerkat", "Poker Academy", "key", "Riverboat")
    return Findings(claims=claims, tables=[Table("Table 17, and a column for Riverboat", columns, rows)])


ENTRY = Entry(
    __name__,
    "What simulators can do",
    "Table 17",
    "Features of three simulators, and which of them the author holds essential. Here each is tried out in Riverboat: "
    "a row holds if Riverboat has the feature and it did its job in this run.",
    small="every feature once, 8 seconds",
    run=run,
    claims=(
        *(
            Claim(feature, f"{feature} (LIACC: {liacc}; Open Meerkat: {meerkat}; Poker Academy: {academy})")
            for feature, liacc, meerkat, academy, _ in FEATURES
        ),
        Claim("only two missing", "Online play and pre-developed agents are all that the LIACC simulator lacks."),
    ),
    remarks=("The other simulators are as the thesis describes them; only Riverboat's column is checked.",),
)
