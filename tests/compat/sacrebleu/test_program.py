"""`tertium sacrebleu` beside sacreBLEU itself: the same output, but for the version in signatures."""

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tertium.compat.sacrebleu.program import run
from tertium.errors import DataError, OptionError
from tests.support.texts import STREAMS, SYSTEMS

VERSION = re.compile(r"(?:version\": \"|version:|v:)(tertium-)?[\d.]+")
ALIKE = [
    "",
    "-w 4",
    "-b -w 4",
    "-f text",
    "-f text -m bleu chrf ter",
    "-m bleu chrf ter",
    "-b -m bleu chrf ter -f text",
    "-f text -sh -m ter chrf",
    "-lc -tok intl -s floor -sv 0.5",
    "-tok char -s add-k",
    "-tok none --force -s none -f text -sh",
    "-m chrf -cw 2 -cc 4 --chrf-beta 3 --chrf-lowercase --chrf-whitespace",
    "-m chrf --chrf-eps-smoothing -w 5",
    "-m ter --ter-case-sensitive --ter-normalized --ter-no-punct --ter-asian-support -f text",
    "-ci -cin 50 -f text -m bleu chrf",
    "-ci -cin 50",
    "-l de-zh -f text",
]
SYSTEM_TABLES = [
    "-f text -m bleu chrf ter",
    "-f latex",
    "-f json -m chrf",
    "--paired-ar -parn 300 -f json -m bleu ter",
]


@pytest.fixture
def files(tmp_path: Path) -> dict[str, list[str]]:
    names: dict[str, list[str]] = {"references": [], "systems": []}
    for kind, streams in (("references", STREAMS), ("systems", SYSTEMS.values())):
        for i, texts in enumerate(streams):
            path = tmp_path / f"{kind}-{i}.txt"
            path.write_text("".join(f"{text or ''}\n" for text in texts), "utf-8")
            names[kind].append(str(path))
    return names


def original(arguments: list[str], stdin: str | None = None) -> str:
    command = [sys.executable, "-m", "sacrebleu", *arguments, "-q", "-nc"]
    done = subprocess.run(command, capture_output=True, text=True, input=stdin, check=True)
    return done.stdout


def same(ours: str, theirs: str) -> None:
    assert VERSION.sub("version", ours) == VERSION.sub("version", theirs)


def nearly(ours: dict[str, float | None], theirs: dict[str, float | None]) -> bool:
    """Whether all numbers are equal; sacreBLEU sums samples in single precision."""
    assert ours.keys() == theirs.keys()
    return all(value == theirs[name] or value == pytest.approx(theirs[name], rel=1e-5) for name, value in ours.items())


def printed(arguments: list[str]) -> str:
    return "".join(f"{line}\n" for line in run(arguments))


@pytest.mark.parametrize("options", ALIKE)
def test_one_system_is_printed_alike(files: dict[str, list[str]], options: str) -> None:
    arguments = [*files["references"], "-i", files["systems"][0], *options.split()]
    same(printed(arguments), original(arguments))


@pytest.mark.parametrize("options", ["-sl", "-sl -b -w 3", "-sl -m chrf", "-sl -m ter -sh"])
def test_segments_are_printed_alike(files: dict[str, list[str]], options: str) -> None:
    arguments = [files["references"][0], "-i", files["systems"][0], *options.split()]
    same(printed(arguments), original(arguments))


@pytest.mark.parametrize("options", SYSTEM_TABLES)
def test_many_systems_are_printed_alike(files: dict[str, list[str]], options: str) -> None:
    arguments = [files["references"][0], "-i", *files["systems"], *options.split()]
    ours, theirs = printed(arguments), original(arguments)
    if "-f json" in options:
        for mine, other in zip(json.loads(ours), json.loads(theirs), strict=True):
            assert mine.keys() == other.keys()
            for name, value in mine.items():
                assert value == other[name] if isinstance(value, str) else nearly(value, other[name])
    else:
        same(ours, theirs)


