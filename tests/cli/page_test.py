"""Runs every command of each page, in the order of the page and in an empty directory. Lines that
name a format which the tool was built without are left out, and so are whole blocks that build.

usage: page_test.py PERLANE PAGE..."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile


def run(tool, page):
    blocks = re.findall(r"^```sh\n(.*?)^```$", page.read_text(), re.DOTALL | re.MULTILINE)
    if not blocks:
        sys.exit(f"{page} has no commands")
    environment = dict(os.environ, PATH=f"{tool.parent}:{os.environ['PATH']}")
    info = subprocess.run([tool, "info"], capture_output=True, text=True, check=True).stdout
    left_out = re.findall(r"^built without +(\.\w+)$", info, re.MULTILINE)
    with tempfile.TemporaryDirectory() as directory:
        for block in blocks:
            if re.search(r"^(script/|cmake )", block, re.MULTILINE):
                continue
            lines = block.splitlines(keepends=True)
            block = "".join(line for line in lines if not any(end in line for end in left_out))
            print(block, flush=True)
            subprocess.run(["sh", "-ec", block], cwd=directory, env=environment, check=True)


for name in sys.argv[2:]:
    run(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(name))
