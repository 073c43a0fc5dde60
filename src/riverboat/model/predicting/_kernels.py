"""Kernels of the neural predictor: predictions for many moments, and one step of back-propagation."""

from __future__ import annotations

import numpy as np
from numba import njit

from riverboat.model.predicting.jit import forward


@njit(cache=True, nogil=True)
def predict(hidden, output, inputs, probabilities):
    """Fill float64[N, 3] for float64[N, 19]; the layout of the two layers is that of `jit.forward`."""
    layer = np.empty(hidden.shape[0])
    for row in range(inputs.shape[0]):
        forward(hidden, output, inputs[row], layer, probabilities[row])


@njit(cache=True, nogil=True)
def learn(hidden, output, inputs, action, rate):
    """One step down the gradient of -log(chance of the action), in place."""
    units = hidden.shape[0]
    width = hidden.shape[1] - 1
    layer = np.empty(units)
    errors = np.empty(3)
    forward(hidden, output, inputs, layer, errors)
    errors[action] -= 1.0
    for unit in range(units):
        back = 0.0
        for each in range(3):
            back += errors[each] * output[each, unit]
            output[each, unit] -= rate * errors[each] * layer[unit]
        back *= rate * layer[unit] * (1.0 - layer[unit])
        for each in range(width):
            hidden[unit, each] -= back * inputs[each]
        hidden[unit, width] -= back
    for each in range(3):
        output[each, units] -= rate * errors[each]
