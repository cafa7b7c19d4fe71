"""One page of every kind that `tertium.report` makes, of awkward data: long names and sentences, Chinese, Arabic."""

import random
from collections.abc import Callable, Sequence
from pathlib import Path

from click.testing import CliRunner

from tertium.cli.main import tertium
from tertium.exam.passages import write_exam
from tertium.exam.submissions import write_submissions
from tertium.learn.description import Description
from tertium.learn.model import Model
from tests.exam.sample import answers, exam
from tests.tuning.lists import SENTENCES, ten_lists

LONG = (
    "When the ferry finally came in that evening, the old harbour master, who had been waiting on the quay since noon "
    "with a lantern in one hand and a bundle of unopened letters in the other, said that nobody would cross before "
    "Sunday ."
)
TEXTS = [
    LONG,
    "The children walked to school through deep snow, although the road had been closed since the night before.",
    "Nobody knows why the clock stopped at noon.",
    "She planted three apple trees behind the house, and the neighbours helped her to carry water from the well.",
    "A strong wind blew the letters off the table.",
    "The museum opens later in winter than in summer, which surprises visitors from abroad every single year.",
]
CHINESE = [
    "那天傍晚渡船终于进港时，老港务长从中午起就一直在码头上等候，一手提着灯笼，一手拿着一捆没有拆开的信件。",
    "孩子们踏着厚厚的积雪走去上学。",
]
ARABIC = [
    "عندما دخلت العبارة أخيرا إلى الميناء في ذلك المساء قال مدير الميناء العجوز الذي كان ينتظر على الرصيف منذ الظهر "
    "إن أحدا لن يعبر قبل يوم الأحد",
    "مشى الأطفال إلى المدرسة عبر الثلج العميق",
]
NAMES = [
    f"{group}.transformer-big_ensemble-of-{number}.checkpoint-120000" if number % 3 == 0 else f"{group}-{number}"
    for number, group in enumerate(["harbour", "meadow", "quarry", "lantern", "ONLINE", "NLLB_Greedy"] * 2)
]


def spoiled(text: str, share: float, rng: random.Random, *, characters: bool = False) -> str:
    """The text with some of its words changed, moved or left out."""
    words = list(text) if characters else text.split()
    for i in range(len(words)):
        if rng.random() < share:
            j = rng.randrange(len(words))
            words[i], words[j] = words[j], rng.choice(["", words[i], "人" if characters else "boat"])
    return ("" if characters else " ").join(word for word in words if word) or "x"


def make(folder: Path) -> dict[str, Path]:
    """Write the pages; gives their names and files."""
    makers: dict[str, Callable[[Path, Path], None]] = {
        "score": _score,
        "compare": _compare,
        "explain": _explain,
        "explain-zh": _explain_chinese,
        "explain-ar": _explain_arabic,
        "network": _network,
        "meta": _meta,
        "tune": _tune,
        "runs": _runs,
        "edits": _edits,
        "tables": _tables,
        "exam": _exam,
    }
    pages = {}
    for name, maker in makers.items():
        work = folder / name
        work.mkdir()
        pages[name] = folder / f"{name}.html"
        maker(work, pages[name])
    return pages


