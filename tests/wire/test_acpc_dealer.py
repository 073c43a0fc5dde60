"""The dealer against logs of the real one, and what a seat is sent."""

from __future__ import annotations

import os
import random
import re
from pathlib import Path

import pytest
from acpc_players import LIMIT, NO_LIMIT, THREE, Program, betting, caller, deal

from riverboat.errors import RiverboatError
from riverboat.games.acpc.dealing import AcpcCards
from riverboat.games.acpc.log_line import state_line
from riverboat.games.acpc.match_state import match_state
from riverboat.games.acpc.standard import STANDARD_GAMES, standard_game
from riverboat.games.action import Action
from riverboat.games.hand import finished_hand
from riverboat.games.state import State
from riverboat.wire.acpc.dealer import main
from riverboat.wire.acpc.options import DealerOptions, find_game, parse_arguments
from riverboat.wire.acpc.texts import Faces, HandTexts


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


class Recorded:
    """Plays what a log says; knows nothing of the rules."""

    def __init__(self, bettings: list[str]) -> None:
        self.tokens = [re.findall(r"[fcr][0-9]*", text) for text in bettings]
        self.asked = 0

    def player(self, opener: int, players: int) -> Program:
        def answer(line: str) -> bytes:
            _, position, number, done, _ = line.split(":")
            tokens = self.tokens[int(number)]
            before = re.findall(r"[fcr][0-9]*", done)
            if len(before) == len(tokens) or _turn(tokens, done, opener, players) != int(position):
                return b""
            return f"{line}:{tokens[len(before)]}\r\n".encode()

        return Program(answer)


def _turn(tokens: list[str], done: str, opener: int, players: int, stack: int = 20_000) -> int:
    """Who acts next: count chairs, leaving out those who folded or are all-in."""
    out: set[int] = set()
    spent = [0] * players
    highest, position = 0, 0
    for number, part in enumerate(done.split("/")):
        position = opener if number == 0 else 0
        while position in out:
            position = (position + 1) % players
        for token in re.findall(r"[fcr][0-9]*", part):
            if token[0] == "f":
                out.add(position)
            else:
                highest = int(token[1:]) if token[1:] else highest
                spent[position] = highest
                if highest == stack:
                    out.add(position)
            position = (position + 1) % players
            while position in out:
                position = (position + 1) % players
    return position


@pytest.mark.parametrize(
    ("name", "game", "hands", "seed", "opener"),
    [
        ("t_l2", LIMIT, 150, 42, 1),
        ("t_nl2", NO_LIMIT, 150, 42, 1),
        ("t_nl3", THREE, 500, 1, 2),
    ],
)
def test_the_log_of_the_real_dealer_byte_for_byte(
    shared_data: Path, name: str, game: str, hands: int, seed: int, opener: int
) -> None:
    """The recorded actions on the recorded seed give the recorded file; a whole match with its header and score."""
    golden = (shared_data / "acpc_dealer_logs" / f"{name}.log").read_text()
    states = [line for line in golden.splitlines() if line.startswith("STATE")][:hands]
    names = ("A", "B", "C")[: find_game(game).players]
    script = Recorded([line.split(":")[2] for line in states])
    programs = [script.player(opener, len(names)).run for _ in names]
    played = deal(DealerOptions(name, game, hands, seed, names, quiet=True), programs)
    assert played.code == 0, played.err
    lines = played.log.splitlines()
    assert lines[4:-1] == states
    assert lines[1:4] == golden.splitlines()[1:4]
    if hands == golden.count("STATE"):
        assert played.log == golden
        assert played.out.splitlines()[-1] == golden.splitlines()[-1]


def test_the_transcript_of_a_real_match(shared_data: Path) -> None:
    """Every message to and from the players, in the order in which the real dealer wrote them, less the times."""
    folder = shared_data / "acpc_dealer_logs"
    golden = _timeless((folder / "t_nl2.transcript_head.err").read_text())
    states = [line for line in (folder / "t_nl2.log").read_text().splitlines() if line.startswith("STATE")]
    script = Recorded([line.split(":")[2] for line in states])
    programs = [script.player(1, 2).run for _ in range(2)]
    played = deal(DealerOptions("t_nl2", NO_LIMIT, 1000, 42, ("A", "B")), programs)
    assert _timeless(played.err)[: len(golden)] == golden
    assert len(golden) > 200


