"""The cause of a fault in a program's host half, found by trying: the program says itself what is right."""

from __future__ import annotations

import pytest

from grader.edits.change import Edit
from grader.edits.host import host_edits
from grader.programs.running import complaint_in
from tests.programs.conftest import RunProgram

SUMS = """#include <cstdio>
#include <algorithm>
#include <vector>

__global__ void add(float *x, const float *y, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) x[i] += y[i];
}

int main() {
    const int n = 1000, piece = 300, rounds = 3;
    std::vector<float> x(n, 1.0f), y(n), sum(n);
    for (int i = 0; i < n; i++) y[i] = i;
    float *d_x, *d_y;
    cudaMalloc(&d_x, piece * sizeof(float));
    cudaMalloc(&d_y, piece * sizeof(float));
    for (int begin = 0; begin < n; begin += piece) {
        int count = std::min(piece, n - begin);
        cudaMemcpy(d_x, x.data() + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        cudaMemcpy(d_y, y.data() + begin, count * sizeof(float), cudaMemcpyHostToDevice);
        for (int round = 0; round < rounds; round++)
            add<<<(count + 127) / 128, 128>>>(d_x, d_y, count);
        if (cudaGetLastError() != cudaSuccess) return 2;
        cudaMemcpy(sum.data() + begin, d_x, count * sizeof(float), cudaMemcpyDeviceToHost);
    }
    cudaFree(d_x);
    cudaFree(d_y);
    int wrong = 0;
    for (int i = 0; i < n; i++) wrong += sum[i] != 1 + 3 * i;
    printf("%d wrong\\n", wrong);
    return VERDICT;
}
"""
RIGHT = SUMS.replace("VERDICT", "wrong ? 1 : 0")


def line_of(text: str, part: str) -> int:
    """The number of the line that has a part."""
    return next(number for number, line in enumerate(text.split("\n"), 1) if part in line)


def of(text: str, part: str) -> list[Edit]:
    """The edits of the line that has a part."""
    return [edit for edit in host_edits(text, [], 1000) if edit.line == line_of(text, part)]


@pytest.mark.parametrize(
    ("old", "wrong", "kind"),
    [
        ("round < rounds", "round < rounds - 1", "comparison too strict"),
        ("round = 0; round < rounds", "round = 1; round < rounds", "comparison too strict"),
        ("sum.data() + begin", "sum.data()", "term added"),
        ("d_y, y.data()", "d_y, x.data()", "another array"),
        ("int begin = 0", "int begin = piece", "begins too late"),
    ],
)
def test_the_change_after_which_the_program_finds_itself_right_is_the_cause(
    run_program: RunProgram, old: str, wrong: str, kind: str
) -> None:
    """Nothing else was found; the finding says what the program says."""
    text = RIGHT.replace(old, wrong)
    done = run_program(text)
    assert done.results is not None and done.results.cause is not None
    assert (done.results.cause.line, done.results.cause.kind) == (line_of(text, wrong), kind)
    assert done.results.cause.proved
    error, *others = [finding for finding in done.results.findings if finding.severity.value == "error"]
    assert (error.kind.value, error.line, others) == ("wrong-result", line_of(text, wrong), [])
    assert "wrong”" in error.message
    assert done.code == 1


def test_what_a_program_prints_is_believed_where_it_ends_with_0(run_program: RunProgram) -> None:
    """Many print that something is wrong and return 0."""
    text = SUMS.replace("VERDICT", "0").replace("round < rounds", "round < rounds - 1")
    done = run_program(text)
    assert done.results is not None and done.results.cause is not None
    assert done.results.cause.line == line_of(text, "rounds - 1")
    assert f"Line {done.results.cause.line}: " in done.results.fix_first
    assert "1 fault found" in done.errors


