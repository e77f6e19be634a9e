"""The shipped JSON Schemas are the models'."""

from __future__ import annotations

import json

import pytest

from grader.assignment.loading import SCHEMAS
from scripts.write_schemas import FILES, schema_of, text_of


@pytest.mark.parametrize("name", sorted(FILES))
def test_a_schema_file_is_up_to_date(name: str) -> None:
    """`scripts/write_schemas.py` writes them."""
    # As values: older releases of pydantic write the bounds of numbers in another way.
    assert json.loads((SCHEMAS / name).read_text(encoding="utf-8")) == json.loads(text_of(name))


def test_every_key_has_its_place_in_the_schema() -> None:
    """And unknown ones are refused."""
    schema = schema_of("config.schema.json")
    assert {"kernel", "parameters", "tile", "launch", "points", "limits"} <= schema["properties"].keys()
    assert schema["additionalProperties"] is False
