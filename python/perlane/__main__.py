"""The command-line tool: python -m perlane render ..."""

import os
import subprocess
import sys
from typing import NoReturn

from ._tool import tool


def main() -> NoReturn:
    """Runs the tool with the arguments of this process, and in its place."""
    path = tool()
    if path is None:
        sys.exit("perlane: this package was built without the command-line tool")
    try:
        if sys.platform == "win32":
            sys.exit(subprocess.run([path, *sys.argv[1:]], check=False).returncode)
        os.execv(path, ["perlane", *sys.argv[1:]])
    except OSError as error:
        sys.exit(f"perlane: {path}: {error.strerror}")


if __name__ == "__main__":
    main()
