"""Arrays of xarray: coordinates, laziness, rasters, and files as data sets."""

import pathlib
from typing import Any

import numpy as np
import perlane
import pytest
from conftest import run
from perlane import Field

xr = pytest.importorskip("xarray")
from perlane._virtual import VirtualArray  # noqa: E402
from perlane._xarray import Backend  # noqa: E402
from xarray.indexes import RangeIndex  # noqa: E402


def test_axes_and_coordinates(land: Field) -> None:
    array = land.xarray((30, 40), first=(3, -7), step=(0.5, 0.1), origin=2)
    assert array.dims == ("y", "x") and array.name == "field" and array.dtype == np.float32
    assert (array == land.grid((30, 40), first=(3, -7), step=(0.5, 0.1), origin=2)).all()
    assert (array.y == 2 + (3 + np.arange(30)) * 0.5).all()
    assert perlane.from_json(array.attrs["perlane"]) == land
    y, x = float(array.y[4]), float(array.x[9])
    assert array.sel(y=y, x=x) == array[4, 9] == land(x, y)
    assert land.xarray((2, 3, 4)).dims == ("z", "y", "x")
    named = land.xarray((3, 4), dims=("row", "column"), dtype=np.uint8, name="height")
    assert named.dims == ("row", "column") and named.dtype == np.uint8 and named.name == "height"


def test_nothing_is_computed_before_it_is_used(land: Field) -> None:
    world = land.xarray((10**9, 10**9))
    assert world.nbytes == 4 * 10**18
    piece = world[10**8:10**8 + 50, -60:]
    assert (piece == land.grid((50, 60), first=(10**8, 10**9 - 60))).all()
    assert (piece.x == np.arange(10**9 - 60, 10**9)).all()
    assert world.sel(y=123456, x=654321, method="nearest") == land(654321, 123456)
    overview = world[::10**7, ::10**7]
    assert (overview == land.grid((100, 100), step=10**7)).all()
    assert (world[:4, [7, 10**8]] == land([7, 10**8], np.arange(4)[:, None])).all()
    with pytest.raises(MemoryError, match="take a smaller slice"):
        world.values  # noqa: B018


def test_samples_anywhere(land: Field) -> None:
    array = land.xarray((300, 400), step=0.1)
    rows, columns = xr.DataArray([5, 200, 7], dims="i"), xr.DataArray([9, 3, -1], dims="i")
    assert (array.isel(y=rows, x=columns) == array.values[rows, columns]).all()
    assert (array[-5:, [7, -3]] == array.values[-5:, [7, -3]]).all()


def test_coordinates_place_the_field(land: Field) -> None:
    coords = {"y": [9.0, 8.5, 8.0], "x": np.arange(4) * 2.0, "zone": ("y", ["a", "b", "c"])}
    for array in (land.xarray((3, 4), coords=coords), land.xarray(coords=coords, dims=("y", "x"))):
        assert (array == land.grid((3, 4), step=(-0.5, 2), origin=(9, 0))).all()
        assert array.sel(y=8.5, x=6) == land(6, 8.5)
        assert (array.zone == ["a", "b", "c"]).all()
    # A data set may have coordinates of more axes.
    more = xr.Dataset(coords={**coords, "time": [0, 1]})
    assert (land.xarray(coords=more.coords, dims=("y", "x")) == array).all()
    one = land.xarray((1, 3), coords={"y": [7.0]})
    assert (one == land.grid((1, 3), origin=(7, 0))).all() and (one.x == [0, 1, 2]).all()


def raster(crs: bool = False) -> Any:
    pytest.importorskip("rioxarray")
    array = xr.DataArray(
        np.zeros((1, 20, 30), np.float32), dims=("band", "y", "x"),
        coords={"band": [1], "y": 4600015.0 - 30 * np.arange(20),
                "x": 500015.0 + 30 * np.arange(30)})
    return array.rio.write_crs("EPSG:32633") if crs else array


def test_a_raster_keeps_its_coordinates_and_crs(land: Field, tmp_path: pathlib.Path) -> None:
    like = raster(crs=True)
    array = land.xarray(like=like)
    assert array.dims == ("y", "x") and array.rio.crs == like.rio.crs
    assert array.rio.transform() == like.rio.transform()
    assert (array.x == like.x).all() and "band" not in array.coords
    assert (array == land.grid((20, 30), step=(-30, 30), origin=(4600015, 500015))).all()
    assert (array + like.isel(band=0)).shape == (20, 30)
    # Neighbouring rasters are pieces of one map.
    east = land.xarray(like=like.assign_coords(x=like.x + 30 * 29))
    assert (east[:, 0].values == array[:, -1].values).all()
    array.rio.to_raster(tmp_path / "noise.tif")
    rioxarray = pytest.importorskip("rioxarray")
    with rioxarray.open_rasterio(tmp_path / "noise.tif") as read:
        assert read.rio.crs == like.rio.crs and (read[0].values == array.values).all()
        again = land.xarray(like=read)
        assert (again == array).all() and again.rio.crs == like.rio.crs


