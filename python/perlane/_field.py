"""Fields: what to evaluate."""

import ctypes
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from ._axes import ByAxis, PerAxis, by_axis
from ._expression import expression
from ._grid import GridMethods
from ._lazy import LazyMethods
from ._library import failed, library, new_error
from ._members import encoded
from ._numbers import Real, Whole, is_real, real, shown, whole
from ._points import PointMethods
from ._rejected import rejected

_destroy = library.perlane_field_destroy


class Dimensions(NamedTuple):
    """The numbers of dimensions that a field can be evaluated in."""

    least: int
    most: int


class _Owner:
    """Destroys the field of the library when the Field that refers to it is freed."""

    __slots__ = ("handle",)

    def __init__(self, handle: ctypes.c_void_p) -> None:
        self.handle = handle

    def __del__(self, destroy: Any = _destroy) -> None:
        destroy(self.handle)


class Field(GridMethods, PointMethods, LazyMethods):
    """A field to evaluate: noise, fractals, and all that is made of them.

    The functions of this package make fields, and so do operators between fields and numbers. A
    field never changes. Fields whose texts are equal are equal.
    """

    __slots__ = ("__weakref__", "_handle", "_owner", "_text")
    __array_ufunc__ = None  # so that numbers of NumPy leave operators to the field

    _text: str | None

    def __new__(cls) -> "Field":
        raise TypeError("Field has no constructor; use functions such as perlane.perlin()")

    def __del__(self, owner: Any = _Owner) -> None:
        # The collector finalises all garbage of a cycle before it frees any, so other objects may
        # still use this one, or keep it.
        self._owner = owner(self._handle)

    # ---- operators -----------------------------------------------------------

    def __add__(self, other: "Operand") -> "Field":
        return _binary("add", self, other)

    def __radd__(self, other: "Operand") -> "Field":
        return _binary("add", other, self)

    def __sub__(self, other: "Operand") -> "Field":
        return _binary("subtract", self, other)

    def __rsub__(self, other: "Operand") -> "Field":
        return _binary("subtract", other, self)

    def __mul__(self, other: "Operand") -> "Field":
        return _binary("multiply", self, other)

    def __rmul__(self, other: "Operand") -> "Field":
        return _binary("multiply", other, self)

    def __truediv__(self, other: "Operand") -> "Field":
        return _binary("divide", self, other)

    def __rtruediv__(self, other: "Operand") -> "Field":
        return _binary("divide", other, self)

    def __pow__(self, exponent: "Operand") -> "Field":
        if isinstance(exponent, Field):
            return call("pow_of_fields", (self, exponent))
        if not is_real(exponent):
            return NotImplemented
        return call("pow", (self,), {"exponent": real("exponent", exponent)})

    def __rpow__(self, base: "Operand") -> "Field":
        return _binary("pow_of_fields", base, self)

    def __neg__(self) -> "Field":
        return call("multiply", (self, -1))

    def __pos__(self) -> "Field":
        return self

    def __abs__(self) -> "Field":
        return call("abs", (self,))

    # ---- what is known of it -------------------------------------------------

    @property
    def dimensions(self) -> Dimensions:
        """The least and the most dimensions that it can be evaluated in."""
        least, most, error = ctypes.c_int32(), ctypes.c_int32(), new_error()
        if library.perlane_field_dimensions(
            self._handle, ctypes.byref(least), ctypes.byref(most), ctypes.byref(error)
        ):
            raise failed(error)
        return Dimensions(least.value, most.value)

    @property
    def has_derivatives(self) -> bool:
        """True if `derivatives=True` works."""
        has, error = ctypes.c_int32(), new_error()
        if library.perlane_field_has_derivatives(
            self._handle, ctypes.byref(has), ctypes.byref(error)
        ):
            raise failed(error)
        return bool(has.value)

    def reseed(self, seed: Whole) -> "Field":
        """Makes the same recipe with other seeds, which are drawn from the old ones and `seed`."""
        made, error = ctypes.c_void_p(), new_error()
        number = whole("seed", seed)
        if not 0 <= number < 2**64:
            raise ValueError(f"seed is {shown(number)}; use 0 to 2^64 - 1")
        if library.perlane_field_reseed(
            self._handle, ctypes.c_uint64(number), ctypes.byref(made), ctypes.byref(error)
        ):
            raise failed(error)
        return _wrapped(made)

    def with_footprint(self, width: Real) -> "Field":
        """Makes the same recipe for samples that are `width` apart, in units of coordinate.

        Octaves of fractals that are too fine for these fade out.
        """
        made, error = ctypes.c_void_p(), new_error()
        distance = real("width", width, "use a finite number, 0 or more")
        if library.perlane_field_with_footprint(
            self._handle, ctypes.c_double(distance), ctypes.byref(made), ctypes.byref(error)
        ):
            raise failed(error)
        return _wrapped(made)

    # ---- as text -------------------------------------------------------------

    def to_json(self) -> str:
        """Returns the text that `from_json` reads. Equal fields have equal texts."""
        if self._text is None:
            text, error = ctypes.c_char_p(), new_error()
            if library.perlane_field_to_json(
                self._handle, ctypes.byref(text), ctypes.byref(error)
            ):
                raise failed(error)
            self._text = (text.value or b"").decode()
            library.perlane_text_destroy(text)
        return self._text

    def __repr__(self) -> str:
        return expression(self.to_json())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Field):
            return NotImplemented
        return self is other or self.to_json() == other.to_json()

    def __hash__(self) -> int:
        return hash(self.to_json())

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return from_json, (self.to_json(),)

    def __copy__(self) -> "Field":
        return self

    def __deepcopy__(self, memo: object) -> "Field":
        return self

    def _repr_png_(self) -> bytes | None:
        from ._picture import png_of  # notebooks alone need it

        return png_of(self)


