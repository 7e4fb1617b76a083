"""The files and the headings that documents name exist.

usage: paths_test.py TREE

In the Markdown files of TREE, the test follows links to files and to headings, and looks up the
names of source files and other paths that stand in backquotes. In the comments of C++ files, it
looks up paths of other C++ files. The name of a source file may be the end of its path.
"""

import pathlib
import re
import sys
import unittest

import tree as sources

# Files of these kinds are ours when a document names them.
SOURCES = ("cmake", "cpp", "csv", "hpp", "jsonl", "py", "sh", "ts", "txt", "yml")
EXCEPT = ["CHANGELOG.md"]  # names what there was, too

FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\]\(([^)\s]+)\)|^\[[^\]]+\]: (\S+)", re.MULTILINE)
SOURCE = re.compile(r"`([\w./*-]+\.(?:%s))`" % "|".join(SOURCES))
# A path in one of these folders, which may have no extension, or arguments after it.
PATH = re.compile(r"`((?:cmake|docs|examples|fuzz|include|packaging|script|src|tests)/[\w./*-]+)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


def anchors(text):
    """The anchors that GitHub makes of the headings of a document."""
    found = set()
    for heading in HEADING.findall(FENCE.sub("", text)):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).replace(" ", "-"))
    return found


def is_named(name, files):
    """True if a name, perhaps with a star, is a file or the end of the path of one."""
    if name.startswith("NAME.") or "/NAME." in name:  # a file that a reader is to write
        return "/" not in name or any(file.startswith(name[: name.rindex("/") + 1])
                                      for prefix in ("", "src/")
                                      for file in (f.removeprefix(prefix) for f in files))
    pattern = re.compile("(.*/)?" + re.escape(name).replace(r"\*", "[^/]*"))
    return any(pattern.fullmatch(file) for file in files)


def complaints(name, text, files, read):
    """The faults of a document. `files` are all paths; `read` gives the text of one."""
    found = []
    prose = FENCE.sub("", text)
    folders = {str(parent) for file in files for parent in pathlib.PurePosixPath(file).parents}
    for source in SOURCE.findall(prose):
        if not is_named(source, files):
            found.append(f"{name}: there is no {source}")
    for path in PATH.findall(prose):
        is_pattern = "*" in path or "NAME" in path
        if not is_pattern and path.rstrip("/") not in {*files, *folders}:
            found.append(f"{name}: there is no {path}")
    for inline, reference in LINK.findall(prose):
        target, _, anchor = (inline or reference).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        parts = []
        for part in [*pathlib.PurePosixPath(name).parent.parts,
                     *pathlib.PurePosixPath(target).parts]:
            parts = parts[:-1] if part == ".." else [*parts, part]
        path = "/".join(parts) if target else name
        if path not in files and path not in folders:
            found.append(f"{name}: a link to {inline or reference}, which does not exist")
        elif anchor and anchor not in anchors(read(path)):
            found.append(f"{name}: no heading #{anchor} in {path}")
    return found


COMMENT = re.compile(r"//.*$", re.MULTILINE)
COMMENTED = re.compile(r"(?<![\w./<-])[\w.-]+(?:/[\w.-]+)+\.(?:cpp|hpp)\b")


def complaints_of_comments(name, text, files):
    """The faults of the paths in the comments of a C++ file."""
    return [f"{name}: there is no {path}" for comment in COMMENT.findall(text)
            for path in COMMENTED.findall(comment) if not is_named(path, files)]


class TheTestItself(unittest.TestCase):
    def found(self, text, files=("docs/a.md", "docs/b.md", "src/graph/node.hpp"), other=""):
        return complaints("docs/a.md", text, files, lambda path: other)

    def test_follows_links(self):
        self.assertEqual(self.found("[b](b.md) [c](../src/graph) [d](https://example.org)"), [])
        self.assertEqual(len(self.found("[c](c.md)")), 1)
        self.assertEqual(len(self.found("[c][c]\n\n[c]: c.md")), 1)
        self.assertEqual(len(self.found("[b](../b.md)")), 1)

    def test_follows_anchors(self):
        self.assertEqual(self.found("[b](b.md#a-heading)", other="# A `heading`!"), [])
        self.assertEqual(len(self.found("[b](b.md#a-heading)", other="# Another heading")), 1)
        self.assertEqual(len(self.found("[b](b.md#a)", other="```\n# a\n```")), 1)

    def test_looks_up_sources(self):
        self.assertEqual(self.found("`src/graph/node.hpp` `graph/node.hpp` `node.hpp`"), [])
        self.assertEqual(self.found("`src/graph/NAME.cpp`, `no*.hpp`, `fill.done`"), [])
        self.assertEqual(len(self.found("`graph/nodes.hpp`")), 1)
        self.assertEqual(len(self.found("`ode.hpp`")), 1)
        self.assertEqual(len(self.found("`src/field/NAME.cpp`")), 1)

    def test_looks_up_paths(self):
        self.assertEqual(self.found("`src/graph`, `src/graph/`, `docs/a.md --all`"), [])
        self.assertEqual(len(self.found("`src/field`")), 1)
        self.assertEqual(len(self.found("`script/run --all`")), 1)

    def test_looks_up_paths_in_comments(self):
        def found(text):
            return complaints_of_comments("a.cpp", text, ["src/graph/node.hpp"])

        self.assertEqual(found('// As in graph/node.hpp.\n#include "absent/node.hpp"\n'), [])
        self.assertEqual(len(found("// As in field/node.hpp.\n")), 1)


class TheTree(unittest.TestCase):
    def test_paths(self):
        files = sources.names(tree)
        documents = [name for name in files if name.endswith(".md") and name not in EXCEPT]
        self.assertGreater(len(documents), 10, "this cannot be all")
        found = []
        for name in documents:
            found += complaints(name, (tree / name).read_text(encoding="utf-8"), set(files),
                                lambda path: (tree / path).read_text(encoding="utf-8"))
        for name in files:
            if name.endswith((".cpp", ".hpp")):
                text = (tree / name).read_text(encoding="utf-8")
                found += complaints_of_comments(name, text, files)
        if found:
            self.fail("\n" + "\n".join(found))


if __name__ == "__main__":
    tree = pathlib.Path(sys.argv.pop(1))
    unittest.main()
