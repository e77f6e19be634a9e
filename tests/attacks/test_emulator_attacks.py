"""Attacks on the emulator by kernels: each is the tiled kernel with something added, and ends in a finding of its own.

None passes with all points, none is said to be the grader's own fault, and none is the end of the grader.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.grading.pipeline import Session
from grader.results import Results, Severity
from grader.submissions.submission import read_submission
from tests.gpu.small import small_assignment

ROOT = Path(__file__).resolve().parents[2]
REFERENCE = (ROOT / "reference" / "tiled.cu").read_text()


@dataclass(frozen=True, slots=True)
class Attack:
    """What stands before the kernel and at its beginning, and the kinds of findings of which one must be there."""

    before: str
    inside: str
    kinds: tuple[str, ...]


def asm(text: str) -> str:
    return f'asm volatile("{text}" :: "r"(M));'


PASSED = "{{ .param .align 8 .b8 pp[8]; st.param.b32 [pp{}], %0; }}"
ATTACKS = {
    **{
        f"a call parameter at {distance}": Attack("", asm(PASSED.format(distance)), ("unsupported",))
        for distance in ("+100000000", "+-8", "+8", "+4096")
    },
    "a call parameter read outside": Attack(
        "", asm("{ .reg .b32 r; .param .b32 pp; ld.param.b32 r, [pp+4096]; }"), ("unsupported", "compile-error")
    ),
    "local memory of two gigabytes": Attack(
        "", asm("{ .local .b8 l[2000000000]; st.local.b32 [l+4], %0; }"), ("resource-limit", "compile-error")
    ),
    "locals of sixteen megabytes": Attack(
        "", "volatile int own[1 << 22]; own[M & 7] = M; C[0] = own[K & 7];", ("resource-limit", "compile-error")
    ),
    "a device array of a gigabyte and a half": Attack(
        "__device__ float huge[375000000];", "huge[M] = 1.0f;", ("unsupported", "resource-limit", "compile-error")
    ),
    "a barrier of many numbers": Attack("", "__barrier_sync(threadIdx.x & 7);", ("barrier-divergence",)),
    "barrier 99 and more": Attack("", asm("{ .reg .u32 n; add.u32 n, %0, 99; barrier.sync n; }"), ("device-trap",)),
    "a barrier for seven threads": Attack("", asm("barrier.sync 1, %0;").replace("(M)", "(7)"), ("device-trap",)),
    "printf of a wild string": Attack(
        "#include <cstdio>", 'if (threadIdx.x == 0) printf("%s", (const char *)0x1234567890);', ("out-of-bounds",)
    ),
    "an mbarrier for nobody": Attack(
        "__device__ int zero;", "__shared__ unsigned long long b; if (threadIdx.x + threadIdx.y == 0) asm volatile("
        '"mbarrier.init.shared.b64 [%0], %1;" :: "r"((unsigned)__cvta_generic_to_shared(&b)), "r"(zero));',
        ("device-trap",),
    ),
    "a branch past its table": Attack(
        "", asm("{ T: .branchtargets L, L; brx.idx %0, T; L: }"), ("device-trap", "compile-error")
    ),
    "three thousand shared arrays": Attack(
        "", asm("{" + "".join(f".shared .b32 s{n}; st.volatile.shared.b32 [s{n}], %0;" for n in range(3000)) + "}"),
        ("unsupported",)
    ),
    "a register that nothing sets": Attack(
        "", 'float own; asm volatile("{ .reg .f32 x; add.f32 %0, x, x; }" : "=f"(own)); if (own != 0.0f) return;',
        ("uninitialized-read",)
    ),
    "a register that nothing sets is copied": Attack(
        "", 'int own; asm volatile("{ .reg .b32 x; mov.b32 %0, x; }" : "=r"(own)); if (own != 0) return;',
        ("uninitialized-read",)
    ),
    "right on a machine with one multiprocessor": Attack(
        "", 'int n; asm volatile("mov.u32 %0, %%nsmid;" : "=r"(n)); if (n != 1) return;', ("wrong-result",)
    ),
    "right where no time passes": Attack(
        "", "long long begin = clock64(); if (clock64() - begin > 100000) return;", ("wrong-result",)
    ),
    "right in the first warp slots": Attack(
        "", 'int w; asm volatile("mov.u32 %0, %%warpid;" : "=r"(w)); if (w != threadIdx.y * TILE_WIDTH / 32) return;',
        ("wrong-result",)
    ),
    "the result is thrown away": Attack(
        "", 'asm volatile("discard.global.L2 [%0], 128;" :: "l"((size_t)C & ~127ull));', ("unsupported",)
    ),
    "a naive kernel's loads are copies of a part": Attack(
        "#include <cuda_pipeline.h>", """
        {
            __shared__ float a[TILE_WIDTH][TILE_WIDTH], b[TILE_WIDTH][TILE_WIDTH];
            int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * TILE_WIDTH + y, col = blockIdx.x * TILE_WIDTH + x;
            unsigned to_a = __cvta_generic_to_shared(&a[y][x]), to_b = __cvta_generic_to_shared(&b[y][x]);
            float sum = 0.0f;
            for (int k = 0; k < K; ++k) {
                int given_a = row < M ? 4 : 0, given_b = col < N ? 4 : 0;
                const float *from_a = A + (row < M ? row : 0) * K + k, *from_b = B + k * N + (col < N ? col : 0);
                asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(to_a), "l"(from_a), "r"(given_a));
                asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" :: "r"(to_b), "l"(from_b), "r"(given_b));
                asm volatile("cp.async.wait_all;" ::: "memory");
                sum += a[y][x] * b[y][x];
            }
            if (row < M && col < N) C[row * N + col] = sum;
            return;
        }
        """, ("not-tiled",)
    ),
    "registers of four": Attack("", asm("{ .reg .v4 .f32 q; }"), ("unsupported", "compile-error")),
}  # fmt: skip
HARMLESS = {
    "a field of two billion characters": (
        "#include <cstdio>", 'if (threadIdx.x + threadIdx.y == 0) printf("%2000000000d", M);'
    ),
    "a register that nothing sets, for nothing": (
        "", 'int own; asm volatile("{ .reg .b32 x; mov.b32 %0, x; }" : "=r"(own));'
    ),
    "a clock that is only looked at": (
        "__device__ long long spent;", "long long begin = clock64(); if (clock64() - begin < 0) spent = begin;"
    ),
    "launches that are counted": (
        "__device__ int n;", "if (atomicAdd(&n, 1) >= gridDim.x * gridDim.y * 256) return;"
    ),
    "an octal number": ("", asm("{ .reg .u32 n; mov.u32 n, 017; add.u32 n, n, %0; }")),
}  # fmt: skip


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    with Session(small_assignment(tmp_path_factory.mktemp("assignment")), seed="random", workers=1) as session:
        yield session


def graded(session: Session, folder: Path, before: str, inside: str) -> Results:
    """The tiled kernel with something before it and at its beginning."""
    start = REFERENCE.index("__global__")
    body = REFERENCE.index("{", start) + 1
    source = f"{REFERENCE[:start]}{before}\n{REFERENCE[start:body]}\n{inside}\n{REFERENCE[body:]}"
    (folder / "attack.cu").write_text(source)
    results = session.grade(read_submission(folder / "attack.cu")).results
    assert not [finding for finding in results.findings if finding.severity is Severity.GRADER]
    return results


@pytest.mark.parametrize("attack", ATTACKS.values(), ids=ATTACKS)
def test_an_attack_on_the_emulator_is_its_authors_finding(session, tmp_path, attack):
    """It is told for what it is, and it costs points."""
    results = graded(session, tmp_path, attack.before, attack.inside)
    assert {finding.kind.value for finding in results.findings} & set(attack.kinds)
    assert results.score < results.max_score


@pytest.mark.parametrize(("before", "inside"), HARMLESS.values(), ids=HARMLESS)
def test_what_only_looks_like_an_attack_is_graded(session, tmp_path, before, inside):
    """Large fields of printf are cut, and octal numbers are numbers."""
    assert graded(session, tmp_path, before, inside).passed
