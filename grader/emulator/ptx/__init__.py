"""PTX as text becomes PTX as values: `parse(text)` gives a `Module`."""

from grader.emulator.ptx.nodes import (
    Address,
    Function,
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
from grader.emulator.ptx.parser import parse
from grader.emulator.ptx.statements import PtxSyntaxError

__all__ = [
    "Address",
    "Function",
    "Immediate",
    "Instruction",
    "Label",
    "Location",
    "Module",
    "Operand",
    "Parameter",
    "PtxSyntaxError",
    "Register",
    "Symbol",
    "Variable",
    "Vector",
    "parse",
]
