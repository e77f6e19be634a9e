"""Find where a thread waits for others: barriers, warp collectives, and yields in loops that wait for memory."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto

from grader.emulator.matrix.forms import MATRIX_OPCODES
from grader.emulator.passes.control_flow import Block, Ending, Stop, results
from grader.emulator.passes.value_flow import ANYTHING, decides_branch, is_put_by, of_address, provenance, readers_of
from grader.emulator.ptx.nodes import Address, Function, Immediate, Instruction, Label, Operand, Register, Symbol

FENCES = frozenset({"membar", "fence"})
_STRONG_WORDS = frozenset({"volatile", "relaxed", "acquire", "release"})
ACQUIRING, RELEASING = frozenset({"acquire", "acq_rel"}), frozenset({"release", "acq_rel"})


def is_fence(i: Instruction) -> bool:
    """Return whether this is `__threadfence()` or similar; fences of proxies are not."""
    return i.opcode == "membar" or (i.opcode == "fence" and bool({"sc", "acq_rel"} & set(i.modifiers)))


def orders(function: Function) -> bool:
    """Return whether a kernel can order threads through flags."""
    items = function.instructions
    told = any(is_fence(item) for item in items) and any(may_be_strong(item) for item in items)
    return told or any(may_be_strong(item) and (ACQUIRING | RELEASING) & set(item.modifiers) for item in items)


def may_be_strong(i: Instruction) -> bool:
    """Return whether threads may synchronise by this access without a barrier: atomics, flags, volatile variables."""
    return i.opcode in ("atom", "red") or (i.opcode in ("ld", "st") and not _STRONG_WORDS.isdisjoint(i.modifiers))


def may_meet_other_blocks(function: Function, shared: set[str]) -> bool:
    """Return whether threads may do so outside `shared`, the variables of a block. An mbarrier is always in these."""
    items = [item for item in function.instructions if may_be_strong(item)]
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
    return frozenset(
        id(item) for item in function.instructions if item.opcode in ("ld", "st")
        and (not {"relaxed", "acquire", "release"}.isdisjoint(item.modifiers)
             or ("volatile" in item.modifiers and (item.opcode == "st" or decides_branch(item, readers))))
    )  # fmt: skip


def reads_of_data(function: Function) -> frozenset[int]:
    """Return the relaxed loads whose value decides no branch, by `id`: they read no flag, and order nothing."""
    readers = readers_of(function)
    loads = (item for item in function.instructions if item.opcode == "ld" and "relaxed" in item.modifiers)
    return frozenset(id(i) for i in loads if not decides_branch(i, readers) and not is_put_by(i, readers))


WARP_OPCODES = frozenset({"shfl", "vote", "match", "redux", "activemask", "elect"})
_TOGETHER = WARP_OPCODES | MATRIX_OPCODES


def is_block_barrier(i: Instruction) -> bool:
    """Return whether this is a barrier of the block at which the thread stops."""
    return i.opcode in ("bar", "barrier") and not {"warp", "arrive"} & set(i.modifiers)


def is_plain_barrier(i: Instruction) -> bool:
    """Return whether this is `__syncthreads()`: barrier 0, all threads, no value."""
    named = i.operands[0] if i.operands else None
    zero = named is None or (isinstance(named, Immediate) and named.bits == 0)
    return is_block_barrier(i) and "red" not in i.modifiers and len(i.operands) <= 1 and zero


def is_warp_operation(i: Instruction) -> bool:
    """Return whether the threads of a warp do this together."""
    return i.opcode in _TOGETHER or (i.opcode in ("bar", "barrier") and "warp" in i.modifiers)


def suspender(function: Function, *, lockstep: bool = False) -> Callable[[Instruction], Stop]:
    """Return a function that says where a thread stops for an instruction.

    In `lockstep`, threads also stop before and after each store that others can see. So all threads load before one
    stores, and all store before one loads again: as if every warp did one access at a time.
    """
    spins = spinning(function)
    seen = seen_by_others(function) if lockstep else lambda _: False

    def suspends(instruction: Instruction) -> Stop:
        if is_block_barrier(instruction) or is_warp_operation(instruction):
            return Stop.WAIT
        if seen(instruction):
            return Stop.AROUND
        return Stop.YIELD if id(instruction) in spins else Stop.NEVER

    return suspends


def spinning(function: Function) -> set[int]:
    """Return instructions (by `id`) in loops where a thread may wait for another thread's store."""
    looking = {
        place: item for place, item in enumerate(function.body)
        if isinstance(item, Instruction) and item.opcode in _LOOKING
    }  # fmt: skip
    if all(item.opcode == "ld" and _SEES_OTHERS.isdisjoint(item.modifiers) for item in looking.values()):
        return set()  # the usual case: skip the analysis of readers and loops
    places = {item.name: place for place, item in enumerate(function.body) if isinstance(item, Label)}
    looped: set[int] = set()
    for place, item in enumerate(function.body):
        target = item.operands[0] if isinstance(item, Instruction) and item.opcode == "bra" else None
        if isinstance(target, Symbol) and places.get(target.name, place) < place:
            looped |= set(range(places[target.name], place))
    readers = readers_of(function)
    return {id(item) for place, item in looking.items() if place in looped and _watches(item, readers)}


_LOOKING = frozenset({"nanosleep", "mbarrier", "ld", "atom"})
_SEES_OTHERS = frozenset({"volatile", "relaxed", "acquire", "cv"})


