"""Recipes as data sets of xarray."""

import json
import pathlib
import subprocess
from typing import Any

import numpy as np
import perlane
import pytest
from perlane import Field
from perlane._tool import tool

xr = pytest.importorskip("xarray")
from perlane._xarray import Backend  # noqa: E402


def test_a_recipe_has_its_shape(land: Field, tmp_path: pathlib.Path) -> None:
    recipe = {"recipe": 1, "version": perlane.__version__, "size": [40, 30], "first": [-3, 8],
              "origin": [0.5, 2], "type": "uint16", "step": 4, "range": [-0.5, 0.25],
              "field": json.loads(land.to_json())}
    whole = land.grid((30, 40), first=(8, -3), origin=(2, 0.5), step=4, dtype=np.uint16,
                      range=(-0.5, 0.25))
    for name, document in {"recipe": recipe, "manifest": {"manifest": 1, "recipe": recipe}}.items():
        path = tmp_path / f"{name}.json"
        path.write_text(json.dumps(document), encoding="utf-8")
        dataset = xr.open_dataset(path, engine=Backend)
        assert dataset["field"].dtype == np.uint16 and (dataset["field"] == whole).all()
        wide = xr.open_dataset(path, engine=Backend, shape=(3, 400))
        assert (wide["field"][:, :40] == whole[:3]).all()
    (tmp_path / "later.json").write_text(json.dumps({**recipe, "recipe": 2}), encoding="utf-8")
    with pytest.raises(ValueError, match="the recipe is of version 2"):
        xr.open_dataset(tmp_path / "later.json", engine=Backend)
    for name in ("size", "first", "origin", "type", "range", "field"):
        less = {key: value for key, value in recipe.items() if key != name}
        (tmp_path / "less.json").write_text(json.dumps(less), encoding="utf-8")
        with pytest.raises(ValueError, match=f"recipe.{name} is missing"):
            xr.open_dataset(tmp_path / "less.json", engine=Backend)
    for name, value, words in (
            ("type", "float64", "recipe.type is 'float64'; use uint8, uint16, float16 or float32"),
            ("size", 3, "recipe.size is 3; use a list of numbers"),
            ("range", 3, "recipe.range is 3; use a list of numbers"),
            ("steps", 3, "recipe.steps is unknown; use a recipe that perlane wrote"),
            ("field", 7, "the text is 7; use an object")):
        (tmp_path / "other.json").write_text(json.dumps({**recipe, name: value}), encoding="utf-8")
        with pytest.raises(ValueError, match=words):
            xr.open_dataset(tmp_path / "other.json", engine=Backend)


def test_arguments_come_before_those_of_a_recipe(land: Field, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "map.r16"
    if (program := tool()) is None:
        pytest.skip("the package was built without the tool")
    subprocess.run([program, "render", path, "--size", "40x30", "--first", "100,200", "-q"],
                   check=True)
    recipe = str(path) + ".json"
    field = perlane.from_json(json.dumps(json.loads(pathlib.Path(recipe).read_text())["field"]))

    def opened(**arguments: Any) -> Any:
        return xr.open_dataset(recipe, engine=Backend, **arguments)["field"]

    assert float(opened().x[0]) == 100 and opened().dtype == np.uint16
    assert float(opened(first=0).x[0]) == 0
    assert (opened(first=0, dtype="float32") == field.grid((30, 40))).all()
    placed = opened(shape=(2, 2), coords={"y": [1.0, 2.0], "x": [3.0, 4.0]}, dtype="float32")
    assert (placed == field.grid((2, 2), origin=(1, 3))).all()
    assert (opened(like=placed, dtype="float32") == placed).all()