def test_chunks(land: Field) -> None:
    da = pytest.importorskip("dask.array")
    whole = land.grid((90, 80), step=2)
    for chunks in ({"y": 32}, 32, "auto", (32, 40)):
        array = land.xarray((90, 80), step=2, chunks=chunks)
        assert isinstance(array.data, da.Array) and (array == whole).all()
    assert land.xarray((90, 80), step=2, chunks=(32, 40)).chunks == ((32, 32, 26), (40, 40))
    coords = {"north": range(90), "east": range(80), "zone": ("north", range(90))}
    for chunks in ((32, 40), {"north": 32, "east": 40}):
        assert land.xarray(coords=coords, chunks=chunks).chunks == ((32, 32, 26), (40, 40))
    band = land.xarray((90, 80)).expand_dims("band")
    assert land.xarray(like=band, chunks=(32, 40)).chunks == ((32, 32, 26), (40, 40))
    with pytest.raises(ValueError, match="chunks has the key 'Y'; use 'y', 'x'"):
        land.xarray((90, 80), chunks={"Y": 32})
    with pytest.raises(ValueError, match=r"chunks is \(32, 40\); use one for each of z, y, x"):
        land.xarray((4, 90, 80), chunks=(32, 40))
    like = land.xarray((90, 80), step=2, chunks={"y": 45})
    assert land.xarray(like=like).chunks == ((45, 45), (80,))
    assert (land.xarray(like=like) == whole).all()


