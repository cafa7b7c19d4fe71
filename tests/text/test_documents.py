"""Parts of a test set by its documents."""

from dataclasses import replace

import pytest

from tertium.errors import DataError, OptionError
from tertium.text.documents import by_document
from tertium.text.testset import References, TestSet


def sample(**fields: list[str | None]) -> TestSet:
    texts = ["a", "b", "c"]
    whole = TestSet.build({"A": texts}, References.by_stream(texts), documents=["news-1", "news-2", "talk-1"])
    return replace(whole, fields={name: tuple(values) for name, values in fields.items()})


@pytest.mark.parametrize(("code", "texts"), [("de", ["a", "c"]), ("non-de", ["b"])])
def test_documents_written_in_a_language_or_in_any_other(code: str, texts: list[str]) -> None:
    part = by_document(sample(origlang=["de", "en", "de"]), origlang=code)
    assert list(part.systems["A"]) == texts
    assert part.selection == f"origlang={code}"


def test_a_pattern_finds_domains_before_names() -> None:
    assert list(by_document(sample(), subset="^news").systems["A"]) == ["a", "b"]
    assert list(by_document(sample(domain=["x", "y", None]), subset="x|y$").systems["A"]) == ["a", "b"]


def test_both_count_and_a_bar_does_not_break_a_signature() -> None:
    part = by_document(sample(origlang=["de", "en", "de"]), origlang="de", subset="news|talk-2")
    assert list(part.systems["A"]) == ["a"]
    assert part.selection == "origlang=de,subset=news%7Ctalk-2"


def test_what_is_not_known_or_leaves_nothing_is_refused() -> None:
    with pytest.raises(DataError, match="does not say in which language its documents were written"):
        by_document(sample(), origlang="de")
    with pytest.raises(DataError, match="no document was written in 'fr'; there are de, en"):
        by_document(sample(origlang=["de", "en", "de"]), origlang="fr")
    with pytest.raises(DataError, match="'web' is found in no document that is left; there are news-1, news-2, talk-1"):
        by_document(sample(), subset="web")
    with pytest.raises(OptionError, match="is not a regular expression"):
        by_document(sample(), subset="(")
