"""Reads the PTX that NVRTC and Clang write (PTX ISA 6.0 to 9.x): one pass over statements, no grammar tables.

Statements end in `;`, except `.loc` and `.file`, which end with their line. Speed matters here, since every grading
pays it: operands are cached by their text, of which a kernel has few different ones.
"""

from __future__ import annotations

import math
import re
import struct
from collections.abc import Iterator
from dataclasses import replace

from grader.emulator.ptx.nodes import (
    CARRY,
    NOWHERE,
    TYPE_BYTES,
    Address,
    Function,
    Group,
    Immediate,
    Instruction,
    Label,
    Location,
    Module,
    Operand,
    Parameter,
    Register,
    Symbol,
    Variable,
    Vector,
)


class PtxSyntaxError(ValueError):
    """The text is not PTX that this reader understands; the message quotes the statement."""


_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|//[^\n]*|/\*.*?\*/', re.S)
_LABEL = re.compile(r"^([$%\w]+)\s*:(?!:)\s*")
_GUARD = re.compile(r"^@(!?)(%?[\w$]+)\s+")
_REG_RANGE = re.compile(r"^(%?[\w$]+)<(\d+)>$")
_INTEGER = re.compile(r"^-?(0[xX][0-9a-fA-F]+|0[bB][01]+|\d+)U?$")
_VARIABLE = re.compile(
    r"^\.(?P<space>global|const|shared|local|param)\s+(?P<attributes>(?:\.(?:align\s+\d+|attribute\s*\([^)]*\)|ptr)\s*)*)"
    r"(?:\.v(?P<lanes>[248])\s+)?\.(?P<type>\w+)\s+(?P<name>[$%\w]+)\s*(?P<dims>(?:\[\d*\])*)\s*(?:=\s*(?P<initial>.*))?$",
    re.S,
)
_PARAMETER = re.compile(
    r"^\.(?:param|reg)\s+(?P<attributes>(?:\.(?:align\s+\d+|ptr|global|shared|const|local)\s*)*)\.(?P<type>\w+)\s+"
    r"(?P<attributes_after>(?:\.(?:align\s+\d+|ptr|global|shared|const|local)\s*)*)(?P<name>[$%\w]+)(?P<dims>(?:\[\d*\])?)$"
)
_ALIGN = re.compile(r"align\s+(\d+)")
_FUNCTION = re.compile(
    r"^(?P<linking>(?:\.(?:visible|extern|weak|common)\s+)*)\.(?P<kind>entry|func)\s*(?P<returns>\([^)]*\))?\s*"
    r"(?P<name>[$%\w]+)\s*(?:\((?P<parameters>[^)]*)\))?(?P<directives>.*)$",
    re.S,
)
_LOC = re.compile(r"\.loc\s+(\d+)\s+(\d+)\s+(\d+)(?:.*\binlined_at\s+(\d+)\s+(\d+)\s+(\d+))?")
_FILE = re.compile(r'\.file\s+(\d+)\s+"((?:[^"\\]|\\.)*)"')
_IGNORED = (".version", ".target", ".address_size", ".pragma", ".section", ".alias")
_READ_CARRY = ("addc", "subc", "madc")
_LINES = (".loc ", ".loc\t", ".file", ".version", ".target", ".address_size")


def _statements(text: str) -> Iterator[str]:
    """Split into statements, with `{` and `}` of scopes on their own; braces of operands stay in their statement."""
    held = ""
    for raw in text.split("\n"):
        line = raw.strip()
        if not line:
            continue
        if not held and line.startswith(_LINES):
            yield line
            continue
        held = f"{held} {line}" if held else line
        while held:
            cut, rest = _cut(held)
            if cut is None:
                break
            if cut:
                yield cut
            held = rest
    if held:
        yield held


def _cut(held: str) -> tuple[str | None, str]:
    """The first whole statement of `held` and what follows it; None when it is not complete yet."""
    if held[0] in "{}":
        return held[0], held[1:].strip()
    end = held.find(";")
    brace = held.find("{")
    if brace >= 0 and (end < 0 or brace < end):
        head = held[:brace].rstrip()
        if _opens_scope(head):
            return head, held[brace:]
    close = held.find("}")
    if held.startswith(".section") and brace >= 0:
        return (None, held) if close < 0 else ("", held[close + 1 :].strip())
    if end < 0:
        label = _LABEL.match(held)
        return (label.group(0).strip(), held[label.end() :]) if label else (None, held)
    label = _LABEL.match(held)
    if label:
        return label.group(0).strip(), held[label.end() :]
    return held[:end].strip(), held[end + 1 :].strip()


