"""METEOR gives the numbers of METEOR 1.5."""

import csv
import gzip
import zipfile
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given

from tertium.errors import OptionError
from tertium.metrics.meteor import METEOR
from tertium.resources.paraphrases.formats import build
from tertium.text.pool import Pairing
from tertium.text.testset import References

from .inputs import Input, inputs

HYPOTHESES = [
    "The committee has approved the new budget on Tuesday.",
    "A big dog was running quickly through the garden.",
    'Mr. Smith said that "nobody" knew about the plan - not even his wife.',
    "the the the cat sat on the mat mat",
    "He didn't buy the automobile because of its price, which was $12,500.50.",
    "The results of the examinations were published yesterday evening.",
    "Completely different words here",
    "In order to win, they must take part in the match and the match must take place.",
    "",
    "She left.",
]
REFERENCES = [
    "The new budget was approved by the committee on Tuesday.",
    "The large hound ran swiftly through a garden.",
    "Mr. Smith said that no one had known of the plan, not even his wife.",
    "the cat on the mat sat on the mat",
    "He did not purchase the car because its price was $12,500.50.",
    "The exam results were published on the evening of yesterday.",
    "Nothing of that sort occurs today",
    "To win, they have to participate in the match, and the match has to happen.",
    "Something was said.",
    "She left.",
]
TABLE = """0.5	in order to	to
0.25	to	in order to
0.3	must	have to
0.2	take part	participate
0.1	participate	take part
0.1	take place	happen
0.1	nobody	no one
0.4	because of	because
0.4	were published	has been published
0.2	to happen	take place
"""

