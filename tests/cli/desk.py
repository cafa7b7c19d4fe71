"""Small files of every kind that a command reads, in any script, with any signs in texts, names and file names."""

import json
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tertium.exam.passages import write_exam
from tertium.exam.submissions import Submission, write_submissions
from tertium.server.database.engine import Store
from tertium.server.people.store import people
from tertium.server.settings import sqlite_url
from tertium.text.parses import write_conllu
from tests.exam.sample import answers, exam
from tests.learn.test_parsing import treebank
from tests.support.command import run_here

ENGLISH = [
    "the old bridge was closed for repairs last week",
    "she planted three apple trees behind the house",
    "nobody knows why the clock stopped at noon",
    "the children walked to school through deep snow",
]
CHINESE = [
    "我们明天去北京看望我的父母。",
    "他不知道这个问题的答案是什么。",
    "这本书是我昨天在图书馆借的。",
    "孩子们每天早上走路去学校上课。",
]
ESCAPES = "\x1bc\x9b32m"  # terminals clear the screen, or write in green
XML_ESCAPES = "\x9b32m"  # the other one cannot stand in XML
XLIFF = (
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="f" source-language="de" '
    'target-language="en" datatype="plaintext"><body>\n{}</body></file></xliff>\n'
)
UNIT = (
    '<trans-unit id="{id}"><source>{text}</source><target state-qualifier="mt-suggestion">{text}</target>'
    "</trans-unit>\n"
)
NETWORK = "[NAME] = Silvio | Berlusconi\n[S] = the premier , [NAME] | [NAME]\n"


