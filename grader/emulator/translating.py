"""PTX of one kernel → machine code with checks compiled in: the list of steps, from top to bottom."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from grader.emulator.cfg import build, sources
from grader.emulator.checkers import Checker
from grader.emulator.copying import copies_asynchronously
from grader.emulator.counting import LineTable
from grader.emulator.dump import leave
from grader.emulator.flags import may_be_strong, orders
from grader.emulator.hooks import judge_thread, operation_of, perform, suspension_site
from grader.emulator.inlining import inline_calls
from grader.emulator.jit import MachineCode
from grader.emulator.layout import WORKSPACE, MemoryLayout, lay_out
from grader.emulator.matrix.moving import narrowest_access
from grader.emulator.memory import CHECKED, Shadow, Traits, shadows, space_of
from grader.emulator.native.linking import linked
from grader.emulator.pruning import used_names
from grader.emulator.ptx import Function, Instruction, Module
from grader.emulator.ptx.nodes import TYPE_BYTES
from grader.emulator.ptx.writing import written
from grader.emulator.sites import Recorded, Tables
from grader.emulator.special import is_incidental
from grader.emulator.stepping import Stepper
from grader.emulator.unsupported import Unsupported
from grader.emulator.waiting import Suspension, number_suspensions, spinning, suspender


@dataclass(frozen=True, slots=True)
class Translation:
    """A kernel as machine code, with the tables to read its results by."""

    code: MachineCode
    kernel: Function
    layout: MemoryLayout
    tables: Tables
    lines: LineTable
    checkers: tuple[Checker, ...]
    shadow: dict[str, Shadow]
    report_base: dict[str, int]
    site_count: int
    frame_bytes: int
    traits: Traits

    @property
    def finding_rows(self) -> int:
        """Rows of the findings table: one per kind and site."""
        return max(1, len(self.report_base) * self.site_count)


def translate(
    module: Module, kernel: Function, checkers: Sequence[Checker], record: Recorded, *, lockstep: bool = False
) -> Translation:
    """Translate one kernel; in `lockstep` its threads take turns around every store (`waiting.suspender`).

    Raises:
        Unsupported: the kernel as a whole is beyond the emulator (single instructions are not: they end the launch).

    """
    function = inline_calls(module, kernel)
    leave(f"{kernel.name}.inlined.ptx", lambda: written(function))
    graph = build(function, suspender(function, lockstep=lockstep))
    stops = list(number_suspensions(graph.blocks).values())
    traits = _traits(function, stops)
    layout = lay_out(module, function, used_names(function))
    shadow = shadows(checkers, _granules(function), traits)
    stepper = Stepper(function, layout, checkers, shadow, graph, traits, record=record)
    kinds = [kind for checker in checkers for kind in checker.kinds]
    step = stepper.lower(kinds)
    frame_bytes = stepper.frame_bytes
    operations = [(stop.number, stop.instruction) for stop in stops if stop.kind == "warp"]
    hooks = [judge_thread(checkers, stepper.report_base), suspension_site(stepper.tables.suspensions)]
    if traits.interleaved:
        hooks += [operation_of(operations), perform(operations, stepper.matrices)]
    text = linked(
        "\n".join([*hooks, step]),
        stepper.b.declarations,
        _numbers(stepper, stops),
        entry="run_turns" if traits.interleaved else "run_blocks",
        ordered="history" in shadow["shared"].fields,
    )
    return Translation(
        code=MachineCode(text, f"{kernel.name}.careful"),
        kernel=function,
        layout=layout,
        tables=stepper.tables,
        lines=LineTable(stepper.tables.blocks, stepper.tables.sites),
        checkers=tuple(checkers),
        shadow=shadow,
        report_base=stepper.report_base,
        site_count=stepper.site_count,
        frame_bytes=frame_bytes,
        traits=traits,
    )


def _traits(function: Function, stops: Iterable[Suspension]) -> Traits:
    opcodes = {item.opcode for item in function.body if isinstance(item, Instruction)}
    arrives = any("arrive" in item.modifiers for item in function.body if isinstance(item, Instruction))
    kinds = {stop.kind for stop in stops}
    causal, copies = orders(function), copies_asynchronously(function)
    read = {name for i in function.body if isinstance(i, Instruction) for name in sources(i)}
    meets = any(may_be_strong(item) for item in function.body if isinstance(item, Instruction))
    return Traits(
        atomics=bool(opcodes & {"atom", "red", "mbarrier"}),
        interleaved=causal or copies or arrives or "mbarrier" in opcodes or bool(kinds - {"plain"}),
        turns=bool(spinning(function)),
        causal=causal,
        copies=copies,
        meets=meets,
        meets_grid=not read.isdisjoint(WORKSPACE),
        incidental=any(map(is_incidental, read)),
    )


def _numbers(stepper: Stepper, stops: Sequence[Suspension]) -> dict[str, int]:
    """What the runtime reads of one kernel; `native/records.h` says what each is."""
    shared, local = (stepper.memory.shadow[space] for space in ("shared", "local"))
    barriers = sum(stop.kind in ("plain", "barrier") for stop in stops)
    return {
        "frame_bytes": stepper.frame_bytes,
        "causal": int(stepper.traits.causal),
        "shared_granule": shared.granule,
        "shared_stride": shared.stride,
        "shared_history": shared.fields.get("history", 0),
        "local_bytes": stepper.layout.local_bytes,
        "local_granule_shift": local.granule.bit_length() - 1,
        "local_stride": local.stride,
        "local_write": local.fields.get("write", 0),
        "last_barrier": barriers,
        "last_operation": barriers + sum(stop.kind == "warp" for stop in stops),
        "divergence": stepper.report_base.get("barrier-divergence", -1),
    }


def _granules(function: Function) -> dict[str, int]:
    """Bytes that one shadow record covers: 4, or as few as the narrowest access to the space.

    All accesses are aligned to their size, so with granules no wider than the narrowest one nothing is blurred.
    """
    narrowest = dict.fromkeys(CHECKED, 4)
    for item in function.body:
        if not isinstance(item, Instruction) or item.opcode not in ("ld", "st", "atom", "red", "ldu", "cp", "wmma"):
            continue
        width = TYPE_BYTES.get(item.modifiers[-1], 4) if item.modifiers else 4
        width = narrowest_access(item) if item.opcode == "wmma" else width
        try:
            space = space_of(item.modifiers)
        except Unsupported:
            continue
        for touched in CHECKED if space == "generic" else (space,):
            if touched in narrowest:
                narrowest[touched] = min(narrowest[touched], width)
    return narrowest
