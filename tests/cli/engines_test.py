"""Reads heightmaps back as engines do, at all sizes that the page about them has.

usage: engines_test.py PERLANE PAGE"""

import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import unittest

FIELD = {"multiply": {"a": 600, "b": {"perlin": {"seed": 5, "frequency": 0.002}}}}
TEXT = json.dumps({"perlane": 1, "field": FIELD})


class Engines(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.directory = pathlib.Path(temporary.name)

    def render(self, name, size, *options):
        words = [perlane, "render", name, "--field", TEXT, "--size", str(size), *options]
        return subprocess.run(words, cwd=self.directory, check=True, capture_output=True,
                              text=True).stdout

    def values(self, first, number):
        """The heights of a row, as floats."""
        self.render("row.r32", f"{number}x1", "--first", f"{first[0]},{first[1]}")
        return struct.unpack(f"<{number}f", (self.directory / "row.r32").read_bytes())

    def test_sizes_bytes_and_heights(self):
        page = pathlib.Path(sys.argv[2]).read_text()
        row = next(line for line in page.splitlines() if line.startswith("| sizes |"))
        sizes = {int(size) for size in re.findall(r"\d+", row)}
        self.assertLessEqual({2017, 4033, 8129, 4097}, sizes)
        for size in sorted(sizes):
            unreal = any(n * m * 2 + 1 == size for n in (63, 127, 255) for m in range(1, 65))
            unity = (size - 1) & (size - 2) == 0
            self.assertTrue(unreal or unity, size)
            printed = self.render("map.r16", size)
            black, white = map(float, re.search(r"black is (\S+), white (\S+)", printed).groups())
            with open(self.directory / "map.r16", "rb") as file:
                self.assertEqual(file.seek(0, 2), 2 * size * size)
                for x, y in ((0, 0), (size - 9, 0), (3, size - 1), (size // 2, size // 3)):
                    file.seek(2 * (y * size + x))
                    codes = struct.unpack("<9H", file.read(18)) if x + 9 <= size else ()
                    for code, height in zip(codes, self.values((x, y), 9)):
                        self.check_heights(code, height, black, white)

    def check_heights(self, code, height, black, white):
        half = 0.51 * (white - black) / 65535
        # Unreal, by the two lines of the page; centimetres.
        scale = 12800 * (white - black) / 65535
        location = 100 * black + 256 * scale
        self.assertAlmostEqual((code - 32768) / 128 * scale + location, 100 * height,
                               delta=100 * half)
        # Unity: a part of the height of the terrain, above its position.
        self.assertAlmostEqual(black + code / 65535 * (white - black), height, delta=half)

    def test_the_tiles_of_the_page_are_all_of_a_size_of_unreal(self):
        page = pathlib.Path(sys.argv[2]).read_text()
        size, tile, overlap = re.search(
            r"--size (\d+) --tile (\d+) --overlap (\d+)", page).groups()
        words = [perlane, "export", "tiles", "--field", TEXT, "--size", size, "--tile", tile,
                 "--overlap", overlap]
        subprocess.run(words, cwd=self.directory, check=True, capture_output=True)
        tiles = list((self.directory / "tiles").rglob("*.png"))
        self.assertEqual(len(tiles), 4)
        for path in tiles:  # the width and the height are in the first chunk
            self.assertEqual(struct.unpack(">2I", path.read_bytes()[16:24]), (1009, 1009))

    def test_the_page_has_the_numbers_of_its_example(self):
        page = pathlib.Path(sys.argv[2]).read_text()
        scale = 12800 * 1200 / 65535
        self.assertIn(f"Z scale of {scale:.2f}", page)
        self.assertIn(f"location of {-60000 + 256 * scale:.1f} cm", page)


perlane = str(pathlib.Path(sys.argv[1]).resolve())
unittest.main(argv=sys.argv[:1])
