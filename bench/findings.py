"""Conclusions from results of perlane-bench: ceilings, rows of tables, and who is faster."""

import dataclasses
import math


def short(value):
    """Three significant digits, without an exponent."""
    value = float(f"{value:.3g}")
    if value == 0:
        return "0"
    digits = max(0, 2 - math.floor(math.log10(abs(value))))
    return f"{value:.{digits}f}"


def prefixed(value):
    """Three significant digits and the prefix of the unit: 4.52 G."""
    for factor, prefix in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= 0.9995 * factor:
            return f"{short(value / factor)} {prefix}"
    return f"{short(value)}  "


def times(ratio):
    """A factor of speed as text, or nothing."""
    return "" if ratio is None else f"{ratio:.2f}" if ratio < 10 else f"{ratio:.1f}"


def percent(part):
    """Two significant digits, or nothing."""
    if part is None:
        return ""
    return f"{100 * part:.0f}%" if part >= 0.1 else f"{100 * part:.2g}%"


@dataclasses.dataclass
class Row:
    """A line of the table."""

    who: str  # an instruction set, with the library if that is not perlane
    rate: float  # samples per second
    volume: float  # bytes per second
    of_ceiling: float | None
    of_scalar: float | None  # how many times as fast as the scalar code of perlane
    of_fastnoise2: float | None  # how many times as fast as FastNoise2

    def cells(self):
        return [
            prefixed(self.rate),
            prefixed(self.volume),
            short(1e9 / self.rate),
            percent(self.of_ceiling),
            times(self.of_scalar),
            times(self.of_fastnoise2),
        ]


COLUMNS = ["samples/s", "bytes/s", "ns/sample", "of ceiling", "× scalar", "× FastNoise2"]

# A width is a cliff if its samples take more than so many times as long as those of the next
# narrower width, or of the next wider one that is at most a tenth wider. (Calls cost something, so
# small arrays cost more per sample than large ones.)
CLIFF = 1.5

HEADINGS = ["Grids", "Codes and derivatives", "Several fields", "Points", "Chunks", "Bounds"]


def heading_of(case):
    if case.work in ("sample", "single"):
        return "Points"
    if case.work == "chunk":
        return "Chunks"
    if case.work == "maps":
        return "Several fields"
    if case.work == "range":
        return "Bounds"
    return "Grids" if case.element is None else "Codes and derivatives"


