"""Every reader of files, with a valid sample of what it reads.

A reader is given the folder in which its file stands, beside the other files that it needs, and reads all of it.
"""

import gzip
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random

import numpy as np

from tests.exam import sample as exams
from tests.fuzz import mutants
from tests.io.bilingual import forms
from tests.io.nbest import test_forms as nbest
from tests.support.judgements import OUTPUTS, REFERENCES, pair_rows, score_rows

Read = Callable[[Path], object]
Damage = Callable[[bytes, Random], bytes]


@dataclass(frozen=True, slots=True)
class Reader:
    """A reader of the file `file`, of which `sample` is a good one; `damage` makes mutants of it."""

    name: str
    file: str
    sample: bytes
    read: Read
    damage: Damage = mutants.damaged


def all_readers(folder: Path) -> list[Reader]:
    """All of them; the files that several need are written into the folder."""
    made = [*_test_sets(folder), *_judgements(folder), *_lists(), *_networks(), *_texts(folder)]
    made += [*_resources(folder), *_models(folder), *_exams(folder), *_tuning(), *_projects(folder)]
    return made


def _text(name: str, file: str, sample: str, read: Callable[[Path], object]) -> Reader:
    return Reader(name, file, sample.encode(), lambda folder: read(folder / file))


def _test_sets(folder: Path) -> list[Reader]:
    from tertium.io import read_lines, read_test_set, write_test_set
    from tertium.io.bilingual.fill import Filling, fill_targets
    from tertium.text.testset import References, TestSet

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
        path = folder / f"sample.{ending}"
        write_test_set(plain if name == "parquet" else whole, path, name)
        sample = path.read_bytes()
        readers.append(Reader(f"test set {name}", f"set.{ending}", sample, _reading(read_test_set, f"set.{ending}")))
        if name == "tsv":
            packed = gzip.compress(sample, mtime=0)
            read = _reading(read_test_set, "set.tsv.gz")
            readers.append(Reader("test set gzip", "set.tsv.gz", packed, read, mutants.damaged_gzip))
    csv = 'system,segment,hypothesis,reference\nA,1,"a, ""b""",r\nB,1,c,r\nA,2,"two\nlines",q\nB,2,,q\n'
    readers.append(_text("test set csv", "set.csv", csv, read_test_set))
    readers.append(_text("plain", "a.txt", "one\n\ntwo é\n", lambda path: read_lines(path)))
    for name in ("XLIFF_10", "XLIFF_11", "XLIFF_12", "XLIFF_20", "TMX_14"):
        form = getattr(forms, name, None)
        if form is None:
            continue
        file = "set.tmx" if name.startswith("TMX") else "set.xlf"

        def both(path: Path, n: int = len(form.sources)) -> None:
            read_test_set(path)
            fill_targets(path, ["new"] * n, path.with_name("filled"), Filling(strip_tags=True))

        readers.append(_text(f"bilingual {name}", file, form.text, both))
    return readers


def _reading(read: Callable[[Path], object], file: str) -> Read:
    return lambda folder: read(folder / file)


def _judgements(folder: Path) -> list[Reader]:
    from tertium.io.examples import read_examples
    from tertium.io.judgements.formats import read_judgements
    from tertium.io.outputs import read_outputs
    from tertium.io.scores import ScoreCache, read_scores

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
    readers = [_text(f"judgements {name}", "judged.txt", sample, read_judgements) for name, sample in samples.items()]
    scores = "lp\tsystem\tseg_id\tscore\nde-en\ta\t1\t0.5\nde-en\ta\t2\tNone\n"
    readers.append(_text("scores of metrics", "s.tsv", scores, lambda path: read_scores(path, "ours")))
    readers.append(
        _text("scores in blocks", "s.score", "a\t1\na\t2\nb\t3\nb\tNone\n", lambda path: read_scores(path, "m"))
    )
    readers.append(_text("outputs", "o.tsv", "seg_id\thypothesis\treference\n1\ta\tr\n1\tb\tr\n", read_outputs))
    examples = "lang_pair\treference\treference_2\thypothesis\nde-en\ta b\tc d\te f\n"
    readers.append(_text("examples", "e.tsv", examples, lambda path: read_examples([path], [path])))
    kept = ScoreCache(folder / "kept")
    kept.store("k", np.array([[1.5, 2], [np.nan, np.nan], [3, 4]]))
    packed = (folder / "kept" / "k.npz").read_bytes()
    load = ScoreCache.load
    readers.append(
        Reader("kept scores", "k.npz", packed, lambda root: load(ScoreCache(root), "k", 3), mutants.damaged_npz)
    )
    return readers + _folder_of_scores(folder)


