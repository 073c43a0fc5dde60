"""The Python of docs/acpc.md, run as it stands but for fewer hands: a dealer, and two players at its seats."""

from __future__ import annotations

import re
import threading
import time
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[2] / "docs" / "acpc.md"
HANDS = 5


def test_the_dealer_and_the_player_of_the_page_play_a_match(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    dealing, playing = re.findall(r"```python\n(from .*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert " 3000, 42, " in dealing
    assert " 18791, " in playing
    monkeypatch.chdir(tmp_path)
    started = [run(dealing.replace(" 3000, ", f" {HANDS}, "))]
    ports: list[str] = []
    limit = time.monotonic() + 60
    while len(ports) < 2 and time.monotonic() < limit:
        time.sleep(0.02)
        ports += capsys.readouterr().out.split()
    started += [run(playing.replace(" 18791, ", f" {port}, ")) for port in ports[:2]]
    for each in started:
        each.join(60)
        assert not each.is_alive()
    said = capsys.readouterr().out
    assert re.search(r"^SCORE:\S+:(Alice\|Bob|Bob\|Alice)$", said, re.MULTILINE), said
    assert len(re.findall(rf"^{HANDS} -?\d+", said, re.MULTILINE)) == 2
    assert (tmp_path / "match1.log").exists()


def run(text: str) -> threading.Thread:
    """Start an example in a thread of its own."""
    thread = threading.Thread(target=exec, args=(compile(text, str(PAGE), "exec"), {}), daemon=True)
    thread.start()
    return thread
