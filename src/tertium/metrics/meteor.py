"""METEOR 1.5 (Denkowski & Lavie 2014): words matched as they are, by stem, by synonym or by paraphrase.

How much is matched decides, with a penalty for matches that do not stand together.
"""

from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args

import numpy as np
from numpy.typing import NDArray

from tertium import _core
from tertium.errors import OptionError
from tertium.metrics.base import Metric, Misfit, option, ratio, register
from tertium.metrics.explanation import Excerpt, Explanation, Link, Part, left_over
from tertium.resources import store
from tertium.resources.knowledge import Knowledge, WordSources
from tertium.resources.stems import SNOWBALL
from tertium.resources.stems import signature as stemmer_signature
from tertium.text.arrays import Batch, Floats
from tertium.text.languages import Language
from tertium.text.pool import Pairing
from tertium.text.tokenizers import get as tokenizer
from tertium.text.tokenizers.meteor import APOSTROPHES, MeteorTokenizer

Module = Literal["exact", "stem", "synonym", "paraphrase"]
MODULES: tuple[Module, ...] = get_args(Module)


class TaskParameters(NamedTuple):
    """Parameters (alpha, beta, gamma, delta), and the weight of each module that is used."""

    parameters: tuple[float, float, float, float]
    weights: dict[Module, float]


def _settings(parameters: tuple[float, float, float, float], **weights: float) -> TaskParameters:
    return TaskParameters(parameters, {module: weights[module] for module in MODULES if module in weights})


# The values that the original ships for each task, by language where it has them.
_LI = _settings((0.75, 1.40, 0.70, 0.50), exact=1.0, stem=0.5, synonym=0.5, paraphrase=0.5)
_TUNE = _settings((0.5, 1.0, 0.5, 0.5), exact=1.0, stem=0.5, synonym=0.5, paraphrase=0.5)
_UNIVERSAL = _settings((0.70, 1.40, 0.30, 0.70), exact=1.0, paraphrase=0.6)
_RANK = {
    "en": _settings((0.85, 0.20, 0.60, 0.75), exact=1.0, stem=0.6, synonym=0.8, paraphrase=0.6),
    "cs": _settings((0.95, 0.20, 0.60, 0.80), exact=1.0, paraphrase=0.4),
    "fr": _settings((0.90, 1.40, 0.60, 0.65), exact=1.0, stem=0.2, paraphrase=0.4),
    "es": _settings((0.65, 1.30, 0.50, 0.80), exact=1.0, stem=0.8, paraphrase=0.6),
    "de": _settings((0.95, 1.00, 0.55, 0.55), exact=1.0, stem=0.8, paraphrase=0.2),
    "ru": _settings((0.75, 1.40, 0.70, 0.50), exact=1.0, stem=0.5, paraphrase=0.5),
}
_ADQ = {"en": _settings((0.75, 1.40, 0.45, 0.70), exact=1.0, stem=1.0, synonym=0.6, paraphrase=0.8)}
_HTER = {"en": _settings((0.40, 1.50, 0.35, 0.55), exact=1.0, stem=0.2, synonym=0.6, paraphrase=0.8)}
_BY_LANGUAGE = {"rank": _RANK, "adq": _ADQ, "hter": _HTER}