def _folder_of_scores(folder: Path) -> list[Reader]:
    """The folder of mt-metrics-eval, one of whose files is damaged."""
    from tertium.io.judgements.formats import read_judgements

    files = {
        "sources/de-en.txt": "eins\nzwei\ndrei\nvier\n",
        "references/de-en.refA.txt": "".join(f"{text}\n" for text in REFERENCES),
        "documents/de-en.docs": "news\td1\nnews\td1\ntalk\td2\ntalk\td2\n",
        "human-scores/de-en.mqm.seg.score": "".join(f"{name}\t{i}\n" for name in OUTPUTS for i in (1, 2, "None", 4)),
        "human-scores/de-en.mqm.sys.score": "good\t1\nfair\t0.5\npoor\tNone\n",
        "metric-scores/de-en/bleu-refA.seg.score": "".join(f"{name}\t{i}\n" for name in OUTPUTS for i in range(4)),
        **{f"system-outputs/de-en/{name}.txt": "".join(f"{t}\n" for t in texts) for name, texts in OUTPUTS.items()},
    }
    for name, text in files.items():
        (folder / "mme" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "mme" / name).write_text(text, "utf-8")
    return [
        Reader(f"mt-metrics-eval {name}", f"mme/{name}", text.encode(), lambda root: read_judgements(root / "mme"))
        for name, text in files.items()
        if not name.startswith("system-outputs") or name.endswith("good.txt")
    ]


def _lists() -> list[Reader]:
    from tertium.nbest.forms.formats import read_nbest

    samples = {
        "moses": "0 ||| ein Haus ||| lm= -1 -2 tm= 0.5 sparse_x= 1 ||| -3.5\n1 ||| ja ||| lm= -1 -1 tm= 1 ||| -1\n",
        "marian": nbest.MARIAN,
        "ensemble": nbest.ENSEMBLE,
        "cdec": nbest.CDEC,
        "fairseq": nbest.FAIRSEQ,
        "jsonl": '{"id": 0, "candidates": [{"text": "a", "log_prob": -1.5, "features": {"lm": -2}}, '
        '{"text": "b", "log_prob": -2, "features": {"lm": -3}}]}\n',
        "tsv": "seg_id\thypothesis\tfeatures\tmodel_score\treference\n1\ta\tlm= 1 2\t-1\tr\n1\tb\tlm= 2 1\t-2\tr\n",
    }
    return [_text(f"n-best {name}", "lists.nbest", sample, read_nbest) for name, sample in samples.items()]


def _networks() -> list[Reader]:
    from tertium.io.networks import NETWORK_FORMATS, read_networks, read_symbols, render_networks
    from tertium.networks.entry import Entry
    from tertium.networks.flat import flatten
    from tertium.networks.search import closest

    def read(path: Path) -> None:
        for entry in read_networks(path, path.suffix[1:]):
            closest(["the", "old", "town"], flatten(entry.network), limit=1e6)

    entries = [Entry("one", exams.network(1)), Entry("two", exams.network(2))]
    readers = []
    for form in NETWORK_FORMATS:
        sample = render_networks(entries[:1] if form == "json" else entries, form)
        readers.append(_text(f"networks {form}", f"n.{form}", sample, read))
    readers.append(_text("symbols", "s.txt", "<eps> 0\na 1\nb 2\n", read_symbols))
    return readers


