"""What interrupted solvers have in common, whichever engine they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np

from riverboat.solve.core import Engine, Runner


def hand_over(first: Engine, second: Engine, path: Path) -> None:
    """Let the second engine continue where the first one stands, by a checkpoint."""
    Runner(first, checkpoint=path).save()
    assert Runner(second, checkpoint=path).resume()


def assert_same_state(one: Engine, other: Engine) -> None:
    """The same iterations, and every array the same to the last bit."""
    assert one.iterations == other.iterations
    theirs = other.arrays()
    for name, array in one.arrays().items():
        assert np.array_equal(array, theirs[name]), name
