"""Calls that are left after inlining: `vprintf` and `__assertfail`, which the host must see."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grader.emulator.activations import variable_pointer
from grader.emulator.isa.builder import BITS
from grader.emulator.native import records
from grader.emulator.outlining import call_arguments, callee
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported

if TYPE_CHECKING:
    from grader.emulator.stepping import Stepper


def lower_call(stepper: Stepper, instruction: Instruction) -> None:
    """Write a call, or raise `Unsupported` for a function that cannot be called here."""
    target = callee(instruction)
    returned, passed = call_arguments(instruction)
    if target is None:
        raise Unsupported("a call through a pointer")
    if target.name == "vprintf":
        _printf(stepper, instruction, returned, passed)
    elif target.name == "__assertfail":
        _assert_failed(stepper, instruction, passed)
    else:
        raise Unsupported(f"a call of {target.name}")


def _argument(stepper: Stepper, name: str, kind: str) -> str:
    return stepper.b.let(f"load {kind}, ptr {variable_pointer(stepper, name, BITS[kind] // 8)}, align 4")


def _printf(stepper: Stepper, instruction: Instruction, returned: tuple[str, ...], passed: tuple[str, ...]) -> None:
    b = stepper.b
    if len(passed) != 2 or len(returned) > 1:
        raise Unsupported("another vprintf")
    text, values = (_argument(stepper, name, "i64") for name in passed)
    size = stepper.layout.local_bytes
    where = f"ptr %local, i64 {size}, i64 {stepper.tables.site(instruction)}"
    b.do(f"call void @print(ptr %ctx, ptr %frame, i64 {text}, i64 {values}, {where})")
    for name in returned:
        b.do(f"store i32 1, ptr {variable_pointer(stepper, name, 4)}, align 4")


def _assert_failed(stepper: Stepper, instruction: Instruction, passed: tuple[str, ...]) -> None:
    b = stepper.b
    kinds = ("i64", "i64", "i32", "i64")
    fields = ("assert_message", "assert_file", "assert_line", "assert_function")
    for name, kind, field in zip(passed, kinds, fields, strict=False):
        value = _argument(stepper, name, kind)
        if kind == "i32":
            value = b.let(f"zext i32 {value} to i64")
        b.set_context(field, value)
    site = stepper.tables.site(instruction)
    failed, go_on = b.name("failed"), b.name("unreached")
    b.do(f"br label %{failed}")
    b.label(failed)
    stepper.abort(records.ABORT_ASSERT, site)
    b.label(go_on)
