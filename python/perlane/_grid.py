"""Fields on grids."""

import ctypes
import math
import operator
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _abi
from ._axes import ByAxis, PerAxis, by_axis
from ._boxes import grids_of
from ._frames import Frame, Progress, borrow, give_back
from ._library import failed, library, new_error

Shape: TypeAlias = int | Sequence[int]
Array: TypeAlias = npt.NDArray[Any]
Floats: TypeAlias = npt.NDArray[np.float32]

_FLOAT32 = np.dtype(np.float32)
_TYPES = {_FLOAT32: _abi.FLOAT32, np.dtype(np.uint16): _abi.UINT16, np.dtype(np.uint8): _abi.UINT8}
_LARGEST = 2**62
_ZEROS = [(0,) * n for n in range(5)]
_ONES = [(1.0,) * n for n in range(5)]
_AXES = (0, 1, 2, 3)
_NO_STRIDES = (0, 0, 0)
_FIRST, _STEP, _ORIGIN = 0, 1.0, 0.0  # the defaults, which need no look at each axis
_FIRST_ELEMENTS = [(slice(0, 1),) * n for n in range(5)]
_INTEGERS = frozenset({int})
_PLAIN_NUMBERS = frozenset({int, float})
_byte: Any = ctypes.c_char


class Range(NamedTuple):
    """The least and the largest value."""

    min: float
    max: float


def _numbers(name: str, given: Any, default: Any, axes: int) -> ByAxis:
    """As many numbers as there are axes, x first."""
    numbers = by_axis(name, given, default, axes)
    if not isinstance(numbers, ByAxis):
        return ByAxis([numbers] * axes, float)
    if numbers.given_as is dict:
        numbers += [default] * (axes - len(numbers))
    elif len(numbers) != axes:
        raise ValueError(
            f"{name} has {len(numbers)} numbers and shape has {axes}; use as many, or one")
    return numbers


def _shape_of(given: Shape) -> tuple[int, ...]:
    shape = given if type(given) is tuple else tuple(np.atleast_1d(np.asarray(given, object)))
    if not 1 <= len(shape) <= 4:
        raise ValueError(f"shape has {len(shape)} numbers; use 1 to 4, one per axis")
    for axis, count in enumerate(shape):
        if type(count) is not int:
            shape = tuple(operator.index(count) for count in shape)
        if not 0 < shape[axis] <= _LARGEST:
            raise ValueError(f"shape[{axis}] is {shape[axis]}; use 1 or more")
    return shape


def _are_numbers(given: Any, axes: int) -> bool:
    """Whether it is a tuple of as many plain numbers, which need no further look."""
    return (type(given) is tuple and len(given) == axes
            and _PLAIN_NUMBERS.issuperset(map(type, given)))


def _set_grid(frame: Frame, shape: tuple[int, ...], first: Any, step: Any, origin: Any) -> None:
    """Axes of perlane are x, y, z and w; those of arrays are the other way round."""
    axes = len(shape)
    frame.grid.dimensions = axes
    frame.shape[:axes] = shape[::-1]
    if first is _FIRST:
        frame.first[:axes] = _ZEROS[axes]
    elif (type(first) is tuple and len(first) == axes and _INTEGERS.issuperset(map(type, first))
          and -_LARGEST <= min(first) and max(first) <= _LARGEST):
        frame.first[:axes] = first[::-1]  # quickly
    else:
        indices = _numbers("first", first, 0, axes)
        for axis, index in enumerate(indices):
            indices[axis] = operator.index(index)
            if abs(indices[axis]) > _LARGEST:
                raise ValueError(f"first{indices.place(axis)} is {index}; "
                                 "keep all indices between -2^62 and 2^62")
        frame.first[:axes] = indices
    if step is _STEP:
        frame.step[:axes] = _ONES[axes]
    elif _are_numbers(step, axes) and 0 not in step:
        frame.step[:axes] = step[::-1]
    else:
        steps = _numbers("step", step, 1.0, axes)
        for axis, distance in enumerate(steps):
            if distance == 0:  # which stands for 1 in C
                raise ValueError(f"step{steps.place(axis)} is 0; use a finite number other than 0")
        frame.step[:axes] = steps
    if origin is _ORIGIN:
        frame.origin[:axes] = _ZEROS[axes]
    elif _are_numbers(origin, axes):
        frame.origin[:axes] = origin[::-1]
    else:
        frame.origin[:axes] = _numbers("origin", origin, 0.0, axes)


