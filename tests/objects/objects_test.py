"""Looks into the object files of perlane for what no run would notice where they were compiled:

- a symbol that the linker may take from elsewhere, in an object for an instruction set of its own
- an instruction set that nothing can choose
- code that runs before main
- an instruction that the arithmetic contract forbids, or that the object's flags do not enable

usage: objects_test.py [--nm NM] [--objdump OBJDUMP] [--isa "NAME FLAGS"]... OBJECT...

An object that is compiled from isa/NAME.cpp is for the instruction set NAME; the others, and those
without flags, are for every processor.
"""

import argparse
import collections
import pathlib
import re
import subprocess
import sys

import instructions

line_of_code = re.compile(r"\s*[0-9a-f]+:\s+((?:(?:[0-9a-f]{2}){1,4} )+)\s*\t(\S.*)")
line_of_function = re.compile(r"[0-9a-f]+ <(.*)>:")
runs_before_main = re.compile(r"\.(init_array|preinit_array|ctors)\b")
# perlane::isa::table<ARCHITECTURE>(), which each instruction set defines; what is left of the name
# when its namespace was abbreviated.
table = re.compile(r"_ZN7perlane3isa5tableI(?:N13perlane_xsimd)?(.+?)E?EERK\w+")
# Exception tables of GNU have such a pointer, alike in all objects.
harmless = re.compile(r"DW\.ref\.")

problems = collections.Counter()


def output_of(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def name_of(path):
    return "/".join(pathlib.PurePath(path).parts[-2:])


def complain(path, *words):
    problems[f"{name_of(path)}: {' '.join(words)}"] += 1


def isa_of(path):
    found = re.search(r"[/\\]isa[/\\](\w+)\.cpp\.\w+$", path)
    return found and found[1]


def symbols_of(nm, path):
    """The symbols that an object defines for others: name, type."""
    lines = output_of(nm, "--extern-only", "--defined-only", "--format=posix", path).splitlines()
    return [line.split()[:2] for line in lines if len(line.split()) >= 2]


def check_symbols(symbols, flags):
    definitions = collections.Counter(name for defined in symbols.values() for name, _ in defined)
    for path, defined in symbols.items():
        for name, _ in defined:
            if "5xsimd" in name:
                complain(path, name, "is xsimd's own name, which other libraries may define too")
        if not flags.get(isa_of(path)):
            continue
        architecture = next(
            (found[1] for name, _ in defined if (found := table.fullmatch(name))), None
        )
        if architecture is None:
            complain(path, "does not define perlane::isa::table")
            continue
        for name, kind in defined:
            if kind not in "WVu" or harmless.match(name):
                continue
            if definitions[name] > 1:
                complain(path, name, "is weak, and other objects define it too")
            elif not re.search(rf"(?<!\d){architecture}", name):
                complain(path, name, "is weak, and not of this instruction set alone")


def check_uses(nm, symbols, flags):
    """True if something other than instruction sets asks for the table of each of them."""
    asked = set()
    for path in symbols:
        if isa_of(path) not in flags:
            lines = output_of(nm, "--undefined-only", "--format=posix", path).splitlines()
            asked.update(line.split()[0] for line in lines if line.split())
    for path, defined in symbols.items():
        tables = {name for name, _ in defined if table.fullmatch(name)}
        if isa_of(path) in flags and tables and not tables & asked:
            complain(path, "is compiled, but not in the list of src/isa/isas.hpp")


def check_sections(objdump, path):
    for line in output_of(objdump, "--section-headers", path).splitlines():
        if found := runs_before_main.search(line):
            complain(path, "has code that runs before main:", found[0])


def check_instructions(objdump, path, features):
    """Returns the number of instructions, or 0 if nothing is known of this architecture."""
    architecture, function, count = None, None, 0
    needs = {}  # by first bytes and text without addresses: most instructions come again and again
    for line in output_of(objdump, "--disassemble", "--wide", path).splitlines():
        if found := line_of_code.match(line):
            code, text = bytes.fromhex(found[1].replace(" ", "")), found[2]
            key = (code[:7], text.split("<")[0])
            if key not in needs:
                needs[key] = set(instructions.needs(architecture, code, text))
            for feature in needs[key] - features:
                complain(path, f"{function}: {text.split('#')[0].strip()}: {feature}")
            count += 1
        elif found := line_of_function.match(line):
            function = found[1]
        elif "file format" in line:
            architecture = line.split()[-1]
            if architecture not in instructions.tables:
                return 0
    if count == 0:
        complain(path, "has no instructions that could be read")
    return count


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nm", default="nm")
    parser.add_argument("--objdump", default="objdump")
    parser.add_argument("--isa", action="append", default=[])
    parser.add_argument("object", nargs="+")
    given = parser.parse_args()
    flags = {name: flags for name, *flags in map(str.split, given.isa)}

    missing = flags.keys() - {isa_of(path) for path in given.object}
    if missing:
        sys.exit(f"no objects for {', '.join(missing)}")
    symbols = {path: symbols_of(given.nm, path) for path in given.object}
    check_symbols(symbols, flags)
    check_uses(given.nm, symbols, flags)
    count = 0
    for path in given.object:
        check_sections(given.objdump, path)
        count += check_instructions(
            given.objdump, path, instructions.closure(flags.get(isa_of(path), []))
        )
    for problem, times in problems.items():
        print(problem, f"({times} times)" if times > 1 else "")
    print(
        f"{len(given.object)} objects, {len(flags)} instruction sets, {count} instructions: "
        f"{sum(problems.values())} problems"
    )
    sys.exit(1 if problems else 0)


main()
