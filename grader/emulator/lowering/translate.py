"""Translate PTX of one kernel to machine code with checks: the list of steps, from top to bottom."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, partial

from grader.emulator.checkers.checkers import KINDS
from grader.emulator.dump import leave
from grader.emulator.layout import MemoryLayout, lay_out, used_names
from grader.emulator.lowering.thread import Stepper
from grader.emulator.lowering.traits import Shadow, Traits, granules_of, shadows, traits_of
from grader.emulator.lowering.waiting import operation_of, perform, suspension_site
from grader.emulator.native.machine_code import Linked, MachineCode, linked
from grader.emulator.passes.control_flow import build
from grader.emulator.passes.inlining import inline_calls
from grader.emulator.passes.suspensions import Suspension, Wait, number_suspensions, suspender
from grader.emulator.ptx.nodes import Function, Module, written
from grader.emulator.site_table import LineCounts, LoggedAccesses, Tables


@dataclass(frozen=True)
class Translation:
    """A kernel as machine code, with the tables to read its results by. `tables.sites` are known once IR exists."""

    code: MachineCode
    kernel: Function
    layout: MemoryLayout
    tables: Tables
    checked: bool
    shadow: dict[str, Shadow]
    report_base: dict[str, int]
    site_count: int
    frame_bytes: int
    traits: Traits

    @cached_property
    def lines(self) -> LineCounts:
        """The amounts that each block adds to the counts of its lines, for launches that have run."""
        return LineCounts(self.tables.blocks, self.tables.sites)

    @property
    def finding_rows(self) -> int:
        """The number of rows in the findings table: one for each kind and site."""
        return max(1, len(self.report_base) * self.site_count)


def translate(
    module: Module,
    kernel: Function,
    record: LoggedAccesses,
    *,
    checked: bool = True,
    lockstep: bool = False,
    counted: bool = True,
) -> Translation:
    """Translate one kernel; in `lockstep` its threads take turns around every store (`suspensions.suspender`).

    With `counted`, the code counts how often each block ran. Without, there is a quarter less machine code to make.

    Raises:
        Unsupported: the emulator cannot run the kernel as a whole. Single unknown instructions only end the launch.

    """
    function = inline_calls(module, kernel)
    leave(f"{kernel.name}.inlined.ptx", lambda: written(function))
    graph = build(function, suspender(function, lockstep=lockstep))
    stops = list(number_suspensions(graph.blocks).values())
    layout = lay_out(module, function, used_names(function))
    traits = traits_of(function, graph, stops, set(layout.shared))
    shadow = shadows(granules_of(function), traits, checked=checked)
    stepper = Stepper(function, layout, shadow, graph, traits, record=record, checked=checked)
    stepper.number_sites(KINDS if checked else ())
    return Translation(
        code=MachineCode(partial(_write, stepper, stops, counted=counted), f"{kernel.name}.careful"),
        kernel=function,
        layout=layout,
        tables=stepper.tables,
        checked=checked,
        shadow=shadow,
        report_base=stepper.report_base,
        site_count=stepper.site_count,
        frame_bytes=stepper.frame_bytes,
        traits=traits,
    )


def _write(stepper: Stepper, stops: Sequence[Suspension], *, counted: bool) -> Linked:
    """Write the IR, which a launch in rows of threads does not need, and the sites in it."""
    step = stepper.lower(counted=counted)
    hooks = [suspension_site(stepper.tables.suspensions)]
    if stepper.traits.interleaved:
        operations = [(stop.number, stop.instruction) for stop in stops if stop.wait is Wait.WARP]
        hooks += [operation_of(operations), perform(operations, stepper.matrices)]
    return linked(
        "\n".join([*hooks, step]),
        stepper.b.declarations,
        _numbers(stepper, stops),
        shared=[text for _, text in sorted(stepper.memory.texts.items())],
        entry="run_turns" if stepper.traits.interleaved else "run_blocks",
        ordered="history" in stepper.shadow["shared"].fields,
    )


def _numbers(stepper: Stepper, stops: Sequence[Suspension]) -> dict[str, int]:
    """Return the numbers of one kernel that the runtime reads; `native/records.h` explains each."""
    shared, local = (stepper.shadow[space] for space in ("shared", "local"))
    barriers = sum(stop.wait.of_block for stop in stops)
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
        "last_operation": barriers + sum(stop.wait is Wait.WARP for stop in stops),
        "last_turn": sum(stop.wait not in (Wait.PHASE, Wait.MEETING) for stop in stops),
        "last_phase": sum(stop.wait is not Wait.MEETING for stop in stops),
        **{f"first_row_of_{kind.replace('-', '_')}": stepper.report_base.get(kind, -1) for kind in KINDS},
    }
