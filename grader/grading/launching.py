"""What to compile and what to launch: the configuration gives macros, grid and block; the lab arguments and arrays."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from grader.assignment import Assignment, Config, TestCase
from grader.assignment.config import Evaluated
from grader.assignment.expressions import ExpressionError, evaluate_size
from grader.assignment.models import LaunchStep
from grader.compiling.advice import undefined_name
from grader.compiling.values import ChosenConstant, CompileOptions, CompileProblem
from grader.devices.base import (
    WITH_FIGURES,
    Compiled,
    CompileRequest,
    Device,
    DeviceCrash,
    DeviceTimeout,
    KernelLaunch,
    Launch,
    Launched,
    same_bytes,
)
from grader.emulator.result import Dim3
from grader.labs import lab_of
from grader.labs.base import CaseProblem
from grader.labs.findings import sentence
from grader.results import Diagnostic, Finding, Kind, Severity, Sizes
from grader.words import words

MAX_ERRORS = 20


# -- what is compiled --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentSource:
    """The student's text and the name that messages give it; `define_width`: its tile width is set from outside."""

    text: str
    filename: str
    define_width: bool = True


def student_request(assignment: Assignment, source: StudentSource, tile_width: int) -> CompileRequest:
    """Return the request for the student's file."""
    config = assignment.config
    options = CompileOptions(
        filename=source.filename,
        defines=defines_for(config, tile_width) if source.define_width else config.defines,
        arch=WITH_FIGURES,
        headers=config.headers,
        compiler=config.compiler,
        element=config.element_type,
        unknown_headers=config.unknown_headers,
        blank_host_code=config.blank_host_code,
        without=assignment.others,
        as_launched=tile_width if config.as_launched else 0,
    )
    return _request(assignment, config, source.text, tile_width, options, check_parameters=True)


def own_request(assignment: Assignment, path: str, tile_width: int, config: Config | None = None) -> CompileRequest:
    """Return the request for a kernel of the assignment itself; if the file has only one, whatever its name.

    `config` is the one by which it will be launched, where it is not the assignment's.
    """
    config = config or assignment.config
    config = config if len(config.kernels) > 1 else config.model_copy(update={"kernel": "auto"})
    options = CompileOptions(
        filename=path.rsplit("/", 1)[-1],
        defines=defines_for(config, tile_width),
        headers=config.headers,
        compiler=config.compiler,
        element=config.element_type,
    )
    return _request(assignment, config, assignment.text(path), tile_width, options)


def _request(
    assignment: Assignment,
    config: Config,
    source: str,
    tile_width: int,
    options: CompileOptions,
    *,
    check_parameters: bool = False,
) -> CompileRequest:
    """Return one request for all kernels that are launched: the first one's, with the others in it."""
    lab = lab_of(config)
    sizes = lab.usual_sizes(config, tile_width)
    names = [planned.kernel for planned in config.planned]
    first_launches = [(name, names.index(name)) for name in config.kernels]
    chosen = tuple(
        ChosenConstant(name=name, text=each.constant or name, least=each.between[0], most=each.between[1])
        for name, each in config.left_to_file.items()
    )
    steps = [step.number for step in config.order_at(sizes, tile_width).steps]
    cases = [case for case in assignment.cases() if case.tile_width == tile_width]
    first, *others = (
        CompileRequest(
            source=source,
            tile_width=tile_width,
            options=replace(
                options,
                kernel=name,
                expected=lab.expected_parameters(config, number) if check_parameters else None,
                chosen=chosen,
            ),
            block=geometry(config, sizes, tile_width, steps.index(number) if number in steps else 0).block,
            constants=lab.constant_bytes(config, cases, tile_width),
            block_of=config.planned[number].launch.block if chosen else (),
            values=config.values_at(sizes, tile_width) if chosen else {},
        )
        for name, number in first_launches
    )
    return replace(first, others=tuple(others))


