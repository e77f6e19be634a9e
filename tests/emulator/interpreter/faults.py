"""What ends a thread, or is noted against it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter.threads import Thread


@dataclass(frozen=True, slots=True)
class Fault:
    """A refused access, a failed assertion, a trap, a full stack, an operand that cannot be, a call of no function.

    Of kind `register`, a register that a branch, an address or a store needs and that the thread has not set.
    """

    kind: str
    message: str
    instruction: Instruction
    thread: Thread


class ThreadEndedError(Exception):
    """The thread trapped."""
