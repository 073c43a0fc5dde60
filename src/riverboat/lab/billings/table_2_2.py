"""Billings (2006), Table 2.2: the 27 starting hands that survive ten generations of iterated roll-outs."""

from __future__ import annotations

from riverboat.lab.billings.table_2_1 import IR_10, read_hands
from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.work import Work
from riverboat.show.curves import Curve
from riverboat.stats.mean import Interval, RunningMean, student_quantile

ITERATED = read_hands(
    "AA 2920, KK 2180, QQ 1700, JJ 1270, TT 920, AKs 860, AKo 850, AQs 780, AJs 680, ATs 640, 99 630, KQs 620, "
    "AQo 560, KJs 480, 88 450, 77 390, AJo 380, JTs 360, KQo 310, QTs 280, QJs 270, A9s 220, ATo 200, KTs 190, "
    "KJo 160, A8s 110, 66 40"
)
"""Milli-bets."""


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.odds.preflop import IterationSettings, iterated_roll_out, starting_class, value_against_field

    runs = work.choose(6, 100)
    worth = {hand: RunningMean() for hand in ITERATED}
    sizes, kept = RunningMean(), RunningMean()
    for seed in work.steps(range(work.seed, work.seed + runs)):
        found = iterated_roll_out(seed=seed, on_progress=work.on_progress, threads=work.threads)
        survivors = found.playable()
        sizes.add(len(survivors))
        kept.add(sum(hand in survivors for hand in ITERATED))
        for hand, mean in worth.items():
            mean.add(found[hand])
    field = np.zeros(169, np.bool_)
    field[[starting_class(hand) for hand in ITERATED]] = True
    fixed = value_against_field(field, seed=work.seed, threads=work.threads)
    half = iterated_roll_out(IterationSettings(stake=1), work.seed, threads=work.threads)
    apart = [mean.mean - ITERATED[hand] for hand, mean in worth.items()]
    root_mean_square = (sum(each * each for each in apart) / len(apart)) ** 0.5
    gains = [hand for hand in ("AA", "KK", "QQ", "JJ", "TT", "AKo") if worth[hand].mean > IR_10[hand]]
    places = list(enumerate(sorted(ITERATED, key=lambda hand: -ITERATED[hand]), start=1))
    return Findings(
        [_of_single_runs("hands that survive", sizes), *(_of_single_runs(hand, worth[hand]) for hand in ITERATED)],
        [
            Claimed(
                "same hands", kept.mean >= 25, f"{kept.mean:.1f} of 27 survive, and {sizes.mean - kept.mean:.1f} more"
            ),
            Claimed("big pairs gain", len(gains) == 6, f"{', '.join(gains)} are worth more than their IR-10"),
            Claimed("KQ drops", worth["KQs"].mean < IR_10["KQs"], f"KQs {IR_10['KQs']} -> {worth['KQs'].mean:.0f}"),
            Claimed("unit", half["AA"] >= 2000, f"with one small bet each aces are worth {half['AA']:.0f}, not 2920"),
        ],
        [
            Chart(
                "Worth of the 27 hands",
                [
                    Curve("published", [(x, ITERATED[hand]) for x, hand in places], dashed=True, marks=True),
                    Curve(
                        "reproduced",
                        [(x, worth[hand].mean) for x, hand in places],
                        [_reach(worth[hand]) for _, hand in places],
                        marks=True,
                    ),
                    Curve("published hands as the field", [(x, fixed[hand]) for x, hand in places], marks=True),
                ],
                x="hands in the published order",
                y="milli-bets each time played",
                caption="The band is where 95 % of single runs lie.",
            )
        ],
        notes=[f"{runs} runs; root mean square difference of their mean {root_mean_square:.0f} milli-bets."],
    )


def _reach(mean: RunningMean) -> Interval:
    """Where a further run lies in 95 % of cases: the published table is one run."""
    reach = student_quantile(mean.count - 1, 0.95) * mean.deviation * (1.0 + 1.0 / mean.count) ** 0.5
    return Interval(mean.mean - reach, mean.mean + reach)


def _of_single_runs(name: str, mean: RunningMean) -> Found:
    return Found(name, mean.mean, _reach(mean), note="the interval is that of single runs")


ENTRY = Entry(
    __name__,
    "Iterated roll-outs: hands that can be played",
    "Table 2.2",
    "Which starting hands earn money at a table of ten when hands of negative value fold, and how much.",
    small="6 runs of 10 x 50,000 and 500,000 deals as in the original, 2 seconds",
    full="100 runs of 10 x 50,000 and 500,000 deals, half a minute",
    run=run,
    published=(
        Published("hands that survive", 27),
        *(Published(hand, value, "milli-bets", digits=-1) for hand, value in ITERATED.items()),
    ),
    claims=(
        Claim("same hands", "27 hands are profitable (here: at least 25 of them survive)."),
        Claim("big pairs gain", "Big pairs and AKo are worth more than against random hands."),
        Claim("KQ drops", "KQ loses, because many hands that are played dominate it."),
        Claim(
            "unit",
            "Values are in thousandths of the one small bet that everyone puts in.",
            wrong="only pots of two small bets each bring the published numbers",
        ),
    ),
    remarks=(
        "The thesis does not say what the blinds do, what is paid, how large the noise is, or who is credited. Both "
        "blinds stay in, everyone who stays pays two units, the noise of 100 milli-bets shrinks linearly to zero, and "
        "the eight other seats are credited: of the accountings tried this one comes closest. What remains differs "
        "by more than single runs scatter, most of all AKs.",
    ),
)
