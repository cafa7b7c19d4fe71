"""Signs that a text is not what a tokeniser expects: tokenised already, or written without spaces."""

import re
from collections.abc import Container, Iterator
from itertools import islice

from tertium.text.testset import TestSet

_LOOKED_AT = 1000  # hypotheses of each system
_FEWEST = 10
# Han, kana, Thai, Lao, Khmer, Myanmar.
_WITHOUT_SPACES = re.compile("[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]")


def advice(test_set: TestSet, tokenizers: Container[str]) -> Iterator[str]:
    """One sentence for each sign, given the names of the tokenisers in use."""
    if "13a" not in tokenizers and "intl" not in tokenizers:
        return
    for system, texts in test_set.systems.items():
        looked_at = [text for text in islice(texts, _LOOKED_AT) if text]
        tokenised = sum(text.endswith((" .", " ?", " !")) for text in looked_at)
        if tokenised >= _FEWEST and tokenised > len(looked_at) / 2:
            yield (
                f"the hypotheses of {system!r} look tokenised already (a space before the last full stop); "
                "detokenise them, or tokenise the references alike and use tok=none"
            )
        characters = "".join(looked_at)
        if len(_WITHOUT_SPACES.findall(characters)) > len(characters) / 3:
            yield (
                f"the hypotheses of {system!r} are written without spaces between words; use tok=zh for Chinese, "
                "tok=char for others"
            )
