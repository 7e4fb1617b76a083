"""The binary interface of perlane.h is the one that src/c/abi.txt lists: functions, and structures
with their sizes and the offsets of their members.

usage: abi_test.py COMPILER INCLUDE INCLUDE ABI.txt NM LIBRARY [--alone]

The test prints the lines that are missing in the list. Later versions may only add lines: a
structure with more members gets another line after its old one, which then lists the first of them.
With --alone, a library that exports anything else fails, too.
"""

import pathlib
import re
import subprocess
import sys
import tempfile

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRUCT = re.compile(r"typedef struct (\w+) \{(.*?)\} \1;", re.DOTALL)
MEMBER = re.compile(r"(\w+)(?:\[\d+\])?;")


def functions_of(nm, library, prefix="perlane_"):
    """The C functions that a library defines."""
    command = [nm, "--defined-only", "--format=posix", library]
    if ".so" in pathlib.Path(library).name:
        command.insert(1, "--dynamic")
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return sorted(set(re.findall(rf"^({prefix}\w+) [TW]", listed, re.MULTILINE)))


def structures_of(compiler, include, generated):
    """A line for each structure of the header, as the compiler lays it out."""
    header = (pathlib.Path(include) / "perlane" / "perlane.h").read_text(encoding="utf-8")
    prints = []
    for name, body in STRUCT.findall(COMMENT.sub("", header)):
        prints.append(f'printf("struct {name} %zu:", sizeof({name}));')
        for member in MEMBER.findall(body):
            prints.append(f'printf(" {member} %zu", offsetof({name}, {member}));')
        prints.append('printf("\\n");')
    source = "#include <perlane/perlane.h>\n#include <stdio.h>\nint main(void) {\n"
    source += "\n".join(prints) + "\nreturn 0;\n}\n"
    with tempfile.TemporaryDirectory() as directory:
        program = pathlib.Path(directory) / "layout"
        subprocess.run([compiler, "-x", "c", "-", f"-I{include}", f"-I{generated}", "-o", program],
                       input=source, text=True, check=True)
        return subprocess.run([program], capture_output=True, text=True, check=True).stdout


def is_earlier(line, present):
    """True if the line of a structure has the first members of its present line."""
    size, _, members = line.partition(": ")
    present_size, _, present_members = present.partition(": ")
    return (present_members.startswith(members + " ") and size.split()[1] == present_size.split()[1]
            and int(size.split()[2]) < int(present_size.split()[2]))


def main():
    compiler, include, generated, listed, nm, library, *options = sys.argv[1:]
    expected = [line for line in pathlib.Path(listed).read_text(encoding="utf-8").splitlines()
                if not line.startswith("#")]
    prefix = "" if "--alone" in options else "perlane_"
    actual = [f"function {name}" for name in functions_of(nm, library, prefix)]
    structures = structures_of(compiler, include, generated).splitlines()
    actual += structures
    expected = [line for line in expected if not any(is_earlier(line, s) for s in structures)]
    for line in actual:
        if line not in expected:
            print(f"not in the list: {line}")
    for line in expected:
        if line not in actual:
            print(f"only in the list: {line}")
    return sorted(actual) != sorted(expected)


if __name__ == "__main__":
    sys.exit(main())
