"""Argument structures for the C functions, reused, so that a small grid need not build them."""

import atexit
import contextlib
import ctypes
import os
import signal
import threading
import time
from collections.abc import Callable, Iterator
from ctypes import byref, sizeof
from typing import Any, TypeAlias

from . import _abi
from ._library import failed, new_error

# Receives the part that is done, from 0 to 1. An exception that it raises ends the evaluation.
Progress: TypeAlias = Callable[[float], object]

# Smaller arrays take less time than a look at all signals is worth.
_SAMPLES_THAT_TAKE_TIME = 1 << 20
_SIGNALS = tuple(signal.valid_signals())
_no_progress = _abi.Progress()


class CallArguments:
    """One structure of each type, and pointers to them."""

    def __init__(self) -> None:
        self.grid = _abi.Grid(size=sizeof(_abi.Grid))
        self.shape, self.step = self.grid.shape, self.grid.step
        self.origin, self.first = self.grid.origin, self.grid.first
        self.array = _abi.Array(size=sizeof(_abi.Array))
        self.stride, self.codes = self.array.stride, self.array.codes
        self.options = _abi.Options(size=sizeof(_abi.Options))
        self.planes = _abi.Planes(size=sizeof(_abi.Planes))
        self.range = (ctypes.c_float * 2)()
        # All members of the grid after its shape, and whether any is set.
        self.grid_tail = ctypes.addressof(self.grid) + _abi.Grid.step.offset
        self.grid_tail_size = sizeof(_abi.Grid) - _abi.Grid.step.offset
        self.has_grid_tail = False
        # Likewise all members of the array after its elements.
        self.array_tail = ctypes.addressof(self.array) + _abi.Array.stride.offset
        self.array_tail_size = sizeof(_abi.Array) - _abi.Array.stride.offset
        self.has_array_tail = False
        self.error = new_error()
        self.to_grid, self.to_array = byref(self.grid), byref(self.array)
        self.to_planes = byref(self.planes)
        self.to_options, self.to_error = byref(self.options), byref(self.error)

    def run(self, function: Any, *arguments: Any, samples: int, threads: int | None,
            progress: Progress | None, range_: Any = ()) -> None:
        """Calls a function whose last arguments are options, perhaps a range, and an error."""
        if threads is not None and threads != 1:
            if not isinstance(threads, int):
                raise TypeError(f"threads is {threads!r}; use None, for all cores, or 1")
            raise ValueError(f"threads is {threads}; use None, for all cores, or 1")
        self.options.is_sequential = 0 if threads is None else 1
        if progress is None and (samples < _SAMPLES_THAT_TAKE_TIME or not _is_main_thread()):
            status = function(*arguments, self.to_options, *range_, self.to_error)
        else:
            status = self._watched(function, *arguments, range_=range_, progress=progress)
        if status:
            raise failed(self.error, self.grid.dimensions)

    def _watched(self, function: Any, *arguments: Any, range_: Any,
                 progress: Progress | None) -> int:
        """Calls it with a callback that also lets handlers of signals run, after Ctrl-C, say."""
        raised: list[BaseException] = []
        signals = _Signals()
        is_main = _is_main_thread()  # the library calls `report` in other threads, too

        def is_stopped() -> bool:
            return _ending.has_begun and not is_main

        def report(context: object, part: float) -> int:
            try:
                signals.handle()
                if progress is not None:
                    progress(part)
                    signals.handle()
            except BaseException as exception:
                raised.append(exception)
            return 0 if raised or is_stopped() else 1

        callback = _abi.Progress(report)
        try:
            with signals, _ending.waits():
                self.options.progress = callback
                status = function(*arguments, self.to_options, *range_, self.to_error)
                self.options.progress = _no_progress
            if raised:
                raise raised[0]
        finally:
            raised.clear()  # each has a traceback, which has this list
        if is_stopped():
            raise SystemExit
        return int(status)


class _Signals:
    """Keeps signals while the library runs, for `handle`.

    If a handler ran as soon as its signal comes, it could run as a callback begins, and ctypes
    ignores exceptions that are raised there. Handlers that are not replaced yet, or no longer, may
    raise exceptions anywhere in these methods.
    """

    def __init__(self) -> None:
        self.handlers: dict[int, Any] = {}
        self.kept: list[tuple[int, Any]] = []
        self.is_over = False

    def __enter__(self) -> None:
        if not _is_main_thread():
            return
        try:
            for number in _SIGNALS:
                handler = signal.getsignal(number)
                if callable(handler):  # SIG_DFL and SIG_IGN are not
                    self.handlers[number] = handler
                    signal.signal(number, self._keep)
        except BaseException:
            self.__exit__()
            raise

    def __exit__(self, *exception: object) -> None:
        try:
            self._restore()
        finally:
            self.handle()

    def _restore(self) -> None:
        try:
            self.is_over = True  # from here on, handlers run at once
            for number, handler in self.handlers.items():
                if signal.getsignal(number) == self._keep:  # no handler has replaced it
                    signal.signal(number, handler)
        except BaseException:
            self._restore()  # of the other signals
            raise

    def _keep(self, number: int, frame: Any) -> None:
        if self.is_over:
            self.handlers[number](number, frame)
        else:
            self.kept.append((number, frame))

    def handle(self) -> None:
        """Runs the handlers, in the main thread alone, as Python does."""
        while self.kept and _is_main_thread():
            number, frame = self.kept.pop(0)
            self.handlers[number](number, frame)


class _Ending:
    """The end of the interpreter, which daemon threads that call Python do not survive."""

    def __init__(self) -> None:
        self.has_begun = False
        self.calls: list[int] = []

    def begin(self) -> None:
        """Ends the evaluations of other threads at their next report, and waits for that."""
        self.has_begun = True
        last = time.monotonic() + 1
        while self.calls and time.monotonic() < last:
            time.sleep(0.005)

    @contextlib.contextmanager
    def waits(self) -> Iterator[None]:
        """Registers a call that the end waits for."""
        thread = threading.get_ident()
        if not _is_main_thread():
            self.calls.append(thread)
        try:
            yield
        finally:
            if not _is_main_thread():
                self.calls.remove(thread)


_ending = _Ending()
atexit.register(_ending.begin)
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_ending.calls.clear)  # a child has none of these threads


def _is_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


_free: list[CallArguments] = []  # methods of lists are atomic


def borrow() -> CallArguments:
    try:
        return _free.pop()
    except IndexError:
        return CallArguments()


def give_back(call: CallArguments) -> None:
    _free.append(call)
