"""Functions that stay functions: recursion, calls through pointers, the stack. Machine code and interpreter agree."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from grader.compiling.frontend import compile_cuda
from grader.emulator import Run, load
from grader.emulator.layout import STACK_BYTES
from grader.emulator.passes.inlining import LONG
from grader.emulator.ptx.parser import parse
from tests.emulator.interpreter import interpret

BUILDS = [("compute_80", False), ("compute_80", True), ("compute_90", False)]
"""Optimised code, code that keeps every access of the source, and another generation's."""


@cache
def compiled(source: str, arch: str = "compute_80", debug: bool = False) -> str:
    made = compile_cuda(source, kernel="k", arch=arch, debug=debug)
    assert made.ok, made.problems
    return made.ptx


def launch(ptx: str, *, threads: int = 32, n: int = 0, grid: int = 1, **options) -> tuple[Run, np.ndarray]:
    """Run `k(int *out, int n)` with one word of output a thread."""
    out = np.zeros(threads * grid, dtype=np.int32)
    run = load(ptx)["k"].launch(grid=(grid,), block=(threads,), args=[out, n], names=["out", None], **options)
    return run, out


def agreed(ptx: str, *, threads: int = 32, n: int = 0) -> np.ndarray:
    """The output, after the machine code gave no finding and the same as the interpreter."""
    run, out = launch(ptx, threads=threads, n=n)
    expected = np.zeros_like(out)
    outcome = interpret(parse(ptx), "k", grid=(1,), block=(threads,), args=[expected, n])
    assert not run.findings
    assert not outcome.faults
    assert not outcome.stuck
    assert out.tolist() == expected.tolist()
    return out


def kernel(functions: str, body: str) -> str:
    index = "    int t = blockIdx.x * blockDim.x + threadIdx.x;"
    return f'{functions}\nextern "C" __global__ void k(int *out, int n)\n{{\n{index}\n{body}\n}}\n'


FIBONACCI = kernel(
    "__device__ __noinline__ int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }",
    "    out[t] = fib(t % 12) * 100 + fib(n);",
)
MUTUAL = kernel(
    "__device__ __noinline__ int odd(int n);\n"
    "__device__ __noinline__ int even(int n) { return n == 0 ? 1 : odd(n - 1); }\n"
    "__device__ __noinline__ int odd(int n) { return n == 0 ? 0 : even(n - 1) + 2 * (n > 20); }",
    "    out[t] = even(t) + 10 * odd(t);",
)
ARRAYS = kernel(
    "__device__ __noinline__ int walk(int n, int *from)\n"
    "{\n"
    "    int own[6];\n"
    "    for (int i = 0; i < 6; ++i) own[i] = from[i] * 3 + n;\n"
    "    int below = n > 0 ? walk(n - 1, own) : 0;\n"
    "    for (int i = 0; i < 6; ++i) below = below * 5 + own[i] - from[5 - i];\n"
    "    return below;\n"
    "}",
    "    int first[6] = {1, t, 2, t * t, 3, n};\n    out[t] = walk(t % 5, first);",
)
STRUCTURES = kernel(
    "struct Pair { long long a; int b, c; };\n"
    "__device__ __noinline__ Pair turn(Pair p, int n)\n"
    "{\n"
    "    if (n == 0) return p;\n"
    "    Pair q = turn(Pair{p.b, (int)p.a + n, p.c}, n - 1);\n"
    "    return Pair{q.a + p.a, q.b - p.b, q.c + 1};\n"
    "}",
    "    Pair p = turn(Pair{t, n, 3}, t % 7);\n    out[t] = (int)p.a * 1000 + p.b + p.c;",
)
POINTERS = kernel(
    "__device__ int add(int a, int b) { return a + b; }\n"
    "__device__ int multiply(int a, int b) { return a * b; }\n"
    "__device__ int apply(int a, int b);\n"
    "typedef int (*Operation)(int, int);\n"
    "__device__ Operation table[] = {add, multiply, apply};\n"
    "__device__ int apply(int a, int b) { return a > 0 ? table[a % 3](a - 1, b) + 7 : b; }",
    "    Operation chosen = n ? table[t % 3] : (t & 1 ? add : multiply);\n    out[t] = chosen(t, 5) + table[2](t, 3);",
)
VIRTUAL = kernel(
    "struct Shape { __device__ virtual int area(int x) const = 0; };\n"
    "struct Square : Shape { __device__ int area(int x) const override { return x * x; } };\n"
    "struct Box : Shape { int h; __device__ Box(int h) : h(h) {} __device__ int area(int x) const override\n"
    "{ return x > 3 ? x * h : area(x + 1) + 1; } };",
    "    Square s; Box b(t + n); const Shape *shape = t & 1 ? (const Shape *)&s : (const Shape *)&b;\n"
    "    out[t] = shape->area(t % 6);",
)
BARRIERS = kernel(
    "__device__ __noinline__ int reduce(int *cells, int t, int width)\n"
    "{\n"
    "    if (width == 0) return cells[0];\n"
    "    if (t < width) cells[t] += cells[t + width];\n"
    "    __syncthreads();\n"
    "    return reduce(cells, t, width / 2) + (width == 8);\n"
    "}",
    "    __shared__ int cells[128];\n    cells[t] = t + n; __syncthreads();\n    out[t] = reduce(cells, t, 64);",
)
WARPS = kernel(
    "__device__ __noinline__ int reduce(int value, int step)\n"
    "{\n"
    "    if (step == 0) return value;\n"
    "    return reduce(value + __shfl_xor_sync(0xffffffff, value, step), step / 2) * (step == 2 ? 3 : 1);\n"
    "}",
    "    out[t] = reduce(t + n, 16);",
)
SPINNING = kernel(
    "__device__ __noinline__ void wait(volatile int *flag, int n) { if (n > 0) wait(flag, n - 1); while (!*flag); }",
    "    __shared__ int flag;\n    if (t == 0) flag = 0; __syncthreads();\n"
    "    if (t == 31) atomicExch(&flag, 1);\n    if (t < 4) wait(&flag, t);\n    out[t] = t;",
)
CORRECT = {
    "fibonacci": FIBONACCI, "mutual": MUTUAL, "arrays": ARRAYS, "structures": STRUCTURES, "pointers": POINTERS,
    "virtual": VIRTUAL, "barriers": BARRIERS, "warps": WARPS,
}  # fmt: skip


