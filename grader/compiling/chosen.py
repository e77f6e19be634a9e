"""Read the numbers that a student's file chooses for its launch, such as `constexpr int ROWS = 4;`.

The compiler evaluates them: after the file follows a variable for each, initialised with the constant, and the PTX then
holds the values. So whatever is a constant to CUDA counts: `constexpr`, `const`, a macro, an enumerator, a `static`
member, `sizeof`. A line of these variables has a file name of its own, which tells messages about them apart.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from grader.compiling.backend import Output
from grader.compiling.kernels import near_miss
from grader.compiling.lexer import Lexed
from grader.compiling.values import ChosenConstant, ChosenNumber, CompileProblem

CHOSEN_FILE = "grader-chosen"
_VALUE = re.compile(
    r"^(?:\.visible\s+)?\.global\s[^;={]*?grader_chosen_(?P<number>\d+)\s*(?:=\s*(?P<value>-?\d+)U?)?;\n", re.MULTILINE
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """What a file chooses, by name; `problems` say which constants are missing or not allowed."""

    numbers: dict[str, ChosenNumber]
    problems: tuple[CompileProblem, ...]


def asking_for(constants: Sequence[ChosenConstant]) -> str:
    """Return the text that makes the compiler evaluate the constants, to follow the file."""
    lines = [
        f'extern "C" __device__ long long grader_chosen_{number}{{({constant.text})}};\n'
        for number, constant in enumerate(constants)
    ]
    return f'\n#line 1 "{CHOSEN_FILE}"\n{"".join(lines)}' if lines else ""


def read_chosen(
    constants: Sequence[ChosenConstant], lexed: Lexed, output: Output, kernel_line: int
) -> tuple[Chosen, str]:
    """Return what the file chooses, and the PTX without the variables that told it.

    Where the file itself does not compile, nothing is known, and nothing is said about the constants.
    """
    if any(item.severity == "error" and item.file != CHOSEN_FILE for item in output.messages):
        return Chosen({}, ()), output.ptx
    values = {int(match["number"]): int(match["value"] or 0) for match in _VALUE.finditer(output.ptx)}
    told = {item.line - 1 for item in output.messages if item.file == CHOSEN_FILE}  # also warned of: a rounded float
    numbers: dict[str, ChosenNumber] = {}
    problems: list[CompileProblem] = []
    for number, constant in enumerate(constants):
        line, value = _line_of(constant, lexed), values.get(number)
        if number in told or (value is None and not told):
            problems.append(_unknown(constant, lexed, line, kernel_line))
        elif value is not None and not constant.least <= value <= constant.most:
            facts = {"least": f"{constant.least:,}", "most": f"{constant.most:,}", "value": f"{value:,}"}
            problems.append(CompileProblem.of("constant-out-of-range", line, name=constant.text, **facts))
        elif value is not None:
            numbers[constant.name] = ChosenNumber(value, line)
    return Chosen(numbers, tuple(problems)), _VALUE.sub("", output.ptx)


def _line_of(constant: ChosenConstant, lexed: Lexed) -> int:
    """Return the line on which the file seems to define the constant; 0 if it does not name it."""
    name = constant.text.rpartition("::")[2]
    if name in lexed.macros:
        return lexed.line(lexed.macros[name].start)
    return next((lexed.line(token.start) for token in lexed.tokens if token.text == name), 0)


def _unknown(constant: ChosenConstant, lexed: Lexed, line: int, kernel_line: int) -> CompileProblem:
    """Return the problem of a constant without a value: it is no constant, has another name, or is missing."""
    facts = {"name": constant.text, "least": f"{constant.least:,}", "most": f"{constant.most:,}"}
    if line:
        return CompileProblem.of("constant-unclear", line, **facts)
    defined, depth = {name: lexed.line(macro.start) for name, macro in lexed.macros.items()}, 0
    for token, after in pairwise(lexed.tokens):
        depth += (token.text == "{") - (token.text == "}")
        if not depth and after.text == "=":
            defined[token.text] = lexed.line(token.start)
    near = near_miss(constant.text, list(defined)) or ""
    return CompileProblem.of("constant-missing", defined.get(near, kernel_line), near=near, **facts)
