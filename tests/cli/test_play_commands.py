"""Games, matches and hand histories from the command line."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from commands import Run, WriteDuel


@pytest.fixture
def duel(write_duel: WriteDuel) -> Path:
    return write_duel(bobs_cards="????", bobs_stack=160)


def test_catalogue_is_listed(run: Run) -> None:
    names = {game["name"] for game in run("games", "list", "--json").items}
    assert {"holdem", "omaha8", "razz", "badugi", "kuhn", "leduc", "rhode_island", "anaconda"} <= names


def test_leduc_as_defined(run: Run) -> None:
    """Six cards, ante 1, bets of 2 and 4, two raises a round."""
    rules = run("games", "show", "leduc", "--json").item
    assert rules["antes"] == [1, 1]
    assert [street["bet"] for street in rules["streets"]] == [2, 4]
    assert [street["max_raises"] for street in rules["streets"]] == [2, 2]


def test_a_game_goes_out_and_comes_back(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "game.xml"
    assert run("games", "export", "leduc", "--to", "pgdl", "--out", str(path)).code == 0
    assert run("games", "validate", str(path)).code == 0
    assert (
        run("games", "show", str(path), "--json").item["streets"]
        == run("games", "show", "leduc", "--json").item["streets"]
    )
    result = run("match", "always_call", "always_raise", "--game", str(path), "--hands", "20", "--json").item
    assert result["hands"] == 20


def test_a_bad_document_is_refused_by_line(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bad.xml"
    path.write_text("<PGDL>\n</PGDL>")
    outcome = run("games", "validate", str(path))
    assert outcome.code == 2
    assert f"{path}:1:" in outcome.err


def test_always_call_against_itself_is_exactly_even_in_duplicate(run: Run) -> None:
    arguments = (
        "always_call",
        "always_call",
        "--game",
        "holdem(betting=limit)",
        "--hands",
        "50",
        "--mode",
        "duplicate",
    )
    result = run("match", *arguments, "--json").item
    assert [player["chips_per_hand"]["mean"] for player in result["players"]] == [0.0, 0.0]


def test_buy_ins_on_the_command_line(run: Run, tmp_path: Path) -> None:
    from riverboat.records.database import open_database

    path = tmp_path / "hands.db"
    ring = ("match", "rules(play=0.3)", "always_call", "--mode", "ring", "--hands", "5", "--db", str(path))
    assert run(*ring, "--buy-in", "60", "--buy-in", "rules=25").code == 0
    with open_database(str(path)) as database:
        first = next(iter(database.hands()))
    assert sorted(chips // max(first.rules.blinds) for chips in first.stacks) == [25, 60]


def test_match_hands_go_into_a_database(run: Run, tmp_path: Path) -> None:
    from riverboat.records.database import open_database

    path = tmp_path / "hands.db"
    assert run("match", "always_call", "random", "--game", "kuhn", "--hands", "30", "--db", str(path)).code == 0
    with open_database(path) as database:
        assert sum(1 for _ in database.hands()) == 30


@pytest.mark.parametrize(
    ("arguments", "offender"),
    [
        (("match", "always_call"), "two agents or more: 1 given"),
        (("match", "always_call", "nobody"), "nobody"),
        (("match", "always_call", "random", "--buy-in", "50"), "only ring games"),
        (("match", "always_call", "random", "--mode", "ring", "--buy-in", "hermes=20"), 'buy-in of "hermes"'),
        (("match", "always_call", "random", "--mode", "ring", "--buy-in", "random=x"), "expected big blinds"),
        (("match", "always_call", "random", "--mode", "ring", "--buy-in", "50", "--buy-in", "60"), "once"),
        (("match", "always_call", "random", "--game", "canasta"), "canasta"),
        (("match", "always_call", "random", "--game", "kuhn(cards=99)"), "99"),
        (("games", "show", "holdem(betting=sideways)"), "sideways"),
        (("hands", "list", "no-such-file.phh"), "no-such-file.phh"),
    ],
)
def test_bad_input_is_one_line(run: Run, arguments: tuple[str, ...], offender: str) -> None:
    outcome = run(*arguments)
    assert outcome.code == 2
    (message,) = outcome.err.splitlines()
    assert offender in message


def test_a_record_is_listed_summed_up_and_converted(run: Run, duel: Path, tmp_path: Path) -> None:
    (hand,) = run("hands", "list", str(duel), "--json").items
    assert (hand["winner"], hand["won"], hand["players"]) == ("Ann", 6.0, 2)
    players = run("hands", "stats", str(duel), "--json").items
    assert {each["player"]: each["money"][0]["won"] for each in players} == {"Ann": 6.0, "Bob": -6.0}
    for target in ("out.txt", "out.phhs.gz"):
        path = tmp_path / target
        assert run("hands", "export", str(duel), str(path)).code == 0
        assert run("hands", "list", str(path), "--json").items[0]["won"] == 6.0


def test_anonymous_hands_have_no_names(run: Run, duel: Path, tmp_path: Path) -> None:
    path = tmp_path / "out.phh"
    assert run("hands", "anonymise", str(duel), str(path)).code == 0
    text = path.read_text()
    assert "Ann" not in text
    assert "Bob" not in text
    assert "AhKd" in text


def test_import_into_a_database(run: Run, duel: Path, tmp_path: Path) -> None:
    from riverboat.records.database import open_database

    path = tmp_path / "hands.db"
    assert run("hands", "import", str(duel), "--db", str(path)).code == 0
    with open_database(path) as database:
        (hand,) = database.hands(player="Ann")
    assert hand.payoffs == (6, -6)


def test_a_hand_that_contradicts_itself_is_named(run: Run, duel: Path) -> None:
    duel.write_text(duel.read_text().replace("p1 cbr 18", "p1 cbr 7"))
    outcome = run("hands", "list", str(duel))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"riverboat: no hands to list: 1 left out, the first at {duel}:7: ")


def test_a_killed_match_is_resumed_in_its_database(run: Run, tmp_path: Path) -> None:
    """The checkpoint of the match is older than the database when it is resumed, as after a kill."""
    from riverboat.records.database import open_database

    notes, db = tmp_path / "match.json", tmp_path / "hands.db"
    command = ("match", "always_call", "random", "--game", "kuhn", "--session", "50", "--db", str(db))
    whole = run(*command[:-1], str(tmp_path / "other.db"), "--hands", "400", "--json").item
    script = (
        "import sys; from riverboat import files; from riverboat.arena import match; from riverboat.cli import main; "
        "match.SECONDS_BETWEEN_SAVES = 0.0; save = files.Checkpoint.save; count = [0]\n"
        "def kill(self, *args, **options):\n"
        "    count[0] += 1\n"
        "    if count[0] > 3: import os, signal; os.kill(os.getpid(), signal.SIGKILL)\n"
        "    save(self, *args, **options)\n"
        "files.Checkpoint.save = kill; main()"
    )
    arguments = (*command, "--hands", "400", "--resume", str(notes))
    killed = subprocess.run([sys.executable, "-c", script, *arguments], capture_output=True, check=False)
    assert killed.returncode == -9
    with open_database(db) as database:
        assert sum(1 for _ in database.hands()) == 200  # four sessions; the notes know of three
    resumed = run(*arguments, "--json")
    assert resumed.code == 0
    assert resumed.item["players"] == whole["players"]
    with open_database(db) as database, open_database(tmp_path / "other.db") as other:
        assert len(database.simulations()) == 1
        assert list(database.hands()) == list(other.hands())
    missing = run(*command[:-1], str(tmp_path / "third.db"), "--hands", "400", "--resume", str(notes))
    assert missing.code == 2
    assert "third.db" in missing.err
    ring = run("match", "always_call", "random", "--mode", "ring", "--db", str(db), "--resume", str(notes))
    assert ring.code == 2


def test_ctrl_c_in_a_match_prints_what_there_is_and_says_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    """Exit code 130, so that a script knows that these are not all hands."""
    from riverboat import arena

    whole = arena.run_match

    def interrupted(*arguments: Any, **options: Any) -> Any:
        return whole(*arguments, **options | {"on_progress": lambda state: signal.raise_signal(signal.SIGINT)})

    monkeypatch.setattr(arena, "run_match", interrupted)
    stopped = run("match", "always_call", "random", "--hands", "5000", "--json")
    assert stopped.code == 130
    assert stopped.err == "riverboat: stopped before the end\n"
    assert stopped.item["complete"] is False
    assert 0 < stopped.item["hands"] < 5000


def test_a_player_with_faults_at_a_dealer_fails_unless_lenient(run: Run, tmp_path: Path) -> None:
    """The dealer plays on with calls; the exit code says that the player did not play as it should."""
    bad = tmp_path / "bad.py"
    bad.write_text(
        "from riverboat.games.agent import Agent\n\n\n"
        "class Bad(Agent):\n    def act(self, view):\n        return 1 / 0\n"
    )
    dealer = [
        sys.executable,
        "-m",
        "riverboat",
        "acpc",
        "dealer",
        str(tmp_path / "m"),
        "holdem.limit.2p.reverse_blinds",
    ]
    for more, code in (((), 1), (("--lenient",), 0)):
        with subprocess.Popen([*dealer, "3", "1", "A", "B", "-q", "-l"], stdout=subprocess.PIPE, text=True) as table:
            assert table.stdout is not None
            ports = table.stdout.readline().split()
            play = [sys.executable, "-m", "riverboat", "acpc", "play", "always_call", "127.0.0.1", ports[1]]
            with subprocess.Popen(play, stdout=subprocess.DEVNULL):
                outcome = run("acpc", "play", str(bad), "127.0.0.1", ports[0], *more)
        assert (outcome.code, table.returncode) == (code, 0)
        assert "first fault: hand 0, position 0 (Bad): error: ZeroDivisionError: division by zero" in outcome.out


def test_a_player_who_does_not_know_the_game_is_refused_before_it_sits_down(run: Run) -> None:
    outcome = run("acpc", "play", "kuhn_nash", "127.0.0.1", "1")
    assert outcome.code == 2
    assert outcome.err.startswith('riverboat: agent "kuhn_nash" cannot play this game: ')
    assert outcome.err.count("\n") == 1


def test_the_dealer_lists_its_options(run: Run) -> None:
    outcome = run("acpc", "dealer", "--help")
    assert outcome.code == 0
    assert "--t_per_hand MS" in outcome.out
