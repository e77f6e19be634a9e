"""A small lab, and a launch, whose one kernel turns a buffer of every element type round through shared memory."""

from __future__ import annotations

from pathlib import Path

from grader.elements import ELEMENTS

COUNT, ROOM = 8, 128
"""Elements of each buffer, and the most that the kernel has room for."""
NAMES = {element: f"of_{element.word.replace(' ', '_')}" for element in ELEMENTS.values()}
"""What the buffer of each type is called."""

KERNEL = "\n".join(
    [
        "#include <cuda_bf16.h>",
        "#include <cuda_fp16.h>",
        "template <typename T> __device__ void turn(T *x, T *kept, int n) {",
        "    int t = threadIdx.x;",
        "    kept[t] = x[t];",
        "    __syncthreads();",
        "    x[t] = kept[n - 1 - t];",
        "}",
        f'extern "C" __global__ void turn_all({", ".join(f"{e.name} *{name}" for e, name in NAMES.items())}, int n) {{',
        *(f"    __shared__ {element.name} kept_{name}[{ROOM}];" for element, name in NAMES.items()),
        *(f"    turn({name}, kept_{name}, n);" for name in NAMES.values()),
        "}",
        "",
    ]
)
LAUNCH = f"turn_all<<<1, {COUNT}>>>({', '.join(f'{n}: {e.word}[{COUNT}]' for e, n in NAMES.items())}, {COUNT})"
_ORACLE = """\
import numpy as np

KINDS = {kinds}


def inputs(kind, sizes, rng):
    return {{name: extremes(np.dtype(code), name) for name, code in KINDS.items()}} if kind == "extremes" else {{}}


def extremes(dtype, name):
    if name == "of_bool":
        return np.array([0, 1, 1, 0, 1, 0, 1, 1], dtype)
    if name == "of_bfloat16":
        return np.array([-3.38953139e38, 3.38953139e38, 1, 2, 3, 4, 5, 6], dtype)
    info = np.finfo(dtype) if dtype.kind == "f" else np.iinfo(dtype)
    return np.array([info.min, info.max, 1, 2, 3, 4, 5, 6], dtype)


def expected(inputs, sizes):
    return {{name: values[::-1] for name, values in inputs.items()}}
"""


def every_element_lab(folder: Path, *, more: str = "") -> Path:
    """The lab in `folder`: one case, nothing counted; `more` goes into its configuration."""
    buffers = "".join(f"  {name}: {{inout: [n], element: {element.word}}}\n" for element, name in NAMES.items())
    texts = {
        "config.yaml": f"lab: generic\nassignment: Turn\nsubmission: starter/turn.cu\nsizes: [n]\nbuffers:\n{buffers}"
        f"kernel: turn_all\nparameters: [{', '.join(NAMES.values())}, n]\n"
        f"launch: {{block: [n], grid: [1]}}\nsweep: {{work: 0}}\nreplayed: {{n: {COUNT}}}\n{more}",
        "testcases/extremes.yaml": "title: Extremes\nreason: The largest and the smallest of each type.\n"
        f"inputs: extremes\ncases: [{{name: extremes, n: {COUNT}}}]\n",
        "starter/turn.cu": KERNEL,
        "reference/solution.cu": KERNEL,
        "reference/baseline.cu": KERNEL,
        "reference/oracle.py": _ORACLE.format(kinds={name: element.dtype.str for element, name in NAMES.items()}),
    }
    for path, text in texts.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder
