"""Data races by brute force: every access against every earlier one on the same byte, by vector clocks.

Two accesses race when different threads make them, they share a byte, at least one writes, not both count as atomic,
and neither happens before the other. Program order, barriers and `bar.warp.sync` order those who take part. So do
flags: what is before a fence (or a release) that is before a strong write is before all that comes after a fence (or an
acquire) after a strong read of that write, or of what atomics made of it. Shuffles, votes and their like exchange
values but order no memory, as PTX says. What an asynchronous copy reads and writes is after what its thread did before,
and before what its thread does once it has waited for the copy's group.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random

from grader.emulator.ptx.nodes import Immediate, Instruction, Module
from grader.emulator.result import Dim3
from tests.emulator.interpreter import Access, Fence, Outcome, Synchronization, interpret

Where = tuple[str, Dim3 | None, str, int]
"""Space, block (None for global memory), object, byte offset."""

Who = tuple[Dim3, int]
"""Block and thread."""

Clock = dict[Who, int]
"""Of each thread, the last tick that happened before."""


@dataclass(frozen=True, slots=True)
class Race:
    """Two racing accesses at one byte, the later one first; lines are CUDA source lines."""

    where: Where
    line: int
    other_line: int
    kind: str
    other_kind: str


@dataclass(slots=True, eq=False)
class _Copies:
    """A group of asynchronous copies, and when its thread had waited for it."""

    waited: int | None = None


@dataclass(frozen=True, slots=True)
class _Seen:
    """An access of the past: who made it, at which tick of its own clock."""

    who: Who
    tick: int
    kind: str
    strong: bool
    line: int
    copies: _Copies | None = None

    def before(self, who: Who, known: Clock) -> bool:
        """Whether the access happened before what `who`, with this knowledge, does now."""
        if self.copies is None:
            return self.who == who or known.get(self.who, 0) >= self.tick
        waited = self.copies.waited
        return waited is not None and (self.who == who or known.get(self.who, 0) >= waited)


@dataclass(slots=True)
class _Mind:
    """What a thread knows, what a fence has made visible of that, and what flags told it that no fence followed yet."""

    known: Clock
    fenced: Clock = field(default_factory=dict)
    pending: Clock = field(default_factory=dict)


@dataclass(slots=True)
class RaceOracle:
    """Listens to a launch; `races` holds all racing pairs afterwards."""

    races: set[Race] = field(default_factory=set)
    _minds: dict[Who, _Mind] = field(default_factory=dict)
    _past: dict[Where, set[_Seen]] = field(default_factory=dict)
    _copies: dict[Who, list[_Copies]] = field(default_factory=dict)
    _flags: dict[Where, Clock] = field(default_factory=dict)
    _arrived: dict[tuple[Dim3, int | None, int], list[_Mind]] = field(default_factory=dict)

    def _mind(self, who: Who) -> _Mind:
        return self._minds.setdefault(who, _Mind({who: 1}))

    def on_synchronization(self, event: Synchronization) -> None:
        """What the releasing threads did is before what the acquiring ones will do."""
        if event.collective:
            return
        minds = [self._mind((event.block, thread)) for thread in sorted(event.releasing)]
        if not event.acquiring:
            for thread, mind in zip(sorted(event.releasing), minds, strict=True):
                arrival = _Mind(dict(mind.known), mind.fenced, mind.pending)
                self._arrived.setdefault((event.block, event.barrier, thread), []).append(arrival)
        minds += [self._arrived[event.block, event.barrier, thread].pop(0) for thread in event.arrived]
        known = _joined(mind.known for mind in minds)
        fenced = _joined(mind.fenced for mind in minds)
        pending = _joined(mind.pending for mind in minds)
        for thread in event.acquiring:
            who = (event.block, thread)
            self._minds[who] = _Mind(
                _joined((self._mind(who).known, known)), _joined((self._mind(who).fenced, fenced)),
                _joined((self._mind(who).pending, pending)),
            )  # fmt: skip
        for thread in event.releasing | event.acquiring:
            self._tick((event.block, thread))

    def _tick(self, who: Who) -> None:
        self._mind(who).known[who] += 1

    def on_fence(self, fence: Fence) -> None:
        """What flags told is known; what is known can be told."""
        who = (fence.block, fence.thread)
        if fence.instruction.opcode == "cp":
            self._follow_copies(who, fence.instruction)
            return
        mind = self._mind(who)
        mind.known = _joined((mind.known, mind.pending))
        mind.pending = {}
        mind.fenced = dict(mind.known)
        self._tick(who)

    def _groups(self, who: Who) -> list[_Copies]:
        """The groups of a thread that are not waited for; the last one is open."""
        return self._copies.setdefault(who, [_Copies()])

    def _follow_copies(self, who: Who, instruction: Instruction) -> None:
        groups = self._groups(who)
        left = 0
        if "commit_group" in instruction.modifiers:
            groups.append(_Copies())
            return
        if "wait_group" in instruction.modifiers:
            operand = instruction.operands[0]
            assert isinstance(operand, Immediate)
            left = operand.bits + 1
        else:
            groups.append(_Copies())
            left = 1
        for group in groups[: max(0, len(groups) - left)]:
            group.waited = self._mind(who).known[who]
            groups.remove(group)
        self._tick(who)

    def on_access(self, access: Access) -> None:
        """Compare with all that happened to each byte before."""
        who = (access.block, access.thread)
        known = self._mind(who).known
        line = access.instruction.location.line
        words = set(access.instruction.modifiers)
        strong = access.kind == "atomic" or bool(words & {"volatile", "relaxed", "acquire", "release"})
        copies = self._groups(who)[-1] if access.instruction.opcode == "cp" else None
        new = _Seen(who, known[who], access.kind, strong, line, copies)
        owner = access.block if access.space == "shared" else None
        for offset in range(access.offset, access.offset + access.size):
            where = (access.space, owner, access.object, offset)
            past = self._past.setdefault(where, set())
            for old in past:
                if _conflict(old, new) and not old.before(who, known):
                    self.races.add(Race(where, new.line, old.line, new.kind, old.kind))
            past.add(new)
        self._follow_flag(access, (access.space, owner, access.object, access.offset), words, strong=strong)

    def _follow_flag(self, access: Access, where: Where, words: set[str], *, strong: bool) -> None:
        who = (access.block, access.thread)
        mind = self._mind(who)
        told = self._flags.get(where, {})
        if strong and access.kind != "write":
            if words & {"acquire", "acq_rel"}:
                mind.known = _joined((mind.known, told))
            else:
                mind.pending = _joined((mind.pending, told))
        if access.kind == "read" or not access.wrote:
            return
        tells: Clock = {}
        if strong:
            tells = mind.fenced
            if words & {"release", "acq_rel"}:
                tells = _joined((mind.known, mind.fenced))
                self._tick(who)
        self._flags[where] = _joined((told, tells)) if access.kind == "atomic" else dict(tells)

    @property
    def objects(self) -> set[tuple[str, str]]:
        """The (space, object) pairs with a race."""
        return {(race.where[0], race.where[2]) for race in self.races}

    @property
    def pairs(self) -> set[frozenset[int]]:
        """The pairs of lines that race, in no order."""
        return {frozenset((race.line, race.other_line)) for race in self.races}

    def offsets(self, space: str, name: str) -> set[int]:
        """The racing bytes of an object."""
        return {race.where[3] for race in self.races if (race.where[0], race.where[2]) == (space, name)}


def _joined(clocks: Iterable[Clock]) -> Clock:
    most: Clock = {}
    for clock in clocks:
        for who, tick in clock.items():
            most[who] = max(most.get(who, 0), tick)
    return most


def _conflict(old: _Seen, new: _Seen) -> bool:
    if old.strong and new.strong:
        return False
    return {old.kind, new.kind} != {"read"}


def find_races(
    module: Module,
    kernel: str,
    *,
    grid: Sequence[int],
    block: Sequence[int],
    args: Sequence[object],
    names: Sequence[str | None] = (),
    shared_bytes: int = 0,
    order: Random | None = None,
) -> tuple[RaceOracle, Outcome]:
    """Interpret a launch under the oracle."""
    oracle = RaceOracle()
    outcome = interpret(
        module,
        kernel,
        grid=grid,
        block=block,
        args=args,  # type: ignore[arg-type]
        names=names,
        shared_bytes=shared_bytes,
        order=order,
        on_access=oracle.on_access,
        on_synchronization=oracle.on_synchronization,
        on_fence=oracle.on_fence,
    )
    return oracle, outcome
