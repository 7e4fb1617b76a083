"""Fields as arrays of xarray, and recipes as its data sets."""

from collections.abc import Hashable, Mapping
from typing import Any

import numpy as np
import xarray
from xarray.backends import BackendArray, BackendEntrypoint
from xarray.core import indexing
from xarray.indexes import RangeIndex

from ._field import Field
from ._grid import _FIRST, _ORIGIN, _STEP, _shape_of
from ._lazy import NO_LIMIT, chunked
from ._recipe import dims_of, read
from ._virtual import LIMIT, Samples, VirtualArray

_NAME = "field"
_UNNAMED = object()  # which is the name of no coordinate
_DEFAULTS = {"first": _FIRST, "step": _STEP, "origin": _ORIGIN}
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
        if like is not None:
            recipe.pop("shape", None)
        if dtype is not None and np.dtype(dtype) == np.float32:
            recipe.pop("range", None)
        given = {"shape": shape, "first": first, "step": step, "origin": origin, "dtype": dtype,
                 "range": range}
        array, dims, coords = _arranged(field, given, recipe, like, dims, coords,
                                        threads=threads, limit=limit)
        opened = _labelled(array, _on_demand(array), dims, coords)
        if _NAME in opened.coords:
            raise ValueError(f"{_NAME!r} is the name of a coordinate; use another one, since the "
                             "variable has it")
        dropped = [drop_variables] if isinstance(drop_variables, str) else drop_variables or ()
        return opened.to_dataset(name=_NAME).drop_vars(dropped, errors="ignore")


def _arranged(field: Field, given: Mapping[str, Any], recipe: Mapping[str, Any], like: Any,
              dims: Any, coords: Any, **others: Any) -> tuple[VirtualArray, tuple[Any, ...], Any]:
    """The array of a grid, its dimensions, and the coordinates that the caller gave."""
    grid = {**given, **_DEFAULTS, **recipe,
            **{key: value for key, value in given.items() if value is not None}}
    if like is not None or coords is not None:
        if any(given[key] is not None for key in _DEFAULTS):
            raise ValueError("coordinates are given by like or coords; leave out first, step "
                             "and origin with them")
        grid, dims, coords = _placed(grid, like, dims, coords)
    if grid["shape"] is None:
        raise TypeError("shape is missing; use a tuple of 1 to 4 numbers, like, or a recipe "
                        "with a size")
    array = VirtualArray(field, **grid, **others)
    return array, dims_of(dims, array.ndim), coords


def _on_demand(array: VirtualArray) -> Any:
    return indexing.LazilyIndexedArray(_Lazy(array))


def _labelled(array: VirtualArray, data: Any, dims: tuple[Any, ...],
              coords: Any) -> xarray.DataArray:
    """The array of xarray, with coordinates for all axes."""
    attributes = {"perlane": array.field.to_json()}
    dataset = xarray.Dataset({_UNNAMED: (dims, data, attributes)}, coords)
    for along in zip(dims, array.samples, array.first, array.step, array.origin, strict=True):
        if along[0] not in dataset.coords:
            dataset = dataset.assign_coords(_coordinates(*along))
    return dataset[_UNNAMED]  # with those coordinates alone that lie along its axes


def _coordinates(dim: Hashable, count: int, first: int, step: float, origin: float) -> Any:
    start = origin + first * step
    if count <= _DENSE:
        return {dim: origin + (first + np.arange(count)).astype(np.float64) * step}
    return xarray.Coordinates.from_xindex(RangeIndex.linspace(
        start, start + count * step, count, endpoint=False, coord_name=dim, dim=dim))


def _placed(grid: dict[str, Any], like: xarray.DataArray | None, dims: Any,
            coords: Any) -> tuple[dict[str, Any], Any, Any]:
    """The grid whose samples lie at coordinates, its dimensions, and all coordinates."""
    # A data set may have coordinates of more axes.
    is_mapping = not isinstance(coords, xarray.Dataset | xarray.DataArray | xarray.Coordinates)
    if like is not None:
        if not isinstance(like, xarray.DataArray):
            raise TypeError(f"like is of type {type(like).__name__}; use an array of xarray")
        if grid["shape"] is not None or dims is not None or coords is not None:
            raise ValueError("like is given; leave out shape, dims and coords with it")
        kept = like.isel(band=0, drop=True) if "band" in like.dims else like
        dims, coords = kept.dims, kept.coords
        grid = {**grid, "shape": kept.shape}
    else:
        if isinstance(coords, xarray.Dataset | xarray.DataArray):
            coords = coords.coords
        coords = xarray.Dataset(coords=coords).coords
        if grid["shape"] is None:
            if dims is None:
                dims = tuple(name for name in coords if coords[name].dims == (name,))
            for dim in dims:
                if dim not in coords:
                    raise ValueError(f"coords has no {dim!r}; give it, or shape")
            grid = {**grid, "shape": tuple(coords[dim].size for dim in dims)}
    shape = _shape_of(grid["shape"])
    dims = dims_of(dims, len(shape))
    others = [dim for dim in coords.dims if dim not in dims]
    if others and is_mapping:
        raise ValueError(f"coords has the axis {others[0]!r}; use "
                         + " and ".join(repr(dim) for dim in dims))
    steps, origins = [], []
    for dim, count in zip(dims, shape, strict=True):
        step, origin = _even(coords[dim], count) if dim in coords else (1.0, 0.0)
        steps.append(step)
        origins.append(origin)
    return {**grid, "first": _FIRST, "step": tuple(steps), "origin": tuple(origins)}, dims, coords


def _even(coordinate: xarray.DataArray, count: int) -> tuple[float, float]:
    """The step and the origin of coordinates that are evenly spaced."""
    dim = coordinate.name
    if coordinate.shape != (count,):
        raise ValueError(f"coords of {dim!r} are of shape {coordinate.shape}; use {(count,)}")
    if coordinate.dtype.kind not in "fiu":
        raise TypeError(f"coords of {dim!r} are of {coordinate.dtype}; use numbers")
    index = coordinate.xindexes.get(dim)
    if isinstance(index, RangeIndex):
        return float(index.step), float(index.start)
    places = coordinate.values.astype(np.float64)
    first, last = float(places[0]), float(places[-1])
    step = (last - first) / (count - 1) if count > 1 else 1.0
    if not (np.abs(places - (first + np.arange(count) * step)) <= abs(step) * _EVEN).all() or (
            step == 0):
        raise ValueError(f"coords of {dim!r} are not evenly spaced; use field(x, y) for values "
                         "anywhere")
    return step, first


def array_of(field: Field, chunks: Any, name: Hashable, *, like: Any, dims: Any, coords: Any,
             **grid: Any) -> xarray.DataArray:
    """The array that Field.xarray returns."""
    if isinstance(like, xarray.DataArray) and chunks is None and like.chunks is not None:
        chunks = {dim: pieces for dim, pieces in zip(like.dims, like.chunks, strict=True)
                  if dim != "band"}
    for key, default in _DEFAULTS.items():
        if grid[key] is default:
            grid[key] = None
    is_lazy = chunks is None
    array, dims, coords = _arranged(field, grid, {}, like, dims, coords,
                                    threads=None if is_lazy else 1,
                                    limit=LIMIT if is_lazy else NO_LIMIT)
    data = (indexing.MemoryCachedArray(indexing.CopyOnWriteArray(_on_demand(array))) if is_lazy
            else chunked(array, chunks, dims))
    result = _labelled(array, data, dims, coords)
    if like is not None and "grid_mapping" in like.encoding:
        result.encoding["grid_mapping"] = like.encoding["grid_mapping"]
    return result.rename(name)
