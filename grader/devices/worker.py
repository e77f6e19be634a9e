"""The emulator's child process: compiles and launches on request, until its pipe ends.

Run as `python -m grader.devices.worker MEMORY_MB THREADS OUTPUT_BYTES COMPILER`. It never gets the expected results.
"""

from __future__ import annotations

import contextlib
import functools
import itertools
import json
import math
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from grader.compiling.values import CompileProblem
from grader.devices.base import (
    Argument,
    BufferArgument,
    Compiled,
    CompileRequest,
    EditsRequest,
    KernelLaunch,
    Launch,
    Launched,
    StructArgument,
    Trials,
)
from grader.devices.process import GREETING, Service, serve, take_over_pipes, write_frame
from grader.devices.requests import (
    AllLaunched,
    Binary,
    BinaryRequest,
    Brief,
    Edits,
    LandmarksRequest,
    LaunchesRequest,
    RepairsRequest,
    TrialsRequest,
)
from grader.edits.landmarks import Landmarks
from grader.edits.nodes import TooComplexError
from grader.emulator import dump
from grader.emulator.result import Counters, Dim3, Trial
from grader.processes.child import extra_package_folders, hide_gpus, limit_memory
from grader.processes.sandbox import restrict
from grader.results import Kind

if TYPE_CHECKING:
    from grader.edits.grammar import EditReading
    from grader.edits.syntax import SyntaxTree

MAX_KERNELS = 64
Kernels = tuple[Any, ...]
"""The emulator's kernels that were compiled together."""


class EmulatorService(Service):
    """Holds the compiled kernels and answers requests about them."""

    def __init__(self, threads: int = 1, output_bytes: int = 65536) -> None:
        super().__init__(
            {
                CompileRequest: self._compile,
                LaunchesRequest: self._launches,
                LandmarksRequest: _landmarks,
                TrialsRequest: self._trials,
                BinaryRequest: _binary,  # compiled in this sandboxed process, which never runs it
                EditsRequest: _edits,
                RepairsRequest: _repairs,
            }
        )
        self._threads = threads
        self._output_bytes = output_bytes
        self._kernels: dict[int, Kernels] = {}
        self._made: dict[int, tuple[CompileRequest, Compiled]] = {}  # the one that was asked for longest ago first
        self._next_key = 1
        self._careful = False

    def _compile(self, request: CompileRequest) -> Compiled:
        """Compile, or recall what the same request gave: a search asks for the text and its mended one many times."""
        key = next((key for key, (known, _) in self._made.items() if known == request), None)
        if key is None:
            compiled = self._compiled(request)
            if not compiled.ok:
                return compiled
            made = request, compiled
        else:
            made = self._made.pop(key)
        self._made[made[1].key] = made
        return made[1]

    def _compiled(self, request: CompileRequest) -> Compiled:
        from grader.devices.front_end import compile_all
        from grader.emulator import PtxSyntaxError, Unsupported

        compiled, texts = compile_all(request)
        if not compiled.ok:
            return compiled
        try:
            kernels = load_kernels(texts, [each.kernel_name for each in compiled.kernels])
        except (PtxSyntaxError, Unsupported) as refused:
            message = f"the emulator cannot run this kernel: {refused}"
            return replace(compiled, ok=False, problems=(CompileProblem(kind=Kind.UNSUPPORTED, message=message),))
        if len(self._made) >= MAX_KERNELS:
            oldest = next(iter(self._made))
            del self._made[oldest], self._kernels[oldest]
        key, self._next_key = self._next_key, self._next_key + 1
        self._kernels[key] = kernels
        return replace(compiled, key=key)

    def _launches(self, request: LaunchesRequest) -> AllLaunched:
        kernels, rows = self._kernels[request.key], []
        for launch in request.launches:
            launched = self._run(kernels, launch, counted=request.counted)
            rows.append(Brief.by(launch, launched))
            if not launched.finished:
                break
        return AllLaunched(tuple(rows))

    def _run(self, kernels: Kernels, launch: Launch, *, counted: bool) -> Launched:
        # If races prevented the fast way at one tile width, they will at the next: skip the attempt.
        fast = False if self._careful and launch.checked else None
        # Start as with a fresh module, so that no variable shows which launch this is.
        _reset(kernels)
        launched = run_on_emulator(kernels, launch, self._threads, self._output_bytes, fast=fast, counted=counted)
        self._careful = self._careful or any(kernel.prefers_careful for kernel in kernels)
        return launched

    def _trials(self, request: TrialsRequest) -> Trials:
        """Launch once for each number, with the module variable `request.switch` set to it."""
        launch, findings, sound = request.launch, [], []
        kept = {
            name: array.tobytes() for name, array in launch.arrays.items()
            if name not in request.outputs and name not in launch.uninitialized
        }  # fmt: skip
        ends = list(itertools.accumulate(launch.arrays[name].nbytes for name in request.outputs))
        shape = len(request.numbers), ends[-1]
        output, written = np.zeros(shape, np.uint8), np.zeros(shape, bool)
        for row, (trial, arrays) in enumerate(self._tried(request)):
            for name, end in zip(request.outputs, ends, strict=True):
                array = arrays[name]
                output[row, end - array.nbytes : end] = array.reshape(-1).view(np.uint8)
                written[row, end - array.nbytes : end] = trial.written.get(name, False)
            findings.append(tuple(sorted(trial.found)))
            sound.append(trial.finished and all(arrays[name].tobytes() == before for name, before in kept.items()))
        return Trials(output=output, written=written, findings=tuple(findings), sound=tuple(sound))

    def _tried(self, request: TrialsRequest) -> Iterator[tuple[Trial, Mapping[str, np.ndarray]]]:
        """Yield each run with its arrays, which are valid until the next run."""
        kernels, launch = self._kernels[request.key], request.launch
        values = [number.to_bytes(4, "little") for number in request.numbers]
        if len(launch.steps) == 1 and not launch.constants:
            (step,) = launch.steps
            arrays = {name: array.copy() for name, array in launch.arrays.items()}
            named = _named_arguments(step, arrays)
            for trial in kernels[step.kernel].repeat(
                request.switch, values, **named, fuel=step.fuel, uninitialized=launch.uninitialized
            ):
                yield trial, arrays
            return
        for value in values:
            _reset(kernels)
            for kernel in kernels:
                if kernel.has_variable(request.switch):
                    kernel.set_variable(request.switch, value)
            done = run_on_emulator(kernels, launch, 1, 0, fast=False)
            found = frozenset((item.kind, item.line) for item in done.findings)
            yield Trial(found, done.finished, done.written), done.arrays


