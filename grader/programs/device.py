"""The device of a running program: its kernels, its memory, and launches on the emulator."""

from __future__ import annotations

import mmap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from grader.compiling import compile_with, shared_arrays, shared_declarations
from grader.compiling.kernels import KernelDeclaration, scan_kernels
from grader.compiling.lexer import Lexed, lex, normalize
from grader.compiling.signature import parameters, type_aliases
from grader.compiling.values import CompileOptions, KernelParameter
from grader.devices.base import DeclaredArray
from grader.devices.front_end import declared_array
from grader.emulator.kernel import Kernel, LoadedModule, load
from grader.emulator.ptx.mangling import base_name, demangle
from grader.emulator.result import Dim3, Run, RunFinding
from grader.emulator.running.buffers import GlobalBuffer
from grader.programs.calls import Memory, Place
from grader.programs.protocol import WINDOW_BYTES
from grader.results import Diagnostic

_PAGE = mmap.PAGESIZE
_FOR_BOTH = {"cuda/cmath": (Path(__file__).parent / "include" / "cuda" / "cmath").read_text(encoding="utf-8")}
"""The grader's own headers that both halves read."""
MOST_PRINTED = 4 << 20
MOST_ALLOCATIONS = 200
"""At a time: the emulator's addresses have 8 bits for the number of a buffer, and variables need some."""
_MOST_BYTES = 6 << 30
"""Device memory of a program: what the emulator's process may have, with its shadows."""


class OutOfMemoryError(Exception):
    """There is no such amount of device memory."""


class NoDeviceCodeError(Exception):
    """The file's device half does not compile; the diagnostics say why."""

    def __init__(self, diagnostics: Sequence[Diagnostic], said: str) -> None:
        super().__init__(said)
        self.diagnostics = diagnostics


@dataclass(slots=True, kw_only=True)
class KnownKernel:
    """A kernel: the emulator's, its source's name and line, and its parameters where the source shows them."""

    kernel: Kernel
    name: str
    line: int
    parameters: Sequence[KernelParameter]
    declarations: Mapping[str, DeclaredArray]
    shared_limit: int = 0

    @property
    def sizes(self) -> list[int]:
        """Bytes of each parameter."""
        return [parameter.size for parameter in self.kernel.parameters]


@dataclass(frozen=True, slots=True, kw_only=True)
class Seen:
    """What one launch showed: the emulator's finding, the launch's line, and what the host has to do with it.

    `shared_bytes` is the dynamic shared memory that the launch gives.
    """

    kernel: KnownKernel
    finding: RunFinding
    place: Place
    said: str = ""
    shared_bytes: int = 0


@dataclass(slots=True, eq=False, kw_only=True)
class Allocation:
    """Memory that a program asked for. `offset` is where a shared one lies in what both sides see."""

    kind: Memory
    address: int
    size: int
    buffer: GlobalBuffer
    offset: int = 0


