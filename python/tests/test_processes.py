"""Threads, processes, progress and signals."""

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import perlane
import pytest
from perlane import Field

LARGE = (2048, 2048)


def test_threads_use_one_field(land: Field) -> None:
    expected = [land.grid((64, 64), first=i) for i in range(50)]
    with ThreadPoolExecutor(8) as pool:
        filled = list(pool.map(lambda i: land.grid((64, 64), first=i), list(range(50)) * 4))
    for i, values in enumerate(filled):
        assert (values == expected[i % 50]).all()


def test_one_thread_gives_the_same_bits(land: Field) -> None:
    assert (land.grid((512, 512), threads=1) == land.grid((512, 512))).all()


def filled(field: Field) -> bytes:
    return field.grid((1024, 1024)).tobytes()


@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_children_fill(land: Field, method: str) -> None:
    expected = filled(land)  # so that threads exist before the fork
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(filled, [land] * 4).get(120) == [expected] * 4


def test_progress(land: Field) -> None:
    parts: list[float] = []
    land.grid(LARGE, progress=parts.append)
    assert parts[0] == 0 and parts[-1] == 1 and parts == sorted(parts)
    parts.clear()
    land(np.zeros(10), 1, progress=parts.append)
    assert parts == [0, 1]


def test_what_progress_raises_ends_the_fill(land: Field) -> None:
    def reject(part: float) -> None:
        raise KeyError("enough")

    for threads in (None, 1):
        with pytest.raises(KeyError, match="enough"):
            land.grid((64, 64), progress=reject, threads=threads)
    assert land.grid((64, 64)).shape == (64, 64)


def test_progress_may_fill(land: Field) -> None:
    inner = []
    land.grid((64, 64), progress=lambda part: inner.append(land.grid((8, 8))))
    assert all((values == land.grid((8, 8))).all() for values in inner)


INTERRUPTED = """
import signal, sys, perlane
signal.signal(signal.SIGINT, signal.default_int_handler)  # shells let their background ignore it
field = perlane.perlin()
for i in range(8):
    field = perlane.warp(perlane.fbm(field, octaves=2), [field, field])
    if i == 2: break
def interrupt(part):
    if part == 0: print("filling", flush=True)
try:
    field.grid((20000, 20000), progress=interrupt)
except KeyboardInterrupt:
    sys.exit(42)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
def test_interrupts_cancel() -> None:
    command = [sys.executable, "-c", INTERRUPTED]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None and child.stdout.readline() == b"filling\n"
        os.kill(child.pid, signal.SIGINT)
        assert child.wait(60) == 42


def test_the_lock_is_released(land: Field) -> None:
    slow = perlane.warp(perlane.fbm(land, octaves=8), [land, land])
    beats = 0
    # Not on the main thread, which calls Python in between.
    thread = threading.Thread(target=lambda: slow.grid(LARGE, threads=1))
    thread.start()
    while thread.is_alive():
        beats += 1
        time.sleep(0.001)
    assert beats > 5
