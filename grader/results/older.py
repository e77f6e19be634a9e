"""`results.json` of schema 1, as earlier versions wrote it, in the shape of today's.

Every such file is of a matrix product: sizes were a `shape`, a cell had a row and a column, and a recording's matrices
had keys of their own.
"""

from __future__ import annotations

import json
import re
from typing import Any

_DIMS = {"A": ("M", "K"), "B": ("K", "N"), "C": ("M", "N")}
_WORDS = {"lab": "matmul", "sizes": "{M}×{K} times {K}×{N}", "brief": "{M}×{K}×{N}", "output": "C",
          "legend": "A shape M×K×N means C (M×N) = A (M×K) · B (K×N)."}  # fmt: skip


def upgraded(text: str) -> str:
    """The same results in schema 2; any other text as it is, for the reader to say what is wrong with it."""
    if not re.match(r'\s*\{\s*"schema":\s*1\b', text):
        return text
    try:
        renamed = _renamed(json.loads(text))
        recordings = [_recording(entry) for entry in renamed["recordings"]]
        made = {**renamed, "schema": 2, "words": _WORDS, "recordings": recordings}
        if made.get("cause"):  # what a recording says of a wrong cell has its place there now
            made["cause"] = {name: item for name, item in made["cause"].items() if name != "evidence"}
        return json.dumps({**made, "performance": _with_ideal(made["performance"])})
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return text


def _renamed(value: Any) -> Any:  # noqa: ANN401 (JSON of any type)
    if isinstance(value, list):
        return [_renamed(item) for item in value]
    if not isinstance(value, dict):
        return value
    made = {("sizes" if name == "shape" else name): _renamed(item) for name, item in value.items()}
    if {"row", "col", "bound"} <= made.keys():
        made["index"] = [made.pop("row"), made.pop("col")]
    return made


def _with_ideal(performance: dict[str, Any] | None) -> dict[str, Any] | None:
    """What a tile can save at most used to be worked out where it is shown."""
    row = next((row for row in performance["traffic"] if row["kernel"] == "student"), None) if performance else None
    if performance is None or row is None:
        return performance
    inner, width = row["sizes"]["K"], row["tile_width"]
    words = f"2·K/T = 2·{inner}/{width}"
    return {**performance, "ideal": {"loads_per_output": 2 * inner / width, "words": words}}


def _recording(entry: dict[str, Any]) -> dict[str, Any]:
    sizes = entry["sizes"]
    buffers = {name: {"dims": [sizes[size] for size in dims], "values": entry[name]} for name, dims in _DIMS.items()}
    return {**{name: item for name, item in entry.items() if name not in _DIMS}, "buffers": buffers, "output": "C"}
