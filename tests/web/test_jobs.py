"""Jobs: they wait, run, report progress, stop with the best so far, and survive their server."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from starlette.testclient import TestClient

from riverboat.errors import RiverboatError
from riverboat.records.database import open_database
from riverboat.web import Settings
from riverboat.web.app import create_app
from riverboat.web.documents import Documents
from riverboat.web.errors import NotFoundError
from riverboat.web.tasks.jobs import Job, Jobs

WORKS = '''
import json, os, sys, time
from pathlib import Path
from riverboat.errors import RiverboatError

def count(params, folder, report):
    """Counts to a number, resumes from its file, and says how far it came when it is stopped."""
    file = folder / "count.json"
    done = json.loads(file.read_text()) if file.exists() else 0
    began = done
    try:
        while done < params["to"]:
            done += 1
            file.write_text(json.dumps(done))
            report({"done": done, "pid": os.getpid()})
            time.sleep(params.get("sleep", 0.0))
    except KeyboardInterrupt:
        pass
    return {"done": done, "began": began, "pid": os.getpid()}

def loud(params, folder, report):
    print("this is not for the server")
    os.system("echo nor this")
    report({"share": float("nan")})
    return {"low": float("-inf"), "text": "NaN is no number", "list": [1.5, float("nan")]}

def refused(params, folder, report):
    raise RiverboatError("the 7 of hearts: dealt twice")

def broken(params, folder, report):
    return {"a": 1}["b"]

def unspeakable(params, folder, report):
    return {"what": object()}

def crash(params, folder, report):
    os.kill(os.getpid(), 9)

def gone(params, folder, report):
    os._exit(3)

def stubborn(params, folder, report):
    while True:
        try:
            report({"pid": os.getpid()})
            time.sleep(0.05)
        except KeyboardInterrupt:
            pass

def told(params, folder, report):
    return params

def garbage(params, folder, report):
    for handle in range(3, 30):
        try:
            os.write(handle, b"no json\\n")
        except OSError:
            pass
    return {}
'''


def _state(written: Documents, job: str) -> str:
    """The state that is on the disk."""
    found = written.get("job", job)
    assert found is not None
    return str(found["state"])


@pytest.fixture
def works(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module with kinds of work, which workers can import."""
    home = tmp_path / "modules"
    home.mkdir()
    (home / "works_of_the_test.py").write_text(WORKS, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(home), prepend=os.pathsep)
    return tmp_path


@pytest.fixture
def slow_disk(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """From the call on, whatever is written takes a fifth of a second."""
    put = Documents.put

    def slowly(self: Documents, *what: Any) -> None:
        time.sleep(0.2)
        put(self, *what)

    return lambda: monkeypatch.setattr(Documents, "put", slowly)


@asynccontextmanager
async def opened(folder: Path, workers: int = 1) -> AsyncIterator[Jobs]:
    """The jobs of a server with this folder."""
    with open_database(folder / "jobs.db") as database:
        jobs = Jobs(Documents(database.engine), folder / "jobs", workers, str(folder / "jobs.db"))
        for name in ("count", "loud", "refused", "broken", "unspeakable", "crash", "gone", "stubborn", "garbage"):
            jobs.register(name, f"works_of_the_test:{name}")
        jobs.register("missing", "works_of_the_test:missing")
        jobs.register("told", "works_of_the_test:told", database=True)
        jobs.open()
        try:
            yield jobs
        finally:
            await jobs.close()


async def over(jobs: Jobs, name: str) -> Job:
    """The job when it is over."""
    async with asyncio.timeout(30):
        async for job in jobs.watch(name):
            last = job
    return last


async def until(jobs: Jobs, name: str, enough: Callable[[Job], bool]) -> Job:
    async with asyncio.timeout(30):
        async for job in jobs.watch(name):
            if enough(job):
                return job
    raise AssertionError(f"over before: {job}")


def run(work: Coroutine[Any, Any, None]) -> None:
    asyncio.run(work)


def test_a_job_tells_how_far_it_is_and_keeps_its_result(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 8, "sleep": 0.12}, "eight")
            seen = []
            async for now in jobs.watch(job.id):
                seen.append((now.state, now.progress.get("done")))
            assert seen[0] == ("running", None)
            assert seen[-1][0] == "done"
            counted = [done for _, done in seen if done]
            assert counted == sorted(counted)
            assert len(set(counted)) >= 4
            assert job.result is not None
            assert job.result["done"] == 8
            assert job.finished_at >= job.created_at
            [again] = [each async for each in jobs.watch(job.id)]
            assert again.state == "done"
        async with opened(works) as jobs:
            assert jobs.get(job.id) == job

    run(story())


