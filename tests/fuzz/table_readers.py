"""Readers of test sets, judgements, scores and lists of candidates."""

import gzip
from pathlib import Path

import numpy as np

from tertium import Scoring, score
from tertium.errors import DataError
from tertium.io import read_lines, read_test_set, write_test_set
from tertium.io.bilingual.fill import Filling, fill_targets
from tertium.io.examples import read_examples
from tertium.io.judgements.formats import read_judgements
from tertium.io.outputs import read_outputs
from tertium.io.scores import ScoreCache, read_scores
from tertium.nbest.forms.formats import read_nbest
from tertium.text.testset import References, TestSet
from tests.fuzz import packed
from tests.fuzz.reader import Reader, of_text, reading
from tests.io.bilingual import forms
from tests.nbest.forms.test_cdec import CDEC
from tests.nbest.forms.test_fairseq import FAIRSEQ
from tests.nbest.forms.test_marian import ENSEMBLE, MARIAN
from tests.support.judgements import OUTPUTS, REFERENCES, pair_rows, score_rows

METRICS = ["bleu", "chrf", "ter"]


def test_sets(folder: Path) -> list[Reader]:
    """Test sets; those that hold outputs and references are scored."""
    whole = TestSet.build(
        {"A": ["a & b", None, "x"], "B": ["<c>\t", "d\\", "ü"]},
        References.by_segment([["r", "é"], ["q"], ["z 1.5"]]),
        source=["s", "", "t"],
        documents=["x", "y", "y"],
    )
    plain = TestSet.build(
        {"A": ["a b", "c"]}, References.by_stream(["r", "q"]), source=["s", "t"], documents=["x", "y"]
    )
    readers = []
    for name, ending in (
        ("tsv", "tsv"),
        ("jsonl", "jsonl"),
        ("wmt-xml", "xml"),
        ("sgml", "sgm"),
        ("parquet", "parquet"),
    ):
        path, file = folder / f"sample.{ending}", f"set.{ending}"
        write_test_set(plain if name == "parquet" else whole, path, name)
        sample, last = path.read_bytes(), {"tsv": b"\t", "jsonl": b"}"}.get(name, b"")
        readers.append(Reader(f"test set {name}", file, sample, reading(_scored, file), whole=not last, last=last))
        if name == "tsv":
            content, read = gzip.compress(sample, mtime=0), reading(_scored, "set.tsv.gz")
            readers.append(Reader("test set gzip", "set.tsv.gz", content, read, packed.in_gzip, whole=True))
    csv = 'system,segment,hypothesis,reference\nA,1,"a, ""b""",r\nB,1,c,r\nA,2,"two\nlines",q\nB,2,,q\n'
    readers.append(of_text("test set csv", "set.csv", csv, _scored, last=","))
    readers.append(of_text("plain", "a.txt", "one\n\ntwo é\n", _lines_scored))
    for name in ("XLIFF_10", "XLIFF_11", "XLIFF_12", "XLIFF_20", "TMX_14"):
        form = getattr(forms, name)
        file = "set.tmx" if name.startswith("TMX") else "set.xlf"

        def both(path: Path, n: int = len(form.sources)) -> None:
            _scored(path)
            fill_targets(path, ["new"] * n, path.with_name("filled"), Filling(strip_tags=True))

        readers.append(of_text(f"bilingual {name}", file, form.text, both, whole=True))
    for name, ending in (("xliff", "xlf"), ("xliff2", "xlf2"), ("tmx", "tmx")):
        path, file = folder / f"sample.{ending}", f"own.{ending}"
        write_test_set(plain, path, name)
        readers.append(Reader(f"our own {name}", file, path.read_bytes(), reading(_scored, file), whole=True))
    return readers


def _scored(path: Path) -> None:
    """Read a test set and score what was read; translators' files have no references."""
    test_set = read_test_set(path)
    if any(map(len, test_set.references)):
        score(test_set, metrics=METRICS, scoring=Scoring(missing="skip", threads=1))


def _lines_scored(path: Path) -> None:
    lines = read_lines(path)
    score(lines, list(reversed(lines)), metrics=METRICS, scoring=Scoring(threads=1))


