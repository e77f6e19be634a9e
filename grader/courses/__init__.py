"""Course systems: a registry for each thing that they take or give. Rows are imported when their name is asked for.

Other distributions add rows by entry points in these groups. What a row is says the module that uses it: a
`RosterSystem`, a `FeedbackSystem`, a `Comparison`, a `Package`, a `Cluster`.
"""

from __future__ import annotations

from typing import Any

from grader.registry import Registry

ROSTERS: Registry[Any] = Registry(
    "grader.rosters",
    {
        "canvas": "grader.courses.roster_systems:CANVAS",
        "moodle": "grader.courses.roster_systems:MOODLE",
        "gradescope-csv": "grader.courses.roster_systems:GRADESCOPE",
        "brightspace": "grader.courses.roster_systems:BRIGHTSPACE",
        "blackboard": "grader.courses.roster_systems:BLACKBOARD",
    },
)
FEEDBACK: Registry[Any] = Registry(
    "grader.feedback", {"moodle": "grader.courses.exchange:MOODLE", "canvas": "grader.courses.exchange:CANVAS"}
)
COMPARISONS: Registry[Any] = Registry(
    "grader.comparisons", {"moss": "grader.courses.exchange:MOSS", "jplag": "grader.courses.exchange:JPLAG"}
)
PACKAGES: Registry[Any] = Registry(
    "grader.packages",
    {
        "gradescope": "grader.courses.packages:GRADESCOPE",
        "prairielearn": "grader.courses.packages:PRAIRIELEARN",
        "autolab": "grader.courses.packages:AUTOLAB",
        "github": "grader.courses.packages.github:package",
    },
)
EXECUTORS: Registry[Any] = Registry(
    "grader.executors",
    dict.fromkeys(("tcp", "tls", "ucx", "ws", "wss"), "grader.courses.cluster:dask_cluster"),
)
"""By the scheme of `--scheduler`'s address; without one it is `tcp`."""
