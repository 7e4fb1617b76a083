"""The folders of src/ are layers, and what a file includes lies in its own layer or below it. The
folders of some layers are in such an order, too.

usage: layers_test.py SRC

Before it looks at the tree, the test makes small trees with one fault each, and has to find it.
"""

import pathlib
import re
import sys
import tempfile
import unittest

# The layers that a layer may include, beside itself.
BELOW = {
    "base": [],
    "model": [],
    "reference": ["model"],
    "kernels": ["model"],
    "isa": ["model", "kernels"],
    "engine": ["base", "model", "reference", "kernels", "isa"],
    "graph": ["base", "model", "reference"],
    "api": ["base", "model", "reference", "engine", "graph"],
    "text": ["base", "model", "graph"],
    "c": ["base", "engine", "graph", "api", "text"],
    "cli": ["base", "reference", "engine", "graph", "api", "text"],
    "wasm": ["graph", "api", "c"],
}

# Folders that families of kernels share.
SHARED = ["arch", "lanes", "shared", "write"]

# Headers of a layer that stand in no folder.
OUTSIDE = "*.hpp"

# The folders that a folder of such a layer may include, beside itself. A file outside of them may
# include all, or what stands after None.
FOLDERS = {
    "graph": {
        None: [],
        "noise": [OUTSIDE],
        "arithmetic": [OUTSIDE, "noise"],
        "bounds": [OUTSIDE, "arithmetic"],
        "coordinates": [OUTSIDE, "noise", "arithmetic"],
        "fractal": [OUTSIDE, "noise", "bounds"],
        "chunk": [OUTSIDE, "noise", "fractal"],
        "catalogue": [OUTSIDE, "noise", "coordinates"],
    },
    "kernels": {
        "arch": [],
        "lanes": ["arch"],
        "shared": ["arch", "lanes", "table.hpp"],
        "write": ["arch", "lanes"],
        "lattice": [*SHARED, "lattice_description.hpp"],
        "points": [*SHARED, "lattice_description.hpp"],
        "cellular": SHARED,
        "simplex": SHARED,
        "open_simplex": SHARED,
        "cubic": SHARED,
        "ramp": SHARED,
        "steps": SHARED,
    },
    "cli": {
        "system": [],
        "output": ["system"],
        "formats": ["output"],
        "input": ["system", "output", "formats"],
        "samples": ["system", "output", "formats", "input"],
        "options": ["output", "formats", "input", "samples"],
        "render": ["output", "formats", "input", "samples", "options"],
        "world": ["system", "output", "formats", "input", "samples", "options", "render"],
        "command": ["output", "formats", "input"],
    },
}

# The public headers that a layer may include: those that declare what it implements, and those that
# its callers pass to it. No other layer sees any.
PUBLIC = {
    "model": {"lattice", "fade"},
    "graph": {
        "arithmetic", "chunk", "coordinates", "derivatives", "fade", "field", "fractal", "integers",
        "lattice", "noise", "operand", "per_axis", "published", "terrain",
    },
    "api": {
        "detail/entry_points", "evaluate", "field", "grid", "isa", "normals", "perlane",
        "perlane.h", "world",
    },
    "text": {
        "derivatives", "evaluate", "field", "grid", "noise", "self_test", "text", "version",
    },
    "c": {
        "derivatives", "detail/entry_points", "evaluate", "field", "perlane", "perlane.h",
        "progress", "self_test", "text", "version", "world",
    },
    "wasm": {"perlane.h"},
    "cli": {
        "arithmetic", "coordinates", "evaluate", "fade", "field", "fractal", "grid", "isa", "noise",
        "self_test", "terrain", "text", "version", "world",
    },
}

# Deeds that only one file may do, and the code that shows them.
ALONE = {
    "engine/parallel_tbb.cpp": (
        "includes oneTBB",
        re.compile(r'#\s*include\s*[<"](?:oneapi/)?tbb/'),
    ),
    "engine/dispatch.cpp": (
        "asks the CPU",
        re.compile(r"\b(?:available_architectures|__builtin_cpu_\w+|__cpuid\w*|getauxval)\b"),
    ),
}

INCLUDE = re.compile(r"^[ \t]*#[ \t]*include\b[ \t]*(.*?)[ \t]*$", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)


