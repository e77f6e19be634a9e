"""Parse operands of a function's instructions, with scopes for names."""

from __future__ import annotations

import re
import struct
from functools import cache, lru_cache

from grader.emulator.ptx.nodes import (
    Address,
    Function,
    Immediate,
    Instruction,
    Operand,
    OperandGroup,
    Register,
    Symbol,
    Vector,
)
from grader.emulator.ptx.statements import PtxSyntaxError, integer, number, split_list

# The emulator's own names (`x@2`, `x~1`) are not identifiers, so PTX text cannot refer to them.
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_REGISTER = re.compile(r"%[\w$]+(?:\.[xyzw])?")
_REAL = re.compile(r"-?\d+\.\d*(?:[eE][+-]?\d{1,4})?")
_OFFSET = re.compile(r"([%$\w.]+)\s*([+-])\s*(-?\w+)")

WARP_SIZE = 32


class Operands:
    """Parser of operands, for one function at a time. Each different text is parsed once.

    Registers and parameter variables that an inner scope declares again are renamed.
    """

    def __init__(self) -> None:
        self._renamed = 0
        self.begin(Function("", False, ()))

    def begin(self, function: Function) -> None:
        """Start to read the operands of `function`."""
        self._function = function
        self._scopes: list[dict[str, str]] = [{}]
        self._known: dict[str, Operand] = {}

    @property
    def depth(self) -> int:
        """The number of open scopes: 1 in the body, 0 after its end."""
        return len(self._scopes)

    def open_scope(self) -> None:
        """Open a scope for the names declared next."""
        self._scopes.append({})
        self._known = {}

    def close_scope(self) -> None:
        """Close the innermost scope: names mean again what they meant before."""
        self._scopes.pop()
        self._known = {}

    def declare(self, name: str, kind: str) -> None:
        """Declare a register of the function."""
        if name in self._function.registers and self.depth > 1:
            name = self.rename(name)
        self._function.registers[name] = kind

    def rename(self, name: str) -> str:
        """Give `name` a unique new name in the innermost scope and return it."""
        self._scopes[-1][name] = self.fresh_name(name)
        self._known = {}
        return self._scopes[-1][name]

    def fresh_name(self, name: str) -> str:
        """Return a name that is not in the text."""
        self._renamed += 1
        return f"{name}@{self._renamed}"

    def fresh_predicate(self) -> Register:
        """Declare and return a predicate that is not in the text."""
        register = Register(self.fresh_name("%not"))
        self._function.registers[register.name] = "pred"
        return register

    def resolve(self, name: str) -> str:
        """Return the current meaning of a name."""
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return name

    def read(self, text: str) -> Operand:
        """Return the operand that a text means. Raises `PtxSyntaxError` if it is not an operand."""
        cached = self._known.get(text)
        if cached is None:
            cached = self._known[text] = self._read_anew(text)
        return cached

    def _read_anew(self, text: str) -> Operand:
        first = text[:1]
        if first == "%" and _REGISTER.fullmatch(text):
            return Register(self.resolve(text))
        if first == "[":
            return self._address(text[1:-1].strip())
        if first == "{":
            items = tuple(self.read(item) for item in split_list(text[1:-1]))
            if not items:
                raise PtxSyntaxError("an empty pair of braces")
            return Vector(items)
        if first == "(":
            return OperandGroup(tuple(self.read(item) for item in split_list(text[1:-1])))
        return self._constant_or_symbol(text)

    def _constant_or_symbol(self, text: str) -> Operand:
        if text[:2] in ("0f", "0F") and len(text) == 10:
            return Immediate(number(f"0x{text[2:]}"), 32)
        if text[:2] in ("0d", "0D") and len(text) == 18:
            return Immediate(number(f"0x{text[2:]}"), 64)
        value = integer(text)
        if value is not None:
            return Immediate(value)
        if _REAL.fullmatch(text):
            return Immediate(struct.unpack("<Q", struct.pack("<d", float(text)))[0], 64)
        if text == "WARP_SZ":
            return Immediate(WARP_SIZE)
        base, sign, offset = _offset(text)
        if not _NAME.fullmatch(base):
            raise PtxSyntaxError(f"not an operand: {text[:120]}")
        name = self.resolve(base)
        if name in self._function.registers:
            return Register(name)
        return Symbol(name, sign * offset)

    def _address(self, text: str) -> Operand:
        if "," in text:
            # A texture and coordinates in it.
            return Vector(tuple(self.read(item) for item in split_list(text)))
        base, sign, offset = _offset(text)
        if base.startswith("["):
            raise PtxSyntaxError(f"not an address: [{text[:120]}]")
        operand = self.read(base)
        if isinstance(operand, Symbol):
            return Address(Symbol(operand.name), sign * offset)
        if isinstance(operand, (Register, Immediate)):
            return Address(operand, sign * offset)
        raise PtxSyntaxError(f"not an address: [{text}]")


