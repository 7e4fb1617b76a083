"""Several fields in one pass: the bits of separate calls, types, arrays and errors."""

import numpy as np
import perlane
import pytest
from perlane import Field, Range

SHAPE = (40, 53)


@pytest.fixture
def maps(land: Field) -> list[Field]:
    return [land, 0.5 - abs(land) * 0.5, perlane.perlin(seed=7, frequency=0.02), land,
            perlane.domain_warp(land, frequency=0.02, amplitude=9)]


def test_arrays_are_those_of_separate_calls(maps: list[Field]) -> None:
    grid = {"first": (3, -5), "step": (0.5, 2), "origin": 1.25}
    arrays = perlane.grids(maps, SHAPE, **grid)
    assert len(arrays) == len(maps)
    for field, array in zip(maps, arrays, strict=True):
        assert array.dtype == np.float32
        assert (array == field.grid(SHAPE, **grid)).all()
    assert perlane.grids(iter(maps[:1]), 9, threads=1)[0].shape == (9,)
    assert perlane.grids([], SHAPE) == ()


def test_codes(maps: list[Field]) -> None:
    kinds = [np.float32, np.uint8, np.uint16, None, np.uint8]
    pairs = [None, (-0.25, 0.5), None, None, None]
    arrays = perlane.grids(maps, SHAPE, dtype=kinds, range=pairs)
    for field, array, kind, pair in zip(maps, arrays, kinds, pairs, strict=True):
        assert (array == field.grid(SHAPE, dtype=kind, range=pair)).all()
        assert array.dtype == (kind or np.float32)
    for array in perlane.grids(maps, SHAPE, dtype=np.uint8, range=(-0.25, 0.5)):
        assert array.dtype == np.uint8


def test_out_and_seen(maps: list[Field]) -> None:
    layers = np.full((len(maps), *SHAPE), 77, np.float32)
    arrays, ranges = perlane.grids(maps, out=list(layers), seen=True)
    for i, field in enumerate(maps):
        values, seen = field.grid(SHAPE, seen=True)
        assert (layers[i] == values).all() and arrays[i].base is layers
        assert isinstance(ranges[i], Range) and ranges[i] == seen
    # Pixels of several channels, which the library cannot write by itself.
    pixels = np.zeros((*SHAPE, len(maps)), np.uint8)
    perlane.grids(maps, out=[pixels[..., i] for i in range(len(maps))])
    for i, field in enumerate(maps):
        assert (pixels[..., i] == field.grid(SHAPE, dtype=np.uint8)).all()
    rows = np.zeros((2 * SHAPE[0], SHAPE[1]), np.float32)
    perlane.grids(maps[:2], out=[rows[::2], rows[1::2]])
    assert (rows[1::2] == maps[1].grid(SHAPE)).all()
    planes = np.zeros((2, *SHAPE), np.float32)
    for out in (planes, iter(planes)):
        planes[:] = 7
        perlane.grids(maps[:2], out=out)  # type: ignore[arg-type]
        assert (planes[1] == maps[1].grid(SHAPE)).all()


def test_rejections(maps: list[Field]) -> None:
    out = np.full((3, 4, 5), 7, np.float32)
    with pytest.raises(ValueError, match=r"^outputs\[1\]: .*2\^51"):
        perlane.grids([maps[0], perlane.perlin(frequency=1e300)], out=[out[0], out[1]])
    with pytest.raises(ValueError, match=r"outputs\[0\] and outputs\[1\] overlap"):
        perlane.grids(maps[:2], out=[out[0], out[0]])
    with pytest.raises(ValueError, match="out has 1 arrays and there are 2 fields"):
        perlane.grids(maps[:2], out=[out[0]])
    with pytest.raises(ValueError, match="dtype has 3 entries and there are 2 fields"):
        perlane.grids(maps[:2], (4, 5), dtype=[np.uint8] * 3)
    with pytest.raises(ValueError, match="range is given for float32"):
        perlane.grids(maps[:2], (4, 5), range=(0, 1))
    with pytest.raises(ValueError, match=r"shape\[0\] is 0"):
        perlane.grids(maps[:2], (0, 5))
    with pytest.raises(TypeError, match=r"fields\[1\] is of type float"):
        perlane.grids([maps[0], 0.5], (4, 5))  # type: ignore[list-item]
    with pytest.raises(TypeError, match="shape is missing"):
        perlane.grids(maps[:2])
    assert (out == 7).all()


def test_progress_cancels(maps: list[Field]) -> None:
    parts: list[float] = []
    perlane.grids(maps, (300, 300), progress=parts.append)
    assert parts[0] == 0 and parts[-1] == 1

    def stop(part: float) -> None:
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        perlane.grids(maps, (300, 300), progress=stop)


def test_arrays_of_packed_records_do_not_overlap(maps: list[Field]) -> None:
    packed = np.zeros((4, 8), [("flag", "u1"), ("height", "<f4"), ("heat", "<f4")])
    first, second = perlane.grids(maps[:2], out=[packed["height"], packed["heat"]])
    assert (first == maps[0].grid((4, 8))).all() and (second == maps[1].grid((4, 8))).all()
    with pytest.raises(ValueError, match=r"outputs\[0\] and outputs\[1\] overlap"):
        perlane.grids(maps[:2], out=[packed["height"], packed["height"]])
    assert (packed["height"] == first).all()
    column = np.broadcast_to(packed["height"][:, :1], (4, 8))
    column.flags.writeable = True
    with pytest.raises(ValueError, match="out has samples that share an element"):
        maps[0].grid(out=column)
    assert (packed["height"] == first).all()