def _binary(asked: BinaryRequest) -> Binary:
    """Compile machine code for a GPU in this sandboxed process, which never runs it."""
    from grader.devices.front_end import compile_binary

    return compile_binary(asked.request, asked.arch)


def _edits(asked: EditsRequest) -> Edits:
    """Return the edits of a source; it is read here, never in the grader's own process."""
    from grader.edits.grammar import barriers_dropped
    from grader.edits.observing import conditions_of, indices_on, values_on

    try:
        if asked.only == "places":
            return Edits(_reading(asked.source, asked.kernel, asked.macro).places(asked.seen))
        if asked.only:
            read = _read(asked.source, asked.kernel, asked.macro)
            if asked.only in ("indices", "values"):
                on = indices_on if asked.only == "indices" else values_on
                return Edits(tuple(edit for line in asked.seen for edit in on(read, line)))
            return Edits((barriers_dropped if asked.only == "barriers" else conditions_of)(read))
        return Edits(_reading(asked.source, asked.kernel, asked.macro).edits(asked.seen, asked.nearer, asked.most))
    except TooComplexError:
        return Edits(())


@functools.lru_cache(maxsize=1)  # requested twice: before and after the fault is known
def _reading(source: str, kernel: str | tuple[str, ...], macro: str) -> EditReading:
    from grader.edits.grammar import EditReading

    return EditReading(_read(source, kernel, macro))


@functools.lru_cache(maxsize=1)  # requested at each tile width
def _read(source: str, kernel: str | tuple[str, ...], macro: str) -> SyntaxTree:
    from grader.edits.syntax import SyntaxTree

    return SyntaxTree(source, kernel, macro)


