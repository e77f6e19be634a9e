"""The device of a running program: its kernels, which are compiled here, its memory, and launches on the emulator."""

from __future__ import annotations

import base64
import json
import mmap
import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from grader.compiling.values import KernelParameter
from grader.edits.change import SWITCH
from grader.emulator.kernel import Kernel, LoadedModule, load
from grader.emulator.ptx.mangling import base_name, display_name, find_entry
from grader.emulator.result import Run, RunFinding, Unsupported
from grader.emulator.running.buffers import GlobalBuffer
from grader.errors import NotCompiledError, NotSupportedError
from grader.programs.allocations import Allocation, Allocations
from grader.programs.calls import CallError, Code, Launch, Memory, Place, Properties, Rows
from grader.programs.protocol import WINDOW_BYTES
from grader.programs.sources import INCLUDE, Source

if TYPE_CHECKING:
    from grader.devices.base import DeclaredArray
    from grader.results import Related

_PAGE = mmap.PAGESIZE
MOST_PRINTED, MOST_TOUCHES = 4 << 20, 4096
"""Bytes that are printed at a time, and ranges of one array that are told to the history."""
_FOR_BOTH, _BLAS = "cuda/cmath", "grader_blas.h"
"""The grader's own headers that both halves read. The second one has the kernels of a library."""
_AGAIN = re.compile(r'[\w ]*"(?:\w+::|<unnamed>::)*(\w+)" has already been (?:defined|declared)')
_ASKS_SYMBOL = re.compile(r"\bcuda(?:GetSymbol|MemcpyFromSymbol)")
_NOT_PROVIDED = re.compile(
    r'^(.+)\((\d+)\): error.*: (?:device-side kernel launch |identifier "(cuda\w+)" is undefined)', re.MULTILINE
)
"""Errors of NVRTC at what a kernel may do with the device's own runtime."""


@dataclass(slots=True, kw_only=True)
class KnownKernel:
    """A kernel: the emulator's, its source's name and line, and its parameters where the source shows them.

    `volatile` and `only_added_to` are names of some, the latter of variables too. `shared` are the fields of each
    `DeclaredArray`. A `library` has it: programs call a function, and do not know of it.
    """

    kernel: Kernel
    name: str
    line: int
    parameters: Sequence[KernelParameter]
    volatile: Sequence[str]
    only_added_to: Sequence[str]
    shared: Sequence[Mapping[str, Any]]
    library: bool = False
    shared_limit: int = 0

    @property
    def sizes(self) -> list[int]:
        """Bytes of each parameter."""
        return [parameter.size for parameter in self.kernel.parameters]

    @property
    def declarations(self) -> dict[str, DeclaredArray]:
        """Its shared arrays by name."""
        from grader.devices.base import DeclaredArray  # takes time, and is for findings

        return {each["name"]: DeclaredArray(**{**each, "dims": tuple(each["dims"])}) for each in self.shared}


class Seen(NamedTuple):
    """What one launch showed: the emulator's finding, what the host has to do with it, and on which lines."""

    kernel: KnownKernel
    finding: RunFinding
    said: str
    related: tuple[Related, ...] = ()