def test_a_size_that_was_found_wrong_gets_the_change_that_mends_it(run_program: RunProgram) -> None:
    """Of what was found the line is known; how to mend it is tried."""
    text = RIGHT.replace("std::min(piece, n - begin)", "std::max(piece, n - begin)")
    done = run_program(text)
    assert done.results is not None and done.results.cause is not None
    assert (done.results.cause.line, done.results.cause.kind) == (line_of(text, "std::max"), "another function")
    assert "is not the right function" in done.results.fix_first
    assert "this copy uses it" in done.errors


ROUNDS = """#include <cstdio>

__global__ void step(int *x, int n, int *changed) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n && x[i] > 1) {
        x[i] = x[i] / 2;
        atomicExch(changed, 1);
    }
}

int main() {
    int *x, *changed, rounds = 0;
    cudaMallocManaged(&x, 100 * sizeof(int));
    cudaMallocManaged(&changed, sizeof(int));
    for (int i = 0; i < 100; i++) x[i] = i;
    *changed = 0;
    do {

        step<<<1, 128>>>(x, 1, changed);
        step<<<2, 64>>>(x, 100, changed);
        cudaDeviceSynchronize();
        rounds++;
    } while (*changed && rounds < 30);
    cudaFree(x);
    cudaFree(changed);
    printf("%d rounds\\n", rounds);
    return rounds != 7;
}
"""


REDUCTION = """#include <cstdio>
#include <vector>

__global__ void sums(const float *x, float *out, int n) {
    __shared__ float part[64];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    part[threadIdx.x] = i < n ? x[i] : 0.0f;
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
        __syncthreads();
    }
    if (threadIdx.x == 0) out[blockIdx.x] = part[0];
}

int main() {
    const int n = 1000, blocks = (n + 63) / 64;
    std::vector<float> x(n), out(blocks);
    for (int i = 0; i < n; i++) x[i] = i % 10;
    float *d_x, *d_out, sum = 0;
    cudaMalloc(&d_x, n * sizeof(float));
    cudaMalloc(&d_out, blocks * sizeof(float));
    cudaMemcpy(d_x, x.data(), n * sizeof(float), cudaMemcpyHostToDevice);
    sums<<<blocks, 64>>>(d_x, d_out, n);
    if (cudaGetLastError() != cudaSuccess) return 2;
    cudaMemcpy(out.data(), d_out, blocks * sizeof(float), cudaMemcpyDeviceToHost);
    for (float each : out) sum += each;
    cudaFree(d_x);
    cudaFree(d_out);
    printf("%g\\n", sum);
    return sum == 4500 ? 0 : 1;
}
"""


@pytest.mark.parametrize(
    ("old", "wrong", "kind"),
    [
        ("half > 0", "half > 1", "comparison too strict"),
        ("i < n ?", "i < n - 1 ?", "comparison too strict"),
        ("[threadIdx.x + half]", "[threadIdx.x + half + 1]", "term dropped"),
    ],
)
def test_a_kernel_is_searched_where_the_host_half_is_not_at_fault(
    run_program: RunProgram, old: str, wrong: str, kind: str
) -> None:
    """In the same way: the program says whether an edit mends."""
    text = REDUCTION.replace(old, wrong)
    done = run_program(text)
    assert done.results is not None and done.results.cause is not None
    assert (done.results.cause.line, done.results.cause.kind) == (line_of(text, wrong), kind)
    assert run_program(REDUCTION).code == 0


def test_a_flag_that_nothing_sets_back_is_told_at_the_launch_that_marks_it(run_program: RunProgram) -> None:
    """The host sets it in the right program, which no edit would; a call does as well."""
    assert run_program(ROUNDS.replace("do {\n", "do {\n*changed = 0;")).code == 0
    done = run_program(ROUNDS, fresh=True)
    assert done.results is not None and done.results.cause is not None
    assert done.results.cause.kind == "never set to zero"
    assert done.results.cause.line in (line_of(ROUNDS, "(x, 1, changed)"), line_of(ROUNDS, "(x, 100, changed)"))


