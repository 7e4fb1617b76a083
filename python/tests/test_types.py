"""The types of the package, as a type checker sees them."""

import os
import pathlib
import subprocess
import sys

import perlane
import pytest

pytest.importorskip("mypy")

RIGHT = """
import numpy as np
import perlane

noise: perlane.Field = perlane.perlin(seed=1, frequency=1 / 8, fade="cubic", period=(4, 8))
land = perlane.fbm(noise, octaves=8, gain=0.4) * 2 + np.float32(1) - perlane.translate(noise, 3)
named = perlane.translate(land, {"x": 4, "y": 5})
warped = perlane.warp(named, perlane.curl(land))
values = warped.grid((4, 5), first=(1, 2), step=0.5, dtype=np.uint8, range=(-1, 1))
values, seen = warped.grid((4, 5), seen=True)
floats, slopes = warped.grid((4, 5), derivatives=True)
floats.mean() + slopes.mean() + seen.max + land.range(2).min
one: float = warped(1, 2.5)
many, derivatives = warped(values, 2, derivatives=True)
derivatives.mean()
height, slopes = warped(1, 2.5, derivatives=True)
one = height
pixels = np.zeros((4, 5, 3), np.float32)
floats, slopes = land.grid(out=np.moveaxis(pixels, -1, 0), derivatives=True)
codes = land.grid((4, 5), dtype=None)
land.to_zarr("store", (4, 4)).chunks
land.to_zarr("store", (4, 4), compute=False).dask
for row in land.virtual((3, 4)):
    row.mean()
text: str = land.reseed(7).with_footprint(2).to_json()
boxes = land.ranges((16, 16), first=np.zeros((9, 2), int))
boxes.mean()
world = land.virtual((10**9, 10**9), step=0.5, dtype=np.uint8, range=(-1, 1))
world.shape[0] + world[:5, ::3].mean() + len(world)
"""
# Numbers of NumPy, lists and arrays; these run, too.
NUMPY = """
import numpy as np
import perlane

two, half, ends = np.int64(2), np.float32(0.5), np.array([-1, 1])
land = perlane.fbm(perlane.perlin(seed=two, frequency=half, period=ends + 9), octaves=two)
land = perlane.remap(perlane.translate(land, ends), from_=[-1, half], to=ends) + half * land
land = perlane.curve(land, [(half, 1), (two, half)]).reseed(two).with_footprint(half)
land.grid([4, two], first=ends, step=np.array([0.5, 2]), origin=[half, two])
land.grid(np.array([4, 5]), dtype="uint8", range=ends)
land.grid((two, two), dtype="uint8", range=[-1, half])
land.virtual(ends + 9, first=two, step=half, dtype=np.uint8, range=[-1, 1])
perlane.grids([land], [4, two], first={"x": two}, dtype="uint8", range=(-half, half))
land.range(two)
land.range(shape=ends + 9, origin=ends)
flag: bool = True
values, slopes = land.grid((4, 4), derivatives=flag)
values, slopes = land(1, half, derivatives=flag)
"""
WRONG = {
    'perlane.perlin(sead=1)': "call-arg",
    'perlane.perlin(frequency="1")': "arg-type",
    'perlane.perlin(seed=1.5)': "arg-type",
    'perlane.perlin(fade="cubik")': "arg-type",
    'perlane.perlin(period={"q": 1})': "dict-item",
    'perlane.derivative(perlane.perlin(), 0)': "arg-type",
    'perlane.fbm(perlane.perlin(), octaves="8")': "arg-type",
    'perlane.fbm("perlin")': "arg-type",
    'perlane.fbm()': "call-arg",
    'perlane.perlin() + "a"': "operator",
    'perlane.perlin().grid((4, 4), firsd=1)': "call-overload",
    'perlane.perlin().grid((4, 4), derivatives=True, dtype="u1")': "call-overload",
    'perlane.perlin().virtual((4, 4), firsd=1)': "call-arg",
    'perlane.perlin().virtual((4, 4), limit="1")': "arg-type",
    'perlane.perlin().dask((4, 4), derivatives=True, dtype="u1")': "call-overload",
    'perlane.perlin().to_zarr("a")': "call-overload",
    'perlane.perlin().xarray((4, 4), dims=2)': "arg-type",
    'perlane.perlin().range(shape="a")': "arg-type",
}


def checked(path: pathlib.Path, text: str) -> list[str]:
    path.write_text(text, encoding="utf-8")
    settings = path.with_name("mypy.ini")
    settings.write_text("[mypy]\nstrict = true\n", encoding="utf-8")
    package = pathlib.Path(perlane.__file__).parents[1]
    result = subprocess.run(
        [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir",
         str(path.parent / "cache"), "--no-error-summary", path.name],
        capture_output=True, text=True, check=False, cwd=path.parent,
        env={**os.environ, "MYPYPATH": "" if "site-packages" in str(package) else str(package)})
    assert not result.stderr, result.stderr
    return [line for line in result.stdout.splitlines() if ": error:" in line]


def test_numbers_of_numpy_have_types(tmp_path: pathlib.Path) -> None:
    exec(NUMPY, {})
    assert not checked(tmp_path / "used.py", NUMPY)


def test_keywords_have_types(tmp_path: pathlib.Path) -> None:
    lines = RIGHT.strip().splitlines()
    errors = checked(tmp_path / "used.py", "\n".join([*lines, *WRONG, ""]))
    expected = [f"used.py:{i + len(lines) + 1}: [{code}]" for i, code in enumerate(WRONG.values())]
    found = [f"{error.split(': error:')[0]}: {error[error.rindex('['):]}" for error in errors]
    assert list(dict.fromkeys(found)) == expected, "\n".join(errors)
