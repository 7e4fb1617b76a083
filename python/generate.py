"""Writes perlane/_abi.py and perlane/_factories.py, which follow the C interface and its catalogue.

usage: python3 python/generate.py LIBRARY [--check]

LIBRARY is the shared library of perlane. With --check, nothing is written, and the exit status is 1
if a file is not what it should be.
"""

from __future__ import annotations

import ctypes
import json
import keyword
import pathlib
import re
import sys
import textwrap
from typing import Any

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
WIDTH = 100

# ---- the binary interface ----------------------------------------------------

COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
STRUCT = re.compile(r"typedef struct (\w+) \{(.*?)\} \1;", re.DOTALL)
MEMBER = re.compile(r"([\w ]+?\*?) ?(\w+)(?:\[(\d+)\])?;")
CTYPES = {
    "uint32_t": "c_uint32",
    "int32_t": "c_int32",
    "int64_t": "c_int64",
    "uint64_t": "c_uint64",
    "double": "c_double",
    "float": "c_float",
    "char": "c_char",
    "perlane_progress": "Progress",
}
RESULTS = {"perlane_status": "c_int32", "const char*": "c_char_p", "void": "None"}


def structure(name: str, body: str) -> str:
    lines = [f"class {name.removeprefix('perlane_').capitalize()}(Structure):", "    _fields_ = ["]
    for kind, member, count in MEMBER.findall(body.replace("perlane_status", "int32_t")):
        of = "c_void_p" if kind.endswith("*") else CTYPES[kind.strip()]
        lines.append(f'        ("{member}", {of}{f" * {count}" if count else ""}),')
    return "\n".join([*lines, "    ]"])


def abi() -> str:
    header = COMMENT.sub("", (ROOT / "include/perlane/perlane.h").read_text(encoding="utf-8"))
    listed = (ROOT / "src/c/abi.txt").read_text(encoding="utf-8")
    functions = []
    for name in re.findall(r"^function (\w+)$", listed, re.MULTILINE):
        found = re.search(rf"(?:^|;)\s*([\w ]+\*?) ?{name}\(", header)
        if found is None:
            sys.exit(f"perlane.h does not declare {name}, which abi.txt lists")
        functions.append(f'    "{name}": {RESULTS[found[1].strip()]},')
    # The last line of a structure is its present size.
    layouts = {name: (name, size, members) for name, size, members in
               re.findall(r"^struct (\w+) (\d+): (.*)$", listed, re.MULTILINE)}.values()
    structures = [structure(*found) for found in STRUCT.findall(header)]
    constants = re.findall(r"^\s*(PERLANE_[A-Z0-9_]+) = (\d+)", header, re.MULTILINE)
    tables = []
    for name, size, members in layouts:
        words = members.split()
        offsets = ", ".join(f'"{n}": {o}' for n, o in zip(words[::2], words[1::2], strict=True))
        line = f"    {name.removeprefix('perlane_').capitalize()}: ({size}, {{{offsets}}}),"
        if len(line) > WIDTH:
            line = f"{line.split('{')[0]}{{\n        " + "\n        ".join(
                textwrap.wrap(offsets, WIDTH - 8)) + "\n    }),"
        tables.append(line)
    return "\n".join([
        '"""The binary interface of perlane.h. generate.py writes this file."""',
        "",
        "from ctypes import (",
        "    CFUNCTYPE,",
        "    Structure,",
        *(f"    {name}," for name in sorted({
            "c_char", "c_char_p", "c_double", "c_float", "c_int32", "c_int64", "c_uint32",
            "c_uint64", "c_void_p"})),
        ")",
        "",
        *(f"{name.removeprefix('PERLANE_')} = {number}" for name, number in constants),
        "",
        "Progress = CFUNCTYPE(c_int32, c_void_p, c_double)",
        "",
        "",
        "\n\n\n".join(structures),
        "",
        "",
        "# The functions, and the types of their results.",
        "FUNCTIONS = {",
        *functions,
        "}",
        "",
        "# Sizes and offsets where pointers have 64 bits.",
        "LAYOUTS = {",
        *tables,
        "}",
        "",
    ])


