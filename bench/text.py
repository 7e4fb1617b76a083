"""The report as text, for a terminal."""

from findings import CLIFF, COLUMNS, HEADINGS, short, times


def heading(text):
    print(f"\n{text}\n{'-' * len(text)}")


def print_figures(findings):
    for part in HEADINGS:
        titled = list(findings.rows(part))
        if not titled:
            continue
        heading(part)
        print(" " * 28 + "".join(f"{column:>13}" for column in COLUMNS))
        for title, rows in titled:
            print(f"\n{title}")
            for row in rows:
                print(f"    {row.who:24}" + "".join(f"{cell:>13}" for cell in row.cells()))


def print_ratios(findings):
    heading("perlane beside FastNoise2")
    print(findings.verdict())
    if not findings.fastnoise2_isas:
        return
    print("How many times as fast perlane is, in one thread, by the same instruction set:\n")
    lines = dict(findings.ratios())
    width = max(map(len, lines))
    print(" " * width + "".join(f"{isa:>10}" for isa in findings.fastnoise2_isas))
    for title, line in lines.items():
        print(f"{title:{width}}" + "".join(f"{times(part):>10}" for part in line))


def print_choice(findings):
    heading("The instruction set that perlane chooses")
    better = list(findings.better_than_default())
    chosen = findings.isas[0]
    if not better:
        print(f"It chooses {chosen}, and no other was faster by more than 3%.")
        return
    print(f"It chooses {chosen}. Another was faster by more than 3% here:\n")
    width = max(len(title) for title, _, _ in better)
    for title, isa, ratio in better:
        print(f"{title:{width}} {isa:>10} {times(ratio):>8}")


def print_cliffs(findings):
    for dimensions, shapes in ((2, "Squares"), (3, "Cubes")):
        widths, lines = findings.cliffs(dimensions)
        if not widths:
            continue
        heading(f"{shapes} of all widths")
        print(f"Nanoseconds per sample, by {findings.best_isa()}; * is more than {CLIFF} times")
        print("what a width beside it takes.\n")
        name_width = max(map(len, lines))
        print(" " * name_width + "".join(f"{width:>8}" for width in widths))
        for name, line in lines.items():
            cells = (short(own) + ("*" if cliff else " ") if own else "" for own, cliff in line)
            print(f"{name:{name_width}}" + "".join(f"{cell:>8}" for cell in cells))


def print_report(findings):
    print_figures(findings)
    print_cliffs(findings)
    if any(findings.works(part) for part in HEADINGS):
        print_choice(findings)
        print_ratios(findings)
    print()
