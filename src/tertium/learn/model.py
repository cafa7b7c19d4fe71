"""Model files: what a learned metric needs to score, and what it was learned from. No code in them, no pickle.

A model is a file of arrays (`resources.arrayfile`): a header in JSON, then the arrays. The header names the format's
version, the metric, its options, the features in the order of the weights, the data it was trained on with their
hashes, and the figures it reached. A model is chosen by the name of one that comes with the package, or by a path.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium._version import __version__
from tertium.data import MODELS
from tertium.errors import DataError, UnknownNameError
from tertium.storage import arrayfile
from tertium.text.arrays import Floats

FORMAT = 1
KIND = "model"
ENDING = ".model"
Value = str | int | float | bool | None


@dataclass(frozen=True, slots=True)
class TrainedOn:
    """A data set that a model knows; `sha256` is of the decompressed content, `use` is train, calibration or dev."""

    name: str
    sha256: str
    lang_pairs: tuple[str, ...]
    judgements: int
    use: str = "train"


@dataclass(frozen=True, slots=True)
class Figure:
    """What a model reached: a measure on one part of some data. `part` is a language pair, or `average`."""

    data: str
    part: str
    measure: str
    value: float | None
    n: int


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """What training gives. `weights[i]` is of `features[i]`; `arrays` holds whatever else a metric needs by name."""

    metric: str
    features: tuple[str, ...]
    weights: Floats
    language: str = "en"
    options: Mapping[str, Value] = field(default_factory=dict)
    arrays: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    training: tuple[TrainedOn, ...] = ()
    figures: tuple[Figure, ...] = ()
    note: str = ""
    digest: str = ""
    """A short name of the arrays; empty before the model was written."""

    def __post_init__(self) -> None:
        if self.weights.shape != (len(self.features),):
            raise ValueError(f"{len(self.features)} features but weights of shape {self.weights.shape}")

    def weight(self, feature: str) -> float:
        return float(self.weights[self.features.index(feature)])

    def save(self, path: Path) -> None:
        """Write the model; reading gives it again."""
        if not path.parent.is_dir():
            raise DataError(f"{path}: the folder {path.parent} does not exist; create it first")
        if not np.isfinite(self.weights).all():
            raise DataError(f"{path}: not written, because a weight is not finite; check the training data")
        about: dict[str, Any] = {
            "kind": KIND,
            "format": FORMAT,
            "tertium": __version__,
            "metric": self.metric,
            "language": self.language,
            "options": dict(self.options),
            "features": list(self.features),
            "shapes": {name: list(array.shape) for name, array in self.arrays.items()},
            "training": [asdict(part) for part in self.training],
            "figures": [asdict(figure) for figure in self.figures],
            "note": self.note,
        }
        flat = {name: np.ascontiguousarray(array).reshape(-1) for name, array in self.arrays.items()}
        arrayfile.write(path, {**about, "check": _check_of(about)}, {"weights": self.weights, **flat})

    @staticmethod
    def load(choice: str, *, metrics: Iterable[str] | None = None, features: Sequence[str] | None = None) -> "Model":
        """The model that a name or a path chooses, for one of these metrics if they are given.

        With `features` the model must have exactly these, in any order; the weights come in the order given.
        """
        path = find(choice)
        try:
            stamp = path.stat()
        except OSError as error:
            raise DataError(f"{path}: cannot be opened ({error.strerror})") from error
        model = _load(path, stamp.st_mtime_ns, stamp.st_size)
        fitting = None if metrics is None else tuple(metrics)
        if fitting is not None and model.metric not in fitting:
            raise DataError(f"{path}: a model of {model.metric!r}, expected one of {' or '.join(map(repr, fitting))}")
        return model if features is None else model.in_order(features, str(path))

    def in_order(self, features: Sequence[str], where: str) -> "Model":
        """The model with its weights in this order; raises where its features are not exactly these."""
        if missing := [name for name in features if name not in self.features]:
            n = len(missing)
            raise DataError(f"{where}: has no weight for feature {missing[0]!r} ({n} missing); train it again")
        if unknown := [name for name in self.features if name not in features]:
            raise DataError(
                f"{where}: has a weight for {unknown[0]!r}, which its options do not have in Tertium {__version__} "
                f"({len(unknown)} unknown); use the version and the resources that made it, or train it again"
            )
        if self.features == tuple(features):
            return self
        place = {name: i for i, name in enumerate(self.features)}
        return replace(self, features=tuple(features), weights=self.weights[[place[name] for name in features]])


def names() -> list[str]:
    """The models that come with the package."""
    return sorted(path.name.removesuffix(ENDING) for path in MODELS.glob(f"*{ENDING}"))


def find(choice: str) -> Path:
    """Where a model is, by its name or path."""
    own = MODELS / f"{choice}{ENDING}"
    if choice == Path(choice).name and own.is_file():
        return own
    path = Path(choice)
    if path.is_file():
        return path
    if path.is_dir():
        raise DataError(f"{choice}: a folder, expected a model file")
    if path.suffix or path.parent != Path():
        raise DataError(f"{choice}: no such file; expected a model file or one of {', '.join(names())}")
    raise UnknownNameError("model", choice, names())


@lru_cache(maxsize=16)
def _load(path: Path, _changed: int, _size: int) -> Model:
    file = arrayfile.read(path, KIND, arrayfile.anything)
    _refuse_newer(path, file.about)
    written = {name: value for name, value in file.about.items() if name not in ("check", *_ADDED)}
    if file.about.get("check") != _check_of(written):
        raise DataError(f"{path}: damaged: its header has changed; copy it again")
    try:
        model = _model(file)
    except (KeyError, TypeError, ValueError, AttributeError, OverflowError) as error:
        raise DataError(
            f"{path}: the header of the model is damaged ({type(error).__name__}: {error}); copy it again"
        ) from error
    for name, array in (("weights", model.weights), *model.arrays.items()):
        if array.dtype.kind == "f" and len(wrong := np.flatnonzero(~_can_be_computed_with(array))):
            at = model.features[wrong[0]] if name == "weights" else str(wrong[0])
            raise DataError(
                f"{path}: {array.flat[wrong[0]]} in {name} at {at!r}, expected 0 or a number from {_SMALLEST:.0e} to "
                f"{_LARGEST:.0e} either way; train it again"
            )
    return model


def _can_be_computed_with(array: NDArray[Any]) -> NDArray[np.bool_]:
    """Which numbers are finite and so far from the ends of floats that quotients and squares of them are, too."""
    sizes = np.abs(array)
    return np.asarray((sizes == 0) | ((sizes >= _SMALLEST) & (sizes <= _LARGEST)))


_SMALLEST, _LARGEST = 1e-100, 1e30

# What `arrayfile` adds to the header.
_ADDED = ("digest", "size", "arrays")


def _check_of(about: Mapping[str, Any]) -> str:
    """A short name of what a header says, so that a changed letter is noticed."""
    return hashlib.blake2b(json.dumps(about, sort_keys=True).encode(), digest_size=4).hexdigest()


def _refuse_newer(path: Path, about: Mapping[str, Any]) -> None:
    version = about.get("format")
    if not isinstance(version, int) or isinstance(version, bool) or version < 1:
        raise DataError(f"{path}: its format is {version!r}, expected a number from 1 to {FORMAT}; copy it again")
    if version > FORMAT:
        raise DataError(
            f"{path}: of format {version}, made by Tertium {about.get('tertium', '?')}; this is Tertium {__version__}, "
            f"which knows formats up to {FORMAT}: install a newer one"
        )


def _model(file: arrayfile.ArrayFile) -> Model:
    about = file.about
    shapes, arrays = about["shapes"], dict(file.arrays)
    weights = arrays.pop("weights")
    if weights.dtype != np.float64:
        raise ValueError(f"weights of type {weights.dtype}")
    if set(shapes) != set(arrays):
        raise ValueError(f"arrays {sorted(arrays)}, but shapes of {sorted(shapes)}")
    features = tuple(_text(name, "a feature") for name in about["features"])
    if len(set(features)) != len(features):
        raise ValueError("a feature is named twice")
    if not isinstance(about["options"], dict):
        raise TypeError("options are not an object")
    for name, value in about["options"].items():
        if not isinstance(value, str | int | float | bool | None):
            raise TypeError(f"option {name!r} is not a single value")
    return Model(
        metric=_text(about["metric"], "metric"),
        features=features,
        weights=weights,
        language=about["language"],
        options=about["options"],
        arrays={name: array.reshape(shapes[name]) for name, array in arrays.items()},
        training=tuple(TrainedOn(**{**part, "lang_pairs": tuple(part["lang_pairs"])}) for part in about["training"]),
        figures=tuple(Figure(**figure) for figure in about["figures"]),
        note=_text(about["note"], "note"),
        digest=file.digest,
    )


def _text(value: object, what: str) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{what} is not a string")
    return value
