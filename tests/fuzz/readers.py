"""Every reader of files, with a valid sample of what it reads."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import numpy as np

from tertium.data import EXAM_RUBRICS, EXAM_RULES
from tertium.exam import files as exam_files
from tertium.exam.chain import damages, extended, write_log
from tertium.exam.files import (
    read_exam,
    read_labels,
    read_log,
    read_proposals,
    read_ratings,
    read_rules,
    read_submissions,
)
from tertium.exam.grading import grade
from tertium.exam.labelling.examples import collect
from tertium.exam.labelling.features import PassageFeatures
from tertium.exam.labelling.model import GradingModel
from tertium.exam.labelling.training import Trainer
from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tertium.io.bitext import read_bitext, read_groups
from tertium.io.networks import NETWORK_FORMATS, read_networks, read_symbols, render_networks
from tertium.learn.model import Model, find
from tertium.metrics.spec import parse
from tertium.nbest.weights import Weights, read_weights
from tertium.networks.entry import Entry
from tertium.networks.flat import flatten
from tertium.networks.search import closest
from tertium.paraphrase.corpora import text_batches
from tertium.paraphrase.options import Cleaning
from tertium.resources import synonyms
from tertium.resources.encoders import weights
from tertium.resources.encoders.pieces import read_pieces
from tertium.resources.paraphrases import ParaphraseTable
from tertium.resources.paraphrases.formats import build, text_lines
from tertium.resources.parsers.constituents import ReadTrees
from tertium.resources.parsers.dependencies import ParsedSentences
from tertium.resources.synonyms import Synonyms
from tertium.resources.wordlists import WordList
from tertium.server.annotate.store.archive.export import export as export_project
from tertium.server.annotate.store.archive.reading import read as read_project
from tertium.server.database.engine import Store
from tertium.server.settings import ServerSettings
from tertium.storage.workspace import open_workspace
from tertium.text.arrays import PackedTexts
from tertium.text.testset import References
from tests.exam import sample as exams
from tests.fuzz import packed
from tests.fuzz.neural_readers import neural
from tests.fuzz.reader import Read, Reader, of_text, reading
from tests.fuzz.table_readers import judgements, lists, test_sets
from tests.learn.test_model import MODEL
from tests.server.support import Server
from tests.server.world import make_world
from tests.support.encoders import write_tiny


def all_readers(folder: Path) -> list[Reader]:
    """All of them; the files that several need are written into the folder."""
    readers = [*test_sets(folder), *judgements(folder), *lists(), *_networks(), *_texts(folder)]
    readers += [*_resources(folder), *_models(folder), *_encoders(folder), *neural(folder), *_exams(folder), *_tuning()]
    return readers + _projects(folder)


def _networks() -> list[Reader]:

    def read(path: Path) -> None:
        for entry in read_networks(path, path.suffix[1:]):
            closest(["the", "old", "town"], flatten(entry.network), limit=1e6)

    entries = [Entry("one", exams.network(1)), Entry("two", exams.network(2))]
    readers = []
    for form in NETWORK_FORMATS:
        sample = render_networks(entries[:1] if form == "json" else entries, form)
        last = {"fst": "\n", "jsonl": "}"}.get(form, "")
        readers.append(of_text(f"networks {form}", f"n.{form}", sample, read, whole=form == "json", last=last))
    readers.append(of_text("symbols", "s.txt", "<eps> 0\na 1\nb 2\n", read_symbols, last=" "))
    return readers


def _texts(folder: Path) -> list[Reader]:

    (folder / "pivot.txt").write_text("das Haus\nja\n", "utf-8")
    (folder / "back.txt").write_text("0-0 1-1\n0-0\n", "utf-8")

    def bitext(path: Path) -> None:
        names = [path.with_name(name) for name in ("pivot.txt", "back.txt")]
        list(read_bitext(path, names[0], "de").pairs())

    def aligned(path: Path) -> None:
        words = path.with_name("pivot.txt")
        corpus = read_bitext(words, words, "de", [path, path.with_name("back.txt")])
        list(text_batches(0, corpus, Cleaning(), Counter()))

    def workspace(path: Path) -> None:
        with open_workspace(path.parent) as opened:
            opened.finished("a", "k")
            opened.save()

    def parsed(path: Path) -> None:
        ParsedSentences.read(path).parse([["A", "cat", "sat", "."]])

    conllu = (
        "# text = A cat sat.\n1\tA\ta\tDET\tDT\t_\t2\tdet\t_\t_\n2\tcat\tcat\tNOUN\tNN\t_\t3\tnsubj\t_\t_\n"
        "3\tsat\tsit\tVERB\tVBD\t_\t0\troot\t_\tSpaceAfter=No\n4\t.\t.\tPUNCT\t.\t_\t3\tpunct\t_\t_\n\n"
    )
    manifest = '{"stages": {"a": {"key": "k", "notes": {"seconds": 1.5}}, "b": {"key": "l", "notes": {}}}}\n'
    return [
        of_text("bitext", "english.txt", "the house\nyes\n", bitext),
        of_text("alignments", "points.txt", "0-0 1-1\n0-0\n", aligned, last="0"),
        of_text(
            "groups",
            "groups.txt",
            "1 ||| a b\n1 ||| a c\n2 ||| d\n",
            lambda path: list(read_groups(path, "en").pairs()),
            last="||| ",
        ),
        of_text("CoNLL-U", "p.conllu", conllu, parsed, last="\t"),
        of_text(
            "trees",
            "trees.txt",
            "(S (NP (DT a) (NN cat)) (VP (VBD sat)))\n",
            lambda path: ReadTrees.read(path).trees(["a cat sat"]),
            last=")",
        ),
        of_text("manifest", "work/manifest.json", manifest, workspace, whole=True),
    ]


def _resources(folder: Path) -> list[Reader]:

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
        "ppdb": "[NN] ||| car ||| motor car ||| a=1 p(e|f)=1.5 b=0 ||| 0-0 ||| Equivalence\n"
        "[NN] ||| cat ||| a cat ||| p(e|f)=2 ||| 0-1 ||| Equivalence\n",
    }

    def building(form: str) -> Callable[[Path], object]:
        return lambda path: build(path, path.with_name("made.bin"), format=form, language="en")

    last = {"tsv": "\t", "meteor": "", "terp": "</p>", "ppdb": " ||| "}
    readers = [
        of_text(f"paraphrases as {form}", "table.txt", text, building(form), last=last[form])
        for form, text in texts.items()
    ]
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
        readers.append(Reader(name, f"r.{file}", sample, reading(read, f"r.{file}"), packed.in_arrays, whole=True))
    readers.append(
        of_text(
            "word list", "w.txt", "# our words\nthe\nMr\tnumber\nof\n", lambda path: WordList.read(path).flags(words)
        )
    )
    return readers


def _models(folder: Path) -> list[Reader]:

    MODEL.save(folder / "any.model")

    def load(path: Path) -> None:
        Model.load(str(path))

    def scoring(metric: str) -> Read:
        def score(root: Path) -> None:
            measure = parse(f"{metric}(model={root / 's.model'})")
            measure.segment_scores(["a cat"], References.by_stream(["the cat sat"]))

        return score

    any_model = (folder / "any.model").read_bytes()
    readers = [Reader("model", "m.model", any_model, reading(load, "m.model"), packed.in_arrays, whole=True)]
    for name in ("beer-en", "mtr-en", "pfsm-en", "ppda+f-en", "svm-en", "tertium-en"):
        path = find(name)
        score = scoring(Model.load(str(path)).metric)
        readers.append(Reader(f"model {name}", "s.model", path.read_bytes(), score, packed.in_arrays, whole=True))
    return readers


def _encoders(folder: Path) -> list[Reader]:
    """The files of a BERT-like model."""
    write_tiny(folder / "encoder")
    content = (folder / "encoder" / "model.safetensors").read_bytes()
    config = (folder / "encoder" / "config.json").read_text("utf-8")
    pieces = (folder / "encoder" / "vocab.txt").read_text("utf-8")

    def read(path: Path) -> None:
        weights.Weights.read(path.parent)

    return [
        Reader(
            "encoder weights", "encoder/model.safetensors", content, lambda root: read(root / "encoder/x"), whole=True
        ),
        of_text("encoder settings", "encoder/config.json", config, read, whole=True),
        of_text("encoder pieces", "encoder/vocab.txt", pieces, lambda path: read_pieces(path.parent)),
    ]


def _exams(folder: Path) -> list[Reader]:

    asked = exams.exam(2, 2)
    submissions, _ = exams.answers(asked, 2)

    def answers(path: Path) -> None:
        read_submissions([str(path)], asked)

    first = extended(None, at="2026-01-01", actor="us", kind="rules", object="r", body={"a": [1, "x"]})
    log = write_log([first, extended(first, at="2026-01-02", actor="us", kind="grade", object="g", body={"b": 2})])
    labels, rules = "candidate\tpassage\tlabel\tgrader\tpoints\nc1\tp1\tMM\tg\t2.5\n", EXAM_RULES.read_text("utf-8")
    ratings = "candidate\tpassage\tgrader\tscore\ttime\nc1\tp1\tg\t3\t2026-03-14\nc1\tp2\tg\t4\t2026-03-15\n"
    proposals = '{"candidate": "a", "passages": [{"passage": "p", "label": "MM", "label_set": ["MM"], "refer": []}]}\n'
    rubric, points = (EXAM_RUBRICS / "example-bands.json").read_text("utf-8"), exam_files.read_rubric("example-points")
    marks = "candidate\tpassage\tgrader\tcategory\tseverity\na\tp\tg\tomission\tmajor\na\tp\tg\t\t\n"
    tsv = "candidate\tpassage\tsentence\ttext\nc1\tp1\t1\ta\nc1\tp1\t2\tb\n"
    examples = collect(asked, *exams.answers(asked, 24), PassageFeatures())
    Trainer(penalties=(30.0,), inner_folds=3).train(examples, np.random.default_rng(1)).save(folder / "exam.model")

    def graded(path: Path) -> None:
        list(grade(asked, submissions, GradingModel.load(str(path)), read_rules("example"), n_samples=20))

    content = (folder / "exam.model").read_bytes()
    return [
        Reader("exam model", "e.model", content, reading(graded, "e.model"), packed.in_arrays, whole=True),
        of_text("exam", "exam.json", write_exam(asked), read_exam, whole=True),
        of_text("answers jsonl", "a.jsonl", write_submissions(submissions), answers, last="}"),
        of_text("answers tsv", "a.tsv", tsv, answers, last="\t"),
        of_text("answers text", "a.txt", "one\ntwo\nthree\nfour\n", answers),
        of_text("labels", "l.tsv", labels, read_labels, last="\t"),
        of_text("ratings", "r.tsv", ratings, read_ratings, last="\t"),
        of_text("proposals", "g.jsonl", proposals, read_proposals, last="}"),
        of_text(
            "groups", "g.tsv", "candidate\tcentre\tage\nc1\tOslo\t30\nc2\tRoma\t40\n", exam_files.read_groups, last="\t"
        ),
        of_text("rubric", "rubric.json", rubric, lambda path: exam_files.read_rubric(str(path)), whole=True),
        of_text("marks", "m.tsv", marks, lambda path: exam_files.read_marks(path, points), last="\t"),
        of_text("rules", "rules.json", rules, lambda path: read_rules(str(path)), whole=True),
        of_text("exam log", "log.jsonl", log, lambda path: list(damages(read_log(path))), last="}"),
    ]


def _tuning() -> list[Reader]:

    return [
        of_text("weights json", "w.json", Weights({"lm": 0.5, "tm_0": 0.1}).to_json(), read_weights, whole=True),
        of_text("weights text", "w.txt", "lm= 0.5\ntm= 0.1 0.2\n", read_weights, last="="),
    ]


def _projects(folder: Path) -> list[Reader]:

    path = folder / "sample.zip"
    address = f"sqlite:///{folder / 'tertium.db'}"
    settings = ServerSettings(data=folder / "server", database=address)
    with Server.open(settings, Store(address)) as server:
        world = make_world(server)
        server.store.reading(lambda connection: export_project(connection, world.ids["project"], path))

    def read(root: Path) -> None:
        read_project(root / "p.zip", "p.zip", root / "p.rows", {})

    return [Reader("project zip", "p.zip", path.read_bytes(), read, packed.in_zip, whole=True)]
