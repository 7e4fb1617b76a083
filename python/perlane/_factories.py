"""Functions that make fields. generate.py writes this file from the catalogue."""

from collections.abc import Sequence
from typing import Literal, TypeAlias

from ._axes import Axis, PerAxis, axis_of, by_axis, path_of
from ._field import Field, Operand, call, operands_by_axis
from ._members import Gradients, Lattice
from ._numbers import Interval, Real, Whole

__all__ = [
    "abs",
    "billow",
    "cellular",
    "cellular_lookup",
    "chunk_layers",
    "chunk_layers_by_weight",
    "chunk_noise",
    "chunk_noise_of_seeds",
    "chunk_value",
    "clamp",
    "constant",
    "coordinate",
    "curve",
    "damped",
    "derivative",
    "differences",
    "distance",
    "domain_warp",
    "domain_warp_progressive",
    "erode",
    "exp",
    "extrude",
    "fastnoise_lite",
    "fbm",
    "floor",
    "fraction",
    "hetero_terrain",
    "hybrid_multifractal",
    "log",
    "loop",
    "max",
    "min",
    "mix",
    "multifractal",
    "mx_cell_noise",
    "mx_noise",
    "opensimplex2",
    "opensimplex2s",
    "perlin",
    "perlin2002",
    "ping_pong",
    "remap",
    "ridged",
    "ridged_multifractal",
    "rotate",
    "scale",
    "select",
    "simplex",
    "simplex2012",
    "sine",
    "slope",
    "smooth_max",
    "smooth_min",
    "smoothstep",
    "sqrt",
    "step",
    "terrace",
    "tile",
    "transform",
    "translate",
    "value",
    "warp",
    "white",
]

Fade: TypeAlias = Literal["quintic", "cubic", "linear"]
Distance: TypeAlias = Literal["euclidean", "squared", "manhattan", "chebyshev"]
CellularReturn: TypeAlias = Literal[
    "f1",
    "f2",
    "f2_minus_f1",
    "value",
    "edge",
    "offset_x",
    "offset_y",
    "offset_z",
    "offset_w",
]
Orientation: TypeAlias = Literal[
    "standard",
    "improve_x",
    "improve_xy",
    "improve_xz",
    "improve_xyz",
    "improve_xyz_improve_xy",
    "improve_xyz_improve_xz",
    "improve_xy_improve_zw",
]
NoiseType: TypeAlias = Literal["open_simplex2", "open_simplex2s", "perlin", "value_cubic", "value"]
FractalType: TypeAlias = Literal["none", "fbm", "ridged", "ping_pong"]


def perlin(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    lattice: Lattice = "hashed",
    gradients: Gradients = "automatic",
    fade: Fade = "quintic",
    period: PerAxis[Whole] = (),
) -> Field:
    """Gradient noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    lattice: source of the gradients or values of lattice points
    gradients: the set that lattice points draw from
    fade: the ease curve within a cell
    period: cells after which an axis repeats, or 0; 0 to 4294967296
    """
    return call("perlin", (), {
        "seed": seed,
        "frequency": frequency,
        "lattice": lattice,
        "gradients": gradients,
        "fade": fade,
        "period": by_axis("period", period),
    })


def perlin2002(*, seed: Whole = 0, frequency: Real = 1.0) -> Field:
    """Ken Perlin's improved noise; seeds move it along x.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    """
    return call("perlin2002", (), {
        "seed": seed,
        "frequency": frequency,
    })


def value(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    lattice: Lattice = "hashed",
    fade: Fade = "quintic",
    period: PerAxis[Whole] = (),
) -> Field:
    """Value noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    lattice: source of the gradients or values of lattice points
    fade: the ease curve within a cell
    period: cells after which an axis repeats, or 0; 0 to 4294967296
    """
    return call("value", (), {
        "seed": seed,
        "frequency": frequency,
        "lattice": lattice,
        "fade": fade,
        "period": by_axis("period", period),
    })


def white(
    *,
    seed: Whole = 0,
    frequency: Real = 1.0,
    lattice: Lattice = "hashed",
    period: PerAxis[Whole] = (),
) -> Field:
    """One value for each cell.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    lattice: source of the gradients or values of lattice points
    period: cells after which an axis repeats, or 0; 0 to 4294967296
    """
    return call("white", (), {
        "seed": seed,
        "frequency": frequency,
        "lattice": lattice,
        "period": by_axis("period", period),
    })