def test_a_paired_test_says_against_what(files: dict[str, list[str]]) -> None:
    text = printed([files["references"][0], "-i", *files["systems"], "--paired-bs", "-pbsn", "50", "-f", "text"])
    assert f"Baseline: {files['systems'][0]}" in text
    assert "Paired bootstrap with 50 samples, each system against the baseline; * p < 0.05" in text
    assert "BLEU (μ ± 95% CI)" in text


def test_references_may_stand_beside_each_other(files: dict[str, list[str]], tmp_path: Path) -> None:
    both = tmp_path / "both.tsv"
    streams = [Path(name).read_text("utf-8").splitlines() for name in files["references"][:2]]
    both.write_text("".join(f"{a}\t{b}\n" for a, b in zip(*streams, strict=True)), "utf-8")
    arguments = [str(both), "--num-refs", "2", "-i", files["systems"][0], "-f", "text"]
    same(printed(arguments), original(arguments))
    with pytest.raises(DataError, match=r"both\.tsv:1: 2 references, expected 3 with tabs"):
        printed([str(both), "-nr", "3", "-i", files["systems"][0]])


def test_a_downloaded_test_set_is_read_where_sacrebleu_keeps_it(
    files: dict[str, list[str]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "cache" / "wmt17" / "ms"
    folder.mkdir(parents=True)
    for field, name in (("src", "references"), ("ref", "references"), ("ref-2", "systems")):
        content = Path(files[name][0]).read_text("utf-8")
        (folder / f"wmt17_ms.zh-en.{field}").write_text(content, "utf-8")
    n = len(STREAMS[0])
    (folder / "wmt17_ms.zh-en.origlang").write_text("zh\n" + "en\n" * (n - 1), "utf-8")
    monkeypatch.setenv("SACREBLEU", str(tmp_path / "cache"))
    system = ["-i", files["systems"][0]]
    assert printed(["-t", "wmt17/ms", "-l", "zh-en", "-b", *system]) == "100.0\n"
    assert "nrefs:2" in printed(["-t", "wmt17/ms", "-l", "zh-en", *system])
    assert printed(["--list"]) == "wmt17/ms\n"
    assert len(printed(["-t", "wmt17/ms", "-l", "zh-en", "--echo", "src", "-ol", "non-zh"]).splitlines()) == n - 1
    assert "100.0" in printed(["-t", "wmt17/ms", "-l", "zh-en", "-ol", "zh", *system])
    with pytest.raises(DataError, match="sacreBLEU fetches it: sacrebleu -t wmt18 -l zh-en"):
        printed(["-t", "wmt18", "-l", "zh-en", *system])


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-i", "x"], "no references"),
        (["r", "-t", "wmt17"], "exclude each other"),
        (["-t", "wmt17"], "pass -l"),
        (["r", "-m", "comet"], "invalid choice"),
        (["r", "--detail"], "needs sacreBLEU's catalogue"),
        (["r", "-sl", "-m", "bleu", "ter"], "one metric at a time"),
        (["r", "--nothing"], "unrecognized arguments"),
        (["r", "-par", "-pbs"], "not allowed with"),
    ],
)
def test_what_does_not_go_together_is_refused(options: list[str], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        printed(options)


def test_texts_of_different_lengths_are_refused(files: dict[str, list[str]], tmp_path: Path) -> None:
    short = tmp_path / "short.txt"
    short.write_text("one\n", "utf-8")
    with pytest.raises(DataError, match=r"short\.txt has 1 segments, and the references have"):
        printed([files["references"][0], "-i", str(short)])


def test_other_encodings_are_read(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes("Grüße aus Köln heute früh\n".encode("latin-1"))
    assert printed([str(tmp_path / "a"), "-i", str(tmp_path / "a"), "-e", "latin-1", "-b"]) == "100.0\n"
    with pytest.raises(DataError, match="not UTF-8"):
        printed([str(tmp_path / "a"), "-i", str(tmp_path / "a")])
