"""Measures the statistics of all noises: the tables and the charts of docs/statistics.md.

    python3 docs/images/measure.py

The program needs NumPy and the Python package of perlane. It rewrites what lies between the markers
in the page, and the charts in docs/images/statistics. The bits of the samples are
the same everywhere, and figures are rounded, so it makes the same files on every machine.

The spectra are those of R. A. Ulichney, "Dithering with Blue Noise", 1988, which A. Lagae et al.,
"A Survey of Procedural Noise Functions", 2010, use for noise: the radially averaged power spectrum,
and its anisotropy, the variance over angle divided by the square of the mean.
"""

import functools
import pathlib

import numpy as np
import perlane

IMAGES = pathlib.Path(__file__).resolve().parent
PAGE = IMAGES.parent / "statistics.md"
CHARTS = IMAGES / "statistics"

# Cells between neighbouring samples of the distributions: no cell is met twice, and no part of a
# cell is met more often than others.
STEPS = (3.754877666246693, 5.569840290998053, 4.618033988749895, 6.414213562373095)
SHAPES = {1: (2**20,), 2: (1024, 1024), 3: (64, 128, 128), 4: (32, 32, 32, 32)}

WINDOW = 512  # samples along a side of what a spectrum is measured in
FIELDS = 10   # as many periodograms are averaged
SLICE = 0.381966  # where 3D noise is sliced, in cells

FRACTALS = ["fbm", "ridged", "billow", "ping_pong", "multifractal", "hybrid_multifractal",
            "ridged_multifractal", "hetero_terrain", "damped"]


def _noises():
    """Every noise by its name: a function of a seed and a frequency."""
    def noise(function, **members):
        return lambda seed, frequency: function(seed=seed, frequency=frequency, **members)

    def fractal(function):
        return lambda seed, frequency: function(perlane.perlin(seed=seed, frequency=frequency))

    for name in ("perlin", "perlin2002", "value", "white", "simplex", "simplex2012",
                 "opensimplex2", "opensimplex2s"):
        yield name, noise(getattr(perlane, name))
    for returns in ("f1", "f2", "f2_minus_f1", "value", "edge"):
        yield f"cellular {returns}", noise(perlane.cellular, returns=returns)
    offset = noise(perlane.cellular, returns="offset_x")
    yield "cellular offset_x", lambda seed, frequency: frequency * offset(seed, frequency)  # cells
    for kind in ("perlin", "value", "value_cubic", "open_simplex2", "open_simplex2s"):
        yield f"fastnoise_lite {kind}", noise(perlane.fastnoise_lite, noise_type=kind)
    for name in ("mx_noise", "mx_cell_noise"):
        yield name, noise(getattr(perlane, name))
    for name in FRACTALS:
        yield name, fractal(getattr(perlane, name))


NOISES = dict(_noises())


PICTURES = {"cellular f1": "cellular", "cellular f2_minus_f1": "cellular-borders",
            "cellular offset_x": "cellular-offset",
            "fastnoise_lite open_simplex2": "fastnoise-opensimplex2",
            "fastnoise_lite open_simplex2s": "fastnoise-opensimplex2s"}


def file_of(name):
    return name.replace(" ", "-").replace("_", "-")


def picture_of(name):
    return PICTURES.get(name, file_of(name).replace("-lite", ""))


# ---- measures ---------------------------------------------------------------

@functools.cache
def samples(name, dimensions):
    """2^20 samples in as many cells, or None where there is no such noise."""
    field = NOISES[name](0, 1.0)
    if not field.dimensions.least <= dimensions <= field.dimensions.most:
        return None
    steps = STEPS[:dimensions][::-1]
    return field.grid(SHAPES[dimensions], step=steps).ravel().astype(np.float64)


def moments(values):
    """Mean, standard deviation, skewness and excess kurtosis."""
    mean = values.mean()
    centred = values - mean
    deviation = np.sqrt((centred**2).mean())
    return mean, deviation, (centred**3).mean() / deviation**3, (
        centred**4).mean() / deviation**4 - 3


def is_fractal(name):
    return name in FRACTALS


def cell(name):
    """The samples to a cell of a spectrum. Fractals need more of them for their octaves."""
    return 64 if is_fractal(name) else 16


