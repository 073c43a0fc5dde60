"""The best row of characters through a line of text: dynamic programming over its columns."""

from __future__ import annotations

import numba as nb
import numpy as np


@nb.njit(cache=True, nogil=True)
def best_row(gains, widths, prices, slack_price):
    """From gains by starting column and character: by end column, the best value, its last character (-1 for a blank
    column) and where that begins. A character may be two columns narrower (where letters
    are kerned) or one wider than its width."""
    columns, signs = gains.shape
    values = np.zeros(columns + 1, np.float64)
    chosen = np.full(columns + 1, -1, np.int64)
    before = np.arange(-1, columns)
    for end in range(1, columns + 1):
        best = values[end - 1]
        for sign in range(signs):
            for slack in range(-2, 2):
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
