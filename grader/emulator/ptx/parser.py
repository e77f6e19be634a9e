"""Reads the PTX that NVRTC and Clang write (PTX ISA 6.0 to 9.x): one pass over statements, no grammar tables.

Speed matters here, since every grading pays it. What needs no more than the text has modules of its own: how it is cut
(`statements`), functions and variables (`declarations`), operands (`operands`), places in the source (`locations`).
"""

from __future__ import annotations

import re

from grader.emulator.ptx.declarations import read_function, read_variable
from grader.emulator.ptx.locations import Locations, keep_to_own_file
from grader.emulator.ptx.nodes import CARRY, NOWHERE, Function, Instruction, Label, Module, Operand, Register, Variable
from grader.emulator.ptx.operands import Operands
from grader.emulator.ptx.statements import LABEL, PtxSyntaxError, split_list, statements, without_comments

_GUARD = re.compile(r"^@(!?)(%?[\w$]+)\s+")
_REG_RANGE = re.compile(r"^(%?[\w$]+)<(\d+)>$")
_IGNORED = (".version", ".target", ".address_size", ".pragma", ".section", ".alias")
_READ_CARRY = ("addc", "subc", "madc")


def parse(text: str) -> Module:
    """Parse a PTX file.

    Raises:
        PtxSyntaxError: a statement is not PTX, or a form that this reader does not know.

    """
    return _Reader(without_comments(text)).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.module = Module()
        self.text = text
        self.locations = Locations(text)
        self.module.files = self.locations.files
        self.header: Function | None = None
        self.function: Function | None = None
        self.location = NOWHERE
        self.operands = Operands()

    def read(self) -> Module:
        for statement in statements(self.text):
            if self.function is None:
                self._outside(statement)
            else:
                self._inside(statement)
        keep_to_own_file(self.module)
        return self.module

    # ---- outside functions

    def _outside(self, statement: str) -> None:
        if statement.startswith(".version"):
            self.module.version = statement.split()[1]
        elif statement.startswith(".target"):
            self.module.target = statement.split(None, 1)[1]
        elif statement == "{":
            self._begin_body()
        elif ".entry" in statement or ".func" in statement:
            self.header = read_function(statement)
            self.module.functions[self.header.name] = self.header
        elif statement.startswith((*_IGNORED, ".file", ".loc ", ".loc\t", "}")):
            return
        else:
            variable = read_variable(statement)
            self.module.variables[variable.name] = variable

    def _begin_body(self) -> None:
        if self.header is None:
            raise PtxSyntaxError("a body without a function")
        self.function = self.header
        self.function.defined = True
        self.location = NOWHERE
        self.operands.begin(self.function)

    # ---- inside functions

    def _inside(self, statement: str) -> None:
        assert self.function is not None
        first = statement[0]
        if first == "{":
            self.operands.open_scope()
        elif first == "}":
            self.operands.close_scope()
            if self.operands.depth == 0:
                self.function = None
        elif first == ".":
            self._directive(statement)
        elif statement[-1] == ":" and LABEL.match(statement):
            self.function.body.append(Label(statement[:-1]))
        else:
            self.function.body.append(self._instruction(statement))

    def _directive(self, statement: str) -> None:
        assert self.function is not None
        if statement.startswith((".loc ", ".loc\t")):
            self.location = self.locations.named(statement) or self.location
        elif statement.startswith(".reg"):
            self._registers(statement)
        elif statement.startswith(".branchtargets"):
            self._branch_targets(statement)
        elif statement.startswith((".callprototype", *_IGNORED, ".file", ".max", ".min", ".req")):
            return
        else:
            variable = read_variable(statement)
            if self.operands.depth > 1 and variable.space == "param":
                variable = self._rename_variable(variable)
            self.function.variables.append(variable)

    def _branch_targets(self, statement: str) -> None:
        """The list of an indexed branch is named by the label before it, which is no place in the code."""
        assert self.function is not None
        label = self.function.body.pop()
        if not isinstance(label, Label):
            raise PtxSyntaxError(f"branch targets without a name: {statement[:120]}")
        self.function.branch_targets[label.name] = tuple(split_list(statement.partition(" ")[2]))

    def _registers(self, statement: str) -> None:
        assert self.function is not None
        _, kind, names = statement.split(None, 2)
        for item in (part.strip() for part in names.split(",")):
            ranged = _REG_RANGE.match(item)
            if ranged:
                for number in range(int(ranged[2])):
                    self.operands.declare(f"{ranged[1]}{number}", kind[1:])
            else:
                self.operands.declare(item, kind[1:])

    def _rename_variable(self, variable: Variable) -> Variable:
        """Parameter variables of calls reuse their names in every call; each becomes a variable of its own."""
        name = self.operands.rename(variable.name)
        return Variable(name, variable.space, variable.size, variable.align, element_bytes=variable.element_bytes)

    def _instruction(self, statement: str) -> Instruction:
        assert self.function is not None
        guard, negated = None, False
        rest = statement
        if rest[0] == "@":
            match = _GUARD.match(rest)
            if not match:
                raise PtxSyntaxError(f"not a guard: {statement[:120]}")
            guard, negated = Register(self.operands.resolve(match[2])), match[1] == "!"
            rest = rest[match.end() :]
        head, _, tail = rest.partition(" ") if " " in rest.split("\t")[0] else rest.partition("\t")
        parts = head.split(".")
        operands, pair = self._operand_list(tail)
        opcode, modifiers = parts[0], tuple(parts[1:])
        if opcode in _READ_CARRY or "cc" in modifiers:
            self.function.registers[CARRY.name] = "pred"
            operands += (CARRY,) if opcode in _READ_CARRY else ()
            pair = CARRY if "cc" in modifiers else None
        return Instruction(
            opcode, modifiers, operands, guard, negated, self.location, " ".join(statement.split()), pair
        )

    def _operand_list(self, text: str) -> tuple[tuple[Operand, ...], Operand | None]:
        pair: Operand | None = None
        operands: list[Operand] = []
        for item in split_list(text):
            if item[0] == "!":
                operands.append(self._negated(item[1:].strip()))
                continue
            if "|" in item and item[0] not in "[{(":
                item, second = (part.strip() for part in item.split("|"))
                pair = self.operands.read(second)
            operands.append(self.operands.read(item))
        return tuple(operands), pair

    def _negated(self, text: str) -> Register:
        """The opposite of a predicate, from an instruction before the one that wants it."""
        assert self.function is not None
        register = self.operands.fresh_predicate()
        operands = (register, self.operands.read(text))
        self.function.body.append(Instruction("not", ("pred",), operands, location=self.location, text=f"!{text}"))
        return register
