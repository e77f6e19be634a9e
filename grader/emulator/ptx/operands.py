"""Operands of a function's instructions, by their text, in the scopes that give names their meaning."""

from __future__ import annotations

import re
import struct

from grader.emulator.ptx.nodes import Address, Function, Immediate, Operand, OperandGroup, Register, Symbol, Vector
from grader.emulator.ptx.statements import PtxSyntaxError, integer, number, split_list

# Names of the emulator's own (`x@2`, `x~1`) are no identifiers, so that no text can mean them.
_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_REGISTER = re.compile(r"%[\w$]+(?:\.[xyzw])?")
_REAL = re.compile(r"-?\d+\.\d*(?:[eE][+-]?\d{1,4})?")
_OFFSET = re.compile(r"([%$\w.]+)\s*([+-])\s*(-?\w+)")

WARP_SIZE = 32


class Operands:
    """Reads operands of one function after another; a function has few different ones, so each is read once.

    Registers and parameter variables that an inner scope declares anew get names of their own.
    """

    def __init__(self) -> None:
        self._renamed = 0
        self.begin(Function("", False, ()))

    def begin(self, function: Function) -> None:
        """From now on operands are those of `function`."""
        self._function = function
        self._scopes: list[dict[str, str]] = [{}]
        self._known: dict[str, Operand] = {}

    @property
    def depth(self) -> int:
        """Scopes that are open: 1 in the body, 0 after its end."""
        return len(self._scopes)

    def open_scope(self) -> None:
        """Names declared from here on hold until the scope is closed."""
        self._scopes.append({})
        self._known = {}

    def close_scope(self) -> None:
        """Names mean again what they meant before."""
        self._scopes.pop()
        self._known = {}

    def declare(self, name: str, kind: str) -> None:
        """A register of the function."""
        if name in self._function.registers and self.depth > 1:
            name = self.rename(name)
        self._function.registers[name] = kind

    def rename(self, name: str) -> str:
        """A name of its own for what the innermost scope calls `name`."""
        self._scopes[-1][name] = self.fresh_name(name)
        self._known = {}
        return self._scopes[-1][name]

    def fresh_name(self, name: str) -> str:
        """A name that the text does not have."""
        self._renamed += 1
        return f"{name}@{self._renamed}"

    def fresh_predicate(self) -> Register:
        """A predicate that the text does not have."""
        register = Register(self.fresh_name("%not"))
        self._function.registers[register.name] = "pred"
        return register

    def resolve(self, name: str) -> str:
        """What a name means here."""
        for scope in reversed(self._scopes):
            if name in scope:
                return scope[name]
        return name

    def read(self, text: str) -> Operand:
        """The operand that a text means. Raises PtxSyntaxError for what is none."""
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
            # A texture and a place in it.
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
