#!/usr/bin/env python3
"""Makes a report of what perlane-bench has measured: a table to read, and a page with charts.

usage: report.py RESULTS.json PAGE.html
"""

import argparse
import datetime
import html
import io
import platform
import subprocess
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plot  # noqa: E402
import matplotlib.ticker  # noqa: E402

from results import read  # noqa: E402

COLOURS = ["#0b6e99", "#d9730d", "#448361", "#9065b0", "#c14c8a", "#9b9a97"]
CEILING = "#37352f"


class Report:
    def __init__(self, context, results):
        self.context = context
        self.results = results
        self.isas = list(dict.fromkeys(case.isa for case in results if case.isa))  # best first
        self.colour = dict(zip(self.isas, COLOURS * 2))

    def ceiling(self, case):
        """The rate at which the samples of a case could be written at all, the better way."""
        stores = [
            result.rate * result.bytes_per_sample
            for store, result in self.results.items()
            if store.work == "store" and store.shape == case.shape and store.threads == case.threads
        ]
        return max(stores) / self.results[case].bytes_per_sample if stores else None

    def works(self):
        """The cases by title and instruction set, of what is measured with all instruction sets.

        The sweep is left out, since it has a chart. The set None is code that others published.
        """
        works = {}
        for case in self.results:
            if (
                case.work == "store"
                or case.threads > 1
                or (case.work == "fill" and case.shape == "1024x1024")
            ):
                continue
            works.setdefault(case.title, {})[case.isa] = case
        return {
            title: cases
            for title, cases in works.items()
            if len(cases.keys() - {None}) == len(self.isas)
        }

    def rows(self):
        """Title, instruction set, samples and bytes per second, over the ceiling, over scalar."""
        for title, cases in self.works().items():
            scalar = self.results[cases["scalar"]].rate if "scalar" in cases else None
            for isa in filter(cases.__contains__, [*self.isas, None]):
                case = cases[isa]
                result = self.results[case]
                ceiling = self.ceiling(case)
                yield (
                    title,
                    isa or "as published",
                    result.rate,
                    result.rate * result.bytes_per_sample,
                    None if ceiling is None else result.rate / ceiling,
                    None if scalar is None else result.rate / scalar,
                )

    def series(self, **wanted):
        """The cases whose parts are as wanted, in order of measurement."""
        return [
            case
            for case in self.results
            if all(getattr(case, part) == value for part, value in wanted.items())
        ]


# ---- the table --------------------------------------------------------------
def print_table(report):
    print(f"{'':58} {'samples/s':>10} {'bytes/s':>9} {'of ceiling':>10} {'x scalar':>9}")
    last = None
    for title, isa, rate, volume, part, multiple in report.rows():
        if title != last:
            print(f"\n{title}")
            last = title
        ceiling = "" if part is None else f"{part:.2f}"
        scalar = "" if multiple is None else f"{multiple:.1f}"
        print(f"    {isa:54} {rate / 1e9:8.3f} G {volume / 1e9:7.1f} G {ceiling:>10} {scalar:>9}")
    print()


# ---- the charts -------------------------------------------------------------
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


def logarithmic(axis, subdivisions=(1.0, 2.0, 5.0)):
    """Figures as people write them, and enough of them."""
    axis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    axis.set_major_locator(matplotlib.ticker.LogLocator(subs=subdivisions))
    axis.set_minor_formatter(matplotlib.ticker.NullFormatter())


def svg(figure):
    text = io.StringIO()
    figure.savefig(text, format="svg", bbox_inches="tight", metadata={"Date": None})
    plot.close(figure)
    return text.getvalue()[text.getvalue().index("<svg") :]


