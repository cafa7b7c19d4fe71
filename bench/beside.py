"""Beside the peers: each task on each text, and twelve systems at once."""

import time
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import bleuscore
import fastchrf
import jiwer
from nltk.translate.nist_score import corpus_nist
from sacrebleu.tokenizers.tokenizer_13a import Tokenizer13a

import tertium
from bench.inputs import AS_IS, Inputs, Pairs
from bench.peers import SacreBLEU, SacreCHRF, SacreTER, forget_tokens, named
from bench.texts import Outputs, systems, test_sets
from bench.timing import Rival, Row, alternate, demand_same, faster
from tertium.evaluation.options import Scoring
from tertium.metrics import parse

Run = Callable[[], Any]
Prepare = Callable[[Pairs], tuple[Run, Run]]
"""Ours and the peer's, ready to be timed."""


def peers(inputs: Inputs) -> list[Row]:
    """Tasks on one system, of which each peer is one."""
    found = test_sets(inputs.size(4_000, 200)).pairs
    sample = {name: pairs.sample(inputs.size(400, 20)) for name, pairs in found.items()}
    return [
        _row("BLEU", "sacrebleu", 60, _sacrebleu("bleu", SacreBLEU), found),
        _row("BLEU beside bleuscore", "bleuscore", 8, _bleuscore, found),
        _row("chrF", "sacrebleu", 80, _sacrebleu("chrf", SacreCHRF), found),
        _row("chrF++", "sacrebleu", 40, _sacrebleu("chrf++", partial(SacreCHRF, word_order=2)), found),
        _row("chrF of each segment", "fastchrf", 15, _fastchrf, found),
        _row("TER", "sacrebleu", 150, _sacrebleu("ter", SacreTER), sample, f"{len(sample['WMT23 zh-en'])} pairs each."),
        _row("WER", "jiwer", 25, _jiwer, found),
        _row("NIST", "nltk", 40, _nltk, found, "nltk gets lists of words; ours gets texts and splits them: more work."),
    ]


def _row(task: str, peer: str, bar: float, prepare: Prepare, found: dict[str, Pairs], note: str = "") -> Row:
    times = {}
    for name, pairs in found.items():
        ours, theirs = prepare(pairs)
        first, second = Rival(ours, clock=time.process_time), Rival(theirs, forget_tokens, time.process_time)
        alternate(first, second)
        demand_same(f"{task}, {name}", first.value, second.value)
        times[name] = first.seconds, second.seconds
    return _lowest(task, named(peer), times, bar, note)


def _lowest(task: str, peer: str, times: dict[str, tuple[float, float]], bar: float, note: str = "") -> Row:
    """The row of all texts; the one on which ours gains least counts."""
    ratios = {name: theirs / ours for name, (ours, theirs) in times.items()}
    least = min(ratios, key=lambda name: ratios[name])
    return faster(task, peer, *times[least], bar, note, ratios)


def _score(metric: str, hypotheses: list[str], references: list[str]) -> float:
    return float(parse(metric).corpus_score(hypotheses, tertium.References.by_stream(references), **AS_IS))


def _sacrebleu(metric: str, original: Callable[[], Any]) -> Prepare:
    def prepare(pairs: Pairs) -> tuple[Run, Run]:
        return (
            partial(_score, metric, pairs.hypotheses, pairs.references),
            lambda: original().corpus_score(pairs.hypotheses, [pairs.references]).score,
        )

    return prepare


def _bleuscore(pairs: Pairs) -> tuple[Run, Run]:
    nested = [[reference] for reference in pairs.references]
    return (
        partial(_score, "bleu", pairs.hypotheses, pairs.references),
        lambda: 100 * bleuscore.compute(nested, pairs.hypotheses)["bleu"],
    )


def _fastchrf(pairs: Pairs) -> tuple[Run, Run]:
    hypotheses, nested = ([[text] for text in texts] for texts in (pairs.hypotheses, pairs.references))
    references = tertium.References.by_stream(pairs.references)
    return (
        lambda: tertium.CHRF().segment_scores(pairs.hypotheses, references, **AS_IS),
        lambda: [one for ((one,),) in fastchrf.pairwise_chrf(hypotheses, nested)],
    )


def _jiwer(pairs: Pairs) -> tuple[Run, Run]:
    # jiwer splits at the space alone; other white space would make other words.
    sides = [[" ".join(text.split()) for text in side] for side in (pairs.hypotheses, pairs.references)]
    return partial(_score, "wer", *sides), lambda: 100 * jiwer.wer(sides[1], sides[0])


def _nltk(pairs: Pairs) -> tuple[Run, Run]:
    split = Tokenizer13a()  # type: ignore[no-untyped-call]
    words = [[split(text).split() for text in texts] for texts in (pairs.hypotheses, pairs.references)]
    joined = [[" ".join(of) for of in texts] for texts in words]
    nested = [[of] for of in words[1]]
    return partial(_score, "nist(tok=none)", *joined), lambda: corpus_nist(nested, words[0])


def twelve(inputs: Inputs) -> list[Row]:
    """Twelve systems of WMT23; sacreBLEU prepares the references before the clock starts."""
    return list(_twelve(inputs))


def _twelve(inputs: Inputs) -> Iterator[Row]:
    for task, metric, original, bar in (("BLEU", "bleu", SacreBLEU, 60), ("chrF", "chrf", SacreCHRF, 80)):
        times = {}
        for languages, n_references in (("zh-en", 1), ("he-en", 1), ("he-en", 2)):
            outputs, references = systems(languages, n_references, inputs.size(2_000, 60))
            prepared: Any = original(references=references)
            ours = Rival(partial(_ours, metric, outputs, references), clock=time.process_time)
            theirs = Rival(partial(_theirs, prepared, outputs), forget_tokens, time.process_time)
            alternate(ours, theirs)
            name = f"{languages}, {n_references} reference{'s' if n_references > 1 else ''}"
            demand_same(f"{task} of twelve systems, {name}", ours.value, theirs.value)
            times[name] = ours.seconds, theirs.seconds
        note = "WMT23; sacreBLEU prepares the references before the clock starts."
        yield _lowest(f"{task}, 12 systems", named("sacrebleu"), times, bar, note)


def _ours(metric: str, outputs: Outputs, references: list[list[str]]) -> list[float]:
    """The score of each system, by one call."""
    scoring = Scoring(**AS_IS)
    result = tertium.score(outputs, tertium.References.by_stream(*references), metrics=[metric], scoring=scoring)
    return [system.scores[0].score for system in result.systems]


def _theirs(prepared: Any, outputs: Outputs) -> list[float]:
    """The same by a metric whose references are prepared."""
    return [prepared.corpus_score(texts, None).score for texts in outputs.values()]
