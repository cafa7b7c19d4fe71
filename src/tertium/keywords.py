"""Keyword arguments under the names that people know from elsewhere, or that they had here before.

A function that is `checked` answers a keyword which it does not have with the way to write it. `OTHER_NAMES` is the one
list of such names; what stands in options that a function takes as a value, such as `Resampling`, is found by itself.
"""

import functools
import inspect
from collections.abc import Callable, Iterable, Iterator
from dataclasses import MISSING, Field, fields, is_dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, ParamSpec, TypeVar, get_args

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

P = ParamSpec("P")
R = TypeVar("R")

# What we call it: what it is called elsewhere (sacreBLEU, COMET, Hugging Face's evaluate, SciPy, scikit-learn), or was.
_NAMES = {
    "systems": "hyps hypotheses hypothesis hyp sys sys_stream sys_streams predictions outputs translations mt data",
    "candidates": "hyps hypotheses samples lists nbest",
    "outputs": "hyps hypotheses systems predictions",
    "predictions": "hyps hypotheses outputs systems",
    "hypotheses": "hyps predictions outputs systems sys_stream",
    "references": "refs ref reference ref_streams targets target gold pseudo_references support",
    "sources": "source src srcs",
    "source": "sources src srcs",
    "documents": "document_ids docs doc_ids",
    "metrics": "metric metric_name",
    "metric": "metrics utility metric_name objective",
    "language": "lang lang_pair langpair trg_lang tgt_lang target_language target_lang lp",
    "other_scores": "given scores",
    "primary": "main",
    "alpha": "level significance significance_level p_threshold",
    "n_swaps": "n_permutations n_trials paired_ar_n n_ar n_randomizations permutations trials",
    "n_samples": "n_resamples n_bootstrap n_boot num_samples n_bootstraps bootstrap_samples paired_bs_n n_bs "
    "bootstrap_trials n_splits num_splits",
    "seed": "random_state rng random_seed rng_seed",
    "confidence": "confidence_level ci confidence_interval",
    "threads": "n_jobs n_threads num_threads num_workers jobs processes n_workers",
    "normalization": "normalisation unicode unicode_normalization nf",
    "normalize": "normalise normalization z_normalize",
    "missing": "on_missing nan_policy",
    "segments": "segment_scores sentence_level segment_level sentence_scores sentences",
    "n_contrasts": "n_examples examples contrasts",
    "progress": "progress_bar show_progress verbose callback",
    "format": "form format_name input_format",
    "form": "format format_name",
    "settings": "options",
    "options": "settings",
    "number": "n nbest_size",
    "n": "nbest_size n_best number",
    "iterations": "n_iterations max_iter max_iterations n_iter",
    "start": "initial initial_weights init x0 weights",
    "held_out": "heldout dev validation",
    "method": "algorithm optimizer",
    "tok": "tokenize tokenizer tokenise tokeniser tokenization",
    "smooth": "smooth_method smoothing",
    "lowercase": "lc lower ignore_case",
    "effective_order": "use_effective_order",
    "max_order": "max_ngram_order ngram_order n_gram order",
    "char_order": "nchars n_char_order n_char",
    "word_order": "nwords n_word_order n_word",
    "model": "model_name model_path checkpoint",
}
OTHER_NAMES: dict[str, tuple[str, ...]] = {}
"""For each name from elsewhere, what it may be called here."""
for _ours, _others in _NAMES.items():
    for _other in _others.split():
        OTHER_NAMES[_other] = (*OTHER_NAMES.get(_other, ()), _ours)

# Options of metrics, which stand in their specs; and what has no counterpart here.
_IN_SPECS = {"tok": "intl", "smooth": "exp", "lowercase": "yes", "effective_order": "yes", "max_order": "4"}
_NOTHING = dict.fromkeys(("batch_size", "gpus", "gpu", "device", "devices", "accelerator"), "everything runs on CPU")
_NOTHING |= {"force": "tokenised texts are never refused", "quiet": "nothing is printed", "api": "nothing is fetched"}


def near(name: str, vocabulary: Iterable[str]) -> str | None:
    """Which of the known names is meant by one that is none of them, if any."""
    names = list(vocabulary)
    meant = [ours for ours in OTHER_NAMES.get(name, ()) if ours in names] or get_close_matches(name, names, n=1)
    return meant[0] if meant else None


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """Answers keywords that the function does not have with the right spelling."""
    return _checking(function, ())


def checked_with(*options: str) -> Callable[[Callable[P, R]], Callable[P, R]]:
    """The same for a function that passes these options on, and no others."""
    return lambda function: _checking(function, options)


def _checking(function: Callable[P, R], options: tuple[str, ...]) -> Callable[P, R]:
    parameters = inspect.signature(function).parameters
    names = {*parameters, *options}
    passes_on = not options and any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values())

    @functools.wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            # What is passed on to a metric is looked at there, unless it is an argument under another name.
            if name not in names and (not passes_on or not names.isdisjoint(OTHER_NAMES.get(name, ()))):
                raise TypeError(_answer(function.__name__, name, parameters.values(), options))
        return function(*args, **kwargs)

    return call


def _answer(function: str, name: str, parameters: Iterable[inspect.Parameter], options: tuple[str, ...]) -> str:
    """What is wrong with a keyword, and what to write instead."""
    kinds = [parameter for parameter in parameters if parameter.kind is not parameter.VAR_KEYWORD]
    places = {argument: f"{argument}=…" for argument in (*(parameter.name for parameter in kinds), *options)}
    arguments = ", ".join(places)
    for parameter in kinds:
        for kind in _option_kinds(parameter.annotation):
            for field in fields(kind):
                places.setdefault(field.name, f"{parameter.name}={kind.__name__}({field.name}=…)")
    start = f"{function}() has no argument {name!r}"
    option = near(name, _IN_SPECS) if name in OTHER_NAMES else name
    if option in _IN_SPECS and "metrics" in places:
        return f"{start}; options of a metric stand in its spec, such as metrics='bleu({option}={_IN_SPECS[option]})'"
    if name in _NOTHING:
        return f"{start}; leave it out: {_NOTHING[name]}"
    meant = name if name in places else near(name, places)
    return f"{start}; write {places[meant]}" if meant is not None else f"{start}; it takes {arguments}"


def _option_kinds(annotation: object) -> Iterator[type["DataclassInstance"]]:
    """The classes of options that an argument may be: those whose fields all have defaults."""
    for kind in (annotation, *get_args(annotation)):
        if isinstance(kind, type) and is_dataclass(kind) and not any(map(_is_due, fields(kind))):
            yield kind


def _is_due(field: Field[object]) -> bool:
    return field.default is MISSING and field.default_factory is MISSING
