"""`python -m grader doctor`: devices, libraries, limits, and what tile widths mean on a GPU."""

from __future__ import annotations

import argparse
import importlib.metadata
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from grader import __version__
from grader.compiling import (
    GPUS,
    CompilerUnavailableError,
    Gpu,
    TileRow,
    find_gpu,
    limits_of,
    naive_bound_gflops,
    supported_architectures,
    tile_table,
)

LIBRARIES = ("numpy", "llvmlite", "pydantic", "PyYAML", "Jinja2", "rich")
CUPY_WHEELS = ("cupy-cuda13x", "cupy-cuda12x", "cupy-cuda11x", "cupy")
WIDTHS = (8, 16, 32)
DEFAULT_GPU = "lecture"
_PROBE_SECONDS = 60.0


class UnknownGpuError(Exception):
    """`--gpu` names no GPU of the table; the message lists them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Machine:
    """What the doctor found. `devices` are the GPUs' own words; `trouble` says why there is none to use."""

    devices: tuple[Mapping[str, Any], ...]
    trouble: str = ""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command's arguments."""
    parser.add_argument("--gpu", metavar="NAME", help="show the tile table for this GPU instead of the one found")
    parser.add_argument("--list-gpus", action="store_true", help="name the GPUs that --gpu knows")


def run(options: argparse.Namespace) -> int:
    """Print everything; 0. Raises `UnknownGpuError`."""
    if options.list_gpus:
        _print([gpu.name for gpu in GPUS])
        return 0
    named = _named(options.gpu) if options.gpu else None
    machine = Machine(devices=()) if named else examine()
    lines = [] if named else [*software_lines(), "", *device_lines(machine), "", *running_lines(machine)]
    gpu = named or (gpu_of(machine.devices[0]) if machine.devices else find_gpu(DEFAULT_GPU))
    _print([*lines, *([""] if lines else []), *tile_lines(gpu)])
    return 0


def _print(lines: Iterable[str]) -> None:
    print("\n".join(lines))  # noqa: T201 (a command's own output)


def _named(name: str) -> Gpu:
    try:
        return find_gpu(name)
    except KeyError as error:
        raise UnknownGpuError(str(error.args[0])) from None


# -- what is here ------------------------------------------------------------------------------------------------------


def examine() -> Machine:
    """Ask each GPU for its properties, in a child process: a driver that hangs or crashes takes no one with it."""
    from grader.devices.base import DeviceError
    from grader.devices.gpu import GpuProcess, spawn_gpu
    from grader.devices.gpu_sharing import Claim, count_gpus

    found: list[Mapping[str, Any]] = []
    trouble = ""
    count = count_gpus()
    for ordinal in range(count):
        process = GpuProcess(spawn_gpu(Claim(ordinal)), seconds=_PROBE_SECONDS)
        try:
            found.append(process.properties)
        except DeviceError as error:
            trouble = str(error)
        finally:
            process.close()
    if not count:
        trouble = "no NVIDIA driver with a GPU was found, or CuPy is not installed"
    return Machine(devices=tuple(found), trouble=trouble)


def gpu_of(properties: Mapping[str, Any]) -> Gpu:
    """A real device's limits in the terms of the occupancy formula; what it does not tell is its architecture's."""
    major, minor = (int(part) for part in str(properties["compute_capability"]).split("."))
    told = {
        "multiprocessors": "multiprocessors", "threads_per_multiprocessor": "threads_per_multiprocessor",
        "blocks_per_multiprocessor": "blocks_per_multiprocessor", "threads_per_block": "threads_per_block",
        "registers_per_multiprocessor": "registers_per_multiprocessor", "registers_per_block": "registers_per_block",
        "shared_per_multiprocessor": "shared_per_multiprocessor", "shared_per_block": "shared_per_block",
        "shared_per_block_optin": "shared_per_block_optin",
    }  # fmt: skip
    values: dict[str, Any] = {field: int(properties[name]) for field, name in told.items() if properties.get(name)}
    values["peak_gflops"] = float(properties.get("peak_gflops") or 0)
    values["bandwidth_gbs"] = float(properties.get("bandwidth_gbs") or 0)
    return replace(limits_of((major, minor)), name=str(properties["name"]), **values)


def software_lines() -> list[str]:
    """Versions of what grading needs."""
    rows = [("grader", __version__), ("Python", f"{platform.python_version()}, {platform.platform()}")]
    rows.append(("CuPy", next(filter(None, map(_wheel, CUPY_WHEELS)), "not installed")))
    rows.append(("NVRTC", _nvrtc()))
    rows += [(name, _version(name) or "not installed") for name in LIBRARIES]
    rows.append(("cores", str(os.cpu_count())))
    rows.append(("walls", _walls()))
    return ["Software", *_aligned(rows)]


def _version(name: str) -> str | None:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return None


def _wheel(name: str) -> str | None:
    version = _version(name)
    return f"{version} ({name})" if version else None


