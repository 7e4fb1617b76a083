"""The charts of the report, as SVG. A chart is None if its cases were not measured."""

import dataclasses
import io

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plot  # noqa: E402
import matplotlib.ticker  # noqa: E402

from findings import Findings  # noqa: E402

COLOURS = {
    "avx512vbmi": "#9065b0",
    "avx512": "#0b6e99",
    "avx2": "#d9730d",
    "sse4_1": "#448361",
    "neon64": "#c14c8a",
    "scalar": "#9b9a97",
    None: "#37352f",
}
CEILING = "#37352f"

matplotlib.rcParams.update(
    {
        "svg.fonttype": "none",
        "font.family": "sans-serif",
        "font.size": 10,
        "svg.hashsalt": "perlane",
    }
)


def axes(title, x, y, height=4.2):
    figure, ax = plot.subplots(figsize=(9, height))
    ax.set_title(title, loc="left", fontsize=12, fontweight="bold")
    ax.set_xlabel(x)
    ax.set_ylabel(y)
    ax.grid(True, which="major", axis="both", color="#e9e9e7", linewidth=0.8)
    ax.set_axisbelow(True)
    for side in ("top", "right"):
        ax.spines[side].set_visible(False)
    return figure, ax


def plain(value, _):
    return f"{value:g}"


def logarithmic(axis):
    """Figures as people write them: enough of them, and not too many."""
    low, high = axis.get_view_interval()
    subdivisions = (1.0, 2.0, 5.0) if high / low < 10000 else (1.0,)
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(plain))
    axis.set_major_locator(matplotlib.ticker.LogLocator(subs=subdivisions))
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def legend_beside(ax):
    """Never on the lines. The libraries come first, and the instruction sets from best to worst."""
    isas = list(COLOURS)

    def order(entry):
        who, _, isa = entry[1].partition(", ")
        is_known = who in ("perlane", "FastNoise2")
        isa = isa.rpartition(", ")[2]
        return not is_known, who != "perlane", isas.index(isa) if isa in isas else len(isas)

    entries = sorted(zip(*ax.get_legend_handles_labels()), key=order)
    ax.legend(
        *zip(*entries), frameon=False, loc="upper left", bbox_to_anchor=(1.01, 1), borderaxespad=0
    )


def svg(figure, is_drawn=True):
    """The text of the figure, which is closed; None if nothing was drawn."""
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    plot.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :] if is_drawn else None


def label_once(ax, text):
    return None if text in ax.get_legend_handles_labels()[1] else text


# ---- throughput -------------------------------------------------------------
def look(ax, case):
    """The marker of a case, and its label if the legend lacks it."""
    if case.what == "published":
        return {"marker": "x", "label": label_once(ax, "as published")}
    isa = case.isa or ("point by point" if case.work == "single" else None)
    label = "FastNoise2" if case.library else "perlane"
    label = label_once(ax, f"{label}, {isa}" if isa else label)
    if case.library:
        return {"marker": "o", "markerfacecolor": "white", "label": label}
    return {"marker": "o", "label": label}


def lanes_of(findings, cases):
    """The instruction sets of a row from top to bottom, None for what has no such set."""
    present = {case.isa for case in cases}
    return [isa for isa in [None, *findings.isas] if isa in present]


def throughput_chart(findings, heading):
    """Dots, since a bar on a logarithmic axis has no length."""
    works = findings.works(heading)
    if not works:
        return None
    lane = 0.16  # inches
    gap = 0.14
    heights = [
        max(2, len(lanes_of(findings, cases))) * lane + gap  # a title has two lines
        for cases in works.values()
    ]
    figure, ax = axes(
        f"{heading}: throughput, one thread",
        "billion samples per second, on a logarithmic scale",
        "",
        0.9 + sum(heights),
    )
    top, ticks = 0.0, []
    for cases, height in zip(works.values(), heights):
        ticks.append(top + height / 2)
        ax.axhline(top, color="#d3d1cb", linewidth=0.6)
        lanes = lanes_of(findings, cases)
        for number, isa in enumerate(lanes):
            place = top + height / 2 + (number + 0.5 - len(lanes) / 2) * lane
            in_lane = [case for case in cases if case.isa == isa]
            rates = [findings.rate(case) / 1e9 for case in in_lane]
            ax.plot(
                [min(rates), max(rates)], [place] * 2, color=COLOURS[isa], linewidth=1.2, alpha=0.5
            )
            for case, rate in zip(in_lane, rates):
                ax.plot(
                    [rate],
                    [place],
                    color=COLOURS[isa],
                    markersize=6,
                    linestyle="",
                    **look(ax, case),
                )
        ceiling = findings.ceiling(cases[0])
        if ceiling is not None:
            ax.plot(
                [ceiling / 1e9] * 2,
                [top + 0.02, top + height - 0.02],
                color=CEILING,
                linewidth=2,
                label=label_once(ax, "storing zeros"),
            )
        top += height
    ax.set_yticks(ticks, [title.replace(", ", "\n", 1) for title in works])
    ax.grid(False, axis="y")
    ax.set_ylim(top, 0)
    ax.set_xscale("log")
    logarithmic(ax.xaxis)
    if top > 12:  # taller than a screen
        ax.tick_params(axis="x", which="both", top=True, labeltop=True)
        ax.set_title(ax.get_title(loc="left"), loc="left", fontweight="bold", pad=24)
    legend_beside(ax)
    return svg(figure)


