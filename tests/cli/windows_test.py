#!/usr/bin/env python3
"""The command-line tool of Windows, run by Wine, does what that of Linux does: it prints the same,
ends alike, and writes the same files, byte for byte.

usage: windows_test.py TOOL TOOL.exe
"""

import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LINUX, WINDOWS = (pathlib.Path(tool).resolve() for tool in sys.argv[1:3])
FIELD = '{"perlane":1,"field":{"fbm":{"source":{"perlin":{"seed":7,"frequency":0.01}}}}}'
EXPORT = ["export", "Welt ☀", "--size", "700x500", "--tile", "200", "--levels", "2", "--quiet"]
ENVIRONMENT = {**os.environ, "WINEDEBUG": "-all"}
ENVIRONMENT.pop("PERLANE_ISA", None)


def files_in(directory):
    return {
        str(path.relative_to(directory)): path.read_bytes()
        for path in sorted(directory.rglob("*"))
        if path.is_file()
    }


def setUpModule():
    """Starts a program that lasts until the last test. Wine's services start with the first program
    and end with the last; one that fails then writes into that program's messages."""
    program = subprocess.Popen(["wine", "cmd", "/c", "echo ready & pause"], env=ENVIRONMENT,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.DEVNULL)
    unittest.addModuleCleanup(program.communicate)
    program.stdout.readline()


