"""Zarr arrays that tasks write shard by shard."""

import json
import pathlib
import subprocess
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field
from perlane._tool import tool

zarr = pytest.importorskip("zarr", minversion="3")
da = pytest.importorskip("dask.array")


def written(path: pathlib.Path) -> set[str]:
    return {str(file.relative_to(path)) for file in path.rglob("*") if file.is_file()}


def test_a_task_writes_a_shard(land: Field, tmp_path: pathlib.Path) -> None:
    place: dict[str, Any] = {"first": (-3, 8), "step": 2, "origin": (1, 0)}
    path = tmp_path / "world.zarr"
    array = land.to_zarr(path, (300, 500), chunks=32, shards=(64, 128), **place)
    assert array.shards == (64, 128) and array.chunks == (32, 32)
    assert array.metadata.dimension_names == ("y", "x")
    assert written(path) == {"zarr.json", *(f"c/{i}/{j}" for i in range(5) for j in range(4))}
    whole = land.grid((300, 500), **place)
    assert (zarr.open_array(path, mode="r")[...] == whole).all()
    assert array.attrs["perlane"]["field"] == json.loads(land.to_json())


def test_tasks_are_as_many_as_shards(land: Field, tmp_path: pathlib.Path) -> None:
    later = land.to_zarr(tmp_path / "world.zarr", (300, 500), chunks=32, shards=(64, 128),
                         compute=False)
    assert written(tmp_path / "world.zarr") == {"zarr.json"}
    graph = later.__dask_optimize__(later.dask, later.__dask_keys__())
    stores = [task for key, task in dict(graph).items() if "store" in str(key)]
    assert len(stores) in (20, 21)  # and one that waits for them
    later.compute(scheduler="threads", num_workers=4)
    later.compute(scheduler="synchronous")  # writes the same again
    assert (zarr.open_array(tmp_path / "world.zarr", mode="r")[...] == land.grid((300, 500))).all()


def test_volumes_codes_and_options(land: Field, tmp_path: pathlib.Path) -> None:
    array = land.to_zarr(tmp_path / "a", (20, 30, 40), dtype=np.uint8, chunks=8, shards=16,
                         dims=("depth", "row", "column"), compressors=None)
    assert array.metadata.dimension_names == ("depth", "row", "column")
    assert (array[...] == land.grid((20, 30, 40), dtype=np.uint8)).all()
    assert array.attrs["perlane"] == json.loads(land.to_json())  # recipes are of maps alone
    with pytest.raises(zarr.errors.ContainsArrayError):
        land.to_zarr(tmp_path / "a", (20, 30))
    again = land.to_zarr(tmp_path / "a", (20, 30), overwrite=True)
    assert again.shards == (4096, 4096) and (again[...] == land.grid((20, 30))).all()


@pytest.mark.parametrize(("arguments", "words"), [
    ({"chunks": 48, "shards": 64}, r"shards\[0\] is 64 and chunks\[0\] is 48; use a multiple"),
    ({"chunks": (8, 8, 8)}, "chunks is "), ({"shards": 0}, "shards is 0"),
    ({"dims": ("y",)}, "dims is "), ({"dims": "yx"}, "dims is "), ({"step": 0}, "step"),
    ({"range": (0, 1)}, "range is given for float32"),
])
def test_rejections_write_nothing(land: Field, tmp_path: pathlib.Path, arguments: dict[str, Any],
                                words: str) -> None:
    with pytest.raises(ValueError, match=words):
        land.to_zarr(tmp_path / "world.zarr", (64, 64), **arguments)
    assert not (tmp_path / "world.zarr").exists()


def test_ranges_of_all_types(land: Field, tmp_path: pathlib.Path) -> None:
    expected = land.grid((20, 30), dtype=np.uint8, range=(-0.5, 0.25))
    for i, pair in enumerate([np.array([-0.5, 0.25]), (np.float32(-0.5), np.float32(0.25)),
                              [-0.5, 0.25]]):
        array = land.to_zarr(tmp_path / str(i), (20, 30), dtype=np.uint8, range=pair)
        assert list(array.attrs["perlane"]["range"]) == [-0.5, 0.25]
        assert (array[...] == expected).all()


