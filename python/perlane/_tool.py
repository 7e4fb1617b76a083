"""Finds the command-line tool."""

import os
import pathlib
import sys


def tool() -> str | None:
    """The tool that PERLANE_TOOL names, or the one beside this file, if it was built."""
    if named := os.environ.get("PERLANE_TOOL"):
        return named
    name = "perlane-tool.exe" if sys.platform == "win32" else "perlane-tool"
    path = pathlib.Path(__file__).parent / name
    return str(path) if path.exists() else None