def cellular(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    jitter: Real = 1.0,
    distance: Distance = "euclidean",
    returns: CellularReturn = "f1",
    period: PerAxis[Whole] = (),
) -> Field:
    """Distances from scattered points.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    jitter: distance of points from the centres of cells; 0 to 1
    distance: measure of distances
    returns: what is returned of the nearest points
    period: cells after which an axis repeats, or 0; 0 to 4294967296
    """
    return call("cellular", (), {
        "seed": seed,
        "frequency": frequency,
        "jitter": jitter,
        "distance": distance,
        "returns": returns,
        "period": by_axis("period", period),
    })


def simplex(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    gradients: Gradients = "automatic",
) -> Field:
    """Simplex noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    gradients: the set that lattice points draw from
    """
    return call("simplex", (), {
        "seed": seed,
        "frequency": frequency,
        "gradients": gradients,
    })


def simplex2012(*, seed: Whole = 0, frequency: Real = 1.0) -> Field:
    """Stefan Gustavson's simplex noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    """
    return call("simplex2012", (), {
        "seed": seed,
        "frequency": frequency,
    })


def opensimplex2(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    orientation: Orientation = "standard",
) -> Field:
    """K. Spencer's OpenSimplex2 noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    orientation: orientation of its lattice
    """
    return call("opensimplex2", (), {
        "seed": seed,
        "frequency": frequency,
        "orientation": orientation,
    })


def opensimplex2s(
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    orientation: Orientation = "standard",
) -> Field:
    """K. Spencer's OpenSimplex2S noise.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    orientation: orientation of its lattice
    """
    return call("opensimplex2s", (), {
        "seed": seed,
        "frequency": frequency,
        "orientation": orientation,
    })


def fastnoise_lite(
    *,
    seed: Whole = 1337,
    frequency: Real = 0.01,
    noise_type: NoiseType = "open_simplex2",
    fractal_type: FractalType = "none",
    octaves: Whole = 3,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    weighted_strength: Real = 0.0,
    ping_pong_strength: Real = 2.0,
) -> Field:
    """The noise of FastNoiseLite.

    seed: another seed gives another noise; -2147483648 to 2147483647
    frequency: cells per unit of coordinate; above 0
    noise_type: the noise
    fractal_type: rule that adds octaves
    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    weighted_strength: weakens octaves where those before are low
    ping_pong_strength: number of times that values are folded; 0 to 65536
    """
    return call("fastnoise_lite", (), {
        "seed": seed,
        "frequency": frequency,
        "noise_type": noise_type,
        "fractal_type": fractal_type,
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "weighted_strength": weighted_strength,
        "ping_pong_strength": ping_pong_strength,
    })


def mx_noise(*, seed: Whole = 0, frequency: Real = 1.0) -> Field:
    """The Perlin noise of OSL and MaterialX; seeds move it along x.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    """
    return call("mx_noise", (), {
        "seed": seed,
        "frequency": frequency,
    })


def mx_cell_noise(*, seed: Whole = 0, frequency: Real = 1.0) -> Field:
    """The cell noise of OSL and MaterialX; seeds move it along x.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    """
    return call("mx_cell_noise", (), {
        "seed": seed,
        "frequency": frequency,
    })


def constant(value: Real) -> Field:
    """The same everywhere; a number stands for it.

    value: the value
    """
    return call("constant", (), {
        "value": value,
    })


def coordinate(*, axis: Axis = "x", frequency: Real = 1.0) -> Field:
    """A ramp along an axis.

    axis: x, y, z or w
    frequency: change per unit of coordinate, not 0
    """
    return call("coordinate", (), {
        "axis": axis_of("axis", axis),
        "frequency": frequency,
    })


def distance(point: PerAxis[Real], dimensions: Whole, frequency: Real = 1.0) -> Field:
    """The distance from a point.

    point: in units of coordinate; axes beyond dimensions do not count
    dimensions: axes that count; 1 to 4
    frequency: change per unit of coordinate; above 0
    """
    return call("distance", (), {
        "point": by_axis("point", point),
        "dimensions": dimensions,
        "frequency": frequency,
    })


