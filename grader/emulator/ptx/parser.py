"""Parse the PTX that NVRTC and Clang write (PTX ISA 6.0 to 9.x): one pass over statements, no grammar tables.

Speed matters: every grading parses PTX. Other modules split the text and parse declarations (`statements`), and parse
operands (`operands`). `Locations` below reads places in the source.
"""

from __future__ import annotations

import re
from dataclasses import replace

from grader.emulator.ptx.nodes import (
    CARRY,
    NOWHERE,
    TYPE_BYTES,
    Function,
    Instruction,
    Label,
    Module,
    Operand,
    Register,
    SourceLocation,
    Symbol,
)
from grader.emulator.ptx.operands import Operands, require_shape
from grader.emulator.ptx.statements import (
    LABEL,
    PtxSyntaxError,
    read_function,
    read_variable,
    split_list,
    statements,
    without_comments,
)
from grader.emulator.result import Unsupported

_GUARD = re.compile(r"^@(!?)(%?[\w$]+)\s+")
_REG_RANGE = re.compile(r"^(%?[\w$]+)<(\d{1,20})>$")
_REG_NAME = re.compile(r"%?[\w$]+")
_IGNORED = (".version", ".target", ".address_size", ".pragma", ".section", ".alias")
_READ_CARRY = ("addc", "subc", "madc")
MOST_REGISTERS = 1 << 17
"""Limit for one function; the largest that machine code is generated from have a tenth of it."""
MOST_CHARACTERS = 1 << 26


def parse(text: str) -> Module:
    """Parse a PTX file.

    Raises:
        PtxSyntaxError: a statement is not PTX, or has a form that this parser does not know.
        Unsupported: the text is too long, or a function has too many registers.

    """
    if len(text) > MOST_CHARACTERS:
        raise Unsupported(f"PTX of {len(text):,} characters")
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
        # Where each open inner scope begins in the body, and the labels of closed scopes.
        self.scopes: list[int] = []
        self.labels: set[str] = set()

    def read(self) -> Module:
        for statement in statements(self.text):
            if self.function is None:
                self._outside(statement)
            else:
                self._inside(statement)
        if self.function is not None:
            raise PtxSyntaxError(f"{self.function.name} does not end")
        keep_to_own_file(self.module)
        return self.module

    # ---- outside functions

    def _outside(self, statement: str) -> None:
        if statement.startswith(".version"):
            self.module.version = statement.removeprefix(".version").strip()
        elif statement.startswith(".target"):
            self.module.target = statement.removeprefix(".target").strip()
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
        self.scopes, self.labels = [], set()

    # ---- inside functions

    def _inside(self, statement: str) -> None:
        assert self.function is not None
        first = statement[0]
        if first == "{":
            self.operands.open_scope()
            self.scopes.append(len(self.function.body))
        elif first == "}":
            self.operands.close_scope()
            if self.operands.depth == 0:
                self._end_body()
            else:
                self._close_scope()
        elif first == ".":
            self._directive(statement)
        elif statement[-1] == ":" and LABEL.match(statement):
            self.function.body.append(Label(statement[:-1].strip()))
        else:
            self.function.body.append(self._instruction(statement))

    def _directive(self, statement: str) -> None:
        assert self.function is not None
        if statement.startswith((".loc ", ".loc\t")):
            self.location = self.locations.named(statement) or self.location
        elif statement.startswith(".reg"):
            self._registers(statement)
        elif statement.startswith(".branchtargets"):
            # The label before it names this list of an indexed branch, not a place in the code.
            label = self.function.body.pop() if self.function.body else None
            if not isinstance(label, Label):
                raise PtxSyntaxError(f"branch targets without a name: {statement[:120]}")
            self.function.branch_targets[label.name] = tuple(split_list(statement.partition(" ")[2]))
        elif statement.startswith((".callprototype", *_IGNORED, ".file", ".max", ".min", ".req")):
            return
        else:
            variable = read_variable(statement)
            if self.operands.depth > 1 and variable.space == "param":
                # Every call uses the same names again.
                variable = replace(variable, name=self.operands.rename(variable.name))
            self.function.variables.append(variable)

    def _close_scope(self) -> None:
        """Rename labels of this scope that the function also has elsewhere: labels are local to their scope."""
        assert self.function is not None
        body, start = self.function.body, self.scopes.pop()
        mine = {item.name for item in body[start:] if isinstance(item, Label)}
        renamed = {name: self.operands.fresh_name(name) for name in mine & self.labels}
        self.labels |= mine
        if renamed:
            body[start:] = [_relabelled(item, renamed) for item in body[start:]]

    def _end_body(self) -> None:
        """Check that labels are unique and that every branch has a target."""
        function = self.function
        assert function is not None
        labels = [item.name for item in function.body if isinstance(item, Label)]
        places = set(labels)
        if len(places) < len(labels):
            raise PtxSyntaxError(f"two labels of one name in {function.name}")
        targets = {name for names in function.branch_targets.values() for name in names}
        for item in function.body:
            if not isinstance(item, Instruction) or item.opcode not in ("bra", "brx"):
                continue
            target = item.operands[-1]
            assert isinstance(target, Symbol)
            if item.opcode == "bra":
                targets.add(target.name)
            elif not function.branch_targets.get(target.name):
                raise PtxSyntaxError(f"no such list of targets: {item.text[:120]}")
        if not targets <= places:
            raise PtxSyntaxError(f"no such label in {function.name}: {min(targets - places)[:120]}")
        self.function = None

    def _registers(self, statement: str) -> None:
        assert self.function is not None
        kind, names = (*statement.removeprefix(".reg").split(None, 1), "", "")[:2]
        if kind[1:] not in TYPE_BYTES:
            raise PtxSyntaxError(f"not registers of a type that is known: {statement[:120]}")
        for item in (part.strip() for part in names.split(",")):
            ranged = _REG_RANGE.match(item)
            count = int(ranged[2]) if ranged else 1
            if len(self.function.registers) + count > MOST_REGISTERS:
                raise Unsupported(f"more than {MOST_REGISTERS:,} registers in {self.function.name}")
            if ranged:
                for number in range(count):
                    self.operands.declare(f"{ranged[1]}{number}", kind[1:])
            elif _REG_NAME.fullmatch(item):
                self.operands.declare(item, kind[1:])
            else:
                raise PtxSyntaxError(f"not a register's name: {statement[:120]}")

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
        made = Instruction(
            opcode, modifiers, operands, guard, negated, self.location, " ".join(statement.split()), pair
        )
        require_shape(made)
        if opcode in _READ_CARRY or "cc" in modifiers:
            self.function.registers[CARRY.name] = "pred"
            operands += (CARRY,) if opcode in _READ_CARRY else ()
            made = replace(made, operands=operands, pair=CARRY if "cc" in modifiers else None)
        return made

    def _operand_list(self, text: str) -> tuple[tuple[Operand, ...], Operand | None]:
        pair: Operand | None = None
        operands: list[Operand] = []
        for item in split_list(text):
            if item[0] == "!":
                operands.append(self._negated(item[1:].strip()))
                continue
            if "|" in item and item[0] not in "[{(":
                item, _, second = (part.strip() for part in item.partition("|"))
                pair = self.operands.read(second)
            operands.append(self.operands.read(item))
        return tuple(operands), pair

    def _negated(self, text: str) -> Register:
        """Negate a predicate by an instruction before the one that uses it."""
        assert self.function is not None
        register = self.operands.fresh_predicate()
        operands = (register, self.operands.read(text))
        self.function.body.append(Instruction("not", ("pred",), operands, location=self.location, text=f"!{text}"))
        return register


