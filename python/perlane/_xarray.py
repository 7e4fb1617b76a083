"""Fields as arrays of xarray, and recipes as its data sets."""

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import numpy as np
import xarray
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing
from xarray.indexes import RangeIndex

from ._field import Field
from ._grid import _FIRST, _ORIGIN, _STEP, _shape_of
from ._lazy import chunks_by_axis
from ._recipe import dims_of, read
from ._virtual import LIMIT, Samples, VirtualArray

_NAME = "field"
_DENSE = 1 << 20  # longer axes have coordinates that are computed, too
_EVEN = 0.01  # of a step: how far a coordinate may be from its place


class _Lazy(BackendArray):  # type: ignore[misc]
    """A virtual array that xarray slices."""

    def __init__(self, array: VirtualArray) -> None:
        self.array, self.shape, self.dtype = array, array.shape, array.dtype

    def __getitem__(self, key: Any) -> Any:
        return indexing.explicit_indexing_adapter(
            key, self.shape, indexing.IndexingSupport.OUTER, self._outer)

    def _outer(self, key: tuple[Any, ...]) -> Any:
        """Negative indices have become others: xarray has added the length of the axis."""
        indices: list[Samples] = []
        shape = []
        for part, count in zip(key, self.shape, strict=True):
            if isinstance(part, slice):
                indices.append(range(count)[part])
            elif isinstance(part, np.ndarray):
                indices.append(part)
            else:
                indices.append(range(part, part + 1))
                continue
            shape.append(len(indices[-1]))
        return self.array.outer(indices).reshape(shape)


class Backend(BackendEntrypoint):  # type: ignore[misc]
    """xarray.open_dataset("recipe.json", engine="perlane")"""

    description = "Evaluate fields of perlane when they are sliced"

    def open_dataset(self, filename_or_obj: Any, *, drop_variables: Any = None, shape: Any = None,
                     like: Any = None, dims: Any = None, coords: Any = None, first: Any = None,
                     step: Any = None, origin: Any = None, dtype: Any = None,
                     range: Any = None, threads: Any = None,
                     limit: int = LIMIT) -> xarray.Dataset:
        field, recipe = ((filename_or_obj, {}) if isinstance(filename_or_obj, Field)
                         else read(filename_or_obj))
        given = {"shape": shape, "first": first, "step": step, "origin": origin, "dtype": dtype,
                 "range": range}
        if like is not None:
            recipe.pop("shape", None)
        if dtype is not None and np.dtype(dtype) == np.float32:
            recipe.pop("range", None)
        defaults = {"first": _FIRST, "step": _STEP, "origin": _ORIGIN}
        grid = {**given, **defaults, **recipe,
                **{key: value for key, value in given.items() if value is not None}}
        if like is not None or coords is not None:
            if any(given[key] is not None for key in defaults):
                raise ValueError("coordinates are given by like or coords; leave out first, step "
                                 "and origin with them")
            grid, dims, coords = _placed(grid, like, dims, coords)
        if grid["shape"] is None:
            raise TypeError("shape is missing; use a tuple of 1 to 4 numbers, like, or a recipe "
                            "with a size")
        array = VirtualArray(field, **grid, threads=threads, limit=limit)
        dims = dims_of(dims, array.ndim)
        dataset = xarray.Dataset() if _NAME in _names(drop_variables) else xarray.Dataset(
            {_NAME: (dims, indexing.LazilyIndexedArray(_Lazy(array)),
                     {"perlane": field.to_json()})})
        for along in zip(dims, array.samples, array.first, array.step, array.origin, strict=True):
            if along[0] not in (coords or {}):
                dataset = dataset.assign_coords(_coordinates(*along))
        return dataset.assign_coords(coords or {})


def _names(drop_variables: Any) -> tuple[Any, ...]:
    return (drop_variables,) if isinstance(drop_variables, str) else tuple(drop_variables or ())


def _coordinates(dim: Hashable, count: int, first: int, step: float, origin: float) -> Any:
    start = origin + first * step
    if count <= _DENSE:
        return {dim: origin + (first + np.arange(count)).astype(np.float64) * step}
    return xarray.Coordinates.from_xindex(RangeIndex.linspace(
        start, start + count * step, count, endpoint=False, coord_name=dim, dim=dim))


