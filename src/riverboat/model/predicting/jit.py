"""The network's forward pass, for kernels that predict actions."""

from __future__ import annotations

from math import exp

from numba import njit


@njit
def forward(hidden, output, inputs, layer, probabilities):
    """Fill `layer` with the hidden units and `probabilities` with those of fold, call and raise.

    `hidden` float64[H, 20] and `output` float64[3, H + 1] have each unit's weights and last its bias.
    """
    units = hidden.shape[0]
    width = hidden.shape[1] - 1
    for unit in range(units):
        total = hidden[unit, width]
        for each in range(width):
            total += hidden[unit, each] * inputs[each]
        layer[unit] = 1.0 / (1.0 + exp(-total))
    highest = -1e300
    for action in range(3):
        total = output[action, units]
        for unit in range(units):
            total += output[action, unit] * layer[unit]
        probabilities[action] = total
        highest = max(highest, total)
    whole = 0.0
    for action in range(3):
        probabilities[action] = exp(probabilities[action] - highest)
        whole += probabilities[action]
    for action in range(3):
        probabilities[action] /= whole