def asks_mbarrier(i: Instruction) -> bool:
    """Return whether this asks if a phase of an mbarrier is over."""
    return i.opcode == "mbarrier" and not {"test_wait", "try_wait"}.isdisjoint(i.modifiers)


def meets_at_mbarrier(block: Block) -> bool:
    """Whether a thread arrives there, and waits for the end of that phase before it touches memory again."""
    if block.ending is not Ending.YIELD or block.last is None or not asks_mbarrier(block.last):
        return False
    _, place, state = block.last.operands[:3]
    if "parity" in block.last.modifiers or not isinstance(place, Address) or not isinstance(state, Register):
        return False
    told = {state.name, place.base.name if isinstance(place.base, Register) else ""}
    for i in reversed(block.instructions[:-1]):
        if i.opcode == "mbarrier":
            return "arrive" in i.modifiers and i.operands[:2] == (state, place) and state != place.base
        if i.opcode == "call" or any(isinstance(each, Address) for each in i.operands) or told & set(results(i)):
            return False
    return False


def _watches(i: Instruction, readers: Mapping[str, Sequence[Instruction]]) -> bool:
    words = set(i.modifiers)
    if i.opcode == "nanosleep" or asks_mbarrier(i):
        return True
    if i.opcode == "ld":
        # Unoptimised code stores the result of an atomic load in a variable before it is tested.
        atomic = not words.isdisjoint(("relaxed", "acquire"))
        return bool(words & _SEES_OTHERS) and (decides_branch(i, readers) or (atomic and is_put_by(i, readers)))
    if i.opcode != "atom":
        return False
    # Adding zero is a way to read; unoptimised code has the zero in a register.
    added = i.operands[2]
    idle = added.bits == 0 if isinstance(added, Immediate) else decides_branch(i, readers)
    return bool(words & {"cas", "exch"}) or idle


class Wait(Enum):
    """Why a thread stops, in the order of the suspensions' numbers."""

    PLAIN = auto()  # `__syncthreads()`
    BARRIER = auto()  # another barrier of the block
    WARP = auto()  # a warp's operation
    TURN = auto()  # to let others continue
    PHASE = auto()  # until the phase of an mbarrier is over
    MEETING = auto()  # the same, directly after the thread has arrived

    @property
    def of_block(self) -> bool:
        """Return whether it is a barrier of the block."""
        return self in (Wait.PLAIN, Wait.BARRIER)


@dataclass(frozen=True, slots=True)
class Suspension:
    """A place where a thread stops."""

    number: int
    block: Block
    wait: Wait

    @property
    def instruction(self) -> Instruction:
        assert self.block.last is not None
        return self.block.last


def number_suspensions(blocks: list[Block]) -> dict[int, Suspension]:
    """Return all suspensions of a kernel by block."""
    stops = sorted((_wait(block).value, block.index) for block in blocks if block.ending.stops)
    return {
        index: Suspension(number, blocks[index], Wait(value)) for number, (value, index) in enumerate(stops, start=1)
    }


def _wait(block: Block) -> Wait:
    assert block.last is not None
    if block.ending is Ending.YIELD:
        if not asks_mbarrier(block.last):
            return Wait.TURN
        return Wait.MEETING if meets_at_mbarrier(block) else Wait.PHASE
    if is_warp_operation(block.last):
        return Wait.WARP
    return Wait.PLAIN if is_plain_barrier(block.last) else Wait.BARRIER


_PRIVATE = frozenset({"local", "param"})


def seen_by_others(function: Function) -> Callable[[Instruction], bool]:
    """Return a function that says whether an instruction stores what another thread may load.

    Pointers from different parameters never alias: no array is passed twice.
    """
    origins = provenance(function, {parameter.name for parameter in function.parameters})
    items = function.instructions
    calls = bool(function.outlined) or any(item.opcode == "call" for item in items)
    # Instructions that may read memory that threads share, other than the block's.
    looking = (
        item for item in items
        if item.opcode != "st" and any(isinstance(each, Address) for each in item.operands)
        and _PRIVATE.isdisjoint(item.modifiers)
        and not ("shared" in item.modifiers and item.opcode in ("ld", "atom", "red"))
    )  # fmt: skip
    looked_at = [frozenset({ANYTHING})] if calls else [_pointer(item, origins) for item in looking]
    loaded = frozenset().union(*looked_at)
    unknown = any(not pointer - {ANYTHING} for pointer in looked_at)

    def seen(i: Instruction) -> bool:
        if i.opcode not in ("st", "atom", "red") or _PRIVATE & set(i.modifiers):
            return False
        pointer = _pointer(i, origins) - {ANYTHING}
        mute = i.opcode == "st" and "global" in i.modifiers and len(pointer) == 1 and not unknown
        return not mute or bool(pointer & loaded)

    return seen


def _pointer(i: Instruction, origins: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Return where the addresses of an instruction come from."""
    bases = [each.base for each in i.operands if isinstance(each, Address)]
    known = [origins.get(base.name, frozenset()) for base in bases if isinstance(base, Register)]
    return frozenset().union(*known) if len(known) == len(bases) else frozenset({ANYTHING})


def copies_asynchronously(function: Function) -> bool:
    """Return whether a kernel has asynchronous copies."""
    return any(item.opcode == "cp" and item.modifiers[:1] == ("async",) for item in function.instructions)


def source_size(i: Instruction) -> Operand | None:
    """Return the operand with the bytes to read, or the predicate to read nothing; None: as many as are written."""
    given = i.operands[3:-1] if "L2::cache_hint" in i.modifiers else i.operands[3:]
    return given[0] if given else None
