"""Members of functions as JSON."""

import base64
import json
import sys
from collections.abc import Iterator, Mapping
from fractions import Fraction
from numbers import Rational
from typing import Any, TypeAlias

import numpy as np

from ._axes import ByAxis
from ._numbers import shown, whole

# "hashed", or an object of one member, as docs/text.md describes; its tables may be arrays.
Lattice: TypeAlias = str | Mapping[str, Mapping[str, Any]]
Gradients: TypeAlias = str | Mapping[str, Mapping[str, Any]]

_LARGEST_EXACT, _MOST = 2**53, sys.float_info.max
# The types of the elements of tables, as docs/text.md has them.
_TABLES = {"table": "<u2", "values": "<f4", "gradients": "<f4", "vectors": "<f4"}


def _table(name: str, table: np.ndarray[Any, Any], kind: str) -> str:
    """The elements as base64."""
    if kind == "<u2":
        if table.dtype.kind not in "iu":
            raise TypeError(f"{name} is of {table.dtype}; use whole numbers from 0 to 65535")
        wrong = table[(table < 0) | (table > 65535)]
        if wrong.size:
            raise ValueError(f"{name} has {wrong[0]}; use whole numbers from 0 to 65535")
    elif table.dtype.kind not in "fiu":
        raise TypeError(f"{name} is of {table.dtype}; use numbers")
    with np.errstate(over="ignore"):  # the library says which element is beyond its limits
        return base64.b64encode(np.ascontiguousarray(table, dtype=kind).tobytes()).decode()


def _extents(name: str, extents: np.ndarray[Any, Any]) -> Any:
    if extents.dtype.kind not in "iu":
        raise TypeError(f"{name} is of {extents.dtype}; use whole numbers")
    return extents.tolist()


def _array(path: str, elements: Any) -> np.ndarray[Any, Any]:
    try:
        return np.asarray(elements)
    except ValueError:
        raise ValueError(f"{path} has lists of several lengths; use one length") from None


def _without_tables(name: str, members: Mapping[str, Any]) -> dict[str, Any]:
    """Tables as base64; all else as it is. Extents follow from values with axes."""
    plain: dict[str, Any] = {}
    for key, value in members.items():
        path = f"{name}.{key}"
        if isinstance(value, Mapping):
            plain[key] = _without_tables(path, value)
        elif isinstance(value, np.ndarray | list | tuple) and key in _TABLES:
            table = _array(path, value)
            plain[key] = _table(path, table, _TABLES[key])
            if name.endswith(".explicit_values") and "extents" not in members:
                plain["extents"] = list(table.shape[::-1])
        elif isinstance(value, np.ndarray) and key == "extents":
            plain[key] = _extents(path, value)
        else:
            plain[key] = value
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        if value.dtype.kind in "mM":  # tolist() makes integers of times
            raise TypeError
        if value.dtype.char == "g":  # tolist() keeps long doubles
            value = value.astype(np.float64)
        return value.tolist()
    if hasattr(value, "__float__"):  # fractions, say
        return float(value)
    raise TypeError


def _elements(value: Any) -> Iterator[Any]:
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for element in value:
            yield from _elements(element)
    else:
        yield value


def _check_size(name: str, value: Any) -> None:
    """Rejects integers and fractions that no double is near, which the library cannot read."""
    for number in _elements(value):
        if isinstance(number, np.timedelta64):  # a Rational, too
            continue
        if isinstance(number, Rational) and abs(Fraction(number)) > _MOST:
            verb = "is" if number is value else "has"
            raise ValueError(f"{name} {verb} {shown(number)}; use finite numbers")


def _check(name: str, value: Any) -> None:
    """Says which member it is that JSON cannot hold."""
    _check_size(name, value)
    try:
        json.dumps(value, allow_nan=False, default=_plain)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} is of type {kind}; use numbers or names") from None
    except ValueError:
        shown_value = value.shown() if isinstance(value, ByAxis) else value
        raise ValueError(f"{name} is {shown_value}; use finite numbers") from None


def _seed(name: str, given: Any) -> Any:
    if type(given) is int and abs(given) <= _LARGEST_EXACT:
        return given
    seed = whole(name, given)
    return seed if abs(seed) <= _LARGEST_EXACT else shown(seed)


def encoded(members: Mapping[str, Any]) -> bytes:
    """The members of a call, as the library reads them."""
    for name in ("seed", "world_seed", "salt"):
        if name in members:
            members = {**members, name: _seed(name, members[name])}
    for name in ("lattice", "gradients"):
        if isinstance(members.get(name), Mapping):
            members = {**members, name: _without_tables(name, members[name])}
    try:
        text = json.dumps(members, allow_nan=False, default=_plain)
    except (TypeError, ValueError, OverflowError):
        for name, value in members.items():
            _check(name, value)
        raise
    if len(text) > sys.float_info.max_10_exp:  # a shorter one has no room for such a number
        for name, value in members.items():
            _check_size(name, value)
    return text.encode()
