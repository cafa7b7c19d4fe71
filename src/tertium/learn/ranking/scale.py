"""The last step: from what a ranking model gives to points that people understand.

A model's own scores fill a part of the room between 0 and 1, and unrelated sentences stand in its middle. A line that
rises strictly, in three pieces, moves them: 0 stays 0, nearly all unrelated sentences come to 15 points at most, the
usual translation comes to what people's scores say of it, and a copy of the reference has 100. Ranks do not change.
"""

from dataclasses import replace

import numpy as np

from tertium.errors import DataError
from tertium.learn.linear_model import LinearModel
from tertium.learn.model import Model
from tertium.text.arrays import Floats

_RAW, _POINTS = "scale.raw", "scale.points"
_UNRELATED, _ALL = 0.15, 1.0
_NEARLY_ALL = 0.93
_LEAST_RISE = 0.1
"""Of what an even line would rise: no piece is flatter, whatever the judgements say."""
_OF_A_MODEL = "a model's scale of points"


def places(linear: LinearModel) -> tuple[Floats, Floats] | None:
    """Where the pieces of the line meet: a model's own scores and the points; None where it has no scale."""
    arrays = linear.model.arrays
    if _RAW not in arrays:
        return None
    raw, points = arrays[_RAW], arrays.get(_POINTS, np.zeros(0))
    if raw.shape != points.shape or len(raw) < 2 or not all(np.all(np.diff(a) > 0) for a in (raw, points)):
        raise DataError(f"model: {_OF_A_MODEL} does not rise from {raw.size} places to {points.size}; copy it again")
    return raw, points


def points_of(linear: LinearModel, raw: Floats) -> Floats:
    """The points, of 1, for a model's own scores."""
    line = places(linear)
    return raw if line is None else np.interp(raw, *line)


def fit(raw: Floats, human: Floats, unrelated: Floats) -> tuple[Floats, Floats]:
    """Where the pieces of the line meet.

    Args:
        raw: A model's own scores of judged outputs.
        human: What people say of them, on any scale.
        unrelated: The model's own scores of outputs against references of other segments.
    """
    low = float(np.quantile(unrelated, _NEARLY_ALL))
    rest = raw[(raw > low) & (raw < _ALL)]
    if not 0 < low < _ALL or not len(rest):
        raise DataError(f"unrelated sentences have {100 * low:.0f}: no judged output is between them and 100")
    usual = float(np.median(rest))
    # Two rising lines, from unrelated sentences to the usual translation and from there to a copy.
    first, second = ((np.clip(raw, a, b) - a) / (b - a) for a, b in ((low, usual), (usual, _ALL)))
    columns = np.column_stack((np.ones(len(raw)), first, second))
    _, *rises = np.linalg.lstsq(columns, human, rcond=None)[0].tolist()
    even = [(usual - low) / (_ALL - low), (_ALL - usual) / (_ALL - low)]
    total = max(sum(max(rise, 0.0) for rise in rises), 1e-9)
    shares = [max(max(rise, 0.0) / total, _LEAST_RISE * part) for rise, part in zip(rises, even, strict=True)]
    middle = _UNRELATED + (_ALL - _UNRELATED) * shares[0] / sum(shares)
    return np.array([0.0, low, usual, _ALL]), np.array([0.0, _UNRELATED, middle, _ALL])


def added(model: Model, line: tuple[Floats, Floats]) -> Model:
    """The model with this line."""
    return replace(model, arrays={**model.arrays, _RAW: line[0], _POINTS: line[1]})


def described(line: tuple[Floats, Floats]) -> str:
    """The line in words."""
    return ", ".join(f"{100 * raw:.1f} is {100 * points:.1f}" for raw, points in zip(*line, strict=True))
