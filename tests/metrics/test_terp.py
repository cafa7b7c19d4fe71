"""TERp gives the numbers of TERp; HTER those of TER against post-edits."""

import csv
import gzip
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from tertium.errors import OptionError
from tertium.metrics import parse
from tertium.metrics.terp import SETTINGS, TERp
from tertium.resources.paraphrases.formats import build
from tertium.text.arrays import PackedTexts
from tertium.text.pool import Pairing
from tertium.text.testset import References
from tertium.text.tokenizers.terp import terp

COLUMNS = ("cost", "ref_words", "ins", "del", "sub", "stem", "syn", "phrase", "shifts", "shifted_words")


def one(metric: TERp, hypothesis: str, *references: str) -> dict[str, float]:
    pairing = Pairing.of([hypothesis], References.by_segment([references]))
    return dict(zip(COLUMNS, metric.statistics(pairing)[0].tolist(), strict=True))


def words(text: str) -> str:
    """The words as TERp splits them, joined by spaces."""
    return " ".join(terp(normalized=True, no_punct=False).tokenize(PackedTexts.pack([text.lower()])).tokens(0))


def rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as file:
        return list(csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def real(shared: Path) -> tuple[Pairing, list[dict[str, str]]]:
    golden = rows(shared / "golden/originals.tsv.gz")
    data = {name: rows(shared / f"data/judgements/{name}.tsv.gz") for name in {row["dataset"] for row in golden}}
    chosen = [data[row["dataset"]][int(row["line"]) - 2] for row in golden]
    references = References.by_stream([row["reference"] for row in chosen])
    return Pairing.of([row["hypothesis"] for row in chosen], references, normalization="none"), golden


def equal(metric: TERp, real: tuple[Pairing, list[dict[str, str]]], prefix: str) -> NDArray[np.bool_]:
    """Which segments have all the numbers that the original gave."""
    pairing, golden = real
    expected = np.array([[float(row[f"{prefix}_{column}"]) for column in COLUMNS] for row in golden])
    return (np.abs(metric.statistics(pairing) - expected) < 6e-4).all(1)


@pytest.mark.shared
def test_with_the_costs_of_ter_every_real_segment_is_that_of_the_original(
    real: tuple[Pairing, list[dict[str, str]]],
) -> None:
    assert equal(TERp(settings="ter"), real, "terp_ter").all()


@pytest.mark.shared
def test_with_stems_and_synonyms_nearly_every_real_segment_is_that_of_the_original(
    real: tuple[Pairing, list[dict[str, str]]],
) -> None:
    found = equal(TERp(paraphrases="none"), real, "terpa")
    assert found[::2].mean() >= 0.999
    # The list of stop words was chosen without these.
    assert found[1::2].mean() >= 0.995


@pytest.mark.shared
def test_the_page_has_the_share_of_equal_segments_by_length(real: tuple[Pairing, list[dict[str, str]]]) -> None:
    metric = TERp(paraphrases="none")
    found, rows = equal(metric, real, "terpa"), metric.statistics(real[0])
    costs, lengths = (np.array([float(row[f"terpa_{column}"]) for row in real[1]]) for column in ("cost", "ref_words"))
    off = 100 * np.abs(rows[:, 0] - costs) / lengths
    page = (Path(__file__).parents[2] / "docs/explanation/terp.md").read_text("utf-8")
    for name, least, most in (
        ("1–10", 1, 10),
        ("11–20", 11, 20),
        ("21–30", 21, 30),
        ("31–40", 31, 40),
        ("41 and more", 41, 999),
    ):
        some = (lengths >= least) & (lengths <= most)
        shares = f"{some.sum()} | {found[some].sum()} | {found[some].mean():.2%}".replace("%", " %")
        assert f"| {name} | {shares} | {off[some].max():.1f} |" in page


@pytest.mark.shared
def test_stop_words_decide_what_moves(real: tuple[Pairing, list[dict[str, str]]]) -> None:
    assert equal(TERp(stop_words="none", paraphrases="none"), real, "terpa").mean() < 0.6


def test_words_are_split_as_the_original_splits_them() -> None:
    assert words("The old dog sleeps. It snores, too.") == "the old dog sleeps . it snores , too ."
    assert words("The U.S. paid 1,000.50, he said ...") == "the u.s. paid 1,000.50, he said ..."
    assert words("Anna's cat (2-3 kg) &amp; dogs") == "anna 's cat ( 2 - 3 kg ) & dogs"
    assert words("  ") == ""


def test_stems_and_synonyms_cost_what_the_setting_says() -> None:
    assert one(TERp(paraphrases="none"), "the dogs sleep", "the dog sleeps")["stem"] == 2
    assert one(TERp(paraphrases="none"), "a big car", "a big automobile") == {
        **dict.fromkeys(COLUMNS, 0.0), "ref_words": 3.0, "syn": 1.0,
    }  # fmt: skip
    assert (
        one(TERp(settings="terph", paraphrases="none"), "a big car", "a big automobile")["cost"]
        == SETTINGS["terph"].synonym
    )
    assert one(TERp(synonyms="none", paraphrases="none"), "a big car", "a big automobile")["sub"] == 1
    assert one(TERp(stems="no", paraphrases="none"), "the dogs sleep", "the dog sleep")["stem"] == 0


def test_synonyms_are_looked_up_by_part_of_speech() -> None:
    # As a verb "saw" is a form of "see"; "better" is no form of "good" by the rules for adjectives but irregular.
    assert one(TERp(stems="no", paraphrases="none"), "we saw it", "we see it")["syn"] == 1
    assert one(TERp(stems="no", paraphrases="none"), "a better one", "a good one")["syn"] == 1


def test_costs_can_be_set_one_by_one() -> None:
    metric = TERp(settings="ter", insertion=0.5, deletion=2, substitution=3, cap="no")
    assert one(metric, "a b c", "a b")["cost"] == 0.5
    assert one(metric, "a b", "a b c")["cost"] == 2
    assert one(metric, "a x", "a y")["cost"] == 2.5
    assert one(TERp(settings="ter", shift=0.25), "c a b", "a b c")["cost"] == 0.25
    assert one(TERp(settings="ter", shifts="none"), "c a b", "a b c")["shifts"] == 0


def test_scores_are_cut_off_at_100_where_the_setting_says_so() -> None:
    hypothesis, references = ["x y z u v"], References.by_stream(["a"])
    assert TERp(settings="ter").corpus_score(hypothesis, references) == 500
    assert TERp(settings="ter", cap="yes").corpus_score(hypothesis, references) == 100
    assert TERp().corpus_score(hypothesis, references) == 100
    assert TERp(cap="no").corpus_score(hypothesis, references) > 100


def test_the_best_reference_counts_over_the_mean_length() -> None:
    found = one(TERp(settings="ter"), "a b c", "x y z u v", "a b d")
    assert (found["cost"], found["ref_words"]) == (1, 4)


def test_english_comes_with_the_package_s_table_of_paraphrases() -> None:
    assert TERp().signature()["para"].startswith("paraphrases.en@")
    assert TERp(paraphrases="none").signature()["para"] == "none"
    assert TERp(settings="ter").signature()["para"] == TERp(language="de").signature()["para"] == "none"


def test_paraphrases_of_the_reference_cost_what_the_formula_says(tmp_path: Path) -> None:
    text, table = tmp_path / "table.txt", tmp_path / "table.bin"
    text.write_text("0.15 <p>ablaze car</p> <p>car on fire</p>\n", encoding="utf-8")
    build(text, table, format="terp", language="en")
    metric = TERp(paraphrases=str(table), synonyms="none", stop_words="none")
    found = one(metric, "we saw a car on fire today", "we saw a ablaze car today")
    without = one(TERp(synonyms="none", stop_words="none", paraphrases="none"), "car on fire", "ablaze car")["cost"]
    a, b, c, d = SETTINGS["terpa"].phrase
    p = float(np.float32(0.15))
    assert found["phrase"] == 1
    assert found["cost"] == pytest.approx(max(0.0, a + without * (b * np.log10(p) + c * p + d)))
    assert one(metric, "we saw a ablaze car today", "we saw a car on fire today")["phrase"] == 0


@pytest.mark.parametrize("spec", ["phrase=1/2", "phrase=a/b/c/d", "phrase=nan/0/0/0", "language=xx,stems=yes"])
def test_options_that_mean_nothing_are_refused(spec: str) -> None:
    with pytest.raises(OptionError, match=r"^terp: "):
        parse(f"terp({spec})")


def test_an_explanation_says_what_each_word_costs() -> None:
    pairing = Pairing.of(["yesterday the cats ate fish"], References.by_stream(["the cat ate meat yesterday"]))
    metric = TERp(settings="terph", cap="no", synonyms="none")
    found = metric.explain(pairing, 0)
    paid = sum(part.contribution or 0 for part in (*found.links, *found.loose, *found.moves))  # type: ignore[attr-defined, misc]
    assert paid == pytest.approx(metric.statistics(pairing)[0, 0])
    assert [move.words for move in found.moves] == [(0,)]
    assert {link.kind for link in found.links} == {"same", "stem"}
    assert {part.side for part in found.loose} == {"hypothesis", "reference"}
    assert found.score == pytest.approx(float(metric.score(metric.statistics(pairing))[0]))
