"""Names, tags and folders of what people keep, over the interface."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient

from riverboat.web import Settings, create_app
from riverboat.web.api.labels import KIND


@pytest.fixture
def app(tmp_path: Path) -> Any:
    return create_app(Settings(folder=tmp_path))


def opened(client: Any) -> str:
    chairs = [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}]
    return str(client.post("/api/tables", json={"game": "kuhn", "chairs": chairs}).json()["id"])


def test_a_label_stays_with_its_thing_and_goes_with_it(app: Any) -> None:
    with TestClient(app, base_url="http://127.0.0.1") as client:
        table = opened(client)
        label = {"name": " My  table ", "folder": "limit/fun/", "tags": ["Late", "late", "bluffs"]}
        kept = client.put(f"/api/labels/table/{table}", json=label).json()
        assert kept == {"name": "My table", "folder": "limit/fun", "tags": ["bluffs", "late"]}
        assert client.get("/api/labels").json() == {f"table/{table}": kept}
        assert client.get(f"/api/tables/{table}").json()["title"] == "Kuhn poker against Caller"  # its own title stays
        assert client.delete(f"/api/tables/{table}").status_code == 204
        assert client.get("/api/labels").json() == {}
        assert app.state.services.documents.all(KIND) == {}


def test_an_empty_label_is_none_and_nothing_can_be_labelled_that_is_not_there(app: Any) -> None:
    with TestClient(app, base_url="http://127.0.0.1") as client:
        table = opened(client)
        client.put(f"/api/labels/table/{table}", json={"name": "x"})
        client.put(f"/api/labels/table/{table}", json={})
        assert client.get("/api/labels").json() == {}
        assert client.put("/api/labels/table/0123", json={"name": "x"}).status_code == 404
        assert client.put("/api/labels/job/0123", json={"name": "x"}).status_code == 404
        assert client.put(f"/api/labels/person/{table}", json={}).status_code == 422
        assert client.put(f"/api/labels/table/{table}", json={"tags": ["a,b"]}).status_code == 422
