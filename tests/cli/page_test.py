"""Runs every command of a page, in the order of the page and in an empty directory.

usage: page_test.py PAGE PERLANE"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    page, tool = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    if not blocks:
        sys.exit(f"{page} has no commands")
    environment = dict(os.environ, PATH=f"{tool.parent}:{os.environ['PATH']}")
    with tempfile.TemporaryDirectory() as directory:
        for block in blocks:
            print(block, flush=True)
            subprocess.run(["sh", "-ec", block], cwd=directory, env=environment, check=True)


main()
