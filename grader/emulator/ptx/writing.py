"""Write a function back as PTX text, to show the result of a pass.

Names that passes invent (`%r1~2`) are not PTX identifiers; otherwise `parse` can read this text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from grader.emulator.ptx.nodes import (
    CARRY,
    Address,
    Function,
    Immediate,
    Instruction,
    Label,
    Operand,
    OperandGroup,
    PtxParameter,
    Register,
    Symbol,
    Variable,
    Vector,
)


def written(function: Function) -> str:
    """Return a function as PTX, with the source location as a comment above each run of instructions."""
    returns = f"({_parameters(function.returns)}) " if function.returns else ""
    head = f".{'entry' if function.is_entry else 'func'} {returns}{function.name}({_parameters(function.parameters)})"
    return "\n".join([head, "{", *_declarations(function), *_body(function), "}", ""])


def _parameters(parameters: tuple[PtxParameter, ...]) -> str:
    return ", ".join(_parameter(item) for item in parameters)


def _parameter(item: PtxParameter) -> str:
    if item.is_array:
        return f".param .align {item.align} .b8 {item.name}[{item.size}]"
    return f".param .align {item.align} .{item.type} {item.name}"


def _declarations(function: Function) -> Iterator[str]:
    registers = [(kind, name) for name, kind in function.registers.items() if name != CARRY.name]
    for kind, group in groupby(registers, lambda item: item[0]):
        yield f"  .reg .{kind} {', '.join(name for _, name in group)};"
    yield from (f"  {_variable(variable)};" for variable in function.variables)
    for name, labels in function.branch_targets.items():
        yield f"{name}: .branchtargets {', '.join(labels)};"


def _variable(variable: Variable) -> str:
    """Write a variable's space, alignment and size; no pass changes its initial value."""
    return f".{variable.space} .align {variable.align} .b8 {variable.name}[{variable.size}]"


def _body(function: Function) -> Iterator[str]:
    place = ""
    for item in function.body:
        if isinstance(item, Label):
            yield f"{item.name}:"
            continue
        here = f"  // {item.location.file}:{item.location.line}"
        if here != place:
            place = here
            yield here
        yield f"  {_instruction(item)};"


def _instruction(item: Instruction) -> str:
    guard = f"@{'!' * item.guard_negated}{item.guard.name} " if item.guard else ""
    operands = [_operand(operand) for operand in item.operands if operand != CARRY]
    if item.pair not in (None, CARRY):
        operands[0] += f"|{_operand(item.pair)}"
    return f"{guard}{item.name} {', '.join(operands)}".rstrip()


def _operand(operand: Operand | None) -> str:
    if isinstance(operand, (Register, Symbol)):
        return operand.name + (f"{operand.offset:+}" if isinstance(operand, Symbol) and operand.offset else "")
    if isinstance(operand, Immediate):
        sign = {32: "0f%08X", 64: "0d%016X"}.get(operand.float_bits, "%d")
        return sign % operand.bits
    if isinstance(operand, Address):
        return f"[{_operand(operand.base)}{f'{operand.offset:+}' if operand.offset else ''}]"
    if isinstance(operand, (Vector, OperandGroup)):
        items = ", ".join(_operand(item) for item in operand.items)
        return f"{{{items}}}" if isinstance(operand, Vector) else f"({items})"
    return "_"
