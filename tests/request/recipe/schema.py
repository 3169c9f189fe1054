"""Checks recipes in the working directory: those named `good-…` follow the schema, and the others do not."""

import glob
import json
import tomllib

import jsonschema

with open("schema.json") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for name in sorted(glob.glob("*-*.toml")):
    with open(name, "rb") as file:
        valid = validator.is_valid(tomllib.load(file))
    assert valid == name.startswith("good"), (name, open(name).read())
