"""One thread: its place in the grid, its frames, its registers."""

from __future__ import annotations

from dataclasses import dataclass, field

from grader.emulator.passes.value_flow import printed_by
from grader.emulator.ptx.nodes import Function, Instruction, Label
from grader.emulator.result import Dim3
from tests.emulator.interpreter.memory import MemoryObject, Unset, Window, local_variables

WARP = 32


@dataclass(slots=True)
class Frame:
    """One call: where it stands, its registers, its local and parameter variables by name."""

    function: Function
    registers: dict[str, int] = field(default_factory=dict)
    # Registers that hold what was made of unset ones, or of local memory that holds nothing.
    unset: dict[str, Unset] = field(default_factory=dict)
    variables: dict[str, MemoryObject] = field(default_factory=dict)
    at: int = 0
    local_end: int = 0
    return_to: tuple[str, ...] = ()


@dataclass(slots=True)
class Block:
    """One block: its index, its shared memory."""

    index: Dim3
    shared: Window


@dataclass(slots=True, eq=False)
class Thread:
    """One thread. `linear` counts x first, then y, then z; a warp is 32 consecutive ones."""

    block: Block
    index: Dim3
    linear: int
    local: Window = field(default_factory=lambda: Window("local"))
    params: Window = field(default_factory=lambda: Window("param"))
    frames: list[Frame] = field(default_factory=list)
    # What is unset of the value that the thread brings to a shuffle, then of the one that it gets.
    shuffled: Unset | None = None

    @property
    def lane(self) -> int:
        """Place in the warp."""
        return self.linear % WARP

    @property
    def warp(self) -> int:
        """Number of the warp in its block."""
        return self.linear // WARP

    def enter(self, function: Function) -> Frame:
        """Open a frame for a call of `function`, with its variables."""
        frame = Frame(function, local_end=self.local.end)
        for variable in local_variables(function, "local"):
            frame.variables[variable.name] = self.local.place(variable.name, bytearray(variable.size))
        for variable in local_variables(function, "param"):
            frame.variables[variable.name] = self.params.place(variable.name, bytearray(variable.size))
        for parameter in (*function.parameters, *function.returns):
            frame.variables[parameter.name] = self.params.place(parameter.name, bytearray(parameter.size))
        self.frames.append(frame)
        return frame


@dataclass(frozen=True, slots=True)
class Code:
    """A function's instructions and the places of its labels; the stores of values for `printf`, by `id`."""

    instructions: tuple[Instruction, ...]
    labels: dict[str, int]
    printed: frozenset[int]


def flatten(function: Function) -> Code:
    """Take the labels out of a body."""
    instructions: list[Instruction] = []
    labels = {}
    for item in function.body:
        if isinstance(item, Label):
            labels[item.name] = len(instructions)
        else:
            instructions.append(item)
    return Code(tuple(instructions), labels, printed_by(function.body))


def special_register(name: str, thread: Thread, grid: Dim3, shape: Dim3, steps: int) -> int | None:
    """The value of `%tid.x` and its like; None when `name` is no special register."""
    base, _, axis = name.partition(".")
    triples = {"%tid": thread.index, "%ntid": shape, "%ctaid": thread.block.index, "%nctaid": grid}
    # A cluster is one block.
    triples |= {"%clusterid": thread.block.index, "%nclusterid": grid}
    triples |= {"%cluster_ctaid": (0, 0, 0), "%cluster_nctaid": (1, 1, 1)}
    if base in triples and axis in ("x", "y", "z"):
        return triples[base]["xyz".index(axis)]
    lane = thread.lane
    scalars = {
        "%laneid": lane,
        "%warpid": thread.warp,
        "%nwarpid": 64,
        "%lanemask_eq": 1 << lane,
        "%lanemask_lt": (1 << lane) - 1,
        "%lanemask_le": (2 << lane) - 1,
        "%lanemask_gt": 0xFFFFFFFF & ~((2 << lane) - 1),
        "%lanemask_ge": 0xFFFFFFFF & ~((1 << lane) - 1),
        "%clock": steps & 0xFFFFFFFF,
        "%clock64": steps,
        "%globaltimer": steps,
        "%cluster_ctarank": 0,
        "%cluster_nctarank": 1,
        "%is_explicit_cluster": 0,
        "%smid": 0,
        "%nsmid": 1,
        "%gridid": 1,
        "%dynamic_smem_size": max(len(each.data) for each in thread.block.shared.objects[1:2] if each),
    }
    return scalars.get(name)
