"""The JSON Schemas of `config.yaml`, of the case files and of `results.json`: editors complete and check with them.

`python -m grader.assignment.schema` writes them anew; a test compares them with the models.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from grader.assignment.generic import PRODUCT_KEYS, GenericConfig, GenericFamily, HintRows
from grader.assignment.models import Config, Family
from grader.results import Results

FOLDER = Path(__file__).parent / "schemas"
FILES: dict[str, type[BaseModel]] = {
    "config.schema.json": Config,
    "testcases.schema.json": Family,
    "generic.schema.json": GenericConfig,
    "generic-testcases.schema.json": GenericFamily,
    "hints.schema.json": HintRows,
    "results.schema.json": Results,
}


def schema_of(name: str) -> dict[str, Any]:
    """The schema that belongs into one of `FILES`."""
    schema: dict[str, Any] = FILES[name].model_json_schema()
    if FILES[name] is GenericConfig:
        for key in (*PRODUCT_KEYS, "rows"):
            del schema["properties"][key]
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    return schema


def text_of(name: str) -> str:
    """The schema as it stands in its file."""
    return json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n"


def write_schemas(folder: Path = FOLDER) -> None:
    """Write all schemas."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in FILES:
        (folder / name).write_text(text_of(name), encoding="utf-8")


if __name__ == "__main__":
    write_schemas()
