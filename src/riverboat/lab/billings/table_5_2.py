"""Billings (2006), Table 5.2: one hand analysed round by round with all-in equity, every number."""

from __future__ import annotations

from riverboat.lab.billings._judge import SMALL_BET, STREETS, UNIT, worked_example
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings, Found
from riverboat.lab.work import Work

RANKS = {
    "pre-flop": ((0.9376, 0.6704), (0.1604, 0.4537)),
    "flop": ((0.9685, 0.8687), (0.0634, 0.3798)),
    "turn": ((0.9411, 0.8902), (0.0662, 0.2146)),
    "river": ((0.8576, 0.8576), (0.9955, 0.9955)),
}
"""Immediate and seven-card hand rank of both players."""
ROWS = {
    "AIE": (0.6036, 0.7636, 0.9091, 0.0),
    "LFAT change": (0.2073, 0.96, 1.4545, -12.7273),
    "round EV": (0.2073, 0.5273, 0.0, -4.0),
    "actual equity": (0.6218, 2.6364, 5.7273, -11.0),
    "baseline equity": (0.4145, 2.1091, 5.0, -11.0),
    "DIVAT difference": (0.2073, 0.5273, 0.7273, 0.0),
}
DEALS = {"pre-flop": (1_029_832, 7_525, 674_947), "flop": (756, 0, 234), "turn": (40, 0, 4)}
LINES = {"pre-flop": "SlCrC", "flop": "bC", "turn": "bF", "river": "bRc"}
FRACTIONS = {"p1": (12, 29), "p2": (5, 12), "p3": (2, 5), "p4": (1, 2)}


def run(work: Work) -> Findings:
    from riverboat.model.divat.analysis import DivatSettings, divat_of
    from riverboat.model.divat.baseline import betting_fractions
    from riverboat.odds.showdown import equity
    from riverboat.odds.strength import immediate_hand_rank, seven_card_hand_rank

    hand = worked_example()
    found = divat_of([hand], DivatSettings(equity="aie", exact_preflop=True))
    values = []
    for street, name in enumerate(STREETS):
        board = hand.board[: (0, 3, 4, 5)[street]]
        for player, hole in (("P1", hand.down[0]), ("P2", hand.down[1])):
            values.append(Found(f"{name}: {player} IHR", float(immediate_hand_rank(hole, board))))
            values.append(Found(f"{name}: {player} 7cHR", float(seven_card_hand_rank(hole, board))))
    for name, deals in DEALS.items():
        board = hand.board[: {"pre-flop": 0, "flop": 3, "turn": 4}[name]]
        exact = equity([hand.down[0], hand.down[1]], board=board, exact=True)
        shares = (exact.win[0], exact.tie[0], exact.win[1])
        values += [
            Found(f"{name}: deals {what}", round(share * sum(deals)))
            for what, share in zip(("won", "tied", "lost"), shares, strict=True)
        ]
    # The printed round EV is 0 where the baseline folds; it names the fold equity, 0.9091, beside it.
    folds = [LINES[name][-1] in "fF" for name in STREETS]
    round_values = [0.0 if fold else float(v) for fold, v in zip(folds, found.round_values[0] / SMALL_BET, strict=True)]
    rows = {
        "AIE": found.shares[0],
        "LFAT change": found.luck[0] / SMALL_BET,
        "round EV": round_values,
        "actual equity": found.actuals[0, 0] / SMALL_BET,
        "baseline equity": found.bases[0, 0] / SMALL_BET,
        "DIVAT difference": found.differences[0] / SMALL_BET,
    }
    for row, numbers in rows.items():
        unit = "" if row == "AIE" else UNIT
        values += [Found(f"{name}: {row}", float(v), unit=unit) for name, v in zip(STREETS, numbers, strict=True)]
    values.append(Found("turn: fold equity", float(found.round_values[0, 2]) / SMALL_BET, unit=UNIT))
    values.append(Found("total DIVAT", float(found.total[0]) / SMALL_BET, unit=UNIT))
    baseline = dict(zip(STREETS, found.baseline_line().split("/"), strict=True))
    fractions = dict(zip(FRACTIONS, betting_fractions(), strict=True))
    exactly = all(fractions[name].as_integer_ratio() == pair for name, pair in FRACTIONS.items())
    return Findings(
        values,
        [
            Claimed("baseline", baseline == LINES, "/".join(baseline.values())),
            Claimed("thresholds", exactly, ", ".join(f"{name} = {each}" for name, each in fractions.items())),
        ],
    )


def _wrong(street: str, row: str) -> str:
    rounded = street == "flop" and row == "LFAT change"
    return "it is the difference of rounded equities, 0.7636 - 0.6036, times 6" if rounded else ""


ENTRY = Entry(
    __name__,
    "One hand, round by round",
    "Table 5.2 and section 5.3.4",
    "AcKc against 7h6h on Ks5h3d Tc 4h, bet SlRrC/kBrC/bC/bRc: ranks, equities, luck and skill of each round.",
    small="exact, a second",
    run=run,
    published=(
        *(
            Published(f"{name}: {player} {metric}", value, digits=4)
            for name, players in RANKS.items()
            for player, pair in zip(("P1", "P2"), players, strict=True)
            for metric, value in zip(("IHR", "7cHR"), pair, strict=True)
        ),
        *(
            Published(f"{name}: deals {what}", count)
            for name, deals in DEALS.items()
            for what, count in zip(("won", "tied", "lost"), deals, strict=True)
        ),
        *(
            Published(f"{name}: {row}", value, "" if row == "AIE" else UNIT, digits=4, wrong=_wrong(name, row))
            for row, numbers in ROWS.items()
            for name, value in zip(STREETS, numbers, strict=True)
        ),
        Published("turn: fold equity", 0.9091, UNIT),
        Published("total DIVAT", 1.462, UNIT),
    ),
    claims=(
        Claim("baseline", "The baseline plays SlCrC, bC, bF and bRc."),
        Claim("thresholds", "Hands make one to four bets with 12/29, 5/12, 2/5 and 1/2 of the hands that may."),
    ),
    remarks=(
        "What the baseline does before the flop is not in the thesis; two interpretations lead to SlCrC here. The "
        "thresholds are derived: p_k = 1/(2 + p_{k+1}), nothing after the last bet.",
    ),
)