def fbm(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    aligned: bool = False,
    weight: Real = 0.0,
    fraction: Real = 0.0,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    aligned: keeps the lattices of all octaves in line, as published
    weight: weakens octaves where those before are low; 0 to 1
    fraction: weight of one more octave, which fades in; 0 to 1
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("fbm", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "aligned": aligned,
        "weight": weight,
        "fraction": fraction,
        "footprint": footprint,
    })


def ridged(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    aligned: bool = False,
    weight: Real = 0.0,
    fraction: Real = 0.0,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves with crests where they cross 0.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    aligned: keeps the lattices of all octaves in line, as published
    weight: weakens octaves where those before are low; 0 to 1
    fraction: weight of one more octave, which fades in; 0 to 1
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("ridged", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "aligned": aligned,
        "weight": weight,
        "fraction": fraction,
        "footprint": footprint,
    })


def billow(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    aligned: bool = False,
    weight: Real = 0.0,
    fraction: Real = 0.0,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves with creases where they cross 0.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    aligned: keeps the lattices of all octaves in line, as published
    weight: weakens octaves where those before are low; 0 to 1
    fraction: weight of one more octave, which fades in; 0 to 1
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("billow", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "aligned": aligned,
        "weight": weight,
        "fraction": fraction,
        "footprint": footprint,
    })


def ping_pong(
    source: Operand,
    strength: Real = 2.0,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    aligned: bool = False,
    weight: Real = 0.0,
    fraction: Real = 0.0,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves, folded back and forth.

    strength: how often values from -1 to 1 rise and fall; above 0
    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    aligned: keeps the lattices of all octaves in line, as published
    weight: weakens octaves where those before are low; 0 to 1
    fraction: weight of one more octave, which fades in; 0 to 1
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("ping_pong", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "aligned": aligned,
        "weight": weight,
        "fraction": fraction,
        "footprint": footprint,
        "strength": strength,
    })


def damped(
    source: Operand,
    damping: Real = 1.0,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    aligned: bool = False,
    fraction: Real = 0.0,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves that fade where it is steep.

    damping: fades octaves where it is steep; 0 or more
    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    aligned: keeps the lattices of all octaves in line, as published
    fraction: weight of one more octave, which fades in; 0 to 1
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("damped", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "aligned": aligned,
        "fraction": fraction,
        "footprint": footprint,
        "damping": damping,
    })


def multifractal(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    offset: Real = 1.0,
    aligned: bool = False,
    footprint: Real = 0.0,
) -> Field:
    """A product of octaves, smooth where it is low.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    offset: added to every octave
    aligned: keeps the lattices of all octaves in line, as published
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("multifractal", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "offset": offset,
        "aligned": aligned,
        "footprint": footprint,
    })


def hybrid_multifractal(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    offset: Real = 1.0,
    feedback: Real = 1.0,
    aligned: bool = False,
    footprint: Real = 0.0,
) -> Field:
    """A sum of octaves, smooth where it is low.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    offset: added to every octave
    feedback: strengthens octaves where those before are strong; 0 or more
    aligned: keeps the lattices of all octaves in line, as published
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("hybrid_multifractal", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "offset": offset,
        "feedback": feedback,
        "aligned": aligned,
        "footprint": footprint,
    })


