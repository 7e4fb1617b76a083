"""Fields that several tests evaluate, and programs that use the package."""

import importlib.metadata
import os
import pathlib
import subprocess
import sys

import perlane
import pytest


@pytest.fixture
def land() -> perlane.Field:
    return perlane.fbm(perlane.perlin(seed=42, frequency=1 / 100), octaves=4)


@pytest.fixture
def entry_points(tmp_path: pathlib.Path) -> str:
    """A folder with the entry points of the project, for a package that is not installed."""
    try:
        importlib.metadata.distribution("perlane")
    except importlib.metadata.PackageNotFoundError:
        tomllib = pytest.importorskip("tomllib")
        project = pathlib.Path(__file__).resolve().parents[2] / "pyproject.toml"
        points = tomllib.loads(project.read_text(encoding="utf-8"))["project"]["entry-points"]
        info = tmp_path / "site" / "perlane-0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text("Metadata-Version: 2.1\nName: perlane\nVersion: 0\n")
        (info / "entry_points.txt").write_text("\n".join(
            f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in names.items())
            for group, names in points.items()))
    return str(tmp_path / "site")


def run(program: str, folder: pathlib.Path, entry_points: str) -> str:
    """The output of a program, or a skip where it needs a package that is not installed, or a
    format that the tool was built without."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    package = str(pathlib.Path(perlane.__file__).parents[1])
    result = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([package, entry_points])})
    for missing in ["ModuleNotFoundError: ", "ValueError: this perlane was built "]:
        if missing in result.stderr:
            pytest.skip(result.stderr.partition(missing)[2].splitlines()[0])
    assert not result.returncode, result.stderr
    return result.stdout
