"""The parts of ParaEval and TERp as features."""

from pathlib import Path

import numpy as np

from tertium.learn.features import base as features
from tertium.learn.features.base import FeatureOptions
from tertium.resources.knowledge import Matching
from tertium.resources.paraphrases import write_table
from tertium.text.arrays import PackedTexts
from tests.learn.features.pairs import pairs


def test_paraphrases_are_seen_by_the_features_of_paraeval_and_terp(tmp_path: Path) -> None:
    table = tmp_path / "mine.bin"
    phrases = PackedTexts.pack(["a great many", "lots of"])
    both, sure = np.array([0, 1]), np.array([0.5, 0.5], np.float32)
    write_table(table, phrases, both, both[::-1], sure, language="en", made_from="a test")
    texts = pairs(["he has a great many books"], ["he has lots of books"])
    for name, feature in (("paraeval", "paraeval.other-hyp"), ("terp", "terpa.paraphrases")):
        made = features.get(name)
        plain, known = (
            dict(zip(made.names(options), made.compute(texts, options)[0].tolist(), strict=True))[feature]
            for options in (FeatureOptions(), FeatureOptions(Matching("en", "all", str(table))))
        )
        assert plain == 0 < known
