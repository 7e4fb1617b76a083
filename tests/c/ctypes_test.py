"""perlane by the plain foreign-function calls of another language.

usage: ctypes_test.py LIBRARY
"""

import ctypes
import json
import sys
import unittest
from ctypes import POINTER, byref, c_char, c_char_p, c_double, c_float, c_int32, c_int64
from ctypes import c_size_t, c_uint32, c_uint64, c_void_p


class Struct(ctypes.Structure):
    """Begins with its size, and is 0 where nothing is said."""

    def __init__(self, **members):
        super().__init__(size=ctypes.sizeof(self), **members)


class Error(Struct):
    _fields_ = [("size", c_uint32), ("status", c_int32), ("message", c_char * 1016)]


class Grid(Struct):
    _fields_ = [("size", c_uint32), ("dimensions", c_int32), ("shape", c_int64 * 4),
                ("step", c_double * 4), ("origin", c_double * 4), ("first", c_int64 * 4)]


class Array(Struct):
    _fields_ = [("size", c_uint32), ("type", c_int32), ("data", c_void_p),
                ("elements", c_uint64), ("stride", c_int64 * 3), ("first", c_int64),
                ("codes", c_float * 2)]


perlane = ctypes.CDLL(sys.argv.pop())
perlane.perlane_version.restype = c_char_p
perlane.perlane_catalogue.restype = c_char_p
perlane.perlane_isa.restype = c_char_p
perlane.perlane_field_from_json.argtypes = [c_char_p, c_size_t, POINTER(c_void_p), POINTER(Error)]
perlane.perlane_field_destroy.argtypes = [c_void_p]
perlane.perlane_fill.argtypes = [c_void_p, POINTER(Grid), POINTER(Array), c_void_p,
                                 POINTER(c_float), POINTER(Error)]
perlane.perlane_sample_point.argtypes = [c_void_p, POINTER(c_double), c_int32, POINTER(c_float),
                                         POINTER(Error)]


def field_of(text):
    field, error = c_void_p(), Error()
    text = text.encode()
    if perlane.perlane_field_from_json(text, len(text), byref(field), byref(error)) != 0:
        raise ValueError(error.message.decode())
    return field


class ForeignCalls(unittest.TestCase):
    def test_grid_and_points_are_equal(self):
        field = field_of('{"perlane": 1, "field": {"fbm": {"source": {"perlin": {"seed": 5}}}}}')
        values = (c_float * (40 * 30))()
        extremes, error = (c_float * 2)(), Error()
        grid = Grid(dimensions=2, shape=(40, 30), step=(3, 2))
        out = Array(data=ctypes.addressof(values), elements=len(values))
        status = perlane.perlane_fill(field, byref(grid), byref(out), None, extremes, byref(error))
        self.assertEqual((status, error.message), (0, b""))
        self.assertEqual(list(extremes), [min(values), max(values)])
        value = c_float()
        for x, y in [(0, 0), (39, 0), (7, 29)]:
            point = (c_double * 2)(3 * x, 2 * y)
            self.assertEqual(perlane.perlane_sample_point(field, point, 2, byref(value), None), 0)
            self.assertEqual(value.value, values[x + 40 * y])
        perlane.perlane_field_destroy(field)

    def test_refusals_have_messages(self):
        with self.assertRaisesRegex(ValueError, r"^field\.perlin\.seed is -1; use "):
            field_of('{"perlane": 1, "field": {"perlin": {"seed": -1}}}')

    def test_the_library_tells_of_itself(self):
        self.assertRegex(perlane.perlane_version().decode(), r"^\d+\.\d+\.\d+$")
        self.assertTrue(perlane.perlane_isa(0))
        catalogue = json.loads(perlane.perlane_catalogue())
        self.assertIn("perlin", [factory["name"] for factory in catalogue["factories"]])


if __name__ == "__main__":
    unittest.main()
