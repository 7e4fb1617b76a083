"""Fields: operators, texts, points, errors."""

import copy
import gc
import operator
import pathlib
import pickle
import sys
from collections.abc import Callable
from fractions import Fraction
from random import Random
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field


@pytest.mark.parametrize("expression", [
    "a + b", "a - b", "a * b", "a / (b + 2)", "2 - a", "2 * a", "a / 4", "1 / (a + 3)", "1 + a",
    "-a", "+a",
    "abs(a)", "abs(a) ** 2", "(a + 2) ** b", "2 ** a", "np.float32(0.5) * a", "np.float64(3) - a",
    "a + np.int64(2)", "np.uint8(2) / (a + 3)",
])
def test_operators(expression: str) -> None:
    names = {"a": perlane.perlin(seed=1), "b": perlane.value(seed=2), "np": np, "abs": abs}
    field = eval(expression, names)
    assert isinstance(field, Field)
    arrays = {**names, "a": names["a"].grid((20, 30)), "b": names["b"].grid((20, 30))}
    # Numbers of NumPy make some of its results float64.
    values, expected = field.grid((20, 30)), np.float32(eval(expression, arrays))
    if "**" in expression:  # NumPy's powers are those of the C library
        np.testing.assert_allclose(values, expected, 1e-6, 0)
    else:
        np.testing.assert_array_equal(values, expected)


def test_arrays_are_no_operands(land: Field) -> None:
    for operation in (lambda: np.ones(3) * land, lambda: land + np.ones(3), lambda: land + "a",
                      lambda: land ** "a", lambda: land + None):
        with pytest.raises(TypeError):
            operation()


@pytest.mark.filterwarnings("error")
def test_complex_numbers_are_no_operands(land: Field) -> None:
    for number in (1 + 5j, np.complex64(1 + 5j), np.complex128(2), np.array(1 + 5j)):
        for operation in (lambda n: land + n, lambda n: n + land, lambda n: land ** n,
                          lambda n: perlane.pow(land, n), lambda n: perlane.max(land, n),
                          lambda n: perlane.perlin(frequency=n), lambda n: land(n, 1),
                          lambda n: land.with_footprint(n)):
            with pytest.raises(TypeError):
                operation(number)


def test_functions_of_several_names(land: Field) -> None:
    assert perlane.pow(land, 2) == land**2
    positive = abs(land) + 1
    assert perlane.pow(positive, land) == positive**land
    assert len(perlane.curl(land)) == 2
    flow = perlane.curl([land, land * 2, land * 3])
    assert list(flow) == ["x", "y", "z"]
    for component in flow.values():
        assert eval(repr(component)) == component
    assert perlane.warp(land, flow) == perlane.warp(land, [flow["z"], flow["y"], flow["x"]])
    assert perlane.warp(land, land) == perlane.warp(land, [land])


def test_functions_of_values(land: Field) -> None:
    heights = land.grid((20, 30))
    assert (perlane.clamp(land, low=-0.1, high=0.2).grid((20, 30))
            == heights.clip(np.float32(-0.1), np.float32(0.2))).all()
    chosen = perlane.select(land, 0.1, -land, 0.5)
    assert (chosen.grid((20, 30)) == np.where(heights < np.float32(0.1), -heights, 0.5)).all()


def test_keywords_and_tables() -> None:
    field = perlane.remap(perlane.perlin(), from_=(-1, 1), to=(0, 1))
    assert field.range(2).min >= 0
    table = np.random.default_rng(1).permutation(256)
    shuffled = perlane.perlin(lattice={"permutation": {"table": table}})
    assert eval(repr(shuffled)) == shuffled
    values = np.linspace(-1, 1, 12, dtype=np.float32)
    explicit = perlane.value(
        frequency=1, lattice={"explicit_values": {"extents": [4, 3], "values": values}})
    assert explicit(1, 0) == values[1] and explicit(0, 1) == values[4]


