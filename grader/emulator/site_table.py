"""Numbers in machine code: instructions that can be part of a finding, and counted blocks; counts by source line.

A block's count is how often it ran. Accesses are counted by the space that they go to. For nearly all, the code shows
the space, so the block's count is enough. For the others the run keeps a table of how many bytes they reached. An
atomic operation is a load and a store.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

import numpy as np

from grader.emulator.matrix.forms import MATRIX_OPCODES, UnknownFormError, read_form
from grader.emulator.matrix.fragments import LANES, sources
from grader.emulator.ptx.nodes import TYPE_BYTES, Immediate, Instruction, lanes_of, space_of
from grader.emulator.result import COLUMNS, Counters, LineCounters


class LoggedAccesses(Enum):
    """What machine code writes to the event log: nothing, where each access goes, or all that a replay shows."""

    NOTHING = "nothing"
    ACCESSES = "accesses"
    STEPS = "steps"


# Spaces that only the address shows at run time: any space; global or constant memory or a parameter.
ASKED = ("generic", "window")


@dataclass(frozen=True, slots=True)
class Site:
    """An instruction and its access: `access` is read, write, atomic or empty.

    `space` is global, shared or local if the code shows it, else one of `ASKED`.
    """

    instruction: Instruction
    access: str = ""
    space: str = ""
    size: int = 0

    @property
    def deeds(self) -> tuple[str, ...]:
        """What its access counts as: loads, stores or both."""
        return {"read": ("load",), "write": ("store",), "atomic": ("load", "store")}[self.access]


@dataclass(slots=True)
class Tables:
    """The numbered things of one translated kernel."""

    sites: list[Site] = field(default_factory=list)
    suspensions: dict[int, int] = field(default_factory=dict)
    blocks: list[list[Instruction]] = field(default_factory=list)

    def site(self, instruction: Instruction, access: str = "", space: str = "", size: int = 0) -> int:
        """Return the number of a new site."""
        self.sites.append(Site(instruction, access, space, size))
        return len(self.sites) - 1


_FLOAT_OPS = {"add": 1, "sub": 1, "mul": 1, "div": 1, "fma": 2, "mad": 2, "sqrt": 1, "rcp": 1, "rsqrt": 1}
_COLUMNS = {name: place for place, name in enumerate(COLUMNS)}
_WORK = ("global_load_bytes", "global_store_bytes"), ("flop",)
_Effects = tuple[tuple[str, int], ...]


class LineCounts:
    """The amounts that one run of each block of instructions adds to each line's counters.

    `blocks` are straight runs of instructions; each instruction runs as often as the first. Without `sites` only rows
    of threads have run, whose accesses all name their space. `work` is that of `Executed`.
    """

    def __init__(self, blocks: Sequence[Sequence[Instruction]], sites: Sequence[Site]) -> None:
        self._sites = sites
        spaces = {id(site.instruction): site.space for site in sites if site.access}
        lines = sorted({item.location.line for block in blocks for item in block})
        self._rows = {line: row for row, line in enumerate(lines)}
        holds = np.zeros((len(lines), len(blocks)), np.int64)
        effects: dict[tuple[int, str], np.ndarray] = {}
        for number, block in enumerate(blocks):
            for item in block:
                line = item.location.line
                holds[self._rows[line], number] = 1
                for name, amount in _effects_of(item, spaces.get(id(item), "") if sites else space_of(item.modifiers)):
                    row = effects.setdefault((line, name), np.zeros(len(blocks), np.int64))
                    row[number] += amount
        self._places = tuple(zip(*((self._rows[line], _COLUMNS[name]) for line, name in effects), strict=True))
        amounts = np.array(list(effects.values()), np.int64).reshape(len(effects), len(blocks))
        self._sums = np.concatenate([holds, amounts])
        columns = [name for _, name in effects]
        self.work = np.stack([
            amounts[[place for place, name in enumerate(columns) if name in names]].sum(axis=0, dtype=np.int64)
            for names in _WORK
        ])  # fmt: skip
        self._nothing = Counters.of(LineCounters(line=line) for line in lines).table

    def count(self, times: np.ndarray, reached: np.ndarray | None) -> Counters:
        """Return the counters of all lines that ran.

        `times` says how often each block ran. `reached` has for each site the bytes of global and of shared memory that
        it reached, shape (sites, 2), if the code does not show the space.
        """
        sums = self._sums @ times[: self._sums.shape[1]]
        table = self._nothing.copy()
        if self._places:
            table[self._places] = sums[len(table) :]
        if reached is not None:
            self._add_reached(table, reached)
        return Counters(table[sums[: len(table)] != 0])

    def _add_reached(self, table: np.ndarray, reached: np.ndarray) -> None:
        for number in np.flatnonzero(reached.any(axis=1)).tolist():
            site = self._sites[number]
            row = table[self._rows[site.instruction.location.line]]
            for name, amount in _reached_effects(site, *reached[number].tolist()):
                row[_COLUMNS[name]] += amount


def _effects_of(item: Instruction, space: str) -> _Effects:
    if item.opcode != "cp" or len(item.operands) < 3:
        return _effects(item.opcode, item.modifiers, space)
    # `cp.async`: a store of words to shared memory, and a load from global memory if the code shows its size.
    size = item.operands[2].bits if isinstance(item.operands[2], Immediate) else 0
    stores = _access("shared", ("store",), size // 4, size)
    return stores if space == "window" else (*stores, *_access("global", ("load",), size // 4, size))


@functools.lru_cache(maxsize=4096)
def _effects(opcode: str, modifiers: tuple[str, ...], space: str) -> _Effects:
    """Return what one execution of an instruction adds to its line's counters; `space` is where its access goes."""
    if opcode in _DEEDS:
        deeds, lanes = _DEEDS[opcode] if space in ("global", "shared") else (), lanes_of(modifiers)
        atomics = (("atomics", 1),) if opcode in ("atom", "red") else ()
        return (*atomics, *_access(space, deeds, lanes, lanes * TYPE_BYTES[modifiers[-1]]))
    if opcode in ("bar", "barrier") and "warp" not in modifiers:
        return (("barriers", 1),)
    if opcode in MATRIX_OPCODES:
        return _matrix_effects(opcode, modifiers)
    if opcode in _FLOAT_OPS and modifiers and modifiers[-1] in ("f32", "f64", "f16", "f16x2", "bf16", "bf16x2"):
        return (("flop", _FLOAT_OPS[opcode] * (2 if modifiers[-1].endswith("x2") else 1)),)
    return ()


