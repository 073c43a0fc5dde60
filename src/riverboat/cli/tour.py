"""`riverboat tour`: two minutes with Riverboat in a terminal, every number computed while you watch."""

from __future__ import annotations

from time import perf_counter

import typer


def command() -> None:
    """A short tour that shows the package at work."""
    _say("Riverboat, a computer-poker laboratory. The first run compiles its kernels; the next one starts at once.")
    for number, (title, stop) in enumerate(_STOPS, start=1):
        typer.echo()
        typer.secho(f"{number}. {title}", bold=True)
        start = perf_counter()
        for line in stop():
            typer.echo(f"   {line}")
        typer.secho(f"   ({1000 * (perf_counter() - start):,.0f} ms)", dim=True)
    typer.echo()
    _say(
        "Next: riverboat equity AhKh QsQd | riverboat odds AdQc --board 3h4cJh | "
        "riverboat heatmap hs | riverboat --help"
    )


def _say(text: str) -> None:
    typer.secho(text, bold=True)


def _ranks() -> list[str]:
    from riverboat.cards import describe, rank

    hands = ("AsKsQsJsTs", "7d5c4c3c2c", "AhAdKsKcKh9d2c", "5d4c3h2sAs9hKd")
    return [f"{hand:16} rank {rank(hand):4} of 7461   {describe(hand)}" for hand in hands]


def _every_hand() -> list[str]:
    from riverboat.cards import category
    from riverboat.cards.ranking.high import rank_counts

    counts: dict[str, int] = {}
    for rank, count in enumerate(rank_counts().tolist()):
        name = str(category(rank))
        counts[name] = counts.get(name, 0) + count
    total = sum(counts.values())
    return [f"{name:16} {count:12,}  {100 * count / total:8.4f} %" for name, count in reversed(counts.items())]


def _duel() -> list[str]:
    from riverboat.odds.showdown import equity

    return str(equity(["AhKh", "QsQd"])).splitlines()


def _ranges() -> list[str]:
    from riverboat.cards import Range
    from riverboat.odds.showdown import equity

    tight = Range.parse("AA,KK,QQ,JJ,TT,AKs,AQs,AKo")
    result = equity([tight, "top 40%"], board="Td9d6h")
    return [
        f"a tight range prints shortest: {tight} ({tight.combos:.0f} of 1,326 hands)",
        *str(result).splitlines(),
    ]


def _strength() -> list[str]:
    from riverboat.odds.strength import assess_hand, hand_transitions

    found = assess_hand("AdQc", "3h4cJh")
    rows = hand_transitions("AdQc", "3h4cJh").tolist()
    return [
        f"HS {found.strength:.3f}   PPot {found.positive:.3f}   NPot {found.negative:.3f}   EHS {found.effective:.3f}",
        "now \\ later      ahead      tied    behind",
        *(
            f"{name:12} {row[0]:9,} {row[1]:9,} {row[2]:9,}"
            for name, row in zip(("ahead", "tied", "behind"), rows, strict=True)
        ),
    ]


_STOPS = (
    ("What is a hand worth? All 7,462 ranks of high hands, and words for them.", _ranks),
    ("How often does each come? All 133,784,560 hands of seven cards, ranked one by one.", _every_hand),
    ("Ace-king suited against queens: every one of 1,712,304 boards.", _duel),
    ("Range against range on a flop, exact, with card removal.", _ranges),
    ("Billings's Table 2.3: how AdQc on 3h4cJh fares against 1,081 hands and 990 run-outs each.", _strength),
)
