"""The command-line tool that the package brings along."""

import pathlib
import shutil
import subprocess
import sys

import numpy as np
import perlane
import pytest
from perlane._tool import tool

pytestmark = pytest.mark.skipif(tool() is None, reason="built without the tool")
COMMANDS = [[sys.executable, "-m", "perlane"]]
if (script := shutil.which("perlane", path=str(pathlib.Path(sys.executable).parent))) is not None:
    COMMANDS.append([script])


@pytest.mark.parametrize("command", COMMANDS)
def test_the_tool_runs(command: list[str], tmp_path: pathlib.Path) -> None:
    picture = tmp_path / "land.png"
    subprocess.run([*command, "render", "--size", "64x32", str(picture)], check=True)
    assert picture.read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
    version = subprocess.run([*command, "--version"], check=True, capture_output=True, text=True)
    assert perlane.__version__ in version.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_the_tool_fails(command: list[str]) -> None:
    result = subprocess.run([*command, "rendr"], capture_output=True, check=False)
    assert result.returncode != 0 and result.stderr.startswith(b"perlane: ")


def test_the_tool_has_the_values_of_the_library(
        land: perlane.Field, tmp_path: pathlib.Path) -> None:
    heights = tmp_path / "heights.npy"
    render = ["render", "--quiet", "--size", "70x50", "--field", "-", str(heights)]
    subprocess.run([*COMMANDS[0], *render], input=land.to_json().encode(), check=True)
    assert np.array_equal(np.load(heights), land.grid((50, 70)))
    subprocess.run([*COMMANDS[0], "selftest"], check=True)
