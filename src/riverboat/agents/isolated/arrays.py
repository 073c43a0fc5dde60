"""Arrays in JSON, for what players remember: dtype, shape and bytes, numbers only."""

from __future__ import annotations

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray

from riverboat.errors import RiverboatError


def array_to_json(array: NDArray[Any]) -> dict[str, Any]:
    """An array of numbers."""
    array = np.ascontiguousarray(array)
    return {"dtype": array.dtype.str, "shape": list(array.shape), "data": b64encode(array.tobytes()).decode()}


def array_from_json(found: dict[str, Any]) -> NDArray[Any]:
    """The array again; anything but numbers is refused."""
    try:
        dtype = np.dtype(str(found["dtype"]))
        if dtype.kind not in "fiub":
            raise ValueError("expected numbers")
        return np.frombuffer(b64decode(found["data"]), dtype).reshape([int(size) for size in found["shape"]])
    except (KeyError, TypeError, ValueError) as error:
        raise RiverboatError(f"memory: this is no array: {error}") from None
