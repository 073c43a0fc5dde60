"""Pictures that Chromium renders are read back: the truth comes from the frames that the page was given."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from riverboat.cards.card import RANKS
from riverboat.errors import RiverboatError
from riverboat.vision import reading, rows
from riverboat.vision.accuracy import CARDS, Tally, compare
from riverboat.vision.calibration import Calibration
from riverboat.vision.cards import RANK_PATCH, ink_colour, match_templates, nearest, recognise
from riverboat.vision.cards import patch as cut_patch
from riverboat.vision.covered import recognise_covered
from riverboat.vision.locating import Picture, decode_picture, locate
from riverboat.vision.reading import read
from riverboat.vision.rows import _CLOSE, _fits, _Read, read_row
from riverboat.vision.sighting import BACK, Box, SeenCard, Sighting
from riverboat.vision.testing import Measured
from riverboat.web.pictures import calibrating, making
from riverboat.web.pictures.calibrating import calibration
from riverboat.web.pictures.making import LOOKS, Noise, Rendered, hidden, render, spoiled
from riverboat.web.pictures.studio import Studio, Viewport, studio
from riverboat.workers import blas_threads

pytest.importorskip("cv2", reason="needs OpenCV")
pytest.importorskip("playwright.sync_api", reason="needs playwright")
if not (shutil.which("chromium") or shutil.which("chromium-browser")):
    pytest.skip("needs chromium", allow_module_level=True)

PICTURES = 16


@pytest.fixture(scope="module", autouse=True)
def one_browser() -> Iterator[Studio]:
    """For all tests of this module: starting one takes seconds."""
    with studio() as room, pytest.MonkeyPatch.context() as patch:
        for module in (making, calibrating):
            patch.setattr(module, "studio", lambda: nullcontext(room))
        yield room


@pytest.fixture(scope="module")
def known() -> Calibration:
    return calibration()


@pytest.fixture(scope="module")
def rendered() -> list[Rendered]:
    """One picture in each window and look."""
    return list(render(PICTURES, seed=2017))


@pytest.fixture(scope="module")
def decoded(rendered: list[Rendered]) -> list[tuple[Picture, Sighting]]:
    return [(decode_picture(each.picture), each.truth) for each in rendered]


def test_pictures_come_in_all_windows_and_looks(rendered: list[Rendered]) -> None:
    assert len({(each.window, each.theme, each.deck) for each in rendered}) == PICTURES
    sizes = {(each.truth.width, each.truth.height) for each in rendered}
    assert sizes == {(1016, 728), (1158, 826), (1440, 900), (1170, 2532)}


def test_clean_pictures_are_read_right(decoded: list[tuple[Picture, Sighting]], known: Calibration) -> None:
    """Every card, and every other field."""
    result = Measured()
    for number, (picture, truth) in enumerate(decoded):
        result.add(str(number), picture, truth, known)
    assert result.refused == {}
    right, total = result.tally.rate(*CARDS)
    assert total > 100
    assert right == total, result.wrong
    assert result.tally.perfect == PICTURES, result.wrong


def test_noisy_pictures_are_read_too(rendered: list[Rendered], known: Calibration) -> None:
    """Scaled by 0.8 to 1.25 and compressed: the table is found, and 99.9 % of the cards are read."""
    tally = Tally()
    noise = Noise(scaling=True, jpeg=True)
    for number, each in enumerate(rendered[::2]):
        data, truth = spoiled(each.picture, each.truth, noise, np.random.default_rng(number))
        tally.add(read(decode_picture(data), known), truth)
    right, total = tally.rate(*CARDS)
    assert right >= 0.999 * total


@pytest.mark.parametrize(("share", "seen"), [(0.35, True), (1.0, False)])
def test_what_can_be_seen_of_a_covered_card_is_read(
    decoded: list[tuple[Picture, Sighting]], known: Calibration, share: float, seen: bool
) -> None:
    """A patch over a third of a rank leaves enough; the truth about a rank below it is that nobody can read it."""
    picture, truth = next(each for each in decoded if each[1].surface == "table" and _own_faces(each[1]))
    card = _own_faces(truth)[0]
    left, top, right, bottom = RANK_PATCH
    box = card.box
    x, y = box.x + left * box.width, box.y + top * box.height
    patch = Box(x - 0.3 * box.width, y, (0.3 + share * (right - left)) * box.width, (bottom - top) * box.height)
    covered = picture.copy()
    covered[round(patch.y) : round(patch.bottom), round(patch.x) : round(patch.right)] = 128
    found = read(covered, known).seats[0].cards[0].text
    assert found == (card.text if seen else None)
    assert bool(hidden(card, patch, picture).confidence) is seen


def test_a_third_of_a_rank_may_be_covered_on_any_card(
    decoded: list[tuple[Picture, Sighting]], known: Calibration
) -> None:
    """From the left, where a 3 and an 8 differ, and a 5 and a 6: what is left of each must be told from all others."""
    read_right, faces = 0, 0
    left, top, right, bottom = RANK_PATCH
    for picture, truth in decoded:
        covered = picture.copy()
        cards = [card for card in _own_faces(truth) if card.box.width >= 24]
        for card in cards:
            box = card.box
            x0, x1 = box.x + left * box.width, box.x + (left + 0.37 * (right - left)) * box.width
            y0, y1 = box.y + top * box.height, box.y + bottom * box.height
            covered[round(y0) : round(y1), round(x0) : round(x1)] = 128
        with blas_threads(1):
            found = [recognise_covered(covered, [card.box], known.cards).text for card in cards]
        assert all(text in (None, card.text) for text, card in zip(found, cards, strict=True))
        read_right += sum(text is not None for text in found)
        faces += len(cards)
    assert faces > 20
    assert read_right >= 0.9 * faces


def test_the_dark_above_a_card_does_not_change_the_colour_of_its_ink(
    decoded: list[tuple[Picture, Sighting]], known: Calibration
) -> None:
    """A box that is a tenth of a card too high has the table in its upper rows; red ink does not become black."""
    picture, card = next(
        (picture, card) for picture, truth in decoded for card in _own_faces(truth) if (card.text or "").endswith("h")
    )
    box = replace(card.box, y=card.box.y - 0.1 * card.box.height)
    dark = picture.copy()
    dark[round(box.y - 0.2 * box.height) : round(card.box.y + 0.02 * box.height)] = (38, 33, 28)
    above = cut_patch(dark, box, RANK_PATCH)
    assert above is not None
    rank = nearest(above, known.cards.ranks, box.width, RANKS)
    assert f"{rank.label}h" == card.text
    red, much = ink_colour(above.colour_at(rank.lower))
    _, little = ink_colour(above.colour.sum(0))
    assert red == "h"
    assert much > 1.5 * little


def test_a_label_that_touches_a_card_is_not_part_of_its_print(
    decoded: list[tuple[Picture, Sighting]], known: Calibration
) -> None:
    """The green label of another seat ends at a sixth of the card's width: as dark as ink, but from beyond its edge."""
    picture, truth = next(each for each in decoded if each[1].surface == "table" and _own_faces(each[1]))
    card = _own_faces(truth)[0]
    box = card.box
    touched = picture.copy()
    x0, x1 = round(box.x - 0.5 * box.width), round(box.x + 0.17 * box.width)
    touched[round(box.y) : round(box.y + 0.45 * box.height), x0:x1] = (59, 109, 42)
    assert recognise(touched, box, known.cards).text != card.text
    assert recognise_covered(touched, [box], known.cards).text == card.text
    assert read(touched, known).seats[0].cards[0].text == card.text


