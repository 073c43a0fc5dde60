"""A small neural network that says how likely a player folds, calls and raises, from what the table shows.

Nineteen inputs, one hidden layer of sigmoid units, three outputs that are normalised (Billings 2006, section 2.6.3). A
network is two arrays, made by `training.py`; here it answers, learns one action at a time by back-propagation, and is
written and read. Its file is the package's container, which holds arrays and a line of JSON and runs nothing; a file
for other inputs, of other shapes or with non-finite numbers is refused. Cost: 4 us per prediction, 0.5 us where a
kernel asks (`jit.py`); 3 kB in memory.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from riverboat.errors import RiverboatError
from riverboat.files import FileFormatError, read_arrays, write_arrays
from riverboat.games.action_odds import ActionOdds
from riverboat.model.predicting.moments import WIDTH

KIND: Final = "predictor"
INPUTS_IDENTITY: Final = "table-19-v1"
"""Names what the inputs mean; goes up when `moments.py` changes any of them."""

Layer = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Network:
    """The weights: each row is a unit, its bias last."""

    hidden: Layer
    """float64[H, 20]."""
    output: Layer
    """float64[3, H + 1]."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Where it comes from: hands, decisions, seed, log-loss in cross-validation."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "hidden", np.ascontiguousarray(self.hidden, np.float64))
        object.__setattr__(self, "output", np.ascontiguousarray(self.output, np.float64))
        units = len(self.hidden)
        if not units or self.hidden.shape != (units, WIDTH + 1) or self.output.shape != (3, units + 1):
            raise RiverboatError(
                f"layers {self.hidden.shape} and {self.output.shape}: expected (H, {WIDTH + 1}) and (3, H + 1)"
            )
        if not (np.isfinite(self.hidden).all() and np.isfinite(self.output).all()):
            raise RiverboatError("weights of a network: expected finite numbers")

    @property
    def units(self) -> int:
        """The size of the hidden layer."""
        return len(self.hidden)

    def predict(self, inputs: ArrayLike) -> NDArray[np.float64]:
        """float64[N, 3]: the probabilities of a fold, a call and a raise at each of N moments."""
        from riverboat.model.predicting import _kernels

        rows = np.ascontiguousarray(inputs, np.float64)
        if rows.ndim != 2 or rows.shape[1] != WIDTH:
            raise RiverboatError(f"inputs of shape {rows.shape}: expected (N, {WIDTH})")
        probabilities = np.empty((len(rows), 3))
        _kernels.predict(self.hidden, self.output, rows, probabilities)
        return probabilities

    def expects(self, inputs: Sequence[float]) -> ActionOdds:
        """The three probabilities at one moment."""
        fold, call, raises = self.predict((inputs,))[0].tolist()
        return ActionOdds(fold, call, raises)

    def activity(self, inputs: Sequence[float]) -> NDArray[np.float64]:
        """float64[H]: how active the hidden units are at one moment, from 0 to 1."""
        sums = self.hidden[:, :-1] @ np.asarray(inputs, np.float64) + self.hidden[:, -1]
        return np.asarray(1.0 / (1.0 + np.exp(-sums)))

    def links(self) -> NDArray[np.float64]:
        """float64[19]: how strongly each input is linked to the outputs, as shares of the whole.

        The sizes of the weights along every way from an input to an output, multiplied and summed.
        """
        through = np.abs(self.output[:, :-1]).sum(axis=0)
        strength = np.abs(self.hidden[:, :-1]).T @ through
        return np.asarray(strength / strength.sum())

    def learn(self, inputs: Sequence[float], action: int, rate: float) -> None:
        """Take one step towards an action that was seen. Changes this network; `copy` first.

        Args:
            rate: The length of the step.
        """
        from riverboat.model.predicting import _kernels

        _kernels.learn(self.hidden, self.output, np.array(inputs, np.float64), action, rate)

    def copy(self) -> Network:
        """An independent copy."""
        return Network(self.hidden.copy(), self.output.copy(), self.about)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """The weights by name."""
        return {"hidden": self.hidden, "output": self.output}


def write_network(path: str | Path, network: Network) -> None:
    """Write a network that `read_network` reads."""
    write_arrays(path, KIND, {"inputs": INPUTS_IDENTITY, "about": dict(network.about)}, network.arrays())


def read_network(path: str | Path) -> Network:
    """The network of a file."""
    header, arrays = read_arrays(path, KIND)
    said = header.get("inputs")
    if said != INPUTS_IDENTITY:
        raise FileFormatError(f'file "{path}": a predictor of inputs "{said}", expected "{INPUTS_IDENTITY}"')
    if set(arrays) != {"hidden", "output"} or not isinstance(header.get("about"), dict):
        raise FileFormatError(f'file "{path}": expected the layers hidden and output, and what they come from')
    try:
        return Network(np.array(arrays["hidden"]), np.array(arrays["output"]), header["about"])
    except (RiverboatError, TypeError, ValueError) as error:
        raise FileFormatError(f'file "{path}": {error}') from None
