"""Compiled loops of suit isomorphism: cards to index and back.

Layouts, everywhere the same:
- `cards` is uint8[N, K], the groups of cards side by side; `group_sizes` is int64[G] and sums to K.
- The rank sets of a hand are one uint64 per group, 16 bits a suit, bit 16 * suit + rank.
- A suit's *shape* is how many of its ranks lie in each group, numbered 0..shapes-1 by `shape_strides` (int64[G]).
- A *pattern* is four shapes in descending order; `pattern_rows` (uint64[patterns, 9]) holds its first index,
  then four `depth` (0..3: how many equal shapes still follow in the run) and four multipliers, one per suit place.
"""

import numpy as np
from numba import njit

_ONE = np.uint64(1)
_TWO = np.uint64(2)
_THREE = np.uint64(3)
_SIX = np.uint64(6)
_TWENTY_FOUR = np.uint64(24)
_LANE = np.uint64(0x1FFF)
_SIXTEEN = np.uint64(16)
_HALF = np.uint64(32)
_LOW_HALF = np.uint64(0xFFFFFFFF)


@njit(cache=True, inline="always")
def _choose_with_repetition(x, depth):
    """C(x + depth, depth + 1): how many multisets of depth + 1 elements lie wholly below x."""
    if depth == 0:
        return x
    if depth == 1:
        return x * (x + _ONE) // _TWO
    if depth == 2:
        return x * (x + _ONE) * (x + _TWO) // _SIX
    return x * (x + _ONE) * (x + _TWO) * (x + _THREE) // _TWENTY_FOUR


@njit(cache=True, inline="always")
def _close_gaps(ranks, used):
    """The rank set renumbered as if the used ranks (none of them in it) did not exist."""
    while used:
        bit = used & (~used + _ONE)
        below = bit - _ONE
        ranks = (ranks & below) | ((ranks >> _ONE) & ~below)
        used = (used ^ bit) >> _ONE
    return ranks


@njit(cache=True, inline="always")
def _open_gaps(ranks, used):
    """The inverse of `_close_gaps`."""
    while used:
        below = (used & (~used + _ONE)) - _ONE
        ranks = (ranks & below) | ((ranks & ~below) << _ONE)
        used &= used - _ONE
    return ranks


@njit(cache=True, nogil=True)
def index_hands(cards, group_sizes, shape_strides, set_table, set_counts, shape_base, pattern_of, pattern_rows, out):
    """Index of each row of `cards` into `out` (int64[N]); returns the first row that is no deal, or -1.

    `set_table` uint16[8192]: colex position of a rank set among those of its size, and its size in the top 4 bits.
    `set_counts` uint64[14, 14]: C(free ranks, ranks chosen). `shape_base` int64[3, shapes] numbers the three greatest
    shapes of a pattern; `pattern_of` maps that number to the pattern's row.
    """
    places = cards.shape[1]
    for row in range(cards.shape[0]):
        seen = np.uint64(0)
        clash = np.uint64(0)
        for place in range(places):
            card = np.uint64(cards[row, place])
            if card > np.uint64(51):
                return row
            bit = _ONE << card
            clash |= seen & bit
            seen |= bit
        if clash:
            return row

        used = np.uint64(0)
        key0 = np.uint64(0)
        key1 = np.uint64(0)
        key2 = np.uint64(0)
        key3 = np.uint64(0)
        size0 = _ONE
        size1 = _ONE
        size2 = _ONE
        size3 = _ONE
        place = 0
        for group in range(group_sizes.shape[0]):
            word = np.uint64(0)
            for _ in range(group_sizes[group]):
                card = np.uint64(cards[row, place])
                word |= _ONE << (((card & _THREE) << np.uint64(4)) | (card >> _TWO))
                place += 1
            stride = np.uint64(shape_strides[group]) << _HALF
            key0, size0 = _add_group(key0, size0, word & _LANE, used & _LANE, stride, set_table, set_counts)
            word1, used1 = (word >> _SIXTEEN) & _LANE, (used >> _SIXTEEN) & _LANE
            key1, size1 = _add_group(key1, size1, word1, used1, stride, set_table, set_counts)
            word2, used2 = (word >> _HALF) & _LANE, (used >> _HALF) & _LANE
            key2, size2 = _add_group(key2, size2, word2, used2, stride, set_table, set_counts)
            word3, used3 = word >> np.uint64(48), used >> np.uint64(48)
            key3, size3 = _add_group(key3, size3, word3, used3, stride, set_table, set_counts)
            used |= word

        # Sorting network: shapes descending, and equal shapes by their rank sets descending.
        key0, key1 = max(key0, key1), min(key0, key1)
        key2, key3 = max(key2, key3), min(key2, key3)
        key0, key2 = max(key0, key2), min(key0, key2)
        key1, key3 = max(key1, key3), min(key1, key3)
        key1, key2 = max(key1, key2), min(key1, key2)
        number = (
            shape_base[0, np.int64(key0 >> _HALF)]
            + shape_base[1, np.int64(key1 >> _HALF)]
            + shape_base[2, np.int64(key2 >> _HALF)]
        )
        pattern = pattern_rows[pattern_of[number]]
        out[row] = np.int64(
            pattern[0]
            + _choose_with_repetition(key0 & _LOW_HALF, pattern[1]) * pattern[5]
            + _choose_with_repetition(key1 & _LOW_HALF, pattern[2]) * pattern[6]
            + _choose_with_repetition(key2 & _LOW_HALF, pattern[3]) * pattern[7]
            + _choose_with_repetition(key3 & _LOW_HALF, pattern[4]) * pattern[8]
        )
    return -1