def spread(result, scale):
    """The middle half of the repetitions around their median, for error bars."""
    rates = sorted(result.rates)
    low, high = rates[len(rates) // 4], rates[-1 - len(rates) // 4]
    return (result.rate - low) * scale, (high - result.rate) * scale


def throughput_chart(report):
    works = report.works()
    figure, ax = axes(
        "Throughput by instruction set, one thread",
        "billion samples per second",
        "",
        0.9 + 0.95 * len(works),
    )
    thickness = 0.8 / len(report.isas)
    for number, isa in enumerate(report.isas):
        places = [
            row + (number - (len(report.isas) - 1) / 2) * thickness for row in range(len(works))
        ]
        rates = [report.results[cases[isa]].rate / 1e9 for cases in works.values()]
        ax.barh(places, rates, thickness * 0.92, color=report.colour[isa], label=isa)
    for row, cases in enumerate(works.values()):
        ceiling = report.ceiling(cases[report.isas[0]])
        if ceiling is not None:
            ax.plot(
                [ceiling / 1e9] * 2,
                [row - 0.45, row + 0.45],
                color=CEILING,
                linewidth=2,
                label="storing zeros" if row == 0 else None,
            )
    ax.set_yticks(range(len(works)), [title.replace(", ", "\n", 1) for title in works])
    ax.set_xscale("log")
    logarithmic(ax.xaxis)
    ax.invert_yaxis()
    ax.legend(
        frameon=False, loc="upper center", bbox_to_anchor=(0.35, -0.04), ncols=len(report.isas) + 1
    )
    return svg(figure)


def sweep_chart(report):
    figure, ax = axes(
        "From wide cells to fine ones, 2D, 1024 × 1024, one thread",
        "samples per cell",
        "nanoseconds per sample",
    )
    for isa in report.isas:
        cases = report.series(
            work="fill",
            what="perlin",
            fractal=None,
            shape="1024x1024",
            element=None,
            isa=isa,
            threads=1,
        )
        if not cases:
            continue
        cases.sort(key=lambda case: case.cell)
        ax.plot(
            [case.cell for case in cases],
            [1e9 / report.results[case].rate for case in cases],
            "o-",
            markersize=4,
            color=report.colour[isa],
            label=isa,
        )
        for points in report.series(
            work="sample", what="perlin", dimensions=2, element="float", isa=isa
        ):
            ax.axhline(
                1e9 / report.results[points].rate,
                color=report.colour[isa],
                linestyle=":",
                linewidth=1.2,
            )
        ceiling = report.ceiling(cases[0])
    ax.plot([], [], color="#777777", linestyle=":", label="point by point")
    ax.axhline(1e9 / ceiling, color=CEILING, linewidth=2, label="storing zeros")
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.invert_xaxis()
    ax.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    logarithmic(ax.yaxis)
    ax.legend(frameon=False, loc="upper left")
    return svg(figure)


def against_ceiling(report, figure, ax, x, select):
    """Samples per second, under what storing allows, of the two works that are measured in all
    sizes and with all threads."""
    best = report.isas[0]
    stores = {}
    for label, fractal, colour in (
        (f"perlin, {best}", None, COLOURS[0]),
        (f"perlin, fbm of 8 octaves, {best}", "fbm", COLOURS[1]),
    ):
        cases = sorted(select(fractal), key=x)
        results = [report.results[case] for case in cases]
        error = list(zip(*[spread(result, 1e-9) for result in results]))
        ax.errorbar(
            [x(case) for case in cases],
            [result.rate / 1e9 for result in results],
            yerr=error,
            fmt="o-",
            markersize=4,
            color=colour,
            capsize=2,
            label=label,
        )
        for case in cases:
            if report.ceiling(case) is not None:
                stores[x(case)] = report.ceiling(case) / 1e9
    ax.plot(
        sorted(stores),
        [stores[place] for place in sorted(stores)],
        color=CEILING,
        linewidth=2,
        label="storing zeros",
    )
    ax.set_xscale("log", base=2)
    ax.set_yscale("log")
    ax.xaxis.set_major_formatter(matplotlib.ticker.FuncFormatter(lambda value, _: f"{value:g}"))
    ax.set_xticks(sorted(stores))
    logarithmic(ax.yaxis)
    ax.legend(frameon=False)
    return svg(figure)


def size_chart(report):
    figure, ax = axes(
        "From small arrays to large ones, 2D, one thread",
        "samples per side",
        "billion samples per second",
    )

    def select(fractal):
        cell = 100 if fractal is None else 1024
        return [
            case
            for case in report.series(
                work="fill",
                what="perlin",
                fractal=fractal,
                cell=cell,
                dimensions=2,
                element=None,
                isa=report.isas[0],
                threads=1,
            )
            if case.shape != "16x16" and case.octaves in (1, 8)
        ]

    return against_ceiling(report, figure, ax, lambda case: int(case.shape.split("x")[0]), select)


def thread_chart(report):
    figure, ax = axes("Threads, 2D, 4096 × 4096", "threads", "billion samples per second")

    def select(fractal):
        cell = 100 if fractal is None else 1024
        return report.series(
            work="fill",
            what="perlin",
            fractal=fractal,
            cell=cell,
            shape="4096x4096",
            element=None,
            isa=report.isas[0],
        )

    return against_ceiling(report, figure, ax, lambda case: case.threads, select)


# ---- the page ---------------------------------------------------------------
STYLE = """
body { font: 16px/1.55 system-ui, sans-serif; color: #37352f; }
body { max-width: 62rem; margin: 2.5rem auto; padding: 0 1.5rem; }
h1 { font-size: 1.9rem; margin-bottom: 0.2rem; }
h2 { margin-top: 2.5rem; font-size: 1.25rem; }
dl, figcaption, table { font-size: 0.92rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.15rem 1.2rem; }
dt { color: #787774; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 1.6rem 0; }
figure svg { width: 100%; height: auto; }
figcaption { color: #5a5954; }
table { border-collapse: collapse; width: 100%; }
td, th { padding: 0.22rem 0.7rem; text-align: right; }
th { color: #787774; font-weight: 500; border-bottom: 1px solid #d3d1cb; }
td:first-child, th:first-child { text-align: left; }
tr.work td { padding-top: 0.9rem; font-weight: 600; text-align: left; }
tr.best td { background: #f1f7fa; }
"""


def processor():
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def commit():
    def git(*arguments):
        return subprocess.run(
            ["git", *arguments], capture_output=True, text=True, check=True
        ).stdout.strip()

    try:
        return git("log", "-1", "--format=%h %s") + (
            ", with changes" if git("status", "--porcelain") else ""
        )
    except (OSError, subprocess.CalledProcessError):
        return "unknown"


def table_rows(report):
    last = None
    for title, isa, rate, volume, part, multiple in report.rows():
        if title != last:
            yield f'<tr class="work"><td colspan="5">{html.escape(title)}</td></tr>'
        best = ' class="best"' if title != last else ""
        last = title
        cells = [
            isa,
            f"{rate / 1e9:.3f}",
            f"{volume / 1e9:.1f}",
            "" if part is None else f"{part:.2f}",
            "" if multiple is None else f"{multiple:.1f}",
        ]
        yield f"<tr{best}>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"


def page(report):
    context = report.context
    facts = {
        "processor": f"{processor()}, {context['num_cpus']} logical cores",
        "caches": ", ".join(
            f"L{cache['level']} {cache['type'].lower()} {cache['size'] // 1024} KiB"
            for cache in context["caches"]
        ),
        "compiler": context["compiler"],
        "flags": context["flags"],
        "perlane": f"{context['perlane']}, {commit()}",
        "date": datetime.datetime.fromisoformat(context["date"]).strftime("%Y-%m-%d %H:%M %Z"),
    }
    facts_list = "".join(
        f"<dt>{name}</dt><dd>{html.escape(value)}</dd>" for name, value in facts.items()
    )
    charts = [
        (
            throughput_chart(report),
            "The black line is the ceiling: how fast the same array can be filled with zeros, by "
            "memset or by stores past the caches, whichever is faster. Nothing that writes an "
            "array can be on its right for long.",
        ),
        (
            sweep_chart(report),
            "The finer the cells, the more lattice points there are to hash for as many samples. "
            "Dotted: the same noise at random points, which costs the same whatever the cells.",
        ),
        (
            size_chart(report),
            "A small array pays for the call, a large one for leaving the caches. Bars: the "
            "middle half of the repetitions.",
        ),
        (
            thread_chart(report),
            "One octave is limited by the memory that all threads share, eight by arithmetic.",
        ),
    ]
    figures = "".join(
        f"<figure>{chart}<figcaption>{text}</figcaption></figure>" for chart, text in charts
    )
    repetitions = max(len(result.rates) for result in report.results.values())
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>perlane: how fast it is here</title>
<style>{STYLE}</style>
</head>
<body>
<h1>perlane: how fast it is here</h1>
<dl>{facts_list}</dl>
<p>Medians of {repetitions} interleaved repetitions. Every case was compared with the scalar
reference, bit for bit, before it was measured. docs/performance.md explains what limits each.</p>
<h2>Charts</h2>
{figures}
<h2>Figures</h2>
<table>
<tr><th></th><th>billion samples/s</th><th>GB/s</th><th>of ceiling</th><th>× scalar</th></tr>
{"".join(table_rows(report))}
</table>
</body>
</html>
"""


def main():
    parser = argparse.ArgumentParser(
        description="Makes a report of what perlane-bench has measured."
    )
    parser.add_argument("results", help="what perlane-bench --benchmark_out wrote")
    parser.add_argument("page", help="the page to write")
    arguments = parser.parse_args()
    try:
        report = Report(*read(arguments.results))
    except ValueError as error:
        sys.exit(f"report: {error}")
    matplotlib.rcParams.update(
        {
            "svg.fonttype": "none",
            "font.family": "sans-serif",
            "font.size": 10,
            "svg.hashsalt": "perlane",
        }
    )
    print_table(report)
    with open(arguments.page, "w", encoding="utf-8") as file:
        file.write(page(report))


if __name__ == "__main__":
    main()
