"""Virtual arrays: what they compute has the bits of a fill, sliced."""

import pickle
from fractions import Fraction
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field, VirtualArray

SHAPE = (6, 40, 53)
INDICES = [
    np.s_[...], np.s_[3], np.s_[-1], np.s_[2, 5, 7], np.s_[-6, -40, -53], np.s_[1:4],
    np.s_[:, 3:11, -9:], np.s_[..., 4], np.s_[1, ..., 4], np.s_[::2, ::3, ::5], np.s_[1::2, 3::7],
    np.s_[::-1, ::-1, ::-1], np.s_[5:0:-2, -2:3:-3, 50::-4], np.s_[:, 4:4], np.s_[9:], np.s_[5:2],
    np.s_[None, 2, :, None, ::4, None], np.s_[np.newaxis], np.s_[1, ...], np.s_[()],
    np.s_[np.int64(2), :, np.uint8(3)], np.s_[:100, -100:2], np.s_[np.array(3)], np.s_[::16, 1::16],
]
# Steps that binary numbers have, and steps that they do not.
PLACES: list[dict[str, Any]] = [
    {}, {"first": (3, -7, 2**40), "step": (0.5, 2, -3), "origin": (1, 2.5, 0.125)},
    {"first": (-3, 8, 48), "step": 0.1}, {"step": (1, 1 / 3, 1), "origin": (0, 0, 1e-7)},
    {"first": 2**55, "step": 2**-20},
]


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("dtype", [np.float32, np.uint16, np.uint8])
def test_slices_are_those_of_a_fill(land: Field, place: dict[str, Any], dtype: type) -> None:
    world = land.virtual(SHAPE, dtype=dtype, **place)
    whole = land.grid(SHAPE, dtype=dtype, **place)
    assert world.shape == SHAPE and world.dtype == whole.dtype and world.ndim == 3
    assert len(world) == 6 and world.size == whole.size and world.nbytes == whole.nbytes
    for index in INDICES:
        values = world[index]
        assert type(values) is type(whole[index])
        assert values.shape == whole[index].shape and values.dtype == dtype, index
        assert (values == whole[index]).all(), index


def test_codes_of_a_range_of_their_own(land: Field) -> None:
    for dtype in (np.uint8, np.uint16):
        for pair in ((-0.25, 0.1), (0, 1e-35), (-3e38, 3e38)):
            place = {"dtype": dtype, "range": pair, "step": 0.1}
            whole = land.grid((300, 200), **place)
            assert (land.virtual((300, 200), **place)[::3, 1::3] == whole[::3, 1::3]).all()


def test_ranges_of_all_types(land: Field) -> None:
    expected = land.virtual((30, 20), step=0.1, dtype=np.uint8, range=(-0.5, 0.25))
    for pair in ([-0.5, 0.25], np.array([-0.5, 0.25]), (np.float32(-0.5), np.float16(0.25)),
                 perlane.Range(-0.5, 0.25), (Fraction(-1, 2), 0.25)):
        world = land.virtual((30, 20), step=0.1, dtype=np.uint8, range=pair)
        assert world.range == (-0.5, 0.25) and set(map(type, world.range)) == {float}
        assert (world[::3, ::3] == expected[::3, ::3]).all()
        assert pickle.loads(pickle.dumps(world)).range == world.range


def test_one_axis_and_four() -> None:
    noise = perlane.perlin(seed=3, frequency=0.3)
    for shape in ((57,), (3, 4, 5, 6)):
        for step in (1, 0.1):
            world = noise.virtual(shape, step=step, first=5)
            whole = noise.grid(shape, step=step, first=5)
            assert (world[::-3] == whole[::-3]).all() and (world[1] == whole[1]).all()
            assert (np.asarray(world) == whole).all()


def test_slices_of_the_longest_axis_are_exact() -> None:
    line = perlane.perlin(frequency=0.1).virtual((2**54 - 1,), first=1 - 2**53)
    every = 900_000_000_000_001
    assert (line[::every] == [line[i] for i in range(0, 2**54 - 1, every)]).all()


