"""Evaluate expressions in sizes and in the tile width, `ceildiv(cols, TILE_WIDTH)`, `2*T + 1`, and loops of them.

Nothing is passed to `eval`. The text is parsed to Python's syntax tree, and only arithmetic on known names is
evaluated. Lengths and magnitudes are limited, so that a hostile file cannot make this slow.
"""

from __future__ import annotations

import ast
import difflib
import functools
import re
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.errors import UsageError
from grader.results import Sizes

MAX_LENGTH = 200
MAX_MAGNITUDE = 2**53

Number = int | float


class ExpressionError(UsageError, ValueError):
    """The text is not a valid expression; the message says why."""


def ceildiv(numerator: Number, denominator: Number) -> Number:
    """Return the quotient rounded up: the number of tiles of `denominator` that cover `numerator`."""
    return -(-numerator // denominator)


_OPERATORS: dict[type[ast.operator], Callable[[Number, Number], Number]] = {
    ast.Add: lambda left, right: left + right,
    ast.Sub: lambda left, right: left - right,
    ast.Mult: lambda left, right: left * right,
    ast.Div: lambda left, right: left / right,
    ast.FloorDiv: lambda left, right: left // right,
    ast.Mod: lambda left, right: left % right,
}
FUNCTIONS: dict[str, Callable[..., Number]] = {"ceildiv": ceildiv, "min": min, "max": max}


def check(expression: Number | str, *, names: Sequence[str] | None) -> Number | str:
    """Return the expression if it is valid. Raise `ExpressionError` otherwise.

    `names` are the allowed names; with None, names are checked at evaluation.
    """
    if isinstance(expression, bool):
        raise ExpressionError("expected a number or an expression, not true or false")
    if isinstance(expression, str):
        _check_node(_parse(expression), names)
    return expression


@functools.lru_cache(maxsize=8192, typed=True)  # few texts and few shapes, used for every case of every submission
def evaluate(expression: Number | str, **values: Number) -> Number:
    """Return the expression's value, with the names replaced by `values`.

    Raise `ExpressionError` for a name without a value, a division by zero, or a value beyond 2^53.
    """
    if not isinstance(expression, str):
        return expression
    try:
        return _value(_parse(expression), values)
    except ZeroDivisionError:
        raise ExpressionError(f"'{expression}' divides by zero") from None


def evaluate_size(expression: Number | str, **values: Number) -> int:
    """Return the value as a whole number. Raise `ExpressionError` if it is not one."""
    if isinstance(expression, int):
        return expression
    value = evaluate(expression, **values)
    if value != int(value):
        if not isinstance(expression, str):
            raise ExpressionError(f"expected a whole number or an expression, got {value:g}")
        raise ExpressionError(f"'{expression}' is {value:g}: a whole number is needed (use // or ceildiv)")
    return int(value)


_COMPARISONS: dict[type[ast.cmpop], Callable[[Number, Number], bool]] = {
    ast.LtE: lambda left, right: left <= right,
    ast.Lt: lambda left, right: left < right,
    ast.GtE: lambda left, right: left >= right,
    ast.Gt: lambda left, right: left > right,
    ast.Eq: lambda left, right: left == right,
}


@functools.lru_cache(maxsize=512)
def sides(condition: str) -> tuple[str, str, type[ast.cmpop]]:
    """Return the two sides of a comparison and its operator. Raise `ExpressionError` for anything else."""
    node = _parse(condition)
    if not isinstance(node, ast.Compare) or len(node.ops) != 1 or type(node.ops[0]) not in _COMPARISONS:
        raise ExpressionError("expected one comparison by <=, <, >=, > or ==, such as global_loads <= 2 * n")
    return ast.unparse(node.left), ast.unparse(node.comparators[0]), type(node.ops[0])


def holds(condition: str, **values: Number) -> bool:
    """Return whether a comparison of two expressions holds. Raise `ExpressionError` as `evaluate` does."""
    left, right, compared = sides(condition)
    return _COMPARISONS[compared](evaluate(left, **values), evaluate(right, **values))


_PARSING = threading.Lock()
"""Python 3.11's `ast.parse` counts its depth in common for all threads, and may fail where two call it at once."""


@functools.lru_cache(maxsize=512)
def _parse(expression: str) -> ast.expr:
    if len(expression) > MAX_LENGTH:
        raise ExpressionError(f"an expression may have at most {MAX_LENGTH} characters")
    try:
        with _PARSING:
            return ast.parse(expression.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        cut = expression.count("(") != expression.count(")")
        why = " (in a list, what has a comma in it needs quotes)" if cut else ""
        raise ExpressionError(f"'{expression}' is not an expression of numbers, names and + - * / // %{why}") from None


def _check_node(node: ast.expr, names: Sequence[str] | None) -> None:
    """Check the tree without values. Raise `ExpressionError` at the first node that is not arithmetic."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return
    if isinstance(node, ast.Name):
        if names is not None and node.id not in names:
            raise ExpressionError(f"unknown name '{node.id}': the names are {', '.join(names)}")
        return
    for child in _operands(node):
        _check_node(child, names)


def _operands(node: ast.expr) -> list[ast.expr]:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        return [node.operand]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return [node.left, node.right]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        name, count = node.func.id, len(node.args)
        if name not in FUNCTIONS:
            raise ExpressionError(f"unknown function '{name}': the functions are {', '.join(FUNCTIONS)}")
        if count < 2 or (name == "ceildiv" and count != 2):
            raise ExpressionError(f"{name} takes two numbers, not {count}")
        return list(node.args)
    raise ExpressionError("only numbers, names, + - * / // %, ceildiv, min and max may be used")


def _value(node: ast.expr, names: Mapping[str, Number]) -> Number:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return _bounded(node.value)  # type: ignore[arg-type]
    if isinstance(node, ast.Name):
        if node.id not in names:
            near = [name for name in names if name.endswith(f"_{node.id}")][:2]
            near = near or difflib.get_close_matches(node.id, names, n=1, cutoff=0.5)
            meant = f"; did you mean {' or '.join(near)}? Known" if near else ": known"
            raise ExpressionError(f"'{node.id}' has no value here{meant} are {', '.join(names)}")
        return names[node.id]
    operands = [_value(child, names) for child in _operands(node)]
    if isinstance(node, ast.UnaryOp):
        return -operands[0] if isinstance(node.op, ast.USub) else operands[0]
    if isinstance(node, ast.BinOp):
        return _bounded(_OPERATORS[type(node.op)](*operands))
    assert isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    return _bounded(FUNCTIONS[node.func.id](*operands))


def _bounded(value: Number) -> Number:
    if abs(value) > MAX_MAGNITUDE:
        raise ExpressionError("the value is too large")
    return value


# -- loops, written as the host's: `k = 2; k <= n; k *= 2`. Each turn is a launch --------------------------------------
#
#     turns_of(("k = 2; k <= n; k *= 2", "j = k / 2; j > 0; j /= 2"), {"n": 4})    # k = 2, j = 1; k = 4, j = 2; …
#
# Begin, limit and step are expressions. How many turns there may be is limited.

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
