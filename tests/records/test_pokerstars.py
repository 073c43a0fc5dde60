"""PokerStars' text: real samples with odd cases, and what is written is read back unchanged."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from riverboat.cards.card import cards_text
from riverboat.games.hand import Hand
from riverboat.games.view import HIDDEN
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars
from riverboat.records.rejected import RejectedHand

REFUSED = {
    "Ignore.txt": (1, "no PokerStars heading"),
    "AllinFlop.txt": (1, "no PokerStars heading"),
    "RunItTwice.txt": (1, "no PokerStars heading"),
    "WithSittingOut.txt": (8, "Blahdieblah acts, but has no seat"),  # seated as Blahdi:42eblah
    "River.txt": (1, "5d is dealt twice"),  # on the board and in a player's hand
    "CancelledHand.txt": (6, "the hand was cancelled"),
}


def _samples(folder: Path) -> list[tuple[str, str, list[Hand | RejectedHand]]]:
    paths = sorted((folder / "pokerstars_samples").glob("*/*/*.txt"))
    texts = [(path.name, path.read_text("utf-8-sig")) for path in paths]
    return [(name, text, list(read_pokerstars(text.splitlines(keepends=True)))) for name, text in texts]


def test_every_sample_is_read_or_refused_for_a_reason(shared_data: Path) -> None:
    """Every heading is one hand that was read or refused; what has no heading is refused too."""
    hands: list[Any] = []
    rejections: dict[Any, Any] = {}
    headings = 0
    for name, text, found in _samples(shared_data):
        begun = len(re.findall(r"^(?:\ufeff)?PokerStars (?:Zoom )?(?:Hand|Game) #", text, re.MULTILINE))
        assert len(found) == max(begun, 1), name
        headings += begun
        hands += [hand for hand in found if isinstance(hand, Hand)]
        rejections.update((name, (each.line, each.reason)) for each in found if isinstance(each, RejectedHand))
    assert len(hands) == headings - sum("heading" not in reason for _, reason in REFUSED.values()) == 40
    assert rejections.keys() == REFUSED.keys()
    for name, (line, reason) in REFUSED.items():
        assert rejections[name][0] == line
        assert rejections[name][1].startswith(reason)


def test_money_balances_in_every_sample(shared_data: Path) -> None:
    """What the players lost together is the rake that the file prints, and winners got what it says they collected."""
    for _, text, found in _samples(shared_data):
        rakes = [round(100 * float(rake)) for rake in re.findall(r"\| Rake \D?([0-9.]+)", text)]
        hands = [hand for hand in found if isinstance(hand, Hand)]
        if len(hands) != len(rakes):
            continue
        for hand, rake in zip(hands, rakes, strict=True):
            assert -sum(hand.payoffs) == rake, hand.number
            assert hand.unit in ("0.01 USD", "0.01 EUR")


def test_everybody_won_what_the_lines_say(shared_data: Path) -> None:
    """Posts, calls, bets and raises added up from the text, less what came back, and plus what was collected."""
    compared = 0
    for name, text, found in _samples(shared_data):
        hands = [hand for hand in found if isinstance(hand, Hand)]
        if len(hands) != len(found):
            continue
        pieces = re.split(r"^(?=PokerStars )", text.lstrip("\ufeff"), flags=re.MULTILINE)
        for hand, piece in zip(hands, [piece for piece in pieces if piece.strip()], strict=True):
            said = _by_hand(hand.players, piece)
            if -sum(said.values()) != _cents(re.findall(r"\| Rake \D?([0-9.]+)", piece)[0]):
                continue  # one sample forgets to say that an uncalled bet came back
            assert dict(zip(hand.players, hand.payoffs, strict=True)) == said, name
            compared += 1
    assert compared == sum(len(found) for _, _, found in _samples(shared_data)) - len(REFUSED) - 1


def _by_hand(names: tuple[str, ...], piece: str) -> dict[str, int]:
    """What each player won or lost, by regular expressions and addition."""
    won, street = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for line in piece.partition("*** SUMMARY ***")[0].splitlines():
        if re.match(r"\*\*\* (?:FIRST |SECOND )?(?:FLOP|TURN|RIVER)", line):
            street = dict.fromkeys(names, 0)
        for name in names:
            who = re.escape(name)
            money = r"\D?([0-9,.]*[0-9])"
            if post := re.match(rf"{who}: posts (the ante|small & big blinds|small blind|big blind) {money}", line):
                chips = _cents(post[2])
                won[name] -= chips
                if post[1] != "the ante":
                    street[name] += chips
            elif paid := re.match(rf"{who}: (?:calls|bets) {money}", line):
                won[name] -= _cents(paid[1])
                street[name] += _cents(paid[1])
            elif raised := re.match(rf"{who}: raises \S+ to {money}", line):
                won[name] -= _cents(raised[1]) - street[name]
                street[name] = _cents(raised[1])
            elif back := re.match(rf"Uncalled bet \({money}\) returned to {who}$", line.rstrip()):
                won[name] += _cents(back[1])
            elif taken := re.match(rf"{who} collected {money} from", line):
                won[name] += _cents(taken[1])
    return won


def _cents(text: str) -> int:
    return round(100 * float(text.replace(",", "")))


def test_a_board_run_twice_in_a_capped_game(shared_data: Path) -> None:
    (hand,) = next(found for name, _, found in _samples(shared_data) if name == "RunItTwice2.txt")
    assert isinstance(hand, Hand)
    assert cards_text(hand.board) == "QdQs4hTs7s"
    assert [cards_text(board) for board in hand.other_boards] == ["6s8h6hTd6c"]
    assert hand.rules.cap == 8000
    # Both put in 80, two others 4 and nothing: 164 less 2.80 rake, split evenly.
    assert dict(zip(hand.players, hand.payoffs, strict=True))["Gamz11"] == 2 * 4030 - 8000


def test_a_card_that_was_not_shown_stays_unknown(shared_data: Path) -> None:
    (hand,) = next(found for name, _, found in _samples(shared_data) if name == "ShowsDownSingleCard.txt")
    assert isinstance(hand, Hand)
    held = hand.down[hand.players.index("Zaza5573")]
    assert HIDDEN in held
    assert cards_text([card for card in held if card != HIDDEN]) == "Qc"


def test_samples_survive_the_round_trip(shared_data: Path) -> None:
    hands = [hand for _, _, found in _samples(shared_data) for hand in found if isinstance(hand, Hand)]
    assert list(read_pokerstars("".join(write_pokerstars(hands)).splitlines(keepends=True))) == hands


def test_pokerkit_reads_what_is_written(shared_data: Path) -> None:
    """Its importer is a second opinion on the words."""
    pokerkit = pytest.importorskip("pokerkit")
    hands = [hand for _, _, found in _samples(shared_data) for hand in found if isinstance(hand, Hand)]
    plain = [h for h in hands if h.rules.name == "holdem" and h.rules.betting == "no-limit" and not h.rules.cap]
    read = 0
    for hand in plain:
        text = "".join(write_pokerstars([hand]))
        for history in pokerkit.HandHistory.from_pokerstars(text, error_status=False):
            assert sorted(float(stack) for stack in history.starting_stacks) == sorted(s / 100 for s in hand.stacks)
            read += 1
    assert read >= len(plain) // 2


HAND = """PokerStars Hand #7:  Hold'em No Limit ($0.50/$1.00 USD) - 2014/03/09 11:32:57 ET
Table 'A 'quoted' table' 6-max Seat #1 is the button
Seat 1: bet: folds ($100 in chips)
Seat 2: bet ($50.50 in chips)
Seat 4: [x] ($20 in chips)
Seat 5: away ($20 in chips) is sitting out
bet: posts small blind $0.50
[x]: posts big blind $1
*** HOLE CARDS ***
Dealt to bet [Ah Kd]
bet: folds: raises $2 to $3
bet: calls $2.50
bet said, "bet: folds"
[x]: folds
*** FLOP *** [2c 3c 4c]
bet: bets $5
bet: folds: folds
Uncalled bet ($5) returned to bet
bet collected $6.65 from pot
*** SUMMARY ***
Total pot $7 | Rake $0.35
"""


def test_names_that_look_like_actions() -> None:
    (hand,) = read_pokerstars(HAND.splitlines(keepends=True))
    assert isinstance(hand, Hand), hand
    assert hand.players == ("bet", "[x]", "bet: folds")
    assert hand.payoffs == (665 - 300, -100, -300)
    assert dict(hand.notes)["table"] == "A 'quoted' table"


def test_a_winner_whose_cards_are_unknown_is_written_again(shared_data: Path) -> None:
    """The line in which he shows them is cut out, here and in the summary."""
    ((_, text, found),) = [sample for sample in _samples(shared_data) if sample[0] == "OmahaHiLo.txt"][:1]
    whole = next(hand for hand in found if isinstance(hand, Hand) and hand.went_to_showdown)
    winner = whole.players[max(range(len(whole.players)), key=whole.payoffs.__getitem__)]
    cut = re.sub(rf"^{re.escape(winner)}: shows .*\n", "", text, flags=re.MULTILINE)
    (in_summary, *_) = [hand for hand in read_pokerstars(cut.splitlines(keepends=True)) if isinstance(hand, Hand)]
    assert in_summary == found[0]
    cut = re.sub(rf"^(Seat .: {re.escape(winner)}.*) showed .*$", r"\1 won", cut, flags=re.MULTILINE)
    (hand, *_) = [hand for hand in read_pokerstars(cut.splitlines(keepends=True)) if isinstance(hand, Hand)]
    assert set(hand.down[hand.players.index(winner)]) == {HIDDEN}
    assert list(read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))) == [hand]


@pytest.mark.parametrize(
    ("old", "new", "line", "complaint"),
    [
        ("Hold'em No Limit", "Courchevel No Limit", 1, "expected one like"),
        ("Hold'em No Limit", "Razz Limit", 10, "2 cards; expected 0"),
        ("Hold'em No Limit", "Badugi Limit", 1, "2 cards; expected 4"),
        ("($0.50/$1.00 USD)", "(cheap)", 1, "stakes"),
        ("Seat 4: [x] ($20 in chips)", "Seat 4: [x] ($20,0 in chips)", 5, "amount"),
        ("Table", "Tables", 1, "button"),
        ("[x]: posts big blind $1\n", "", 1, "nobody posts the big blind"),
        ("[Ah Kd]", "[Ah Xd]", 10, "rank"),
        ("[Ah Kd]", "[Ah Kd Qd]", 1, "3 cards"),
        ("raises $2 to $3", "raises $0.50 to $1.50", 11, "200 to 10000"),
        ("raises $2 to $3", "raises", 11, "amount is missing"),
        ("[x]: folds\n", "", 15, "turn of position 2"),
        ("[x]: folds", "[y]: folds", 14, "no seat"),
        ("bet collected $6.65", "bet collected $6.60", 21, "not the pot"),
        ("Uncalled bet ($5)", "Uncalled bet ($4)", 18, "come back"),
        ("Total pot $7 | Rake $0.35", "Total pot $8 | Rake $1.35", 1, "the pot is said to be 800"),
        ("Total pot $7 | Rake $0.35\n", "", 20, "breaks off"),
        ("*** FLOP *** [2c 3c 4c]\n", "", 1, "board is not complete"),
        ("bet: bets $5\nbet: folds: folds\n", "", 1, "ends before the hand"),
    ],
)
def test_a_contradictory_hand_is_refused_with_its_line(old: str, new: str, line: int, complaint: str) -> None:
    """And the next one is still read."""
    assert old in HAND
    rejected, hand = read_pokerstars((HAND.replace(old, new) + "\n\n" + HAND).splitlines(keepends=True))
    assert isinstance(rejected, RejectedHand)
    assert re.search(complaint, rejected.reason), rejected
    assert rejected.line == line, rejected
    assert isinstance(hand, Hand)


@given(st.data())
def test_a_hand_cut_anywhere_or_shuffled_never_crashes(data: st.DataObject) -> None:
    lines = HAND.splitlines(keepends=True)
    cut = data.draw(st.lists(st.sampled_from(lines) | st.text(max_size=30), max_size=30))
    for text in (lines[: data.draw(st.integers(0, len(lines)))], [lines[0], *cut], cut):
        for found in read_pokerstars(text):
            assert isinstance(found, Hand) or "\n" not in found.reason


def test_a_number_with_letters_is_kept_as_text(shared_data: Path) -> None:
    """As converters of other sites write it; in PokerStars' text, and on the way back."""
    text = (shared_data / "pokerstars_samples" / "CashGame" / "Tables" / "Table1.txt").read_text("utf-8-sig")
    (hand,) = read_pokerstars(text.replace("Game #", "Game #RC-x").splitlines(keepends=True))
    assert isinstance(hand, Hand)
    assert dict(hand.notes)["hand"] == "RC-x109688539582"
    (back,) = read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))
    assert isinstance(back, Hand)
    assert dict(back.notes)["hand"] == "RC-x109688539582"