def code_of(path):
    return COMMENT.sub("", path.read_text(encoding="utf-8"))


def folder_of(name):
    """The folder of a file in its layer; None if it stands in no folder."""
    parts = name.split("/")
    return parts[1] if len(parts) > 2 else None


def sees(layer, folder, header):
    """True if a file of a folder may include a header of its own layer."""
    below = FOLDERS.get(layer, {}).get(folder)
    if below is None or folder == folder_of(header):
        return True
    if folder_of(header) is None:
        return OUTSIDE in below or header.split("/")[1] in below
    return folder_of(header) in below


def complaint_about(name, included, source):
    """The fault of an include in a file; None if there is none."""
    layer, folder = name.split("/")[0], folder_of(name)
    if included.startswith("<") and included.endswith(">"):
        header = included[1:-1]
        if header.startswith("xsimd/") and layer != "kernels":
            return "only kernels/ includes xsimd"
        if not header.startswith("perlane/"):
            return None
        if header.removeprefix("perlane/").removesuffix(".hpp") in PUBLIC.get(layer, ()):
            return None
        return f"{layer}/ does not see this public header"
    if included.startswith('"') and included.endswith('"'):
        header = included[1:-1]
        other = header.split("/")[0]
        if other not in BELOW or not (source / header).is_file():
            return "there is no such file; paths begin at src/"
        if other != layer and other not in BELOW[layer]:
            return f"{other}/ is not below {layer}/"
        if other == layer and not sees(layer, folder, header):
            place = f"{layer}/{folder}/" if folder else f"{layer}/"
            return f"{'/'.join(header.split('/')[:2])} is not below {place}"
        return None
    return "its name cannot be read"


def complaints(source):
    """All that is wrong in a tree, and the number of includes that were read."""
    found, count = [], 0
    files = sorted(path for path in source.rglob("*") if path.suffix in (".cpp", ".hpp", ".h"))
    for path in files:
        name = path.relative_to(source).as_posix()
        layer = name.split("/")[0]
        if layer not in BELOW or "/" not in name:
            found.append(f"{name}: {layer} is no layer")
            continue
        if layer in FOLDERS and folder_of(name) not in (None, *FOLDERS[layer]):
            found.append(f"{name}: {folder_of(name)} is no folder of {layer}/")
            continue
        for included in INCLUDE.findall(code_of(path)):
            count += 1
            if complaint := complaint_about(name, included, source):
                found.append(f"{name} includes {included}: {complaint}")
    for owner, (deed, pattern) in ALONE.items():
        doers = [path for path in files if pattern.search(code_of(path))]
        names = [path.relative_to(source).as_posix() for path in doers]
        found += [f"{name} {deed}: only {owner} does" for name in names if name != owner]
        if owner not in names:
            found.append(f"{owner} no longer {deed}")
    return found, count