def windows(name, dimensions):
    """FIELDS squares of samples, each of another seed and place; of 3D noise, slices."""
    for seed in range(FIELDS):
        field = NOISES[name](seed, 1 / cell(name))
        # Tables of 256 entries repeat, and seeds only move them. These squares do not overlap.
        shape, origin = (WINDOW, WINDOW), (53.0 * seed * cell(name), 37.0 * seed * cell(name))
        if dimensions == 3:
            shape, origin = (1, *shape), (SLICE * cell(name), *origin)
        yield field.grid(shape, origin=origin).reshape(WINDOW, WINDOW).astype(np.float64)


@functools.cache
def spectrum(name, dimensions=2):
    """Frequencies in cycles per cell, and of the annuli there density, anisotropy, and power.

    The density is the mean power per area of the plane of frequencies. The variance is 1.
    """
    hann = np.hanning(WINDOW + 1)[:-1]
    taper = hann[:, None] * hann[None, :]
    mean = samples(name, dimensions).mean()
    power = np.zeros((WINDOW, WINDOW // 2 + 1))
    for values in windows(name, dimensions):
        power += np.abs(np.fft.rfft2((values - mean) * taper))**2
    power /= FIELDS * (taper**2).sum() * cell(name)**2 * samples(name, dimensions).var()
    y, x = np.fft.fftfreq(WINDOW, 1 / WINDOW), np.arange(WINDOW // 2 + 1)
    annulus = np.rint(np.hypot(*np.meshgrid(x, y))).astype(int).ravel()
    # Each half of the plane has all there is; columns at its edges would count twice.
    inside = ((x > 0) & (x < WINDOW // 2))[None, :].repeat(WINDOW, 0).ravel()
    annulus, power = annulus[inside], power.ravel()[inside]
    keep = slice(3, WINDOW // 2)  # the window blurs the first ones
    count = np.bincount(annulus)[keep]
    average = np.bincount(annulus, power)[keep] / count
    square = np.bincount(annulus, power**2)[keep] / count
    variance = (square - average**2) * count / (count - 1)
    frequency = np.arange(WINDOW)[keep] * cell(name) / WINDOW
    return frequency, average, variance / average**2, count * average


def decibels(ratio):
    return 10 * np.log10(np.maximum(ratio, 1e-12))


@functools.cache
def correlation_lengths(name):
    """The distances, in cells, at which the correlation falls to 1/e: along x, and a diagonal."""
    mean = samples(name, 2).mean()
    lags = range(0, 2 * cell(name), cell(name) // 16)
    along, across = np.zeros(len(lags)), np.zeros(len(lags))
    for values in windows(name, 2):
        values = values - mean
        for i, lag in enumerate(lags):
            rest = WINDOW - lag
            along[i] += (values[:, :rest] * values[:, lag:]).mean()
            across[i] += (values[:rest, :rest] * values[lag:, lag:]).mean()

    def length(correlations, step):
        correlations = correlations / correlations[0]
        after = int(np.argmax(correlations < np.exp(-1)))
        before, beyond = correlations[after - 1], correlations[after]
        return step * (after - 1 + (before - np.exp(-1)) / (before - beyond))

    return length(along, 1 / 16), length(across, np.sqrt(2.0) / 16)


# ---- tables -----------------------------------------------------------------

def rounded(number, digits):
    text = f"{number:.{digits}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|---" + "|--:" * (len(head) - 1) + "|"]
    return "\n".join(lines + ["| " + " | ".join(row) + " |" for row in rows])


def deviations(names=NOISES):
    rows = []
    for name in names:
        row = [f"`{name}`"]
        for dimensions in range(1, 5):
            values = samples(name, dimensions)
            row.append("" if values is None else rounded(moments(values)[1], 3))
        rows.append(row)
    return table(["noise", "1D", "2D", "3D", "4D"], rows)


def distributions(names=NOISES):
    rows = []
    for name in names:
        values = samples(name, 2)
        mean, _, skew, kurtosis = moments(values)
        low, high = np.quantile(values, (0.01, 0.99))
        proven = NOISES[name](0, 1.0).range(2)
        rows.append([
            f"`{name}`", rounded(mean, 3), rounded(skew, 2), rounded(kurtosis, 2),
            f"{rounded(low, 2)}, {rounded(high, 2)}",
            f"{rounded(values.min(), 2)}, {rounded(values.max(), 2)}",
            f"{rounded(proven[0], 2)}, {rounded(proven[1], 2)}"])
    return table(["noise", "mean", "skewness", "kurtosis", "98% of samples", "all samples",
                  "proven range"], rows)


def spectra(names=NOISES):
    rows = []
    for name in names:
        frequency, _, anisotropy, power = spectrum(name)
        along, across = correlation_lengths(name)
        middle = frequency[np.searchsorted(np.cumsum(power), power.sum() / 2)]
        rows.append([
            f"`{name}`", rounded(middle, 2), rounded(along, 2), rounded(across, 2),
            rounded(across / along, 2),
            rounded(decibels((anisotropy * power).sum() / power.sum()), 1)])
    return table(["noise", "half of the power below", "length along x", "on a diagonal", "ratio",
                  "anisotropy, dB"], rows)


def charts():
    parts = []
    for name in NOISES:
        low, high = np.quantile(samples(name, 2), (0.01, 0.99))
        parts.append(
            f"### `{name}`\n\n"
            f"![{name}](images/noises/{picture_of(name)}.png)\n"
            f"![98% of its samples lie from {rounded(low, 2)} to {rounded(high, 2)}; its spectrum\n"
            f"and the anisotropy of that](images/statistics/{file_of(name)}.svg)")
    return "\n\n".join(parts)


BLOCKS = {"deviations": deviations, "distributions": distributions, "spectra": spectra,
          "charts": charts}


def page_with_figures(text):
    """The page, with its tables and the list of its charts made anew."""
    for name, make in BLOCKS.items():
        begin, end = f"<!-- {name} -->\n", "<!-- end -->"
        before, rest = text.split(begin)
        text = before + begin + "\n" + make() + "\n\n" + rest[rest.index(end):]
    return text


# ---- charts -----------------------------------------------------------------

WIDTH, HEIGHT = 200, 170                  # of a panel
LEFT, RIGHT, TOP, BOTTOM = 30, 8, 20, 32  # its margins

STYLE = """<style>
text { font: 10px sans-serif; fill: #333 } .title { font-weight: bold }
.grid { stroke: #ddd } .axis { fill: none; stroke: #888 }
.line { fill: none; stroke: #1f5fa8; stroke-width: 1.5 } .area { fill: #b9d2ee }
.slice { fill: none; stroke: #c2501c; stroke-width: 1 } .mark { stroke: #c2501c }
.of-line { fill: #1f5fa8 } .of-slice { fill: #c2501c }
.guide { stroke: #888; stroke-dasharray: 3 3 }
</style>"""


class Panel:
    """A chart with two axes. `x` and `y` are their ends; x may be logarithmic."""

    def __init__(self, number, title, x, y, logarithmic=False):
        self.left, self.x, self.y, self.logarithmic = number * WIDTH + LEFT, x, y, logarithmic
        self.parts = [f'<text class="title" x="{self.left}" y="12">{title}</text>']

    def place(self, x, y):
        low, high = self.x
        if self.logarithmic:
            x, low, high = np.log(x), np.log(low), np.log(high)
        across = (x - low) / (high - low) * (WIDTH - LEFT - RIGHT)
        down = (1 - (y - self.y[0]) / (self.y[1] - self.y[0])) * (HEIGHT - TOP - BOTTOM)
        return f"{self.left + across:.1f},{TOP + down:.1f}"

    def segment(self, kind, a, b):
        (x1, y1), (x2, y2) = self.place(*a).split(","), self.place(*b).split(",")
        self.parts.append(f'<line class="{kind}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>')

    def text(self, text, x, y, anchor, right=0, down=0, kind="plain"):
        at = [float(number) for number in self.place(x, y).split(",")]
        self.parts.append(f'<text class="{kind}" x="{at[0] + right:.1f}" y="{at[1] + down:.1f}" '
                          f'text-anchor="{anchor}">{text}</text>')

    def ticks_below(self, ticks, label):
        for tick in ticks:
            self.segment("grid", (tick, self.y[0]), (tick, self.y[1]))
            self.text(f"{tick:g}", tick, self.y[0], "middle", down=12)
        middle = self.left + (WIDTH - LEFT - RIGHT) / 2
        self.parts.append(f'<text x="{middle}" y="{HEIGHT - 6}" '
                          f'text-anchor="middle">{label}</text>')

    def ticks_left(self, ticks):
        for tick in ticks:
            self.segment("grid", (self.x[0], tick), (self.x[1], tick))
            self.text(f"{tick:g}", self.x[0], tick, "end", right=-3, down=3)

    def curve(self, kind, xs, ys):
        ys = np.clip(ys, *self.y)
        points = " ".join(self.place(x, y) for x, y in zip(xs, ys))
        element = "polygon" if kind == "area" else "polyline"
        self.parts.append(f'<{element} class="{kind}" points="{points}"/>')

    def frame(self):
        self.parts.append(f'<rect class="axis" x="{self.left}" y="{TOP}" '
                          f'width="{WIDTH - LEFT - RIGHT}" height="{HEIGHT - TOP - BOTTOM}"/>')
        return "\n".join(self.parts)


def distribution_panel(name):
    values = samples(name, 2)
    low, high = (np.floor(10 * bound) / 10 for bound in NOISES[name](0, 1.0).range(2))
    high += 0.1 if high < values.max() else 0
    density, edges = np.histogram(values, 80, (low, high), density=True)
    most = 1.08 * density.max()
    panel = Panel(0, "distribution in 2D", (low, high), (0, most))
    step = 10.0**np.floor(np.log10(high - low)) / 2
    step *= 2 if (high - low) / step > 5 else 1
    ticks = np.arange(np.ceil(low / step), np.floor(high / step) + 1) * step
    middles = (edges[1:] + edges[:-1]) / 2
    panel.ticks_below(ticks, "value")
    unit = 10.0**np.floor(np.log10(most))
    unit = next(unit * k for k in (0.5, 1, 2) if most / (unit * k) < 5.5)
    panel.ticks_left(np.arange(0, most, unit))
    panel.curve("area", [low, *middles, high], [0, *density, 0])
    panel.curve("line", middles, density)
    for quantile in np.quantile(values, (0.01, 0.5, 0.99)):
        panel.segment("mark", (quantile, 0), (quantile, 0.1 * most))
    return panel.frame()


def spectrum_panels(name):
    frequency = spectrum(name)[0]
    ends = (frequency[0], frequency[-1])
    ticks = [0.25, 1, 4] if not is_fractal(name) else [0.5, 2, 8, 32]
    bottom = -90 if is_fractal(name) else -60
    power = Panel(1, "power, dB", ends, (bottom, 10), logarithmic=True)
    power.ticks_below(ticks, "cycles per cell")
    power.ticks_left(range(bottom, 11, 20))
    shape = Panel(2, "anisotropy, dB", ends, (-15, 15), logarithmic=True)
    shape.ticks_below(ticks, "cycles per cell")
    shape.ticks_left(range(-10, 11, 10))
    shape.segment("guide", (ends[0], -10), (ends[1], -10))
    shape.text("isotropic", ends[1], -15, "end", right=-3, down=-3)
    for kind, dimensions, label, up in (("slice", 3, "slice of 3D", 6), ("line", 2, "2D", 19)):
        if samples(name, dimensions) is None:
            continue
        power.text(label, ends[0], bottom, "start", right=6, down=-up, kind=f"of-{kind}")
        _, average, anisotropy, _ = spectrum(name, dimensions)
        power.curve(kind, frequency, decibels(average))
        shape.curve(kind, frequency, decibels(anisotropy))
    return [power.frame(), shape.frame()]


def chart(name):
    panels = "\n".join([distribution_panel(name), *spectrum_panels(name)])
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{3 * WIDTH}" height="{HEIGHT}" '
            f'viewBox="0 0 {3 * WIDTH} {HEIGHT}">\n{STYLE}\n<rect width="100%" height="100%" '
            f'fill="white"/>\n{panels}\n</svg>\n')


def main():
    CHARTS.mkdir(exist_ok=True)
    for name in NOISES:
        (CHARTS / (file_of(name) + ".svg")).write_text(chart(name), encoding="utf-8")
    text = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(page_with_figures(text), encoding="utf-8")


if __name__ == "__main__":
    main()
