"""The cause of a fault, found by experiment: changes of the kernel are tried until one mends it.

cause = find_cause(work, emulators, source, lanes)
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from grader.devices.base import DeviceError, Emulator
from grader.grading.lane import Lane, StudentSource, Workplace
from grader.results import Cause
from grader.search.cause import Diagnosis, find_repair
from grader.search.telling import agreeing, as_far_as

__all__ = ["agreeing", "as_far_as", "find_cause"]


def find_cause(
    work: Workplace, emulators: Sequence[Emulator], source: StudentSource, lanes: Sequence[Lane]
) -> Cause | None:
    """Return the cause of what was found wrong in these lanes; None where no change was found that mends it.

    Nothing else may use the emulators meanwhile. What goes wrong on the way, a fault of the grader's included, gives
    None: the submission has been graded, and nothing is taken from that. `GRADER_DEBUG` shows such a fault.
    """
    try:
        if any(not lane.ran for lane in lanes):
            return find_repair(work, emulators[0], source, lanes)
        return Diagnosis(work, emulators, source, lanes).find() if lanes else None
    except DeviceError:
        return None
    except Exception:
        if os.environ.get("GRADER_DEBUG"):
            raise
        return None
