"""The results of a program's run, in the form of all results: findings on its lines, and how it ended."""

from __future__ import annotations

import hashlib
import platform
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.emulator.result import Counters
from grader.errors import NotCompiledError
from grader.labs.traffic import line_counts
from grader.processes.sandbox import Protection
from grader.programs.properties import GPU
from grader.programs.sources import Source
from grader.report.ungraded import ungraded
from grader.results import Check, Compile, DeviceInfo, Finding, Kind, LineCount, Results, Severity, Submission

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
    return ungraded(
        ["run", *(["--device", "gpu"] if gpu else []), str(path)],
        Submission(path=str(path), sha256=hashlib.sha256(text.encode()).hexdigest(), source=text),
        _device(gpu, ran.walls if ran else Protection()),
        findings,
        environment=_timed(source, gpu),
        assignment=source.name,
        seed=0,
        compile=Compile(ok=not diagnostics, diagnostics=diagnostics),
        lines=_lines(source, ran),
        seconds=round(ran.seconds, 4) if ran else 0.0,
        check=Check(text="main()", threads=sum(each.threads for each in ran.told.kernels) if ran else 0),
    )


def _lines(source: Source, ran: Ran | None) -> tuple[LineCount, ...]:
    """Return what all launches did, by line; nothing where a line may be of another file than the main one."""
    _, *others = source.files.values()
    if ran is None or any(_DEVICE_CODE.search(text) for text in others):
        return ()
    return line_counts(Counters.together([each.counters for each in ran.told.kernels]))


def _device(gpu: Mapping[str, Any], walls: Protection) -> DeviceInfo:
    kind, name = ("gpu", gpu["name"]) if gpu else ("cpu", "PTX emulator")
    details = dict(gpu) or {"machine": platform.machine()}
    return DeviceInfo(kind=kind, name=name, details=details, walls=walls.in_force, missing_walls=walls.missing)


def _timed(source: Source, gpu: Mapping[str, Any]) -> dict[str, str]:
    """Return what to say of times that the program asks for."""
    if not any("cudaEventElapsedTime" in text for text in source.files.values()):
        return {}
    if gpu:
        return {"event times": "of launches: measured on the GPU; of copies: modelled"}
    return {"event times": f"modelled: bytes over the bandwidth of the {GPU.name}, operations over its peak"}
