"""The exceptions of rejected calls: arguments of wrong types are TypeErrors in Python."""

import functools
import json
import re
from collections.abc import Mapping, Sequence
from numbers import Integral, Real
from typing import Any

import numpy as np

from ._axes import ByAxis
from ._library import library

_TEXTS = (str, Mapping)
_INDEX = re.compile(r"\[(\d+)\]")
_STRING = re.compile(r' is "(.*)";')
_AS_A_STRING = ", as a string if it is above 2^53"


@functools.cache
def _types() -> dict[tuple[str, str], str]:
    """The types of members, by functions and members, as the catalogue names them."""
    catalogue = json.loads(library.perlane_catalogue())
    return {(function["name"], member["name"]): member["type"]
            for function in catalogue["factories"] for member in function["members"]}


def _are(kind: type, value: Any) -> bool:
    """True if all numbers of nested sequences are of a kind."""
    if isinstance(value, np.ndarray):
        value = value.tolist()
    if isinstance(value, Sequence) and not isinstance(value, str):
        return all(_are(kind, element) for element in value)
    return isinstance(value, kind) and not isinstance(value, bool)


def _fits(of: str, value: Any) -> bool:
    if of == "true or false":
        return isinstance(value, bool | np.bool_)
    if of == "name":
        return isinstance(value, str)
    if of in ("lattice", "gradients"):
        return isinstance(value, _TEXTS)
    if of in ("whole number", "seed"):
        return isinstance(value, Integral) and not isinstance(value, bool)
    if of == "number":
        return isinstance(value, Real) and not isinstance(value, bool)
    return _are(Integral if of.startswith("whole") or of == "path" else Real, value)


def _placed(message: str, value: Any) -> str:
    """A message that begins with the place of a number in a value, such as "[0][2]"."""
    place = ""
    while isinstance(value, list | tuple) and (found := _INDEX.match(message)):
        index = int(found[1])
        place += value.place(index) if isinstance(value, ByAxis) else found[0]
        value = value[index] if index < len(value) else None
        message = message[found.end():]
    return place + message


def rejected(function: str, members: Mapping[str, Any], error: Exception) -> Exception:
    """The exception in place of one of the library, which does not know the types of Python."""
    message = str(error)
    for name, value in members.items():
        member = f"{function}.{name}"
        if not message.startswith((f"{member} ", f"{member}[")):
            continue
        message = f"{member}{_placed(message.removeprefix(member), value)}"
        kind = _types().get((function, name), "")
        if kind == "seed":  # texts have large ones as strings, and Python as integers
            message = _STRING.sub(r" is \1;", message.removesuffix(_AS_A_STRING))
        return (type(error) if not kind or _fits(kind, value) else TypeError)(message)
    return error
