"""Texts of seven sites: every real sample is read or refused for a true reason, and its money is what its lines say."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from riverboat.errors import RiverboatError
from riverboat.games.hand import Hand
from riverboat.records import RejectedHand, read_hands
from riverboat.records.pokerstars.parsing import read_pokerstars
from riverboat.records.pokerstars.writing import write_pokerstars
from riverboat.records.sites.registry import read_texts

HEADINGS = {
    "FullTilt": r"Full Tilt Poker Game #",
    "IPoker": r"\s*<game gamecode",
    "OnGame": r"\*{5} History for hand|PokerStars Hand #",  # one of its samples is of the other site
    "Pacific": r"\*{5} \S+(?: Poker)? Hand History",
    "PartyPoker": r"\*{5} Hand History for Game",
    "Winamax": r"Wina(?:m)?ax Poker - ",
    "WinningPoker": r"Game started at:",
}
REFUSED = {
    "FullTilt/BlindActionTests/Ante.txt": "no heading of a known site",
    "FullTilt/BlindActionTests/Ignore.txt": "no heading of a known site",
    "FullTilt/ShowDownActionTests/Ignore.txt": "no heading of a known site",
    "FullTilt/ValidHandTests/InValidHand.txt": "0 collected and 0 raked are not the pot of 250",
    "IPoker/Seats/Full Ring (10 Handed).txt": "position 9 acts (fold), but it is the turn of position 8",  # sits twice
    "OnGame/Seats/4 Max.txt": "it is empty",
    "OnGame/Seats/Full Ring (10 Handed).txt": "it is empty",
    "Pacific/Limits/Limit5.txt": "nobody posts the big blind",
    "Pacific/Seats/4 Max.txt": "it is empty",
    "Pacific/Seats/Full Ring (10 Handed).txt": "it is empty",
    "Pacific/ValidHandTests/InValidHand.txt": "the record breaks off: nobody collects the pot",
    "PartyPoker/ValidHandTests/InValidHand.txt": "the record breaks off: nobody wins",
    "Winamax/HandActionTests/OmahaHiLo.txt": "this looks like a history of Microgaming (MPN)",
    "Winamax/ValidHandTests/InValidHand.txt": "no heading of a known site: 'Winaax Poker",
    "WinningPoker/ValidHandTests/InValidHand.txt": "the record breaks off: the results are not those of the pot",
}
"""The only samples that are not read: fragments, empty files, and hands that were cut or changed on purpose."""


def _samples(folder: Path) -> list[tuple[str, str, list[Hand | RejectedHand]]]:
    found = []
    for path in sorted((folder / "site_samples").rglob("*.txt")):
        name = str(path.relative_to(folder / "site_samples")).replace("/CashGame", "")
        data = path.read_bytes()
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("cp1252")
        try:
            hands = list(read_hands(path))
        except RiverboatError as error:
            hands = [RejectedHand(1, str(error).partition(": ")[2])]
        found.append((name, text.replace("\ufeff", ""), hands))
    return found


def test_every_sample_is_read_or_refused_for_a_true_reason(shared_data: Path) -> None:
    read: Counter[str] = Counter()
    for name, text, found in _samples(shared_data):
        site = name.partition("/")[0]
        begun = len(re.findall(rf"^(?:{HEADINGS[site]})", text, re.MULTILINE))
        assert len(found) == max(begun, 1), name
        refused = [each.reason for each in found if isinstance(each, RejectedHand)]
        assert bool(refused) == (name in REFUSED), (name, refused)
        assert all(reason.startswith(REFUSED[name]) for reason in refused), (name, refused)
        read[site] += len(found) - len(refused)
    assert read == {
        "FullTilt": 21, "IPoker": 33, "OnGame": 28, "Pacific": 16, "PartyPoker": 30, "Winamax": 21, "WinningPoker": 19,
    }  # fmt: skip


def test_winnings_that_were_changed_are_noticed_without_a_word_of_rake(shared_data: Path) -> None:
    """partypoker and 888 do not write it: nothing may be missing before the flop, and a tenth after it at most."""
    tried: Counter[bool] = Counter()
    for name, text, found in _samples(shared_data):
        if not name.startswith(("PartyPoker", "Pacific")) or len(found) != 1 or isinstance(found[0], RejectedHand):
            continue
        [hand] = found
        assert isinstance(hand, Hand)
        winners = list(re.finditer(r"(?:wins|collected \[) \$([0-9]+\.[0-9]{2})", text))
        if len(winners) != 1:
            continue
        was = _cents(winners[0][1])
        for cents in (was - 1, was + 1) if not hand.board else (int(0.88 * was), int(1.12 * was)):
            start, end = winners[0].span(1)
            [changed] = read_texts((text[:start] + f"{cents / 100:.2f}" + text[end:]).splitlines(keepends=True))
            assert isinstance(changed, RejectedHand), (name, was, cents, changed)
            tried[bool(hand.board)] += 1
    assert min(tried[True], tried[False]) >= 4, tried


def _cents(text: str) -> int:
    return round(100 * float(text.replace(",", "")))


def _added_up(site: str, names: tuple[str, ...], piece: str) -> dict[str, int]:
    """Each player's result by regular expressions and addition, knowing nothing of the rules."""
    amount = r"[\[(]?[$€£]?([0-9,]*\.?[0-9]+)€?(?: USD)?[\])]?"
    paid, street, won = dict.fromkeys(names, 0), dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    raises_are_added = site in ("Pacific", "PartyPoker", "WinningPoker")
    for line in piece.splitlines():
        if re.match(r"\*\*\* SUMMARY|Summary:|------ Summary", line):
            break
        if re.match(r"(?:\*\*\*|\*\*|---) ?(?:Dealing )?(?:flop|turn|river)", line, re.IGNORECASE):
            street = dict.fromkeys(names, 0)
        for name in names:
            who = rf"(?:Player )?{re.escape(name)} "
            posts = "posts (?:the )?(?:small|big) blind(?: of)?|has (?:small|big) blind|posts|antes|straddle"
            add = re.match(rf"{who}(?:{posts}|calls|bets|allin|is all-In ) {amount}", line)
            raised = re.match(rf"{who}raises (?:to )?{amount}(?: to {amount})?", line)
            if add:
                paid[name] += _cents(add[1])
                street[name] += _cents(add[1])
            elif raised and raises_are_added:
                paid[name] += _cents(raised[1])
                street[name] += _cents(raised[1])
            elif raised:
                total = _cents(raised[2] or raised[1])
                paid[name] += total - street[name]
                street[name] = total
            elif back := re.match(rf"Uncalled bet (?:of )?{amount} returned to {re.escape(name)}$", line.rstrip()):
                paid[name] -= _cents(back[1])
            elif taken := re.match(
                rf"{who}(?:collected(?: \[)?|wins(?: (?:the |)[a-z ]*pot(?: [0-9])?)?|ties for .*) {amount}", line
            ):
                won[name] += _cents(taken[1])
    if site in ("Pacific", "OnGame"):  # these say nothing of what came back
        top, second, *_ = sorted(paid.values(), reverse=True)
        for name in names:
            paid[name] -= top - second if paid[name] == top else 0
    if site in ("OnGame", "WinningPoker"):
        for who, chips in re.findall(r"(?:won by |\), )(.+?) \([$€]([0-9.]+)(?=\))", piece):
            won[who] += _cents(chips)
        for who, chips in re.findall(
            r"^\*Player (.+?) (?:mucks|shows|does).* Collects: ([0-9.]*[0-9])\.", piece, re.MULTILINE
        ):
            won[who] += _cents(chips)
    return {name: won[name] - paid[name] for name in names}


