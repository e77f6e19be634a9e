"""Oracles that answer in the test's own process: what a lab makes of answers, without a child."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from grader.assignment import Assignment, AssignmentError, TestCase, YamlProblem
from grader.oracle import Call, Earlier, Odd, Oracle


class Told(Oracle):
    """An oracle of these functions."""

    def __init__(self, **functions: Callable[..., Any]) -> None:
        self._told = functions

    @property
    def functions(self) -> Mapping[str, Sequence[str]]:
        """See `Oracle`."""
        return {name: list(inspect.signature(each).parameters) for name, each in self._told.items()}

    def within(self, seconds: float) -> Oracle:
        """There is no limit."""
        return self

    def ask(self, calls: Sequence[Call], case: TestCase) -> Sequence[Any]:
        """See `Oracle`."""
        given: list[Any] = []
        for call in calls:
            arguments = (given[each.number] if isinstance(each, Earlier) else each for each in call.arguments)
            given.append(self._told[call.function](*arguments, **call.keywords))
        return [
            {name: _array(each) for name, each in value.items()} if isinstance(value, Mapping) else _array(value)
            for value in given
        ]

    def mistake(self, calls: Sequence[Call], words: str, case: TestCase) -> AssignmentError:
        """See `Oracle`."""
        return AssignmentError(YamlProblem("reference/oracle.py", 0, calls[-1].function, words))


def _array(value: object) -> Any:
    array = np.asarray(value)
    return array if array.dtype.kind in "fiub" else Odd(str(value))


def told_by(assignment: Assignment) -> Told:
    """The assignment's own."""
    assert assignment.config.oracle is not None
    functions: dict[str, Any] = {}
    exec(assignment.text(assignment.config.oracle), functions)
    return Told(**{name: each for name, each in functions.items() if inspect.isfunction(each)})
