"""Manual pages and completion, which are made of the tool's tables, as users use them.

usage: documents_test.py PERLANE
"""

import os
import pathlib
import pty
import select
import shutil
import subprocess
import sys
import tempfile
import time
import unittest


def run(*words, **options):
    return subprocess.run(words, capture_output=True, text=True, check=False, **options)


def skip_without(program):
    return unittest.skipUnless(shutil.which(program), f"there is no {program}")


# The `man` of other systems cannot show a file.
skip_without_man_db = unittest.skipUnless(
    shutil.which("man") and run("man", "--version").stdout.startswith("man 2"),
    "there is no man-db",
)


class Documents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.directory = pathlib.Path(cls.temporary.name) / "documents"
        made = run(perlane, "documents", cls.directory)
        assert made.returncode == 0, made.stderr

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    def test_are_the_same_each_time(self):
        again = self.directory.with_name("again")
        self.assertEqual(run(perlane, "documents", again).returncode, 0)
        names = sorted(path.name for path in self.directory.iterdir())
        self.assertEqual(names, sorted(path.name for path in again.iterdir()))
        for name in names:
            self.assertEqual((self.directory / name).read_bytes(), (again / name).read_bytes())

    def test_are_hidden(self):
        self.assertNotIn("documents", run(perlane, "--help").stdout)
        for path in self.directory.iterdir():
            self.assertNotIn("documents", path.read_text(encoding="utf-8"), path.name)

    def test_the_schema_is_that_of_the_subcommand(self):
        schema = (self.directory / "field.schema.json").read_text(encoding="utf-8")
        self.assertEqual(run(perlane, "schema").stdout, schema)

    # ---- manual pages --------------------------------------------------------

    def subcommands(self):
        pages = (path.stem for path in self.directory.glob("perlane-*.1"))
        return sorted(page.removeprefix("perlane-") for page in pages)

    def test_there_is_a_page_for_every_subcommand(self):
        self.assertIn("render", self.subcommands())
        text = run(perlane, "--help").stdout
        for name in self.subcommands():
            self.assertIn(f"  {name} ", text)
        self.assertIn("use " + ", ".join(self.in_order(text)[:2]), run(perlane, "no").stderr)

    def in_order(self, text):
        listed = text.split("Subcommands:\n")[1].split("\n\n")[0]
        return [line.split()[0] for line in listed.splitlines() if line[2] != " "]

    @skip_without_man_db
    def test_pages_have_no_warnings(self):
        for page in self.directory.glob("*.1"):
            shown = run("man", "--warnings=all", "-l", page, env=os.environ | {"MANWIDTH": "100"})
            self.assertEqual((shown.returncode, shown.stderr), (0, ""), page.name)

    @skip_without_man_db
    def test_pages_have_all_that_the_help_has(self):
        width = os.environ | {"MANWIDTH": "2000", "MAN_KEEP_FORMATTING": ""}
        for name in self.subcommands():
            page = run("man", "-l", self.directory / f"perlane-{name}.1", env=width).stdout
            words = " ".join(page.split())
            for line in run(perlane, name, "--help").stdout.splitlines():
                if line.startswith("  ") and not line.startswith("   "):
                    option = line.split()[0].rstrip(",").split(",")[-1]
                    self.assertIn(option, words, f"{name}: {line}")
            self.assertIn(f"perlane-{name} - ", words)
            self.assertIn("130 The program was interrupted", words)

    # ---- completion ----------------------------------------------------------

    def completed(self, *words):
        """The words that bash completes the last one to, by a call of the function."""
        script = """
            source "$0"
            COMP_WORDS=("$@")
            COMP_CWORD=$(($# - 1))
            _perlane
            printf '%s\\n' "${COMPREPLY[@]}"
        """
        shell = run(
            "bash", "--norc", "-c", script, self.directory / "perlane.bash", "perlane", *words,
            cwd=self.directory,
        )
        self.assertEqual((shell.returncode, shell.stderr), (0, ""))
        return [word for word in shell.stdout.split("\n") if word]

    @skip_without("bash")
    def test_bash_reads_it(self):
        self.assertEqual(run("bash", "-n", self.directory / "perlane.bash").stderr, "")
        self.assertEqual(run("bash", "--posix", "-n", self.directory / "perlane.bash").stderr, "")

    @skip_without("bash")
    def test_bash_completes(self):
        subcommands = self.subcommands()
        options = {"-h", "--help", "--version"}
        self.assertEqual(sorted(set(self.completed("")) - options), subcommands)
        self.assertEqual(self.completed("rend"), ["render"])
        self.assertEqual(self.completed("--ver"), ["--version"])
        self.assertEqual(self.completed("render", "map.png", "--oct"), ["--octaves"])
        self.assertIn("--seed", self.completed("render", "--"))
        self.assertEqual(self.completed("nodes", "--he"), ["--help"])
        self.assertIn("perlin", self.completed("render", "--noise", ""))
        for words in (["--noise", "cellular_b"], ["--noise", "=", "cellular_b"]):
            self.assertEqual(self.completed("render", *words), ["cellular_borders"])
        self.assertIn("ridged", self.completed("render", "--fractal", "="))
        self.assertEqual(self.completed("render", "--seed", ""), [])
        for option, words in {
            "--compression": ["deflate", "zstd"],
            "--zarr": ["2", "3"],
            "--fade": ["quintic", "cubic", "linear"],
            "--depth": ["8", "16"],
            "--range": ["auto"],
            "--palette": ["earth", "desert", "grey"],
        }.items():
            completed = self.completed("render", option, "")
            if option in run(perlane, "render", "--help").stdout:
                self.assertEqual(completed, words, option)
        self.assertIn("float32", self.completed("render", "--type", ""))
        self.assertIn("scalar", self.completed("render", "--isa", ""))
        for command in ("render", "export"):
            self.assertIn("npy", self.completed(command, "--format", ""))
        self.assertEqual(self.completed("schema", "perl"), [])

    @skip_without("bash")
    def test_bash_completes_files(self):
        (self.directory / "two words.png").touch()
        self.assertEqual(self.completed("render", "two"), ["two words.png"])
        self.assertEqual(self.completed("render", "--preview", "two"), ["two words.png"])
        (self.directory / "two words.png").unlink()

    @skip_without("bash")
    def test_a_tab_completes(self):
        """The same on a terminal, where bash itself splits the line into words."""
        pid, terminal = pty.fork()
        if pid == 0:
            os.environ["PS1"] = "$ "
            os.environ["TERM"] = "dumb"
            os.execlp("bash", "bash", "--norc", "--noprofile", "-i")
        os.write(terminal, f"source '{self.directory / 'perlane.bash'}'; echo loa''ded\n".encode())
        self.read_until(terminal, "loaded")
        os.write(terminal, b"perlane rend\tmap.png --noise=cellular_b\t")
        shown = self.read_until(terminal, "cellular_borders")
        self.assertIn("perlane render map.png --noise=cellular_borders", shown)
        os.write(terminal, b"\x15exit\n")
        os.close(terminal)
        os.waitpid(pid, 0)

    def read_until(self, terminal, expected):
        shown, end = "", time.monotonic() + 60
        while expected not in shown and time.monotonic() < end:
            if select.select([terminal], [], [], 1)[0]:
                shown += os.read(terminal, 4096).decode(errors="replace")
        self.assertIn(expected, shown)
        return shown

    @skip_without("zsh")
    def test_zsh_reads_it(self):
        self.assertEqual(run("zsh", "-n", self.directory / "_perlane").stderr, "")

    @skip_without("zsh")
    def test_zsh_loads_it(self):
        script = f"fpath=('{self.directory}' $fpath); autoload -Uz compinit; compinit -u -D"
        shell = run("zsh", "-f", "-c", script + "; print $_comps[perlane]")
        self.assertEqual((shell.stdout, shell.stderr), ("_perlane\n", ""))


perlane = os.path.abspath(sys.argv.pop(1))
unittest.main()
