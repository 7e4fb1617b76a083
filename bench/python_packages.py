"""The speed of perlane from Python beside other packages of noise.

usage: python3 bench/python_packages.py

Measures the packages that are installed, in one interleaved run: every round calls each of them
once, and the median of all rounds counts. Each fills an array of 1024 x 1024 samples in the
quickest way that it has for a grid, or a smaller one where it has only points. The time of making
the array is in it. All use one thread, whose time on a core counts, so that other programs do not
matter. Gradient noise: lattice noise by Perlin, or simplex noise where a package has no
other.
"""

import argparse
import importlib.metadata
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

ROUNDS = 21
SIZE = 1024
SMALL = 64  # of packages that compute one point at a time
CELL = 64
OCTAVES = 8

Case = tuple[int, Callable[[], Any]]  # samples along a side, and what computes them
cases: dict[tuple[str, str, int], Case] = {}


def perlane() -> None:
    import perlane as package

    noise = package.perlin(frequency=1 / CELL)
    simplex = package.opensimplex2(frequency=1 / CELL)
    for octaves, field in ((1, noise), (OCTAVES, package.fbm(noise, octaves=OCTAVES))):
        cases["perlane", "`perlin`, `grid`", octaves] = (
            SIZE, lambda f=field: f.grid((SIZE, SIZE), threads=1))
    cases["perlane", "`opensimplex2`, `grid`", 1] = (
        SIZE, lambda: simplex.grid((SIZE, SIZE), threads=1))
    cases["perlane", "`perlin`, point by point", 1] = (SMALL, lambda: [
        noise(x, y) for y in range(SMALL) for x in range(SMALL)])


def pyfastnoisesimd() -> None:
    import pyfastnoisesimd as package

    kinds = package.NoiseType
    for octaves, kind in ((1, kinds.Perlin), (OCTAVES, kinds.PerlinFractal)):
        noise = package.Noise(seed=1, numWorkers=1)
        noise.noiseType = kind
        noise.frequency = 1 / CELL
        noise.fractal.octaves = octaves
        cases["pyfastnoisesimd", "`genAsGrid`", octaves] = (
            SIZE, lambda n=noise: n.genAsGrid(shape=[SIZE, SIZE], start=[0, 0]))


def vnoise() -> None:
    import vnoise as package

    noise = package.Noise(1)
    side = np.arange(SIZE) / CELL
    for octaves in (1, OCTAVES):
        cases["vnoise", "`noise2`", octaves] = (
            SIZE, lambda o=octaves: noise.noise2(side, side, octaves=o))


def opensimplex() -> None:
    import opensimplex as package

    side = np.arange(SIZE) / CELL
    try:
        import numba  # noqa: F401

        how, count = "`noise2array`, with Numba", SIZE
    except ImportError:
        how, count = "`noise2array`, without Numba", SMALL
    cases["opensimplex", how, 1] = (
        count, lambda: package.noise2array(side[:count], side[:count]))


def noise() -> None:
    import noise as package

    for octaves in (1, OCTAVES):
        cases["noise", "`pnoise2`, point by point", octaves] = (SMALL, lambda o=octaves: [
            package.pnoise2(x / CELL, y / CELL, octaves=o)
            for y in range(SMALL) for x in range(SMALL)])


def perlin_noise() -> None:
    import perlin_noise as package

    made = package.PerlinNoise(octaves=1, seed=1)
    cases["perlin-noise", "point by point", 1] = (SMALL, lambda: [
        made([x / CELL, y / CELL]) for y in range(SMALL) for x in range(SMALL)])


def pyfastnoiselite() -> None:
    from pyfastnoiselite.pyfastnoiselite import FastNoiseLite, FractalType, NoiseType

    for octaves in (1, OCTAVES):
        made = FastNoiseLite(seed=1)
        made.noise_type = NoiseType.NoiseType_Perlin
        made.frequency = 1 / CELL
        if octaves > 1:
            made.fractal_type = FractalType.FractalType_FBm
            made.fractal_octaves = octaves
        cases["pyfastnoiselite", "`get_noise`, point by point", octaves] = (
            SMALL, lambda m=made: [m.get_noise(x, y) for y in range(SMALL) for x in range(SMALL)])


def measured() -> dict[tuple[str, str, int], float]:
    """Samples per second."""
    times: dict[tuple[str, str, int], list[float]] = {name: [] for name in cases}
    for run in range(ROUNDS + 1):  # the first compiles and loads
        for name, (_, call) in cases.items():
            start = time.process_time()
            call()
            if run:
                times[name].append(time.process_time() - start)
    return {name: cases[name][0] ** 2 / statistics.median(t) for name, t in times.items()}


def in_millions(rate: float | None) -> str:
    """With two digits."""
    if rate is None:
        return ""
    rate /= 1e6
    return f"{float(f'{rate:.2g}'):,.10g}"


def main() -> None:
    argparse.ArgumentParser(description=__doc__).parse_args()
    for package in (perlane, pyfastnoisesimd, vnoise, opensimplex, noise, perlin_noise,
                    pyfastnoiselite):
        try:
            package()
        except ImportError as error:
            print(f"without {package.__name__}: {error}", file=sys.stderr)
    rates = measured()
    print("Millions of samples per second:\n")
    print(f"| package | how | one octave | {OCTAVES} octaves |\n|---|---|---|---|")
    for name, how in dict.fromkeys((name, how) for name, how, _ in rates):
        columns = [in_millions(rates.get((name, how, octaves))) for octaves in (1, OCTAVES)]
        label = name if name == "perlane" else f"{name} {importlib.metadata.version(name)}"
        print(f"| {label} | {how} | {' | '.join(columns)} |")


if __name__ == "__main__":
    main()
