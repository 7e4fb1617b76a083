"""The order of axes, which is that of arrays everywhere in this package: x is last.

A tuple with an entry per axis is (y, x), (z, y, x) or (w, z, y, x). The library counts axes from x
on, as its text does. The functions below are all that know both orders.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

T = TypeVar("T")
Axis: TypeAlias = Literal["x", "y", "z", "w"]
# One for all axes; one for each, x last; or some by their names, where others have the default.
PerAxis: TypeAlias = T | Sequence[T] | npt.NDArray[Any] | Mapping[Axis, T]

NAMES = "xyzw"
# Members of functions that have a number for each axis; `distance` is a name elsewhere.
MEMBERS = frozenset({"distance", "factor", "path", "period", "point", "size"})


class ByAxis(list[Any]):
    """Numbers, x first, that the caller gave otherwise."""

    def __init__(self, numbers: Iterable[Any], given_as: type[Any]) -> None:
        super().__init__(numbers)
        self.given_as = given_as  # tuple, dict or float
        self.given = len(self)  # how many the caller gave; zeros may follow them

    def place(self, axis: int) -> str:
        """The place of the number of an axis in what the caller wrote, for messages."""
        if self.given_as is dict:
            return f'["{NAMES[axis]}"]'
        return f"[{self.given - 1 - axis}]" if self.given_as is tuple else ""

    def shown(self) -> Any:
        """The numbers as the caller wrote them."""
        if self.given_as is dict:
            return dict(zip(NAMES, self, strict=False))
        return tuple(self[self.given - 1::-1]) if self.given_as is tuple else self[0]


def _named(name: str, given: Mapping[Any, Any], default: Any, axes: int) -> ByAxis:
    for key in given:
        if key not in tuple(NAMES[:axes]):
            known = ", ".join(f'"{axis}"' for axis in NAMES[:axes])
            raise ValueError(f"{name} has the key {key!r}; use {known}")
    count = max((NAMES.index(key) + 1 for key in given), default=0)
    return ByAxis([given.get(axis, default) for axis in NAMES[:count]], dict)


def by_axis(name: str, given: Any, default: Any = 0, axes: int = 4) -> Any:
    """Numbers or fields in the order of the library; one alone as it is."""
    if isinstance(given, str | bytes):
        raise TypeError(f"{name} is {given!r}; use a number, or one per axis")
    if isinstance(given, Mapping):
        return _named(name, given, default, axes)
    if isinstance(given, Sequence) or (isinstance(given, np.ndarray) and given.ndim > 0):
        if len(given) > len(NAMES):
            raise ValueError(f"{name} has {len(given)} entries; use up to 4, one per axis")
        return ByAxis(given[::-1], tuple)
    if hasattr(given, "__len__") and not isinstance(given, np.ndarray):
        raise TypeError(f"{name} is of type {type(given).__name__}; use a number, or one per axis")
    return given


def axis_of(name: str, given: Any) -> int:
    """The number of an axis. Numbers are rejected: the first axis of an array is not x."""
    if not isinstance(given, str):
        raise TypeError(f'{name} is {given!r}; use "x", "y", "z" or "w"')
    if len(given) != 1 or given not in NAMES:
        raise ValueError(f'{name} is {given!r}; use "x", "y", "z" or "w"')
    return NAMES.index(given)


def path_of(name: str, given: Any) -> list[ByAxis]:
    """Positions of chunks, each with three numbers in the text; z may be left out in 2D."""
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise TypeError(f"{name} is of type {type(given).__name__}; use a list of tuples, as "
                        "(z, y, x)")
    positions = []
    for position in given:
        numbers = by_axis(name, position, axes=3)
        if not isinstance(numbers, ByAxis):
            raise TypeError(f"{name} has {position!r}; use tuples, as (z, y, x)")
        numbers += [0] * (3 - len(numbers))
        positions.append(numbers)
    return positions


def in_words(value: Any) -> str:
    """Numbers of a text as Python that gives no room for mistakes."""
    if isinstance(value, list):
        return repr(dict(zip(NAMES, value, strict=False)))
    return repr(value)
