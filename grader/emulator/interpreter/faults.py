"""What ends a thread, or is noted against it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from grader.emulator.ptx import Instruction

if TYPE_CHECKING:
    from grader.emulator.interpreter.threads import Thread


@dataclass(frozen=True, slots=True)
class Fault:
    """An access that the memory refused, a failed assertion, a trap, a full stack, a call of what is no function."""

    kind: str
    message: str
    instruction: Instruction
    thread: Thread


class ThreadEndedError(Exception):
    """The thread trapped."""
