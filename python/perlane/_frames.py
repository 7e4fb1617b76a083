"""Arguments of the C functions, which calls borrow, so that a small grid does not wait for them."""

import ctypes
import signal
import threading
from collections.abc import Callable
from ctypes import byref, sizeof
from typing import Any, TypeAlias

from . import _abi
from ._library import failed, new_error

# Receives the part that is done, from 0 to 1. The evaluation ends with what it raises.
Progress: TypeAlias = Callable[[float], object]

# Smaller arrays take less time than two calls of a function of Python.
_SAMPLES_THAT_TAKE_TIME = 1 << 18
_no_progress = _abi.Progress()


class Frame:
    """One object of each structure, and pointers to them."""

    def __init__(self) -> None:
        self.grid = _abi.Grid(size=sizeof(_abi.Grid))
        self.shape, self.step = self.grid.shape, self.grid.step
        self.origin, self.first = self.grid.origin, self.grid.first
        self.array = _abi.Array(size=sizeof(_abi.Array))
        self.stride, self.codes = self.array.stride, self.array.codes
        self.options = _abi.Options(size=sizeof(_abi.Options))
        self.planes = _abi.Planes(size=sizeof(_abi.Planes))
        self.range = (ctypes.c_float * 2)()
        # All of the grid behind its shape, and whether it has more than zeros.
        self.place = ctypes.addressof(self.grid) + _abi.Grid.step.offset
        self.place_size = sizeof(_abi.Grid) - _abi.Grid.step.offset
        self.is_placed = False
        # Likewise all of the array behind its elements.
        self.layout = ctypes.addressof(self.array) + _abi.Array.stride.offset
        self.layout_size = sizeof(_abi.Array) - _abi.Array.stride.offset
        self.is_laid_out = False
        self.error = new_error()
        self.to_grid, self.to_array = byref(self.grid), byref(self.array)
        self.to_planes = byref(self.planes)
        self.to_options, self.to_error = byref(self.options), byref(self.error)

    def run(self, function: Any, *arguments: Any, samples: int, threads: int | None,
            progress: Progress | None, range_: Any = ()) -> None:
        """Calls a function that takes options, and perhaps a range, and an error at its end."""
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
        """The same with a callback, which also ends the evaluation after Ctrl-C."""
        raised: list[BaseException] = []
        interrupts: list[int] = []

        def report(context: object, part: float) -> int:
            try:
                if progress is not None:
                    progress(part)
            except BaseException as exception:
                raised.append(exception)
            return 0 if raised or interrupts else 1

        # An exception that a handler of signals raises while ctypes calls Python would be lost.
        is_watched = (_is_main_thread()
                      and signal.getsignal(signal.SIGINT) is signal.default_int_handler)
        if is_watched:
            signal.signal(signal.SIGINT, lambda number, frame: interrupts.append(number))
        callback = _abi.Progress(report)
        self.options.progress = callback
        try:
            status = function(*arguments, self.to_options, *range_, self.to_error)
        finally:
            self.options.progress = _no_progress
            if is_watched:
                signal.signal(signal.SIGINT, signal.default_int_handler)
        if interrupts:
            raise KeyboardInterrupt
        if raised:
            raise raised[0]
        return int(status)


def _is_main_thread() -> bool:
    return threading.get_ident() == threading.main_thread().ident


_free: list[Frame] = []  # methods of lists are atomic


def borrow() -> Frame:
    try:
        return _free.pop()
    except IndexError:
        return Frame()


def give_back(frame: Frame) -> None:
    _free.append(frame)
