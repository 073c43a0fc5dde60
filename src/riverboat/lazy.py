"""Public names that are imported when first used.

`import riverboat` must be instant, while some of its names need numba. A package lists where its names live, and
the first use of a name imports that module (PEP 562) and stores what it found in the package: the second use costs
what any attribute costs. `dir` of the package shows its names whether they were used or not.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any


def lazy_names(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """A module `__getattr__` that finds each name of `homes` in the module it maps to.

    A name that maps to `package.name` is that module itself. The package also gets its `__dir__`.
    """
    module = sys.modules[package]

    def __getattr__(name: str) -> Any:  # noqa: N807
        home = homes.get(name)
        if home is None:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        found = import_module(home)
        value = found if home == f"{package}.{name}" else getattr(found, name)
        setattr(module, name, value)
        return value

    def __dir__() -> list[str]:  # noqa: N807
        listed = {*homes, *vars(module).get("__all__", ())}
        return sorted(
            listed | {name for name, value in vars(module).items() if name[:2] == "__" or isinstance(value, ModuleType)}
        )

    vars(module)["__dir__"] = __dir__
    return __getattr__