def test_arrays_are_read_by_their_names() -> None:
    table = np.arange(8)[::-1]
    for kind in (np.int64, np.uint8, ">i2"):
        shuffled = perlane.perlin(lattice={"classic": {"table": table.astype(kind)}})
        assert shuffled == perlane.perlin(lattice={"classic": {"table": table.astype("<u2")}})

    whole = np.arange(12).reshape(3, 4)
    places = [{}, {"extents": [4, 3]}, {"extents": np.array([4, 3])}]
    for kind in (np.int64, np.uint8, np.float64, ">f4"):
        for place in places:
            values = {"values": whole.astype(kind), **place}
            field = perlane.value(frequency=1, lattice={"explicit_values": values})
            assert field(1, 2) == 9 and field(3, 0) == 3
    slopes = np.array([[1, 0], [0, 1], [-1, 0], [0, -1]])
    for kind in (np.int64, np.int8, np.float64):
        given, floats = slopes.astype(kind), slopes.astype(np.float32)
        for make in (lambda of: {"gradients": {"vectors": {"dimensions": 2, "vectors": of}}},
                     lambda of: {"lattice": {"explicit_gradients": {"extents": np.array([2, 2]),
                                                                    "gradients": of}}}):
            assert perlane.perlin(**make(given)) == perlane.perlin(**make(floats))
            assert perlane.perlin(**make(given.tolist())) == perlane.perlin(**make(floats))
    listed = perlane.value(frequency=1, lattice={"explicit_values": {"values": whole.tolist()}})
    assert listed(1, 2) == 9 and listed(3, 0) == 3
    assert perlane.perlin(lattice={"classic": {"table": tuple(table.tolist())}}) == shuffled


WRONG_ARRAYS = [
    ({"permutation": {"table": np.array([-65536, 65536, 1, 2])}}, ValueError,
     "lattice.permutation.table has -65536; use whole numbers from 0 to 65535"),
    ({"classic": {"table": np.array([0, 65536])}}, ValueError,
     "lattice.classic.table has 65536; use whole numbers from 0 to 65535"),
    ({"classic": {"table": np.arange(4.0)}}, TypeError,
     "lattice.classic.table is of float64; use whole numbers from 0 to 65535"),
    ({"classic": {"table": np.array([True, False])}}, TypeError,
     "lattice.classic.table is of bool; use whole numbers from 0 to 65535"),
    *(({"explicit_values": {"values": np.full((3, 4), value)}}, TypeError,
       f"lattice.explicit_values.values is of {kind}; use numbers")
      for value, kind in ((1j, "complex128"), (True, "bool"), (None, "object"), ("a", "<U1"))),
    *(({"explicit_values": {"values": np.full((3, 4), value)}}, ValueError,
       f"value.lattice.explicit_values.values[0] is {shown}; use a number from -1e30 to 1e30")
      for value, shown in ((np.nan, "nan"), (1e300, "inf"))),
    ({"explicit_values": {"extents": np.array([4.0, 3]), "values": np.zeros(12)}}, TypeError,
     "lattice.explicit_values.extents is of float64; use whole numbers"),
    ({"explicit_values": {"values": [[1, 2], [3]]}}, ValueError,
     "lattice.explicit_values.values has lists of several lengths; use one length"),
    ({"permutation": {"table": [0.5, 1]}}, TypeError,
     "lattice.permutation.table is of float64; use whole numbers from 0 to 65535"),
    ({"values": np.zeros((3, 4))}, ValueError,
     "value.lattice.values is not known; use \"hashed\", or an object with permutation, classic, "
     "explicit_gradients or explicit_values"),
]


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize(("lattice", "error", "message"), WRONG_ARRAYS)
def test_wrong_arrays(lattice: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error) as rejected:
        perlane.value(lattice=lattice)
    assert str(rejected.value) == message


def test_seeds_of_64_bits() -> None:
    for seed in (2**53 + 1, 2**64 - 1, np.uint64(2**64 - 1)):
        field = perlane.perlin(seed=seed)
        assert eval(repr(field)) == field and str(int(seed)) in field.to_json()


def test_texts(land: Field) -> None:
    assert perlane.from_json(land.to_json()) == land
    assert perlane.from_json(land.to_json().encode()) == land
    other = perlane.fbm(perlane.perlin(seed=43, frequency=1 / 100), octaves=4)
    same = perlane.fbm(perlane.perlin(frequency=1 / 100, seed=42), octaves=4, gain=0.5)
    assert land != other and land == same and hash(land) == hash(same) and land != "land"
    assert len({land, same, other}) == 2


def test_numbers_of_other_kinds() -> None:
    assert perlane.perlin(frequency=np.longdouble(0.5)) == perlane.perlin(frequency=0.5)
    affine = np.eye(4, 5, dtype=np.longdouble)
    assert perlane.transform(perlane.perlin(), affine) == perlane.transform(
        perlane.perlin(), affine.astype(float))
    assert perlane.perlin(frequency=1 / 8) == perlane.perlin(frequency=np.float32(0.125))
    assert perlane.perlin(frequency=Fraction(1, 8)) == perlane.perlin(  # type: ignore[arg-type]
        frequency=0.125)


