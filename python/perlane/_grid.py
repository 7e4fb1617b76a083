"""Fields on grids."""

import ctypes
from collections.abc import Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, overload

import numpy as np
import numpy.typing as npt

from . import _abi
from ._axes import NAMES, ByAxis, PerAxis, by_axis
from ._boxes import grids_of
from ._call_arguments import CallArguments, Progress, borrow, give_back
from ._library import failed, library, new_error
from ._numbers import Interval, Real, Whole, real, shown, whole

Shape: TypeAlias = Whole | Sequence[Whole] | npt.NDArray[Any]
Array: TypeAlias = npt.NDArray[Any]
Floats: TypeAlias = npt.NDArray[np.float32]

_FLOAT32 = np.dtype(np.float32)
_TYPES = {_FLOAT32: _abi.FLOAT32, np.dtype(np.uint16): _abi.UINT16, np.dtype(np.uint8): _abi.UINT8}
_LARGEST = 2**62
_NAMES = [frozenset(NAMES[:n]) for n in range(5)]
_AXES = (0, 1, 2, 3)
_FIRST, _STEP, _ORIGIN = 0, 1.0, 0.0  # the defaults, which need no look at each axis
_FIRST_ELEMENTS = [(slice(0, 1),) * n for n in range(5)]
_STEPS = "use a finite number other than 0"
_SHARED = "out has samples that share an element; use an array of its own"
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
        numerals = "1 number" if len(numbers) == 1 else f"{len(numbers)} numbers"
        raise ValueError(f"{name} has {numerals} and shape has {axes}; use as many, or one")
    return numbers


def _reals(name: str, given: Any, default: float, axes: int,
           use: str = "use a finite number") -> ByAxis:
    """As many floats as there are axes, x first."""
    numbers = _numbers(name, given, default, axes)
    for axis, number in enumerate(numbers):
        numbers[axis] = real(f"{name}{numbers.place(axis)}", number, use)
    return numbers


def _steps(given: Any, axes: int) -> ByAxis:
    steps = _reals("step", given, 1.0, axes, _STEPS)
    for axis, distance in enumerate(steps):
        if distance == 0:  # which stands for 1 in C
            raise ValueError(f"step{steps.place(axis)} is 0; {_STEPS}")
    return steps


def _index(name: str, given: Any) -> int:
    index = whole(name, given)
    if abs(index) > _LARGEST:
        raise ValueError(f"{name} is {shown(index)}; keep all indices between -2^62 and 2^62")
    return index


def _shape_of(given: Shape) -> tuple[int, ...]:
    shape = given if type(given) is tuple else tuple(np.atleast_1d(np.asarray(given, object)))
    if not 1 <= len(shape) <= 4:
        raise ValueError(f"shape has {len(shape)} numbers; use 1 to 4, one per axis")
    for axis, count in enumerate(shape):
        if type(count) is not int:
            shape = tuple(whole(f"shape[{i}]", count) for i, count in enumerate(shape))
        if not 0 < shape[axis] <= _LARGEST:
            use = "1 or more" if shape[axis] < 1 else "1 to 2^62"
            raise ValueError(f"shape[{axis}] is {shown(shape[axis])}; use {use}")
    return shape


def _quickly(given: Any, default: Any, axes: int, kinds: frozenset[type]) -> Any:
    """Numbers from x on; None if those that are given need a further look."""
    if type(given) in kinds:
        return (given,) * axes
    if type(given) is tuple:
        if len(given) == axes and kinds.issuperset(map(type, given)):
            return given[::-1]
    elif (type(given) is dict and _NAMES[axes].issuperset(given)
          and kinds.issuperset(map(type, given.values()))):
        return [given.get(axis, default) for axis in NAMES[:axes]]
    return None