@dataclass(slots=True, kw_only=True)
class Device:
    """Kernels and memory. `shared` is a memory file that the program sees too; its first bytes are the window."""

    shared: int
    window: np.ndarray
    files: Mapping[str, str]
    defines: Mapping[str, str]
    fuel: int
    spelled: Mapping[str, str] = field(default_factory=dict)
    threads: int = 1
    module: LoadedModule | None = None
    kernels: list[KnownKernel] = field(default_factory=list)
    variables: list[str] = field(default_factory=list)
    allocations: dict[int, Allocation] = field(default_factory=dict)
    used: int = 0
    _shared_end: int = WINDOW_BYTES
    _spare: dict[int, list[int]] = field(default_factory=dict)

    def load(self, names: Sequence[str], variables: Sequence[str]) -> None:
        """Compile the device half with the kernels of these mangled names. Raise `NoDeviceCodeError`, `Unsupported`."""
        main, *others = self.files
        instances = tuple(dict.fromkeys(
            parts.name for name in names if (parts := demangle(name)) is not None and parts.name.endswith(">")
        ))  # fmt: skip
        made = compile_with(self.files[main], CompileOptions(
            filename=main, kernel="auto", defines=self.defines, instances=instances, unknown_headers="empty",
            headers=_FOR_BOTH | {name: self.files[name] for name in others} | {
                spelled: self.files[name] for spelled, name in self.spelled.items()
            },
        ))  # fmt: skip
        if not made.ok:
            said = made.problems[0].message if made.problems else made.log[:500]
            raise NoDeviceCodeError(made.diagnostics, said)
        self.module = load(made.ptx)
        self.variables = list(variables)
        declared: dict[str, tuple[KernelDeclaration, Lexed]] = {}
        for file in self.files.values():
            lexed = lex(normalize(file))
            for each in scan_kernels(lexed):
                if each.defined or each.name not in declared:
                    declared[each.name] = (each, lexed)
        for name in names:
            entry = _entry(name, self.module)
            if entry is None:
                raise NoDeviceCodeError((), f"the kernel {base_name(name)} is not in the compiled device code")
            declaration, lexed = declared.get(base_name(name), (None, lex("")))
            self.kernels.append(KnownKernel(
                kernel=self.module[entry], name=base_name(name), line=declaration.line if declaration else 0,
                parameters=parameters(declaration, entry, made.ptx, (), type_aliases(lexed)),
                declarations=_shared_arrays(lexed.source, self.defines, declaration, made.ptx, entry),
            ))  # fmt: skip

    @property
    def loaded(self) -> LoadedModule:
        """The compiled device half."""
        assert self.module is not None, "the runtime begins with it"
        return self.module

    # --- memory

    def allocate(self, kind: Memory, size: int, name: str) -> Allocation:
        """Return new memory. Raise `OutOfMemoryError`."""
        if size > _MOST_BYTES - self.used:
            raise OutOfMemoryError
        offset = 0
        if kind.on_both:
            pages = -(-size // _PAGE) * _PAGE
            spare = self._spare.get(pages)
            offset = spare.pop() if spare else self._shared_end
            self._shared_end = max(self._shared_end, offset + pages)
            mapped = mmap.mmap(self.shared, pages, offset=offset)
            data = np.frombuffer(mapped, np.uint8)[:size]
            data[:] = 0
        else:
            data = np.zeros(size, np.uint8)
        address = self.loaded.memory.allocate(name, data, fresh=not kind.on_both)
        found = self.loaded.memory.find(address)
        assert found is not None
        made = Allocation(kind=kind, address=address, size=size, buffer=found[0], offset=offset)
        self.allocations[address] = made
        self.used += size
        return made

    def free(self, address: int) -> None:
        """Free an allocation; nothing where none begins."""
        gone = self.allocations.pop(address, None)
        if gone is not None:
            self.loaded.memory.free(address)
            self.used -= gone.size
            if gone.kind.on_both:
                self._spare.setdefault(-(-gone.size // _PAGE) * _PAGE, []).append(gone.offset)

    def bytes_at(self, address: int, size: int) -> tuple[GlobalBuffer, int] | None:
        """Return the buffer and the offset of a range that lies inside device memory; None for any other."""
        found = self.module.memory.find(address) if self.module is not None else None
        if found is None or not 0 <= found[1] <= len(found[0].data) - size:
            return None
        return found

    def variable(self, number: int) -> int | None:
        """Return the address of a registered variable; None for one that no kernel uses."""
        if not 0 <= number < len(self.variables):
            return None
        name = base_name(self.variables[number])
        buffer = next((each for each in self.loaded.memory.variables if each.name == name), None)
        return None if buffer is None else self.loaded.memory.address_of(buffer)

    # --- launches

    def launch(self, kernel: KnownKernel, grid: Dim3, block: Dim3, shared_bytes: int, given: Sequence[bytes]) -> Run:
        """Run a kernel. What it is given has the names of its parameters meanwhile."""
        memory = self.loaded.memory
        renamed = []
        for name, address in self.named(kernel, given).items():
            found = memory.find(address)
            assert found is not None
            renamed.append((found[0], found[0].name))
            found[0].name = name
        try:
            return kernel.kernel.launch(
                grid=grid,
                block=block,
                args=list(given),
                shared_bytes=shared_bytes,
                threads=self.threads,
                memory=memory,
                fuel=self.fuel,
            )
        finally:
            for buffer, name in renamed:
                buffer.name = name

    def named(self, kernel: KnownKernel, given: Sequence[bytes]) -> dict[str, int]:
        """Return the addresses of arrays that a launch gets, by the parameter's name; of an array given twice once."""
        made: dict[str, int] = {}
        for parameter, value in zip(kernel.parameters, given, strict=False):
            address = int.from_bytes(value, "little")
            found = self.loaded.memory.find(address) if len(value) == 8 and parameter.kind == "pointer" else None
            if found and found[1] == 0 and address not in made.values():
                made[parameter.name] = address
        return made


def _shared_arrays(
    source: str, defines: Mapping[str, str], declaration: KernelDeclaration | None, ptx: str, entry: str
) -> dict[str, DeclaredArray]:
    """Return the shared arrays of a kernel as its source declares them."""
    if declaration is None:
        return {}
    sizes = {array.name: array.size_bytes for array in shared_arrays(ptx, entry)}
    declared = shared_declarations(source, defines, declaration.name)
    return {each.name: declared_array(each, sizes.get(each.name, 0)) for each in declared}


def _entry(name: str, module: LoadedModule) -> str | None:
    """Return the kernel that the host calls by this mangled name; compilers differ in names that a file keeps."""
    if name in module:
        return name
    wanted = demangle(name)
    for same in ("name", "base"):
        found = [
            each for each in module
            if wanted and (parts := demangle(each)) and getattr(parts, same) == getattr(wanted, same)
        ]  # fmt: skip
        if len(found) == 1:
            return found[0]
    return None
