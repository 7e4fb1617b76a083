"""Numbers that callers give: which are real, and what messages show of them."""

import math
import operator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Whole: TypeAlias = int | np.integer[Any]
Real: TypeAlias = float | np.floating[Any] | np.integer[Any]
# The smaller number first.
Interval: TypeAlias = tuple[Real, Real] | list[Any] | npt.NDArray[Any]

_LONGEST = 2**128  # messages show three digits of larger ones


def is_real(value: object) -> bool:
    """True for one number without an imaginary part. Arrays of a shape are none."""
    if isinstance(value, int | float):
        return True
    if isinstance(value, np.generic | np.ndarray):
        return value.shape == () and value.dtype.kind in "biuf"
    # Fractions, and scalars of other packages, whose arrays have __float__ and a shape, too.
    return hasattr(value, "__float__") and getattr(value, "shape", ()) == ()


def shown(number: Any) -> str:
    """A number for a message."""
    if abs(number) < _LONGEST:
        return str(number)
    # Python limits the length of integers that become text, PyPy also on their way to Decimal.
    size = math.log10(abs(int(number)))
    exponent = math.floor(size)
    return f"{'-' if number < 0 else ''}{10 ** (size - exponent):.2f}e+{exponent}"


def whole(name: str, given: Any) -> int:
    """The integer itself, or that of a number of NumPy."""
    try:
        return operator.index(given)
    except TypeError:
        kind = type(given).__name__
        raise TypeError(f"{name} is of type {kind}; use a whole number") from None


def real(name: str, given: Any, use: str = "use a finite number") -> float:
    """The float that is nearest. Python has none for integers beyond the largest float."""
    if not is_real(given):
        raise TypeError(f"{name} is of type {type(given).__name__}; use a number")
    try:
        return float(given)
    except OverflowError:
        raise ValueError(f"{name} is {shown(given)}; {use}") from None
