"""perlane.hpp takes at most 1.5 times as long to compile as <vector>, <memory> and <span>.

    compile_time_test.py COMPILER INCLUDE_DIRECTORY...

The two are compiled in turn, 20 times each; what counts is the median of the processor time.
"""

import resource
import statistics
import subprocess
import sys

LIMIT = 1.5
ROUNDS = 20
PROGRAMS = {
    "the standard library's": "#include <memory>\n#include <span>\n#include <vector>\n",
    "perlane's": "#include <perlane/perlane.hpp>\n",
}


def seconds(command, source):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, input=source, text=True, check=True)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def main():
    name, *directories = sys.argv[1:]
    includes = [f"-I{directory}" for directory in directories]
    command = [name, "-std=c++20", "-fsyntax-only", *includes, "-x", "c++", "-"]
    times = {which: [] for which in PROGRAMS}
    for _ in range(ROUNDS):
        for which, source in PROGRAMS.items():
            times[which].append(seconds(command, source))
    standard, ours = (statistics.median(times[which]) for which in PROGRAMS)
    print(f"{1000 * standard:.0f} ms the standard library's, {1000 * ours:.0f} ms perlane's: "
          f"{ours / standard:.2f} times as long")
    return ours > LIMIT * standard


if __name__ == "__main__":
    sys.exit(main())
