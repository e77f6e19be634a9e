"""`python -m grader doctor`: report devices, libraries and limits, and the needs of each tile width."""

from __future__ import annotations

import argparse
import contextlib
import platform
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import metadata
from typing import TYPE_CHECKING, Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

from grader.cli import sizes_argument
from grader.errors import UsageError
from grader.hardware import Gpu, TileRow, find_gpu, gpu_of, naive_bound_gflops, tile_table
from grader.processes.child import usable_cores

if TYPE_CHECKING:
    from grader.compiling.frontend import Compilation

_LIBRARIES = (
    "cupy-cuda13x", "cupy-cuda12x", "cupy", "nvidia-cuda-nvrtc", "nvidia-cuda-nvrtc-cu12", "llvmlite", "numpy",
    "pydantic", "ziglang", "pyelftools", "dask",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class DoctorLine:
    """One fact that was checked: `good` is None for plain facts."""

    label: str
    text: str
    good: bool | None = None


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--gpu", metavar="NAME", help="show the limits and tile widths of this GPU (H200, T4, lecture…)"
    )
    parser.add_argument(
        "--tile-widths",
        type=lambda text: sizes_argument(text, range(1, 33), 1),
        default=(8, 16, 32),
        metavar="T,…",
        help="widths to show (default: 8,16,32)",
    )


def run(options: argparse.Namespace) -> int:
    """Print everything. Return 0 if kernels can be graded here, 1 if something required is missing."""
    found = present_gpu()
    try:
        gpu = find_gpu(options.gpu) if options.gpu is not None else found[0] if found else find_gpu("lecture")
    except KeyError as error:
        raise UsageError(str(error.args[0])) from None
    console = Console(highlight=False)
    lines = [*machine_lines(), *compiler_lines(), *isolation_lines(), gpu_line(found)]
    for line in lines:
        mark = {True: "✓ ", False: "✗ ", None: "  "}[line.good]
        style = {True: "green", False: "red", None: ""}[line.good]
        console.print(Text(f"{mark}{line.label + ':':22} {line.text}", style=style))
    for table in (limits_table(gpu), widths_table(gpu, options.tile_widths)):
        console.print()
        console.print(table)
    bound = (
        f"Naive: 4 bytes from memory for each FLOP, so at most {naive_bound_gflops(gpu):,.1f} GFLOP/s at"
        f" {gpu.bandwidth_gbs:,.0f} GB/s. T × T tiles need T times fewer bytes, until the peak itself is the limit."
    )
    console.print(Text(bound, style="dim"))
    return 1 if any(line.good is False for line in lines) else 0


def machine_lines() -> Iterator[DoctorLine]:
    """Report the machine, its Python, and the versions of relevant installed packages."""
    yield DoctorLine("machine", f"{platform.system()} {platform.machine()}, {usable_cores()} cores")
    yield DoctorLine("Python", f"{platform.python_version()} ({sys.executable})", sys.version_info >= (3, 10))
    for name in _LIBRARIES:
        with contextlib.suppress(metadata.PackageNotFoundError):
            yield DoctorLine(name, metadata.version(name))


def _compiled(source: str) -> Compilation | str:
    """Compile a probe; say why nothing can be compiled."""
    from grader.compiling.frontend import compile_cuda
    from grader.compiling.values import CompilerFaultError, CompilerUnavailableError

    try:
        return compile_cuda(source, kernel="probe")
    except (CompilerUnavailableError, CompilerFaultError) as error:
        return str(error)


def compiler_lines() -> Iterator[DoctorLine]:
    """Report whether CUDA source can be compiled here, and whether the emulator runs it, by doing so."""
    import numpy as np

    from grader.emulator import load

    made = _compiled("__global__ void probe(float *x) { x[threadIdx.x] = 1.0f; }")
    if isinstance(made, str) or not made.ok:
        why = made if isinstance(made, str) else "does not compile a one-line kernel: " + made.log[:200]
        yield DoctorLine("CUDA compiler", why, False)
        return
    yield DoctorLine("CUDA compiler", f"{made.compiler} {made.compiler_version}, no GPU needed", True)
    yield header_line()
    array = np.zeros(4, np.float32)
    load(made.ptx)[made.kernel_name].launch(grid=(1,), block=(4,), args=[array], names=["x"])
    good = bool((array == 1).all())
    yield DoctorLine(
        "emulator", "runs kernels with all checks" if good else "gives wrong results on this machine", good
    )


def header_line() -> DoctorLine:
    """Report whether a kernel may include `mma.h` here, by trying; most do not."""
    made = _compiled("#include <mma.h>\n__global__ void probe(float *x) { x[0] = 1.0f; }")
    words = made if isinstance(made, str) else "does not compile: " + made.log[:200]
    return DoctorLine("mma.h", words if isinstance(made, str) or not made.ok else "submissions may include it")


