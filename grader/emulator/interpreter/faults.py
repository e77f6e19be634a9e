"""What ends a thread, or is noted against it."""

from __future__ import annotations

from dataclasses import dataclass

from grader.emulator.interpreter.threads import Thread
from grader.emulator.ptx import Instruction


@dataclass(frozen=True, slots=True)
class Fault:
    """A refused access, a failed assertion, a trap, a full stack, an operand that cannot be, a call of no function.

    Of kind `register`, a register that is read before it is set: compilers leave such reads where they do not matter.
    """

    kind: str
    message: str
    instruction: Instruction
    thread: Thread


class ThreadEndedError(Exception):
    """The thread trapped."""
