"""Is DIVAT by all-in equity biased? A player whose folds depend on its cards, and whose true value is known.

The selective player folds the worst hands to a raise before the flop and calls everything else. Against Always Raise it
loses one small bet where it folds, and plays for seven where it does not, so that what it wins is arithmetic:
-p + (1 - p) * 7 * (2e - 1), for the share p that it folds and the equity e of the other hands against a random one.

DIVAT by roll-out equity must have the truth in its interval, and so must money less the luck of all deals by all-in
equity. DIVAT by all-in equity differs from the latter by exactly what the baseline's betting adds to the all-in equity
of each street (`round_values`): the mean of that is its bias. The thesis uses roll-out equity throughout and does not
print the comparison (section 5.4, "we do not show").
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from riverboat.lab.billings._judge import GAME, SMALL_BET, match_hands, mean_of, pair_means, pieces, variance_ratio
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Claimed, Findings
from riverboat.lab.work import Work

if TYPE_CHECKING:
    from collections.abc import Callable

    import numpy as np
    from numpy.typing import NDArray

    from riverboat.games.agent import Agent

    Floats = NDArray[np.float64]

FOLDED: Final = 0.5
"""The share of hands that the selective player folds to a raise."""
POT: Final = 7.0
"""What Always Raise wins or loses at a showdown against somebody who calls, in small bets."""
ROLL_OUT, ALL_IN, LESS_LUCK = "DIVAT, roll-out equity", "DIVAT, all-in equity", "money less luck"
MEASURES: Final = ("money", ROLL_OUT, ALL_IN, LESS_LUCK, "round values")


def run(work: Work) -> Findings:
    import numpy as np

    hands = work.choose(1200, 40_000)
    kept = []
    for number, count in pieces(work, hands):

        def make(number: int = number, count: int = count) -> list[list[float]]:
            return _rows(count, work.seed * 1_000_003 + number)

        kept.append(np.array(work.keep(f"match-{number}", make)))
    by = dict(zip(MEASURES, np.concatenate(kept).T, strict=True))
    truth = true_value()
    values = {name: mean_of(name, pair_means(line)) for name, line in by.items()}
    ratios = [variance_ratio(f"variance reduction, {name}", by["money"], by[name]) for name in MEASURES[1:4]]
    misses = {}
    for name, found in values.items():
        assert found.interval is not None
        misses[name] = not found.interval.low <= truth <= found.interval.high
    identity = float(np.abs(by[LESS_LUCK] - by[ALL_IN] - by["round values"]).max())
    return Findings(
        [*values.values(), *ratios],
        [
            Claimed(
                "unbiased",
                not (misses[ROLL_OUT] or misses[LESS_LUCK]),
                f"true value {truth:+.4f}, roll-out {values[ROLL_OUT].value:+.4f}, money less luck "
                f"{values[LESS_LUCK].value:+.4f} sb/g",
            ),
            Claimed(
                "biased",
                misses[ALL_IN] or work.choose(None, False),
                f"all-in equity {values[ALL_IN].value:+.4f} sb/g for a true value of {truth:+.4f}",
            ),
            Claimed("identity", identity < 1e-5, f"largest difference of a hand {identity:.1e} sb"),
        ],
        notes=(f"{hands:,} hands; the selective player folds {100 * FOLDED:.0f} % of hands to a raise.",),
    )


def worst_holdings() -> NDArray[np.bool_]:
    """bool[1326]: which holdings the selective player folds."""
    import numpy as np

    from riverboat.odds.strength import expected_strength_by_holding

    strength = expected_strength_by_holding()
    return np.asarray(strength < np.quantile(strength, FOLDED))


def true_value() -> float:
    """What the selective player wins from Always Raise, in small bets per hand."""
    from riverboat.odds.strength import expected_strength_by_holding

    folded = worst_holdings()
    played = expected_strength_by_holding()[~folded]
    return float(-folded.mean() + (~folded).mean() * POT * (2.0 * played.mean() - 1.0))


def selective() -> Callable[[], Agent]:
    """Folds its worst hands to a raise before the flop, and calls otherwise."""
    from riverboat.cards.holdings import holding_index
    from riverboat.games.action import Action
    from riverboat.games.agent import Agent
    from riverboat.games.view import View

    folded = worst_holdings()

    class Selective(Agent):
        def act(self, view: View) -> Action:
            raised = view.street == 0 and view.betting.raises > 0
            return Action.fold() if raised and folded[holding_index(*view.hole)] else view.check_or_call()

    return Selective


def _rows(hands: int, seed: int) -> list[list[float]]:
    """The measures of each hand, in small bets of the selective player."""
    import numpy as np

    from riverboat.model.divat.analysis import DivatSettings, divat_of

    played, first = match_hands((selective(), "always_raise"), GAME, hands, "duplicate", seed)
    by_roll_out, found = (divat_of(played, DivatSettings(equity=equity)) for equity in ("roe", "aie"))
    signs = found.signs(first) / SMALL_BET
    added = np.nansum(found.round_values, axis=1)
    columns = (found.money, by_roll_out.total, found.total, found.money_minus_luck, added)
    return np.round(np.column_stack([column * signs for column in columns]), 6).tolist()  # type: ignore[no-any-return]


ENTRY = Entry(
    __name__,
    "All-in equity or roll-out equity",
    "section 5.4",
    "DIVAT by both equities for a player whose folds depend on its cards and whose true value is known.",
    small="1,200 hands, 3 seconds",
    full="40,000 hands, two minutes",
    run=run,
    published=(
        Published(
            ROLL_OUT, None, "sb/g", incomparable="the thesis compared the two equities and does not print the result"
        ),
    ),
    claims=(
        Claim(
            "unbiased", "Roll-out equity, and money less luck, have the true value in their 95 % intervals.", ours=True
        ),
        Claim("biased", "All-in equity does not.", ours=True),
        Claim(
            "identity",
            "All-in DIVAT is money less luck, less what the baseline's betting adds on each street.",
            ours=True,
        ),
    ),
    remarks=("The claims are ours; they were fixed by the identity before the entry was run.",),
)
