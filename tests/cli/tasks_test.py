"""Worlds as tasks: any process, in any order, any number of times, makes the same files.

usage: tasks_test.py PERLANE ROOT

Runs the recipes of ROOT/docs/clusters.md, too, as far as there are programs for them here.
"""

import concurrent.futures
import json
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
import zlib

WORLD = ["--size", "900x700", "--first", "-40,8", "--seed", "3", "--cell", "50", "--octaves", "2"]
TILES = ["--tile", "128", "--levels", "3"]
TASKS = 8 * 6 + 4 * 3 + 2 * 2


class Tasks(unittest.TestCase):
    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.addCleanup(self.temporary.cleanup)
        self.directory = pathlib.Path(self.temporary.name)

    def run_perlane(self, *words):
        return subprocess.run([perlane, *map(str, words)], capture_output=True, text=True,
                              check=False, cwd=self.directory)

    def run_well(self, *words):
        done = self.run_perlane(*words)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def rejected(self, exit_code, message, *words):
        done = self.run_perlane(*words)
        self.assertEqual(done.returncode, exit_code, done.stderr)
        self.assertIn(message, done.stderr)
        return done.stderr

    def files(self, name):
        root = self.directory / name
        paths = [path for path in root.rglob("*") if path.is_file()]
        return {str(path.relative_to(root)): path.read_bytes() for path in paths}

    def formats(self):
        text = self.run_well("export", "--help")
        return [name for name in ("png", "r16", "zarr") if f"  {name}: " in text]

    def expected(self, extension, *words):
        shutil.rmtree(self.directory / "expected", ignore_errors=True)
        self.run_well("export", "expected", *(words or [*WORLD, *TILES]), "--format", extension)
        return self.files("expected")

    def init(self, extension, name="world"):
        return self.run_well("export", name, *WORLD, *TILES, "--format", extension, "--init")

    def test_tasks_in_any_order_make_the_export(self):
        chance = random.Random(3)
        for extension in self.formats():
            expected = self.expected(extension)
            printed = self.init(extension)
            self.assertIn(f"tasks      {TASKS}, from 0 to {TASKS - 1}\n", printed)
            made = self.files("world")
            manifest = json.loads(made.pop("manifest.json"))
            self.assertEqual((manifest["tasks"], manifest["tiles"]), (TASKS, []))
            for name, data in made.items():  # the metadata of Zarr
                self.assertEqual(data, expected[name], name)
            numbers = [*range(TASKS)]
            chance.shuffle(numbers)
            for number in numbers[:20]:
                self.assertIn("1 made, 0 kept", self.run_well("export", "world", "--task", number))
            self.assertIn(f"{TASKS - 20} made, 20 kept",
                          self.run_well("export", "world", "--task", "0-99"))
            self.run_well("export", "world", "--verify")
            self.assertEqual(self.files("world"), expected)
            # All of it may be done again.
            self.assertIn(f"tasks      {TASKS}", self.init(extension))
            self.assertIn("1 made, 0 kept",
                          self.run_well("export", "world", "--task", 7, "--force"))
            self.assertIn(f"0 made, {TASKS} kept",
                          self.run_well("export", "world", *WORLD, *TILES, "--format", extension))
            self.run_well("export", "world", "--verify")
            self.assertEqual(self.files("world"), expected)
            shutil.rmtree(self.directory / "world")

    def test_an_export_completes_what_tasks_have_begun(self):
        for extension in self.formats():
            expected = self.expected(extension)
            self.init(extension)
            self.run_well("export", "world", "--task", "5-9")
            words = ["export", "world", *WORLD, *TILES, "--format", extension]
            tile = next(path for path in sorted((self.directory / "world").rglob("*"))
                        if path.is_file() and path.suffix not in (".json", ".vrt"))
            whole = tile.read_bytes()
            tile.write_bytes(whole[:-1] + bytes([whole[-1] ^ 1]))
            self.rejected(1, "is in the way; use another directory, or --force", *words)
            tile.write_bytes(whole)
            self.assertIn(f"{TASKS - 5} made, 5 kept", self.run_well(*words))
            self.assertEqual(self.files("world"), expected)
            shutil.rmtree(self.directory / "world")

    def test_verify_names_the_tasks_to_do_again(self):
        for extension in self.formats():
            self.init(extension)
            self.run_well("export", "world", "--task", "0-99", "-q")
            tiles = sorted(path for path in (self.directory / "world").rglob("*")
                           if path.is_file() and path.suffix not in (".json", ".vrt"))
            expected = self.files("world")
            middle = tiles[20].stat().st_size // 2
            data = tiles[20].read_bytes()
            tiles[20].write_bytes(data[:middle] + bytes([data[middle] ^ 16]) + data[middle + 1 :])
            tiles[30].unlink()
            tiles[40].write_bytes(data[: len(data) // 3])
            error = self.rejected(1, "is missing\n", "export", "world", "--verify")
            numbers = re.findall(r"', task (\d+), ", error)
            self.assertEqual((len(numbers), error.count("\n")), (3, 3), error)
            self.assertEqual(json.loads(self.files("world")["manifest.json"])["tiles"], [])
            for number in numbers:
                self.run_well("export", "world", "--task", number, "--force")
            self.assertEqual(self.files("world"), expected)
            self.run_well("export", "world", "--verify")
            shutil.rmtree(self.directory / "world")

    def test_range_auto_is_known_to_all_tasks(self):
        words = [*WORLD, "--tile", "256", "--range", "auto"]
        expected = self.expected("r16", *words)
        self.run_well("export", "world", *words, "--format", "r16", "--init")
        for number in range(12):
            self.run_well("export", "world", "--task", number)
        self.run_well("export", "world", "--verify")
        self.assertEqual(self.files("world"), expected)

    # ---- faults ------------------------------------------------------------------

    def test_workers_that_are_killed_at_any_moment(self):
        chance = random.Random(5)
        for extension in self.formats():
            expected = self.expected(extension)
            for _ in range(4):
                process = subprocess.Popen(
                    [perlane, "export", "world", *WORLD, *TILES, "--format", extension, "--init",
                     "-q"], cwd=self.directory)
                time.sleep(chance.random() * 0.02)
                process.kill()
                process.wait()
            self.init(extension)
            begin = time.monotonic()
            self.run_well("export", "world", "-q", "--task", "0-31")
            seconds = time.monotonic() - begin
            killed = 0
            for _ in range(200):  # a worker may end first
                force = ["--force"] * (killed % 2)  # without it, a worker keeps what it finds
                workers = [subprocess.Popen(
                    [perlane, "export", "world", "-q", *force, "--task", f"{first}-{first + 31}"],
                    cwd=self.directory) for first in (0, 16, 32)]
                time.sleep(chance.random() * seconds)
                for worker in workers:
                    worker.kill()
                    killed += worker.wait() == -signal.SIGKILL
                for name, data in self.files("world").items():
                    if name != "manifest.json" and ".perlane-" not in name:
                        self.assertEqual(data, expected[name], name)
                if killed >= 12:
                    break
            self.assertGreaterEqual(killed, 12)
            self.run_well("export", "world", "--task", "0-99")
            self.run_well("export", "world", "--verify")
            self.assertEqual(self.files("world"), expected)
            shutil.rmtree(self.directory / "world")

    def test_workers_on_the_same_tasks(self):
        for extension in self.formats():
            expected = self.expected(extension)
            inits = [subprocess.Popen([perlane, "export", "world", *WORLD, *TILES, "--format",
                                       extension, "--init", "-q"], cwd=self.directory)
                     for _ in range(4)]
            self.assertEqual([process.wait() for process in inits], [0] * 4)
            workers = [subprocess.Popen([perlane, "export", "world", "-q", "--force", "--task",
                                         "0-99"], cwd=self.directory) for _ in range(4)]
            self.assertEqual([worker.wait() for worker in workers], [0] * 4)
            self.run_well("export", "world", "--verify")
            self.assertEqual(self.files("world"), expected)
            shutil.rmtree(self.directory / "world")

    def test_what_is_rejected(self):
        self.rejected(1, "there is no manifest.json in 'world'; make the world first, with --init",
                      "export", "world", "--task", "0")
        self.init("png")
        self.rejected(2, f"--task is {TASKS}, and 'world' has the tasks 0 to {TASKS - 1}", "export",
                      "world", "--task", f"{TASKS}-{TASKS + 5}")
        before = self.files("world")
        self.rejected(1, "'world/manifest.json' is of another world; use another directory",
                      "export", "world", *WORLD, *TILES, "--init", "--overlap", "1")
        self.assertEqual(self.files("world"), before)
        (self.directory / "world/0").symlink_to("..")
        self.rejected(1, "'world/0' is a symbolic link", "export", "world", "--task", "0")
        (self.directory / "mine").mkdir()
        (self.directory / "mine/notes.txt").write_text("mine")
        self.rejected(1, "'mine/notes.txt' is in the way", "export", "mine", *WORLD, "--init")
        self.assertEqual(self.files("mine"), {"notes.txt": b"mine"})
        manifest = self.directory / "world/manifest.json"
        text = manifest.read_text()
        manifest.write_text(text.replace('"seed":3', '"seed":4'))
        self.rejected(1, "'world/manifest.json': the recipe is by perlane", "export", "world",
                      "--task", "0")
        manifest.write_text(text[:20])
        self.rejected(1, "it is not the manifest of an export", "export", "world", "--task", "0")

    # ---- Zarr --------------------------------------------------------------------

    def test_what_shards_reject(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        for words, message in (
            (["--overlap", "1"], "--overlap is 1, and shards of .zarr do not overlap"),
            (["--names", "{x}-{y}.{ext}"], '--names is "{x}-{y}.{ext}", and .zarr has names of'),
            (["--zarr", "2"], "--zarr 2 has no shards, and tiles are shards; use --zarr 3"),
            (["--tile", "1000"], "--tile is 1000; for .zarr use at most 512, or a multiple of it"),
            (["--size", "99x99x99", "--tile", "100"], "use at most 64, or a multiple of it"),
        ):
            self.rejected(2, message, "export", "no", *words, "--format", "zarr")
        self.rejected(2, "and .png holds no volumes; use .zarr", "export", "no", "--size", "9x9x9")
        self.assertEqual(list(self.directory.iterdir()), [])

    def test_a_directory_in_place_of_a_description(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        group = self.directory / "world/zarr.json"
        group.mkdir(parents=True)
        self.rejected(1, "'world/zarr.json' is in the way; use another directory", "export",
                      "world", "--size", "16", "--tile", "8", "--format", "zarr", "--init")
        self.assertEqual(list(group.parent.iterdir()), [group])

    def test_links_in_place_of_descriptions(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        words = ["export", "world", "--size", "16", "--tile", "8", "--format", "zarr", "--init"]
        self.run_well(*words)
        mine, group = self.directory / "mine.json", self.directory / "world/zarr.json"
        mine.write_text("mine")
        group.unlink()
        group.symlink_to(mine)
        self.rejected(1, "'world/zarr.json' is a symbolic link; remove it", *words)
        self.assertEqual(mine.read_text(), "mine")
        group.unlink()
        self.run_well(*words)
        self.assertIn("zarr_format", group.read_text())

    def test_volumes(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        words = ["--size", "150x140x70", "--first", "-40,8,4", "--cell", "30", "--octaves", "3",
                 "--tile", "64", "--levels", "2", "--format", "zarr"]
        printed = self.run_well("export", "world", *words, "--init")
        self.assertIn(f"tasks      {3 * 3 * 2 + 2 * 2}, from 0", printed)
        for number in reversed(range(22)):
            self.run_well("export", "world", "--task", number)
        self.run_well("export", "world", "--verify")
        self.run_well("export", "twin", *words)
        self.assertEqual(self.files("world"), self.files("twin"))
        tiles = json.loads(self.files("world")["manifest.json"])["tiles"]
        self.assertEqual((tiles[17]["name"], tiles[17]["z"], tiles[17]["size"], tiles[17]["first"]),
                         ("0/value/c/1/2/2", 1, [22, 12, 6], [88, 136, 68]))
        self.run_well("render", "level.zarr", "--field", "world/1/value")
        data = json.loads(self.files("level.zarr")["zarr.json"])
        self.assertEqual((data["shape"], data["dimension_names"]), ([35, 70, 75], ["z", "y", "x"]))

    def test_metadata_are_those_of_ome_zarr(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        self.run_well("export", "world", *WORLD, *TILES, "--format", "zarr", "--origin", "0.5,2")
        made = self.files("world")
        root = json.loads(made["zarr.json"])
        (multiscale,) = root["attributes"]["ome"]["multiscales"]
        self.assertEqual(root["attributes"]["ome"]["version"], "0.5")
        self.assertEqual([axis["name"] for axis in multiscale["axes"]], ["y", "x"])
        for level, dataset in enumerate(multiscale["datasets"]):
            about = json.loads(made[dataset["path"] + "/zarr.json"])
            self.assertEqual(about["shape"], [-(-700 >> level), -(-900 >> level)])
            self.assertEqual(about["chunk_grid"]["configuration"]["chunk_shape"], [128, 128])
            self.assertEqual(about["attributes"]["perlane"]["size"], about["shape"][::-1])
            scale, translation = dataset["coordinateTransformations"]
            self.assertEqual(scale, {"type": "scale", "scale": [2.0**level] * 2})
            self.assertEqual(translation["translation"], [10.0, -39.5])
        self.assertEqual(root["attributes"]["perlane"]["size"], [900, 700])
        path = self.directory / "world/1/value/zarr.json"
        text = path.read_text()
        path.write_text(text.replace("350", "351"))
        self.rejected(1, "'1/value/zarr.json' is missing or damaged", "export", "world", "--verify")
        self.rejected(1, "'world/1/value/zarr.json' is in the way", "export", "world", *WORLD,
                      *TILES, "--format", "zarr", "--origin", "0.5,2")
        path.write_text(text)
        # A shard of which a bit has changed is damaged, or has other samples.
        shard = self.directory / "world/0/value/c/1/1"
        whole = shard.read_bytes()
        manifest = self.directory / "world/manifest.json"
        listed = manifest.read_text()
        line = next(line for line in listed.split("\n") if '"0/value/c/1/1"' in line)
        index = len(whole) - 20  # of one chunk
        for at in (0, 20, len(whole) // 2, index, index + 9, index + 19):
            changed = whole[:at] + bytes([whole[at] ^ 64]) + whole[at + 1 :]
            shard.write_bytes(changed)
            crc = json.loads(line.rstrip(","))["crc32"]
            manifest.write_text(listed.replace(
                line, line.replace(crc, f"{zlib.crc32(changed):08x}")))
            done = self.run_perlane("export", "world", "--verify")
            self.assertIn(done.returncode, (0, 1))  # some bits of a header are of no matter
            self.assertEqual(done.returncode == 1, "'0/value/c/1/1', task 9, " in done.stderr)
            if at >= index:
                self.assertIn("cannot be decoded", done.stderr)

    # ---- the recipes of the page -----------------------------------------------------

    def blocks(self, language):
        page = (root / "docs/clusters.md").read_text()
        section = re.search(r"^## Tasks\n(.*?)(?=^## |\Z)", page, re.DOTALL | re.MULTILINE)[1]
        return re.findall(rf"^```{language}\n(.*?)^```", section, re.DOTALL | re.MULTILINE)

    def shell(self, text, **variables):
        environment = dict(os.environ, PATH=f"{self.directory}:{os.environ['PATH']}", **variables)
        subprocess.run(["bash", "-ec", text], cwd=self.directory, env=environment, check=True,
                       stdout=subprocess.DEVNULL)

    def page(self):
        if "zarr" not in self.formats():
            self.skipTest("perlane was built without .zarr")
        (self.directory / "perlane").symlink_to(perlane)

    def test_commands(self):
        self.page()
        for block in self.blocks("sh"):
            if "parallel" in block and shutil.which("parallel") is None:
                continue
            self.shell(block)
        self.run_well("export", "world", "--verify")

    def test_slurm_array(self):
        self.page()
        (script,) = self.blocks("bash")
        (self.directory / "job").write_text(script)
        self.shell("bash -n job")
        self.shell(self.blocks("sh")[0].split("\n")[0])
        last = int(re.search(r"^#SBATCH --array=0-(\d+)", script, re.MULTILINE)[1])
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            list(pool.map(lambda i: self.shell("bash job", SLURM_ARRAY_TASK_ID=str(i),
                                               SLURM_CPUS_PER_TASK="1"), range(last + 1)))
        self.run_well("export", "world", "--verify")

    def test_kubernetes_job(self):
        self.page()
        (text,) = self.blocks("yaml")
        try:
            import yaml
        except ImportError:
            self.skipTest("there is no PyYAML")
        job = yaml.safe_load(text)
        self.assertEqual((job["kind"], job["spec"]["completionMode"]), ("Job", "Indexed"))
        (container,) = job["spec"]["template"]["spec"]["containers"]
        self.assertEqual(container["command"][:2], ["sh", "-c"])
        (mount,) = container["volumeMounts"]
        command = container["command"][2].replace(mount["mountPath"], "world")
        self.shell(self.blocks("sh")[0].split("\n")[0])
        for index in range(job["spec"]["completions"]):
            self.shell(command, JOB_COMPLETION_INDEX=str(index))
        self.run_well("export", "world", "--verify")


perlane = os.path.abspath(sys.argv.pop(1))
root = pathlib.Path(sys.argv.pop(1))
unittest.main()