def _placed(grid: dict[str, Any], like: xarray.DataArray | None, dims: Any,
            coords: Mapping[Any, Any] | None) -> tuple[dict[str, Any], Any, dict[Any, Any]]:
    """The grid whose samples lie at coordinates, its dimensions, and all coordinates."""
    if like is not None:
        if not isinstance(like, xarray.DataArray):
            raise TypeError(f"like is of type {type(like).__name__}; use an array of xarray")
        if grid["shape"] is not None or dims is not None or coords is not None:
            raise ValueError("like is given; leave out shape, dims and coords with it")
        kept = like.isel(band=0, drop=True) if "band" in like.dims else like
        dims, coords = kept.dims, kept.coords
        grid = {**grid, "shape": kept.shape}
    else:
        coords = _coords_of(coords)
        if grid["shape"] is None:
            dims = _own_dims(coords) if dims is None else dims
            for dim in dims:
                if dim not in coords:
                    raise ValueError(f"coords has no {dim!r}; give it, or shape")
            grid = {**grid, "shape": tuple(_variable(dim, coords[dim]).size for dim in dims)}
    shape = _shape_of(grid["shape"])
    dims = dims_of(dims, len(shape))
    steps, origins = [], []
    for dim, count in zip(dims, shape, strict=True):
        step, origin = _even(dim, coords[dim], count) if dim in coords else (1.0, 0.0)
        steps.append(step)
        origins.append(origin)
    placed = {"first": _FIRST, "step": tuple(steps), "origin": tuple(origins)}
    return {**grid, **placed}, dims, dict(coords)


def _coords_of(coords: Any) -> dict[Any, Any]:
    given = coords.coords if isinstance(coords, xarray.Dataset | xarray.DataArray) else coords
    return dict(given or {})


def _variable(name: Hashable, values: Any) -> xarray.Variable:
    """A coordinate as xarray takes it: an array, or a tuple that begins with its dimensions."""
    if isinstance(values, tuple):
        return xarray.Variable(*values)
    if isinstance(values, xarray.DataArray | xarray.Variable):
        return xarray.Variable(values.dims, values.values)
    array = np.asarray(values)
    return xarray.Variable((name,) if array.ndim else (), array)


def _own_dims(coords: Mapping[Any, Any]) -> tuple[Any, ...]:
    """The coordinates that lie along axes of their own names."""
    return tuple(name for name, values in coords.items()
                 if _variable(name, values).dims == (name,))


def _chunks_by_dim(chunks: Any, *, like: Any, shape: Any, dims: Any, coords: Any,
                   **others: Any) -> Any:
    """The chunks of an array, by the names of its axes."""
    if isinstance(like, xarray.DataArray):
        dims = tuple(dim for dim in like.dims if dim != "band")
    elif shape is not None:
        dims = dims_of(dims, len(_shape_of(shape)))
    elif dims is None and coords is not None:
        dims = _own_dims(_coords_of(coords))
    if dims is None:  # the shape is missing
        return chunks
    if isinstance(chunks, Mapping):
        return {dims[axis]: pieces for axis, pieces in chunks_by_axis(chunks, dims).items()}
    if len(chunks) != len(dims):
        raise ValueError(f"chunks is {chunks!r}; use one for each of {', '.join(map(str, dims))}, "
                         "or one for all")
    return dict(zip(dims, chunks, strict=True))


def _even(dim: Hashable, coordinate: Any, count: int) -> tuple[float, float]:
    """The step and the origin of coordinates that are evenly spaced."""
    places = np.asarray(_variable(dim, coordinate))
    if places.shape != (count,):
        raise ValueError(f"coords of {dim!r} are of shape {places.shape}; use {(count,)}")
    if places.dtype.kind not in "fiu":
        raise TypeError(f"coords of {dim!r} are of {places.dtype}; use numbers")
    places = places.astype(np.float64)
    first, last = float(places[0]), float(places[-1])
    step = (last - first) / (count - 1) if count > 1 else 1.0
    if not (np.abs(places - (first + np.arange(count) * step)) <= abs(step) * _EVEN).all() or (
            step == 0):
        raise ValueError(f"coords of {dim!r} are not evenly spaced; use field(x, y) for values "
                         "anywhere")
    return step, first


def array_of(field: Field, chunks: Any, name: Hashable, *, like: Any,
             **arguments: Any) -> xarray.DataArray:
    """The array that Field.xarray returns."""
    if isinstance(like, xarray.DataArray) and chunks is None and like.chunks is not None:
        chunks = {dim: pieces for dim, pieces in zip(like.dims, like.chunks, strict=True)
                  if dim != "band"}
    if isinstance(chunks, Sequence | Mapping) and not isinstance(chunks, str):
        chunks = _chunks_by_dim(chunks, like=like, **arguments)
    for name_of, default in (("first", _FIRST), ("step", _STEP), ("origin", _ORIGIN)):
        if arguments[name_of] is default:
            arguments[name_of] = None
    array = xarray.open_dataset(
        field, engine=Backend, like=like, chunks=chunks, inline_array=True,
        threads=None if chunks is None else 1, limit=LIMIT if chunks is None else 2**63,
        **arguments)[_NAME]
    if like is not None and "grid_mapping" in like.encoding:
        array.encoding["grid_mapping"] = like.encoding["grid_mapping"]
    return array.rename(name)