ROWS = """#include <cstdio>
#include <vector>

__global__ void sums(const int *first, const int *values, int *out, int rows) {
    int r = threadIdx.x;
    if (r >= rows) return;
    int sum = 0;
    for (int k = first[r]; k < first[r + 1]; k++) sum += values[k];
    out[r] = sum;
}

int main() {
    const int rows = 20;
    std::vector<int> first(rows + 1), values(rows * 3, 1), out(rows);
    for (int r = 0; r <= rows; r++) first[r] = 3 * r;
    int *d_first, *d_values, *d_out;
    cudaMalloc(&d_first, rows * sizeof(int));
    cudaMalloc(&d_values, values.size() * sizeof(int));
    cudaMalloc(&d_out, out.size() * sizeof(int));
    cudaMemcpy(d_first, first.data(), rows * sizeof(int), cudaMemcpyHostToDevice);
    cudaMemcpy(d_values, values.data(), values.size() * sizeof(int), cudaMemcpyHostToDevice);
    sums<<<1, 32>>>(d_first, d_values, d_out, rows);
    if (cudaGetLastError() != cudaSuccess) return 2;
    cudaMemcpy(out.data(), d_out, out.size() * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_first);
    cudaFree(d_values);
    cudaFree(d_out);
    for (int sum : out) if (sum != 3) return 1;
    return 0;
}
"""


def test_an_array_that_lacks_its_last_element_is_told_where_it_is_allocated(run_program: RunProgram) -> None:
    """It is copied too short as well: both change together."""
    done = run_program(ROWS)
    assert done.results is not None and done.results.cause is not None
    assert done.results.cause.kind == "one element more twice"
    assert done.results.cause.line == line_of(ROWS, "cudaMalloc(&d_first")
    assert "is one element too few" in done.results.fix_first


UPLOADED = """#include <cstdio>
#include <vector>

__global__ void sums(const int *first, int *out, int w, int h) {
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h) out[y * w + x] = first[y * w + x + 1] - first[y * w + x];
}

struct Size { int w, h; };

static int *room(int count) {
    int *d = nullptr;
    if (cudaMalloc(&d, count * sizeof(int)) != cudaSuccess) printf("no memory\\n");
    return d;
}

static int *upload(const std::vector<int> &v, int count) {
    int *d = room(count);
    cudaMemcpy(d, v.data(), count * sizeof(int), cudaMemcpyHostToDevice);
    return d;
}

static dim3 grid_for(const Size &size, dim3 block) {
    return dim3((size.w + block.x - 1) / block.x, (size.h + block.y - 1) / block.y);
}

int main() {
    Size size{50, 10};
    int n = size.w * size.h;
    std::vector<int> first(n + 1), out(n);
    for (int i = 0; i <= n; i++) first[i] = 3 * i;
    int *d_first = upload(first, n + 1);
    int *d_out = upload(out, n);
    dim3 block(16, 8);
    sums<<<grid_for(size, block), block>>>(d_first, d_out, size.w, size.h);
    cudaMemcpy(out.data(), d_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    cudaFree(d_first);
    cudaFree(d_out);
    for (int each : out) if (each != 3) return 1;
    return 0;
}
"""


@pytest.mark.parametrize(
    ("old", "wrong", "kind"),
    [
        ("upload(first, n + 1)", "upload(first, n)", "one element more"),
        ("size.w + block.x - 1) / block.x, (size.h", "size.h + block.x - 1) / block.x, (size.w", "arguments exchanged"),
    ],
)
def test_what_a_helper_is_given_and_what_it_gives_is_changed_too(
    run_program: RunProgram, old: str, wrong: str, kind: str
) -> None:
    """The mistake shows in the helper, or where its value is used, and is made on the other line."""
    assert run_program(UPLOADED).code == 0
    text = UPLOADED.replace(old, wrong)
    done = run_program(text)
    assert done.results is not None and done.results.cause is not None
    assert (done.results.cause.line, done.results.cause.kind) == (line_of(text, wrong), kind)


