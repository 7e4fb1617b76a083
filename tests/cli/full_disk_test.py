"""Renders, exports and tasks on disks that are full: what is resumed once there is room ends with
the same files.

usage: full_disk_test.py PERLANE [RUNS] [SECONDS]

Mounts file systems, in a name space of its own, and so it needs the rights of root there. It ends
after so many runs, or seconds.
"""

import os
import pathlib
import random
import re
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
# Noise in some places and a plane in others, so that tiles differ in size.
FIELD = ('{"perlane":1,"field":{"max":{"a":0.1,"b":{"fbm":{"source":{"perlin":{"frequency":0.004}},'
         '"octaves":6}}}}}')
PLACE = ["--size", "768", "--field", FIELD, "-q"]


def run(*words, **options):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True,
                          check=False, **options)


def in_a_name_space():
    """Goes on as another process, in which mounts are nobody else's."""
    if "PERLANE_MOUNTS" in os.environ:
        return
    ways = [["unshare", "--mount"], ["unshare", "--user", "--map-root-user", "--mount"]]
    for way in ways:
        try:
            with tempfile.TemporaryDirectory() as place:
                done = run(*way, "mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", place)
        except OSError:
            continue
        if done.returncode == 0:
            os.environ["PERLANE_MOUNTS"] = "1"
            os.execvp(way[0], [*way, sys.executable, "-B", *sys.argv])
    print("skipped: this needs a name space in which it can mount a tmpfs")
    sys.exit(SKIPPED)


def files(root):
    paths = (path for path in root.rglob("*") if path.is_file())
    return {str(path.relative_to(root)): path.read_bytes() for path in paths}


def commands(directory, what, extension, tile):
    if what == "render":
        return [["render", directory / f"map.{extension}", *PLACE]]
    world = [*PLACE, "--levels", "2", "--tile", tile, "--format", extension]
    if what == "export":
        return [["export", directory, *world]]
    return [["export", directory, *world, "--init"], ["export", directory, "--task", "0-999", "-q"]]


def fail(number, job, size, message):
    print(f"run {number}, {'-'.join(job)}, a disk of {size} KiB: {message}")
    sys.exit(1)


def main():
    perlane = os.path.abspath(sys.argv[1])
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 300
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 600
    in_a_name_space()
    end = time.monotonic() + seconds
    chance = random.Random(11)
    text = run(perlane, "export", "--help").stdout
    extensions = re.findall(r"^ +\.?(png|tif|exr|r16|r32|raw|npy|pfm|zarr): ", text, re.MULTILINE)
    assert len(extensions) >= 6, text
    jobs = [("export", extension, "128") for extension in extensions]
    jobs += [("export", "r16", "48")]  # of which the journal is a large part
    jobs += [(what, extension, "128") for extension in ("png", "tif", "zarr")
             for what in ("tasks", "render") if extension in extensions]
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary)
        disk = root / "disk"
        disk.mkdir()

        def make(directory, job):
            """Runs the commands until one of them fails. Returns the last."""
            directory.mkdir(exist_ok=True)
            for command in commands(directory, *job):
                done = run(perlane, *command)
                if done.returncode != 0:
                    break
            return done

        good, most = {}, {}
        for job in jobs:
            done = make(root / "-".join(job), job)
            assert done.returncode == 0, done.stderr
            good[job] = files(root / "-".join(job))
            most[job] = sum(map(len, good[job].values())) // 1024
        failed = number = 0
        while number < runs and time.monotonic() < end:
            job = jobs[number % len(jobs)]
            size = chance.randint(40, most[job])
            world = disk / "world"
            done = run("mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", disk)
            assert done.returncode == 0, done.stderr
            try:
                done = make(world, job)
                failed += done.returncode != 0
                if done.returncode not in (0, 1):
                    fail(number, job, size, f"ends with {done.returncode}: {done.stderr}")
                left = files(world)
                if done.returncode == 0 and left != good[job]:
                    fail(number, job, size, "it has fitted, and files differ")
                for name, data in left.items():
                    if name != ".perlane.journal" and data != good[job].get(name):
                        fail(number, job, size, f"'{name}' is left")
                if job[0] == "tasks" and done.returncode != 0 and "manifest.json" in left:
                    error = run(perlane, "export", world, "--verify", "-q").stderr
                    tiles = [line for line in error.splitlines() if line.endswith("is missing")]
                    if not tiles or len(tiles) != error.count("\n"):
                        fail(number, job, size, f"--verify reports {error}")
                run("mount", "-o", "remount,size=64m", disk)
                done = make(world, job)
                if done.returncode != 0:
                    fail(number, job, size, f"does not go on: {done.stderr}")
                if files(world) != good[job]:
                    fail(number, job, size, "files differ")
                if job[0] != "render":
                    done = run(perlane, "export", world, "--verify", "-q")
                    if done.returncode != 0:
                        fail(number, job, size, f"is not verified: {done.stderr}")
            finally:
                run("umount", disk)
            number += 1
        print(f"{number} of {runs} runs, of which {failed} found no room")
        assert failed > number / 2


main()
