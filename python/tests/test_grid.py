"""Grids: their order of axes, types, strides and errors."""

import re

import numpy as np
import perlane
import pytest
from perlane import Field, Range


def test_samples_are_those_of_points(land: Field) -> None:
    shape, first, step, origin = (3, 4, 5), (7, -8, 2**40), (0.5, 2, 3), (1, 2.5, -3 * 2**40)
    values = land.grid(shape, first=first, step=step, origin=origin)
    assert values.shape == shape and values.dtype == np.float32
    for index in np.ndindex(shape):
        z, y, x = (origin[a] + (first[a] + index[a]) * step[a] for a in range(3))
        assert values[index] == land(x, y, z)


def test_one_number_stands_for_all_axes(land: Field) -> None:
    one = land.grid((4, 6), first=3, step=2, origin=0.25)
    assert (one == land.grid((4, 6), first=(3, 3), step=(2, 2), origin=(0.25, 0.25))).all()
    assert land.grid(5).shape == (5,)
    assert (land.grid(np.array([4, 6])) == land.grid([4, 6])).all()


def test_chunks_meet_to_the_bit(land: Field) -> None:
    whole = land.grid((40, 60))
    assert (whole[10:, 20:] == land.grid((30, 40), first=(10, 20))).all()


@pytest.mark.parametrize("dtype", [np.uint16, np.uint8])
def test_codes(land: Field, dtype: type) -> None:
    values = land.grid((50, 60)).astype(np.float64)
    low, high = land.range(2)
    codes = land.grid((50, 60), dtype=dtype)
    most = np.iinfo(dtype).max
    assert codes.dtype == dtype
    assert np.abs(codes - (values - low) / (high - low) * most).max() <= 0.51
    saturated = land.grid((50, 60), dtype=dtype, range=(-0.1, 0.1))
    assert saturated.min() == 0 and saturated.max() == most


@pytest.mark.parametrize("view", [
    np.s_[:], np.s_[::2], np.s_[::-1], np.s_[:, ::-1], np.s_[:, ::3], np.s_[5:11, 4:9],
    np.s_[::-2, 1:-1], np.s_[3:4], np.s_[:, 7:8],
])
@pytest.mark.parametrize("dtype", [np.float32, np.uint16, np.uint8])
def test_strides(land: Field, view: tuple[slice, ...], dtype: type) -> None:
    canary = 77
    whole = np.full((20, 30), canary, dtype)
    out = whole[view]
    assert land.grid(out=out, first=(3, 5)) is out
    assert (out == land.grid(out.shape, dtype=dtype, first=(3, 5))).all()
    out[...] = canary
    assert (whole == canary).all()


def test_transposed_and_unaligned_arrays(land: Field) -> None:
    transposed = np.zeros((7, 5), np.float32).T
    assert (land.grid(out=transposed) == land.grid((5, 7))).all()
    unaligned = np.zeros(4 * 35 + 1, np.uint8)[1:].view(np.float32).reshape(5, 7)
    assert (land.grid(out=unaligned) == land.grid((5, 7))).all()
    assert (perlane.grids([land], out=[unaligned[:, ::-1]])[0] == land.grid((5, 7))).all()


def test_no_array_is_copied(land: Field) -> None:
    tracemalloc = pytest.importorskip("tracemalloc")  # PyPy has none
    pixels, whole = np.zeros((400, 300, 3), np.float32), np.zeros((300, 800), np.float32)
    planes = np.moveaxis(pixels, -1, 0)
    land.grid((4, 4))
    tracemalloc.start()
    try:
        land.grid(out=whole.T[::2])
        land.grid(out=whole[:, ::-2])
        land.grid(out=planes, derivatives=True)
        perlane.grids([land, -land], out=[pixels[..., 0], pixels[..., 2]])
        assert tracemalloc.get_traced_memory()[1] < 50_000
    finally:
        tracemalloc.stop()


def test_derivatives_follow_the_array(land: Field) -> None:
    values, derivatives = land.grid((40, 50), derivatives=True)
    assert (values == land.grid((40, 50))).all()
    assert derivatives.shape == (2, 40, 50)
    for axis in range(2):
        inner = (slice(1, -1), slice(1, -1))
        assert np.abs(np.gradient(values, axis=axis) - derivatives[axis])[inner].max() < 1e-3


