"""A slow interpreter of parsed PTX, written to be read: the living definition that the machine code is tested against.

`EVALUATE[opcode](modifiers, *bits)` defines one instruction, `interpret(module, kernel, …)` a whole launch.
"""

from tests.emulator.interpreter.approximate import MAX_ERROR, Tolerance
from tests.emulator.interpreter.arithmetic import EVALUATE, UnknownInstructionError, evaluate, result_type
from tests.emulator.interpreter.execute import StepLimitError
from tests.emulator.interpreter.faults import Fault
from tests.emulator.interpreter.launch import Outcome, interpret
from tests.emulator.interpreter.observing import Access, Fence, Synchronization

__all__ = [
    "EVALUATE",
    "MAX_ERROR",
    "Access",
    "Fault",
    "Fence",
    "Outcome",
    "StepLimitError",
    "Synchronization",
    "Tolerance",
    "UnknownInstructionError",
    "evaluate",
    "interpret",
    "result_type",
]
