"""The same equality on real translations, where the real data stands beside the project."""

import csv
import gzip
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any

import jiwer
import pytest
import sacrebleu

from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF, CHRFPlusPlus
from tertium.metrics.ter import TER
from tertium.metrics.wer import WER
from tertium.text.pool import Pairing
from tertium.text.testset import References

from .as_sacrebleu import assert_equal_scores
from .inputs import Input

pytestmark = pytest.mark.shared

SYSTEM_OUTPUTS = "data/judgements/sys_wmt14_to-en.tsv.gz"
DATASETS = ("seg_wmt15_da", "seg_wmt16_da")
# What has more than one reference, and how many of its rows are read.
MULTIREF = {
    "fisher_es-en_4refs": 60,
    "indian_to-en_4refs": 60,
    "wmt14_en-de_en-fr_11refs": 30,
    "wmt21-23_to-en_2refs": 60,
}


def rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        yield from csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE)


@pytest.fixture(scope="module")
def wmt14(shared: Path) -> dict[str, Input]:
    """The first segments of one system of every language pair."""
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    system_of: dict[str, str] = {}
    for row in rows(shared / SYSTEM_OUTPUTS):
        pair = row["lang_pair"]
        if system_of.setdefault(pair, row["system"]) == row["system"] and len(found[pair]) < 300:
            found[pair].append((row["hypothesis"], row["reference"]))
    assert len(found) == 5
    return {pair: Input([h for h, _ in texts], [[r for _, r in texts]]) for pair, texts in found.items()}


def first(data: Input, n: int) -> Input:
    return Input(data.hypotheses[:n], [stream[:n] for stream in data.streams])


@pytest.mark.parametrize(
    "options",
    [{}, {"tok": "intl", "lowercase": True}, {"smooth": "add-k", "effective_order": True}, {"smooth": "floor"}],
)
def test_bleu_of_real_systems(wmt14: dict[str, Input], options: dict[str, Any]) -> None:
    names = {"tok": "tokenize", "smooth": "smooth_method"}
    original = sacrebleu.BLEU(force=True, **{names.get(key, key): value for key, value in options.items()})
    for data in wmt14.values():
        assert_equal_scores(BLEU(**options), original, first(data, 120))


def test_chrf_of_real_systems(wmt14: dict[str, Input]) -> None:
    for data in wmt14.values():
        assert_equal_scores(CHRF(), sacrebleu.CHRF(), first(data, 60))
        assert_equal_scores(CHRFPlusPlus(lowercase=True), sacrebleu.CHRF(word_order=2, lowercase=True), first(data, 40))


@pytest.mark.parametrize(("options", "n"), [({}, 6), ({"normalized": True, "no_punct": True}, 4)])
def test_ter_of_real_systems(wmt14: dict[str, Input], options: dict[str, Any], n: int) -> None:
    for data in wmt14.values():
        assert_equal_scores(TER(**options), sacrebleu.TER(**options), first(data, n))


def test_wer_of_real_systems(wmt14: dict[str, Input]) -> None:
    for data in wmt14.values():
        columns = (data.hypotheses, data.streams[0])
        hypotheses, references = ([" ".join(text.split()) for text in texts] for texts in columns)
        found = WER().corpus_score(data.hypotheses, data.references, normalization="none")
        assert found == pytest.approx(100 * jiwer.wer(references, hypotheses), abs=1e-9)


@pytest.fixture(scope="module", params=MULTIREF)
def several(request: pytest.FixtureRequest, shared: Path) -> Input:
    """Each last reference judged by the others; one that is empty there is missing."""
    path = shared / "data" / "multiref" / f"multiref_{request.param}.tsv.gz"
    # Rows far apart, because neighbours are alike.
    chosen = list(islice(rows(path), 0, None, 17))[: MULTIREF[request.param]]
    columns = [name for name in chosen[0] if name.startswith("reference")]
    complete = [row for row in chosen if row[columns[-1]] and any(row[name] for name in columns[:-1])]
    streams = [[row[name] or None for row in complete] for name in columns[:-1]]
    return Input([row[columns[-1]] for row in complete], streams)


def test_several_real_references(several: Input) -> None:
    assert_equal_scores(BLEU(), sacrebleu.BLEU(force=True), several)
    assert_equal_scores(CHRFPlusPlus(), sacrebleu.CHRF(word_order=2), first(several, 25))
    assert_equal_scores(TER(), sacrebleu.TER(), first(several, 8))


def test_real_references_of_varying_number(several: Input) -> None:
    # Leave out references here and there, but never all of a segment.
    streams = [
        [None if (i + s) % 3 == 0 and s != i % len(several.streams) else text for i, text in enumerate(stream)]
        for s, stream in enumerate(several.streams)
    ]
    whole = [i for i, row in enumerate(zip(*streams, strict=True)) if any(text is not None for text in row)]
    data = Input([several.hypotheses[i] for i in whole], [[stream[i] for i in whole] for stream in streams])
    assert len(data.hypotheses) >= 20
    assert_equal_scores(BLEU(), sacrebleu.BLEU(force=True), data)
    assert_equal_scores(CHRF(), sacrebleu.CHRF(), first(data, 20))


@pytest.mark.parametrize("rules", ["sacrebleu", "tercom"])
def test_ter_counts_the_edits_of_tercom(shared: Path, rules: str) -> None:
    # The two rules differ on a few segments in ten thousand; on none of these.
    golden = list(rows(shared / "golden" / "originals.tsv.gz"))
    judged = {name: list(rows(shared / "data" / "judgements" / f"{name}.tsv.gz")) for name in DATASETS}
    segments = [judged[row["dataset"]][int(row["line"]) - 2] for row in golden]  # line 1 is the header
    references = References.by_stream([row["reference"] for row in segments])
    pairing = Pairing.of([row["hypothesis"] for row in segments], references, normalization="none")
    found = TER(rules=rules).statistics(pairing)
    assert found.tolist() == [[float(row["tercom_edits"]), float(row["tercom_ref_words"])] for row in golden]
    assert len(found) == 2000
