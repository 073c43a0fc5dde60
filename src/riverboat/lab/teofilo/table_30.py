"""Teófilo (2016), Table 30: seconds for 10,000 deals of CFR, recursive and iterative, in four sizes of Kuhn poker."""

from __future__ import annotations

from riverboat.lab.entry import Claim, Entry, Published
from riverboat.lab.findings import Chart, Claimed, Findings, Found
from riverboat.lab.teofilo._kuhn_sizes import DEALS, SETS_REMARK, SIZES
from riverboat.lab.work import Work
from riverboat.show.curves import Curve

WALKS = ("recursive", "iterative", "recursive with arrays", "iterative without gaps")
"""The first two as the thesis describes them: texts for information sets, and a heap with gaps."""


def run(work: Work) -> Findings:
    import numpy as np

    values, seconds, same = [], [], True
    for size in work.steps(SIZES):
        deals = work.choose(size.small_deals, DEALS)
        times, equal, sets = _measure(size.game, deals, work.seed)
        same &= equal
        scaled = {walk: spent * DEALS / deals for walk, spent in times.items()}
        seconds.append(scaled)
        note = "" if deals == DEALS else f"from {deals:,} deals"
        values.append(Found(f"{size.name}: information sets", sets))
        values += [Found(f"{size.name}: {walk}", scaled[walk], unit="s", note=note) for walk in WALKS]
    ratio = [row["recursive"] / row["iterative"] for row in seconds]
    fair = [row["recursive with arrays"] / row["iterative without gaps"] for row in seconds]
    texts = [row["recursive"] / row["recursive with arrays"] for row in seconds]
    names = [size.name for size in SIZES]
    places = np.arange(1, 5).tolist()
    return Findings(
        values,
        [
            Claimed("twice as fast on large games", min(ratio[2:]) > 2, _ratios(names[2:], ratio[2:])),
            Claimed("slower on small games", max(ratio[:2]) < 1, _ratios(names[:2], ratio[:2])),
            Claimed("all walks agree", same, "regrets and strategies of all four equal to the last bit"),
        ],
        [
            Chart(
                "Seconds for 10,000 deals",
                [
                    *(
                        Curve(walk, [(x, row[walk]) for x, row in zip(places, seconds, strict=True)], marks=True)
                        for walk in WALKS
                    ),
                    Curve(
                        "published, recursive",
                        [(x, each.seconds[0]) for x, each in zip(places, SIZES, strict=True)],
                        marks=True,
                        dashed=True,
                    ),
                    Curve(
                        "published, iterative",
                        [(x, each.seconds[1]) for x, each in zip(places, SIZES, strict=True)],
                        marks=True,
                        dashed=True,
                    ),
                ],
                x="game, in the order of the table",
                y="seconds",
                log_y=True,
            )
        ],
        notes=[
            f"Recursion takes {_ratios(names, texts)} as long with texts as with arrays, and with arrays "
            f"{_ratios(names, fair)} as long as the iteration over a list without gaps. CPU seconds of one thread."
        ],
    )


def _ratios(names: list[str], ratios: list[float]) -> str:
    return ", ".join(f"{ratio:.1f} times ({name})" for name, ratio in zip(names, ratios, strict=True))


def _measure(text: str, deals: int, seed: int) -> tuple[dict[str, float], bool, int]:
    """CPU seconds of each walk on the same deals, whether they agree, and the number of information sets."""
    from time import thread_time

    import numpy as np

    from riverboat.games.catalogue import parse_game
    from riverboat.solve.deals import DealGame, DealSolver
    from riverboat.solve.deals.by_text import TextWalk

    game = DealGame.build(parse_game(text))
    heap = DealGame.build(game.rules, "heap")
    rng = np.random.default_rng(seed)
    dealt = np.argsort(rng.random((deals, game.rules.deck.size)), axis=1)[:, : game.cards].astype(np.uint8)
    by_text = TextWalk(game)
    solvers = {
        "iterative": DealSolver(heap, walk="iterative"),
        "recursive with arrays": DealSolver(game, walk="recursive"),
        "iterative without gaps": DealSolver(game, walk="iterative"),
    }
    for solver in solvers.values():  # compile first
        DealSolver(solver.game, walk=solver.walk).walk_deals(dealt[:1])
    by_text.walk(np.zeros((game.rows, 2)), dealt[:1])
    times: dict[str, float] = {}
    for walk, solver in solvers.items():
        start = thread_time()
        solver.walk_deals(dealt)
        times[walk] = thread_time() - start
    sums = np.zeros((game.rows, 2))
    start = thread_time()
    by_text.walk(sums, dealt)
    times["recursive"] = thread_time() - start
    same = all(
        np.array_equal(solver.regrets, sums[:, 0]) and np.array_equal(solver.strategy_sums, sums[:, 1])
        for solver in solvers.values()
    )
    return times, same, game.information_sets


_WRONG_SETS = "n-player Kuhn poker has cards x n x 2^(n-1) information sets"

ENTRY = Entry(
    __name__,
    "Recursive and iterative CFR: time",
    "Table 30 and section 6.2.2",
    "How long 10,000 sampled deals take when the tree is walked by recursion, and level by level.",
    small="100 to 10,000 deals per game, one thread, 2 seconds",
    full="10,000 deals per game as in the original, one thread, half a minute",
    run=run,
    timed=True,
    published=tuple(
        number
        for size in SIZES
        for number in (
            Published(
                f"{size.name}: information sets",
                size.printed_sets,
                wrong=_WRONG_SETS if size.sets != size.printed_sets else "",
            ),
            Published(f"{size.name}: recursive", size.seconds[0], "s", better="less"),
            Published(f"{size.name}: iterative", size.seconds[1], "s", better="less"),
        )
    ),
    claims=(
        Claim("twice as fast on large games", "Iteration takes less than half the time in the two large games."),
        Claim("slower on small games", "Iteration takes more time in the two small games."),
        Claim("all walks agree", "Both versions compute the same strategies."),
    ),
    remarks=(
        SETS_REMARK,
        "'Recursive' looks information sets up by text, as the listing does, 'iterative' is a heap with gaps, as Fig. "
        "58 draws it. Set beside them are recursion on arrays and iteration on a list without gaps, which tell what "
        "the texts and the gaps cost. 97 % of the heap is empty in the largest game. Times are those of compiled "
        "Python on one thread; how many threads the original had is not said.",
    ),
)