class Findings:
    def __init__(self, context, results):
        self.context = context
        self.results = results
        # Best first, as the library lists them.
        self.isas = [
            isa
            for isa in ("avx512vbmi", "avx512", "avx2", "sse4_1", "neon64", "scalar")
            if any(case.isa == isa for case in results)
        ]
        self.fastnoise2_isas = [
            isa
            for isa in self.isas
            if any(case.library and case.isa == isa for case in results)
        ]

    def rate(self, case):
        return self.results[case].rate if case in self.results else None

    def ceiling(self, case):
        """The rate at which the samples of a case could be written at all, the better way."""
        if case.work != "fill":
            return None
        stores = [
            result.rate * result.bytes_per_sample
            for store, result in self.results.items()
            if store.work == "store" and store.shape == case.shape and store.threads == case.threads
        ]
        return max(stores) / self.results[case].bytes_per_sample if stores else None

    def opponent(self, case, isa):
        """The case of FastNoise2 that does the same. It takes no points of double precision."""
        twin = case.of_library("fastnoise2", isa)
        if twin.element == "double":
            twin = dataclasses.replace(twin, element="float")
        return twin if twin in self.results else None

    def works(self, heading):
        """The cases of a heading: a list of those of perlane and of others for each title. The
        sweep and the sizes have charts of their own, and are left out."""
        works = {}
        for case in self.results:
            if case.work == "store" or case.threads > 1 or heading_of(case) != heading:
                continue
            works.setdefault(case.title, []).append(case)

        def is_row(cases):
            own = [case for case in cases if case.library is None]
            if not own:
                return False
            return own[0].work != "fill" or (len(own) > 1 and own[0].shape != "1024x1024")

        for cases in works.values():
            if cases[0].element == "double":  # FastNoise2 has none, so floats stand beside them
                twins = [self.opponent(cases[0], isa) for isa in self.fastnoise2_isas]
                cases += filter(None, twins)
        return {title: cases for title, cases in works.items() if is_row(cases)}

    def rows(self, heading):
        """Yields the title of each work and its rows."""
        for title, cases in self.works(heading).items():
            scalar = next((self.rate(case) for case in cases if case.isa == "scalar"), None)

            def order(case):
                place = self.isas.index(case.isa) if case.isa in self.isas else -1
                return (case.library is not None, case.what == "published", place)

            rows = []
            for case in sorted(cases, key=order):
                result = self.results[case]
                ceiling = self.ceiling(case)
                is_single = case.work == "single"  # without an instruction set of its own
                isa = self.fastnoise2_isas[0] if is_single and self.fastnoise2_isas else case.isa
                opponent = None if case.library else self.opponent(case, isa)
                name = case.isa or ("without one" if is_single else "as published")
                if case.library:
                    is_other = case.element != cases[0].element
                    name = f"FastNoise2, {name}" + (", float" if is_other else "")
                rows.append(
                    Row(
                        name,
                        result.rate,
                        result.rate * result.bytes_per_sample,
                        None if ceiling is None else result.rate / ceiling,
                        None if scalar is None or case.library else result.rate / scalar,
                        None if opponent is None else result.rate / self.rate(opponent),
                    )
                )
            yield title, rows

    def ratios(self):
        """Yields each title that FastNoise2 has, too, and how many times as fast perlane is by
        each of its instruction sets, or None."""
        for heading in HEADINGS:
            for title, cases in self.works(heading).items():
                own = {case.isa: case for case in cases if case.library is None}
                line = []
                for isa in self.fastnoise2_isas:
                    case = own.get(isa) or own.get(None)  # a call for one point has no such set
                    opponent = case and self.opponent(case, isa)
                    line.append(self.rate(case) / self.rate(opponent) if opponent else None)
                if any(line):
                    yield title, line

    def verdict(self):
        """Sentences on the ratios."""
        ratios = [part for _, line in self.ratios() for part in line if part]
        if not ratios:
            return "FastNoise2 was not installed, so nothing is compared with it."
        faster = [part for part in ratios if part >= 1]
        text = f"perlane is faster than FastNoise2 in {len(faster)} of {len(ratios)} comparisons."
        if len(faster) < len(ratios):
            text += f" The lowest ratio is {min(ratios):.2f}."
        return text

    def better_than_default(self):
        """Yields what another instruction set does faster than the one that perlane chooses: the
        title, the set, and how many times as fast. Only what differs by more than 3% counts, and
        by more than repetitions do."""
        for heading in HEADINGS:
            for title, cases in self.works(heading).items():
                own = {case.isa: self.results[case] for case in cases if case.library is None}
                chosen = own.get(self.isas[0])
                if chosen is None:
                    continue
                for isa, result in own.items():
                    is_apart = result.quartiles()[0] > chosen.quartiles()[1]
                    if isa and is_apart and result.rate > 1.03 * chosen.rate:
                        yield title, isa, result.rate / chosen.rate

    def cliffs(self, dimensions):
        """The widths of squares or cubes that kinds of nodes were measured at, and for each kind
        its times: nanoseconds per sample, and whether they are a cliff."""
        kinds = {}
        for case, result in self.results.items():
            width = case.shape.split("x")[0]
            is_even = set(case.shape.split("x")) == {width} and case.dimensions == dimensions
            is_one = case.work == "fill" and case.element is None and case.threads == 1
            if not (is_even and is_one and case.place == "vector" and case.library is None):
                continue
            if case.isa == self.best_isa() and case.cell == 100:
                name = case.what + (f", {case.fractal}" if case.fractal else "")
                kinds.setdefault((name, case.octaves), {})[int(width)] = 1e9 / result.rate
        widths = sorted(set().union(*kinds.values())) if kinds else []
        # Other cases have a few of these widths.
        kinds = {kind: times for kind, times in kinds.items() if len(times) > len(widths) // 2}
        widths = sorted(set().union(*kinds.values())) if len(kinds) > 1 else []
        lines = {}
        for (name, _), times in kinds.items():
            line = []
            for i, width in enumerate(widths):
                nearest = widths[max(0, i - 1) : i] + widths[i + 1 : i + 2]
                beside = [times.get(other) for other in nearest if other < 1.1 * width]
                own = times.get(width)
                is_cliff = own and any(other and own > CLIFF * other for other in beside)
                line.append((own, bool(is_cliff)))
            lines[name] = line
        return widths, lines

    def best_isa(self):
        """The instruction set that cliffs are measured with: the best but for tables."""
        return next((isa for isa in self.isas if isa != "avx512vbmi"), None)

    def series(self, **wanted):
        """The cases whose parts are as wanted, in order of measurement."""
        return [
            case
            for case in self.results
            if all(getattr(case, part) == value for part, value in wanted.items())
        ]