def defines_for(config: Config, tile_width: int) -> dict[str, str | int]:
    """Return the macros that the compiler is given."""
    return {**config.defines, **config.macros_at(tile_width)}


def compiled_or_told(device: Device, request: CompileRequest) -> tuple[Compiled, tuple[Finding, ...]]:
    """Compile a file; return the kernel, and findings that say why there is none."""
    try:
        compiled = device.compile(request)
        return compiled, () if compiled.ok else compile_findings(compiled, request.options.filename)
    except DeviceTimeout as error:
        message = f"The compiler did not come to an end on this file: {error}."
    except DeviceCrash as error:
        message = f"The compiler crashed or ran out of memory on this file: {error}."
    finding = Finding(kind=Kind.COMPILE_ERROR, severity=Severity.ERROR, message=message)
    return Compiled(ok=False, tile_width=request.tile_width), (finding,)


def compile_findings(compiled: Compiled, filename: str) -> tuple[Finding, ...]:
    """Return why there is no kernel, the compiler's errors one by one where it gave lines.

    An unknown name is reported where it stands first: elsewhere it is the same mistake.
    """
    own = [item for item in compiled.diagnostics if item.file == filename or not item.file]  # a header has other lines
    errors = _each_name_once(item for item in own if item.severity == "error" and item.line)[:MAX_ERRORS]
    hints = {problem.line: problem.hint for problem in compiled.problems}
    found = [
        _finding(Kind.COMPILE_ERROR, item.message, item.line, item.column, item.hint or hints.get(item.line))
        for item in errors
    ]
    lines = {item.line for item in errors}
    # The compiler's own message says more than that there is one.
    rest = [problem for problem in compiled.problems if problem.kind is not Kind.COMPILE_ERROR or not lines]
    return (*found, *(_told(item) for item in rest))


