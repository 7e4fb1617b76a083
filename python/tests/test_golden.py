"""Every field of the golden tests has the same bits here as everywhere."""

import json
import pathlib

import numpy as np
import perlane

GOLDEN = pathlib.Path(__file__).resolve().parents[2] / "src" / "text" / "golden"
# By dimensions: those of src/text/golden.cpp, with axes in the order of arrays.
GRIDS = {
    1: {"shape": (2500,), "step": (0.37,), "first": (-1000,)},
    2: {"shape": (40, 150), "step": (1.1, 0.37), "first": (3, -70)},
    3: {"shape": (9, 17, 45), "step": (4.3, -0.37, 0.9), "first": (100, 3, -20)},
    4: {"shape": (9, 5, 6, 21), "step": (0.21, 4.3, 0.37, 0.9), "first": (-5, 100, 3, -9)},
}


def hash_of(*arrays: np.ndarray) -> str:
    """FNV-1a of 64 bits over the bits of the values."""
    value = 0xCBF29CE484222325
    for array in arrays:
        for byte in np.ascontiguousarray(array, "<f4").tobytes():
            value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return f"{value:016x}"


def lines_of(name: str) -> list[str]:
    text = (GOLDEN / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if not line.startswith("#")]


def test_hashes() -> None:
    expected = {}
    for line in lines_of("hashes.csv"):
        name, dimensions, values, derivatives = line.rsplit(",", 3)
        expected[name, int(dimensions)] = (values, derivatives)
    compared = 0
    for line in lines_of("fields.jsonl"):
        entry = json.loads(line)
        field = perlane.from_json(json.dumps(entry["text"]))
        for dimensions in range(field.dimensions.least, field.dimensions.most + 1):
            grid = GRIDS[dimensions]
            hashes = (hash_of(field.grid(**grid)), "")
            if field.has_derivatives:
                values, derivatives = field.grid(**grid, derivatives=True)
                assert hash_of(values) == hashes[0]
                hashes = (hashes[0], hash_of(*derivatives[::-1]))  # d/dx first
            assert hashes == expected[entry["name"], dimensions], entry["name"]
            compared += 1
    assert compared == len(expected)


def test_factories_make_the_golden_fields() -> None:
    """The expression of every text makes its field, by the functions of this package."""
    lines = lines_of("fields.jsonl")
    assert len(lines) > 100
    for line in lines:
        field = perlane.from_json(json.dumps(json.loads(line)["text"]))
        assert eval(repr(field)) == field


def test_the_library_compares_itself() -> None:
    perlane.self_test()
