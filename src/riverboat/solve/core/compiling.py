"""Is the machine still compiling? The first solve on a machine spends ten to twenty seconds on it; a notice says so.

Numba announces when it compiles a kernel that is not cached from an earlier run (`numba.core.event`); a kernel that is
loaded from disk is not announced. One notice is given however many kernels there are.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any, Final

from numba.core.event import Listener, register, unregister

NOTICE: Final = "compiling the solver, once on this machine: ten to twenty seconds"
_EVENT: Final = "numba:compile"

Notice = Callable[[str], object]


class Compilation(Listener):  # type: ignore[misc]
    """Watches numba within a `with` block."""

    def __init__(self, notice: Notice | None = None) -> None:
        self.seconds = 0.0
        """Time spent compiling so far."""
        self._notice = notice or _print_notice
        self._noticed = False
        self._depth = 0
        self._began = 0.0

    @property
    def is_going_on(self) -> bool:
        return self._depth > 0

    def __enter__(self) -> Compilation:
        register(_EVENT, self)
        return self

    def __exit__(self, *_: object) -> None:
        unregister(_EVENT, self)

    def on_start(self, event: Any) -> None:
        self._depth += 1
        if self._depth > 1:  # what a kernel calls is compiled while it is
            return
        self._began = perf_counter()
        if not self._noticed:
            self._noticed = True
            self._notice(NOTICE)

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if not self._depth:
            self.seconds += perf_counter() - self._began


def _print_notice(text: str) -> None:
    """A line on standard error in a terminal or a notebook, nothing in a program."""
    if sys.stderr.isatty() or hasattr(sys, "ps1"):
        print(f"riverboat: {text}", file=sys.stderr, flush=True)