def test_copies(land: Field) -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(land, protocol)) == land
    assert copy.copy(land) == land and copy.deepcopy([land])[0] == land


def test_long_chains_are_made_and_dropped() -> None:
    field = perlane.perlin()
    for _ in range(100_000):
        field = field + 1
    del field
    gc.collect()


def test_garbage_that_refers_to_itself_uses_its_field() -> None:
    saved: list[Field] = []
    values: list[float] = []

    class Terrain:
        def __init__(self) -> None:
            self.field = perlane.perlin(seed=1) + 0.25
            self.on_change = [self.redraw]

        def redraw(self) -> None: ...

        def __del__(self) -> None:
            self.others = [perlane.perlin(seed=9) * 7 for _ in range(100)]  # in freed memory
            values.append(self.field(3.5, 4))
            saved.append(self.field)

    expected = perlane.perlin(seed=1) + 0.25
    Terrain()
    gc.collect()
    others = [perlane.perlin(seed=9) * 7 for _ in range(100)]
    assert values == [expected(3.5, 4)]
    assert saved[0].to_json() == expected.to_json() and saved[0](3.5, 4) == expected(3.5, 4)
    saved.clear()
    gc.collect()
    assert others[0] == perlane.perlin(seed=9) * 7


def test_memory_is_flat() -> None:
    statistics = pathlib.Path("/proc/self/statm")
    if not statistics.exists():
        pytest.skip("there is no /proc")

    def pages() -> int:
        gc.collect()
        return int(statistics.read_text().split()[1])

    def make(count: int) -> None:
        for seed in range(count):
            field = perlane.fbm(perlane.perlin(seed=seed, period=(4, 8)), octaves=3) * 2
            with pytest.raises(ValueError):
                perlane.fbm(field, octaves=0)
            field.to_json()
            field(1, 2)

    is_cpython = sys.implementation.name == "cpython"  # others compile the loop on the way
    make(1000 if is_cpython else 10_000)
    before = pages()
    make(10_000)
    # 10 000 fields that leak 200 bytes each, or 1000.
    assert pages() - before < (500 if is_cpython else 2500)


def test_a_number_is_a_field() -> None:
    five = perlane.constant(5)
    assert eval(repr(five)) == five and eval(repr(five + 2)) == five + 2


OPERATORS = [operator.add, operator.sub, operator.mul, operator.truediv, operator.pow, perlane.pow]
NUMBERS = [2, -2, 0.5, -0.3, -0.0, 1e30]


def combined(operation: Callable[..., Field], *operands: Any) -> list[Field]:
    """The field, if the library takes such operands."""
    try:
        return [operation(*operands)]
    except ValueError:
        return []


def test_expressions_of_all_operators() -> None:
    noise = perlane.perlin(seed=1)
    fields = [noise, -noise, abs(noise) + 0.1, perlane.max(noise, 0.1)]
    constants = [perlane.constant(number) for number in NUMBERS]
    ones = [field for operation in (operator.neg, operator.pos, abs)
            for operand in [*fields, *constants] for field in combined(operation, operand)]
    operands = [*fields, *constants, *NUMBERS]
    twos = [field for operation in OPERATORS for a in operands for b in operands
            if isinstance(a, Field) or isinstance(b, Field)
            for field in combined(operation, a, b)]
    random = Random(1)
    pairs = [[random.choice(twos), random.choice(operands)] for _ in range(1000)]
    nested = [field for pair in pairs
              for field in combined(random.choice(OPERATORS), *random.sample(pair, 2))]
    assert len(twos) > 500 and len(nested) > 500
    for field in [*ones, *twos, *nested]:
        assert eval(repr(field)) == field, field.to_json()


def test_reseed(land: Field) -> None:
    assert land.reseed(7) == land.reseed(7) != land.reseed(8)
    with pytest.raises(ValueError, match=r"seed is -1; use 0 to 2\^64 - 1"):
        land.reseed(-1)


def test_footprints(land: Field) -> None:
    assert land.with_footprint(0) == land
    far = land.with_footprint(64)
    assert far != land
    assert np.ptp(far.grid((64, 64), step=64)) < np.ptp(land.grid((64, 64), step=64))
    with pytest.raises(ValueError):
        land.with_footprint(-1)


