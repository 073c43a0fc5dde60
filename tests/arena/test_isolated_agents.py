"""Players from files: each in a process of its own, which sees views only; whatever it does is its own fault."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

from riverboat.agents.isolated import IsolatedAgent, isolated_agent, seated_agent
from riverboat.arena import run_match
from riverboat.errors import RiverboatError
from riverboat.games import Hand
from riverboat.model.memory import MemoryStore

HEAD = """
import os, signal, socket, sys, time
from riverboat.games import Action, Agent
class Mine(Agent):
    hands = 0
"""
ROOT = Path(__file__).resolve().parents[2]


def _file(folder: Path, body: str, name: str = "mine.py") -> str:
    path = folder / name
    path.write_text(HEAD + body)
    return str(path)


BAD = {
    "leaves": ("os._exit(7)", "exit code 7"),
    "is killed": ("os.kill(os.getpid(), signal.SIGKILL)", "killed by signal 9"),
    "interrupts": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "raises": ("raise ValueError('no idea')", "ValueError: no idea"),
    "exits": ("sys.exit(3)", "SystemExit"),
    "is no action": ("return 42", "42 is not an Action"),
    "takes all memory": ("x = bytearray(1 << 36)", "MemoryError"),
}


@pytest.mark.parametrize("way", BAD)
def test_whatever_a_player_does_the_match_goes_on_and_the_fault_is_its_own(tmp_path: Path, way: str) -> None:
    """`os._exit` ended the whole match before, and KeyboardInterrupt stopped it."""
    code, said = BAD[way]
    agent = _file(tmp_path, f"    def act(self, view):\n        {code}\n")
    result = run_match([agent, "always_call"], "holdem(betting=limit)", 2, session=2)
    assert result.hands == 2
    bad, good = result.players
    assert bad.faults
    assert not good.faults
    assert said in bad.messages[0]


def test_what_a_file_does_when_it_is_loaded_is_an_error_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text("import os\nos._exit(9)\n")
    with pytest.raises(RiverboatError, match=r"^[^\n]*mine\.py[^\n]*exit code 9[^\n]*$"):
        run_match([str(path), "always_call"], "holdem(betting=limit)", 2)


@pytest.mark.parametrize(
    ("text", "said", "frames"),
    [
        (None, "no such file", ""),
        ("x = 1\n", "say which class; there is none in it", ""),
        ("def f(:\n", "SyntaxError", ""),
        ("x = 1\ny = z\n", "NameError: name 'z' is not defined", 'File "{}", line 2, in <module>\n    y = z'),
    ],
    ids=("missing", "no player", "no Python", "an error in it"),
)
def test_a_file_that_cannot_be_loaded_is_told_in_its_own_lines(
    tmp_path: Path, text: str | None, said: str, frames: str
) -> None:
    """Not in ours, of the process in which it was tried."""
    path = tmp_path / "mine.py"
    if text is not None:
        path.write_text(text)
    with pytest.raises(RiverboatError, match=re.escape(said)) as found:
        isolated_agent(str(path))
    shown = getattr(found.value, "frames", "").strip()
    assert shown.startswith(frames.format(path)) if frames else not shown


def test_a_hanging_player_ends_when_its_match_is_killed(tmp_path: Path) -> None:
    """A match that is killed ends nobody, and a player that does not read does not see that its line is closed."""
    agent = _file(
        tmp_path, "    def act(self, view):\n        print(os.getpid(), flush=True)\n        while True: pass\n"
    )
    command = [sys.executable, "-m", "riverboat", "match", agent, "always_call", "--game", "kuhn", "--hands", "10"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as match:
        assert match.stdout is not None
        player = int(match.stdout.readline())
        match.kill()
        match.wait()
        end = monotonic() + 60.0
        while _is_running(player) and monotonic() < end:
            sleep(0.1)
        assert not _is_running(player)


def _is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{process}/stat")  # where nobody collects them, ended processes remain
    return not (state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z")


def test_a_hanging_player_is_ended_by_the_clock(tmp_path: Path) -> None:
    agent = _file(tmp_path, "    def act(self, view):\n        while True: time.sleep(1)\n")
    result = run_match([agent, "always_call"], "holdem(betting=limit)", 2, session=2, clock=0.2)
    assert result.hands == 2


def test_a_player_plays_the_same_in_its_process_and_in_ours(tmp_path: Path) -> None:
    """The example and one that uses every event and its random numbers: the same match, hand by hand."""
    nosy = _file(
        tmp_path,
        """
    def begin(self, view):
        self.seen = len(self.players)
    def observe(self, view, position, action):
        self.seen += 1
    def end(self, hand):
        self.hands += 1
    def act(self, view):
        calls = 0.7 + 0.001 * self.seen
        return self.sample([Action.check_or_call(), view.check_or_fold()], [calls, 1.0 - calls])
