"""What perlane-bench writes, as data: its JSON output, and the paths that name its cases."""

import dataclasses
import json
import re
import statistics

NAME = re.compile(
    r"(?P<work>fill|sample|chunk|store)/(?P<what>[^/]+?)"
    r"(?:/(?P<fractal>[a-z]+)(?P<octaves>\d+))?"
    r"/(?P<dimensions>\d)d/(?P<shape>[\dx]+)"
    r"(?:/cell(?P<cell>[\d.]+))?"
    r"(?:/(?P<element>uint16|uint8|derivatives|float|double))?"
    r"(?:/(?P<isa>[a-z][a-z0-9_]*))?"
    r"/(?P<threads>\d+)threads?"
)


@dataclasses.dataclass(frozen=True)
class Case:
    """The parts of a name; None where it has none."""

    work: str
    what: str  # the source of noise, or how is stored, or whose chunk noise
    fractal: str | None
    octaves: int
    dimensions: int
    shape: str
    cell: float | None  # samples per cell
    element: str | None
    isa: str | None
    threads: int

    @staticmethod
    def of(name):
        match = NAME.fullmatch(name.removesuffix("/real_time"))
        if match is None:
            raise ValueError(f"{name} is not the name of a case")
        part = match.groupdict()
        return Case(
            part["work"],
            part["what"],
            part["fractal"],
            int(part["octaves"] or 1),
            int(part["dimensions"]),
            part["shape"],
            None if part["cell"] is None else float(part["cell"]),
            part["element"],
            part["isa"],
            int(part["threads"]),
        )

    @property
    def title(self):
        """All but the instruction set and the threads, for people."""
        noise = (
            self.what
            if self.fractal is None
            else f"{self.what}, {self.fractal} of {self.octaves} octaves"
        )
        shape = self.shape.replace("x", " × ")
        if self.work == "sample":
            return f"{self.dimensions}D {noise}, random {self.element} points"
        if self.work == "chunk":
            return f"{self.dimensions}D chunk noise, {shape}, a new chunk each time"
        parts = [f"{self.dimensions}D {noise}", shape]
        if self.cell is not None:
            parts.append(f"cell {self.cell:g}")
        if self.element is not None:
            parts.append(self.element)
        return ", ".join(parts)


@dataclasses.dataclass
class Result:
    """The repetitions of a case."""

    rates: list[float] = dataclasses.field(default_factory=list)  # samples per second
    bytes_per_sample: float = 4

    @property
    def rate(self):
        return statistics.median(self.rates)


def read(path):
    """The context of a run, and the result of each case. Raises ValueError if a case failed."""
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    results = {}
    # In the order of the program's list, whatever the order of the repetitions was.
    for entry in sorted(document["benchmarks"], key=lambda entry: entry["family_index"]):
        if entry.get("run_type") == "aggregate":
            continue
        if entry.get("error_occurred"):
            if "too large" in entry["error_message"]:
                continue
            raise ValueError(f"{entry['name']}: {entry['error_message']}")
        result = results.setdefault(Case.of(entry["run_name"]), Result())
        result.rates.append(entry["items_per_second"])
        result.bytes_per_sample = entry["bytes_per_second"] / entry["items_per_second"]
    return document["context"], results