def _timeless(text: str) -> list[str]:
    return [re.sub(r" at [0-9]+\.[0-9]{6}", " at", line) for line in text.splitlines()]


def test_a_seat_is_sent_no_card_that_it_may_not_see() -> None:
    """Every byte of 30 hands in which three people fold, call and raise."""
    rng = random.Random(5)

    def wild(line: str) -> bytes:
        # Sent to every message: what is not asked for is skipped, so everybody acts as soon as it is his turn.
        return f"{line}:{rng.choice(['f', 'c', 'c', 'r0', 'r20000'])}\r\n".encode()

    programs = [Program(wild) for _ in range(3)]
    played = deal(DealerOptions("m", THREE, 30, 3, ("A", "B", "C"), quiet=True), [program.run for program in programs])
    assert played.code == 0
    text = standard_game(THREE).deck.cards_text
    looked_at = showdowns = 0
    for program in programs:
        for line in program.lines:
            _, position, number, _, cards = line.split(":")
            hand = played.hands[int(number)]
            final = betting(line) == state_line(hand).split(":")[2]
            for other, down in enumerate(hand.down):
                if other == int(position):
                    assert cards.split("/")[0].split("|")[other] == text(down)
                elif final and hand.went_to_showdown and hand.live[other]:
                    showdowns += 1
                else:
                    looked_at += 1
                    assert all(text([card]) not in line for card in down)
        assert b"STATE:" not in program.received.replace(b"MATCHSTATE:", b"")
    assert looked_at > 200
    assert showdowns > 20


@pytest.mark.parametrize("game", STANDARD_GAMES)
def test_updated_texts_are_the_texts_written_from_scratch(game: str) -> None:
    """Random hands: after every action the dealer's messages are those of the state, and at the end its log line."""
    rules, rng = standard_game(game), random.Random(1)
    faces = Faces(rules)
    players = tuple("ABCDEF"[: rules.players])
    for number, cards in zip(range(60), AcpcCards(rules, 9), strict=False):
        state = State(rules, cards)
        texts = HandTexts(state, number, faces)
        while True:
            written = [match_state(state, position, number) for position in range(rules.players)]
            assert [seen.decode() for seen in texts.seen()] == written
            if state.is_over:
                break
            choices = [Action.check_or_call()] + [Action.fold()] * state.can_fold()
            if interval := state.raise_interval():
                choices += [Action.raise_to(interval[0]), Action.raise_to(interval[1])]
            texts.act(rng.choice(choices))
        assert texts.log_line(number, players) == state_line(finished_hand(state, players, rules.stacks, number))


@pytest.mark.parametrize("fixed", [False, True])
def test_the_button_moves_unless_it_is_fixed(fixed: bool) -> None:
    programs = [Program(caller), Program(caller)]
    played = deal(
        DealerOptions("m", LIMIT, 4, 1, ("A", "B"), fixed_button=fixed, quiet=True), [p.run for p in programs]
    )
    names = [line.split(":")[5] for line in played.log.splitlines() if line.startswith("STATE")]
    assert names == ["A|B"] * 4 if fixed else ["A|B", "B|A", "A|B", "B|A"]


def test_an_interrupted_match_is_resumed_where_it_was() -> None:
    """Stop in the middle of hand 3 of 8, resume from the transaction file: cards and score are those of the whole."""

    def leaver(line: str) -> bytes | None:
        return None if line.split(":")[2] == "3" and betting(line) == "cc/c" else caller(line)

    whole = deal(DealerOptions("whole", LIMIT, 8, 7, ("A", "B"), quiet=True), [Program(caller).run] * 2)
    options = DealerOptions("cut", LIMIT, 8, 7, ("A", "B"), quiet=True, transactions=True)
    first = deal(options, [Program(caller).run, Program(leaver).run])
    assert first.code == 1
    assert "SCORE" not in first.log + first.out
    assert len(first.bettings) == 3
    with open("cut.tlog", "a") as file:
        file.write("c 3 17947")  # the last line, cut off by a crash
    again = deal(
        DealerOptions("cut", LIMIT, 8, 7, ("A", "B"), quiet=True, transactions=True, append=True),
        [Program(caller).run] * 2,
    )
    assert again.code == 0, again.err
    states = [line for line in again.log.splitlines() if not line.startswith("#")]
    assert states == [line for line in whole.log.splitlines() if not line.startswith("#")]
    assert len(again.transactions.splitlines()) == 8 * 8
    assert all(re.fullmatch(r"c [0-7] \d+\.\d{6} \d+\.\d{6}", line) for line in again.transactions.splitlines())


