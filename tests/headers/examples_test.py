"""The examples in the comments of the public headers compile, each by itself; and so does the code
of the pages on noises, on C, and for users of other libraries.

    examples_test.py COMPILER INCLUDE_DIRECTORY...
"""

import pathlib
import re
import sys

from snippets import messages

HEADERS = """#include <perlane/perlane.h>
#include <perlane/perlane.hpp>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <random>
#include <vector>
extern const char* text;
extern float heights[];
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
    for piece in re.finditer(r"^```c(?:pp)?\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        yield f"{page.name}:{text.count(chr(10), 0, piece.start()) + 1}", piece[1]


def main():
    compiler, *directories = sys.argv[1:]
    headers = sorted(pathlib.Path(directories[0], "perlane").glob("*.hpp"))
    found = [example for header in headers for example in examples(header)]
    documents = pathlib.Path(directories[0], "..", "docs")
    pages = [documents / "noises.md", documents / "c.md", *sorted(documents.glob("from-*.md"))]
    shown = {page.name: list(pieces(page)) for page in pages}
    found += [piece for of_page in shown.values() for piece in of_page]
    results = messages(compiler, [f"-I{directory}" for directory in directories], HEADERS,
                       [f"int main() {{\n{code}\n}}\n" for _, code in found])
    failures = 0
    for (place, code), errors in zip(found, results):
        if errors is not None:
            failures += 1
            print(f"{place}\n{code}\n{errors}")
    print(f"{len(found) - failures} of {len(found)} examples compile")
    return failures != 0 or len(found) < 10 or len(pages) < 3 or not all(shown.values())


if __name__ == "__main__":
    sys.exit(main())
