"""The demonstration's exam: eight sentences of our own, answers that a program made up, and people who grade them."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.training import Trainer
from tertium.exam.labelling.validation import learn
from tertium.exam.passages import Exam, Passage, Sentence, write_exam
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled, Submission
from tertium.networks.flat import flatten
from tertium.networks.forms import typed
from tertium.networks.membership import contains
from tertium.networks.network import Network
from tertium.networks.paths import Paths
from tertium.server.annotate.rules.network import LIMITS
from tertium.server.database.engine import Store
from tertium.server.database.values import new_id
from tertium.server.exams.rules import ExamSettings, Mark
from tertium.server.exams.store import attempts, edits, graders, proposals, setup
from tertium.server.exams.store.clock import CLOCK
from tertium.server.permissions import Actor

NAME = "Demonstration exam"
INSTRUCTIONS = "Translate each sentence into English. The answers of the other candidates, and those that the model \
learned from, were made up by a program."
_NOTE = "learned from answers that a program made up; it says nothing about people"
_PASSAGES: tuple[tuple[str, str, tuple[tuple[str, str], ...]], ...] = (
    (
        "market",
        "2",
        (
            (
                "El mercado abre los sábados a las ocho.",
                """[S] = the market opens [WHEN] | [WHEN] the market opens
[WHEN] = on Saturdays at eight | at eight on Saturdays | at eight o'clock on Saturdays""",
            ),
            (
                "Mi hermana vende pan y queso.",
                """[S] = my sister sells [GOODS]
[GOODS] = bread and cheese | cheese and bread""",
            ),
        ),
    ),
    (
        "bridge",
        "2+",
        (
            (
                "El puente estará cerrado hasta el lunes por obras.",
                """[S] = the bridge will [CLOSED] until Monday [WHY] | [WHY] the bridge will [CLOSED] until Monday
[CLOSED] = be closed | be shut | remain closed
[WHY] = because of roadworks | due to works | for repairs""",
            ),
            (
                "Los conductores tendrán que dar un largo rodeo.",
                """[S] = [DRIVERS] will have to [DETOUR]
[DRIVERS] = drivers | motorists
[DETOUR] = make a long detour | take a long detour | go a long way round""",
            ),
        ),
    ),
    (
        "accounts",
        "3",
        (
            (
                "La alcaldesa negó haber recibido dinero de la empresa.",
                """[S] = the [MAYOR] denied [RECEIVING] money from the [COMPANY]
[MAYOR] = mayor | mayoress
[RECEIVING] = having received | receiving | that she had received | having taken
[COMPANY] = company | firm""",
            ),
            (
                "La oposición exige que se publiquen las cuentas.",
                """[S] = the opposition [DEMANDS] | the opposition is demanding [PUBLISHED]
[DEMANDS] = demands [PUBLISHED] | calls for the publication of the accounts
[PUBLISHED] = that the accounts be [PUBLIC] | the publication of the accounts
[PUBLIC] = published | made public""",
            ),
        ),
    ),
    (
        "court",
        "4",
        (
            (
                "Por más que insistieron, el tribunal no dio su brazo a torcer.",
                """[S] = [THOUGH] , the court [FIRM]
[THOUGH] = however much they insisted | no matter how hard they pressed | for all their insistence
[FIRM] = did not budge | would not give in | stood firm | would not yield""",
            ),
            (
                "De aquellos polvos vienen estos lodos.",
                """[S] = [SOW] | [ROOST]
[SOW] = we are reaping what was sown | as you sow , so shall you reap
[ROOST] = the chickens have come home to roost | past sins have come back to haunt us""",
            ),
        ),
    ),
)
_LEARNED_FROM = 24
"""Made-up candidates whose labels follow from how many words a program spoiled."""
_SPOILED = 0.15
"""The share of words that each step down from SM spoils."""
_CANDIDATES = (("A candidate who did well", (0, 0, 1, 1)), ("A candidate who did not", (1, 2, 2, 3)))
"""Who are graded, by how far down the labels each of their passages is."""
_WAITING = ("A candidate who waits for graders", (0, 1, 1, 2))
_OPEN = "Whoever opens the link"


def passages() -> Exam:
    return Exam(
        NAME,
        tuple(
            Passage(id, level, tuple(Sentence(source, (), _network(text)) for source, text in sentences))
            for id, level, sentences in _PASSAGES
        ),
    )


def _network(text: str) -> Network:
    return typed.parse(f"@root [S]\n{text}".split("\n"), "demonstration", LIMITS)[0].network


