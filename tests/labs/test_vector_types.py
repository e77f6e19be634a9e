"""Buffers of vector types: from the assignment to the page, components are told as the source writes them."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import load_assignment
from grader.compiling.compiled_kernel import compatible, parse_parameter
from grader.elements import VECTORS, size_of
from grader.grading.pipeline import Session
from grader.layouts import ElementLayout
from grader.report.page import html
from grader.results import Kind, in_source
from tests.gpu.emulated import emulated_gpu
from tests.labs.axpy import graded, lab_of_files

TYPES = (
    "float2", "float3", "float4", "double2", "double4", "uchar3", "uchar4", "char4", "short2", "ushort3", "int2",
    "ulonglong2", "half2", "bfloat162",
)  # fmt: skip
COUNT = 8
KERNEL = "\n".join(
    [
        "#include <cuda_bf16.h>",
        "#include <cuda_fp16.h>",
        "typedef __nv_bfloat162 bfloat162;",
        f'extern "C" __global__ void turn({", ".join(f"{each} *of_{each}" for each in TYPES)}, int n) {{',
        "    int t = threadIdx.x;",
        *(f"    __shared__ {each} kept_{each}[{COUNT}];" for each in TYPES),
        *(f"    kept_{each}[t] = of_{each}[t];" for each in TYPES),
        "    __syncthreads();",
        *(f"    of_{each}[t] = kept_{each}[n - 1 - t];" for each in TYPES),
        "}",
        "",
    ]
)


def turned_vectors(folder: Path) -> Path:
    """A lab whose kernel turns a buffer of each type round."""
    buffers = "".join(f"  of_{each}: {{inout: [n], element: {each}}}\n" for each in TYPES)
    return lab_of_files(
        folder,
        {
            "config.yaml": f"lab: generic\nassignment: Turn\nsubmission: starter/turn.cu\nsizes: [n]\n"
            f"buffers:\n{buffers}kernel: turn\nparameters: [{', '.join(f'of_{each}' for each in TYPES)}, n]\n"
            f"launch: {{block: [n], grid: [1]}}\nsweep: {{work: 0}}\nreplayed: {{n: {COUNT}}}\n",
            "testcases/turned.yaml": f"title: T\nreason: All.\ncases: [{{name: turned, n: {COUNT}}}]\n",
            "reference/oracle.py": "def expected(inputs, sizes):\n"
            "    return {name: values[::-1] for name, values in inputs.items()}\n",
            "reference/solution.cu": KERNEL,
            "starter/turn.cu": KERNEL,
        },
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The same, for one test."""
    return turned_vectors(tmp_path)


@pytest.mark.parametrize("gpu", [False, True])
def test_a_lab_with_a_buffer_of_each_vector_type_is_graded_and_replayed(folder: Path, gpu: bool):
    """The oracle gets an array with one axis more; also on a GPU."""
    opened = emulated_gpu() if gpu else None
    with Session(load_assignment(folder), workers=1, open_gpu=lambda *_: opened) as session:
        results = graded(session, KERNEL)
    assert (results.findings, results.score) == ((), results.max_score)
    recording = results.recordings[0]
    for each in TYPES:
        assert recording.before[f"of_{each}"].dims == (COUNT, VECTORS[each][1])
        told = {
            index: value
            for _, _, _, op, array, index, value in recording.events
            if (op, array) == ("store", f"of_{each}")
        }
        turned = np.array(recording.before[f"of_{each}"].values).reshape(COUNT, -1)[::-1].ravel()
        assert told == dict(enumerate(turned)), each
    assert "of_float3" in html(results)


@pytest.mark.parametrize(
    ("old", "new", "kind", "message"),
    [
        (
            "    of_float4[t] = kept_float4[n - 1 - t];",
            "    of_float4[t] = kept_float4[n - 1 - t]; if (t == 3) of_float4[3].y = 5;",
            Kind.WRONG_RESULT,
            "of_float4[3].y is 5",
        ),
        (
            "    of_float4[t] = kept_float4[n - 1 - t];",
            "    of_float4[t + 1] = kept_float4[n - 1 - t];",
            Kind.OUT_OF_BOUNDS,
            "of_float4[8], past the end of of_float4 (of_float4 has 8 elements",
        ),
        (
            "    kept_int2[t] = of_int2[t];",
            "    if (t != 5) kept_int2[t] = of_int2[t];",
            Kind.UNINITIALIZED_READ,
            "kept_int2[5], which no thread in this block has written",
        ),
    ],
)
def test_a_mistake_in_a_vector_is_told_by_its_component(folder: Path, old: str, new: str, kind: Kind, message: str):
    """A wrong component by its letter; what is read or written as a whole by the element."""
    with Session(load_assignment(folder), workers=1) as session:
        results = graded(session, KERNEL, [(old, new)])
    first = results.findings[0]
    assert (first.kind, message in first.message) == (kind, True), first.message
    assert re.search(r"of_float4\[\d+\]\[", html(results)) is None


@pytest.mark.parametrize(
    ("declared", "expected", "fits"),
    [
        ("float4 *p", "float4 *p", True),
        ("half2 *p", "__half2 *p", True),
        ("longlong2 *p", "long2 *p", True),
        ("const float *p", "float4 *p", False),
        ("float2 *p", "float4 *p", False),
        ("int4 *p", "float4 *p", False),
    ],
)
def test_a_vector_fits_a_vector_of_the_same_components(declared: str, expected: str, fits: bool):
    """By any of its names; not the components alone."""
    assert compatible(parse_parameter(declared), parse_parameter(expected)) is fits


def test_every_vector_type_has_a_name_and_a_size():
    """The name that CUDA gives it; an element is written with its letter."""
    for text, (element, components) in VECTORS.items():
        layout = ElementLayout.of(text)
        assert layout is not None
        assert (layout.types, layout.size_bytes) == ((element,) * components, element.size_bytes * components)
        assert size_of(text) == element.size_bytes * components
    assert in_source("p", (3, 1), "xyzw") == "p[3].y"
    assert in_source("p", (2, 3, 0), "xyzw") == "p[2][3].x"
    assert in_source("A", (3, 1)) == "A[3][1]"