def ridged_multifractal(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    offset: Real = 1.0,
    feedback: Real = 1.0,
    aligned: bool = False,
    footprint: Real = 0.0,
) -> Field:
    """Crests where octaves cross 0, smooth between.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    offset: added to every octave
    feedback: strengthens octaves where those before are strong; 0 or more
    aligned: keeps the lattices of all octaves in line, as published
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("ridged_multifractal", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "offset": offset,
        "feedback": feedback,
        "aligned": aligned,
        "footprint": footprint,
    })


def hetero_terrain(
    source: Operand,
    *,
    octaves: Whole = 6,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
    offset: Real = 1.0,
    aligned: bool = False,
    footprint: Real = 0.0,
) -> Field:
    """Octaves in proportion to the altitude.

    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    offset: added to every octave
    aligned: keeps the lattices of all octaves in line, as published
    footprint: distance between samples; octaves too fine for it fade out; 0: none do; 0 or more
    """
    return call("hetero_terrain", (source,), {
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
        "offset": offset,
        "aligned": aligned,
        "footprint": footprint,
    })


def erode(
    height: Operand,
    *,
    seed: Whole = 0,
    scale: Real = 256.0,
    strength: Real = 0.5,
    octaves: Whole = 5,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
) -> Field:
    """Gullies along the slope of a height; the slope must not jump.

    seed: another seed gives other gullies
    scale: width of the widest gullies; above 0
    strength: depth of all gullies together, in units of the height; 0 or more
    octaves: number of widths of gullies; 1 to 32
    lacunarity: width of gullies over that of the next octave; above 0
    gain: depth of gullies over that of the octave before
    """
    return call("erode", (height,), {
        "seed": seed,
        "scale": scale,
        "strength": strength,
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
    })


def min(a: Operand, b: Operand) -> Field:
    """The smaller of a and b."""
    return call("min", (a, b))


def max(a: Operand, b: Operand) -> Field:
    """The larger of a and b."""
    return call("max", (a, b))


def clamp(a: Operand, low: Real, high: Real) -> Field:
    """A within bounds.

    low: the least value
    high: the largest value
    """
    return call("clamp", (a,), {
        "low": low,
        "high": high,
    })


def mix(a: Operand, b: Operand, t: Operand) -> Field:
    """A where t is 0, b where t is 1."""
    return call("mix", (a, b, t))


def smoothstep(low: Real, high: Real, a: Operand) -> Field:
    """0 up to low, 1 from high on, smooth between.

    low: where it begins to rise
    high: where it is 1
    """
    return call("smoothstep", (a,), {
        "low": low,
        "high": high,
    })


def abs(a: Operand) -> Field:
    """|a|."""
    return call("abs", (a,))


def sqrt(a: Operand) -> Field:
    """The square root of a."""
    return call("sqrt", (a,))


def sine(a: Operand) -> Field:
    """Sin(2 pi a)."""
    return call("sine", (a,))


def exp(a: Operand) -> Field:
    """E to the power of a."""
    return call("exp", (a,))


def log(a: Operand) -> Field:
    """The natural logarithm of a."""
    return call("log", (a,))


def floor(a: Operand) -> Field:
    """The whole number at or below a."""
    return call("floor", (a,))


def smooth_min(a: Operand, b: Operand, radius: Real) -> Field:
    """The smaller of a and b, with a soft edge.

    radius: in units of value; 0 or more
    """
    return call("smooth_min", (a, b), {
        "radius": radius,
    })


def smooth_max(a: Operand, b: Operand, radius: Real) -> Field:
    """The larger of a and b, with a soft edge.

    radius: in units of value; 0 or more
    """
    return call("smooth_max", (a, b), {
        "radius": radius,
    })


def terrace(a: Operand, steps: Real, smoothness: Real = 0.0) -> Field:
    """A in steps.

    steps: in a unit of value; 1e-30 to 1e+30
    smoothness: of the edges of steps; 0 leaves them sharp; 0, or 1e-06 to 1000000.0
    """
    return call("terrace", (a,), {
        "steps": steps,
        "smoothness": smoothness,
    })


def curve(a: Operand, points: Sequence[tuple[Real, Real]]) -> Field:
    """A, mapped by a smooth curve through points.

    points: x and y of each, by x
    """
    return call("curve", (a,), {
        "points": points,
    })


def remap(a: Operand, from_: Interval, to: Interval) -> Field:
    """A, mapped linearly from one range to another.

    from_: the range that is mapped
    to: the range that it becomes
    """
    return call("remap", (a,), {
        "from": from_,
        "to": to,
    })


def fraction(a: Operand) -> Field:
    """The fractional part of a, 0 to 1."""
    return call("fraction", (a,))


def step(edge: Real, a: Operand) -> Field:
    """0 where a is below edge, 1 elsewhere.

    edge: where 1 begins
    """
    return call("step", (a,), {
        "edge": edge,
    })


def select(by: Operand, threshold: Real, below: Operand, above: Operand) -> Field:
    """Below where by is below threshold, above elsewhere.

    threshold: the value of by where above begins
    """
    return call("select", (by, below, above), {
        "threshold": threshold,
    })


def translate(field: Operand, distance: PerAxis[Real]) -> Field:
    """Moved by a distance.

    distance: in units of coordinate
    """
    return call("translate", (field,), {
        "distance": by_axis("distance", distance),
    })


def scale(field: Operand, factor: PerAxis[Real]) -> Field:
    """Magnified by a factor.

    factor: 0 leaves an axis as it is; -1e+30 to 1e+30
    """
    return call("scale", (field,), {
        "factor": by_axis("factor", factor),
    })


def rotate(field: Operand, angle: Real, axis: Axis = "x", towards: Axis = "y") -> Field:
    """Turned about the origin.

    angle: in radians; -1000000.0 to 1000000.0
    axis: the axis that turns
    towards: the axis that it turns towards
    """
    return call("rotate", (field,), {
        "angle": angle,
        "axis": axis_of("axis", axis),
        "towards": axis_of("towards", towards),
    })


def transform(field: Operand, affine: Sequence[Sequence[Real]]) -> Field:
    """After an affine map.

    affine: a row for each axis: four factors and a distance
    """
    return call("transform", (field,), {
        "affine": affine,
    })


def loop(field: Operand, axis: Axis, length: Real) -> Field:
    """Made to repeat along an axis.

    axis: x, y, z or w
    length: in units of coordinate; 1e-30 to 1e+30
    """
    return call("loop", (field,), {
        "axis": axis_of("axis", axis),
        "length": length,
    })


def tile(field: Operand, size: PerAxis[Real]) -> Field:
    """Made to repeat along axes.

    size: 0 leaves an axis as it is; 0 to 1e+30
    """
    return call("tile", (field,), {
        "size": by_axis("size", size),
    })


def extrude(field: Operand, axis: Axis) -> Field:
    """The same everywhere along one more axis.

    axis: x, y, z or w
    """
    return call("extrude", (field,), {
        "axis": axis_of("axis", axis),
    })


def warp(field: Operand, by: PerAxis[Operand]) -> Field:
    """Moved by fields, one for each axis."""
    return call("warp", (field,), by=operands_by_axis("by", by))


def domain_warp(
    field: Operand,
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    amplitude: Real = 30.0,
    octaves: Whole = 1,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
) -> Field:
    """Moved by noise.

    seed: another seed gives another warp
    frequency: cells per unit of coordinate; above 0
    amplitude: the farthest that an axis is moved
    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    """
    return call("domain_warp", (field,), {
        "seed": seed,
        "frequency": frequency,
        "amplitude": amplitude,
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
    })


def domain_warp_progressive(
    field: Operand,
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    amplitude: Real = 30.0,
    octaves: Whole = 1,
    lacunarity: Real = 2.0,
    gain: Real = 0.5,
) -> Field:
    """Moved by octaves of noise, one after another.

    seed: another seed gives another warp
    frequency: cells per unit of coordinate; above 0
    amplitude: the farthest that an axis is moved
    octaves: layers of noise; 1 to 32
    lacunarity: frequency over that of the octave before; above 0
    gain: amplitude over that of the octave before
    """
    return call("domain_warp_progressive", (field,), {
        "seed": seed,
        "frequency": frequency,
        "amplitude": amplitude,
        "octaves": octaves,
        "lacunarity": lacunarity,
        "gain": gain,
    })


def cellular_lookup(
    field: Operand,
    *,
    seed: Whole = 0,
    frequency: Real = 0.015625,
    jitter: Real = 1.0,
    distance: Distance = "euclidean",
    period: PerAxis[Whole] = (),
) -> Field:
    """A field at the nearest of scattered points.

    seed: another seed gives another noise
    frequency: cells per unit of coordinate; above 0
    jitter: distance of points from the centres of cells; 0 to 1
    distance: measure of distances
    period: cells after which an axis repeats, or 0; 0 to 4294967296
    """
    return call("cellular_lookup", (field,), {
        "seed": seed,
        "frequency": frequency,
        "jitter": jitter,
        "distance": distance,
        "period": by_axis("period", period),
    })


def derivative(field: Operand, axis: Axis) -> Field:
    """The derivative along an axis.

    axis: x, y, z or w
    """
    return call("derivative", (field,), {
        "axis": axis_of("axis", axis),
    })


def slope(field: Operand, dimensions: Whole = 2) -> Field:
    """The length of the gradient.

    dimensions: axes that count; 1 to 4
    """
    return call("slope", (field,), {
        "dimensions": dimensions,
    })


def differences(field: Operand, step: Real) -> Field:
    """The field, with derivatives by central differences.

    step: in units of coordinate; 1e-30 to 1e+30
    """
    return call("differences", (field,), {
        "step": step,
    })


def chunk_noise(
    path: Sequence[PerAxis[Whole]],
    *,
    dimensions: Whole,
    world_seed: Whole = 0,
    salt: Whole = 0,
    chop: Whole = 0,
) -> Field:
    """Gradient noise within a chunk.

    path: positions of chunks, the outermost first
    dimensions: of the noise; 2 to 3
    world_seed: another seed gives another world
    salt: another salt gives another layer of noise
    chop: the virtual chunk is 2^chop chunks wide; 0 to 48
    """
    return call("chunk_noise", (), {
        "dimensions": dimensions,
        "path": path_of("path", path),
        "world_seed": world_seed,
        "salt": salt,
        "chop": chop,
    })


def chunk_noise_of_seeds(seeds: Sequence[Whole], *, dimensions: Whole) -> Field:
    """The same, from seeds at the corners.

    seeds: at the corners, 4 or 8; 0 to 4294967295
    dimensions: of the noise; 2 to 3
    """
    return call("chunk_noise_of_seeds", (), {
        "dimensions": dimensions,
        "seeds": seeds,
    })


def chunk_value(
    path: Sequence[PerAxis[Whole]],
    values: Interval,
    fade: Fade = "quintic",
    *,
    dimensions: Whole,
    world_seed: Whole = 0,
    salt: Whole = 0,
    chop: Whole = 0,
) -> Field:
    """A parameter that varies from chunk to chunk.

    path: positions of chunks, the outermost first
    values: bounds of the values; -1e+30 to 1e+30
    fade: the ease curve within the chunk
    dimensions: of the noise; 2 to 3
    world_seed: another seed gives another world
    salt: another salt gives another layer of noise
    chop: the virtual chunk is 2^chop chunks wide; 0 to 48
    """
    return call("chunk_value", (), {
        "dimensions": dimensions,
        "path": path_of("path", path),
        "world_seed": world_seed,
        "salt": salt,
        "chop": chop,
        "values": values,
        "fade": fade,
    })


def chunk_layers(
    path: Sequence[PerAxis[Whole]],
    *,
    dimensions: Whole,
    world_seed: Whole = 0,
    salt: Whole = 0,
    chop: Whole = 0,
    octaves: Whole = 4,
    gain: Real = 0.5,
    left_out: Whole = 0,
) -> Field:
    """A sum of chunk noises of different widths.

    path: positions of chunks, the outermost first
    dimensions: of the noise; 2 to 3
    world_seed: another seed gives another world
    salt: another salt gives another layer of noise
    chop: the virtual chunk is 2^chop chunks wide; 0 to 48
    octaves: layers; 1 to 49
    gain: weight over that of the wider layer
    left_out: number of narrow layers to leave out; 0 to 48
    """
    return call("chunk_layers", (), {
        "dimensions": dimensions,
        "path": path_of("path", path),
        "world_seed": world_seed,
        "salt": salt,
        "chop": chop,
        "octaves": octaves,
        "gain": gain,
        "left_out": left_out,
    })


def chunk_layers_by_weight(
    path: Sequence[PerAxis[Whole]],
    layers: Sequence[tuple[Whole, Real]],
    *,
    dimensions: Whole,
    world_seed: Whole = 0,
    salt: Whole = 0,
    chop: Whole = 0,
) -> Field:
    """The same, layer by layer.

    path: positions of chunks, the outermost first
    layers: chop and weight of each; -1e+30 to 1e+30
    dimensions: of the noise; 2 to 3
    world_seed: another seed gives another world
    salt: another salt gives another layer of noise
    chop: the virtual chunk is 2^chop chunks wide; 0 to 48
    """
    return call("chunk_layers_by_weight", (), {
        "dimensions": dimensions,
        "path": path_of("path", path),
        "world_seed": world_seed,
        "salt": salt,
        "chop": chop,
        "layers": layers,
    })
