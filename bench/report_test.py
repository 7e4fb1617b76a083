#!/usr/bin/env python3
"""The report of stored results: its tables and charts are there, and say what the results say."""

import contextlib
import importlib.util
import io
import os
import pathlib
import sys

from findings import Findings, percent, prefixed, short
from results import Case, Result, read
from text import print_report

STORED = pathlib.Path(__file__).with_name("example_results.json")


def has_matplotlib():
    return importlib.util.find_spec("matplotlib") is not None


# Another Python in the path need not have Matplotlib; the system's may.
SYSTEM = "/usr/bin/python3"
if not has_matplotlib() and os.path.realpath(sys.executable) != os.path.realpath(SYSTEM):
    if os.path.exists(SYSTEM):
        os.execv(SYSTEM, [SYSTEM, *sys.argv])

# Figures never become zeros.
assert short(0.0876) == "0.0876" and short(11.44) == "11.4" and short(6384) == "6380"
assert prefixed(157_000) == "157 k" and prefixed(2.29e9) == "2.29 G"
assert prefixed(999_400) == "999 k" and prefixed(999_700) == "1.00 M"
assert percent(0.004) == "0.4%" and percent(0.33) == "33%" and percent(None) == ""

context, results = read(STORED)
findings = Findings(context, results)


def text_of(report):
    output = io.StringIO()
    with contextlib.redirect_stdout(output):
        print_report(report)
    return output.getvalue()


def without(report, is_left_out, **changes):
    return Findings(
        {**report.context, **changes},
        {case: result for case, result in report.results.items() if not is_left_out(case)},
    )


text = text_of(findings)
for part in ("Grids", "Codes and derivatives", "Points", "Chunks", "as published", "FastNoise2"):
    assert part in text, part
assert not {"0.00", "0.0", "0", "0%"} & set(text.split())

# The ratio is that of the medians.
title = "2D perlin, 512 × 512, cells of 100 samples"
ratios = dict(findings.ratios())
rates = {
    case.library: result.rate
    for case, result in results.items()
    if case.title == title and case.isa == "avx512"
}
assert len(rates) == 2, rates
place = findings.fastnoise2_isas.index("avx512")
assert ratios[title][place] == rates[None] / rates["fastnoise2"]
assert "2D perlin, a call for each double point" in ratios

# Work of one thread is timed by its processor time.
alone = next(case for case in results if case.threads == 1)
assert results[alone].rates != results[alone].by_clock
shared = next(case for case in results if case.threads == 2)
assert results[shared].rates == results[shared].by_clock

# A slow instruction set that perlane chooses is called so.
chosen = findings.isas[0]
halved = dict(results)
for case, result in results.items():
    if case.isa == chosen:
        halved[case] = type(result)(
            [rate / 100 for rate in result.rates], result.by_clock, result.bytes_per_sample
        )
slow = Findings(context, halved)
assert list(slow.better_than_default()), "nobody is faster than a hundredth"
assert "Another was faster" in text_of(slow)

# One width that takes twice as long as those beside it is marked, and no other.
swept = {}
for what in ("rotate", "warp"):
    for width in (16, 63, 64, 65, 256):
        seconds = 2e-9 if (what, width) == ("rotate", 65) else 1e-9 * 16 / width + 1e-9
        name = f"fill/{what}/2d/{width}x{width}/cell100/vector/{findings.best_isa()}/1thread"
        swept[Case.of(name)] = Result([1 / seconds], [1 / seconds])
widths, lines = Findings(context, swept).cliffs(2)
assert widths == [16, 63, 64, 65, 256], widths
marked = [(name, widths[i]) for name, line in lines.items() for i, (_, is_cliff) in enumerate(line)
          if is_cliff]
assert marked == [("rotate", 65)], marked
assert "Squares of all widths" in text_of(Findings(context, swept))

lonely = without(findings, lambda case: case.library, fastnoise2=None)
assert "was not installed" in text_of(lonely)

if not has_matplotlib():
    print("NOT TESTED: the page with charts, since there is no Matplotlib")
    sys.exit()

from page import page  # noqa: E402

shown = page(findings)
assert shown.count("<svg") == 7 and shown.count("</figure>") == 7, shown.count("<svg")
for part in ("FastNoise2, avx512", "1.1.1, as installed", "as published", 'class="slower"'):
    assert part in shown, part
assert "not installed" in page(lonely)
few = without(findings, lambda case: case.work != "sample" or case.library)
assert "2D perlin, an array of float points" in page(few)
