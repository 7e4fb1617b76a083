"""The JSON Schema that the tool prints, against what it reads, by a validator that is not ours.

usage: schema_test.py PERLANE CORPUS

The texts that the tool reads are valid: those in the folder CORPUS, and texts made from the schema,
one for each factory and each of its members. A text with a member that is not known, a value of
another type, or a number beyond its limits is not valid, and the tool rejects it.
"""

import copy
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

try:
    import jsonschema
except ImportError:
    print("skipped: there is no python3-jsonschema")
    sys.exit(77)

# Values of members that have no default, and of some that go together with others.
EXAMPLES = {
    "value": 0.25,
    "point": [1, -2.5],
    "dimensions": 2,
    "low": -0.25,
    "high": 0.5,
    "exponent": 1.7,
    "radius": 0.3,
    "steps": 5,
    "points": [[-1, 0], [0, 0.25], [0.2, 0.5], [1, 3]],
    "from": [-1, 1],
    "to": [0, 0.1],
    "edge": 0.1,
    "threshold": -0.1,
    "distance": [0, 20.5],
    "factor": [2, -3],
    "angle": 0.7,
    "affine": [[1, 0.1, 0, 0, 3], [0, 1, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 1, 0]],
    "axis": 1,
    "step": 0.5,
    "length": 16,
    "size": [4, 4],
    "component": 0,
    "seeds": [1, 4294967295, 3, 4],
    "path": [[3, 0, 9], [15, 6, 2]],
    "values": [-2, 5],
    "layers": [[0, 1], [2, -0.5]],
}
PERLIN = {"perlin": {"frequency": 0.25}}
# Fields for factories that do not take every field.
FIELDS = {
    ("divide", "b"): 3,
    ("pow_of_fields", "exponent"): 3,
    ("log", "a"): 3,
    ("loop", "field"): {"perlin": {"frequency": 0.25, "period": [4]}},
}


def document(field):
    return {"perlane": 1, "field": field}


def is_list_of_fields(schema):
    return schema.get("items") == {"$ref": "#/definitions/field"}


class Tool:
    def __init__(self, perlane):
        self.perlane = perlane
        self.directory = tempfile.TemporaryDirectory()
        self.schema = json.loads(self.run("schema").stdout)
        self.definitions = self.schema["definitions"]
        self.factories = list(self.definitions["field"]["properties"])

    def run(self, *arguments):
        words = [self.perlane, *arguments]
        return subprocess.run(words, cwd=self.directory.name, capture_output=True, text=True)

    def message_of(self, text):
        """The message by which the tool rejects a text; empty if it renders it."""
        file = pathlib.Path(self.directory.name) / "field.json"
        file.write_bytes(text)
        run = self.run("render", "map.png", "--size", "1", "-q", "--field", "field.json")
        if run.returncode not in (0, 2):
            raise AssertionError(run.stderr)
        return None if run.returncode == 0 else run.stderr

    def call(self, name):
        """A call with all that it must have."""
        definition = self.definitions[name]
        members = {}
        for member in definition["required"]:
            schema = definition["properties"][member]
            part = FIELDS.get((name, member), PERLIN)
            if schema == {"$ref": "#/definitions/field"}:
                members[member] = part
            elif is_list_of_fields(schema):
                members[member] = [part]
            else:
                members[member] = EXAMPLES[member]
        return {name: members}

    def calls(self):
        for name in self.factories:
            yield name, self.definitions[name]["properties"], self.call(name)


