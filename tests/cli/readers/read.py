#!/usr/bin/env python3
"""Reads the samples of a file by programs that are not perlane's, and writes them to standard
output, row by row from the top, in the byte order of this machine: read.py FILE TYPE [WIDTH]

PNG and TIFF are read by GDAL, arrays of NumPy's by NumPy, Zarr by Blosc as numcodecs has it, and
version 2 by zarr, too. Files without a header have the type and the width that are given. A volume
is read as the rows of its slices."""
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


def crc32c(data):
    crc = 0xFFFFFFFF
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc >> 1) ^ (0x82F63B78 if crc & 1 else 0)
    return crc ^ 0xFFFFFFFF


def zarr_version_3(path):
    """An array in shards, after the specification of the codec sharding_indexed."""
    import numcodecs

    about = json.loads((path / "zarr.json").read_text())
    assert about["zarr_format"] == 3 and about["node_type"] == "array"
    (codec,) = about["codecs"]
    assert codec["name"] == "sharding_indexed"
    sharding = codec["configuration"]
    assert sharding["index_location"] == "end"
    assert [codec["name"] for codec in sharding["codecs"]] == ["bytes", "blosc"]
    assert [codec["name"] for codec in sharding["index_codecs"]] == ["bytes", "crc32c"]
    assert sharding["codecs"][0]["configuration"]["endian"] == "little"
    shape, chunk = about["shape"], sharding["chunk_shape"]
    shard = about["chunk_grid"]["configuration"]["chunk_shape"]
    inside = [whole // part for whole, part in zip(shard, chunk)]
    kind = numpy.dtype(about["data_type"]).newbyteorder("<")
    array = numpy.empty(shape, kind)
    number = 0
    for at in numpy.ndindex(*[-(-whole // part) for whole, part in zip(shape, shard)]):
        data = path.joinpath("c", *map(str, at)).read_bytes()
        number += 1
        size = 16 * int(numpy.prod(inside))
        assert struct.unpack("<I", data[-4:])[0] == crc32c(data[-4 - size : -4])
        index = numpy.frombuffer(data[-4 - size : -4], "<u8").reshape(*inside, 2)
        end = 0
        for within in numpy.ndindex(*inside):
            first = [a * s + w * c for a, s, w, c in zip(at, shard, within, chunk)]
            offset, length = map(int, index[within])
            if any(f >= whole for f, whole in zip(first, shape)):
                assert offset == length == 2**64 - 1
                continue
            assert offset == end  # in the order of reading, without gaps
            end += length
            plain = numpy.frombuffer(numcodecs.Blosc().decode(data[offset:end]), kind)
            place = tuple(slice(f, f + c) for f, c in zip(first, chunk))
            there = array[place]
            there[:] = plain.reshape(chunk)[tuple(slice(extent) for extent in there.shape)]
        assert end == len(data) - size - 4
    assert len([one for one in path.rglob("*") if one.is_file()]) == number + 1
    return array.reshape(-1, shape[-1])


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
