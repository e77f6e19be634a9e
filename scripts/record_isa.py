"""Record what a real GPU gives for every instruction form, on edge values and random ones.

    python scripts/record_isa.py [--out FILE] [--seconds 80] [--only TEXT]

Needs an NVIDIA GPU, CuPy and NumPy. The recordings that the tests use lie in tests/emulator/recordings/. A form that
the GPU refuses is noted in the file and does not stop the others.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.emulator.forms import FORMS
from tests.emulator.kernels import BLOCK
from tests.emulator.recording import FOLDER, Runner, record


def gpu_runner() -> tuple[Runner, str, dict[str, str]]:
    """A function that runs a kernel's PTX on the GPU, the GPU's name, and the versions that took part."""
    import cupy

    def run(ptx: str, words: np.ndarray) -> np.ndarray:
        module = cupy.cuda.function.Module()
        module.load(ptx.encode() + b"\0")
        source, result = cupy.asarray(words), cupy.zeros(len(words), dtype=cupy.uint64)
        module.get_function("k")((len(words) // BLOCK,), (BLOCK,), (source, result))
        cupy.cuda.runtime.deviceSynchronize()
        return cupy.asnumpy(result)

    cupy.zeros(1)  # makes the context that loading a module needs
    runtime = cupy.cuda.runtime
    name = runtime.getDeviceProperties(0)["name"].decode()
    capability = cupy.cuda.Device(0).compute_capability
    details = {"compute_capability": capability, "driver": str(runtime.driverGetVersion()), "cupy": cupy.__version__}
    return run, name, details


def main() -> int:
    """Record, write, and say what failed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=None, help="default: tests/emulator/recordings/sm_XX.json.xz")
    parser.add_argument("--seconds", type=float, default=80, help="stop starting new forms after this long")
    parser.add_argument("--only", default="", help="only the forms whose name contains this")
    options = parser.parse_args()
    run, name, details = gpu_runner()
    forms = [form for form in FORMS if options.only in form.key]
    recording = record(forms, run, name, options.seconds)
    recording.details |= details
    path = options.out or FOLDER / f"sm_{details['compute_capability']}.json.xz"
    recording.write(path)
    print(
        f"{len(recording.results)} of {len(forms)} forms recorded on {name} in {recording.details['seconds']} s: {path}"
    )
    for key, message in recording.failures.items():
        print(f"  {key}: {message}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
