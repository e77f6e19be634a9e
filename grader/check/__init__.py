"""What nobody grades: kernels and programs without an assignment.

`launches` reads and suggests launches, `examining` runs them; `program_results` has the results of a program's run.
"""

from __future__ import annotations

import platform
import shlex
from collections.abc import Mapping, Sequence
from typing import Any

from grader.report.add_sentences import worded
from grader.report.terminal import verdict
from grader.results import DeviceInfo, Finding, Results, Severity, Submission, Words
from grader.version import __version__


def ungraded(
    command: Sequence[str],
    submission: Submission,
    device: DeviceInfo,
    findings: Sequence[Finding],
    *,
    environment: Mapping[str, str],
    **more: Any,  # noqa: ANN401 (the fields of `Results` that only some have)
) -> Results:
    """Return results without points, in words; `command` are those with which they are made again."""
    return worded(
        Results(
            words=Words(lab="generic", width="launch"),
            submission=submission,
            device=device,
            score=0.0,
            max_score=0.0,
            passed=not any(item.severity is Severity.ERROR for item in findings),
            verdict=verdict(findings),
            findings=tuple(findings),
            environment={"grader": __version__, "python": platform.python_version(), **environment},
            reproduce=shlex.join(["python", "-m", "grader", *command]),
            **more,
        )
    )
