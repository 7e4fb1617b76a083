"""Fields at points."""

import ctypes
from typing import TYPE_CHECKING, Any, Literal, overload

import numpy as np
import numpy.typing as npt

from . import _abi
from ._axes import NAMES
from ._call_arguments import Progress, borrow, give_back
from ._grid import new_array, validate_strides
from ._library import failed, library
from ._numbers import real

if TYPE_CHECKING:
    from ._grid import Array, Floats

_FLOAT32, _FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)
_TYPES = {_FLOAT32: _abi.FLOAT32, _FLOAT64: _abi.FLOAT64}
_NUMBERS = frozenset({int, float, bool, np.float64})
_POINTS = [ctypes.c_double * axes for axes in range(5)]
_sample_point = library.perlane_sample_point


class PointMethods:
    """Methods of Field."""

    __slots__ = ()
    _handle: ctypes.c_void_p

    @overload
    def __call__(self, *coordinates: float, threads: int | None = ...,
                 progress: Progress | None = ...) -> float: ...
    @overload
    def __call__(self, *coordinates: float, derivatives: Literal[True], threads: int | None = ...,
                 progress: Progress | None = ...) -> "tuple[float, Floats]": ...
    @overload
    def __call__(self, *coordinates: npt.ArrayLike, out: "Floats | None" = ...,
                 derivatives: Literal[True], threads: int | None = ...,
                 progress: Progress | None = ...) -> "tuple[Floats, Floats]": ...
    @overload
    def __call__(self, *coordinates: npt.ArrayLike, out: "Array | None" = ...,
                 derivatives: bool = ..., threads: int | None = ...,
                 progress: Progress | None = ...) -> Any: ...

    def __call__(self, *coordinates: npt.ArrayLike, out: "Array | None" = None,
                 derivatives: bool = False, threads: int | None = None,
                 progress: Progress | None = None) -> Any:
        """Evaluates the field at points: field(x, y), with 1 to 4 coordinates, x first.

        Arrays are broadcast, and give an array of float32; numbers alone give a float. Coordinates
        that are all float32 are computed with in float32, as C++ does; all others in float64.

        out: the array of float32 that is written and returned
        derivatives: whether to return (values, derivatives), where derivatives[i] is the exact
            partial derivative by coordinate i. `out` is then an array of shape (1 + coordinates,
            ...), which has the values at 0 and the derivatives after them
        """
        axes = len(coordinates)
        if not 1 <= axes <= 4:
            raise TypeError(f"there are {axes} coordinates; use 1 to 4: x, y, z and w")
        is_plain = out is None and not derivatives and threads is None and progress is None
        if is_plain and _NUMBERS.issuperset(map(type, coordinates)):
            return self._at(_point_of(coordinates))
        kind = _kind_of(coordinates)
        arrays = [_as_array(axis, given, kind) for axis, given in enumerate(coordinates)]
        shape = np.broadcast_shapes(*(array.shape for array in arrays))
        if derivatives:
            shape = (axes + 1, *shape)
        values = new_array(shape, _FLOAT32) if out is None else _validated(out, shape)
        points = [np.require(array, requirements=["C", "ALIGNED"])
                  for array in np.broadcast_arrays(*arrays)]
        is_direct = values.flags.c_contiguous and values.flags.aligned
        planes = values if is_direct else np.empty(shape, np.float32)
        if planes.size:
            self._evaluate(points, planes, kind, derivatives, threads, progress)
        if not is_direct:
            np.copyto(values, planes)
        if derivatives:
            return values[0] if values.ndim > 1 else float(values[0]), values[1:]
        return float(values) if out is None and shape == () else values

    def _at(self, point: Any) -> float:
        call = borrow()
        status = _sample_point(self._handle, point, len(point), call.range, call.to_error)
        value = call.range[0]
        error = failed(call.error) if status else None
        give_back(call)
        if error:
            raise error
        return value

    def _evaluate(self, points: list[Any], planes: Any, kind: Any, derivatives: bool,
                  threads: int | None, progress: Progress | None) -> None:
        count = points[0].size
        given = _abi.Points(size=ctypes.sizeof(_abi.Points), dimensions=len(points),
                            type=_TYPES[kind], count=count)
        for axis, array in enumerate(points):
            given.coordinate[axis] = array.ctypes.data
        address = planes.ctypes.data
        to: Any = ctypes.c_void_p(address)
        function = library.perlane_sample
        if derivatives:
            function = library.perlane_sample_derivatives
            planes_of = _abi.Planes(size=ctypes.sizeof(_abi.Planes), value=address, elements=count)
            for axis in range(len(points)):
                planes_of.derivative[axis] = address + 4 * count * (axis + 1)
            to = ctypes.byref(planes_of)
        call = borrow()
        try:
            call.run(function, self._handle, ctypes.byref(given), to, samples=count,
                     threads=threads, progress=progress)
        finally:
            give_back(call)


def _point_of(coordinates: Any) -> Any:
    try:
        return _POINTS[len(coordinates)](*coordinates)
    except OverflowError:
        return _POINTS[len(coordinates)](
            *(real(f"coordinate {NAMES[axis]}", number) for axis, number in enumerate(coordinates)))


def _as_array(axis: int, coordinate: Any, kind: Any) -> Any:
    numbers = np.asarray(coordinate)
    if numbers.dtype != object:
        return numbers.astype(kind, copy=False)
    # Fractions, say, and integers that NumPy has no type for.
    return np.array([real(f"coordinate {NAMES[axis]}", number) for number in numbers.flat],
                    kind).reshape(numbers.shape)


def _kind_of(coordinates: tuple[Any, ...]) -> Any:
    """float32 if all are, beside numbers of Python; else float64."""
    kinds = {np.asarray(c).dtype.newbyteorder("=") for c in coordinates
             if type(c) not in (int, float)}
    for kind in kinds:
        if kind.kind not in "fiubO":
            raise TypeError(f"coordinates are of {kind}; use numbers")
    return _FLOAT32 if kinds == {_FLOAT32} else _FLOAT64


def _validated(out: Any, shape: tuple[int, ...]) -> Any:
    if not isinstance(out, np.ndarray) or out.dtype != np.float32:
        raise TypeError("out is not an array of float32; use one")
    if out.shape != shape:
        raise ValueError(f"out has the shape {out.shape}; use {shape}, which is that of the points")
    if not out.flags.writeable:
        raise ValueError("out is read-only; use an array that can be written")
    validate_strides(out)
    return out
