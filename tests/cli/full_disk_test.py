"""Exports to disks that are full: what is gone on with once there is room is as if there had been.

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
WORLD = ["--size", "768", "--levels", "2", "-q", "--tile"]


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


def fail(number, kind, size, message):
    print(f"run {number}, {'-'.join(kind)}, a disk of {size} KiB: {message}")
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
    with tempfile.TemporaryDirectory() as temporary:
        root = pathlib.Path(temporary)
        disk = root / "disk"
        disk.mkdir()

        def export(name, kind):
            extension, tile = kind
            return run(perlane, "export", name, *WORLD, tile, "--field", FIELD, "--format",
                       extension)

        kinds = [(extension, "128") for extension in extensions]
        kinds += [("r16", "48")]  # of which the journal is a large part
        good, most = {}, {}
        for kind in kinds:
            done = export(root / "-".join(kind), kind)
            assert done.returncode == 0, done.stderr
            good[kind] = files(root / "-".join(kind))
            most[kind] = sum(map(len, good[kind].values())) // 1024
        failed = number = 0
        while number < runs and time.monotonic() < end:
            kind = kinds[number % len(kinds)]
            size = chance.randint(40, most[kind])
            world = disk / "world"
            done = run("mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", disk)
            assert done.returncode == 0, done.stderr
            try:
                done = export(world, kind)
                failed += done.returncode != 0
                if done.returncode == 0 and files(world) != good[kind]:
                    fail(number, kind, size, "it has fitted, and files differ")
                if done.returncode not in (0, 1):
                    fail(number, kind, size, f"ends with {done.returncode}: {done.stderr}")
                run("mount", "-o", "remount,size=64m", disk)
                done = export(world, kind)
                if done.returncode != 0:
                    fail(number, kind, size, f"does not go on: {done.stderr}")
                if files(world) != good[kind]:
                    fail(number, kind, size, "files differ")
                done = run(perlane, "export", world, "--verify", "-q")
                if done.returncode != 0:
                    fail(number, kind, size, f"is not verified: {done.stderr}")
            finally:
                run("umount", disk)
            number += 1
        print(f"{number} of {runs} runs, in which {failed} exports found no room")
        assert failed > number / 2


main()