def test_points_are_broadcast(land: Field) -> None:
    x, y = np.linspace(-5, 50, 7), np.linspace(0, 9, 4)[:, None]
    values = land(x, y)
    assert values.shape == (4, 7) and values.dtype == np.float32
    for index in np.ndindex(values.shape):
        assert values[index] == land(x[index[1]], y[index[0], 0])
    assert isinstance(land(1, 2.5), float) and isinstance(land(np.float64(1), 2), float)
    assert land(np.zeros((0, 3)), 1).shape == (0, 3)


def test_points_of_float32_are_computed_in_float32(land: Field) -> None:
    x = np.linspace(0, 1e5, 1000, dtype=np.float32)
    single, double = land(x, 0.5), land(x.astype(np.float64), 0.5)
    assert np.abs(single - double).max() < 1e-2
    assert (land(x, np.float64(0.5)) == double).all() and (single != double).any()
    assert (land(x.astype(">f4"), 0.5) == single).all()  # the order of bytes changes no number


def test_points_out_and_derivatives(land: Field) -> None:
    x, y = np.random.default_rng(1).uniform(-100, 100, (2, 5, 6))
    values = land(x, y)
    for out in (np.zeros((5, 6), np.float32), np.zeros((10, 18), np.float32)[::2, ::3]):
        assert land(x, y, out=out) is out
        assert (out == values).all()
    again, derivatives = land(x, y, derivatives=True)
    assert (again == values).all() and derivatives.shape == (2, 5, 6)
    close = (land(x + 1e-3, y).astype(float) - land(x - 1e-3, y)) / 2e-3
    np.testing.assert_allclose(derivatives[0], close, atol=1e-3)
    for out in (np.zeros((3, 5, 6), np.float32), np.zeros((5, 6, 3), np.float32).T):
        out = out if out.shape[1:] == (5, 6) else out.transpose(0, 2, 1)
        height, slopes = land(x, y, out=out, derivatives=True)
        assert np.shares_memory(height, out) and (out[0] == values).all()
        assert np.shares_memory(slopes, out) and (out[1:] == derivatives).all()
    one, slopes = land(1, 2, derivatives=True)
    assert isinstance(one, float) and one == land(1, 2) and slopes.shape == (2,)


def test_points_of_any_numbers(land: Field) -> None:
    """Elements that are not aligned, fractions, and integers that NumPy has no type for."""
    for count in (0, 1, 4):
        x = np.frombuffer(b"0" + np.arange(1.0, count + 1).tobytes(), np.float64, offset=1)
        assert (land(x, x) == land(x.copy(), x.copy())).all()
    packed = np.zeros(1, [("flag", "u1"), ("x", "f8")])
    packed["x"] = 0.5
    assert land(packed["x"], 1)[0] == land(packed["x"][0], 1) == land(0.5, 1)
    assert land(Fraction(1, 2), [10**20, 3])[1] == land(0.5, 3)
    with pytest.raises(TypeError, match="coordinate x is of type NoneType; use a number"):
        land([None], 1)


def test_a_single_point_takes_threads_and_progress(land: Field) -> None:
    assert land(1, 2, threads=1) == land(1, 2) and type(land(1, 2, threads=1)) is float
    with pytest.raises(ValueError, match="threads is 2"):
        land(1, 2, threads=2)
    seen: list[float] = []
    assert land(1, 2, progress=seen.append) == land(1, 2) and seen[-1] == 1


def test_points_that_are_wrong(land: Field) -> None:
    with pytest.raises(TypeError, match="there are 0 coordinates; use 1 to 4"):
        land()
    for wrong in ("a", ["a"], np.array([1j])):
        with pytest.raises(TypeError, match="coordinates are of .*; use numbers"):
            land(wrong, 1)
    with pytest.raises(TypeError, match="out is not an array of float32"):
        land(np.ones(3), 1, out=np.ones(3))
    with pytest.raises(ValueError, match=r"out has the shape \(2,\); use \(3,\)"):
        land(np.ones(3), 1, out=np.ones(2, np.float32))
    constant = np.ones(3, np.float32)
    constant.flags.writeable = False
    with pytest.raises(ValueError, match="out is read-only"):
        land(np.ones(3), 1, out=constant)
    shared = np.broadcast_to(np.zeros(3, np.float32), (2, 3))
    shared.flags.writeable = True
    with pytest.raises(ValueError, match="out has samples that share an element"):
        land(np.ones((2, 3)), 1, out=shared)
    bytes_ = np.zeros(32, np.uint8)
    for first in (0, 1):  # aligned, and not
        numbers = bytes_[first:first + 24].view("<f4")
        shared = np.lib.stride_tricks.as_strided(numbers, (2, 3), (4, 4))
        for rejects in (lambda out: land(np.ones((2, 3)), 1, out=out),
                        lambda out: land.grid(out=out),
                        lambda out: perlane.grids([land], out=[out])):
            with pytest.raises(ValueError, match="share"):
                rejects(shared)
    assert not bytes_.any()
    numbers = np.zeros(6, np.float32)
    apart = np.lib.stride_tricks.as_strided(numbers, (2, 3), (4, 8))
    assert (land(np.zeros((2, 3)), np.arange(3), out=apart) == land(0, np.arange(3))).all()
    assert (numbers[::2] == land(0, np.arange(3))).all()


