"""Checks wheels without running them: check.py ABI WHEEL...

The library of a wheel exports the functions of the file ABI and nothing else, asks for no library
that its platform may lack, and says truly which platform it is for.
"""

import io
import pathlib
import sys
import zipfile

import pefile
from elftools.elf.elffile import ELFFile
from macholib.mach_o import LC_BUILD_VERSION, LC_SYMTAB, LC_VERSION_MIN_MACOSX, N_EXT, N_TYPE
from macholib.MachO import MachO
from macholib.SymbolTable import SymbolTable

MOST_BYTES = 5_000_000
LIBRARIES = {
    "manylinux": {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1",
                  "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"},
    "musllinux": {"libc.so"},
    "macosx": {"/usr/lib/libSystem.B.dylib"},
    "win": {"kernel32.dll"},  # and the C runtime of Windows 10
}
MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}


def of_elf(data, tag):
    """The functions and the libraries of a library, and what is wrong with it."""
    elf = ELFFile(io.BytesIO(data))
    wrong = []
    if not any(tag.endswith(name) and elf["e_machine"] == MACHINES[name] for name in MACHINES):
        wrong.append(f"is of {elf['e_machine']}")
    symbols = elf.get_section_by_name(".dynsym").iter_symbols()
    functions = {
        symbol.name for symbol in symbols
        if symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["bind"] != "STB_LOCAL"
    }
    tags = list(elf.get_section_by_name(".dynamic").iter_tags())
    if not any(one.entry.d_tag == "DT_FLAGS_1" and one.entry.d_val & 8 for one in tags):
        wrong.append("may be unloaded while its threads wait")
    if "manylinux_2_" in tag:
        newest = int(tag.split("manylinux_2_")[1].split("_")[0])
        for needed, versions in elf.get_section_by_name(".gnu.version_r").iter_versions():
            for version in versions:
                number = version.name.removeprefix("GLIBC_2.")
                if number != version.name and int(number.split(".")[0]) > newest:
                    wrong.append(f"needs {version.name} of {needed.name}")
    return functions, {one.needed for one in tags if one.entry.d_tag == "DT_NEEDED"}, wrong


def of_windows(data, tag):
    dll = pefile.PE(data=data)
    wrong = [] if tag == "win_amd64" and dll.FILE_HEADER.Machine == 0x8664 else ["is no x86-64"]
    libraries = {entry.dll.decode().lower() for entry in dll.DIRECTORY_ENTRY_IMPORT}
    libraries = {name for name in libraries if not name.startswith("api-ms-win-crt-")}
    return {one.name.decode() for one in dll.DIRECTORY_ENTRY_EXPORT.symbols}, libraries, wrong


def of_macos(path, tag):
    header = MachO(path).headers[0]
    wrong = []
    processor = {0x0100000C: "arm64", 0x01000007: "x86_64"}[header.header.cputype]
    if not tag.endswith(processor):
        wrong.append(f"is of {processor}")
    libraries = {name for _, _, name in header.walkRelocatables()}
    for load, command, _ in header.commands:
        if load.cmd in (LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX):
            least = int(command.minos if load.cmd == LC_BUILD_VERSION else command.version)
            if least >> 16 != int(tag.split("_")[1]):
                wrong.append(f"is for macOS {least >> 16} and newer")
    assert any(load.cmd == LC_SYMTAB for load, _, _ in header.commands)
    functions = {
        name.decode().removeprefix("_") for entry, name in SymbolTable(MachO(path), header).nlists
        if entry.n_type & N_EXT and entry.n_type & N_TYPE and not entry.n_type & 0x10
    }
    # Its linker shows these two, and the allocation functions, which any library may replace.
    functions -= {"_mh_dylib_header", "__dso_handle"}
    return {name for name in functions if not name.startswith(("_Zn", "_Zd"))}, libraries, wrong


def complaints(wheel, expected):
    found = []
    if wheel.stat().st_size > MOST_BYTES:
        found.append(f"has {wheel.stat().st_size} bytes")
    tag = wheel.stem.split("-")[-1]
    system = tag.split("_")[0].rstrip("0123456789")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.endswith((".so", ".dll", ".dylib"))]
        name = {"win": "perlane.dll", "macosx": "libperlane.dylib"}.get(system, "libperlane.so")
        if names != [f"perlane/{name}"]:
            return [*found, f"has the libraries {names}"]
        if "perlane/py.typed" not in archive.namelist():
            found.append("lacks perlane/py.typed")
        data = archive.read(names[0])
    if system == "win":
        functions, libraries, wrong = of_windows(data, tag)
    elif system == "macosx":
        file = wheel.with_suffix(".dylib")
        file.write_bytes(data)
        functions, libraries, wrong = of_macos(str(file), tag)
        file.unlink()
    else:
        functions, libraries, wrong = of_elf(data, tag)
    found += wrong
    if lacking := expected - functions:
        found.append(f"lacks {sorted(lacking)}")
    if others := functions - expected:
        found.append(f"also shows {len(others)} symbols such as {sorted(others)[:5]}")
    if others := libraries - LIBRARIES[system]:
        found.append(f"needs {sorted(others)}")
    return found


def main():
    lines = pathlib.Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    expected = {line.removeprefix("function ") for line in lines if line.startswith("function ")}
    failed = False
    for wheel in map(pathlib.Path, sys.argv[2:]):
        found = complaints(wheel, expected)
        failed |= bool(found)
        print(f"{wheel.name}: {'; '.join(found) or 'good'}, {wheel.stat().st_size} bytes")
    sys.exit(failed)


if __name__ == "__main__":
    main()
