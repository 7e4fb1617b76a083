"""Compiles many pieces of code that begin with the same headers, which are compiled once."""

import os
import pathlib
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor


def messages(compiler, flags, headers, pieces):
    """A list with the compiler's messages about each piece of code that does not compile, and None
    for one that does. `headers` is the text before each of them."""
    with tempfile.TemporaryDirectory() as directory:
        first = pathlib.Path(directory, "first.hpp")
        first.write_text(headers)
        command = [compiler, "-std=c++20", *flags, "-x"]
        # GCC and Clang look for this name beside that of the header.
        subprocess.run([*command, "c++-header", first, "-o", f"{first}.gch"], check=True)

        def message(piece):
            run = subprocess.run([*command, "c++", "-fsyntax-only", "-include", first, "-"],
                                 input=piece, capture_output=True, text=True)
            return run.stderr if run.returncode else None

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(message, pieces))