def test_what_is_printed_and_what_is_not_a_number_does_no_harm(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = await over(jobs, jobs.start("loud", {}, "loud").id)
            assert job.state == "done"
            assert job.result == {"low": None, "text": "NaN is no number", "list": [1.5, None]}
            assert job.progress == {"share": None}

    run(story())


REASONS = {
    "refused": "the 7 of hearts: dealt twice",
    "broken": "KeyError: 'b'",
    "unspeakable": "TypeError: Object of type object is not JSON serializable",
    "missing": "AttributeError: module 'works_of_the_test' has no attribute 'missing'",
    "crash": "the worker was killed (signal 9)",
    "gone": "the worker ended without a result (exit 3)",
}


def test_work_that_fails_says_why_and_frees_its_place(works: Path) -> None:
    """There is one place: whatever fails in it, the next has it, and the last succeeds."""

    async def story() -> None:
        async with opened(works) as jobs:
            failing = {kind: jobs.start(kind, {}, kind) for kind in REASONS}
            good = jobs.start("count", {"to": 1}, "one")
            assert good.state == "waiting"
            for kind, bad in failing.items():
                assert (await over(jobs, bad.id)).state == "failed", kind
                assert bad.error == REASONS[kind]
                assert bad.result is None
            assert (await over(jobs, good.id)).state == "done"

    run(story())


def test_a_worker_that_talks_nonsense_fails_and_ends(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = await over(jobs, jobs.start("garbage", {}, "garbage").id)
            assert job.state == "failed"
            assert "invalid output of the worker" in job.error

    run(story())


def test_stopping_keeps_the_best_so_far_and_it_can_go_on(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 60, "sleep": 0.03}, "sixty")
            with pytest.raises(RiverboatError, match="running"):
                await jobs.drop(job.id)
            with pytest.raises(RiverboatError, match="running"):
                await jobs.resume(job.id)
            await until(jobs, job.id, lambda job: job.progress.get("done", 0) >= 3)
            await jobs.stop(job.id)
            await jobs.stop(job.id)  # twice does no harm
            assert (await over(jobs, job.id)).state == "stopped"
            assert job.result is not None
            first = job.result["done"]
            assert 3 <= first < 60
            await jobs.resume(job.id)
            assert (await over(jobs, job.id)).state == "done"
            assert job.result["began"] == first
            assert job.result["done"] == 60
            with pytest.raises(RiverboatError, match="only stopped or failed"):
                await jobs.resume(job.id)
            folder = jobs.folder_of(job)
            assert (folder / "count.json").exists()
            await jobs.drop(job.id)
            assert not folder.exists()
            with pytest.raises(NotFoundError):
                jobs.get(job.id)
        async with opened(works) as jobs:
            assert jobs.list() == []

    run(story())


def test_what_was_asked_for_is_written_before_it_is_answered(works: Path, slow_disk: Callable[[], None]) -> None:
    """However slow the disk is: a server killed just after "resume" or "stop" knows of it when it comes back."""

    async def story() -> None:
        with open_database(works / "jobs.db") as database:
            written = Documents(database.engine)
            async with opened(works) as jobs:
                first = jobs.start("count", {"to": 1000, "sleep": 0.05}, "goes on")
                second = jobs.start("count", {"to": 5}, "waits")
                await jobs.stop(first.id)
                assert (await over(jobs, first.id)).state == "stopped"
                await over(jobs, second.id)
                slow_disk()
                await jobs.resume(first.id)
                assert _state(written, first.id) in ("waiting", "running")
                third = jobs.start("count", {"to": 5}, "never runs")
                await jobs.stop(third.id)
                assert _state(written, third.id) == "stopped"

    run(story())


def test_nobody_sees_an_end_that_is_not_written(works: Path, slow_disk: Callable[[], None]) -> None:
    """What a client has seen (stopped, done, resumed) is still so after the server was killed."""

    async def story() -> None:
        with open_database(works / "jobs.db") as database:
            written = Documents(database.engine)
            async with opened(works) as jobs:
                job = jobs.start("count", {"to": 40, "sleep": 0.05}, "forty")
                await until(jobs, job.id, lambda job: job.progress.get("done", 0) >= 2)
                slow_disk()
                await jobs.stop(job.id)
                await until(jobs, job.id, lambda job: job.is_over)
                assert _state(written, job.id) == "stopped"

                async def goes_on() -> None:
                    while job.is_over:
                        await asyncio.sleep(0.005)
                    assert _state(written, job.id) in ("waiting", "running")

                await asyncio.gather(jobs.resume(job.id), jobs.resume(job.id), goes_on())
                assert (await over(jobs, job.id)).state == "done"
                kept = written.get("job", job.id)
                assert kept is not None
                assert (kept["state"], kept["result"]["done"]) == ("done", 40)

    run(story())


def test_a_server_that_ignores_interrupts_can_stop_its_jobs(works: Path) -> None:
    """As it does when it was started by `nohup riverboat web &`."""

    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 100_000, "sleep": 0.03}, "long")
            await until(jobs, job.id, lambda job: job.progress.get("done", 0) >= 3)
            await jobs.stop(job.id)
            assert (await over(jobs, job.id)).state == "stopped"
            assert job.result is not None

    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        run(story())
    finally:
        signal.signal(signal.SIGINT, before)


