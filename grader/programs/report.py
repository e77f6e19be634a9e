"""The results of a program's run, in the form of all results: findings on its lines, and how it ended."""

from __future__ import annotations

import hashlib
import platform
import re
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.emulator.result import Counters
from grader.errors import NotCompiledError
from grader.labs.traffic import line_counts
from grader.programs.properties import GPU
from grader.programs.sources import Source
from grader.report.add_sentences import worded
from grader.report.terminal import verdict
from grader.results import (
    Check,
    Compile,
    DeviceInfo,
    Finding,
    Kind,
    LineCount,
    Results,
    Severity,
    Submission,
    Words,
)
from grader.version import __version__

_DEVICE_CODE = re.compile(r"__(?:global|device)__")

if TYPE_CHECKING:
    from grader.programs.running import Ran


def results_of(path: Path, source: Source, ended: Ran | NotCompiledError) -> Results:
    """Return the results of a program that has run, or that does not compile."""
    if isinstance(ended, NotCompiledError):
        from grader.grading.program_lane import not_compiled  # takes time, and is for errors

        ran, diagnostics, findings = None, ended.diagnostics, [*not_compiled(source.name, 1, ended).findings]
    else:
        ran, diagnostics, findings = ended, (), [*ended.told.findings]
        if ran.late:
            said = "The program did not end in the time that it has: does a loop in it, or in a kernel, never end?"
            findings.append(Finding(kind=Kind.TIMEOUT, severity=Severity.ERROR, message=said))
    text, gpu = source.files[source.name], ran.told.gpu if ran else {}
    walls = {} if ran is None else {"walls": ran.walls.in_force, "missing_walls": ran.walls.missing}
    results = Results(
        assignment=source.name,
        words=Words(lab="generic", width="launch"),
        submission=Submission(path=str(path), sha256=hashlib.sha256(text.encode()).hexdigest(), source=text),
        device=_device(gpu).model_copy(update=walls),
        seed=0,
        score=0.0,
        max_score=0.0,
        passed=not any(item.severity is Severity.ERROR for item in findings),
        verdict=verdict(findings),
        compile=Compile(ok=not diagnostics, diagnostics=diagnostics),
        findings=tuple(findings),
        environment={"grader": __version__, "python": platform.python_version(), **_timed(source, gpu)},
        reproduce=f"python -m grader run {'--device gpu ' if gpu else ''}{shlex.quote(str(path))}",
        lines=_lines(source, ran),
        seconds=round(ran.seconds, 4) if ran else 0.0,
        check=Check(text="main()", threads=sum(each.threads for each in ran.told.kernels) if ran else 0),
    )
    return worded(results)


def _lines(source: Source, ran: Ran | None) -> tuple[LineCount, ...]:
    """Return what all launches did, by line; nothing where a line may be of another file than the main one."""
    _, *others = source.files.values()
    if ran is None or any(_DEVICE_CODE.search(text) for text in others):
        return ()
    return line_counts(Counters.together([each.counters for each in ran.told.kernels]))


def _device(gpu: Mapping[str, Any]) -> DeviceInfo:
    if gpu:
        return DeviceInfo(kind="gpu", name=gpu["name"], details=dict(gpu))
    return DeviceInfo(kind="cpu", name="PTX emulator", details={"machine": platform.machine()})


def _timed(source: Source, gpu: Mapping[str, Any]) -> dict[str, str]:
    """Return what to say of times that the program asks for."""
    if not any("cudaEventElapsedTime" in text for text in source.files.values()):
        return {}
    if gpu:
        return {"event times": "of launches: measured on the GPU; of copies: modelled"}
    return {"event times": f"modelled: bytes over the bandwidth of the {GPU.name}, operations over its peak"}
