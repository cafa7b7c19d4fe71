import msgspec
import pytest

import tertium
from tertium.errors import OptionError
from tertium.server.scoring.requests import MOST_SYSTEMS, Compare, Score, Texts

SYSTEMS: dict[str, list[str | None]] = {"a": ["the cat sat", "it rains"], "b": ["a cat", "it is raining"]}
REFERENCES: list[str | list[str] | None] = ["the cat sat down", ["it rains", "it is raining"]]


def test_scores_are_those_of_the_function() -> None:
    rows = tertium.References.by_segment([["the cat sat down"], ["it rains", "it is raining"]])
    ours = tertium.score(SYSTEMS, rows, metrics="bleu(tok=intl),chrf", segments=True)
    request = Score(systems=SYSTEMS, references=REFERENCES, metrics="bleu(tok=intl),chrf", segments=True)
    theirs = request.result()
    assert isinstance(theirs, tertium.Evaluation)
    assert [[s.score for s in one.scores] for one in theirs.systems] == [
        [s.score for s in one.scores] for one in ours.systems
    ]


def test_a_comparison_takes_the_options_of_the_function() -> None:
    request = Compare(systems=SYSTEMS, references=REFERENCES, metrics="chrf", baseline="b", samples=100, swaps=100)
    result = request.result()
    assert isinstance(result, tertium.Comparison)
    assert (result.baseline, result.n_swaps) == ("b", 100)


def test_sources_and_documents_go_through() -> None:
    test_set = Texts(systems=SYSTEMS, sources=["le chat", None], documents=["x", "y"], language="fr-en").test_set()
    assert (test_set.source, test_set.documents, test_set.language) == (("le chat", None), ("x", "y"), "fr-en")


@pytest.mark.parametrize(
    "spec", ["beer(model=/etc/passwd)", "meteor(synonyms=../x)", "bleu(tok=spm:~x)", "chrf,ppda+f(parser=a+b/c)"]
)
def test_no_option_names_a_file(spec: str) -> None:
    with pytest.raises(OptionError, match="is a path; over HTTP"):
        Texts(systems=SYSTEMS, metrics=spec).specs()


def test_numbers_with_slashes_are_no_paths() -> None:
    spec = "bleu(weights=0.4/0.3/0.2/0.1),terp(phrase=-0.2/-0.1/0/0.2)"
    assert Texts(systems=SYSTEMS, metrics=spec).specs() == spec


def test_there_is_a_limit() -> None:
    with pytest.raises(OptionError, match="more than 100 systems"):
        Texts(systems={str(i): ["x"] for i in range(MOST_SYSTEMS + 1)}).test_set()


def test_unknown_fields_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `hypotheses`"):
        msgspec.json.decode(b'{"systems": {}, "hypotheses": []}', type=Score)
