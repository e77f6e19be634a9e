"""Record Nsight Compute's counters of memory accesses for the launches in tests/emulator/counted.py.

    python scripts/record_counters.py [--out FILE] [--ncu PATH]

Needs an NVIDIA GPU, CuPy with NVRTC, and Nsight Compute. Each launch is counted with machine code that ptxas has
optimised as usual (3) and little (1): from level 2 on it joins neighbouring loads, so that a GPU executes other loads
than the PTX has.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.emulator.counted import COUNTED, METRICS, RECORDING, Counted

LEVELS = (0, 1, 3)


def launches() -> Iterator[tuple[int, Counted]]:
    """Every launch, in the order in which it runs."""
    for level in LEVELS:
        for counted in COUNTED:
            yield level, counted


def machine_code(counted: Counted, level: int, arch: str) -> tuple[bytes, str]:
    """The kernel as a cubin, and its name in there."""
    from cupy_backends.cuda.libs import nvrtc

    program = nvrtc.createProgram(counted.source(), Path(counted.path).name, (), ())
    nvrtc.addNameExpression(program, counted.kernel)
    options = [f"--gpu-architecture={arch}", "--std=c++17", f"--ptxas-options=-O{level}"]
    if counted.width:
        options.append(f"--define-macro=TILE_WIDTH={counted.width}")
    nvrtc.compileProgram(program, tuple(options))
    name = nvrtc.getLoweredName(program, counted.kernel)
    return nvrtc.getCUBIN(program), name.decode() if isinstance(name, bytes) else name


def launch_all() -> None:
    """What Nsight Compute watches."""
    import cupy

    arch = f"sm_{cupy.cuda.Device(0).compute_capability}"
    kernels = {}
    for level, counted in launches():
        key = (level, counted.path, counted.kernel, counted.width)
        if key not in kernels:
            image, name = machine_code(counted, level, arch)
            module = cupy.cuda.function.Module()
            module.load(image)
            kernels[key] = (module, module.get_function(name))
        arrays = [cupy.asarray(array) for array in counted.arrays()]
        numbers = [np.int32(number) for number in counted.numbers]
        kernels[key][1]((*counted.grid, 1), (*counted.block, 1), (*arrays, *numbers))
        cupy.cuda.runtime.deviceSynchronize()


def parse(text: str) -> list[dict[str, int]]:
    """Nsight Compute's table: a dictionary a launch, with our short names."""
    short = {metric: name for name, metric in METRICS.items()}
    rows: dict[int, dict[str, int]] = {}
    for row in csv.DictReader(line for line in text.splitlines() if line.startswith('"')):
        name = short[row["Metric Name"]]
        rows.setdefault(int(row["ID"]), {})[name] = int(row["Metric Value"].replace(",", ""))
    return [rows[number] for number in sorted(rows)]


def described() -> dict[str, str]:
    """What took part."""
    import cupy
    from cupy_backends.cuda.libs import nvrtc

    runtime = cupy.cuda.runtime
    return {
        "gpu": runtime.getDeviceProperties(0)["name"].decode(),
        "driver": str(runtime.driverGetVersion()),
        "nvrtc": ".".join(map(str, nvrtc.getVersion())),
    }


def main() -> int:
    """Run Nsight Compute on this script, and write the recording."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=RECORDING)
    parser.add_argument("--ncu", default="ncu")
    parser.add_argument("--launch", action="store_true", help="only launch the kernels (Nsight Compute's part)")
    options = parser.parse_args()
    if options.launch:
        launch_all()
        return 0
    command = [options.ncu, "--csv", "--clock-control", "none", "--target-processes", "application-only",
               "--kernel-name", "regex:matmul|pattern", "--metrics", ",".join(METRICS.values()),
               sys.executable, str(Path(__file__).resolve()), "--launch"]  # fmt: skip
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    rows = parse(done.stdout)
    if done.returncode != 0 or len(rows) != len(list(launches())):
        print(done.stdout[-2000:], done.stderr[-2000:], file=sys.stderr)
        return 1
    recorded: dict[str, dict[str, dict[str, int]]] = {}
    for (level, counted), row in zip(launches(), rows, strict=True):
        recorded.setdefault(counted.name, {})[f"O{level}"] = row
    options.out.parent.mkdir(exist_ok=True)
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(rows)}" for name, rows in recorded.items())
    options.out.write_text(f'{{"made": {json.dumps(described())},\n "launches": {{\n{lines}\n}}}}\n', encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
