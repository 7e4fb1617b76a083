"""The arrays of Zarr that the tool writes, as other packages read them."""

import json
import pathlib
from typing import Any

import numpy as np
import pytest
from perlane import Field, World
from perlane._tool import tool

pytestmark = pytest.mark.skipif(tool() is None, reason="built without the tool")
zarr: Any = pytest.importorskip("zarr", minversion="3")


def world_of(field: Field, directory: pathlib.Path, shape: tuple[int, ...], tile: int) -> World:
    world = World(directory, field, shape, tile=tile, levels=2, format="zarr",
                  first={"x": -40, "y": 6})
    for number in range(world.tasks):
        world.run(number)
    world.verify()
    return world


@pytest.mark.parametrize(("shape", "tile"), [((700, 1500), 1024), ((70, 90, 150), 128),
                                             ((100, 300), 64)])
def test_zarr_reads_every_level(land: Field, tmp_path: pathlib.Path, shape: tuple[int, ...],
                                tile: int) -> None:
    world_of(land, tmp_path / "world", shape, tile)
    group = zarr.open_group(tmp_path / "world", mode="r")
    whole = land.grid(shape, first={"x": -40, "y": 6})
    (multiscale,) = group.attrs["ome"]["multiscales"]
    for level, dataset in enumerate(multiscale["datasets"]):
        array = group[dataset["path"]]
        assert array.dtype == np.float32 and array.shards is not None
        assert array.metadata.dimension_names == ("z", "y", "x")[-len(shape):]
        assert (array[:] == whole[(slice(None, None, 2**level),) * len(shape)]).all()
        assert json.loads(json.dumps(array.attrs["perlane"]))["size"] == [*array.shape][::-1]
    assert (group["0/value"][3:5, 60:70] == whole[3:5, 60:70]).all()


def test_zarr_reads_renders(land: Field, tmp_path: pathlib.Path) -> None:
    import subprocess

    for size, shape in (("1100x600", (600, 1100)), ("90x80x70", (70, 80, 90))):
        path = tmp_path / f"{size}.zarr"
        subprocess.run([str(tool()), "render", str(path), "--size", size, "--field", "-", "-q"],
                       input=land.to_json(), text=True, check=True)
        assert (zarr.open_array(path, mode="r")[:] == land.grid(shape)).all()


def test_other_readers(land: Field, tmp_path: pathlib.Path) -> None:
    world_of(land, tmp_path / "world", (300, 200), 128)
    whole = land.grid((300, 200), first={"x": -40, "y": 6})
    path = tmp_path / "world/1/value"
    read: dict[str, Any] = {}
    try:
        import dask.array
        read["dask"] = dask.array.from_zarr(str(path)).compute()
    except ModuleNotFoundError:
        pass
    try:
        import tensorstore
        read["tensorstore"] = tensorstore.open({
            "driver": "zarr3", "kvstore": {"driver": "file", "path": str(path)},
        }).result().read().result()
    except ModuleNotFoundError:
        pass
    if not read:
        pytest.skip("neither Dask nor TensorStore is installed")
    for name, values in read.items():
        assert (values == whole[::2, ::2]).all(), name


def test_what_zarr_writes_of_ours(land: Field, tmp_path: pathlib.Path) -> None:
    import subprocess

    world_of(land, tmp_path / "world", (300, 200), 128)
    ours = zarr.open_array(tmp_path / "world/0/value", mode="r")
    zarr.create_array(tmp_path / "copy.zarr", data=ours[:], chunks=ours.chunks, shards=ours.shards,
                      compressors=ours.compressors, attributes=dict(ours.attrs))
    copy = zarr.open_array(tmp_path / "copy.zarr", mode="r+")
    assert (copy[:] == ours[:]).all()
    copy[100:200, 7:130] = copy[100:200, 7:130]  # parts of chunks, which it then writes again
    assert (copy[:] == ours[:]).all()
    subprocess.run([str(tool()), "render", "again.raw", "--field", "copy.zarr", "-q"],
                   cwd=tmp_path, check=True)
    assert (tmp_path / "again.raw").read_bytes() == ours[:].tobytes()


def test_xarray_opens_levels(land: Field, tmp_path: pathlib.Path) -> None:
    xarray: Any = pytest.importorskip("xarray")
    world_of(land, tmp_path / "world", (300, 200), 128)
    whole = land.grid((300, 200), first={"x": -40, "y": 6})
    for level in (0, 1):
        with xarray.open_zarr(tmp_path / "world", group=str(level), consolidated=False) as data:
            assert data["value"].dims == ("y", "x")
            assert (data["value"].values == whole[::2**level, ::2**level]).all()


def test_metadata_are_ome_zarr(land: Field, tmp_path: pathlib.Path) -> None:
    models: Any = pytest.importorskip("ome_zarr_models.v05")
    for shape in ((100, 80), (40, 50, 60)):
        directory = tmp_path / f"world{len(shape)}"
        world_of(land, directory, shape, 32)
        image = models.Image.from_zarr(zarr.open_group(directory, mode="r"))
        assert len(image.ome_attributes.multiscales[0].datasets) == 2