def _nvrtc() -> str:
    from grader.compiling.nvrtc import Nvrtc

    try:
        major, minor = Nvrtc().version()
        known = supported_architectures()
    except CompilerUnavailableError as error:
        return str(error)
    reach = f", machine code for compute capability {known[0] / 10:g} to {known[-1] / 10:g}" if known else ""
    return f"{major}.{minor}{reach}"


def _walls() -> str:
    from grader.isolation import available

    protection = available()
    return "; ".join([*protection.in_force, *protection.missing])


def device_lines(machine: Machine) -> list[str]:
    """The lecture's device query."""
    if not machine.devices:
        return ["GPU", f"  none: {machine.trouble}."]
    lines = []
    for properties in machine.devices:
        lines += [f"GPU {properties.get('ordinal', 0)}: {properties['name']}", *_aligned(_query(properties))]
    return lines


def _query(found: Mapping[str, Any]) -> list[tuple[str, str]]:
    driver, runtime = (_cuda_version(int(found.get(name, 0))) for name in ("driver", "runtime"))
    return [
        ("compute capability", str(found["compute_capability"])),
        ("driver, runtime", f"CUDA {driver}, CUDA {runtime}; CuPy {found.get('cupy', '?')}"),
        ("memory", f"{found.get('memory_bytes', 0) / 2**30:.1f} GiB, {found.get('bandwidth_gbs', 0):,.0f} GB/s"),
        ("multiprocessors", f"{found.get('multiprocessors', 0)}, at {found.get('clock_khz', 0) / 1e3:,.0f} MHz"),
        ("float32 peak", f"{found.get('peak_gflops', 0):,.0f} GFLOP/s"),
        ("L2 cache", f"{found.get('l2_bytes', 0) / 2**20:.1f} MiB"),
        ("threads", f"{found.get('threads_per_block', 0):,} a block, "
                    f"{found.get('threads_per_multiprocessor', 0):,} a multiprocessor"),
        ("shared memory", f"{found.get('shared_per_block', 0):,} bytes a block "
                          f"({found.get('shared_per_block_optin', 0):,} on request), "
                          f"{found.get('shared_per_multiprocessor', 0):,} a multiprocessor"),
        ("registers", f"{found.get('registers_per_block', 0):,} a block"),
    ]  # fmt: skip


def _cuda_version(number: int) -> str:
    return f"{number // 1000}.{number % 1000 // 10}"


def running_lines(machine: Machine) -> list[str]:
    """What `--device auto` does here."""
    if machine.devices:
        return [
            "What runs where",
            "  Results and times come from the GPU; races, bounds, initialisation and traffic from the emulator.",
        ]
    return [
        "What runs where",
        "  Everything runs on the emulator: results, races, bounds, initialisation, exact traffic. Nothing is timed;",
        "  the performance points are earned by traffic.",
    ]


# -- the lecture's table -----------------------------------------------------------------------------------------------


def tile_lines(gpu: Gpu, widths: Sequence[int] = WIDTHS) -> list[str]:
    """The textbook kernel at each tile width on a GPU, and the naive kernel's bound."""
    head = ("T", "threads", "shared bytes", "blocks by threads", "by shared", "by blocks", "blocks", "occupancy",
            "loads pending", "FLOP per load", "bandwidth bound", "attainable")  # fmt: skip
    rows = [head, *(_tile_cells(row) for row in tile_table(gpu, widths))]
    columns = [max(len(row[index]) for row in rows) for index in range(len(head))]
    table = ["  ".join(cell.rjust(width) for cell, width in zip(row, columns, strict=True)) for row in rows]
    peak = f"{gpu.peak_gflops:,.0f} GFLOP/s and {gpu.bandwidth_gbs:,.0f} GB/s" if gpu.peak_gflops else "rates unknown"
    return [
        f"Tile widths on {gpu.name} ({peak}): blocks on one multiprocessor, rates in GFLOP/s",
        *(f"  {line}" for line in table),
        f"  The naive kernel loads 4 bytes for each FLOP: {naive_bound_gflops(gpu):,.1f} GFLOP/s at most from memory.",
    ]


def _tile_cells(row: TileRow) -> tuple[str, ...]:
    limits = row.occupancy.limits
    return (
        str(row.tile_width), f"{row.threads_per_block:,}", f"{row.shared_bytes:,}", str(limits["threads"]),
        str(limits["shared memory"]), str(limits["blocks"]), str(row.occupancy.blocks),
        f"{row.occupancy.occupancy:.0%}", f"{row.pending_loads:,}", str(row.flop_per_load),
        f"{row.bandwidth_bound_gflops:,.0f}", f"{row.attainable_gflops:,.0f}",
    )  # fmt: skip


def _aligned(rows: Sequence[tuple[str, str]]) -> list[str]:
    width = max(len(name) for name, _ in rows)
    return [f"  {name.ljust(width)}  {text}" for name, text in rows]
