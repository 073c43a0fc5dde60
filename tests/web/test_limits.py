"""What one client may take of a server: slow requests, many connections, many messages, large uploads."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import httpx
import pytest
from table_players import Person, new_table, sit

from riverboat.errors import NotationError
from riverboat.solve.spot.sizes import MAX_SIZES, read_sizes
from riverboat.web.limits import Allowance, Allowances

TOKEN = "the-token-of-the-owner"


@pytest.fixture
def small(open_server: Any, tmp_path: Path) -> Iterator[Any]:
    """A server with little patience."""
    limits = {"seconds_to_ask": 0.3, "seconds_to_send": 0.3, "max_per_client": 6, "largest_body": 100_000}
    with open_server(tmp_path, token=TOKEN, **limits) as server:
        yield server


def _connected(server: Any) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=30)


def _all(line: socket.socket) -> bytes:
    found = b""
    while piece := line.recv(65536):
        found += piece
    return found


HEAD = b"POST /api/tables HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer " + TOKEN.encode() + b"\r\n"


@pytest.mark.parametrize("said", [b"", b"GET / HT", HEAD, b"GET / HTTP/1.1\r\nhost: 127.0.0.1\r\nx: y"])
def test_a_request_that_is_never_completed_is_ended(small: Any, said: bytes) -> None:
    """Slow loris: the server used to wait for ever."""
    with _connected(small) as line:
        line.sendall(said)
        assert _all(line).startswith(b"HTTP/1.1 408 ")


def test_a_second_request_on_the_same_connection_has_no_more_time(small: Any) -> None:
    connection = HTTPConnection("127.0.0.1", small.port, timeout=30)
    connection.request("GET", "/api/about", headers={"authorization": f"Bearer {TOKEN}"})
    assert connection.getresponse().read().startswith(b"{")
    connection.sock.sendall(b"GET / HTT")
    assert _all(connection.sock).startswith(b"HTTP/1.1 408 ")


def test_a_body_that_never_ends_is_ended(small: Any) -> None:
    with _connected(small) as line:
        line.sendall(HEAD + b"content-type: application/json\r\ncontent-length: 1000\r\nconnection: close\r\n\r\n{")
        line.settimeout(60)
        assert line.recv(12) == b"HTTP/1.1 408"


def test_one_client_has_a_number_of_connections_and_others_are_served_again_when_it_leaves(small: Any) -> None:
    lines = [_connected(small) for _ in range(6)]
    with _connected(small) as more:
        assert _all(more).startswith(b"HTTP/1.1 503 ")
    for line in lines:
        line.close()

    async def again() -> int:
        async with httpx.AsyncClient(headers={"authorization": f"Bearer {TOKEN}"}) as client:
            while True:
                answer = await client.get(small.url("api/about"))
                if answer.status_code == 200:
                    return answer.status_code
                await asyncio.sleep(0.05)

    assert asyncio.run(asyncio.wait_for(again(), 30)) == 200


@pytest.mark.parametrize("size", [150_000, 700_000])
@pytest.mark.parametrize("says_so", [True, False])
def test_a_client_can_read_why_its_upload_is_too_large(small: Any, size: int, says_so: bool) -> None:
    """Clients read after they have sent everything: the connection used to be reset under their hands."""
    with _connected(small) as line:
        how = b"content-length: %d" % size if says_so else b"transfer-encoding: chunked"
        line.sendall(HEAD + b"content-type: application/json\r\n" + how + b"\r\n\r\n")
        for start in range(0, size, 10_000):
            piece = b"x" * min(10_000, size - start)
            line.sendall(piece if says_so else b"%x\r\n%s\r\n" % (len(piece), piece))
        if not says_so:
            line.sendall(b"0\r\n\r\n")
        answer = line.recv(65536)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"100,000" in answer


def test_wrong_tokens_are_slowed_down(small: Any) -> None:
    with httpx.Client() as client:
        codes = [client.get(small.url(f"?token=guess-{number}")).status_code for number in range(60)]
    assert set(codes) == {401, 429}
    assert codes[:30] == [401] * 30
    assert httpx.get(small.url("api/about"), headers={"authorization": f"Bearer {TOKEN}"}).status_code == 200


def test_messages_other_than_decisions_are_limited(here: Any) -> None:
    """Some of them are sent on to everybody at the table, others take time to answer."""
    address = here.url("").rstrip("/")
    name = new_table(address, people=1, bots=["always_call"], auto_deal=False)
    key = sit(address, name)

    async def flood() -> list[str]:
        async with Person(here.url(f"api/tables/{name}/live", "ws"), key) as ann:
            await ann.hear()
            for number in range(110):
                await ann.say({"kind": "odds", "turn": 1000 + number})
            return [(await ann.hear_kind("refused"))["why"]]

    assert "too many messages" in asyncio.run(asyncio.wait_for(flood(), 60))[0]


def test_an_allowance_is_used_up_and_grows_again() -> None:
    now = [100.0]
    allowance = Allowance(2.0, 3.0, lambda: now[0])
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now[0] += 0.5
    assert [allowance.take() for _ in range(2)] == [True, False]
    now[0] += 1000.0
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    each = Allowances(0.0, 1.0)
    assert [each.take(client) for client in "aab"] == [True, False, True]


def test_a_spot_with_very_many_sizes_is_refused_at_once() -> None:
    assert len(read_sizes(",".join(f"{size}%" for size in range(1, MAX_SIZES + 1)))) == MAX_SIZES
    with pytest.raises(NotationError, match=r"^[^\n]*33 sizes; expected 32 at most$"):
        read_sizes(",".join(f"{size}%" for size in range(1, MAX_SIZES + 2)))
