"""The whole API as its own description says, with made-up requests: nothing that a client sends breaks the server."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings


def test_no_request_breaks_the_server(here: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers are refusals or what the description promises, never an error of the server."""
    schemathesis = pytest.importorskip("schemathesis")
    monkeypatch.chdir(tmp_path)  # it leaves a folder where it runs
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import response_schema_conformance

    schema = schemathesis.openapi.from_url(here.url("api/docs.json"))
    asked: dict[str, int] = {}
    for found in schema.get_all_operations():
        operation = found.ok()

        @settings(
            max_examples=5,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @given(case=operation.as_strategy())
        def ask(case: Any) -> None:
            answer = case.call(timeout=60)
            asked[f"{case.method} {case.path}"] = answer.status_code
            case.validate_response(answer, checks=[not_a_server_error, response_schema_conformance])

        ask()
    assert {"GET /api/tables", "POST /api/tables", "GET /api/jobs", "GET /api/about"} <= set(asked)
