"""Billings (2006), Figure 2.7: a neural network that was trained on a few hundred games of one opponent."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from riverboat.lab.billings._hands import recorded_hands
from riverboat.lab.entry import Claim, Entry
from riverboat.lab.findings import Claimed, Findings, Found, NetworkPicture, Table
from riverboat.lab.work import Work
from riverboat.progress import Progress
from riverboat.show.network import Layers

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from riverboat.model.predicting import Decisions, Network

LAST_RAISE = 11
"""Input number twelve: the player's last action was a bet or a raise."""
STRONG = 5
"""An input is strong if it is among this many of the nineteen."""
FEW_GAMES, NETWORKS = (40, 200), (10, 100)
"""Games from which an opponent gets a network, and the maximum number of networks; small and full."""
GAMES = 300
"""A few hundred: an opponent's later games are left out."""
OUTPUTS = ("fold", "call", "raise")


class Trained(NamedTuple):
    """An opponent's network and the decisions that it learned from."""

    name: str
    games: int
    network: Network
    decisions: Decisions


def run(work: Work) -> Findings:
    import numpy as np

    from riverboat.model.predicting import INPUTS, as_played, by_player

    stages = iter(work.steps(("hands", "networks")))
    next(stages)
    hands, source = recorded_hands(work, work.choose(120, 600), work.choose(3_000, 20_000))
    next(stages)
    trained = _networks(work, by_player(as_played(hands)))
    next(stages, None)
    people = source.startswith("IRC")
    links = np.array([each.network.links() for each in trained])
    shown, most = trained[0], links.mean(axis=0)
    five = np.sort(links)[:, -STRONG:].sum(axis=1).mean()
    place = 1 + int((links[0] > links[0][LAST_RAISE]).sum())
    strong = strong_inputs(links)
    said = "" if people else "; of programs, not of people"
    order = np.argsort(-most).tolist()
    rows = [
        (INPUTS[each], str(each + 1), f"{links[0][each]:.3f}", f"{most[each]:.3f}", f"{100 * strong[each]:.0f} %")
        for each in order
    ]
    weak = (links < 0.5 / len(INPUTS)).mean(axis=0)
    dominant = [INPUTS[each] for each in order if strong[each] > 0.5]
    irrelevant = [INPUTS[each] for each in reversed(order) if weak[each] > 0.5]
    return Findings(
        [
            Found("place of input twelve among nineteen", place, note=f"in the network of {shown.name}"),
            Found("share of input twelve, mean of all networks", float(most[LAST_RAISE]), note="1/19 is 0.053"),
            Found("share of the five strongest inputs, mean of all networks", float(five)),
            Found("networks", len(trained)),
        ],
        [
            Claimed("input twelve", place <= STRONG if people else None, f"place {place} of 19{said}"),
            Claimed(
                "few dominate",
                bool(dominant and irrelevant) if people else None,
                f"strong for most: {', '.join(dominant) or 'none'}; below half of an even share for most: "
                f"{', '.join(irrelevant) or 'none'}{said}",
            ),
        ],
        networks=[picture_of(shown)],
        tables=[
            Table(
                "Links of the inputs, as shares",
                ("input", "number", "in the picture", "mean", f"among the {STRONG} strongest"),
                rows,
            )
        ],
        notes=(
            f"{source}. {len(trained)} opponents with {work.choose(*FEW_GAMES)} games or more, {GAMES} at most "
            f"counted; the picture is of the one who played most, {shown.name}: {shown.games} games, "
            f"{len(shown.decisions)} decisions.",
        ),
    )  # fmt: skip


def _networks(work: Work, decisions: dict[str, Decisions]) -> list[Trained]:
    """The opponents with the most games and their networks, the most first."""
    import numpy as np

    from riverboat.errors import RiverboatError
    from riverboat.model.predicting import OWN, train

    games = {name: len(np.unique(own.hands)) for name, own in decisions.items()}
    chosen = [name for name in games if games[name] >= work.choose(*FEW_GAMES)]
    chosen = sorted(chosen, key=lambda name: (-games[name], name))[: work.choose(*NETWORKS)]
    if not chosen:
        raise RiverboatError(f"nobody played {work.choose(*FEW_GAMES)} games: expected more hands")
    found = []
    for number, name in enumerate(chosen):
        own = decisions[name]
        own = own[own.hands < GAMES]
        found.append(Trained(name, min(games[name], GAMES), train(own, OWN), own))
        work.on_progress(Progress(number + 1, len(chosen)))
    return found


def strong_inputs(links: NDArray[np.float64]) -> NDArray[np.float64]:
    """In which share of the networks each input is among the strongest, from float64[N, 19] links."""
    import numpy as np

    ranks = (-links).argsort(axis=1).argsort(axis=1)
    return np.asarray((ranks < STRONG).mean(axis=0))


def picture_of(trained: Trained) -> NetworkPicture:
    """The network at the moment at which it is most certain of a fold."""
    from riverboat.model.predicting import INPUTS

    network, inputs = trained.network, trained.decisions.inputs
    moment = inputs[int(network.predict(inputs)[:, 0].argmax())].tolist()
    layers = Layers(
        INPUTS,
        OUTPUTS,
        network.hidden[:, :-1].tolist(),
        network.output[:, :-1].tolist(),
        (moment, network.activity(moment).tolist(), list(network.expects(moment))),
    )
    return NetworkPicture(
        f"A network after {trained.games} games of {trained.name}",
        layers,
        "Units are the darker the more active they are; lines are as thick as their weights, black for positive and "
        "grey for negative ones. The moment is the one at which the network is most certain of a fold.",
    )


ENTRY = Entry(
    __name__,
    "A network that predicts one opponent",
    "Figure 2.7 and section 2.6.3",
    "The weights of a network after a few hundred games of one opponent, and what it expects at one moment.",
    small="120 hands of self-play, or 3,000 of IRC; ten networks, a few seconds",
    full="600 hands of self-play, or 20,000 of IRC; up to 100 networks, a minute or two",
    run=run,
    claims=(
        Claim(
            "input twelve",
            "The connections of input twelve, whether the opponent's last action was a raise, are very strong.",
        ),
        Claim(
            "few dominate",
            "Certain factors dominate for most opponents, while others are almost completely irrelevant.",
        ),
    ),
    remarks=(
        "The picture is not in the text, and its opponent and hidden layer are not named. Very strong is taken as "
        "among the five strongest of nineteen, irrelevant as below half of an even share; an input's link is the sum "
        "over all ways to an output of the product of the sizes of the weights.",
        "Both claims are about people: without a month of the IRC database (variable RIVERBOAT_IRC) they stay open.",
    ),
)
