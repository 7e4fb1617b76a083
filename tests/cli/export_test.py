"""Exports: tiles are pieces of one render, whatever happens while they are made.

usage: export_test.py PERLANE
"""

import base64
import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

WORLD = ["--size", "300x200", "--first", "-40,8", "--seed", "3", "--cell", "50", "--octaves", "4"]
TILES = ["--tile", "64", "--levels", "3", "--overlap", "1"]
# Long enough to be killed within.
LONG = ["--size", "2048", "--tile", "128", "--levels", "2", "--overlap", "1", "--threads", "2"]


def paeth(a, b, c):
    p = a + b - c
    if abs(p - a) <= abs(p - b) and abs(p - a) <= abs(p - c):
        return a
    return b if abs(p - b) <= abs(p - c) else c


def rows_of_png(data):
    """Rows of 16 bits, big-endian, with the filter that all rows of perlane's have."""
    at, stream = 8, b""
    while at < len(data):
        size, kind = struct.unpack(">I4s", data[at : at + 8])
        if kind == b"IHDR":
            width, height = struct.unpack(">II", data[at + 8 : at + 16])
        if kind == b"IDAT":
            stream += data[at + 8 : at + 8 + size]
        at += size + 12
    raw, rows, above = zlib.decompress(stream), [], bytes(2 * width)
    for y in range(height):
        line = raw[y * (2 * width + 1) : (y + 1) * (2 * width + 1)]
        assert line[0] == 4
        row = bytearray(line[1:])
        for i in range(2 * width):
            a, c = (row[i - 2], above[i - 2]) if i >= 2 else (0, 0)
            row[i] = (row[i] + paeth(a, above[i], c)) & 255
        rows.append(bytes(row))
        above = row
    return rows


def rows_of_r16(data, width):
    return [data[at : at + 2 * width] for at in range(0, len(data), 2 * width)]


def rows_of_npy(data, width):
    data = data[10 + struct.unpack("<H", data[8:10])[0] :]
    return [data[at : at + 4 * width] for at in range(0, len(data), 4 * width)]


def sum_of(rows, is_big_endian=False):
    """The checksum of samples, of 2 bytes if they are big-endian."""
    if is_big_endian:
        rows = [struct.pack(f"<{len(row) // 2}H", *struct.unpack(f">{len(row) // 2}H", row))
                for row in rows]
    sums = b"".join(struct.pack("<I", zlib.crc32(row)) for row in rows)
    return f"{zlib.crc32(sums):08x}"