# ---- lines ------------------------------------------------------------------
def line(findings, ax, cases, x, y, label, **style):
    """A line through cases. y(rate)"""
    if not cases:
        return
    cases = sorted(cases, key=x)
    results = [findings.results[case] for case in cases]
    values = [y(result.rate) for result in results]
    bounds = [sorted(y(rate) for rate in result.quartiles()) for result in results]
    ax.errorbar(
        [x(case) for case in cases],
        values,
        yerr=[
            [max(0, value - low) for value, (low, _) in zip(values, bounds)],
            [max(0, high - value) for value, (_, high) in zip(values, bounds)],
        ],
        marker="o",
        markersize=4,
        capsize=2,
        label=label,
        **style,
    )


OPPONENT = {"markerfacecolor": "white", "linestyle": "--"}


def sweep_chart(findings):
    wanted = {"work": "fill", "what": "perlin", "fractal": None, "shape": "1024x1024"}
    wanted |= {"element": None, "threads": 1, "place": "vector"}
    swept = findings.series(**wanted)
    if not swept:
        return None
    figure, ax = axes(
        "From wide cells to fine ones: 2D, 1024 × 1024, one thread",
        "samples per cell",
        "nanoseconds per sample",
    )

    def nanoseconds(rate):
        return 1e9 / rate

    for library, label, style in ((None, "perlane", {}), ("fastnoise2", "FastNoise2", OPPONENT)):
        for isa in findings.isas:
            cases = findings.series(**wanted, isa=isa, library=library)
            line(
                findings,
                ax,
                cases,
                lambda case: case.cell,
                nanoseconds,
                f"{label}, {isa}",
                color=COLOURS[isa],
                **style,
            )
    for isa in findings.isas:
        for points in findings.series(
            work="sample",
            what="perlin",
            fractal=None,
            dimensions=2,
            element="float",
            isa=isa,
            library=None,
        ):
            ax.axhline(
                nanoseconds(findings.rate(points)),
                color=COLOURS[isa],
                linestyle=":",
                linewidth=1.2,
            )
    ax.plot([], [], color="#777777", linestyle=":", label="perlane, random points")
    ceiling = findings.ceiling(swept[0])
    if ceiling is not None:
        ax.axhline(nanoseconds(ceiling), color=CEILING, linewidth=2, label="storing zeros")
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.invert_xaxis()
    ax.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(plain))
    logarithmic(ax.yaxis)
    legend_beside(ax)
    return svg(figure)


def two_works(findings, ax, x, wanted):
    """Draws one octave and eight by the best instruction set, under what storing allows, if there
    are any."""
    stores = {}
    for library, label, style in ((None, "perlane", {}), ("fastnoise2", "FastNoise2", OPPONENT)):
        for fractal, octaves, cell, colour in (
            (None, "one octave", 100, "#0b6e99"),
            ("fbm", "8 octaves", 1024, "#d9730d"),
        ):
            cases = findings.series(
                **wanted, fractal=fractal, cell=cell, work="fill", what="perlin", dimensions=2,
                element=None, place="vector", library=library,
            )  # fmt: skip
            best = next((isa for isa in findings.isas if is_swept(cases, isa)), None)
            cases = [case for case in cases if case.isa == best and case.octaves in (1, 8)]
            line(
                findings,
                ax,
                cases,
                x,
                lambda rate: rate / 1e9,
                f"{label}, {octaves}, {best}",
                color=colour,
                **style,
            )
            for case in cases:
                if findings.ceiling(case) is not None:
                    stores[x(case)] = findings.ceiling(case) / 1e9
    if not ax.containers:
        return False
    ax.plot(
        sorted(stores),
        [stores[place] for place in sorted(stores)],
        color=CEILING,
        linewidth=2,
        label="storing zeros",
    )
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(plain))
    ax.set_xticks(sorted(stores))
    logarithmic(ax.yaxis)
    legend_beside(ax)
    return True


def is_swept(cases, isa):
    """True for the instruction set that is measured in all sizes, or with all threads."""
    counts = {}
    for case in cases:
        counts[case.isa] = counts.get(case.isa, 0) + 1
    return isa in counts and counts[isa] == max(counts.values())


def side(case):
    return int(case.shape.split("x")[0])


def size_chart(findings):
    figure, ax = axes(
        "From small arrays to large ones: 2D, one thread",
        "samples per side",
        "billion samples per second",
    )
    sides = [
        case.shape
        for case in findings.results
        if case.work == "fill" and case.dimensions == 2 and side(case) & (side(case) - 1) == 0
    ]
    square = part_of(findings, lambda case: case.work == "store" or case.shape in sides)
    return svg(figure, two_works(square, ax, side, {"threads": 1}))


def part_of(findings, keep, by_clock=False):
    """The findings of some of the cases, all of them timed by the clock if so wanted."""
    results = {
        case: dataclasses.replace(result, rates=result.by_clock) if by_clock else result
        for case, result in findings.results.items()
        if keep(case)
    }
    return Findings(findings.context, results)


def thread_chart(findings):
    figure, ax = axes(
        "Threads: 2D, 4096 × 4096, by the clock", "threads", "billion samples per second"
    )
    own = part_of(findings, lambda case: case.library is None, by_clock=True)
    wanted = {"shape": "4096x4096"}
    return svg(figure, two_works(own, ax, lambda case: case.threads, wanted))