@pytest.mark.parametrize(("arch", "debug"), BUILDS)
@pytest.mark.parametrize("name", CORRECT)
def test_functions_that_stay_functions_compute_what_the_interpreter_does(name, arch, debug):
    """Recursion, pointers and what they need give the same on both machines and no finding."""
    ptx = compiled(CORRECT[name], arch, debug)
    threads = 128 if name == "barriers" else 32
    results = [agreed(ptx, threads=threads, n=n).tolist() for n in (0, 3)]
    assert results[0] != results[1] or name == "mutual"
    assert len(set(results[0])) > 1 or name in ("barriers", "warps")


def test_fibonacci_is_right():
    """Results that are known by other means."""
    numbers = [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89]
    assert agreed(compiled(FIBONACCI), n=10).tolist() == [numbers[t % 12] * 100 + 55 for t in range(32)]


def test_a_recursive_reduction_over_barriers_is_right():
    """Barriers inside a function that calls itself order its accesses."""
    assert set(agreed(compiled(BARRIERS), threads=128, n=1).tolist()) == {sum(range(1, 129)) + 1}


def test_a_missing_barrier_inside_recursion_is_a_race():
    """The race is told with the lines inside the function."""
    run, _ = launch(compiled(BARRIERS.replace("    __syncthreads();\n    return", "    return")), threads=128)
    races = [each for each in run.findings if each.kind == "data-race"]
    assert races
    assert {each.line for each in races} <= {3, 4, 6}


def test_a_large_launch_of_a_recursive_kernel_gives_the_same():
    """Where rows of threads would be tried, the kernel goes the careful way."""
    run, out = launch(compiled(FIBONACCI), threads=256, grid=256)
    assert not run.findings
    assert (out == np.resize(agreed(compiled(FIBONACCI), threads=12), len(out))).all()


def test_threads_that_wait_inside_a_called_function_let_others_go_on():
    """A flag set by a later thread ends the waiting at every depth."""
    run, out = launch(compiled(SPINNING))
    assert run.finished
    assert out.tolist() == list(range(32))


