"""The door to metrics: the same choice, notes and refusals whoever asks."""

import pytest

import tertium
from tertium import References, TestSet
from tertium.errors import DataError, OptionError
from tertium.metrics.choice import Choice, Setting, choose

CHINESE = ["明天我们要去北京看我的父母。", "这本书是昨天我从图书馆借来的。"]
GERMAN = ["Der Hund schläft unter dem Tisch, weil es draußen regnet.", "Wir haben nicht gewusst, wo er ist."]
ENGLISH = ["The dog sleeps below the table because it rains.", "We did not know where it was."]


def a_set(references: list[str] | None, language: str | None = None) -> TestSet:
    of_segments = None if references is None else References.by_stream(references)
    return TestSet.build({"a": ["x", "y"]}, of_segments, name="dev", language=language)


def test_specs_objects_and_functions_stand_side_by_side() -> None:
    def length(hypotheses: list[str]) -> list[float]:
        return [len(text) for text in hypotheses]

    choice = choose(["bleu(tok=intl,smooth=none),chrf", tertium.TER(), length], a_set(ENGLISH))
    assert [metric.spec() for metric in choice.metrics] == ["bleu(tok=intl,smooth=none)", "chrf", "ter", "length"]
    assert choice.notes == ()
    assert choose(choice, a_set(GERMAN)) is choice


def test_a_model_of_another_script_is_refused() -> None:
    with pytest.raises(OptionError, match=r"tertium: its model was trained on English, and dev is in Han script"):
        choose("tertium", a_set(CHINESE))
    for test_set, language in ((a_set(CHINESE), "zh"), (a_set(CHINESE, "en-zh"), None)):
        (metric,) = choose("tertium", test_set, language=language).metrics
        assert metric.spec() == "tertium(model=tertium-unspaced)"
        with pytest.raises(OptionError, match=r"does not fit Chinese: .* use tertium\(model=tertium-unspaced\)"):
            choose("tertium(model=tertium-en)", test_set, language=language)


@pytest.mark.parametrize(
    ("language", "spec"),
    [
        *(("en", "tertium"), ("de-en", "tertium"), ("de", "tertium(model=tertium-any)")),
        *(("ko", "tertium(model=tertium-any)"), ("ja", "tertium(model=tertium-unspaced)")),
        ("th", "tertium(model=tertium-unspaced)"),
    ],
)
def test_the_model_is_that_of_the_language(language: str, spec: str) -> None:
    (metric,) = choose("tertium", language=language).metrics
    assert metric.spec() == spec
    (named,) = choose("tertium(model=tertium-any)", language="fr").metrics
    assert named.spec() == "tertium(model=tertium-any)"


@pytest.mark.parametrize(
    "sentences",
    [
        ["Der Mann geht nach Hause.", "Die Katze sitzt auf der Matte."],
        ["Der Hund rennt durch den Park.", "Ich kaufte gestern ein Buch."],
        ["Das ist ein kleiner Test.", "Wir gehen heute ins Kino."],
    ],
)
def test_short_german_sentences_are_seen_too(sentences: list[str]) -> None:
    (note,) = choose("tertium", a_set(sentences)).notes
    assert "dev looks like German" in note.text


@pytest.mark.parametrize("spec", ["meteor", "tertium"])
def test_two_german_sentences_get_advice(spec: str) -> None:
    (note,) = choose(spec, a_set(GERMAN)).notes
    assert note.warning
    assert note.text.startswith(f"{spec}: dev looks like German, and its")
    advice = {"meteor": "pass -l de", "tertium": "use tertium(model=tertium-any)"}
    assert advice[spec] in note.text
    assert choose(note.text.split("use ")[1].split(";")[0], a_set(GERMAN)).notes == ()
    assert choose(spec, a_set(ENGLISH)).notes == ()


def test_advice_never_names_an_option_that_would_be_refused() -> None:
    (note,) = choose("meteor", a_set(CHINESE)).notes
    assert "-l zh" not in note.text
    with pytest.raises(OptionError):
        choose("meteor", a_set(CHINESE), language="zh")
    (note,) = choose("beer(model=beer-en)", a_set(GERMAN)).notes
    assert "-l de" not in note.text
    with pytest.raises(OptionError):
        choose("beer(model=beer-en)", a_set(GERMAN), language="de")


def test_a_language_chooses_options_and_doubts_are_said() -> None:
    assert choose("bleu", a_set(CHINESE), language="zh").metrics[0].spec() == "bleu(tok=zh)"
    (note,) = choose("bleu", a_set(ENGLISH), language="de").notes
    assert note.text == "dev looks like English, not German (-l de)"


def test_what_a_metric_needs_is_asked_for_by_the_option() -> None:
    with pytest.raises(DataError, match="bleu needs references, and dev has none; pass -r FILE"):
        choose("bleu", a_set(None))
    with pytest.raises(DataError, match="hter needs post-edits, and dev has none; pass --post-edits"):
        choose("hter", a_set(ENGLISH))
    assert choose("bleu", Setting("dev")).metrics[0].key == "bleu"  # nobody knows yet what there will be


def test_all_leaves_out_what_cannot_serve_and_says_so() -> None:
    choice = choose("all", a_set(CHINESE), language="zh")
    keys = [metric.key for metric in choice.metrics]
    assert {"chrf", "tertium"} <= set(keys)
    assert "beer" not in keys
    assert any(note.text.startswith("beer is left out for Chinese") for note in choice.notes)
    with pytest.raises(OptionError, match="'bleu' is given twice"):
        choose(["bleu", "bleu"], a_set(ENGLISH))


def test_every_setting_of_a_run_counts() -> None:
    settings = [Setting("one", ENGLISH), Setting("two", CHINESE)]
    with pytest.raises(OptionError, match="two is in Han script"):
        choose("tertium", settings)
    assert isinstance(choose("chrf", settings), Choice)