class Tools(unittest.TestCase):
    def setUp(self):
        self.maxDiff = None
        made = tempfile.TemporaryDirectory()
        self.addCleanup(made.cleanup)
        self.root = pathlib.Path(made.name)
        # The name must not be in an encoding that Windows once had.
        self.linux, self.windows = self.root / "Höhen ☀ linux", self.root / "Höhen ☀ windows"
        self.linux.mkdir()
        self.windows.mkdir()

    def start(self, arguments, **options):
        return subprocess.Popen(["wine", WINDOWS, *arguments], cwd=self.windows,
                                env=ENVIRONMENT, **options)

    def run_on_windows(self, arguments, input=b"", isa=None):
        environment = {**ENVIRONMENT, **({"PERLANE_ISA": isa} if isa else {})}
        return subprocess.run(["wine", WINDOWS, *arguments], cwd=self.windows, input=input,
                              env=environment, capture_output=True, check=False)

    def run_both(self, arguments, exit_code=0, input=b""):
        """Runs both tools, and compares what they print and the files that there are then."""
        given = subprocess.run([LINUX, *arguments], cwd=self.linux, input=input,
                               env=ENVIRONMENT, capture_output=True, check=False)
        found = self.run_on_windows(arguments, input)
        # Wine says so if its server was faster to end than the program.
        output, error = found.stdout, re.sub(r"wine client error:.*\s*", "", found.stderr.decode())
        if arguments[0] == "export":  # its messages have paths that the tool has joined
            output, error = output.replace(b"\\", b"/"), error.replace("\\", "/")
        with self.subTest(arguments=arguments):
            self.assertEqual(error, given.stderr.decode())
            self.assertEqual(output, given.stdout)
            self.assertEqual((given.returncode, found.returncode), (exit_code, exit_code))
            self.compare()
        return given.stdout

    def compare(self):
        given, found = files_in(self.linux), files_in(self.windows)
        self.assertEqual(list(found), list(given))
        for name, content in given.items():
            self.assertTrue(found[name] == content, f"{name} differs")

    def wait_for(self, process, pattern):
        while not list(self.windows.glob(pattern)):
            self.assertIsNone(process.poll(), "it has ended")
            time.sleep(0.02)

    def test_formats_and_recipes(self):
        size = ["--size", "300x200", "--seed", "5", "--quiet"]
        self.run_both(["render", "höhe.png", *size, "--preview", "look.png"])
        self.run_both(["render", "höhe.png", *size, "--cell", "80"])  # in place of the older one
        for name in ["a.npy", "a.r16", "a.r32", "a.pfm", "a.raw"]:
            self.run_both(["render", name, *size])
        self.run_both(["render", "codes.png", *size, "--type", "uint8", "--range", "auto"])
        for name in ["höhe.png", "a.npy", "codes.png"]:  # reproduced by its recipe
            copy = "copy" + pathlib.Path(name).suffix
            self.run_both(["render", copy, "--field", name, "--quiet"])
            self.assertTrue((self.windows / copy).read_bytes() ==
                            (self.windows / name).read_bytes())
        # Standard input and output are bytes, not lines.
        picture = (self.linux / "höhe.png").read_bytes()
        stream = ["render", "-", "--format", "raw", "--field", "-", "--quiet"]
        self.assertEqual(len(self.run_both(stream, input=picture)), 300 * 200 * 2)
        self.run_both(["render", "text.png", "--field", FIELD, "--size", "64", "--quiet"])

    def test_texts(self):
        for arguments in [["--version"], ["--help"], ["render", "--help"], ["export", "--help"],
                          ["nodes"], ["schema"], ["selftest"]]:
            if "--help" in arguments:  # formats of Linux alone are in it
                found = self.run_on_windows(arguments)
                self.assertEqual(found.returncode, 0, found.stderr.decode())
            else:
                self.run_both(arguments)
        self.run_both(["render", "no/such/directory.png", "--quiet"], exit_code=1)
        self.run_both(["render", "a.png", "--seed", "x"], exit_code=2)
        self.run_both(["render", "a.png", "--field", "missing ☀.json"], exit_code=1)
        self.run_both(["render", "a.png", "--field", "{"], exit_code=2)

    def test_every_instruction_set(self):
        info = self.run_on_windows(["info"]).stdout.decode()
        line = next(line for line in info.splitlines() if "scalar" in line)
        names = [word.strip(",*()") for word in line.split()]
        known = ["avx512vbmi", "avx512", "avx2", "sse4_1", "scalar"]
        isas = [name for name in names if name in known]
        self.assertIn("scalar", isas)
        noise = ["render", "a.r32", "--size", "301x97", "--quiet"]
        for isa in isas:
            self.assertEqual(self.run_on_windows(noise, isa=isa).returncode, 0)
            test = self.run_on_windows(["selftest"], isa=isa)
            self.assertRegex(test.stdout.decode(), f"have the right values with {isa}\n$")
            subprocess.run([LINUX, *noise], cwd=self.linux, check=True)
            self.compare()

    def test_export(self):
        self.run_both(EXPORT)
        self.run_both([*EXPORT[:2], "--verify"])
        self.run_both([*EXPORT[:2], "--verify", "--quiet"])
        for directory in [self.linux, self.windows]:
            with next((directory / EXPORT[1]).rglob("*.png")).open("ab") as tile:
                tile.write(b"more")
        self.run_both([*EXPORT[:2], "--verify"], exit_code=1)
        self.run_both([*EXPORT, "--force"])
        self.run_both([*EXPORT[:2], "--size", "900", "--quiet"], exit_code=1)

    def test_export_that_is_killed_and_resumed(self):
        world = ["export", "world", "--size", "6000", "--tile", "500", "--quiet"]
        process = self.start(world)
        self.wait_for(process, "world/**/*.png")
        # While it runs, no other run gets in.
        second = self.run_on_windows(world)
        self.assertEqual(second.returncode, 1)
        self.assertIn("another perlane is exporting", second.stderr.decode())
        process.kill()
        process.wait()
        self.assertTrue((self.windows / "world" / ".perlane.journal").exists())
        resumed = self.run_on_windows([word for word in world if word != "--quiet"])
        self.assertEqual(resumed.returncode, 0, resumed.stderr.decode())
        self.assertNotIn(" 0 kept", resumed.stdout.decode())
        subprocess.run([LINUX, *world], cwd=self.linux, check=True)
        self.compare()

    def test_interrupted(self):
        """Ctrl-C, which Wine makes of SIGINT, leaves nothing behind; a kill leaves what the next
        run removes."""
        large = ["render", "large.png", "--size", "20000", "--quiet"]
        process = self.start(large, stderr=subprocess.PIPE)
        self.wait_for(process, ".perlane-*.tmp")
        process.send_signal(signal.SIGINT)
        message = process.communicate()[1].decode()
        self.assertEqual((process.returncode, message), (130, "perlane: interrupted\n"))
        for _ in range(500):  # Wine's server removes the file after the program has ended
            if files_in(self.windows):
                time.sleep(0.02)
        self.assertEqual(files_in(self.windows), {})
        process = self.start(large)
        self.wait_for(process, ".perlane-*.tmp")
        process.kill()
        process.wait()
        self.assertEqual(len(files_in(self.windows)), 1)
        self.run_both(["render", "large.png", "--size", "64", "--quiet"])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
