"""The labs: what each kind of assignment knows of the kernel that it asks for. `lab_of(config)` returns one.

A lab has two halves. Its configuration (`config.py`) builds on `grader.assignment`, which finds it by its name; what it
answers while something is graded (`lab.py`) builds on both. Only the lab asked for is imported.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.assignment import Config
    from grader.labs.lab import Lab

LABS = {
    "generic": "grader.labs.generic.lab",
    "matmul": "grader.labs.matmul.lab",
    "program": "grader.labs.program.lab",
    "unjudged": "grader.labs.lab",
}
"""The module with the `LAB` of each name that `lab` has in config.yaml; `unjudged` are launches without one."""


def lab_of(config: Config) -> Lab[Any]:
    """Return the lab of an assignment."""
    lab: Lab[Any] = import_module(LABS[config.lab]).LAB
    return lab