def answer(rng: random.Random, sentence: Sentence, steps: int) -> str:
    """A correct translation with words left out, doubled or exchanged."""
    assert sentence.network is not None
    paths = Paths(flatten(sentence.network), LIMITS)
    words = paths.path(rng.randrange(paths.count))
    told: list[str] = []
    for word in words:
        if rng.random() >= steps * _SPOILED:
            told.append(word)
        elif (kind := rng.randrange(3)) > 0:
            told += [word[::-1]] if kind == 1 else [word, word]
    return " ".join(told)


def model(asked: Exam) -> bytes:
    """A model that learned from made-up answers, as `tertium exam train` writes it."""
    rng = random.Random(1)
    submissions, labels = [], []
    for number in range(_LEARNED_FROM):
        for passage in asked.passages:
            steps = rng.randrange(4)
            texts = tuple(answer(rng, sentence, steps) for sentence in passage.sentences)
            submissions.append(Submission(f"c{number}", passage.id, texts))
            labels.append(Labelled(f"c{number}", passage.id, LABELS[steps], f"g{number % 2}"))
    examples = collect(asked, submissions, labels, PassageFeatures())
    trainer = Trainer(penalties=(30.0,), n_folds=3, inner_folds=2)
    learned, _ = learn(trainer, examples, np.random.default_rng(1), data=NAME, note=_NOTE)
    return setup.model_file(learned)


def install(store: Store, project: str, manager: Actor, people: Sequence[Actor]) -> str:
    """An exam with two results that are out, one to grade, and one to write; the secret of the last one's link."""
    asked = passages()
    settings = ExamSettings(minutes=60, instructions=INSTRUCTIONS, repeats=0.0)
    exam = store.writing(setup.create, manager, project, NAME, settings)
    for kind, content in (("exam", write_exam(asked).encode()), ("model", model(asked))):
        store.writing(setup.put_part, manager, exam, kind, setup.checked_part(kind, content))
    names = [name for name, _ in (*_CANDIDATES, _WAITING)]
    invited = store.writing(setup.invite, manager, exam, [(name, 0) for name in [*names, _OPEN]])
    rng = random.Random(2)
    graded: dict[tuple[str, str], int] = {}
    for one, (_, steps) in zip(invited, _CANDIDATES, strict=False):
        _write(store, asked, one["attempt"], steps, rng)
        graded |= {(one["attempt"], passage.id): step for passage, step in zip(asked.passages, steps, strict=True)}
    _grade(store, asked, exam, people, graded)
    store.writing(graders.release, manager, exam)
    _write(store, asked, invited[len(_CANDIDATES)]["attempt"], _WAITING[1], rng)
    return invited[-1]["token"]


def _write(store: Store, asked: Exam, attempt: str, steps: Sequence[int], rng: random.Random) -> None:
    """A whole exam as somebody writes it, and what the model proposes."""
    store.writing(attempts.start, attempt)
    written = [
        edits.Edit(new_id(), passage.id, place, answer(rng, sentence, step))
        for passage, step in zip(asked.passages, steps, strict=True)
        for place, sentence in enumerate(passage.sentences)
    ]
    store.writing(edits.save, attempt, written, CLOCK.now())
    store.writing(attempts.hand_in, attempt, "candidate")
    proposals.propose(store, attempt)


def _grade(store: Store, asked: Exam, exam: str, people: Sequence[Actor], steps: Mapping[tuple[str, str], int]) -> None:
    """The first two grade everything and differ once; the third is asked there. `steps`: by attempt and passage."""
    ((first, _), *_) = steps.items()
    for number, grader in enumerate(people):
        while (grading := store.writing(graders.take_next, grader, exam)) is not None:
            place = store.reading(graders.place_of, grading)
            step = steps[place] + (number == 1 and place == first)
            sentences = store.reading(graders.task, grading)["sentences"]
            marks = _marks(sentences, asked.passage(place[1], NAME)) if step else []
            store.writing(graders.label, grader, grading, LABELS[step], marks, "")


def _marks(answers: Sequence[dict[str, Any]], passage: Passage) -> list[Mark]:
    """Two points for each sentence that is no correct translation."""
    marks = []
    for place, (one, sentence) in enumerate(zip(answers, passage.sentences, strict=True)):
        words = one["words"]
        if sentence.network is not None and not contains(flatten(sentence.network), words):
            marks.append(Mark(place, 0, len(words), "word choice" if words else "omission", 2, ""))
    return marks