class TheTestItself(unittest.TestCase):
    """A tree without a fault, and then with each of them."""

    good = {
        "model/tile.hpp": "#pragma once\n#include <cstdint>\n#include <perlane/lattice.hpp>\n",
        "reference/perlin.cpp": '#include "model/tile.hpp"\n',
        "kernels/lattice/perlin.hpp": '#include "model/tile.hpp"\n#include <xsimd/xsimd.hpp>\n',
        "kernels/table.hpp": "",
        "kernels/shared/axis.hpp": '#include "kernels/table.hpp"\n',
        "isa/avx2.cpp": '#include "kernels/lattice/perlin.hpp"\n',
        "engine/parallel_tbb.cpp": "#include <oneapi/tbb/parallel_for.h>\n",
        "engine/dispatch.cpp": "bool here() { return available_architectures().has(a); }\n",
        "graph/noise/perlin.cpp": '#include <perlane/field.hpp>\n#include "reference/cell.hpp"\n',
        "reference/cell.hpp": '// #include "kernels/perlin.hpp"\n',
        "cli/main.cpp": '#include "cli/render/plan.hpp"\n#include "engine/parallel.hpp"\n',
        "cli/render/plan.hpp": '#include "cli/input/recipe.hpp"\n',
        "cli/input/recipe.hpp": '#include "base/error.hpp"\n',
        "base/error.hpp": "",
        "engine/parallel.hpp": "",
    }

    def complaints_with(self, changes):
        """The faults of the good tree, with other files or with other text in its files."""
        with tempfile.TemporaryDirectory() as directory:
            source = pathlib.Path(directory)
            for name, text in (self.good | changes).items():
                path = source / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text, encoding="utf-8")
            return complaints(source)

    def expect(self, name, text, complaint):
        found, _ = self.complaints_with({name: text})
        self.assertEqual(len(found), 1, found)
        self.assertRegex(found[0], f"^{re.escape(name)}.*{complaint}")

    def test_accepts_what_points_down(self):
        self.assertEqual(self.complaints_with({}), ([], 14))

    def test_finds_what_points_up(self):
        up = '#include "model/tile.hpp"\n  #  include "engine/parallel.hpp"\n'
        self.expect("kernels/bad.hpp", up, "engine/ is not below kernels/")

    def test_finds_what_points_aside(self):
        aside = '#include "reference/cell.hpp"\n'
        self.expect("kernels/arch/bad.hpp", aside, "reference/ is not below kernels/")

    def test_finds_public_headers_below_fields(self):
        self.expect("engine/bad.cpp", "#include <perlane/isa.hpp>\n", "this public header")
        self.expect("model/bad.hpp", "#include <perlane/field.hpp>\n", "this public header")

    def test_finds_public_headers_of_a_higher_layer(self):
        self.expect("graph/bad.cpp", "#include <perlane/evaluate.hpp>\n", "this public header")

    def test_finds_that_fields_see_the_engine(self):
        up = '#include "engine/parallel.hpp"\n'
        self.expect("graph/bad.cpp", up, "engine/ is not below graph/")

    def test_finds_folders_that_see_a_higher_one(self):
        up = '#include "cli/render/plan.hpp"\n'
        self.expect("cli/input/bad.cpp", up, "cli/render is not below cli/input/")
        self.expect("cli/input/bad.cpp", '#include "cli/main.cpp"\n', "is not below cli/input/")
        self.expect("cli/attic/bad.cpp", "", "attic is no folder of cli/")

    def test_finds_files_outside_of_folders_that_see_one(self):
        up = '#include "graph/noise/perlin.cpp"\n'
        self.expect("graph/bad.cpp", up, "graph/noise is not below graph/")
        self.assertEqual(self.complaints_with({"graph/fractal/good.cpp": up})[0], [])
        good = {"graph/node.hpp": "", "graph/noise/good.cpp": '#include "graph/node.hpp"\n'}
        self.assertEqual(self.complaints_with(good)[0], [])

    def test_finds_that_a_family_sees_another(self):
        aside = '#include "kernels/lattice/perlin.hpp"\n'
        self.expect("kernels/cubic/bad.hpp", aside, "kernels/lattice is not below kernels/cubic/")

    def test_finds_paths_that_begin_elsewhere(self):
        self.expect("graph/bad.cpp", '#include "perlin.hpp"\n', "no such file")
        self.expect("graph/bad.cpp", '#include "../model/tile.hpp"\n', "no such file")

    def test_finds_what_it_cannot_read(self):
        self.expect("graph/bad.cpp", "#include HEADER\n", "cannot be read")

    def test_finds_folders_that_are_no_layer(self):
        self.expect("util/bad.cpp", "", "util is no layer")
        self.expect("bad.cpp", "", "bad.cpp is no layer")

    def test_finds_a_second_file_that_does_what_one_does(self):
        self.expect("api/bad.cpp", "#include <tbb/task_arena.h>\n", "includes oneTBB")
        self.expect("graph/bad.cpp", "const auto cpu = available_architectures();\n", "the CPU")
        self.expect("cli/bad.cpp", "#include <xsimd/xsimd.hpp>\n", "only kernels/ includes xsimd")

    def test_finds_that_nobody_does_it(self):
        self.expect("engine/parallel_tbb.cpp", "", "no longer includes oneTBB")
        self.expect("engine/dispatch.cpp", "", "no longer asks the CPU")


class TheTree(unittest.TestCase):
    def test_includes_point_down(self):
        found, count = complaints(source_directory)
        if found:
            self.fail("\n" + "\n".join(found))
        self.assertGreater(count, 200, "this cannot be all")


source_directory = pathlib.Path(sys.argv.pop(1))
unittest.main()
