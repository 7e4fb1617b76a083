"""Tuples about fields have the order of arrays, as those about grids."""

import json
import re

import numpy as np
import perlane
import pytest
from perlane._axes import MEMBERS
from perlane._library import library


def test_every_member_with_axes_is_known() -> None:
    functions = json.loads(library.perlane_catalogue())["factories"]
    assert {member["name"] for function in functions for member in function["members"]
            if member["type"].endswith("by axis") or member["type"] == "path"} == MEMBERS


def test_periods() -> None:
    noise = perlane.perlin(frequency=1 / 8, period=(2, 3)).grid((64, 64))
    assert (noise[16:] == noise[:-16]).all() and (noise[:, 24:] == noise[:, :-24]).all()
    assert (noise[24:] != noise[:-24]).any()


def test_translations(land: perlane.Field) -> None:
    moved = perlane.translate(land, (3, 5))
    assert moved(0, 0) in (land(5, 3), land(-5, -3))
    assert perlane.translate(land, {"x": 5, "y": 3}) == moved == perlane.translate(
        land, np.array([3, 5]))
    assert perlane.translate(land, (0, 3, 5))(0, 0) == moved(0, 0)


def test_a_name_alone_leaves_other_axes(land: perlane.Field) -> None:
    assert perlane.translate(land, {"y": 2}) == perlane.translate(land, (2, 0))
    shape = (6, 7)
    named = land.grid(shape, first={"x": 4}, step={"y": 2}, origin={"y": 0.5})
    assert (named == land.grid(shape, first=(0, 4), step=(2, 1), origin=(0.5, 0))).all()


def test_distances_from_points() -> None:
    assert perlane.distance((3, 5), 2)(5, 3) == 0
    assert perlane.distance({"x": 5, "y": 3, "z": 1}, 3)(5, 3, 1) == 0


def test_warps(land: perlane.Field) -> None:
    far = perlane.warp(land, [perlane.constant(3), perlane.constant(5)])
    assert abs(far(1, 1) - land(6, 4)) < 1e-6 and eval(repr(far)) == far
    assert perlane.warp(land, {"x": perlane.constant(5), "y": 3}) == far
    assert perlane.warp(land, land) == perlane.warp(land, [land]) == perlane.warp(land, {"x": land})


def test_messages_have_the_order_of_the_caller(land: perlane.Field) -> None:
    flat = perlane.fastnoise_lite(noise_type="open_simplex2")  # for 2 to 3 dimensions
    for by, place in (
        ((flat, 1, 1, 1), "[0]"), ((1, flat, 1, 1), "[1]"), ({"w": 1, "y": flat}, '["y"]')
    ):
        with pytest.raises(ValueError, match=re.escape(f"warp.by{place} is made for 2 to 3 dim")):
            perlane.warp(land, by)


def test_axes_have_names(land: perlane.Field) -> None:
    assert perlane.coordinate(axis="y")(2, 7) == 7
    slope = perlane.derivative(land, "y").grid((9, 9))
    assert (slope == land.grid((9, 9), derivatives=True)[1][0]).all()
    for axis in ("q", "xy", ""):
        with pytest.raises(ValueError, match='use "x", "y", "z" or "w"'):
            perlane.loop(land, axis, 4)  # type: ignore[arg-type]


def test_texts_have_the_order_of_the_library(land: perlane.Field) -> None:
    assert '[5,3]' in perlane.translate(land, (3, 5)).to_json().replace(" ", "").replace(".0", "")
    assert "distance={'x': 5, 'y': 3}" in repr(perlane.translate(land, (3, 5)))


def test_paths_of_chunks() -> None:
    chunk = perlane.chunk_noise([(1, 2, 3), (0, 5)], dimensions=3)
    assert chunk == perlane.chunk_noise([{"x": 3, "y": 2, "z": 1}, {"x": 5}], dimensions=3)
    assert eval(repr(chunk)) == chunk and "[3,2,1]" in chunk.to_json().replace(" ", "")


def test_tables_with_axes_have_their_extents() -> None:
    values = np.linspace(-1, 1, 12, dtype=np.float32).reshape(3, 4)
    explicit = perlane.value(frequency=1, lattice={"explicit_values": {"values": values}})
    assert explicit(3, 1) == values[1, 3]