@register("meteor")
@dataclass(frozen=True, kw_only=True)
class METEOR(Metric):
    """Of several references the one with the best score counts. The corpus score comes from summed statistics."""

    language: str = option("en", "language of the texts, as a code of two letters")
    task: Literal["default", "rank", "adq", "hter", "tune", "li", "universal"] = option(
        "default", "which parameters: those for ranking where the language has them, else li"
    )
    norm: Literal["yes", "no-punct", "lower", "no"] = option(
        "yes", "METEOR's normaliser (en, cs, de, es, fr, ru), the same without punctuation, lowercase only, nothing"
    )
    modules: str = option("default", "ways to match, such as exact+stem+synonym+paraphrase; paraphrase needs a table")
    synonyms: str = option("auto", "dictionary of synonyms: auto, or the name or path of one")
    paraphrases: str = option("auto", "paraphrase table: auto, none, or the name or path of one")
    function_words: str = option("auto", "list of function words: auto, none, or the name or path of one")
    abbreviations: str = option("auto", "words that keep their full stop: auto, none, or the name or path of a list")
    alpha: float | None = option(None, "weight of recall against precision; none: the task's", minimum=0, maximum=1)
    beta: float | None = option(None, "how the penalty grows with fragmentation; none: the task's", minimum=0)
    gamma: float | None = option(None, "largest penalty for fragmentation; none: the task's", minimum=0, maximum=1)
    delta: float | None = option(
        None, "weight of content words against function words; none: the task's", minimum=0, maximum=1
    )
    weights: str = option("default", "weights of the modules, in the order of the modules, such as 1+0.6+0.8")
    by_hash: bool = option(True, "compare words by Java's hash as the original does, which takes le and n' for equal")
    beam: int = option(40, "number of partial alignments to keep", minimum=1, maximum=10_000)

    summary = "words matched exactly, by stem, synonym or paraphrase, with a penalty for broken order"
    original = "METEOR 1.5 (with its own tables; see the documentation)"
    papers = ("denkowski-lavie-2014-meteor",)
    name = "METEOR"

    def __post_init__(self) -> None:
        super().__post_init__()
        try:
            self._check()
        except OptionError as error:
            raise OptionError(f"{self.key}: {error}") from None

    def signature(self) -> dict[str, str]:
        settings, names = self._parameters(), {}
        if "stem" in settings.weights:
            names["stem"] = stemmer_signature(self.language)
        if "synonym" in settings.weights:
            names["syn"] = _named(self._resource("synonyms", self.synonyms))
        if "paraphrase" in settings.weights:
            names["para"] = _named(self._resource("paraphrases", self.paraphrases))
        if self.norm in ("yes", "no-punct"):
            names["abbr"] = _named(self._resource("abbreviations", self.abbreviations))
        return {
            "lang": self.language,
            "norm": self.norm,
            "task": self._task(),
            "params": "/".join(f"{value:g}" for value in settings.parameters),
            "match": "+".join(f"{module}:{weight:g}" for module, weight in settings.weights.items()),
            "func": _named(self._resource("function", self.function_words)),
            **names,
            **({} if self.by_hash else {"hash": "no"}),
            **({"beam": str(self.beam)} if self.beam != 40 else {}),
        }

    @classmethod
    def options_for(cls, language: Language) -> dict[str, Any]:
        return {"language": language.code}

    def misfit(self, language: Language) -> Misfit | None:
        if self.language == language.code:
            return None
        norm = "" if language.code in APOSTROPHES else ",norm=lower), with the texts tokenised"
        return Misfit(
            f"its rules and resources are those of {self.language!r}",
            f"use meteor(language={language.code}{norm or ')'}",
        )

    def statistics(self, pairing: Pairing) -> Floats:
        """Columns: words, then function words, of hypothesis and reference; matches by kind; chunks."""
        batch, matches, functions, settings = self._prepare(pairing)
        return _core.meteor_statistics(
            pairing.pairs(batch),
            matches,
            function_words=functions,
            parameters=settings.parameters,
            weights=self._all_weights(settings),
            beam=self.beam,
            threads=pairing.threads,
        )

    def score(self, statistics: Floats) -> Floats:
        return 100.0 * np.maximum(self._judge(statistics)["score"], 0.0)

    def explain(self, pairing: Pairing, segment: int) -> Explanation:
        excerpt = Excerpt.of(pairing, segment)
        batch, matches, functions, settings = self._prepare(excerpt.pairing)
        alignments = _core.meteor_alignments(
            excerpt.pairing.pairs(batch),
            matches,
            function_words=functions,
            parameters=settings.parameters,
            weights=self._all_weights(settings),
            beam=self.beam,
        )
        number = int(alignments.references[0])
        hypothesis, reference = excerpt.tokens(batch, number)
        is_function = functions[batch.ids[batch.offsets[excerpt.hypothesis] : batch.offsets[excerpt.hypothesis + 1]]]
        links = tuple(
            self._link(row, float(probability), is_function)
            for row, probability in zip(alignments.matches.rows.tolist(), alignments.matches.probabilities, strict=True)
        )
        statistics = self.statistics(excerpt.pairing)[0]
        return replace(
            excerpt.explanation(float(self.score(statistics)), hypothesis, reference, number),
            links=links,
            loose=left_over(links, hypothesis, reference),
            parts=self._parts(statistics),
        )

    def _link(self, row: list[int], probability: float, is_function: NDArray[np.uint8]) -> Link:
        """One match; it contributes what it adds to the matched words of the hypothesis."""
        settings = self._parameters()
        delta = settings.parameters[3]
        kind, start, length, in_reference, reference_length = row
        module = MODULES[kind]
        weight = sum(1 - delta if flag else delta for flag in is_function[start : start + length])
        return Link(
            start,
            length,
            in_reference,
            reference_length,
            "same" if module == "exact" else module,
            contribution=settings.weights.get(module, 0.0) * weight,
            probability=probability if module == "paraphrase" else None,
        )

    def _parts(self, statistics: Floats) -> tuple[Part, ...]:
        values = {name: float(value) for name, value in self._judge(statistics).items()}
        return (
            Part("precision", 100 * values["precision"], "weighted, in per cent"),
            Part("recall", 100 * values["recall"], "weighted, in per cent"),
            Part("F mean", 100 * values["mean"], f"recall has the weight {self._parameters().parameters[0]:g}"),
            Part("matched words", values["words"], "mean of both sides"),
            Part("chunks", values["chunks"], "0 where all is matched in one"),
            Part("fragmentation penalty", values["penalty"], "the score is the F mean times 1 less this"),
        )

    def _judge(self, statistics: Floats) -> dict[str, Floats]:
        """The score from 0 to 1 and what it is made of."""
        settings = self._parameters()
        alpha, beta, gamma, delta = settings.parameters
        weights = np.array(self._all_weights(settings))
        lengths, functions, chunks = statistics[..., 0:2], statistics[..., 2:4], statistics[..., 20]
        matched = statistics[..., 4:20].reshape(*statistics.shape[:-1], 4, 2, 2)
        by_side = (matched * np.array([[delta], [1 - delta]])).sum(-2)
        weighted = (by_side * weights[:, None]).sum(-2)
        shares = ratio(weighted, delta * (lengths - functions) + (1 - delta) * functions)
        precision, recall = shares[..., 0], shares[..., 1]
        mean = ratio(precision * recall, (1 - alpha) * recall + alpha * precision)
        both = matched.sum((-1, -2, -3))
        penalty = gamma * np.where(chunks > 0, ratio(2 * chunks, both), 0.0) ** beta
        return {
            "precision": precision,
            "recall": recall,
            "mean": mean,
            "words": both / 2,
            "chunks": chunks,
            "penalty": penalty,
            "score": mean * (1 - penalty),
        }

    def _prepare(self, pairing: Pairing) -> tuple[Batch, "_core.Lexicon", NDArray[np.uint8], TaskParameters]:
        settings = self._parameters()
        batch = self._tokens(pairing)
        used = settings.weights
        sources = WordSources(
            stem_language=self.language if "stem" in used else None,
            synonyms=store.synonyms(self.synonyms, self.language) if "synonym" in used else None,
            paraphrases=store.paraphrases(self.paraphrases, self.language) if "paraphrase" in used else None,
            listed=store.words("function", self.function_words, self.language),
            by_hash=self.by_hash,
        )
        knowledge = Knowledge.of(batch, sources)
        return batch, knowledge.lexicon, knowledge.listed, settings

    def _tokens(self, pairing: Pairing) -> Batch:
        if self.norm in ("lower", "no"):
            return pairing.pool.tokens(tokenizer("none"), lowercase=self.norm == "lower")
        abbreviations = store.words("abbreviations", self.abbreviations, self.language)
        return pairing.pool.tokens(MeteorTokenizer(self.language, abbreviations, self.norm == "yes"))

    def _resource(self, kind: str, choice: str) -> store.Resource | None:
        return store.resolve(kind, choice, self.language)

    def _task(self) -> str:
        if self.task == "default":
            return "rank" if self.language in _RANK else "li"
        return self.task

    def _task_settings(self) -> TaskParameters:
        task = self._task()
        if task in _BY_LANGUAGE:
            return _BY_LANGUAGE[task][self.language]
        if task == "universal":
            return _UNIVERSAL
        settings = _TUNE if task == "tune" else _LI
        usable = set(_RANK[self.language].weights) if self.language in _RANK else {"exact", "stem", "paraphrase"}
        if self.language not in SNOWBALL:
            usable.discard("stem")
        return TaskParameters(settings.parameters, {m: w for m, w in settings.weights.items() if m in usable})

    def _parameters(self) -> TaskParameters:
        """Parameters and weights after all options."""
        settings, modules = self._task_settings(), self._used_modules()
        values = (self.alpha, self.beta, self.gamma, self.delta)
        alpha, beta, gamma, delta = (
            own if value is None else value for value, own in zip(values, settings.parameters, strict=True)
        )
        weights = [settings.weights.get(module, _LI.weights[module]) for module in modules]
        if self.weights != "default":
            weights = self._listed_weights()
        return TaskParameters((alpha, beta, gamma, delta), dict(zip(modules, weights, strict=True)))

    def _used_modules(self) -> list[Module]:
        """The modules asked for, or those of the task for which there are resources."""
        if self.modules != "default":
            return self._listed_modules()
        missing = set()
        if self._resource("paraphrases", self.paraphrases) is None:
            missing.add("paraphrase")
        if self._resource("synonyms", self.synonyms) is None:
            missing.add("synonym")
        return [module for module in self._task_settings().weights if module not in missing]

    def _listed_modules(self) -> list[Module]:
        listed = [module for module in MODULES if module in self.modules.split("+")]
        if self.modules.split("+") != listed or listed[:1] != ["exact"]:
            raise OptionError(
                f"option 'modules' cannot be {self.modules!r}; it takes default, or exact and any of stem, synonym, "
                "paraphrase in this order, joined by +"
            )
        return listed

    def _listed_weights(self) -> list[float]:
        try:
            weights = [float(part) for part in self.weights.split("+")]
        except ValueError:
            weights = []
        if not weights or not all(0 <= weight <= 1 for weight in weights):
            raise OptionError(f"option 'weights' cannot be {self.weights!r}; it takes numbers from 0 to 1 joined by +")
        return weights

    @staticmethod
    def _all_weights(settings: TaskParameters) -> tuple[float, ...]:
        return tuple(settings.weights.get(module, 0.0) for module in MODULES)

    def _check(self) -> None:
        if self._task() in _BY_LANGUAGE and self.language not in _BY_LANGUAGE[self._task()]:
            languages = ", ".join(_BY_LANGUAGE[self._task()])
            raise OptionError(
                f"task {self.task!r} has parameters for {languages} only; for {self.language!r} use task=li"
            )
        if self.norm in ("yes", "no-punct") and self.language not in APOSTROPHES:
            languages = ", ".join(APOSTROPHES)
            raise OptionError(
                f"the normaliser knows {languages}, not {self.language!r}; tokenise the texts yourself and use "
                "norm=lower"
            )
        listed = self._listed_modules() if self.modules != "default" else []
        if "stem" in listed and self.language not in SNOWBALL:
            raise OptionError(f"there is no stemmer for {self.language!r}; leave stem out of the modules")
        if "paraphrase" in listed and self._resource("paraphrases", self.paraphrases) is None:
            raise OptionError("the module paraphrase needs a table: paraphrases=NAME or PATH")
        if self.weights != "default" and len(self._listed_weights()) != (n_modules := len(self._used_modules())):
            raise OptionError(f"option 'weights' cannot be {self.weights!r}: there are {n_modules} modules")


def _named(resource: store.Resource | None) -> str:
    """A resource as signatures print it: its name and a short name of its content."""
    return resource.signature if resource else "none"
