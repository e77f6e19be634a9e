"""What a row of the instruction table is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from grader.emulator.isa.builder import Builder
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported

Lower = Callable[[Builder, Instruction], None]


@dataclass(frozen=True, slots=True)
class OpcodeRow:
    """One opcode. `lower` writes its IR and raises `Unsupported` for forms that it does not know.

    `forms` are examples of every form that is known, `opcode.modifiers` with the types of the sources after it, for
    the generated list in the docs and for the tests.
    """

    opcode: str
    lower: Lower
    forms: tuple[str, ...]
    note: str = ""

    def require(self, instruction: Instruction) -> None:
        """Raise `Unsupported` for an instruction that ends in none of the forms' types, or has too few modifiers."""
        types, least = _vocabulary(self.forms)
        modifiers = instruction.modifiers
        if len(modifiers) < least or modifiers[-1] not in types:
            raise Unsupported(instruction.name)


@cache
def _vocabulary(forms: tuple[str, ...]) -> tuple[frozenset[str], int]:
    """The types at the end of forms, and how many modifiers the shortest has."""
    cut = [form.split(" ")[0].split(".")[1:] for form in forms]
    return frozenset(words[-1] for words in cut), min(map(len, cut))


FLOATS = ("f32", "f64")


def type_of(instruction: Instruction) -> str:
    """The type of an instruction: its last modifier."""
    return instruction.modifiers[-1]


def is_float(ptx: str) -> bool:
    """Whether a PTX type is a floating-point one."""
    return ptx in ("f16", "bf16", "f32", "f64", "f16x2", "bf16x2")


def is_signed(ptx: str) -> bool:
    """Whether a PTX type is a signed integer."""
    return ptx[0] == "s"


def each(names: str, types: str) -> tuple[str, ...]:
    """Every name with every type: `each("add sub", "s32 u32")`."""
    return tuple(f"{name}.{kind}" for name in names.split() for kind in types.split())
