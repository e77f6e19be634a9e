"""A kernel's resource needs, from ptxas's log and from its PTX, and whether a GPU could launch it."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

from grader.compiling.values import CompileProblem
from grader.emulator.ptx.mangling import base_name
from grader.hardware import WARP, Gpu, registers_of_block

Dim3 = tuple[int, int, int]

_ENTRY = re.compile(r"Compiling entry function '([^']+)' for '([^']+)'")
_FRAME = re.compile(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads")
_USED = re.compile(r"Used (\d+) registers")
_SHARED = re.compile(r"(\d+) bytes smem")
_TOO_MUCH = re.compile(
    r"[Ee]ntry function '([^']+)' uses too much shared data \((0x[0-9a-f]+) bytes, (0x[0-9a-f]+) max\)"
)
_MAX_THREADS = re.compile(r"\.maxntid\s+(\d+)(?:\s*,\s*(\d+))?(?:\s*,\s*(\d+))?")
_STATIC_LIMIT = 48 * 1024
_UNOPTIMISED_LIMIT = 1 << 20  # the emulator's limit
_DIMENSION_LIMITS = (1024, 1024, 64)
_SHARED_ARRAY = re.compile(
    r"^\s*(?:\.visible\s+|\.extern\s+|\.weak\s+)*\.shared\s+(?:\.align\s+\d+\s+)?\.(?P<type>\w+)\s+(?P<name>[\w$.]+)"
    r"(?:\[(?P<count>\d*)\])?",
    re.MULTILINE,
)
_TYPE_BYTES = {"8": 1, "16": 2, "32": 4, "64": 8}


@dataclass(frozen=True, slots=True, kw_only=True)
class KernelResources:
    """What ptxas reports for one kernel. `shared_bytes` is static shared memory; `target` is the architecture."""

    target: str
    registers: int
    shared_bytes: int
    spill_stores_bytes: int = 0
    spill_loads_bytes: int = 0
    stack_bytes: int = 0


def parse_ptxas(log: str) -> dict[str, KernelResources]:
    """Return the resources of each kernel, by symbol, from a log of `--ptxas-options=-v`."""
    found = {}
    entries = list(_ENTRY.finditer(log))
    for index, entry in enumerate(entries):
        end = entries[index + 1].start() if index + 1 < len(entries) else len(log)
        part = log[entry.end() : end]
        frame, used, shared = _FRAME.search(part), _USED.search(part), _SHARED.search(part)
        if used is not None:
            found[entry[1]] = KernelResources(
                target=entry[2], registers=int(used[1]),
                shared_bytes=int(shared[1]) if shared else 0,
                stack_bytes=int(frame[1]) if frame else 0,
                spill_stores_bytes=int(frame[2]) if frame else 0,
                spill_loads_bytes=int(frame[3]) if frame else 0,
            )  # fmt: skip
    return found


def too_much_shared(log: str) -> tuple[str, int, int] | None:
    """Return (kernel, bytes wanted, bytes allowed) if ptxas rejected a kernel for its static shared memory."""
    match = _TOO_MUCH.search(log)
    return (match[1], int(match[2], 16), int(match[3], 16)) if match else None


def static_shared_problem(kernel: str, shared_bytes: int, *, line: int = 0) -> CompileProblem | None:
    """Return a resource-limit problem if static shared arrays exceed the limit of every GPU."""
    if shared_bytes <= _STATIC_LIMIT:
        return None
    facts = {"kernel": kernel, "bytes": f"{shared_bytes:,}", "most": f"{_STATIC_LIMIT:,}"}
    return CompileProblem.of("static-shared", line, **facts)


def unoptimised_shared_problem(
    kernel: str, shared_bytes: int, *, line: int = 0
) -> tuple[CompileProblem | None, CompileProblem | None]:
    """Return (problem, warning) for shared memory of unoptimised code: why it cannot run, or why it only seems to fit.

    If the optimised code runs, the optimiser has removed an array on which no result depends.
    """
    problem = static_shared_problem(kernel, shared_bytes, line=line)
    if problem is None or shared_bytes > _UNOPTIMISED_LIMIT:
        return problem, None
    facts = {"kernel": kernel, "bytes": f"{shared_bytes:,}", "most": f"{_STATIC_LIMIT:,}"}
    return None, CompileProblem.of("shared-left-out", line, **facts)


def launch_problem(
    gpu: Gpu,
    kernel: str,
    *,
    block: Dim3,
    registers: int = 0,
    static_shared: int = 0,
    dynamic_shared: int = 0,
    max_threads: int | None = None,
    line: int = 0,
) -> CompileProblem | None:
    """Return why `gpu` cannot launch a block of this shape, with the arithmetic; None if it can.

    `max_threads` is the promise of the kernel's `__launch_bounds__` (see `promised_threads`).
    """
    static = static_shared_problem(kernel, static_shared, line=line)
    if static is not None:
        return static
    threads, together = math.prod(block), static_shared + dynamic_shared
    found = _too_many_threads(gpu, kernel, block, max_threads, line)
    if found is None and together > gpu.shared_per_block_optin:
        found = CompileProblem.of(
            "shared-of-a-gpu", line, kernel=kernel, static=f"{static_shared:,}", dynamic=f"{dynamic_shared:,}",
            together=f"{together:,}", gpu=gpu.name, most=f"{gpu.shared_per_block_optin:,}",
        )  # fmt: skip
    given = registers_of_block(gpu, threads, registers) if registers else 0
    if found is None and given > gpu.registers_per_block:
        warps = -(-threads // WARP)
        found = CompileProblem.of(
            "registers", line, kernel=kernel, registers=registers, threads=f"{threads:,}", size=threads,
            used=f"{registers * threads:,}", given=f"{given:,}", most=f"{gpu.registers_per_block:,}", gpu=gpu.name,
            fit=gpu.registers_per_block // (warps * WARP) // 8 * 8,
        )  # fmt: skip
    return found


def promised_threads(ptx: str, entry: str) -> int | None:
    """Return the maximum threads per block that the kernel's `__launch_bounds__` promises; None without one."""
    match = re.search(rf"\.entry\s+{re.escape(entry)}\b[^{{]*", ptx)
    bound = _MAX_THREADS.search(match[0]) if match else None
    return math.prod(int(size) for size in bound.groups() if size) if bound else None


