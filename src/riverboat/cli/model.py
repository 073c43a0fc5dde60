"""`riverboat model`: train the neural predictor of opponents' actions, measure predictors, show what is believed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import isnan, nan
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from riverboat.cli.json_output import AsJson, print_json
from riverboat.cli.output import print_table, progress_bar
from riverboat.cli.selection import Database, Game, Refused, Simulation, Sources, Wanted
from riverboat.errors import RiverboatError
from riverboat.files import require_folder, write_text

if TYPE_CHECKING:
    from riverboat.games import Hand
    from riverboat.model.predicting import Decisions, Measured, Score
    from riverboat.model.sequences import SequenceModel

app = typer.Typer(help="Predict opponents' actions: train networks, measure predictors.", no_args_is_help=True)

Seed = Annotated[int, typer.Option(min=0, help="Random seed: the same seed gives the same result.")]


@app.command("train")
def train(
    out: Annotated[Path, typer.Option(help="The file to write the network to.")],
    sources: Sources = None,
    self_play: Annotated[int | None, typer.Option(min=2, help="Train on this many hands of self-play.")] = None,
    db: Database = None,
    player: Annotated[str | None, typer.Option(help="Train on this player's decisions only.")] = None,
    game: Game = None,
    simulation: Simulation = None,
    units: Annotated[
        list[int] | None, typer.Option(min=1, help="Hidden units. Repeatable: the best size is taken.")
    ] = None,
    penalty: Annotated[float, typer.Option(min=0.0, help="L2 penalty on weights; use more for fewer hands.")] = 10.0,
    epochs: Annotated[int, typer.Option(min=1, help="Training epochs.")] = 15,
    folds: Annotated[int, typer.Option(min=2, help="Folds of cross-validation, which leaves out whole hands.")] = 5,
    seed: Seed = 1,
    to_json: AsJson = False,
) -> None:
    """Train a network on self-play or hand histories, and report its cross-validated log-loss."""
    from riverboat.model.predicting import Network, Training, best_training, write_network
    from riverboat.model.predicting import train as train_network

    if self_play is not None and (sources or db is not None):
        raise RiverboatError(f"--self-play {self_play} and hand histories: choose one of them")
    require_folder(out)  # known now, and not after an hour of training
    ways = [Training(size, penalty, epochs, seed) for size in units or [16]]
    if self_play is not None:
        refused = Refused()
        with progress_bar(f"{self_play:,} hands of self-play") as on_progress:
            from riverboat.agents.poki.self_play import self_play as played

            decisions, hands = _decisions(played(self_play, seed, on_progress), refused, player)
    else:
        chosen, refused = Refused.split(sources, db, Wanted(player, game, simulation))
        decisions, hands = _decisions(chosen, refused, player)
    if hands < folds:
        raise RiverboatError(f"{hands} hands with decisions: expected {folds} or more, one for each fold")
    with progress_bar("cross-validation") as on_progress:
        best, losses = best_training(decisions, ways, folds, on_progress)
    with progress_bar("training") as on_progress:
        network = train_network(decisions, best, on_progress)
    source = "self-play" if self_play else "records"
    about = {**network.about, "folds": folds, "log_loss": losses[best], "hands": hands, "trained_on": source}
    write_network(out, Network(network.hidden, network.output, about))
    if len(ways) == 1:
        losses = {}
    if to_json:
        tried = [{"units": how.units, "log_loss": loss} for how, loss in losses.items()]
        print_json("network", [{"file": str(out), **about, "tried": tried}], refused=refused.count)
        return
    for how, loss in losses.items():
        print(f"{how.units} hidden units: log-loss {loss:.4f} in cross-validation")
    print(f"{len(decisions):,} decisions of {hands:,} hands, {best.units} hidden units, seed {seed}")
    print(f"log-loss {about['log_loss']:.4f} nats per decision on held-out hands, {folds} folds")
    print(f"wrote {out}")
    refused.report()


@app.command("accuracy")
def accuracy(
    sources: Sources = None,
    db: Database = None,
    network: Annotated[
        Path | None, typer.Option(help="A file of `model train`. Default: the network of self-play.")
    ] = None,
    held_out: Annotated[
        float, typer.Option(help="Fraction of hands to score, taken from the end of the record.")
    ] = 0.3,
    rate: Annotated[float, typer.Option(min=0.0, help="Learning rate of networks for each action they see.")] = 0.02,
    game: Game = None,
    simulation: Simulation = None,
    to_json: AsJson = False,
) -> None:
    """Measure how well predictors predict: each predicts before it learns, scored on the last hands."""
    from riverboat.agents.poki.self_play import first_network
    from riverboat.model.predicting import (
        BestOfSeveral,
        Generic,
        Majority,
        Neural,
        Statistics,
        as_played,
        measure,
        read_network,
        usual,
    )

    if not 0.0 < held_out <= 1.0:
        raise RiverboatError(f"--held-out {held_out}: expected a fraction above 0 and up to 1")
    first = first_network() if network is None else read_network(network)
    chosen, refused = Refused.split(sources, db, Wanted(None, game, simulation))
    hands = as_played(_followed(chosen, refused))
    if not hands:
        raise RiverboatError("no hands to predict: none could be read or followed")
    cut = min(round(len(hands) * (1.0 - held_out)), len(hands) - 1)
    common = usual(hands[:cut])
    predictors = {
        "majority": Majority(),
        "statistics": Statistics(),
        "statistics, fitted prior": Statistics(common),
        "neural": Neural(first, rate),
        "best of several": BestOfSeveral(
            {"generic": Generic(common), "statistics": Statistics(common), "neural": Neural(first, rate)}
        ),
    }
    with progress_bar(f"{len(hands):,} hands") as on_progress:
        measured = measure(predictors, hands, cut, on_progress=on_progress).everybody
    if to_json:
        about = {"hands": len(hands), "held_out": measured.hands, "refused": refused.count}
        print_json("accuracy", _items(measured, predictors), **about)
        return
    print(
        f"{measured.hands:,} of {len(hands):,} hands held out, from the end; "
        f"{measured['majority'].decisions:,} decisions; log-loss in nats per decision with 95 % intervals"
    )
    rows = []
    for name in predictors:
        score, later = measured[name], measured.after_the_flop(name)
        rows.append((name, *_cells(score, 1.96 * measured.error(name)), *_cells(later)))
    print_table(("predictor", "log-loss", "accuracy", "after the flop", "accuracy"), rows)
    refused.report()


@app.command("show")
def show(
    player: Annotated[str, typer.Argument(help='The player that remembers: vexbot, or "vexbot(defaults=flat)".')],
    opponent: Annotated[str, typer.Option(help="The opponent, by name.")],
    memory: Annotated[
        str | None, typer.Option(help="The memory of `riverboat match --memory`: a file or a URL.")
    ] = None,
    file: Annotated[Path | None, typer.Option(help="A model file, instead of a memory.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a page with betting trees and histograms.")] = None,
    to_json: AsJson = False,
) -> None:
    """Show what a player believes of an opponent: how it bets, and which hands it shows."""
    from riverboat.model.sequences import KIND, VERSION, describe, describe_page, read_model

    require_folder(html)
    if (memory is None) == (file is None):
        raise RiverboatError("say where the model is: --memory FILE|URL or --file FILE")
    if file is not None:
        model, unseen = _unlearned(player)
        read_model(file, model)
    elif memory is not None:
        from riverboat.arena.memory import open_memory

        with open_memory(memory) as store:
            names = [key.player for key in store if key.kind == KIND and key.opponent == opponent]
            known = [name for name in names if name == player or name.startswith(f"{player}(")]
            if len(known) != 1:
                there = ", ".join(sorted({f"{key.player} of {key.opponent}" for key in store if key.kind == KIND}))
                raise RiverboatError(
                    f'memory "{memory}": not one model of {opponent} by {player}; there is {there or "none"}'
                )
            found = store.of(known[0]).recall(opponent, KIND, VERSION)
        assert found is not None
        model, unseen = _unlearned(known[0])
        model.restore(found.header, found.arrays)
    described = describe(model)
    if html is not None:
        write_text(html, describe_page(model, opponent, unseen))
    if to_json:
        print_json("belief", [{"player": player, "opponent": opponent, "unseen": unseen, **described}])
        return
    print(f"what {player} believes of {opponent} after {model.hands:,} hands; where it has seen nothing: {unseen}")
    for seat in described["seats"]:
        rows = [
            (each["situation"], f"{each['seen']:,}", *("-" if share < 0 else f"{share:.3f}" for share in each["odds"]))
            for each in seat["actions"]
        ]
        print_table((seat["seat"].lower(), "seen", "fold", "call", "raise"), rows)
        shown = [(str(each["bets"]), f"{each['seen']:,}", f"{each['mean_hand_rank']:.3f}") for each in seat["shown"]]
        print_table(("bets of the opponent", "hands shown", "mean hand rank"), shown)
    if html is not None:
        print(f"wrote {html}")


def _unlearned(player: str) -> tuple[SequenceModel, str]:
    """What this player believes of somebody it has never met, and what that is in words."""
    from riverboat.agents.registry import make_agent
    from riverboat.agents.vexbot.player import Vexbot

    agent = make_agent(player)
    if not isinstance(agent, Vexbot):
        raise RiverboatError(f'player "{player}": keeps no model of betting sequences; expected vexbot')
    with progress_bar("what it believes of strangers") as on_progress:
        agent.defaults(on_progress)
    return agent.model_of(""), agent.defaults_in_words


def _cells(score: Score, margin: float = nan) -> tuple[str, str]:
    """Log-loss and accuracy; dashes where nothing was scored, and no interval where one hand was."""
    if not score.decisions:
        return "-", "-"
    around = "" if isnan(margin) else f" ± {margin:.4f}"
    return f"{score.log_loss:.4f}{around}", f"{100 * score.accuracy:.1f}%"


def _items(measured: Measured, names: Iterable[str]) -> Iterator[dict[str, Any]]:
    for name in names:
        yield {
            "predictor": name,
            **measured[name].to_json(),
            "standard_error": None if isnan(error := measured.error(name)) else error,
            "after_the_flop": measured.after_the_flop(name).to_json(),
        }


def _followed(hands: Iterator[Hand], refused: Refused) -> Iterator[Hand]:
    """Hands of games whose betting can be followed; the others are counted."""
    from riverboat.model.predicting import examples

    for hand in hands:
        try:
            examples(hand)
        except RiverboatError as error:
            refused.not_written(hand, error)
        else:
            yield hand


def _decisions(hands: Iterator[Hand], refused: Refused, player: str | None) -> tuple[Decisions, int]:
    """The decisions of all players or of one, and the number of hands."""
    from riverboat.model.predicting import collect, examples

    kept = []
    for hand in _followed(hands, refused):
        those = [each for each in examples(hand) if player in (None, hand.players[each.moment.position])]
        if those:
            kept.append(those)
    return collect(kept), len(kept)
