"""`riverboat acpc`: a dealer and a client for the protocol of the Annual Computer Poker Competition."""

from __future__ import annotations

from typing import Annotated

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import progress_bar

app = typer.Typer(help="The ACPC protocol: run a dealer, or play at one.", no_args_is_help=True)


@app.command(
    "dealer",
    add_help_option=False,  # the dealer prints its own, with the original's options
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True, "allow_interspersed_args": False},
)
def dealer(context: typer.Context) -> None:
    """Deal a match: NAME GAME HANDS SEED PLAYER PLAYER... [options of the original dealer].

    The first line of output has the ports, the last the score. Listens only on this machine unless --host is given.
    """
    from riverboat.wire.acpc.dealer import main

    raise typer.Exit(main(context.args))


@app.command("play")
def play(
    agent: Annotated[str, typer.Argument(help='A player, like always_call or "rules(style=tight_passive)".')],
    host: Annotated[str, typer.Argument(help="Host of the dealer.")],
    port: Annotated[int, typer.Argument(help="The port of the seat.")],
    game: Annotated[
        str, typer.Option(help="The game that is dealt: a .game file or the name of a standard one.")
    ] = "holdem.limit.2p.reverse_blinds.game",
    seed: Annotated[int | None, typer.Option(help="Random seed of the player.")] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Exit code 0 even if the player had faults.")] = False,
    to_json: AsJson = False,
) -> None:
    """Play a Riverboat agent at an ACPC dealer, until the match is over. Exit code 1 if it had faults."""
    from riverboat.wire.acpc.client import play as take_a_seat
    from riverboat.wire.acpc.options import find_game

    with progress_bar("preparing") as on_progress:
        result = take_a_seat(agent, host, port, find_game(game), seed=seed, on_progress=on_progress)
    if to_json:
        numbers = {"agent": agent, "seed": seed, "hands": result.hands, "chips": float(result.chips)}
        print_json("acpc_match", [{**numbers, "faults": [str(fault) for fault in result.faults]}])
    else:
        print(f"{agent}: {result.hands:,} hands, {float(result.chips):+,.10g} chips, {len(result.faults)} faults")
        if result.faults:
            print(f"first fault: {result.faults[0]}")
    if result.faults and not lenient:
        raise typer.Exit(1)
