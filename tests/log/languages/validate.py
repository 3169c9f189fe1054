"""Prints for each line of a file whether a JSON Schema accepts it: python3 validate.py SCHEMA FILE"""

import json
import sys

from jsonschema import Draft202012Validator


def refuse(constant):
    raise ValueError(f"{constant} is not JSON")


with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)
with open(sys.argv[2], encoding="utf-8") as file:
    for line in file:
        try:
            print("valid" if validator.is_valid(json.loads(line, parse_constant=refuse)) else "invalid")
        except ValueError:
            print("invalid")