def _set_grid(call: CallArguments, shape: tuple[int, ...], first: Any, step: Any,
              origin: Any) -> None:
    """Axes of perlane are x, y, z and w; those of arrays are in the reverse order."""
    axes = len(shape)
    call.grid.dimensions = axes
    call.shape[:axes] = shape[::-1]
    if call.has_grid_tail:  # by the call before; zeros stand for the defaults
        ctypes.memset(call.grid_tail, 0, call.grid_tail_size)
    call.has_grid_tail = first is not _FIRST or step is not _STEP or origin is not _ORIGIN
    if first is not _FIRST:
        indices = _quickly(first, 0, axes, _INTEGERS)
        if indices is None or min(indices) < -_LARGEST or _LARGEST < max(indices):
            indices = _numbers("first", first, 0, axes)
            for axis, index in enumerate(indices):
                indices[axis] = _index(f"first{indices.place(axis)}", index)
        call.first[:axes] = indices
    if step is not _STEP:
        steps = _quickly(step, 1.0, axes, _PLAIN_NUMBERS)
        try:
            call.step[:axes] = _steps(step, axes) if steps is None or 0 in steps else steps
        except OverflowError:
            _steps(step, axes)  # says which integer is too large
    if origin is not _ORIGIN:
        origins = _quickly(origin, 0.0, axes, _PLAIN_NUMBERS)
        try:
            call.origin[:axes] = (_reals("origin", origin, 0.0, axes) if origins is None
                                  else origins)
        except OverflowError:
            _reals("origin", origin, 0.0, axes)


def _layout(array: Array) -> tuple[int, tuple[int, ...], int, int]:
    """The address of the first element, strides from x on, the index of sample 0, all elements."""
    size = array.itemsize
    lowest, highest, strides = 0, 0, [0, 0, 0, 0]
    for axis, (count, stride) in enumerate(zip(array.shape[::-1], array.strides[::-1],
                                               strict=True)):
        if count == 1:  # its stride does not matter, and 0 stands for no gap
            continue
        strides[axis] = stride // size
        if stride < 0:
            lowest += (count - 1) * strides[axis]
        else:
            highest += (count - 1) * strides[axis]
    # An array of one element, as those of others have no address without gaps.
    address = ctypes.addressof(_byte.from_buffer(array[_FIRST_ELEMENTS[array.ndim]]))
    return address + lowest * size, tuple(strides), -lowest, highest - lowest + 1


def new_array(shape: tuple[int, ...], kind: "np.dtype[Any]") -> Array:
    try:
        return np.empty(shape, kind)
    except ValueError:  # more bytes than an address can count
        raise MemoryError(f"there is no memory for an array of shape {shape}") from None


def _ends(given: Any) -> tuple[float, float]:
    if not isinstance(given, Sequence | np.ndarray) or isinstance(given, str):
        raise TypeError(f"range is {given!r}; use two numbers, the smaller one first")
    if len(given) != 2:
        raise ValueError(f"range has {len(given)} numbers; use two, the smaller one first")
    least, most = (real(f"range[{i}]", number, "use two finite numbers, the smaller one first")
                   for i, number in enumerate(given))
    return least, most


def _codes(given: Any, kind: "np.dtype[Any]") -> tuple[float, float]:
    if kind == _FLOAT32:
        raise ValueError("range is given for float32; leave it out, or use uint16 or uint8")
    least, most = _ends(given)
    # Zeros in binary32 stand for the range of the field in C.
    if ctypes.c_float(least).value == 0 and ctypes.c_float(most).value == 0:
        raise ValueError("codes are from 0 to 0; use two finite numbers, the smaller one first")
    return least, most


def _kind_of(dtype: Any) -> "np.dtype[Any]":
    kind = _FLOAT32 if dtype is None else np.dtype(dtype)
    if kind not in _TYPES:
        raise TypeError(f"dtype is {kind}; use float32, uint16 or uint8")
    return kind


def _aligned(array: Array) -> Array:
    """The array, or one that is copied to it: elements of packed records are not aligned."""
    return array if array.flags.aligned else np.empty(array.shape, array.dtype)


def _array(out: Any) -> Array:
    if not isinstance(out, np.ndarray):
        raise TypeError(f"out is of type {type(out).__name__}; use an array of NumPy")
    return out


