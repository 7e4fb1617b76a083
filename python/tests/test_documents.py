"""The code of the pages on Python runs, and makes the pictures that they show.

With PERLANE_DRAW=1 in the environment, the tests write the pictures instead.
"""

import ast
import base64
import json
import os
import pathlib
import re
import struct
import zlib
from typing import Any

import numpy as np
import perlane
import pytest
from conftest import reason_to_skip
from conftest import run as program
from perlane._library import library
from perlane._picture import png
from perlane._tool import tool

DOCUMENTS = pathlib.Path(__file__).resolve().parents[2] / "docs"
ROOT = DOCUMENTS.parent
PAGE = DOCUMENTS / "python.md"
CLUSTERS = DOCUMENTS / "clusters.md"
NOTEBOOK = DOCUMENTS / "python.ipynb"
CODE = re.compile(r"^```python\n(.*?)^```", re.DOTALL | re.MULTILINE)
DRAWS = bool(os.environ.get("PERLANE_DRAW"))


def pixels(data: bytes) -> np.ndarray:
    """The pixels of an image that `png` wrote; its compression differs from zlib to zlib."""
    chunks, at = {}, 8
    while at < len(data):
        length, name = struct.unpack(">I4s", data[at:at + 8])
        chunks[name] = data[at + 8:at + 8 + length]
        at += length + 12
    width, height = struct.unpack(">II", chunks[b"IHDR"][:8])
    rows = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, width + 1)
    return rows[:, 1:].astype(int)


def picture_of(value: Any) -> bytes:
    if isinstance(value, np.ndarray):
        return png(value)
    picture = value._repr_png_()
    assert isinstance(picture, bytes)
    return picture


def assert_same(name: str, shown: bytes, made: bytes) -> None:
    """Codes may differ by one where NumPy computes them, which does so differently elsewhere."""
    assert np.abs(pixels(shown) - pixels(made)).max() <= (1 if name == "shaded" else 0), name


def test_the_tour_runs_and_makes_its_pictures() -> None:
    names: dict[str, Any] = {}
    text = PAGE.read_text(encoding="utf-8")
    drawn = set()
    for found in re.finditer(r"^```python\n(.*?)^```|^!\[(\w+): .*?\]\((.*?)\)", text,
                             re.DOTALL | re.MULTILINE):
        code, name, path = found.groups()
        if code is not None:
            exec(code, names)
            continue
        made = picture_of(names[name])
        if DRAWS:
            (DOCUMENTS / path).write_bytes(made)
        assert_same(name, (DOCUMENTS / path).read_bytes(), made)
        drawn.add((DOCUMENTS / path).name)
    assert drawn == {path.name for path in (DOCUMENTS / "images" / "python").iterdir()}


@pytest.mark.parametrize("page", ["README.md", "python/README.md", "docs/c.md"])
def test_code_of_other_pages_runs(page: str, capfd: pytest.CaptureFixture[str]) -> None:
    pieces = CODE.findall((ROOT / page).read_text(encoding="utf-8"))
    assert pieces
    for code in pieces:
        # The page on C loads a library that is installed.
        exec(code.replace('"libperlane.so"', repr(library._name)), {})
        for call, printed in re.findall(r"^ *print\((.*)\)  # (.*)", code, re.MULTILINE):
            assert capfd.readouterr().out == printed + "\n", call


def test_texts_of_pages_are_fields() -> None:
    texts = re.findall(r"^```json\n(.*?)^```", (DOCUMENTS / "text.md").read_text(encoding="utf-8"),
                       re.DOTALL | re.MULTILINE)
    fields = [text for text in texts if '"perlane"' in text]
    assert len(fields) >= 2
    for text in fields:
        perlane.from_json(text)


def test_the_page_on_c_shows_a_part_of_the_catalogue() -> None:
    page = (DOCUMENTS / "c.md").read_text(encoding="utf-8")
    found = re.search(r"^```json\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert found is not None
    shown, whole = json.loads(found[1]), json.loads(library.perlane_catalogue())
    assert shown["perlane"] == whole["perlane"]
    factories = {factory["name"]: factory for factory in whole["factories"]}
    for factory in shown["factories"]:
        known = factories[factory["name"]]
        assert all(member in known["members"] for member in factory["members"])
        assert {**known, "members": factory["members"]} == factory


SECTIONS = {text.split("\n", 1)[0]: text
            for text in re.split("\n##+ ", CLUSTERS.read_text(encoding="utf-8"))[1:]
            if "\n```python\n" in text}


@pytest.mark.parametrize("section", SECTIONS)
def test_worlds_larger_than_a_machine(section: str, tmp_path: pathlib.Path,
                                      entry_points: str) -> None:
    """Each section is a program, with the code that they share before it."""
    if "perlane.World" in SECTIONS[section] and tool() is None:
        pytest.skip("built without the tool")
    shared = CODE.findall(SECTIONS["Which way"])
    program("\n".join([*shared, *CODE.findall(SECTIONS[section])]), tmp_path, entry_points)


@pytest.mark.skipif(tool() is None, reason="built without the tool")
def test_faults_are_no_reasons_to_skip() -> None:
    assert reason_to_skip("ModuleNotFoundError: No module named 'absent_module.part'")
    assert reason_to_skip("ModuleNotFoundError: No module named 'perlane.absent'") is None
    assert reason_to_skip("ValueError: this perlane was built without .png; use one of") is None


def run(cell: str, names: dict[str, Any]) -> Any:
    """Runs a cell, and returns the value of its last line, if that is an expression."""
    parsed = ast.parse(cell)
    last = parsed.body.pop() if isinstance(parsed.body[-1], ast.Expr) else None
    exec(compile(parsed, "cell", "exec"), names)
    return eval(compile(ast.Expression(last.value), "cell", "eval"), names) if last else None


def test_the_notebook_runs_and_shows_what_it_makes() -> None:
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    names: dict[str, Any] = {}
    for cell in notebook["cells"]:
        if cell["cell_type"] != "code":
            continue
        value = run("".join(cell["source"]), names)
        if DRAWS:
            cell["outputs"] = [] if value is None else [output_of(value, cell["execution_count"])]
        assert bool(cell["outputs"]) == (value is not None)
        for output in cell["outputs"]:
            data = output["data"]
            assert "".join(data["text/plain"]) == repr(value)
            if isinstance(value, perlane.Field):
                assert_same("", base64.b64decode("".join(data["image/png"])), picture_of(value))
    if DRAWS:
        NOTEBOOK.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n",
                            encoding="utf-8")


def output_of(value: Any, count: int) -> dict[str, Any]:
    data = {"text/plain": [repr(value)]}
    if isinstance(value, perlane.Field):
        data["image/png"] = [base64.b64encode(picture_of(value)).decode()]
    return {"output_type": "execute_result", "execution_count": count, "metadata": {},
            "data": data}


def test_the_notebook_is_valid() -> None:
    nbformat = pytest.importorskip("nbformat")
    nbformat.validate(nbformat.read(NOTEBOOK, as_version=4))
