"""JSON can say what is no text and no number: half a character, NaN, infinity. Every route refuses it in words."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from riverboat.web import Settings, create_app

STRANGE = {
    "half a character": r'"\ud800"',
    "zero byte": r'"a\u0000b"',
    "NaN": "NaN",
    "infinity": "1e999",
    "many digits": "1" + "0" * 5000,
    "very deep": "[" * 5000 + "]" * 5000,
}


def _properties(description: dict[str, Any], method: dict[str, Any]) -> list[str]:
    """The names that a body of this route may have."""
    content = method.get("requestBody", {}).get("content", {}).get("application/json", {})
    name = content.get("schema", {}).get("$ref", "").rpartition("/")[2]
    return list(description["components"]["schemas"].get(name, {}).get("properties", ()))


def _tried(folder: Path, kinds: Iterable[str]) -> int:
    """Send these values to every route that takes a body: alone, as every field, and under a name that is no text."""
    tried = 0
    with TestClient(create_app(Settings(folder=folder)), base_url="http://127.0.0.1") as client:
        description = client.get("/api/docs.json").json()
        for path, methods in description["paths"].items():
            for verb, method in methods.items():
                if "requestBody" not in method:
                    continue
                names = _properties(description, method)
                for kind in kinds:
                    value = STRANGE[kind]
                    fields = ", ".join(f"{json.dumps(name)}: {value}" for name in names)
                    for body in (value, "{" + fields + "}", r'{"\ud800": ' + value + "}"):
                        where = path.replace("{", "").replace("}", "")
                        headers = {"content-type": "application/json"}
                        answer = client.request(verb, where, content=body, headers=headers)
                        assert answer.status_code < 500, f"{verb} {path} {body[:100]}: {answer.text}"
                        assert answer.json() is not None
                        tried += 1
    return tried


def test_no_value_breaks_the_server(tmp_path: Path) -> None:
    assert _tried(tmp_path, ("half a character", "infinity")) > 100


@pytest.mark.slow
def test_no_other_value_does_either(tmp_path: Path) -> None:
    assert _tried(tmp_path, STRANGE) > 300