def test_derivatives_go_to_an_array(land: Field) -> None:
    values, derivatives = land.grid((4, 5, 6), derivatives=True, first=3)
    pixels = np.zeros((4, 5, 6, 4), np.float32)
    whole = np.full((9, 8, 10, 12), 77, np.float32)
    unaligned = np.zeros(4 * 480 + 1, np.uint8)[1:].view(np.float32).reshape(4, 4, 5, 6)
    for out in (np.zeros((4, 4, 5, 6), np.float32), np.moveaxis(pixels, -1, 0),
                whole[8::-2, ::2, ::-2, ::2][:4], np.zeros((6, 5, 4, 4), np.float32).T, unaligned):
        height, slopes = land.grid(out=out, derivatives=True, first=3)
        assert (out[0] == values).all() and (out[1:] == derivatives).all()
        assert np.shares_memory(height, out) and np.shares_memory(slopes, out)
        assert (height == values).all() and (slopes == derivatives).all()
        assert land.grid(out=out, derivatives=True, first=3, seen=True)[2].min == values.min()
        out[...] = 77
    assert (whole == 77).all()


def test_seen(land: Field) -> None:
    values, seen = land.grid((40, 50), seen=True)
    assert seen == Range(values.min(), values.max())
    assert land.grid((40, 50), derivatives=True, seen=True)[2] == seen
    assert land.grid((40, 50), seen=True, dtype=np.uint8)[1] == seen


def test_bounds(land: Field) -> None:
    low, high = land.range(2)
    box = land.range(shape=(20, 30), first=(5, 6), step=0.5)
    seen = land.grid((20, 30), first=(5, 6), step=0.5, seen=True)[1]
    assert low <= box.min <= seen.min <= seen.max <= box.max <= high
    assert box.max - box.min < high - low


def test_bounds_of_many_boxes(land: Field) -> None:
    first = np.arange(24).reshape(4, 3, 2) * 100
    ranges = land.ranges((20, 30), first=first, step=(0.5, 1), origin={"x": 3}["x"])
    assert ranges.shape == (4, 3, 2) and ranges.dtype == np.float32
    for index in np.ndindex(4, 3):
        box = land.range(shape=(20, 30), first=tuple(first[index]), step=(0.5, 1), origin=3)
        assert (ranges[index] == box).all()
    assert (land.ranges((20, 30)) == land.range(shape=(20, 30))).all()
    volumes = land.ranges([(4, 5, 6), (7, 8, 9)])
    assert [Range(*box) for box in volumes] == [
        land.range(shape=(4, 5, 6)), land.range(shape=(7, 8, 9))]
    assert land.ranges((4, 5), first=np.zeros((0, 2), int)).shape == (0, 2)
    mixed = land.ranges((np.uint64(4), 5), first=[(np.uint64(7), -3), (np.int8(1), np.uint64(2))])
    assert (mixed == land.ranges((4, 5), first=[(7, -3), (1, 2)])).all()


NO_TUPLES = "shape has no tuples of 1 to 4 numbers at its end; use (y, x), say"


@pytest.mark.parametrize(("arguments", "error", "words"), [
    ("4", ValueError, NO_TUPLES), ("()", ValueError, NO_TUPLES),
    ("(1,) * 5", ValueError, NO_TUPLES),
    ("(4, 5), first=(1, 2, 3)", ValueError, "shape mismatch"),
    ("(4, 0)", ValueError, "shape has a number below 1; use 1 or more"),
    ("(4, 5.5)", TypeError, "shape is of float64; use whole numbers"),
    ("(np.uint64(4), 5.0)", TypeError, "shape is of float64; use whole numbers"),
    ("(True, True)", TypeError, "shape is of bool; use whole numbers"),
    ("'ab'", TypeError, "shape is of <U2; use whole numbers"),
    ("(4, 5), first=0.5", TypeError, "first is of float64; use whole numbers"),
    ("(4, 5), first=2**63", ValueError, "first has numbers beyond 2^62; use smaller ones"),
    ("(4, 5), first=2**80", ValueError, "first has numbers beyond 2^62; use smaller ones"),
    ("(4, 5), first=(0, -2**62 - 1)", ValueError, "first has numbers beyond 2^62; use smaller"),
    ("(4, 5), step=0", ValueError, "step has a 0; use finite numbers other than 0"),
    ("(4, 5), step=float('nan')", ValueError, "step[1] is nan; use a finite number other than 0"),
    ("(4, 5), step=2**70", ValueError, "keep |coordinate * frequency| below 2^51"),
    ("(4, 5), step=10**400", ValueError, "step is 1.00e+400; use a finite number"),
    ("(4, 5), step=(1, None)", TypeError, "step is of type NoneType; use a number"),
    ("(4, 5), origin='a'", TypeError, "origin is of <U1; use numbers"),
])
def test_boxes_that_are_wrong(arguments: str, error: type[Exception], words: str,
                              land: Field) -> None:
    with pytest.raises(error, match=re.escape(words)):
        eval(f"land.ranges({arguments})", {"land": land, "np": np})


