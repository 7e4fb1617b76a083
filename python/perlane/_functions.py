"""Functions that are several in the catalogue, and one in C++."""

from ._axes import Axis, PerAxis
from ._field import Field, Operand, call, operands_by_axis
from ._numbers import real


def pow(a: Operand, exponent: Operand) -> Field:
    """Raises a to the power of a number or a field."""
    if isinstance(exponent, Field):
        return call("pow_of_fields", (a, exponent))
    return call("pow", (a,), {"exponent": real("exponent", exponent)})


def curl(potential: PerAxis[Operand]) -> dict[Axis, Field]:
    """The curl of a potential, which has no divergence.

    One field gives a flow in 2D, {"x": ..., "y": ...}; three fields give one in 3D, with "z". These
    are what `warp` takes.
    """
    given = operands_by_axis("potential", potential)
    axes: tuple[Axis, ...] = ("x", "y") if len(given) == 1 else ("x", "y", "z")
    return {axis: call("curl", given, {"component": component})
            for component, axis in enumerate(axes)}