def _opens_scope(head: str) -> bool:
    return (".entry" in head or ".func" in head) and "=" not in head


def parse(text: str) -> Module:
    """Parse a PTX file.

    Raises:
        PtxSyntaxError: a statement is not PTX, or a form that this reader does not know.

    """
    text = _COMMENT.sub(lambda found: found.group(0) if found.group(0)[0] == '"' else " ", text)
    return _Reader(text).read()


class _Reader:
    def __init__(self, text: str) -> None:
        self.module = Module()
        self.files: dict[int, str] = {int(number): name for number, name in _FILE.findall(text)}
        self.module.files = self.files
        self.text = text
        self.function: Function | None = None
        self.location = NOWHERE
        self.depth = 0
        self.scopes: list[dict[str, str]] = []
        self.renamed = 0
        self.operands: dict[str, Operand] = {}
        self.places: dict[tuple[str, ...], Location] = {}

    def read(self) -> Module:
        for statement in _statements(self.text):
            if self.function is None:
                self._outside(statement)
            else:
                self._inside(statement)
        _keep_to_own_file(self.module)
        return self.module

    # ---- outside functions

    def _outside(self, statement: str) -> None:
        if statement.startswith(".version"):
            self.module.version = statement.split()[1]
        elif statement.startswith(".target"):
            self.module.target = statement.split(None, 1)[1]
        elif statement == "{":
            self.function = self._last_function
            self.function.defined = True
            self.location = NOWHERE
            self.depth = 1
            self.scopes = [{}]
            self.operands = {}
        elif ".entry" in statement or ".func" in statement:
            self._function_header(statement)
        elif statement.startswith((*_IGNORED, ".file", ".loc ", ".loc\t", "}")):
            return
        else:
            variable = self._variable(statement)
            self.module.variables[variable.name] = variable

    def _function_header(self, statement: str) -> None:
        match = _FUNCTION.match(statement)
        if not match:
            raise PtxSyntaxError(f"not a function header: {statement[:120]}")
        name = match["name"]
        function = Function(
            name=name,
            is_entry=match["kind"] == "entry",
            parameters=self._parameters(match["parameters"] or ""),
            returns=self._parameters((match["returns"] or "").strip("()")),
        )
        function.max_threads = _extent("maxntid", match["directives"])
        function.cluster = _extent("reqnctapercluster", match["directives"]) or 1
        self.module.functions[name] = function
        self._last_function = function

    def _parameters(self, text: str) -> tuple[Parameter, ...]:
        return tuple(self._parameter(part.strip()) for part in text.split(",") if part.strip())

    def _parameter(self, text: str) -> Parameter:
        match = _PARAMETER.match(" ".join(text.split()))
        if not match:
            raise PtxSyntaxError(f"not a parameter: {text[:120]}")
        size = TYPE_BYTES[match["type"]]
        dims = match["dims"]
        align = _ALIGN.search(match["attributes"])
        count = int(dims[1:-1] or 0) if dims else 1
        return Parameter(match["name"], match["type"], size * count, int(align[1]) if align else size, bool(dims))

    def _variable(self, statement: str) -> Variable:
        linking = ""
        while statement.startswith((".visible", ".extern", ".weak", ".common")):
            word, statement = statement.split(None, 1)
            linking += word
        match = _VARIABLE.match(statement)
        if not match:
            raise PtxSyntaxError(f"not a declaration: {statement[:120]}")
        element = TYPE_BYTES[match["type"]] * int(match["lanes"] or 1)
        count = 1
        for dim in re.findall(r"\[(\d*)\]", match["dims"]):
            count *= int(dim or 0)
        align = _ALIGN.search(match["attributes"])
        initial, pointers = self._initial(match["initial"], match["type"])
        size = element * count
        if match["dims"] == "[]" and initial:
            size = len(initial)
        return Variable(
            name=match["name"],
            space=match["space"],
            size=size,
            align=int(align[1]) if align else element,
            initial=initial,
            pointers=pointers,
            extern=".extern" in linking,
            element_bytes=element,
        )

    def _initial(self, text: str | None, kind: str) -> tuple[bytes, tuple[tuple[int, str, int], ...]]:
        if not text:
            return b"", ()
        width = TYPE_BYTES[kind]
        data = bytearray()
        pointers: list[tuple[int, str, int]] = []
        for item in (part.strip() for part in text.replace("{", " ").replace("}", " ").split(",")):
            if not item:
                continue
            value = self._initial_value(item, width, len(data), pointers)
            data += (value & ((1 << (8 * width)) - 1)).to_bytes(width, "little")
        return bytes(data), tuple(pointers)

    def _initial_value(self, item: str, width: int, offset: int, pointers: list[tuple[int, str, int]]) -> int:
        if item[:2] in ("0f", "0F", "0d", "0D"):
            bits = int(item[2:], 16)
            if width == 8 and len(item) == 10:
                return int(struct.unpack("<Q", struct.pack("<d", struct.unpack("<f", struct.pack("<I", bits))[0]))[0])
            return bits
        if _INTEGER.match(item):
            return int(item.rstrip("U"), 0)
        inner = re.sub(r"^generic\((.*)\)$", r"\1", item.replace(" ", ""))
        inner = re.sub(r"^generic\(([^)]*)\)", r"\1", inner)
        match = re.match(r"^([$%\w]+)([+-]\d+)?$", inner)
        if not match:
            raise PtxSyntaxError(f"not an initialiser: {item[:120]}")
        pointers.append((offset, match[1], int(match[2] or 0)))
        return 0

    # ---- inside functions

    def _inside(self, statement: str) -> None:
        assert self.function is not None
        first = statement[0]
        if first == "{":
            self.depth += 1
            self.scopes.append({})
            self.operands = {}
        elif first == "}":
            self.depth -= 1
            self.scopes.pop()
            self.operands = {}
            if self.depth == 0:
                self.function = None
        elif first == ".":
            self._directive(statement)
        elif statement[-1] == ":" and _LABEL.match(statement):
            self.function.body.append(Label(statement[:-1]))
        else:
            self.function.body.append(self._instruction(statement))

    def _directive(self, statement: str) -> None:
        assert self.function is not None
        if statement.startswith((".loc ", ".loc\t")):
            self._locate(statement)
        elif statement.startswith(".reg"):
            self._registers(statement)
        elif statement.startswith(".branchtargets"):
            self._branch_targets(statement)
        elif statement.startswith((".callprototype", *_IGNORED, ".file", ".max", ".min", ".req")):
            return
        else:
            variable = self._variable(statement)
            if self.depth > 1 and variable.space == "param":
                variable = self._rename_variable(variable)
            self.function.variables.append(variable)

    def _branch_targets(self, statement: str) -> None:
        """The list of an indexed branch is named by the label before it, which is no place in the code."""
        assert self.function is not None
        label = self.function.body.pop()
        if not isinstance(label, Label):
            raise PtxSyntaxError(f"branch targets without a name: {statement[:120]}")
        self.function.branch_targets[label.name] = tuple(_split(statement.partition(" ")[2]))

    def _locate(self, statement: str) -> None:
        match = _LOC.match(statement)
        # Line 0 marks code the compiler made up; the line before it is the better answer for a person.
        if match and match[2] != "0":
            self.location = self._place(match.group(1, 2, 3), match.group(4, 5, 6))

    def _place(self, numbers: tuple[str, ...], caller: tuple[str, ...] | None) -> Location:
        """A place by its file's number, line and column; a caller has been named before as a place of its own."""
        number, line, column = map(int, numbers)
        came_from = None
        if caller is not None and caller[0]:
            came_from = self.places.get(caller) or self._place(caller, None)
        made = self.places[numbers] = Location(self.files.get(number, ""), line, column, came_from)
        return made

    def _registers(self, statement: str) -> None:
        assert self.function is not None
        _, kind, names = statement.split(None, 2)
        for item in (part.strip() for part in names.split(",")):
            ranged = _REG_RANGE.match(item)
            if ranged:
                for number in range(int(ranged[2])):
                    self._declare(f"{ranged[1]}{number}", kind[1:])
            else:
                self._declare(item, kind[1:])

    def _declare(self, name: str, kind: str) -> None:
        assert self.function is not None
        if name in self.function.registers and self.depth > 1:
            self.renamed += 1
            self.scopes[-1][name] = f"{name}@{self.renamed}"
            self.operands = {}
            name = f"{name}@{self.renamed}"
        self.function.registers[name] = kind

    def _rename_variable(self, variable: Variable) -> Variable:
        """Parameter variables of calls reuse their names in every call; each becomes a variable of its own."""
        self.renamed += 1
        name = f"{variable.name}@{self.renamed}"
        self.scopes[-1][variable.name] = name
        self.operands = {}
        return Variable(name, variable.space, variable.size, variable.align, element_bytes=variable.element_bytes)

    def _resolve(self, name: str) -> str:
        for scope in reversed(self.scopes):
            if name in scope:
                return scope[name]
        return name

    def _instruction(self, statement: str) -> Instruction:
        assert self.function is not None
        guard, negated = None, False
        rest = statement
        if rest[0] == "@":
            match = _GUARD.match(rest)
            if not match:
                raise PtxSyntaxError(f"not a guard: {statement[:120]}")
            guard, negated = Register(self._resolve(match[2])), match[1] == "!"
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
        for item in _split(text):
            if item[0] == "!":
                operands.append(self._negated(item[1:].strip()))
                continue
            if "|" in item and item[0] not in "[{(":
                item, second = (part.strip() for part in item.split("|"))
                pair = self._operand(second)
            operands.append(self._operand(item))
        return tuple(operands), pair

    def _negated(self, text: str) -> Register:
        """The opposite of a predicate, from an instruction before the one that wants it."""
        assert self.function is not None
        self.renamed += 1
        register = Register(f"%not@{self.renamed}")
        self.function.registers[register.name] = "pred"
        operands = (register, self._operand(text))
        self.function.body.append(Instruction("not", ("pred",), operands, location=self.location, text=f"!{text}"))
        return register

    def _operand(self, text: str) -> Operand:
        cached = self.operands.get(text)
        if cached is None:
            cached = self.operands[text] = self._read_operand(text)
        return cached

    def _read_operand(self, text: str) -> Operand:
        first = text[0]
        if first == "%":
            return Register(self._resolve(text))
        if first == "[":
            return self._address(text[1:-1].strip())
        if first == "{":
            return Vector(tuple(self._operand(item) for item in _split(text[1:-1])))
        if first == "(":
            return Group(tuple(self._operand(item) for item in _split(text[1:-1])))
        return self._constant_or_symbol(text)

    def _constant_or_symbol(self, text: str) -> Operand:
        if text[:2] in ("0f", "0F") and len(text) == 10:
            return Immediate(int(text[2:], 16), 32)
        if text[:2] in ("0d", "0D") and len(text) == 18:
            return Immediate(int(text[2:], 16), 64)
        if _INTEGER.match(text):
            return Immediate(int(text.rstrip("U"), 0))
        base, sign, offset = _offset(text)
        name = self._resolve(base)
        assert self.function is not None
        if name in self.function.registers:
            return Register(name)
        return Symbol(name, sign * offset)

    def _address(self, text: str) -> Operand:
        if "," in text:
            # A texture and a place in it.
            return Vector(tuple(self._operand(item) for item in _split(text)))
        base, sign, offset = _offset(text)
        operand = self._operand(base)
        if isinstance(operand, Symbol):
            return Address(Symbol(operand.name), operand.offset + sign * offset)
        if isinstance(operand, (Register, Immediate)):
            return Address(operand, sign * offset)
        raise PtxSyntaxError(f"not an address: [{text}]")


