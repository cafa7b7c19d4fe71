"""`--scores NAME=FILE`: segment scores of other metrics beside ours."""

import os
from collections.abc import Sequence
from hashlib import blake2b

from tertium.errors import DataError, UnknownNameError
from tertium.evaluation.other_scores import OtherScores
from tertium.io.files import open_input
from tertium.io.named_files import parse_named
from tertium.io.scores import read_scores
from tertium.meta.study.scores import ScoreFile
from tertium.text.testset import TestSet


def read_segment_scores(texts: Sequence[str], lower: Sequence[str], test_set: TestSet) -> list[OtherScores]:
    """The scores of the files, for every system of the test set."""
    named = parse_named(texts, "--scores")
    for name in lower:
        if name not in named:
            raise UnknownNameError("metric of --scores", name, named)
    columns = []
    for name, path in named.items():
        content = blake2b(digest_size=4)
        with open_input(path) as source:
            source.watch(content.update)
            file = read_scores(source, name, higher_is_better=name not in lower)
        origin = f"{os.path.basename(path)}@{content.hexdigest()}"
        columns.append(OtherScores(name, _by_system(file, test_set), name not in lower, origin))
    return columns


def _by_system(file: ScoreFile, test_set: TestSet) -> dict[str, tuple[float, ...]]:
    """The scores of each system, segment by segment."""
    systems = list(test_set.systems)
    if file.by_system:
        return dict(file.by_system)
    if file.in_order is not None:
        if len(file.in_order) != len(systems) * len(test_set):
            raise DataError(
                f"{file.path}: {len(file.in_order)} scores, expected {len(test_set)} for each of "
                f"{len(systems)} systems ({', '.join(systems)}), one system after the other"
            )
        n = len(test_set)
        return {system: file.in_order[i * n : (i + 1) * n] for i, system in enumerate(systems)}
    if file.systems or "segment" not in file.keys:
        raise DataError(
            f"{file.path}: scores of whole systems; expected one for each segment: one per line, `system<TAB>score` "
            "lines, or a table with the columns system, segment and score"
        )
    return {system: _of_table(file, system, test_set) for system in systems}


def _of_table(file: ScoreFile, system: str, test_set: TestSet) -> tuple[float, ...]:
    by_place: dict[tuple[str | None, str | None, str | None], float] = {}
    for values, score in file.by_key.items():
        row = dict(zip(file.keys, values, strict=True))
        by_place[row.get("system"), row.get("document"), row.get("segment")] = score
    named = "system" in file.keys
    documents = test_set.documents if "document" in file.keys else None
    scores, numbers = [], dict[str | None, int]()
    for i in range(len(test_set)):
        document = documents[i] if documents else None
        numbers[document] = numbers.get(document, 0) + 1
        scores.append(by_place.get((system if named else None, document, str(numbers[document])), float("nan")))
    return tuple(scores)
