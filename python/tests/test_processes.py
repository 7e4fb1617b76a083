"""Threads, processes, progress and signals."""

import contextlib
import gc
import itertools
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

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


HANDLED = """
import signal, sys, perlane
class Timeout(Exception): pass
def handle(number, frame): raise Timeout
signal.signal(signal.SIGALRM, handle)
field = perlane.perlin()
for i in range(3):
    field = perlane.warp(perlane.fbm(field, octaves=2), [field, field])
progress = {"none": None, "some": lambda part: None}[sys.argv[1]]
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    if sys.argv[2] == "grid":
        field.grid((20000, 20000), progress=progress)
    else:
        import numpy
        field(*numpy.ones((2, 10**8)), progress=progress)
except Timeout:
    assert signal.getsignal(signal.SIGALRM) is handle
    sys.exit(42)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("progress", ["none", "some"])
@pytest.mark.parametrize("call", ["grid", "points"])
def test_handlers_of_signals_may_raise(progress: str, call: str) -> None:
    done = subprocess.run([sys.executable, "-c", HANDLED, progress, call], timeout=60, check=False,
                          capture_output=True)
    assert done.returncode == 42 and done.stderr == b""


def test_handlers_may_be_replaced(land: Field) -> None:
    """What a handler or `progress` installs stays."""
    def later(number: int, frame: object) -> None:
        raise AssertionError

    before = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, lambda number, frame: None)
    try:
        land.grid((8, 8), progress=lambda part: signal.signal(signal.SIGTERM, later))
        assert signal.getsignal(signal.SIGTERM) is later
    finally:
        signal.signal(signal.SIGTERM, before)


def reported_elsewhere(call: Any) -> int:
    """Reports as a thread of the library does; 0 if the fill goes on."""
    with ThreadPoolExecutor(1) as pool:
        return int(pool.submit(call.options.progress, None, 0.5).result() != 1)


class Timeout(Exception):
    pass


def time_out(number: int, frame: object) -> None:
    raise Timeout


@pytest.fixture
def alarm() -> Iterator[Callable[[], None]]:
    """Raises a signal whose handler raises an exception."""
    if sys.platform == "win32":
        pytest.skip("signals of POSIX")
    before = signal.signal(signal.SIGALRM, time_out)
    yield lambda: signal.raise_signal(signal.SIGALRM)
    signal.signal(signal.SIGALRM, before)


def test_handlers_that_raise_anywhere(land: Field, alarm: Callable[[], None]) -> None:
    """A signal comes at each line of a call in turn; all handlers are back afterwards."""
    out = np.empty((8, 8), np.float32)
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()}
    watched = perlane._call_arguments.CallArguments.run.__code__.co_filename
    left = 0

    def trace(frame: Any, event: str, argument: object) -> Any:
        nonlocal left
        if frame.f_code.co_filename != watched:
            return None
        left -= 1
        if left == 0:
            alarm()
        return trace

    for line in itertools.count(1):
        left, parts = line, []
        tracing = sys.gettrace()
        sys.settrace(trace)
        try:
            land.grid(out=out, progress=parts.append)
        except Timeout:
            pass
        finally:
            sys.settrace(tracing)
        for number, handler in handlers.items():
            assert signal.getsignal(number) == handler, (line, number)
        parts.clear()
        land.grid(out=out)
        assert not parts
        if left > 0:
            break
    assert line > 100


def test_handlers_run_in_the_main_thread(alarm: Callable[[], None]) -> None:
    seen = []
    signal.signal(signal.SIGALRM, lambda number, frame: seen.append(threading.current_thread()))
    call = perlane._call_arguments.CallArguments()

    def fill(*arguments: object) -> int:
        alarm()
        return reported_elsewhere(call)

    call.run(fill, samples=1, threads=None, progress=lambda part: None)
    assert seen == [threading.main_thread()]


def test_a_kept_signal_outlasts_its_call(alarm: Callable[[], None]) -> None:
    signals = perlane._call_arguments._Signals()
    with signals:
        keep = signal.getsignal(signal.SIGALRM)
    assert callable(keep) and keep != time_out
    with pytest.raises(Timeout):
        keep(signal.SIGALRM, None)


def test_the_main_thread_fills_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Functions that atexit knew before perlane run after its own."""
    monkeypatch.setattr(perlane._call_arguments._ending, "has_begun", True)
    call = perlane._call_arguments.CallArguments()
    call.run(lambda *arguments: reported_elsewhere(call), samples=1, threads=None,
             progress=lambda part: None)


ENDING = """
import threading, perlane
filling = threading.Event()
field = perlane.fbm(perlane.perlin(), octaves=20)
def fill():
    field.grid((40000, 20000), progress=lambda part: filling.set())
threading.Thread(target=fill, daemon=True).start()
filling.wait(30)
"""


def test_programs_end_while_threads_fill() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], timeout=60, check=False,
                          capture_output=True)
    assert done.returncode == 0 and done.stderr == b""


def test_a_cancelled_fill_keeps_no_array(land: Field) -> None:
    def stop(part: float) -> None:
        raise RuntimeError("enough")

    out = np.zeros((64, 64), np.float32)
    filled = weakref.ref(out)
    gc.disable()
    try:
        with contextlib.suppress(RuntimeError):
            land.grid(out=out, progress=stop)
        del out
        assert filled() is None or sys.implementation.name == "pypy"
    finally:
        gc.enable()


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
