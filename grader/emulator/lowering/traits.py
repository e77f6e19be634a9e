"""Traits of a kernel: how closely it must be watched, and what shadow memory must remember."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from grader.emulator.checkers.checkers import shadow_fields
from grader.emulator.isa.instructions import ISA
from grader.emulator.layout import SPACES, WORKSPACE
from grader.emulator.lowering.registers import is_incidental
from grader.emulator.matrix.forms import narrowest_access
from grader.emulator.native import records
from grader.emulator.passes.control_flow import Block, Graph, results, sources
from grader.emulator.passes.suspensions import (
    Suspension,
    Wait,
    copies_asynchronously,
    may_be_strong,
    may_meet_other_blocks,
    orders,
    spinning,
)
from grader.emulator.ptx.nodes import TYPE_BYTES, Function, reached, space_of
from grader.emulator.result import Varies


@dataclass(frozen=True, slots=True)
class Traits:
    """The properties of a kernel that decide how closely it must be watched."""

    atomics: bool = False
    # Threads wait for more than the block's barrier; for memory that another block may have to write; are ordered by
    # fences and flags.
    interleaved: bool = False
    turns: bool = False
    causal: bool = False
    # They may synchronise with threads of other blocks by atomics or flags.
    across: bool = False
    # Threads copy asynchronously.
    copies: bool = False
    # Its blocks synchronise as those of a cooperative launch.
    meets_grid: bool = False
    # Threads may rightly access the same memory between barriers, so the order of their turns may show.
    meets: bool = False
    # Its work depends on when or where it runs: on the clock, on the multiprocessor.
    incidental: bool = False

    @property
    def varies(self) -> Varies:
        """The reason why another launch may give other results, right or wrong."""
        return "turns" if self.meets else "moment" if self.incidental else ""


def traits_of(function: Function, graph: Graph, stops: Iterable[Suspension], shared: set[str]) -> Traits:
    """Return the traits of a kernel that may stop at these places and has these `shared` variables."""
    body = function.instructions
    opcodes = {item.opcode for item in body}
    arrives = any("arrive" in item.modifiers for item in body)
    waits = {stop.wait for stop in stops}
    causal, copies = orders(function), copies_asynchronously(function)
    meets = any(map(may_be_strong, body))
    return Traits(
        atomics=bool(opcodes & {"atom", "red", "mbarrier"}),
        interleaved=causal or copies or arrives or "mbarrier" in opcodes or bool(waits - {Wait.PLAIN}),
        turns=bool(spinning(function)),
        causal=causal,
        across=(meets or causal) and may_meet_other_blocks(function, shared),
        copies=copies,
        meets=meets,
        meets_grid=meets_grid(function),
        incidental=incidental(graph),
    )


def meets_grid(function: Function) -> bool:
    """Return whether a kernel's blocks synchronise as those of a cooperative launch."""
    return any(name in WORKSPACE for item in function.instructions for name in sources(item))


_HARMLESS = frozenset({"nanosleep", "bra"})


def incidental(graph: Graph) -> bool:
    """Return whether values of clocks and the like may reach memory, a warp operation, or a choice before these."""
    reads = (name for block in graph.blocks for item in block.whole for name in sources(item))
    if not any(map(is_incidental, reads)):
        return False
    after = _always_after(graph)
    known: set[str] = set()
    depends: set[int] = set()
    before = -1
    while before != len(known) + len(depends):
        before = len(known) + len(depends)
        for block in graph.blocks:
            for item in block.whole:
                told = block.index in depends or any(is_incidental(name) or name in known for name in sources(item))
                if not told:
                    continue
                if item.opcode not in ISA and item.opcode not in _HARMLESS:
                    return True
                known.update(results(item))
                if item is block.last and len(block.targets) > 1:
                    depends |= _chosen(graph, block, after[block.index])
    return False


def _always_after(graph: Graph) -> list[int]:
    """Return for each block, as bits, the blocks on every path from it to the kernel's end, and itself."""
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
    """Return the blocks for which the choice at the end of this one decides whether, or how often, they run."""

    def chosen(targets: Iterable[int]) -> list[int]:
        return [index for index in targets if index == block.index or not after >> index & 1]

    return reached(chosen(block.targets), lambda index: chosen(graph.blocks[index].targets))


@dataclass(frozen=True, slots=True)
class Shadow:
    """The layout of shadow memory in one space: bytes that a granule covers, bytes of its record, places of fields."""

    granule: int
    stride: int
    fields: Mapping[str, int]


def shadows(granules: Mapping[str, int], traits: Traits, *, checked: bool) -> dict[str, Shadow]:
    """Return the shadow records of each space; they have no fields in code without checkers."""
    answer = {}
    for space in SPACES:
        names = shadow_fields(space, atomics=traits.atomics, interleaved=traits.interleaved) if checked else ()
        sizes = [records.HISTORY_BYTES if name == "history" else 8 for name in names]
        fields = {name: sum(sizes[:n]) for n, name in enumerate(names)}
        answer[space] = Shadow(granules.get(space, 4), max(8, sum(sizes)), fields)
    return answer


def granules_of(function: Function) -> dict[str, int]:
    """Return the bytes that one shadow record covers: 4, or the size of the narrowest access to the space.

    All accesses are aligned to their size, so such granules distinguish all accesses.
    """
    narrowest = dict.fromkeys(SPACES, 4)
    for item in function.instructions:
        if item.opcode not in ("ld", "st", "atom", "red", "ldu", "cp", "wmma"):
            continue
        width = TYPE_BYTES.get(item.modifiers[-1], 4) if item.modifiers else 4
        width = narrowest_access(item) if item.opcode == "wmma" else width
        space = space_of(item.modifiers)
        # Variables that calls pass lie in local memory.
        for touched in SPACES if space == "generic" else ("local" if space == "param" else space,):
            if touched in narrowest:
                narrowest[touched] = min(narrowest[touched], width)
    return narrowest
