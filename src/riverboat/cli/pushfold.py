"""`riverboat pushfold`: equilibria of the game in which everybody goes all-in or folds."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.errors import RiverboatError
from riverboat.files import require_folder

if TYPE_CHECKING:
    from riverboat.solve.pushfold import PushFoldGame, PushFoldSolution
    from riverboat.solve.pushfold.depths import DepthTable

    Decisions = list[tuple[int, tuple[int, ...]]]


def command(
    players: Annotated[int | None, typer.Option(help="2 to 6. Default: as many as stacks, or 2.")] = None,
    stacks: Annotated[
        str, typer.Option(help="Big blinds: one number for all, or one per seat, first to act first: 12,8,20.")
    ] = "10",
    position: Annotated[str, typer.Option(help="Show this seat: utg, hj, co, btn, sb or bb. Default: all.")] = "",
    all_in: Annotated[str, typer.Option(help="Who is all-in before it: btn,sb. Default: nobody; bb: the sb.")] = "",
    depths: Annotated[str, typer.Option(help="A table by depth: 2-20, 2-20:0.1, 5,10,15 big blinds.")] = "",
    ante: Annotated[float, typer.Option(help="Big blinds from every player.")] = 0.0,
    bb_ante: Annotated[float, typer.Option(help="Big blinds from the big blind for everybody.")] = 0.0,
    small_blind: Annotated[float, typer.Option(help="In big blinds.")] = 0.5,
    payouts: Annotated[str, typer.Option(help="Prizes by place, 50,30,20: play for them (ICM), not for chips.")] = "",
    equities: Annotated[str, typer.Option(help="exact (2 or 3 players), sampled, or auto.")] = "auto",
    samples: Annotated[int | None, typer.Option(help="Deals of a sampled solve. Default: 4,194,304.")] = None,
    deals: Annotated[int | None, typer.Option(hidden=True, help="The old name of --samples.")] = None,
    seed: Annotated[int, typer.Option(help="Random seed of a sampled solve.")] = 1,
    html: Annotated[Path | None, typer.Option(help="Write a page with the grids.")] = None,
    to_json: AsJson = False,
) -> None:
    """Solve the shove-or-fold game: who goes all-in with which hands, and how much better one could do."""
    from riverboat.solve.pushfold import PushFoldGame, parse_seat
    from riverboat.solve.pushfold.solution import DEALS, solve_push_fold

    require_folder(html)
    if seed < 0:
        raise RiverboatError(f"seed {seed}: expected 0 or more")
    given = _numbers("stacks", stacks)
    if len(given) == 1:
        given *= 2 if players is None else players
    elif players not in (None, len(given)):
        raise RiverboatError(f"{len(given)} stacks for {players} players: give one stack, or one per player")
    game = PushFoldGame(given, small_blind, ante, bb_ante, _numbers("payouts", payouts) if payouts else ())
    seat = parse_seat(position, game.players) if position else None
    before = tuple(sorted(parse_seat(name, game.players) for name in all_in.split(","))) if all_in else ()
    if before and seat is None:
        raise RiverboatError(f"--all-in {all_in}: needs --position, the seat that has to answer")
    if seat is not None and not before and seat == game.players - 1:
        before = (seat - 1,)
    if seat is not None:
        game.node(seat, before)  # refuses what cannot be
    deals = deals if samples is None else samples
    settings = {"equities": equities, "deals": DEALS if deals is None else deals, "seed": seed}
    if depths:
        _by_depth(game, depths, seat, before, settings, html, to_json)
        return
    with progress_bar("push or fold") as on_progress:
        solution = solve_push_fold(game, on_progress=on_progress, **settings)  # type: ignore[arg-type]
    decisions = _decisions(solution, seat, before)
    if html:
        from riverboat.files import write_text
        from riverboat.solve.pushfold.report import solution_page

        write_text(html, solution_page(solution, seat))
    if to_json:
        _print_solution_json(solution, seat)
        return
    _print_solution(solution, seat, decisions)
    if html:
        print(f"wrote {html}")


def _decisions(solution: PushFoldSolution, seat: int | None, before: tuple[int, ...]) -> Decisions:
    """What is to be shown as grids."""
    from riverboat.solve.pushfold.report import shown_decisions

    return shown_decisions(solution) if seat is None else [(seat, before)]


def _print_solution_json(solution: PushFoldSolution, seat: int | None) -> None:
    found = solution.to_json()
    if seat is not None:
        found["players"] = [found["players"][seat]]
    print_json("pushfold", [found])


def _print_solution(solution: PushFoldSolution, seat: int | None, decisions: Decisions) -> None:
    from riverboat.solve.pushfold import report

    print(f"push or fold, {report.game_text(solution.game)}")
    print(report.method_text(solution))
    print()
    print_table(report.quality_columns(solution), report.quality_rows(solution))
    print()
    if seat is None:
        rows = [
            [report.decision_title(solution, each, all_in), f"{100 * solution.share(each, all_in):.1f} %"]
            for each, all_in in decisions
        ]
        print_table(["decision", "hands"], rows)
        return
    for each, all_in in decisions:
        values = solution.probabilities(each, all_in)
        title = report.decision_title(solution, each, all_in)
        print(f"{title}: {100 * solution.share(each, all_in):.1f} % of hands")
        print(report.text_grid(values))
        print(report.range_text(values))


def _by_depth(
    game: PushFoldGame,
    text: str,
    seat: int | None,
    before: tuple[int, ...],
    settings: dict[str, object],
    html: Path | None,
    to_json: bool,
) -> None:
    from riverboat.solve.pushfold import report
    from riverboat.solve.pushfold.depths import parse_depths, solve_depths

    wanted = parse_depths(text, 0.5 if game.players == 2 else 1.0)
    with progress_bar("depths") as on_progress:
        found = solve_depths(game, wanted, on_progress, **settings)
    decisions = _decisions(found.solutions[0], seat, before)
    if html:
        from riverboat.files import write_text

        write_text(html, report.depth_page(found, decisions))
    if to_json:
        print_json("depths", [found.to_json(each, all_in) for each, all_in in decisions])
        return
    _print_depths(found, decisions)
    if html:
        print(f"wrote {html}")


def _print_depths(found: DepthTable, decisions: Decisions) -> None:
    from riverboat.cards.holdings import CLASS_NAMES
    from riverboat.solve.pushfold import report

    worst = max(max(solution.gains) for solution in found.solutions)
    span = f"{len(found.depths)} depths from {found.depths[0]:g} to {found.depths[-1]:g} big blinds"
    print(f"the deepest stack at which a hand goes all-in, {report.game_text(found.solutions[0].game, span)}")
    print(f"best response gains at most {1000 * worst:.3f} thousandths per hand")
    for seat, all_in in decisions:
        print()
        print(report.decision_title(found.solutions[0], seat, all_in))
        print(report.depth_grid(found.deepest(seat, all_in), found.depths[-1]))
        for each, runs in enumerate(found.intervals(seat, all_in)):
            if len(runs) > 1:
                print(f"{CLASS_NAMES[each]}: {', '.join(f'{low:g} to {high:g}' for low, high in runs)}")


def _numbers(what: str, text: str) -> tuple[float, ...]:
    try:
        return tuple(float(part) for part in text.split(","))
    except ValueError:
        raise RiverboatError(f'{what} "{text[:60]}": expected numbers like 12 or 50,30,20') from None
