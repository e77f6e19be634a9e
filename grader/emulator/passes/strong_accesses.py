"""Which accesses count as atomic, and what orders threads of different blocks, or of one with no barrier (PTX ISA, 8).

An access is *strong* when it counts as atomic: atomics themselves, loads and stores that say `relaxed`, `acquire` or
`release`, volatile stores, and volatile loads whose value decides a branch, as that of a flag does. Volatile loads of
data are plain ones: that they are not optimised away orders nothing, though PTX calls them strong, too.

What a thread did before a fence is told by its later strong write; who reads that (or what atomics made of it) by a
strong read and then executes a fence goes on after it. `release` and `acquire` do without the fence.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.emulator.passes.pointer_origins import of_address, provenance
from grader.emulator.passes.value_flow import decides_branch, is_put_by, readers_of
from grader.emulator.ptx import Address, Function, Instruction

FENCES = frozenset({"membar", "fence"})
_STRONG_WORDS = frozenset({"volatile", "relaxed", "acquire", "release"})
ACQUIRING, RELEASING = frozenset({"acquire", "acq_rel"}), frozenset({"release", "acq_rel"})


def is_fence(i: Instruction) -> bool:
    """`__threadfence()` and its like; not the fences of proxies."""
    return i.opcode == "membar" or (i.opcode == "fence" and bool({"sc", "acq_rel"} & set(i.modifiers)))


def orders(function: Function) -> bool:
    """Whether a kernel has what can order threads through flags."""
    items = [item for item in function.body if isinstance(item, Instruction)]
    told = any(is_fence(item) for item in items) and any(may_be_strong(item) for item in items)
    return told or any(may_be_strong(item) and (ACQUIRING | RELEASING) & set(item.modifiers) for item in items)


def may_be_strong(i: Instruction) -> bool:
    """Whether threads may meet in memory by this access with no barrier between: atomics, flags, volatile cells."""
    return i.opcode in ("atom", "red") or (i.opcode in ("ld", "st") and not _STRONG_WORDS.isdisjoint(i.modifiers))


def may_meet_other_blocks(function: Function, shared: set[str]) -> bool:
    """Whether threads may meet so outside `shared`, the variables of a block: an mbarrier never lies elsewhere."""
    items = [item for item in function.body if isinstance(item, Instruction) and may_be_strong(item)]
    unnamed = [item for item in items if "shared" not in {word.split("::")[0] for word in item.modifiers}]
    origins = provenance(function, shared) if unnamed else {}
    places = (each for item in unnamed for each in item.operands if isinstance(each, Address))
    return any(of_address(place, origins) not in shared for place in places)


def counts_as_atomic(i: Instruction) -> bool:
    """Whether an access by itself cannot be torn by another like it; a volatile load may be of a flag or of data."""
    words = {"relaxed", "acquire", "release"} | ({"volatile"} if i.opcode == "st" else set())
    return i.opcode in ("atom", "red") or (i.opcode in ("ld", "st") and bool(words & set(i.modifiers)))


def strong_accesses(function: Function) -> frozenset[int]:
    """The loads and stores that count as atomic, by `id`."""
    readers = readers_of(function)
    items = (item for item in function.body if isinstance(item, Instruction) and item.opcode in ("ld", "st"))
    return frozenset(id(item) for item in items if _is_strong(item, readers))


def reads_of_data(function: Function) -> frozenset[int]:
    """The relaxed loads whose value decides no branch, by `id`: what they read is no flag, and orders nothing."""
    readers = readers_of(function)
    items = (item for item in function.body if isinstance(item, Instruction) and item.opcode == "ld")
    return frozenset(
        id(item) for item in items
        if "relaxed" in item.modifiers and not decides_branch(item, readers) and not is_put_by(item, readers)
    )  # fmt: skip


def _is_strong(i: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    words = set(i.modifiers)
    if words & {"relaxed", "acquire", "release"}:
        return True
    return "volatile" in words and (i.opcode == "st" or decides_branch(i, readers))
