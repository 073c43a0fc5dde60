"""Published pre-flop values: Billings (2006), Tables 2.1 and 2.2, in milli-bets."""

TABLE_2_1 = """
AA 2112, KK 1615, QQ 1224, JJ 935, AKs 1071,
TT 714, AQs 915, AJs 813, KQs 858, AKo 718,
99 553, JTs 657, QJs 720, KJs 767, ATs 736, AQo 555,
T9s 481, KQo 515, 88 450, QTs 655, 98s 338, J9s 449, AJo 430, KTs 694,
77 364, 87s 270, Q9s 452, T8s 353, KJo 391, QJo 359, JTo 305, 76s 222, 97s 245, A9s 538, A8s 469, A7s 427,
A6s 386, A5s 448, A4s 422, A3s 392, A2s 356, 65s 191,
66 304, ATo 335, 55 238, 86s 185, KTo 306, QTo 287, 54s 167, K9s 485, J8s 327,
44 214, J9o 92, 43s 41, 75s 141, T9o 127, 33 199, 98o -15, 64s 106, 22 196, K8s 356, K7s 309, K6s 278, K5s 245,
K4s 227, K3s 211, K2s 192, Q8s 317,
87o -75, 53s 87, A9o 119, Q9o 65, 76o -129, 42s -42, 32s -83, 96s 144,
85s 85, J8o -51, J7s 206, 65o -158, 54o -181, 74s 41, K9o 85, T8o -10,
T7s 231, Q7s 209
"""

TABLE_2_2 = """
AA 2920, KK 2180, QQ 1700, JJ 1270, TT 920, AKs 860, AKo 850, AQs 780, AJs 680, ATs 640, 99 630, KQs 620, AQo 560,
KJs 480, 88 450, 77 390, AJo 380, JTs 360, KQo 310, QTs 280, QJs 270, A9s 220, ATo 200, KTs 190, KJo 160, A8s 110,
66 40
"""


def _read(table: str) -> dict[str, int]:
    return {hand: int(value) for hand, value in (entry.split() for entry in table.split(","))}


IR_10 = _read(TABLE_2_1)
"""The 84 hands in Sklansky's groups and the best two outside them (footnote 11)."""

ITERATED = _read(TABLE_2_2)
