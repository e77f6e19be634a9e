"""Why a launch ended early, as a finding."""

from __future__ import annotations

from dataclasses import replace

from grader.emulator import layout as at
from grader.emulator.checkers.findings_table import FindingsTable
from grader.emulator.native import records
from grader.emulator.ptx import Instruction
from grader.emulator.run import Finding
from grader.emulator.running.workers import Unmet

_BARRIER = (
    "a barrier that no block has: its number must be 0 to 15, and a count of threads a multiple of 32, the threads of "
    "a warp"
)
_OPERANDS = {
    "bar": _BARRIER,
    "barrier": _BARRIER,
    "brx": "a branch to a place past the end of its table",
    "cp": "a copy that reads more bytes than it writes",
    "mbarrier": "an mbarrier for no thread, or for more than 1,048,575",
}


def abort_finding(table: FindingsTable, code: int, site_number: int, block: int, thread: int, text: str) -> Finding:
    """What made a launch end early, as a finding."""
    instruction = table.sites[site_number].instruction
    endless = text or "the kernel ran longer than it may: is there a loop that does not end?"
    kind, message = {
        records.ABORT_FUEL: ("timeout", endless),
        records.ABORT_TRAP: ("device-trap", "the kernel executed a trap instruction"),
        records.ABORT_ASSERT: ("device-assert", text),
        records.ABORT_STACK: (
            "device-trap",
            f"the stack of a thread is full ({at.STACK_BYTES // 1024} KiB): is there a recursion that does not end?",
        ),
        records.ABORT_CALL: ("device-trap", "a call through a pointer that is not the address of such a function"),
        records.ABORT_OPERAND: ("device-trap", _OPERANDS.get(instruction.opcode, "")),
        records.ABORT_UNSUPPORTED: ("unsupported", f"the emulator does not know `{instruction.text}`"),
    }[code]
    found = finding_at(table, instruction, kind, block, thread, message)
    return replace(found, missing={records.ABORT_STACK: "stack", records.ABORT_OPERAND: "operand"}.get(code, ""))


def unmet_finding(table: FindingsTable, unmet: Unmet, blocks: int) -> Finding:
    """Return the finding for a `grid.sync()` that blocks have ended without."""
    first, *others = unmet.absent
    place = ",".join(map(str, table.block_of(first)))
    also = f" and {len(others):,} more" if others else ""
    message = (
        f"all blocks must come to every grid.sync(): of {blocks:,} blocks, {blocks - len(unmet.absent):,} came to this"
        f" one, and block ({place}){also} ended without it"
    )
    instruction = table.sites[unmet.site].instruction
    found = finding_at(table, instruction, "barrier-divergence", unmet.block, unmet.thread, message)
    return replace(found, missing="block")


def finding_at(
    table: FindingsTable, instruction: Instruction, kind: str, block: int, thread: int, message: str, access: str = ""
) -> Finding:
    """What one thread did at an instruction, as a finding."""
    return Finding(
        kind=kind,
        line=instruction.location.line,
        column=instruction.location.column,
        file=instruction.location.file,
        block=table.block_of(block),
        thread=table.thread_of(thread),
        access=access or None,
        message=message,
        instruction=instruction.text,
        fatal=kind in ("device-trap", "device-assert"),
    )
