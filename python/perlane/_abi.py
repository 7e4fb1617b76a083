"""The binary interface of perlane.h. generate.py writes this file."""

from ctypes import (
    CFUNCTYPE,
    Structure,
    c_char,
    c_char_p,
    c_double,
    c_float,
    c_int32,
    c_int64,
    c_uint32,
    c_uint64,
    c_void_p,
)

OK = 0
INVALID = 1
NO_MEMORY = 2
CANCELLED = 3
WRONG_VALUES = 4
FLOAT32 = 0
UINT16 = 1
UINT8 = 2
FLOAT64 = 3

Progress = CFUNCTYPE(c_int32, c_void_p, c_double)


class Error(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("status", c_int32),
        ("message", c_char * 1016),
    ]


class Grid(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("dimensions", c_int32),
        ("shape", c_int64 * 4),
        ("step", c_double * 4),
        ("origin", c_double * 4),
        ("first", c_int64 * 4),
    ]


class Array(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("type", c_int32),
        ("data", c_void_p),
        ("elements", c_uint64),
        ("stride", c_int64 * 3),
        ("first", c_int64),
        ("codes", c_float * 2),
        ("stride_x", c_int64),
    ]


class Planes(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("reserved", c_uint32),
        ("value", c_void_p),
        ("derivative", c_void_p * 4),
        ("elements", c_uint64),
        ("stride", c_int64 * 3),
        ("first", c_int64),
        ("stride_x", c_int64),
    ]


class Points(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("dimensions", c_int32),
        ("type", c_int32),
        ("reserved", c_uint32),
        ("coordinate", c_void_p * 4),
        ("count", c_uint64),
    ]


class Options(Structure):
    _fields_ = [
        ("size", c_uint32),
        ("is_sequential", c_int32),
        ("progress", Progress),
        ("context", c_void_p),
    ]


# The functions, and the types of their results.
FUNCTIONS = {
    "perlane_active_isa": c_int32,
    "perlane_catalogue": c_char_p,
    "perlane_field_call": c_int32,
    "perlane_field_destroy": None,
    "perlane_field_dimensions": c_int32,
    "perlane_field_from_json": c_int32,
    "perlane_field_has_derivatives": c_int32,
    "perlane_field_range": c_int32,
    "perlane_field_reseed": c_int32,
    "perlane_field_to_json": c_int32,
    "perlane_field_with_footprint": c_int32,
    "perlane_fill": c_int32,
    "perlane_fill_derivatives": c_int32,
    "perlane_fill_fields": c_int32,
    "perlane_isa": c_char_p,
    "perlane_range": c_int32,
    "perlane_ranges": c_int32,
    "perlane_sample": c_int32,
    "perlane_sample_derivatives": c_int32,
    "perlane_sample_point": c_int32,
    "perlane_self_test": c_int32,
    "perlane_status_name": c_char_p,
    "perlane_text_destroy": None,
    "perlane_version": c_char_p,
    "perlane_world_task": c_int32,
    "perlane_world_tasks": c_int32,
}

# Sizes and offsets where pointers have 64 bits.
LAYOUTS = {
    Error: (1024, {"size": 0, "status": 4, "message": 8}),
    Grid: (136, {"size": 0, "dimensions": 4, "shape": 8, "step": 40, "origin": 72, "first": 104}),
    Array: (72, {
        "size": 0, "type": 4, "data": 8, "elements": 16, "stride": 24, "first": 48, "codes": 56,
        "stride_x": 64
    }),
    Planes: (96, {
        "size": 0, "reserved": 4, "value": 8, "derivative": 16, "elements": 48, "stride": 56,
        "first": 80, "stride_x": 88
    }),
    Points: (56, {
        "size": 0, "dimensions": 4, "type": 8, "reserved": 12, "coordinate": 16, "count": 48
    }),
    Options: (24, {"size": 0, "is_sequential": 4, "progress": 8, "context": 16}),
}
