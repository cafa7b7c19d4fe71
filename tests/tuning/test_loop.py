"""The loop with a decoder: a program of ours that really decodes, in every way in which a program can go wrong."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

import tertium
from tertium.errors import DataError, OptionError
from tertium.metrics import parse
from tertium.nbest.lists import NBest
from tertium.nbest.weights import Weights, read_weights
from tertium.networks.flat import flatten
from tertium.networks.network import Card, Network
from tertium.text.testset import References
from tertium.tuning.loop import Decode
from tests.support.command import run_here
from tests.tuning.lists import SENTENCES, ten_lists

DECODER = Path(__file__).with_name("toy_decoder.py")
START = {"model": 0.1, "length": -1.0, "noise": 1.0}


def write_material(folder: Path) -> Path:
    nbest, _ = ten_lists(n_candidates=60)
    lists = [
        [
            [nbest.text(c), dict(zip(nbest.names, nbest.features[c].tolist(), strict=True))]
            for c in range(nbest.offsets[i], nbest.offsets[i + 1])
        ]
        for i in range(len(nbest))
    ]
    (folder / "candidates.json").write_text(json.dumps(lists), "utf-8")
    (folder / "dev.src").write_text("".join(f"{i}\n" for i in range(10)), "utf-8")
    (folder / "dev.ref").write_text("".join(sentence + "\n" for sentence in SENTENCES), "utf-8")
    (folder / "start.json").write_text(Weights(START).to_json(), "utf-8")
    return folder


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return write_material(tmp_path)


def arguments(folder: Path, how: str = "", work: str = "work", *more: str, nbest: str = "{nbest}") -> list[str]:
    command = f"{sys.executable} {DECODER} {folder / 'candidates.json'} {{weights}} {{source}} {nbest} {{n}} {how}"
    return [
        *("tune", "mert", "--decoder", command, "-s", str(folder / "dev.src"), "-r", str(folder / "dev.ref")),
        *("--weights", str(folder / "start.json"), "--work", str(folder / work), "-n", "8", "--restarts", "1"),
        *("--iterations", "3", "-o", str(folder / f"{work}.json"), *more),
    ]


def test_the_loop_raises_the_score_and_lists_only_grow(folder: Path) -> None:
    done = run_here(*arguments(folder, "", "work", "--format", "json", "--html", str(folder / "page.html")))
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    assert report["iterations"][-1]["decoded"] > report["iterations"][0]["decoded"] + 5
    sizes = [iteration["candidates"] for iteration in report["iterations"]]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[1]
    assert read_weights(folder / "work.json").values == report["weights"]
    assert "decoding 1:" in done.stderr
    assert "<svg" in (folder / "page.html").read_text("utf-8")
    assert {"weights.json", "weights.txt", "nbest", "log.txt", "tuned.json"} <= set(os.listdir(folder / "work/iter-01"))


def test_lists_may_come_on_standard_output_and_through_a_shell(folder: Path, expected: bytes) -> None:
    printed = run_here(*arguments(folder, "", "printed", nbest="-"), "-q")
    shell = run_here(*arguments(folder, "2> /dev/null", "shell", "--shell"), "-q")
    for done in (printed, shell):
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
    assert expected == (folder / "printed.json").read_bytes() == (folder / "shell.json").read_bytes()


@pytest.fixture(scope="module")
def expected(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The weights that a run without any interruption gives."""
    folder = write_material(tmp_path_factory.mktemp("whole"))
    words = [sys.executable, "-m", "tertium", *arguments(folder)]
    subprocess.run(words, capture_output=True, check=True, timeout=120)
    return (folder / "work.json").read_bytes()


