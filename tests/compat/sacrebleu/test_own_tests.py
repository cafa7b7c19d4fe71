"""sacreBLEU's own tests over our drop-in, where its source distribution stands beside the project or can be fetched."""

import importlib
import os
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
