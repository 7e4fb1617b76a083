"""Every name that perlane-bench gives a case can be taken apart, and no two cases are the same.

usage: results_test.py PERLANE-BENCH
"""

import subprocess
import sys

from results import Case

names = subprocess.run(
    [sys.argv[1], "--full", "--benchmark_list_tests"], capture_output=True, text=True, check=True
).stdout.split()
cases = {Case.of(name) for name in names}
assert len(names) > 100, f"only {len(names)} cases"
assert len(cases) == len(names), "two cases are the same"
works = {"fill", "sample", "single", "chunk", "maps", "range", "store"}
assert {case.work for case in cases} == works
titled = {}
for case in cases:
    titled.setdefault((case.title, case.library, case.isa, case.threads), []).append(case)
assert all(len(same) == 1 for same in titled.values()), "two cases have the same title"
example = Case.of("fill/perlin/fbm8/2d/4096x4096/cell1024/avx2/2threads/real_time")
# The names of a thing do not change, or --against finds nothing to compare.
assert example == Case("fill", "perlin", "fbm", 8, 2, "4096x4096", 1024, None, "avx2", 2), example
example = Case.of("fastnoise2/sample/value/3d/4096/float/vector/sse4_1/1thread")
assert (example.library, example.place, example.isa) == ("fastnoise2", "vector", "sse4_1"), example
