"""The labs: what each kind of assignment knows of the kernel that it asks for. The door is `lab_of(config)`.

A lab has two halves. Its configuration (`config.py`, `declared.py`) builds on `grader.assignment`, which finds it by
its name; what it answers while something is graded (`lab.py`) builds on both. Only the lab asked for is imported.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from grader.assignment import Config, TestCase
    from grader.labs.generic.config import GenericConfig
    from grader.labs.lab import Lab
    from grader.labs.matmul.config import ProductConfig
    from grader.labs.unjudged import UnjudgedConfig


def _matmul() -> Lab[ProductConfig]:
    from grader.labs.matmul.lab import LAB

    return LAB


def _generic() -> Lab[GenericConfig]:
    from grader.labs.generic.lab import LAB

    return LAB


def _unjudged() -> Lab[UnjudgedConfig]:
    from grader.labs.unjudged import LAB

    return LAB


LABS: dict[str, Callable[[], Lab[Any]]] = {"generic": _generic, "matmul": _matmul, "unjudged": _unjudged}
"""By the name that `lab` has in config.yaml; `unjudged` are launches without one."""


def lab_of(config: Config) -> Lab[Any]:
    """The lab of an assignment."""
    return LABS[config.lab]()


def why_left_out(config: Config, case: TestCase) -> str:
    """Why this case is held against nobody, empty when it is; `config` is a bench's, or the assignment's."""
    return lab_of(config).why_left_out(config, case)