@dataclass(slots=True, kw_only=True)
class Device:
    """Kernels and memory on the emulator. `shared` is a memory file that the program sees too.

    Its first bytes are the `window`. `half` is the device half that an earlier run has kept; another where that was of
    other kernels. Of a changed source the edit `number` is switched on. `allocations` is all memory that there is,
    variables too. At a time `most_held` arrays are held: the emulator's addresses have 8 bits for the number of a
    buffer, and variables need some. `most_bytes` are what its process may have, with the shadows. `addresses` are those
    of device memory, allocated or not.
    """

    shared: int
    source: Source
    fuel: int
    half: str = ""
    number: int = 0
    threads: int = 1
    module: LoadedModule | None = None
    kernels: list[KnownKernel] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    window: np.ndarray = field(init=False)
    allocations: Allocations = field(init=False)
    held: int = 0
    used: int = 0
    arch: str = "compute_80"
    properties: Properties = field(default_factory=Properties)
    most_bytes: int = 6 << 30
    most_held: int = 200
    addresses: range = range(4 << 36, 256 << 36)
    _shared_end: int = WINDOW_BYTES
    _spare: dict[int, list[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Begin with no memory."""
        self.window = np.frombuffer(mmap.mmap(self.shared, WINDOW_BYTES), np.uint8)
        self.allocations = Allocations(self.source.files, self.addresses)

    def load(self, names: Sequence[str], variables: Sequence[str]) -> None:
        """Load the device half with the kernels of these mangled names, and compile it where no earlier run has.

        Raise `NotSupportedError`, `NotCompiledError`, `Unsupported`.
        """
        half = json.loads(self.half or "{}")
        if half.get("names") != list(names):
            self.half = compile_half(self.source, names, self.arch, variables)
            half = json.loads(self.half)
        self.module = _module(half["ptx"], frozenset(map(base_name, variables)))
        self.module.renew()
        self.variables = list(variables)
        self.kernels = [
            KnownKernel(kernel=self.module[entry], parameters=[KernelParameter(**each) for each in parameters], **facts)
            for entry, parameters, facts in half["kernels"]
        ]
        if self.source.changed and self.number:
            self.kernels[0].kernel.set_variable(SWITCH, self.number.to_bytes(4, "little"))
        self._take_variables()

    @property
    def loaded(self) -> LoadedModule:
        """The compiled device half."""
        assert self.module is not None, "the runtime begins with it"
        return self.module

    def _take_variables(self) -> None:
        """Put the variables that kernels use among what is allocated."""
        memory = self.loaded.memory
        for each in memory.variables:
            self._variable(each.name, memory.address_of(each), len(each.data))

    def _variable(self, name: str, address: int, size: int) -> None:
        self.allocations.add(Allocation(Memory.SYMBOL, address, size, Place(self.source.name, 0), name))

    # --- what a program has allocated

    def allocate(
        self, kind: Memory, size: int, place: Place, *, name: str = "", rows: tuple[int, int] = (0, 0)
    ) -> Allocation:
        """Return new memory. Raise `CallError` where there is none left, `NotSupportedError` for too many arrays."""
        if self.held >= self.most_held:
            raise NotSupportedError(f"holding more than {self.most_held} allocations at a time is not supported")
        if size > self.most_bytes - self.used:
            raise CallError(Code.NO_MEMORY)
        offset, pages = 0, -(-size // _PAGE) * _PAGE
        try:
            data = None
            if kind.on_both:
                spare = self._spare.get(pages)
                offset = spare.pop() if spare else self._shared_end
                if offset + pages > os.fstat(self.shared).st_size:
                    raise CallError(Code.NO_MEMORY)
                self._shared_end = max(self._shared_end, offset + pages)
                data = self._mapped(pages, offset)[:size]
                data[:] = 0
            address = self._placed(name or self.allocations.code.named(place) or "the array", size, data)
        except (MemoryError, Unsupported, OSError):
            raise CallError(Code.NO_MEMORY) from None
        self.used += size
        self.held += 1
        made = Allocation(kind, address, size, place, name, offset=offset, rows=rows)
        self.allocations.add(made)
        return made

    def free(self, gone: Allocation) -> None:
        """Let another array have the memory of one that is no longer among the allocations."""
        self._gone(gone.address)
        self.used -= gone.size
        self.held -= 1
        if gone.kind.on_both:
            self._spare.setdefault(-(-gone.size // _PAGE) * _PAGE, []).append(gone.offset)

    def holds(self, rows: Rows) -> bool:
        """True if all of them lie inside an array or a variable."""
        found = self.allocations.find(rows.start)
        return found is not None and rows.end <= found.end

    def variable(self, number: int) -> Allocation | None:
        """Return a registered variable; None for a number that none has."""
        name = base_name(self.variables[number]) if 0 <= number < len(self.variables) else None
        symbols = (each for each in self.allocations.live() if each.kind is Memory.SYMBOL)
        return next((each for each in symbols if each.name == name), None)

    # --- memory by address: a range is inside one array or variable, as `holds` says

    def read(self, address: int, size: int) -> np.ndarray:
        """Return the bytes of a range."""
        buffer, begin = self._at(address)
        return buffer.data[begin : begin + size]

    def write(self, address: int, size: int, data: np.ndarray | int) -> None:
        """Set the bytes of a range, to one value or to as many."""
        buffer, begin = self._at(address)
        buffer.data[begin : begin + size] = data
        buffer.write(slice(begin, begin + size))

    def copy(self, to: int, source: int, size: int) -> None:
        """Copy a range."""
        self.write(to, size, self.read(source, size).copy())

    def unset(self, rows: Rows) -> list[tuple[int, int]]:
        """Return the ranges of addresses in rows that nothing has written; what lies between rows is passed over."""
        buffer, begin = self._at(rows.start)
        if not buffer.fresh:
            return []
        if buffer.earlier is None:
            return [(start, start + rows.width) for start in rows.starts()]
        written, first = buffer.earlier[begin:], rows.start
        of_rows = ((start, written[start - first : start - first + rows.width]) for start in rows.starts())
        return [(start + a, start + b) for start, flags in of_rows for a, b in runs(~flags)]

    def _at(self, address: int) -> tuple[GlobalBuffer, int]:
        found = self.loaded.memory.find(address)
        assert found is not None
        return found

    def _mapped(self, size: int, offset: int) -> np.ndarray:
        """Return what host and device share from an offset on."""
        return np.frombuffer(mmap.mmap(self.shared, size, offset=offset), np.uint8)

    def _placed(self, name: str, size: int, data: np.ndarray | None) -> int:
        """Return the address of a new array; `data` is what host and device share."""
        memory = self.loaded.memory
        return memory.allocate(name, np.zeros(size, np.uint8) if data is None else data, fresh=data is None)

    def _gone(self, address: int) -> None:
        """Free the array that begins at an address."""
        self.loaded.memory.free(address)

    # --- launches

    def launch(self, kernel: KnownKernel, launch: Launch, fuel: int | None = None) -> Run:
        """Run a kernel. What it is given has the names of its parameters meanwhile."""
        renamed = []
        for name, passed in self.named(launch).items():
            buffer, _ = self._at(passed.address)
            renamed.append((buffer, buffer.name))
            buffer.name = name
        try:
            return kernel.kernel.launch(
                grid=launch.grid, block=launch.block, args=list(launch.given), shared_bytes=launch.shared_bytes,
                threads=self.threads, memory=self.loaded.memory, fuel=fuel or self.fuel,
            )  # fmt: skip
        finally:
            for buffer, name in renamed:
                buffer.name = name

    def named(self, launch: Launch) -> dict[str, Allocation]:
        """Return the arrays that a launch gets, by the parameter's name; an array given twice once."""
        made: dict[str, Allocation] = {}
        for argument, found in self.allocations.passed(launch):
            if found.address == argument.value and found not in made.values():
                made[argument.name] = found
        return made


@lru_cache(maxsize=1)  # one device half may run several times
def _module(ptx: str, variables: frozenset[str]) -> LoadedModule:
    return load(ptx, variables)


def runs(flags: np.ndarray) -> list[tuple[int, int]]:
    """Return the ranges of set flags."""
    edges = (np.flatnonzero(flags[1:] != flags[:-1]) + 1).tolist()
    edges = [*([0] if flags[0] else []), *edges, *([len(flags)] if flags[-1] else [])] if len(flags) else []
    return list(zip(edges[::2], edges[1::2], strict=True))


# --- the device half, compiled to a text that is kept


def compile_half(source: Source, names: Sequence[str], arch: str, variables: Sequence[str] = ()) -> str:
    """Compile the kernels of these mangled names, and keep these variables. Return what `Device.load` reads.

    For an `arch` of sm_XX there is machine code in it, too. Raise `NotSupportedError` for kernels that launch
    kernels, `NotCompiledError` for what does not compile.
    """
    from grader.compiling.compiled_kernel import parameters, type_aliases
    from grader.compiling.frontend import compile_with, entry_names  # take time; a text that is kept needs none
    from grader.compiling.hostcode import keep_kernels
    from grader.compiling.kernels import KernelDeclaration, scan_kernels, shared_declarations
    from grader.compiling.lexer import Lexed, lex, normalize
    from grader.compiling.values import CompileOptions
    from grader.devices.front_end import declared_arrays
    from grader.results import Kind

    main, *others = source.files
    files, defines, spelled = dict(source.files), source.defines, source.spelled
    files[main] = source.changed or files[main]
    if source.uses_thrust:
        files = keep_kernels(files)
    instances = tuple(dict.fromkeys(name for name in map(display_name, names) if name.endswith(">")))
    own = {name: (INCLUDE / name).read_text(encoding="utf-8") for name in (_FOR_BOTH, _BLAS)}
    more = [name for name in others if name.endswith(".cu") and name not in spelled.values()]
    library = own[_BLAS] if any(f" {name}(" in own[_BLAS] for name in map(base_name, names)) else ""
    more += [_BLAS] if library else []
    asks = any(_ASKS_SYMBOL.search(file) for file in files.values())
    kept = _kept(variables) if asks else ""
    apart: dict[str, set[str]] = {name: set() for name in more}
    given = {*map(base_name, names), *map(display_name, variables)}
    while True:
        parts = (_included(name, number, apart[name]) for number, name in enumerate(more, 2))
        made = compile_with("".join((files[main], *parts, kept)), CompileOptions(
            filename=main, kernel="auto", arch=arch, defines=defines, instances=instances, unknown_headers="empty",
            headers=own | {name: files[name] for name in others} | {
                text: files[name] for text, name in spelled.items()
            },
        ))  # fmt: skip
        again = [(each.file, found[1]) for each in made.diagnostics if (found := _AGAIN.match(each.message))]
        further = [(file, name) for file, name in again if name not in given | apart.get(file, {name})]
        if made.ok or not further:
            break
        for file, name in further:
            apart[file].add(name)
    if not made.ok:
        if missing := _NOT_PROVIDED.search(made.log):
            what = f"{missing[3]} in device code" if missing[3] else "a kernel that launches a kernel"
            raise NotSupportedError(f"{missing[1]}:{missing[2]}: {what} is not supported")
        for problem in made.problems:
            if problem.kind is Kind.UNSUPPORTED:
                raise NotSupportedError(f"{main}:{problem.line}: {problem.message}")
        said = made.problems[0].message if made.problems else made.log[:500]
        raise NotCompiledError(made.diagnostics, said)
    declared: dict[str, tuple[KernelDeclaration, Lexed]] = {}
    for file in (library, *files.values()):
        lexed = lex(normalize(file))
        for each in scan_kernels(lexed):
            if each.defined or each.name not in declared:
                declared[each.name] = (each, lexed)
    kernels, entries = [], entry_names(made.ptx)
    for name in names:
        # compilers differ in names that a file keeps to itself
        entry = name if name in entries else find_entry(display_name(name), entries)
        if not entry:
            raise NotCompiledError((), f"the kernel {base_name(name)} is not in the compiled device code")
        declaration, lexed = declared.get(base_name(name), (None, lex("")))
        shared = shared_declarations(lexed.source, defines, declaration.name) if declaration else ()
        takes = parameters(declaration, entry, made.ptx, (), type_aliases(lexed))
        body = [token.text for token in declaration.body] if declaration else []
        written = zip(takes, declaration.parameters if declaration else (), strict=False)
        kernels.append((entry, list(map(asdict, takes)), {
            "name": base_name(name), "line": declaration.line if declaration else 0,
            "volatile": [each.name for each, tokens in written if any(token.text == "volatile" for token in tokens)],
            "only_added_to": [
                name for name in dict.fromkeys([*(each.name for each in takes), *body]) if _only_added_to(body, name)
            ],
            "shared": list(map(asdict, declared_arrays(shared, made.ptx, entry))),
            "library": declaration is not None and lexed.source == library,
        }))  # fmt: skip
    image = base64.b64encode(made.cubin).decode()
    return json.dumps({"names": list(names), "ptx": made.ptx, "image": image, "kernels": kernels})


def _included(name: str, number: int, apart: set[str]) -> str:
    """Return what adds a file to the main one; what both define is that file's own, as where each is compiled alone."""
    before = "".join(f"\n#define {each} {each}_of_file_{number}" for each in sorted(apart))
    return f'{before}\n#include "{name}"' + "".join(f"\n#undef {each}" for each in sorted(apart))


def _kept(variables: Sequence[str]) -> str:
    """Return a kernel that uses variables: the compiler drops those that the kernels only get by their address."""
    named = [name for name in dict.fromkeys(map(display_name, variables)) if re.fullmatch(r"[A-Za-z_][\w:]*", name)]
    uses = "".join(f" to[{number}] = &{name};" for number, name in enumerate(named))
    return f"\n__global__ void grader_keeps(const volatile void **to) {{{uses} }}\n" if named else ""


def _only_added_to(body: Sequence[str], name: str) -> bool:
    """True if a kernel's text names a parameter only where `atomicAdd` adds to it."""
    uses = [at for at, word in enumerate(body) if word == name]
    before = ([word for word in body[max(0, at - 3) : at] if word != "&"] for at in uses)
    return name != "&" and bool(uses) and all(words[-2:] == ["atomicAdd", "("] for words in before)
