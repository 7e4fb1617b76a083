"""Members of functions as JSON."""

import base64
import json
import operator
from collections.abc import Mapping
from typing import Any, TypeAlias

import numpy as np

# "hashed", or an object of one member, as docs/text.md describes; its tables may be arrays.
Lattice: TypeAlias = str | Mapping[str, Mapping[str, Any]]
Gradients: TypeAlias = str | Mapping[str, Mapping[str, Any]]

_LARGEST_EXACT = 2**53
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


def _without_arrays(name: str, members: Mapping[str, Any]) -> dict[str, Any]:
    """Tables as base64; all else as it is. Extents follow from values with axes."""
    plain: dict[str, Any] = {}
    for key, value in members.items():
        path = f"{name}.{key}"
        if isinstance(value, Mapping):
            plain[key] = _without_arrays(path, value)
        elif isinstance(value, np.ndarray) and key in _TABLES:
            plain[key] = _table(path, value, _TABLES[key])
        elif isinstance(value, np.ndarray) and key == "extents":
            plain[key] = _extents(path, value)
        else:
            plain[key] = value
    values = members.get("values")
    if isinstance(values, np.ndarray):
        plain.setdefault("extents", list(values.shape[::-1]))
    return plain


def _plain(value: Any) -> Any:
    if isinstance(value, np.ndarray | np.generic):
        return value.tolist()
    if hasattr(value, "__float__"):  # fractions, say
        return float(value)
    raise TypeError


def _check(name: str, value: Any) -> None:
    """Says which member it is that JSON cannot hold."""
    try:
        json.dumps(value, allow_nan=False, default=_plain)
    except TypeError:
        kind = type(value).__name__
        raise TypeError(f"{name} is of type {kind}; use numbers or names") from None
    except ValueError:
        raise ValueError(f"{name} is {value}; use finite numbers") from None


def _seed(name: str, given: Any) -> Any:
    if type(given) is int and abs(given) <= _LARGEST_EXACT:
        return given
    try:
        seed = operator.index(given)
    except TypeError:
        kind = type(given).__name__
        raise TypeError(f"{name} is of type {kind}; use a whole number") from None
    return seed if abs(seed) <= _LARGEST_EXACT else str(seed)


def encoded(members: Mapping[str, Any]) -> bytes:
    """The members of a call, as the library reads them."""
    for name in ("seed", "world_seed", "salt"):
        if name in members:
            members = {**members, name: _seed(name, members[name])}
    for name in ("lattice", "gradients"):
        if isinstance(members.get(name), Mapping):
            members = {**members, name: _without_arrays(name, members[name])}
    try:
        return json.dumps(members, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError):
        for name, value in members.items():
            _check(name, value)
        raise