def isolation_lines() -> Iterator[DoctorLine]:
    """Report how a submission's process is isolated, and what the system lacks."""
    from grader.processes.sandbox import available

    offered = available()
    yield DoctorLine("isolation", ", ".join(offered.in_force) or "separate processes only")
    if offered.missing:
        yield DoctorLine("not offered here", ", ".join(offered.missing))


def present_gpu() -> tuple[Gpu, Mapping[str, Any]] | None:
    """Return the first GPU's limits and properties; None when no GPU can be used.

    Asks a child process, because a driver may hang or crash.
    """
    from grader.devices.base import DeviceError
    from grader.devices.gpu import GpuProcess
    from grader.devices.gpu_sharing import Claim, count_gpus

    if not count_gpus():
        return None
    process = GpuProcess(Claim(0), seconds=_PROBE_SECONDS)
    try:
        properties = process.properties
    except DeviceError:
        return None
    finally:
        process.close()
    return gpu_of(properties), properties


_PROBE_SECONDS = 60.0


def gpu_line(found: tuple[Gpu, Mapping[str, Any]] | None) -> DoctorLine:
    """Report where kernels will run."""
    if found is None:
        return DoctorLine("GPU", "none: kernels run on the emulator, traffic decides instead of time")
    gpu, own = found
    driver = own["driver"]
    text = f"{gpu.name}, compute capability {gpu.compute_capability[0]}.{gpu.compute_capability[1]}, CUDA driver"
    return DoctorLine("GPU", f"{text} {driver // 1000}.{driver % 1000 // 10}: kernels run and are timed there", True)


def limits_table(gpu: Gpu) -> Table:
    """Return the lecture's device query as a table."""
    name = "the lecture's example GPU" if gpu.name == "lecture" else gpu.name
    table = Table(title=f"What {name} allows", title_justify="left", box=None, show_header=False)
    rows = (
        ("multiprocessors", f"{gpu.multiprocessors:,}" if gpu.multiprocessors else "?"),
        ("threads a block", f"{gpu.threads_per_block:,}"),
        ("threads a multiprocessor", f"{gpu.threads_per_multiprocessor:,}"),
        ("blocks a multiprocessor", f"{gpu.blocks_per_multiprocessor:,}"),
        ("shared memory a block", f"{gpu.shared_per_block:,} bytes ({gpu.shared_per_block_optin:,} on request)"),
        ("shared memory a multiprocessor", f"{gpu.shared_per_multiprocessor:,} bytes"),
        ("registers a multiprocessor", f"{gpu.registers_per_multiprocessor:,}"),
        ("peak, float", f"{gpu.peak_gflops:,.0f} GFLOP/s" if gpu.peak_gflops else "?"),
        ("memory bandwidth", f"{gpu.bandwidth_gbs:,.0f} GB/s" if gpu.bandwidth_gbs else "?"),
    )
    for row in rows:
        table.add_row(*row)
    return table


def widths_table(gpu: Gpu, widths: tuple[int, ...]) -> Table:
    """Return a table of tile widths: threads, shared memory, loads, occupancy and bandwidth bound."""
    table = Table(title=f"Tile widths on {gpu.name}", title_justify="left", box=None)
    table.add_column("T")
    columns = tile_table(gpu, widths)
    for column in columns:
        table.add_column(str(column.tile_width), justify="right")
    for label, value in _WIDTH_ROWS:
        table.add_row(label, *(value(column) for column in columns))
    return table


_WIDTH_ROWS: tuple[tuple[str, Callable[[TileRow], str]], ...] = (
    ("threads a block", lambda row: f"{row.threads_per_block:,}"),
    ("shared bytes a block", lambda row: f"{row.shared_bytes:,}"),
    ("float loads a phase", lambda row: f"{row.loads_per_phase:,}"),
    ("FLOP a phase", lambda row: f"{row.flop_per_phase:,}"),
    ("FLOP a float load", lambda row: str(row.flop_per_load)),
    ("blocks a multiprocessor by threads", lambda row: str(row.occupancy.limits["threads"])),
    ("… by shared memory", lambda row: str(row.occupancy.limits["shared memory"])),
    ("… by the limit on blocks", lambda row: str(row.occupancy.limits["blocks"])),
    ("… that fit", lambda row: str(row.occupancy.blocks) if row.launchable else "cannot launch"),
    ("occupancy", lambda row: f"{row.occupancy.occupancy:.0%}"),
    ("pending loads a multiprocessor", lambda row: f"{row.pending_loads:,}"),
    ("bandwidth bound, GFLOP/s", lambda row: f"{row.bandwidth_bound_gflops:,.1f}"),
    ("attainable, GFLOP/s", lambda row: f"{row.attainable_gflops:,.1f}"),
)
