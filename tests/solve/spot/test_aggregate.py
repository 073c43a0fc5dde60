"""Flops that stand for others, textures and samples; reports over many flops against equities known from elsewhere."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict
from itertools import combinations
from math import comb
from pathlib import Path

import pytest

from riverboat.cards.ranges import Range
from riverboat.errors import RiverboatError
from riverboat.odds.showdown import equity
from riverboat.solve.spot import aggregate
from riverboat.solve.spot.aggregate import FlopReport, FlopResult, Settings, Side, Template, run_report
from riverboat.solve.spot.flops import (
    ALL_FLOPS,
    Flop,
    Texture,
    all_flops,
    chosen_flops,
    flops_in_file,
    sample_flops,
    with_textures,
)

ANY = (Range.full(), Range.full())
TINY = {"oop": "AA,KK", "ip": "QQ,A5s", "pot": 100, "stack": 100, "bets": "a"}


@pytest.fixture(scope="module")
def kinds() -> list[Flop]:
    return all_flops(ANY)


# Flops ----------------------------------------------------------------------------------------------------------------


def test_there_are_1755_kinds_of_22100_flops(kinds: list[Flop]) -> None:
    assert len(kinds) == 1755
    assert sum(flop.stands_for for flop in kinds) == ALL_FLOPS == comb(52, 3)
    assert len({flop.cards for flop in kinds}) == 1755


@pytest.mark.parametrize(
    ("texture", "flops"),
    [
        ("monotone", 4 * comb(13, 3)),
        ("two-tone", 4 * 3 * comb(13, 2) * 13),
        ("rainbow", 4 * 13**3),
        ("trips", 13 * 4),
        ("paired", 13 * 4 + 13 * comb(4, 2) * 48),
        ("unpaired", comb(13, 3) * 4**3),
        ("!paired", comb(13, 3) * 4**3),
        ("A-high", comb(52, 3) - comb(48, 3)),
        ("2-high", 4),
        ("monotone,A-high", 4 * comb(12, 2)),
        ("paired,rainbow", 13 * 4 + 13 * 12 * comb(4, 2) * 2),
        ("two-tone !K-high !A-high", None),
    ],
)
def test_textures_have_as_many_flops_as_combinatorics_says(kinds: list[Flop], texture: str, flops: int | None) -> None:
    found = list(with_textures(kinds, [Texture.parse(texture)]))
    if flops is None:
        assert found
        assert all("two-tone" in flop.textures and max(flop.cards) < 44 for flop in found)
    else:
        assert sum(flop.stands_for for flop in found) == flops


def test_any_of_several_textures_is_enough(kinds: list[Flop]) -> None:
    found = list(with_textures(kinds, [Texture.parse("monotone"), Texture.parse("trips")]))
    assert sum(flop.stands_for for flop in found) == 4 * comb(13, 3) + 13 * 4
    assert str(Texture.parse("Two-Tone, !a-HIGH")) == "two-tone,!A-high"


def test_ranges_that_name_suits_tell_more_flops_apart() -> None:
    """Hearts stand out: the other three suits may be renamed, six ways, and the orbits are counted by Burnside."""
    found = all_flops((Range("AhKh"), Range("random")))
    assert sum(flop.stands_for for flop in found) == ALL_FLOPS
    # Fixed flops of the identity, of three exchanges of two suits, of two rotations of three suits.
    exchanged = comb(26, 3) + 26 * 13  # all three of the two kept suits, or one of them and a pair of the exchanged
    rotated = comb(13, 3) + 13
    assert len(found) == (ALL_FLOPS + 3 * exchanged + 2 * rotated) // 6


def test_a_short_deck_has_its_own_flops() -> None:
    found = all_flops(ANY, range(16, 52))
    assert sum(flop.stands_for for flop in found) == comb(36, 3)
    assert all(min(flop.cards) >= 16 for flop in found)


def test_a_sample_is_even_over_what_flops_stand_for(kinds: list[Flop]) -> None:
    found = sample_flops(kinds, 100, seed=7)
    assert len(found) == 100
    assert sum(flop.stands_for for flop in found) == pytest.approx(ALL_FLOPS)
    for name in ("monotone", "two-tone", "rainbow"):
        share = sum(flop.stands_for for flop in with_textures(kinds, [Texture.parse(name)])) / ALL_FLOPS
        assert abs(sum(name in flop.textures for flop in found) - 100 * share) < 1
    assert sample_flops(kinds, 100, seed=7) == found
    assert sample_flops(kinds, 100, seed=8) != found
    assert sample_flops(kinds, 5000, seed=1) == kinds
    many = sample_flops(kinds, 1500, seed=1)
    assert len(many) <= 1500
    assert sum(flop.stands_for for flop in many) == pytest.approx(ALL_FLOPS)


def test_over_many_samples_every_flop_has_the_same_chance(kinds: list[Flop]) -> None:
    """The mean over samples of what a kind is counted for is what it stands for."""
    few = kinds[:40]
    total = dict.fromkeys((flop.cards for flop in few), 0.0)
    for seed in range(400):
        for flop in sample_flops(few, 7, seed):
            total[flop.cards] += flop.stands_for / 400
    for flop in few:
        assert total[flop.cards] == pytest.approx(flop.stands_for, rel=0.6)


def test_flops_are_listed_with_or_without_weights(kinds: list[Flop], tmp_path: Path) -> None:
    path = tmp_path / "flops.txt"
    path.write_text("AsKd2c, 7h7d7c:3  # remark\n\nTh9h8h\n")
    found = chosen_flops(flops_in_file(path), kinds, ANY)
    assert [(str(flop), flop.stands_for) for flop in found] == [("AsKd2c", 24), ("7h7d7c", 3), ("Th9h8h", 4)]


@pytest.mark.parametrize(
    ("texts", "said"),
    [
        (["AsKd"], 'flop "AsKd": expected three cards'),
        (["AsKdXx"], "no rank"),
        (["AsKdKd"], "Kd comes twice"),
        (["AsKd2c:x"], 'cannot read the weight "x"'),
        (["AsKd2c:-1"], "a number above 0"),
        (["AsKd2c", "AhKc2d"], "AsKd2c is the same but for the suits"),
    ],
)
def test_bad_flops_are_named(kinds: list[Flop], texts: list[str], said: str) -> None:
    with pytest.raises(RiverboatError, match=said):
        chosen_flops(texts, kinds, ANY)


@pytest.mark.parametrize("text", ["", "wet", "!", "A-hig", "monotone;paired"])
def test_bad_textures_are_named(text: str) -> None:
    with pytest.raises(RiverboatError, match="texture"):
        Texture.parse(text)


# Reports --------------------------------------------------------------------------------------------------------------


def made(flop: str, mass: float, share: float, pot: int = 100, **actions: float) -> FlopResult:
    """A result as if there had been no betting."""
    sides = (Side(pot * share, share, 1.0), Side(pot * (1 - share), 1 - share, 1.0))
    return FlopResult(flop, mass, pot, *sides, actions, 0.0, 0.0, 1, 0.0, "target")


def test_equities_of_all_flops_make_the_equity_before_the_flop(kinds: list[Flop]) -> None:
    """AA against KK: the weights of flops are right if the exact equities of all of them add up to that before it."""
    aces = [set(pair) for pair in combinations(range(48, 52), 2)]
    kings = [set(pair) for pair in combinations(range(44, 48), 2)]
    flops = [flop for flop in kinds if sum(card >= 48 for card in flop.cards) < 3]
    flops = [flop for flop in flops if sum(44 <= card < 48 for card in flop.cards) < 3]
    results = []
    for flop in flops:
        pairs = sum(not (ace | king) & set(flop.cards) for ace in aces for king in kings)
        results.append(made(str(flop), pairs, equity(["AA", "KK"], board=str(flop)).equity[0]))
    means = FlopReport(Settings(), flops, results).means()
    assert means is not None
    assert means.oop.equity == pytest.approx(equity(["AA", "KK"]).equity[0], abs=1e-9)
    assert means.oop.equity + means.ip.equity == pytest.approx(1.0)
    assert means.share == pytest.approx(1.0)


def test_means_of_textures_put_together_are_the_mean_of_all(kinds: list[Flop]) -> None:
    flops = kinds[::100]
    results = [made(str(flop), 10.0 + number, 0.02 * number) for number, flop in enumerate(flops)]
    report = FlopReport(Settings(), flops, results)
    whole = report.means()
    assert whole is not None
    groups = {each.name: each for each in report.by_texture()}
    for names in (("monotone", "two-tone", "rainbow"), ("unpaired", "paired"), [n for n in groups if "high" in n]):
        parts = [groups[name] for name in names if name in groups]
        assert sum(part.share for part in parts) == pytest.approx(1.0)
        assert sum(part.share * part.oop.ev for part in parts) == pytest.approx(whole.oop.ev)


def test_without_betting_ev_is_equity(kinds: list[Flop], tmp_path: Path) -> None:
    template = Template.of_table({**TINY, "bets": "none"})
    flops = chosen_flops(["QsJh2s", "Kd8h8d"], kinds, ANY)
    report = run_report(template, flops, Settings(iterations=1), path=tmp_path / "x.jsonl")
    for flop, result in report.rows:
        known = equity(["AA,KK", "QQ,A5s"], board=str(flop)).equity
        for side, share in zip((result.oop, result.ip), known, strict=True):
            assert side.equity == pytest.approx(share, abs=1e-6)
            assert side.ev == pytest.approx(100 * share, abs=1e-3)
            assert side.eqr == pytest.approx(1.0, abs=1e-4)
        assert result.actions == {}
        assert result.percent == pytest.approx(0.0, abs=1e-4)
    # On QsJh2s OOP has 6 AA and 6 KK, IP 3 QQ and 4 A5s; each A5s leaves 3 of the AA.
    assert report.results[0].mass == 12 * 3 + 4 * (3 + 6)
    # On Kd8h8d OOP has 6 AA and 3 KK, IP 6 QQ and 4 A5s.
    assert report.results[1].mass == 9 * 6 + 4 * (3 + 3)


def test_a_report_solves_each_flop_and_goes_on_where_it_was(
    kinds: list[Flop], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "x.jsonl"
    template, settings = Template.of_table(TINY), Settings(target=1.0, node="x")
    flops = chosen_flops(["QsJh2s", "Kd8h8d", "AhKhQh"], kinds, ANY)
    solve = aggregate._solve
    asked: list[str] = []

    def interrupted(template: Template, settings: Settings, threads: int | None, flop: Flop) -> FlopResult:
        asked.append(str(flop))
        if len(asked) == 2:
            raise KeyboardInterrupt
        return solve(template, settings, threads, flop)

    monkeypatch.setattr(aggregate, "_solve", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run_report(template, flops, settings, path=path)
    with path.open("a") as file:
        file.write('{"flop": "Kd8h8d", "ma')  # killed while writing
    done: list[tuple[int, int | None]] = []
    report = run_report(
        template, flops, settings, path=path, on_progress=lambda now: done.append((now.done, now.total))
    )
    assert asked == ["QsJh2s", "Kd8h8d", "Kd8h8d", "AhKhQh"]
    assert done == [(1, 3), (2, 3), (3, 3)]
    assert [result.flop for result in report.results] == ["QsJh2s", "Kd8h8d", "AhKhQh"]
    for result in report.results:
        assert result.percent <= 1.0
        assert result.oop.ev + result.ip.ev == pytest.approx(100, abs=1e-3)
        assert list(result.actions) == ["x", "b100"]
        assert sum(result.actions.values()) == pytest.approx(1.0)
    asked.clear()
    assert run_report(template, flops[:2], settings, path=path).results == report.results[:2]
    assert asked == []
    lines = path.read_text().splitlines()
    assert len(lines) == 4
    assert all(json.loads(line) for line in lines)

    rows = list(csv.DictReader(io.StringIO(report.to_csv(tmp_path / "x.csv"))))
    assert [row["flop"] for row in rows] == ["QsJh2s", "Kd8h8d", "AhKhQh"]
    assert float(rows[0]["x"]) + float(rows[0]["b100"]) == pytest.approx(1.0, abs=1e-5)
    assert (rows[2]["suits"], rows[2]["pairs"], rows[2]["high"]) == ("monotone", "unpaired", "A-high")
    assert (tmp_path / "x.csv").read_text() == report.to_csv()
    told = report.to_json()
    assert json.loads(json.dumps(told)) == told
    assert told["total"]["flops"] == 3


def test_a_file_of_another_report_is_refused_and_left_alone(kinds: list[Flop], tmp_path: Path) -> None:
    path = tmp_path / "x.jsonl"
    template = Template.of_table({**TINY, "bets": "none"})
    flops = chosen_flops(["Kd8h8d"], kinds, ANY)
    run_report(template, flops, Settings(iterations=1), path=path)
    kept = path.read_bytes()
    for other, settings, said in (
        (template, Settings(iterations=2), "iterations 1, not 2"),
        (Template.of_table({**TINY, "bets": "none", "pot": 50}), Settings(iterations=1), "spot pot 100, not 50"),
        (Template.of_table({**TINY, "bets": "none", "rake": 0.1}), Settings(iterations=1), "rake None, not 0.1"),
    ):
        with pytest.raises(RiverboatError, match=said):
            run_report(other, flops, settings, path=path)
    assert path.read_bytes() == kept
    for content in ("what is this?\n", "[]\n", "no line", '{"format": "riverboat match 2"}\n'):
        path.write_text(content)
        with pytest.raises(RiverboatError, match="name another file"):
            run_report(template, flops, Settings(iterations=1), path=path)
        assert path.read_text() == content
    path.write_bytes(kept + b"{}\n")
    with pytest.raises(RiverboatError, match="line 3 is damaged"):
        run_report(template, flops, Settings(iterations=1), path=path)


def test_flops_on_which_a_player_has_no_hand_are_left_out(kinds: list[Flop]) -> None:
    template = Template.of_table({**TINY, "bets": "none", "ip": "QQ"})
    flops = chosen_flops(["QsQhQd", "QsJh2s"], kinds, ANY)
    report = run_report(template, flops, Settings(iterations=1))
    assert [result.flop for result in report.skipped] == ["QsQhQd"]
    assert "no hand is left" in report.skipped[0].skipped
    means = report.means()
    assert means is not None
    assert means.flops == 1
    assert FlopResult.from_json(json.loads(json.dumps(asdict(report.results[0])))) == report.results[0]
    with pytest.raises(RiverboatError, match="no hand is left"):
        run_report(template, flops[:1])


@pytest.mark.parametrize(
    ("change", "settings", "said"),
    [
        ({"bets": "50q"}, Settings(), "50q"),
        ({"pots": 100}, Settings(), 'unknown key "pots"'),
        ({}, Settings(node="b7"), "b7"),
        ({"stack": 900, "bets": "50%"}, Settings(node="x/x/2c"), "a path on the flop"),
    ],
)
def test_a_bad_template_is_refused_before_anything_is_solved(
    kinds: list[Flop], change: dict[str, object], settings: Settings, said: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.jsonl"
    with pytest.raises(RiverboatError, match=said):
        run_report(Template.of_table({**TINY, **change}), kinds[:3], settings, path=path)
    assert not path.exists()


def test_a_template_is_a_spot_file_with_or_without_a_board(tmp_path: Path) -> None:
    path = tmp_path / "spot.toml"
    path.write_text('oop = "AA"\nip = "KK"\npot = 10\nstack = 10\nbets = "a"\n')
    without = Template.from_toml(path)
    assert without.at(Flop((51, 30, 5), 1.0)).board == "As9h3d"
    path.write_text('board = "2c3c4c"\n' + path.read_text())
    assert Template.from_toml(path) == without
    assert Template.of(without.at(Flop((51, 30, 5), 1.0))).table == without.table
    path.write_text("pot = 10\n")
    with pytest.raises(RiverboatError, match='"oop" is missing'):
        _ = Template.from_toml(path).ranges