def _landmarks(asked: LandmarksRequest) -> Landmarks:
    from grader.edits.landmarks import landmarks_of

    try:
        return landmarks_of(_read(asked.source, asked.kernel, asked.macro), asked.width)
    except TooComplexError:
        return Landmarks()


def _repairs(asked: RepairsRequest) -> Edits:
    from grader.edits.repairs import repairs_of

    return Edits(tuple(repairs_of(asked.source, asked.errors, asked.macro)))


def load_kernels(texts: Sequence[str], names: Sequence[str]) -> Kernels:
    """Load kernels of one file into the emulator, each from the PTX at the same index.

    Kernels that the first module contains share its variables.
    """
    from grader.emulator import load

    first = load(texts[0])
    own = (first if name in first else load(text) for text, name in zip(texts, names, strict=True))
    return tuple(module[name] for module, name in zip(own, names, strict=True))


def _reset(kernels: Kernels) -> None:
    for kernel in kernels:
        kernel.globals.reset()


def run_on_emulator(
    kernels: Kernels,
    launch: Launch,
    threads: int,
    output_bytes: int,
    *,
    fast: bool | None = None,
    counted: bool = True,
) -> Launched:
    """Run one request on the emulator; `fast` and `counted` as in the emulator's `launch`.

    Each launch ends before the next begins; none runs after one that does not finish.
    """
    arrays = {name: array.copy() for name, array in launch.arrays.items()}
    for kernel in kernels:
        for name, values in launch.constants.items():
            if kernel.has_variable(name):
                kernel.set_variable(name, values.tobytes())
    done: Launched | None = None
    for number, step in enumerate(launch.steps):
        record = launch.record if number == launch.recorded_step else None
        run = _run_step(
            kernels[step.kernel], launch, step, arrays, done, threads, fast=fast, counted=counted, record=record
        )
        done = run if done is None else _both(done, run)
        if not done.finished:
            break
    assert done is not None
    return replace(done, output=done.output[:output_bytes]) if len(done.output) > output_bytes else done


def _run_step(
    kernel: Any,  # noqa: ANN401 (the emulator's)
    launch: Launch,
    step: KernelLaunch,
    arrays: dict[str, np.ndarray],
    done: Launched | None,
    threads: int,
    *,
    fast: bool | None,
    counted: bool,
    record: Dim3 | None,
) -> Launched:
    """Run one launch on `arrays`, in place; `done` is the outcome of the launches before it."""
    before = {name: array.copy() for name, array in arrays.items()} if launch.profile else {}
    variables = [item.data.copy() for item in kernel.globals.buffers] if launch.profile else []
    run = kernel.launch(
        **_named_arguments(step, arrays),
        checked=launch.checked,
        fuel=step.fuel,
        threads=threads,
        record=record,
        uninitialized=launch.uninitialized,
        written=done.written if done is not None else None,
        fast=fast,
        turns=launch.turns,
        stray_reads=launch.stray_reads,
        poison=launch.poison,
    )
    counters = run.counters if counted else Counters()
    if launch.profile and run.finished:
        from grader.emulator.running.buffers import restored  # loaded by now, with the kernel

        with restored(kernel.globals.buffers):
            for item, data in zip(kernel.globals.buffers, variables, strict=True):
                item.data[...] = data
            counters = _profiled(kernel, step, before, counters, whole=launch.profile == "all")
    return Launched(
        arrays=arrays,
        written=run.written,
        findings=run.findings,
        counters=counters,
        output=run.output,
        finished=run.finished,
        seconds=run.seconds,
        events=run.events,
        events_truncated=run.events_truncated,
        varies=run.varies,
    )


def _named_arguments(launch: KernelLaunch, arrays: Mapping[str, np.ndarray]) -> dict[str, Any]:
    """Return the shape and the arguments of a launch as the emulator takes them."""
    return {
        "grid": launch.grid,
        "block": launch.block,
        "args": [_emulator_argument(argument, arrays) for argument in launch.arguments],
        "names": [_buffer_name(argument) for argument in launch.arguments],
        "shared_bytes": launch.shared_bytes,
    }


