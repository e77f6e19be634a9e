"""Instructions as functions in C, `native/instructions/`: `bfe.u32` is `bfe_u32`, whose IR is written into the kernel.

A function is one block of operations without memory, so that the same text with wider types serves a row of threads.
One that has loops is called instead, a thread at a time.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources

from grader.emulator.isa.builder import BITS, LLVM_TYPES, Builder
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported

_FUNCTION = re.compile(r"^define internal (\w+) @(\w+)\(([^)]*)\) \{\n(.*?)\n\}", re.MULTILINE | re.DOTALL)
# A number that says how an intrinsic works, which has one value for all lanes; a name; a type; a constant.
_WORD = re.compile(
    r"(?P<fixed>, i1 (?:true|false)(?=\)))|(?P<intrinsic>@llvm[\w.]+)|%(?P<value>\d+)|\b(?P<type>i\d+)\b"
    r"|(?P<constant>(?<=[ ,])(?:-?\d+|true|false)\b)"
)
_PTX = {"i1": "pred", "i16": "b16", "i32": "b32", "i64": "b64"}


@dataclass(frozen=True, slots=True)
class _Function:
    """A function's name, types and text; values are numbered, those of its parameters first."""

    name: str
    result: str
    parameters: tuple[str, ...]
    body: str

    @property
    def called(self) -> bool:
        """Whether its text is more than one block."""
        return "br " in self.body


@functools.cache
def _functions() -> dict[str, _Function]:
    """All of them, by name."""
    found = {}
    for file in (resources.files("grader.emulator.native") / "instructions").iterdir():
        if file.name.endswith(".ll"):
            for result, name, parameters, body in _FUNCTION.findall(file.read_text(encoding="utf-8")):
                kinds = tuple(parameter.split(" ")[0] for parameter in parameters.split(", "))
                found[name] = _Function(name, result, kinds, body)
    return found


@functools.cache
def _template(name: str, lanes: int) -> tuple[str, tuple[int, ...], int]:
    """A function's text with `%s` for each value, their numbers, and that of the value it returns."""
    function, numbers, kind = _functions()[name], list[int](), ""

    def word(found: re.Match[str]) -> str:
        nonlocal kind
        if found["value"]:
            numbers.append(int(found["value"]))
            return "%s"
        if found["type"]:
            kind = found["type"]
            return kind if lanes == 1 else f"<{lanes} x {kind}>"
        if found["fixed"] or lanes == 1:
            return found[0]
        return re.sub(r"\.(i\d+)", rf".v{lanes}\1", found[0]) if found["intrinsic"] else f"splat ({kind} {found[0]})"

    *lines, last = function.body.split("\n")
    return _WORD.sub(word, "\n".join(lines)), tuple(numbers), int(last.rpartition("%")[2])


def lower_function(b: Builder, i: Instruction) -> None:
    """Write the function of the instruction's name; `…_carry` gives a second result."""
    name = "_".join([i.opcode, *i.modifiers])
    function = _functions().get(name)
    if function is None or len(function.parameters) != len(i.operands) - 1:
        raise Unsupported(i.name)
    values = [b.src(operand, _PTX[kind]) for operand, kind in zip(i.operands[1:], function.parameters, strict=True)]
    result = _applied(b, function, values)
    if i.pair is not None:
        b.dst(i.pair, _applied(b, _functions()[f"{name}_carry"], values), "pred")
    ptx = next(word for word in i.modifiers if word in LLVM_TYPES)
    same = BITS[LLVM_TYPES[ptx]] == BITS[function.result]
    b.dst(i.operands[0], result, ptx if same else _PTX[function.result])


def _applied(b: Builder, function: _Function, values: Sequence[str]) -> str:
    if not function.called:
        text, numbers, answer = _template(function.name, b.lanes)
        count = max((*numbers, answer)) + 1
        names = [*values, *(f"%{b.name()}" for _ in range(len(values), count))]
        if text:
            b.do(text.lstrip() % tuple(names[number] for number in numbers))
        return names[answer]
    if b.lanes != 1:
        raise Unsupported(f"{function.name} in rows of threads")
    b.declarations.add(
        f"define {function.result} @{function.name}({', '.join(function.parameters)}) {{\n{function.body}\n}}"
    )
    typed = ", ".join(f"{kind} {value}" for kind, value in zip(function.parameters, values, strict=True))
    return b.let(f"call {function.result} @{function.name}({typed})")
