"""The examples in the comments of the public headers compile, each by itself; and so does the code
of the pages for users of other libraries.

    examples_test.py COMPILER INCLUDE_DIRECTORY...
"""

import pathlib
import re
import sys

from snippets import messages

HEADERS = """#include <perlane/perlane.hpp>
#include <atomic>
#include <random>
#include <vector>
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
    compiler, *directories = sys.argv[1:]
    headers = sorted(pathlib.Path(directories[0], "perlane").glob("*.hpp"))
    found = [example for header in headers for example in examples(header)]
    guides = sorted(pathlib.Path(directories[0], "..", "docs").glob("from-*.md"))
    ported = [piece for page in guides for piece in pieces(page)]
    found += ported
    results = messages(compiler, [f"-I{directory}" for directory in directories], HEADERS,
                       [f"int main() {{\n{code}\n}}\n" for _, code in found])
    failures = 0
    for (place, code), errors in zip(found, results):
        if errors is not None:
            failures += 1
            print(f"{place}\n{code}\n{errors}")
    print(f"{len(found) - failures} of {len(found)} examples compile")
    return failures != 0 or len(found) < 10 or len(ported) < len(guides) or not guides


if __name__ == "__main__":
    sys.exit(main())
