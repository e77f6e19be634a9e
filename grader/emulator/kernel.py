"""Load PTX and launch its kernels: arguments become buffers, machine code runs over the grid, tables a `Run`."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from operator import gt

import numpy as np

from grader.emulator.dump import leave
from grader.emulator.layout import POISON, StrayReads, drop_unused_globals
from grader.emulator.lowering.translate import Translation, translate
from grader.emulator.native import records
from grader.emulator.ptx.nodes import NOWHERE, Function, Module, PtxParameter
from grader.emulator.ptx.parser import parse
from grader.emulator.result import Counters, Dim3, Run, RunFinding, TooLarge, Trial, TurnOrder, Unsupported
from grader.emulator.rows.translate import WIDTHS, RowTranslation, row_width, translate_rows
from grader.emulator.running.buffers import GlobalMemory, Globals, LaunchArgument, LaunchMemory
from grader.emulator.running.coalescing import profile_blocks
from grader.emulator.running.execute import Repeats, execute
from grader.emulator.running.workers import (
    SHARED_LIMIT,
    UNOPTIMISED_SHARED_LIMIT,
    SharedLaunch,
    require_memory,
    require_shared,
)
from grader.emulator.site_table import LoggedAccesses

DEFAULT_FUEL = 1 << 33
# The least threads of a launch for which a second translation pays, and several host threads.
_WORTH_ROWS = 1 << 8
_WORTH_THREADS = 1 << 15
_MOST_PREPARED = 64
_FUEL_OF_WAITING_BLOCKS = 1 << 22
"""Jumps backwards of a profile, in which a block may wait for one that does not run beside it."""
_BLOCK_LIMIT = (1024, 1024, 64)
_GRID_LIMIT = ((1 << 31) - 1, 65535, 65535)


class Kernel:
    """A kernel of loaded PTX. `parameters` are its declared parameters.

    `most_shared` is what a block may have of shared memory, in bytes: what a GPU gives without being asked for more.
    """

    def __init__(self, module: Module, function: Function, variables: Globals) -> None:
        self.module, self.function, self.globals = module, function, variables
        self.most_shared = SHARED_LIMIT if module.optimised else UNOPTIMISED_SHARED_LIMIT
        self._translations: dict[tuple[LoggedAccesses, bool, bool, bool], Translation] = {}
        self._row_translations: dict[tuple[int, bool, bool], RowTranslation | str] = {}

    @property
    def name(self) -> str:
        """The name in the PTX, mangled or not."""
        return self.function.name

    @property
    def parameters(self) -> tuple[PtxParameter, ...]:
        """The parameters as PTX declares them."""
        return self.function.parameters

    def has_variable(self, name: str) -> bool:
        """Return whether the module has a variable of that name in global or constant memory."""
        return any(item.name == name for item in self.globals.buffers)

    def set_variable(self, name: str, value: bytes) -> None:
        """Set a module variable for the launches that follow, as `cudaMemcpyToSymbol` does.

        Raises:
            KeyError: the module has no variable of that name in global or constant memory.
            ValueError: the value is longer than the variable.

        """
        data = next((item.data for item in self.globals.buffers if item.name == name), None)
        if data is None:
            raise KeyError(name)
        if len(value) > len(data):
            raise ValueError(f"{name} has {len(data)} bytes, not {len(value)}")
        data[: len(value)] = np.frombuffer(value, np.uint8)

    @property
    def prefers_careful(self) -> bool:
        """True if the fast way gave back so many blocks that launches with checkers no longer use it."""
        made = [rows for (_, watch, _), rows in self._row_translations.items() if watch]
        return any(isinstance(rows, RowTranslation) and rows.experience.tired for rows in made)

    def translation(
        self,
        record: LoggedAccesses = LoggedAccesses.NOTHING,
        *,
        checked: bool = True,
        lockstep: bool = False,
        counted: bool = True,
    ) -> Translation:
        """Return the kernel as machine code, made once for each combination of these.

        It counts how often each block of instructions ran, unless `counted` is False.

        Raises:
            Unsupported: the emulator cannot run the kernel as a whole; `TooLarge` for its size.

        """
        key = record, checked, lockstep, counted
        if key not in self._translations:
            self._translations[key] = translate(
                self.module, self.function, record, checked=checked, lockstep=lockstep, counted=counted
            )
        return self._translations[key]

    def improve(self) -> None:
        """Optimise the code of earlier launches now, as happens by itself once it has run for a while."""
        for made in (*self._translations.values(), *self._row_translations.values()):
            if not isinstance(made, str) and made.code.made:
                made.code.improve()

    def launch(
        self,
        *,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None = None,
        uninitialized: Collection[str] = (),
        written: Mapping[str, np.ndarray] | None = None,
        shared_bytes: int = 0,
        checked: bool = True,
        fuel: int | None = None,
        threads: int | None = None,
        record: Sequence[int] | None = None,
        fast: bool | None = None,
        turns: TurnOrder = "forward",
        stray_reads: StrayReads = "mark",
        poison: int = POISON,
        memory: GlobalMemory | None = None,
    ) -> Run:
        """Run the kernel over a grid.

        Args:
            grid: blocks in x, y, z (one to three numbers).
            block: threads of a block in x, y, z.
            args: one value a parameter. Arrays become global buffers and are written back in place; numbers take the
                parameter's type; `bytes` are structs by value, and so are tuples of arrays (pointers) and numbers
                (int and float of 4 bytes, or 8 where only that fits; NumPy scalars as they are).
            names: names of the buffers for messages, one an argument; None for the others; a sequence for a tuple.
            uninitialized: names of buffers whose content does not count as written yet.
            written: which bytes of these an earlier launch stored to (`Run.written`): they count as written.
            shared_bytes: dynamic shared memory of a block.
            checked: False runs without checkers; the results are the same.
            fuel: jumps backwards that all threads together may take (default 2³³), those of each block an equal share
                where blocks run one after another; a barrier counts as some.
            threads: host threads to spread blocks over; None decides by the size of the launch.
            record: index of a block whose steps are recorded as `Run.events`.
            fast: False keeps to the careful way, thread by thread; the results are the same.
            turns: who goes on when, which shows in the results only of kernels with races, or with atomics or flags.
                `forward`: each thread runs as far as it can, to a barrier or its end, from the first to the last.
                `reversed`: from the last to the first, and so do blocks that do not wait for one another.
                `lockstep`: the threads of a block take turns around every store, as if every warp took one access at a
                time.
            stray_reads: what a read outside every array gives: a `mark` (NaN, a large odd integer) or `zero`.
            memory: arrays that last from launch to launch; `args` may hold their addresses, as bytes.
            poison: what each byte of shared memory holds when a block begins, and, unless it is the usual one, of
                registers before they are set.

        Raises:
            ValueError: the arguments do not fit the parameters, or grid or block are not one to three positive numbers.

        """
        recorded = LoggedAccesses.NOTHING if record is None else LoggedAccesses.STEPS
        kind = self, tuple(grid), tuple(block), shared_bytes, checked, fuel, turns, stray_reads, poison
        lasting = memory is not None and record is None and all(isinstance(each, bytes) for each in args)
        prepared: dict[object, SharedLaunch] = memory.prepared if memory is not None and lasting else {}
        try:
            if kind in prepared:
                launch = prepared[kind]
                launch.memory.give(args)
            else:
                translation = partial(self.translation, recorded, checked=checked, lockstep=turns == "lockstep")
                launch = self._ready(
                    translation, grid, block, args, names, uninitialized, shared_bytes, fuel, written=written,
                    record=record, turns=turns, stray_reads=stray_reads, poison=poison, memory=memory,
                )  # fmt: skip
        except Unsupported as refused:
            return Run(findings=(self._finding(refused),), finished=False)
        if len(prepared) >= _MOST_PREPARED:
            prepared.clear()
        if not launch.memory.workspace:  # which is empty for the first launch alone
            prepared[kind] = launch
        rows = self._rows(launch) if fast is None or fast else "so it was asked for"
        began = time.perf_counter()
        # Blocks run in another order, on several host threads, where it pays and results are equal.
        traits = launch.translation.traits
        ordered = launch.recorded is not None or self._has_atomics or traits.turns or traits.causal
        ordered = ordered or traits.incidental or launch.turns != "forward"
        any_order = not ordered and launch.blocks * launch.threads >= _WORTH_THREADS
        threads = (threads or os.cpu_count() or 1) if any_order else 1
        if any_order and not isinstance(rows, str):
            launch = replace(launch, in_panels=True)
        run = execute(launch, None if isinstance(rows, str) else rows, threads)
        seconds = time.perf_counter() - began
        launch.memory.write_back()
        way = f"{run.way} ({rows})" if isinstance(rows, str) else run.way
        leave(f"{self.name}.launch.txt", lambda: _account(launch, args, way, run.findings))
        return replace(run, seconds=seconds, way=way)

    def repeat(
        self,
        variable: str,
        values: Iterable[bytes],
        *,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None = None,
        uninitialized: Collection[str] = (),
        shared_bytes: int = 0,
        fuel: int | None = None,
    ) -> Iterator[Trial]:
        """Launch once for each value of a module variable, with all checkers and without counts.

        Each launch begins with the same memory, in arrays and in other variables. The arrays hold its results until the
        next is asked for. The other arguments are those of `launch`. Raises what `launch` and `set_variable` raise.
        """
        self.globals.reset()
        try:
            launch = self._ready(
                partial(self.translation, counted=False), grid, block, args, names, uninitialized, shared_bytes, fuel
            )
        except Unsupported as refused:
            finding = self._finding(refused)
            yield from (Trial(frozenset({(finding.kind, finding.line)}), False, {}) for _ in values)
            return
        repeats = Repeats(launch)
        for value in values:
            repeats.restore()
            self.set_variable(variable, value)
            yield repeats.run()

    def _ready(
        self,
        translation: Callable[[], Translation],
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None,
        uninitialized: Collection[str],
        shared_bytes: int,
        fuel: int | None,
        *,
        written: Mapping[str, np.ndarray] | None = None,
        record: Sequence[int] | None = None,
        turns: TurnOrder = "forward",
        stray_reads: StrayReads = "mark",
        poison: int = POISON,
        memory: GlobalMemory | None = None,
    ) -> SharedLaunch:
        """Return what workers share. Raises `Unsupported`, also for what a GPU refuses, and `ValueError`."""
        shape = _dim3("grid", grid), _dim3("block", block)
        self._require(*shape, shared_bytes)
        made = translation()
        launch = SharedLaunch(
            translation=made,
            memory=LaunchMemory(
                self.function, self.globals, made, args, names, frozenset(uninitialized), written, memory
            ),
            grid=shape[0],
            block=shape[1],
            dynamic_bytes=shared_bytes,
            fuel=fuel or DEFAULT_FUEL,
            recorded=None if record is None else _block_number(record, shape[0]),
            turns=turns,
            stray_reads=stray_reads,
            poison=poison,
        )
        require_shared(launch.shared_bytes, self.most_shared)
        require_memory(launch)
        return launch

    def profile(
        self,
        *,
        grid: Sequence[int],
        block: Sequence[int],
        args: Sequence[LaunchArgument],
        names: Sequence[str | Sequence[str | None] | None] | None = None,
        shared_bytes: int = 0,
        fuel: int | None = None,
        blocks: Sequence[Sequence[int]] | None = None,
        warps: Sequence[int] | None = None,
    ) -> Counters:
        """Count sectors, bank conflicts and branches by source line: of the whole grid, or of a sample of it.

        The arrays are left as they were. Each count is of what was sampled; `coalescing.scaled` makes them a launch's.

        Args:
            grid: blocks in x, y, z.
            block: threads of a block in x, y, z.
            args: one value a parameter, as for `launch`.
            names: of the arrays among them, as for `launch`; they are counted one by one if all of the grid runs.
            shared_bytes: dynamic shared memory of a block.
            fuel: jumps backwards that all threads together may take.
            blocks: indices of the blocks to run; None for all of the grid, of which there are exact counts or none.
            warps: numbers of the warps to count in each; None for all.

        Raises:
            ValueError: the arguments do not fit the parameters, or a block is outside the grid.

        """
        translation = partial(self.translation, LoggedAccesses.ACCESSES, checked=False)
        try:
            launch = self._ready(translation, grid, block, args, names, (), shared_bytes, fuel, record=(0, 0, 0))
        except Unsupported:
            return Counters()
        everything, traits = range(launch.blocks), launch.translation.traits
        numbers = everything if blocks is None else [_block_number(index, launch.grid) for index in blocks]
        if any(number not in everything for number in numbers):
            raise ValueError(f"blocks outside a grid of {launch.grid}")
        if traits.meets_grid and len(everything) > 1:
            return Counters()  # a block that runs alone waits at grid.sync() for ever
        if traits.turns and traits.across:
            # It may wait for a block that is not running, so end it soon. A free lock takes few jumps.
            launch = replace(launch, fuel=min(launch.fuel, _FUEL_OF_WAITING_BLOCKS))
        return profile_blocks(launch, numbers, warps, whole=blocks is None)

    def _rows(self, launch: SharedLaunch) -> RowTranslation | str:
        """Return machine code for rows of threads, or why it would be wrong or not pay."""
        width, watch = row_width(launch.block[0]), launch.translation.checked
        lockstep = launch.turns == "lockstep" and not (watch or launch.translation.traits.turns)
        if launch.recorded is not None or not (lockstep or launch.turns == "forward"):
            return "the order of turns shows"
        if width is None:
            return f"a row of {launch.block[0]} threads is no multiple of {min(WIDTHS)}"
        if launch.blocks * launch.threads < _WORTH_ROWS:
            return "too few threads to pay for machine code for rows"
        kind = width, watch, lockstep
        if kind not in self._row_translations:
            made = launch.translation
            try:
                rows: RowTranslation | str = translate_rows(
                    made.kernel, made.layout, width, watch=watch, lockstep=lockstep
                )
            except Unsupported as refused:
                rows = f"not in rows: {refused}"
            self._row_translations[kind] = rows
        rows = self._row_translations[kind]
        return "too many blocks were given back" if isinstance(rows, RowTranslation) and rows.experience.tired else rows

    @cached_property
    def _has_atomics(self) -> bool:
        functions = self.module.functions.values()
        return any(item.opcode in ("atom", "red") for function in functions for item in function.instructions)

    @cached_property
    def _static_bytes(self) -> int:
        variables = [*self.module.variables.values(), *self.function.variables]
        return sum(variable.size for variable in variables if variable.space == "shared")

    def _require(self, grid: Dim3, block: Dim3, shared_bytes: int) -> None:
        """Raise `Unsupported` for launches that a GPU refuses (CUDA C++ Programming Guide, specifications of 8.0)."""
        count, promised = math.prod(block), self.function.max_threads
        if self.function.cluster > 1:
            raise Unsupported(f"clusters of more than one block ({self.function.cluster} here)")
        if count > records.MOST_THREADS:
            most = records.MOST_THREADS
            raise TooLarge(f"a block of {_by_axis(block)} = {count:,} threads; the most is {most:,}")
        if any(map(gt, block, _BLOCK_LIMIT)):
            raise TooLarge(f"a block of {_by_axis(block)}; the most is 1,024 × 1,024 × 64")
        if any(map(gt, grid, _GRID_LIMIT)):
            raise TooLarge(f"a grid of {_by_axis(grid)} blocks; the most is 2³¹ − 1 × 65,535 × 65,535")
        if promised is not None and count > promised:
            raise TooLarge(f"a block of {count:,} threads; the kernel's __launch_bounds__ allow {promised:,}")
        require_shared(self._static_bytes + shared_bytes, self.most_shared)

    def _finding(self, refused: Unsupported) -> RunFinding:
        """Return why there is no launch. What the emulator does not know is reported at the kernel's first line."""
        if isinstance(refused, TooLarge):
            return RunFinding(kind=refused.kind, line=0, column=0, file="", message=str(refused))
        where = next((item.location for item in self.function.instructions), NOWHERE)
        message = f"the emulator cannot run {refused}"
        return RunFinding(kind=refused.kind, line=where.line, column=where.column, file=where.file, message=message)


