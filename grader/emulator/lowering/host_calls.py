"""Calls that are left after inlining: `vprintf` and `__assertfail`, which the host must see."""

from __future__ import annotations

from grader.emulator.isa.builder import BITS
from grader.emulator.lowering.call_stack import variable_pointer
from grader.emulator.lowering.emitter import Emitter
from grader.emulator.native import records
from grader.emulator.passes.outlining import call_arguments, callee
from grader.emulator.ptx import Instruction
from grader.emulator.unsupported import Unsupported


def lower_call(emitter: Emitter, instruction: Instruction) -> None:
    """Write a call, or raise `Unsupported` for a function that cannot be called here."""
    target = callee(instruction)
    returned, passed = call_arguments(instruction)
    if target is None:
        raise Unsupported("a call through a pointer")
    if target.name == "vprintf":
        _printf(emitter, instruction, returned, passed)
    elif target.name == "__assertfail":
        _assert_failed(emitter, instruction, passed)
    else:
        raise Unsupported(f"a call of {target.name}")


def _argument(emitter: Emitter, name: str, kind: str) -> str:
    return emitter.b.let(f"load {kind}, ptr {variable_pointer(emitter, name, BITS[kind] // 8)}, align 4")


def _printf(emitter: Emitter, instruction: Instruction, returned: tuple[str, ...], passed: tuple[str, ...]) -> None:
    b = emitter.b
    if len(passed) != 2 or len(returned) > 1:
        raise Unsupported("another vprintf")
    text, values = (_argument(emitter, name, "i64") for name in passed)
    size = emitter.layout.local_bytes
    where = f"ptr %local, i64 {size}, i64 {emitter.tables.site(instruction)}"
    b.do(f"call void @print(ptr %ctx, ptr %frame, i64 {text}, i64 {values}, {where})")
    for name in returned:
        b.do(f"store i32 1, ptr {variable_pointer(emitter, name, 4)}, align 4")


def _assert_failed(emitter: Emitter, instruction: Instruction, passed: tuple[str, ...]) -> None:
    b = emitter.b
    kinds = ("i64", "i64", "i32", "i64")
    fields = ("assert_message", "assert_file", "assert_line", "assert_function")
    for name, kind, field in zip(passed, kinds, fields, strict=False):
        value = _argument(emitter, name, kind)
        if kind == "i32":
            value = b.let(f"zext i32 {value} to i64")
        b.set_context(field, value)
    site = emitter.tables.site(instruction)
    failed, go_on = b.name("failed"), b.name("unreached")
    b.do(f"br label %{failed}")
    b.label(failed)
    emitter.abort(records.ABORT_ASSERT, site)
    b.label(go_on)
