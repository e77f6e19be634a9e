"""Record what a real GPU gives for every matrix instruction: products, layouts of fragments, needs of alignment.

    python scripts/record_matrix.py [--out FILE] [--no-alignment]

Needs an NVIDIA GPU, CuPy and NumPy; takes some minutes, most of it for accesses off their alignment, each of which
ends the process that tries it. The recording that the tests use lies in tests/emulator/recordings/.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.emulator.matrix_cases import CASES, Case
from tests.emulator.matrix_probes import PROBES
from tests.emulator.matrix_recording import FOLDER, record

WORKS = "works"


def try_probes(names: list[str]) -> None:
    """Make accesses one after another; say which works. The GPU may refuse one, and no more is possible then."""
    import cupy

    cupy.zeros(1)
    data = cupy.zeros(8192, dtype=cupy.uint32)
    for name in names:
        probe = PROBES[name]
        module = cupy.cuda.function.Module()
        module.load(probe.ptx.encode() + b"\0")
        module.get_function("k")((1,), (32,), (data, np.uint32(probe.offset), np.uint32(probe.stride)))
        cupy.cuda.runtime.deviceSynchronize()
        print(WORKS, name, flush=True)


def probed(names: list[str]) -> dict[str, str]:
    """What became of each: `works`, or the last line of the error. A refusal ends the process; another one goes on."""
    found: dict[str, str] = {}
    while remaining := [name for name in names if name not in found]:
        run = subprocess.run(
            [sys.executable, __file__, "--probe", *remaining], capture_output=True, text=True, timeout=120, check=False
        )
        worked = sum(line.startswith(WORKS) for line in run.stdout.splitlines())
        found |= dict.fromkeys(remaining[:worked], WORKS)
        if worked < len(remaining):
            found[remaining[worked]] = (run.stderr.strip().splitlines() or ["died"])[-1][:200]
    return found


def run_case(case: Case) -> np.ndarray:
    """The case's output words from the GPU."""
    import cupy

    module = cupy.cuda.function.Module()
    module.load(case.ptx.encode() + b"\0")
    words, output = cupy.asarray(case.words), cupy.zeros(case.output_words, dtype=cupy.uint32)
    module.get_function("k")((case.blocks,), (32,), (words, output))
    cupy.cuda.runtime.deviceSynchronize()
    return cupy.asnumpy(output)


def main() -> int:
    """Record, write, and say what failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=None, help="default: tests/emulator/recordings/matrix_sm_XX.xz")
    parser.add_argument("--no-alignment", action="store_true", help="leave out the accesses off their alignment")
    parser.add_argument("--probe", nargs="+", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.probe:
        try_probes(options.probe)
        return 0
    import cupy

    began = time.monotonic()
    cupy.zeros(1)  # makes the context that loading a module needs
    name = cupy.cuda.runtime.getDeviceProperties(0)["name"].decode()
    capability = cupy.cuda.Device(0).compute_capability
    recording = record(CASES, run_case, name)
    recording.details |= {
        "compute_capability": capability,
        "driver": str(cupy.cuda.runtime.driverGetVersion()),
        "cupy": cupy.__version__,
    }
    path = options.out or FOLDER / f"matrix_sm_{capability}.xz"
    recording.write(path)  # already now, should an access off its alignment spoil the rest
    if not options.no_alignment:
        recording.alignment = probed(list(PROBES))
        recording.write(path)
    print(
        f"{len(recording.results)} of {len(CASES)} cases recorded on {name} in {time.monotonic() - began:.0f} s: "
        f"{path}, {path.stat().st_size} bytes"
    )
    for key, message in recording.failures.items():
        print(f"  {key}: {message}")
    for key, message in recording.alignment.items():
        print(f"  {key}: {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