def test_everybody_won_what_the_lines_say(shared_data: Path) -> None:
    compared: Counter[str] = Counter()
    for name, text, found in _samples(shared_data):
        site = name.partition("/")[0]
        if site == "IPoker":
            continue
        pieces = [
            p for p in re.split(rf"^(?={HEADINGS[site]})", text, flags=re.MULTILINE) if re.match(HEADINGS[site], p)
        ]
        for hand, piece in zip(found, pieces, strict=False):
            if isinstance(hand, Hand) and not piece.startswith("PokerStars"):
                assert dict(zip(hand.players, hand.payoffs, strict=True)) == _added_up(site, hand.players, piece), name
                compared[site] += 1
    assert compared == {
        "FullTilt": 21,
        "OnGame": 27,
        "Pacific": 16,
        "PartyPoker": 30,
        "Winamax": 21,
        "WinningPoker": 19,
    }


def test_ipoker_results_are_wins_less_bets(shared_data: Path) -> None:
    compared = 0
    for name, text, found in _samples(shared_data):
        if not name.startswith("IPoker"):
            continue
        for hand, piece in zip(found, text.split("<game ")[1:], strict=True):
            if isinstance(hand, Hand):
                said = re.findall(r'name="(.*?)" chips.*? win="\D?([0-9.,]+)" bet="\D?([0-9.,]+)"', piece)
                results = {who: _cents(win) - _cents(bet) for who, win, bet in said}
                assert dict(zip(hand.players, hand.payoffs, strict=True)).items() <= results.items(), name
                assert sum(hand.payoffs) == sum(results.values())
                compared += 1
    assert compared == 33


