"""No line is wider than 100 columns, no file of src/ longer than 300 lines, and rows of tables in
Markdown are whole.

usage: lines_test.py TREE
"""

import fnmatch
import pathlib
import re
import sys
import unittest

import tree as sources

COLUMNS = 100
LINES = 300

# Files that nobody writes by hand, and files that others have written.
EXCEPT = ["LICENSE", "*.svg", "docs/images/*", "docs/nodes.md", "fuzz/corpus/*", "tests/golden/*",
          "src/text/golden/*", "src/c/abi.txt", "web/*/package-lock.json", "*.ipynb"]

# A part of a page that a program writes.
MADE = re.compile(r"^<!-- \w+ -->$(?:(?!^<!-- ).)*?^<!-- end -->$", re.DOTALL | re.MULTILINE)

URL = re.compile(r"https?://[^\s)>\"']+")


def is_too_wide(line):
    """True if a line has more columns than there are; one URL, which cannot be broken, is free."""
    return len(line) > COLUMNS and len(URL.sub("", line, count=1)) > COLUMNS


def complaints(name, content):
    """The faults of a file of that name and those bytes."""
    if b"\0" in content or any(fnmatch.fnmatch(name, pattern) for pattern in EXCEPT):
        return []
    text = content.decode("utf-8")
    lines = text.splitlines()
    made = set()
    for part in MADE.finditer(text) if name.endswith(".md") else ():
        first = text.count("\n", 0, part.start()) + 1
        made.update(range(first, first + part[0].count("\n") + 1))
    found = [
        f"{name}:{number}: {len(line)} columns"
        for number, line in enumerate(lines, start=1)
        if is_too_wide(line) and number not in made
    ]
    if name.endswith(".md"):
        found += [
            f"{name}:{number}: a row of a table that does not end"
            for number, line in enumerate(lines, start=1)
            if line.startswith("|") and not line.endswith("|")
        ]
    if name.startswith("src/") and len(lines) > LINES:
        found.append(f"{name}: {len(lines)} lines")
    return found


class TheTestItself(unittest.TestCase):
    def test_counts_columns(self):
        wide, fits = b"x" * 101, b"x" * 100
        self.assertEqual(complaints("a.md", fits + b"\n" + wide + b"\n"), ["a.md:2: 101 columns"])
        self.assertEqual(complaints("script/run", wide), ["script/run:1: 101 columns"])
        self.assertEqual(complaints("a.md", ("×" * 100).encode()), [])

    def test_lets_one_url_pass(self):
        url = b"https://example.org/" + b"x" * 100
        self.assertEqual(complaints("a.md", b"See [there](" + url + b")."), [])
        self.assertEqual(len(complaints("a.md", b"See " + url + b" and " + url)), 1)
        self.assertEqual(len(complaints("a.md", b"https://a.org " + b"x" * 101)), 1)

    def test_counts_lines(self):
        self.assertEqual(complaints("src/a.cpp", b"\n" * 300), [])
        self.assertEqual(complaints("src/a.cpp", b"\n" * 301), ["src/a.cpp: 301 lines"])
        self.assertEqual(complaints("tests/a.cpp", b"\n" * 301), [])

    def test_finds_rows_that_do_not_end(self):
        self.assertEqual(complaints("a.md", b"| a | b |\n| 1 | 2 |\n"), [])
        self.assertEqual(complaints("a.md", b"| a | b\n|\n"),
                         ["a.md:1: a row of a table that does not end"])
        self.assertEqual(complaints("a.cpp", b"| a | b"), [])

    def test_passes_over_what_nobody_writes(self):
        for name in ("LICENSE", "docs/nodes.md", "src/text/golden/hashes.csv", "fuzz/corpus/a/b"):
            self.assertEqual(complaints(name, b"x" * 101), [])
        self.assertEqual(complaints("docs/a.png", b"\x89PNG\0\xff" + b"x" * 101), [])

    def test_passes_over_made_parts_of_pages(self):
        part = b"a\n<!-- options -->\n" + b"x" * 101 + b"\n<!-- end -->\n"
        self.assertEqual(complaints("a.md", part), [])
        self.assertEqual(complaints("a.md", part + b"x" * 101), ["a.md:5: 101 columns"])
        self.assertEqual(complaints("a.py", part), ["a.py:3: 101 columns"])

    def test_knows_what_is_ignored(self):
        patterns = ["/build/", "/build-*/", "__pycache__/", "crash-*", "/web/*/dist/", "/a.html"]
        for name in ("build/dev/a.o", "build-docs/a", "src/__pycache__/a.pyc", "fuzz/crash-1",
                     "web/perlane/dist/a.js", "a.html"):
            self.assertTrue(sources.is_ignored(name, patterns), name)
        for name in ("src/build/a.cpp", "docs/a.html", "crash/a", "web/dist/a", "src/a.cpp"):
            self.assertFalse(sources.is_ignored(name, patterns), name)


class TheTree(unittest.TestCase):
    def test_lines(self):
        names = sources.names(tree)
        self.assertGreater(len(names), 100, "this cannot be all")
        found = []
        for name in names:
            found += complaints(name, (tree / name).read_bytes())
        if found:
            self.fail("\n" + "\n".join(found))


tree = pathlib.Path(sys.argv.pop(1))
unittest.main()
