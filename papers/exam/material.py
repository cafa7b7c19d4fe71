"""Exams that programs sat: documents of shared tasks as passages, their systems as candidates, MQM points as grades."""

import csv
import gzip
import sys
from collections import defaultdict
from dataclasses import dataclass
from itertools import compress
from pathlib import Path

import numpy as np

from tertium.exam.labelling.examples import Examples, collect, joined
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.passages import Exam, Passage, Sentence
from tertium.exam.scale import LABELS
from tertium.exam.submissions import Labelled, Submission

DATA = Path(__file__).parents[3] / "shared" / "data"
CUTS = (2.0, 7.0, 18.0)
"""Points in 100 words up to which a passage is SM, MM, IM; fixed before anything was measured."""

SETS = {
    "he-en": ("seg_wmt23_mqm_dasqm.tsv.gz", "he-en"),
    "es-en": ("seg_bio_mqm.tsv.gz", "es-en"),
    "de-en": ("seg_bio_mqm.tsv.gz", "de-en"),
}
"""News of WMT23, and abstracts of biomedical papers: file and language pair."""

Row = dict[str, str]


@dataclass(frozen=True)
class Material:
    """One set: what was asked, what programs answered, and the labels that follow from experts' points.

    An answer is None where experts did not annotate this program's sentence: it was given, and is left out.
    """

    name: str
    exam: Exam
    submissions: list[Submission]
    labels: list[Labelled]


def read_rows(path: Path) -> list[Row]:
    """All rows of a file by the names of its columns."""
    csv.field_size_limit(sys.maxsize)
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as stream:
        header = stream.readline().rstrip("\n").split("\t")
        return [dict(zip(header, line.rstrip("\n").split("\t"), strict=True)) for line in stream]


def read_set(name: str) -> Material:
    """A set; where several people annotated a segment, the first counts."""
    file, pair = SETS[name]
    segments: dict[tuple[str, str], dict[str, Row]] = defaultdict(dict)
    for row in read_rows(DATA / "judgements" / file):
        if row["lang_pair"] == pair and row["score"]:
            segments[row["doc_id"], row["seg_id"]].setdefault(row["system"], row)
    documents: dict[str, list[dict[str, Row]]] = defaultdict(list)
    for (document, _), systems in segments.items():
        documents[document].append(systems)
    passages, submissions, labels = [], [], []
    for document, parts in documents.items():
        passages.append(Passage(document, "2", tuple(_sentence(systems) for systems in parts)))
        for system in sorted(set().union(*parts)):
            rows = [systems.get(system) for systems in parts]
            texts = tuple(None if row is None else row["hypothesis"] for row in rows)
            submissions.append(Submission(system, document, texts))
            labels.append(_labelled(system, document, [row for row in rows if row is not None]))
    return Material(name, Exam(name, tuple(passages)), submissions, labels)


def examples_of(material: Material, features: PassageFeatures) -> Examples:
    """Features of every passage, over the sentences of it that experts have annotated for this program."""
    labels = {(label.candidate, label.passage): label for label in material.labels}
    groups: dict[tuple[str, tuple[bool, ...]], list[Submission]] = defaultdict(list)
    for s in material.submissions:
        groups[s.passage, tuple(text is not None for text in s.answers)].append(s)
    blocks = []
    for (document, there), submissions in groups.items():
        whole = material.exam.passage(document, material.name)
        passage = Passage(document, whole.level, tuple(compress(whole.sentences, there)))
        own = [Submission(s.candidate, document, tuple(compress(s.answers, there))) for s in submissions]
        given = [labels[s.candidate, document] for s in own]
        blocks.append(collect(Exam(material.name, (passage,)), own, given, features))
    return joined(blocks)


def _sentence(systems: dict[str, Row]) -> Sentence:
    row = next(iter(systems.values()))
    references = dict.fromkeys(text for text in (row["reference"], row["reference_2"]) if text)
    return Sentence(row["source"], tuple(references))


def _labelled(system: str, document: str, rows: list[Row]) -> Labelled:
    words = sum(len(row["hypothesis"].split()) for row in rows)
    points = 100 * sum(-float(row["score"]) for row in rows) / max(words, 1)
    graders = [row.get("annotator", "") for row in rows]
    grader = max(sorted(set(graders)), key=graders.count)
    return Labelled(system, document, LABELS[int(np.digitize(points, CUTS, right=True))], grader or None, points)