def _each_name_once(errors: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return the errors without those about a name that an earlier one is about, with the same advice."""
    kept: dict[tuple[object, ...], Diagnostic] = {}
    for item in errors:
        name = undefined_name(item.message)
        kept.setdefault((name, item.hint) if name else (item.line, item.column, item.message, item.hint), item)
    return list(kept.values())


def launch_impossible(config: Config, kernel: Compiled, cases: Sequence[TestCase]) -> tuple[Finding, ...]:
    """Return why a case cannot be launched with the numbers that the kernel's file chooses; empty if all can be.

    The line is that of the number which, at its least, would make the launch possible.
    """
    if not kernel.chosen:
        return ()
    formulas = [*config.formulas()]
    for case in cases:
        values = {**config.values_at(case.sizes, case.tile_width), **kernel.chosen_values}
        for location, evaluated in formulas:
            if why := _why_not(evaluated, values):
                least = {name: each.between[0] for name, each in config.left_to_file.items()}
                able = [name for name in least if not _why_not(evaluated, {**values, name: least[name]})]
                line = next((kernel.chosen[name].line for name in able), kernel.kernel_line)
                variant = config.variant_at(case.tile_width)
                place = f"{case.name} at {variant}" if variant else case.name
                facts = {
                    "chosen": _numbers(kernel),
                    "why": f"{location[-1]} {why}" if why.startswith("is ") else why,
                    "case": place,
                }
                return (_told(CompileProblem.of("launch-impossible", line, **facts)),)
    return ()


def told_of_numbers(kernel: Compiled) -> tuple[str, ...]:
    """Return a remark on the numbers that the kernel's file chooses, if it chooses any."""
    return (words("findings")["chosen"](numbers=_numbers(kernel)),) if kernel.chosen else ()


def _numbers(kernel: Compiled) -> str:
    return " and ".join(f"{name} = {value:,}" for name, value in kernel.chosen_values.items())


def _why_not(evaluated: Evaluated, values: Sizes) -> str:
    try:
        evaluated(values)
    except ExpressionError as error:
        return str(error)
    return ""


def suspicions(compiled: Compiled) -> tuple[Finding, ...]:
    """Return what the compiler alone can see of a kernel that runs all the same."""
    return tuple(_told(item) for item in compiled.suspicions)


def _told(problem: CompileProblem) -> Finding:
    return _finding(problem.kind, problem.message, problem.line, problem.column, problem.hint)


def _finding(kind: Kind, message: str, line: int, column: int, hint: str | None) -> Finding:
    # A line of the text that a student's own machine may compile is no fault of the student's. What has no line is PTX
    # that no compiler makes of C++.
    severity = Severity.GRADER if kind is Kind.UNSUPPORTED and line else Severity.ERROR
    return Finding(kind=kind, severity=severity, line=line, column=column, message=sentence(message), hint=hint)


# -- what is launched --------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Geometry:
    """A launch configuration."""

    grid: Dim3
    block: Dim3
    shared_bytes: int


def geometry(config: Config, sizes: Mapping[str, int], tile_width: int, number: int = 0) -> Geometry:
    """Return the n-th launch's shape at these sizes."""
    step = config.order_at(dict(sizes), tile_width).steps[number]
    return _shape(config, step, config.values_at(dict(sizes), tile_width))


def _shape(config: Config, step: LaunchStep, values: Sizes) -> Geometry:
    """Return the shape of one launch of a run with these values."""
    launch, values = config.planned[step.number].launch, {**values, **step.turn}
    block = [evaluate_size(size, **values) for size in launch.block]
    grid = [evaluate_size(size, **values) for size in launch.grid]
    for counts in (block, grid):
        counts.extend([1] * (3 - len(counts)))
    return Geometry(
        (grid[0], grid[1], grid[2]),
        (block[0], block[1], block[2]),
        evaluate_size(launch.shared_bytes, **values),
    )


def make_launch(config: Config, kernel: Compiled, problem: CaseProblem) -> Launch:
    """Return the launches of `kernel` on a problem. Raise `ParameterError` when its parameters do not fit."""
    lab, steps = lab_of(config), list[KernelLaunch]()
    values = config.values_at(problem.sizes, problem.tile_width)
    for step in config.order_at(problem.sizes, problem.tile_width).steps:
        place = _shape(config, step, values)
        which = config.kernels.index(config.planned[step.number].kernel)
        steps.append(
            KernelLaunch(
                grid=place.grid,
                block=place.block,
                shared_bytes=place.shared_bytes,
                arguments=lab.launch_arguments(
                    config, kernel, step, problem.sizes, problem.tile_width, problem.scalars
                ),
                fuel=config.limits.fuel or problem.fuel(math.prod((*place.grid, *place.block))),
                kernel=which,
            )
        )
    return Launch(
        steps=tuple(steps),
        arrays={name: buffer.stored() for name, buffer in problem.buffers.items()},
        constants={name: buffer.stored() for name, buffer in problem.constants.items()},
        uninitialized=problem.fresh,
        # Where such reads only warn, what they give must not fail the case after all.
        stray_reads="zero" if config.oob_read == "warn" else "mark",
    )


def result_of(launched: Launched, problem: CaseProblem) -> tuple[np.ndarray, np.ndarray]:
    """Return the problem's output in its natural shape, and for each cell whether a thread stored to it."""
    output, memory = problem.buffers[problem.output], problem.memory_of(problem.output)
    flags = launched.written.get(memory)
    touched = np.ones(output.content.size, bool) if flags is None else output.marked(flags)
    return output.held(launched.arrays[memory]), output.shaped(touched)


def changed_inputs(launched: Launched, launch: Launch, problem: CaseProblem) -> tuple[str, ...]:
    """Return the inputs that are no longer what they were, byte for byte."""
    before, after = launch.arrays, launched.arrays
    return tuple(
        name for name in problem.kept if after[name] is not before[name] and not same_bytes(after[name], before[name])
    )
