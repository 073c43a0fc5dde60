"""The inner loops of reading: the ink of a part of a card, the nearest crops of a bank, and the best row of characters
through a line of text."""

from __future__ import annotations

import numba as nb
import numpy as np


@nb.njit(cache=True, nogil=True)
def best_row(gains, widths, prices, slack_price):
    """From gains by starting column and character: by end column, the best value, its last character (-1 for a blank
    column) and where that begins. A character may be one column narrower or wider than its width."""
    columns, signs = gains.shape
    values = np.zeros(columns + 1, np.float64)
    chosen = np.full(columns + 1, -1, np.int64)
    before = np.arange(-1, columns)
    for end in range(1, columns + 1):
        best = values[end - 1]
        for sign in range(signs):
            for slack in range(-1, 2):
                start = end - widths[sign] - slack
                if start < 0:
                    continue
                total = values[start] + gains[start, sign] - prices[sign]
                total -= slack_price * slack * slack
                if total > best:
                    best = total
                    chosen[end] = sign
                    before[end] = start
        values[end] = best
    return values, chosen, before


@nb.njit(cache=True, nogil=True)
def sample(picture, x, y, width, height, crop):
    """Fill `crop` (rows, columns, 3) with a rectangle between pixels; large ones are averaged, not skipped over."""
    rows, columns, _ = crop.shape
    over = max(1, int(width / columns))
    step_x, step_y = width / (columns * over), height / (rows * over)
    last_row, last_column = picture.shape[0] - 1, picture.shape[1] - 1
    for row in range(rows):
        for column in range(columns):
            blue = green = red = np.float32(0)
            for i in range(over):
                at_y = min(max(y + (row * over + i + 0.5) * step_y - 0.5, 0.0), last_row)
                y0 = min(int(at_y), last_row - 1)
                low = np.float32(at_y - y0)
                for j in range(over):
                    at_x = min(max(x + (column * over + j + 0.5) * step_x - 0.5, 0.0), last_column)
                    x0 = min(int(at_x), last_column - 1)
                    right = np.float32(at_x - x0)
                    a, b = (1 - low) * (1 - right), (1 - low) * right
                    c, d = low * (1 - right), low * right
                    one, two = picture[y0, x0], picture[y0, x0 + 1]
                    three, four = picture[y0 + 1, x0], picture[y0 + 1, x0 + 1]
                    blue += a * one[0] + b * two[0] + c * three[0] + d * four[0]
                    green += a * one[1] + b * two[1] + c * three[1] + d * four[1]
                    red += a * one[2] + b * two[2] + c * three[2] + d * four[2]
            crop[row, column, 0] = blue / (over * over)
            crop[row, column, 1] = green / (over * over)
            crop[row, column, 2] = red / (over * over)


@nb.njit(cache=True, nogil=True)
def _share(counts, share, total):
    """The value below which this share of counted values (0 to 255) is."""
    wanted = share * total
    seen = 0
    for value in range(counts.size):
        seen += counts[value]
        if seen > wanted:
            return value
    return counts.size - 1


@nb.njit(cache=True, nogil=True)
def card_ink(crop, shadow, ink, colour):
    """How dark each pixel of a crop is in its darkest channel (0 to 1), and what the ink of each row takes away from
    white (rows, 3): blurred colours have the same sum."""
    rows, columns, _ = crop.shape
    white = np.zeros(3, np.float32)
    for channel in range(3):
        counts = np.zeros(256, np.int64)
        for row in range(rows):
            for column in range(columns):
                counts[int(crop[row, column, channel] + 0.5)] += 1
        white[channel] = _share(counts, 0.85, rows * columns)
    counts = np.zeros(256, np.int64)
    for row in range(rows):
        for column in range(columns):
            most = np.float32(0)
            for channel in range(3):
                most = max(most, white[channel] - crop[row, column, channel])
            ink[row, column] = most
            counts[int(most + 0.5)] += 1
    strongest = max(_share(counts, 0.98, rows * columns), 30)
    colour[:] = 0
    for row in range(rows):
        for column in range(columns):
            value = ink[row, column] / strongest * (1 + shadow) - shadow
            ink[row, column] = min(max(value, 0.0), 1.0)
            if columns <= 5 * column < 4 * columns:  # beside that may be the shadow of the next card
                for channel in range(3):
                    colour[row, channel] += white[channel] - crop[row, column, channel]


@nb.njit(cache=True, nogil=True)
def cut(picture, x, y, width, height, moves, shadow, crop, ink, colour):
    """The ink of a rectangle, moved so many times sideways to the middle of its ink; gives its left edge then, and the
    ink's sum."""
    rows, columns = ink.shape
    for move in range(moves + 1):
        sample(picture, x, y, width, height, crop)
        card_ink(crop, shadow, ink, colour)
        total = ink.sum()
        if total < 1 or move == moves:
            break
        across = 0.0
        for row in range(rows):
            for column in range(columns):
                across += ink[row, column] * (column + 0.5)
        x += (across / total / columns - 0.5) * width
    return x, total


@nb.njit(cache=True, nogil=True, fastmath=True)
def nearest_windows(ink, bank, labels, first, last, likeness, rows, offsets):
    """By label: the largest cosine of a window of the ink, whole rows of it, with a row of the bank from `first` to
    `last`, that row of the bank, and the row of the ink at which the window begins. Rows of the bank have mean 0 and
    length 1."""
    columns = ink.shape[1]
    size = bank.shape[1]
    flat = ink.ravel()
    likeness[:] = -1
    rows[:] = first
    offsets[:] = 0
    for offset in range((flat.size - size) // columns + 1):
        window = flat[offset * columns : offset * columns + size]
        mean = window.mean()
        length = np.float32(0)
        for at in range(size):
            length += (window[at] - mean) ** 2
        length = max(np.sqrt(length), np.float32(1e-3))
        for row in range(first, last):
            product = np.float32(0)
            for at in range(size):
                product += window[at] * bank[row, at]
            product /= length
            label = labels[row]
            if product > likeness[label]:
                likeness[label] = product
                rows[label] = row
                offsets[label] = offset


@nb.njit(cache=True, nogil=True)
def line_ink(crop, light, first, last, faintest, ink):
    """How far each pixel of a line is from its ground, the colour of most pixels: 1 for the strongest ink between two
    rows. If the text is `light`, only what is lighter than the ground in all channels counts."""
    rows, columns, _ = crop.shape
    ground = np.zeros(3, np.int64)
    total = (last - first) * columns
    for channel in range(3):
        counts = np.zeros(256, np.int64)
        for row in range(first, last):
            for column in range(columns):
                counts[crop[row, column, channel]] += 1
        ground[channel] = _share(counts, 0.5, total)
    counts = np.zeros(256, np.int64)
    for row in range(rows):
        for column in range(columns):
            most = np.int64(0)
            least = np.int64(255)
            for channel in range(3):
                difference = np.int64(crop[row, column, channel]) - ground[channel]
                most = max(most, abs(difference))
                least = min(least, difference)
            value = max(least, np.int64(0)) if light else most
            ink[row, column] = value
            if first <= row < last:
                counts[value] += 1
    strongest = max(_share(counts, 0.993, total), faintest)
    for row in range(rows):
        for column in range(columns):
            ink[row, column] = min(ink[row, column] / strongest, np.float32(1))