# java -jar meteor-1.5.jar hyp.txt ref.txt -l en -norm -s function.en.txt -a table.gz -t TASK, where function.en.txt is
# our list and table.gz the table above; `exact` with -m exact in place of -t. The last number is the final score.
GOLDEN = {
    "rank": "0.4417566788193434 0.33207893097936425 0.4282123739500694 0.4495714466092475 0.4049478971222847 "
    "0.3965494917239314 0.0 0.443269340324989 0.0 1.0 0.37457119091535823",
    "adq": "0.7623287429043148 0.48098581128056495 0.7268091695022407 0.7716110569930978 0.6612000116069973 "
    "0.6059128251732389 0.0 0.7923301749817195 0.0 1.0 0.6451777446632311",
    "hter": "0.7851414406532518 0.540239646419238 0.7014460841481129 0.7876461243077341 0.641007604765086 "
    "0.6916792755918364 0.0 0.7796102575926791 0.0 1.0 0.6749224906222454",
    "tune": "0.6666666666666667 0.4276315789473684 0.5869014272375618 0.6666666666666666 0.5642633228840125 "
    "0.5428571428571429 0.0 0.6613175675675677 0.0 1.0 0.5649653646388074",
    "li": "0.6488979250013299 0.37388481687519 0.6009049753254694 0.6531107563206047 0.6037549208080554 "
    "0.4310952788365812 0.0 0.6900243872524864 0.0 1.0 0.5614336302982049",
    "exact": "0.4417566788193434 0.1813568085642459 0.38509749902023255 0.4495714466092475 0.2889357643516051 "
    "0.33752850957391006 0.0 0.29235412564338403 0.0 1.0 0.30329769193563283",
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("table")
    (folder / "table.tsv").write_text(TABLE, encoding="utf-8")
    build(folder / "table.tsv", folder / "table.bin", format="tsv", language="en")
    return str(folder / "table.bin")


@pytest.mark.parametrize("task", list(GOLDEN))
def test_scores_are_those_of_the_original(table: str, task: str) -> None:
    metric = METEOR(modules="exact") if task == "exact" else METEOR(task=task, paraphrases=table)
    *segments, corpus = map(float, GOLDEN[task].split())
    references = References.by_stream(REFERENCES)
    assert metric.segment_scores(HYPOTHESES, references) / 100 == pytest.approx(segments, abs=1e-12)
    assert metric.corpus_score(HYPOTHESES, references) / 100 == pytest.approx(corpus, abs=1e-12)


def test_the_first_of_the_best_references_counts(table: str) -> None:
    # The command above with -r 2, references in turn: those from the last to the first, then the ones in order.
    metric = METEOR(paraphrases=table)
    references = References.by_stream(REFERENCES[::-1], REFERENCES)
    assert metric.corpus_score(HYPOTHESES, references) / 100 == pytest.approx(0.34627253475814485, abs=1e-12)


def rows(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="\n") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


@pytest.fixture(scope="module")
def real(shared: Path) -> tuple[Pairing, np.ndarray]:
    """Real pairs, and what METEOR 1.5 gave for them with exact and stem matches."""
    golden = rows(shared / "golden/originals.tsv.gz")
    data = {name: rows(shared / f"data/judgements/{name}.tsv.gz") for name in {row["dataset"] for row in golden}}
    pairs = [data[row["dataset"]][int(row["line"]) - 2] for row in golden]
    texts = [pair["hypothesis"] for pair in pairs], References.by_stream([pair["reference"] for pair in pairs])
    original = np.array([float(row["meteor15_exact_stem"]) for row in golden])
    return Pairing.of(*texts, normalization="none"), original


@pytest.mark.shared
def test_real_segments_score_nearly_as_the_original_with_our_lists(real: tuple[Pairing, np.ndarray]) -> None:
    pairing, original = real
    metric = METEOR(modules="exact+stem", weights="1+0.6")
    scores = metric.score(metric.statistics(pairing)) / 100
    assert np.abs(scores - original).mean() < 0.005
    assert np.corrcoef(scores, original)[0, 1] > 0.998


@pytest.mark.shared
def test_real_segments_score_as_the_original_with_its_own_lists(
    real: tuple[Pairing, np.ndarray], tmp_path: Path
) -> None:
    found = find_spec("pycocoevalcap")
    if found is None or not found.submodule_search_locations:
        pytest.skip("needs the lists inside METEOR's jar, which comes with the package pycocoevalcap")
    functions, abbreviations = tmp_path / "function.txt", tmp_path / "abbreviations.txt"
    with zipfile.ZipFile(Path(found.submodule_search_locations[0]) / "meteor/meteor-1.5.jar") as jar:
        functions.write_bytes(jar.read("function/english.words"))
        lines = jar.read("nonbreaking/english.prefixes").decode().replace(" #NUMERIC_ONLY#", "\tnumber").splitlines()
    abbreviations.write_text("\n".join(line.rstrip() for line in lines if not line.startswith("#")), encoding="utf-8")
    metric = METEOR(
        modules="exact+stem", weights="1+0.6", function_words=str(functions), abbreviations=str(abbreviations)
    )
    pairing, original = real
    statistics = metric.statistics(pairing)
    assert metric.score(statistics) / 100 == pytest.approx(original, abs=1e-9)
    assert metric.score(statistics.sum(0)) / 100 == pytest.approx(0.28845912051949973, abs=1e-12)


@given(inputs())
def test_scores_stay_in_their_range_and_identical_texts_are_perfect(data: Input) -> None:
    scores = METEOR().segment_scores(data.hypotheses, data.references)
    assert ((scores >= 0) & (scores <= 100 + 1e-9)).all()
    texts = [text for text in data.hypotheses if any(c.isalnum() for c in text)]
    if texts:
        assert METEOR().segment_scores(texts, References.by_stream(texts)) == pytest.approx([100.0] * len(texts))


@given(inputs())
def test_threads_and_a_wide_beam_change_nothing_that_should_stay(data: Input) -> None:
    pairing = Pairing.of(data.hypotheses, data.references)
    several = Pairing.of(data.hypotheses, data.references, threads=3)
    assert np.array_equal(METEOR().statistics(pairing), METEOR().statistics(several))


def test_other_languages_have_their_own_parameters_and_the_rest_the_common_ones() -> None:
    assert METEOR(language="de").signature()["params"] == "0.95/1/0.55/0.55"
    assert METEOR(language="nl", norm="lower").signature()["match"] == "exact:1+stem:0.5"
    assert METEOR(language="nl", norm="lower").signature()["func"] == "none"
    assert METEOR(language="xx", norm="lower").signature()["match"] == "exact:1"
    assert METEOR(language="cs").signature()["match"] == "exact:1"
    assert METEOR(language="fr").corpus_score(["l'homme est là"], References.by_stream(["l'homme est là"])) == 100


def test_words_that_java_takes_for_equal_match_unless_told_otherwise() -> None:
    references = References.by_stream(["n' chat"])
    assert METEOR(language="fr", norm="lower").corpus_score(["le chat"], references) == 100
    assert METEOR(language="fr", norm="lower", by_hash=False).corpus_score(["le chat"], references) < 100


def test_punctuation_can_be_left_out() -> None:
    references = References.by_stream(["Hello, world!"])
    assert METEOR(norm="no-punct").corpus_score(["hello world"], references) == 100
    assert METEOR().corpus_score(["hello world"], references) < 100


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"modules": "stem"}, "option 'modules' cannot be 'stem'"),
        ({"modules": "exact+stemm"}, "option 'modules' cannot be"),
        ({"modules": "exact+paraphrase", "paraphrases": "none"}, "needs a table: paraphrases=NAME or PATH"),
        ({"modules": "exact+stem", "language": "cs"}, "no stemmer for 'cs'"),
        ({"weights": "1+0.5"}, "there are 4 modules"),
        ({"weights": "1+x+1"}, "it takes numbers from 0 to 1"),
        ({"task": "adq", "language": "de"}, "has parameters for en only"),
        ({"language": "nl"}, "the normaliser knows en, fr, cs, de, es, ru, not 'nl'"),
        ({"alpha": 2.0}, "option 'alpha' cannot be 2.0"),
    ],
)
def test_options_that_cannot_be_are_refused(options: dict[str, str], message: str) -> None:
    with pytest.raises(OptionError, match=f"^meteor: .*{message.replace('+', '[+]')}"):
        METEOR(**options)


def test_the_signature_names_every_resource_with_its_content(table: str) -> None:
    signature = METEOR(paraphrases=table).signature()
    assert signature["match"] == "exact:1+stem:0.6+synonym:0.8+paraphrase:0.6"
    assert signature["func"].startswith("function.en@")
    assert signature["syn"].startswith("synonyms.en@")
    assert signature["para"].startswith("paraphrases.table@")
    assert METEOR().signature()["para"].startswith("paraphrases.en@")
    assert "para" not in METEOR(paraphrases="none").signature()
    assert "para" not in METEOR(language="de").signature()