@pytest.mark.parametrize(
    ("how", "message"),
    [
        ("fail", "failed with exit code 3"),
        ("hang", "still running after 0.5 seconds"),
        ("nothing", "wrote no n-best lists"),
        ("nan", "nan"),
        ("other", "no feature 'model'"),
        ("short", "gave 9 lists for 10 segments"),
    ],
)
def test_a_decoder_that_goes_wrong_is_an_error_and_can_be_resumed(folder: Path, how: str, message: str) -> None:
    more = ["--timeout", "0.5"] if how == "hang" else []
    done = run_here(*arguments(folder, how, "work", *more))
    assert done.returncode == 1
    assert message in done.stderr
    assert "Traceback" not in done.stderr
    if how == "fail":
        assert "  message 29" in done.stderr
        assert "message 9\n" not in done.stderr  # only the last 20 lines
        again = run_here(*arguments(folder, how, "work", *more))
        assert again.returncode == 1
        assert "--resume" in again.stderr


def test_a_decoder_that_is_not_there_is_named(folder: Path) -> None:
    words = arguments(folder)
    words[3] = "no-such-decoder {weights}"
    done = run_here(*words)
    assert done.returncode == 1
    assert "no-such-decoder: cannot be started" in done.stderr


def test_work_goes_on_after_a_failure_where_it_stopped(folder: Path, expected: bytes) -> None:
    words = arguments(folder, "", "other")
    candidates = folder / "candidates.json"
    candidates.rename(folder / "hidden")
    assert run_here(*words).returncode == 1
    (folder / "hidden").rename(candidates)
    assert run_here(*words, "--resume").returncode == 0
    assert (folder / "other.json").read_bytes() == expected


