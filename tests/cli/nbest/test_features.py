import json
from pathlib import Path

from tests.support.types import Run, WriteTexts


def test_metrics_lengths_and_numbers_become_features(
    tertium: Run, nbest: Path, texts: WriteTexts, tmp_path: Path
) -> None:
    (quality,) = texts(quality=["1", "2", "3", "4", "5", "6"])
    more = tmp_path / "more.jsonl"
    ran = tertium("nbest", "features", nbest, "-m", "chrf", "--length", "--scores", f"qe={quality}", "-o", more)
    assert ran.code == 0
    features = json.loads(more.read_text("utf-8").splitlines()[0])["candidates"][0]["features"]
    assert list(features) == ["lm", "w", "chrf@mbr", "length", "qe"]
    assert (features["length"], features["qe"]) == (3, 1)


def test_candidates_are_scored_against_a_file_or_their_sources(tertium: Run, nbest: Path, texts: WriteTexts) -> None:
    (reference,) = texts(reference=["a cat sat", "it rains"])
    ran = tertium("nbest", "features", nbest, "-m", "chrf", "--against", reference, "--to", "jsonl")
    candidates = json.loads(ran.out.splitlines()[0])["candidates"]
    assert [round(each["features"]["chrf@file"]) for each in candidates][1] == 100
    assert "has no source texts" in tertium("nbest", "features", nbest, "-m", "chrf", "--against", "source").err


def test_what_adds_nothing_or_no_numbers_is_refused(tertium: Run, nbest: Path, texts: WriteTexts) -> None:
    (words,) = texts(words=["a cat sat", "it rains"])
    assert tertium("nbest", "features", nbest).code == 2
    assert "expected one number per line" in tertium("nbest", "features", nbest, "--scores", f"qe={words}").err