def judgements(folder: Path) -> list[Reader]:
    """Judgements, scores, and what is learned from."""
    samples = {
        "scores": score_rows(),
        "scores jsonl": '{"system": "A", "hypothesis": "a", "reference": "r", "score": 1.5, "rater": "x"}\n'
        '{"system": "B", "hypothesis": "b", "reference": "r", "score": null, "rater": "y"}\n',
        "pairs": pair_rows(),
        "mqm": "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
        "A\td\t1\t1\tr\teine Katze\ta <v>big</v> cat\tAccuracy/Addition\tMajor\n"
        "A\td\t1\t1\tr2\teine Katze\ta big cat\tno-error\tno-error\n",
        "rankings": "srclang,trglang,srcIndex,segmentId,judgeID,system1Id,system1rank,system2Id,system2rank,rankingID\n"
        "cze,eng,1,1,j,X,1,Y,2,1\ncze,eng,2,2,j,X,2,Y,2,2\n",
        "post-edits": '<xliff version="1.2"><file original="d" source-language="en" target-language="de"><body>'
        '<trans-unit id="1"><source>a</source><target>b c</target><alt-trans origin="mt"><target>b</target></alt-trans>'
        "</trans-unit></body></file></xliff>",
    }
    last = {"scores jsonl": "}", "rankings": ",", "post-edits": ""}
    readers = [
        of_text(
            f"judgements {name}",
            "judged.txt",
            sample,
            read_judgements,
            whole=name == "post-edits",
            last=last.get(name, "\t"),
        )
        for name, sample in samples.items()
    ]
    scores = "lp\tsystem\tseg_id\tscore\nde-en\ta\t1\t0.5\nde-en\ta\t2\tNone\n"
    blocks = "a\t1\na\t2\nb\t3\nb\tNone\n"
    readers.append(of_text("scores of metrics", "s.tsv", scores, lambda path: read_scores(path, "ours"), last="\t"))
    readers.append(of_text("scores in blocks", "s.score", blocks, lambda path: read_scores(path, "m"), last="\t"))
    outputs = "seg_id\thypothesis\treference\n1\ta\tr\n1\tb\tr\n"
    readers.append(of_text("outputs", "o.tsv", outputs, read_outputs, last="\t"))
    examples = "lang_pair\treference\treference_2\thypothesis\nde-en\ta b\tc d\te f\n"
    readers.append(of_text("examples", "e.tsv", examples, lambda path: read_examples([path], [path]), last="\t"))
    kept = ScoreCache(folder / "kept")
    kept.store("k", np.array([[1.5, 2], [np.nan, np.nan], [3, 4]]))
    content = (folder / "kept" / "k.npz").read_bytes()
    readers.append(Reader("kept scores", "k.npz", content, _kept_scores, packed.in_npz, whole=True))
    return readers + _folder_of_scores(folder)


def _kept_scores(folder: Path) -> None:
    """What is damaged is computed again, which is how a cache refuses it."""
    if ScoreCache(folder).load("k", 3) is None:
        raise DataError("computed again")


def _folder_of_scores(folder: Path) -> list[Reader]:
    """The folder of mt-metrics-eval, one of whose files is damaged."""
    files = {
        "sources/de-en.txt": "eins\nzwei\ndrei\nvier\n",
        "references/de-en.refA.txt": "".join(f"{text}\n" for text in REFERENCES),
        "documents/de-en.docs": "news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
        "human-scores/de-en.mqm.seg.score": "".join(f"{name}\t{i}\n" for name in OUTPUTS for i in (1, 2, "None", 4)),
        "human-scores/de-en.mqm.sys.score": "good\t1\nfair\t0.5\npoor\tNone\n",
        "metric-scores/de-en/bleu-refA.seg.score": "".join(f"{name}\t{i}\n" for name in OUTPUTS for i in range(4)),
        **{f"system-outputs/de-en/{name}.txt": "".join(f"{t}\n" for t in texts) for name, texts in OUTPUTS.items()},
    }
    for name, content in files.items():
        (folder / "mme" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "mme" / name).write_text(content, "utf-8")
    return [
        of_text(
            f"mt-metrics-eval {name}",
            f"mme/{name}",
            content,
            lambda path: read_judgements(path.parents[len(path.parts) - path.parts.index("mme") - 2]),
            last="" if name.endswith(".txt") else "\t",
        )
        for name, content in files.items()
        if not name.startswith("system-outputs") or name.endswith("good.txt")
    ]


def lists() -> list[Reader]:
    """N-best lists."""
    samples = {
        "moses": "0 ||| ein Haus ||| lm= -1 -2 tm= 0.5 sparse_x= 1 ||| -3.5\n1 ||| ja ||| lm= -1 -1 tm= 1 ||| -1\n",
        "marian": MARIAN,
        "ensemble": ENSEMBLE * 2,
        "cdec": CDEC,
        "fairseq": FAIRSEQ,
        "jsonl": '{"id": 0, "candidates": [{"text": "a", "log_prob": -1.5, "features": {"lm": -2}}, '
        '{"text": "b", "log_prob": -2, "features": {"lm": -3}}]}\n',
        "tsv": "seg_id\thypothesis\tfeatures\tmodel_score\treference\n1\ta\tlm= 1 2\t-1\tr\n1\tb\tlm= 2 1\t-2\tr\n",
    }
    last = {"fairseq": "", "jsonl": "}", "tsv": "\t"}
    return [
        of_text(f"n-best {name}", "lists.nbest", sample, read_nbest, last=last.get(name, "|||"))
        for name, sample in samples.items()
    ]
