"""Logistic regression with soft targets, drawn towards what is believed already."""

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[np.float64]
STEPS = 25
"""Newton's steps of one fit."""
SURE = 12.0
"""Log odds beyond which a forecast is not punished further."""


def newton(x: Array, y: Array, centre: Array, hold: Array) -> Array:
    """The law of `y` in the columns of `x`, drawn towards `centre` with these strengths."""
    law = centre.copy()
    for _ in range(STEPS):
        says = sigmoid(x @ law)
        slope = x.T @ (says - y) + hold * (law - centre)
        bend = (x * (says * (1 - says))[:, None]).T @ x + np.diag(hold + 1e-9)
        step = np.linalg.solve(bend, slope)
        law = law - step
        if float(np.abs(step).max()) < 1e-9:
            break
    return law


def sigmoid(z: Array) -> Array:
    return np.asarray(1.0 / (1.0 + np.exp(-np.clip(z, -30.0, 30.0))))


def log_loss(says: Array, y: Array) -> Array:
    """Row by row."""
    says = np.clip(says, np.exp(-SURE), 1 - np.exp(-SURE))
    return np.asarray(-(y * np.log(says) + (1 - y) * np.log(1 - says)))
