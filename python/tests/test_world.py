"""Worlds as tasks, by the command-line tool."""

import os
import pathlib
import pickle
import signal
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field, World
from perlane._tool import tool

pytestmark = pytest.mark.skipif(tool() is None, reason="built without the tool")


def files(directory: pathlib.Path) -> dict[str, bytes]:
    return {str(path.relative_to(directory)): path.read_bytes()
            for path in directory.rglob("*") if path.is_file()}


def test_tasks_are_pieces_of_one_grid(land: Field, tmp_path: pathlib.Path) -> None:
    world = World(tmp_path / "world", land, (200, 300), tile=128, levels=2, format="r32",
                  first={"x": -40, "y": 6}, origin=(0.5, 0.25))
    assert world.tasks == 6 + 2
    for number in reversed(range(world.tasks)):
        world.run(number)
    world.verify()
    whole = land.grid((200, 300), first={"x": -40, "y": 6}, origin=(0.5, 0.25))
    tile = np.fromfile(tmp_path / "world/0/1/2.r32", "<f4").reshape(72, 44)
    assert (tile == whole[128:, 256:]).all()
    coarse = np.fromfile(tmp_path / "world/1/0/0.r32", "<f4").reshape(100, 128)
    assert (coarse == whole[::2, :256:2]).all()


def test_processes_do_tasks(land: Field, tmp_path: pathlib.Path) -> None:
    def made(name: str) -> World:
        return World(tmp_path / name, land, (300, 300), tile=64, dtype=np.uint8, range=(-0.5, 0.5))

    world, expected = made("world"), made("expected")
    assert repr(pickle.loads(pickle.dumps(world))) == repr(world)
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        list(pool.map(world.run, [*range(world.tasks), *range(world.tasks)]))
    world.verify()
    for number in range(expected.tasks):
        expected.run(number, threads=None, force=True)
    World(tmp_path / "expected").verify()
    assert files(tmp_path / "world") == files(tmp_path / "expected")


def test_ray_does_tasks_of_killed_workers_again(land: Field, tmp_path: pathlib.Path) -> None:
    ray: Any = pytest.importorskip("ray")

    def run(world: World, number: int, killed: pathlib.Path) -> None:
        if number == 3 and not killed.exists():
            killed.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        world.run(number)

    world = World(tmp_path / "world", land, (300, 300), tile=64)
    with ray.init(num_cpus=2, include_dashboard=False):
        task = ray.remote(run)
        ray.get([task.remote(world, number, tmp_path / "killed") for number in range(world.tasks)])
    assert (tmp_path / "killed").exists()
    world.verify()


