"""How long does it take to read a picture? Processor time of one core, without rendering."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Final

from riverboat.bench.harness import Measurement, Peers

_PICTURES: Final = 24
_GOAL: Final = 150.0


def benchmark(peers: Peers) -> Iterator[Measurement]:
    """The mean over pictures of all windows and looks; what was read is checked first."""
    from riverboat.vision.accuracy import Tally
    from riverboat.vision.locating import decode_picture, opencv
    from riverboat.vision.reading import read
    from riverboat.web.pictures.calibrating import calibration
    from riverboat.web.pictures.making import render

    known = calibration()
    made = [(decode_picture(each.picture), each.truth) for each in render(_PICTURES, seed=1)]
    tally = Tally()
    for picture, truth in made:
        tally.add(read(picture, known), truth)
    right, total = tally.rate("own cards", "shown cards", "board cards")
    assert right > 0.99 * total, f"{right} of {total} cards are right"
    cv = opencv()
    threads = cv.getNumThreads()
    cv.setNumThreads(1)
    try:
        begin = time.process_time()
        for picture, _ in made:
            read(picture, known)
        took = (time.process_time() - begin) / len(made)
    finally:
        cv.setNumThreads(threads)
    yield Measurement("read a picture, processor time", "ms", 1000 * took, goal=_GOAL)
