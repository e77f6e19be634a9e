"""Inline device functions into their callers, so that barriers in them work like any other.

Functions that may call themselves or be called through a pointer are placed once each behind the kernel's own code.
After this pass only calls of those, of `vprintf`, of `__assertfail` and of functions without a body remain.
"""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from grader.emulator.native.records import MOST_SITES
from grader.emulator.ptx.nodes import (
    CARRY,
    Address,
    Function,
    Instruction,
    Label,
    Module,
    Operand,
    OperandGroup,
    Outlined,
    PtxParameter,
    Register,
    Symbol,
    Variable,
    Vector,
    leaves,
    reached,
)
from grader.emulator.result import Unsupported

LONG = 5000
"""Above this many instructions after inlining, functions with several call sites are no longer copied."""


def callee(instruction: Instruction) -> Symbol | None:
    """Return the function that a call names, or None for a call through a register."""
    for operand in instruction.operands:
        if isinstance(operand, Symbol):
            return operand
        if isinstance(operand, Register):
            return None
    return None


def call_arguments(instruction: Instruction) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the parameter variables that a call returns into, and those that it passes."""
    groups: list[tuple[str, ...]] = []
    before_name: tuple[str, ...] = ()
    named = False
    for operand in instruction.operands:
        if isinstance(operand, OperandGroup):
            names = tuple(item.name for item in operand.items if isinstance(item, (Symbol, Register)))
            if named:
                groups.append(names)
            else:
                before_name = names
        elif not named:
            named = True
    return before_name, groups[0] if groups else ()


def by_address(module: Module) -> list[str]:
    """Return the defined functions whose address is in an initial value or in an instruction other than a call."""
    named = {name for variable in module.variables.values() for _, name, _ in variable.pointers}
    for function in module.functions.values():
        for item in function.instructions:
            operands = item.operands[1:] if item.opcode != "call" else ()
            named |= {leaf.name for operand in operands for leaf, _ in leaves(operand) if isinstance(leaf, Symbol)}
    return [name for name, function in module.functions.items() if function.defined and name in named]


def outlined_names(module: Module, kernel: Function) -> list[str]:
    """Return the functions that a kernel may call and that must stay functions, in the module's order."""
    pointed = by_address(module)
    called = functools.cache(lambda name: _called(module, module.functions[name], pointed))
    calls = reached([kernel.name], called)
    through_pointer = any(_is_indirect(item) for name in calls for item in module.functions[name].instructions)
    kept = set(pointed) if through_pointer else set()
    kept |= {name for name in calls if name in reached(called(name), called)}
    targets = {
        name: [callee(item) for item in module.functions[name].instructions if item.opcode == "call"] for name in calls
    }
    sites = {name: Counter(target.name for target in found if target is not None) for name, found in targets.items()}
    if _pasted_length(module, kernel.name, sites, kept) > LONG:
        often = sum(sites.values(), Counter[str]())
        kept |= {name for name in calls if often[name] > 1}
    return [name for name in module.functions if name in kept and name in calls]


def _pasted_length(module: Module, kernel: str, sites: Mapping[str, Mapping[str, int]], kept: Collection[str]) -> int:
    """Return a kernel's length after inlining all functions except those in `kept`."""
    lengths = dict.fromkeys(kept, 0)
    waiting = [kernel]
    while waiting:
        name = waiting[-1]
        pasted = {called: count for called, count in sites[name].items() if called in sites}
        missing = [called for called in pasted if called not in lengths]
        if missing:
            waiting += missing
            continue
        waiting.pop()
        own = len(module.functions[name].body)
        lengths[name] = own + sum(count * lengths[called] for called, count in pasted.items())
    return lengths[kernel]


def _called(module: Module, function: Function, pointed: list[str]) -> set[str]:
    names: set[str] = set()
    for item in function.instructions:
        target = callee(item) if item.opcode == "call" else None
        if target is not None and target.name in module.functions and module.functions[target.name].defined:
            names.add(target.name)
        elif _is_indirect(item):
            names |= set(pointed)
    return names


def _is_indirect(item: Instruction) -> bool:
    return item.opcode == "call" and callee(item) is None


# Limit for the depth of nested calls.
_MOST_NESTED = 200


def inline_calls(module: Module, function: Function) -> Function:
    """Return a copy of the function with every direct call to a defined, inlinable function replaced by its body.

    Raises:
        Unsupported: the result is longer than a kernel may be, or calls are nested too deep.

    """
    _require_length(function.body)
    if not any(item.opcode == "call" for item in function.instructions):
        return function
    kept = outlined_names(module, function)
    places = (item.location for item in function.instructions if item.location.line)
    inliner = _Inliner(module, frozenset(kept), next((place.file for place in places), ""))
    whole = inliner.expand(function)
    if kept:
        # A kernel without a return at its end must not run into the functions behind it.
        last = next(reversed(whole.instructions), None)
        if last is None or isinstance(whole.body[-1], Label) or last.guard or last.opcode not in ("ret", "exit", "bra"):
            whole.body.append(Instruction("ret", (), (), text="ret"))
        pointed = by_address(module)
        whole.outlined = tuple(inliner.outline(whole, name, name in pointed) for name in kept)
        _require_length(whole.body)
    return whole


def _require_length(body: Sequence[Instruction | Label]) -> None:
    if len(body) > MOST_SITES:
        raise Unsupported(f"a kernel of more than {MOST_SITES:,} instructions, with the functions that it calls")


