"""The grader's end of the comparison: texts to a child process, indices of those that are alike back."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import TypeAdapter, ValidationError

from grader.courses.similarity.child import SECONDS
from grader.courses.similarity.winnowing import THRESHOLD
from grader.processes.child import ended_after, spawn

_MAX_CHARS = 100_000
"""Of one text; what comes after is not compared."""
_MAX_ANSWER_BYTES = 32 << 20
_PATIENCE = 3
"""How many times the seconds of a core that the child may use it may take on a busy machine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Alike:
    """Texts that are alike, by their indices, each group with the share that they have in common; the most alike first.

    1.0 is for texts that are equal but for names and layout. `problem` says why nothing is known.
    """

    found: tuple[tuple[tuple[int, ...], float], ...] = ()
    threshold: float = THRESHOLD
    problem: str = ""


def alike(texts: Sequence[str], given: Sequence[str]) -> Alike:
    """What of these texts is alike, when what stands in a `given` one counts for nobody."""
    if len(texts) < 2:
        return Alike()
    question = json.dumps({"texts": [text[:_MAX_CHARS] for text in texts], "given": list(given)}).encode()
    child = spawn("grader.courses.similarity.child")
    try:
        with ended_after(child, _PATIENCE * SECONDS):
            child.writer.write(question)
            child.writer.close()
            answer = child.reader.read(_MAX_ANSWER_BYTES)
        found = TypeAdapter(tuple[tuple[tuple[int, ...], float], ...]).validate_json(answer)
    except (OSError, ValidationError):
        return Alike(problem=f"the submissions were not compared: {child.end()}")
    child.drop()
    if not all(0 <= index < len(texts) for group, _ in found for index in group):
        return Alike(problem="the submissions were not compared: the answer makes no sense")
    return Alike(found=found)
