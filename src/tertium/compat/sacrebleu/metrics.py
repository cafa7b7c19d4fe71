"""sacreBLEU's metric objects: `BLEU(tokenize=…).corpus_score(hypotheses, [references])`."""

import logging
import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, Literal

import numpy as np

from tertium.compat.sacrebleu.scores import BLEUScore, CHRFScore, Score, Signature, TERScore
from tertium.evaluation.resampling import bootstrap_sums_of_numpy
from tertium.metrics import Metric as Ours
from tertium.metrics import bleu, chrf, ter
from tertium.text.arrays import Floats
from tertium.text.testset import References, Text

Streams = Sequence[Sequence[Text]]
Smoothing = Literal["exp", "floor", "add-k", "none"]

log = logging.getLogger("tertium.compat.sacrebleu")
_TOKENIZED_LINES = 100  # lines that end in a tokenised full stop, before a warning


class Metric(ABC):
    """What sacreBLEU's metrics have in common; `ours` is the metric that computes."""

    ours: Ours

    def __init__(self, references: Streams | None = None) -> None:
        self.n_bootstrap: int | None = None
        self.seed: str | None = None
        self.num_refs: int | Literal["var"] | None = None
        self._force = True
        self._references = None if references is None else self._read(references)

    def corpus_score(self, hypotheses: Sequence[str], references: Streams | None, n_bootstrap: int = 1) -> Score:
        """The score of a whole text; `references` are streams, None takes those that the metric was made with."""
        rows = self.statistics(hypotheses, references)
        score = self.from_sums(rows.sum(0))
        if n_bootstrap > 1:
            self.n_bootstrap = n_bootstrap
            self.seed, rng = seeded()
            score.estimate_ci(self.ours.score(bootstrap_sums_of_numpy([rows], n_bootstrap, rng)[0]))
        return score

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        """The score of one segment."""
        if not isinstance(hypothesis, str):
            raise TypeError(f"expected a hypothesis as text, got {type(hypothesis).__name__}")
        if isinstance(references, str):
            raise TypeError("expected a list of references for the hypothesis, got one text; pass [reference]")
        return self.from_sums(self.statistics([hypothesis], [[reference] for reference in references])[0])

    def statistics(self, hypotheses: Sequence[str], references: Streams | None) -> Floats:
        """The rows of our metric, one per segment; their sums are what `from_sums` takes."""
        if isinstance(hypotheses, str):
            raise TypeError("expected a list of hypotheses, got one text; use sentence_score for a single segment")
        streams = self._references if references is None else self._read(references)
        if streams is None:
            raise RuntimeError("no references: pass them, or make the metric with references=…")
        if not self._force and sum(text.endswith(" .") for text in hypotheses) >= _TOKENIZED_LINES:
            log.warning(
                "at least %d lines end in a full stop with a space before it, as tokenised text does; scores are "
                "comparable only of detokenised text (pass force to say that it is)",
                _TOKENIZED_LINES,
            )
        return self.ours.rows(hypotheses, streams, normalization="none")

    def _read(self, streams: Streams) -> References:
        if isinstance(streams, str) or any(isinstance(stream, str) for stream in streams):
            raise TypeError("expected a list of reference streams, each a list of texts; pass [references]")
        references = References.by_stream(*streams)
        sizes = {len(texts) for texts in references}
        self.num_refs = sizes.pop() if len(sizes) == 1 else "var"
        return references

    @abstractmethod
    def from_sums(self, sums: Floats) -> Score:
        """The score of summed statistics."""

    def get_signature(self) -> Signature:
        """What it takes to reproduce the last score."""
        if self.num_refs is None:
            raise ValueError("the number of references is not known yet; score something first")
        shared = {"nrefs": self.num_refs, "bs": self.n_bootstrap, "ar": None, "seed": self.seed}
        return Signature({**shared, **self._signed()}, short=self._SHORT)

    _SHORT: ClassVar[dict[str, str]] = {}

    @abstractmethod
    def _signed(self) -> dict[str, object]:
        """The metric's own fields of a signature."""


class BLEU(Metric):
    """BLEU as sacreBLEU has it."""

    SMOOTH_DEFAULTS: ClassVar[dict[str, float | None]] = {"none": None, "floor": 0.1, "add-k": 1, "exp": None}
    TOKENIZER_DEFAULT = "13a"
    _OF_LANGUAGE: ClassVar[dict[str, str]] = {"zh": "zh", "ja": "ja-mecab", "ko": "ko-mecab"}

    def __init__(
        self,
        lowercase: bool = False,
        force: bool = False,
        tokenize: str | None = None,
        smooth_method: Smoothing = "exp",
        smooth_value: float | None = None,
        max_ngram_order: int = 4,
        effective_order: bool = False,
        trg_lang: str = "",
        references: Streams | None = None,
    ) -> None:
        usual = self._OF_LANGUAGE.get(trg_lang, self.TOKENIZER_DEFAULT)
        if tokenize not in (None, usual) and trg_lang in self._OF_LANGUAGE:
            log.warning("for %s the tokeniser %s or spm is usual, not %s", trg_lang, usual, tokenize)
        self.ours: bleu.BLEU = bleu.BLEU(
            tok=tokenize or usual,
            smooth=smooth_method,
            smooth_value=smooth_value,
            max_order=max_ngram_order,
            effective_order=effective_order,
            lowercase=lowercase,
        )
        super().__init__(references)
        self._force = force

    def sentence_score(self, hypothesis: str, references: Sequence[str]) -> Score:
        if not self.ours.effective_order:
            log.warning("for single segments BLEU with effective_order=True is usual")
        return super().sentence_score(hypothesis, references)

    def from_sums(self, sums: Floats) -> BLEUScore:
        return _bleu_score(self.ours, sums)

    @staticmethod
    def compute_bleu(
        correct: Sequence[float],
        total: Sequence[float],
        sys_len: int,
        ref_len: int,
        smooth_method: Smoothing = "none",
        smooth_value: float | None = None,
        effective_order: bool = False,
        max_ngram_order: int = 4,
    ) -> BLEUScore:
        """BLEU of counts that were made elsewhere."""
        metric = bleu.BLEU(
            smooth=smooth_method,
            smooth_value=smooth_value,
            effective_order=effective_order,
            max_order=max_ngram_order,
        )
        return _bleu_score(metric, np.array([sys_len, ref_len, *correct, *total], dtype=float))

    def _signed(self) -> dict[str, object]:
        ours = self.ours
        value = self.SMOOTH_DEFAULTS[ours.smooth] if ours.smooth_value is None else ours.smooth_value
        smooth = ours.smooth if self.SMOOTH_DEFAULTS[ours.smooth] is None else f"{ours.smooth}[{value:.2f}]"
        tok = "flores101" if ours.tok == "spm" else ours.tok
        return {"case": _case(ours.lowercase), "eff": ours.effective_order, "tok": tok, "smooth": smooth}


def _bleu_score(metric: bleu.BLEU, sums: Floats) -> BLEUScore:
    order = metric.max_order
    counts, totals = sums[2 : 2 + order], sums[2 + order :]
    matched = bool(counts.any())
    if metric.smooth == "add-k" and matched:  # sacreBLEU shows counts with what smoothing added
        added = np.array([0.0, *[metric.smoothing_value()] * (order - 1)])
        counts, totals = counts + added, totals + added
    precisions = [float(100 * precision) if matched else 0.0 for _, precision in metric.precisions(sums)]
    return BLEUScore(
        float(metric.score(sums)),
        list(map(_number, counts)),
        list(map(_number, totals)),
        precisions,
        float(metric.brevity_penalty(sums)),
        int(sums[0]),
        int(sums[1]),
    )


def _number(value: float) -> int:
    """A whole number where it is one; smoothing may add parts."""
    return int(value) if float(value).is_integer() else float(value)  # type: ignore[return-value]


class CHRF(Metric):
    """chrF and chrF++ as sacreBLEU has them."""

    CHAR_ORDER = 6
    WORD_ORDER = 0
    BETA = 2

    def __init__(
        self,
        char_order: int = CHAR_ORDER,
        word_order: int = WORD_ORDER,
        beta: int = BETA,
        lowercase: bool = False,
        whitespace: bool = False,
        eps_smoothing: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.beta = beta
        self.ours: chrf.CHRF = chrf.CHRF(
            char_order=char_order,
            word_order=word_order,
            beta=float(beta),
            lowercase=lowercase,
            whitespace=whitespace,
            eps_smoothing=eps_smoothing,
        )
        super().__init__(references)

    def from_sums(self, sums: Floats) -> CHRFScore:
        return CHRFScore(float(self.ours.score(sums)), self.ours.char_order, self.ours.word_order, self.beta)

    def _signed(self) -> dict[str, object]:
        ours = self.ours
        orders = {"nc": ours.char_order, "nw": ours.word_order}
        return {"case": _case(ours.lowercase), "eff": not ours.eps_smoothing, **orders, "space": ours.whitespace}


class TER(Metric):
    """TER as sacreBLEU has it."""

    _SHORT: ClassVar[dict[str, str]] = {"tok": "t"}

    def __init__(
        self,
        normalized: bool = False,
        no_punct: bool = False,
        asian_support: bool = False,
        case_sensitive: bool = False,
        references: Streams | None = None,
    ) -> None:
        self.ours: ter.TER = ter.TER(
            normalized=normalized, no_punct=no_punct, asian_support=asian_support, case_sensitive=case_sensitive
        )
        super().__init__(references)

    def from_sums(self, sums: Floats) -> TERScore:
        return TERScore(float(self.ours.score(sums)), int(sums[0]), float(sums[1]))

    def _signed(self) -> dict[str, object]:
        ours = self.ours
        switches = {"norm": ours.normalized, "punct": not ours.no_punct, "asian": ours.asian_support}
        return {"case": _case(not ours.case_sensitive), "tok": "tercom", **switches}


METRICS: dict[str, type[BLEU] | type[CHRF] | type[TER]] = {"BLEU": BLEU, "CHRF": CHRF, "TER": TER}


def seeded() -> "tuple[str, np.random.Generator]":
    """The seed of SACREBLEU_SEED (`none`: a new one each time), and a generator from it."""
    seed = os.environ.get("SACREBLEU_SEED", "12345").lower()
    return seed, np.random.default_rng(None if seed == "none" else int(seed))


def _case(lowercase: bool) -> str:
    return "lc" if lowercase else "mixed"
