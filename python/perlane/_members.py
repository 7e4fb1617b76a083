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


def _table(value: Any) -> Any:
    """A table of numbers as base64; all else as it is. Extents follow from a table with axes."""
    if isinstance(value, Mapping):
        members = {key: _table(element) for key, element in value.items()}
        values = value.get("values")
        if isinstance(values, np.ndarray) and "extents" not in value:
            members["extents"] = list(values.shape[::-1])
        return members
    if isinstance(value, np.ndarray):
        kind = "<u2" if value.dtype.kind in "iu" else "<f4"
        return base64.b64encode(np.ascontiguousarray(value, dtype=kind).tobytes()).decode()
    return value


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
            members = {**members, name: _table(members[name])}
    try:
        return json.dumps(members, allow_nan=False, default=_plain).encode()
    except (TypeError, ValueError):
        for name, value in members.items():
            _check(name, value)
        raise
