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
assert {case.work for case in cases} == {"fill", "sample", "chunk", "store"}
example = Case.of("fill/perlin/fbm8/2d/4096x4096/cell1024/avx2/2threads/real_time")
assert example == Case("fill", "perlin", "fbm", 8, 2, "4096x4096", 1024, None, "avx2", 2), example
