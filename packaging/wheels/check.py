"""Checks wheels without running them: check.py ABI WHEEL...

A wheel has the library and the command-line tool, and no other program. The library exports the
functions of the file ABI and nothing else. Both ask for no library that their platform may lack,
and are for the platform that the name of the wheel says.
"""

import configparser
import io
import pathlib
import sys
import tempfile
import zipfile

import pefile
from elftools.elf.elffile import ELFFile
from macholib.mach_o import (
    LC_BUILD_VERSION,
    LC_CODE_SIGNATURE,
    LC_SYMTAB,
    LC_VERSION_MIN_MACOSX,
    MH_DYLIB,
    MH_EXECUTE,
    N_EXT,
    N_TYPE,
)
from macholib.MachO import MachO
from macholib.SymbolTable import SymbolTable

MOST_BYTES = 5_000_000
LIBRARIES = {
    "manylinux": {"libc.so.6", "libm.so.6", "libpthread.so.0", "libdl.so.2", "librt.so.1",
                  "ld-linux-x86-64.so.2", "ld-linux-aarch64.so.1"},
    "musllinux": {"libc.so"},  # the tool contains it
    "macosx": {"/usr/lib/libSystem.B.dylib"},
    "win": {"kernel32.dll"},  # and the C runtime of Windows 10
}
MACHINES = {"x86_64": "EM_X86_64", "aarch64": "EM_AARCH64"}
# How the files of programs and libraries begin on Linux, Windows and macOS.
BINARY = (b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe")


def of_elf(data, tag, is_tool):
    """The functions and the libraries of a library or a tool, and what is wrong with it."""
    elf = ELFFile(io.BytesIO(data))
    wrong = []
    if not any(tag.endswith(name) and elf["e_machine"] == MACHINES[name] for name in MACHINES):
        wrong.append(f"is of {elf['e_machine']}")
    if is_tool != bool(elf["e_entry"]):
        wrong.append("is a library" if is_tool else "is a program")
    dynamic = elf.get_section_by_name(".dynamic")  # a program that is linked statically has none
    tags = list(dynamic.iter_tags()) if dynamic else []
    libraries = {one.needed for one in tags if one.entry.d_tag == "DT_NEEDED"}
    for segment in elf.iter_segments("PT_INTERP"):
        libraries.add(pathlib.PurePosixPath(segment.get_interp_name()).name)
    symbols = elf.get_section_by_name(".dynsym")
    functions = {
        symbol.name for symbol in (symbols.iter_symbols() if symbols else ())
        if symbol["st_shndx"] != "SHN_UNDEF" and symbol["st_info"]["bind"] != "STB_LOCAL"
    }
    if not is_tool and not any(
            one.entry.d_tag == "DT_FLAGS_1" and one.entry.d_val & 8 for one in tags):
        wrong.append("may be unloaded while its threads wait")
    if "manylinux_2_" in tag:
        newest = int(tag.split("manylinux_2_")[1].split("_")[0])
        for needed, versions in elf.get_section_by_name(".gnu.version_r").iter_versions():
            for version in versions:
                number = version.name.removeprefix("GLIBC_2.")
                if number != version.name and int(number.split(".")[0]) > newest:
                    wrong.append(f"needs {version.name} of {needed.name}")
    return functions, libraries, wrong


def of_windows(data, tag, is_tool):
    binary = pefile.PE(data=data)
    wrong = []
    if tag != "win_amd64" or binary.FILE_HEADER.Machine != 0x8664:
        wrong.append("is no x86-64")
    if is_tool == binary.is_dll():
        wrong.append("is a library" if is_tool else "is a program")
    if is_tool and binary.OPTIONAL_HEADER.Subsystem != 3:
        wrong.append("is no program of the console")
    libraries = {entry.dll.decode().lower() for entry in binary.DIRECTORY_ENTRY_IMPORT}
    libraries = {name for name in libraries if not name.startswith("api-ms-win-crt-")}
    exports = getattr(binary, "DIRECTORY_ENTRY_EXPORT", None)
    return {one.name.decode() for one in exports.symbols} if exports else set(), libraries, wrong


def of_macos(data, tag, is_tool):
    with tempfile.NamedTemporaryFile() as file:  # macholib reads files
        file.write(data)
        file.flush()
        binary = MachO(file.name)
        header = binary.headers[0]
        table = SymbolTable(binary, header)
    wrong = []
    processor = {0x0100000C: "arm64", 0x01000007: "x86_64"}[header.header.cputype]
    if not tag.endswith(processor):
        wrong.append(f"is of {processor}")
    if header.header.filetype != (MH_EXECUTE if is_tool else MH_DYLIB):
        wrong.append(f"is a file of type {header.header.filetype}")
    libraries = {name for _, _, name in header.walkRelocatables()}
    for load, command, _ in header.commands:
        if load.cmd in (LC_BUILD_VERSION, LC_VERSION_MIN_MACOSX):
            least = int(command.minos if load.cmd == LC_BUILD_VERSION else command.version)
            if least >> 16 != int(tag.split("_")[1]):
                wrong.append(f"is for macOS {least >> 16} and newer")
    assert any(load.cmd == LC_SYMTAB for load, _, _ in header.commands)
    # Macs with Arm run nothing that is not signed.
    if processor == "arm64" and not any(
            load.cmd == LC_CODE_SIGNATURE for load, _, _ in header.commands):
        wrong.append("is not signed")
    functions = {
        name.decode().removeprefix("_") for entry, name in table.nlists
        if entry.n_type & N_EXT and entry.n_type & N_TYPE and not entry.n_type & 0x10
    }
    # Its linker shows these two, and the allocation functions, which any library may replace.
    functions -= {"_mh_dylib_header", "__dso_handle"}
    return {name for name in functions if not name.startswith(("_Zn", "_Zd"))}, libraries, wrong


def complaints(wheel, expected):
    """The faults of a wheel, whose library should have the expected functions."""
    found = []
    if wheel.stat().st_size > MOST_BYTES:
        found.append(f"has {wheel.stat().st_size} bytes")
    tag = wheel.stem.split("-")[-1]
    system = tag.split("_")[0].rstrip("0123456789")
    library = {"win": "perlane.dll", "macosx": "libperlane.dylib"}.get(system, "libperlane.so")
    library, tool = f"perlane/{library}", f"perlane/perlane-tool{'.exe' * (system == 'win')}"
    with zipfile.ZipFile(wheel) as archive:
        contents = {one.filename: archive.read(one) for one in archive.infolist()}
        modes = {one.filename: one.external_attr >> 16 for one in archive.infolist()}
    binaries = {name: data for name, data in contents.items() if data.startswith(BINARY)}
    if set(binaries) != {library, tool}:
        return [*found, f"has the programs and libraries {sorted(binaries)}"]
    if "perlane/py.typed" not in contents:
        found.append("lacks perlane/py.typed")
    if system != "win" and modes[tool] & 0o111 != 0o111:
        found.append(f"{tool} has the mode {modes[tool]:o}")
    scripts = configparser.ConfigParser()
    scripts.read_string(next(
        (data for name, data in contents.items()
         if name.endswith(".dist-info/entry_points.txt")), b"[console_scripts]").decode())
    if dict(scripts["console_scripts"]) != {"perlane": "perlane.__main__:main"}:
        found.append(f"has the commands {dict(scripts['console_scripts'])}")

    read = {"win": of_windows, "macosx": of_macos}.get(system, of_elf)
    for name, data in binaries.items():
        functions, libraries, wrong = read(data, tag, name == tool)
        if name == library:
            if lacking := expected - functions:
                wrong.append(f"lacks {sorted(lacking)}")
            if others := functions - expected:
                wrong.append(f"also shows {len(others)} symbols such as {sorted(others)[:5]}")
        if others := libraries - LIBRARIES[system]:
            wrong.append(f"needs {sorted(others)}")
        found += [f"{name} {complaint}" for complaint in wrong]
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
