"""Renders, exports and tasks that are killed, find no room, or find damaged files.

usage: faults_test.py PERLANE [KILLS]

Kills so many of them, at random moments.
"""

import json
import os
import pathlib
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PLACE = ["--size", "700x500", "--first", "-40,8", "--seed", "3", "--cell", "50", "--octaves", "2"]
WORLD = [*PLACE, "--tile", "128", "--levels", "3"]


def run(*words, **options):
    return subprocess.run([perlane, *map(str, words), "-q"], capture_output=True, text=True,
                          check=False, **options)


def files(path):
    """The bytes of a file, or of all files of a directory, by name."""
    if path.is_file():
        return {"": path.read_bytes()}
    return {str(one.relative_to(path)): one.read_bytes() for one in path.rglob("*")
            if one.is_file()}


def unfinished(name):
    return name.startswith(".perlane") or "/.perlane" in name


class Faults(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.directory = pathlib.Path(self.temporary.name)
        self.world = self.directory / "world"
        self.chance = random.Random(kills)
        text = subprocess.run([perlane, "export", "--help"], capture_output=True, text=True,
                              check=True).stdout
        self.formats = [name for name in ("png", "zarr", "tif", "r16") if f"  {name}: " in text]

    def run_well(self, *words):
        done = run(*words)
        self.assertEqual(done.returncode, 0, done.stderr)

    def world_of(self, extension):
        """A world that was never interrupted: its files, and the names of its tiles by task."""
        path = self.directory / f"expected-{extension}"
        self.run_well("export", path, *WORLD, "--format", extension)
        tiles = json.loads((path / "manifest.json").read_text())["tiles"]
        return files(path), [tile["name"] for tile in tiles]

    def kill(self, seconds, *words):
        """Kills a run somewhere within so many seconds. Returns false if it was done before."""
        process = subprocess.Popen([perlane, *map(str, words), "-q"])
        time.sleep(self.chance.random() * seconds)
        process.kill()
        self.assertIn(process.wait(), (0, -signal.SIGKILL))
        return process.returncode != 0

    def seconds_of(self, *words):
        begin = time.monotonic()
        self.run_well(*words)
        return time.monotonic() - begin

    def kill_often(self, prepare, check, *words):
        """Kills runs that were prepared until enough did not end before."""
        prepare()
        seconds = self.seconds_of(*words)
        killed = 0
        for _ in range(20 * kills):
            prepare()
            if self.kill(seconds, *words):
                killed += 1
                check()
            if killed == -(-kills // len(self.formats)):
                return
        self.fail(f"only {killed} of {20 * kills} runs of {words} were killed")

    def remove(self):
        shutil.rmtree(self.world, ignore_errors=True)

    def check_tiles(self, expected):
        """Compares the files that there are. Returns their names."""
        left = {name: data for name, data in files(self.world).items() if not unfinished(name)}
        for name in left.keys() - {"manifest.json"}:
            self.assertEqual(left[name], expected[name], name)
        return left.keys()

    def test_exports_that_are_killed(self):
        for extension in self.formats:
            expected, _ = self.world_of(extension)
            words = ["export", self.world, *WORLD, "--format", extension]

            def check():
                # A run may be killed between its last two steps: the manifest is there, and so are
                # its temporary files.
                is_complete = ("manifest.json" in self.check_tiles(expected)
                               and not any(map(unfinished, os.listdir(self.world))))
                done = run("export", self.world, "--verify")
                self.assertEqual(done.returncode, 0 if is_complete else 1, done.stderr)
                self.run_well(*words)
                self.assertEqual(files(self.world), expected)
                self.run_well("export", self.world, "--verify")

            self.kill_often(self.remove, check, *words)
            self.remove()

    def test_tasks_that_are_killed(self):
        for extension in self.formats:
            expected, names = self.world_of(extension)

            def prepare():
                self.remove()
                self.run_well("export", self.world, *WORLD, "--format", extension, "--init")

            def check():
                left = self.check_tiles(expected)
                missing = [i for i, name in enumerate(names) if name not in left]
                done = run("export", self.world, "--verify")
                self.assertEqual(done.returncode, 1 if missing else 0)
                named = [int(task) for task in re.findall(r"task (\d+), is missing", done.stderr)]
                self.assertEqual(named, missing)
                self.assertEqual(done.stderr.count("\n"), len(missing), done.stderr)
                for task in named[:3]:
                    self.run_well("export", self.world, "--task", task)
                self.run_well("export", self.world, "--task", "0-99")
                self.run_well("export", self.world, "--verify")
                self.assertEqual(files(self.world), expected)

            self.kill_often(prepare, check, "export", self.world, "--task", "0-99")
            self.remove()

    def test_renders_that_are_killed(self):
        for extension in self.formats:
            path = self.directory / f"map.{extension}"
            words = ["render", path, "--size", "1500x1100", "--octaves", "3"]
            self.run_well(*words)
            expected = files(path)

            def remove():
                (shutil.rmtree if path.is_dir() else os.remove)(path)

            def prepare():
                if path.exists():
                    remove()

            def check():
                if path.exists():
                    self.assertEqual(files(path), expected)
                    remove()
                self.run_well(*words)
                self.assertEqual(files(path), expected)
                left = [name for name in os.listdir(self.directory) if unfinished(name)]
                self.assertEqual(left, [])

            self.kill_often(prepare, check, *words)

    # ---- no room -----------------------------------------------------------------------

    def test_files_that_find_no_room(self):
        def limited(size, *words):
            done = run(*words, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE,
                                                                     (size, size)))
            if done.returncode != 0:
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stderr, r"^perlane: cannot write '.*': File too large\n$")
            return done.returncode == 0

        # The thread sanitizer writes to a file before the program begins.
        least = 1 if b"__tsan_init" in pathlib.Path(perlane).read_bytes() else 0
        for extension in self.formats:
            path = self.directory / f"map.{extension}"
            words = ["render", path, "--size", "700x500"]
            self.run_well(*words)
            largest = max(map(len, files(path).values()))
            (shutil.rmtree if path.is_dir() else os.remove)(path)
            before = os.listdir(self.directory)
            for size in (least, 1, 100, largest // 3, largest - 1):
                self.assertFalse(limited(size, *words), (extension, size))
                self.assertEqual(os.listdir(self.directory), before)
            self.assertTrue(limited(largest, *words), extension)

            expected, names = self.world_of(extension)
            sizes = [len(expected[name]) for name in names]
            self.run_well("export", self.world, *WORLD, "--format", extension, "--init")
            template = self.check_tiles(expected)
            for size in (least, 100, sizes[0] - 1):
                self.assertFalse(limited(size, "export", self.world, "--task", "0"))
                self.assertEqual(files(self.world).keys(), template)
            middle = sorted(sizes)[len(sizes) // 2]
            for task, needed in enumerate(sizes):
                self.assertEqual(limited(middle, "export", self.world, "--task", task),
                                 needed <= middle)
            self.check_tiles(expected)
            self.run_well("export", self.world, "--task", "0-99")
            self.run_well("export", self.world, "--verify")
            self.assertEqual(files(self.world), expected)
            self.remove()

    # Programs that start others may have made a pipe not wait.
    def test_a_full_pipe_that_does_not_wait(self):
        words = [perlane, "render", "-", "--format", "raw", "--size", "700", "-q"]
        expected = subprocess.run(words, capture_output=True, check=True).stdout
        out, into = os.pipe()
        os.set_blocking(into, False)
        process = subprocess.Popen(words, stdout=into, stderr=subprocess.PIPE)
        os.close(into)
        time.sleep(0.2)  # until it is full
        with os.fdopen(out, "rb") as pipe:
            self.assertEqual(pipe.read(), expected)
        self.assertEqual(process.communicate()[1], b"")
        self.assertEqual(process.returncode, 0)

    # A run was killed while the older recipe, which is gone since, was out of the way.
    def test_an_older_recipe_that_a_killed_run_left(self):
        name = 0xCBF29CE484222325
        for letter in b"map.r16.json":
            name = (name ^ letter) * 0x100000001B3 % 2**64
        left = self.directory / f".perlane-{name:016x}--1.tmp"
        left.write_text("{}")
        self.run_well("render", self.directory / "map.r16", "--size", "8")
        self.assertEqual(sorted(os.listdir(self.directory)), ["map.r16", "map.r16.json"])

    # ---- damage ------------------------------------------------------------------------

    def test_damaged_tiles_are_named(self):
        for extension in self.formats:
            expected, names = self.world_of(extension)
            for is_open in (True, False):
                self.remove()
                words = ["export", self.world, *WORLD, "--format", extension]
                self.run_well(*words, *(["--init"] if is_open else []))
                if is_open:
                    self.run_well("export", self.world, "--task", "0-99")
                first, second = self.world / names[7], self.world / names[8]
                whole, other = first.read_bytes(), second.read_bytes()
                damaged = [whole[: int(self.chance.random() * len(whole))] for _ in range(3)]
                damaged += [b"", whole[:-1], whole[1:], other, bytes(len(whole)),
                            self.chance.randbytes(len(whole)),
                            whole[: len(whole) // 2] + bytes(len(whole) - len(whole) // 2)]
                if extension != "tif" or not is_open:  # the end of a TIFF is no end to its readers
                    damaged += [whole + b"\0", whole + whole]
                for data in damaged:
                    first.write_bytes(data)
                    done = run("export", self.world, "--verify")
                    self.assertEqual(done.returncode, 1, (extension, is_open, len(data)))
                    self.assertRegex(done.stderr, rf"^perlane: '{names[7]}', task 7, [a-z' ]+\n$")
                if is_open:
                    self.run_well("export", self.world, "--task", "7", "--force")
                else:
                    first.write_bytes(whole)
                self.run_well("export", self.world, "--verify")
                self.assertEqual(files(self.world), expected)


perlane = os.path.abspath(sys.argv.pop(1))
kills = int(sys.argv.pop(1)) if len(sys.argv) > 1 and sys.argv[1].isdigit() else 12
unittest.main()
