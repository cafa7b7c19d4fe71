"""A printable page for a candidate: the proposal, each passage, the closest correct sentences, and why."""

from collections.abc import Iterator, Sequence

from tertium.exam.grading import Grade, PassageGrade
from tertium.exam.labelling.features import ClosestSentence
from tertium.exam.labelling.model import GradingModel
from tertium.exam.passages import Exam, Passage
from tertium.exam.reasons import reasons
from tertium.exam.rules import RuleTable
from tertium.exam.scale import LABEL_NAMES, Label
from tertium.exam.submissions import Submission
from tertium.report.html.markup import Element, element, name, page
from tertium.report.html.style import CSS

_CSS = """
del { background: var(--lose); color: var(--lose-ink); text-decoration: line-through; border-radius: 2px; }
ins {
  background: var(--win); color: var(--win-ink); text-decoration: underline; font-weight: bold; border-radius: 2px;
}
article h3 { margin: 0 0 0.4rem; font-size: 1rem; }
code { overflow-wrap: anywhere; }
"""


def candidate_page(
    grade: Grade,
    exam: Exam,
    submissions: Sequence[Submission],
    model: GradingModel,
    rules: RuleTable,
    *,
    head: str | None = None,
) -> str:
    """The page, without scripts and without anything from the network."""
    answers = {s.passage: s.answers for s in submissions}
    sections = []
    for part in grade.passages:
        passage = next(passage for passage in exam.passages if passage.id == part.passage)
        written = answers.get(passage.id, (None,) * len(passage))  # a passage may be skipped
        sections.append(_passage(part, passage, written, list(model.features.closest(passage, written))))
    return page(
        f"{grade.candidate}: {grade.exam}",
        CSS + _CSS,
        element(
            "header",
            element("p", f"Exam {grade.exam}", class_="over"),
            element("h1", "Proposal for ", name(grade.candidate)),
            element("p", "This is a proposal by a program; people decide."),
        ),
        element("main", _level(grade, rules), *sections, _traces(grade, head)),
    )


def _level(grade: Grade, rules: RuleTable) -> Element:
    numbers = ", ".join(map(str, grade.decided_by))
    cells = [" ".join(rules.rules[number - 1].cells) for number in grade.decided_by]
    return element(
        "section",
        element("h2", f"Level {' or '.join(grade.levels)}"),
        element("p", f"Set at 90 %: {', '.join(grade.level_set)}."),
        element("p", f"Decided by rule {numbers} of the table {rules.name} ({'; '.join(cells)})."),
        _list("What people must look at", grade.refer) if grade.refer else element("p", "Nothing is referred."),
    )


def _list(title: str, items: Sequence[str]) -> Element:
    return element("div", element("h3", title), element("ul", *(element("li", item) for item in items)))


def _passage(
    part: PassageGrade, passage: Passage, answers: Sequence[str | None], closest: Sequence[ClosestSentence]
) -> Element:
    label: Label = part.label
    sentences = [
        element(
            "article",
            element("h3", f"Sentence {number}"),
            element(
                "dl",
                *_text("source", sentence.source),
                *_text("answer", answer or ""),
                *(_text("its words", *_answer(near)) if answer else ()),
                *_text("closest correct", *_correct(near)),
                class_="texts",
            ),
        )
        for number, (sentence, answer, near) in enumerate(zip(passage.sentences, answers, closest, strict=True), 1)
    ]
    return element(
        "section",
        element("h2", f"Passage {part.passage}, level {part.level}: {label} ({LABEL_NAMES[label]})"),
        element("p", f"Set at 90 %: {', '.join(part.label_set)}. Translated: {part.translated:.0%} of the sentences."),
        _list("What differs from correct translations", reasons(closest)),
        *sentences,
        element(
            "details",
            element("summary", "What the model weighed"),
            element("p", "Towards errors above 0, away from them below."),
            element("ul", *(element("li", f"{feature}: {weight:+.3f}") for feature, weight in part.weighed)),
        ),
    )


def _text(label: str, *text: Element | str) -> tuple[Element, Element]:
    return element("dt", label), element("dd", *text, dir="auto")


def _answer(near: ClosestSentence) -> Iterator[Element | str]:
    """The answer, with words that are wrong or extra struck out."""
    wrong = {edit.word for edit in near.path.edits if edit.kind in ("extra", "substitute")}
    for i, word in enumerate(near.answer):
        yield element("del", word) if i in wrong else word
        yield " "


def _correct(near: ClosestSentence) -> Iterator[Element | str]:
    """The closest correct sentence, with words that are missing or replace wrong ones underlined."""
    new = {edit.place for edit in near.path.edits if edit.kind in ("missing", "substitute")}
    for i, word in enumerate(near.correct):
        yield element("ins", word) if i in new else word
        yield " "


def _traces(grade: Grade, head: str | None) -> Element:
    return element(
        "section",
        element("h2", "How this can be checked"),
        element("p", "Model ", element("code", grade.model), ", rules ", element("code", grade.rules), "."),
        element("p", "Head of the log: ", element("code", head)) if head else None,
        element("p", "An appeal goes to a grader who has not seen this exam and does not see the old marks."),
    )
