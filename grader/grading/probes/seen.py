"""What the checkers saw in a launch, of any kernel: which of it is to be told, and on which line."""

from __future__ import annotations

from collections.abc import Sequence

from grader.devices.base import Compiled, Device, Launch, Launched
from grader.emulator.result import RunFinding
from grader.grading.probes import trials
from grader.grading.probes.own_lines import OwnLines


def seen_in(
    launched: Launched, launch: Launch, kernel: Compiled, device: Device, lines: OwnLines | None, *, right: bool
) -> tuple[Sequence[RunFinding], bool]:
    """The findings, each on the line of its access; and whether what unset memory holds has shown nowhere.

    `right` says that no number is known to be wrong.
    """
    seen = [item for item in launched.findings if not _is_told_by_compiler(kernel, item)]
    idle = _reads_idly(device, kernel, launch, launched, seen, right=right)
    if idle:
        # A compiler may leave such a read where every value will do: it is nobody's fault.
        seen = [item for item in seen if item.space != "register"]
    return lines.of(launch, seen) if lines else seen, idle


def _is_told_by_compiler(kernel: Compiled, item: RunFinding) -> bool:
    """Whether the compiler has told of a variable on this line already, and by its name."""
    return item.space == "register" and any(item.line == told.line for told in kernel.suspicions)


def _reads_idly(
    device: Device, kernel: Compiled, launch: Launch, launched: Launched, seen: Sequence[RunFinding], *, right: bool
) -> bool:
    """Whether unset memory or registers were read and what they hold shows nowhere; wrong numbers may have used it."""
    unset = [item for item in seen if trials.reads_unset(item)]
    if not unset or (not right and all(item.space == "shared" for item in unset)):
        return False
    return not trials.unset_values_matter(device, kernel, launch, launched)