class _Inliner:
    def __init__(self, module: Module, kept: frozenset[str], own_file: str) -> None:
        self.module, self.kept, self.own_file = module, kept, own_file
        self.copies = 0

    def outline(self, kernel: Function, name: str, pointed: bool) -> Outlined:
        """Append a function's own body to the kernel's; its `ret` names the function."""
        inner = self.expand(self.module.functions[name])
        self.copies += 1
        mark = f"~{self.copies}"
        rename = _marked(inner, mark)
        parameters, returns = (
            tuple(_variable(formal, mark) for formal in formals) for formals in (inner.parameters, inner.returns)
        )
        rename |= {formal.name: f"{formal.name}{mark}" for formal in (*inner.parameters, *inner.returns)}
        entry = f"$entry{mark}"
        kernel.body.append(Label(entry))
        for item in inner.body:
            if isinstance(item, Label):
                kernel.body.append(Label(rename[item.name]))
            elif item.opcode == "ret":
                kernel.body.append(replace(item, operands=(Symbol(name),)))
            else:
                kernel.body.append(_renamed(item, rename))
        kernel.body.append(Instruction("ret", (), (Symbol(name),), text="ret"))
        self._declare(kernel, inner, rename, mark, spaces=("shared",))
        return Outlined(
            name=name,
            entry=entry,
            parameters=parameters,
            returns=returns,
            variables=tuple(
                replace(variable, name=rename[variable.name])
                for variable in inner.variables
                if variable.space in ("local", "param")
            ),
            address=list(self.module.functions).index(name) if pointed else None,
        )

    def expand(self, function: Function, depth: int = 0) -> Function:
        """Return a copy with calls replaced by bodies."""
        if depth > _MOST_NESTED:
            raise Unsupported(f"more than {_MOST_NESTED} calls in one another")
        made = replace(
            function, body=[], registers=dict(function.registers), variables=list(function.variables),
            branch_targets=dict(function.branch_targets), defined=True,
        )  # fmt: skip
        for item in function.body:
            name = callee(item) if isinstance(item, Instruction) and item.opcode == "call" else None
            target = self.module.functions.get(name.name) if name else None
            if target is None or not target.defined or target.name in self.kept:
                made.body.append(item)
                continue
            assert isinstance(item, Instruction)
            self._paste(item, self.expand(target, depth + 1), made)
            _require_length(made.body)
        return made

    def _paste(self, call: Instruction, inner: Function, made: Function) -> None:
        """Append a function's body to that of `made`, in the place of a call."""
        self.copies += 1
        mark, body = f"~{self.copies}", made.body
        returned, passed = call_arguments(call)
        rename = _marked(inner, mark)
        rename |= {formal.name: actual for formal, actual in zip(inner.parameters, passed, strict=False)}
        rename |= {formal.name: actual for formal, actual in zip(inner.returns, returned, strict=False)}
        end = f"$after{mark}"
        for formal in (*inner.parameters, *inner.returns):
            if formal.name not in (*passed, *returned) and rename.get(formal.name) is None:
                rename[formal.name] = f"{formal.name}{mark}"
                made.variables.append(_variable(formal, mark))
        self._declare(made, inner, rename, mark, spaces=("shared", "local", "param"))
        if call.guard is not None:
            past = replace(call, opcode="bra", modifiers=(), operands=(Symbol(end),), text="bra")
            body.append(replace(past, guard_negated=not call.guard_negated))
        for item in inner.body:
            if isinstance(item, Instruction) and item.location.file != self.own_file:
                # Code of headers and of the compiler's own functions is attributed to the line of the call.
                item = replace(item, location=call.location)
            if isinstance(item, Label):
                body.append(Label(rename[item.name]))
            elif item.opcode == "ret":
                body.append(replace(item, opcode="bra", modifiers=(), operands=(Symbol(end),), text="bra"))
            else:
                body.append(_renamed(item, rename))
        body.append(Label(end))

    def _declare(
        self, made: Function, inner: Function, rename: Mapping[str, str], mark: str, *, spaces: tuple[str, ...]
    ) -> None:
        """Add an inlined body's declarations to those of `made`; shared variables are the same in every copy."""
        made.registers |= {rename.get(name, name): kind for name, kind in inner.registers.items()}
        already = {variable.name for variable in made.variables}
        made.variables += [
            replace(variable, name=rename.get(variable.name, variable.name))
            for variable in inner.variables
            if variable.space in spaces and (variable.space != "shared" or variable.name not in already)
        ]
        made.branch_targets |= {
            f"{name}{mark}": tuple(rename.get(label, label) for label in labels)
            for name, labels in inner.branch_targets.items()
        }


def _marked(inner: Function, mark: str) -> dict[str, str]:
    """Return new names for everything a body declares, except shared variables and the condition code."""
    names = [name for name in inner.registers if name != CARRY.name]
    names += [variable.name for variable in inner.variables if variable.space != "shared"]
    names += [item.name for item in inner.body if isinstance(item, Label)]
    return {name: f"{name}{mark}" for name in (*names, *inner.branch_targets)}


def _variable(formal: PtxParameter, mark: str) -> Variable:
    return Variable(f"{formal.name}{mark}", "param", formal.size, formal.align)


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
        assert not isinstance(base, (Address, Vector, OperandGroup))
        return Address(base, operand.offset)
    if isinstance(operand, (Vector, OperandGroup)):
        return type(operand)(tuple(_rename_operand(item, rename) for item in operand.items))
    return operand
