"""The number of cores that this process may use: in a container, a cluster's job or under `taskset`, fewer than exist.

Sources of the file formats: https://docs.kernel.org/admin-guide/cgroup-v2.html (`cpu.max`) and, for version 1,
https://docs.kernel.org/scheduler/sched-bwc.html.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath


def usable_cores(system: Path = Path("/")) -> int:
    """Return the cores, at least 1; a limit of 1.5 counts as 2. `system` contains `/proc` and `/sys`."""
    return max(1, math.ceil(min((_allowed(), *_quotas(system)))))


def _allowed() -> int:
    """Return the number of cores that the scheduler may use for this process."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(system: Path) -> Iterator[float]:
    """Yield the limit, in cores, of each control group of this process and of each parent group."""
    try:
        lines = (system / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    mounted = system / "sys/fs/cgroup"
    for line in lines:
        _, controllers, path = line.split(":", 2)
        group = PurePosixPath(path.lstrip("/"))
        for place in (group, *group.parents):  # a container mounts its own group at the top: the last parent
            if not controllers:
                yield _quota(mounted / place / "cpu.max")
            elif "cpu" in controllers.split(","):
                yield _quota(
                    mounted / "cpu" / place / "cpu.cfs_quota_us", mounted / "cpu" / place / "cpu.cfs_period_us"
                )


def _quota(*files: Path) -> float:
    """Return quota / period, read from one file or two; infinity when there is no quota."""
    try:
        quota, period = " ".join(file.read_text(encoding="utf-8") for file in files).split()
        return int(quota) / int(period) if quota not in ("max", "-1") else math.inf
    except (OSError, ValueError, ZeroDivisionError):
        return math.inf
