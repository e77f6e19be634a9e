"""Whether it may show in a result when or where a kernel runs: it reads a clock, and not to wait longer alone."""

from __future__ import annotations

from collections.abc import Iterator

from grader.emulator.isa import ISA
from grader.emulator.lowering.special_registers import is_incidental
from grader.emulator.passes.control_flow import Block, Graph, results, sources
from grader.emulator.ptx import Instruction

_HARMLESS = frozenset({"nanosleep", "bra"})


def incidental(graph: Graph) -> bool:
    """Whether what a clock or the like says may reach memory, an operation of others, or a choice that does."""
    reads = (name for block in graph.blocks for item in _instructions(block) for name in sources(item))
    if not any(map(is_incidental, reads)):
        return False
    after = _always_after(graph)
    known: set[str] = set()
    depends: set[int] = set()
    before = -1
    while before != len(known) + len(depends):
        before = len(known) + len(depends)
        for block in graph.blocks:
            for item in _instructions(block):
                told = block.index in depends or any(is_incidental(name) or name in known for name in sources(item))
                if not told:
                    continue
                if item.opcode not in ISA and item.opcode not in _HARMLESS:
                    return True
                known.update(results(item))
                if item is block.last and len(block.targets) > 1:
                    depends |= _chosen(graph, block, after[block.index])
    return False


def _instructions(block: Block) -> Iterator[Instruction]:
    yield from block.instructions
    if block.last is not None:
        yield block.last


def _always_after(graph: Graph) -> list[int]:
    """For each block, as bits, those that are on every way from it to the kernel's end, and itself."""
    everything = (1 << len(graph.blocks)) - 1
    after = [everything] * len(graph.blocks)
    changed = True
    while changed:
        changed = False
        for block in reversed(graph.blocks):
            common = everything if block.targets else 0
            for target in block.targets:
                common &= after[target]
            common |= 1 << block.index
            changed |= common != after[block.index]
            after[block.index] = common
    return after


def _chosen(graph: Graph, block: Block, after: int) -> set[int]:
    """The blocks that run, or how often they do, by the choice at the end of this one."""
    found: set[int] = set()
    waiting = list(block.targets)
    while waiting:
        index = waiting.pop()
        if index not in found and (index == block.index or not after >> index & 1):
            found.add(index)
            waiting += graph.blocks[index].targets
    return found