def test_a_tool_that_is_killed_says_so(land: Field, tmp_path: pathlib.Path,
                                       monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(tmp_path / "world", land, (100, 100), tile=50)
    tool_that_dies = tmp_path / "tool"
    tool_that_dies.write_text("#!/bin/sh\nkill -9 $$\n")
    tool_that_dies.chmod(0o755)
    monkeypatch.setenv("PERLANE_TOOL", str(tool_that_dies))
    with pytest.raises(OSError, match="perlane was ended by signal 9"):
        world.run(0)


PROGRAM = """
import os, perlane
try:
    perlane.World(os.fsdecode(b"w\\xc3\\xb6rld"), perlane.perlin(), (9, 9))
except OSError as error:
    print(ascii(str(error)))
"""


def test_messages_are_utf8_in_any_locale(tmp_path: pathlib.Path) -> None:
    (tmp_path / "wörld").mkdir()
    (tmp_path / "wörld" / "other").touch()
    package = str(pathlib.Path(perlane.__file__).parents[1])
    done = subprocess.run(
        [sys.executable, "-X", "utf8=0", "-c", PROGRAM], cwd=tmp_path, capture_output=True,
        text=True, check=False, env={**os.environ, "LC_ALL": "C", "PYTHONCOERCECLOCALE": "0",
                                     "PYTHONPATH": package})
    assert "w\\xf6rld/other' is in the way" in done.stdout, done.stderr


def test_mistakes(land: Field, tmp_path: pathlib.Path) -> None:
    world = World(tmp_path / "world", land, (100, 100), tile=50)
    World(tmp_path / "world", land, (100, 100), tile=50)  # it is there
    with pytest.raises(OSError, match="of another world"):
        World(tmp_path / "world", land, (100, 101), tile=50)
    with pytest.raises(ValueError, match="--task is 4, and .* has the tasks 0 to 3"):
        world.run(4)
    with pytest.raises(OSError, match="task 0, is missing"):
        world.verify()
    with pytest.raises(ValueError, match="--format"):
        World(tmp_path / "other", land, (100, 100), format="jpg")
    with pytest.raises(TypeError, match="shape is missing"):
        World(tmp_path / "other", land)
    with pytest.raises(TypeError, match="field is missing; without one, a world is opened"):
        World(tmp_path / "world", shape=(100, 100))
    with pytest.raises(TypeError, match="field is missing"):
        World(tmp_path / "world", format="tif")
    for arguments, words in (
            ({"field": 42}, "field is of type int; use a field"),
            ({"tile": 1.5}, "tile is of type float"), ({"levels": 1.5}, "levels is of type float"),
            ({"options": "--fade-octaves"}, "options is '--fade-octaves'; use a tuple of texts")):
        with pytest.raises(TypeError, match=words):
            World(tmp_path / "other", **{"field": land, "shape": (9, 9), **arguments})
    with pytest.raises(TypeError, match="number is of type float"):
        world.run(1.5)  # type: ignore[arg-type]
    with pytest.raises(FileNotFoundError):
        World(tmp_path / "other", land, (9, 9), options=["--help"])
    for first in ((1, 2, 3), (5,), ()):
        with pytest.raises(ValueError, match=r"first has \d numbers? and shape has 2"):
            World(tmp_path / "other", land, (100, 100), first=first)
    with pytest.raises(TypeError, match="dtype is >u2; use float32, uint16 or uint8"):
        World(tmp_path / "other", land, (100, 100), dtype=">u2")
    with pytest.raises(FileNotFoundError):
        World(tmp_path / "other")
    assert perlane.World is World


MISTAKES = {
    "(100,)": "shape has 1 number; use two, (y, x), or three, (z, y, x), for Zarr",
    "100": "shape has 1 number; use two, (y, x), or three, (z, y, x), for Zarr",
    "(1, 2, 3, 4)": "shape has 4 numbers; use two, (y, x), or three, (z, y, x), for Zarr",
    "()": "shape has 0 numbers; use two, (y, x), or three, (z, y, x), for Zarr",
    "(0, 100)": "shape[0] is 0; use 1 or more",
    "(100, 2**31)": "shape[1] is 2147483648; use 1 to 2147483647",
    "(9, 9), first=(0, 2**62 + 1)":
        "first[1] is 4611686018427387905; keep all indices between -2^62 and 2^62",
    "(9, 9), first=10**5000": "first is 1.00e+5000; keep all indices between -2^62 and 2^62",
    "(9, 9), origin={'y': 10**400}": 'origin["y"] is 1.00e+400; use a finite number',
    "(9, 9), range=(0, 10**400)":
        "range[1] is 1.00e+400; use two finite numbers, the smaller one first",
    "(9, 9), range=(1,)": "range has 1 numbers; use two, the smaller one first",
}


@pytest.mark.parametrize("arguments", MISTAKES)
def test_mistakes_in_words_of_python(land: Field, tmp_path: pathlib.Path, arguments: str) -> None:
    with pytest.raises(ValueError) as rejected:
        eval(f"World(path, land, {arguments})",
             {"World": World, "path": tmp_path / "world", "land": land})
    assert str(rejected.value) == MISTAKES[arguments]
    assert not (tmp_path / "world").exists()


def test_manifests_of_later_versions_are_rejected(tmp_path: pathlib.Path) -> None:
    (tmp_path / "manifest.json").write_text('{"manifest":2,"tasks":4,\n"tiles":[]}')
    with pytest.raises(ValueError, match="the manifest is of version 2, and this perlane reads"):
        perlane.World(tmp_path)


@pytest.mark.parametrize("text", ["", "{}", "nonsense", '{"manifest":1,\n', '{"manifest":1}'])
def test_other_files_are_no_manifests(tmp_path: pathlib.Path, text: str) -> None:
    (tmp_path / "manifest.json").write_text(text)
    with pytest.raises(ValueError, match="manifest.json' is not the manifest of a world"):
        perlane.World(tmp_path)