@njit(cache=True, inline="always")
def _add_group(key, size, ranks, used, stride, set_table, set_counts):
    """One suit's key (shape in the high half, position of its rank sets in the low) with one more group of cards.

    `size` is the number of rank sets that the earlier groups allow.
    """
    if ranks == 0:
        return key, size
    entry = np.uint64(set_table[_close_gaps(ranks, used)])
    count = entry >> np.uint64(12)
    free = 13 - _bit_count(used, set_table)
    return key + count * stride + (entry & np.uint64(0xFFF)) * size, size * set_counts[free, count]


@njit(cache=True, inline="always")
def _bit_count(ranks, set_table):
    return np.int64(set_table[ranks] >> 12)


@njit(cache=True, inline="always")
def _unpack(index, pattern_rows, pattern_shapes, shape_sizes, positions):
    """Fill `positions` (uint64[4]) with the rank-set position of each suit place; returns the pattern's row."""
    low, high = 0, pattern_rows.shape[0]
    while high - low > 1:
        middle = (low + high) >> 1
        if pattern_rows[middle, 0] <= index:
            low = middle
        else:
            high = middle
    rest = index - pattern_rows[low, 0]
    value = np.uint64(0)
    for place in range(4):
        size = shape_sizes[pattern_shapes[low, place]]
        depth = pattern_rows[low, 1 + place]
        if place == 0 or pattern_shapes[low, place] != pattern_shapes[low, place - 1]:
            run = _choose_with_repetition(size, depth)
            value = rest % run
            rest //= run
        if depth == 0:
            positions[place] = value
            continue
        below, above = np.uint64(0), size
        while above - below > _ONE:
            middle_position = (below + above) >> _ONE
            if _choose_with_repetition(middle_position, depth) <= value:
                below = middle_position
            else:
                above = middle_position
        positions[place] = below
        value -= _choose_with_repetition(below, depth)
    return low


@njit(cache=True, nogil=True)
def unindex_hands(
    indices, group_sizes, set_table, set_list, set_start, set_counts, shape_counts, shape_sizes, pattern_rows,
    pattern_shapes, out,
):  # fmt: skip
    """The canonical cards of each index into `out` (uint8[N, K]), every group in descending order.

    `set_list` uint16[8192]: rank sets by size, then in colex order; `set_start` int64[14]: where each size begins.
    """
    positions = np.empty(4, dtype=np.uint64)
    first_place = np.zeros(group_sizes.shape[0], dtype=np.int64)
    for group in range(1, group_sizes.shape[0]):
        first_place[group] = first_place[group - 1] + group_sizes[group - 1]
    next_place = np.empty_like(first_place)
    for row in range(indices.shape[0]):
        pattern = _unpack(np.uint64(indices[row]), pattern_rows, pattern_shapes, shape_sizes, positions)
        next_place[:] = first_place
        for place in range(4):
            shape = pattern_shapes[pattern, place]
            position = positions[place]
            used = np.uint64(0)
            free = 13
            for group in range(group_sizes.shape[0]):
                count = shape_counts[shape, group]
                if count == 0:
                    continue
                choices = set_counts[free, count]
                ranks = _open_gaps(np.uint64(set_list[set_start[count] + np.int64(position % choices)]), used)
                position //= choices
                used |= ranks
                free -= count
                while ranks:
                    below = (ranks & (~ranks + _ONE)) - _ONE
                    ranks &= ranks - _ONE
                    card = 4 * _bit_count(below, set_table) + 3 - place
                    slot = next_place[group]
                    next_place[group] += 1
                    while slot > first_place[group] and out[row, slot - 1] < card:
                        out[row, slot] = out[row, slot - 1]
                        slot -= 1
                    out[row, slot] = card


@njit(cache=True, nogil=True)
def count_deals(indices, shape_sizes, pattern_rows, pattern_shapes, out):
    """How many deals share each index into `out` (uint8[N]): 24 over the suit permutations that change nothing."""
    positions = np.empty(4, dtype=np.uint64)
    for row in range(indices.shape[0]):
        pattern = _unpack(np.uint64(indices[row]), pattern_rows, pattern_shapes, shape_sizes, positions)
        symmetries = 1
        alike = 1
        for place in range(1, 4):
            same_shape = pattern_shapes[pattern, place] == pattern_shapes[pattern, place - 1]
            alike = alike + 1 if same_shape and positions[place] == positions[place - 1] else 1
            symmetries *= alike
        out[row] = 24 // symmetries