def test_no_other_member_is_tried_that_is_of_another_type() -> None:
    """It would not compile, and others of its line would go with it."""
    text = "struct G { int n, m; int *next; };\nint main() { G g; cudaMalloc(&g.next, g.n + g.m); cudaFree(g.next); }"
    tried = {edit.apply(text).split("\n")[1] for edit in host_edits(text, [], 1000)}
    assert any("cudaMalloc(&g.next, g.m + g.m)" in each for each in tried)
    assert not any("g.next + g.m" in each or "cudaFree(g.n)" in each for each in tried)


def test_other_turns_factors_and_kernels_are_tried_in_what_the_device_gets() -> None:
    """An element that is the same in every turn, a number without its factor, and a kernel that takes the same."""
    text = "\n".join([
        "#define PART 100",
        "__constant__ int weights[3];",
        "__global__ void f(int *x, int at) { x[at] = weights[0]; }",
        "__global__ void g(int *y, int begin) { y[begin] = 1; }",
        "int main() {",
        "int *x[2], all[2][3]; for (int k = 0; k < 2; k++) cudaMalloc(&x[0], 4 * PART);",
        "for (const auto &w : all) cudaMemcpyToSymbol(weights, &all[0], 12);",
        "for (int k = 0; k < 2; k++) f<<<1, 1>>>(x[k], k);",
        "}",
    ])  # fmt: skip
    tried = {edit.apply(text) for edit in host_edits(text, [], 1000)}
    for old, new in (("&x[0]", "&x[k]"), ("&all[0]", "&w"), ("(x[k], k)", "(x[k], k * PART)"), ("f<<<", "g<<<")):
        assert text.replace(old, new) in tried


def test_a_loop_that_only_checks_stays_as_it_is() -> None:
    """Though it waits for the device: with fewer turns it would find less."""
    loop = "for (int k = 0; k < 2; k++) {\n"
    waits = "cudaStreamSynchronize(s[k]);"
    for inside, changed in (("bad += x[k] != 1;", False), ("f<<<1, 1>>>(x);", True)):
        text = f"int main() {{ cudaStream_t s[2]; int bad = 0, *x;\n{loop}{waits} {inside} }}\nreturn bad; }}"
        assert any(edit.line == 2 for edit in host_edits(text, [], 1000)) is changed


def test_no_change_of_the_check_itself_is_tried() -> None:
    """Else the program could be made to say that all is well."""
    for part in ("wrong += sum[i]", "return wrong", 'printf("%d', "y[i] = i"):
        assert of(RIGHT, part) == []
    assert {edit.kind for edit in of(RIGHT, "round < rounds")} >= {"comparison"}


def test_no_cause_is_told_where_no_single_change_mends(run_program: RunProgram) -> None:
    """Silence is better than a guess: the program ends as it does, and what it prints is all that is known."""
    done = run_program(RIGHT.replace("sum[i] != 1 + 3 * i", "sum[i] != 7 * i"), fresh=True)
    assert done.results is not None
    assert done.results.cause is None
    assert done.code == 1
    assert "no fault was found. The program prints “1000 wrong”" in done.errors


def test_what_wraps_an_expression_moves_no_line() -> None:
    """Lines in messages are those of the student's file."""
    edits = host_edits(RIGHT, [], 1000)
    assert edits
    for edit in edits:
        assert not any("//" in each.text for each in edit.switched)


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("sum 5\nTest FAILED\n", "Test FAILED"),
        ("12 wrong", "12 wrong"),
        ("0 wrong", ""),
        ("errors: 0", ""),
        ("max error 1.2e-07", ""),
        ("no mismatch", ""),
        ("3 errors", "3 errors"),
        ("PASSED", ""),
        ("not sorted", "not sorted"),
        ("wrong at 0: 0 instead of 5", "wrong at 0: 0 instead of 5"),
        ("They don't match at row 0 and column 3.", "They don't match at row 0 and column 3."),
        ("Found 0 of 64 wrong", ""),
        ("wrong values: 0 (of 64)", ""),
        ("They do not differ.", ""),
    ],
)
def test_a_complaint_is_a_line_in_which_something_is_said_to_be_wrong(printed: str, said: str) -> None:
    """A count of 0 is none."""
    assert complaint_in(printed) == said
