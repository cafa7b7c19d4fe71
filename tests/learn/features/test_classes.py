"""Words that one side lacks, by what sort of word they are."""

from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tests.learn.features.pairs import pairs


def test_untranslated_and_unknown_words_are_counted_by_side() -> None:
    made, options = features.get("classes"), FeatureOptions()
    hypothesis, reference = "The кот sat in Plzeň on the zzyx 7 !", "the cat sat in Pilsen on 8 mats ."
    table = made.compute(pairs([hypothesis, "", reference], [reference, reference, ""]), options)
    first, empty, against_nothing = (dict(zip(made.names(options), row, strict=True)) for row in table.tolist())
    assert first["class.foreign.hyp-only"] == first["class.accented-name.hyp-only"] == 1 / 10
    assert first["class.unknown.hyp-only"] == first["class.number.hyp-only"] == 1 / 10
    assert first["class.number.ref-only"] == first["class.punctuation.ref-only"] == 1 / 9
    assert empty["class.number.ref-only"] == against_nothing["class.number.hyp-only"] == 1 / 9
    assert empty["class.number.hyp-only"] == 0
