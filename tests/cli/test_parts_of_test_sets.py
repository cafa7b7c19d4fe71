"""`--origlang` and `--subset`: parts of a test set by its documents, as sacreBLEU chooses them."""

from pathlib import Path

import pytest

from tests.support.texts import STREAMS, SYSTEMS
from tests.support.types import Run, WriteTexts

# Documents: id, original language, domain, number of segments.
DOCUMENTS = (
    ("press-1", "de", "news", 7),
    ("shop-1", "en", "reviews", 8),
    ("press-2", "cs", "news", 9),
    ("chat-1", "de", "social", 6),
)


def xml(domains: bool = True) -> str:
    parts, at = ["<dataset>"], 0
    for name, origlang, domain, n in DOCUMENTS:
        about = f' domain="{domain}"' if domains else ""
        parts.append(f'<doc id="{name}" origlang="{origlang}"{about}>')
        for opening, texts in (
            ('<src lang="de">', [f"Satz {i}." for i in range(30)]),
            ('<ref lang="en" translator="A">', STREAMS[0]),
        ):
            parts.append(f"{opening}<p>")
            parts += [f'<seg id="{k + 1}">{texts[at + k]}</seg>' for k in range(n)]
            parts.append(f"</p></{opening[1:4]}>")
        parts.append("</doc>")
        at += n
    return "\n".join([*parts, "</dataset>"])


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """What sacreBLEU makes of the file of a test set, made by sacreBLEU itself."""
    utils = pytest.importorskip("sacrebleu.utils")
    dataset = pytest.importorskip("sacrebleu.dataset").DATASETS["wmt23"]
    monkeypatch.setenv("SACREBLEU", str(tmp_path))
    monkeypatch.setattr(utils, "SACREBLEU_DIR", str(tmp_path))
    raw = tmp_path / "wmt23" / "raw" / dataset.langpairs["de-en"][0]
    raw.parent.mkdir(parents=True)
    raw.write_text(xml(), "utf-8")
    for name, texts in type(dataset)._unwrap_wmt21_or_later(str(raw)).items():
        label = "ref" if name == "ref:A" else name
        (tmp_path / "wmt23" / f"wmt23.de-en.{label}").write_text("".join(f"{t}\n" for t in texts), "utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("origlang", "subset", "n"),
    [("de", None, 13), ("non-de", None, 17), (None, "news", 16), ("de", "news|social", 13), ("non-de", "^n", 9)],
)
def test_the_segments_of_sacrebleu_are_kept(
    tertium: Run, fetched: Path, texts: WriteTexts, origlang: str | None, subset: str | None, n: int
) -> None:
    import sacrebleu
    from sacrebleu.utils import filter_subset

    (hyp,) = texts(neural=list(SYSTEMS["neural"]))
    given = [*(("--origlang", origlang) if origlang else ()), *(("--subset", subset) if subset else ())]
    ran = tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "-m", "bleu", *given)
    assert ran.code == 0, ran.err
    assert f"{n} segments" in ran.out
    hypotheses, references = filter_subset(
        [list(SYSTEMS["neural"]), list(STREAMS[0])], "wmt23", "de-en", origlang, subset
    )
    assert len(hypotheses) == n
    ran = tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "-m", "bleu", *given, "-f", "tsv")
    expected = sacrebleu.corpus_bleu(hypotheses, [references]).score
    assert any(
        abs(float(cell) - expected) < 1e-9
        for cell in ran.out.replace("\n", "\t").split("\t")
        if cell.replace(".", "", 1).isdigit()
    )


def test_the_signature_says_which_part_it_is(tertium: Run, fetched: Path, texts: WriteTexts) -> None:
    (hyp,) = texts(neural=list(SYSTEMS["neural"]))
    ran = tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "--origlang", "de", "--subset", "news|social")
    assert "|part:origlang=de,subset=news%7Csocial|" in ran.out


def test_files_with_documents(tertium: Run, tmp_path: Path) -> None:
    outputs = "\n".join(SYSTEMS["neural"])
    path = tmp_path / "set.xml"
    whole = xml(domains=False)
    at = 0
    for name, origlang, _, n in DOCUMENTS:
        segments = "".join(f'<seg id="{k + 1}">{outputs.splitlines()[at + k]}</seg>' for k in range(n))
        head, _, tail = whole.partition(f'<doc id="{name}" origlang="{origlang}">')
        whole = f'{head}<doc id="{name}" origlang="{origlang}"><hyp system="ours">{segments}</hyp>{tail}'
        at += n
    path.write_text(whole, "utf-8")
    assert "13 segments" in tertium("score", path, "--origlang", "de", "-m", "chrf").out
    # Without domains the names of documents are searched.
    assert "16 segments" in tertium("score", path, "--subset", "^press", "-m", "chrf").out


def test_what_cannot_be_chosen_is_refused_with_what_there_is(tertium: Run, fetched: Path, texts: WriteTexts) -> None:
    hyp, ref = texts(neural=list(SYSTEMS["neural"]), ref=list(STREAMS[0]))
    ran = tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "--origlang", "fr")
    assert ran.code == 1
    assert "no document was written in 'fr'; there are de, en, cs" in ran.err
    assert "there are news, reviews, social" in tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "--subset", "x").err
    assert "not a regular expression" in tertium("score", "-t", "wmt23", "-l", "de-en", hyp, "--subset", "(").err
    assert "does not say in which language" in tertium("score", hyp, "-r", ref, "--origlang", "de").err
    assert "neither domains nor names" in tertium("score", hyp, "-r", ref, "--subset", "de").err