def test_a_job_is_stopped_before_its_process_is_there(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 1000, "sleep": 0.1}, "long")
            await jobs.stop(job.id)
            assert job.state == "running"
            assert (await over(jobs, job.id)).state == "stopped"
            assert job.error == "stopped before there was a result"

    run(story())


def test_a_job_is_stopped_while_its_process_wakes_up(works: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An interpreter that is interrupted while it starts dies with pages of complaint: it is not asked, but ended."""
    (works / "modules" / "sitecustomize.py").write_text(
        "import pathlib, time\npathlib.Path(__file__).with_name('awake').touch()\ntime.sleep(60)\n"
    )

    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 1000, "sleep": 0.1}, "long")
            async with asyncio.timeout(30):
                while not (works / "modules" / "awake").exists():
                    await asyncio.sleep(0.01)
            await jobs.stop(job.id)
            assert (await over(jobs, job.id)).state == "stopped"
            assert job.error == "stopped before there was a result"

    run(story())
    assert "Traceback" not in capfd.readouterr().err


def test_a_watcher_is_told_the_end_also_of_a_job_that_ends_while_it_is_busy(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 1}, "one")
            told = []
            async with asyncio.timeout(30):
                async for now in jobs.watch(job.id):
                    told.append(now.state)
                    while not job.is_over:
                        await asyncio.sleep(0.01)
            assert told == ["running", "done"]

    run(story())


def test_work_that_does_not_listen_is_ended(works: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("riverboat.web.tasks.jobs._PATIENCE", 0.5)

    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("stubborn", {}, "stubborn")
            await until(jobs, job.id, lambda job: "pid" in job.progress)
            await jobs.stop(job.id)
            assert (await over(jobs, job.id)).state == "stopped"
            assert not Path(f"/proc/{job.progress['pid']}").exists()

    run(story())


def test_jobs_wait_for_a_free_worker_in_their_order(works: Path) -> None:
    async def story() -> None:
        async with opened(works, workers=2) as jobs:
            made = [jobs.start("count", {"to": 5, "sleep": 0.05}, str(number)) for number in range(5)]
            assert [job.state for job in made] == ["running"] * 2 + ["waiting"] * 3
            assert jobs.list() == made[::-1]
            assert jobs.list("loud") == []
            await jobs.stop(made[3].id)
            assert made[3].state == "stopped"
            assert made[3].result is None
            while any(not job.is_over for job in made):
                assert sum(job.state == "running" for job in made) <= 2
                assert made[4].state == "waiting" or made[2].state != "waiting"
                await asyncio.sleep(0.02)
            assert [job.state for job in made] == ["done", "done", "done", "stopped", "done"]

    run(story())


def test_a_job_finds_its_files_and_takes_them_along(works: Path) -> None:
    """Also one that never ran leaves nothing behind when it is dropped."""

    async def story() -> None:
        async with opened(works) as jobs:
            first = jobs.start("count", {"to": 5, "sleep": 0.05}, "goes on", {"count.json": b"3"})
            second = jobs.start("count", {"to": 5}, "never ran", {"count.json": b"4"})
            await jobs.stop(second.id)
            assert jobs.folder_of(second).is_dir()
            await jobs.drop(second.id)
            assert not jobs.folder_of(second).exists()
            done = await over(jobs, first.id)
            assert done.result is not None
            assert (done.result["began"], done.result["done"]) == (3, 5)

    run(story())


def test_too_many_jobs_are_refused(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            for _ in range(101):
                jobs.start("count", {"to": 1000, "sleep": 1.0}, "long")
            with pytest.raises(RiverboatError, match="100 jobs are waiting"):
                jobs.start("count", {"to": 1}, "one more")
            with pytest.raises(RiverboatError, match="expected one of"):
                jobs.start("nothing", {}, "nothing")

    run(story())


def test_jobs_are_started_from_other_threads_too(works: Path) -> None:
    async def story() -> None:
        async with opened(works, workers=3) as jobs:
            made = await asyncio.gather(
                *(asyncio.to_thread(jobs.start, "count", {"to": 1}, str(number)) for number in range(6))
            )
            for job in made:
                assert (await over(jobs, job.id)).state == "done"
            assert len(jobs.list()) == 6

    run(story())


def test_only_those_who_need_it_are_told_where_the_database_is(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = await over(jobs, jobs.start("told", {"x": 1}, "told").id)
            assert job.result == {"x": 1, "database": str(works / "jobs.db")}
            assert job.params == {"x": 1}

    run(story())


def test_a_closed_server_leaves_jobs_for_the_next(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("count", {"to": 40, "sleep": 0.05}, "forty")
            later = jobs.start("count", {"to": 2}, "two")
            await until(jobs, job.id, lambda job: job.progress.get("done", 0) >= 3)
            process = job.progress["pid"]
        assert not Path(f"/proc/{process}").exists()
        async with opened(works) as jobs:
            assert [each.title for each in jobs.list()] == ["two", "forty"]
            again = await over(jobs, job.id)
            assert again.state == "done"
            assert again.result is not None
            assert again.result["began"] >= 3
            assert (await over(jobs, later.id)).state == "done"

    run(story())


def test_the_next_server_has_the_jobs_in_their_order_whatever_the_clock_said(
    works: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hours = iter(range(23, 0, -1))
    monkeypatch.setattr("riverboat.web.tasks.jobs._now", lambda: f"2020-01-01T{next(hours):02}:00:00.000+00:00")

    async def story() -> None:
        titles = [f"job {number}" for number in range(6)]
        async with opened(works) as jobs:
            for title in titles[:5]:
                jobs.start("count", {"to": 40, "sleep": 0.05}, title)
        async with opened(works) as jobs:
            jobs.start("count", {"to": 2}, titles[5])
            assert [job.title for job in jobs.list()] == titles[::-1]

    run(story())


def test_a_job_that_is_being_stopped_when_the_server_ends_does_not_start_again(works: Path) -> None:
    async def story() -> None:
        async with opened(works) as jobs:
            job = jobs.start("stubborn", {}, "stubborn")
            await until(jobs, job.id, lambda job: "pid" in job.progress)
            await jobs.stop(job.id)
        async with opened(works) as jobs:
            assert jobs.get(job.id).state == "stopped"

    run(story())


def test_jobs_of_another_version_do_no_harm(works: Path) -> None:
    async def story() -> None:
        with open_database(works / "jobs.db") as database:
            documents = Documents(database.engine)
            documents.put("job", "nonsense", {"what": 1})
            old = Job(id="old", kind="forgotten", title="old", params={}, state="running", created_at="2020")
            documents.put("job", "old", old.model_dump())
        async with opened(works) as jobs:
            assert [job.id for job in jobs.list()] == ["old"]
            assert (await over(jobs, "old")).state == "failed"
            assert "forgotten" in jobs.get("old").error
            with pytest.raises(RiverboatError, match="cannot do"):
                await jobs.resume("old")

    run(story())


SERVER = """
import asyncio, sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from riverboat.records.database import open_database
from riverboat.web.documents import Documents
from riverboat.web.tasks.jobs import Jobs

async def main(folder):
    with open_database(folder / "jobs.db") as database:
        jobs = Jobs(Documents(database.engine), folder / "jobs", 1)
        jobs.register("count", "works_of_the_test:count")
        jobs.open()
        job = jobs.start("count", {"to": 30, "sleep": 0.05}, "thirty")
        async for now in jobs.watch(job.id):
            if now.progress.get("done", 0) >= 3:
                print(job.id, now.progress["pid"], flush=True)
                await asyncio.sleep(60)

asyncio.run(main(Path(sys.argv[1])))
"""


def test_a_killed_server_takes_its_workers_along_and_the_next_one_goes_on(works: Path) -> None:
    server = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(works), str(works / "modules")], stdout=subprocess.PIPE, text=True
    )
    assert server.stdout is not None
    name, worker = server.stdout.readline().split()
    os.kill(server.pid, signal.SIGKILL)
    server.wait()
    server.stdout.close()

    async def story() -> None:
        async with asyncio.timeout(10):
            while Path(f"/proc/{worker}").exists():
                await asyncio.sleep(0.02)
        kept = json.loads((works / "jobs" / name / "count.json").read_text())
        async with opened(works) as jobs:
            job = await over(jobs, name)
            assert job.state == "done"
            assert job.result is not None
            assert job.result["began"] == kept >= 3
            assert job.result["done"] == 30

    run(story())


def test_jobs_over_the_wire(works: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "riverboat.web.app.register_jobs", lambda jobs: jobs.register("count", "works_of_the_test:count")
    )
    app = create_app(Settings(folder=works))

    @app.post("/api/count")
    def begin(to: int) -> Job:
        job: Job = app.state.services.jobs.start("count", {"to": to, "sleep": 0.05}, "count")
        return job

    with TestClient(app, base_url="http://127.0.0.1") as client:
        name = client.post("/api/count?to=500").json()["id"]
        with client.websocket_connect(f"ws://127.0.0.1/api/jobs/{name}/live") as socket:
            while json.loads(socket.receive_text())["progress"].get("done", 0) < 2:
                pass
            assert client.delete(f"/api/jobs/{name}").status_code == 400
            assert client.post(f"/api/jobs/{name}/stop").status_code == 200
            while (last := json.loads(socket.receive_text()))["state"] == "running":
                pass
            assert socket.receive()["type"] == "websocket.close"
        assert last["state"] == "stopped"
        assert last["result"]["done"] >= 2
        [listed] = client.get("/api/jobs", params={"kind": "count"}).json()
        assert listed["id"] == name
        assert listed["result"] is None
        assert client.get("/api/jobs", params={"kind": "other"}).json() == []
        assert client.get(f"/api/jobs/{name}").json() == last
        assert client.post(f"/api/jobs/{name}/resume").json()["state"] in ("waiting", "running")
        with client.websocket_connect(f"ws://127.0.0.1/api/jobs/{name}/live") as socket:
            socket.receive_text()  # and leave
        client.post(f"/api/jobs/{name}/stop")
        with client.websocket_connect(f"ws://127.0.0.1/api/jobs/{name}/live") as socket:
            while json.loads(socket.receive_text())["state"] == "running":
                pass
        assert client.delete(f"/api/jobs/{name}").status_code == 204
        for answer in (
            client.get(f"/api/jobs/{name}"), client.post(f"/api/jobs/{name}/stop"), client.delete("/api/jobs/..%2f..")
        ):  # fmt: skip
            assert answer.status_code == 404
        assert client.get(f"/api/jobs/{'x' * 65}").status_code == 422


def test_two_servers_do_not_share_a_folder(tmp_path: Path) -> None:
    from riverboat.web import serve

    told: list[str] = []

    def second(settings: Settings) -> None:
        with pytest.raises(RiverboatError, match="another server uses it"):
            serve(Settings(port=0, folder=tmp_path))
        told.append(settings.address)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        serve(Settings(port=0, folder=tmp_path), second)
    assert told
