"""Set-up for all tests: compiled kernels before workers start, and examples that do not depend on luck."""

from __future__ import annotations

import os
import signal
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "riverboat", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("riverboat")


def pytest_configure(config: pytest.Config) -> None:
    """Compile the kernels and build the tables once, in the controller, so that parallel workers find them cached.

    With RIVERBOAT_NO_WARM set, a run of a few tests compiles only what they use. Stale kernels are discarded.
    `nohup make test &` hands on that SIGINT is ignored, but the tests press Ctrl-C: it is heard again.
    """
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    if not hasattr(config, "workerinput"):
        from riverboat.warm import discard_stale_kernels, warm_up
        from riverboat.workers import processors

        if os.environ.get("RIVERBOAT_NO_WARM"):
            discard_stale_kernels()
        else:
            warm_up(jobs=processors())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what a test tries to break, how often, and what it means if it fails, into its report."""
    for item in items:
        for mark in item.iter_markers("chaos"):
            what, count, *breaks = mark.args
            if callable(count):
                count = count(*item.callspec.params.values())  # type: ignore[attr-defined]
            item.user_properties.append(("chaos", (what, count, *breaks)))


@dataclass
class Tried:
    """One line of the table of `make chaos`."""

    times: int = 0
    lost: int = 0
    leaked: int = 0
    foreign: int = 0
    not_tried: int = 0
    seconds: float = 0.0

    def add(self, report: Any, times: int, breaks: str = "lost") -> None:
        """A test that passed tried it so often; one that failed has stopped at the first thing that broke."""
        self.seconds += report.duration
        if report.skipped:
            self.not_tried += times
        elif report.passed:
            self.times += times
        else:
            said = getattr(getattr(report.longrepr, "reprcrash", None), "message", "")
            kind = breaks if said.startswith(("assert", "AssertionError")) else "foreign"
            setattr(self, kind, getattr(self, kind) + 1)


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """After `make chaos`: one line for each thing that was tried."""
    if config.getoption("markexpr") != "chaos":
        return
    lines: dict[str, Tried] = {}
    for outcome in ("passed", "failed", "error", "skipped"):
        for report in terminalreporter.stats.get(outcome, []):
            for name, (what, *more) in report.user_properties:
                if name == "chaos":
                    lines.setdefault(what, Tried()).add(report, *more)
    write = terminalreporter.write_line
    terminalreporter.section("what was tried")
    write(f"{'':58}{'tried':>11}{'lost':>6}{'leaked':>8}{'foreign':>9}{'not tried':>11}{'minutes':>9}")
    for what, line in sorted(lines.items()):
        numbers = f"{line.times:>11,}{line.lost:>6}{line.leaked:>8}{line.foreign:>9}{line.not_tried:>11,}"
        write(f"{what:58}{numbers}{line.seconds / 60:>9.1f}")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real data beside a development checkout."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the real data beside the checkout")
    return folder


@pytest.fixture
def postgres() -> str:
    """Set RIVERBOAT_TEST_POSTGRES to the URL of a database for tests; what is written there stays."""
    url = os.environ.get("RIVERBOAT_TEST_POSTGRES")
    if not url:
        pytest.skip("needs RIVERBOAT_TEST_POSTGRES")
    return url


@pytest.fixture(scope="session")
def folded_nuts() -> str:
    """A hand in PHH: Bob folds quads to a bet of 100 into 100, which gives up 200 whatever anybody holds."""
    return """
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [1, 2]
min_bet = 2
starting_stacks = [150, 150]
actions = ['d dh p1 KhKd', 'd dh p2 7c7d', 'p2 cbr 50', 'p1 cc', 'd db 2c2d7h', 'p1 cc', 'p2 cc', 'd db 7s', 'p1 cc',
  'p2 cc', 'd db 3c', 'p1 cbr 100', 'p2 f']
players = ['Ann', 'Bob']
hand = 1
"""