@dataclass
class Desk:
    """Files in a folder, each written when it is first asked for.

    `signs` stand in texts and names, `stem` before the names of files; `finished` is a desk with what takes long to
    make: a model that grades exams, a database.
    """

    folder: Path
    finished: "Desk | None" = None
    sentences: list[str] = field(default_factory=lambda: ENGLISH)
    signs: str = ""
    stem: str = ""

    def put(self, name: str, content: str) -> str:
        path = self.folder / f"{self.stem}{name}"
        path.write_text(content, "utf-8")
        return str(path)

    def new(self, name: str) -> str:
        """A file that is to be written."""
        return str(self.folder / f"{self.stem}{name}")

    def lines(self, name: str, cut: int = 0) -> str:
        """Sentences, each without some characters at its end."""
        texts = (f"{self.signs}{text[: len(text) - cut]}" for text in self.sentences)
        return self.put(name, "".join(f"{text}\n" for text in texts))

    @cached_property
    def system(self) -> str:
        return f"ours{self.signs}"

    @cached_property
    def out(self) -> str:
        return self.lines("out.txt", 3)

    @cached_property
    def other(self) -> str:
        return self.lines("other.txt", 6)

    @cached_property
    def ref(self) -> str:
        return self.lines("ref.txt")

    def many(self, name: str, cut: int = 0) -> str:
        """More of them, all different."""
        texts = (f"{self.signs}{text[: len(text) - cut]} {i}" for i, text in enumerate(self.sentences * 10))
        return self.put(name, "".join(f"{text}\n" for text in texts))

    @cached_property
    def nbest(self) -> str:
        rows = []
        for i, text in enumerate(self.sentences):
            for cut in range(4):
                features = f"lm= {-cut}.5 tm{self.signs}= {i % 2 + cut / 8}"
                rows.append(f"{i} ||| {self.signs}{text[: len(text) - 2 * cut]} ||| {features} ||| {-cut}.5\n")
        return self.put("dev.nbest", "".join(rows))

    @cached_property
    def weights(self) -> str:
        weights = {"lm": 0.5, f"tm{self.signs}": 0.25}
        return self.put("weights.json", json.dumps({"format": 1, "weights": weights, "metric": f"bleu{self.signs}"}))

    @cached_property
    def scores(self) -> str:
        """Judgements: scores of outputs."""
        header = "dataset\tlang_pair\tdoc_id\tseg_id\tsystem\treference\thypothesis\tscore\tscore_kind\n"
        begin = f"set{self.signs}\txx-xx\td"
        rows = [
            f"{begin}\t{i}\t{system}{self.signs}\t{text}\t{text[: len(text) - cut]}\t{90 - 9 * cut - i}\tDA\n"
            for i, text in enumerate(self.sentences * 5)
            for system, cut in (("good", 1), ("fair", 4), ("poor", 7))
        ]
        return self.put("scores.tsv", header + "".join(rows))

    @cached_property
    def plain_english(self) -> str:
        """References that can be changed without harm."""
        return self.put("english.txt", f"{self.signs}It is not a big car, and they do not buy it.\n")

    @cached_property
    def pairs(self) -> str:
        """Good and bad translations."""
        rows = (f"{self.signs}wrong\t{text}\t{self.signs}{text}\t{text[2:]}\n" for text in self.sentences)
        return self.put("pairs.tsv", "phenomenon\treference\tgood\tbad\n" + "".join(rows))

    @cached_property
    def network(self) -> str:
        return self.put("premier.net", NETWORK.replace("Silvio", f"Silvio{self.signs}"))

    @cached_property
    def xliff(self) -> str:
        signs = XML_ESCAPES if self.signs else ""
        units = (UNIT.format(id=f"{i}{signs}", text=f"{signs}{text}") for i, text in enumerate(self.sentences))
        return self.put("manual.xlf", XLIFF.format("".join(units)))

    @cached_property
    def targets(self) -> str:
        """New targets for it."""
        return self.put("targets.txt", "".join(f"{XML_ESCAPES if self.signs else ''}{s}\n" for s in self.sentences))

    @cached_property
    def groups(self) -> str:
        """Translations of one sentence together."""
        return self.put(
            "groups.txt",
            "".join(
                f"{i} ||| {verb} the {noun}{self.signs} today\n"
                for i, noun in enumerate(["house", "car", "tree", "door"])
                for verb in ("we saw", "we have seen", "we looked at")
            ),
        )

    @cached_property
    def exam(self) -> str:
        return self.put("exam.json", write_exam(exam(3, 3)))

    @cached_property
    def answers(self) -> str:
        submissions, _ = answers(exam(3, 3), 20)
        return self.put(
            "answers.jsonl",
            write_submissions(
                [
                    Submission(
                        f"{one.candidate}{self.signs}",
                        one.passage,
                        tuple(self.sentences[: len(one.answers)]) if self.sentences is CHINESE else one.answers,
                    )
                    for one in submissions
                ]
            ),
        )

    @cached_property
    def labels(self) -> str:
        _, labels = answers(exam(3, 3), 20)
        rows = [f"{one.candidate}{self.signs}\t{one.passage}\t{one.label}\t{one.grader}\n" for one in labels]
        return self.put("labels.tsv", "candidate\tpassage\tlabel\tgrader\n" + "".join(rows))

    @cached_property
    def ratings(self) -> str:
        """Labels by two graders for everything."""
        labels = ["IM", "MM", "MM", "IM", "MM", "SM", "IM", "MM", "SM", "MM", "MM", "SM", "MM", "IM", "SM", "SM"]
        rows = [f"c{n // 4}{self.signs}\tp{n % 2}\tg{n // 2 % 2}\t{label}\n" for n, label in enumerate(labels)]
        return self.put("ratings.tsv", "candidate\tpassage\tgrader\tlabel\n" + "".join(rows))

    @cached_property
    def marks(self) -> str:
        """Errors that two graders marked."""
        rows = [f"c{n % 3}{self.signs}\tp\tg{n % 2}\tomission\tmajor\n" for n in range(12)]
        return self.put("marks.tsv", "candidate\tpassage\tgrader\tcategory\tseverity\n" + "".join(rows))

    @cached_property
    def grading_model(self) -> str:
        """A model that grades exams, made once."""
        if self.finished is not None:
            return self.finished.grading_model
        path = self.new("grading.model")
        self._run("exam", "train", self.exam, self.answers, "--labels", self.labels, "--folds", "3", "-o", path)
        return path

    @cached_property
    def record(self) -> str:
        path = self.new("spring.log")
        self._run("exam", "grade", self.exam, self.answers, "--model", self.grading_model, "--record", path)
        return path

    @cached_property
    def parser(self) -> str:
        """A folder with a parser of few sentences, made once."""
        if self.finished is not None:
            return self.finished.parser
        path = self.new("parser")
        self._run("parse", "train", self.treebank, "--dev", self.treebank, "-o", path, "--epochs", "1", "--width", "8")
        return path

    @cached_property
    def treebank(self) -> str:
        content = "".join(map(write_conllu, treebank(100, 1)))
        return self.put("bank.conllu", content.replace("\tcat\t", f"\tcat{self.signs}\t"))

    @cached_property
    def database(self) -> str:
        """The folder of a server."""
        path = self.new("served")
        self._run("serve", "--data", path, "check")
        return path

    @cached_property
    def person(self) -> str:
        """Somebody who has an account there."""
        store = Store(sqlite_url(Path(self.database)))
        store.writing(people.add_person, "Anna")
        store.close()
        return "Anna"

    @cached_property
    def backup(self) -> str:
        path = self.new("copy.backup")
        self._run("serve", "--data", self.database, "backup", path)
        return path

    @staticmethod
    def _run(*words: str) -> None:
        ran = run_here(*words)
        assert ran.returncode == 0, ran.stderr
