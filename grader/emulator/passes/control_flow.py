"""Control flow of a function: basic blocks, which end at branches and where a thread may wait, and liveness.

A block that ends in `suspend` returns control to the scheduler (a barrier, a warp collective); its one successor is
where the thread continues. Guarded instructions other than branches get their own block behind a branch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from enum import Enum, auto

from grader.emulator.passes.inlining import callee
from grader.emulator.ptx.nodes import (
    Address,
    Function,
    Instruction,
    Label,
    Operand,
    Register,
    Symbol,
    leaves,
)

# Opcodes whose first operand is read, not written.
_NO_RESULT = frozenset({
    "st", "red", "bar", "barrier", "membar", "fence", "bra", "brx", "call", "ret", "exit", "trap", "brkpt", "prefetch",
    "prefetchu", "cp", "nanosleep", "discard", "stmatrix", "pmevent", "stackrestore",
})  # fmt: skip
_ENDS = frozenset({"ret", "exit", "trap"})


class Ending(Enum):
    """How a block ends. `LEAVE` is the end of a called function."""

    FALL = auto()
    JUMP = auto()
    BRANCH = auto()
    SWITCH = auto()
    CALL = auto()
    LEAVE = auto()
    RETURN = auto()
    TRAP = auto()
    SUSPEND = auto()
    YIELD = auto()

    @property
    def stops(self) -> bool:
        """Return whether a thread may return to the scheduler here."""
        return self in (Ending.SUSPEND, Ending.YIELD)


class Stop(Enum):
    """When a thread returns to the scheduler for an instruction."""

    NEVER = auto()
    WAIT = auto()  # at it, until others are there too
    YIELD = auto()  # after it, sometimes
    AROUND = auto()  # before and after it


@dataclass(slots=True)
class Block:
    """Instructions without a branch between them, then one ending.

    `targets` are block indices. For a branch: the one taken, then the one not taken. For a call: the one to return to,
    then the first blocks of the functions. `returns` are where the end of a called function may return to.
    """

    index: int
    instructions: list[Instruction] = field(default_factory=list)
    ending: Ending = Ending.FALL
    last: Instruction | None = None
    targets: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    live_in: int = 0
    returns: tuple[int, ...] = ()

    def way_to(self, target: int) -> str:
        """Return the label for a jump to another block. A backward jump goes through the place that burns fuel."""
        return f"block{target}" if target > self.index else f"back{self.index}_{target}"

    @property
    def whole(self) -> list[Instruction]:
        """The instructions with the one that ends the block, if one does."""
        return [*self.instructions, self.last] if self.last is not None else self.instructions

    @property
    def targets_above(self) -> list[int]:
        """The blocks of backward jumps."""
        return sorted({target for target in self.targets if target <= self.index})


@dataclass(slots=True)
class Graph:
    """The blocks of a function in text order; block 0 is the entry."""

    blocks: list[Block]
    bits: dict[str, int]

    def live_names(self, mask: int) -> list[str]:
        """Return the registers of a liveness mask, in declaration order."""
        return [name for name, bit in self.bits.items() if mask >> bit & 1]

    def live_after(self, block: Block) -> list[str]:
        """Return the registers that are live where a thread goes on after a block's end: its first target."""
        return self.live_names(self.blocks[block.targets[0]].live_in)