def test_points_that_no_memory_has(land: Field) -> None:
    for kind in (np.float32, np.float64):
        x = np.broadcast_to(kind(1), (2**31, 1))
        for y in (kind(1), np.broadcast_to(kind(1), (2**31,))):
            for derivatives in (False, True):
                with pytest.raises(MemoryError):
                    land(np.broadcast_to(x, (2**31, 2**27)) if y.ndim == 0 else x, y,
                         derivatives=derivatives)


REJECTED = {
    "perlin(frequency=-1)": "perlin.frequency is -1; use a finite number above 0",
    "perlin(frequency=float('nan'))": "frequency is nan; use finite numbers",
    "perlin(fade='cubik')": 'perlin.fade is "cubik"; use "quintic", "cubic" or "linear"'
                            " (did you mean cubic?)",
    "fbm(perlin(), octaves=33)": "fbm.octaves is 33; use a whole number from 1 to 32",
    "perlin(period=(1, 2, -3))": "perlin.period[2] is -3; use a whole number from 0 to 4294967296",
    "perlin(period={'y': -3})":
        'perlin.period["y"] is -3; use a whole number from 0 to 4294967296',
    "chunk_noise([(1, 2, 2**70)], dimensions=3)":
        "chunk_noise.path[0][2] is 1.1805916207174113e+21; use a whole number from 0 to 15",
    "chunk_noise([(0, 0), (1, 16)], dimensions=2)":
        "chunk_noise.path[1][1] is 16; use a whole number from 0 to 15",
    "translate(perlin(), (1, float('inf')))": "distance is (1, inf); use finite numbers",
    "translate(perlin(), {'y': float('inf')})":
        "distance is {'x': 0, 'y': inf}; use finite numbers",
    "warp(perlin(), (perlin() * 1e30, 0))": 'warp: axis "y" is moved by up to 9.999974e+29, which '
        "times the highest frequency of the field, 0.015625, is too large; keep it below 2^50",
    "perlin(period=(1,) * 5)": "period has 5 entries; use up to 4, one per axis",
    "rotate(perlin(), 0.5, 'x', 'x')": 'rotate.towards is "x" and axis is "x"; use "x", "y", "z" '
                                       'or "w", and another axis',
    "warp(perlin(), [])": "by has no fields; use 1 to 4, one per axis",
    "perlin(period={'q': 3})": 'period has the key \'q\'; use "x", "y", "z", "w"',
    "perlin() + 10**400": "value is 1.00e+400; use a finite number",
    "10**5000 / perlin()": "value is 1.00e+5000; use a finite number",
    "perlin() ** -10**400": "exponent is -1.00e+400; use a finite number",
    "pow(perlin(), 10**400)": "exponent is 1.00e+400; use a finite number",
    "warp(perlin(), {'x': 10**400})": "value is 1.00e+400; use a finite number",
    "constant(10**400)": "value is 1.00e+400; use finite numbers",
    "perlin(frequency=10**5000)": "frequency is 1.00e+5000; use finite numbers",
    "translate(perlin(), (1, 10**400))": "distance has 1.00e+400; use finite numbers",
    "perlin(seed=10**5000)": "perlin.seed is 1.00e+5000; use a whole number from 0 to 2^64 - 1",
    "perlin(seed=2**64)":
        "perlin.seed is 18446744073709551616; use a whole number from 0 to 2^64 - 1",
    "perlin(seed=-1)": "perlin.seed is -1; use a whole number from 0 to 2^64 - 1",
    "perlin().with_footprint(10**400)": "width is 1.00e+400; use a finite number, 0 or more",
    "perlin().reseed(10**5000)": "seed is 1.00e+5000; use 0 to 2^64 - 1",
    "perlin()(1, 10**400)": "coordinate y is 1.00e+400; use a finite number",
    "perlin()([1, 2], 10**400)": "coordinate y is 1.00e+400; use a finite number",
    "perlin().range(2**32 + 2)": "dimensions is 4294967298; use 1 to 4",
    "from_json('{}')": 'perlane, the version of the format, is missing; begin with {"perlane":1,',
    "from_json('null')": "the text is null; use an object with perlane, field and perhaps fields",
    "from_json('{\"perlane\":1,\"field\":\"axis is 7\"}')":
        'field is "axis is 7"; use a name that "fields" has',
    "from_json('{\"perlane\":1,\"field\":{\"coordinate\":{\"axis\":4}}}')":
        "field.coordinate.axis is 4; use a whole number from 0 to 3",
    "from_json('{\"perlane\":1,\"field\":{\"perlin\":{\"true\":1}}}')":
        "field.perlin.true is not known; use seed, frequency, lattice, gradients, fade, period",
}


