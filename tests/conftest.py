"""Set-up for all tests: compiled kernels before workers start, and examples that do not depend on luck."""

from __future__ import annotations

import os
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
    """
    if not hasattr(config, "workerinput"):
        from riverboat.warm import discard_stale_kernels, warm_up

        if os.environ.get("RIVERBOAT_NO_WARM"):
            discard_stale_kernels()
        else:
            warm_up()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what a test tries to break, and how often, into its report."""
    for item in items:
        for mark in item.iter_markers("chaos"):
            what, count = mark.args
            if callable(count):
                count = count(*item.callspec.params.values())  # type: ignore[attr-defined]
            item.user_properties.append(("chaos", (what, count)))


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """After `make chaos`: one line for each thing that was tried."""
    if config.getoption("markexpr") != "chaos":
        return
    tried: dict[str, list[int]] = {}
    for place, outcome in enumerate(("passed", "failed", "skipped")):
        for report in terminalreporter.stats.get(outcome, []):
            for name, value in report.user_properties:
                if name == "chaos" and (report.when == "call" or outcome == "skipped"):
                    tried.setdefault(value[0], [0, 0, 0])[place] += value[1]
    terminalreporter.section("what was tried")
    terminalreporter.write_line(f"{'':62}{'held':>12}{'broke':>12}{'not tried':>12}")
    for what, counts in sorted(tried.items()):
        terminalreporter.write_line(f"{what:62}" + "".join(f"{count:>12,}" for count in counts))


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