def wrong_values(schema):
    """Values that a member of such a schema must not have."""
    if "$ref" in schema or "allOf" in schema:
        return [True, None, [], {"no": 1}]
    if "enum" in schema:
        return ["no such name", 1, None]
    if "anyOf" in schema:  # a number for all axes, or a list
        one, several = (wrong_values(choice) for choice in schema["anyOf"])
        return [value for value in one if not isinstance(value, list)] + [
            value for value in several if type(value) not in (int, float)
        ]
    kind = schema["type"]
    wrong = [None, {}]
    if kind == "boolean":
        return wrong + [0, "true"]
    if kind == "array":
        least, most = schema.get("minItems", 0), schema.get("maxItems")
        items = schema["items"]
        wrong += [5, "5", True]
        if isinstance(items, list):
            return wrong
        if is_list_of_fields(schema):
            return wrong + [[], [PERLIN] * (most + 1), [True]]
        if least > 0:
            wrong.append([])
        if most is not None:
            wrong.append([EXAMPLES["value"]] * (most + 1))
        return wrong + [[value] * max(least, 1) for value in wrong_values(items)]
    wrong += [True, []]
    if kind in ("integer", "number"):
        wrong.append("1")
    if kind != "number":
        wrong.append(0.5)
    if kind not in ("integer", "number"):
        wrong.append("1.5")
    if "exclusiveMinimum" in schema:
        wrong += [0, -1]
    if "not" in schema:  # a gap above 0
        wrong.append(schema["not"]["exclusiveMaximum"] / 2)
    for limit, beyond in (("minimum", -1), ("maximum", 1)):
        if limit in schema:
            value = schema[limit]
            step = max(1, abs(value) // 16) if kind == "number" else 1
            wrong.append(value + beyond * step)
    return wrong


class Schema(unittest.TestCase):
    def expect_valid(self, value):
        errors = [error.message for error in validator.iter_errors(value)]
        self.assertEqual(errors, [], json.dumps(value))

    def expect_rejected(self, value):
        self.assertFalse(validator.is_valid(value), f"valid: {json.dumps(value)}")
        self.assertIsNotNone(tool.message_of(json.dumps(value).encode()), json.dumps(value))

    def test_is_a_schema(self):
        jsonschema.Draft7Validator.check_schema(tool.schema)

    def test_the_corpus_is_valid(self):
        read = 0
        for file in sorted(corpus.iterdir()):
            text = file.read_bytes()
            if tool.message_of(text) is None:
                read += 1
                with self.subTest(file=file.name):
                    self.expect_valid(json.loads(text))
        self.assertGreater(read, 5, "this cannot be all")

    def test_every_call_is_valid(self):
        self.assertGreater(len(tool.factories), 60)
        for name, members, call in tool.calls():
            with self.subTest(factory=name):
                self.assertIsNone(tool.message_of(json.dumps(document(call)).encode()))
                self.expect_valid(document(call))
                for member, schema in members.items():
                    if "default" in schema:
                        call[name][member] = schema["default"]
                self.assertIsNone(tool.message_of(json.dumps(document(call)).encode()))
                self.expect_valid(document(call))

    def test_values_of_all_kinds_are_valid(self):
        for perlin in (
            {"seed": "18446744073709551615"},
            {"lattice": "hashed", "gradients": "axes"},
            {"lattice": {"permutation": {"size": 256}}, "gradients": {"random": {"seed": 5}}},
            {"lattice": {"classic": {"table": "AAABAA=="}}},
            {"gradients": {"vectors": {"dimensions": 2, "vectors": "AACAPwAAAAA="}}},
        ):
            with self.subTest(perlin=perlin):
                value = document({"perlin": perlin})
                self.expect_valid(value)
                self.assertIsNone(tool.message_of(json.dumps(value).encode()))
        self.expect_valid({"perlane": 1, "field": "a", "fields": {"a": "b", "b": 0.5}})

    def test_the_document(self):
        for value in (
            [],
            {},
            {"perlane": 1},
            {"perlane": 2, "field": 1},
            {"field": 1},
            {"perlane": 1, "field": 1, "more": 1},
            {"perlane": 1, "field": 1e39},
            {"perlane": 1, "field": None},
            {"perlane": 1, "field": []},
            {"perlane": 1, "field": {}},
            {"perlane": 1, "field": {"perlin": {}, "value": {}}},
            {"perlane": 1, "field": {"noise": {}}},
            {"perlane": 1, "field": {"perlin": []}},
            {"perlane": 1, "field": 1, "fields": []},
            {"perlane": 1, "field": 1, "fields": {"a": True}},
        ):
            with self.subTest(value=value):
                self.expect_rejected(value)

    def test_members_that_are_not_there(self):
        for name, _, call in tool.calls():
            for member in call[name]:
                less = copy.deepcopy(call)
                del less[name][member]
                with self.subTest(factory=name, member=member):
                    self.expect_rejected(document(less))

    def test_members_that_are_not_known(self):
        for name, _, call in tool.calls():
            call[name]["unknown"] = 1
            with self.subTest(factory=name):
                self.expect_rejected(document(call))

    def test_numbers_that_are_0_as_a_float(self):
        for value in (0, 5e-324, 1e-46, 7e-46):
            smooth = document({"terrace": {"a": "a", "steps": 4, "smoothness": value}})
            smooth["fields"] = {"a": 0.5}
            self.assertIsNone(tool.message_of(json.dumps(smooth).encode()))
            self.expect_valid(smooth)
        self.expect_rejected(document(3.40282350000001e38))

    def test_wrong_values(self):
        count = 0
        for name, members, call in tool.calls():
            for member, schema in members.items():
                for value in wrong_values(schema):
                    wrong = copy.deepcopy(call)
                    wrong[name][member] = value
                    count += 1
                    with self.subTest(factory=name, member=member, value=value):
                        self.expect_rejected(document(wrong))
        self.assertGreater(count, 1000, "this cannot be all")


tool = Tool(sys.argv[1])
validator = jsonschema.Draft7Validator(tool.schema)
corpus = pathlib.Path(sys.argv[2])
del sys.argv[1:]
unittest.main()
