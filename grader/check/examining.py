"""One kernel and its launches, from text to `Results`: what was found, counted, printed and recorded.

Nobody says what must come out, so no number is judged and there are no points: everything else is as in grading.
"""

from __future__ import annotations

import math
import platform
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from grader.assignment import Assignment
from grader.check.arguments import configured
from grader.check.launches import LaunchPlan, LaunchTextError
from grader.compiling.advice import is_macro_name, undefined_name
from grader.compiling.source_facts import SourceFacts
from grader.compiling.values import CompileOptions, CompilerName
from grader.devices.base import (
    WITH_FIGURES,
    Compiled,
    CompileRequest,
    Device,
    DeviceCrash,
    DeviceError,
    DeviceFault,
    DeviceTimeout,
    Launch,
    Launched,
    by_element,
)
from grader.emulator import result as emulator
from grader.grading.bench import Bench, OwnLines, Variant
from grader.grading.findings import in_order, merge, without_consequences
from grader.grading.launching import compiled_or_told, suspicions
from grader.grading.measuring import access_warnings
from grader.grading.opened import OpenAssignment
from grader.grading.recording import MAX_VALUES, lines_of, record
from grader.grading.relocate import placed
from grader.grading.running import CaseRun
from grader.grading.second_look import hidden, unoptimised
from grader.labs.base import CaseProblem
from grader.labs.cases import case_of
from grader.labs.hints import apply_hints, data_hints
from grader.labs.traffic import line_counts
from grader.labs.unjudged import UnjudgedConfig
from grader.report.add_sentences import worded
from grader.report.terminal import verdict
from grader.results import (
    BufferUse,
    Check,
    Compile,
    Finding,
    Kind,
    LineCount,
    Recording,
    Results,
    Severity,
    Submission,
    Words,
)
from grader.results.kinds import FoundBy, kinds_from
from grader.submissions.submission import SubmissionFile
from grader.version import __version__

