"""Minimum Bayes risk: of each list the candidate that is most like all others, by any metric that compares two texts.

The expected utility of a candidate h is U(h) = Σ p_j · u(h, r_j) over pseudo-references r_j, as a rule the candidates
themselves. The best has the highest U (the lowest, where lower scores are better); of equal ones the one with the
higher log-probability, and then the first.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from tertium.errors import DataError, OptionError
from tertium.keywords import checked
from tertium.metrics import Metric
from tertium.metrics.choice import Choice, Setting, Spec, choose
from tertium.nbest.choices import MBRChoice, MBRChoices, RankedCandidate
from tertium.nbest.lists import NBest
from tertium.nbest.mbr_methods import coarse, prune
from tertium.results.json import Json
from tertium.text.arrays import Floats, Ids, Offsets
from tertium.text.lists import TextLists
from tertium.text.pool import Normalization, SourceColumn, TextPool, pool_of_packed

Method = Literal["exact", "aggregate", "prune"]
Progress = Callable[[str, int, int], None]
# Candidates whose texts are held as ids at the same time, unless one list alone has more.
PORTION = 16_384
# Utilities that differ by no more than rounding are equal.
_ROUNDING = 1e-9
_ANY = Setting()  # texts of which nothing is known


@dataclass(frozen=True, slots=True)
class MBROptions:
    """How to choose.

    Attributes:
        weights: `uniform`: every candidate counts, equal ones too; `model`: by the softmax of the log-probabilities,
            equal texts once.
        temperature: What log-probabilities are multiplied by before the softmax.
        method: `exact`; `aggregate`: against the mean of the references (BLEU and chrF); `prune`: drop candidates that
            hardly ever win; `coarse:METRIC,N`: exact among the N best by another metric.
        leave_out_self: Do not compare a candidate with itself.
        subsample: Use only so many references of each list, drawn at random.
        seed: For all that is random.
        normalization: Unicode form in which texts are compared.
        threads: Threads; 0 means all cores. The result is the same for any number.
    """

    weights: Literal["uniform", "model"] = "uniform"
    temperature: float = 1.0
    method: str = "exact"
    leave_out_self: bool = False
    subsample: int | None = None
    seed: int = 12345
    normalization: Normalization = "nfc"
    threads: int = 1

    def __post_init__(self) -> None:
        if self.weights not in ("uniform", "model"):
            raise OptionError(f"weights are {self.weights!r}, expected uniform or model")
        if self.subsample is not None and self.subsample < 1:
            raise OptionError(f"subsample is {self.subsample}, expected 1 or more")
        if not np.isfinite(self.temperature) or self.temperature < 0:
            raise OptionError(f"temperature is {self.temperature}, expected 0 or more")
        self.coarse()
        if self.leave_out_self and (self.method != "exact" or self.weights != "uniform" or self.subsample):
            raise OptionError("leaving out a candidate's own copy needs method exact, uniform weights and no subsample")

    def coarse(self, setting: Setting = _ANY) -> tuple[Metric, int] | None:
        """The metric and the number of `coarse:METRIC,N`; `setting` says what the candidates are written in."""
        if self.method in ("exact", "aggregate", "prune"):
            return None
        kind, _, rest = self.method.partition(":")
        spec, _, number = rest.rpartition(",")
        if kind != "coarse" or not spec or not re.fullmatch("0*[1-9][0-9]{0,8}", number):
            raise OptionError(f"method is {self.method!r}, expected exact, aggregate, prune or coarse:METRIC,N")
        return utility(spec, setting).metrics[0], int(number)


def utility(metric: Spec, setting: Setting = _ANY) -> Choice:
    """The choice of one metric as a utility, by name with the options that suit texts which are compared alone.

    `setting` says what the candidates are written in.

    Raises:
        OptionError: The metric cannot compare two texts alone.
    """
    choice = choose(metric, setting)
    if len(choice.metrics) != 1:
        raise OptionError(f"{metric!r}: {len(choice.metrics)} metrics; expected one utility to choose by")
    (only,) = choice.metrics
    for cannot, why in (
        (only.whole_test_set, "scores a segment by the other segments of the test set"),
        ("post-edits" in only.needs, "needs post-edits"),
        ("references" not in only.reads, "does not compare texts with each other"),
    ):
        if cannot:
            raise OptionError(f"metric {only.spec()!r} {why}, so it cannot compare two candidates; choose another one")
    if not isinstance(metric, str):
        return choice
    alone = {option: value for option, value in only.options_alone.items() if option not in metric}
    return replace(choice, metrics=(replace(only, **alone),))


@checked
def mbr(
    candidates: NBest | Sequence[Sequence[str]],
    metric: Spec = "chrf",
    *,
    language: str | None = None,
    references: NBest | Sequence[Sequence[str]] | None = None,
    weights: Sequence[float] | Floats | None = None,
    options: MBROptions | None = None,
    progress: Progress | None = None,
    first_list: int = 0,
) -> MBRChoices:
    """Choose one candidate of each list.

    Args:
        candidates: Lists of candidates.
        metric: The utility: a metric, its spec, or a function that scores.
        language: Of the candidates, such as `"zh"`; None: by their looks.
        references: Other samples to compare with, list by list; the candidates themselves if not given.
        weights: A weight for each reference (candidate, if there are none), list after list, instead of those that
            `options` name.
        options: How to choose.
        progress: Called with what is done, how much of it and out of how much.
        first_list: The number of the first list, where lists are given in parts; what is random depends on it.
    """
    nbest = candidates if isinstance(candidates, NBest) else NBest.of(candidates)
    setting = nbest.setting(language)
    (chosen_metric,) = utility(metric, setting).metrics
    how = options or MBROptions()
    others = references if references is None or isinstance(references, NBest) else NBest.of(references)
    if others is not None and len(others) != len(nbest):
        raise DataError(f"{nbest.name} has {len(nbest)} lists but {others.name} has {len(others)}; expected as many")
    if how.leave_out_self and (others is not None or weights is not None):
        raise OptionError("a candidate's own copy is left out only where the candidates are the references")
    samples = nbest if others is None else others
    own_weights = None if weights is None else np.asarray(weights, np.float64)
    if own_weights is not None and own_weights.shape != (samples.n_candidates,):
        raise DataError(f"{samples.name}: {own_weights.size} weights for {samples.n_candidates} candidates")
    choices: list[MBRChoice] = []
    for begin, end in portions(nbest, samples):
        part = nbest.part(begin, end)
        part_samples = part if others is None else others.part(begin, end)
        own = None if own_weights is None else own_weights[samples.offsets[begin] : samples.offsets[end]]
        choices += _Portion(
            part, part_samples, own, chosen_metric, how, first_list + begin, how.coarse(setting)
        ).choices()
        if progress:
            progress("lists", end, len(nbest))
    about: dict[str, Json] = {
        "metric": chosen_metric.spec(),
        "signature": dict(chosen_metric.signature()),
        "method": how.method,
    }
    return MBRChoices(tuple(choices), about)


def portions(nbest: NBest, samples: NBest) -> Iterator[tuple[int, int]]:
    """Ranges of lists with about PORTION candidates and references."""
    totals = nbest.offsets + samples.offsets
    begin = 0
    while begin < len(nbest):
        end = int(np.searchsorted(totals, totals[begin] + 2 * PORTION, "right")) - 1
        end = max(end, begin + 1)
        yield begin, end
        begin = end


def best_of(nbest: NBest, number: int, choice: MBRChoice, n_best: int, first_list: int) -> Iterator[RankedCandidate]:
    """The best candidates of a list, each text once; those that a method dropped have no utility and are left out."""
    seen: set[int] = set()
    for index in choice.ranking.tolist():
        candidate = int(nbest.offsets[number]) + index
        row, utility = int(nbest.rows[candidate]), float(choice.utilities[index])
        if len(seen) == n_best or utility != utility:
            return
        if row not in seen:
            seen.add(row)
            yield RankedCandidate(first_list + number, len(seen), index, utility, nbest.text(candidate))


class _Portion:
    """A few lists at a time. Only different texts are compared; `samples` are what they are compared with."""

    def __init__(
        self,
        nbest: NBest,
        samples: NBest,
        own_weights: Floats | None,
        metric: Metric,
        options: MBROptions,
        first: int,
        staged: tuple[Metric, int] | None = None,
    ) -> None:
        self.nbest, self.samples, self.metric, self.options, self.first = nbest, samples, metric, options, first
        self.staged = staged
        self.different = nbest.different()
        self.pool, self.hypotheses, references = _pool(nbest, samples, options)
        self.hypotheses = self.hypotheses[self.different.first]
        of_samples = self.different if samples is nbest else samples.different()
        probabilities = _probabilities(samples, own_weights, options, first)
        self.references = references[of_samples.first]
        self.reference_offsets = of_samples.offsets
        reads = metric.reads | (staged[0].reads if staged else frozenset())
        wants = nbest.source is not None and "sources" in reads
        self.sources = SourceColumn.of(nbest.source, options.normalization) if wants and nbest.source else None
        sums = np.bincount(of_samples.which, weights=probabilities, minlength=len(of_samples.rows))
        self.weights: Floats = sums.astype(np.float64)
        self._drop_unused()

    def _drop_unused(self) -> None:
        """Leave out references of weight 0, unless there are none."""
        used = self.weights > 0
        if used.all():
            return
        counts = np.add.reduceat(used, self.reference_offsets[:-1], dtype=np.int64)
        self.references, self.weights = self.references[used], self.weights[used]
        self.reference_offsets = np.concatenate(([0], np.cumsum(counts))).astype(np.int64)

    def lists(self) -> TextLists:
        return TextLists(
            self.pool,
            self.hypotheses,
            self.different.offsets,
            self.references,
            self.reference_offsets,
            self.options.threads,
            self.sources,
        )

    def choices(self) -> list[MBRChoice]:
        utilities = self._utilities()[self.different.which]
        sign = 1.0 if self.metric.higher_is_better else -1.0
        log_prob = self.nbest.log_prob
        results = []
        for i in range(len(self.nbest)):
            at = slice(self.nbest.offsets[i], self.nbest.offsets[i + 1])
            ranking = _ranking(sign * utilities[at], None if log_prob is None else log_prob[at])
            best = int(ranking[0])
            text = self.nbest.text(at.start + best)
            results.append(MBRChoice(best, text, float(utilities[at][best]), utilities[at], ranking))
        return results

    def _utilities(self) -> Floats:
        lists, method = self.lists(), self.options.method
        if method == "aggregate":
            return self.metric.aggregate(lists, self.weights)
        if method == "prune":
            return prune(self.metric, lists, self.weights, self.options.seed, self.first)
        if self.staged is not None:
            return coarse(self.metric, lists, self.weights, *self.staged)
        utilities = self.metric.pairwise(lists, self.weights)
        return self._without_self(utilities) if self.options.leave_out_self else utilities

    def _without_self(self, utilities: Floats) -> Floats:
        """Take one copy of each candidate out of its own references; a lone candidate keeps it."""
        alone = np.arange(len(self.hypotheses) + 1, dtype=np.int64)
        lists = np.repeat(np.arange(len(self.nbest)), np.diff(self.different.offsets))
        sources = self.sources and self.sources.take(lists)
        own = self.metric.pairwise(TextLists.among(self.pool, self.hypotheses, alone, self.options.threads, sources))
        sizes = np.repeat(self.samples.sizes, np.diff(self.different.offsets)).astype(np.float64)
        left: Floats = np.where(sizes > 1, (sizes * utilities - own) / np.maximum(sizes - 1, 1), utilities)
        return left


def _pool(nbest: NBest, samples: NBest, options: MBROptions) -> tuple[TextPool, Ids, Ids]:
    if samples is nbest:
        pool, rows = nbest.pool(options.normalization, options.threads)
        return pool, rows, rows
    pool, (own, other) = pool_of_packed([nbest.texts, samples.texts], options.normalization, options.threads)
    return pool, own[nbest.rows], other[samples.rows]


def _ranking(utilities: Floats, log_prob: Floats | None) -> Offsets:
    """Candidates from the best to the worst; NaN stands last."""
    scale = float(np.nanmax(np.abs(utilities)))
    rounded = np.where(np.isnan(utilities), np.nanmin(utilities) - 1 - scale, utilities)
    order = np.argsort(-rounded, kind="stable")
    # Neighbours that differ by rounding only get one level, so that something else decides between them.
    steps = np.diff(rounded[order], prepend=rounded[order[0]])
    level = np.empty(len(order), np.int64)
    level[order] = np.cumsum(steps < -_ROUNDING * scale)
    return np.lexsort((-log_prob, level)) if log_prob is not None else np.lexsort((level,))


def _probabilities(samples: NBest, own_weights: Floats | None, options: MBROptions, first: int) -> Floats:
    """The probability of each sample; those of a list add up to 1."""
    sizes = samples.sizes
    if own_weights is not None:
        raw = own_weights
        if not np.isfinite(raw).all() or (raw < 0).any():
            raise DataError(f"{samples.name}: a weight is negative or not finite; expected 0 or more")
    elif options.weights == "model":
        raw = _by_model(samples, options)
    else:
        raw = np.ones(samples.n_candidates)
    if options.subsample is not None:
        raw = raw * _drawn(samples, options.subsample, options.seed, first)
    sums = np.add.reduceat(raw, samples.offsets[:-1])
    if not (sums > 0).all():
        raise DataError(f"{samples.name}: all weights of list {first + int(np.argmin(sums))} are 0")
    probabilities: Floats = raw / np.repeat(sums, sizes)
    return probabilities


def _by_model(samples: NBest, options: MBROptions) -> Floats:
    if samples.log_prob is None:
        raise DataError(f"{samples.name}: has no log-probabilities, so weights cannot be those of the model")
    if samples.log_prob_kind == "mean":
        raise DataError(
            f"{samples.name}: the log-probabilities are means over tokens, and probabilities need sums; "
            "give sums, or pass --log-prob sum if they are sums"
        )
    scaled = samples.log_prob * options.temperature
    top = np.maximum.reduceat(scaled, samples.offsets[:-1])
    raw = np.exp(scaled - np.repeat(top, samples.sizes))
    # Equal texts once, with the highest probability that one of them has.
    different = samples.different()
    best = np.zeros(len(different.rows))
    np.maximum.at(best, different.which, raw)
    once = np.zeros(len(raw))
    once[different.first] = best
    return once


def _drawn(samples: NBest, number: int, seed: int, first: int) -> Floats:
    """1 for the samples that are drawn, 0 for the others; a list draws the same whatever stands around it."""
    mask = np.zeros(samples.n_candidates)
    for i, size in enumerate(samples.sizes.tolist()):
        generator = np.random.default_rng([seed, first + i])
        mask[samples.offsets[i] + generator.permutation(size)[:number]] = 1.0
    return mask
