"""Public names that are imported when first used.

`import riverboat` must be instant, while some of its names need numba. A package lists where its names live, and
the first use of a name imports that module (PEP 562).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A module `__getattr__` that finds each name of `homes` in the module it maps to."""

    def __getattr__(name: str) -> Any:  # noqa: N807
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(home), name)

    return __getattr__
