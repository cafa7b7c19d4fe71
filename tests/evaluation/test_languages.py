"""One language for a whole run: what it chooses, what it refuses, and that all that is offered works."""

import gzip
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path

import pytest

import tertium
from tertium.errors import OptionError
from tertium.metrics.choice import choose
from tertium.text.languages import guess
from tests.support.languages import ARABIC, THAI, damaged
from tests.support.texts import STREAMS, SYSTEMS

JUDGEMENTS = Path(__file__).parents[2] / "../shared/data/judgements"
ENGLISH_MODELS = ("regression", "svm", "treepel", "pfsm", "ppda", "ppda+f")
Pair = tuple[str, str]
"""An output and its reference."""


def rows(name: str, lang_pair: str) -> Iterator[dict[str, str]]:
    path = JUDGEMENTS / name
    if not path.is_file():
        pytest.skip(f"the judgements {name} are not there")
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        header = next(lines).rstrip("\n").split("\t")
        for line in lines:
            row = dict(zip(header, line.rstrip("\n").split("\t"), strict=True))
            if row["lang_pair"] == lang_pair:
                yield row


def judged(name: str, lang_pair: str, output: str) -> Iterator[Pair]:
    seen = set()
    for row in rows(name, lang_pair):
        if row["reference"] not in seen and row[output]:
            seen.add(row["reference"])
            yield row[output], row["reference"]


def sources(name: str, lang_pair: str) -> Iterator[Pair]:
    for source in dict.fromkeys(row["source"] for row in rows(name, lang_pair)):
        yield damaged(source), source


TEXTS: dict[str, Callable[[], Iterator[Pair]]] = {
    "ar": lambda: ((damaged(text), text) for text in ARABIC),
    "th": lambda: ((damaged(text), text) for text in THAI),
    "de": lambda: judged("seg_mlqe_pe.tsv.gz", "en-de", "hypothesis"),
    "zh": lambda: judged("seg_mlqe_pe.tsv.gz", "en-zh", "hypothesis"),
    "cs": lambda: judged("pairs_wmt15_rr_from-en.tsv.gz", "en-cs", "hyp_a"),
    "ru": lambda: judged("seg_wmt13_da.tsv.gz", "en-ru", "hypothesis"),
    "ja": lambda: sources("seg_wmt21_da.tsv.gz", "ja-en"),
    "hi": lambda: sources("pairs_wmt14_rr_to-en.tsv.gz", "hi-en"),
}


@pytest.fixture(scope="module", params=TEXTS)
def language(request: pytest.FixtureRequest) -> tuple[str, list[str], list[str]]:
    pairs = list(islice(TEXTS[request.param](), 40))
    return request.param, [output for output, _ in pairs], [reference for _, reference in pairs]


def test_what_is_offered_serves_the_language(language: tuple[str, list[str], list[str]]) -> None:
    code, outputs, references = language
    moved = [*outputs[1:], outputs[0]]
    result = tertium.score(
        {"right": outputs, "moved": moved},
        tertium.References.by_stream(references),
        metrics=["all"],
        language=code,
    )
    right, wrong = result.systems
    names = [score.signature.split("|")[0] for score in right.scores]
    assert not set(names) & set(ENGLISH_MODELS)
    assert {"bleu", "chrf", "wer"} <= set(names)
    for a, b in zip(right.scores, wrong.scores, strict=True):
        assert f"|lang:{code}" in a.signature
        assert a.score > b.score if a.higher_is_better else a.score < b.score


def test_the_language_is_found(language: tuple[str, list[str], list[str]]) -> None:
    code, _, references = language
    assert guess(references).language.code == code


def test_what_all_leaves_out_is_named_with_the_reason() -> None:
    choice = choose(["all"], language="zh")
    left_out = dict(note.text.split(" is left out for Chinese: ") for note in choice.notes)
    assert {*ENGLISH_MODELS, "beer", "meteor", "paraeval", "chrf++", "terp"} <= set(left_out)
    assert "trained on English" in left_out["regression"]
    specs = {metric.spec() for metric in choice.metrics}
    assert {"bleu(tok=zh)", "ter(normalized=yes,asian_support=yes)", "chrf", "wer(tok=char)"} <= specs


def test_english_leaves_nothing_out() -> None:
    choice = choose(["all"], language="en")
    assert choice.notes == ()
    plain = choose(["all"])
    changed = {a.key for a, b in zip(choice.metrics, plain.metrics, strict=True) if a != b}
    assert changed == {"hyter"}  # which without a language splits at spaces only


@pytest.mark.parametrize(
    ("code", "spec", "instead"),
    [
        ("de", "beer(model=beer-en)", "beer(model=beer-any)"),
        ("zh", "ter(asian_support=no)", "ter(normalized=yes,asian_support=yes)"),
        ("zh", "bleu(tok=13a)", "bleu(tok=zh)"),
        ("ja", "wer(tok=none)", "wer(tok=char)"),
        ("th", "ter", "wer(tok=char) or chrf"),
        ("de", "meteor(language=fr)", "meteor(language=de)"),
        ("hi", "meteor", "norm=lower"),
        ("ko", "bleu(tok=ja-mecab)", "bleu(tok=ko-mecab)"),
        ("de", "paraeval", "tertium paraphrases acquire"),
    ],
)
def test_what_does_not_fit_is_refused_with_what_to_use(code: str, spec: str, instead: str) -> None:
    with pytest.raises(OptionError) as error:
        choose([spec], language=code)
    assert instead in str(error.value)
    assert spec.split("(")[0] in str(error.value)


def test_named_options_stay() -> None:
    (metric,) = choose(["bleu(tok=char)"], language="zh").metrics
    assert metric.spec() == "bleu(tok=char)"
    (given,) = choose([tertium.BLEU(tok="none")], language="zh").metrics
    assert given == tertium.BLEU(tok="none")


def test_english_scores_and_signatures_do_not_change() -> None:
    references = tertium.References.by_stream(*STREAMS)
    (plain,) = tertium.score({"neural": SYSTEMS["neural"]}, references).systems
    (english,) = tertium.score({"neural": SYSTEMS["neural"]}, references, language="de-en").systems
    for a, b in zip(plain.scores, english.scores, strict=True):
        assert "lang:" not in a.signature
        assert b.signature == a.signature.replace("|refs", "|lang:en|refs")
        assert a.score == b.score


def test_models_of_english_refuse_another_script() -> None:
    references = tertium.References.by_stream(ARABIC)
    with pytest.raises(OptionError, match=r"regression: its model was trained on English.*Arabic script.*-l ar"):
        tertium.score(ARABIC, references, metrics=["regression"])
    # Whoever says that it is English gets what was asked for.
    assert tertium.score(ARABIC[:3], tertium.References.by_stream(ARABIC[:3]), metrics=["regression"], language="en")


def test_all_without_a_language_leaves_out_what_the_script_forbids() -> None:
    result = tertium.score(ARABIC, tertium.References.by_stream(ARABIC), metrics=["all"])
    names = [score.signature.split("|")[0] for score in result.systems[0].scores]
    assert not set(names) & {*ENGLISH_MODELS, "meteor", "paraeval"}


def test_a_test_set_knows_its_language() -> None:
    test_set = tertium.TestSet.build({"a": ["你好"]}, tertium.References.by_stream(["你好"]), language="eng-zho_Hans")
    assert test_set.language == "en-zh"
    (score,) = tertium.score(test_set, metrics=["bleu"]).systems[0].scores
    assert "tok:zh" in score.signature
