#!/usr/bin/env python3
"""Reads the samples of a file by programs that are not perlane's, and writes them to standard
output, row by row from the top, in the byte order of this machine: read.py FILE TYPE [WIDTH]

PNG and TIFF are read by GDAL, arrays of NumPy's by NumPy, Zarr by Blosc as numcodecs has it, and
version 2 by zarr, too. Files without a header have the type and the width that are given."""
import json
import pathlib
import struct
import sys
import zlib

import numpy


def gdal(path):
    from osgeo import gdal

    gdal.UseExceptions()
    return gdal.Open(str(path)).ReadAsArray()


def pfm(path):
    with open(path, "rb") as file:
        assert file.readline() == b"Pf\n"
        width, height = map(int, file.readline().split())
        order = "<" if float(file.readline()) < 0 else ">"
        return numpy.frombuffer(file.read(), order + "f4").reshape(height, width)[::-1]


def exr(path):
    """Lines that ZIP has compressed, sixteen at a time, after OpenEXR's "File Layout"."""
    data = path.read_bytes()
    assert data[:8] == struct.pack("<II", 20000630, 2)
    at, attributes = 8, {}
    while data[at]:
        name = data[at:].split(b"\0", 2)[0]
        at += len(name) + 1
        kind = data[at:].split(b"\0", 2)[0]
        at += len(kind) + 1
        (size,) = struct.unpack_from("<I", data, at)
        attributes[name] = data[at + 4 : at + 4 + size]
        at += 4 + size
    assert attributes[b"compression"] == b"\3"
    assert attributes[b"channels"].startswith(b"Y\0")
    kind = "<f2" if struct.unpack_from("<I", attributes[b"channels"], 2)[0] == 1 else "<f4"
    size = int(kind[2])
    _, _, right, bottom = struct.unpack("<4i", attributes[b"dataWindow"])
    picture = numpy.empty((bottom + 1, right + 1), kind)
    for number in range((bottom + 16) // 16):
        (start,) = struct.unpack_from("<Q", data, at + 1 + 8 * number)
        y, length = struct.unpack_from("<iI", data, start)
        piece = data[start + 8 : start + 8 + length]
        lines = picture[y : y + 16]
        if length < lines.size * size:
            coded = numpy.frombuffer(zlib.decompress(piece), numpy.uint8).astype(numpy.int64)
            coded[1:] -= 128
            halves = (numpy.cumsum(coded) & 255).astype(numpy.uint8)
            half = (len(halves) + 1) // 2
            plain = numpy.empty(len(halves), numpy.uint8)
            plain[0::2], plain[1::2] = halves[:half], halves[half:]
            piece = plain.tobytes()
        lines[:] = numpy.frombuffer(piece, kind).reshape(lines.shape)
    return picture


def zarr_version_2(path):
    import zarr

    return zarr.open(str(path), mode="r")[:]


def zarr_version_3(path):
    import numcodecs

    about = json.loads((path / "zarr.json").read_text())
    assert about["zarr_format"] == 3 and about["node_type"] == "array"
    assert [codec["name"] for codec in about["codecs"]] == ["bytes", "blosc"]
    assert about["codecs"][0]["configuration"]["endian"] == "little"
    height, width = about["shape"]
    rows, columns = about["chunk_grid"]["configuration"]["chunk_shape"]
    kind = numpy.dtype(about["data_type"]).newbyteorder("<")
    picture = numpy.empty((height, width), kind)
    for y in range(0, height, rows):
        for x in range(0, width, columns):
            chunk = (path / "c" / str(y // rows) / str(x // columns)).read_bytes()
            plain = numpy.frombuffer(numcodecs.Blosc().decode(chunk), kind).reshape(rows, columns)
            picture[y : y + rows, x : x + columns] = plain[: height - y, : width - x]
    return picture


def read(path, kind, width):
    if path.suffix in (".png", ".tif"):
        return gdal(path)
    if path.suffix == ".npy":
        return numpy.load(path)
    if path.suffix == ".pfm":
        return pfm(path)
    if path.suffix == ".exr":
        return exr(path)
    if path.suffix == ".zarr":
        return (zarr_version_3 if (path / "zarr.json").exists() else zarr_version_2)(path)
    return numpy.fromfile(path, numpy.dtype(kind).newbyteorder("<")).reshape(-1, width)


def main():
    path, kind = pathlib.Path(sys.argv[1]), sys.argv[2]
    picture = read(path, kind, int(sys.argv[3]) if len(sys.argv) > 3 else 0)
    assert picture.dtype.newbyteorder("=") == numpy.dtype(kind), picture.dtype
    sys.stdout.buffer.write(picture.astype(kind).tobytes())


main()
