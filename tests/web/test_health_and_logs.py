"""The health of a server, its log, and TLS."""

from __future__ import annotations

import datetime
import json
import os
import signal
import ssl
import stat
from pathlib import Path
from typing import Any

import httpx
import pytest
from preloaded import wait_for_end
from starlette.testclient import TestClient

from riverboat.errors import RiverboatError
from riverboat.web import Settings, create_app, serve
from riverboat.web.api.health import Details
from riverboat.web.logs import FILE, log_to

TOKEN = "the-token-of-the-owner"


def test_the_owner_sees_how_the_server_is(tmp_path: Path) -> None:
    with TestClient(create_app(Settings(folder=tmp_path)), base_url="http://127.0.0.1") as client:
        assert client.get("/api/health").json() == {"problem": ""}
        chairs = [{"kind": "human"}, {"kind": "bot", "agent": "always_call"}]
        assert client.post("/api/tables", json={"chairs": chairs}).status_code == 201
        found = Details(**client.get("/api/health/details").json())
        assert found.tables.model_dump() == {"open": 1, "playing": 0, "connections": 0}
        assert found.writes.problem == ""
        assert 0 < found.disk.free <= found.disk.total
        assert found.memory.used > 10_000_000
        assert {"riverboat", "python", "numpy", "uvicorn"} <= set(found.versions)
        assert client.get("/health").status_code == 200


def test_every_request_has_an_id_and_a_line_without_tokens(tmp_path: Path) -> None:
    log_to(tmp_path)
    app = create_app(Settings(folder=tmp_path, token=TOKEN))

    @app.get("/api/broken")
    async def broken() -> None:
        raise KeyError("the ace of spades")

    with TestClient(app, base_url="http://127.0.0.1") as client:
        seen = client.get(f"/play?token={TOKEN}", follow_redirects=False)
        wrong = client.get("/api/tables?token=wrong-token-here")
        answer = client.get("/api/broken", headers={"authorization": f"Bearer {TOKEN}"})
    log_to(None)
    text = (tmp_path / FILE).read_text()
    lines = {line["request"]: line for line in map(json.loads, text.splitlines()) if line["event"] == "request"}
    errors = [line for line in map(json.loads, text.splitlines()) if line["event"] == "error"]
    assert lines[seen.headers["x-request-id"]]["person"] == "owner"
    assert lines[seen.headers["x-request-id"]]["status"] == 303
    assert lines[wrong.headers["x-request-id"]]["status"] == 401
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] in answer.json()["detail"]
    assert [line["error"] for line in errors] == ["KeyError"]
    for secret in (TOKEN, "wrong-token", "ace of spades"):
        assert secret not in text + answer.text
    assert stat.S_IMODE((tmp_path / FILE).stat().st_mode) == 0o600


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for this machine that nobody has signed, and its key in the same file."""
    x509 = pytest.importorskip("cryptography.x509")
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    form = serialization.PrivateFormat.PKCS8
    text = key.private_bytes(serialization.Encoding.PEM, form, serialization.NoEncryption())
    file = tmp_path_factory.mktemp("tls") / "both.pem"
    file.write_bytes(text + made.public_bytes(serialization.Encoding.PEM))
    return file


def test_pages_come_by_tls_if_there_is_a_certificate(tmp_path: Path, parent: Any, certificate: Path) -> None:
    said = tmp_path / "said"
    said.touch()
    command = ["web", "--port", "0", "--folder", str(tmp_path / "data"), "--host", "localhost"]
    number = parent.start([*command, "--certfile", str(certificate)], str(said))
    try:
        while not said.read_text().endswith("\n"):
            assert not wait_for_end(number, 0.02)
        address = said.read_text().split()[3]
        assert address.startswith("https://localhost:")
        trusted = ssl.create_default_context(cafile=str(certificate))
        answer = httpx.get(address, verify=trusted, timeout=60)
        assert answer.status_code == 303
        assert "Secure" in answer.headers["set-cookie"]
    finally:
        os.kill(number, signal.SIGKILL)


def test_a_certificate_that_is_none_is_refused_in_one_line(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.pem"
    wrong.write_text("no certificate")
    for file in (str(wrong), str(tmp_path / "none.pem")):
        with pytest.raises(RiverboatError, match=r"^certificate [^\n]*$"):
            serve(Settings(folder=tmp_path, port=0, certfile=file))
    with pytest.raises(RiverboatError, match="--certfile too"):
        Settings(folder=tmp_path, keyfile=str(wrong))