""",
    )
    for agent in (str(ROOT / "examples" / "my_agent.py"), nosy):
        hands: list[list[Hand]] = [[], []]
        for prefix, kept in zip(("", "inline:"), hands, strict=True):
            run_match([prefix + agent, "random"], "holdem(betting=no-limit)", 12, session=6, record=kept.extend)
        assert [hand.actions for hand in hands[0]] == [hand.actions for hand in hands[1]]


def test_a_player_is_in_another_process_without_network_and_with_its_own_copy_of_the_view(tmp_path: Path) -> None:
    spy = _file(
        tmp_path,
        """
    def act(self, view):
        import gc
        from riverboat.games.state import State
        states = [each for each in gc.get_objects() if isinstance(each, State)]
        try:
            socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            net = "open"
        except OSError:
            net = "closed"
        raise RuntimeError(f"pid={os.getpid()} states={len(states)} network={net}")
""",
    )
    result = run_match([spy, "always_call"], "holdem(betting=limit)", 1)
    said = result.players[0].messages[0]
    assert "states=0" in said
    assert f"pid={os.getpid()} " not in said
    if os.uname().sysname == "Linux" and os.uname().machine in ("x86_64", "aarch64"):
        assert "network=closed" in said


def test_a_player_in_a_ring_chooses_its_table(tmp_path: Path) -> None:
    agent = _file(
        tmp_path,
        """
    def act(self, view):
        return Action.check_or_call()
    def choose_table(self, tables, bankroll):
        raise ValueError(f"none of {len(tables)}")
    def plays_at(self, table, stack):
        return True
""",
    )
    result = run_match([agent, "always_call", "random"], "holdem(betting=limit)", 20, "ring")
    assert "ValueError: none of 3" in result.players[0].messages[0]


def test_processes_are_used_again_and_players_are_not(tmp_path: Path) -> None:
    agent = _file(
        tmp_path, "    def act(self, view):\n        return Action.check_or_call()\n    name = f'pid {os.getpid()}'\n"
    )
    first = isolated_agent(agent)
    second = isolated_agent(agent)
    assert isinstance(first, IsolatedAgent)
    assert first.name != second.name
    names = {first.name, second.name}
    del first
    assert isolated_agent(agent).name in names
    assert not isinstance(seated_agent(f"inline:{agent}"), IsolatedAgent)


def test_a_player_remembers_over_matches(tmp_path: Path) -> None:
    agent = _file(
        tmp_path,
        """
    def act(self, view):
        return Action.check_or_call()
    def load_memory(self, memory, opponents):
        entry = memory.recall(opponents[0], "count", 1)
        self.count = 0.0 if entry is None else float(entry.arrays["count"][0])
        self.about = opponents[0]
    def end(self, hand):
        self.count += 1
    def save_memory(self, memory):
        import numpy as np
        memory.remember(self.about, "count", 1, {"by": "Mine"}, {"count": np.array([self.count])})
""",
    )
    store = MemoryStore()
    for _ in range(2):
        run_match([agent, "always_call"], "holdem(betting=limit)", 10, session=10, memory=store)
    entry = store.of("Mine").recall("always_call", "count", 1)
    assert entry is not None
    assert np.array_equal(entry.arrays["count"], [20.0])
