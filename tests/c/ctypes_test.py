"""perlane by the plain foreign-function calls of another language.

usage: ctypes_test.py ABI.txt LIBRARY
"""

import ctypes
import json
import re
import struct
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
with open(sys.argv.pop(), encoding="utf-8") as listed:
    LAYOUTS = [(name, int(size), dict(re.findall(r"(\w+) (\d+)", members))) for name, size, members
               in re.findall(r"^struct perlane_(\w+) (\d+): (.*)$", listed.read(), re.MULTILINE)]
perlane.perlane_status_name.restype = c_char_p
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

    def test_rejections_have_messages(self):
        with self.assertRaisesRegex(ValueError, r"^field\.perlin\.seed is -1; use "):
            field_of('{"perlane": 1, "field": {"perlin": {"seed": -1}}}')

    def test_statuses_have_names(self):
        names = [perlane.perlane_status_name(status).decode() for status in range(-1, 6)]
        self.assertEqual(names, ["unknown status", "PERLANE_OK", "PERLANE_INVALID",
                                 "PERLANE_NO_MEMORY", "PERLANE_CANCELLED", "PERLANE_WRONG_VALUES",
                                 "unknown status"])

    def test_the_library_tells_of_itself(self):
        self.assertRegex(perlane.perlane_version().decode(), r"^\d+\.\d+\.\d+$")
        self.assertTrue(perlane.perlane_isa(0))
        catalogue = json.loads(perlane.perlane_catalogue())
        self.assertIn("perlin", [factory["name"] for factory in catalogue["factories"]])


@unittest.skipIf(ctypes.sizeof(c_void_p) != 8, "abi.txt has the offsets of 64 bits")
class StructuresOfEveryVersion(unittest.TestCase):
    """Programs use structures that are as long as they were when the programs were compiled."""

    def setUp(self):
        self.field = field_of('{"perlane": 1, "field": {"perlin": {}}}')
        self.values = (c_float * 8)()
        self.coordinates = (c_double * 8)(*range(8))
        values, coordinates = map(ctypes.addressof, (self.values, self.coordinates))
        self.members = {
            "error": {},
            "grid": {"dimensions": ("i", 1), "shape": ("q", 8)},
            "array": {"data": ("Q", values), "elements": ("Q", 8)},
            "planes": {"value": ("Q", values), "elements": ("Q", 8)},
            "points": {"dimensions": ("i", 1), "type": ("i", 3), "coordinate": ("Q", coordinates),
                       "count": ("Q", 8)},
            "options": {"is_sequential": ("i", 1)},
        }

    def tearDown(self):
        perlane.perlane_field_destroy(self.field)

    def structure(self, name, size, offsets):
        """The bytes of a structure, and others behind it, which are not read."""
        memory = bytearray(size) + b"\xff" * 64
        for member, (kind, value) in {"size": ("I", size), **self.members[name]}.items():
            struct.pack_into(kind, memory, int(offsets[member]), value)
        return (c_char * len(memory)).from_buffer(memory)

    def call(self, function, *arguments):
        """A call with structures as addresses."""
        prototype = ctypes.CFUNCTYPE(c_int32, *[c_void_p] * len(arguments))
        pointers = [a if a is None or isinstance(a, c_void_p) else ctypes.addressof(a)
                    for a in arguments]
        return prototype((function, perlane))(*pointers)

    def test_every_size_works(self):
        present = {name: (size, offsets) for name, size, offsets in LAYOUTS}
        self.assertEqual(present.keys(), self.members.keys())
        for name, size, offsets in LAYOUTS:
            of = {**present, name: (size, offsets)}
            grid, array, planes, points, options, error = (
                self.structure(each, *of[each])
                for each in ("grid", "array", "planes", "points", "options", "error"))
            for status in (
                self.call("perlane_fill", self.field, grid, array, options, None, error),
                self.call("perlane_range", self.field, grid, self.values, error),
                self.call("perlane_fill_derivatives", self.field, grid, planes, options, None,
                          error),
                self.call("perlane_sample", self.field, points, self.values, options, error),
            ):
                self.assertEqual(status, 0, f"{name} of {size}: {error[8:200]}")


if __name__ == "__main__":
    unittest.main()
