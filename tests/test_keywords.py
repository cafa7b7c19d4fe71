"""Keyword arguments that moved, or that other tools have, are answered with the way to write them here."""

import pytest

import tertium
from tertium.keywords import OTHER_NAMES, checked, checked_with, near


@pytest.mark.parametrize(
    ("function", "keyword", "answer"),
    [
        ("compare", "n_samples", r"write resampling=Resampling\(n_samples=…\)"),
        ("compare", "seed", r"write resampling=Resampling\(seed=…\)"),
        ("compare", "confidence", r"write resampling=Resampling\(confidence=…\)"),
        ("compare", "threads", r"write scoring=Scoring\(threads=…\)"),
        ("compare", "missing", r"write scoring=Scoring\(missing=…\)"),
        ("compare", "normalization", r"write scoring=Scoring\(normalization=…\)"),
        ("compare", "workers", r"write scoring=Scoring\(workers=…\)"),
        ("compare", "given", "write other_scores=…"),
        ("compare", "paired_bs_n", r"write resampling=Resampling\(n_samples=…\)"),
        ("compare", "paired_ar_n", "write n_swaps=…"),
        ("compare", "n_resamples", r"write resampling=Resampling\(n_samples=…\)"),
        ("compare", "random_state", r"write resampling=Resampling\(seed=…\)"),
        ("compare", "confidence_level", r"write resampling=Resampling\(confidence=…\)"),
        ("score", "confidence", r"write resampling=Resampling\(confidence=…\)"),
        ("score", "metric", "write metrics=…"),
        ("score", "refs", "write references=…"),
        ("score", "src", "write sources=…"),
        ("score", "source", "write sources=…"),
        ("score", "lang", "write language=…"),
        ("score", "tokenize", r"options of a metric stand in its spec, such as metrics='bleu\(tok=intl\)'"),
        ("score", "lowercase", r"metrics='bleu\(lowercase=yes\)'"),
        ("score", "gpus", "leave it out: everything runs on CPU"),
        ("score", "batch_size", "leave it out: everything runs on CPU"),
        ("explain", "missing", r"write scoring=Scoring\(missing=…\)"),
        ("explain", "normalization", r"write scoring=Scoring\(normalization=…\)"),
        ("mbr", "utility", "write metric=…"),
        ("mbr", "threads", r"write options=MBROptions\(threads=…\)"),
        ("mbr", "temperature", r"write options=MBROptions\(temperature=…\)"),
        ("study", "n_samples", r"write settings=StudyOptions\(n_samples=…\)"),
        ("study", "options", "write settings=…"),
        ("tune", "metrics", "write metric=…"),
        ("tune", "random_state", "write seed=…"),
        ("tune", "n_samples", r"it takes .*\bseed$"),
        ("tune_decoder", "n_iterations", "write iterations=…"),
        ("read_test_set", "format_name", "write format=…"),
        ("read_nbest", "format", "write form=…"),
        ("read", "source", "write sources=…"),
        ("corpus_bleu", "lang", "write language=…"),
        ("compute", "hypotheses", "write predictions=…"),
        ("metric", "lang", "write language=…"),
    ],
)
def test_a_keyword_from_elsewhere_is_answered_with_the_new_spelling(function: str, keyword: str, answer: str) -> None:
    with pytest.raises(TypeError, match=rf"\(\) has no argument '{keyword}'; .*{answer}"):
        getattr(tertium, function)(**{keyword: 1})


def test_an_option_of_a_metric_is_found_by_its_name_elsewhere() -> None:
    with pytest.raises(tertium.UnknownNameError, match=r"unknown option of bleu 'tokenize'.*did you mean 'tok'"):
        tertium.corpus_bleu(["a"], [["a"]], tokenize="13a")


def test_what_is_written_instead_works() -> None:
    texts = {"A": ["a b c d"], "B": ["a b c e"]}
    resampling, scoring = tertium.Resampling(n_samples=10, seed=1), tertium.Scoring(threads=2)
    compared = tertium.compare(texts, ["a b c d"], metrics="bleu", resampling=resampling, scoring=scoring)
    assert [system.system for system in compared.evaluation.systems] == ["A", "B"]


def test_a_name_from_elsewhere_is_none_of_ours_alone() -> None:
    assert near("tokenize", ["tok", "token"]) == "tok"
    assert near("lenght", ["length", "width"]) == "length"
    assert near("qqq", ["length", "width"]) is None
    assert "metrics" in OTHER_NAMES["metric"]


def test_functions_stay_what_they_are() -> None:
    @checked
    def double(value: int, *, by: int = 2) -> int:
        """Twice."""
        return value * by

    assert (double(3), double(3, by=3), double.__doc__, double.__name__) == (6, 9, "Twice.", "double")
    with pytest.raises(TypeError, match="missing 1 required positional argument"):
        double()  # type: ignore[call-arg]


def test_options_that_are_passed_on_are_listed() -> None:
    @checked_with("seed")
    def draw(n: int, **options: int) -> tuple[int, dict[str, int]]:
        return n, options

    assert draw(2, seed=1) == (2, {"seed": 1})
    with pytest.raises(TypeError, match=r"draw\(\) has no argument 'random_state'; write seed=…"):
        draw(2, random_state=1)
    with pytest.raises(TypeError, match=r"draw\(\) has no argument 'qqq'; it takes n, seed"):
        draw(2, qqq=1)
