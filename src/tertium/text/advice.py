"""Signs that a text is not what a tokeniser expects: tokenised already, or not tokenised at all."""

from collections.abc import Iterable, Iterator
from itertools import islice

from tertium.text.testset import TestSet, Text

_LOOKED_AT = 1000  # hypotheses of each system
_FEWEST = 10
_MARKS = tuple(".,;:?!)。，؟।")


def tokenized_already(test_set: TestSet) -> Iterator[str]:
    """One sentence for each system whose outputs somebody has tokenised."""
    for system, texts in test_set.systems.items():
        looked_at = [text for text in islice(texts, _LOOKED_AT) if text]
        tokenized = sum(text.endswith((" .", " ?", " !")) for text in looked_at)
        if tokenized >= _FEWEST and tokenized > len(looked_at) / 2:
            yield (
                f"the hypotheses of {system!r} look tokenised already (a space before the last full stop); "
                "detokenise them, or tokenise the references alike and use tok=none"
            )


def raw_word(texts: Iterable[Text]) -> str | None:
    """A word with its punctuation, such as `graphene;`, where texts look as if nobody had tokenised them."""
    looked_at = [words for text in islice(texts, _LOOKED_AT) if text and (words := text.split())]
    ends = [words[-1] for words in looked_at if words[-1].endswith(_MARKS) and words[-1] not in _MARKS]
    if not ends or len(ends) <= len(looked_at) / 2:
        return None
    inside = (word for words in looked_at for word in words[:-1] if word.endswith(_MARKS) and word[0].isalpha())
    return next(inside, ends[0])