@pytest.mark.parametrize("step", ["weights.json", "nbest.part", "nbest", "tuned.json"])
def test_a_kill_at_any_step_changes_nothing(folder: Path, expected: bytes, step: str) -> None:
    """The process is killed as soon as the second iteration has made a file; going on gives the same weights."""
    words = [sys.executable, "-m", "tertium", *arguments(folder, "", "killed")]
    process = subprocess.Popen(words, stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
    waited_for = folder / "killed" / "iter-02" / step
    for _ in range(3000):
        if waited_for.exists() or process.poll() is not None:
            break
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = run_here(*arguments(folder, "", "killed", "--resume"))
    assert done.returncode == 0, done.stderr
    assert (folder / "killed.json").read_bytes() == expected


def test_a_folder_of_another_run_is_refused(folder: Path) -> None:
    assert run_here(*arguments(folder, "fail")).returncode == 1
    done = run_here(*arguments(folder, "fail", "work", "--resume", "--seed", "5"))
    assert done.returncode == 1
    assert "holds another run (its seed differs)" in done.stderr


def test_several_runs_are_compared_by_what_the_decoder_gives_in_the_end(folder: Path) -> None:
    words = arguments(folder, "", "work", "--runs", "2", "-m", "chrf", "-q", "-f", "json")
    done = run_here(*words)
    assert done.returncode == 0, done.stderr
    report = json.loads(done.stdout)
    (dev,) = report["runs"]
    scores = []
    for number in (1, 2):
        here = folder / "work" / f"run-{number:02d}"
        weights = read_weights(here / "best.json")
        last = max(here.glob("iter-*"))
        assert read_weights(last / "weights.json").values == weights.values
        nbest = tertium.read_nbest(last / "nbest")
        first = [nbest.text(int(i)) for i in nbest.offsets[:-1]]
        scores.append(parse("chrf").corpus_score(first, References.by_stream(SENTENCES)))
    assert dev["systems"][0]["metrics"][0]["scores"] == pytest.approx(scores)
    assert report["weights"] in [read_weights(folder / f"work/run-0{k}/best.json").values for k in (1, 2)]
    again = run_here(*words, "--resume", "--average")
    assert again.returncode == 0, again.stderr
    assert json.loads(again.stdout)["runs"] == report["runs"]


def decoder_of(nbest: NBest) -> Decode:
    """A function that gives the best candidates of lists which it has."""

    def decode(weights: Weights, n: int) -> NBest:
        scores = nbest.scores(weights.values)
        kept = []
        for begin, end in zip(nbest.offsets[:-1], nbest.offsets[1:], strict=True):
            kept.append([int(begin + i) for i in (-scores[begin:end]).argsort(kind="stable")[:n]])
        rows = [[dict(zip(nbest.names, nbest.features[c].tolist(), strict=True)) for c in part] for part in kept]
        return NBest.of([[nbest.text(c) for c in part] for part in kept], features=rows)

    return decode


def test_python_takes_any_function_as_a_decoder() -> None:
    nbest, references = ten_lists(n_candidates=60)
    decode = decoder_of(nbest)
    notes: list[str] = []
    found = tertium.tune_decoder(
        decode, references, start=START, metric="chrf", n=8, held_out=(decode, references), note=notes.append, seed=1
    )
    assert found.iterations[-1].decoded > found.iterations[0].decoded + 5
    best = max(found.iterations, key=lambda i: i.held_out or 0.0)
    assert found.weights.values == best.before.values
    first = decode(best.before, 1)
    texts = [first.text(i) for i in range(10)]
    assert found.score == pytest.approx(parse("chrf").corpus_score(texts, references), abs=1e-9)
    assert notes[0].startswith("decoding 1:")


def test_a_decoder_may_have_plain_lists_as_references() -> None:
    nbest, references = ten_lists()
    decode = decoder_of(nbest)
    found = [
        tertium.tune_decoder(decode, given, start=START, held_out=(decode, given), iterations=2, n=4)
        for given in (references, SENTENCES)
    ]
    assert found[0].to_json() == found[1].to_json()


def never(weights: Weights, n: int) -> NBest:
    raise AssertionError("the decoder ran although the metric should have been refused")


def test_a_decoder_meets_the_door_before_it_runs() -> None:
    chinese = ["我们明天去北京看望我的父母。", "他不知道这个问题的答案是什么。"]
    with pytest.raises(OptionError, match=r"its model was trained on English, and .* is in Han script"):
        tertium.tune_decoder(never, chinese, start=START, metric="tertium")
    with pytest.raises(OptionError, match=r"its model was trained on English, and the held-out text is in Han script"):
        tertium.tune_decoder(never, SENTENCES, start=START, metric="tertium", held_out=(never, chinese))
    with pytest.raises(OptionError, match="unknown language 'xx'"):
        tertium.tune_decoder(never, SENTENCES, start=START, language="xx")
    with pytest.raises(DataError, match=r"copies needs sources, and .* has none; pass -s FILE"):
        tertium.tune_decoder(never, SENTENCES, start=START, metric=copies)
    with pytest.raises(DataError, match=r"bleu needs references and cannot read networks"):
        tertium.tune_decoder(never, networks=[NETWORK], start=START)
    with pytest.raises(DataError, match="neither references nor networks"):
        tertium.tune_decoder(never, start=START)


def copies(sources: Sequence[str], hypotheses: Sequence[str], references: Sequence[Sequence[str]]) -> list[float]:
    """How many words of the reference that do not stand in the source the hypothesis has."""
    rows = zip(sources, hypotheses, references, strict=True)
    return [float(len({*words[0].split()} & {*text.split()} - {*source.split()})) for source, text, words in rows]


NETWORK = flatten(Network("S", (Card.of("S", *SENTENCES),)))


def test_a_decoder_is_tuned_to_sources_and_networks() -> None:
    nbest, references = ten_lists(n_candidates=60)
    decode = decoder_of(nbest)
    sources = [text.split()[1] for text in SENTENCES]
    found = tertium.tune_decoder(decode, references, start=START, metric=copies, sources=sources, n=8, seed=1)
    assert found.iterations[-1].decoded > found.iterations[0].decoded
    found = tertium.tune_decoder(decode, networks=[NETWORK] * 10, start=START, metric="hyter", n=4, iterations=2)
    assert found.goal.spec == "hyter"


def test_what_the_door_notes_stands_in_the_result() -> None:
    nbest, _ = ten_lists(n_lists=2)
    german = [
        "Die alte Brücke wurde geschlossen, und das ist nicht gut.",
        "Er hat das Haus nicht gesehen.",
    ]
    found = tertium.tune_decoder(decoder_of(nbest), german, start=START, metric="meteor", iterations=1, n=2)
    assert any("German" in note for note in found.notes)