class Export(unittest.TestCase):
    def test_warns_of_octaves_that_are_too_fine_for_levels(self):
        def warning(*options):
            words = ["--size", "64", "--tile", "64", "--levels", "4", "--cell", "32", *options]
            return self.run_perlane("export", "fine", "-q", "--force", *words).stderr

        self.assertEqual(warning("--octaves", "2"), "")  # 16 samples, and 2 of the last level
        self.assertIn("less than 2 samples of level 3,", warning("--octaves", "3"))
        self.assertIn("less than 2 samples of levels 1 to 3,", warning("--octaves", "5"))
        self.assertIn("the finest cells span 1.00 samples", warning("--octaves", "6"))
        self.assertEqual(warning("--fractal", "none"), "")

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.directory = pathlib.Path(self.temporary.name)

    def run_perlane(self, *words, **options):
        words = [perlane, *map(str, words)]
        return subprocess.run(
            words, capture_output=True, text=True, check=False, cwd=self.directory, **options
        )

    def run_well(self, *words):
        done = self.run_perlane(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def rejected(self, exit_code, message, *words, **options):
        done = self.run_perlane(*words, **options)
        done.stderr = re.sub(r"', task \d+, ", "' ", done.stderr)
        self.assertEqual(done.returncode, exit_code, done.stderr)
        self.assertIn(message, done.stderr)
        return done

    def files(self, name):
        root = self.directory / name
        paths = [path for path in root.rglob("*") if path.is_file()]
        return {str(path.relative_to(root)): path.read_bytes() for path in paths}

    def manifest(self, name):
        return json.loads((self.directory / name / "manifest.json").read_text())

    # ---- what tiles are ----------------------------------------------------------

    def test_tiles_are_pieces_of_one_render(self):
        # One sample beyond the world, where its last tiles end.
        whole = [word if word != "300x200" else "301x201" for word in WORLD]
        for extension, rows_of, bytes_each in (
            ("r16", rows_of_r16, 2),
            ("npy", rows_of_npy, 4),
            ("png", lambda data, width: rows_of_png(data), 2),
        ):
            name = f"world-{extension}"
            self.run_well("export", name, *WORLD, *TILES, "--format", extension)
            self.run_well("render", f"whole.{extension}", *whole)
            data = (self.directory / f"whole.{extension}").read_bytes()
            rows = rows_of(data, 301)
            tiles = self.manifest(name)["tiles"]
            self.assertEqual([sum(tile["level"] == k for tile in tiles) for k in range(4)],
                             [5 * 4, 3 * 2, 2 * 1, 0])
            for tile in tiles:
                data = (self.directory / name / tile["name"]).read_bytes()
                self.assertEqual((len(data), f"{zlib.crc32(data):08x}"),
                                 (tile["bytes"], tile["crc32"]))
                self.assertEqual(sum_of(rows_of(data, tile["size"][0]), extension == "png"),
                                 tile["samples"])
                width, height = tile["size"]
                found = rows_of(data, width)
                self.assertEqual(len(found), height)
                step = 2 ** tile["level"]
                self.assertEqual([at % 64 for at in (tile["first"][0] + 40 // step,
                                                     tile["first"][1] - 8 // step)], [0, 0])
                left = tile["first"][0] * step + 40
                top = tile["first"][1] * step - 8
                for y, row in enumerate(found):
                    if top + y * step > 200:  # beyond the render
                        continue
                    expected = rows[top + y * step][left * bytes_each :]
                    expected = b"".join(
                        expected[at : at + bytes_each]
                        for at in range(0, len(expected), step * bytes_each)
                    )
                    number = min(len(expected), len(row))
                    self.assertGreaterEqual(number, (width - 1) * bytes_each)
                    self.assertEqual(row[:number], expected[:number], tile["name"])

    def test_neighbours_share_their_overlap(self):
        self.run_well("export", "world", *WORLD, "--tile", "64", "--overlap", "3",
                      "--format", "r16")
        def rows(x, y, width):
            return rows_of_r16((self.directory / f"world/0/{y}/{x}.r16").read_bytes(), width)
        west, east, south = rows(1, 1, 67), rows(2, 1, 67), rows(1, 2, 67)
        self.assertEqual([row[-6:] for row in west], [row[:6] for row in east])
        self.assertEqual(west[-3:], south[:3])
        self.assertEqual(len(rows(4, 3, 300 - 4 * 64 + 3)), 200 - 3 * 64 + 3)

    def test_a_tile_makes_itself_again(self):
        self.run_well("export", "world", *WORLD, *TILES)
        for name in ("0/2/1.png", "1/1/2.png", "2/0/1.png"):
            self.run_well("render", "again.png", "--field", f"world/{name}")
            self.assertEqual((self.directory / "again.png").read_bytes(),
                             (self.directory / "world" / name).read_bytes())

    def test_a_manifest_is_a_recipe(self):
        self.run_well("export", "world", *WORLD, *TILES)
        self.run_well("render", "whole.png", *WORLD)
        self.run_well("render", "again.png", "--field", "world/manifest.json")
        self.assertEqual((self.directory / "again.png").read_bytes(),
                         (self.directory / "whole.png").read_bytes())
        self.run_well("export", "twin", "--field", "world/manifest.json", *TILES)
        self.assertEqual(self.files("twin"), self.files("world"))

    def test_a_damaged_manifest_is_a_recipe_however_long_its_first_line_is(self):
        for size in (100, 78_000):  # less and more than what is read at once
            field = self.long_field(size)
            self.run_well("export", "world", "--size", "64", "--tile", "32", "--field", field)
            header = (self.directory / "world/manifest.json").read_text().splitlines()[0]
            self.assertEqual(len(header) > 65536, size == 78_000)
            (self.directory / "damaged.json").write_text(header + "\n{")
            self.run_well("render", "again.png", "--field", "damaged.json")
            self.run_well("render", "whole.png", "--field", "world/manifest.json")
            self.assertEqual((self.directory / "again.png").read_bytes(),
                             (self.directory / "whole.png").read_bytes())
            shutil.rmtree(self.directory / "world")

    def test_every_format(self):
        text = self.run_well("export", "--help").stdout
        for extension in ("png", "tif", "exr", "r16", "r32", "raw", "npy", "pfm"):
            if f"  {extension}: " not in text:
                continue
            words = ["export", extension, *WORLD, "--tile", "128", "--format", extension]
            self.run_well(*words)
            self.run_well("render", f"one.{extension}", "--size", "128x72", "--first", "88,136",
                          *WORLD[4:])
            tile, one = f"{extension}/0/1/1.{extension}", f"one.{extension}"
            self.assertEqual((self.directory / tile).read_bytes(),
                             (self.directory / one).read_bytes())
            before = self.files(extension)
            self.assertIn("0 made, 6 kept", self.run_well(*words).stdout)
            self.assertEqual(self.files(extension), before)
            self.run_well("export", extension, "--verify")

    def test_threads_do_not_matter(self):
        self.run_well("export", "one", *WORLD, *TILES, "--threads", "1")
        self.run_well("export", "all", *WORLD, *TILES)
        self.assertEqual(self.files("one"), self.files("all"))

    def test_the_range_of_the_world(self):
        words = [*WORLD, "--tile", "64", "--range", "auto", "--format", "r16"]
        self.run_well("export", "world", *words)
        self.run_well("render", "whole.png", *WORLD, "--range", "auto")
        self.run_well("export", "twin", "--field", "whole.png", "--tile", "64", "--format", "r16")
        self.assertEqual(self.files("world"), self.files("twin"))
        codes = set()
        for name, data in self.files("world").items():
            if name.endswith(".r16"):
                codes.update(struct.unpack(f"<{len(data) // 2}H", data))
        self.assertEqual((min(codes), max(codes)), (0, 65535))

    # ---- ended, and gone on with ---------------------------------------------------

    def start_long(self, name):
        words = [perlane, "export", name, *LONG]
        return subprocess.Popen(words, cwd=self.directory, stderr=subprocess.PIPE, text=True,
                                stdout=subprocess.DEVNULL)

    def end_within(self, name, number):
        """Lets a run end by itself, or ends it once so many tiles are there."""
        process = self.start_long(name)
        root = self.directory / name
        while process.poll() is None and len(list(root.glob("[01]/*/*.png"))) < number:
            time.sleep(0.0005)
        return process

    def wait_for(self, is_so):
        end = time.monotonic() + 60
        while not is_so():
            self.assertLess(time.monotonic(), end, "it has not come to that")
            time.sleep(0.0005)

    def expected(self):
        self.run_well("export", "expected", *LONG)
        return self.files("expected")

    def test_a_run_that_is_killed_can_be_gone_on_with(self):
        expected = self.expected()
        tiles = len(expected) - 1
        chance, interrupted = random.Random(5), 0
        for number in (0, 1, 7, 50, 120, 200, tiles - 3):
            for _ in range(2):
                process = self.end_within("world", number)
                time.sleep(chance.random() * 0.01)
                process.kill()
                process.communicate()
                interrupted += process.returncode == -signal.SIGKILL
                for name, data in self.files("world").items():
                    if name in expected:
                        self.assertEqual(data, expected[name], name)
                    else:
                        self.assertTrue(name.startswith(".perlane."), name)
        self.assertGreater(interrupted, 3)
        self.run_well("export", "world", *LONG)
        self.assertEqual(self.files("world"), expected)
        self.run_well("export", "world", "--verify")

    def test_ctrl_c_leaves_complete_tiles(self):
        expected = self.expected()
        process = self.end_within("world", 20)
        process.send_signal(signal.SIGINT)
        error = process.communicate()[1]
        self.assertEqual(process.returncode, 130, error)
        self.assertTrue(error.endswith("perlane: interrupted\n"), error)
        left = self.files("world")
        self.assertNotIn("manifest.json", left)
        self.assertGreaterEqual(len(left), 20)
        for name in left.keys() - {".perlane.journal"}:
            self.assertEqual(left[name], expected[name])
        self.assertFalse((self.directory / "world/.perlane.tmp").exists())
        self.assertRegex(self.run_well("export", "world", *LONG).stdout, r" [1-9]\d* kept")
        self.assertEqual(self.files("world"), expected)

    def test_shards_are_whole_too(self):
        words = ["--size", "1000", "--tile", "128", "--levels", "2", "--format", "zarr"]
        done = self.run_perlane("export", "expected", *words)
        if "was built without" in done.stderr:
            self.skipTest("perlane was built without .zarr")
        expected = self.files("expected")
        self.assertEqual(len(expected), 8 * 8 + 4 * 4 + 5 + 1)
        chance = random.Random(7)
        for end in (signal.SIGINT, signal.SIGTERM, signal.SIGKILL) * 5:
            process = subprocess.Popen([perlane, "export", "world", "-q", *words],
                                       cwd=self.directory)
            time.sleep(chance.random() * 0.05)
            process.send_signal(end)
            self.assertIn(process.wait(), (0, 130, -end))
            for name, data in self.files("world").items():
                if not name.startswith(".perlane."):
                    self.assertEqual(data, expected[name], name)
        self.run_well("export", "world", *words)
        self.assertEqual(self.files("world"), expected)

    def test_a_journal_that_was_cut_off(self):
        self.run_well("export", "world", *WORLD, *TILES)
        expected = self.files("world")
        root = self.directory / "world"
        lines = expected["manifest.json"].decode().splitlines(keepends=True)
        tiles = [line.replace("},", "}") for line in lines[2:-1]]
        for cut in (0, 40, len(lines[0]), len(lines[0]) + 200, len(lines[0]) + 1000):
            (root / "manifest.json").unlink()
            journal = (lines[0] + "".join(tiles))[:cut]
            (root / ".perlane.journal").write_text(journal)
            known = max(journal.count("\n") - 1, 0)
            for tile in tiles[known:]:
                (root / json.loads(tile)["name"]).unlink()
            done = self.run_well("export", "world", *WORLD, *TILES)
            self.assertIn(f" {known} kept", done.stdout)
            self.assertEqual(self.files("world"), expected)

    def test_a_second_run_is_rejected(self):
        process = self.end_within("world", 3)
        process.send_signal(signal.SIGSTOP)
        os.waitpid(process.pid, os.WUNTRACED)
        before = self.files("world")
        message = ("another perlane is exporting into 'world'; wait until it is done, or use "
                   "another directory")
        try:
            for words in ([], ["--seed", "4"], ["--format", "r16"]):
                for force in ([], ["--force"]):
                    self.rejected(1, message, "export", "world", *LONG, *words, *force)
                    self.assertEqual(self.files("world"), before)
            self.rejected(1, message, "export", "world", *LONG, "--init")
            self.assertEqual(self.files("world"), before)
        finally:
            process.send_signal(signal.SIGCONT)
            process.communicate()
        self.assertEqual(process.returncode, 0)
        self.run_well("export", "world", "--verify")

    def test_verify_reports_every_fault(self):
        self.run_well("export", "world", *WORLD, *TILES)
        root = self.directory / "world"
        good = self.files("world")

        def wrong(*messages):
            done = self.rejected(1, messages[0], "export", "world", "--verify")
            for message in messages:
                self.assertIn(message + "\n", done.stderr)
            self.assertEqual(done.stderr.count("\n"), len(messages), done.stderr)

        (root / "0/1/1.png").unlink()
        wrong("'0/1/1.png' is missing")
        tile = root / "1/0/2.png"
        tile.write_bytes(tile.read_bytes()[:-1] + b"?")
        wrong("'0/1/1.png' is missing", "'1/0/2.png' is damaged")
        (root / "0/notes.txt").write_text("mine")
        wrong("'0/1/1.png' is missing", "'1/0/2.png' is damaged",
              "'0/notes.txt' is not of this export")
        (root / "0/notes.txt").unlink()
        # A tile that has changed is replaced by force alone.
        self.rejected(1, "has changed since it was exported", "export", "world", *WORLD, *TILES)
        self.run_well("export", "world", *WORLD, *TILES, "--force")
        self.assertEqual(self.files("world"), good)
        tile = root / "0/0/1.png"
        kept = tile.read_bytes()
        tile.unlink()
        os.mkfifo(tile)
        self.rejected(1, "'0/0/1.png' is damaged", "export", "world", "--verify")
        tile.unlink()
        tile.write_bytes(kept)
        manifest = root / "manifest.json"
        text = manifest.read_text()
        manifest.write_text(text[:-3])
        self.rejected(1, "'manifest.json' is damaged", "export", "world", "--verify")
        for damaged in ("", "{}\n", text.replace('"tile":64', '"tile":0')):
            manifest.write_text(damaged)
            self.rejected(1, "it is not the manifest of an export", "export", "world", "--verify")
        manifest.write_text(text)
        (root / ".perlane.journal").touch()
        wrong("'.perlane.journal' is of an export that is not done")
        (root / ".perlane.journal").unlink()
        self.run_well("export", "world", "--verify")
        manifest.unlink()
        self.rejected(1, "there is no manifest of an export in 'world'", "export", "world",
                      "--verify")
        self.rejected(1, "there is no manifest of an export in 'none'", "export", "none",
                      "--verify")

    def test_verify_compares_the_manifest_with_itself_and_with_tiles(self):
        def told(name, *changes):
            path = self.directory / name / "manifest.json"
            whole = path.read_text()
            for old, new, message in changes:
                self.assertIn(old, whole)
                path.write_text(whole.replace(old, new, 1))
                self.rejected(1, message, "export", name, "--verify")
            path.write_text(whole)
            self.run_well("export", name, "--verify")

        self.run_well("export", "world", *WORLD, *TILES)
        self.run_well("export", "plain", *WORLD, *TILES, "--format", "r16")
        for name in ("world", "plain"):
            told(name,
                 ('"overlap":1', '"overlap":2', "'manifest.json' is not right about '0/0/0."),
                 ('"tile":64', '"tile":65', "'manifest.json' is not right about '0/0/0."),
                 ('"tile":64', '"tile":99', "its levels is not right; it should be ["),
                 ('"step":2', '"step":3', "its levels is not right; it should be ["),
                 ('"hash":"crc32"', '"hash":"md5"', 'its hash is not right; it should be "crc32"'),
                 ('"hash":', '"hush":1,"hash":', "its hush is unknown"),
                 ('"first":[-40,8]', '"first":[-44,8]',
                  "'manifest.json' is not right about '0/0/0."),
                 ('"first":[-20,4]', '"first":[-20,8]',
                  "'manifest.json' is not right about '1/0/0."),
                 ('"checksum":"', '"checksum":"0', "recipe.checksum is not right"),
                 ('"origin":[0.0', '"origin":[0.5', "'manifest.json': the recipe is by perlane "),
                 ('"manifest":1', '"manifest":2', "the manifest is of version 2, and this perlane "
                  "reads version 1; use the perlane that wrote it"))
            first = (self.directory / name / "manifest.json").read_text().split("\n")[2] + "\n"
            damaged = "'manifest.json' is not what perlane wrote, from line "
            told(name,
                 ('"tiles":[\n', 'Xtiles" oops\n', damaged + "2 on"),
                 (first, first.replace("},", "}"), damaged + "3 on"),
                 (first, first + first, damaged + "4 on"),
                 ("]}\n", "]}\nand more\n", damaged),
                 ("]}\n", "]}\n\0", damaged),
                 ('{"manifest":1', '{ "manifest":1', "it is not the manifest of an export"))
        told("world",
             ('"seed":3', '"seed":4', "'0/0/0.png' does not follow the manifest's recipe"),
             ('"octaves":4', '"octaves":5', "'2/0/1.png' does not follow the manifest's recipe"))
        told("plain", ('"type":"uint16"', '"type":"uint8"',
                       "'0/0/0.r16' does not follow the manifest's recipe"))

    def replace_tile(self, name, tile, data):
        """Puts another file in the place of a tile, and its checksum into the manifest, as a run
        would have done that took an unfinished file for a whole one."""
        path = self.directory / name / "manifest.json"
        text = path.read_text()
        line = next(line for line in text.split("\n") if line.startswith(f'{{"name":"{tile}"'))
        old = json.loads(line.rstrip(","))
        new = line.replace(old["crc32"], f"{zlib.crc32(data):08x}")
        new = new.replace(f'"bytes":{old["bytes"]}', f'"bytes":{len(data)}')
        path.write_text(text.replace(line, new))
        (self.directory / name / tile).write_bytes(data)
        return text

    def test_verify_reads_the_samples(self):
        words = ["--size", "128", "--tile", "64", "--seed", "5"]
        text = self.run_well("export", "--help").stdout
        for extension in ("png", "tif", "exr", "r16", "r32", "raw", "npy", "pfm"):
            if f"  {extension}: " not in text:
                continue
            self.run_well("export", extension, *words, "--format", extension)
            tile = f"0/1/0.{extension}"
            path = self.directory / extension / tile
            whole = path.read_bytes()
            middle = len(whole) - 3000
            damaged = whole[:middle] + bytes(64) + whole[middle + 64 :]
            if extension in ("png", "tif", "exr"):
                message = "'" + tile + "' (cannot be decoded|does not hold the samples)"
            else:
                message = "'" + tile + "' does not hold the samples that were exported"
            before = self.replace_tile(extension, tile, damaged)
            done = self.rejected(1, "perlane: '0/1/0.", "export", extension, "--verify")
            self.assertRegex(done.stderr, message)
            self.assertEqual(done.stderr.count("\n"), 1)
            (self.directory / extension / "manifest.json").write_text(before)
            path.write_bytes(whole)
            self.run_well("export", extension, "--verify")

    def test_verify_knows_an_empty_png(self):
        self.run_well("export", "world", "--size", "128", "--tile", "64")
        data = (self.directory / "world/0/0/1.png").read_bytes()
        start = data.index(b"IDAT") - 4
        def chunk(kind, inside):
            return (struct.pack(">I", len(inside)) + kind + inside +
                    struct.pack(">I", zlib.crc32(kind + inside)))
        for stream, problem in (
            (b"\3\0\0\0\0\1", "cannot be decoded"),
            (zlib.compress(bytes(64 * 128)), "cannot be decoded"),
            (zlib.compress(bytes(64 * 129)), "does not hold the samples"),
        ):
            empty = data[:start] + chunk(b"IDAT", stream) + chunk(b"IEND", b"")
            before = self.replace_tile("world", "0/0/1.png", empty)
            self.rejected(1, f"'0/0/1.png' {problem}", "export", "world", "--verify")
            (self.directory / "world/manifest.json").write_text(before)

    def test_verify_compares_samples_with_the_field(self):
        words = ["--size", "128", "--first", "-70,-1003", "--tile", "64", "--seed", "5"]
        for extension, size in (("r16", 2), ("r32", 4)):
            self.run_well("export", extension, *words, "--format", extension)
            tile = f"0/0/1.{extension}"
            path = self.directory / extension / tile
            whole = path.read_bytes()
            rows = [whole[at : at + 64 * size] for at in range(0, len(whole), 64 * size)]
            for row in range(0, 49, 3):  # the first of 16 that were never evaluated
                empty = rows[:row] + [bytes(64 * size)] * 16 + rows[row + 16 :]
                before = self.replace_tile(extension, tile, b"".join(empty))
                manifest = self.directory / extension / "manifest.json"
                manifest.write_text(manifest.read_text().replace(sum_of(rows), sum_of(empty)))
                self.rejected(1, f"'{tile}' does not hold the samples of the field", "export",
                              extension, "--verify")
                manifest.write_text(before)
                path.write_bytes(whole)

    def test_verify_sees_every_digit_of_the_manifest(self):
        self.run_well("export", "world", *WORLD, *TILES)
        path = self.directory / "world/manifest.json"
        text = path.read_text()
        high = str(json.loads(text)["recipe"]["range"][1])
        same = high[:-1] + str(int(high[-1]) ^ 1)
        self.assertEqual(struct.pack("<f", float(high)), struct.pack("<f", float(same)))
        path.write_text(text.replace(f",{high}]", f",{same}]"))
        self.rejected(1, "'manifest.json' is not what perlane wrote, from line 1 on", "export",
                      "world", "--verify")

    def test_a_later_manifest_is_rejected(self):
        self.run_well("export", "world", *WORLD, *TILES)
        path = self.directory / "world/manifest.json"
        text = path.read_text()
        for new in ('{"manifest":2', '{"manifest":"1"', '{"manifest":2,"seed":5'):
            path.write_text(text.replace('{"manifest":1', new))
            self.rejected(2, "the manifest is of ", "render", "map.png", "--field", path)
            with open(path, encoding="ascii") as file:
                self.rejected(2, "the manifest is of ", "render", "map.png", "--field", "-",
                              stdin=file)
        path.write_text('{"manifest":2}')
        self.rejected(2, "the manifest is of version 2,", "render", "map.png", "--field", path)
        self.rejected(1, "manifest.json' is of another export", "export", "world", *WORLD, *TILES)

    # ---- what is in the way --------------------------------------------------------

    def test_nothing_is_overwritten(self):
        self.run_well("export", "world", *WORLD, *TILES)
        before = self.files("world")
        for other in (["--seed", "4"], ["--overlap", "0"], ["--levels", "2"], ["--tile", "65"],
                      ["--names", "{x}/{y}/{level}.png"], ["--depth", "8"]):
            words = [*WORLD, *TILES]
            if other[0] in words:
                words[words.index(other[0]) + 1] = other[1]
            else:
                words += other
            self.rejected(1, "manifest.json' is of another export", "export", "world", *words)
        self.assertEqual(self.files("world"), before)
        words = [*["4" if word == "3" and WORLD[i - 1] == "--seed" else word
                   for i, word in enumerate(WORLD)], *TILES]
        self.run_well("export", "world", *words, "--force")
        self.run_well("export", "other", *words)
        self.assertEqual(self.files("world"), self.files("other"))

    def test_force_over_a_run_that_was_killed(self):
        process = self.end_within("world", 20)
        process.kill()
        process.communicate()
        self.assertEqual(process.returncode, -signal.SIGKILL)
        self.run_well("export", "world", *LONG, "--seed", "4", "--force")
        self.run_well("export", "other", *LONG, "--seed", "4")
        self.assertEqual(self.files("world"), self.files("other"))

    def test_a_world_where_an_export_was_killed_before_its_first_tile(self):
        (self.directory / "world/.perlane.tmp").mkdir(parents=True)
        (self.directory / "world/.perlane.tmp/0").write_text("half a tile")
        (self.directory / "world/.perlane.journal").touch()
        self.run_well("export", "world", *WORLD, *TILES, "--init")
        self.run_well("export", "world", "--task", "0-999")
        self.assertIn("manifest.json", self.files("world"))

    def test_force_removes_mosaics_of_the_other_tiles(self):
        if "  tif: " not in self.run_well("export", "--help").stdout:
            self.skipTest("this perlane was built without TIFF")
        names = ["--names", "{level}_{x}_{y}.dat"]
        self.run_well("export", "world", *WORLD, *TILES, *names, "--format", "tif")
        self.assertIn("manifest.vrt", self.files("world"))
        (self.directory / "world/manifest.1.vrt").write_text("mine")
        self.run_well("export", "world", *WORLD, *TILES, *names, "--format", "r16", "--force")
        files = self.files("world")
        self.assertNotIn("manifest.vrt", files)
        self.assertEqual(files["manifest.1.vrt"], b"mine")

    def test_warnings_of_values(self):
        def warning(*words):
            return self.run_well("export", "flat", "--size", "64", *words, "--force", "-q").stderr

        self.assertIn("'flat' is flat: its values, ", warning("--range", "2,3"))
        self.assertIn(" % of the samples are black or white", warning("--range", "0.1,0.11"))
        self.assertEqual(warning("--range", "-1,1"), "")
        (self.directory / "big.json").write_text(
            '{"perlane": 1, "field": {"multiply": {"a": {"perlin": {}}, "b": 1e6}}}')
        if "  exr: " in self.run_well("export", "--help").stdout:
            words = ["--field", "big.json", "--format", "exr", "--type", "float16"]
            self.assertIn("became infinity there", warning(*words))
        # A tile may be flat.
        self.run_well("export", "land", "--size", "64", "--tile", "32", "--range", "0.1,0.11", "-q")
        (self.directory / "land/0/1/1.png").unlink()
        done = self.run_well("export", "land", "--size", "64", "--tile", "32", "--range",
                             "0.1,0.11", "-q")
        self.assertEqual(done.stderr, "")

    def test_a_file_in_the_way(self):
        (self.directory / "world/0/1").mkdir(parents=True)
        (self.directory / "world/0/1/2.png").write_text("mine")
        (self.directory / "world/notes.txt").write_text("mine")
        self.rejected(1, "'world/0/1/2.png' is in the way", "export", "world", *WORLD, *TILES)
        self.assertEqual(self.files("world"), {"0/1/2.png": b"mine", "notes.txt": b"mine"})
        self.run_well("export", "world", *WORLD, *TILES, "--force")
        made = self.files("world")
        self.assertEqual(made.pop("notes.txt"), b"mine")
        self.run_well("export", "other", *WORLD, *TILES)
        self.assertEqual(made, self.files("other"))
        (self.directory / "file").touch()
        self.rejected(1, "'file' is not a directory", "export", "file", *WORLD)
        self.assertEqual((self.directory / "file").read_bytes(), b"")

    def test_symbolic_links_are_not_followed(self):
        outside = self.directory / "outside"
        outside.mkdir()
        (self.directory / "world/0").mkdir(parents=True)
        (self.directory / "world/0/1").symlink_to("../../outside")
        for force in ([], ["--force"]):
            self.rejected(1, "'world/0/1/0.png' (and 4 more) is beyond a symbolic link, and no "
                          "link is followed; remove that link, or use another directory",
                          "export", "world", *WORLD, *TILES, *force)
        self.assertEqual(list(outside.iterdir()), [])
        (self.directory / "world/0/1").unlink()
        # The directory itself may be a link.
        (self.directory / "link").symlink_to("world")
        self.run_well("export", "link", *WORLD, *TILES)
        self.run_well("export", "world", "--verify")
        (self.directory / "world/0/1").rename(outside / "1")
        (self.directory / "world/0/1").symlink_to("../../outside/1")
        self.rejected(1, "'0/1/0.png' is, or is beyond, a symbolic link", "export", "world",
                      "--verify")
        self.rejected(1, "is beyond a symbolic link", "export", "world", *WORLD, *TILES)
        (self.directory / "world/0/1").unlink()
        (outside / "1").rename(self.directory / "world/0/1")
        tile = self.directory / "world/0/0/0.png"
        tile.rename(outside / "0.png")
        tile.symlink_to("../../../outside/0.png")
        self.rejected(1, "'0/0/0.png' is, or is beyond, a symbolic link", "export", "world",
                      "--verify")
        self.rejected(1, "'world/0/0/0.png' has changed", "export", "world", *WORLD, *TILES)
        self.run_well("export", "world", *WORLD, *TILES, "--force")
        self.run_well("export", "world", "--verify")
        self.assertFalse(tile.is_symlink())
        for name in ("manifest.json", ".perlane.journal"):
            path = self.directory / "world" / name
            shutil.rmtree(self.directory / "world")
            path.parent.mkdir()
            path.symlink_to("../outside/made")
            self.assertEqual(self.run_perlane("export", "world", *WORLD, *TILES).returncode, 1)
            self.assertFalse((outside / "made").exists())

    def test_directories_and_files_in_place_of_each_other(self):
        (self.directory / "world/0/1/2.png/mine").mkdir(parents=True)
        for force in ([], ["--force"]):
            self.rejected(1, "'world/0/1/2.png' is a directory, and no tile; remove it, or use "
                          "another directory", "export", "world", *WORLD, *TILES, *force)
        (self.directory / "other/0").mkdir(parents=True)
        (self.directory / "other/0/1").write_text("mine")
        for force in ([], ["--force"]):
            self.rejected(1, "'other/0/1/0.png' (and 4 more) is below a file, where a directory "
                          "belongs; remove that file, or use", "export", "other", *WORLD, *TILES,
                          *force)
        self.assertEqual(sorted(str(path.relative_to(self.directory))
                                for path in self.directory.rglob("*")),
                         ["other", "other/0", "other/0/1", "world", "world/0", "world/0/1",
                          "world/0/1/2.png", "world/0/1/2.png/mine"])

    def test_too_many_open_files(self):
        text = self.run_well("export", "--help").stdout
        extensions = [name for name in ("png", "tif", "exr", "r16", "zarr")
                      if f"  {name}: " in text]

        def end_with(limit, *words):
            done = self.run_perlane(
                *words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE,
                                                              (limit, limit)))
            if done.returncode != 0:
                self.assertEqual(done.returncode, 1)
                self.assertIn(": Too many open files\n", done.stderr)
            return done.returncode

        for extension in extensions:
            codes = []
            for limit in range(4, 12):
                codes.append(end_with(limit, "render", f"maps.{extension}", "--size", "600",
                                      "--preview", "maps.look.png"))
                left = list(self.directory.iterdir())
                self.assertEqual(left == [], codes[-1] != 0)
                for path in left:
                    (shutil.rmtree if path.is_dir() else os.remove)(path)
            self.assertEqual(set(codes), {0, 1})
        words = ["export", "world", "--size", "512", "--tile", "128", "--format"]
        for extension in extensions:
            codes = []
            for limit in range(4, 16):
                codes.append(end_with(limit, *words, extension))
                if codes[-1] == 0 or (self.directory / "world").exists():
                    self.assertFalse((self.directory / "world/.perlane.tmp").exists())
                    self.run_well(*words, extension)  # what is there can be gone on with
                    self.run_well("export", "world", "--verify")
                    shutil.rmtree(self.directory / "world")
            self.assertEqual(set(codes), {0, 1})

    def test_no_threads_are_left(self):
        self.directory.chmod(0o777)

        def be_alone():
            if os.geteuid() == 0:  # whom the limit does not bind
                os.setgid(65534)
                os.setuid(65534)
            resource.setrlimit(resource.RLIMIT_NPROC, (1, 1))

        try:
            subprocess.run([perlane, "--version"], preexec_fn=be_alone, check=True,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except (PermissionError, subprocess.CalledProcessError):  # some sanitizers need threads
            self.skipTest("perlane does not run as a user without rights, or without threads")
        for extension in re.findall(r"^ +(\.\w+): ", self.run_well("render", "--help").stdout,
                                    re.MULTILINE):
            for words in ([], ["--threads", "1"], ["--threads", "2"]):
                for size in ("8", "1200"):
                    name = "-".join(["map", size, *words]) + extension
                    done = self.run_perlane("render", name, "--size", size, "-q", "--octaves", "1",
                                            *words, preexec_fn=be_alone)
                    self.assertEqual((done.returncode, done.stderr), (0, ""), name)
        for words in (["--size", "600", "--tile", "128"], ["--verify"]):
            done = self.run_perlane("export", "world", "-q", *words, preexec_fn=be_alone)
            self.assertEqual((done.returncode, done.stderr), (0, ""))

    # ---- long fields -----------------------------------------------------------------

    def long_field(self, bytes_of_text, value=0.5):
        numbers = bytes_of_text * 3 // 4 // 4
        data = base64.b64encode(struct.pack("<f", value) * numbers).decode()
        lattice = {"explicit_values": {"extents": [numbers, 1], "values": data}}
        path = self.directory / f"field-{bytes_of_text}-{value}.json"
        source = {"value": {"frequency": 0.01, "lattice": lattice}}
        field = {"fbm": {"source": source, "octaves": 2}}
        path.write_text(json.dumps({"perlane": 1, "field": field}))
        return path

    def test_long_fields_stand_in_the_manifest_alone(self):
        words = ["--size", "130x100", "--tile", "64", "--levels", "2"]
        text = self.run_well("export", "--help").stdout
        for extension in ("png", "tif", "exr", "r16"):
            if f"  {extension}: " not in text:
                continue
            for size, names in ((60000, "{level}/{y}/{x}.{ext}"), (70000, "{level}/{y}/{x}.{ext}"),
                                (70000, "{level}{y}{x}.{ext}")):
                field = self.long_field(size)
                self.run_well("export", "world", *words, "--field", field, "--format", extension,
                              "--names", names)
                self.run_well("export", "world", "--verify")
                name = names.format(level=1, y=0, x=0, ext=extension)
                tile, again = self.directory / "world" / name, f"again.{extension}"
                if extension != "r16":
                    self.assertEqual(len(tile.read_bytes()) > 60000, size == 60000)
                if extension != "r16":
                    self.run_well("render", "tile.npy", "--field", tile, "--type", "float32")
                    self.run_well("render", "there.npy", "--field", "world/manifest.json", "--type",
                                  "float32")
                    self.run_well("render", again, "--field", tile)
                    self.run_well("render", "again.npy", "--field", again, "--type", "float32")
                    self.assertEqual((self.directory / "tile.npy").read_bytes(),
                                     (self.directory / "again.npy").read_bytes())
                shutil.rmtree(self.directory / "world")

    def test_octaves_fade_by_the_samples_of_a_level(self):
        words = ["--size", "256", "--tile", "64", "--levels", "3", "--cell", "32", "--octaves", "5"]
        warned = self.run_well("export", "plain", *words).stderr
        self.assertIn("look like white noise there", warned)
        done = self.run_well("export", "world", *words, "--fade-octaves")
        self.assertNotIn("warning", done.stderr)
        self.run_well("export", "world", "--verify")
        manifest = json.loads((self.directory / "world/manifest.json").read_text())
        self.assertEqual(manifest["fades_octaves"], True)
        for level in range(3):
            tile = f"world/{level}/0/0.png"
            self.assertNotEqual((self.directory / tile).read_bytes(),
                                (self.directory / f"plain/{level}/0/0.png").read_bytes())
            self.run_well("render", "again.png", "--field", tile)
            self.assertEqual((self.directory / "again.png").read_bytes(),
                             (self.directory / tile).read_bytes())
        # Each is another export than the other.
        self.rejected(1, "world", "export", "world", *words)
        field = self.long_field(70000)
        self.rejected(2, "--fade-octaves does not go with a field of", "export", "long", *words[:6],
                      "--field", field, "--fade-octaves")

    def test_tiles_find_their_manifest_through_links(self):
        self.run_well("export", "far/world", "--size", "130x100", "--tile", "64", "--field",
                      self.long_field(70000))
        tile = self.directory / "far/world/0/1/0.png"
        self.run_well("render", "tile.r16", "--field", tile)
        samples = (self.directory / "tile.r16").read_bytes()
        (self.directory / "row").symlink_to("far/world/0/1")
        (self.directory / "tile.png").symlink_to("row/0.png")
        (self.directory / "deep").mkdir()
        (self.directory / "deep/tile.png").symlink_to(tile)
        for name in ("row/0.png", "tile.png", "deep/tile.png", "far/../row/./0.png"):
            self.run_well("render", "again.r16", "--field", name)
            self.assertEqual((self.directory / "again.r16").read_bytes(), samples)

    def test_tiles_find_the_manifest_of_their_own_export_alone(self):
        words = ["--size", "130x100", "--tile", "64"]
        self.run_well("export", "world", *words, "--field", self.long_field(70000))
        self.run_well("export", "other", *words, "--field", self.long_field(70000, 0.25))
        tile, lost = self.directory / "world/0/1/0.png", self.directory / "lost.png"
        shutil.copy(tile, lost)
        self.rejected(1, "lost.png' is in '", "render", "map.png", "--field", lost)
        with open(tile, "rb") as file:
            self.rejected(2, "the field of this tile is in the manifest of its export; use",
                          "render", "map.png", "--field", "-", stdin=file)
        shutil.copy(self.directory / "other/manifest.json", self.directory / "world/manifest.json")
        self.rejected(2, "manifest.json', and that is the manifest of another export", "render",
                      "map.png", "--field", tile)
        self.rejected(1, "'0/0/0.png' is damaged", "export", "world", "--verify")
        recipe = self.run_well("render", "map.r16", "--size", "8") and json.loads(
            (self.directory / "map.r16.json").read_text())
        for place in ("/etc/passwd", "../field.json", "manifest.json/../x", 5):
            recipe["field"] = {"manifest": place, "crc32": "00000000"}
            (self.directory / "recipe.json").write_text(json.dumps(recipe))
            self.rejected(2, "recipe.field is not right", "render", "map.png", "--field",
                          "recipe.json")

    def test_a_full_disk_leaves_a_journal(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))

        words = ["export", "world", "--size", "512", "--tile", "256", "--format", "r16"]
        self.rejected(1, "cannot write 'world/0/", *words, preexec_fn=limit)
        self.assertEqual(set(self.files("world")), {".perlane.journal"})
        self.assertEqual(list((self.directory / "world").iterdir()),
                         [self.directory / "world/.perlane.journal"])
        self.run_well(*words)
        self.run_well("export", "world", "--verify")

    # ---- what cannot be done -------------------------------------------------------

    def test_names(self):
        self.run_well("export", "flat", "--size", "128", "--tile", "64", "--names",
                      "tile_x{x}_y{y}.r16")
        self.assertEqual(sorted(self.files("flat")), ["manifest.json"] + [
            f"tile_x{x}_y{y}.r16" for x in (0, 1) for y in (0, 1)])
        for pattern, message in (
            ("{y}.png", "two tiles would have one name; use {x} and {y}"),
            ("{x}.png", "two tiles would have one name; use {x} and {y}"),
            ("", '--names is ""; use a pattern such as {level}/{y}/{x}.{ext}'),
            ("abc", '--names is "abc", which has no extension of a format; use .{ext}, one of'),
            (" {x}-{y}.png", "GDAL finds no file whose name begins with a space"),
            ("a:/{x}-{y}.png", 'or contains ":/"'),
            ("{x}{y}.png", "two tiles would have one name, '1"),
            ("{x}-{y}-{z}.png", "use {level}, {x}, {y} and {ext} alone"),
            ("{X}-{y}.png", "\"; use {level}, {x}, {y} and {ext} alone, in small letters"),
            ("Manifest.{x}-of-{y}.png", "are taken"),
            ("../{x}-{y}.png", "within the directory"),
            ("/tmp/{x}-{y}.png", "within the directory"),
            ("{x}/../{y}-{x}.png", "within the directory"),
            ("{x}//{y}.png", "within the directory"),
            ("manifest.{x}-of-{y}.png", "are taken"),
            (".perlane.{x}{y}.png", "are taken"),
            ("{x}-{y}", "no extension of a format"),
            ("{x}-{y}.jpg", "no extension of a format"),
        ):
            self.rejected(2, message, "export", "no", "--size", "768", "--tile", "64", "--names",
                          pattern)
        self.rejected(2, "use {level} and {x} and {y}", "export", "no", *WORLD, *TILES, "--names",
                      "{x}-{y}.png")
        self.rejected(2, "use {y}", "export", "no", "--size", "64x768", "--tile", "64", "--names",
                      "{x}.png")
        self.rejected(2, '--names is ""', "export", "no", "--format", "png", "--names", "")
        self.assertFalse((self.directory / "no").exists())
        # A number that does not differ need not be in a name.
        for name, size in (("one", "64x64"), ("{x}", "200x64"), ("{y}", "64x200")):
            self.run_well("export", "well", "--force", "--size", size, "--tile", "64", "--names",
                          name + ".png")
            self.run_well("export", "well", "--verify")
            shutil.rmtree(self.directory / "well")

    def test_names_that_are_no_directories(self):
        self.rejected(2, "an export is a directory, and cannot go to standard output; use ./-",
                      "export", "-", "--size", "8")
        self.assertEqual(list(self.directory.iterdir()), [])
        (self.directory / "link").symlink_to("nowhere")
        self.rejected(1, "'link' is a symbolic link to a directory that is missing", "export",
                      "link", "--size", "8")
        self.run_well("export", "./-", "--size", "8")
        (self.directory / "world/manifest.json").mkdir(parents=True)
        (self.directory / "world/manifest.json/mine").touch()
        for force in ([], ["--force"]):
            self.rejected(1, "cannot read 'world/manifest.json': it is not a regular file",
                          "export", "world", "--size", "8", *force)
        self.assertEqual(set(self.files("world")), {"manifest.json/mine"})

    def test_levels_of_a_recipe_with_a_step(self):
        self.run_well("export", "world", "--size", "64", "--tile", "64", "--levels", "3")
        words = ["--field", "world/2/0/0.png", "--size", "1073741824x1", "--tile", "1073741824",
                 "--init"]
        self.rejected(2, "--levels is 30; with the recipe's step of 4 use at most 29", "export",
                      "no", *words, "--levels", "30")
        self.run_well("export", "yes", *words, "--levels", "29", "--format", "r16")
        self.run_well("info", "yes/manifest.json")

    def test_impossible_requests(self):
        for words, message in (
            (["--tile", "0"], "--tile is \"0\"; use"),
            (["--tile", "1", "--size", "100000"], "--tile is 1, which makes more than"),
            (["--overlap", "-1"], "--overlap is -1; use 0 to --tile"),
            (["--overlap", "2000"], "--overlap is 2000; use 0 to --tile"),
            (["--tile", "1073741824", "--overlap", "1073741824"],
             "--tile and --overlap are 2147483648 together; use at most 2147483647"),
            (["--levels", "0"], "--levels is \"0\"; use"),
            (["--levels", "12"], "--levels is 12; a world of this --size has at most 10"),
            (["--levels", "3", "--first", "2,0"], "--first is 2,0; use multiples of"),
            (["--task", "3-2"], "--task is \"3-2\"; use I, such as 0"),
            (["--task", "-1"], "--task is \"-1\"; use I, such as 0"),
            (["--task", "1-"], "--task is \"1-\"; use I, such as 0"),
            (["--task", "1-2x"], "--task is \"1-2x\"; use I, such as 0"),
            (["--task", "0", "--seed", "3"], "--seed excludes --task"),
            (["--task", "0", "--init"], "--init excludes --task"),
            (["--init", "--force"], "--init excludes --force"),
            (["--init", "--verify"], "--init excludes --verify"),
            (["--format", "jpg"], "--format is \"jpg\"; use one of"),
            (["--type", "float32"], "does not hold float32"),
            (["--verify", "--seed", "3"], "--seed excludes --verify"),
            (["--verify", "--force"], "--force excludes --verify"),
            (["--octaves", "0"], "--octaves is 0; use 1 to 32"),
            (["--preview", "look.png"], "--preview is not an option of export"),
            (["--first", "9007199254740992,0"], "--first and --size put sample"),
        ):
            self.rejected(2, message, "export", "no", *words)
        self.rejected(2, "DIR is required", "export")
        self.assertEqual(list(self.directory.iterdir()), [])


perlane = os.path.abspath(sys.argv.pop(1))
unittest.main()
