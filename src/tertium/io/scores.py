"""Scores of metrics: files of them, and the folder in which computed ones are kept.

A file of scores has one of four forms, found by its first line:

* TSV with a header: a column `score` (or one called like the metric), and columns that say of what: any of `dataset`,
  `lang_pair` (`lp`), `document` (`doc_id`), `segment` (`seg_id`), `system`, `hypothesis` (`mt`).
* One value per line: the scores of all judged items, in the order of the judgements, language pair after language pair.
* `system<TAB>score` lines of mt-metrics-eval, `.seg.score`: each system's segments in order.
* The same with one line for each system, `.sys.score`.

An empty value, `None`, `NA` and `nan` mean that there is no score; anything else that is no finite number is refused.
"""

import io
import os
import warnings
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tertium.errors import DataError
from tertium.io.columns import OUTPUTS, PLACES
from tertium.io.files import FilePath, Input, Source, display_name, open_input, open_output
from tertium.io.judgements.cells import parse_score
from tertium.meta.study.scores import ScoreFile
from tertium.text.arrays import Floats
from tertium.text.testset import Text

_KEYS = {"dataset": "dataset", "lp": "lang_pair", **PLACES, **OUTPUTS}
_ORDER = ("dataset", "lang_pair", "document", "segment", "system", "hypothesis")
_FORMAT = "tertium-rows-1"


def read_scores(path: Source, name: str, *, higher_is_better: bool = True) -> ScoreFile:
    """Read the scores of the metric `name`."""
    with open_input(path) as source:
        lines = source.lines()
        first = next(lines, None)
        if first is None:
            raise DataError(f"{source.name}: the file is empty, expected scores")
        cells = first[1].split("\t")
        if len(cells) == 1 and _is_score(cells[0]):
            values = tuple(_score(source, number, text) for number, text in _chain(first, lines))
            return ScoreFile(name, source.name, higher_is_better, in_order=values)
        if len(cells) == 2 and _is_score(cells[1]):
            return _systems(source, name, higher_is_better, _chain(first, lines))
        return _table(source, name, higher_is_better, cells, lines)


