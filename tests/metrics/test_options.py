"""Options of metrics: checked, and written as they were read."""

from dataclasses import fields
from typing import Any

import pytest

from tertium import metrics
from tertium.errors import OptionError, UnknownNameError
from tertium.metrics import parse
from tertium.metrics.bleu import BLEU
from tertium.metrics.chrf import CHRF
from tertium.metrics.fmeasure import FMeasure
from tertium.metrics.nist import NIST
from tertium.metrics.ter import TER
from tertium.metrics.wer import WER


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("blue", UnknownNameError, r"unknown metric 'blue'; known: beer, bertscore, bleu, .*; did you mean 'bleu'\?"),
        ("", UnknownNameError, "unknown metric ''; known: beer, bertscore, bleu, "),
        ("BLEU", UnknownNameError, "unknown metric 'BLEU'; known: beer, bertscore, bleu, "),
        ("bleu(tokn=13a)", UnknownNameError, r"unknown option of bleu 'tokn'; known: .*; did you mean 'tok'\?"),
        ("bleu(lowercase)", OptionError, r"'bleu\(lowercase\)': expected option=value, found 'lowercase'"),
        ("bleu(tok=13a", OptionError, "expected name.option=value,.*., found no closing bracket at the end"),
        ("bleu(tok=13a)x", OptionError, "found no closing bracket at the end"),
        ("bleu(tok=13a,tok=intl)", OptionError, "option 'tok' is given twice"),
        ("bleu(smooth=linear)", OptionError, "'smooth' cannot be 'linear'; it takes exp, floor, add-k, none"),
        ("bleu(max_order=four)", OptionError, "'max_order' cannot be 'four'; it takes a whole number at least 1"),
        ("bleu(max_order=2.5)", OptionError, "'max_order' cannot be '2.5'; it takes a whole number"),
        ("bleu(max_order=0)", OptionError, "bleu: option 'max_order' cannot be 0; .* at least 1 and at most 100"),
        ("bleu(max_order=101)", OptionError, "bleu: option 'max_order' cannot be 101"),
        ("bleu(lowercase=maybe)", OptionError, "'lowercase' cannot be 'maybe'; it takes yes or no"),
        ("bleu(smooth_value=-1)", OptionError, "'smooth_value' cannot be -1.0; it takes a number or none at least 0"),
        ("bleu(smooth_value=nan)", OptionError, "'smooth_value' cannot be nan"),
        ("bleu(smooth_value=inf)", OptionError, "'smooth_value' cannot be inf"),
        ("chrf(beta=inf)", OptionError, "'beta' cannot be inf"),
        ("chrf(beta=1e200)", OptionError, "'beta' cannot be 1e"),
        ("chrf(beta=-1)", OptionError, "'beta' cannot be -1.0"),
        ("fmeasure(exponent=0.5)", OptionError, "'exponent' cannot be 0.5"),
        ("fmeasure(exact_up_to=17)", OptionError, "'exact_up_to' cannot be 17; .* at most 16"),
        ("wer(unit=percent)", OptionError, "'unit' cannot be 'percent'; it takes rate, count"),
    ],
)
def test_wrong_text_is_refused_with_what_is_right(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        parse(text)


@pytest.mark.parametrize(
    "make",
    [
        lambda: BLEU(max_order=0),
        lambda: BLEU(max_order=True),
        lambda: BLEU(max_order=2.0),
        lambda: BLEU(max_order="4"),
        lambda: BLEU(smooth="linear"),
        lambda: BLEU(smooth_value=float("nan")),
        lambda: BLEU(lowercase=1),
        lambda: BLEU(tok=None),
        lambda: CHRF(beta="2"),
        lambda: CHRF(beta=True),
        lambda: CHRF(char_order=0),
        lambda: CHRF(word_order=-1),
        lambda: FMeasure(exponent=0.99),
        lambda: NIST(max_order=-1),
        lambda: WER(unit=None),
        lambda: TER(normalized="yes"),
    ],
)
def test_constructors_check_their_options(make: Any) -> None:
    with pytest.raises(OptionError, match=r"^\w+: option '\w+' cannot be .*; it takes "):
        make()


def test_a_whole_number_is_a_number() -> None:
    assert CHRF(beta=3) == CHRF(beta=3.0)
    assert parse(CHRF(beta=3).spec()) == CHRF(beta=3)


def test_every_option_has_a_help_text() -> None:
    for name in metrics.names():
        for field in fields(metrics.get(name)):
            assert field.metadata["help"]
