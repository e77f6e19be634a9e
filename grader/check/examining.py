"""One kernel and its launches, from text to `Results`: what was found, counted, printed and recorded.

The launches become an assignment in memory that expects no results: no number is judged and there are no points.
Everything else is done by the same code as in grading.
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
from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch, Way
from grader.check.launches import BufferText, LaunchPlan, LaunchText, LaunchTextError
from grader.compiling.advice import is_macro_name, undefined_name
from grader.compiling.compiled_kernel import parse_type
from grader.compiling.source_facts import SourceFacts
from grader.compiling.values import CompileOptions, CompilerName, KernelParameter
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
)
from grader.elements import ELEMENTS, SPELLED, parts_of
from grader.emulator import result as emulator
from grader.grading.assembling import compilation
from grader.grading.bench import Bench, OwnLines, Variant
from grader.grading.findings import in_order, merge, placed, without_case, without_consequences
from grader.grading.launching import compiled_or_told, suspicions
from grader.grading.measuring import access_warnings
from grader.grading.opened import OpenAssignment
from grader.grading.recording import MAX_VALUES, lines_of, record
from grader.grading.running import CaseRun, hidden, unoptimised
from grader.labs.base import CaseProblem
from grader.labs.cases import case_of
from grader.labs.hints import apply_hints, data_hints
from grader.labs.lab import UnjudgedConfig
from grader.labs.traffic import line_counts
from grader.layouts import ElementLayout
from grader.report.add_sentences import worded
from grader.report.terminal import verdict
from grader.results import (
    BufferUse,
    Check,
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
    """What is to be examined, and how."""

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


def examine(asked: Asked, device: Device) -> Examined:
    """Compile and launch a kernel, and look at the result.

    Raise `LaunchTextError` where the launches do not fit the file, `DeviceFault` where the grader itself fails.
    """
    start = time.perf_counter()
    path, text, compiled = str(asked.submission.path), asked.launches.text, Compiled(ok=False)
    if asked.submission.problem:
        ran = _Ran(findings=[_without_run(Kind.COMPILE_ERROR, asked.submission.problem)])
    else:
        request = _request(asked)
        compiled, found = compiled_or_told(device, request)
        if missing := next((item for item in found if item.kind in (Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE)), None):
            raise LaunchTextError(f"{path}: {missing.message}")
        ran = _Ran(findings=[_with_macro(asked, item) for item in found])
        if compiled.ok:
            try:
                ran = _run(asked, device, compiled, request)
            except DeviceTimeout as error:
                ran = _Ran(findings=[_without_run(Kind.TIMEOUT, f"The kernel did not end: {error}.")])
            except DeviceCrash as error:
                fault = _without_run(Kind.UNSUPPORTED, f"The emulator died while it ran this kernel: {error}.")
                ran = _Ran(findings=[fault.model_copy(update={"severity": Severity.GRADER})])
    results = Results(
        assignment=text,
        words=Words(lab="generic", width="launch"),
        submission=Submission(path=path, sha256=asked.submission.sha256, source=asked.submission.source),
        device=device.info,
        seed=asked.seed,
        score=0.0,
        max_score=0.0,
        passed=not any(item.severity is Severity.ERROR for item in ran.findings),
        verdict=verdict(ran.findings),
        compile=compilation([compiled], compiled.notes),
        findings=tuple(ran.findings),
        lines=ran.lines,
        recordings=ran.recordings,
        output=ran.output,
        not_measured=ran.not_measured,
        environment={"grader": __version__, "python": platform.python_version(), "compiler": compiled.compiler},
        reproduce=f"python -m grader check {shlex.quote(path)} {shlex.quote(text)}",
        seconds=round(time.perf_counter() - start, 4),
        check=Check(
            text=text,
            threads=sum(math.prod((*launch.grid, *launch.block)) for launch in asked.launches.launches),
            buffers=ran.buffers,
        ),
    )
    return Examined(results=worded(results), arrays=ran.arrays)


def _without_run(kind: Kind, message: str) -> Finding:
    return Finding(kind=kind, severity=Severity.ERROR, message=message)


def _with_macro(asked: Asked, found: Finding) -> Finding:
    """Return a finding with advice about an undefined macro: files of labs take some from the command line."""
    name = undefined_name(found.message)
    if found.kind is not Kind.COMPILE_ERROR or not is_macro_name(name):
        return found
    advice = (
        f"If {name} is a macro that is set where the file is compiled, set it here, too:"
        f" -D {name}={asked.launches.launches[0].block[0]}, for example."
    )
    return found.model_copy(update={"hint": f"{found.hint} {advice}" if found.hint else advice})


def _request(asked: Asked) -> CompileRequest:
    """Return the request for all kernels, each for the block of its first launch."""
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


def _run(asked: Asked, device: Device, compiled: Compiled, request: CompileRequest) -> _Ran:
    """Run the launches as an assignment in memory. Raise `DeviceError`s where they do not end."""
    config = configured(asked.launches, compiled)
    opened = OpenAssignment(assignment=Assignment(root=Path(), config=config, families={}), seed=asked.seed)
    bench = replace(opened.bench(device, compiled), lines=OwnLines(device, request))
    problem = bench.problem(CASE)
    launch = Variant(profile="sample").of(bench.plan(problem))
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
    facts = SourceFacts(asked.submission.source, "", compiled.kernel_line)
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
        recordings=tuple(_recordings(asked, bench, problem, told, found)) if short else (),
    )


def _reads_unsaid(item: emulator.RunFinding, config: UnjudgedConfig) -> bool:
    """True for a read of a buffer for which the text says neither its content nor that it is empty."""
    return item.kind == Kind.UNINITIALIZED_READ.value and item.space == "global" and item.object in config.unsaid


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
    return [*map(without_case, hidden(found)), *told]


def _uses(asked: Asked, launched: Launched, read_first: Mapping[str | None, int]) -> Iterator[BufferUse]:
    for name, buffer in asked.launches.buffers.items():
        flags = launched.written.get(name)
        stored = 0 if flags is None else int(ElementLayout.number(buffer.element).marked(flags).sum())
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
    """Record one block of each launch: the one that the first finding with a block names, else the first."""
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


# -- arguments -------------------------------------------------------------------------------------------------------


def configured(asked: LaunchPlan, compiled: Compiled) -> UnjudgedConfig:
    """Return the launches as an assignment that expects nothing.

    Raise `LaunchTextError` where what is passed is not what a kernel takes, or a buffer cannot hold what fills it.
    """
    kernels = dict(zip(asked.kernels, compiled.kernels, strict=True))
    written = {name for launch in asked.launches for name in _written(launch, kernels[launch.kernel], asked)}
    unsaid = frozenset(name for name, buffer in asked.buffers.items() if buffer.filling is None and name in written)
    return UnjudgedConfig(
        assignment=asked.text[:200],
        launches=tuple(
            PlannedLaunch(
                each.kernel,
                LaunchConfig(grid=each.grid, block=each.block, shared_bytes=each.shared_bytes),
                each.arguments,
            )
            for each in asked.launches
        ),
        buffers={name: _spec(buffer, asked, unsaid=name in unsaid) for name, buffer in asked.buffers.items()},
        unsaid=unsaid,
    )


def _spec(buffer: BufferText, asked: LaunchPlan, *, unsaid: bool) -> BufferSpec:
    filling, dtype = "random" if buffer.filling is None else buffer.filling, buffer.element.dtype
    if isinstance(filling, int | float) and dtype.kind != "f":
        least, most = _range(dtype)
        if not (isinstance(filling, int) and least <= filling <= most):
            raise LaunchTextError(f"{buffer} cannot hold {filling}")
    way: Way = "scratch" if unsaid or filling == "empty" else "inout"
    if buffer.name in asked.variables:
        way = "constant"
    return BufferSpec(dims=buffer.dims, layout=ElementLayout.number(buffer.element), way=way, initial=filling)


def _written(launch: LaunchText, kernel: Compiled, asked: LaunchPlan) -> Iterator[str]:
    """Yield the buffers that this kernel may write. Raise `LaunchTextError` where an argument does not fit."""
    taken = [parse_type(text, name=name) for text, name in kernel.parameters]
    if len(taken) != len(launch.arguments):
        raise _mismatch(
            f"{launch.kernel} takes {len(taken)} arguments, not {len(launch.arguments)}", launch, taken, asked
        )
    for number, (parameter, argument) in enumerate(zip(taken, launch.arguments, strict=True), 1):
        buffer = asked.buffers[argument] if isinstance(argument, str) else None
        why = _why_no_buffer(parameter, buffer) if buffer else _why_no_number(parameter, argument)
        if why:
            raise _mismatch(f"argument {number} of {launch.kernel} does not fit: {why}", launch, taken, asked)
        if buffer and not parameter.const:
            yield buffer.name


def _why_no_buffer(parameter: KernelParameter, buffer: BufferText) -> str:
    if parameter.kind != "pointer":
        return f"{buffer} is a buffer, and the kernel takes a number, {_shown(parameter)}"
    if parameter.type.count("*") > 1:
        return f"the kernel takes {_shown(parameter)}, and pointers to pointers cannot be passed"
    parts = parts_of(parameter.element)
    element = parts[0] if parts else ELEMENTS["unsigned char"]  # of a structure and of void the bytes
    fits = (element.code, element.wider) == (buffer.element.code, buffer.element.wider)
    return "" if fits else f"{buffer} has elements of another type than {_shown(parameter)}"


def _why_no_number(parameter: KernelParameter, value: str | int | float) -> str:
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
    least, most = _range(kind)
    fits = min(least, -most - 1) <= value <= most  # as C does, −1 is understood where a kernel takes an unsigned number
    return "" if fits else f"{value} is too large for {_shown(parameter)}"


def _mismatch(what: str, launch: LaunchText, taken: list[KernelParameter], asked: LaunchPlan) -> LaunchTextError:
    passed = (str(asked.buffers[each]) if isinstance(each, str) else str(each) for each in launch.arguments)
    return LaunchTextError(
        f"{what}\n  the kernel:  {launch.kernel}({', '.join(map(_shown, taken))})"
        f"\n  the launch:  {launch.kernel}({', '.join(passed)})"
    )


def _shown(parameter: KernelParameter) -> str:
    const = "const " if parameter.const and parameter.kind == "pointer" else ""
    return f"{const}{parameter.element} {'*' * parameter.type.count('*')}{parameter.name}".strip()


def _range(dtype: np.dtype) -> tuple[int, int]:
    return int(np.iinfo(dtype).min), int(np.iinfo(dtype).max)
