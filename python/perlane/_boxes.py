"""Many boxes as the structures of the library."""

from typing import Any

import numpy as np

from . import _abi
from ._numbers import real

_GRID = np.dtype(_abi.Grid)
_LARGEST = 2**62


def grids_of(shape: Any, first: Any, step: Any, origin: Any) -> tuple[Any, tuple[int, ...]]:
    """An array of structures, and the shape of that array as the caller has it."""
    given = {"shape": shape, "first": first, "step": step, "origin": origin}
    arrays = {name: np.asarray(value) for name, value in given.items()}
    for name in ("shape", "first"):
        if arrays[name].dtype.kind not in "iu":
            numbers = np.asarray(given[name], object)  # uint64 beside int would make floats
            if not all(type(number) is int or isinstance(number, np.integer)
                       for number in numbers.flat):
                raise TypeError(f"{name} is of {arrays[name].dtype}; use whole numbers")
            arrays[name] = numbers
        if arrays[name].size and (arrays[name].min() < -_LARGEST or arrays[name].max() > _LARGEST):
            raise ValueError(f"{name} has numbers beyond 2^62; use smaller ones")
    for name in ("step", "origin"):
        if arrays[name].dtype.kind == "O":  # of long integers, say
            reals = [real(name, number) for number in arrays[name].flat]
            arrays[name] = np.reshape(np.array(reals, np.float64), arrays[name].shape)
        if arrays[name].dtype.kind not in "fiu":
            raise TypeError(f"{name} is of {arrays[name].dtype}; use numbers")
    if (arrays["shape"] < 1).any():
        raise ValueError("shape has a number below 1; use 1 or more")
    if (arrays["step"] == 0).any():  # which stands for 1 in C
        raise ValueError("step has a 0; use finite numbers other than 0")
    every = np.broadcast_shapes(*(array.shape for array in arrays.values()))
    axes = every[-1] if every else 0
    if not arrays["shape"].ndim or not 1 <= axes <= 4 or arrays["shape"].shape[-1] != axes:
        raise ValueError("shape has no tuples of 1 to 4 numbers at its end; use (y, x), say")
    grids = np.zeros(every[:-1], _GRID)
    grids["size"] = _GRID.itemsize
    grids["dimensions"] = axes
    for name, array in arrays.items():
        grids[name][..., :axes] = array[..., ::-1] if array.ndim else array
    return grids, every[:-1]
