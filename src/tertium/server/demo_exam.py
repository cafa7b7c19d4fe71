"""The demonstration's exam: the example of an exam, with some of its candidates as people who sit it on the server."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from tertium.exam.example import Example, example
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import Exam, Passage, write_exam
from tertium.exam.rubrics.rubric import BandRubric, PointRubric
from tertium.exam.rules import RuleTable
from tertium.exam.scale import LABELS, label_number
from tertium.networks.flat import flatten
from tertium.networks.membership import contains
from tertium.server.database.engine import Store
from tertium.server.database.values import new_id
from tertium.server.exams import rubrics
from tertium.server.exams.rules import ExamSettings, Mark
from tertium.server.exams.store import attempts, edits, graders, proposals, setup
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor

NAME = "Demonstration exam"
INSTRUCTIONS = "Translate each sentence into English. The answers of the other candidates, and those that the model \
learned from, were made up by a program."
_CANDIDATES = {"K04": "A candidate who did well", "K14": "A candidate who did not"}
"""Who are graded, by their code in the example."""
_BY_OTHERS = {"K03": "A candidate who did well", "K14": "A candidate who did not"}
"""Who are graded by the other kinds of rubrics, where the lowest passage decides."""
_WAITING = {"K08": "A candidate who waits for graders"}
OTHERS = {"bands": "The same, by bands", "points": "The same, by error points"}
"""The same passages and answers, graded by the other kinds of rubrics."""
_SEVERITIES = ("slight", "minor", "serious", "critical")
_OPEN = "Whoever opens the link"


def model(found: Example) -> bytes:
    """A model that learned from the example's answers, as `tertium exam train` writes it; quickly, with few folds."""
    return setup.model_file(found.model(Trainer(penalties=(30.0,), n_folds=3, inner_folds=2)))


def install(store: Store, project: str, manager: Actor, people: Sequence[Actor]) -> str:
    """An exam with two results that are out, one to grade, and one to write; the secret of the last one's link.

    Then the same twice more, by bands and by points.
    """
    found = example()
    token = _exam(store, found, project, manager, people, NAME)
    for kind, name in OTHERS.items():
        _exam(store, found, project, manager, people, name, rubrics.examples()[kind])
    return token


def _exam(
    store: Store,
    found: Example,
    project: str,
    manager: Actor,
    people: Sequence[Actor],
    name: str,
    rubric: Mapping[str, Any] | None = None,
) -> str:
    """One of the exams, by labels and with a model where no other rubric is given."""
    candidates = _CANDIDATES if rubric is None else _BY_OTHERS
    settings = ExamSettings(minutes=60, instructions=INSTRUCTIONS, repeats=0.0)
    exam = store.writing(setup.create, manager, project, name, settings)
    part = ("model", model(found)) if rubric is None else ("rules", json.dumps(rubric).encode())
    for kind, content in (part, ("exam", write_exam(found.exam).encode())):
        store.writing(setup.put_part, manager, exam, kind, setup.checked_part(kind, content))
    names = [*candidates.values(), *_WAITING.values(), *([_OPEN] if rubric is None else [])]
    invited = store.writing(setup.invite, manager, exam, [(one, 0) for one in names])
    said = {(one.candidate, one.passage): label_number(one.label, one.passage) for one in reversed(found.labels)}
    graded: dict[tuple[str, str], int] = {}
    for one, code in zip(invited, candidates, strict=False):
        _write(store, found, one["attempt"], code)
        graded |= {(one["attempt"], passage.id): said[code, passage.id] for passage in found.exam.passages}
    _grade(store, found.exam, exam, people, graded)
    store.writing(graders.release, manager, exam)
    for one, code in zip(invited[len(candidates) :], _WAITING, strict=False):
        _write(store, found, one["attempt"], code)
    return str(invited[-1]["token"])


def _write(store: Store, found: Example, attempt: str, code: str) -> None:
    """A whole exam as somebody writes it, and what the model proposes."""
    store.writing(attempts.start, attempt)
    written = [
        edits.Edit(new_id(), one.passage, place, text)
        for one in found.submissions
        if one.candidate == code
        for place, text in enumerate(one.answers)
        if text is not None
    ]
    store.writing(edits.save, attempt, written, CLOCK.now())
    store.writing(attempts.hand_in, attempt, "candidate")
    proposals.propose(store, attempt)


def _grade(store: Store, asked: Exam, exam: str, people: Sequence[Actor], steps: Mapping[tuple[str, str], int]) -> None:
    """The first two grade everything and differ once; the third is asked there. `steps`: by attempt and passage."""
    ((first, _), *_) = steps.items()
    rubric = store.reading(setup.rubric_of, exam)
    for number, grader in enumerate(people):
        while (grading := store.writing(graders.take_next, grader, exam)) is not None:
            place = store.reading(graders.place_of, grading)
            step = min(steps[place] + (number == 1 and place == first), len(LABELS) - 2)
            sentences = store.reading(graders.task, grading)["sentences"]
            price: tuple[float, str | None] = (2.0, None)
            if isinstance(rubric, PointRubric):
                price = (rubric.severities[_SEVERITIES[step]], _SEVERITIES[step])
            marks = _marks(sentences, asked.passage(place[1], NAME), *price) if step else []
            label = LABELS[step] if isinstance(rubric, RuleTable) else None
            bands = _bands(rubric, step) if isinstance(rubric, BandRubric) else {}
            store.writing(graders.label, grader, grading, label, marks, "", bands)


def _bands(rubric: BandRubric, step: int) -> dict[str, str]:
    """The same band for all criteria, as good as the label."""
    return dict.fromkeys(rubric.table.passages, rubric.table.grades[step])


def _marks(answers: Sequence[dict[str, Any]], passage: Passage, points: float, severity: str | None) -> list[Mark]:
    """One mark for each sentence that is no correct translation."""
    marks = []
    for place, (one, sentence) in enumerate(zip(answers, passage.sentences, strict=True)):
        words = [word["text"] for word in one["words"]]
        if sentence.network is not None and not contains(flatten(sentence.network), words):
            marks.append(Mark(place, 0, len(words), "word choice" if words else "omission", points, "", severity))
    return marks
