"""Launches in loops, written as the host's: `k = 2; k <= n; k *= 2`. Each turn is a launch.

    turns_of(("k = 2; k <= n; k *= 2", "j = k / 2; j > 0; j /= 2"), {"n": 4})    # k = 2, j = 1; k = 4, j = 2; …

Nothing is passed to `eval`: begin, limit and step are expressions. How many turns there may be is limited.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.assignment.expressions import ExpressionError, check, evaluate_size, holds, sides
from grader.results import Sizes

MOST_TURNS = 512
_BEGIN = re.compile(r"\s*(?:int\s+)?([A-Za-z_]\w*)\s*=(?!=)(.+)")
_STEP = re.compile(r"\s*([A-Za-z_]\w*)\s*(?:(\+\+|--)|(\+|-|\*|/|<<|>>)=(.+))\s*")
_STEPS: dict[str, Callable[[int, int], int]] = {
    "+": lambda value, by: value + by,
    "-": lambda value, by: value - by,
    "*": lambda value, by: value * by,
    "/": lambda value, by: value // by,
    "<<": lambda value, by: value * 2 ** min(by, 64),
    ">>": lambda value, by: value // 2 ** min(by, 64),
}


@dataclass(frozen=True, slots=True)
class Loop:
    """One loop: the name of its number, where it begins, how long it goes on, and its step."""

    name: str
    begin: str
    condition: str
    operator: str
    step: str


@functools.lru_cache(maxsize=64)
def read_loop(text: str) -> Loop:
    """Return the loop that a text says. Raise `ExpressionError`."""
    begin, condition, step, *more = (*text.split(";"), "", "")
    began, stepped = _BEGIN.fullmatch(begin), _STEP.fullmatch(step)
    if began is None or stepped is None or any(more) or began[1] != stepped[1]:
        raise ExpressionError(f"'{text}' is no loop: expected one as k = 2; k <= n; k *= 2")
    amount = stepped[4] or "1"
    for expression in (began[2], *sides(condition)[:2], amount):
        check(expression, names=None)
    return Loop(began[1], began[2].strip(), condition.strip(), stepped[3] or stepped[2][0], amount.strip())


def turns_of(loops: Sequence[str], values: Mapping[str, int]) -> tuple[Sizes, ...]:
    """Return the numbers of every turn of loops inside one another; one turn without numbers where there is no loop.

    Raise `ExpressionError` for what has no value, for a name that is taken, and for too many turns.
    """
    return _turns(tuple(loops), tuple(values.items())) if loops else ({},)


@functools.lru_cache(maxsize=1024)  # asked for each launch of a run again
def _turns(loops: tuple[str, ...], values: tuple[tuple[str, int], ...]) -> tuple[Sizes, ...]:
    turns: list[Sizes] = [{}]
    for text in loops:
        turns = [
            {**outer, **inner} for outer in turns for inner in _of_loop(read_loop(text), {**dict(values), **outer})
        ]
        if len(turns) > MOST_TURNS:
            raise ExpressionError(f"'{text}' makes {len(turns):,} launches: at most {MOST_TURNS} are made")
    return tuple(turns)


def _of_loop(loop: Loop, values: Sizes) -> Iterator[Sizes]:
    if loop.name in values:
        raise ExpressionError(f"the loop's name '{loop.name}' is taken already")
    value = evaluate_size(loop.begin, **values)
    for _ in range(MOST_TURNS + 1):
        here = {**values, loop.name: value}
        if not holds(loop.condition, **here):
            return
        yield {loop.name: value}
        by = evaluate_size(loop.step, **here)
        if by == 0 and loop.operator == "/":
            raise ExpressionError(f"the loop over {loop.name} divides by zero")
        value = _STEPS[loop.operator](value, by)
    raise ExpressionError(f"the loop over {loop.name} does not end within {MOST_TURNS} turns")
