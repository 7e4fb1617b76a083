"""The Conan recipe, tried with stand-ins for Conan.

usage: recipe_test.py TREE VERSION

The recipe in TREE compiles, it reads VERSION, and what it exports is enough to build.
"""

import fnmatch
import importlib.util
import os
import re
import sys
import types

tree, version = sys.argv[1:]


class Anything(types.ModuleType):
    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return object if name == "ConanFile" else lambda *args, **kwargs: None


for module in (
    "conan",
    "conan.tools",
    "conan.tools.build",
    "conan.tools.cmake",
    "conan.tools.files",
):
    sys.modules[module] = Anything(module)

exported = []


def load(_, path):
    with open(path, encoding="utf-8") as file:
        return file.read()


sys.modules["conan.tools.files"].load = load
sys.modules["conan.tools.files"].copy = lambda _, pattern, src, dst: exported.append(pattern)


def recipe(*path):
    path = os.path.join(tree, "packaging", "conan", *path)
    spec = importlib.util.spec_from_file_location("recipe", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module, os.path.dirname(path)


module, folder = recipe("conanfile.py")
perlane = module.PerlaneConan()
perlane.recipe_folder = folder
perlane.export_sources_folder = ""
perlane.set_version()
assert (
    perlane.version == version
), f"the recipe reads version {perlane.version}, the project has {version}"

description = re.search(
    r'DESCRIPTION "([^"]*)"', load(None, os.path.join(tree, "CMakeLists.txt"))
).group(1)
assert (
    perlane.description == description
), f"the recipe has another description: {perlane.description}"

# Every file that the top CMakeLists.txt builds or includes is exported.
perlane.export_sources()
files = re.findall(
    r"(?:src|cmake)/[\w/.]+\.(?:cpp|cmake|in)", load(None, os.path.join(tree, "CMakeLists.txt"))
)
assert files
for file in files:
    assert any(
        fnmatch.fnmatch(file, pattern) for pattern in exported
    ), f"the recipe does not export {file}"

# Nothing else is built: it would not be exported.
options = load(None, os.path.join(tree, "cmake", "options.cmake"))
for part in re.findall(r"option\(PERLANE_BUILD_(\w+) [^)]*PROJECT_IS_TOP_LEVEL", options):
    assert f'"{part}"' in load(
        None, os.path.join(folder, "conanfile.py")
    ), f"the recipe leaves PERLANE_BUILD_{part} to its default"

recipe("test_package", "conanfile.py")