def test_rakes_are_those_of_the_summaries(shared_data: Path) -> None:
    """Where a site prints them; Winning's jackpot tables take 25 cents more."""
    compared = 0
    for name, text, found in _samples(shared_data):
        rakes = re.findall(r"(?:\| Rake |Rake taken: |\. Rake )\D?([0-9]+(?:\.[0-9]+)?)|\| (No rake)", text)
        hands = [hand for hand in found if isinstance(hand, Hand)]
        if not hands or len(hands) != len(rakes):
            continue
        for hand, (rake, none) in zip(hands, rakes, strict=True):
            jackpot = 25 if name.startswith("Winning") and -sum(hand.payoffs) != _cents(rake) else 0
            assert not jackpot or "(JP)" in text, name
            assert -sum(hand.payoffs) == (0 if none else _cents(rake)) + jackpot, name
            compared += 1
    assert compared > 80


def test_hands_of_all_sites_can_be_written_as_pokerstars_text(shared_data: Path) -> None:
    """And are read back with every action, card and chip."""
    compared = 0
    for name, _, found in _samples(shared_data):
        for hand in found:
            if isinstance(hand, Hand):
                (back,) = read_pokerstars("".join(write_pokerstars([hand])).splitlines(keepends=True))
                assert isinstance(back, Hand), (name, back)
                for what in ("players", "stacks", "down", "board", "other_boards", "actions", "payoffs", "unit"):
                    assert getattr(back, what) == getattr(hand, what), (name, what)
                compared += 1
    assert compared == 168


@pytest.mark.parametrize(
    ("first", "site"),
    [
        ('<Game hhversion="4" id="5049160112">', "Microgaming"),
        ("Ignition Hand #123456: HOLDEM Tournament", "Ignition"),
        ("CoinPoker Hand #77: Hold'em", "CoinPoker"),
        ("Stage #3086246040: Holdem  No Limit $2 - 2009-07-20", "Absolute"),
        ("Dear aunt,", "PokerStars, GGPoker, Winamax"),
    ],
)
def test_a_file_that_is_not_read_is_answered_by_its_site(tmp_path: Path, first: str, site: str) -> None:
    (tmp_path / "x.txt").write_text(first + "\nSeat one is here\n")
    with pytest.raises(RiverboatError, match=site):
        list(read_hands(tmp_path / "x.txt"))
