"""The examples in the comments of the public headers compile, each by itself; and so does the code
of the pages for users of other libraries.

    examples_test.py COMPILER INCLUDE_DIRECTORY...
"""

import pathlib
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

FRAME = """#include <perlane/perlane.hpp>
#include <atomic>
#include <random>
#include <vector>
int main() {
@
}
"""


def examples(header):
    """Runs of comment lines that are indented by four spaces, and the line each begins in."""
    begin, lines = 0, []
    for number, line in enumerate([*header.read_text().splitlines(), ""], 1):
        code = re.fullmatch(r"\s*///     (.*)", line)
        if code and (lines or not code[1].startswith(" ")):
            begin = begin if lines else number
            lines.append(code[1])
        elif lines:
            yield f"{header.name}:{begin}", "\n".join(lines)
            lines = []


def pieces(page):
    """The code of a page, and the line that each piece begins in."""
    text = page.read_text(encoding="utf-8")
    for piece in re.finditer(r"^```cpp\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield f"{page.name}:{text.count(chr(10), 0, piece.start()) + 1}", piece[1]


def main():
    name, *directories = sys.argv[1:]
    includes = [f"-I{directory}" for directory in directories]
    command = [name, "-std=c++20", "-fsyntax-only", *includes, "-x", "c++", "-"]
    headers = sorted(pathlib.Path(directories[0], "perlane").glob("*.hpp"))
    found = [example for header in headers for example in examples(header)]
    guides = sorted(pathlib.Path(directories[0], "..", "docs").glob("from-*.md"))
    ported = [piece for page in guides for piece in pieces(page)]
    found += ported

    def errors_of(example):
        source = FRAME.replace("@", example[1])
        run = subprocess.run(command, input=source, capture_output=True, text=True)
        return run.stderr if run.returncode else ""

    with ThreadPoolExecutor() as pool:
        results = list(pool.map(errors_of, found))
    failures = 0
    for (place, code), errors in zip(found, results):
        if errors:
            failures += 1
            print(f"{place}\n{code}\n{errors}")
    print(f"{len(found) - failures} of {len(found)} examples compile")
    return failures != 0 or len(found) < 10 or len(ported) < len(guides) or not guides


if __name__ == "__main__":
    sys.exit(main())
