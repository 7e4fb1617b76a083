"""Arrays that compute each slice when it is read."""

import functools
import math
import operator
from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from ._axes import PerAxis
from ._grid import (
    _LARGEST,
    Array,
    Shape,
    _codes,
    _kind_of,
    _numbers,
    _reals,
    _shape_of,
    _steps,
)
from ._numbers import Interval, Real, Whole, shown, whole
from ._recipe import codes_of

if TYPE_CHECKING:
    from ._field import Field

# The samples of an axis that are wanted: of a slice, or any, by their numbers.
Samples: TypeAlias = "range | npt.NDArray[np.int64]"

LIMIT = 2**32  # bytes of a result
_PIECE = 1 << 20  # points that are evaluated at a time, with coordinates of 8 bytes per axis


@functools.lru_cache(64)
def _field_of(text: str) -> "Field":
    from ._field import from_json

    return from_json(text)


def _restored(text: str, *arguments: Any) -> "VirtualArray":
    return VirtualArray(_field_of(text), *arguments)


class VirtualArray:
    """A field on a grid of any size, as an array that takes no memory.

    `Field.virtual` makes it. It is read as an array of NumPy is, by integers, slices, `...` and
    `np.newaxis`, and each slice is evaluated when it is taken: `world[10**8:10**8 + 512, ::4]`. It
    cannot be written. It is pickled as the text of its field.
    """

    def __init__(self, field: "Field", shape: Shape, first: PerAxis[Whole], step: PerAxis[Real],
                 origin: PerAxis[Real], dtype: npt.DTypeLike | None,
                 range: Interval | None, threads: int | None, limit: int,
                 planes: bool = False) -> None:
        samples = _shape_of(shape)
        axes = len(samples)
        self.field, self.samples = field, samples
        indices = _numbers("first", first, 0, axes)
        self.first = tuple(whole(f"first{indices.place(axis)}", index)
                           for axis, index in enumerate(indices))[::-1]
        self.step: tuple[float, ...] = tuple(_steps(step, axes)[::-1])
        self.origin: tuple[float, ...] = tuple(_reals("origin", origin, 0.0, axes)[::-1])
        self._threads, self._limit, self._has_planes = threads, whole("limit", limit), planes
        if self._limit < 0:
            raise ValueError(f"limit is {shown(self._limit)}; use a number of bytes, 0 or more")
        self.dtype = _kind_of(dtype)
        self.range = None if range is None else _codes(range, self.dtype)
        self.shape: tuple[int, ...] = (axes + 1, *samples) if planes else samples
        self.ndim = len(self.shape)
        self.size = math.prod(self.shape)
        self.nbytes = self.size * self.dtype.itemsize
        for axis, (index, count) in enumerate(zip(self.first, samples, strict=True)):
            if not -_LARGEST <= index <= _LARGEST - count:
                raise ValueError(f"first[{axis}] is {shown(index)} and shape[{axis}] is {count}; "
                                 "keep all indices between -2^62 and 2^62")
        # The samples at its corners: what the library rejects of any slice, it rejects here.
        try:
            self._grid(*_corners(self.samples, self.first, self.step, self.origin), planes)
        except ValueError as error:
            raise self._rejected(error) from None

    def _rejected(self, of_corners: ValueError) -> ValueError:
        """The error of the whole grid, if it has one: the other names corners."""
        try:
            self.field.range(shape=self.samples, first=self.first, step=self.step,
                             origin=self.origin)
        except ValueError as error:
            return error
        return of_corners

    def __len__(self) -> int:
        return self.shape[0]

    def __repr__(self) -> str:
        return f"<VirtualArray of shape {self.shape}, {self.dtype}: {self.field!r}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.field.to_json(), self.samples, self.first, self.step,
                           self.origin, self.dtype.str, self.range, self._threads, self._limit,
                           self._has_planes)

    def __dask_tokenize__(self) -> Any:
        return self.__reduce__()[1]

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> Array:
        if copy is False:
            raise ValueError("copy is False; a virtual array has no memory to share")
        whole: Array = self[...]
        return whole if dtype is None else whole.astype(dtype, copy=False)

    def __iter__(self) -> Iterator[Any]:
        return (self[index] for index in range(len(self)))

    def __getitem__(self, key: Any) -> Any:
        indices, shape = _basic(key, self.shape)
        values = self.outer(indices).reshape(shape)
        has_ellipsis = isinstance(key, tuple) and any(part is Ellipsis for part in key)
        return values if shape or has_ellipsis else values[()]

    def outer(self, indices: Sequence[Samples]) -> Array:
        """The samples of all combinations of indices, which there are for each axis."""
        indices = [_validated(*axis) for axis in zip(indices, self.shape, range(self.ndim),
                                                     strict=True)]
        shape = tuple(map(len, indices))
        if math.prod(shape) * self.dtype.itemsize > self._limit:
            raise MemoryError(
                f"there are {' x '.join(map(str, shape))} samples, "
                f"{math.prod(shape) * self.dtype.itemsize:.3g} bytes, and limit is {self._limit}; "
                "take a smaller slice, or give limit=")
        if 0 in shape:
            return np.empty(shape, self.dtype)
        planes, indices = (indices[0], indices[1:]) if self._has_planes else (None, indices)
        axes = len(indices)
        upwards = [indices_of[::-1] if isinstance(indices_of, range) and indices_of.step < 0
                   else indices_of for indices_of in indices]
        values = self._ascending(upwards, planes is not None and any(planes))
        if planes is not None:
            values = values[list(planes)] if any(planes) else values[None].repeat(len(planes), 0)
        return np.flip(values, tuple(axis for axis, along in enumerate(indices, -axes)
                                     if along is not upwards[axis]))

    def _ascending(self, indices: Sequence[Samples], with_derivatives: bool) -> Array:
        """The samples themselves, all planes or the first."""
        grid = [_grid_of(*axis) for axis in zip(indices, self.first, self.step, self.origin,
                                                strict=True)]
        if None not in grid:
            first, step, origin = zip(*(axis for axis in grid if axis), strict=True)
            return self._grid(tuple(map(len, indices)), first, step, origin, with_derivatives)
        return self._points(indices, with_derivatives)

    def _grid(self, shape: tuple[int, ...], first: Any, step: Any, origin: Any,
              with_derivatives: bool) -> Array:
        if with_derivatives:
            values, derivatives = self.field.grid(shape, first=first, step=step, origin=origin,
                                                   derivatives=True, threads=self._threads)
            return np.concatenate([values[None], derivatives])
        return self.field.grid(shape, first=first, step=step, origin=origin, dtype=self.dtype,
                                range=self.range, threads=self._threads)

    def _points(self, indices: Sequence[Samples], with_derivatives: bool) -> Array:
        """The same bits where no grid has these samples, some rows at a time."""
        axes = len(indices)
        coordinates = [
            (origin + (np.asarray(along) + first).astype(np.float64) * step).reshape(
                [-1 if i == axis else 1 for i in range(axes)])
            for axis, (along, first, step, origin) in enumerate(
                zip(indices, self.first, self.step, self.origin, strict=True))]
        shape = tuple(map(len, indices))
        values = np.empty((axes + 1, *shape) if with_derivatives else shape, self.dtype)
        rows = max(1, _PIECE // math.prod(shape[1:]))
        for start in range(0, shape[0], rows):
            outer, *inner = coordinates
            points = [*inner[::-1], outer[start:start + rows]]
            if with_derivatives:
                found, derivatives = self.field(*points, derivatives=True, threads=self._threads)
                values[0, start:start + rows] = found
                values[1:, start:start + rows] = derivatives[::-1]
            else:
                found = self.field(*points, threads=self._threads)
                values[start:start + rows] = self._coded(found)
        return values

    def _coded(self, values: Any) -> Any:
        """As docs/numerics.md defines codes."""
        if self.dtype == np.float32:
            return values
        ends = codes_of(self.field, len(self.samples)) if self.range is None else self.range
        low, high = map(np.float32, ends)
        codes = np.iinfo(self.dtype).max
        width = float(high) - float(low)
        unit = np.float32(2.0**100 if width < 2.0**-100 else 0.25 if width >= 2.0**127 else 1)
        scale = np.float32(codes / (width * float(unit)))
        with np.errstate(over="ignore", invalid="ignore"):
            scaled = (values * unit - low * unit) * scale
        return np.rint(np.clip(np.nan_to_num(scaled, nan=0), 0, codes)).astype(self.dtype)


def _corners(shape: Any, first: Any, step: Any, origin: Any) -> tuple[Any, Any, Any, Any]:
    """The grid of the first and the last samples along each axis."""
    return (tuple(min(2, count) for count in shape), (0,) * len(shape),
            tuple(max(1, count - 1) * distance
                  for count, distance in zip(shape, step, strict=True)),
            tuple(start + index * distance
                  for start, index, distance in zip(origin, first, step, strict=True)))


def _grid_of(indices: Samples, first: int, step: float,
             origin: float) -> tuple[int, float, float] | None:
    """`first`, `step` and `origin` of a grid whose coordinates are those of samples, to the bit."""
    if not isinstance(indices, range):
        return None
    start, stride = first + indices.start, indices.step
    if stride == 1 or len(indices) == 1:
        return start, step, origin
    if stride & (stride - 1) == 0 and start % stride == 0:  # powers of two round nothing
        return start // stride, step * stride, origin
    # Coordinates are exact if all are multiples of one power of two, with 53 bits or less.
    distance, zero = Fraction(step), Fraction(origin)
    # Distances from the first sample may be twice as long as coordinates.
    most = abs(zero) + max(abs(start), abs(first + indices[-1])) * abs(distance)
    if 2 * most * max(distance.denominator, zero.denominator) < 2**53:
        return 0, step * stride, origin + start * step
    return None


def _validated(indices: Samples, count: int, axis: int) -> Samples:
    if isinstance(indices, range):
        ends = [indices[0], indices[-1]] if indices else []
    else:
        indices = np.asarray(indices, np.int64)
        ends = [indices.min(), indices.max()] if indices.size else []
    for end in ends:
        if not 0 <= end < count:
            raise IndexError(f"index {end} is out of bounds for axis {axis} with size {count}")
    return indices


def _basic(key: Any, shape: tuple[int, ...]) -> tuple[list[range], tuple[int, ...]]:
    """The samples along each axis, and the shape of the result, of a basic index of NumPy."""
    parts = list(key) if isinstance(key, tuple) else [key]
    wanted = sum(part is not None and part is not Ellipsis for part in parts)
    ellipses = sum(part is Ellipsis for part in parts)
    if wanted > len(shape):
        raise IndexError(f"there are {wanted} indices and {len(shape)} axes; use as many or fewer")
    if ellipses > 1:
        raise IndexError("there are two ellipses; use one")
    if not ellipses:
        parts.append(Ellipsis)
    at = next(i for i, part in enumerate(parts) if part is Ellipsis)
    parts[at:at + 1] = [slice(None)] * (len(shape) - wanted)
    indices: list[range] = []
    result: list[int] = []
    for part in parts:
        if part is None:
            result.append(1)
            continue
        count = shape[len(indices)]
        if isinstance(part, slice):
            indices.append(range(count)[part])
            result.append(len(indices[-1]))
            continue
        try:
            if isinstance(part, (bool, np.bool_)) or np.ndim(part):
                raise TypeError
            index = operator.index(part)
        except TypeError:
            raise IndexError(f"an index is of type {type(part).__name__}; use integers, slices, "
                             "... and None, or field(x, y) for samples anywhere") from None
        if not -count <= index < count:
            raise IndexError(f"index {shown(index)} is out of bounds for axis {len(indices)} "
                             f"with size {count}")
        indices.append(range(index % count, index % count + 1))
    return indices, tuple(result)