def _too_many_threads(gpu: Gpu, kernel: str, block: Dim3, max_threads: int | None, line: int) -> CompileProblem | None:
    threads = math.prod(block)
    product = f"{' × '.join(str(size) for size in block)} = {threads:,} threads"
    if threads > gpu.threads_per_block:
        return CompileProblem.of("block-too-large", line, product=product, most=f"{gpu.threads_per_block:,}")
    for axis, size, most in zip("xyz", block, _DIMENSION_LIMITS, strict=True):
        if size > most:
            return CompileProblem.of("dimension-too-large", line, axis=axis, size=size, most=most)
    if max_threads is not None and threads > max_threads:
        return CompileProblem.of("promise-broken", line, product=product, kernel=kernel, most=f"{max_threads:,}")
    return None


def shared_arrays(ptx: str, entry: str | None = None) -> list[tuple[str, int]]:
    """Return name in the source and bytes of each shared array of a PTX text; with `entry`, of those it uses.

    The size is 0 if the launch sets it.
    """
    body = entry_body(ptx, entry) if entry else None
    found = []
    for match in _SHARED_ARRAY.finditer(ptx):
        symbol = match["name"]
        if body is None or re.search(rf"(?<![\w$.]){re.escape(symbol)}(?![\w$.])", body):
            found.append((base_name(symbol), _size(match)))
    return found


def entry_body(ptx: str, entry: str) -> str:
    """Return the text of one kernel from its name to its closing brace; "" when it does not exist."""
    start = re.search(rf"\.entry\s+{re.escape(entry)}(?![\w$.])", ptx)
    if start is None:
        return ""
    end = ptx.find("\n}", start.end())
    return ptx[start.start() : end if end >= 0 else len(ptx)]


def _size(match: re.Match[str]) -> int:
    element = _TYPE_BYTES.get(re.sub(r"\D", "", match["type"]), 0)
    if match["count"] is None:
        return element
    return element * int(match["count"]) if match["count"] else 0
