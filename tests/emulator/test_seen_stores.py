"""Which stores another thread can notice: around these alone threads take turns in lockstep."""

from __future__ import annotations

import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator.passes.inlining import inline_calls
from grader.emulator.passes.suspensions import seen_by_others
from grader.emulator.ptx.nodes import Instruction
from grader.emulator.ptx.parser import parse

KERNEL = """
struct Pair {{ float *first, *second; }};
__global__ void k(const float *in, float *out, float *both, float **far, Pair pair) {{
    __shared__ float tile[32];
    int i = threadIdx.x;
    {body}
}}
"""


def stores_of(body: str) -> list[bool]:
    """Of each store in the body whether it is seen."""
    made = compile_cuda(KERNEL.format(body=body), filename="k.cu", kernel="k")
    assert made.ok, made.log
    module = parse(made.ptx)
    function = inline_calls(module, module.functions[made.kernel_name])
    seen = seen_by_others(function)
    items = [item for item in function.body if isinstance(item, Instruction)]
    return [seen(item) for item in items if item.opcode in ("st", "atom", "red") and "local" not in item.modifiers]


@pytest.mark.parametrize(
    ("body", "seen"),
    [
        ("out[i] = in[i];", [False]),
        ("if (in[i] > 0) out[i] = in[i + 1];", [False]),
        ("both[i] = both[i + 1];", [True]),
        ("out[i] = in[i]; both[i + 1] = both[i] + 2;", [False, True]),
        ("tile[i] = in[i]; __syncthreads(); out[i] = tile[31 - i];", [True, False]),
        ("(i & 1 ? out : both)[i] = in[i];", [True]),
        ("far[i][0] = in[i];", [True]),
        ("out[i] = *far[i];", [True]),
        ("pair.first[i] = in[i];", [False]),
        ("pair.first[i] = pair.second[i];", [True]),
        ("atomicAdd(out + i, in[i]);", [True]),
    ],
)
def test_only_what_is_stored_where_the_kernel_loads_too_is_seen(body: str, seen: list[bool]) -> None:
    """Where that cannot be told, because a pointer comes from memory or may be one of two, it counts as seen."""
    assert stores_of(body) == seen
