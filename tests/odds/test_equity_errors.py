"""Bad input to equity: one line with the offending text, never a traceback from inside."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from riverboat.errors import RiverboatError
from riverboat.odds.showdown import equity


@pytest.mark.parametrize(
    ("players", "options", "words"),
    [
        (["AhKh", "QsQz"], {}, "QsQz"),
        (["AhKh", "1h2h"], {}, "1h2h"),
        (["AhAh", "QsQd"], {}, "Ah comes twice"),
        (["AhKh", "AhQd"], {}, 'hand "AhQd": Ah is also in hand "AhKh"'),
        (["AhKh", "QsQd"], {"board": "Kh2c3c"}, 'hand "AhKh": Kh is also in board "Kh2c3c"'),
        (["AhKh", "QsQd"], {"dead": "Qd"}, 'hand "QsQd": Qd is also in dead cards "Qd"'),
        (["AhKh", "QsQd"], {"board": "2c3c4c", "dead": "4c"}, 'dead cards "4c": 4c is also in board "2c3c4c"'),
        (["AhKh", "QsQd"], {"board": "2c"}, 'board "2c": 1 cards'),
        (["AhKh", "QsQd"], {"board": "2c3c"}, "0 or 3 or 4 or 5 board cards"),
        (["AhKh", "QsQd"], {"board": "2c3c4c5c6c7c"}, "6 cards"),
        (["AhKhQh", "QsQd"], {}, 'hand "AhKhQh": 3 cards'),
        (["Ah", "QsQd"], {}, 'hand "Ah": 1 cards'),
        (["", "QsQd"], {}, '""'),
        (["AhKh"], {}, "1 player: expected 2 to 10"),
        (["random"] * 11, {}, "11 players: expected 2 to 10"),
        ("AhKh QsQd", {}, "expected a list"),
        (["AA", "KK"], {"board": "AhAdAs"}, 'range "AA": no hand is left beside AhAdAs'),
        (["AA", "AA", "AA"], {}, "cannot all hold such hands at once"),
        (["AA", "AA", "AA"], {"samples": 100}, "cannot all hold such hands at once"),
        (["AA", "AhAd", "AsAc"], {}, "cannot all hold such hands at once"),
        (["AhKh", "AhQh, KhQh"], {}, "cannot all hold such hands at once"),
        (["AK-QJs", "KK"], {}, "AK-QJs"),
        (["AKo:1.5", "KK"], {}, "1.5"),
        ([np.zeros(1326), "KK"], {}, "empty"),
        ([np.full(1326, 2.0), "KK"], {}, "expected 0 to 1"),
        ([np.ones(7), "KK"], {}, "1326"),
        ([(60, 2), "KK"], {}, "60 is not a card"),
        (["AhKh", "QsQd"], {"board": [3, 3, 4]}, "2s comes twice"),
        (["AhKh", "QsQd"], {"game": "bridge"}, 'game "bridge": expected one of holdem, short_deck, omaha'),
        (["AhKh", "QsQdJsJd"], {"game": "omaha"}, 'hand "AhKh": 2 cards; Omaha takes 4'),
        (["AA", "QsQdJsJd"], {"game": "omaha"}, "AA"),
        ([np.ones(1326), "QsQdJsJd"], {"game": "omaha"}, "concrete cards"),
        (["AhKh", "QsQdJs"], {"game": "stud"}, "takes 3 to 7"),
        (["AhKhQh", "QsQdJs"], {"game": "stud", "board": "2c3c4c"}, "has no board cards"),
        (["AhKh", "QsQd"], {"game": "short", "board": "2c7c8c"}, "2c is not in the deck of short-deck hold'em"),
        (["Ah5h", "QsQd"], {"game": "short"}, "5h is not in the deck"),
        (["random"] * 9, {"game": "stud"}, "9 players need 63 cards"),
        (["AhKh", "QsQd"], {"samples": 0}, "0 samples: expected 1 or more"),
        (["AhKh", "QsQd"], {"samples": 10, "exact": True}, "choose one"),
        (["AhKh", "QsQd"], {"seed": -1}, "seed -1"),
        (["AhKh", "QsQd"], {"threads": 0}, "0 threads"),
        (["random"] * 6, {"exact": True}, "ask for samples"),
        (["random"] * 6, {"exact": True, "game": "omaha"}, "ask for samples"),
    ],
)
def test_says_what_is_wrong(players: Any, options: dict[str, Any], words: str) -> None:
    with pytest.raises(RiverboatError) as complaint:
        equity(players, **options)
    assert words in str(complaint.value)
    assert "\n" not in str(complaint.value)


TEXTS = st.text(alphabet="AKQJT98765432cdhs+-,:!% *?random0.h♥", max_size=12) | st.text(max_size=6)


@given(first=TEXTS, second=TEXTS, board=TEXTS, game=st.sampled_from(["holdem", "omaha", "stud", "short"]))
@settings(max_examples=200)
def test_any_text_is_read_or_refused(first: str, second: str, board: str, game: str) -> None:
    try:
        result = equity([first, second], board=board, game=game, samples=10, seed=1)
    except RiverboatError as complaint:
        lines = len(str(complaint).splitlines())
    else:
        lines = 1
        assert sum(result.equity) == pytest.approx(1.0)
    assert lines == 1