def _account(launch: SharedLaunch, args: Sequence[LaunchArgument], way: str, findings: Sequence[RunFinding]) -> str:
    """Return what was launched, how it ran, and its findings, for `dump`."""
    shape = f"<<<{launch.grid}, {launch.block}, {launch.dynamic_bytes}>>>"
    given = ", ".join(map(_shown, args))
    checkers = "with" if launch.translation.checked else "without"
    head = [f"launch {shape}({given})", f"{checkers} checkers", f"turns {launch.turns}", f"fuel {launch.fuel}"]
    return "\n".join([*head, f"way {way}", *map(str, findings), ""])


def _shown(argument: LaunchArgument) -> str:
    if isinstance(argument, tuple):
        return f"{{{', '.join(map(_shown, argument))}}}"
    return f"{argument.dtype}{argument.shape}" if isinstance(argument, np.ndarray) else str(argument)


def _dim3(what: str, sizes: Sequence[int]) -> Dim3:
    if not 1 <= len(sizes) <= 3 or min(sizes) < 1:
        raise ValueError(f"{what} must be one to three positive numbers, not {tuple(sizes)}")
    x, y, z = (*sizes, 1, 1)[:3]
    return int(x), int(y), int(z)


def _by_axis(sizes: Dim3) -> str:
    return " × ".join(map(str, sizes))


