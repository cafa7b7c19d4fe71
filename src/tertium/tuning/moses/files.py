"""The files of Moses' tuning programs: features and statistics of candidates, start points, pairs, configuration."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn

import numpy as np

from tertium.errors import DataError
from tertium.io.files import FilePath, open_input, write_text
from tertium.nbest.lists import grouped
from tertium.nbest.weights import Weights
from tertium.text.arrays import Floats, Offsets

_INTEGER_SCALE = 100_000  # Moses' own mert cuts statistics down to whole numbers


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """The candidates of one sentence: a row of numbers each, and where there are some sparse features by name."""

    sentence: int
    rows: Floats
    names: tuple[str, ...]
    sparse: tuple[dict[str, float], ...] = ()


def write_blocks(path: FilePath, kind: str, blocks: Sequence[Block], *, integers: bool = False) -> None:
    """Write a file of features (`kind` FEATURES) or statistics (`kind` SCORES)."""
    lines = []
    for block in blocks:
        n, width = block.rows.shape
        lines.append(f"{kind}_TXT_BEGIN_0 {block.sentence} {n} {width} {' '.join(block.names)}")
        for i, row in enumerate(block.rows.tolist()):
            numbers = [str(round(v * _INTEGER_SCALE)) for v in row] if integers else [f"{v:.17g}" for v in row]
            sparse = [f"{name}={value:.17g}" for name, value in block.sparse[i].items()] if block.sparse else []
            lines.append(" ".join([*numbers, *sparse]))
        lines.append(f"{kind}_TXT_END_0")
    write_text(path, "".join(line + "\n" for line in lines))


def read_blocks(path: FilePath, kind: str) -> list[Block]:
    """Read such a file.

    Raises:
        DataError: It is damaged, or in Moses' binary form.
    """
    with open_input(path) as source:
        if source.head.startswith(f"{kind}_BIN".encode()):
            raise DataError(f"{source.name}: is in Moses' binary form; write it without --binary")
        lines = source.lines()
        return list(_blocks(lines, source.name, kind))


def _blocks(lines: Iterator[tuple[int, str]], name: str, kind: str) -> Iterator[Block]:
    for number, line in lines:
        words = line.split()
        if not words:
            continue
        if words[0] != f"{kind}_TXT_BEGIN_0" or len(words) < 4:
            _refuse(name, number, line, f"a line {kind}_TXT_BEGIN_0 SENTENCE CANDIDATES NUMBERS NAMES")
        try:
            sentence, n, width = map(int, words[1:4])
        except ValueError:
            _refuse(name, number, line, "three whole numbers")
        if min(sentence, n, width) < 0:
            _refuse(name, number, line, "three numbers from 0 on")
        rows: list[list[float]] = []
        sparse = []
        # Rows are asked for one by one: the numbers in the header may be far beyond what the file has.
        for _ in range(n):
            if (following := next(lines, None)) is None:
                _refuse(name, number, "the end of the file", f"{n} candidates")
            number, line = following
            values, others = _row(line, width, name, number)
            rows.append(values)
            sparse.append(others)
        number, line = next(lines, (number, ""))
        if line.strip() != f"{kind}_TXT_END_0":
            _refuse(name, number, line, f"{kind}_TXT_END_0 after {n} candidates")
        yield Block(
            sentence, np.array(rows, float).reshape(n, width), tuple(words[4:]), tuple(sparse) if any(sparse) else ()
        )


def _row(line: str, width: int, name: str, number: int) -> tuple[list[float], dict[str, float]]:
    words = line.split()
    try:
        numbers = [float(word) for word in words[:width]]
        pairs = [word.rpartition("=") for word in words[width:]]
        sparse = {feature: float(value) for feature, _, value in pairs}
    except ValueError:
        _refuse(name, number, line, f"{width} numbers, then sparse features as name=value")
    if len(numbers) != width or not np.isfinite(numbers).all():
        _refuse(name, number, line, f"{width} finite numbers")
    return numbers, sparse


def _refuse(name: str, number: int, line: str, expected: str) -> NoReturn:
    raise DataError(f"{name}:{number}: found {line[:60]!r}, expected {expected}")


def joined_blocks(parts: Sequence[Sequence[Block]]) -> tuple[Floats, Offsets, list[dict[str, float]]]:
    """The candidates of several files, sentence by sentence: numbers, where each begins, and sparse features.

    Raises:
        DataError: The files have different sentences or different numbers of columns.
    """
    if len({tuple(block.sentence for block in part) for part in parts}) != 1:
        raise DataError("the files do not have the same sentences in the same order; make them from the same input")
    if len({block.rows.shape[1] for part in parts for block in part}) != 1:
        raise DataError("the files do not have the same number of columns; were they made for the same features?")
    rows: list[Floats] = []
    sizes, sparse = [0], list[dict[str, float]]()
    for blocks in zip(*parts, strict=True):
        rows += [block.rows for block in blocks]
        sizes.append(sum(len(block.rows) for block in blocks))
        for block in blocks:
            sparse += block.sparse or [{}] * len(block.rows)
    return np.concatenate(rows), np.cumsum(sizes).astype(np.int64), sparse


def read_start_points(paths: Sequence[FilePath], n_weights: int) -> tuple[list[Floats], Floats, Floats]:
    """Moses' `init.opt`: start points, then the least and the greatest value of each weight for random starts.

    Of several files all start points count, and the values of the last.
    """
    starts: list[Floats] = []
    low = high = np.zeros(n_weights)
    for path in paths:
        with open_input(path) as source:
            name = source.name
            lines = [_row(line, len(line.split()), name, number)[0] for number, line in source.lines() if line.strip()]
        if len(lines) < 3 or any(len(line) != n_weights for line in lines):
            found = ", ".join(str(len(line)) for line in lines)
            raise DataError(
                f"{name}: found lines of {found or 'no'} numbers; expected one line or more of {n_weights} start "
                "weights, then one of least and one of greatest values"
            )
        *points, low, high = (np.array(line) for line in lines)
        starts += points
    return starts, low, high


def read_dense(path: FilePath) -> Floats:
    """Start weights of kbmira: numbers alone, or after names such as `F0` or `lm=`."""
    with open_input(path) as source:
        words = [word for _, line in source.lines() for word in line.split()]
        numbers = []
        for word in words:
            try:
                numbers.append(float(word))
            except ValueError:
                if word.replace(".", "").replace("-", "").isdigit():
                    raise DataError(f"{source.name}: {word!r} is no number") from None
    return np.array(numbers)


def with_weights(lines: Sequence[str], weights: Weights, name: str) -> list[str]:
    """Moses' configuration with other weights; weights that it does not name are refused.

    Raises:
        DataError: There is no part [weight], or a weight has no line there.
    """
    groups = {group: [weights.values[n] for n in names] for group, names in grouped(tuple(weights.values))}
    result, inside, seen = [], False, set()
    for line in lines:
        if line.strip().startswith("["):
            inside = line.strip() == "[weight]"
        feature = line.partition("=")[0].strip()
        if inside and feature in groups and not line.lstrip().startswith("#"):
            seen.add(feature)
            line = f"{feature}= {' '.join(map(repr, groups[feature]))}"
        result.append(line)
    if missing := [group for group in groups if group not in seen]:
        raise DataError(
            f"{name}: the part [weight] has no line for {', '.join(missing[:5])}; "
            "are the weights of another configuration?"
        )
    return result