def _offset(text: str) -> tuple[str, int, int]:
    """Split `base+12`, `base+-12` and `base-12` into base, sign and distance."""
    match = _OFFSET.fullmatch(text)
    if not match:
        return text, 1, 0
    distance = number(match[3])
    if not -(1 << 31) <= distance < 1 << 32:
        raise PtxSyntaxError(f"an offset of more than 32 bits: {text[:120]}")
    return match[1], 1 if match[2] == "+" else -1, distance


_BY_SHAPE = {
    "d s": "abs neg not cnot popc clz brev bfind rcp sqrt rsqrt ex2 lg2 sin cos tanh testp cvta isspacep getctarank "
           "elect mbarrier.pending_count",
    "d s s": "add sub addc subc mul div rem min max and or xor shl shr copysign szext bmsk mul24 vote match redux mapa",
    "d s s s": "mad madc fma sad mad24 bfe prmt selp slct shf dp4a dp2a fns",
    "d s s s?": "set setp bar.red barrier.red",
    "d s s s s": "bfi shfl", "d s s s s s?": "lop3",
    "v s s? s? s?": "cvt", "v v": "mov movmatrix", "d": "activemask stacksave", "d *": "createpolicy",
    "v a s?": "ld ldu ldmatrix wmma.load", "a v s?": "st red stmatrix wmma.store", "d a v v? s?": "atom",
    "d a s s s?": "atom.cas",
    "v v v v": "wmma.mma", "v v v v *": "mma",
    "l": "bra", "s l": "brx", "": "ret exit trap cp.commit_group cp.wait_all", "*": "call cp.bulk barrier.cluster",
    "s": "stackrestore cp.wait_group bar.warp barrier.warp", "s? s?": "bar barrier", "s s": "bar.arrive barrier.arrive",
    "a": "cp.mbarrier mbarrier.inval", "a s": "mbarrier.init mbarrier.expect_tx mbarrier.complete_tx",
    "a a s s? s?": "cp", "d s s?": "alloca",
    "d a s s?": "mbarrier.test_wait mbarrier.try_wait", "d a s?|a s?": "mbarrier.arrive mbarrier.arrive_drop",
}  # fmt: skip
_SHAPES = {name: shape for shape, names in _BY_SHAPE.items() for name in names.split()}
# Opcodes that need no modifier, and those that need more than one.
_BARE = frozenset({"ret", "exit", "trap", "bra", "call", "bar", "barrier"})
_LEAST = {"shfl": 3, "vote": 3, "match": 3, "redux": 3, "set": 3, "cvt": 2, "slct": 2}


def require_shape(instruction: Instruction) -> None:
    """Raise `PtxSyntaxError` for an instruction whose operands do not fit its opcode."""
    if _fit_by_kind(instruction.opcode, instruction.modifiers, tuple(map(type, instruction.operands))):
        return
    shapes = _shapes(instruction.opcode, instruction.modifiers)
    if shapes is not None and not any(_fits(instruction.operands, shape) for shape in shapes):
        raise PtxSyntaxError(f"not the operands that PTX wants: {instruction.text[:120]}")


_PLAIN: dict[type, Operand] = {
    Register: Register("%r"),
    Address: Address(Register("%rd")),
    Immediate: Immediate(0),
    Symbol: Symbol("name"),
}
"""One operand of each kind. If it fits, all of its kind fit; another symbol may fit where this one does not."""


@lru_cache(maxsize=4096)
def _fit_by_kind(opcode: str, modifiers: tuple[str, ...], kinds: tuple[type, ...]) -> bool:
    """Return whether any operands of these kinds fit. Cached, since few instructions are of a new sort."""
    if not _PLAIN.keys() >= set(kinds):
        return False
    shapes, operands = _shapes(opcode, modifiers), tuple(_PLAIN[kind] for kind in kinds)
    return shapes is None or any(_fits(operands, shape) for shape in shapes)


@cache
def _shapes(opcode: str, modifiers: tuple[str, ...]) -> tuple[tuple[str, ...], ...] | None:
    names = (*(f"{opcode}.{word}" for word in modifiers), opcode)
    found = next((_SHAPES[name] for name in names if name in _SHAPES), None)
    if found is None:
        return None
    if len(modifiers) < _LEAST.get(opcode, opcode not in _BARE):
        return ()
    return tuple(tuple(shape.split()) for shape in found.split("|"))


def _fits(operands: tuple[Operand, ...], shape: tuple[str, ...]) -> bool:
    for place, wanted in enumerate(shape):
        if wanted == "*":
            return True
        if place == len(operands):
            return all(rest.endswith(("?", "*")) for rest in shape[place:])
        if not _is(operands[place], wanted[0]):
            return False
    return len(operands) <= len(shape)


def _is(operand: Operand, wanted: str) -> bool:
    if isinstance(operand, Register):
        return wanted in "dsv"
    if isinstance(operand, Address):
        return wanted == "a"
    if isinstance(operand, Symbol):
        return wanted in "svl" or (wanted == "d" and operand.name == "_")
    if isinstance(operand, Immediate):
        return wanted in "sv"
    if isinstance(operand, OperandGroup):
        return False
    return wanted == "v" and all(not isinstance(item, (Address, Vector, OperandGroup)) for item in operand.items)