def test_a_transaction_file_of_another_match_is_refused() -> None:
    Path("m.tlog").write_text("c 5 1.000000 2.000000\n")
    options = DealerOptions("m", LIMIT, 2, 7, ("A", "B"), quiet=True, transactions=True, append=True)
    played = deal(options, [Program(caller).run] * 2)
    assert played.code == 1
    assert "ERROR: transaction of hand 5 in hand 0" in played.err


def test_it_listens_on_this_machine_only() -> None:
    assert parse_arguments(["m", LIMIT, "1", "1", "A", "B"]).host == "127.0.0.1"


def test_the_command_line_of_the_original() -> None:
    line = (
        "match game.game 3000 42 Alice Bob -p 18000,18001 -q --t_response 1000 --t_hand 2000 --t_per_hand 30 -f -T -a "
        "-l --start_timeout -1"
    )
    options = parse_arguments(line.split())
    assert options == DealerOptions(
        "match", "game.game", 3000, 42, ("Alice", "Bob"), fixed_button=True, log=False, ports=(18000, 18001),
        quiet=True, transactions=True, append=True, t_response=1000, t_hand=2000, t_per_hand=30, start_timeout=-1,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("m g 10 1 A", "players named"),
        ("m g 10", "expected matchName"),
        ("m g ten 1 A B", '#Hands "ten"'),
        ("m g 0 1 A B", "0 hands"),
        ("m g 1 4294967296 A B", "seed 4294967296"),
        ("m g 1 1 A B -p 1,x", 'port "x"'),
        ("m g 1 1 A B -p 70000", "port 70000"),
        ("m g 1 1 A B -z", "-z"),
        ("m g 1 1 A|C B", "separates names"),
        ("m g 1 1 A B --t_hand -5", "--t_hand -5"),
        ("m no.such.game 1 1 A B", "not a standard definition"),
        ("no/such/folder/m g 1 1 A B", "could not open file"),
    ],
)
def test_bad_command_lines_fail(words: str, message: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = main([LIMIT if word == "g" else word for word in words.split()])
    assert code == 1
    err = capsys.readouterr().err
    assert err.startswith("ERROR: ")
    assert message in err


@pytest.mark.parametrize("word", ["-h", "--help"])
def test_help_lists_the_options(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    """All options of the original (protocols 1.5), on standard output, as a success."""
    assert main([word]) == 0
    said = capsys.readouterr().out
    for option in (
        "-f",
        "-l",
        "-L",
        "-p",
        "-q",
        "-t",
        "-T",
        "-a",
        "--t_response",
        "--t_hand",
        "--t_per_hand",
        "--host",
    ):
        assert f"  {option} " in said or f"/ {option} " in said


def test_a_game_is_a_file_or_a_standard_name() -> None:
    Path("mine.game").write_text(
        "GAMEDEF\nlimit\nnumPlayers = 2\nnumRounds = 1\nblind = 1 1\nraiseSize = 1\nfirstPlayer = 1\nmaxRaises = 1\n"
        "numSuits = 1\nnumRanks = 3\nnumHoleCards = 1\nnumBoardCards = 0\nEND GAMEDEF\n"
    )
    assert find_game("mine.game").players == 2
    assert find_game("games/" + LIMIT) is standard_game(LIMIT)
    Path("big.game").write_bytes(b"#" * 70_000)
    with pytest.raises(RiverboatError, match="longer than 65536 bytes"):
        find_game("big.game")
    if os.name == "posix":
        os.mkdir("folder.game")
        with pytest.raises(RiverboatError):
            find_game("folder.game")
