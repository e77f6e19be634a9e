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

import numpy as np

from grader.check.arguments import FilledLaunch, fill
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
from grader.emulator.result import Dim3
from grader.grading.access_patterns import access_warnings
from grader.grading.building import compile_findings, compiled_or_told, suspicions
from grader.grading.findings import in_order, merge, translate, without_consequences
from grader.grading.naming import Names, declarations_by_name
from grader.grading.probes.own_lines import OwnLines
from grader.grading.probes.second_look import over_limits, refusal
from grader.grading.probes.seen import seen_in
from grader.grading.recording import (
    MAX_EVENTS,
    MAX_VALUES,
    contents_after,
    contents_before,
    lines_of,
    recorded_events,
    shared_arrays,
)
from grader.grading.relocate import placed
from grader.labs.hints import apply_hints, data_hints
from grader.labs.traffic import line_counts
from grader.report.add_sentences import worded
from grader.report.unassigned import verdict
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
    """A kernel that was launched: the counts by line, and what is to be told."""

    compiled: Compiled
    filled: FilledLaunch
    launched: Launched
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
    compiled, fault = compiled_or_told(device, request)
    if not compiled.ok:
        found = (fault,) if fault else compile_findings(compiled, asked.filename)
        if missing := next((item for item in found if item.kind in (Kind.MISSING_KERNEL, Kind.WRONG_SIGNATURE)), None):
            raise LaunchTextError(f"{asked.submission.path}: {missing.message}")
        return Examined(results=_results(asked, device, compiled, [_with_macro(asked, item) for item in found], start))
    filled = fill(asked.launches, compiled, asked.seed)
    try:
        ran = _run(asked, device, request, compiled, filled)
    except DeviceTimeout as error:
        finding = Finding(kind=Kind.TIMEOUT, severity=Severity.ERROR, message=f"The kernel did not end: {error}.")
        return Examined(results=_results(asked, device, compiled, [finding], start))
    except DeviceCrash as error:
        message = f"The emulator died while it ran this kernel: {error}."
        finding = Finding(kind=Kind.UNSUPPORTED, severity=Severity.GRADER, message=message)
        return Examined(results=_results(asked, device, compiled, [finding], start))
    shaped = {
        name: buffer.shaped(np.asarray(ran.launched.arrays[name]).view(buffer.content.dtype))
        for name, buffer in filled.buffers.items()
        if name in ran.launched.arrays
    }
    return Examined(results=_results(asked, device, compiled, ran.findings, start, ran), arrays=shaped)


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


def _run(asked: Asked, device: Device, request: CompileRequest, compiled: Compiled, filled: FilledLaunch) -> _Ran:
    launch = replace(filled.launch, profile="sample")
    launched = device.launch(compiled, launch)
    read_first = {item.object: item.line for item in reversed(launched.findings) if _reads_unsaid(item, filled)}
    told = replace(launched, findings=tuple(item for item in launched.findings if not _reads_unsaid(item, filled)))
    if any(item.kind is Kind.RESOURCE_LIMIT for item in compiled.suspicions):  # ptxas has said it on the kernel's line
        told = replace(told, findings=tuple(item for item in told.findings if item.kind != Kind.RESOURCE_LIMIT.value))
    seen, idle = seen_in(told, launch, compiled, device, OwnLines(device, request), right=True)
    names = Names(filled.buffers, declarations_by_name(compiled.declarations))
    found = [_as_result(item, names, idle=idle) for item in seen]
    short = launched.finished and _counted(launched) <= MOST_COUNTED_AGAIN
    if not found and short:
        found = _hidden(device, request, launch, names, filled)
    facts = SourceFacts(asked.submission.source, "", compiled.kernel_line)
    lines = line_counts(launched.counters)
    uses_shared = any(row.shared_loads for row in lines)
    causes = placed(without_consequences(merge([*suspicions(compiled), *found])), facts)
    all_told = apply_hints([*causes, *access_warnings(lines)], facts, (), data_hints(), uses_shared=uses_shared)
    return _Ran(
        compiled=compiled,
        filled=filled,
        launched=launched,
        findings=in_order(all_told),
        lines=lines,
        buffers=tuple(_uses(asked, filled, launched, read_first)),
        recordings=tuple(_recordings(asked, device, compiled, filled, told, found)) if short else (),
        not_measured=(_LONG,) if launched.finished and not short else (),
    )


def _reads_unsaid(item: emulator.RunFinding, filled: FilledLaunch) -> bool:
    """Whether this is the read of a buffer for which nobody has said what it holds, nor that it holds nothing."""
    return item.kind == Kind.UNINITIALIZED_READ.value and item.space == "global" and item.object in filled.unsaid


