"""How many cores this process may use: fewer than the machine has in a container, a cluster's job or under `taskset`.

Source of the files' format: https://docs.kernel.org/admin-guide/cgroup-v2.html (`cpu.max`) and, for version 1,
https://docs.kernel.org/scheduler/sched-bwc.html.
"""

from __future__ import annotations

import math
import os
from collections.abc import Iterator
from pathlib import Path, PurePosixPath


def usable_cores(system: Path = Path("/")) -> int:
    """At least 1; a limit to 1.5 cores counts as 2. `system` is where `/proc` and `/sys` lie."""
    return max(1, math.ceil(min((_allowed(), *_quotas(system)))))


def _allowed() -> int:
    """The cores that the scheduler may put this process on."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _quotas(system: Path) -> Iterator[float]:
    """Cores' worth of time that this process's groups and the groups above them have."""
    try:
        lines = (system / "proc/self/cgroup").read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError):
        return
    mounted = system / "sys/fs/cgroup"
    for line in lines:
        _, controllers, path = line.split(":", 2)
        group = PurePosixPath(path.lstrip("/"))
        for place in (group, *group.parents):  # in a container it is mounted at its own group, which then is the last
            if not controllers:
                yield _quota(mounted / place / "cpu.max")
            elif "cpu" in controllers.split(","):
                yield _quota(
                    mounted / "cpu" / place / "cpu.cfs_quota_us", mounted / "cpu" / place / "cpu.cfs_period_us"
                )


def _quota(*files: Path) -> float:
    """Quota by period, which one file holds or two; infinite where there is none."""
    try:
        quota, period = " ".join(file.read_text(encoding="utf-8") for file in files).split()
        return int(quota) / int(period) if quota not in ("max", "-1") else math.inf
    except (OSError, ValueError, ZeroDivisionError):
        return math.inf
