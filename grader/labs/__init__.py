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


def lab_of(config: Config) -> Lab[Any]:
    """Return the lab of an assignment; that of launches without one is `unjudged`."""
    module = "grader.labs.lab" if config.lab == "unjudged" else f"grader.labs.{config.lab}.lab"
    lab: Lab[Any] = import_module(module).LAB
    return lab
