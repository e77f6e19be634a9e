"""Writes the JSON Schemas of `config.yaml`, the files beside it and `results.json`, which ship for editors.

python scripts/write_schemas.py

A test compares them with the models.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from pydantic import BaseModel

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from grader.assignment.assignment import KEY, MOST_PARTS, NAME, OF_THE_WHOLE
from grader.assignment.config import Config, config_of
from grader.assignment.lateness import Rules
from grader.assignment.loading import SCHEMAS
from grader.results import Results

FILES: dict[str, type[BaseModel]] = {
    "config.schema.json": config_of("matmul"),
    "testcases.schema.json": config_of("matmul").family,
    "generic.schema.json": config_of("generic"),
    "generic-testcases.schema.json": config_of("generic").family,
    "hints.schema.json": config_of("generic").further["hints.yaml"],
    "program.schema.json": config_of("program"),
    "lateness.schema.json": Rules,
    "results.schema.json": Results,
}


def schema_of(name: str) -> dict[str, Any]:
    """Return the schema for one of `FILES`."""
    schema: dict[str, Any] = FILES[name].model_json_schema()
    for key, field in FILES[name].model_fields.items():
        if field.init is False:  # not for users to set
            del schema["properties"][key]
    if issubclass(FILES[name], Config):
        _with_parts(schema)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def _with_parts(schema: dict[str, Any]) -> None:
    """Allow keys above `parts` to be inside each part instead."""
    keys = {name: value for name, value in schema["properties"].items() if name not in OF_THE_WHOLE}
    title = {"type": "string", "maxLength": 80, "description": "what readers call it"}
    schema["properties"][KEY] = {
        "type": "object",
        "description": "several kernels in one file: each a kernel, its points, and what differs from the keys above",
        "minProperties": 2,
        "maxProperties": MOST_PARTS,
        "propertyNames": {"pattern": f"^{NAME}$"},
        "additionalProperties": {
            "type": "object", "properties": {"title": title, **keys}, "required": ["points"],
            "additionalProperties": False,
        },
    }  # fmt: skip
    if needed := schema.pop("required", None):
        schema["anyOf"] = [{"required": needed}, {"required": [KEY]}]


def text_of(name: str) -> str:
    """Return the schema as its file's text."""
    return json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    for name in FILES:
        (SCHEMAS / name).write_text(text_of(name), encoding="utf-8")
