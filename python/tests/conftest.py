"""Fields that several tests evaluate, and programs that use the package."""

import importlib.metadata
import importlib.util
import os
import pathlib
import re
import subprocess
import sys

import perlane
import pytest
from perlane._tool import tool


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


def formats_left_out() -> set[str]:
    """The formats that the tool was built without."""
    info = subprocess.run([str(tool()), "info"], capture_output=True, text=True, check=True)
    return set(re.findall(r"^built without +(\.\w+)$", info.stdout, re.MULTILINE))


def reason_to_skip(error: str) -> str | None:
    """Returns the reason for which a program cannot run here, or None if it failed by a fault. It
    may need a package that is not installed, or a format that the tool was built without."""
    module = re.search(r"^ModuleNotFoundError: No module named '(\w+)", error, re.MULTILINE)
    if module and importlib.util.find_spec(module[1]) is None:
        return f"there is no {module[1]}"
    lacking = re.search(r"^ValueError: this perlane was built without (\.\w+)", error, re.MULTILINE)
    if lacking and lacking[1] in formats_left_out():
        return f"perlane was built without {lacking[1]}"
    return None


def run(program: str, folder: pathlib.Path, entry_points: str) -> str:
    """The output of a program, or a skip where it cannot run here."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    package = str(pathlib.Path(perlane.__file__).parents[1])
    result = subprocess.run(
        [sys.executable, "program.py"], cwd=folder, capture_output=True, text=True, check=False,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([package, entry_points])})
    if reason := reason_to_skip(result.stderr):
        pytest.skip(reason)
    assert not result.returncode, result.stderr
    return result.stdout
