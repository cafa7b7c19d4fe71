import numpy as np
import pytest

from tertium.errors import OptionError
from tertium.resources.knowledge import Knowledge, Matching
from tertium.text.arrays import PackedTexts
from tertium.text.pool import TextPool


def test_kinds_of_match_follow_from_what_there_is() -> None:
    assert Matching(matches="exact").kinds == ("exact",)
    assert Matching(matches="exact+stem").kinds == ("exact", "stem")
    assert Matching().kinds == ("exact", "stem", "synonym")
    assert Matching(paraphrases="auto").kinds[-1] == "paraphrase"
    assert Matching(language="de", tok="intl").kinds == ("exact", "stem")
    assert Matching(matches="exact", paraphrases="auto").paraphrases == "none"


def test_function_words_are_told_from_content_words() -> None:
    matching = Matching()
    pool = TextPool(PackedTexts.pack(["the cat of the house"]), "nfc")
    batch = matching.words(pool)
    known = matching.knowledge(batch)
    function = dict(
        zip(map(batch.words.__getitem__, range(len(batch.words))), np.asarray(known.listed).tolist(), strict=True)
    )
    assert (function["the"], function["of"], function["cat"], function["house"]) == (1, 1, 0, 0)
    assert Knowledge.of(batch, matching.sources()) is not None


def test_signatures_name_every_resource() -> None:
    signature = Matching(paraphrases="auto").signature()
    assert set(signature) == {"lang", "tok", "match", "syn", "para"}
    assert Matching(matches="exact", tok="intl").signature() == {"lang": "en", "tok": "intl", "match": "exact"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"language": "zh"}, "tok=meteor knows"),
        ({"language": "zh", "tok": "intl"}, "there is no stemmer for 'zh'"),
        ({"matches": "exact", "paraphrases": "paraphrases.en"}, "matches=exact uses no paraphrases"),
    ],
)
def test_what_a_language_does_not_have_is_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        Matching(**options)
