"""The door: who is let in, and what is said to the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from riverboat.errors import RiverboatError
from riverboat.web import Settings
from riverboat.web.app import create_app
from riverboat.web.guard import COOKIE
from riverboat.web.settings import data_folder, is_loopback

TOKEN = "a-token-of-the-test"


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    settings = Settings(folder=tmp_path, largest_body=10_000)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        yield client


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[TestClient]:
    """A server that others can reach."""
    settings = Settings(host="0.0.0.0", folder=tmp_path, token=TOKEN)
    with TestClient(create_app(settings), base_url="http://poker.example") as client:
        yield client


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8462", "localhost:80", "[::1]:8462", "[::1]", "localhost"])
def test_loopback_names_are_known(client: TestClient, host: str) -> None:
    assert client.get("/api/about", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8462", "127.0.0.1.evil.example", "192.168.0.7", "", "["]
)
def test_a_name_that_was_made_to_point_here_is_refused(client: TestClient, host: str) -> None:
    answer = client.get("/api/about", headers={"host": host})
    assert answer.status_code == 421
    assert "\n" not in answer.json()["detail"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:9999", "http://[", "file://", ""])
def test_pages_of_other_sites_may_not_ask(client: TestClient, origin: str) -> None:
    assert client.get("/api/about", headers={"origin": origin}).status_code == 403
    assert client.post("/api/jobs/none/stop", headers={"origin": origin}).status_code == 403
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        client.websocket_connect("ws://127.0.0.1/api/jobs/none/live", headers={"origin": origin}),
    ):
        pass
    assert closed.value.code == 4403


def test_our_own_pages_may_ask(client: TestClient) -> None:
    assert client.get("/api/about", headers={"origin": "http://127.0.0.1"}).status_code == 200


def test_pictures_and_scripts_of_other_sites_are_refused_and_links_are_not(client: TestClient) -> None:
    """A browser sends no origin with these, but says where they come from."""
    script = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
    assert client.get("/api/about", headers=script).status_code == 403
    assert client.get("/static/main.js", headers={**script, "sec-fetch-site": "same-site"}).status_code == 403
    link = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate"}
    assert client.get("/watch", headers=link).status_code == 200
    assert client.get("/api/about", headers=link).status_code == 403
    assert client.get("/api/about", headers={"sec-fetch-site": "same-origin"}).status_code == 200


def test_a_body_that_says_it_is_too_large(client: TestClient) -> None:
    answer = client.post("/api/jobs/none/stop", content=b"x" * 10_001)
    assert answer.status_code == 413
    assert "10,000" in answer.json()["detail"]


@pytest.mark.parametrize("length", ["many", "-1", "9" * 5000, "1e3"])
def test_a_length_that_is_none(client: TestClient, length: str) -> None:
    assert client.post("/api/jobs/none/stop", headers={"content-length": length}).status_code == 413


def test_a_body_that_does_not_say_how_large_it_is(tmp_path: Path) -> None:
    """Chunks are counted as they come, so that a client which never ends is cut off."""
    app = create_app(Settings(folder=tmp_path, largest_body=10_000))

    @app.post("/api/length")
    async def length(body: dict[str, str]) -> int:
        return len(body["x"])

    def chunks() -> Iterator[bytes]:
        yield b'{"x": "'
        for _ in range(1000):
            yield b"x" * 1000
        yield b'"}'

    def short() -> Iterator[bytes]:
        yield b'{"x": "'
        yield b"x" * 5000
        yield b'"}'

    with TestClient(app, base_url="http://127.0.0.1") as client:
        assert client.post("/api/length", content=short(), headers={"content-type": "application/json"}).json() == 5000
        answer = client.post("/api/length", content=chunks(), headers={"content-type": "application/json"})
    assert answer.status_code == 413
    assert "10,000" in answer.json()["detail"]


def test_every_answer_forbids_pages_to_load_from_elsewhere(client: TestClient) -> None:
    for path, host in (("/", "127.0.0.1"), ("/api/about", "127.0.0.1"), ("/static/none", "127.0.0.1"), ("/", "evil")):
        headers = client.get(path, headers={"host": host}).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "script-src" not in policy  # so scripts are only our files
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["cross-origin-resource-policy"] == "same-origin"
        assert headers["referrer-policy"] == "no-referrer"


def test_without_the_token_nothing(outside: TestClient) -> None:
    for path in ("/", "/api/about", "/static/main.js", "/api/docs.json", "/?token=", "/?token=wrong"):
        answer = outside.get(path, follow_redirects=False)
        assert answer.status_code == 401, path
        assert TOKEN not in answer.text
    with pytest.raises(WebSocketDisconnect) as closed, outside.websocket_connect("/api/jobs/none/live"):
        pass
    assert closed.value.code == 4401


def test_the_token_moves_from_the_address_into_a_cookie(outside: TestClient) -> None:
    answer = outside.get(f"/watch?token={TOKEN}&x=1", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/watch?x=1"
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith(f"{COOKIE}={TOKEN};")
    assert "HttpOnly" in cookie
    assert outside.get("/api/about").status_code == 200
    outside.cookies.clear()
    assert outside.get("/api/about").status_code == 401
    outside.cookies.set(COOKIE, TOKEN[:-1])
    assert outside.get("/api/about").status_code == 401


def test_the_way_in_does_not_lead_elsewhere(outside: TestClient) -> None:
    for path in ("//evil.example/", "/\\evil.example/", "///evil.example"):
        answer = outside.get(f"http://poker.example{path}?token={TOKEN}", follow_redirects=False)
        assert answer.status_code == 303
        assert answer.headers["location"].startswith("/")
        assert not answer.headers["location"].startswith(("//", "/\\"))


def test_programs_send_the_token_in_a_header(outside: TestClient) -> None:
    assert outside.get("/api/about", headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200
    for wrong in (f"Bearer {TOKEN}x", "Bearer ", "Bearer", f"Basic {TOKEN}", "Bearer \xe9"):
        assert outside.get("/api/about", headers={"authorization": wrong.encode("latin-1")}).status_code == 401, wrong
    headers = {"authorization": f"Bearer {TOKEN}"}
    with (
        pytest.raises(WebSocketDisconnect) as closed,
        outside.websocket_connect("/api/jobs/none/live", headers=headers) as socket,
    ):
        socket.receive_text()
    assert closed.value.code == 4404


def test_cookies_that_are_none(outside: TestClient) -> None:
    for cookie in ("=;;;", f"{COOKIE}", f"{COOKIE}=", "a\x01b=c", f"x={TOKEN}"):
        assert outside.get("/api/about", headers={"cookie": cookie}).status_code == 401


@pytest.mark.parametrize(
    ("host", "alone"),
    [("127.0.0.1", True), ("127.3.2.1", True), ("::1", True), ("[::1]", True), ("localhost", True), ("0.0.0.0", False),
     ("::", False), ("", False), ("10.0.0.1", False), ("example.org", False), ("localhost.example.org", False)],
)  # fmt: skip
def test_a_token_is_made_up_unless_only_this_machine_can_ask(host: str, alone: bool, tmp_path: Path) -> None:
    assert is_loopback(host) is alone
    settings = Settings(host=host, folder=tmp_path)
    assert bool(settings.token) is not alone
    if not alone:
        assert len(settings.token) >= 32
        assert settings.token != Settings(host=host, folder=tmp_path).token
        assert settings.address.endswith(f"?token={settings.token}")


def test_a_token_protects_the_own_machine_too_if_one_is_given(tmp_path: Path) -> None:
    settings = Settings(folder=tmp_path, token=TOKEN)
    with TestClient(create_app(settings), base_url="http://127.0.0.1") as client:
        assert client.get("/api/about").status_code == 401


def test_settings_that_cannot_be(tmp_path: Path) -> None:
    for wrong in ({"port": -1}, {"port": 65536}, {"workers": 0}, {"token": "short"}, {"token": "with space & more"}):
        with pytest.raises(RiverboatError):
            Settings(folder=tmp_path, **wrong)


def test_where_things_are_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RIVERBOAT_DATA", str(tmp_path / "a"))
    assert data_folder() == tmp_path / "a"
    monkeypatch.delenv("RIVERBOAT_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "b"))
    assert data_folder() == tmp_path / "b" / "riverboat"
    assert Settings(folder=tmp_path).database == str(tmp_path / "riverboat.db")
    assert Settings(folder=tmp_path, host="::1").address == "http://[::1]:8462/"
