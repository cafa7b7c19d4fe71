"""Relations of words in pPDA+f: from a parser or from parsed files to weights, scores and explanations."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest

from tertium.errors import DataError, OptionError
from tertium.io.judgements.formats import read_judgements
from tertium.learn.data import TrainingData
from tertium.learn.pfsm.automaton import EditSettings
from tertium.learn.pfsm.lattices import lattices
from tertium.learn.pfsm.training import PPDAFTrainer
from tertium.learn.trainer import Run
from tertium.metrics import parse
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tests.support.edit_judgements import HEADER

REFERENCES = [f"{a} {verb} {b}" for a, verb, b in product(("dogs", "cats"), ("chase", "like"), ("birds", "children"))]


def turned(sentence: str) -> str:
    """The same words with subject and object exchanged."""
    return " ".join(reversed(sentence.split()))


@pytest.fixture
def parsed(tmp_path: Path) -> Path:
    """All sentences of these tests, parsed: subject, verb, object."""
    lines = []
    for sentence in (*REFERENCES, *map(turned, REFERENCES)):
        for i, (word, head, label) in enumerate(
            zip(sentence.split(), (2, 0, 2), ("nsubj", "root", "obj"), strict=True), 1
        ):
            lines.append(f"{i}\t{word}\t_\tX\t_\t_\t{head}\t{label}\t_\t_")
        lines.append("")
    path = tmp_path / "parsed.conllu"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    return path


@pytest.fixture
def data(tmp_path: Path) -> TrainingData:
    rows = [
        f"own\tde-en\td\t{i}\tsys\ts\t{reference}\t{hypothesis}\t{score}\tDA"
        for i, reference in enumerate(REFERENCES)
        for hypothesis, score in ((reference, 1.0), (turned(reference), -1.0))
    ]
    path = tmp_path / "own.tsv"
    path.write_text("\n".join([HEADER, *rows]) + "\n", "utf-8")
    return TrainingData((read_judgements(str(path)),))


def test_shared_relations_get_weights_and_count_in_scores(parsed: Path, data: TrainingData, tmp_path: Path) -> None:
    trainer = PPDAFTrainer(paraphrases="none", parser=str(parsed), penalty=0.1)
    model = trainer.train(data, Run())
    assert model.weight("relation.subject") > 0
    assert "relation.subject" not in PPDAFTrainer(paraphrases="none").train(data, Run()).features
    model.save(tmp_path / "own.model")
    metric = parse(f"ppda+f(model={tmp_path / 'own.model'},output=prediction)")
    assert metric.signature()["parser"].startswith("parsed.conllu@")
    same, other = metric.segment_scores(
        [REFERENCES[0], turned(REFERENCES[0])], References.by_stream([REFERENCES[0]] * 2)
    )
    assert same > other
    with pytest.raises(DataError, match=r"parsed\.conllu.* holds no parse of 'fish swim'"):
        metric.segment_scores(["fish swim"], References.by_stream([REFERENCES[0]]))


def test_a_model_can_be_used_with_other_parses(parsed: Path, data: TrainingData, tmp_path: Path) -> None:
    moved = parsed.rename(tmp_path / "moved.conllu")
    parsed.write_text("1\tdogs\t_\tX\t_\t_\t0\troot\t_\t_\n\n", "utf-8")
    PPDAFTrainer(parser=str(moved)).train(data, Run()).save(tmp_path / "own.model")
    with_others = parse(f"ppda+f(model={tmp_path / 'own.model'},parser={parsed})")
    with pytest.raises(DataError, match=r"parsed\.conllu.* holds no parse"):
        with_others.segment_scores([turned(REFERENCES[0])], References.by_stream([REFERENCES[0]]))


def test_a_parser_for_a_model_without_relations_is_refused() -> None:
    with pytest.raises(OptionError, match="no weights for relations; use parser=model"):
        parse("ppda+f(parser=auto)").segment_scores(["a b"], References.by_stream(["b a"]))


def test_the_parser_in_the_package_finds_relations_in_the_words_of_the_machine() -> None:
    pytest.importorskip("spacy", reason="spaCy is not installed (extra parse)")
    pairing = Pairing.of(["Dogs eat meat ."], References.by_stream(["Dogs eat bones ."]))
    pairs = lattices(pairing, EditSettings(parser="auto"))
    assert pairs.hyp_lengths.tolist() == [4]
    # eat: the word before is its subject; the next word is its object
    assert pairs.hyp_codes.tolist() == pairs.ref_codes.tolist() == [0, 2, 3, 0]
    assert np.array_equal(pairs.hyp_codes, lattices(pairing, EditSettings(parser="auto")).hyp_codes)
