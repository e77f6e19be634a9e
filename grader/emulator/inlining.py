"""Puts the bodies of device functions into their callers, so that barriers in them work like any other.

After this pass a kernel has no call left but to `vprintf`, `__assertfail` and functions it cannot be inlined for
(recursive ones, calls through pointers), which the lowering reports as unsupported.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from grader.emulator.ptx import (
    Address,
    Function,
    Instruction,
    Label,
    Module,
    Operand,
    Register,
    Symbol,
    Variable,
    Vector,
)
from grader.emulator.ptx.nodes import Group

_MOST_INSTRUCTIONS = 200_000


def inline_calls(module: Module, function: Function) -> Function:
    """A copy of the function with every direct call to a defined, non-recursive function replaced by its body."""
    if not any(isinstance(item, Instruction) and item.opcode == "call" for item in function.body):
        return function
    return _Inliner(module).expand(function, ())


def callee(instruction: Instruction) -> Symbol | None:
    """The function that a call names, if it names one."""
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            return operand
        if isinstance(operand, Register):
            return None
    return None


def call_arguments(instruction: Instruction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The parameter variables that a call returns into and passes."""
    groups: list[tuple[str, ...]] = []
    before_name: tuple[str, ...] = ()
    named = False
    for operand in instruction.operands:
        if isinstance(operand, Group):
            names = tuple(item.name for item in operand.items if isinstance(item, (Symbol, Register)))
            if named:
                groups.append(names)
            else:
                before_name = names
        elif not named:
            named = True
    return before_name, groups[0] if groups else ()


class _Inliner:
    def __init__(self, module: Module) -> None:
        self.module = module
        self.copies = 0

    def expand(self, function: Function, path: tuple[str, ...]) -> Function:
        body: list[Instruction | Label] = []
        registers = dict(function.registers)
        variables = list(function.variables)
        targets = dict(function.branch_targets)
        for item in function.body:
            name = callee(item) if isinstance(item, Instruction) and item.opcode == "call" else None
            target = self.module.functions.get(name.name) if name else None
            if target is None or not target.defined or target.name in (*path, function.name):
                body.append(item)
                continue
            assert isinstance(item, Instruction)
            inner = self.expand(target, (*path, function.name))
            self.copies += 1
            self._paste(item, inner, body, registers, variables, targets)
            if len(body) > _MOST_INSTRUCTIONS:
                break
        return replace_body(function, body, registers, variables, targets)

    def _paste(
        self,
        call: Instruction,
        inner: Function,
        body: list[Instruction | Label],
        registers: dict[str, str],
        variables: list[Variable],
        targets: dict[str, tuple[str, ...]],
    ) -> None:
        mark = f"~{self.copies}"
        returned, passed = call_arguments(call)
        rename = {name: f"{name}{mark}" for name in inner.registers}
        rename |= {
            variable.name: f"{variable.name}{mark}" for variable in inner.variables if variable.space != "shared"
        }
        rename |= {formal.name: actual for formal, actual in zip(inner.parameters, passed, strict=False)}
        rename |= {formal.name: actual for formal, actual in zip(inner.returns, returned, strict=False)}
        rename |= {item.name: f"{item.name}{mark}" for item in inner.body if isinstance(item, Label)}
        end = f"$after{mark}"
        for formal in (*inner.parameters, *inner.returns):
            if formal.name not in (*passed, *returned) and rename.get(formal.name) is None:
                rename[formal.name] = f"{formal.name}{mark}"
                variables.append(Variable(f"{formal.name}{mark}", "param", formal.size, formal.align))
        registers |= {rename[name]: kind for name, kind in inner.registers.items()}
        shared_already = {variable.name for variable in variables}
        variables += [
            replace(variable, name=rename.get(variable.name, variable.name))
            for variable in inner.variables
            if variable.space != "shared" or variable.name not in shared_already
        ]
        targets |= {
            f"{name}{mark}": tuple(rename.get(label, label) for label in labels)
            for name, labels in inner.branch_targets.items()
        }
        for item in inner.body:
            if isinstance(item, Label):
                body.append(Label(rename[item.name]))
            elif item.opcode == "ret":
                body.append(replace(item, opcode="bra", modifiers=(), operands=(Symbol(end),), text="bra"))
            else:
                body.append(_renamed(item, rename))
        body.append(Label(end))


def replace_body(
    function: Function,
    body: list[Instruction | Label],
    registers: dict[str, str],
    variables: list[Variable],
    targets: dict[str, tuple[str, ...]],
) -> Function:
    """The same function with another body and its declarations."""
    return Function(
        name=function.name,
        is_entry=function.is_entry,
        parameters=function.parameters,
        returns=function.returns,
        body=body,
        registers=registers,
        variables=variables,
        branch_targets=targets,
        max_threads=function.max_threads,
        defined=True,
    )


def _renamed(instruction: Instruction, rename: Mapping[str, str]) -> Instruction:
    guard = instruction.guard and Register(rename.get(instruction.guard.name, instruction.guard.name))
    pair = instruction.pair and _rename_operand(instruction.pair, rename)
    operands = tuple(_rename_operand(operand, rename) for operand in instruction.operands)
    return replace(instruction, operands=operands, guard=guard, pair=pair)


def _rename_operand(operand: Operand, rename: Mapping[str, str]) -> Operand:
    if isinstance(operand, Register):
        return Register(rename.get(operand.name, operand.name))
    if isinstance(operand, Symbol):
        return Symbol(rename.get(operand.name, operand.name), operand.offset)
    if isinstance(operand, Address):
        base = _rename_operand(operand.base, rename)
        assert not isinstance(base, (Address, Vector, Group))
        return Address(base, operand.offset)
    if isinstance(operand, Vector):
        return Vector(tuple(_rename_operand(item, rename) for item in operand.items))
    if isinstance(operand, Group):
        return Group(tuple(_rename_operand(item, rename) for item in operand.items))
    return operand
