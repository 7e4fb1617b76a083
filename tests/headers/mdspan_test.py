"""`fill` takes a std::mdspan as it takes other arrays, where the standard library has it.

    mdspan_test.py COMPILER INCLUDE_DIRECTORY...
"""

import subprocess
import sys

from snippets import messages

HEADERS = """#include <perlane/perlane.hpp>
#include <mdspan>
#include <vector>
inline std::vector<float> heights(64 * 32);
inline std::vector<std::uint16_t> codes(64 * 32);
inline std::mdspan height(heights.data(), 32, 64);
inline std::mdspan code(codes.data(), std::extents<int, 32, 64>{});
inline std::mdspan<float, std::dextents<int, 3>, std::layout_left> volume(heights.data(), 4, 8, 64);
inline std::mdspan<float, std::dextents<int, 1>, std::layout_stride> row(
    heights.data(), {std::dextents<int, 1>(32), std::array{64}});
inline const perlane::Field noise = perlane::perlin();
"""
RIGHT = (
    "fill(height, {.shape = {64, 32}}, noise)",
    "fill(height, {.shape = {64, 32}}, noise, {.parallel = false})",
    "fill(code, {.shape = {64, 32}}, noise, {.min = -1, .max = 1})",
    "fill(code, {.shape = {64, 32}}, noise, perlane::range(noise, 2))",
    "fill(code, {.shape = {64, 32}}, noise, {.min = -1, .max = 1}, {.parallel = false})",
    "fill(volume, {.shape = {64, 8, 4}}, noise)",
    "fill(row, {.shape = {32}}, noise)",
)
WRONG = (
    "fill(height, {.shape = {64, 32, 1}}, noise)",
    "fill(height, {.shape = {64, 32}}, noise, {.min = -1, .max = 1})",
    "fill(std::mdspan<const float, std::dextents<int, 1>>(nullptr, 9), {.shape = {9}}, noise)",
    "fill(std::mdspan<double, std::dextents<int, 1>>(nullptr, 9), {.shape = {9}}, noise)",
)


def main():
    compiler, *includes = sys.argv[1:]
    flags = ["-std=c++23", "-Wall", "-Wextra", "-Wconversion", "-Werror"]
    flags += [f"-I{directory}" for directory in includes]
    if "clang" in compiler:
        flags.append("-stdlib=libc++")
    there = subprocess.run([compiler, *flags, "-fsyntax-only", "-x", "c++", "-"], text=True,
                           input="#include <mdspan>\n", capture_output=True)
    if there.returncode:
        print(f"{compiler} has no mdspan here")
        return 77
    pieces = [f"void f() {{ perlane::{call}; }}" for call in (*RIGHT, *WRONG)]
    found = messages(compiler, flags, HEADERS, pieces)
    wrong = [f"{call}:\n{text}" for call, text in zip(RIGHT, found) if text]
    wrong += [f"{call} compiles" for call, text in zip(WRONG, found[len(RIGHT):]) if not text]
    print(*wrong, sep="\n")
    return len(wrong)


if __name__ == "__main__":
    sys.exit(main())