def _both(one: Launched, other: Launched) -> Launched:
    """Return the combined outcome of two launches in order on the same arrays."""
    written = dict(one.written)
    for name, flags in other.written.items():
        written[name] = flags | written[name] if name in written else flags
    return Launched(
        arrays=other.arrays,
        written=written,
        findings=(*one.findings, *other.findings),
        counters=Counters.together([one.counters, other.counters]),
        output=one.output + other.output,
        finished=other.finished,
        seconds=one.seconds + other.seconds,
        events=one.events or other.events,
        events_truncated=one.events_truncated or other.events_truncated,
        varies=one.varies or other.varies,
    )


PROFILED_WARPS = 4
MOST_BLOCKS_PROFILED = 256
"""Limit for an estimate."""
PROFILE_FUEL = 1 << 26
"""Backward jumps; a block that waits for a block outside the sample must end soon."""


def _profiled(
    kernel: Any,  # noqa: ANN401
    launch: KernelLaunch,
    arrays: Mapping[str, np.ndarray],
    counters: Counters,
    *,
    whole: bool,
) -> Counters:
    """Add sectors and bank conflicts to the counts: of the `whole` grid, exactly or not at all, or an estimate.

    An estimate is scaled up from some warps of one block in the middle. If these skip a line that others reach, all
    blocks are counted.
    """
    from grader.emulator.running.coalescing import WARP, counted, is_reached, scaled

    warps = -(-math.prod(launch.block) // WARP)
    asked = _named_arguments(launch, arrays)
    if whole:
        return counted(kernel.profile(**asked, fuel=launch.fuel), counters)
    asked["fuel"] = min(launch.fuel or PROFILE_FUEL, PROFILE_FUEL)
    sample = kernel.profile(
        **asked,
        blocks=[tuple(size // 2 for size in launch.grid)],
        warps=sorted({warps * n // PROFILED_WARPS for n in range(PROFILED_WARPS)}),
    )
    if not is_reached(counters, sample) and math.prod(launch.grid) <= MOST_BLOCKS_PROFILED:
        sample = kernel.profile(**asked)
    return scaled(sample, counters)


def _emulator_argument(argument: Argument | np.generic, arrays: Mapping[str, np.ndarray]) -> Any:  # noqa: ANN401
    if isinstance(argument, BufferArgument):
        return arrays[argument.name]
    if isinstance(argument, StructArgument):
        return tuple(_emulator_argument(field, arrays) for field in argument.typed)
    return argument


def _buffer_name(argument: Argument) -> Any:  # noqa: ANN401 (a name, the names of a struct's fields, or None)
    if isinstance(argument, BufferArgument):
        return argument.name
    return tuple(map(_buffer_name, argument.fields)) if isinstance(argument, StructArgument) else None


def preload() -> None:
    """Import the heavy libraries now, while the grader is still reading its configuration."""
    with contextlib.suppress(ImportError):
        import tree_sitter  # noqa: F401
        import tree_sitter_cuda  # noqa: F401

        import grader.devices.front_end
        import grader.emulator.kernel  # noqa: F401
        from grader.emulator.native import machine_code

        machine_code.prepare()


def main(arguments: list[str]) -> None:
    """Set the limits, enter the sandbox, then serve."""
    reader, writer = take_over_pipes()
    memory_mb, threads, output_bytes = (int(argument) for argument in arguments[:3])
    compiler = arguments[3]
    hide_gpus()
    preload()
    limit_memory(memory_mb)
    from grader.compiling.frontend import prepare_for_isolation

    prepare_for_isolation(compiler, lambda: restrict(readable=extra_package_folders(), gpu=True))
    folders = [folder for folder in (Path.cwd(), dump.folder()) if folder]
    walls = restrict(writable=folders, readable=extra_package_folders())
    write_frame(writer, GREETING, json.dumps(asdict(walls)).encode())
    serve(reader, writer, EmulatorService(threads, output_bytes))


if __name__ == "__main__":
    main(sys.argv[1:])