def test_a_row_with_unknown_cards_has_as_many_as_others(
    decoded: list[tuple[Picture, Sighting]], known: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row is read as one card more at first, because something lies over it; that number is not believed."""
    picture, truth = max(decoded, key=lambda each: sum(len(seat.cards) > 1 for seat in each[1].seats))
    usual = max(len(seat.cards) for seat in truth.seats)
    asked: list[int | None] = []

    def wrong_at_first(*args: Any) -> tuple[SeenCard, ...]:
        asked.append(args[-1])
        cards = read_row(*args)
        return (*cards, SeenCard(None, 0.4, cards[-1].box)) if len(asked) == 1 and cards else cards

    monkeypatch.setattr(reading, "read_row", wrong_at_first)
    seats = read(picture, known).seats
    assert asked[-1] == usual
    assert [[card.text for card in seat.cards] for seat in seats] == [
        [card.text for card in seat.cards] for seat in truth.seats
    ]


def test_a_number_of_cards_that_does_not_fit_is_not_read(
    decoded: list[tuple[Picture, Sighting]], known: Calibration
) -> None:
    picture, truth = next(each for each in decoded if each[1].surface == "table" and len(each[1].seats[1].cards) > 1)
    located = locate(picture)
    layout = known.layout(located)
    cards = truth.seats[1].cards
    where = layout.parts["1.plate"].on(located), known.row("seat", layout), located.em, (0.1,), known.cards
    assert [card.text for card in read_row(picture, *where, len(cards))] == [card.text for card in cards]
    assert read_row(picture, *where, len(cards) + 3) == ()


def test_a_row_whose_outline_hardly_shows_is_told_by_its_cards(
    decoded: list[tuple[Picture, Sighting]], known: Calibration, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the white plates of neighbours. One card that is not recognised is enough for nothing to be believed."""
    tables = [each for each in decoded if each[1].surface == "table" and locate(each[0]).kind == "seat"]
    picture, truth = max(tables, key=lambda each: len(_own_faces(each[1])))
    cards = _own_faces(truth)
    located = locate(picture)
    layout = known.layout(located)
    where = layout.parts["0.plate"].on(located), known.row("own", layout), located.em, (0.1, 0.2), known.cards
    for fit, found in ((0.4, [card.text for card in cards]), (-0.1, [])):
        monkeypatch.setattr(rows, "_fits", lambda *_, fit=fit: {len(cards): fit, 1: fit - 0.2})
        assert [card.text for card in read_row(picture, *where)] == found
    monkeypatch.setattr(rows, "_fits", lambda *_: {len(cards): 0.4})
    hidden = picture.copy()
    hidden[round(cards[0].box.y) : round(cards[0].box.bottom), round(cards[0].box.x) : round(cards[0].box.right)] = 255
    assert read_row(hidden, *where) == ()


def test_cards_of_a_folded_hand_that_were_dealt_again_are_believed(one_browser: Studio, known: Calibration) -> None:
    """At the end of a hand of triple draw, in two colours, whose small suits are hard to tell: three cards that the
    user has folded lie before another player."""
    folded, shown = ["Ac", "5s", "3c", "7h", "6c"], ["Qc", "3c", "Ks", "5s", "Ac"]
    frame = calibrating._frame(10, True, 0, 0) | {"board": [], "pot": 0, "phase": "over", "cards": folded}
    frame["did"].append({"seat": 0, "verb": "fold", "street": 0})
    frame["seats"][0] |= {"state": "folded", "bet": 0}
    frame["seats"][4] |= {"down": 5, "bet": 0}
    frame |= {"shown": {0: folded, 4: shown}, "over": {"won": {}, "pushed": {}, "words": {}, "action_odds": []}}
    one_browser.refresh()
    one_browser.view(Viewport(1158, 826), "light", "two")
    one_browser.show_table(frame)
    seats = read(decode_picture(one_browser.picture()), known).seats
    assert [[card.text for card in seats[place].cards] for place in (0, 4)] == [folded, shown]


def test_of_two_places_the_one_with_the_better_likeness_counts(one_browser: Studio, known: Calibration) -> None:
    """Eight small cards of baseball, of which four lie face up and are raised: the lowest part of a 3 alone is rather
    like a 4, whose spade is a little more certain."""
    down, up = ["Th", "7s", "2d", "5s"], ["Qh", "4s", "Td", "3s"]
    frame = calibrating._frame(2, True, 0, 0) | {"board": [], "pot": 0, "phase": "over"}
    frame["seats"][1] |= {"down": 4, "up": up, "bet": 0}
    frame |= {"shown": {1: down}, "over": {"won": {}, "pushed": {}, "words": {}, "action_odds": []}}
    one_browser.refresh()
    one_browser.view(Viewport(1158, 826), "dark", "two")
    one_browser.show_table(frame)
    seat = read(decode_picture(one_browser.picture()), known).seats[1]
    assert [card.text for card in seat.cards] == [*down, *up]


@pytest.mark.parametrize("count", range(1, 8))
@pytest.mark.parametrize("raised", [0.0, 0.1])
def test_the_outline_of_a_row_says_how_many_cards_it_has(known: Calibration, count: int, raised: float) -> None:
    """White rectangles on a dark table, each as in its row, or all of them higher because they are open: then that
    number is at least one of the two likeliest, and near enough to the other for its cards to decide."""
    em, plate = 30.0, Box(400.0, 300.0, 220.0, 120.0)
    rows = known.rows["seat-narrow-full"]
    picture: Picture = np.full((500, 1020, 3), 40, np.uint8)
    for x, y, width, height in rows[count]:
        left, top = round(510 + x * em), round(300 + (y - raised * height) * em)
        picture[top : round(top + height * em), left : round(left + width * em)] = 255
    fits = _fits(picture, plate, rows, em, (0.1,))
    likeliest = sorted(fits, key=lambda each: fits[each], reverse=True)
    assert count in likeliest[: 2 if raised else 1]
    assert fits[count] > fits[likeliest[0]] - _CLOSE


def test_what_is_found_twice_at_one_place_is_one_card() -> None:
    """A row of five that is read as six with a card between two others must not win by knowing more cards."""
    box = Box(100.0, 50.0, 30.0, 42.0)
    texts = ("Qd", "8c", "9h", "Qc", "8s")
    five = tuple(SeenCard(text, 0.9, replace(box, x=100 + 31.0 * at)) for at, text in enumerate(texts))
    six = (*five[:2], SeenCard("5h", 0.6, replace(box, x=five[2].box.x - 1)), *five[2:])
    assert _Read(1.75, 1.53, five).is_better(_Read(1.66, 1.65, six))
    assert not _Read(1.66, 1.65, six).is_better(_Read(1.75, 1.53, five))


def _own_faces(truth: Sighting) -> list[SeenCard]:
    return [card for card in truth.seats[0].cards if card.text != BACK]


def test_a_hidden_card_counts_only_if_another_one_is_guessed(decoded: list[tuple[Picture, Sighting]]) -> None:
    truth = next(truth for _, truth in decoded if truth.boards)
    first, *others = truth.boards[0]
    boards = ((replace(first, confidence=0.0), *others), *truth.boards[1:])
    hiding = replace(truth, boards=boards)

    def verdicts(text: str | None) -> Counter[str]:
        seen = replace(truth, boards=((replace(first, text=text), *others), *truth.boards[1:]))
        return Counter(verdict for field, verdict, _ in compare(seen, hiding) if field == "board cards")

    count = sum(map(len, truth.boards))
    assert verdicts(None) == verdicts(first.text) == {"right": count - 1}
    assert verdicts("2c" if first.text != "2c" else "2d") == {"right": count - 1, "wrong": 1}


def test_the_stage_is_found_to_a_pixel(decoded: list[tuple[Picture, Sighting]]) -> None:
    for picture, truth in decoded:
        found = locate(picture)
        scale = truth.width / 390 if truth.height > 2000 else 1
        for side, true in zip(found.stage.to_json(), truth.stage.to_json(), strict=True):
            assert side == pytest.approx(true, abs=1.6 * scale)
        assert found.em == pytest.approx(truth.em, rel=0.02)


def test_a_covered_mark_is_replaced_by_the_other_three(decoded: list[tuple[Picture, Sighting]]) -> None:
    picture, truth = decoded[0]
    covered = picture.copy()
    covered[round(truth.stage.y) : round(truth.stage.y + 3 * truth.em), : round(truth.stage.x + 3 * truth.em)] = 128
    before, after = locate(picture), locate(covered)
    assert after.em == pytest.approx(before.em, rel=0.02)
    assert after.stage.x == pytest.approx(before.stage.x, abs=2)


@pytest.mark.parametrize(("beside", "is_read"), [(0.06, True), (-0.06, True), (0.18, False), (-0.18, False)])
def test_print_beside_its_place_is_not_read(
    decoded: list[tuple[Picture, Sighting]], known: Calibration, beside: float, is_read: bool
) -> None:
    """Of a fan of six, four boxes of a fan of four would each find some rank, but not where it should be."""
    picture, card = next(
        (picture, card) for picture, truth in decoded for card in _own_faces(truth) if card.box.width > 40
    )
    box = replace(card.box, x=card.box.x + beside * card.box.width)
    assert (recognise(picture, box, known.cards).text == card.text) is is_read


@pytest.mark.parametrize(("wide", "high"), [(0.7, 0.7), (1.3, 0.7)])
def test_what_looks_like_another_mark_is_not_one(
    decoded: list[tuple[Picture, Sighting]], wide: float, high: float
) -> None:
    """Text can: a copy of the upper right mark, smaller or wider and lower, lies elsewhere."""
    picture, truth = decoded[0]
    size, stage = 2 * truth.em, truth.stage
    mark = picture[round(stage.y) : round(stage.y + size), round(stage.right - size) : round(stage.right)]
    cv2 = pytest.importorskip("cv2")
    other = cv2.resize(mark, None, fx=wide, fy=high, interpolation=cv2.INTER_AREA)
    spoilt = picture.copy()
    for x, y in ((0.5, 0.45), (0.5, 0.97)):
        row, column = round(stage.y + y * stage.height), round(stage.x + x * stage.width)
        spoilt[row : row + other.shape[0], column : column + other.shape[1]] = other
    assert locate(spoilt) == locate(picture)


@pytest.mark.parametrize(("rows", "columns"), [(0.5, 1.0), (1.0, 0.5)])
def test_half_a_table_is_refused(decoded: list[tuple[Picture, Sighting]], rows: float, columns: float) -> None:
    picture, _ = decoded[0]
    height, width = picture.shape[:2]
    half = np.ascontiguousarray(picture[: int(rows * height), : int(columns * width)])
    with pytest.raises(RiverboatError, match=r"marks can be seen; show the whole table$"):
        locate(half, "half.png")


def test_both_recognisers_agree_where_templates_were_cut(
    decoded: list[tuple[Picture, Sighting]], rendered: list[Rendered], known: Calibration
) -> None:
    """The thesis's templates are of the board at 1016 x 728 in two colours: there they must do."""
    counted = 0
    for (picture, truth), each in zip(decoded, rendered, strict=True):
        if each.window != "1016x728" or each.deck != "two" or truth.surface != "table":
            continue
        for card in (card for board in truth.boards for card in board):
            assert match_templates(picture, card.box, known.faces).text == card.text
            assert recognise(picture, card.box, known.cards).text == card.text
            counted += 1
    assert counted or not any(truth.boards for _, truth in decoded[:1])


def test_a_card_that_is_covered_is_unknown(decoded: list[tuple[Picture, Sighting]], known: Calibration) -> None:
    """Half a card is not guessed; the tracker's votes of later frames decide."""
    picture, card = next(
        (picture, card)
        for picture, truth in decoded
        for seat in (truth.seats[0],)
        for card in seat.cards
        if card.text != BACK
    )
    covered = picture.copy()
    box = card.box
    covered[round(box.y) : round(box.y + 0.6 * box.height), round(box.x) : round(box.right)] = (80, 106, 28)
    first, again = (recognise(each, box, known.cards) for each in (covered, picture))
    assert (first.text, again.text) == (None, card.text)


def test_the_amount_field_and_buttons_can_be_clicked(known: Calibration) -> None:
    """Rectangles lie within those of the page; the windows are tall enough to show the buttons."""
    seen = 0
    for each in render(6, seed=5, windows=(Viewport(1158, 1000),), surface="table", looks=LOOKS[:1]):
        sighting = read(decode_picture(each.picture), known)
        assert {button.control for button in sighting.buttons} == {button.control for button in each.truth.buttons}
        for one, true in zip(_by_control(sighting), _by_control(each.truth), strict=True):
            assert true.box.x < one.box.centre[0] < true.box.right
            assert true.box.y < one.box.centre[1] < true.box.bottom
            seen += 1
        if each.truth.amount_box and sighting.amount_box:
            x, y = sighting.amount_box.centre
            box = each.truth.amount_box
            assert box.x < x < box.right
            assert box.y < y < box.bottom
    assert seen > 4


def _by_control(sighting: Sighting) -> Iterator[Any]:
    yield from sorted(sighting.buttons, key=lambda button: button.control)


def test_the_calibration_survives_the_cache(known: Calibration) -> None:
    again = Calibration.from_arrays(known.to_arrays())
    assert again.layouts == known.layouts
    assert again.rows == known.rows
    assert [len(font.pictures) for font in again.fonts.values()] == [
        len(font.pictures) for font in known.fonts.values()
    ]
    assert np.array_equal(again.cards.ranks.vectors, known.cards.ranks.vectors)


def test_lab_entries_with_a_few_pictures(rendered: list[Rendered], monkeypatch: pytest.MonkeyPatch) -> None:
    """The three entries: everything that is published has a number beside it. The first renders two pictures,
    the others are given some that are there."""
    from riverboat.lab import Verdict, find_entry, run_entry
    from riverboat.lab.teofilo import _pictures, figure_46

    monkeypatch.setattr(_pictures, "SMALL_PICTURES", 2)
    monkeypatch.setattr(figure_46, "SMALL_TEXTS", 3)
    ranks = run_entry(find_entry("teofilo-table-21"), seed=1)
    assert ranks["nearest crops, rank and suit, both sizes"].reproduced == 100

    def given(*_: object) -> Iterator[tuple[str, Picture, Sighting]]:
        for each in rendered:
            if each.truth.surface == "table" and each.window in _pictures.RESOLUTIONS:
                yield each.window, decode_picture(each.picture), each.truth

    monkeypatch.setattr(_pictures, "_READ", {})
    monkeypatch.setattr(_pictures, "pictures", given)
    texts = run_entry(find_entry("teofilo-table-22"), seed=1)
    assert texts["dealer button"].verdict is Verdict.AS_GOOD
    assert texts["fold or no player at 1158x826"].reproduced == 100
    scales = run_entry(find_entry("teofilo-figure-46"), seed=1)
    assert scales["glyph templates"].reproduced == 100


@pytest.mark.slow
def test_two_hundred_pictures_of_all_kinds(known: Calibration) -> None:
    """Every card, and everything in 99.5 % of the pictures; 99.9 % of the cards if they are scaled, compressed and
    something lies over them."""
    clean, noisy = Measured(), Measured()
    noise = Noise(scaling=True, jpeg=True, overlap=True)
    for each in render(200, seed=31):
        clean.add(str(each.number), decode_picture(each.picture), each.truth, known)
        data, truth = spoiled(each.picture, each.truth, noise, np.random.default_rng([31, each.number]))
        noisy.add(str(each.number), decode_picture(data), truth, known)
    right, total = clean.tally.rate(*CARDS)
    assert right == total, clean.wrong
    assert clean.tally.perfect >= 0.995 * clean.tally.pictures, clean.wrong
    right, total = noisy.tally.rate(*CARDS)
    assert right >= 0.999 * total, noisy.wrong


def test_files_of_pictures_and_truths(tmp_path: Path) -> None:
    from riverboat.vision.testing import truths
    from riverboat.web.pictures.making import make

    assert make(2, tmp_path, seed=3, noise=Noise(jpeg=True)) == 2
    assert sorted(path.suffix for path in tmp_path.glob("0*")) == [".jpg", ".jpg", ".json", ".json"]
    again = list(render(2, seed=3))
    found = {known.picture.stem: known.truth for known in truths(tmp_path)}
    for each in again:
        assert found[f"{each.number:06d}"].to_json() == each.truth.to_json()


def test_a_folder_that_is_not_finished_is_resumed(tmp_path: Path) -> None:
    """A picture that is there stays as it is; one of another seed does not."""
    from riverboat.web.pictures.making import make

    make(1, tmp_path, seed=3)
    kept = tmp_path / "000000.png"
    kept.write_bytes(b"kept")
    assert make(2, tmp_path, seed=3) == 2
    assert kept.read_bytes() == b"kept"
    assert (tmp_path / "000001.png").stat().st_size > 1000
    make(1, tmp_path, seed=4)
    assert kept.read_bytes() != b"kept"