def test_a_lazy_array_is_not_evaluated_for_its_coordinates(
        land: Field, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("dask.array")
    like = land.xarray((900, 800), step=2)

    def outer(self: VirtualArray, indices: Any) -> None:
        raise AssertionError

    with monkeypatch.context() as patch:
        patch.setattr(VirtualArray, "outer", outer)
        arrays = [land.xarray(like=like, chunks=100)]
        for coords in (like, like.to_dataset()):
            arrays.append(land.xarray(coords=coords, dims=("y", "x"), chunks=100))
    for array in arrays:
        assert array.chunks[0] == (100,) * 9 and (array == like).all()


def test_long_axes_stay_computed(land: Field) -> None:
    """An array of 10^15 coordinates would be a MemoryError."""
    like = land.xarray((10**15, 4), step=(0.5, 2), origin=(3, 1)).assign_coords(zone=5)
    for array in (land.xarray(like=like), land.xarray(coords=like, dims=("y", "x")),
                  land.xarray(like=like[::-1])[::-1]):
        assert isinstance(array.xindexes["y"], RangeIndex) and array.zone == 5
        assert (array[:5] == like[:5]).all() and array[:5].shape == (5, 4)


def test_names_of_coordinates(land: Field, tmp_path: pathlib.Path) -> None:
    """Any names, and that of the variable in a data set alone is taken."""
    whole = land.grid((3, 4))
    named = land.xarray((3, 4), dims=("field", "x"))
    assert named.dims == ("field", "x") and (named.values == whole).all()
    for arguments in ({"like": named}, {"shape": (3, 4), "coords": {"field": 5}},
                      {"coords": {"y": range(3), "x": range(4), "field": ("y", [7, 8, 9])}}):
        assert (land.xarray(**arguments).values == whole).all()
    assert land.xarray((3, 4), name="y").name == "y"
    path = tmp_path / "field.json"
    path.write_text(land.to_json(), encoding="utf-8")
    for arguments in ({"dims": ("field", "x")}, {"coords": {"field": 5}}):
        with pytest.raises(ValueError, match="'field' is the name of a coordinate"):
            xr.open_dataset(path, engine=Backend, shape=(3, 4), **arguments)


def test_samples_that_are_not_there(land: Field) -> None:
    """Without an index, xarray leaves this to the array."""
    array = land.xarray((3, 4)).drop_vars("x")
    assert (array.isel(x=[-1, 0]) == land.grid((3, 4))[:, [-1, 0]]).all()
    for wrong in (4, 100, -100, [4], [100], [0, -100]):
        with pytest.raises(IndexError, match="out of bounds for axis 1 with size 4"):
            np.asarray(array.isel(x=wrong))
    with pytest.raises(IndexError, match="out of bounds"):
        np.asarray(land.xarray((10**9, 10**9)).isel(x=[2 * 10**9], y=0))


def test_coordinates_of_all_kinds(land: Field) -> None:
    y, x = np.array([10.0, 20, 30]), np.array([5.0, 7])
    expected = land.grid((3, 2), origin=(10, 5), step=(10, 2))
    for coords in ({"y": y, "x": x}, xr.Dataset(coords={"y": y, "x": x}),
                   xr.Dataset(coords={"y": y, "x": x}).coords,
                   xr.DataArray(np.zeros((3, 2)), {"y": y, "x": x}),
                   {"y": ("y", y), "x": ("x", list(x), {"units": "m"})},
                   {"y": xr.Variable("y", y), "x": xr.DataArray(x, dims="x")}):
        for shape in (None, (3, 2)):
            array = land.xarray(shape, coords=coords)
            assert array.dims == ("y", "x") and (array == expected).all()
            assert (array.x == x).all() and (array.y == y).all()
    other = land.xarray(coords={"y": y, "x": x, "zone": ("y", ["a", "b", "c"]), "time": 5})
    assert other.dims == ("y", "x") and other.zone.dims == ("y",) and other.time == 5


@pytest.mark.parametrize(("arguments", "words"), [
    ({"coords": {"y": [1, 2, 4], "x": [1, 2]}}, "coords of 'y' are not evenly spaced"),
    ({"coords": {"y": [1, 1], "x": [1, 2]}}, "coords of 'y' are not evenly spaced"),
    ({"coords": {"y": [1, float("nan"), 3], "x": [1, 2]}}, "coords of 'y' are not evenly"),
    ({"coords": {"y": [1, 2]}, "shape": (3, 4)}, r"coords of 'y' are of shape \(2,\)"),
    ({"coords": {"y": [1, 2], "x": [1, 2]}, "step": 2}, "leave out first, step and origin"),
    ({"coords": {"x": [1, 2]}, "dims": ("y", "x")}, "coords has no 'y'; give it, or shape"),
    ({"coords": {"Y": [1, 2, 3]}, "shape": (3, 4)}, "coords has the axis 'Y'; use 'y' and 'x'"),
    ({"coords": {"x": [1, 2]}, "shape": (3, 2), "dims": ("lat", "lon")},
     "coords has the axis 'x'; use 'lat' and 'lon'"),
    ({"shape": (3, 4), "dims": ("x", "x")}, r"dims is \('x', 'x'\); use names that differ"),
    ({"shape": (3, 4), "dims": ("y",)}, "dims is"),
    ({"shape": (3, 4), "dims": 5}, "dims is 5; use 2 names, one for each axis"),
    ({"shape": (0, 4)}, "shape"),
])
def test_rejections(land: Field, arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        land.xarray(**arguments)


def test_wrong_types(land: Field) -> None:
    with pytest.raises(TypeError, match="shape is missing"):
        land.xarray()
    with pytest.raises(TypeError, match="coords of 'x' are of"):
        land.xarray(coords={"y": [1, 2], "x": ["a", "b"]})
    for other in (np.zeros((3, 4)), xr.Dataset()):
        with pytest.raises(TypeError, match="like is of type .*; use an array of xarray"):
            land.xarray(like=other)
    like = land.xarray((3, 4))
    with pytest.raises(ValueError, match="like is given"):
        land.xarray((3, 4), like=like)


def test_a_field_of_a_file(land: Field, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "field.json"
    path.write_text(land.to_json(), encoding="utf-8")
    with xr.open_dataset(path, engine=Backend, shape=(10**9, 10**9), step=0.5) as dataset:
        piece = dataset["field"][10**6:10**6 + 9, :5]
        assert (piece == land.grid((9, 5), first=(10**6, 0), step=0.5)).all()
    with pytest.raises(TypeError, match="shape is missing"):
        xr.open_dataset(path, engine=Backend)
    assert not xr.open_dataset(path, engine=Backend, shape=(2, 3), drop_variables="field")
    for names in ("x", ["x", "q"]):
        dataset = xr.open_dataset(path, engine=Backend, shape=(2, 3), drop_variables=names)
        assert set(dataset.variables) == {"field", "y"}


@pytest.mark.parametrize(("text", "words"), [
    (b"", "the text is not JSON"), (b"{", "the text is not JSON"), (b"[" * 10**5, "deep"),
    (b"\xff\xfe", "the text is not JSON"), (b"[1]", "the text is a list of 1"),
    (b'{"manifest":1}', "manifest.recipe is missing; use a manifest that perlane wrote"),
    (b'{"manifest":1,"recipe":[]}', "manifest.recipe is missing"),
    (b'{"manifest":2,"recipe":{}}',
     "the manifest is of version 2, and this perlane reads version 1"),
])
def test_files_that_are_no_fields(tmp_path: pathlib.Path, text: bytes, words: str) -> None:
    (tmp_path / "field.json").write_bytes(text)
    with pytest.raises(ValueError, match=words):
        xr.open_dataset(tmp_path / "field.json", engine=Backend)


PROGRAM = """
import xarray
world = xarray.open_dataset("field.json", engine="perlane", shape=(10**9, 10**9))
print(float(world["field"][5, 10**8]))
"""


def test_the_name_of_the_engine(land: Field, tmp_path: pathlib.Path, entry_points: str) -> None:
    (tmp_path / "field.json").write_text(land.to_json(), encoding="utf-8")
    assert float(run(PROGRAM, tmp_path, entry_points)) == land(10**8, 5)