def _texts(folder: Path) -> list[Reader]:
    from tertium.io.bitext import read_bitext, read_groups
    from tertium.resources.parsers.constituents import ReadTrees
    from tertium.resources.parsers.dependencies import ParsedSentences
    from tertium.storage.workspace import open_workspace

    (folder / "pivot.txt").write_text("das Haus\nja\n", "utf-8")
    (folder / "back.txt").write_text("0-0 1-1\n0-0\n", "utf-8")

    def bitext(path: Path) -> None:
        names = [path.with_name(name) for name in ("pivot.txt", "back.txt")]
        list(read_bitext(path, names[0], "de").pairs())

    def aligned(path: Path) -> None:
        words = path.with_name("pivot.txt")
        list(read_bitext(words, words, "de", [path, path.with_name("back.txt")]).pairs())

    def workspace(path: Path) -> None:
        with open_workspace(path.parent) as opened:
            opened.finished("a", "k")
            opened.save()

    conllu = (
        "# text = A cat sat.\n1\tA\ta\tDET\tDT\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\tNN\t_\t3\tnsubj\t_\t_\n"
        "3\tsat\tsit\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No\n4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n"
    )
    manifest = '{"stages": {"a": {"key": "k", "notes": {"seconds": 1.5}}, "b": {"key": "l", "notes": {}}}}\n'
    return [
        _text("bitext", "english.txt", "the house\nyes\n", bitext),
        _text("alignments", "points.txt", "0-0 1-1\n0-0\n", aligned),
        _text(
            "groups",
            "groups.txt",
            "1 ||| a b\n1 ||| a c\n2 ||| d\n",
            lambda path: list(read_groups(path, "en").pairs()),
        ),
        _text("CoNLL-U", "p.conllu", conllu, lambda path: ParsedSentences.read(path).parse([["A", "cat", "sat", "."]])),
        _text(
            "trees",
            "trees.txt",
            "(S (NP (DT a) (NN cat)) (VP (VBD sat)))\n",
            lambda path: ReadTrees.read(path).trees(["a cat sat"]),
        ),
        _text("manifest", "work/manifest.json", manifest, workspace),
    ]


def _resources(folder: Path) -> list[Reader]:
    from tertium.resources import synonyms
    from tertium.resources.paraphrases import ParaphraseTable
    from tertium.resources.paraphrases.formats import build, text_lines
    from tertium.resources.synonyms import Synonyms
    from tertium.resources.wordlists import WordList
    from tertium.text.arrays import PackedTexts

    words = PackedTexts.pack(["a", "automobile", "big", "bigger", "car", "large", "very"])

    def table(path: Path) -> None:
        opened = ParaphraseTable.load(path)
        for phrase in ("a car", "car", "big", "very large", "x"):
            opened.lookup(phrase), opened.lookup_back(phrase)
        list(text_lines(opened, "tsv"))

    def dictionary(path: Path) -> None:
        opened = Synonyms.load(path)
        opened.sets(words), opened.sets_by_part(words)

    texts = {
        "tsv": "0.5\ta car\tan automobile\n0.25\tbig\tvery large\n",
        "meteor": "0.5\na car\nan automobile\n0.25\nbig\nvery large\n",
        "terp": "0.5 <p>a car</p> <p>an automobile</p>\n0.2 <p>big</p> <p>very large</p>\n",
        "ppdb": "[NN] ||| car ||| motor car ||| a=1 p(e|f)=1.5 b=0 ||| 0-0 ||| Equivalence\n",
    }

    def building(form: str) -> Callable[[Path], object]:
        return lambda path: build(path, path.with_name("made.bin"), format=form, language="en")

    readers = [_text(f"paraphrases as {form}", "table.txt", text, building(form)) for form, text in texts.items()]
    (folder / "sample.txt").write_text(texts["tsv"] * 2 + "0.5\tcar\tmotor car\n0.3\tan automobile\ta car\n", "utf-8")
    build(folder / "sample.txt", folder / "table.bin", format="tsv", language="en")
    synonyms.build(
        folder / "synonyms.bin",
        synonyms.Sources(
            {"car": {1, 2}, "automobile": {1}, "large": {3}, "big": {3}},
            {"bigger": ["big"]},
            {("car", 1): 1, ("car", 2): 1, ("automobile", 1): 1, ("large", 3): 4, ("big", 3): 4},
            {("bigger", "big"): 4},
        ),
        language="en",
        rules=synonyms.ENGLISH_RULES,
        made_from="us",
    )
    for name, file, read in (("paraphrase table", "table.bin", table), ("synonyms", "synonyms.bin", dictionary)):
        sample = (folder / file).read_bytes()
        readers.append(Reader(name, f"r.{file}", sample, _reading(read, f"r.{file}"), mutants.damaged_arrays))
    readers.append(
        _text("word list", "w.txt", "# our words\nthe\nMr\tnumber\nof\n", lambda path: WordList.read(path).flags(words))
    )
    return readers


