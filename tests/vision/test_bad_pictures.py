"""What is not a picture of a Riverboat table is refused in one line with exit code 2, in bounded memory."""

from __future__ import annotations

import struct
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from riverboat.cli import main
from riverboat.cli.app import app
from riverboat.errors import RiverboatError
from riverboat.vision import locating
from riverboat.vision.locating import decode_picture, load_picture, locate

cv2 = pytest.importorskip("cv2", reason="needs OpenCV")


def png(width: int, height: int) -> bytes:
    """A PNG file whose header promises this size and whose data is a kilobyte."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(bytes(1000))) + chunk(b"IEND", b"")
    )


def encoded(picture: object, kind: str = ".png") -> bytes:
    return bytes(cv2.imencode(kind, picture)[1].tobytes())


def many_scans() -> bytes:
    """A progressive JPEG file whose last scan comes 200 times."""
    data = bytes(cv2.imencode(".jpg", PLAIN, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes())
    return data[:-2] + 200 * data[data.rindex(b"\xff\xda") : -2] + data[-2:]


PLAIN = np.full((728, 1016, 3), 200, np.uint8)
NOISE = np.random.default_rng(1).integers(0, 256, (728, 1016, 3), np.uint8)


def other_site() -> bytes:
    """A green table with white cards, and squares that are no marks in its corners."""
    picture = PLAIN.copy()
    cv2.ellipse(picture, (508, 364), (420, 250), 0, 0, 360, (60, 120, 30), -1)
    for x in (360, 420, 480, 540, 600):
        cv2.rectangle(picture, (x, 320), (x + 50, 390), (255, 255, 255), -1)
    for x, y in ((10, 10), (980, 10), (10, 690), (980, 690)):
        cv2.rectangle(picture, (x, y), (x + 24, y + 24), (20, 20, 20), -1)
    return encoded(picture)


BAD = {
    "bomb.png": (png(60_000, 60_000), "60000 x 60000 pixels; expected at most"),
    "wide.png": (png(100_000, 2), "100000 x 2 pixels"),
    "zero.png": (png(0, 10), "0 x 10 pixels"),
    "broken.png": (png(1016, 728), "the file is broken"),
    "cut.jpg": (encoded(NOISE, ".jpg")[:100], "expected a PNG or JPEG picture"),
    "scans.jpg": (many_scans(), "more than 100 scans"),
    "text.png": (b"no picture at all", "expected a PNG or JPEG picture"),
    "empty.png": (b"", "expected a PNG or JPEG picture"),
    "plain.png": (encoded(PLAIN), "no marks of a Riverboat table"),
    "noise.jpg": (encoded(NOISE, ".jpg"), "no marks of a Riverboat table"),
    "other.png": (other_site(), "no marks of a Riverboat table"),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_picture_is_refused_in_one_line(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data, words = BAD[name]
    path = tmp_path / name
    path.write_bytes(data)
    monkeypatch.setattr(sys, "argv", ["riverboat", "vision", "read", str(path)])
    with pytest.raises(SystemExit) as stop:
        main()
    captured = capsys.readouterr()
    assert stop.value.code == 2
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert words in captured.err
    assert name in captured.err


def test_a_picture_bomb_is_not_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its size is known from the header, before the decoder sees it."""
    monkeypatch.setattr(cv2, "imdecode", lambda *_: pytest.fail("decoded"))
    with pytest.raises(RiverboatError, match="expected at most"):
        decode_picture(png(60_000, 60_000))


def test_a_progressive_picture_is_decoded() -> None:
    """As programs write it, with about ten scans."""
    data = bytes(cv2.imencode(".jpg", NOISE, [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])[1].tobytes())
    assert data.count(b"\xff\xda") > 5
    assert decode_picture(data).shape == NOISE.shape


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(RiverboatError, match=r"none\.png: No such file"):
        load_picture(tmp_path / "none.png")


def test_marks_that_are_not_upright_are_refused() -> None:
    """The four marks of a table, two of them at the wrong height."""
    picture = PLAIN.copy()
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    for corner, (x, y) in enumerate(((20, 20), (950, 120), (84, 600), (880, 690))):
        mark = cv2.aruco.generateImageMarker(dictionary, corner, 24)
        picture[y : y + 24, x : x + 24] = mark[:, :, None]
    with pytest.raises(RiverboatError, match="do not form an upright rectangle"):
        locate(picture)


@pytest.mark.parametrize("command", [["test", "nowhere"], ["make", "--count", "0"]])
def test_bad_arguments_are_refused_in_one_line(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["riverboat", "vision", *command])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(
    ("picture", "sighting", "words"),
    [
        ("plain.png", "{}", "no marks of a Riverboat table"),
        ("marks.png", "[" * 100_000, "expected the output of vision read"),
    ],
    ids=["no table", "nested"],
)
def test_a_page_of_rectangles_is_made_of_tables_only(
    picture: str, sighting: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if what was read on the picture is given; a file of nested brackets is no such thing."""
    (tmp_path / picture).write_bytes(encoded(PLAIN))
    (tmp_path / "seen.json").write_text(sighting)
    if picture == "marks.png":
        monkeypatch.setattr(locating, "locate", lambda *_: None)
    monkeypatch.chdir(tmp_path)
    answer = CliRunner().invoke(app, ["vision", "configure", picture, "seen.json"])
    assert isinstance(answer.exception, RiverboatError)
    assert words in str(answer.exception)
    assert not (tmp_path / "layout.html").exists()


def test_a_truth_that_is_none_is_named(tmp_path: Path) -> None:
    from riverboat.vision.testing import truths

    (tmp_path / "1.png").write_bytes(encoded(PLAIN))
    (tmp_path / "1.json").write_text('{"sighting": {"surface": "table"}}')
    with pytest.raises(RiverboatError, match=r"1\.json: sighting: KeyError"):
        truths(tmp_path)