@pytest.mark.parametrize(("arch", "debug"), BUILDS)
def test_a_recursion_without_an_end_is_told_at_the_call(arch, debug):
    """The stack is limited, and the finding stands on the line of the call."""
    source = kernel(
        "__device__ __noinline__ int endless(int n)\n{\n    return endless(n + 1) * 3 + n;\n}",
        "    out[t] = endless(n);",
    )
    ptx = compiled(source, arch, debug)
    run, _ = launch(ptx)
    assert [(each.kind, each.line) for each in run.findings] == [("device-trap", 3)]
    assert not run.finished
    outcome = interpret(parse(ptx), "k", grid=(1,), block=(1,), args=[np.zeros(1, dtype=np.int32), 0])
    assert [each.kind for each in outcome.faults] == ["stack"]


def test_a_deep_recursion_that_ends_is_no_fault():
    """A hundred calls in one another fit the stack."""
    source = kernel(
        "__device__ __noinline__ int sum(int n) { return n == 0 ? 0 : sum(n - 1) + n * n; }", "    out[t] = sum(n);"
    )
    assert agreed(compiled(source), n=100)[0] == sum(n * n for n in range(101))


def test_a_recursion_that_takes_for_ever_ends_by_fuel():
    """Calls burn fuel: a tree of calls can be shallow and endless all the same."""
    run, _ = launch(compiled(FIBONACCI), n=45, fuel=200_000)
    assert [each.kind for each in run.findings] == ["timeout"]


@pytest.mark.parametrize("pointer", ["nullptr", "(Operation)(out + 3)", "(Operation)other"])
def test_a_call_of_what_is_no_such_function_is_told(pointer):
    """A null pointer, a pointer to data, and one to a function with other parameters."""
    source = kernel(
        "__device__ int add(int a, int b) { return a + b; }\n"
        "__device__ double other(double a) { return a * 2; }\n"
        "typedef int (*Operation)(int, int);",
        f"    Operation chosen = n ? add : {pointer};\n    if (n == 5) chosen = (Operation)other;\n"
        "    out[t] = chosen(t, 4);",
    )
    ptx = compiled(source, debug=True)
    run, _ = launch(ptx)
    assert [(each.kind, each.line) for each in run.findings] == [("device-trap", 9)]
    outcome = interpret(parse(ptx), "k", grid=(1,), block=(1,), args=[np.zeros(1, dtype=np.int32), 0])
    assert [each.kind for each in outcome.faults] == ["call"]
    assert agreed(ptx, n=1).tolist() == [t + 4 for t in range(32)]


def test_an_array_of_a_call_that_is_over_is_out_of_reach():
    """A pointer to a local array that outlived its function."""
    source = kernel(
        "__device__ __noinline__ int *leak(int n, int **keep)\n"
        "{\n"
        "    int own[4] = {n, n, n, n};\n"
        "    *keep = own;\n"
        "    return n > 0 ? leak(n - 1, keep) : own;\n"
        "}",
        "    int *kept;\n    leak(2, &kept);\n    out[t] = kept[n];",
    )
    run, _ = launch(compiled(source, debug=True))
    assert [(each.kind, each.line, each.space) for each in run.findings] == [("out-of-bounds", 12, "local")]


def test_an_array_of_a_new_call_is_not_written_yet():
    """What an earlier call left on the stack does not count."""
    source = kernel(
        "__device__ __noinline__ int visit(int n, int set)\n"
        "{\n"
        "    volatile int own[4];\n"
        "    if (set) for (int i = 0; i < 4; ++i) own[i] = n;\n"
        "    return n > 0 ? visit(n - 1, set) + own[n % 4] : own[0];\n"
        "}",
        "    int first = visit(2, 1);\n    out[t] = first + visit(2, n);",
    )
    assert (agreed(compiled(source), n=1) == 6).all()
    run, _ = launch(compiled(source), n=0)
    assert {each.kind for each in run.findings} == {"uninitialized-read"}
    assert {each.line for each in run.findings} == {5}


# ---- alloca, by hand: NVRTC has no way to write it

