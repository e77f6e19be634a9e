"""What does an instruction that is more than a function of its operands' bits: the function for each opcode."""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.matrix.forms import MATRIX_OPCODES
from grader.emulator.ptx.nodes import Instruction
from tests.emulator.interpreter import accessing, asking, control, mbarriers, stack
from tests.emulator.interpreter.machine import Machine
from tests.emulator.interpreter.requests import Request
from tests.emulator.interpreter.threads import Frame, Thread

Handler = Callable[[Machine, Thread, Frame, Instruction], Request | None]


def _nothing(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """Prefetches and hints."""
    del machine, thread, frame, instruction


def _same_address(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`mapa` in a cluster of one block."""
    machine.write(
        frame,
        instruction.operands[0],
        machine.read(thread, frame, instruction.operands[1]),
        instruction.modifiers[-1],
    )


def _zero(machine: Machine, thread: Thread, frame: Frame, instruction: Instruction) -> None:
    """`getctarank` in a cluster of one block; `createpolicy`, whose value means nothing here."""
    del thread
    machine.write(frame, instruction.operands[0], 0, "b64" if instruction.opcode == "createpolicy" else "u32")


HANDLERS: dict[str, Handler] = {
    "activemask": asking.active,
    "alloca": stack.allocate,
    "applypriority": _nothing,
    "atom": accessing.update,
    "bar": asking.barrier,
    "barrier": asking.barrier,
    "bra": control.branch,
    "brx": control.branch_indexed,
    "call": control.call,
    "cp": accessing.copy,
    "createpolicy": _zero,
    "cvta": accessing.convert_address,
    "elect": asking.collective,
    "exit": control.end,
    "fence": accessing.fence,
    "getctarank": _zero,
    "griddepcontrol": _nothing,
    "isspacep": accessing.ask_space,
    "ld": accessing.load,
    "ldu": accessing.load,
    "mapa": _same_address,
    "match": asking.collective,
    "mbarrier": mbarriers.execute,
    "membar": accessing.fence,
    "nanosleep": asking.pause,
    "pmevent": _nothing,
    "prefetch": _nothing,
    "prefetchu": _nothing,
    "red": accessing.update,
    "redux": asking.collective,
    "ret": control.leave,
    "setmaxnreg": _nothing,
    "shfl": asking.collective,
    "st": accessing.store,
    "stackrestore": stack.restore,
    "stacksave": stack.save,
    "trap": control.trap,
    "vote": asking.collective,
    **dict.fromkeys(MATRIX_OPCODES, asking.matrix_operation),
}