def _can_be_filled(array: Array) -> bool:
    """Whether samples along x lie next to each other, as the library wants them."""
    size = array.itemsize
    return array.flags.aligned and (array.shape[-1] == 1 or array.strides[-1] == size) and not any(
        stride % size for stride in array.strides)


def _layout(array: Array) -> tuple[int, tuple[int, int, int], int, int]:
    """The address of the first element, strides, the index of sample 0, and all elements."""
    size = array.itemsize
    lowest, highest, outer = 0, array.shape[-1] - 1, [0, 0, 0]
    for axis, (count, stride) in enumerate(zip(array.shape[-2::-1], array.strides[-2::-1],
                                               strict=True)):
        if count == 1:  # its stride does not matter, and 0 stands for no gap
            continue
        if stride == 0:
            raise ValueError("out has samples that share an element; use an array of its own")
        outer[axis] = stride // size
        if stride < 0:
            lowest += (count - 1) * outer[axis]
        else:
            highest += (count - 1) * outer[axis]
    # An array of one element, as those of others have no address without gaps.
    address = ctypes.addressof(_byte.from_buffer(array[_FIRST_ELEMENTS[array.ndim]]))
    return (address + lowest * size, (outer[0], outer[1], outer[2]), -lowest,
            highest - lowest + 1)


def _new_array(shape: tuple[int, ...], kind: "np.dtype[Any]") -> Array:
    try:
        return np.empty(shape, kind)
    except ValueError:  # more bytes than an address can count
        raise MemoryError(f"there is no memory for an array of shape {shape}") from None


def _codes(given: Any, kind: "np.dtype[Any]") -> tuple[float, float]:
    if kind == _FLOAT32:
        raise ValueError("range is given for float32; leave it out, or use uint16 or uint8")
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str):
        raise TypeError(f"range is {given!r}; use two numbers, the smaller one first")
    if len(given) != 2:
        raise ValueError(f"range has {len(given)} numbers; use two, the smaller one first")
    least, most = given
    if least == 0 and most == 0:  # which stands for the range of the field in C
        raise ValueError("codes are from 0 to 0; use two finite numbers, the smaller one first")
    return least, most


def _kind_of(dtype: Any) -> "np.dtype[Any]":
    kind = _FLOAT32 if dtype is None else np.dtype(dtype)
    if kind not in _TYPES:
        raise TypeError(f"dtype is {kind}; use float32, uint16 or uint8")
    return kind


def _validate_out(out: Any, shape: tuple[int, ...], dtype: Any) -> Array:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is of type {type(out).__name__}; use an array of NumPy")
    if out.dtype not in _TYPES:
        raise TypeError(f"out is of {out.dtype}; use float32, uint16 or uint8")
    if out.shape != shape:
        raise ValueError(f"out has the shape {out.shape}; use {shape}, which is that of the grid")
    if not out.flags.writeable:
        raise ValueError("out is read-only; use an array that can be written")
    if dtype is not None and np.dtype(dtype) != out.dtype:
        raise ValueError(f"dtype is {np.dtype(dtype)} and out is of {out.dtype}; "
                         "leave dtype out with out")
    return out


