"""Threads give the same arrays, leave Python running, and can be stopped."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tertium import _core
from tests.core import threaded as threaded_kernels
from tests.core.batches import Segments, edited, long_rows, rows, segments

KERNELS: dict[str, Callable[..., np.ndarray]] = {
    "bleu": lambda batch, threads: _core.bleu_statistics(batch.pairs, max_order=4, threads=threads),
    "nist": lambda batch, threads: _core.nist_statistics(batch.pairs, max_order=5, threads=threads),
    "chrf": lambda batch, threads: _core.chrf_statistics(
        batch.pairs, batch.batch, char_order=6, word_order=2, beta=2.0, eps_smoothing=False, threads=threads
    ),
    "wer": lambda batch, threads: _core.wer_statistics(batch.pairs, threads=threads),
    "per": lambda batch, threads: _core.per_statistics(batch.pairs, threads=threads),
    "ter": lambda batch, threads: _core.ter_statistics(batch.pairs, threads=threads),
    "gtm": lambda batch, threads: _core.gtm_statistics(batch.pairs, exponent=2.0, exact_up_to=6, threads=threads),
    "distances": lambda batch, threads: _core.edit_distances(
        batch.batch, np.array(batch.hypotheses, np.int32), np.array(batch.hypotheses[::-1], np.int32), threads=threads
    ),
}
every_kernel = pytest.mark.parametrize("kernel", KERNELS)


def many_segments(n: int, length: int = 30) -> Segments:
    rng = np.random.default_rng(7)
    pairs = [(rng.integers(50, size=length).tolist(), int(rng.integers(1, 4))) for _ in range(n)]
    return Segments.of(*((row, [edited(row, 8, rng, 50) for _ in range(n_refs)]) for row, n_refs in pairs))


@every_kernel
def test_1_2_and_7_threads_give_identical_arrays(kernel: str) -> None:
    batch = many_segments(400)
    one, two, seven = (KERNELS[kernel](batch, threads).tobytes() for threads in (1, 2, 7))
    assert one == two == seven


def test_every_kernel_with_threads_is_tried() -> None:
    threaded = {name for name in dir(_core) if "threads: int" in (getattr(_core, name).__doc__ or "")}
    assert threaded == set(threaded_kernels.KERNELS)


@pytest.mark.parametrize("kernel", threaded_kernels.KERNELS)
def test_no_kernel_depends_on_the_number_of_threads(kernel: str) -> None:
    run = threaded_kernels.KERNELS[kernel]
    one, four = (threaded_kernels.as_bytes(run(threads)) for threads in (1, 4))
    assert one
    assert one == four


@pytest.mark.parametrize("kernel", threaded_kernels.KERNELS)
def test_kernels_run_beside_each_other(kernel: str) -> None:
    """Without the GIL, on the same values: nothing that one call writes may be seen by another."""
    run = threaded_kernels.KERNELS[kernel]
    alone = threaded_kernels.as_bytes(run(1))
    with ThreadPoolExecutor(3) as pool:
        assert [threaded_kernels.as_bytes(result) for result in pool.map(run, [1, 2, 1])] == [alone] * 3


@every_kernel
@settings(max_examples=15)
@given(batch=st.one_of(segments(rows(), max_segments=20), segments(long_rows(0, 90), max_rows=3)))
def test_threads_share_any_segments(kernel: str, batch: Segments) -> None:
    one, seven = (KERNELS[kernel](batch, threads).tobytes() for threads in (1, 7))
    assert one == seven


def test_python_goes_on_while_a_kernel_runs() -> None:
    segments_at_first = many_segments(300, length=80)
    n_ticks, stop = 0, threading.Event()

    def tick() -> None:
        nonlocal n_ticks
        while not stop.wait(0.002):
            n_ticks += 1

    ticking = threading.Thread(target=tick)
    ticking.start()
    try:
        # Ever longer calls, until one is long enough to tell. A kernel that held the GIL would let the other thread
        # run once at most, however long it took.
        for repeat in (2**i for i in range(11)):
            pairs = Segments(
                segments_at_first.rows, segments_at_first.hypotheses * repeat, segments_at_first.references * repeat
            ).pairs
            ticks_before = n_ticks
            _core.ter_statistics(pairs, threads=1)
            ticks = n_ticks - ticks_before
            if ticks >= 10:
                break
    finally:
        stop.set()
        ticking.join()
    assert ticks >= 10


ENDLESS = """
import numpy as np
from tertium import _core
rng = np.random.default_rng(0)
n, length = 2000, 100
ids = rng.integers(40, size=n * length).astype(np.int32)
offsets = np.arange(n + 1) * length
hypotheses = np.resize(np.arange(n, dtype=np.int32), 1_000_000)
references = np.roll(hypotheses, 1)
pairs = _core.TextPairs(
    _core.Batch(ids, offsets), hypotheses=hypotheses, references=references, reference_offsets=np.arange(1_000_001)
)
print("ready", flush=True)
_core.ter_statistics(pairs, threads={threads})
print("finished", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_stops_a_long_call_within_seconds(threads: int) -> None:
    command = [sys.executable, "-c", ENDLESS.format(threads=threads)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            assert process.stdout.readline() == "ready\n"
            time.sleep(0.3)
            assert process.poll() is None
            process.send_signal(signal.SIGINT)
            output, errors = process.communicate(timeout=5)
        finally:
            process.kill()
    assert output == ""
    assert errors.rstrip().endswith("KeyboardInterrupt")
