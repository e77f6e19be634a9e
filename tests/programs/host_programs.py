"""Programs with one mistake of the host's each, as files in `host/`, and the right ones beside them.

What stands behind `//!` on a line says what is found there, and what the right program has in its place:

    cudaFree(x);  //! wrong-free right: free(x);

`any` is where something may be found that the mistake leads to.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "host"
_MARK = re.compile(r"\s*//! ?(?P<found>[a-z-]*?)(?: ?right:(?P<right>.*))?$")


@dataclass(frozen=True, slots=True, kw_only=True)
class HostProgram:
    """One program: with its mistake, and right. `found` are the findings that it must have, `allowed` further lines."""

    name: str
    wrong: str
    right: str
    found: frozenset[tuple[str, int]]
    allowed: frozenset[int]


def host_programs() -> list[HostProgram]:
    """All, by name."""
    return [_program(path) for path in sorted(FOLDER.glob("*.cu"))]


def _program(path: Path) -> HostProgram:
    wrong, right = [], []
    found: set[tuple[str, int]] = set()
    allowed: set[int] = set()
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        mark = _MARK.search(line)
        text = line[: mark.start()] if mark else line
        wrong.append(text)
        right.append((mark["right"] or "").strip() if mark and mark["right"] is not None else text)
        if mark and mark["found"] == "any":
            allowed.add(number)
        elif mark and mark["found"]:
            found.add((mark["found"], number))
    return HostProgram(
        name=path.stem,
        wrong="\n".join(wrong) + "\n",
        right="\n".join(right) + "\n",
        found=frozenset(found),
        allowed=frozenset(allowed),
    )