def test_a_field_without_bounds_needs_a_range() -> None:
    with pytest.raises(ValueError, match=r"; give range=, such as .* seen=True$"):
        perlane.coordinate().grid((4, 4), dtype=np.uint8)


REJECTED = {
    "shape=(0, 4)": "shape[0] is 0; use 1 or more",
    "shape=(4, -1)": "shape[1] is -1; use 1 or more",
    "shape=(2**62 + 1,)": "shape[0] is 4611686018427387905; use 1 to 2^62",
    "shape=(1, 10**5000)": "shape[1] is 1.00e+5000; use 1 to 2^62",
    "shape=()": "shape has 0 numbers; use 1 to 4, one per axis",
    "shape=(1,) * 5": "shape has 5 numbers; use 1 to 4, one per axis",
    "shape=(4, 4), step=(1, 0)": "step[1] is 0; use a finite number other than 0",
    "shape=(4, 4), step=(np.nan, 1)": "step[0] is nan; use a finite number other than 0",
    "shape=(4, 4), origin=(1, np.inf)": "origin[1] is inf; use a finite number",
    "shape=(4, 4), first=(2**62, 0)":
        "first[0] is 4611686018427387904; keep all indices between -2^62 and 2^62",
    "shape=(4, 4), first=2**70":
        "first is 1180591620717411303424; keep all indices between -2^62 and 2^62",
    "shape=(4, 4), first={'x': 2**70}":
        'first["x"] is 1180591620717411303424; keep all indices between -2^62 and 2^62',
    "shape=(4, 4), step=10**400": "step is 1.00e+400; use a finite number other than 0",
    "shape=(4, 4), step=(1, -10**400)":
        "step[1] is -1.00e+400; use a finite number other than 0",
    "shape=(4, 4), origin={'y': 10**5000}":
        'origin["y"] is 1.00e+5000; use a finite number',
    "shape=(4, 4), first=(10**5000, 0)":
        "first[0] is 1.00e+5000; keep all indices between -2^62 and 2^62",
    "shape=(4, 4), dtype=np.uint8, range=(0, 10**400)":
        "range[1] is 1.00e+400; use two finite numbers, the smaller one first",
    "shape=(4, 4), dtype=np.uint8, range=(0, 1e-60)":  # zeros in binary32
        "codes are from 0 to 0; use two finite numbers, the smaller one first",
    "shape=(4, 4), step={'x': 0}": 'step["x"] is 0; use a finite number other than 0',
    "shape=(4, 4), step={'z': 1}": "step has the key 'z'; use \"x\", \"y\"",
    "shape=(4, 4), range=(0, 1)":
        "range is given for float32; leave it out, or use uint16 or uint8",
    "shape=(4, 4), dtype=np.uint8, range=(0, 0)":
        "codes are from 0 to 0; use two finite numbers, the smaller one first",
    "shape=(4, 4), dtype=np.uint8, out=np.zeros((4, 4), np.uint16)":
        "dtype is uint8 and out is of uint16; leave dtype out with out",
    "shape=(4, 4), first=(1, 2, 3)": "first has 3 numbers and shape has 2; use as many, or one",
    "shape=(4, 4), threads=2": "threads is 2; use None, for all cores, or 1",
    "shape=(4, 4), dtype=np.uint8, range=(1, 1)":
        "codes are from 1 to 1; use two finite numbers, the smaller one first",
    "shape=(4, 4), out=np.zeros((4, 5), np.float32)":
        "out has the shape (4, 5); use (4, 4), which is that of the grid",
    "out=np.broadcast_to(np.float32(1), (4, 4))": "out is read-only; use an array that can be "
                                                  "written",
    "shape=(4, 4), derivatives=True, dtype=np.uint8":
        "derivatives is True; leave range and dtype out with it",
    "shape=(4, 4), derivatives=True, out=np.zeros((2, 4, 4), np.float32)":
        "out has the shape (2, 4, 4); use (3, 4, 4), which is that of the values and derivatives",
    "derivatives=True, out=np.lib.stride_tricks.as_strided(np.zeros(20, np.float32), (3, 4, 4), "
    "(0, 16, 4))": "out has samples that share an element; use an array of its own",
}


