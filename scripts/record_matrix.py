"""Record what a real GPU gives for every matrix instruction: products, layouts of fragments, needs of alignment.

    python scripts/record_matrix.py [--out FILE] [--no-alignment]

Needs an NVIDIA GPU, CuPy and NumPy; takes about half a minute, most of it for accesses off their alignment, each of
which ends the process that tries it. The recording that the tests use lies in tests/emulator/recordings/.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.emulator.matrix_cases import CASES, PTX_VERSION, Case
from tests.emulator.matrix_recording import FOLDER, record

PROBE = """.version {version}
.target sm_80
.address_size 64
.shared .align 128 .b8 cells[16384];
.visible .entry k(.param .u64 input, .param .u32 offset, .param .u32 stride)
{{
.reg .b32 %r<30>;
.reg .b64 %rd<8>;
ld.param.u64 %rd0, [input];
ld.param.u32 %r0, [offset];
ld.param.u32 %r1, [stride];
mov.u64 %rd1, cells;
cvt.u64.u32 %rd2, %r0;
add.u64 %rd3, %rd0, %rd2;
add.u64 %rd4, %rd1, %rd2;
{instruction}
st.global.b32 [%rd0], %r10;
ret;
}}
"""
_EIGHT = "{%r10, %r11, %r12, %r13, %r14, %r15, %r16, %r17}"


def probes() -> dict[str, tuple[str, int, int]]:
    """Accesses that may need an alignment: the instruction, bytes of offset, elements of stride, by a name."""
    found = {}
    for part, order, space in product("ab", ("row", "col"), ("global", "shared")):
        place = "%rd3" if space == "global" else "%rd4"
        line = f"wmma.load.{part}.sync.aligned.{order}.m16n16k16.{space}.f16 {_EIGHT}, [{place}], %r1;"
        for offset, stride in ((2, 16), (4, 16), (8, 16), (0, 17), (0, 18), (0, 20)):
            found[f"load {part} {order} {space} {offset} {stride}"] = (line, offset, stride)
    for kind, order in product(("load.c", "store.d"), ("row", "col")):
        operands = f"{_EIGHT}, [%rd3], %r1" if kind == "load.c" else f"[%rd3], {_EIGHT}, %r1"
        line = f"wmma.{kind}.sync.aligned.{order}.m16n16k16.global.f32 {operands};"
        for offset, stride in ((4, 16), (0, 17)):
            found[f"{kind} {order} {offset} {stride}"] = (line, offset, stride)
    line = "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r10}, [%rd4];"
    return found | {f"ldmatrix {offset}": (line, offset, 0) for offset in (4, 8)}


def try_probe(name: str) -> None:
    """Make one access off its alignment; the GPU may refuse, which the exit code tells."""
    import cupy

    instruction, offset, stride = probes()[name]
    cupy.zeros(1)
    module = cupy.cuda.function.Module()
    module.load(PROBE.format(version=PTX_VERSION, instruction=instruction).encode() + b"\0")
    data = cupy.zeros(8192, dtype=cupy.uint32)
    module.get_function("k")((1,), (32,), (data, np.uint32(offset), np.uint32(stride)))
    cupy.cuda.runtime.deviceSynchronize()


def probed(name: str) -> str:
    """What a process of its own saw: `works`, or the last line of its error."""
    run = subprocess.run(
        [sys.executable, __file__, "--probe", name], capture_output=True, text=True, timeout=120, check=False
    )
    return "works" if run.returncode == 0 else (run.stderr.strip().splitlines() or ["died"])[-1][:200]


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
    parser.add_argument("--probe", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.probe:
        try_probe(options.probe)
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
        with ThreadPoolExecutor(6) as pool:
            recording.alignment = dict(zip(probes(), pool.map(probed, probes()), strict=True))
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