def results(instruction: Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction writes."""
    known = instruction.written
    if known is None:
        known = tuple(_results(instruction))
        object.__setattr__(instruction, "written", known)  # a cache on a frozen dataclass
    return known


def sources(instruction: Instruction) -> tuple[str, ...]:
    """Return the registers that an instruction reads."""
    known = instruction.read
    if known is None:
        known = tuple(_sources(instruction))
        object.__setattr__(instruction, "read", known)
    return known


def _results(instruction: Instruction) -> Iterator[str]:
    joins = instruction.opcode in ("bar", "barrier") and "red" in instruction.modifiers
    if instruction.opcode in _NO_RESULT and not joins:
        return
    if instruction.opcode in ("wmma", "mbarrier") and {"store", "init", "inval"} & set(instruction.modifiers):
        return
    pair = () if instruction.pair is None else (instruction.pair,)
    for operand in (*instruction.operands[:1], *pair):
        if not isinstance(operand, Address):
            yield from registers(operand)


def _sources(instruction: Instruction) -> Iterator[str]:
    if instruction.guard is not None:
        yield instruction.guard.name
    writes = bool(results(instruction))
    for place, operand in enumerate(instruction.operands):
        if place or not writes:
            yield from registers(operand)


def registers(operand: Operand) -> list[str]:
    """Return the registers in an operand and in its addresses."""
    if isinstance(operand, Register):  # as most are
        return [operand.name]
    return [leaf.name for leaf, _ in leaves(operand) if isinstance(leaf, Register)]


def build(function: Function, suspends: Callable[[Instruction], Stop]) -> Graph:
    """Split a function's body into blocks and compute which registers are live at the start of each.

    `suspends` returns where a thread stops for an instruction.
    """
    blocks, labels = _split(function, suspends)
    for block in blocks:
        block.targets = tuple(labels[name] for name in block.names) if block.names else block.targets
        if block.ending is Ending.FALL or block.ending.stops:
            block.targets = (block.index + 1,)
        elif block.ending is Ending.BRANCH:
            block.targets = (*block.targets[:1], block.index + 1)
        elif block.ending is Ending.CALL:
            block.targets = (block.index + 1, *block.targets)
    _link_returns(blocks, {labels[item.entry]: item.name for item in function.outlined})
    graph = Graph(blocks, {name: bit for bit, name in enumerate(function.registers)})
    _liveness(graph)
    return graph


def _link_returns(blocks: list[Block], entries: dict[int, str]) -> None:
    """Set `returns` of the blocks that end called functions."""
    returns: dict[str, list[int]] = {}
    for block in blocks:
        for target in block.targets[1:] if block.ending is Ending.CALL else ():
            returns.setdefault(entries[target], []).append(block.targets[0])
    for block in blocks:
        if block.ending is Ending.LEAVE:
            assert block.last is not None
            left = block.last.operands[0]
            assert isinstance(left, Symbol)
            block.returns = tuple(returns.get(left.name, ()))


def _entries(function: Function, item: Instruction) -> tuple[str, ...] | None:
    """Return the first labels of the functions that a call may enter, or None if it stays an instruction."""
    if item.opcode != "call":
        return None
    target = callee(item)
    if target is None:
        return tuple(each.entry for each in function.outlined if each.address is not None)
    return next(((each.entry,) for each in function.outlined if each.name == target.name), None)


def _body(function: Function) -> list[Label | Instruction]:
    """Return the body without jumps to the next instruction: unoptimised code ends every block with one."""
    kept: list[Label | Instruction] = []
    next_labels: set[str] = set()
    for item in reversed(function.body):
        if isinstance(item, Label):
            next_labels.add(item.name)
        elif item.opcode == "bra" and item.guard is None and getattr(item.operands[0], "name", "") in next_labels:
            continue
        else:
            next_labels.clear()
        kept.append(item)
    return kept[::-1]


def _split(function: Function, suspends: Callable[[Instruction], Stop]) -> tuple[list[Block], dict[str, int]]:
    blocks = [Block(0)]
    labels: dict[str, int] = {}
    body = _body(function)
    # Labels that are jumped to: unoptimised code has many others, for debuggers.
    jumps = (item for item in body if isinstance(item, Instruction) and item.opcode == "bra")
    wanted = {operand.name for item in jumps for operand in item.operands if isinstance(operand, Symbol)}
    wanted.update((each.entry for each in function.outlined), *function.branch_targets.values())

    def begin() -> None:
        if blocks[-1].instructions or blocks[-1].last is not None:
            blocks.append(Block(len(blocks)))

    def finish(ending: Ending, instruction: Instruction, names: tuple[str, ...] = ()) -> None:
        block = blocks[-1]
        block.ending, block.last, block.names = ending, instruction, names
        blocks.append(Block(len(blocks)))

    for item in body:
        if isinstance(item, Label):
            if item.name not in wanted:
                continue
            begin()
            labels[item.name] = blocks[-1].index
            continue
        guarded = item.guard is not None
        if item.opcode == "bra":
            target = item.operands[0]
            assert isinstance(target, Symbol)
            finish(Ending.BRANCH if guarded else Ending.JUMP, item, (target.name,))
            continue
        if guarded:
            skip = f"@after{len(blocks)}"
            finish(Ending.BRANCH, replace(item, opcode="bra", guard_negated=not item.guard_negated), (skip,))
            item = replace(item, guard=None)
        entries = _entries(function, item)
        if entries is not None:
            finish(Ending.CALL, item, entries)
        elif item.opcode == "ret" and item.operands:
            finish(Ending.LEAVE, item)
        elif item.opcode in _ENDS:
            finish(Ending.TRAP if item.opcode == "trap" else Ending.RETURN, item)
        elif item.opcode == "brx":
            table = item.operands[1]
            assert isinstance(table, Symbol)
            finish(Ending.SWITCH, item, function.branch_targets.get(table.name, ()))
        elif (stop := suspends(item)) is Stop.WAIT:
            finish(Ending.SUSPEND, item)
        else:
            if stop is Stop.AROUND:
                finish(Ending.YIELD, item)
            blocks[-1].instructions.append(item)
            if stop is not Stop.NEVER:
                finish(Ending.YIELD, item)
        if guarded:
            begin()
            labels[skip] = blocks[-1].index
    if blocks[-1].ending is Ending.FALL:
        # A thread ends at the end of the body.
        blocks[-1].ending = Ending.RETURN
    return blocks, labels


def _liveness(graph: Graph) -> None:
    """Compute `live_in` by backward data flow over bit masks, to a fixed point."""
    uses, kills = [], []
    for block in graph.blocks:
        used = killed = 0
        for instruction in block.whole:
            for name in sources(instruction):
                bit = graph.bits.get(name)
                if bit is not None and not killed >> bit & 1:
                    used |= 1 << bit
            for name in results(instruction):
                bit = graph.bits.get(name)
                if bit is not None:
                    killed |= 1 << bit
        uses.append(used)
        kills.append(killed)
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            out = 0
            for target in block.targets:
                out |= graph.blocks[target].live_in
            live = uses[block.index] | (out & ~kills[block.index])
            if live != block.live_in:
                block.live_in = live
                changed = True


def reaches(graph: Graph, wanted: Callable[[Block], bool]) -> list[bool]:
    """Return for each block whether a `wanted` block is reachable from its start."""
    answer = [wanted(block) for block in graph.blocks]
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            if not answer[block.index] and any(answer[target] for target in (*block.targets, *block.returns)):
                answer[block.index] = changed = True
    return answer