def _chain(first: tuple[int, str], rest: Iterator[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    yield first
    yield from rest


def _is_score(text: str) -> bool:
    try:
        parse_score(text, "", "score")
    except DataError:
        return False
    return True


def _score(source: Input, number: int, text: str) -> float:
    return parse_score(text, f"{source.name}:{number}", "score")


def _systems(source: Input, name: str, higher_is_better: bool, lines: Iterator[tuple[int, str]]) -> ScoreFile:
    values: dict[str, list[float]] = {}
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != 2:
            raise DataError(f"{source.name}:{number}: {len(cells)} fields, expected 2 (system, score)")
        values.setdefault(cells[0], []).append(_score(source, number, cells[1]))
    if all(len(scores) == 1 for scores in values.values()):
        systems = {system: scores[0] for system, scores in values.items()}
        return ScoreFile(name, source.name, higher_is_better, systems=systems)
    by_system = {system: tuple(scores) for system, scores in values.items()}
    lengths = {system: len(scores) for system, scores in by_system.items()}
    if len(set(lengths.values())) > 1:
        counts = ", ".join(f"{system} {n}" for system, n in list(lengths.items())[:10])
        raise DataError(f"{source.name}: systems have different numbers of scores ({counts}); expected the same")
    return ScoreFile(name, source.name, higher_is_better, by_system=by_system)


def _table(
    source: Input, name: str, higher_is_better: bool, header: Sequence[str], lines: Iterator[tuple[int, str]]
) -> ScoreFile:
    column = next((header.index(title) for title in (name, "score") if title in header), None)
    if column is None:
        raise DataError(
            f"{source.name}:1: no column {name!r} or 'score'; found {', '.join(header)[:200]}; expected one of them, "
            "or one number per line"
        )
    places: dict[str, int] = {}
    for i, title in enumerate(header):
        if (key := _KEYS.get(title)) is not None:
            if key in places:
                raise DataError(f"{source.name}:1: {header[places[key]]!r} and {title!r} are the same; remove one")
            places[key] = i
    keys = tuple(key for key in _ORDER if key in places)
    values: dict[tuple[Text, ...], float] = {}
    in_order: list[float] = []
    places_of: dict[tuple[Text, ...], int] = {}
    for number, line in lines:
        cells = line.split("\t")
        if len(cells) != len(header):
            raise DataError(f"{source.name}:{number}: {len(cells)} fields, expected {len(header)}")
        score = _score(source, number, cells[column])
        # Ids that are empty or NA are missing, as in files of judgements; an output may be empty.
        named = tuple(
            cells[places[k]] if k == "hypothesis" or cells[places[k]] not in ("", "NA") else None for k in keys
        )
        in_order.append(score)
        first_score = values.setdefault(named, score)
        first = places_of.setdefault(named, number)
        if keys and first_score != score and not (np.isnan(first_score) and np.isnan(score)):
            raise DataError(
                f"{source.name}:{number}: the score is {score}, but {first_score} at line {first} for the same "
                f"{', '.join(keys)}; remove one of the rows, or add a column that tells them apart"
            )
    if not keys:
        return ScoreFile(name, source.name, higher_is_better, in_order=tuple(in_order))
    return ScoreFile(name, source.name, higher_is_better, keys=keys, by_key=values)


class ScoreCache:
    """A folder of statistics that metrics computed: one file for each metric and set of items, named by its key.

    Files are written whole or not at all. What cannot be read or does not fit is computed again; `note` is told.
    """

    def __init__(self, folder: FilePath, note: Callable[[str], None] = lambda _: None) -> None:
        self._folder = os.fspath(folder)
        self._note = note

    def load(self, key: str, n_items: int) -> Floats | None:
        """The rows kept under a key; None where there are none, or they are damaged."""
        path = self._path(key)
        if not os.path.exists(path):
            return None
        try:
            with open_input(path) as source, warnings.catch_warnings(action="ignore"):
                rows, scored, stored = _kept_arrays(source.read())
        except Exception as error:  # NumPy reads a damaged header as Python and lets through whatever that raises
            self._damaged(path, f"{type(error).__name__}: {error}")
            return None
        if stored != f"{_FORMAT} {key}" or rows.ndim != 2 or scored.dtype != np.bool_ or scored.shape != (n_items,):
            self._damaged(path, "it holds something else")
            return None
        if rows.shape[0] != np.count_nonzero(scored) or rows.dtype.kind not in "if" or not np.isfinite(rows).all():
            self._damaged(path, "its numbers do not fit")
            return None
        whole = np.full((n_items, rows.shape[1]), np.nan)
        whole[scored] = rows
        return whole

    def store(self, key: str, rows: Floats) -> None:
        """Keep rows; a folder that cannot be written is no reason to stop."""
        scored = ~np.isnan(rows).any(1)
        scored_rows = rows[scored]
        small = scored_rows.astype(np.int32)
        buffer = io.BytesIO()
        exact = small if np.array_equal(small, scored_rows) else scored_rows
        np.savez_compressed(buffer, key=np.array(f"{_FORMAT} {key}"), scored=scored, rows=exact)
        try:
            os.makedirs(self._folder, exist_ok=True)
            with open_output(self._path(key)) as stream:
                stream.write(buffer.getbuffer())
        except (OSError, DataError) as error:
            self._note(f"scores cannot be kept: {error}")

    def _path(self, key: str) -> str:
        return os.path.join(self._folder, f"{key}.npz")

    def _damaged(self, path: str, why: str) -> None:
        self._note(f"{display_name(path)}: kept scores are damaged and are computed again ({why})")


def _kept_arrays(content: bytes) -> tuple[NDArray[Any], NDArray[Any], str]:
    with np.load(io.BytesIO(content), allow_pickle=False) as arrays:
        rows, scored, key = (arrays[name] for name in ("rows", "scored", "key"))
    if not all(isinstance(array, np.ndarray) for array in (rows, scored, key)):
        raise ValueError("it holds something that is no array")
    return rows, scored, str(key)


def write_pictures(folder: FilePath, pictures: Iterator[tuple[str, bytes]]) -> list[str]:
    """Write named files into a folder, which is made if need be; gives their paths."""
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise DataError(f"{os.fspath(folder)}: the folder cannot be created ({error.strerror})") from error
    paths = []
    for name, content in pictures:
        paths.append(os.path.join(os.fspath(folder), name))
        with open_output(paths[-1]) as stream:
            stream.write(content)
    return paths
