"""The figures and charts of docs/statistics.md are those that its program measures."""

import importlib.util
import pathlib
from typing import Any

import numpy as np
import perlane
import pytest

PROGRAM = pathlib.Path(__file__).resolve().parents[2] / "docs" / "images" / "measure.py"
SPECTRA = ["perlin", "simplex", "cellular f1", "mx_cell_noise", "ridged"]


@pytest.fixture(scope="module")
def measured() -> Any:
    spec = importlib.util.spec_from_file_location("measured", PROGRAM)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def page(measured: Any) -> str:
    text: str = measured.PAGE.read_text(encoding="utf-8")
    return text


def test_distributions(measured: Any, page: str) -> None:
    for name in measured.NOISES:
        for block in (measured.deviations, measured.distributions):
            assert block([name]).splitlines()[2] in page, name


@pytest.mark.parametrize("name", SPECTRA)
def test_spectra_and_charts(measured: Any, page: str, name: str) -> None:
    assert measured.spectra([name]).splitlines()[2] in page
    drawn = (measured.CHARTS / (measured.file_of(name) + ".svg")).read_text(encoding="utf-8")
    assert measured.chart(name) == drawn


def test_every_noise_has_a_chart(measured: Any, page: str) -> None:
    assert measured.charts() in page
    assert {path.stem for path in measured.CHARTS.iterdir()} == {
        measured.file_of(name) for name in measured.NOISES}


def test_white_and_value_noise_share_their_values(measured: Any, page: str) -> None:
    fields = perlane.white(seed=3, frequency=1.0), perlane.value(seed=3, frequency=1.0)
    white, value = (field.grid((512, 512), step=measured.STEPS[:2]).ravel() for field in fields)
    assert f"{np.corrcoef(white, value)[0, 1]:.2f} in 2D" in page
