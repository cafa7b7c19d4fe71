"""`--scores NAME=FILE`: segment scores of other metrics, for `score` and `compare`."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tertium.cli.common import advise, note_expected_time, show_notes
from tertium.errors import DataError, UnknownNameError
from tertium.evaluation.arguments.options import Scoring
from tertium.io.named_files import parse_named
from tertium.metrics.choice import Choice, choose
from tertium.text.testset import TestSet

if TYPE_CHECKING:
    from tertium.evaluation.arguments.given import Given
    from tertium.meta.study.scores import ScoreFile


def choose_scores(
    test_set: "TestSet", options: dict[str, Any], scoring: "Scoring", quiet: bool
) -> "tuple[Choice, list[Given]]":
    """The metrics and the scores from elsewhere that the options name, taken out of them; with advice about both."""
    choice = choose(options.pop("metrics"), test_set)
    show_notes(choice.notes, quiet)
    if not quiet:
        advise(test_set, choice.metrics, segments=options["segments"], missing=scoring.missing)
        note_expected_time(choice.metrics, test_set, scoring.threads)
    return choice, read_given(options.pop("scores"), options.pop("lower"), test_set)


def read_given(texts: Sequence[str], lower: Sequence[str], test_set: "TestSet") -> "list[Given]":
    """The scores of the files, for every system of the test set."""
    if not texts and not lower:
        return []
    from tertium.evaluation.arguments.given import Given
    from tertium.io.scores import read_scores
    from tertium.storage.small import digest

    named = parse_named(texts, "--scores")
    for name in lower:
        if name not in named:
            raise UnknownNameError("metric of --scores", name, named)
    given = []
    for name, path in named.items():
        file = read_scores(path, name, higher_is_better=name not in lower)
        made = f"{Path(path).name}@{digest(Path(path))}"
        given.append(Given(name, _by_system(file, test_set), name not in lower, made))
    return given


def _by_system(file: "ScoreFile", test_set: "TestSet") -> dict[str, tuple[float, ...]]:
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
            f"{file.path}: scores of whole systems; expected one for each segment: a line each, `system<TAB>score` "
            "lines, or a table with the columns system, segment and score"
        )
    return {system: _of_table(file, system, test_set) for system in systems}


def _of_table(file: "ScoreFile", system: str, test_set: "TestSet") -> tuple[float, ...]:
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
