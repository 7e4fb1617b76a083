"""The report as a page with charts, which needs nothing else."""

import datetime
import html
import platform
import subprocess

import charts
from findings import CLIFF, COLUMNS, HEADINGS, short, times

STYLE = """
body { font: 16px/1.55 system-ui, sans-serif; color: #37352f; }
body { max-width: 64rem; margin: 2.5rem auto; padding: 0 1.5rem; }
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
td, th { padding: 0.22rem 0.7rem; text-align: right; white-space: pre; }
th { color: #787774; font-weight: 500; border-bottom: 1px solid #d3d1cb; }
td:first-child, th:first-child { text-align: left; }
tr.work td { padding-top: 0.9rem; font-weight: 600; text-align: left; }
td.slower { background: #fbecdd; }
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


def facts(findings):
    context = findings.context
    fastnoise2 = context.get("fastnoise2")
    found = {
        "processor": f"{processor()}, {context['num_cpus']} logical cores",
        "caches": ", ".join(
            f"L{cache['level']} {cache['type'].lower()} {cache['size'] // 1024} KiB"
            for cache in context["caches"]
        ),
        "compiler": context["compiler"],
        "flags": context["flags"],
        "perlane": f"{context['perlane']}, {commit()}",
        "FastNoise2": f"{fastnoise2}, as installed" if fastnoise2 else "not installed",
        "date": datetime.datetime.fromisoformat(context["date"]).strftime("%Y-%m-%d %H:%M %Z"),
    }
    return "".join(f"<dt>{name}</dt><dd>{html.escape(value)}</dd>" for name, value in found.items())


def table(columns, lines):
    head = "".join(f"<th>{column}</th>" for column in ["", *columns])
    return f"<table><tr>{head}</tr>{''.join(lines)}</table>"


def figures(findings, heading):
    for title, rows in findings.rows(heading):
        yield f'<tr class="work"><td colspan="{len(COLUMNS) + 1}">{html.escape(title)}</td></tr>'
        for row in rows:
            cells = "".join(f"<td>{cell}</td>" for cell in [row.who, *row.cells()])
            yield f"<tr>{cells}</tr>"


def ratios(findings):
    for title, line in findings.ratios():
        cells = "".join(
            f'<td class="slower">{times(part)}</td>'
            if part and part < 1
            else f"<td>{times(part)}</td>"
            for part in line
        )
        yield f"<tr><td>{html.escape(title)}</td>{cells}</tr>"


def opponent(findings):
    text = f"<h2>perlane beside FastNoise2</h2><p>{findings.verdict()}"
    if not findings.fastnoise2_isas:
        return text + "</p>"
    text += """ The table says how many times as fast perlane is, in one thread and by the same
instruction set. Both fill the same grids with noise of the same frequencies. FastNoise2 always
finds the least and the greatest value, too, which perlane does only if asked. FastNoise2 takes
points in single precision only, so points in double precision stand beside those; perlane evaluates
a single point without an instruction set.</p>"""
    return text + table(findings.fastnoise2_isas, ratios(findings))


def choice(findings):
    better = list(findings.better_than_default())
    text = f"<h2>The instruction set that perlane chooses</h2><p>It chooses {findings.isas[0]} here"
    if not better:
        return text + ", and no other was faster by more than 3%.</p>"
    lines = (
        f"<tr><td>{html.escape(title)}</td><td>{isa}</td><td>{times(ratio)}</td></tr>"
        for title, isa, ratio in better
    )
    return text + (
        ". Another was faster by more than 3% in these cases:</p>"
        + table(["instruction set", "times as fast"], lines)
    )


def cliffs(findings):
    text = ""
    for dimensions, shapes in ((2, "Squares"), (3, "Cubes")):
        widths, lines = findings.cliffs(dimensions)
        if not widths:
            continue
        rows = (
            f"<tr><td>{html.escape(name)}</td>"
            + "".join(
                f'<td class="slower">{short(own)}</td>' if cliff
                else f"<td>{short(own) if own else ''}</td>"
                for own, cliff in line
            )
            + "</tr>"
            for name, line in lines.items()
        )
        text += f"""<h2>{shapes} of all widths</h2><p>Nanoseconds per sample, by
{findings.best_isa()}. The time of a sample should hardly depend on the width. Marked is what takes
more than {CLIFF} times as long as a width beside it.</p>{table(widths, rows)}"""
    return text


CAPTIONS = {
    "Grids": "A filled dot is perlane, a ring is FastNoise2. The black line is the ceiling: how "
    "fast the same array can be filled with zeros, by memset or by stores past the caches, "
    "whichever is faster. Nothing that writes an array can be on its right for long. An array "
    "begins where a std::vector has it, 16 bytes past a multiple of 64, unless it is called "
    "aligned.",
    "Codes and derivatives": "uint16 and uint8 are codes of a range; derivatives are written "
    "beside the values, in one array for each.",
    "Several fields": "Five maps that share a warp, in one call or in a call for each. A rate "
    "counts the samples of one map.",
    "Points": "Points are random. An array of points is one call; it shares nothing between them "
    "but the call.",
    "Chunks": "From the path of a chunk to its values. “As published” are the functions of the "
    "article, which find the gradients anew for each sample.",
    "Bounds": "Proven bounds of cubes. A rate counts all samples of a cube, although none is "
    "evaluated.",
}


def drawn(findings):
    found = [
        *((charts.throughput_chart(findings, part), CAPTIONS[part]) for part in HEADINGS),
        (
            charts.sweep_chart(findings),
            "The finer the cells, the more lattice points there are to hash for as many samples. "
            "Dotted: the same noise at random points, which costs the same whatever the cells. "
            "Bars, here and below: the middle half of the repetitions.",
        ),
        (
            charts.size_chart(findings),
            "A small array pays for the call, a large one for leaving the caches.",
        ),
        (
            charts.thread_chart(findings),
            "One octave is limited by the memory that all threads share, eight by arithmetic.",
        ),
    ]
    return "".join(
        f"<figure>{chart}<figcaption>{text}</figcaption></figure>" for chart, text in found if chart
    )


def page(findings):
    repetitions = max(len(result.rates) for result in findings.results.values())
    tables = "".join(
        f"<h2>{heading}</h2>{table(COLUMNS, figures(findings, heading))}"
        for heading in HEADINGS
        if findings.works(heading)
    )
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
<dl>{facts(findings)}</dl>
<p>Figures are medians of {repetitions} repetitions, which are interleaved: a machine that changes
its speed changes it for all cases. One thread is timed by its processor time, several threads by
the clock. Before a case of perlane was measured, its output was compared with the scalar reference,
bit for bit. docs/performance.md explains the columns, and the limits of each case.</p>
{opponent(findings)}
{choice(findings)}
{cliffs(findings)}
<h2>Charts</h2>
{drawn(findings)}
{tables}
</body>
</html>
"""
