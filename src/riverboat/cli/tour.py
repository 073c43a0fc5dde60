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
        "Next: riverboat equity AhKh QsQd | riverboat odds AdQc --board 3h4cJh | riverboat heatmap hs | "
        "riverboat match random always_call --hands 1000 | riverboat solve leduc | riverboat --help"
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


def _hand() -> list[str]:
    from random import Random

    from riverboat.agents import make_agent
    from riverboat.games import decks, parse_game, play_hand
    from riverboat.records.pokerstars.writing import write_pokerstars

    rules, names = parse_game("omaha(betting=pot-limit,players=3)"), ("acpc_example", "random", "always_call")
    players = [make_agent(name) for name in names]
    for number, player in enumerate(players):
        player.rng = Random(number)
    hand = play_hand(rules, players, next(decks(rules, seed=2)), players=names)
    lines = "".join(write_pokerstars([hand])).splitlines()
    return lines[lines.index("*** HOLE CARDS ***") : lines.index("*** SUMMARY ***")]


def _solved() -> list[str]:
    from riverboat.games import parse_game
    from riverboat.solve.solving import solve
    from riverboat.solve.tree import size_of

    lines = []
    for name in ("kuhn", "leduc"):
        solution, size = solve(name, target=1e-3), size_of(parse_game(name))
        found = solution.exploitability
        lines.append(
            f"{name:5} {size.information_sets:4} information sets, {solution.iterations:3} iterations: the first player"
            f" wins {found.values[0]:+.4f} chips per hand, and nobody can gain more than {max(found.gains):.4f}"
        )
    return lines


def _spot() -> list[str]:
    from riverboat.solve.spot.standard import standard_spot

    spot = standard_spot("R1")
    spot.solve(iterations=1)  # compiles on the first visit
    solution = spot.solve(target="0.1%")
    first = solution.node()
    played = ", ".join(f"{action} {100 * share:.0f} %" for action, share in first.frequencies.items())
    return [
        f"{spot.board}, pot {spot.pot}, {spot.stack} behind: {solution.iterations} iterations in "
        f"{1000 * solution.seconds:.1f} ms",
        f"nobody can gain more than {solution.exploitability.percent:.2f} % of the pot; the player who acts first has "
        f"{100 * first.oop.total.equity:.0f} % equity, expects {first.oop.total.ev:.1f} chips, and plays {played}",
    ]


_STOPS = (
    ("What is a hand worth? All 7,462 ranks of high hands, and words for them.", _ranks),
    ("How often does each come? All 133,784,560 hands of seven cards, ranked one by one.", _every_hand),
    ("Ace-king suited against queens: every one of 1,712,304 boards.", _duel),
    ("Range against range on a flop, exact, with card removal.", _ranges),
    ("Billings's Table 2.3: how AdQc on 3h4cJh fares against 1,081 hands and 990 run-outs each.", _strength),
    ("A hand of another game: pot-limit Omaha among three programs, written as PokerStars would.", _hand),
    ("Perfect play, computed: Kuhn poker (worth -1/18 = -0.0556) and Leduc hold'em (-0.0856).", _solved),
    ("A river of hold'em, 167 hands against 246, bets of half the pot, the pot, or all.", _spot),
)
