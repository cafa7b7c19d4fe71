"""Features of dependency parses and Treepel, with parses of our own in CoNLL-U."""

from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError
from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.learn.features.parses import LABELS
from tertium.learn.model import Model
from tertium.learn.ranking.trainers import TreepelTrainer
from tertium.learn.ranking.treepel import Treepel
from tertium.learn.trainer import Run, train
from tertium.text.pool import Pairing
from tertium.text.testset import References

# Each word: form, tag, head, relation.
SENTENCES = [
    "The,DET,2,det cat,NOUN,3,nsubj sat,VERB,0,root",
    "The,DET,2,det dog,NOUN,3,nsubj sat,VERB,0,root",
    "A,DET,2,det cat,NOUN,3,nsubj sat,VERB,0,root there,ADV,3,advmod",
    "cat,NOUN,2,nsubj:pass sat,VERB,0,root cat,NOUN,2,odd",
    "Sat,VERB,0,root",
]


def text(sentence: str) -> str:
    return " ".join(word.split(",")[0] for word in sentence.split())


@pytest.fixture
def parses(tmp_path: Path) -> str:
    lines = []
    for sentence in SENTENCES:
        for i, word in enumerate(sentence.split(), 1):
            form, tag, head, label = word.split(",")
            lines.append(f"{i}\t{form}\t_\t{tag}\t_\t_\t{head}\t{label}\t_\t_")
        lines.append("")
    (tmp_path / "own.conllu").write_text("\n".join([*lines, ""]), "utf-8")
    return str(tmp_path / "own.conllu")


def compared(hypothesis: str, reference: str, parser: str) -> dict[str, float]:
    sets, options = features.parse("parse"), FeatureOptions(parser=parser)
    pairing = Pairing.of([hypothesis], References.by_stream([reference]))
    return dict(zip(features.feature_names(sets, options), features.compute(sets, pairing, options)[0], strict=True))


def test_a_sentence_against_itself_matches_everything(parses: str) -> None:
    found = compared(text(SENTENCES[2]), text(SENTENCES[2]), parses)
    for family in ("tags.bigram", "arcs.words", "arcs.types", "arcs.valency"):
        assert [found[f"{family}.{part}"] for part in ("precision", "recall", "f1")] == [1, 1, 1]
    assert sum(found[f"label.{label}.matched"] for label in LABELS) == pytest.approx(1)
    assert not any(value for name, value in found.items() if name.endswith("-only"))


def test_counts_by_hand(parses: str) -> None:
    found = compared(text(SENTENCES[0]), text(SENTENCES[2]), parses)
    # Tags: start-DET, DET-NOUN, NOUN-VERB are in both; the reference has VERB-ADV too.
    assert (found["tags.bigram.precision"], found["tags.bigram.recall"]) == (1, 3 / 4)
    # Pairs of words: (sat, cat) and (root, sat); "the" and "a" hang on the cat.
    assert (found["arcs.words.precision"], found["arcs.words.recall"]) == (2 / 3, 2 / 4)
    assert found["arcs.types.f1"] == pytest.approx(6 / 7)
    # The cat has one dependent in both; "sat" has one and two.
    assert found["arcs.valency.precision"] == pytest.approx(1 / 3)
    assert found["label.nsubj.matched"] == pytest.approx(2 / 7)
    assert found["label.det.hyp-only"] == pytest.approx(1 / 3)
    assert found["label.det.ref-only"] == pytest.approx(1 / 4)
    assert found["label.advmod.ref-only"] == pytest.approx(1 / 4)


def test_counts_are_clipped_and_letter_case_does_not_matter(parses: str) -> None:
    found = compared(text(SENTENCES[4]), text(SENTENCES[3]), parses)
    assert found["label.root.matched"] == pytest.approx(2 / 4)
    twice = compared(text(SENTENCES[3]), text(SENTENCES[0]), parses)
    # "cat" hangs on "sat" twice here and once there.
    assert twice["arcs.words.precision"] == pytest.approx(2 / 3)


def test_subtypes_count_as_their_relation_and_unknown_relations_as_other(parses: str) -> None:
    found = compared(text(SENTENCES[3]), text(SENTENCES[0]), parses)
    assert found["label.nsubj.matched"] == pytest.approx(2 / 6)
    assert found["label.other.hyp-only"] == pytest.approx(1 / 3)


def test_texts_without_words_have_no_arcs(parses: str) -> None:
    assert not any(compared("", "", parses).values())
    found = compared("", text(SENTENCES[0]), parses)
    assert sum(found.values()) == pytest.approx(1)
    assert np.isfinite(list(found.values())).all()


def test_a_parser_must_know_the_text(parses: str) -> None:
    with pytest.raises(DataError, match="holds no parse of 'something else'"):
        compared("something else", text(SENTENCES[0]), parses)


def test_treepel_is_trained_and_scores_with_parses_from_a_file(parses: str, tmp_path: Path) -> None:
    from tertium.learn.data import TrainingData
    from tertium.meta.judgements import Items, JudgementGroup, JudgementSet, Origin, ScoreTables, SegmentScores
    from tests.support import training

    texts = [text(sentence) for sentence in SENTENCES]
    items = Items.build(texts, References.by_stream([texts[0]] * len(texts)), segment=["1"] * len(texts))
    group = JudgementGroup(
        "own", "de-en", items, human=ScoreTables((SegmentScores(items, np.arange(5.0)[::-1].copy(), "da"),))
    )
    assert training.REFERENCES
    trainer = TreepelTrainer(min_pairs=1, parser=parses, penalty=0.1, paraphrases="none")
    model = train(trainer, TrainingData((JudgementSet((group,), Origin("own.tsv", "0" * 64)),)), Run()).model
    assert model.metric == "treepel"
    assert len(model.features) == 42 + 12 + 3 * len(LABELS)
    model.save(tmp_path / "own.model")
    metric = Treepel(model=str(tmp_path / "own.model"), parser=parses)
    scores = metric.segment_scores(texts, items.references)
    assert scores[0] == 100
    assert (np.diff(scores) < 0).all()
    assert metric.signature()["parser"].startswith("own.conllu@")
    with pytest.raises(DataError, match="a model of 'beer', expected one of 'treepel'"):
        Treepel(model="beer-en", parser=parses).signature()


def test_the_shipped_model_has_the_features_of_this_version() -> None:
    model = Model.load("treepel-en", metrics=["treepel"])
    assert model.options["features"] == "beer+parse"
    Treepel().linear()