def _block_number(index: Sequence[int], grid: Dim3) -> int:
    x, y, z = (*index, 0, 0)[:3]
    return int(x + grid[0] * (y + grid[1] * z))


class LoadedModule(Mapping[str, Kernel]):
    """The kernels of a PTX file by name. Its global variables live as long as this object.

    `memory` is what launches share that are given it. Variables that no kernel uses are left out, except those `named`.
    """

    def __init__(self, ptx: str, named: Collection[str] = ()) -> None:
        leave("read.ptx", lambda: ptx)
        self.module = parse(ptx)
        drop_unused_globals(self.module, named)
        self._variables = variables = Globals.of(self.module)
        self._kernels = {kernel.name: Kernel(self.module, kernel, variables) for kernel in self.module.kernels}
        self.memory = GlobalMemory(variables)

    def renew(self) -> None:
        """Begin again with no arrays, and with the initial values of all variables."""
        self._variables.reset()
        self.memory = GlobalMemory(self._variables)

    def __getitem__(self, name: str) -> Kernel:
        return self._kernels[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._kernels)

    def __len__(self) -> int:
        return len(self._kernels)


def load(ptx: str, named: Collection[str] = ()) -> LoadedModule:
    """Load a PTX file, with the variables of these names even where no kernel uses them.

    Raises:
        PtxSyntaxError: the emulator cannot read the text as PTX.
        Unsupported: it declares more than the emulator can hold.

    """
    return LoadedModule(ptx, named)