def test_combinations_of_samples(land: Field) -> None:
    for step in (1, 0.1):
        world, whole = (take(SHAPE, step=step) for take in (land.virtual, land.grid))
        rows, columns = np.array([7, 3, 3, 39]), np.array([50, 2])
        values = world.outer([range(5, 0, -2), rows, columns])
        assert (values == whole[5:0:-2][:, rows][:, :, columns]).all()


def test_samples_that_are_not_there(land: Field) -> None:
    world = land.virtual((6, 40), first=1000)
    values = world.outer([range(6), np.array([1, 39], np.int8)])
    assert (values == land.grid((6, 40), first=1000)[:, [1, 39]]).all()
    for indices in ([range(6), np.array([0, 40])], [range(6), np.array([-1])],
                    [range(3, 7), range(40)], [range(-1, 2), range(40)]):
        with pytest.raises(IndexError, match=r"index (40|-1|6) is out of bounds for axis [01]"):
            world.outer(indices)


def test_worlds_that_no_memory_has(land: Field) -> None:
    world = land.virtual((10**9, 10**9))
    assert world.size == 10**18 and len(world) == 10**9
    piece = world[10**8:10**8 + 100, -50:]
    assert (piece == land.grid((100, 50), first=(10**8, 10**9 - 50))).all()
    overview = world[::10**7, ::10**7]
    assert overview.shape == (100, 100)
    assert (overview == land.grid((100, 100), step=10**7)).all()
    assert world[123456789, 987654321] == land(987654321, 123456789)
    largest = perlane.perlin(frequency=2.0**-20).virtual((2**62, 2**62))
    assert largest[-1, -1] == perlane.perlin(frequency=2.0**-20)(2.0**62, 2.0**62)
    assert largest[::2**61, 2**61].shape == (2,)


def test_steps_without_exact_places(land: Field) -> None:
    world = land.virtual((10**9, 10**9), step=0.001, origin=0.7)
    overview = world[7::10**7, 5::10**7]
    rows, columns = np.arange(7, 10**9, 10**7), np.arange(5, 10**9, 10**7)
    assert (overview == land(0.7 + columns * 0.001, (0.7 + rows * 0.001)[:, None])).all()
    for i, j in ((0, 0), (99, 99), (57, 31)):
        assert overview[i, j] == land.grid((1, 1), step=0.001, origin=0.7,
                                           first=(int(rows[i]), int(columns[j])))[0, 0]


def test_pieces_of_points_meet(land: Field) -> None:
    world = land.virtual((3000, 3000), step=0.1)
    assert (world[::3, ::2] == land.grid((3000, 3000), step=0.1)[::3, ::2]).all()


def test_too_much_is_rejected(land: Field) -> None:
    world = land.virtual((10**9, 10**9))
    for take in (lambda: world[...], lambda: np.asarray(world), lambda: world[:, :2]):
        with pytest.raises(MemoryError, match=r"there are 1000000000 x .* limit is 4294967296; "):
            take()
    with pytest.raises(ValueError, match="limit is -1; use a number of bytes, 0 or more"):
        land.virtual((100, 100), limit=-1)
    small = land.virtual((100, 100), limit=400)
    assert small[0].shape == (100,) and small[:10, ::10].shape == (10, 10)
    with pytest.raises(MemoryError, match="100 x 2 samples, 800 bytes, and limit is 400"):
        small[:, :2]


@pytest.mark.parametrize(("index", "words"), [
    ((6,), "index 6 is out of bounds for axis 0 with size 6"),
    ((0, -41), "index -41 is out of bounds for axis 1 with size 40"),
    ((0, 0, 0, 0), "there are 4 indices and 3 axes"),
    ((..., 0, ...), "there are two ellipses"),
    (([1, 2],), "an index is of type list; use integers"),
    ((np.array([1, 2]), 0), "an index is of type ndarray"),
    ((np.array([1, 2]), ...), "an index is of type ndarray"),
    ((1.5,), "an index is of type float"),
    (("x",), "an index is of type str"),
    (np.array(True), "an index is of type ndarray"),
    (np.array(1.5), "an index is of type ndarray"),
])
def test_wrong_indices(land: Field, index: Any, words: str) -> None:
    with pytest.raises(IndexError, match=words):
        land.virtual(SHAPE)[index]


