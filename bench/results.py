"""The results of perlane-bench as data: its JSON output, and the paths that name its cases."""

import dataclasses
import json
import re
import statistics

NAME = re.compile(
    r"(?:(?P<library>fastnoise2)/)?"
    r"(?P<work>fill|sample|single|chunk|maps|range|store)/(?P<what>[^/]+?)"
    r"(?:/(?P<fractal>[a-z]+(?:_[a-z]+)*)(?P<octaves>\d+))?"
    r"/(?P<dimensions>\d)d/(?P<shape>[\dx]+)"
    r"(?:/cell(?P<cell>[\d.]+))?"
    r"(?:/(?P<element>uint16|uint8|derivatives|float|double))?"
    r"(?:/(?P<place>vector))?"
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
    place: str | None = None  # "vector", or None for an array that is aligned
    library: str | None = None  # "fastnoise2", or None for perlane

    @staticmethod
    def of(name):
        match = NAME.fullmatch(name.removesuffix("/real_time"))
        if match is None:
            raise ValueError(f"{name} is not the name of a case")
        part = match.groupdict()
        part["octaves"] = int(part["octaves"] or 1)
        part["dimensions"] = int(part["dimensions"])
        part["cell"] = None if part["cell"] is None else float(part["cell"])
        part["threads"] = int(part["threads"])
        return Case(**part)

    def of_library(self, library, isa):
        """The same work by a library and an instruction set."""
        return dataclasses.replace(self, library=library, isa=isa)

    @property
    def title(self):
        """The case in words: all but the library, the instruction set and the threads."""
        noise = f"{self.dimensions}D {self.what}"
        if self.fractal is not None:
            noise += f", {self.fractal} of {self.octaves} octaves"
        shape = self.shape.replace("x", " × ")
        if self.work == "sample":
            return f"{noise}, an array of {self.element} points"
        if self.work == "single":
            return f"{noise}, a call for each {self.element} point"
        if self.work == "chunk":
            return f"{self.dimensions}D chunk noise, {shape}, a new chunk each time"
        if self.work == "maps":
            return f"five {self.dimensions}D maps of one warp, {self.what}, {shape}"
        if self.work == "range":
            return f"bounds of {noise}, {shape}, cells of {self.cell:g} samples"
        if self.work == "store":
            return f"{self.dimensions}D zeros by {self.what}, {shape}"
        parts = [noise, shape]
        if self.cell is not None:
            parts.append("cells of " + (f"{self.cell:g} samples" if self.cell != 1 else "1 sample"))
        if self.element is not None:
            parts.append(f"into {self.element}")
        if self.work == "fill" and self.place is None:
            parts.append("aligned")
        return ", ".join(parts)


@dataclasses.dataclass
class Result:
    """The repetitions of a case."""

    rates: list[float] = dataclasses.field(default_factory=list)  # samples per second
    by_clock: list[float] = dataclasses.field(default_factory=list)  # the same, however timed
    bytes_per_sample: float = 4

    @property
    def rate(self):
        return statistics.median(self.rates)

    def quartiles(self):
        """The bounds of the middle half of the repetitions."""
        rates = sorted(self.rates)
        return rates[len(rates) // 4], rates[-1 - len(rates) // 4]


def rates_of(entry, case):
    """Samples per second, and the same by the clock. One thread is timed by its processor time,
    since others may use the machine as well."""
    rate = entry["items_per_second"]
    if not entry["run_name"].endswith("/real_time"):
        return rate, rate * entry["cpu_time"] / entry["real_time"]
    if case.threads > 1 or not entry["cpu_time"]:
        return rate, rate
    return rate * entry["real_time"] / entry["cpu_time"], rate


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
        case = Case.of(entry["run_name"])
        result = results.setdefault(case, Result())
        rate, by_clock = rates_of(entry, case)
        result.rates.append(rate)
        result.by_clock.append(by_clock)
        result.bytes_per_sample = entry["bytes_per_second"] / entry["items_per_second"]
    return document["context"], results
