"""`riverboat cluster`: a small Ray cluster on this machine, to try things out."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from contextlib import closing
from pathlib import Path
from typing import Annotated, Final

import typer

from riverboat.errors import RiverboatError

_HERE: Final = "127.0.0.1"
_SECONDS_TO_START: Final = 60.0


def command(
    nodes: Annotated[int, typer.Option(min=1, max=64, help="Number of nodes, one processor each.")] = 3,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the head. 0: any that is free.")] = 0,
) -> None:
    """Start a Ray cluster on this machine (loopback only, with a token) and keep it until Ctrl-C."""
    ray = Path(sys.executable).with_name("ray")
    if not ray.exists():
        from riverboat.executor.on_ray import INSTALL

        raise RiverboatError(f"riverboat cluster: Ray is not installed; {INSTALL}")
    port = port or _free_port()
    address = f"{_HERE}:{port}"
    common = ["--block", f"--node-ip-address={_HERE}", "--num-cpus=1", "--disable-usage-stats"]
    started: list[subprocess.Popen[bytes]] = []

    def start(*arguments: str) -> None:
        asking = os.environ | {"RAY_AUTH_MODE": "token"}
        started.append(
            subprocess.Popen(
                [str(ray), "start", *common, *arguments],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                env=asking,
            )
        )

    try:
        subprocess.run([str(ray), "get-auth-token", "--generate"], check=True, capture_output=True)
        start("--head", f"--port={port}", "--include-dashboard=false")
        _wait_for(port, started[0])
        for _ in range(nodes - 1):
            start(f"--address={address}")
        print(f"{nodes} nodes at {address}; Ctrl-C stops them. In another terminal:", flush=True)
        print(f"riverboat match psopti1 poki --hands 20000 --executor ray:{address}", flush=True)
        while all(each.poll() is None for each in started):
            time.sleep(0.2)
        raise RiverboatError("riverboat cluster: a node has ended")
    except KeyboardInterrupt:
        print("stopped")
    except subprocess.CalledProcessError as error:
        raise RiverboatError(
            f"riverboat cluster: Ray makes no token: {error.stderr.decode()[-100:].strip()}"
        ) from error
    finally:
        for each in reversed(started):
            each.terminate()
        for each in started:
            each.wait()


def _free_port() -> int:
    with closing(socket.socket()) as found:
        found.bind((_HERE, 0))
        port: int = found.getsockname()[1]
        return port


def _wait_for(port: int, head: subprocess.Popen[bytes]) -> None:
    until = time.monotonic() + _SECONDS_TO_START
    while head.poll() is None and time.monotonic() < until:
        try:
            socket.create_connection((_HERE, port), 1.0).close()
            return
        except OSError:
            time.sleep(0.2)
    raise RiverboatError(f"riverboat cluster: the head did not start at {_HERE}:{port}")
