"""BLEU, chrF, chrF++ and NIST: from strings to scores."""

import time
from functools import partial
from typing import Any

import bleuscore
import fastchrf
from nltk.translate.nist_score import corpus_nist
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import tertium
from bench.inputs import Inputs
from bench.peers import SacreBLEU, SacreCHRF, forget_tokens, named
from bench.timing import Rival, Row, alternate, demand_same, faster
from tertium.evaluation.options import Scoring

# Texts are compared as they are, as the peers do.
AS_IS: Any = {"normalization": "none", "threads": 1}


def bleu(inputs: Inputs) -> list[Row]:
    """Corpus BLEU, tokenising included."""
    pairs = inputs.pairs
    nested = [[reference] for reference in pairs.references]
    ours = Rival(
        lambda: tertium.BLEU().corpus_score(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)
    )
    sacrebleu = Rival(lambda: SacreBLEU().corpus_score(pairs.hypotheses, [pairs.references]).score, forget_tokens)
    rust = Rival(lambda: 100 * bleuscore.compute(nested, pairs.hypotheses)["bleu"])
    alternate(ours, sacrebleu, rust)
    demand_same("BLEU beside sacreBLEU", ours.value, sacrebleu.value)
    demand_same("BLEU beside bleuscore", ours.value, rust.value)
    return [
        faster("BLEU, 13a included", named("sacrebleu"), ours.seconds, sacrebleu.seconds, 20),
        faster("BLEU, 13a included", named("bleuscore"), ours.seconds, rust.seconds, 8),
    ]


def chrf(inputs: Inputs) -> list[Row]:
    """Corpus chrF and chrF++ beside sacreBLEU, segment chrF beside fastchrf."""
    return [
        _corpus_chrf(inputs, "chrF", tertium.CHRF(), 0),
        _corpus_chrf(inputs, "chrF++", tertium.CHRFPlusPlus(), 2),
        _segment_chrf(inputs),
    ]


def _corpus_chrf(inputs: Inputs, name: str, metric: tertium.CHRF, word_order: int) -> Row:
    pairs = inputs.pairs
    ours = Rival(lambda: metric.corpus_score(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS))
    sacrebleu = Rival(lambda: SacreCHRF(word_order=word_order).corpus_score(pairs.hypotheses, [pairs.references]).score)
    alternate(ours, sacrebleu)
    demand_same(f"{name} beside sacreBLEU", ours.value, sacrebleu.value)
    return faster(name, named("sacrebleu"), ours.seconds, sacrebleu.seconds, 40)


def _segment_chrf(inputs: Inputs) -> Row:
    pairs = inputs.pairs
    hypotheses, references = ([[text] for text in texts] for texts in (pairs.hypotheses, pairs.references))
    ours = Rival(
        lambda: tertium.CHRF().segment_scores(pairs.hypotheses, tertium.References.by_stream(pairs.references), **AS_IS)
    )
    rust = Rival(lambda: fastchrf.pairwise_chrf(hypotheses, references))
    alternate(ours, rust)
    demand_same("chrF of segments beside fastchrf", ours.value, [one for ((one,),) in rust.value])
    note = "Segment scores, the only ones fastchrf gives; its nested lists are made before the clock starts."
    return faster("chrF of each segment", named("fastchrf"), ours.seconds, rust.seconds, 15, note)


def several_systems(inputs: Inputs) -> list[Row]:
    """BLEU and chrF of twelve systems against one reference, which both programs prepare once."""
    size = inputs.size(1875, 100)
    made = inputs.systems(12, size)
    outputs, references = made.systems, made.references
    n_pairs = f"{len(outputs)} systems × {size:,} segments"
    rows = []
    for name, metric, original, bar in (("BLEU", "bleu", SacreBLEU, 60), ("chrF", "chrf", SacreCHRF, 45)):
        prepared = original(references=[references])
        ours = Rival(partial(corpus_scores, metric, outputs, [references]), clock=time.process_time)
        theirs = Rival(partial(sacrebleu_scores, prepared, outputs), forget_tokens, time.process_time)
        alternate(ours, theirs, rounds=5)
        demand_same(f"{name} of several systems", ours.value, theirs.value)
        note = "CPU time, best of five rounds; sacreBLEU's references are prepared before the clock starts."
        rows.append(faster(f"{name}, {n_pairs}", named("sacrebleu"), ours.seconds, theirs.seconds, bar, note))
    return rows


def corpus_scores(metric: str, outputs: dict[str, list[str]], references: list[list[str]]) -> list[float]:
    """The score of each system, by one call."""
    scoring = Scoring(**AS_IS)
    result = tertium.score(outputs, tertium.References.by_stream(*references), metrics=[metric], scoring=scoring)
    return [system.scores[0].score for system in result.systems]


def sacrebleu_scores(prepared: Any, outputs: dict[str, list[str]]) -> list[float]:
    """The same by a metric whose references are prepared."""
    return [prepared.corpus_score(texts, None).score for texts in outputs.values()]


def nist(inputs: Inputs) -> list[Row]:
    """NIST beside nltk, on words that 13a has split."""
    split = Tokenizer13a()  # type: ignore[no-untyped-call]
    hypotheses, references = (
        [split(text).split() for text in texts] for texts in (inputs.pairs.hypotheses, inputs.pairs.references)
    )
    nested = [[words] for words in references]
    joined_hypotheses, joined_references = ([" ".join(words) for words in texts] for texts in (hypotheses, references))
    ours = Rival(
        lambda: tertium.NIST(tok="none").corpus_score(
            joined_hypotheses, tertium.References.by_stream(joined_references), **AS_IS
        )
    )
    nltk = Rival(lambda: corpus_nist(nested, hypotheses))
    alternate(ours, nltk)
    demand_same("NIST beside nltk", ours.value, nltk.value)
    note = "nltk gets lists of words; ours gets them joined by spaces and splits them within its time: more work."
    return [faster("NIST", named("nltk"), ours.seconds, nltk.seconds, 40, note)]