class GridMethods:
    """Methods of Field."""

    __slots__ = ()
    _handle: ctypes.c_void_p

    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[int] = ...,
             step: PerAxis[float] = ..., origin: PerAxis[float] = ..., dtype: npt.DTypeLike = ...,
             range: tuple[float, float] | None = ..., out: Array | None = ...,
             derivatives: Literal[False] = ..., seen: Literal[False] = ...,
             threads: int | None = ..., progress: Progress | None = ...) -> Array: ...
    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[int] = ...,
             step: PerAxis[float] = ..., origin: PerAxis[float] = ..., dtype: npt.DTypeLike = ...,
             range: tuple[float, float] | None = ..., out: Array | None = ...,
             derivatives: Literal[False] = ..., seen: Literal[True],
             threads: int | None = ..., progress: Progress | None = ...) -> tuple[Array, Range]: ...
    @overload
    def grid(self, shape: Shape, *, first: PerAxis[int] = ...,
             step: PerAxis[float] = ..., origin: PerAxis[float] = ..., derivatives: Literal[True],
             seen: Literal[False] = ..., threads: int | None = ...,
             progress: Progress | None = ...) -> tuple[Floats, Floats]: ...
    @overload
    def grid(self, shape: Shape, *, first: PerAxis[int] = ...,
             step: PerAxis[float] = ..., origin: PerAxis[float] = ..., derivatives: Literal[True],
             seen: Literal[True], threads: int | None = ...,
             progress: Progress | None = ...) -> tuple[Floats, Floats, Range]: ...

    def grid(self, shape: Shape | None = None, *, first: PerAxis[int] = _FIRST,
             step: PerAxis[float] = _STEP, origin: PerAxis[float] = _ORIGIN,
             dtype: npt.DTypeLike | None = None, range: tuple[float, float] | None = None,
             out: Array | None = None, derivatives: bool = False, seen: bool = False,
             threads: int | None = None, progress: Progress | None = None) -> Any:
        """Evaluates the field at every sample of a grid, and returns an array.

        Tuples with a number for each axis have the order of the array: (y, x), (z, y, x) or
        (w, z, y, x). One number stands for all axes, and {"x": 4} for one axis. Sample i of an axis
        lies at the coordinate origin + (first + i) * step, so grids of equal origin and step are
        pieces of one endless grid.

        shape: how many samples; the number of axes is that of the dimensions. It may be left out
            where `out` is given
        first: the global index of the first sample
        step: the distance between neighbours
        origin: the coordinate of sample 0
        dtype: float32, which is the default, or uint16 and uint8 for codes
        range: of codes: what becomes 0 and the largest code; the range of the field, if left out
        out: the array that is written and returned, of any strides
        derivatives: whether to return (values, derivatives), where derivatives[i] is the exact
            partial derivative along axis i of the array, per unit of coordinate
        seen: whether to return the least and the largest value, too, as a Range, at the end
        threads: 1 for this thread alone
        progress: called with the part that is done; what it raises cancels the evaluation

        Raises ValueError for what the library refuses; nothing is written then.
        """
        if derivatives:
            if out is not None or range is not None or (dtype is not None
                                                        and np.dtype(dtype) != _FLOAT32):
                raise ValueError("derivatives is True; leave out, range and dtype out with it")
            if shape is None:
                raise TypeError("shape is missing; use a tuple of 1 to 4 numbers")
            return self._derivatives(_shape_of(shape), first, step, origin, seen, threads, progress)
        if shape is None:
            if out is None:
                raise TypeError("shape is missing; use a tuple of 1 to 4 numbers, or out")
            shape = out.shape
        samples = _shape_of(shape)
        if out is None:
            values = _new_array(samples, _kind_of(dtype))
        else:
            values = _validate_out(out, samples, dtype)
            if not _can_be_filled(values):
                direct = _new_array(samples, values.dtype)
                result = self.grid(samples, first=first, step=step, origin=origin,  # type: ignore
                                   range=range, out=direct, seen=seen, threads=threads,
                                   progress=progress)
                np.copyto(values, direct)
                return (values, result[1]) if seen else values
        frame = borrow()
        try:
            _set_grid(frame, samples, first, step, origin)
            array = frame.array
            array.type = _TYPES[values.dtype]
            array.elements = values.size
            if values.flags.c_contiguous:
                array.data, array.first = ctypes.addressof(_byte.from_buffer(values)), 0
                frame.stride[:] = _NO_STRIDES
            else:
                array.data, frame.stride[:], array.first, array.elements = _layout(values)
            frame.codes[:] = (0.0, 0.0) if range is None else _codes(range, values.dtype)
            frame.run(library.perlane_fill, self._handle, frame.to_grid, frame.to_array,
                      samples=values.size, threads=threads, progress=progress,
                      range_=(frame.range,) if seen else (None,))
            return (values, Range(*frame.range)) if seen else values
        finally:
            give_back(frame)

    def _derivatives(self, shape: tuple[int, ...], first: PerAxis[int],
                     step: PerAxis[float], origin: PerAxis[float],
                     seen: bool, threads: int | None, progress: Progress | None) -> Any:
        axes = len(shape)
        planes = _new_array((axes + 1, *shape), _FLOAT32)
        count = math.prod(shape)
        address = ctypes.addressof(_byte.from_buffer(planes))
        frame = borrow()
        try:
            _set_grid(frame, shape, first, step, origin)
            to = frame.planes
            to.value, to.elements = address, count
            # x is the last of the planes; there are none beyond the axes.
            to.derivative[:] = [address + 4 * count * (axes - axis) if axis < axes else None
                                for axis in _AXES]
            frame.run(library.perlane_fill_derivatives, self._handle, frame.to_grid,
                      frame.to_planes, samples=planes.size, threads=threads, progress=progress,
                      range_=(frame.range,) if seen else (None,))
            result = planes[0], planes[1:]
            return (*result, Range(*frame.range)) if seen else result
        finally:
            give_back(frame)

    def range(self, dimensions: int | None = None, *, shape: Shape | None = None,
              first: PerAxis[int] = _FIRST, step: PerAxis[float] = _STEP,
              origin: PerAxis[float] = _ORIGIN) -> Range:
        """Proven bounds, which no sample is outside of.

        dimensions: bounds of all samples in so many dimensions
        shape: or bounds within the box of such a grid, as `grid` takes it; they are much narrower
            where it is small beside the cells of the noise
        """
        if (dimensions is None) == (shape is None):
            raise TypeError("give dimensions or shape, for all samples or for those of a grid")
        frame = borrow()
        try:
            if shape is None:
                status = library.perlane_field_range(
                    self._handle, ctypes.c_int32(operator.index(dimensions or 0)), frame.range,
                    frame.to_error)
            else:
                _set_grid(frame, _shape_of(shape), first, step, origin)
                status = library.perlane_range(self._handle, frame.to_grid, frame.range,
                                               frame.to_error)
            if status:
                raise failed(frame.error, frame.grid.dimensions)
            return Range(*frame.range)
        finally:
            give_back(frame)

    def ranges(self, shape: npt.ArrayLike, *, first: npt.ArrayLike = 0,
               step: npt.ArrayLike = 1.0, origin: npt.ArrayLike = 0.0) -> Floats:
        """Proven bounds within many boxes, which is faster than as many calls of `range`.

        Each argument is an array whose last axis has the numbers of one box, as `grid` takes them:
        (y, x), (z, y, x) or (w, z, y, x); all are broadcast. `first` of shape (n, 2) stands for n
        boxes in 2D.

        Returns an array whose last axis has the least and the largest value.
        """
        grids, boxes = grids_of(shape, first, step, origin)
        result = np.empty((*boxes, 2), np.float32)
        if not result.size:
            return result
        error = new_error()
        if library.perlane_ranges(
            self._handle, ctypes.c_void_p(grids.ctypes.data), ctypes.c_size_t(grids.size),
            ctypes.c_void_p(result.ctypes.data), ctypes.byref(error)
        ):
            raise failed(error, int(grids["dimensions"].flat[0]))
        return result
