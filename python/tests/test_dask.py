"""Lazy arrays of Dask: their bits, their tasks, and workers that die."""

import os
import pathlib
import pickle
import signal
import time
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field

da = pytest.importorskip("dask.array")

PLACE: dict[str, Any] = {"first": (3, -7), "step": (0.5, 0.1), "origin": (1, 2.5)}


@pytest.mark.parametrize("chunks", [
    64, (50, 200), "auto", (-1, 50), ((100, 30, 20), (170,)), "8kiB"])
def test_chunks_have_the_bits_of_a_fill(land: Field, chunks: Any) -> None:
    array = land.dask((150, 170), chunks=chunks, **PLACE)
    whole = land.grid((150, 170), **PLACE)
    assert array.shape == whole.shape and array.dtype == whole.dtype
    assert type(array._meta) is np.ndarray
    assert (array.compute() == whole).all()
    for index in (np.s_[20:90:3, ::-1], np.s_[7, 100:], np.s_[::2, [5, 9, 2]], np.s_[-1, -1]):
        assert (array[index].compute() == whole[index]).all()


def test_chunks_of_axes(land: Field) -> None:
    for chunks in ({"y": 10, "x": 20}, {0: 10, 1: 20}, {"y": 10, 1: 20}):
        assert land.dask((20, 40), chunks=chunks).chunks == ((10, 10), (20, 20))
    assert land.dask((20, 40), chunks={"x": 20}).chunks == ((20,), (20, 20))


def test_codes_and_axes(land: Field) -> None:
    for pair in (None, (-0.5, 0.25)):
        array = land.dask((90, 80), chunks=32, dtype=np.uint16, range=pair)
        assert array.dtype == np.uint16
        assert (array.compute() == land.grid((90, 80), dtype=np.uint16, range=pair)).all()
    assert (land.dask((9, 8, 7), chunks=(2, 8, 3)).compute() == land.grid((9, 8, 7))).all()
    assert (land.dask(1000, chunks=300).compute() == land.grid(1000)).all()


def test_derivatives(land: Field) -> None:
    values, derivatives = land.dask((90, 80), chunks=(32, -1), derivatives=True, **PLACE)
    whole, exact = land.grid((90, 80), derivatives=True, **PLACE)
    assert values.chunks == ((32, 32, 26), (80,)) and derivatives.shape == (2, 90, 80)
    both = da.compute(values, derivatives)
    assert (both[0] == whole).all() and (both[1] == exact).all()
    steep = (derivatives[0] ** 2 + derivatives[1] ** 2)[::7]
    assert (steep.compute() == (exact[0] ** 2 + exact[1] ** 2)[::7]).all()
    assert (values[5:7].compute() == whole[5:7]).all()
    with pytest.raises(ValueError, match="leave range and dtype out"):
        land.dask((4, 4), derivatives=True, dtype=np.uint8)  # type: ignore[call-overload]


def test_what_a_grid_rejects() -> None:
    noise = perlane.perlin()
    for arguments in ({"shape": (0, 4)}, {"shape": (4, 4), "step": 0}, {"shape": (2**60, 2**60)},
                      {"shape": (4, 4), "range": (0, 1)}):
        with pytest.raises(ValueError):
            noise.dask(**arguments)
    with pytest.raises(ValueError, match="chunks is 0; use numbers above 0"):
        noise.dask((4, 4), chunks=0)
    with pytest.raises(ValueError, match="chunks has the key 'q'; use 'y', 'x'"):
        noise.dask((4, 4), chunks={"q": 2})


def test_a_task_is_the_text_of_the_field(land: Field) -> None:
    """The graph grows with what Dask keeps for a chunk of any array, and not with the field."""
    array = land.dask((10**9, 10**9), chunks=10**6)  # 10^6 chunks
    assert len(pickle.dumps(array)) < 1000 * 2 * 30  # lengths of the chunks along each axis
    few = land.dask((64, 64), chunks=8)
    assert len(pickle.dumps(few)) < 3000 and len(land.to_json()) < 150
    graph = few.__dask_optimize__(few.dask, few.__dask_keys__())
    assert len(graph) == 64
    tasks = [pickle.dumps(task) for task in dict(graph).values()]
    assert max(map(len, tasks)) < 1000


def test_names_follow_the_field(land: Field) -> None:
    names = [field.dask((64, 64), chunks=8, **place).name
             for field in (land, land.reseed(2)) for place in ({}, {"first": (0, 1)})]
    assert len(set(names)) == 4
    assert perlane.from_json(land.to_json()).dask((64, 64), chunks=8).name == names[0]


def slow(field: Field) -> Field:
    """A field that takes a while, so that something can happen meanwhile."""
    return perlane.fbm(perlane.cellular(seed=3, frequency=0.3), octaves=16, lacunarity=1.3) + field


def test_a_worker_that_dies(land: Field, tmp_path: pathlib.Path) -> None:
    """SIGKILL in the middle: its tasks run again elsewhere, and give the same bits."""
    distributed = pytest.importorskip("distributed")
    zarr = pytest.importorskip("zarr")
    field, side, shard = slow(land), 1024, 64
    place: dict[str, Any] = {"first": (10**9, -5), "step": 0.5}
    with (distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True,
                                   dashboard_address=None) as cluster,
          distributed.Client(cluster) as client):
        array = field.dask((side, side), chunks=shard, **place)
        stored = field.to_zarr(str(tmp_path / "world.zarr"), (side, side), chunks=32, shards=shard,
                               compute=False, **place)
        persisted, future = client.persist(array), client.compute(stored)
        while len(list(tmp_path.rglob("c/*/*"))) < 20:
            time.sleep(0.01)
        assert future.status == "pending"
        pids = client.run(os.getpid)
        os.kill(min(pids.values()), signal.SIGKILL)
        future.result(timeout=120)
        values = client.compute(persisted).result(timeout=120)
        assert min(pids.values()) not in client.run(os.getpid).values()
    whole = field.grid((side, side), **place)
    assert (values == whole).all()
    assert (zarr.open_array(tmp_path / "world.zarr", mode="r")[...] == whole).all()