def _run(*arguments: object) -> None:
    done = CliRunner().invoke(tertium, [str(argument) for argument in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output


def _write(path: Path, lines: Sequence[str]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


def _systems(work: Path, n: int) -> list[object]:
    """Arguments that name systems and a reference."""
    rng = random.Random(1)
    reference = _write(work / "ref.txt", TEXTS)
    systems = [
        f"{name}={_write(work / f'{i}.txt', [spoiled(text, 0.05 + i / 40, rng) for text in TEXTS])}"
        for i, name in enumerate(NAMES[:n])
    ]
    documents = _write(work / "documents.txt", ["news-2024-03-01.harbour"] * 3 + ["talks"] * 3)
    return [*systems, "-r", reference, "--document-ids", documents]


_CHEAP = "bleu,chrf,chrf++,ter,wer,per,nist,fmeasure"


def _score(work: Path, page: Path) -> None:
    few = ["--confidence", "--samples", 20, "--documents", "-q", "--html", page]
    _run("score", *_systems(work, 12), "-m", _CHEAP, *few)


def _compare(work: Path, page: Path) -> None:
    few = ["--samples", 20, "--swaps", 20, "--by", "length", "-q", "--html", page]
    _run("compare", *_systems(work, 4), "-m", _CHEAP, *few)


def _explained(work: Path, page: Path, texts: Sequence[str], *options: str, characters: bool = False) -> None:
    rng = random.Random(2)
    output = _write(work / "output.txt", [spoiled(text, 0.3, rng, characters=characters) for text in texts])
    reference = _write(work / "reference.txt", texts)
    _run("explain", output, "-r", reference, "-q", "--html", page, *options)


def _explain(work: Path, page: Path) -> None:
    _explained(work, page, TEXTS[:2], "-m", "ter,meteor,bleu,chrf")


def _explain_chinese(work: Path, page: Path) -> None:
    _explained(work, page, CHINESE, "-l", "zh", "-m", "bleu,chrf,ter", characters=True)


def _explain_arabic(work: Path, page: Path) -> None:
    _explained(work, page, ARABIC, "-l", "ar", "-m", "bleu,chrf,ter")


def _network(work: Path, page: Path) -> None:
    rng = random.Random(3)
    files = [_write(work / f"{i}.txt", [text]) for i, text in enumerate([LONG, *(spoiled(LONG, 0.1, rng),) * 2])]
    _run("network", "from-references", *files, "-q", "-o", work / "long.net")
    _run("network", "draw", work / "long.net", page)


def _meta(work: Path, page: Path) -> None:
    rng = random.Random(4)
    rows = ["dataset\tlang_pair\tdoc_id\tseg_id\tsystem\treference\thypothesis\tscore\tscore_kind"]
    for pair in ("cs-en", "de-en", "fi-en", "ro-en", "ru-en", "tr-en"):
        for i, name in enumerate(NAMES[:4]):
            for n, text in enumerate(TEXTS):
                share = (i + 1) / 10 + rng.random() / 10
                columns = ["direct-assessment_2016.news", pair, f"d{n // 2}", str(n), name, text]
                rows.append("\t".join([*columns, spoiled(text, share, rng), f"{100 - 100 * share:.1f}", "da"]))
    judged = _write(work / "judged.tsv", rows)
    _run(
        "meta",
        judged,
        "-m",
        _CHEAP,
        "--level",
        "segment",
        "--tests",
        "--samples",
        20,
        "--no-cache",
        "-q",
        "--html",
        page,
    )


def _tables(work: Path, page: Path) -> None:
    """Of a result that has no page of its own."""
    Description(Model.load("tertium-en")).save(page)


def _tune(work: Path, page: Path) -> None:
    nbest, _ = ten_lists(seed=1)
    lines = []
    for i in range(len(nbest)):
        for c in range(nbest.offsets[i], nbest.offsets[i + 1]):
            features = zip(nbest.names, nbest.features[c].tolist(), strict=True)
            said = " ".join(f"TranslationModel0-phrase-table-{name}= {value!r}" for name, value in features)
            lines.append(f"{i} ||| {nbest.text(c)} ||| {said} ||| 0")
    lists, reference = _write(work / "dev.nbest", lines), _write(work / "ref.txt", SENTENCES)
    _run("tune", "mert", lists, "-r", reference, "-m", "chrf", "--runs", 2, "--restarts", 2, "--html", page)


def _runs(work: Path, page: Path) -> None:
    rng = random.Random(5)
    reference = _write(work / "ref.txt", TEXTS)
    systems = []
    for name, share in zip(NAMES[:3], (0.1, 0.2, 0.3), strict=True):
        files = [_write(work / f"{share}-{n}.txt", [spoiled(text, share, rng) for text in TEXTS]) for n in range(3)]
        systems.append(f"{name}={','.join(map(str, files))}")
    few = ["--samples", 20, "--swaps", 20, "-q", "--html", page]
    _run("compare", *systems, "-r", reference, "-m", "bleu,chrf", *few)


def _edits(work: Path, page: Path) -> None:
    rng = random.Random(6)
    files = []
    sources = [*(text.upper() for text in TEXTS), CHINESE[0], ARABIC[0]]
    for name, share in (("before", 0.25), ("after", 0.0)):
        units = "".join(
            f'<trans-unit id="unit.{n}-of-the-manual"><source>{source}</source>'
            f"<target>{spoiled(text, share, rng)}</target></trans-unit>"
            for n, (source, text) in enumerate(zip(sources, [*TEXTS, TEXTS[0], ARABIC[0]], strict=True))
        )
        files.append(work / f"{name}.xlf")
        files[-1].write_text(
            '<?xml version="1.0" encoding="UTF-8"?><xliff version="1.2"><file original="manual" source-language="de" '
            f'target-language="en" datatype="plaintext"><body>{units}</body></file></xliff>',
            "utf-8",
        )
    _run("xliff", "edits", files[1], "--original", files[0], "--html", page)


def _exam(work: Path, page: Path) -> None:
    asked = exam(3, 3)
    submissions, labels = answers(asked, 20)
    (work / "exam.json").write_text(write_exam(asked), "utf-8")
    (work / "answers.jsonl").write_text(write_submissions(submissions), "utf-8")
    rows = [f"{label.candidate}\t{label.passage}\t{label.label}\t{label.grader}" for label in labels]
    _write(work / "labels.tsv", ["candidate\tpassage\tlabel\tgrader", *rows])
    files = [work / "exam.json", work / "answers.jsonl"]
    _run("exam", "train", *files, "--labels", work / "labels.tsv", "--folds", 3, "-o", work / "x.model")
    _run("exam", "report", *files, "--model", work / "x.model", "--candidate", "c3", "--head", "a" * 64, "-o", work)
    page.write_bytes((work / "c3.html").read_bytes())
