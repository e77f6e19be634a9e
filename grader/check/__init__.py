"""What nobody grades: kernels and programs without an assignment.

`launches` reads and suggests launches, `examining` runs them; the results of a program's run are made here.
"""

from __future__ import annotations

import hashlib
import platform
import re
import shlex
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.emulator.result import Counters
from grader.errors import NotCompiledError
from grader.labs.traffic import line_counts
from grader.processes.sandbox import Protection
from grader.report.add_sentences import worded
from grader.report.terminal import verdict
from grader.results import Cause, Check, Compile, DeviceInfo, Finding, Kind, Results, Severity, Submission, Words
from grader.version import __version__
from grader.words import words

if TYPE_CHECKING:
    from grader.programs.running import Ran
    from grader.programs.sources import Source

_DEVICE_CODE = re.compile(r"__(?:global|device)__")


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


def results_of(
    path: Path, source: Source, ended: Ran | NotCompiledError, cause: Cause | None = None, complaint: str = ""
) -> Results:
    """Return the results of a program that has run, or that does not compile.

    `cause` is the change of its host half that mends it, and `complaint` the line in which it says that it is wrong.
    """
    diagnostics = ended.diagnostics if isinstance(ended, NotCompiledError) else ()
    if isinstance(ended, NotCompiledError):
        from grader.grading.program_lane import not_compiled  # takes time, and is for errors
        from grader.programs.running import Ran
        from grader.programs.telling import Told

        told = Told(findings=tuple(not_compiled(source.name, 1, ended).findings))
        ended = Ran(code=1, said=told, walls=Protection())
    findings, gpu, walls = [*ended.told.findings], ended.told.gpu, ended.walls
    if ended.late:
        said = "The program did not end in the time that it has: does a loop in it, or in a kernel, never end?"
        findings.append(Finding(kind=Kind.TIMEOUT, severity=Severity.ERROR, message=said))
    if cause is not None and not any(each.severity is Severity.ERROR for each in findings):
        message = words("program")["says_wrong"](said=complaint, code=ended.code)
        findings.insert(0, Finding(kind=Kind.WRONG_RESULT, severity=Severity.ERROR, line=cause.line, message=message))
    (text, *others), kernels = source.files.values(), ended.told.kernels
    one_file = not any(_DEVICE_CODE.search(other) for other in others)  # else a line may be of another one
    kind, name = ("gpu", gpu["name"]) if gpu else ("cpu", "PTX emulator")
    details = dict(gpu) or {"machine": platform.machine()}
    return ungraded(
        ["run", *(["--device", "gpu"] if gpu else []), str(path)],
        Submission(path=str(path), sha256=hashlib.sha256(text.encode()).hexdigest(), source=text),
        DeviceInfo(kind=kind, name=name, details=details, walls=walls.in_force, missing_walls=walls.missing),
        findings,
        environment=_timed(source, gpu),
        assignment=source.name,
        seed=0,
        compile=Compile(ok=not diagnostics, diagnostics=diagnostics),
        lines=line_counts(Counters.together([each.counters for each in kernels])) if one_file else (),
        seconds=round(ended.seconds, 4),
        cause=cause,
        check=Check(text="main()", threads=sum(each.threads for each in kernels)),
    )


def _timed(source: Source, gpu: Mapping[str, Any]) -> dict[str, str]:
    """Return what to say of times that the program asks for."""
    if not any("cudaEventElapsedTime" in text for text in source.files.values()):
        return {}
    if gpu:
        return {"event times": "of launches: measured on the GPU; of copies: modelled"}
    from grader.programs.calls import GPU

    return {"event times": f"modelled: bytes over the bandwidth of the {GPU.name}, operations over its peak"}