# ---- the factories -----------------------------------------------------------

TYPES = {
    "seed": "Whole",
    "number": "Real",
    "whole number": "Whole",
    "true or false": "bool",
    "whole numbers by axis": "PerAxis[Whole]",
    "numbers by axis": "PerAxis[Real]",
    "range": "Interval",
    "matrix": "Sequence[Sequence[Real]]",
    "points": "Sequence[tuple[Real, Real]]",
    "path": "Sequence[PerAxis[Whole]]",
    "layers": "Sequence[tuple[Whole, Real]]",
    "whole numbers": "Sequence[Whole]",
    "lattice": "Lattice",
    "gradients": "Gradients",
}
# Operators of Field stand for these, and functions of _functions.py.
OTHERWISE = {"add", "subtract", "multiply", "divide", "pow", "pow_of_fields", "curl"}
# Whole numbers that are axes.
AXES = {"axis", "towards"}
# The functions that bring the axes of a member into the order of the library.
ORDERS = {
    "whole numbers by axis": "by_axis",
    "numbers by axis": "by_axis",
    "path": "path_of",
}


def python_name(name: str) -> str:
    return name + "_" if keyword.iskeyword(name) else name


def is_axis(member: dict[str, Any]) -> bool:
    return member["type"] == "whole number" and member["name"] in AXES


def type_of(member: dict[str, Any]) -> str:
    if is_axis(member):
        return "Axis"
    if member["type"] != "name":
        return TYPES[member["type"]]
    return str(member["cpp"]).split("::")[-1]


def default_of(member: dict[str, Any]) -> str:
    value = member["default"]
    if is_axis(member):
        value = "xyzw"[value]
    if type_of(member) == "Real":
        value = float(value)
    if isinstance(value, list):
        value = tuple(value)
    return json.dumps(value) if isinstance(value, str) else repr(value)


def limits_of(member: dict[str, Any]) -> str:
    def number(value: float) -> str:
        return f"{value:g}" if abs(value) >= 1e18 else str(value)

    least, most, smallest = (member.get(key) for key in ("least", "most", "smallest"))
    if is_axis(member):
        return ""
    if "above" in member:
        text = f"above {number(member['above'])}"
        return text if most is None else f"{text}, to {number(most)}"
    if smallest is not None and most is not None:
        return f"0, or {number(smallest)} to {number(most)}"
    if least is not None and most is not None:
        return f"{number(least)} to {number(most)}"
    if least is not None:
        return f"{number(least)} or more"
    return "" if most is None else f"up to {number(most)}"