def test_an_ellipsis_keeps_an_array() -> None:
    noise = perlane.perlin().virtual(8)
    assert isinstance(noise[3, ...], np.ndarray) and noise[3, ...].shape == ()
    assert isinstance(noise[3], np.float32) and noise[3, ...] == noise[3]


def test_flags_are_no_indices(land: Field) -> None:
    for flag in (True, np.bool_(True)):
        with pytest.raises(IndexError, match="an index is of type bool"):
            land.virtual(SHAPE)[flag]


@pytest.mark.parametrize(("arguments", "words"), [
    ("(0, 4)", r"shape\[0\] is 0; use 1 or more"),
    ("(1,) * 5", "shape has 5 numbers"),
    ("(4, 4), step=(1, 0)", r"step\[1\] is 0"),
    ("(4, 4), step=float('nan')", "is nan"), ("(4, 4), step=10**400", r"step is 1\.00e\+400"),
    ("(4, 4), origin={'x': 10**400}", r'origin\["x"\] is 1\.00e\+400'),
    ("(4, 4), origin=float('inf')", "is inf"),
    ("(4, 4), first=(1, 2, 3)", "first has 3 numbers and shape has 2"),
    ("(4, 4), first=2**62", r"first\[0\] is 4611686018427387904 and shape\[0\] is 4; keep all"),
    ("(4, 4), range=(0, 1)", "range is given for float32"),
    ("(4, 4), dtype='u1', range=(0, 1, 2)", "range has 3 numbers"),
    ("(4, 4), dtype='u1', range=(0, 10**400)", r"range\[1\] is 1\.00e\+400"),
    ("(2**60, 2**60)", r"put sample 1152921504606846975 of axis x at .* 2\^51"),
    ("(4, 10**9), step=1e305", "put sample 999999999 of axis x at inf"),
    ("(4, 4), threads=3", "threads is 3"),
])
def test_what_no_slice_could_have(land: Field, arguments: str, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        eval(f"land.virtual({arguments})", {"land": land})


def test_wrong_types(land: Field) -> None:
    for arguments in ({"shape": (4.5, 4)}, {"shape": (4, 4), "first": 0.5},
                      {"shape": (4, 4), "dtype": np.float64}, {"shape": (4, 4), "limit": "1"},
                      {"shape": (4, 4), "step": "a"}):
        with pytest.raises(TypeError):
            land.virtual(**arguments)


def test_pickle_has_the_text_alone(land: Field) -> None:
    world = land.virtual((10**9, 10**9), first=(-5, 7), step=0.5, dtype=np.uint8, range=(-1, 0.5))
    text = pickle.dumps(world)
    assert len(text) < 500
    other = pickle.loads(text)
    assert isinstance(other, VirtualArray) and (other[5:9, -9:] == world[5:9, -9:]).all()
    assert repr(other) == repr(world) and "uint8: perlane.fbm(" in repr(world)


def test_numpy_takes_it_for_an_array(land: Field) -> None:
    world = land.virtual((30, 40))
    whole = land.grid((30, 40))
    assert (np.asarray(world, dtype=np.float64) == whole).all()
    assert np.asarray(world, np.float64).dtype == np.float64
    assert np.mean(world) == whole.mean()
    assert (np.stack(list(world)) == whole).all()
    with pytest.raises(ValueError, match="copy is False"):
        world.__array__(copy=False)


def test_codes_of_a_single_value(land: Field) -> None:
    for field in (perlane.constant(5), perlane.constant(-3e38), land * 0):
        for dtype in (np.uint8, np.uint16):
            whole = field.grid((9, 9), dtype=dtype)
            assert (field.virtual((9, 9), dtype=dtype)[::3, ::5] == whole[0, 0]).all()
            assert (field.virtual((9, 9), dtype=dtype, step=0.1)[::3] == whole[0, 0]).all()
