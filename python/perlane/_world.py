"""Worlds that are larger than a machine, as tasks. The command-line tool does them."""

import json
import os
import pathlib
import subprocess
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from ._axes import PerAxis
from ._field import Field
from ._grid import _ends, _index, _kind_of, _numbers, _shape_of
from ._numbers import Interval, Real, Whole, real, shown, whole
from ._recipe import LIMIT, check_version
from ._tool import tool


def _axes(name: str, given: Any, axes: int, convert: Callable[[str, Any], float]) -> str:
    """Numbers as the tool takes them: x first."""
    numbers = _numbers(name, given, 0, axes)
    words = [repr(convert(f"{name}{numbers.place(axis)}", number))
             for axis, number in enumerate(numbers)]
    return ",".join(words)


def _size_of(shape: Any) -> tuple[int, ...]:
    axes = len(shape) if isinstance(shape, Sequence | np.ndarray) else 1
    if not 2 <= axes <= 3:
        numerals = "1 number" if axes == 1 else f"{axes} numbers"
        raise ValueError(f"shape has {numerals}; use two, (y, x), or three, (z, y, x), for Zarr")
    size = _shape_of(shape)
    for axis, count in enumerate(size):
        if count > LIMIT:
            raise ValueError(f"shape[{axis}] is {shown(count)}; use 1 to {LIMIT}")
    return size


class World:
    """A world of any size in a directory: tiles, levels of detail, and a manifest.

        world = perlane.World("world", land, (500_000, 500_000), levels=6, format="zarr")
        with ProcessPoolExecutor() as pool:
            list(pool.map(world.run, range(world.tasks)))
        world.verify()

    Each tile is a task. Any processes and machines that see the directory can do tasks, in any
    order and as often as they like: a task always gives the same bytes. `World("world")` opens an
    existing world, and so does a worker that receives a pickled one.
    """

    def __init__(self, directory: str | os.PathLike[str], field: Field | None = None,
                 shape: Sequence[Whole] | npt.NDArray[Any] | None = None, *,
                 tile: Whole | None = None, levels: Whole = 1, format: str = "png",
                 dtype: npt.DTypeLike | None = None, range: Interval | None = None,
                 first: PerAxis[Whole] = 0, origin: PerAxis[Real] = 0.0,
                 options: Sequence[str] = ()) -> None:
        """Makes the manifest of a world and, for Zarr, the metadata; or opens a world.

        field, shape: what to evaluate, and the samples of level 0: (y, x), or (z, y, x) for Zarr
        tile: samples from a tile to the next; for Zarr, those of a shard along each axis
        levels: level k has every 2^k-th sample
        format: as `perlane export --format` takes it
        dtype: float32, uint16 or uint8; None is the first that the format has
        range: the values that become the first and the last code
        first, origin: as in `Field.grid`
        options: others of `perlane export`, such as ("--fade-octaves",)

        Raises ValueError for arguments that are rejected, and OSError for failures. If the same
        world is there already, nothing happens; another one in that directory is an error.
        """
        self.directory = pathlib.Path(directory)
        if field is None:
            given = (shape, tile, levels, format, dtype, range, first, origin, options)
            if given != (None, None, 1, "png", None, None, 0, 0.0, ()):
                raise TypeError("field is missing; without one, a world is opened, which takes "
                                "no other argument than its directory")
            self._header()  # it is there
            return
        if shape is None:
            raise TypeError("shape is missing; use (y, x), or (z, y, x)")
        if not isinstance(field, Field):
            raise TypeError(f"field is of type {type(field).__name__}; use a field")
        if isinstance(options, str):
            raise TypeError(f"options is {options!r}; use a tuple of texts")
        size = _size_of(shape)
        axes = len(size)
        words = ["--init", "--field", "-", "--format", format,
                 "--levels", str(whole("levels", levels)),
                 "--size", "x".join(map(str, reversed(size))),
                 f"--first={_axes('first', first, axes, _index)}",
                 f"--origin={_axes('origin', origin, axes, real)}", *options]
        if tile is not None:
            words += ["--tile", str(whole("tile", tile))]
        if dtype is not None:
            words += ["--type", _kind_of(dtype).name]
        if range is not None:
            least, most = _ends(range)
            words.append(f"--range={least!r},{most!r}")
        self._call(words, field.to_json())
        self._header()  # it is there, unless an option asked for something else

    @property
    def tasks(self) -> int:
        """The number of tasks; they are numbered from 0 on."""
        return int(self._header()["tasks"])

    def run(self, number: Whole, *, threads: int | None = 1, force: bool = False) -> None:
        """Does a task, unless its tile is there: tiles appear when they are complete.

        threads: 1, since other workers do other tasks; None for all cores
        force: makes the tile even if it is there
        """
        words = ["--task", str(whole("number", number))]
        if threads is not None:
            words += ["--threads", str(threads)]
        self._call([*words, "--force"] if force else words)

    def verify(self) -> None:
        """Compares every tile with the field, and completes the manifest.

        Raises OSError with a line for each tile that is missing or damaged, and its task.
        """
        self._call(["--verify"])

    def _header(self) -> dict[str, Any]:
        with open(self.directory / "manifest.json", encoding="utf-8") as manifest:
            line = manifest.readline().rstrip()
        try:
            header: dict[str, Any] = json.loads(line.removesuffix(",") + "}")
            header["tasks"], header["manifest"]
        except (ValueError, KeyError):
            raise ValueError(f"{manifest.name!r} is not the manifest of a world") from None
        check_version("manifest", header["manifest"])
        return header

    def _call(self, words: Sequence[str], text: str = "") -> None:
        program = tool()
        if program is None:
            raise OSError("this package was built without the command-line tool, which does tasks")
        directory = str(self.directory)
        if directory.startswith("-"):
            directory = os.path.join(".", directory)
        done = subprocess.run([program, "export", directory, "--quiet", *words], input=text,
                              capture_output=True, encoding="utf-8", errors="replace", check=False)
        if done.returncode != 0:
            message = done.stderr.replace("perlane: ", "").strip()
            if done.returncode < 0:
                message = f"perlane was ended by signal {-done.returncode}"
            usage = 2  # what the caller can put right
            raise (ValueError if done.returncode == usage else OSError)(message)

    def __repr__(self) -> str:
        return f"World({str(self.directory)!r})"

    def __reduce__(self) -> tuple[Any, tuple[str]]:
        return World, (str(self.directory.absolute()),)  # workers may be in other directories