def _keep_to_own_file(module: Module) -> None:
    """What happens inside a header's functions happens on the line that calls them, in the file of the kernels.

    Code that is not optimised does not say which line that is: there it is the next one that is named.
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


def _outermost(item: Instruction | Label) -> Location | None:
    """Where an instruction is after all that the compiler has put into one another."""
    place = item.location if isinstance(item, Instruction) else NOWHERE
    while place.caller is not None:
        place = place.caller
    return place if place.line else None


def _extent(directive: str, text: str) -> int | None:
    """The product of a directive's one to three numbers."""
    found = re.search(rf"\.{directive}\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?", text)
    return math.prod(int(part) for part in found.groups() if part) if found else None


def _offset(text: str) -> tuple[str, int, int]:
    """Split `base+12`, `base+-12` and `base-12` into base, sign and distance."""
    match = re.match(r"^([%$\w.@]+|0[xX][0-9a-fA-F]+)\s*([+-])\s*(-?(?:0[xX][0-9a-fA-F]+|\d+))$", text)
    if not match:
        return text, 1, 0
    return match[1], 1 if match[2] == "+" else -1, int(match[3], 0)


def _split(text: str) -> list[str]:
    """Split at commas that are not inside brackets."""
    if not text:
        return []
    if "{" not in text and "(" not in text and "[" not in text:
        return [part.strip() for part in text.split(",") if part.strip()]
    parts, depth, start = [], 0, 0
    for index, sign in enumerate(text):
        if sign in "{([":
            depth += 1
        elif sign in "})]":
            depth -= 1
        elif sign == "," and depth == 0:
            parts.append(text[start:index].strip())
            start = index + 1
    parts.append(text[start:].strip())
    return [part for part in parts if part]
