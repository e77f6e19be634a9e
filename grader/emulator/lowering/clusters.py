"""Instructions about clusters of blocks, where a cluster is one block, and hints to caches that give a value."""

from __future__ import annotations

from collections.abc import Callable

from grader.emulator.isa.builder import Builder
from grader.emulator.ptx import Instruction


def _same_address(b: Builder, i: Instruction) -> None:
    """`mapa`: the address of the same place in another block of the cluster, of which there is none."""
    kind = i.modifiers[-1]
    b.dst(i.operands[0], b.src(i.operands[1], kind), kind)


def _zero(b: Builder, i: Instruction) -> None:
    """`getctarank`: the block's number in its cluster. `createpolicy`: any 64 bits."""
    kind = i.modifiers[-1] if i.opcode == "createpolicy" else "u32"
    b.dst(i.operands[0], b.const(kind, 0), kind)


CLUSTERS: dict[str, Callable[[Builder, Instruction], None]] = {
    "mapa": _same_address, "getctarank": _zero, "createpolicy": _zero,
}  # fmt: skip