class Factory:
    """A function of the catalogue, with its parameters in the order of C++."""

    def __init__(self, described: dict[str, Any]) -> None:
        self.name: str = described["name"]
        self.help: str = described["help"]
        self.group: str = described["group"]
        self.fields: list[str] = described["fields"]
        self.list_of_fields = self.fields[-1] if "most" in described else None
        self.members = {member["name"]: member for member in described["members"]}
        by_position = [name for name in described["arguments"]
                       if name in self.fields or name in self.members]
        self.positional = [n for n in by_position if not self.is_optional(n)]
        self.positional += [n for n in by_position if self.is_optional(n)]
        rest = [name for name in self.members if name not in by_position]
        self.keywords = [n for n in rest if not self.is_optional(n)]
        self.keywords += [n for n in rest if self.is_optional(n)]

    def is_optional(self, name: str) -> bool:
        return name in self.members and "default" in self.members[name]

    def parameter(self, name: str) -> str:
        if name in self.fields:
            kind = "PerAxis[Operand]" if name == self.list_of_fields else "Operand"
            return f"{python_name(name)}: {kind}"
        member = self.members[name]
        text = f"{python_name(name)}: {type_of(member)}"
        return f"{text} = {default_of(member)}" if self.is_optional(name) else text

    def documented(self, name: str) -> list[str]:
        member = self.members[name]
        text = member["help"] + (f"; {limits}" if (limits := limits_of(member)) else "")
        return textwrap.wrap(f"{python_name(name)}: {text}", WIDTH - 4, initial_indent="    ",
                             subsequent_indent="        ")

    def written(self) -> str:
        parameters = [self.parameter(name) for name in self.positional]
        if self.keywords:
            parameters += ["*", *(self.parameter(name) for name in self.keywords)]
        head = f"def {self.name}({', '.join(parameters)}) -> Field:"
        if len(head) > WIDTH:
            lines = [f"def {self.name}(", *(f"    {p}," for p in parameters), ") -> Field:"]
        else:
            lines = [head]
        names = [n for n in [*self.positional, *self.keywords] if n in self.members]
        title = self.help[0].upper() + self.help[1:]
        if names:
            lines += [f'    """{title}.', "", *(f"    {line}" if line else line for n in names
                                                for line in self.trimmed(n)), '    """']
        else:
            lines += [f'    """{title}."""']
        fields, lists = [python_name(name) for name in self.fields], ""
        if self.list_of_fields:
            of_list = python_name(self.list_of_fields)
            fields.pop()
            lists = f", {of_list}=operands_by_axis({json.dumps(of_list)}, {of_list})"
        given = f"({', '.join(fields)}{',' if len(fields) == 1 else ''})"
        members = [f'    "{name}": {self.given(name)},' for name in self.members]
        if members:
            lines += [f'    return call("{self.name}", {given}, {{',
                      *(f"    {line}" for line in members), f"    }}{lists})"]
        else:
            lines += [f'    return call("{self.name}", {given}{lists})']
        return "\n".join(lines)

    def given(self, name: str) -> str:
        member = self.members[name]
        order = "axis_of" if is_axis(member) else ORDERS.get(member["type"])
        given = python_name(name)
        return given if order is None else f'{order}("{given}", {given})'

    def trimmed(self, name: str) -> list[str]:
        return [line[4:] for line in self.documented(name)]


def factories(library: str) -> str:
    loaded = ctypes.CDLL(library)
    loaded.perlane_catalogue.restype = ctypes.c_char_p
    all_factories = json.loads(loaded.perlane_catalogue())["factories"]
    made = [Factory(each) for each in all_factories if each["name"] not in OTHERWISE]
    choices = {}
    for factory in made:
        for member in factory.members.values():
            if member["type"] == "name":
                choices[type_of(member)] = member["choices"]
    aliases = []
    for name, values in choices.items():
        line = f"{name}: TypeAlias = Literal[{', '.join(json.dumps(v) for v in values)}]"
        if len(line) > WIDTH:
            line = "\n".join([f"{name}: TypeAlias = Literal[",
                              *(f"    {json.dumps(v)}," for v in values), "]"])
        aliases.append(line)
    names = sorted(factory.name for factory in made)
    body = "\n\n\n".join(factory.written() for factory in made)

    def imported(module: str, *candidates: str) -> str:
        used = [name for name in candidates if re.search(rf"\b{name}\b", body)]
        return f"from .{module} import {', '.join(used)}"

    return "\n".join([
        '"""Functions that make fields. generate.py writes this file from the catalogue."""',
        "",
        "from collections.abc import Sequence",
        "from typing import Literal, TypeAlias",
        "",
        imported("_axes", "Axis", "PerAxis", "axis_of", "by_axis", "path_of"),
        imported("_field", "Field", "Operand", "call", "operands_by_axis"),
        imported("_members", "Gradients", "Lattice"),
        imported("_numbers", "Interval", "Real", "Whole"),
        "",
        "__all__ = [",
        *(f'    "{name}",' for name in names),
        "]",
        "",
        *aliases,
        "",
        "",
        body,
        "",
    ])


def main() -> int:
    arguments = sys.argv[1:]
    check = "--check" in arguments
    libraries = [argument for argument in arguments if argument != "--check"]
    if len(libraries) != 1:
        sys.exit((__doc__ or "").split("\n\n")[1])
    stale = 0
    for name, text in {"_abi.py": abi(), "_factories.py": factories(libraries[0])}.items():
        path = HERE / "perlane" / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale += 1
        if check:
            print(f"{path.relative_to(ROOT)} is stale; run python/generate.py")
        else:
            path.write_text(text, encoding="utf-8")
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
