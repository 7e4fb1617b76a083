"""Finds the shared library of perlane, and turns its errors into exceptions."""

import ctypes
import os
import pathlib
import re
import sys

from . import _abi


def _path() -> str:
    """The library beside this file, unless PERLANE_LIBRARY names another."""
    if named := os.environ.get("PERLANE_LIBRARY"):
        return named
    names = {"win32": "perlane.dll", "darwin": "libperlane.dylib"}
    return str(pathlib.Path(__file__).parent / names.get(sys.platform, "libperlane.so"))


# CDLL releases the lock of the interpreter for as long as a function runs.
library = ctypes.CDLL(_path())
for _name, _result in _abi.FUNCTIONS.items():
    getattr(library, _name).restype = _result


def new_error() -> _abi.Error:
    return _abi.Error(size=ctypes.sizeof(_abi.Error))


_WORDS = {"true": "True", "false": "False", "null": "None", "NULL": "None"}
_PHRASES = {
    "grid->": "",
    "out->": "out.",
    "give the codes a Range": "give range=",
    "a fill of floats writes to Options::seen": "`grid` returns with seen=True",
    "use 0 to 3, for x, y, z or w": 'use "x", "y", "z" or "w"',
    "a list of up to 4, for x, y, z and w": "a tuple of up to 4, x last",
}
_AXIS_NUMBER = re.compile(r"\b(axis|towards) is ([0-3])\b")
_AXIS_AT = re.compile(r"\baxis ([0-3])\b")
_AXIS = re.compile(r"grid->(shape|step|origin|first)\[(\d)\]")


def in_python(message: str, dimensions: int = 0) -> str:
    """A message in the words of Python: axes of arrays are counted from the other end there."""

    def axis(found: re.Match[str]) -> str:
        return f"{found[1]}[{dimensions - 1 - int(found[2])}]"

    message = _AXIS.sub(axis, message)
    for word, python in _PHRASES.items():
        message = message.replace(word, python)
    message = _AXIS_NUMBER.sub(lambda found: f'{found[1]} is "{"xyzw"[int(found[2])]}"', message)
    message = _AXIS_AT.sub(lambda found: f'axis "{"xyzw"[int(found[1])]}"', message)
    return re.sub(r"\b(true|false|null|NULL)\b", lambda word: _WORDS[word[0]], message)


def failed(error: _abi.Error, dimensions: int = 0, *, of_text: bool = False) -> Exception:
    """The exception that stands for the error of a call.

    of_text: whether it is about a text, which is not in the words of Python
    """
    message = error.message.decode()
    if not of_text:
        message = in_python(message, dimensions)
    return MemoryError(message) if error.status == _abi.NO_MEMORY else ValueError(message)


def version() -> str:
    return str(library.perlane_version().decode())


def isas() -> tuple[str, ...]:
    """The instruction sets that this CPU runs, best first. They all give the same bits.

    There are none where the library lacks kernels of plain C++ and the CPU has none of its sets.
    """
    names: list[str] = []
    while name := library.perlane_isa(len(names)):
        names.append(name.decode())
    return tuple(names)


def active_isa() -> str:
    """The instruction set in use: the best one, unless PERLANE_ISA names another.

    Raises ValueError if PERLANE_ISA names none of isas(), or if there are none.
    """
    name, error = ctypes.c_char_p(), new_error()
    if library.perlane_active_isa(ctypes.byref(name), ctypes.byref(error)):
        raise failed(error)
    return (name.value or b"").decode()


def self_test() -> None:
    """Compares values of fields of every kind with those that they have on every CPU.

    It takes about a second, and raises RuntimeError if a value is wrong.
    """
    error = new_error()
    if library.perlane_self_test(ctypes.byref(error)):
        raise RuntimeError(error.message.decode())
