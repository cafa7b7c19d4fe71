"""sacreBLEU's own tests over our drop-in, where its source distribution stands beside the project or can be fetched."""

import bz2
import importlib
import os
import pickle
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

FILES = ["bleu", "chrf", "sentence_bleu", "ter", "tokenizer_ter", "significance"]
N_TESTS = 130
ALIAS = """
import importlib, sys
sys.modules["sacrebleu"] = importlib.import_module("tertium.compat.sacrebleu")
for name in ("compat", "metrics", "significance", "tokenizers", "tokenizers.tokenizer_ter"):
    sys.modules[f"sacrebleu.{name}"] = importlib.import_module(f"tertium.compat.sacrebleu.{name}")
"""


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sacrebleu")
    version = importlib.import_module("sacrebleu").__version__
    command = ["pip", "download", "--quiet", "--no-deps", "--no-binary", "sacrebleu", "--dest", str(folder)]
    got = subprocess.run([sys.executable, "-m", *command, f"sacrebleu=={version}"], capture_output=True, check=False)
    if got.returncode:
        message = "sacreBLEU's source distribution cannot be fetched"
        if "peers" in os.environ.get("TERTIUM_REQUIRE", "").split(","):
            pytest.fail(message)
        pytest.skip(message)
    (archive,) = folder.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        # Python before 3.11.4 knows no filters.
        files.extraction_filter = getattr(tarfile, "data_filter", None)
        files.extractall(folder)
    (folder / "alias_of_sacrebleu.py").write_text(ALIAS, "utf-8")
    return next(folder.glob("sacrebleu-*/"))


def test_sacrebleus_own_tests_pass(distribution: Path) -> None:
    names = [f"test/test_{name}.py" for name in FILES]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "alias_of_sacrebleu", *names],
        cwd=distribution,
        env={**os.environ, "PYTHONPATH": str(distribution.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"{N_TESTS} passed" in done.stdout, done.stdout[-2000:]


N_CASES = 37
"""Cases of test.sh for the direction whose texts are in the distribution: chrF and chrF++ 4, BLEU 17, TER 16."""


def test_sacrebleus_own_script_passes(distribution: Path) -> None:
    """Its test.sh, with our program in the place of its own, on the texts that it need not download."""
    with bz2.open(distribution / "test" / "wmt17_en_de_systems.pkl.bz2") as stream:
        *systems, (_, (reference,)) = pickle.load(stream)
    write(distribution / ".sacrebleu" / "wmt17" / "wmt17.en-de.ref", reference)
    write(distribution / ".sacrebleu" / "wmt17" / "wmt17.en-de.src", reference)
    for name, texts in systems:
        data = distribution / "data" / "wmt17-submitted-data"
        write(data / "txt" / "system-outputs" / "newstest2017" / "en-de" / name, texts)
        write(data / "sgm" / "system-outputs" / "newstest2017" / "en-de" / f"{name}.sgm", [])
    for name in ("en-ja", "en-ko"):  # nothing is fetched
        (distribution / "data" / f"{name}-translation-example-master").mkdir()
    script = (distribution / "test.sh").read_text("utf-8")
    changed = script.replace('CMD="$PYTHON -m sacrebleu"', 'CMD="$PYTHON -m tertium sacrebleu"')
    assert changed != script
    (distribution / "test.sh").write_text(changed, "utf-8")
    skipped = dict.fromkeys(("SKIP_INITIAL", "SKIP_MECAB", "SKIP_MECAB_KO"), "yes")
    done = subprocess.run(
        ["bash", "test.sh"],
        cwd=distribution,
        env={**os.environ, **skipped, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert f"Passed {N_CASES} tests." in done.stdout, done.stdout[-2000:] + done.stderr[-2000:]


def write(path: Path, lines: list[str]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
