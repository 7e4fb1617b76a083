"""The main loops execute as many instructions per sample as bench/instructions.csv says.

usage: instructions_test.py PROGRAM COMPILER [--write]

PROGRAM is perlane-instructions, which Valgrind runs once for every instruction set. COMPILER is its
compiler, such as "GNU 12.2.0". Figures are those of one compiler; the test is skipped (77) for
others, and where Valgrind is missing. It fails if a figure differs by more than 2%, whether it has
risen or fallen: --write replaces the figures of this compiler.
"""

import csv
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

FIGURES = pathlib.Path(__file__).with_name("instructions.csv")
ISAS = ["avx2", "sse4_1", "scalar"]  # Valgrind runs no AVX-512
TOLERANCE = 0.02
TRIGGER = re.compile(r"^desc: Trigger: Client Request: (.+) (\d+)$", re.MULTILINE)
SUMMARY = re.compile(r"^summary: (\d+)$", re.MULTILINE)


def counted(program, isa):
    """Instructions per sample, by case; nothing if the CPU lacks the instruction set."""
    with tempfile.TemporaryDirectory() as directory:
        run = subprocess.run(
            ["valgrind", "--tool=callgrind", f"--callgrind-out-file={directory}/out", program],
            env={**os.environ, "PERLANE_ISA": isa}, capture_output=True, text=True)
        if "PERLANE_ISA" in run.stderr:
            return {}
        if run.returncode != 0:
            sys.exit(run.stderr)
        texts = [path.read_text() for path in sorted(pathlib.Path(directory).iterdir())]
    found = {}
    for text in texts:
        if trigger := TRIGGER.search(text):
            found[trigger[1]] = int(SUMMARY.search(text)[1]) / int(trigger[2])
    return found


def main():
    program, compiler = sys.argv[1], " ".join(sys.argv[2].split(".")[:1])
    with FIGURES.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    own = {(row["isa"], row["case"]): float(row["instructions"])
           for row in rows if row["compiler"] == compiler}
    is_writing = sys.argv[3:] == ["--write"]
    if not shutil.which("valgrind") or (not own and not is_writing):
        print(f"skipped: no Valgrind here, or no figures for {compiler}")
        sys.exit(77)
    new = {(isa, case): figure for isa in ISAS for case, figure in counted(program, isa).items()}
    if is_writing:
        rows = [row for row in rows if row["compiler"] != compiler]
        rows += [{"compiler": compiler, "isa": isa, "case": case, "instructions": f"{figure:.4g}"}
                 for (isa, case), figure in new.items()]
        with FIGURES.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, rows[0].keys(), lineterminator="\n")
            writer.writeheader()
            writer.writerows(rows)
        return
    wrong = [f"{isa}, {case}: {figure:.4g} instructions per sample, and not {own.get((isa, case))}"
             for (isa, case), figure in new.items()
             if abs(figure / own.get((isa, case), 0.001) - 1) > TOLERANCE]
    missing = [f"{isa}, {case} is not counted any more" for isa, case in own
               if (isa, case) not in new and isa in {isa for isa, _ in new}]
    print(f"compared {len(new)} figures")
    if wrong or missing:
        sys.exit("\n".join(wrong + missing))


main()
