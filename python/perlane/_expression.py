"""Python that makes a field, from its text."""

import json
import keyword
from typing import Any

from ._axes import MEMBERS, NAMES, in_words

_LONGEST = 2000  # texts beyond that stay texts
_LISTS = ("by", "potential")  # of fields, or of numbers for them
_OPERATORS = {"add": "+", "subtract": "-", "multiply": "*", "divide": "/", "pow": "**",
              "pow_of_fields": "**"}


def _value(value: Any) -> str:
    if isinstance(value, list):
        return f"({', '.join(map(_value, value))}{',' if len(value) == 1 else ''})"
    return repr(value)


def _member(name: str, value: Any) -> str:
    if name in ("seed", "world_seed", "salt"):
        value = int(value)  # large ones are strings
    elif name in ("axis", "towards"):
        return f'{name}="{NAMES[value]}"'
    elif name in MEMBERS and isinstance(value, list):
        if name == "path":
            return f"path=[{', '.join(map(in_words, value))}]"
        return f"{name}={in_words(value)}"
    return f"{name}_={_value(value)}" if keyword.iskeyword(name) else f"{name}={_value(value)}"


def _is_field(value: Any) -> bool:
    return isinstance(value, dict) and len(value) == 1 and isinstance(next(iter(value.values())),
                                                                      dict)


def _operand(value: Any) -> str:
    return _call(value) if isinstance(value, dict) else repr(value)


def _constant(value: Any) -> Any:
    """The function that makes a number a field; a field as it is."""
    return value if isinstance(value, dict) else {"constant": {"value": value}}


def _call(field: dict[str, Any]) -> str:
    [(name, members)] = field.items()
    if name in _OPERATORS:
        a, b = (members["a"], members.get("b", members.get("exponent")))
        if name == "pow_of_fields":  # f ** 2 is pow, and -2 ** f is -(2 ** f)
            a, b = _constant(a), _constant(b)
        elif not isinstance(b, dict):  # operators need one field
            a = _constant(a)
        return f"({_operand(a)} {_OPERATORS[name]} {_operand(b)})"
    if name == "curl":
        axis = NAMES[members.get("component", 0)]
        potential = {key: value for key, value in members.items() if key != "component"}
        return f'perlane.curl({_given(potential)})["{axis}"]'
    return f"perlane.{name}({_given(members)})"


def _given(members: dict[str, Any]) -> str:
    given = []
    for key, value in members.items():
        if key in ("lattice", "gradients"):
            given.append(f"{key}={value!r}")
        elif _is_field(value):
            given.append(f"{key}={_call(value)}")
        elif isinstance(value, list) and key in _LISTS:
            fields = ", ".join(f'"{axis}": {_operand(element)}'
                               for axis, element in zip(NAMES, value, strict=False))
            given.append(f"{key}={{{fields}}}")
        else:
            given.append(_member(key, value))
    return ", ".join(given)


def expression(text: str) -> str:
    """An expression that makes the field of a text where `perlane` is imported."""
    if len(text) <= _LONGEST:
        document = json.loads(text)
        field = document["field"]
        if "fields" not in document and isinstance(field, dict):
            return _call(field)
        if isinstance(field, int | float):
            return f"perlane.constant({field!r})"
    return f"perlane.from_json({text!r})"
