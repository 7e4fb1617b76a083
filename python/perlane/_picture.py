"""Pictures of fields, for notebooks."""

import struct
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from ._recipe import range_of_codes

if TYPE_CHECKING:
    from ._field import Field

_SIZE = 256


def png(gray: Any) -> bytes:
    """An image of 8-bit gray values, of shape (y, x)."""

    def chunk(name: bytes, data: bytes) -> bytes:
        checked = name + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    height, width = gray.shape
    rows = np.zeros((height, width + 1), np.uint8)  # each begins with the number of a filter, 0
    rows[:, 1:] = gray
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 0, 0,
                                                              0, 0))
            + chunk(b"IDAT", zlib.compress(rows.tobytes(), 6)) + chunk(b"IEND", b""))


def png_of(field: "Field") -> bytes | None:
    """256 by 256 samples from the origin on, from the least value in black to the largest in white.

    None for a field that cannot be drawn so.
    """
    least, most = field.dimensions
    axes = min(max(2, least), most)
    shape = (1,) * (axes - 2) + (_SIZE,) * min(axes, 2)
    try:
        _, seen = field.grid(shape, seen=True)
        gray = field.grid(shape, dtype=np.uint8, range=range_of_codes(*seen))
    except ValueError:
        return None
    return png(np.broadcast_to(gray.reshape(shape[-2:]), (_SIZE, _SIZE)))
