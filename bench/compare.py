#!/usr/bin/env python3
"""Runs two builds of perlane-bench in turn, and prints how much faster the second is.

The speed of a shared machine drifts, but two runs right after each other drift together. So the
ratios of pairs are what is compared; they come with confidence intervals.
"""

import argparse
import math
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile

from results import read


def names(program, options):
    """The cases of a build that match the options."""
    listing = subprocess.run(
        [program, *options, "--benchmark_list_tests"], capture_output=True, text=True, check=True
    ).stdout
    return set(listing.split())


def run(program, options, output):
    done = subprocess.run(
        [program, *options, f"--benchmark_out={output}", "--benchmark_out_format=json"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if done.returncode != 0:
        sys.exit(f"compare: {program} failed\n{done.stderr}")
    return read(output)[1]


def interval(ratios, confidence=0.95, resamples=4000):
    """The median, and a bootstrap interval of it, by percentiles."""
    chance = random.Random(1)
    medians = sorted(
        statistics.median(chance.choices(ratios, k=len(ratios))) for _ in range(resamples)
    )
    tail = (1 - confidence) / 2
    return (
        statistics.median(ratios),
        medians[int(tail * resamples)],
        medians[math.ceil((1 - tail) * resamples) - 1],
    )


def name_of(case):
    parts = [case.title, case.library, case.isa]
    if case.threads > 1:
        parts.append(f"{case.threads} threads")
    return ", ".join(filter(None, parts))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("before", help="a perlane-bench")
    parser.add_argument("after", help="another")
    parser.add_argument(
        "--rounds", type=int, default=11, help="pairs of runs (default: %(default)s)"
    )
    parser.add_argument(
        "options", nargs="*", help="for both, after --: --full, --benchmark_filter=..."
    )
    arguments = parser.parse_args()
    common = names(arguments.before, arguments.options) & names(arguments.after, arguments.options)
    if not common:
        sys.exit("compare: the two have no case in common")

    ratios = {}
    with tempfile.TemporaryDirectory() as directory:
        output = pathlib.Path(directory) / "results.json"
        for number in range(arguments.rounds):
            order = [arguments.before, arguments.after]
            if number % 2 == 1:
                order.reverse()  # neither always comes first
            rates = {program: run(program, arguments.options, output) for program in order}
            for case, result in rates[arguments.after].items():
                if case in rates[arguments.before]:
                    ratios.setdefault(case, []).append(
                        result.rate / rates[arguments.before][case].rate
                    )
            print(
                f"\rround {number + 1} of {arguments.rounds}", end="", file=sys.stderr, flush=True
            )
    print(file=sys.stderr)

    width = max(len(name_of(case)) for case in ratios)
    print(f"{'':{width}} {'ratio':>6}  95% interval")
    for case, pairs in ratios.items():
        ratio, low, high = interval(pairs)
        verdict = "faster" if low > 1 else "slower" if high < 1 else ""
        print(f"{name_of(case):{width}} {ratio:6.3f}  {low:.3f} to {high:.3f}  {verdict}")


if __name__ == "__main__":
    main()
