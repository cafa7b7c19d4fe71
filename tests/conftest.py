"""What all tests share: how Hypothesis runs, and where the real data stands.

Imports pytest and Hypothesis only, so that `tests/core` can run under a sanitised build.
"""

import io
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# Times vary between machines; a slow example is no failure. `ci` gives the same examples in every run.
settings.register_profile("dev", deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("ci", parent=settings.get_profile("dev"), derandomize=True, print_blob=True)
settings.register_profile("sanitized", parent=settings.get_profile("ci"), max_examples=30)
settings.register_profile("quick", parent=settings.get_profile("ci"), max_examples=10)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci" if "CI" in os.environ else "dev"))

# A shell without job control lets what it starts in the background ignore Ctrl-C, and so would all that tests start.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN and threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)

SHARED = Path(__file__).parents[2] / "shared"


# What a plain machine lacks, and words of the reasons for which its tests are skipped. The parts that TERTIUM_REQUIRE
# names, such as `spark,browser`, must not be skipped: there a skip is a failure.
PARTS = {
    "spark": ("pyspark", "java is not installed"),
    "browser": ("playwright", "chromium", "axe-core", "node", "typescript", "make web"),
    "wheel": ("tertium_wheel_program",),
    "postgres": ("postgres", "psycopg"),
    "proxy": ("nginx",),
    "unprivileged": ("setpriv",),
    "shells": ("shell bash", "shell zsh", "shell fish"),
    "neural": ("onnxruntime", "tokenizers", "sentencepiece"),
    "notebook": ("pandas", "nbclient", "nbformat", "ipykernel", "evaluate is"),
}
REQUIRED = [part for part in os.environ.get("TERTIUM_REQUIRE", "").split(",") if part]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.skipped and isinstance(report.longrepr, tuple) and not hasattr(report, "wasxfail"):
        reason = str(report.longrepr[2])
        lacking = [part for part in REQUIRED if any(word in reason.lower() for word in PARTS[part])]
        if lacking:
            report.outcome = "failed"
            report.longrepr = f"{reason}; but TERTIUM_REQUIRE says that {lacking[0]} is there"
    return report


# Files and folders of long tests, which `make test-quick` leaves out: they start servers, browsers and whole pipelines,
# or read and write large files. `pytest --durations=50` says what belongs here.
SLOW = (
    "browser",
    "cli/exam",
    "cli/test_completion.py",
    "cli/test_emit.py",
    "cli/test_every_command.py",
    "cli/test_every_metric.py",
    "cli/test_meta.py",
    "cli/test_refusals.py",
    "cli/test_score.py",
    "compat/sacrebleu/test_own_tests.py",
    "compat/sacrebleu/test_program.py",
    "compat/sacrebleu/test_significance.py",
    "contract/test_edge_cases.py",
    "contract/test_explanations.py",
    "contract/test_independence.py",
    "contract/test_metric_contract.py",
    "core/ranks/test_ranks.py",
    "evaluation/test_significance.py",
    "exam/labelling/test_model.py",
    "exam/test_example.py",
    "exam/test_validity.py",
    "fuzz",
    "io/bilingual/test_fill.py",
    "io/testsets/test_damaged_files.py",
    "io/testsets/test_round_trips.py",
    "meta/test_as_mt_metrics_eval.py",
    "metrics/test_explanation.py",
    "networks/test_hostile.py",
    "networks/test_paths.py",
    "paraphrase/test_command.py",
    "report/network/test_html.py",
    "resources/neural/checkpoints/test_torch_files.py",
    "results/test_kinds.py",
    "server/annotate/api/test_drafts.py",
    "server/annotate/api/test_importing.py",
    "server/annotate/store/test_places.py",
    "server/test_answers.py",
    "server/test_attacks.py",
    "server/test_clock.py",
    "server/test_connections.py",
    "server/test_crashes.py",
    "server/test_demo.py",
    "server/test_demo_exam.py",
    "server/test_deployment.py",
    "server/test_exam_grading.py",
    "server/test_holding.py",
    "server/test_hostile_archives.py",
    "server/test_hostile_data.py",
    "server/test_large_bodies.py",
    "server/test_log.py",
    "server/test_permissions.py",
    "server/test_processes.py",
    "server/test_project.py",
    "server/test_secrets.py",
    "server/test_signing_in.py",
    "server/test_upkeep.py",
    "server/test_web.py",
    "test_docs.py",
    "test_index.py",
    "test_references.py",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    folder = Path(__file__).parent
    slow = {folder / name for name in SLOW}
    for item in items:
        if item.path in slow or not slow.isdisjoint(item.path.parents):
            item.add_marker("slow")


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("shared") and not SHARED.is_dir():
        pytest.skip("needs the real data in ../shared, which is not there")


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of the real data; tests that use it are marked `shared`."""
    return SHARED


@pytest.fixture
def put(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file with exactly this content and give its path."""

    def write(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


@pytest.fixture
def stdin(monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Make standard input hold these bytes."""

    def give(content: bytes) -> None:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"))

    return give


@pytest.fixture
def pipe(tmp_path: Path) -> Iterator[Callable[[str, bytes], Path]]:
    """Makes named pipes, each with a thread that writes some bytes into it once."""
    if not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    writers = []

    def write(path: Path, content: bytes) -> None:
        with suppress(BrokenPipeError), open(path, "wb") as stream:
            stream.write(content)

    def give(name: str, content: bytes) -> Path:
        path = tmp_path / name
        os.mkfifo(path)
        # Daemons, because one whose pipe nobody opens never ends.
        writers.append(threading.Thread(target=write, args=(path, content), daemon=True))
        writers[-1].start()
        return path

    yield give
    for writer in writers:
        writer.join(timeout=0.1)