def validate_strides(out: Array) -> None:
    """Rejects samples that share memory.

    The library does not see this in copies, and takes a stride of 0 for no gap.
    """
    if out.flags.c_contiguous:
        return
    covered = out.itemsize
    for stride, count in sorted((abs(stride), count) for stride, count
                                in zip(out.strides, out.shape, strict=True) if count > 1):
        if stride < covered and out.size:
            raise ValueError(_SHARED)
        covered += (count - 1) * stride


def _validate_out(out: Array, shape: tuple[int, ...], dtype: Any, of: str = "grid") -> Array:
    if out.dtype not in _TYPES:
        raise TypeError(f"out is of {out.dtype}; use float32, uint16 or uint8")
    if out.shape != shape:
        raise ValueError(f"out has the shape {out.shape}; use {shape}, which is that of the {of}")
    if not out.flags.writeable:
        raise ValueError("out is read-only; use an array that can be written")
    if dtype is not None and np.dtype(dtype) != out.dtype:
        raise ValueError(f"dtype is {np.dtype(dtype)} and out is of {out.dtype}; "
                         "leave dtype out with out")
    validate_strides(out)
    return out


class GridMethods:
    """Methods of Field."""

    __slots__ = ()
    _handle: ctypes.c_void_p

    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
             dtype: npt.DTypeLike | None = ..., range: Interval | None = ...,
             out: Array | None = ...,
             derivatives: Literal[False] = ..., seen: Literal[False] = ...,
             threads: int | None = ..., progress: Progress | None = ...) -> Array: ...
    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ...,
             dtype: npt.DTypeLike | None = ..., range: Interval | None = ...,
             out: Array | None = ...,
             derivatives: Literal[False] = ..., seen: Literal[True],
             threads: int | None = ..., progress: Progress | None = ...) -> tuple[Array, Range]: ...
    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ..., out: Floats | None = ...,
             derivatives: Literal[True], seen: Literal[False] = ..., threads: int | None = ...,
             progress: Progress | None = ...) -> tuple[Floats, Floats]: ...
    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ..., out: Floats | None = ...,
             derivatives: Literal[True], seen: Literal[True], threads: int | None = ...,
             progress: Progress | None = ...) -> tuple[Floats, Floats, Range]: ...
    @overload
    def grid(self, shape: Shape | None = ..., *, first: PerAxis[Whole] = ...,
             step: PerAxis[Real] = ..., origin: PerAxis[Real] = ..., out: Floats | None = ...,
             derivatives: bool, seen: bool = ..., threads: int | None = ...,
             progress: Progress | None = ...) -> Any: ...

    def grid(self, shape: Shape | None = None, *, first: PerAxis[Whole] = _FIRST,
             step: PerAxis[Real] = _STEP, origin: PerAxis[Real] = _ORIGIN,
             dtype: npt.DTypeLike | None = None, range: Interval | None = None,
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
            partial derivative along axis i of the array, per unit of coordinate. `out` is then
            an array of shape (1 + axes, ...), which has the values at 0 and the derivatives after
            them
        seen: whether to return the least and the largest value, too, as a Range, at the end
        threads: 1 for this thread alone
        progress: called with the part that is done, perhaps in other threads; what it raises
            cancels the evaluation

        Raises ValueError for what the library rejects; nothing is written then.
        """
        if derivatives:
            if range is not None or (dtype is not None and np.dtype(dtype) != _FLOAT32):
                raise ValueError("derivatives is True; leave range and dtype out with it")
        if shape is None:
            if out is None:
                raise TypeError("shape is missing; use a tuple of 1 to 4 numbers, or out")
            shape = _array(out).shape[1:] if derivatives else _array(out).shape
        samples = _shape_of(shape)
        if derivatives:
            return self._derivatives(samples, first, step, origin, out, seen, threads, progress)
        if out is None:
            values = direct = new_array(samples, _kind_of(dtype))
        else:
            values = _validate_out(_array(out), samples, dtype)
            direct = _aligned(values)
        call = borrow()
        try:
            _set_grid(call, samples, first, step, origin)
            array = call.array
            array.type = _TYPES[values.dtype]
            array.elements = values.size
            is_dense = direct.flags.c_contiguous
            if call.has_array_tail:  # as above
                ctypes.memset(call.array_tail, 0, call.array_tail_size)
            call.has_array_tail = not is_dense or range is not None
            if is_dense:
                array.data = ctypes.addressof(_byte.from_buffer(direct))
            else:
                array.data, strides, array.first, array.elements = _layout(direct)
                array.stride_x, *call.stride[:] = strides
            if range is not None:
                call.codes[:] = _codes(range, values.dtype)
            call.run(library.perlane_fill, self._handle, call.to_grid, call.to_array,
                     samples=values.size, threads=threads, progress=progress,
                     range_=(call.range,) if seen else (None,))
            if direct is not values:
                np.copyto(values, direct)
            return (values, Range(*call.range)) if seen else values
        finally:
            give_back(call)

    def _derivatives(self, shape: tuple[int, ...], first: PerAxis[Whole],
                     step: PerAxis[Real], origin: PerAxis[Real], out: Array | None,
                     seen: bool, threads: int | None, progress: Progress | None) -> Any:
        axes = len(shape)
        if out is None:
            planes = direct = new_array((axes + 1, *shape), _FLOAT32)
        else:
            planes = _validate_out(_array(out), (axes + 1, *shape), None, "values and derivatives")
            if planes.dtype != _FLOAT32:
                raise TypeError(f"out is of {planes.dtype}; derivatives are float32")
            direct = _aligned(planes)
        address, strides, index, elements = _layout(direct[0])
        call = borrow()
        try:
            _set_grid(call, shape, first, step, origin)
            to = call.planes
            to.value, to.elements, to.first = address, elements, index
            to.stride_x, *to.stride[:] = strides
            # x is the last of the planes; there are none beyond the axes.
            to.derivative[:] = [address + direct.strides[0] * (axes - axis) if axis < axes else None
                                for axis in _AXES]
            call.run(library.perlane_fill_derivatives, self._handle, call.to_grid,
                     call.to_planes, samples=planes.size, threads=threads, progress=progress,
                     range_=(call.range,) if seen else (None,))
            if direct is not planes:
                np.copyto(planes, direct)
            result = planes[0], planes[1:]
            return (*result, Range(*call.range)) if seen else result
        finally:
            give_back(call)

    def range(self, dimensions: Whole | None = None, *, shape: Shape | None = None,
              first: PerAxis[Whole] = _FIRST, step: PerAxis[Real] = _STEP,
              origin: PerAxis[Real] = _ORIGIN) -> Range:
        """Proven bounds, which no sample is outside of.

        dimensions: bounds of all samples in so many dimensions
        shape: or bounds within the box of such a grid, as `grid` takes it; they are much narrower
            if it is small compared with the cells of the noise
        """
        if (dimensions is None) == (shape is None):
            raise TypeError("give dimensions or shape, for all samples or for those of a grid")
        if shape is None and not (first is _FIRST and step is _STEP and origin is _ORIGIN):
            raise TypeError("first, step or origin is given; give shape with it")
        axes = whole("dimensions", dimensions or 0)
        if not 0 <= axes <= 4:  # ctypes would take what is left of it in 32 bits
            raise ValueError(f"dimensions is {shown(axes)}; use 1 to 4")
        call = borrow()
        try:
            if shape is None:
                status = library.perlane_field_range(
                    self._handle, ctypes.c_int32(axes), call.range, call.to_error)
            else:
                _set_grid(call, _shape_of(shape), first, step, origin)
                status = library.perlane_range(self._handle, call.to_grid, call.range,
                                               call.to_error)
            if status:
                raise failed(call.error, call.grid.dimensions)
            return Range(*call.range)
        finally:
            give_back(call)

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
