"""Teófilo (2016), section 6.3: how long should Lucifer remember? The choice of K = 10."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, NamedTuple

from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Chart, Claimed, Findings, Found, Table
from riverboat.lab.work import Work
from riverboat.show.curves import Curve, Level

if TYPE_CHECKING:
    from riverboat.agents.lucifer.pool import Pool
    from riverboat.agents.lucifer.simulation import Fixed, Player
    from riverboat.stats.mean import RunningMean

KS = (1, 3, 5, 10, 20, 50, 100, 300)
HORIZONS = (500, 3000)
UNIT = "chips/1000 hands"


def run(work: Work) -> Findings:
    from riverboat.agents.lucifer import equilibria
    from riverboat.agents.lucifer.seat import aggressive_rows, bold_rows, uniform_rows
    from riverboat.agents.lucifer.simulation import Fixed, Selecting

    size, deals = work.choose((8, 50_000), (50, 200_000))
    pool = equilibria("repaired", size, deals, work.seed, threads=work.threads)
    nash = equilibria("repaired", size, deals, work.seed + 1, threads=work.threads).strategies[0]
    field = (
        Fixed("random", uniform_rows()),
        Fixed("aggressive", aggressive_rows()),
        Fixed("equilibrium", nash),
        Fixed("always bet or call", bold_rows()),
    )
    fields = list(combinations_with_replacement(field, 2))
    alone: list[Player] = [
        Fixed("best utility alone", pool.by_position()),
        Fixed("aggressive alone", aggressive_rows()),
    ]
    players = [*alone, *(Selecting(f"K = {k}", pool, k) for k in KS)]
    values, claims, curves, tables = [], [], [], []
    means: dict[tuple[int, str], RunningMean] = {}
    against_nash: dict[tuple[int, str], RunningMean] = {}
    for horizon in work.steps(HORIZONS):
        rows = []
        for player in players:
            cells = [_play(work, player, pair, horizon) for pair in fields]
            means[horizon, player.name] = _together(cells)
            against_nash[horizon, player.name] = cells[[pair[0] is pair[1] is field[2] for pair in fields].index(True)]
            rows.append((player.name, *(f"{cell.mean:+.0f}" for cell in cells)))
            values.append(Found.of_mean(f"{horizon} hands, {player.name}", means[horizon, player.name], UNIT))
        names = tuple(f"{one.name} and {other.name}" for one, other in fields)
        tables.append(Table(f"{UNIT} in matches of {horizon} hands, by opponents", ("player", *names), rows))
        kept = [means[horizon, f"K = {k}"] for k in KS]
        curves.append(
            Curve(
                f"matches of {horizon} hands",
                [(k, mean.mean) for k, mean in zip(KS, kept, strict=True)],
                [mean.interval() for mean in kept],
                marks=True,
            )
        )
    claims.append(_best_k(means))
    longer = [means[h, "K = 50"].mean - means[h, "K = 10"].mean for h in HORIZONS]
    claims.append(Claimed("longer memories", min(longer) > 0, f"K = 50 earns {_plus(longer)} more than K = 10"))
    lead = [means[h, "aggressive alone"].mean - max(means[h, f"K = {k}"].mean for k in KS) for h in HORIZONS]
    claims.append(Claimed("aggressive alone", min(lead) > 0, f"{_plus(lead)} more than the best K"))
    cost = [against_nash[h, "best utility alone"].mean - against_nash[h, "K = 10"].mean for h in HORIZONS]
    claims.append(Claimed("costs against equilibria", min(cost) > 0, f"K = 10 earns {_plus(cost)} less"))
    beside = [_beside_random(work, pool, field[0], aggressor) for aggressor in (field[3], field[1])]
    claims += [
        Claimed("ahead of who always bets", beside[0].lead.interval().low > 0, beside[0].text),
        Claimed("behind its own third way", beside[1].lead.interval().high < 0, beside[1].text),
    ]
    values += [found for each in beside for found in each.values]
    levels = [Level(player.name, means[500, player.name].mean) for player in alone]
    return Findings(
        values,
        claims,
        [
            Chart(
                "What K hands of memory earn",
                curves,
                x="K",
                y=f"{UNIT}, mean over ten pairs of opponents",
                log_x=True,
                levels=levels,
            )
        ],
        tables=tables,
    )  # fmt: skip


class _Beside(NamedTuple):
    """What Lucifer, a random player and an aggressor win in all six orders on the same cards."""

    values: list[Found]
    lead: RunningMean
    """Lucifer's chips less the aggressor's, one value per match."""
    text: str


def _beside_random(work: Work, pool: Pool, random: Fixed, aggressor: Fixed) -> _Beside:
    from riverboat.agents.lucifer.simulation import Selecting, duplicate
    from riverboat.stats.mean import RunningMean

    played = duplicate([Selecting("Lucifer", pool), random, aggressor], work.choose(100, 2000), seed=work.seed)
    names = ("Lucifer", "random", aggressor.name)
    won = {name: RunningMean.of((1000 * played.per_hand(place)).tolist()) for place, name in enumerate(names)}
    lead = RunningMean.of((played.won[:, 0] - played.won[:, 2]).tolist())
    title = f"Lucifer, random, {aggressor.name}"
    return _Beside(
        [Found.of_mean(f"{title}: {name}", mean, UNIT) for name, mean in won.items()],
        lead,
        ", ".join(f"{name} {mean.mean:+.0f} ± {mean.margin():.0f}" for name, mean in won.items()) + f" {UNIT}",
    )


def _play(work: Work, player: Player, pair: tuple[Player, Player], horizon: int) -> RunningMean:
    """Chips per thousand hands, one value per match."""
    from riverboat.agents.lucifer.simulation import play
    from riverboat.stats.mean import RunningMean

    hands = work.choose(30_000, 600_000)
    name = f"{player.name}, {pair[0].name}, {pair[1].name}, {horizon}"

    def cell() -> dict[str, float | int]:
        won = play([player, *pair], hands // horizon, horizon, work.seed).per_hand(0)
        return RunningMean.of((1000 * won).tolist()).saved()

    return RunningMean.restored(work.keep(name, cell))


def _together(cells: list[RunningMean]) -> RunningMean:
    """The mean over opponents, with the error that independent parts would leave."""
    from riverboat.stats.mean import RunningMean

    count = sum(cell.count for cell in cells)
    error = sum(cell.standard_error**2 for cell in cells) / len(cells) ** 2
    return RunningMean(count, sum(cell.mean for cell in cells) / len(cells), error * count * (count - 1))


def _best_k(means: dict[tuple[int, str], RunningMean]) -> Claimed:
    best = [max(KS, key=lambda k: means[h, f"K = {k}"].mean) for h in HORIZONS]
    found = ", ".join(f"K = {k} in matches of {h} hands" for k, h in zip(best, HORIZONS, strict=True))
    return Claimed("K = 10 is best", best == [10, 10], f"best: {found}")


def _plus(numbers: list[float]) -> str:
    return " and ".join(f"{number:.0f}" for number in numbers) + f" {UNIT}"


ENTRY = Entry(
    __name__,
    "Lucifer's memory",
    "section 6.3",
    "What Lucifer earns against random, aggressive, equilibrium and always-betting players, for different K.",
    small="30,000 hands per cell, 200 cells, 3 seconds",
    full="600,000 hands per cell, 200 cells, a minute",
    run=run,
    other_when_small="8 equilibria of 50,000 deals instead of 50 of 200,000: other players",
    claims=(
        Claim("K = 10 is best", "The best results in simulations were obtained with K = 10."),
        Claim("longer memories", "(Not in the source.) K = 50 earns more than K = 10 against these opponents."),
        Claim("aggressive alone", "(Not in the source.) The aggressive way alone earns more than any K."),
        Claim("costs against equilibria", "(Not in the source.) Against two equilibria, choosing costs something."),
        Claim(
            "ahead of who always bets",
            "(Not in the source.) Beside a random player Lucifer (K = 10) earns more than one who always bets.",
        ),
        Claim(
            "behind its own third way",
            "(Not in the source.) Beside a random player it earns less than one who bets or calls with the best two "
            "cards only, which is its own third strategy.",
        ),
    ),
    remarks=(
        "The source prints no numbers and does not say how often each kind of opponent was met; here all ten pairs "
        "count alike, so that weak fields dominate the mean.",
        "Whether Lucifer is ahead of one random and one aggressive player depends on the aggressor: yes if he always "
        "bets or calls, no if he plays Lucifer's third strategy, which no mixture with equilibria can overtake.",
    ),
)
