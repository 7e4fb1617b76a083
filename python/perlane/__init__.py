"""Coherent noise on grids at the speed of memory, with the same bits on every CPU.

    import perlane

    land = perlane.fbm(perlane.perlin(seed=42, frequency=1 / 256), octaves=8)
    heights = land.grid((1024, 2048))  # an array of float32, of shape (y, x)
"""

from ._call_arguments import Progress
from ._factories import *  # noqa: F403
from ._factories import __all__ as _factories
from ._field import Dimensions, Field, Operand, from_json
from ._functions import curl, pow
from ._grid import Range
from ._grids import grids
from ._library import active_isa, isas, self_test, version
from ._virtual import VirtualArray
from ._world import World

__version__ = version()
__all__ = [
    "Dimensions",
    "Field",
    "Operand",
    "Progress",
    "Range",
    "VirtualArray",
    "World",
    "active_isa",
    "curl",
    "from_json",
    "grids",
    "isas",
    "pow",
    "self_test",
]
__all__ += _factories