ALLOCATING = """.version 7.8
.target sm_80
.address_size 64
.visible .entry k(.param .u64 out, .param .u32 n)
{
.reg .pred %p<4>;
.reg .b32 %r<16>;
.reg .b64 %rd<16>;
ld.param.u64 %rd1, [out];
ld.param.u32 %r1, [n];
mov.u32 %r2, %tid.x;
mul.wide.u32 %rd2, %r2, 4;
add.u64 %rd1, %rd1, %rd2;
mov.u32 %r3, 0;
mov.u32 %r9, 0;
stacksave.u64 %rd7;
$AGAIN:
add.u32 %r4, %r2, %r3;
and.b32 %r4, %r4, 7;
add.u32 %r4, %r4, 1;
mul.wide.u32 %rd3, %r4, 4;
alloca.u64 %rd4, %rd3, 16;
mov.u32 %r5, 0;
mov.u64 %rd5, %rd4;
$FILL:
st.local.u32 [%rd5], %r4;
add.u64 %rd5, %rd5, 4;
add.u32 %r5, %r5, 1;
setp.lt.u32 %p1, %r5, %r4;
@%p1 bra $FILL;
.loc 1 7 1
ld.local.u32 %r6, [%rd5+-4];
cvta.local.u64 %rd6, %rd4;
ld.u32 %r7, [%rd6];
mad.lo.u32 %r9, %r9, 3, %r6;
add.u32 %r9, %r9, %r7;
MORE
add.u32 %r3, %r3, 1;
setp.lt.u32 %p1, %r3, %r1;
@%p1 bra $AGAIN;
st.global.u32 [%rd1], %r9;
ret;
}
.file 1 "k.cu"
"""


def test_memory_can_be_allocated_on_the_stack():
    """Each `alloca` gives new memory; both machines agree."""
    assert len(set(agreed(ALLOCATING.replace("MORE", ""), n=5).tolist())) == 8


def test_restoring_the_stack_makes_room_again():
    """A loop that gives back what it took can go on for ever; one that does not runs out of stack."""
    agreed(ALLOCATING.replace("MORE", "stackrestore.u64 %rd7;"), n=STACK_BYTES // 16, threads=2)
    run, _ = launch(ALLOCATING.replace("MORE", ""), n=STACK_BYTES // 16, threads=2)
    assert [each.kind for each in run.findings] == ["device-trap"]


@pytest.mark.parametrize(
    ("more", "kind"),
    [
        ("ld.local.u32 %r8, [%rd5];", "out-of-bounds"),
        ("mov.u32 %r8, 1; st.local.u32 [%rd5], %r8;", "out-of-bounds"),
        ("alloca.u64 %rd8, 16; ld.local.u32 %r9, [%rd8+4];", "uninitialized-read"),
        ("stackrestore.u64 %rd7; ld.local.u32 %r8, [%rd4];", "out-of-bounds"),
        ("stackrestore.u64 %rd7; alloca.u64 %rd8, 16; ld.local.u32 %r9, [%rd8];", "uninitialized-read"),
    ],
)
def test_allocated_memory_is_checked(more, kind):
    """Past its end, before its first store, and after it was given back."""
    run, _ = launch(ALLOCATING.replace("MORE", more), n=1)
    assert [(each.kind, each.line, each.space) for each in run.findings] == [(kind, 7, "local")]


@pytest.mark.parametrize("times", [2, 12])
def test_a_long_function_that_is_called_often_stands_in_a_kernel_once(times):
    """Copies would make the kernel many times as long; barriers in the function hold all the same."""
    steps = "\n".join(f"    x = x * {2 * step + 3} ^ shared[(t + {step}) % 32];" for step in range(120))
    mixed = (
        "__shared__ int shared[32];\n__device__ __noinline__ int mixed(int t, int x)\n{\n"
        f"    __syncthreads();\n    shared[t] = x;\n    __syncthreads();\n{steps}\n    return x;\n}}"
    )
    ptx = compiled(kernel(mixed, "    int x = n;\n" + "    x = mixed(t, x + t);\n" * times + "    out[t] = x;"))
    agreed(ptx, n=5)
    long = load(ptx)["k"].translation().kernel
    assert len(long.body) < LONG
    assert bool(long.outlined) == (times > 2)
