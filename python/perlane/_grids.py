"""Several fields on one grid, in one pass."""

import builtins
import ctypes
from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _abi
from ._axes import PerAxis
from ._call_arguments import Progress, borrow, give_back
from ._field import Field
from ._grid import (
    _FIRST,
    _ORIGIN,
    _STEP,
    _TYPES,
    Array,
    Range,
    Shape,
    _aligned,
    _array,
    _codes,
    _kind_of,
    _layout,
    _set_grid,
    _shape_of,
    _validate_out,
    new_array,
)
from ._library import library
from ._numbers import Real, Whole

Pair: TypeAlias = tuple[Real, Real]  # a list has an entry for each field


def _by_field(name: str, given: Any, fields: int) -> list[Any]:
    """The element of a list for each field, or one value for all."""
    if not isinstance(given, list):
        return [given] * fields
    if len(given) != fields:
        raise ValueError(f"{name} has {len(given)} entries and there are {fields} fields; use a "
                         "list of as many, or one for all")
    return given


@overload
def grids(fields: Iterable[Field], shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
          step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
          dtype: npt.DTypeLike | list[npt.DTypeLike] | None = ...,
          range: Pair | list[Pair | None] | None = ..., out: Sequence[Array] | None = ...,
          seen: Literal[False] = ..., threads: int | None = ...,
          progress: Progress | None = ...) -> tuple[Array, ...]: ...
@overload
def grids(fields: Iterable[Field], shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
          step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
          dtype: npt.DTypeLike | list[npt.DTypeLike] | None = ...,
          range: Pair | list[Pair | None] | None = ..., out: Sequence[Array] | None = ...,
          seen: Literal[True], threads: int | None = ...,
          progress: Progress | None = ...) -> tuple[tuple[Array, ...], tuple[Range, ...]]: ...


def grids(fields: Iterable[Field], shape: Shape | None = None, *, first: PerAxis[Whole] = _FIRST,
          step: PerAxis[Real] = _STEP, origin: PerAxis[Real] = _ORIGIN,
          dtype: npt.DTypeLike | list[npt.DTypeLike] | None = None,
          range: Pair | list[Pair | None] | None = None, out: Sequence[Array] | None = None,
          seen: bool = False, threads: int | None = None, progress: Progress | None = None) -> Any:
    """Evaluates several fields at every sample of one grid, and returns a tuple of arrays.

    Each array has the bits that `Field.grid` returns for its field. Equal parts of the fields are
    evaluated once: maps that share a height or a warp take less time than in separate calls.

        height = perlane.fbm(perlane.perlin(seed=42, frequency=1 / 256))
        heights, heats = perlane.grids([height, 0.5 - abs(height)], (1024, 1024))

    fields: the fields; one may be there more than once
    shape, first, step, origin: the grid, as for Field.grid
    dtype: float32, which is the default, uint16 or uint8; or a list with one for each field
    range: of codes: what becomes 0 and the largest code; or a list with one, or None for the range
        of the field, for each field
    out: the arrays that are written and returned, one for each field, which do not overlap
    seen: whether to return the least and the largest values, too: (arrays, ranges)
    threads, progress: as for Field.grid

    Raises ValueError for what the library rejects, "outputs[2]: ..."; nothing is written then.
    """
    given = list(fields)
    for i, field in enumerate(given):
        if not isinstance(field, Field):
            raise TypeError(f"fields[{i}] is of type {type(field).__name__}; use a field")
    count = len(given)
    out = None if out is None else list(out)
    if out is not None and len(out) != count:
        raise ValueError(f"out has {len(out)} arrays and there are {count} fields; use as many")
    if shape is None:
        if not out:
            raise TypeError("shape is missing; use a tuple of 1 to 4 numbers, or out")
        shape = _array(out[0]).shape
    samples = _shape_of(shape)
    kinds = _by_field("dtype", dtype, count)
    if out is None:
        values = [new_array(samples, _kind_of(kind)) for kind in kinds]
    else:
        values = [_validate_out(_array(array), samples, kind)
                  for array, kind in zip(out, kinds, strict=True)]
    written = [_aligned(array) for array in values]
    # The library sees the others only, and not the copies of those that are not aligned.
    for i, array in enumerate(values):
        for j in builtins.range(i):
            unaligned = written[i] is not array or written[j] is not values[j]
            if unaligned and np.shares_memory(values[j], array):
                raise ValueError(f"outputs[{j}] and outputs[{i}] overlap; no two samples may share "
                                 "memory")
    arrays = (_abi.Array * count)()
    for to, array, codes in zip(arrays, written, _by_field("range", range, count), strict=True):
        to.size = ctypes.sizeof(_abi.Array)
        to.type = _TYPES[array.dtype]
        to.data, strides, to.first, to.elements = _layout(array)
        to.stride_x, *to.stride[:] = strides
        if codes is not None:
            to.codes[:] = _codes(codes, array.dtype)
    handles = (ctypes.c_void_p * count)(*(field._handle.value for field in given))
    ranges = (ctypes.c_float * (2 * count))()
    call = borrow()
    try:
        _set_grid(call, samples, first, step, origin)
        call.run(library.perlane_fill_fields, handles, call.to_grid, arrays,
                 ctypes.c_size_t(count), samples=sum(array.size for array in values),
                 threads=threads, progress=progress, range_=(ranges if seen else None,))
    finally:
        give_back(call)
    for array, direct in zip(values, written, strict=True):
        if direct is not array:
            np.copyto(array, direct)
    if not seen:
        return tuple(values)
    return tuple(values), tuple(map(Range, ranges[::2], ranges[1::2]))
