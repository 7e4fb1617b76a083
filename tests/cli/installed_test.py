"""The tool as README.md has it: script/demo builds it where the page says, and the page's command
installs it, with its documents.

usage: installed_test.py PERLANE SOURCE BUILD CMAKE"""

import pathlib
import re
import subprocess
import sys
import tempfile


def main():
    source, build, cmake = pathlib.Path(sys.argv[2]), sys.argv[3], sys.argv[4]
    page, demo = (source / "README.md").read_text(), (source / "script/demo").read_text()
    tree = re.search(r"cmake --preset release -B (\S+)", demo).group(1)
    tool = re.search(r"the tool is `([^`]+)`", page).group(1)
    command = re.search(r"`cmake (--install \S+ --component \w+ --prefix) DIR`", page).group(1)
    if tool != f"{tree}/src/cli/perlane" or not command.startswith(f"--install {tree} "):
        sys.exit(f"script/demo builds in {tree}; README.md has {tool} and {command}")
    with tempfile.TemporaryDirectory() as directory:
        words = [build if word == tree else word for word in command.split()]
        subprocess.run([cmake, *words, directory], check=True, stdout=subprocess.DEVNULL)
        version = subprocess.run([f"{directory}/bin/perlane", "--version"], check=True,
                                 capture_output=True, text=True).stdout
        files = {path.name for path in pathlib.Path(directory).rglob("*") if path.is_file()}
    print(version, sorted(files))
    for name in ("perlane.1", "perlane-render.1", "_perlane", "field.schema.json"):
        if name not in files:
            sys.exit(f"{name} is not installed")


main()
