"""The generated files are those that the library and its lists give."""

import ctypes
import pathlib
import subprocess
import sys

from perlane import _abi
from perlane._library import library

GENERATE = pathlib.Path(__file__).resolve().parents[1] / "generate.py"


def test_generated_files_are_fresh() -> None:
    command = [sys.executable, str(GENERATE), "--check", library._name]
    result = subprocess.run(command, capture_output=True, text=True, check=False)
    assert (result.returncode, result.stdout) == (0, ""), result.stderr


def test_layouts() -> None:
    for structure, (size, offsets) in _abi.LAYOUTS.items():
        assert ctypes.sizeof(structure) == size
        for name, offset in offsets.items():
            assert getattr(structure, name).offset == offset
