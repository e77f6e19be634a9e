"""One kernel and its launches, from text to `Results`: what was found, counted, printed and recorded.

The launches become an assignment in memory that expects no results: no number is judged and there are no points.
Everything else is done by the same code as in grading.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np

from grader.assignment import Assignment, Config
from grader.assignment.models import BufferSpec, CaseModel, Family, Passed, PlannedLaunch
from grader.check import ungraded
from grader.check.launches import declared, range_of
from grader.compiling.advice import is_macro_name, undefined_name
from grader.compiling.compiled_kernel import parse_type
from grader.compiling.source_facts import SourceFacts
from grader.compiling.values import KernelParameter
from grader.devices.base import (
    Compiled,
    CompileRequest,
    Device,
    DeviceCrash,
    DeviceError,
    DeviceFault,
    DeviceTimeout,
    Launch,
    Launched,
)
from grader.elements import ELEMENTS, SPELLED, parts_of
from grader.emulator import result as emulator
from grader.errors import UsageError
from grader.grading.assembling import compilation
from grader.grading.bench import Bench, OwnAccesses
from grader.grading.launching import Geometry, StudentSource, compiled_or_told, geometry, student_request, suspicions
from grader.grading.measuring import access_warnings
from grader.grading.opened import OpenAssignment
from grader.grading.recording import MAX_VALUES, lines_of, record
from grader.grading.running import CaseRun, hidden, unoptimised
from grader.labs.base import CaseProblem
from grader.labs.cases import case_of
from grader.labs.findings import in_order, merge, placed, without_case, without_consequences
from grader.labs.hints import apply_hints, data_hints
from grader.labs.lab import UnjudgedConfig
from grader.labs.traffic import line_counts
from grader.results import BufferUse, Check, Finding, Kind, LineCount, Recording, Results, Severity, Submission
from grader.results.kinds import FoundBy, kinds_from
from grader.submissions.submission import SubmissionFile

CASE = case_of("check", {}, 1)
"""The launches as a case of the engine's."""
FAMILIES = {"check": Family(title="check", reason="check", cases=(CaseModel(name="check"),))}
_FAULTS = kinds_from(FoundBy.CHECKER)
MOST_COUNTED_AGAIN = 20_000_000
"""Accesses and operations of all launches: those that do more, seconds of them thread by thread, are not made again for
what else could be seen. A count, so that every machine sees as much."""
_LONG = (
    "The launches do much, so they were made once: nothing was recorded, and code that is not optimised, which shows"
    " accesses that an optimiser leaves out, was not looked at."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Examined:
    """The results; `arrays` is what each buffer holds afterwards, in its natural shape."""

    results: Results
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Ran:
    """The outcome of running a kernel, or only the findings that say why it was not run."""

    findings: Sequence[Finding]
    arrays: Mapping[str, np.ndarray] = field(default_factory=dict)
    lines: tuple[LineCount, ...] = ()
    buffers: tuple[BufferUse, ...] = ()
    output: str = ""
    not_measured: tuple[str, ...] = ()
    recordings: tuple[Recording, ...] = ()


def examine(submission: SubmissionFile, config: UnjudgedConfig, device: Device) -> Examined:
    """Compile and launch kernels of a file, and look at the result.

    Raise `UsageError` where the launches do not fit the file, `DeviceFault` where the grader itself fails.
    """
    start = time.perf_counter()
    path, text, compiled = str(submission.path), config.assignment, Compiled(ok=False)
    opened = OpenAssignment(assignment=Assignment(root=Path(), config=config, families=FAMILIES), seed=config.seed)
    if submission.problem:
        ran = _Ran(findings=[_without_run(Kind.COMPILE_ERROR, submission.problem)])
    else:
        request = _request(opened, submission)
        compiled, found = compiled_or_told(device, request)
        if missing := next((item for item in found if item.kind in (Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE)), None):
            raise UsageError(f"{path}: {missing.message}")
        ran = _Ran(findings=[_with_macro(config, item) for item in found])
        if compiled.ok:
            try:
                ran = _run(opened, device, compiled, request)
            except DeviceTimeout as error:
                ran = _Ran(findings=[_without_run(Kind.TIMEOUT, f"The kernel did not end: {error}.")])
            except DeviceCrash as error:
                fault = _without_run(Kind.UNSUPPORTED, f"The emulator died while it ran this kernel: {error}.")
                ran = _Ran(findings=[fault.model_copy(update={"severity": Severity.GRADER})])
    results = ungraded(
        ["check", path, text],
        Submission(path=path, sha256=submission.sha256, source=submission.source),
        device.info,
        ran.findings,
        environment={"compiler": compiled.compiler},
        assignment=text,
        seed=config.seed,
        compile=compilation([compiled], compiled.notes),
        lines=ran.lines,
        recordings=ran.recordings,
        output=ran.output,
        not_measured=ran.not_measured,
        seconds=round(time.perf_counter() - start, 4),
        check=Check(
            text=text,
            threads=sum(math.prod((*each.grid, *each.block)) for each in _geometries(config)),
            buffers=ran.buffers,
        ),
    )
    return Examined(results=results, arrays=ran.arrays)


def _without_run(kind: Kind, message: str) -> Finding:
    return Finding(kind=kind, severity=Severity.ERROR, message=message)


def _geometries(config: Config) -> list[Geometry]:
    return [geometry(config, CASE.sizes, CASE.tile_width, number) for number in range(len(config.planned))]


def _with_macro(config: UnjudgedConfig, found: Finding) -> Finding:
    """Return a finding with advice about an undefined macro: files of labs take some from the command line."""
    name = undefined_name(found.message)
    if found.kind is not Kind.COMPILE_ERROR or not is_macro_name(name):
        return found
    advice = (
        f"If {name} is a macro that is set where the file is compiled, set it here, too:"
        f" -D {name}={config.launches[0].launch.block[0]}, for example."
    )
    return found.model_copy(update={"hint": f"{found.hint} {advice}" if found.hint else advice})


def _request(opened: OpenAssignment, submission: SubmissionFile) -> CompileRequest:
    """Return the request for all kernels, each for its first launch."""
    source = StudentSource(text=submission.source, filename=submission.path.name)
    made, config = student_request(opened.assignment, source, CASE.tile_width), opened.config
    names, shapes = [planned.kernel for planned in config.planned], _geometries(config)
    first, *others = (
        replace(each, dynamic_shared_bytes=shapes[names.index(each.options.kernel)].shared_bytes)
        for each in (made, *made.others)
    )
    return replace(first, others=tuple(others))


# -- the run -----------------------------------------------------------------------------------------------------------


def _run(opened: OpenAssignment, device: Device, compiled: Compiled, request: CompileRequest) -> _Ran:
    """Run the launches as an assignment in memory. Raise `DeviceError`s where they do not end."""
    asked = opened.config
    assert isinstance(asked, UnjudgedConfig)
    config = fitted(asked, compiled)
    opened = replace(opened, assignment=replace(opened.assignment, config=config))
    bench = replace(opened.bench(device, compiled), own=OwnAccesses(device, request))
    problem = bench.problem(CASE)
    launch = replace(bench.plan(problem), profile="sample")
    launched = device.launch(compiled, launch)
    total, lines = launched.counters.total, line_counts(launched.counters)
    work = total.global_loads + total.global_stores + total.shared_loads + total.shared_stores + total.flop
    short = launched.finished and work <= MOST_COUNTED_AGAIN
    unsaid = {item.object: item.line for item in reversed(launched.findings) if _reads_unsaid(item, config)}
    told = replace(launched, findings=tuple(item for item in launched.findings if not _reads_unsaid(item, config)))
    if any(item.kind is Kind.RESOURCE_LIMIT for item in compiled.suspicions):  # ptxas has said it on the kernel's line
        told = replace(told, findings=tuple(item for item in told.findings if item.kind != Kind.RESOURCE_LIMIT.value))
    found = [without_case(item) for item in CaseRun(bench, CASE, problem, launch, told).judged().findings]
    if not found and short:
        found = _hidden(bench, config, problem, request, launch)
    facts = SourceFacts(request.source, "", compiled.kernel_line)
    causes = placed(without_consequences(merge([*suspicions(compiled), *found])), facts)
    uses_shared = any(row.shared_loads for row in lines)
    hinted = apply_hints([*causes, *access_warnings(lines)], facts, (), data_hints(), uses_shared=uses_shared)
    return _Ran(
        findings=in_order(hinted),
        arrays={
            name: buffer.held(np.asarray(launched.arrays[name]))
            for name, buffer in problem.buffers.items()
            if name in launched.arrays
        },
        lines=lines,
        buffers=tuple(_uses(asked, launched, unsaid)),
        output=launched.output,
        not_measured=(_LONG,) if launched.finished and not short else (),
        recordings=tuple(_recordings(bench, problem, launch, told, found)) if short else (),
    )


def _reads_unsaid(item: emulator.RunFinding, config: UnjudgedConfig) -> bool:
    """True for a read of a buffer for which the text says neither its content nor that it is empty."""
    return item.kind == Kind.UNINITIALIZED_READ.value and item.space == "global" and item.object in config.unsaid


def _hidden(
    bench: Bench, config: UnjudgedConfig, problem: CaseProblem, request: CompileRequest, launch: Launch
) -> list[Finding]:
    """Return what code shows that keeps every access of the source, where optimised code shows nothing."""
    kernel, told = unoptimised(bench, request)
    plain = replace(bench, kernel=kernel or bench.kernel, own=None)
    again = plain.again(replace(launch, profile="")) if kernel else None
    if again is None:
        return [] if kernel else [*told]
    run = CaseRun(plain, CASE, problem, launch, again)
    found = [run.finding(item) for item in again.findings if not _reads_unsaid(item, config)]
    return [*map(without_case, hidden(found)), *told]


def _uses(asked: UnjudgedConfig, launched: Launched, read_first: Mapping[str | None, int]) -> Iterator[BufferUse]:
    for name, buffer in asked.buffers.items():
        flags = launched.written.get(name)
        stored = 0 if flags is None else int(buffer.layout.marked(flags).sum())
        yield BufferUse(
            name=name,
            element=buffer.layout.name,
            dims=buffer.shape({}),
            filling="" if name in asked.unsaid else str(buffer.initial),
            stored=stored,
            read_first=read_first.get(name, 0),
        )


# -- the recording -----------------------------------------------------------------------------------------------------


def _recordings(
    bench: Bench, problem: CaseProblem, launch: Launch, launched: Launched, found: Sequence[Finding]
) -> Iterator[Recording]:
    """Record one block of each launch: the one that the first finding with a block names, else the first."""
    buffers = {**problem.buffers, **problem.constants}
    if not launched.arrays or any(buffer.content.size > MAX_VALUES for buffer in buffers.values()):
        return
    block = next((item.block for item in found if item.block), (0, 0, 0))
    for number, step in enumerate(launch.steps):
        x, y, z = (min(at, size - 1) for at, size in zip(block, step.grid, strict=True))
        try:
            made = record(bench, CASE, (x, y, z), launch=number).recording
        except DeviceFault:
            raise
        except DeviceError:
            return
        lines = lines_of(bench.kernel, step.kernel)
        stored = [name for name in problem.buffers if any(event[3:5] == ("store", name) for event in made.events)]
        yield made.model_copy(
            update={
                "case": "",
                "output": next(iter(stored or buffers), ""),
                "title": bench.config.assignment,
                "lab": "generic",
                "found": tuple(
                    dict.fromkeys((item.kind, item.line) for item in launched.findings if item.line in lines)
                ),
                "judged": False,
            }
        )


# -- arguments -------------------------------------------------------------------------------------------------------


def fitted(asked: UnjudgedConfig, compiled: Compiled) -> UnjudgedConfig:
    """Return the launches with what the kernels' parameters say of buffers.

    Raise `UsageError` where what is passed is not what a kernel takes.
    """
    kernels = dict(zip(asked.kernels, compiled.kernels, strict=True))
    written = {name for launch in asked.launches for name in _written(launch, kernels[launch.kernel], asked)}
    unsaid = asked.unsaid & written
    fresh = {name: replace(asked.buffers[name], way="scratch") for name in unsaid}
    return asked.model_copy(update={"buffers": {**asked.buffers, **fresh}, "unsaid": unsaid})


def _written(launch: PlannedLaunch, kernel: Compiled, asked: UnjudgedConfig) -> Iterator[str]:
    """Yield the buffers that this kernel may write. Raise `UsageError` where an argument does not fit."""
    taken = [parse_type(text, name=name) for text, name in kernel.parameters]
    if len(taken) != len(launch.passed):
        raise _mismatch(f"{launch.kernel} takes {len(taken)} arguments, not {len(launch.passed)}", launch, taken, asked)
    for number, (parameter, argument) in enumerate(zip(taken, launch.passed, strict=True), 1):
        if isinstance(argument, str):
            why = _why_no_buffer(parameter, argument, asked.buffers[argument])
        else:
            why = _why_no_number(parameter, argument)
        if why:
            raise _mismatch(f"argument {number} of {launch.kernel} does not fit: {why}", launch, taken, asked)
        if isinstance(argument, str) and not parameter.const:
            yield argument


def _why_no_buffer(parameter: KernelParameter, name: str, buffer: BufferSpec) -> str:
    shown, own = declared(name, buffer), buffer.layout.types[0]
    if parameter.kind != "pointer":
        return f"{shown} is a buffer, and the kernel takes a number, {_shown(parameter)}"
    if parameter.type.count("*") > 1:
        return f"the kernel takes {_shown(parameter)}, and pointers to pointers cannot be passed"
    parts = parts_of(parameter.element)
    element = parts[0] if parts else ELEMENTS["unsigned char"]  # of a structure and of void the bytes
    fits = (element.code, element.wider) == (own.code, own.wider)
    return "" if fits else f"{shown} has elements of another type than {_shown(parameter)}"


def _why_no_number(parameter: KernelParameter, value: Passed) -> str:
    if parameter.kind == "pointer":
        return f"{value} is a number, and the kernel takes a pointer, {_shown(parameter)}: write x: float[1000]"
    if parameter.kind == "struct":
        return f"the kernel takes a structure, {_shown(parameter)}, which cannot be written here"
    element = SPELLED.get(parameter.element)
    kind = element.dtype if element else np.dtype("V")
    if kind.kind == "f" and kind.itemsize > 2:
        return ""
    if kind.kind not in "iu":
        return f"a value of the type {parameter.element} cannot be written here"
    if not isinstance(value, int):
        return f"{value} is no whole number, and the kernel takes {_shown(parameter)}"
    least, most = range_of(kind)
    fits = min(least, -most - 1) <= value <= most  # as C does, −1 is understood where a kernel takes an unsigned number
    return "" if fits else f"{value} is too large for {_shown(parameter)}"


def _mismatch(what: str, launch: PlannedLaunch, taken: list[KernelParameter], asked: UnjudgedConfig) -> UsageError:
    buffers = {name: declared(name, buffer) for name, buffer in asked.buffers.items()}
    passed = (buffers.get(each, "") if isinstance(each, str) else str(each) for each in launch.passed)
    return UsageError(
        f"{what}\n  the kernel:  {launch.kernel}({', '.join(map(_shown, taken))})"
        f"\n  the launch:  {launch.kernel}({', '.join(passed)})"
    )


def _shown(parameter: KernelParameter) -> str:
    const = "const " if parameter.const and parameter.kind == "pointer" else ""
    return f"{const}{parameter.element} {'*' * parameter.type.count('*')}{parameter.name}".strip()