def _relabelled(item: Instruction | Label, renamed: dict[str, str]) -> Instruction | Label:
    if isinstance(item, Label):
        return Label(renamed.get(item.name, item.name))
    target = item.operands[0] if item.opcode == "bra" else None
    if isinstance(target, Symbol) and target.name in renamed:
        return replace(item, operands=(Symbol(renamed[target.name]),))
    return item


_LOC = re.compile(r"\.loc\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9})(?:.*\binlined_at\s+(\d{1,9})\s+(\d{1,9})\s+(\d{1,9}))?")
_FILE = re.compile(r'\.file\s+(\d{1,9})\s+"((?:[^"\\]|\\.)*)"')


class Locations:
    """Source locations that the `.loc` statements of a file name. Each is created once."""

    def __init__(self, text: str) -> None:
        self.files: dict[int, str] = {int(number): name for number, name in _FILE.findall(text)}
        self._places: dict[tuple[str, ...], SourceLocation] = {}

    def named(self, statement: str) -> SourceLocation | None:
        """Return the place that a `.loc` names, or None if it does not help a reader."""
        match = _LOC.match(statement)
        # Line 0 marks code that the compiler generated; the line before it is more useful to a reader.
        if match and match[2] != "0":
            return self._place(match.group(1, 2, 3), match.group(4, 5, 6))
        return None

    def _place(self, numbers: tuple[str, ...], caller: tuple[str, ...] | None) -> SourceLocation:
        """Return a place by its file number, line and column. A caller usually has its own `.loc` before."""
        number, line, column = map(int, numbers)
        came_from = None
        if caller is not None and caller[0]:
            came_from = self._places.get(caller) or self._place(caller, None)
        made = self._places[numbers] = SourceLocation(self.files.get(number, ""), line, column, came_from)
        return made


def keep_to_own_file(module: Module) -> None:
    """Attribute code in headers to the line that calls it, in the kernels' own file.

    Unoptimised code does not name that line: the next named line is used.
    """
    kernel = next(iter(module.kernels), None)
    places = (_outermost(item) for item in kernel.body) if kernel else ()
    own = next((place.file for place in places if place is not None), "")
    for function in module.functions.values() if own else ():
        following = NOWHERE
        for number in range(len(function.body) - 1, -1, -1):
            item = function.body[number]
            if not isinstance(item, Instruction) or not item.location.line:
                continue
            if item.location.file != own:
                within = item.location.within(own)
                item = replace(item, location=within if within.file == own or not following.line else following)
                function.body[number] = item
            following = item.location if item.location.file == own else following


def _outermost(item: Instruction | Label) -> SourceLocation | None:
    """Return an instruction's outermost call site after inlining, or None without a line."""
    place = item.location if isinstance(item, Instruction) else NOWHERE
    while place.caller is not None:
        place = place.caller
    return place if place.line else None
