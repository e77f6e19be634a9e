"""The shared arrays of a source with their dimensions, as far as these are constants, macros or simple arithmetic."""

from __future__ import annotations

import re
from collections.abc import Mapping

from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.devices.base import Declaration

_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_SHARED = re.compile(r"__shared__\s+((?:\w+\s+)*?\w+)\s+((?:\w+\s*(?:\[[^\]]*\]\s*)+,?\s*)+);")
_ARRAY = re.compile(r"(\w+)\s*((?:\[[^\]]*\]\s*)+)")
_CONSTANT = re.compile(
    r"^[ \t]*(?:#[ \t]*define[ \t]+|(?:static[ \t]+|constexpr[ \t]+|const[ \t]+)+(?:unsigned[ \t]+)?int[ \t]+)(\w+)"
    r"[ \t]*=?[ \t]*([^\n;]+?)[ \t]*;?[ \t]*$",
    re.MULTILINE,
)
_DROPPED = frozenset({"volatile", "extern", "static", "const"})


def read_declarations(source: str, defines: Mapping[str, str | int]) -> tuple[Declaration, ...]:
    """Every `__shared__` array; one whose size cannot be worked out has no dimensions."""
    text = _COMMENT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), source)
    constants = _constants(text, defines)
    found = []
    for match in _SHARED.finditer(text):
        dtype = " ".join(word for word in match[1].split() if word not in _DROPPED)
        line = text.count("\n", 0, match.start()) + 1
        for array in _ARRAY.finditer(match[2]):
            sizes = re.findall(r"\[([^\]]*)\]", array[2])
            found.append(Declaration(name=array[1], dims=_dims(sizes, constants), dtype=dtype, line=line))
    return tuple(found)


def _constants(text: str, defines: Mapping[str, str | int]) -> dict[str, str]:
    constants = {match[1]: match[2] for match in _CONSTANT.finditer(text)}
    return {**constants, **{name: str(value) for name, value in defines.items()}}


def _dims(sizes: list[str], constants: Mapping[str, str]) -> tuple[int, ...]:
    try:
        return tuple(evaluate_size(_substituted(size, constants)) for size in sizes)
    except ExpressionError:
        return ()


def _substituted(expression: str, constants: Mapping[str, str], depth: int = 0) -> str:
    """The expression with names replaced by what they stand for; C's `/` on whole numbers is Python's `//`."""
    if depth > 4:
        return expression
    replaced = re.sub(
        r"[A-Za-z_]\w*", lambda match: f"({constants[match[0]]})" if match[0] in constants else match[0], expression
    )
    if replaced != expression:
        return _substituted(replaced, constants, depth + 1)
    return re.sub(r"(?<!/)/(?!/)", "//", replaced)
