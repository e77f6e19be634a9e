"""The cause of a fault, found by experiment: changes of the kernel are tried until one mends it.

cause = find_cause(attempt, emulators)
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from grader.devices.base import DeviceError, Emulator
from grader.grading.lane import Attempt
from grader.results import Cause, Finding
from grader.search.cause import Diagnosis
from grader.search.explaining import explained
from grader.search.repairing import find_repair
from grader.search.telling import agreeing, as_far_as, beside_findings

__all__ = ["agreeing", "as_far_as", "beside_findings", "find_cause", "tell_findings"]

T = TypeVar("T")


def find_cause(attempt: Attempt, emulators: Sequence[Emulator]) -> Cause | None:
    """Return the cause of what was found wrong in an attempt; None where no change was found that mends it.

    Nothing else may use the emulators meanwhile. What goes wrong on the way, a fault of the grader's included, gives
    None: the submission has been graded, and nothing is taken from that. `GRADER_DEBUG` shows such a fault.
    """

    def find() -> Cause | None:
        if attempt.opened.config.whole_program:
            from grader.search.program_cause import find_in_program  # imported late: programs need Linux, and time

            return find_in_program(attempt, emulators)
        if any(not lane.ran for lane in attempt.lanes):
            return find_repair(attempt, emulators[0])
        return Diagnosis(attempt, emulators).find() if attempt.lanes else None

    return _unless_it_fails(find, None)


def tell_findings(
    attempt: Attempt, device: Emulator, findings: Sequence[Finding], *, proved: int = 0
) -> tuple[Finding, ...]:
    """Return the findings with what small experiments tell of them; as they are where something goes wrong on the way.

    Less is told where a change is `proved` to mend so many mistakes of the text. Nothing else may use the emulator
    meanwhile.
    """
    explain = partial(explained, attempt, device, findings, proved=proved)
    return _unless_it_fails(explain, tuple(findings))


def _unless_it_fails(experiment: Callable[[], T], otherwise: T) -> T:
    try:
        return experiment()
    except DeviceError:
        return otherwise
    except Exception:
        if os.environ.get("GRADER_DEBUG"):
            raise
        return otherwise
