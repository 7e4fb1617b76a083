"""Runs every command of a page, in the order of the page and in an empty directory.

usage: page_test.py PERLANE PAGE"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    tool, page = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    if not blocks:
        sys.exit(f"{page} has no commands")
    environment = dict(os.environ, PATH=f"{tool.parent}:{os.environ['PATH']}")
    with tempfile.TemporaryDirectory() as directory:
        for block in blocks:
            print(block, flush=True)
            subprocess.run(["sh", "-ec", block], cwd=directory, env=environment, check=True)


main()