CASE = case_of("check", {}, 1)
"""The launches as a case of the engine's."""
_FAULTS = kinds_from(FoundBy.CHECKER)
MOST_COUNTED_AGAIN = 20_000_000
"""Accesses and operations of all launches: those that do more, seconds of them thread by thread, are not made again for
what else could be seen. A count, so that every machine sees as much."""
_LONG = (
    "The launches do much, so they were made once: nothing was recorded, and code that is not optimised, which shows"
    " accesses that an optimiser leaves out, was not looked at."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What is to be looked at, and how."""

    submission: SubmissionFile
    launches: LaunchPlan
    seed: int = 0
    compiler: CompilerName = "auto"
    defines: Mapping[str, str] = field(default_factory=dict)

    @property
    def filename(self) -> str:
        return self.submission.path.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """All that is known of it; `arrays` is what each buffer holds afterwards, in its natural shape."""

    results: Results
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ran:
    """A kernel that was launched: what each buffer holds, the counts by line, and what is to be told."""

    launched: Launched
    arrays: Mapping[str, np.ndarray]
    findings: tuple[Finding, ...]
    lines: tuple[LineCount, ...]
    buffers: tuple[BufferUse, ...]
    not_measured: tuple[str, ...]
    recordings: tuple[Recording, ...]


def examine(asked: Asked, device: Device) -> Examined:
    """Compile, launch, look at it; raises `LaunchTextError` where the launches do not fit the file.

    Raises `DeviceFault` where the grader itself fails.
    """
    start = time.perf_counter()
    if asked.submission.problem:
        finding = Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=asked.submission.problem)
        return Examined(results=_results(asked, device, Compiled(ok=False), [finding], start))
    request = _request(asked)
    compiled, found = compiled_or_told(device, request)
    if not compiled.ok:
        if missing := next((item for item in found if item.kind in (Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE)), None):
            raise LaunchTextError(f"{asked.submission.path}: {missing.message}")
        return Examined(results=_results(asked, device, compiled, [_with_macro(asked, item) for item in found], start))
    config = configured(asked.launches, compiled)
    opened = OpenAssignment(assignment=Assignment(root=Path(), config=config, families={}), seed=asked.seed)
    bench = replace(opened.bench(device, compiled), lines=OwnLines(device, request))
    try:
        ran = _run(asked, bench, config, request)
    except DeviceTimeout as error:
        finding = Finding(kind=Kind.TIMEOUT, severity=Severity.ERROR, message=f"The kernel did not end: {error}.")
        return Examined(results=_results(asked, device, compiled, [finding], start))
    except DeviceCrash as error:
        message = f"The emulator died while it ran this kernel: {error}."
        finding = Finding(kind=Kind.UNSUPPORTED, severity=Severity.GRADER, message=message)
        return Examined(results=_results(asked, device, compiled, [finding], start))
    return Examined(results=_results(asked, device, compiled, ran.findings, start, ran), arrays=ran.arrays)


def _with_macro(asked: Asked, found: Finding) -> Finding:
    """With advice about a macro that nobody has defined: files of labs take some from whoever compiles them."""
    name = undefined_name(found.message)
    if found.kind is not Kind.COMPILE_ERROR or not is_macro_name(name):
        return found
    advice = (
        f"If {name} is a macro that is set where the file is compiled, set it here, too:"
        f" -D {name}={asked.launches.launches[0].block[0]}, for example."
    )
    return found.model_copy(update={"hint": f"{found.hint} {advice}" if found.hint else advice})


def _request(asked: Asked) -> CompileRequest:
    """All kernels, each for the block of its first launch."""
    launches = {launch.kernel: launch for launch in reversed(asked.launches.launches)}
    first, *others = (
        CompileRequest(
            source=asked.submission.source,
            tile_width=1,
            options=CompileOptions(
                filename=asked.filename, kernel=name, arch=WITH_FIGURES, compiler=asked.compiler, defines=asked.defines
            ),
            block=launches[name].block,
            dynamic_shared_bytes=launches[name].shared_bytes,
            constants={name: buffer.size_bytes for name, buffer in asked.launches.variables.items()},
        )
        for name in asked.launches.kernels
    )
    return replace(first, others=tuple(others))


# -- the run -----------------------------------------------------------------------------------------------------------


def _counted(launched: Launched) -> int:
    total = launched.counters.total
    return total.global_loads + total.global_stores + total.shared_loads + total.shared_stores + total.flop


def _run(asked: Asked, bench: Bench, config: UnjudgedConfig, request: CompileRequest) -> _Ran:
    problem, compiled = bench.problem(CASE), bench.kernel
    launch = Variant(profile="sample").of(bench.plan(problem))
    launched = bench.device.launch(compiled, launch)
    read_first = {item.object: item.line for item in reversed(launched.findings) if _reads_unsaid(item, config)}
    told = replace(launched, findings=tuple(item for item in launched.findings if not _reads_unsaid(item, config)))
    if any(item.kind is Kind.RESOURCE_LIMIT for item in compiled.suspicions):  # ptxas has said it on the kernel's line
        told = replace(told, findings=tuple(item for item in told.findings if item.kind != Kind.RESOURCE_LIMIT.value))
    found = [_without_case(item) for item in CaseRun(bench, CASE, problem, launch, told).judged().findings]
    short = launched.finished and _counted(launched) <= MOST_COUNTED_AGAIN
    if not found and short:
        found = _hidden(bench, config, problem, request, launch)
    facts = SourceFacts(asked.submission.source, "", compiled.kernel_line)
    lines = line_counts(launched.counters)
    uses_shared = any(row.shared_loads for row in lines)
    causes = placed(without_consequences(merge([*suspicions(compiled), *found])), facts)
    all_told = apply_hints([*causes, *access_warnings(lines)], facts, (), data_hints(), uses_shared=uses_shared)
    return _Ran(
        launched=launched,
        arrays={
            name: buffer.shaped(np.asarray(launched.arrays[name]).view(buffer.content.dtype))
            for name, buffer in problem.buffers.items()
            if name in launched.arrays
        },
        findings=in_order(all_told),
        lines=lines,
        buffers=tuple(_uses(asked, launched, read_first)),
        recordings=tuple(_recordings(asked, bench, problem, told, found)) if short else (),
        not_measured=(_LONG,) if launched.finished and not short else (),
    )


def _reads_unsaid(item: emulator.RunFinding, config: UnjudgedConfig) -> bool:
    """Whether this is the read of a buffer for which nothing says what it holds, nor that it holds nothing."""
    return item.kind == Kind.UNINITIALIZED_READ.value and item.space == "global" and item.object in config.unsaid


def _without_case(finding: Finding) -> Finding:
    """Return a finding that belongs to no case."""
    occurrences = tuple(each.model_copy(update={"case": None}) for each in finding.occurrences)
    return finding.model_copy(update={"case": None, "cases": (), "occurrences": occurrences})


def _hidden(
    bench: Bench, config: UnjudgedConfig, problem: CaseProblem, request: CompileRequest, launch: Launch
) -> list[Finding]:
    """Return what code shows that keeps every access of the source, where optimised code shows nothing."""
    kernel, told = unoptimised(bench, request)
    plain = replace(bench, kernel=kernel or bench.kernel, lines=None)
    again = plain.again(launch, Variant(profile="")) if kernel else None
    if again is None:
        return [] if kernel else [*told]
    run = CaseRun(plain, CASE, problem, launch, again)
    found = [run.finding(item) for item in again.findings if not _reads_unsaid(item, config)]
    return [*map(_without_case, hidden(found)), *told]


def _uses(asked: Asked, launched: Launched, read_first: Mapping[str | None, int]) -> Iterator[BufferUse]:
    for name, buffer in asked.launches.buffers.items():
        flags = launched.written.get(name)
        stored = 0 if flags is None else int(by_element(flags, math.prod(buffer.dims)).sum())
        yield BufferUse(
            name=name,
            element=buffer.element.name,
            dims=buffer.dims,
            filling="" if buffer.filling is None else str(buffer.filling),
            stored=stored,
            read_first=read_first.get(name, 0),
        )


# -- the recording -----------------------------------------------------------------------------------------------------


def _recordings(
    asked: Asked, bench: Bench, problem: CaseProblem, launched: Launched, found: Sequence[Finding]
) -> Iterator[Recording]:
    """One block of each launch: the one that the first finding with a block names, else the first."""
    buffers = {**problem.buffers, **problem.constants}
    if not launched.arrays or any(buffer.content.size > MAX_VALUES for buffer in buffers.values()):
        return
    block = next((item.block for item in found if item.block), (0, 0, 0))
    for number, planned in enumerate(asked.launches.launches):
        x, y, z = (min(at, size - 1) for at, size in zip(block, planned.grid, strict=True))
        try:
            made = record(bench, CASE, (x, y, z), launch=number).recording
        except DeviceFault:
            raise
        except DeviceError:
            return
        lines = lines_of(bench.kernel, asked.launches.kernels.index(planned.kernel))
        stored = [name for name in problem.buffers if any(event[3:5] == ("store", name) for event in made.events)]
        yield made.model_copy(
            update={
                "case": "",
                "output": next(iter(stored or buffers), ""),
                "title": asked.launches.text,
                "lab": "generic",
                "found": tuple(
                    dict.fromkeys((item.kind, item.line) for item in launched.findings if item.line in lines)
                ),
                "judged": False,
            }
        )


# -- results -----------------------------------------------------------------------------------------------------------


def _results(
    asked: Asked, device: Device, compiled: Compiled, found: Sequence[Finding], start: float, ran: _Ran | None = None
) -> Results:
    path, text = str(asked.submission.path), asked.launches.text
    return worded(
        Results(
            assignment=text,
            words=Words(lab="generic", width="launch"),
            submission=Submission(path=path, sha256=asked.submission.sha256, source=asked.submission.source),
            device=device.info,
            seed=asked.seed,
            score=0.0,
            max_score=0.0,
            passed=not any(item.severity is Severity.ERROR for item in found),
            verdict=verdict(found),
            compile=Compile(
                ok=compiled.ok,
                compiler=compiled.compiler,
                diagnostics=compiled.diagnostics,
                seconds=round(compiled.seconds, 4),
                resources=tuple(kernel.resources for kernel in compiled.kernels if kernel.resources),
                notes=compiled.notes,
            ),
            findings=tuple(found),
            lines=ran.lines if ran else (),
            recordings=ran.recordings if ran else (),
            output=ran.launched.output if ran else "",
            not_measured=ran.not_measured if ran else (),
            environment={"grader": __version__, "python": platform.python_version(), "compiler": compiled.compiler},
            reproduce=f"python -m grader check {shlex.quote(path)} {shlex.quote(text)}",
            seconds=round(time.perf_counter() - start, 4),
            check=Check(text=text, threads=_threads(asked.launches), buffers=ran.buffers if ran else ()),
        )
    )


def _threads(launches: LaunchPlan) -> int:
    return sum(math.prod((*launch.grid, *launch.block)) for launch in launches.launches)