def _models(folder: Path) -> list[Reader]:
    from tertium.learn.model import Model, find
    from tertium.metrics.spec import parse
    from tertium.text.testset import References
    from tests.learn.test_model_files import MODEL

    MODEL.save(folder / "any.model")

    def load(path: Path) -> None:
        Model.load(str(path))

    def scoring(metric: str) -> Read:
        def score(root: Path) -> None:
            measure = parse(f"{metric}(model={root / 's.model'})")
            measure.segment_scores(["a cat"], References.by_stream(["the cat sat"]))

        return score

    any_model = (folder / "any.model").read_bytes()
    readers = [Reader("model", "m.model", any_model, _reading(load, "m.model"), mutants.damaged_arrays)]
    for name in ("beer-en", "mtr-en", "ppda+f-en"):
        path = find(name)
        score = scoring(Model.load(str(path)).metric)
        readers.append(Reader(f"model {name}", "s.model", path.read_bytes(), score, mutants.damaged_arrays))
    return readers


def _exams(folder: Path) -> list[Reader]:
    from tertium.data import EXAM_RULES
    from tertium.exam.chain import damages, extended, write_log
    from tertium.exam.files import read_exam, read_labels, read_log, read_rules, read_submissions
    from tertium.exam.passages import write_exam
    from tertium.exam.submissions import write_submissions

    asked = exams.exam(2, 2)
    submissions, _ = exams.answers(asked, 2)

    def answers(path: Path) -> None:
        read_submissions([str(path)], asked)

    first = extended(None, at="2026-01-01", actor="us", kind="rules", object="r", body={"a": [1, "x"]})
    log = write_log([first, extended(first, at="2026-01-02", actor="us", kind="grade", object="g", body={"b": 2})])
    tsv = "candidate\tpassage\tsentence\ttext\nc1\tp1\t1\ta\nc1\tp1\t2\tb\n"
    return [
        _text("exam", "exam.json", write_exam(asked), read_exam),
        _text("answers jsonl", "a.jsonl", write_submissions(submissions), answers),
        _text("answers tsv", "a.tsv", tsv, answers),
        _text("answers text", "a.txt", "one\ntwo\nthree\nfour\n", answers),
        _text("labels", "l.tsv", "candidate\tpassage\tlabel\tgrader\tpoints\nc1\tp1\tMM\tg\t2.5\n", read_labels),
        _text("rules", "rules.json", EXAM_RULES.read_text("utf-8"), lambda path: read_rules(str(path))),
        _text("exam log", "log.jsonl", log, lambda path: list(damages(read_log(path)))),
    ]


def _tuning() -> list[Reader]:
    from tertium.nbest.weights import Weights, read_weights
    from tertium.tuning.moses.files import read_blocks, read_dense, read_start_points

    features = "FEATURES_TXT_BEGIN_0 0 2 2 lm_0 tm_0\n-1 0.5 word_x=1\n-2 0.25\nFEATURES_TXT_END_0\n"
    return [
        _text("weights json", "w.json", Weights({"lm": 0.5, "tm_0": 0.1}).to_json(), read_weights),
        _text("weights text", "w.txt", "lm= 0.5\ntm= 0.1 0.2\n", read_weights),
        _text("Moses features", "f.txt", features, lambda path: read_blocks(path, "FEATURES")),
        _text("start points", "init.opt", "0.1 0.2\n0 0\n1 1\n", lambda path: read_start_points([path], 2)),
        _text("dense weights", "d.txt", "lm= 0.5 F0 0.25\n", read_dense),
    ]


def _projects(folder: Path) -> list[Reader]:
    from tertium.server.settings import ServerSettings
    from tertium.server.store.engine import Store
    from tertium.server.store.upkeep import archive_in, archive_out
    from tests.server.support import Server
    from tests.server.world import make_world

    path = folder / "sample.zip"
    address = f"sqlite:///{folder / 'tertium.db'}"
    settings = ServerSettings(data=folder / "server", database=address)
    with Server.open(settings, Store(address)) as server:
        world = make_world(server)
        server.store.reading(lambda connection: archive_out.export(connection, world.ids["project"], path))

    def read(root: Path) -> None:
        archive_in.read(root / "p.zip", "p.zip").file.close()

    return [Reader("project zip", "p.zip", path.read_bytes(), read, mutants.damaged_zip)]
