"""Calls that must not compile: the first line that the compiler calls an error says what to write.

    mistakes_test.py COMPILER INCLUDE_DIRECTORY...
"""

import pathlib
import re
import subprocess
import sys

from snippets import messages

HEADERS = """#include <perlane/perlane.hpp>
#include <algorithm>
#include <vector>
using namespace perlane;
"""
FRAME = """int main() {
  std::vector<float> out(64), x_float;
  std::vector<double> doubles(64), x, y;
  std::vector<int> integers(64);
  std::vector<std::uint16_t> codes(64);
  const std::vector<float> constant(64);
  const double length = 8;
  const Field field = perlin();
  const Grid<2> grid{.shape = {8, 8}};
  @
}
"""

OTHER_TYPE = "take an array of float, std::uint16_t or std::uint8_t"
CONST = "the destination is const; take an array that can be written to"
UNNAMED = "take an array that has a name"
POINTER = "write std::span(pointer, number)"
INTEGER = "write an integer here"
TOO_MANY = "more integers in the braces than there are axes"
NO_CODES = "only std::uint16_t and std::uint8_t have codes"
MIXED = "must be all of double, or all of float"

MISTAKES = [
    # The elements of the destination.
    ("fill(doubles, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("perlane::fill(doubles, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("fill<2>(doubles, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("fill(doubles, grid, field);", OTHER_TYPE),
    ("fill(std::span(doubles), {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("fill(integers, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("fill<2>(integers, {.shape = {8, 8}}, field, Range{0, 1});", OTHER_TYPE),
    ("std::vector<std::int16_t> a(64); fill(a, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("std::vector<char> a(64); fill(a, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("double a[8][8]; fill(a, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("const float a[8][8]{}; fill(a, {.shape = {8, 8}}, field);", CONST),
    ("float a[8][8]; fill(a, grid, field, Range{0, 1});", NO_CODES),
    ("double array[64]; fill(array, {.shape = {8, 8}}, field);", OTHER_TYPE),
    ("fill(constant, {.shape = {8, 8}}, field);", CONST),
    ("fill<2>(constant, {.shape = {8, 8}}, field);", CONST),
    ("fill(constant, grid, field);", CONST),
    ("fill(out.data(), {.shape = {8, 8}}, field);", POINTER),
    ("fill<2>(out.data(), {.shape = {8, 8}}, field);", POINTER),
    ("fill<2>(std::vector<float>(64), {.shape = {8, 8}}, field);", UNNAMED),
    ("struct { float a[64]; float* data() { return a; } int size() const { return 64; } } image; "
     "fill(image, {.shape = {8, 8}}, field);", "write std::span(out.data(), out.size())"),
    ("fill(out, {.shape = {8, 8}}, field, Range{0, 1});", NO_CODES),
    ("fill<2>(out, {.shape = {8, 8}}, field, Range{0, 1});", NO_CODES),
    # Numbers.
    ("fill(out, {.shape = {length, 8}}, field);", INTEGER),
    ("fill<2>(out, {.shape = {8, length}}, field);", INTEGER),
    ("fill<2>(out, {.shape = {8, 8}, .first = {0.5, 0}}, field);", INTEGER),
    ("perlin({.seed = 0.5});", INTEGER),
    ("fill<2>(out, {.shape = {4, 4, 4}}, field);", TOO_MANY),
    # Points.
    ("sample(out, field, x, x_float);", MIXED),
    ("sample(out, field, x_float, x, Options{});", MIXED),
    ("sample(out, field, integers);", MIXED),
    ("sample(doubles, field, x, y);", OTHER_TYPE),
    ("sample(codes, field, x, y);", "values at points are float"),
    ("sample(constant, field, x);", CONST),
    ("sample(out.data(), field, x);", POINTER),
    # Numbers without a name.
    ("perlin(42);", "name the number; write perlin({.seed = 42})"),
    ("fill(out, {8, 8}, field);", "write {.shape = {512, 512}}"),
    ("fill(out, {.shape = 64}, field);", "a list with a number for each axis"),
    ("Grid<2> of_numbers{8, 8};", "write, for a Grid<2>, {.shape = {512, 512}}"),
    ("Grid<2> where{.shape = {8, 8}, .first = 7};", "{.first = {256, 0}}"),
    ("fill<2>(out, {.shape = {8, 8}, .first = {7}}, field);", "{.first = {256, 0}}"),
    ("Grid<3> flat{.shape = {8, 8}};", "a grid has a number of samples for each axis"),
    ("Grid<2> steep{.shape = {8, 8}, .step = {1, 2, 3}};", "more numbers in the braces"),
    ("Grid unsized{.shape = {8, 8}};", "write Grid<2> for two of them"),
    ("fill(out, Grid{.shape = {8, 8}}, field);", "write Grid<2> for two of them"),
    ("fill(Planes{.value = out}, grid, field);", "write Planes<2> for two of them"),
    ("Grid<5> large;", "a grid has 1 to 4 dimensions"),
    ("perlin({.period = 0.5});", INTEGER),
    ("perlin({.period = {8, 0.5}});", INTEGER),
    ("sample(field, doubles);", "the array of values comes first"),
    ("sample(field, doubles, doubles);", "the array of values comes first"),
    ("sample(field, {0.5, 2.0});", "the coordinates without braces"),
    ("sample(field, {1, 2, 3});", "the coordinates without braces"),
    # Operators under other names, and in another order.
    ("field > 0.5;", "write step(0.5f, field)"),
    ("field < 1;", "write 1 - step(0.5f, field)"),
    ("0.5f < field;", "write 1 - step(0.5f, field)"),
    ("perlane::min(field, field, field);", "write min({a, b, c})"),
    ("max(field, 0.5, 2 * field);", "write max({a, b, c})"),
    ("max(0, 0.5, field, field);", "write max({a, b, c})"),
    ("lerp(field, 2, field);", "write mix(a, b, t)"),
    ("lerp(0.5f, 2, field);", "write mix(a, b, t)"),
    ("cos(field);", "write sine(field + 0.25f)"),
    ("sin(2 * field);", "write sine(field)"),
    ("step(field, 0.5f);", "write step(0.5f, field)"),
    ("smoothstep(field, 0, 1);", "write smoothstep(0, 1, field)"),
    # Normals of a height, or of a field in 3D.
    ("normals(out, out, out);", "isosurface_normals(x, y, z) for those of a field in 3D"),
]

OLD = "perlane needs C++20: compile with -std=c++20"


def first_error(text):
    if text is None:
        return None
    return next((line for line in text.splitlines() if re.search(r"\berror\b", line)), "none")


def messages_of_old(compiler, flags, standard, header):
    command = [compiler, *flags, f"-std=c++{standard}", "-fsyntax-only", "-x", "c++", "-"]
    run = subprocess.run(command, capture_output=True, text=True,
                         input=f"#include <perlane/{header}>\n")
    return run.stderr if run.returncode else None


def main():
    compiler, *directories = sys.argv[1:]
    flags = [f"-I{directory}" for directory in directories]
    headers = [path.name for directory in directories
               for path in sorted(pathlib.Path(directory, "perlane").glob("*.hpp"))]
    statements = ["", *(statement for statement, _ in MISTAKES)]
    found = messages(compiler, flags, HEADERS,
                     [FRAME.replace("@", statement) for statement in statements])
    cases = [("the frame itself", None, found[0])]
    cases += [(*mistake, text) for mistake, text in zip(MISTAKES, found[1:], strict=True)]
    cases += [(f"C++{old}, {header}", OLD, messages_of_old(compiler, flags, old, header))
              for old in (11, 17) for header in headers]
    failures = 0
    for what, words, text in cases:
        error = first_error(text)
        if error is None if words is None else error is not None and words in error:
            continue
        failures += 1
        print(f"{what}\n  first error: {error}\n  should say: {words}")
    print(f"{len(cases) - failures} of {len(cases)} are as they should be")
    return failures != 0


if __name__ == "__main__":
    sys.exit(main())