def _matrix_effects(opcode: str, modifiers: tuple[str, ...]) -> _Effects:
    """Return a lane's share of what its warp does."""
    try:
        form = read_form(Instruction(opcode, modifiers, ()))
    except UnknownFormError:
        return ()
    if form.kind == "multiply":
        flop = 2 * form.m * form.n * form.k // LANES
        return (("flop", flop),) if form.d_type != "s32" else ()
    if form.space not in ("global", "shared"):
        return ()
    deed, fragment = "load" if form.kind in ("load", "fetch") else "store", form.kind in ("load", "store")
    count = len(set(sources(form.held))) if fragment else 2 * form.count
    return _access(form.space, (deed,), count, count * (form.element_bytes if fragment else 2))


_DEEDS = {"ld": ("load",), "ldu": ("load",), "st": ("store",), "atom": ("load", "store"), "red": ("load", "store")}


def _access(space: str, deeds: Sequence[str], count: int, size: int) -> _Effects:
    """Count loads or stores of `count` elements; one atomic operation is both."""
    counts = [((f"{space}_{deed}s", count), (f"{space}_{deed}_bytes", size)) for deed in deeds]
    both = ((f"{space}_atomic_bytes", size),) if len(deeds) > 1 else ()
    return (*(effect for pair in counts for effect in pair), *both)


def _reached_effects(site: Site, global_bytes: int, shared_bytes: int) -> _Effects:
    """Return what accesses of a space that only the run shows add to their line's counters."""
    opcode = site.instruction.opcode
    if opcode == "cp":
        size = 4
    elif opcode in _DEEDS:
        size = TYPE_BYTES[site.instruction.modifiers[-1]]
    elif opcode in MATRIX_OPCODES:
        form = read_form(site.instruction)
        size = form.element_bytes if form.kind in ("load", "store") else 2
    else:
        return ()
    return (
        *_access("global", site.deeds, global_bytes // size, global_bytes),
        *_access("shared", site.deeds, shared_bytes // size, shared_bytes),
    )