@pytest.mark.parametrize("arguments", [
    {"range": ("a", 1), "dtype": np.uint8}, {"range": (0, np.complex64(1)), "dtype": np.uint8},
    {"chunks": 8.5}, {"chunks": (8.0, 8)}, {"shards": "ab"}, {"dims": (1, 2)}, {"compressors": 3},
    {"filters": 3}, {"fill_value": "a"}, {"colour": 1}, {"attributes": 3},
])
def test_wrong_types_write_nothing(land: Field, tmp_path: pathlib.Path,
                                   arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError):
        land.to_zarr(tmp_path / "world.zarr", (64, 64), **arguments)
    assert not (tmp_path / "world.zarr").exists()


def test_numbers_of_numpy_are_sizes(land: Field, tmp_path: pathlib.Path) -> None:
    array = land.to_zarr(tmp_path / "a", (20, 30), chunks=np.int64(8), shards=np.array([16, 32]))
    assert array.chunks == (8, 8) and array.shards == (16, 32)


@pytest.mark.parametrize(("shape", "arguments", "is_recipe"), [
    ((30, 40), {}, True), ((30, 40), {"step": 2.0}, True), ((30, 40), {"step": 2**31 - 1}, True),
    ((30, 40), {"step": 2**31}, False), ((30, 40), {"step": 0.5}, False),
    ((30, 40), {"step": 2.5}, False), ((30, 40), {"step": -1}, False),
    ((30, 40), {"step": (1, 2)}, False), ((30,), {}, False), ((3, 4, 5), {}, False),
    ((2, 3, 4, 5), {}, False), ((1, 2**31 - 1), {}, True), ((1, 2**31), {}, False),
    ((2**31, 1), {}, False),
])
def test_attributes_are_recipes_that_the_tool_reads(tmp_path: pathlib.Path, shape: tuple[int, ...],
                                                    arguments: dict[str, Any],
                                                    is_recipe: bool) -> None:
    field = perlane.perlin(frequency=2.0**-30)
    field.to_zarr(tmp_path / "a.zarr", shape, chunks=2**20, shards=2**30, compute=False,
                  **arguments)
    attribute = zarr.open_array(tmp_path / "a.zarr", mode="r").attrs["perlane"]
    assert ("recipe" in attribute) == is_recipe
    assert is_recipe or attribute == json.loads(field.to_json())
    if (path := tool()) is None or 2**31 - 1 in shape:  # 8 GiB
        return
    subprocess.run([path, "render", "a.raw", "--field", "a.zarr", "--quiet"], cwd=tmp_path,
                   check=True, capture_output=True)
    if is_recipe:
        expected = field.grid(shape, **arguments).tobytes()
        assert (tmp_path / "a.raw").read_bytes() == expected


def test_the_tool_reads_the_recipe(land: Field, tmp_path: pathlib.Path) -> None:
    path = tool()
    if path is None:
        pytest.skip("the package was built without the tool")
    for name, options in {"a": {"first": (5, -9), "origin": (0.5, 2)},
                          "b": {"step": 4, "dtype": np.uint16, "range": (-0.5, 0.5)},
                          "c": {"dtype": np.uint8}}.items():
        array = land.to_zarr(tmp_path / f"{name}.zarr", (30, 40), **options)
        subprocess.run([path, "render", f"{name}.raw", "--field", f"{name}.zarr", "--quiet"],
                       cwd=tmp_path, check=True)
        assert (tmp_path / f"{name}.raw").read_bytes() == array[...].tobytes()


def test_options_of_zarr(land: Field, tmp_path: pathlib.Path) -> None:
    written = land.to_zarr(tmp_path / "a.zarr", (30, 40), chunks=1000,
                           attributes={"units": "m", "perlane": "replaced"})
    assert written.attrs["units"] == "m" and written.attrs["perlane"]["recipe"] == 1
    assert written.chunks == (1000, 1000) and written.shards == (4000, 4000)
    with pytest.raises(TypeError, match="dimension_names is given; use dims"):
        land.to_zarr(tmp_path / "b.zarr", (3, 4), dimension_names=("a", "b"))
    assert not (tmp_path / "b.zarr").exists()


def test_codes_of_a_single_value_are_a_recipe(tmp_path: pathlib.Path) -> None:
    perlane.constant(5).to_zarr(tmp_path / "flat.zarr", (4, 5), dtype=np.uint8)
    if (path := tool()) is None:
        pytest.skip("the package was built without the tool")
    subprocess.run([path, "render", "flat.npy", "--field", "flat.zarr", "-q"], cwd=tmp_path,
                   check=True)
    assert (np.load(tmp_path / "flat.npy") == 128).all()