def _as_result(item: emulator.RunFinding, names: Names, *, idle: bool, unseen: bool = False) -> Finding:
    """A finding that belongs to no case; `idle`: what unset memory holds has shown nowhere."""
    warns = (item.kind == Kind.UNINITIALIZED_READ.value and idle and item.space in ("shared", "register")) or (
        item.missing == "order" or item.same_value
    )
    finding = translate(item, names, "", warns=warns)
    said = ""
    if finding.has_no_room:
        said = (
            f"The kernel uses extern __shared__ memory ({item.object}), and the launch gives it none: its bytes are the"
            " third number, <<<grid, block, bytes>>>."
        )
    occurrences = tuple(
        each.model_copy(update={"case": None, "unseen": unseen, **({"said": said} if said else {})})
        for each in finding.occurrences
    )
    return finding.model_copy(update={"case": None, "cases": (), "occurrences": occurrences})


def _hidden(
    device: Device, request: CompileRequest, launch: Launch, names: Names, filled: FilledLaunch
) -> list[Finding]:
    """What code shows that keeps every access of the source, where optimised code shows nothing."""
    try:
        plain = device.compile(request.without_figures(debug=True))
        again = device.launch(plain, replace(launch, profile="")) if plain.ok else None
    except (DeviceTimeout, DeviceCrash):
        return []
    if again is None:
        return [refusal("; ".join(problem.message for problem in plain.problems))]
    found = [item for item in again.findings if not _reads_unsaid(item, filled)]
    made = (_as_result(item, names, idle=False, unseen=True) for item in found)
    faults = (item for item in made if item.kind in _FAULTS and item.severity is Severity.ERROR)
    return [*faults, *over_limits(plain)]


def _uses(
    asked: Asked, filled: FilledLaunch, launched: Launched, read_first: Mapping[str | None, int]
) -> Iterator[BufferUse]:
    for name, buffer in asked.launches.buffers.items():
        flags = launched.written.get(name)
        stored = 0 if flags is None else int(by_element(flags, filled.buffers[name].content.size).sum())
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
    asked: Asked, device: Device, compiled: Compiled, filled: FilledLaunch, launched: Launched, found: Sequence[Finding]
) -> Iterator[Recording]:
    """One block of each launch: the one that the first finding with a block names, else the first."""
    if not launched.arrays or any(buffer.content.size > MAX_VALUES for buffer in filled.buffers.values()):
        return
    block = next((item.block for item in found if item.block), (0, 0, 0))
    for number in range(len(filled.launch.steps)):
        try:
            yield _recorded(asked, device, compiled, filled, launched, block, number)
        except DeviceFault:
            raise
        except DeviceError:
            return


def _recorded(
    asked: Asked,
    device: Device,
    compiled: Compiled,
    filled: FilledLaunch,
    found: Launched,
    block: Dim3,
    number: int,
) -> Recording:
    step = filled.launch.steps[number]
    place = tuple(min(at, size - 1) for at, size in zip(block, step.grid, strict=True))
    wanted = replace(filled.launch, record=(place[0], place[1], place[2]), recorded_step=number)
    launched = device.launch(compiled, wanted)
    events = recorded_events(launched.events[:MAX_EVENTS], compiled, filled.buffers)
    several = len(asked.launches.launches) > 1
    within = {name: buffer for name, buffer in filled.buffers.items() if name in launched.arrays}
    constants = {name: buffer for name, buffer in filled.buffers.items() if name not in within}
    lines = lines_of(compiled, step.kernel)
    used = {name for _, _, _, _, name, *_ in events}
    stored = [name for name in within if any(op == "store" and name == at for _, _, _, op, at, *_ in events)]
    return Recording(
        case="",
        sizes={},
        tile_width=1,
        grid=step.grid,
        block_dim=step.block,
        block=(place[0], place[1], place[2]),
        shared=tuple(
            array for array in shared_arrays(compiled, filled.buffers, events) if array.name in used or not several
        ),
        buffers=contents_after(launched, within, constants),
        output=next(iter(stored or within or filled.buffers), ""),
        expected=(),
        events=events,
        truncated=launched.events_truncated or len(launched.events) > len(events),
        title=asked.launches.text,
        lab="generic",
        launch=number + 1 if several else 0,
        kernel=asked.launches.launches[number].kernel if several else "",
        before=contents_before(device, compiled, wanted, within, wanted.uninitialized),
        found=tuple(dict.fromkeys((item.kind, item.line) for item in found.findings if item.line in lines)),
        judged=False,
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
