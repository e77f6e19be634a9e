"""Parse PTX text into Python values: `parse(text)` returns a `Module`."""

from grader.emulator.ptx.nodes import (
    Address,
    Function,
    Immediate,
    Instruction,
    Label,
    Module,
    Operand,
    PtxParameter,
    Register,
    SourceLocation,
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
    "Module",
    "Operand",
    "PtxParameter",
    "PtxSyntaxError",
    "Register",
    "SourceLocation",
    "Symbol",
    "Variable",
    "Vector",
    "parse",
]
