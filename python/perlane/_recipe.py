"""Recipes: a field with the grid that it was evaluated on, as perlane writes them into files."""

import json
import pathlib
from collections.abc import Hashable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from ._library import version

if TYPE_CHECKING:
    from ._field import Field
    from ._virtual import VirtualArray

# The longest side and the largest step that the tool takes: size_limit of its formats.
LIMIT = 2**31 - 1
_AXES = ("w", "z", "y", "x")
_NEEDED = ("size", "first", "origin", "type", "field")
# The tool alone uses those of the last line.
_MEMBERS = {*_NEEDED, "recipe", "range", "step",
            "version", "checksum", "compression", "map", "zarr"}


def dims_of(dims: Sequence[Hashable] | None, axes: int) -> tuple[Any, ...]:
    """The names of axes, if nobody gave others."""
    if dims is None:
        return _AXES[-axes:]
    if isinstance(dims, str) or not isinstance(dims, Sequence) or len(dims) != axes:
        raise ValueError(f"dims is {dims!r}; use {axes} names, one for each axis")
    if len(set(dims)) != axes:
        raise ValueError(f"dims is {dims!r}; use names that differ")
    return tuple(dims)


def range_of_codes(low: float, high: float) -> tuple[float, float]:
    """The same range, or one around it if it is a single value."""
    margin = 0.0 if low < high else max(0.5, abs(low) * 2.0**-10)
    most = float(np.finfo(np.float32).max)
    ends = max(low - margin, -most), min(high + margin, most)
    return float(np.float32(ends[0])), float(np.float32(ends[1]))


def codes_of(field: "Field", axes: int) -> tuple[float, float]:
    """The range of codes if nobody gave one."""
    return range_of_codes(*field.range(axes))


def recipe_of(array: "VirtualArray") -> dict[str, Any]:
    """The recipe of which `perlane render --field` makes the array, or the field alone."""
    field: dict[str, Any] = json.loads(array.field.to_json())
    step = array.step[0]
    if (len(array.samples) != 2 or max(array.samples) > LIMIT or len(set(array.step)) > 1
            or not 1 <= step <= LIMIT or step % 1):
        return field
    recipe = {"recipe": 1, "version": version(), "size": array.samples[::-1],
              "first": array.first[::-1], "origin": array.origin[::-1], "type": array.dtype.name}
    if step != 1:
        recipe["step"] = int(step)
    if array.dtype.name != "float32":
        recipe["range"] = codes_of(array.field, 2) if array.range is None else array.range
    return {**recipe, "field": field}


def check_version(what: str, number: Any) -> None:
    if number != 1:
        raise ValueError(f"the {what} is of version {number}, and this perlane reads version 1; "
                         "use the perlane that wrote it")


def read(path: Any) -> tuple["Field", dict[str, Any]]:
    """The field of a file of JSON, and the arguments of its grid, if the file is a recipe."""
    from ._field import from_json

    text = pathlib.Path(path).read_bytes()
    try:
        document = json.loads(text)
    except (ValueError, RecursionError):
        return from_json(text), {}  # which says where it is not JSON
    if isinstance(document, dict) and "manifest" in document:
        check_version("manifest", document["manifest"])
        document = document.get("recipe")
        if not isinstance(document, dict):
            raise ValueError("manifest.recipe is missing; use a manifest that perlane wrote")
    if not isinstance(document, dict) or "recipe" not in document:
        return from_json(text), {}
    check_version("recipe", document["recipe"])
    for name in document:
        if name not in _MEMBERS:
            raise ValueError(f"recipe.{name} is unknown; use a recipe that perlane wrote")
    kind = document.get("type")
    has_codes = kind in ("uint8", "uint16")
    for name in (*_NEEDED, "range") if has_codes else _NEEDED:
        if name not in document:
            raise ValueError(f"recipe.{name} is missing; use a recipe that perlane wrote")
    if not has_codes and kind not in ("float16", "float32"):
        raise ValueError(f"recipe.type is {kind!r}; use uint8, uint16, float16 or float32")
    for name in ("size", "first", "origin", "range"):
        if not isinstance(document.get(name, []), list):
            raise ValueError(f"recipe.{name} is {document[name]!r}; use a list of numbers")
    grid: dict[str, Any] = {
        "shape": tuple(document["size"][::-1]), "first": tuple(document["first"][::-1]),
        "origin": tuple(document["origin"][::-1]), "step": document.get("step", 1),
        "dtype": kind if has_codes else "float32"}
    if has_codes:
        grid["range"] = tuple(document["range"])
    return from_json(json.dumps(document["field"])), grid