@pytest.mark.parametrize("expression", REJECTED)
def test_rejections(expression: str) -> None:
    with pytest.raises(ValueError) as rejected:
        eval(expression, vars(perlane))
    assert str(rejected.value) == REJECTED[expression]


OF_WRONG_TYPES = {
    "perlin(period=None)": "perlin.period is None; use a whole number for all axes, or a tuple of "
                           "up to 4, x last",
    "fbm(perlin(), octaves=True)": "fbm.octaves is True; use a whole number from 1 to 32",
    "fbm(perlin(), octaves=2.5)": "fbm.octaves is 2.5; use a whole number from 1 to 32",
    "fbm(perlin(), octaves='8')": 'fbm.octaves is "8"; use a whole number from 1 to 32',
    "fbm(perlin(), aligned=1)": "fbm.aligned is 1; use True or False",
    "perlin(frequency='1')": 'perlin.frequency is "1"; use a number',
    "perlin(seed='1')": "seed is of type str; use a whole number",
    "perlin(seed=1.5)": "seed is of type float; use a whole number",
    "perlin(period=(1, 'a'))": 'perlin.period[1] is "a"; use a whole number from 0 to 4294967296',
    "chunk_noise([{'x': 1.5}], dimensions=2)":
        'chunk_noise.path[0]["x"] is 1.5; use a whole number from 0 to 15',
    "chunk_noise(5, dimensions=2)":
        "path is of type int; use a list of tuples, as (z, y, x)",
    "perlin().range(2, step=5)": "first, step or origin is given; give shape with it",
    "perlin(period='ab')": "period is 'ab'; use a number, or one per axis",
    "perlin(period={1, 2})": "period is of type set; use a number, or one per axis",
    "perlin(fade=1)": 'perlin.fade is 1; use "quintic", "cubic" or "linear"',
    "derivative(perlin(), 0)": 'axis is 0; use "x", "y", "z" or "w"',
    "from_json({})": "text is of type dict; use str or bytes",
}


@pytest.mark.parametrize("expression", OF_WRONG_TYPES)
def test_arguments_of_wrong_types(expression: str) -> None:
    with pytest.raises(TypeError) as rejected:
        eval(expression, vars(perlane))
    assert str(rejected.value) == OF_WRONG_TYPES[expression]


def test_wrong_types() -> None:
    for wrong in (lambda: perlane.perlin(frequency=object()), lambda: perlane.fbm("a"),
                  lambda: perlane.perlin(sead=1), lambda: perlane.Field(),
                  lambda: perlane.perlin(seed=object()),
                  lambda: perlane.perlin(frequency=np.timedelta64(3, "ns")),
                  lambda: perlane.perlin(frequency=np.timedelta64(3, "s")),
                  lambda: perlane.constant(value=np.datetime64(7, "ns")),
                  lambda: perlane.perlin(period=np.array([8, 4], "m8[ns]"))):
        with pytest.raises(TypeError):
            wrong()


def test_pictures(land: Field) -> None:
    for field in (land, perlane.constant(1), perlane.chunk_noise(dimensions=2, path=[(0, 0, 0)])):
        picture = field._repr_png_()
        assert picture is None or picture.startswith(b"\x89PNG\r\n\x1a\n")
    assert land._repr_png_()
    assert perlane.constant(2e7)._repr_png_() == perlane.constant(1)._repr_png_()  # all gray


def test_the_library_tells_of_itself() -> None:
    assert perlane.active_isa() in perlane.isas()
    assert perlane.isas()[-1] == "scalar"
    assert perlane.__version__.count(".") == 2