# The types that operators and functions take for a field; numbers stand for constants.
Operand: TypeAlias = Field | Real


def _wrapped(handle: ctypes.c_void_p) -> Field:
    field = object.__new__(Field)
    field._handle = handle
    field._text = None
    return field


def _binary(name: str, a: Operand, b: Operand) -> Field:
    if not ((isinstance(a, Field) or is_real(a)) and (isinstance(b, Field) or is_real(b))):
        return NotImplemented  # type: ignore[no-any-return]
    return call(name, (a, b))


def operands_by_axis(name: str, given: PerAxis[Operand]) -> Sequence[Operand]:
    """A list of fields, x first, as the library wants them."""
    fields = by_axis(name, given, default=0)
    if not isinstance(fields, ByAxis):
        return (fields,)
    if not fields:
        raise ValueError(f"{name} has no fields; use 1 to 4, one per axis")
    return fields


def _field_of(operand: Operand) -> Field:
    if isinstance(operand, Field):
        return operand
    if not is_real(operand):
        raise TypeError(f"an operand is of type {type(operand).__name__}; use a field or a number")
    return call("constant", (), {"value": real("value", operand)})


def call(name: str, fields: Sequence[Operand], members: Mapping[str, Any] | None = None,
         **lists: Sequence[Operand]) -> Field:
    """Calls a function of the library that makes a field. Lists come after the other fields."""
    operands = (*fields, *chain.from_iterable(lists.values()))
    given = [_field_of(operand) for operand in operands]  # lives until the call returns
    handles = (ctypes.c_void_p * len(given))(*[field._handle.value for field in given])
    text = encoded(members) if members else b""
    made, error = ctypes.c_void_p(), new_error()
    if library.perlane_field_call(
        name.encode(), text, ctypes.c_size_t(len(text)), handles, ctypes.c_size_t(len(given)),
        ctypes.byref(made), ctypes.byref(error),
    ):
        raise rejected(name, {**(members or {}), **lists}, failed(error))
    return _wrapped(made)


def from_json(text: str | bytes) -> Field:
    """Reads a field from text, as docs/text.md describes it.

    Raises ValueError with the path of the mistake if the text is not a field.
    """
    if not isinstance(text, str | bytes):
        raise TypeError(f"text is of type {type(text).__name__}; use str or bytes")
    data = text.encode() if isinstance(text, str) else text
    made, error = ctypes.c_void_p(), new_error()
    if library.perlane_field_from_json(
        data, ctypes.c_size_t(len(data)), ctypes.byref(made), ctypes.byref(error)
    ):
        raise failed(error, of_text=True)
    return _wrapped(made)