@pytest.mark.parametrize("arguments", REJECTED)
def test_rejections(arguments: str, land: Field) -> None:
    with pytest.raises(ValueError) as rejected:
        eval(f"land.grid({arguments})", {"land": land, "np": np})
    assert str(rejected.value) == REJECTED[arguments]


WHOLE = {
    "grid(4.5)": "shape[0]", "grid((4, '5'))": "shape[1]", "grid(4, first=0.5)": "first",
    "grid((4, 4), first=(1, 0.5))": "first[1]", "grid(4, first={'x': 0.5})": 'first["x"]',
    "virtual((4, 4), first=(1, 0.5))": "first[1]", "virtual((4, 4), first=0.5)": "first",
    "virtual((4, 4), limit=0.5)": "limit", "range(0.5)": "dimensions", "reseed(0.5)": "seed",
}


@pytest.mark.parametrize("call", WHOLE)
def test_numbers_that_are_not_whole_are_named(call: str, land: Field) -> None:
    with pytest.raises(TypeError) as rejected:
        eval(f"land.{call}", {"land": land})
    kind = "str" if "'5'" in call else "float"
    assert str(rejected.value) == f"{WHOLE[call]} is of type {kind}; use a whole number"


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("arguments", [
    "shape=(4, 4), step=np.complex64(2)", "shape=(4, 4), origin=(0, np.complex64(2))",
    "shape=(4, 4), dtype=np.uint8, range=(0, np.complex64(1))", "shape=(4, 4), step=None",
    "shape=(4.5, 4)", "shape='ab'", "shape=(4, 4), dtype=np.float64", "shape=(4, 4), out=[1]",
    "", "out=np.zeros((4, 4))", "shape=(4, 4), first=(0.5, 0)", "shape=(4, 4), step='a'",
    "shape=(4, 4), threads='a'", "shape=(4, 4), first={0.5}", "shape=(4, 4), dtype='>f4'",
    "shape=(4, 4), dtype=np.uint8, range='ab'", "shape=(4, 4), progress=3",
    "out=[1]", "derivatives=True, out=[1]",
])
def test_wrong_types(arguments: str, land: Field) -> None:
    with pytest.raises(TypeError):
        eval(f"land.grid({arguments})", {"land": land, "np": np})


def test_derivatives_are_float32(land: Field) -> None:
    with pytest.raises(TypeError, match="out is of uint8; derivatives are float32"):
        land.grid(derivatives=True, out=np.zeros((3, 4, 4), np.uint8))


def test_out_that_shares_elements_is_rejected(land: Field) -> None:
    row = np.zeros(8, np.float32)
    for shape, strides in (((4, 5), (4, 4)), ((4, 8), (0, 4))):
        out = np.lib.stride_tricks.as_strided(row, shape, strides)
        with pytest.raises(ValueError, match="share"):
            land.grid(out=out)


def test_too_much_memory_is_asked_for(land: Field) -> None:
    for shape in ((2**40, 2**20), (2**40, 2**30)):
        for derivatives in (False, True):
            with pytest.raises(MemoryError):
                land.grid(shape, derivatives=derivatives)


def test_calls_leave_nothing_behind(land: Field) -> None:
    def kinds() -> list[np.ndarray]:
        return [land.grid((4, 6)), land.grid((4, 6), dtype=np.uint8),
                land.grid((4, 6), first=(2, 1)),
                land.grid((4, 6), step=0.5), land.grid((4, 6), origin=(7, 8))]

    before = kinds()
    for call in (
        lambda: land.grid((4, 6), first={"x": 5}, step={"y": 2}, origin={"x": 0.5}),
        lambda: land.grid((4, 6, 3), first=1, step=2, origin=3),
        lambda: land.grid(out=np.zeros((4, 12), np.float32)[::-1, ::-2]),
        lambda: land.grid((4, 6), dtype=np.uint16, range=(0, 0.1)),
        lambda: land.grid((4, 6), first=(1, 2, 3)),
        lambda: land.grid((4, 6), dtype=np.uint8, range=(2, 1)),
        lambda: land.range(shape=(4, 6), first=(5, 6), origin=9),
    ):
        try:
            call()
        except ValueError:
            pass
        assert all((a == b).all() for a, b in zip(before, kinds(), strict=True))
