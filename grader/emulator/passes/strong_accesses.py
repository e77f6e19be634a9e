"""Find accesses that count as atomic, and what orders threads without a barrier between them (PTX ISA, 8).

An access is *strong* if it counts as atomic: atomics, loads and stores that say `relaxed`, `acquire` or `release`,
volatile stores, and volatile loads whose value decides a branch, like a flag's. Volatile loads of data are treated as
plain, although PTX calls them strong: that they are not optimised away orders nothing.

A strong write releases what its thread did before an earlier fence. A thread acquires this if it reads that value (or
what atomics made of it) with a strong read and then executes a fence. `release` and `acquire` need no fence.
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
    """Return whether this is `__threadfence()` or similar; fences of proxies are not."""
    return i.opcode == "membar" or (i.opcode == "fence" and bool({"sc", "acq_rel"} & set(i.modifiers)))


def orders(function: Function) -> bool:
    """Return whether a kernel can order threads through flags."""
    items = [item for item in function.body if isinstance(item, Instruction)]
    told = any(is_fence(item) for item in items) and any(may_be_strong(item) for item in items)
    return told or any(may_be_strong(item) and (ACQUIRING | RELEASING) & set(item.modifiers) for item in items)


def may_be_strong(i: Instruction) -> bool:
    """Return whether threads may synchronise by this access without a barrier: atomics, flags, volatile variables."""
    return i.opcode in ("atom", "red") or (i.opcode in ("ld", "st") and not _STRONG_WORDS.isdisjoint(i.modifiers))


def may_meet_other_blocks(function: Function, shared: set[str]) -> bool:
    """Return whether threads may do so outside `shared`, the variables of a block. An mbarrier is always in these."""
    items = [item for item in function.body if isinstance(item, Instruction) and may_be_strong(item)]
    unnamed = [item for item in items if "shared" not in {word.split("::")[0] for word in item.modifiers}]
    origins = provenance(function, shared) if unnamed else {}
    places = (each for item in unnamed for each in item.operands if isinstance(each, Address))
    return any(of_address(place, origins) not in shared for place in places)


def counts_as_atomic(i: Instruction) -> bool:
    """Return whether two such accesses cannot tear each other; a volatile load may be of a flag or of data."""
    words = {"relaxed", "acquire", "release"} | ({"volatile"} if i.opcode == "st" else set())
    return i.opcode in ("atom", "red") or (i.opcode in ("ld", "st") and bool(words & set(i.modifiers)))


def strong_accesses(function: Function) -> frozenset[int]:
    """Return the loads and stores that count as atomic, by `id`."""
    readers = readers_of(function)
    items = (item for item in function.body if isinstance(item, Instruction) and item.opcode in ("ld", "st"))
    return frozenset(id(item) for item in items if _is_strong(item, readers))


def reads_of_data(function: Function) -> frozenset[int]:
    """Return the relaxed loads whose value decides no branch, by `id`: they read no flag, and order nothing."""
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
