"""Kernels that belong to no assignment: what is found, counted, printed and refused."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from grader.check.examining import Examined, examine
from grader.check.launches import parse_launches
from grader.cli import main
from grader.compiling import headers
from grader.devices.cpu import EmulatorDevice, WorkerLimits
from grader.errors import UsageError
from grader.report.page import html
from grader.results import Kind, Results, Severity
from grader.submissions.submission import decode_submission

KERNELS = """\
__constant__ float mask[2];
__global__ void scale(float *x, float f, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * f;
}
__global__ void blur(const float *in, float *out, int n) {
    extern __shared__ float tile[];
    int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x;
    if (i < n) tile[t] = in[i];
    if (i < n) out[i] = mask[0] * tile[t] + (t ? mask[1] * tile[t - 1] : 0);
}
__global__ void total(const float *x, int *sum, unsigned char flags, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        atomicAdd(sum, (int)x[i]);
    if (threadIdx.x == 0)
        printf("flags %d\\n", flags);
}
__global__ void forever(volatile int *x) {
    while (x[0] == 0) { }
}
"""


@pytest.fixture(scope="module")
def device() -> Iterator[EmulatorDevice]:
    """One emulator for all."""
    made = EmulatorDevice(WorkerLimits(seconds=60))
    yield made
    made.close()


def checked(device: EmulatorDevice, launch: str, source: str = KERNELS) -> Examined:
    """What `check` knows of these launches."""
    file = decode_submission(source.encode(), path=Path("kernels.cu"))
    return examine(file, parse_launches(launch), device)


def found(results: Results) -> list[tuple[str, int]]:
    """Kinds and lines."""
    return [(finding.kind.value, finding.line) for finding in results.findings]


@pytest.fixture(scope="module")
def outside(device: EmulatorDevice) -> Results:
    """The kernel without a guard, on a length that is no multiple of its blocks."""
    return checked(device, "scale<<<2, 32>>>(x: float[50], 2.0f, 50)").results


def test_an_access_outside_is_found_on_its_line(outside: Results):
    """With the thread, the element and the hint that grading gives."""
    assert found(outside) == [("out-of-bounds", 4), ("out-of-bounds", 4)]
    first = outside.findings[0]
    assert "Thread (18,0) of block (1,0) reads x[50], past the end of x" in first.message
    assert "does a condition before the load keep them out?" in (first.hint or "")
    assert (outside.passed, outside.verdict) == (False, "2 faults found.")


def test_accesses_are_counted_by_line(outside: Results):
    """64 threads load and store once each: 2 warps, 4 sectors each way."""
    row = next(row for row in outside.lines if row.line == 4)
    assert (row.global_loads, row.global_stores, row.sectors, row.flop) == (64, 64, 16, 64)


def test_a_buffer_that_nobody_filled_is_taken_for_an_input_where_it_is_read_first(outside: Results):
    """That is no fault, and the report says what it held."""
    assert outside.check is not None
    (use,) = outside.check.buffers
    assert (use.read_first, use.stored, use.filling) == (4, 50, "")


def test_the_page_shows_findings_counts_and_a_replay_and_no_points(outside: Results):
    """It is the report of grading without what is about points."""
    page = html(outside)
    assert 'id="finding-1"' in page
    assert "held random numbers, as it is read (line 4) before it is stored to; 50 of 50 elements stored" in page
    assert 'id="replay"' in page
    assert "0 of 0" not in page
    assert 'aria-label="Score' not in page
    assert "costs points" not in page
    assert Results.from_json(outside.to_json()).to_json() == outside.to_json()


def test_reading_what_holds_nothing_is_a_fault_where_the_text_says_so(device: EmulatorDevice):
    """`= empty` is memory as cudaMalloc gives it."""
    results = checked(device, "scale<<<1, 32>>>(x: float[32] = empty, 2.0f, 32)").results
    assert found(results) == [("uninitialized-read", 4)]


def test_several_launches_work_on_the_same_buffers_and_constants(device: EmulatorDevice):
    """The second adds up what the first has left, and each race is found on its own line."""
    examined = checked(
        device,
        "mask: float[2] = ones; blur<<<2, 32, 32 * sizeof(float)>>>(in: float[64] = arange, out: float[64], 64);"
        " total<<<1, 32>>>(out, sum: int[1] = 0, 7, 64)",
    )
    numbers = np.arange(64, dtype=np.float32)
    neighbours = np.where(np.arange(64) % 32, np.roll(numbers, 1), 0)
    assert found(examined.results) == [("data-race", 10)]
    assert examined.arrays["out"].tolist() == (numbers + neighbours).tolist()
    assert examined.arrays["sum"].tolist() == [int((numbers + neighbours).sum())]
    assert examined.results.output == "flags 7\n"
    assert [recording.kernel for recording in examined.results.recordings] == ["blur", "total"]


def test_shared_memory_that_the_launch_does_not_give_is_told_as_such(device: EmulatorDevice):
    """The third number is missing: one fault, on the line of the array."""
    results = checked(device, "mask: float[2] = 1; blur<<<1, 32>>>(in: float[32], out: float[32], 32)").results
    assert found(results) == [("out-of-bounds", 7)]
    assert "its bytes are the third number, <<<grid, block, bytes>>>" in results.findings[0].message


def test_what_optimised_code_leaves_out_is_found_all_the_same(device: EmulatorDevice):
    """The load's value is never used, so only code that keeps every access shows that it is outside."""
    source = "__global__ void f(const float *x, float *y) {\n    float gone = x[threadIdx.x + 8];\n    y[0] = 1;\n}\n"
    results = checked(device, "f<<<1, 1>>>(x: float[4], y: float[1])", source).results
    assert found(results) == [("out-of-bounds", 2)]


def test_an_array_that_is_never_used_hides_no_race(device: EmulatorDevice):
    """It has more bytes than a block may have, which optimised code does without."""
    source = """__global__ void f(float *x) {
    __shared__ float pad[20000];
    __shared__ int dead[1];
    pad[threadIdx.x] = 0;
    dead[0] = threadIdx.x;
    int unused = dead[0];
    (void)unused;
    x[threadIdx.x] = 1;
}
"""
    assert found(checked(device, "f<<<1, 32>>>(x: float[32])", source).results) == [
        ("data-race", 5),
        ("resource-limit", 2),
    ]


def test_a_kernel_needs_no_buffers(device: EmulatorDevice):
    """It may only print; there is nothing to count, and nothing to replay."""
    source = '__global__ void hello() {\n    printf("%d", threadIdx.x);\n}\n'
    results = checked(device, "hello<<<1, 3>>>()", source).results
    assert (results.output, results.passed, results.recordings) == ("012", True, ())
    page = html(results)
    assert 'id="output"' in page
    assert 'aria-label="Counts by line"' not in page


def test_an_endless_loop_ends(device: EmulatorDevice):
    """Its parameter is volatile, and it makes more turns than any loop over such a buffer takes."""
    results = checked(device, "forever<<<1, 1>>>(x: int[1] = 0)").results
    assert found(results)[0][0] == Kind.TIMEOUT.value


def test_a_macro_that_nobody_has_set_is_asked_for_once(device: EmulatorDevice):
    """The advice is what helps: with it the same file runs."""
    source = """__global__ void f(float *x, int blocks) {
    __shared__ float part[BLOCK];
    part[threadIdx.x % BLOCK] = blocks;
    x[threadIdx.x] = part[threadIdx.x % BLOCK];
}
"""
    (told,) = checked(device, "f<<<1, 128>>>(x: float[128], 1)", source).results.findings
    assert (told.line, told.message) == (2, 'Identifier "BLOCK" is undefined.')
    assert told.hint is not None
    assert "-D BLOCK=128" in told.hint
    assert "blocks" not in told.hint
    file = decode_submission(source.encode(), path=Path("kernels.cu"))
    launches = parse_launches("f<<<1, 128>>>(x: float[128], 1)").model_copy(update={"defines": {"BLOCK": "128"}})
    assert examine(file, launches, device).results.findings == ()


def test_a_text_that_does_not_compile_has_findings_of_the_compiler(device: EmulatorDevice):
    """On its lines."""
    results = checked(device, "f<<<1, 1>>>()", "__global__ void f() {\n    int x = y;\n}\n").results
    assert found(results) == [("compile-error", 2)]
    assert not results.passed


@pytest.mark.parametrize(
    ("launch", "words"),
    [
        ("scale<<<1, 32>>>(x: float[32], 2.0f)", "scale takes 3 arguments, not 2"),
        ("scale<<<1, 32>>>(x: double[32], 2.0f, 32)", "argument 1 of scale does not fit: x: double[32]"),
        ("scale<<<1, 32>>>(1, 2.0f, 32)", "argument 1 of scale does not fit: 1 is a number"),
        ("scale<<<1, 32>>>(x: float[32], 2.0f, 32.5)", "32.5 is no whole number, and the kernel takes int n"),
        ("scale<<<1, 32>>>(x: float[32], y: float[1], 32)", "argument 2 of scale does not fit: y: float[1]"),
        ("scale<<<1, 32>>>(x: float[32], 1, 4294967296)", "4294967296 is too large for int n"),
        ("total<<<1, 1>>>(x: float[1], s: int[1] = 2.5, 1, 1)", "s: int[1] cannot hold 2.5"),
        ("skale<<<1, 32>>>(x: float[32], 2.0f, 32)", "There is no kernel named skale"),
        ("other: float[2]; scale<<<1, 1>>>(x: float[1], 1, 1)", "There is no __constant__ array named other"),
    ],
)
def test_arguments_that_do_not_fit_are_told_beside_the_kernels_own(device: EmulatorDevice, launch: str, words: str):
    """Both signatures stand below each other where types differ."""
    with pytest.raises(UsageError) as raised:
        checked(device, launch)
    told = str(raised.value)
    assert words in told
    if words.startswith("argument"):
        assert "the kernel:  scale(float *x, float f, int n)" in told
        assert "the launch:  scale(" in told


# -- the command -------------------------------------------------------------------------------------------------------


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The kernels in a folder that is no assignment."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "kernels.cu").write_text(KERNELS)
    return "kernels.cu"


def test_a_clean_kernel_exits_0_and_its_values_are_printed(file: str, capsys: pytest.CaptureFixture[str]):
    """The page and nothing else is written, where that was asked for."""
    launch = "scale<<<1, 4>>>(x: float[4] = arange, 2, 4)"
    assert main(["check", file, launch, "--print", "x", "--page", "page.html"]) == 0
    told = capsys.readouterr().out
    assert "Nothing was found." in told
    assert "[0. 2. 4. 6.]" in told
    assert sorted(path.name for path in Path().iterdir()) == ["kernels.cu", "page.html"]
    assert "<html" in Path("page.html").read_text()


def test_json_has_everything_and_a_fault_exits_1(file: str, capsys: pytest.CaptureFixture[str]):
    """Nothing else is printed."""
    assert main(["check", file, "scale<<<1, 8>>>(x: float[4], 2, 4)", "--json"]) == 1
    results = json.loads(capsys.readouterr().out)
    assert results["check"]["text"] == "scale<<<1, 8>>>(x: float[4], 2, 4)"
    assert {finding["kind"] for finding in results["findings"]} == {"out-of-bounds"}


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.cu", "f<<<1, 1>>>()"], "nowhere.cu: no such file"),
        (["kernels.cu", "scale<<<1>>>()"], "',' is needed"),
        (["kernels.cu", "scale<<<1, 1>>>(x: float[1], 1, 1)", "--print", "y"], "--print y: the buffers are x"),
        (["kernels.cu", "scale<<<1, 1>>>(x: float[1], 1, 1)", "-D", "9=1"], "expected NAME=VALUE"),
    ],
)
def test_wrong_input_exits_2(file: str, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str):
    """Before anything is compiled."""
    assert main(["check", *arguments]) == 2
    assert words in capsys.readouterr().err


def test_threads_that_write_the_same_value_to_the_same_place_are_a_warning(device: EmulatorDevice):
    """As with `races.same_value: warn`; of different values it is a fault."""
    source = (
        "__global__ void sum(const int *in, int *out) {\n  __shared__ int s;\n  s = in[AT];\n  __syncthreads();\n"
        "  out[threadIdx.x] = s;\n}"
    )
    for place, severity in (("0", Severity.WARNING), ("threadIdx.x", Severity.ERROR)):
        launch = "sum<<<1, 32>>>(in: int[32] = arange, out: int[32])"
        results = checked(device, launch, source.replace("AT", place)).results
        assert [(item.kind, item.line, item.severity) for item in results.findings] == [(Kind.DATA_RACE, 3, severity)]


def test_an_element_of_an_array_of_structures_is_told_by_its_number(device: EmulatorDevice):
    """However many bytes one has."""
    source = (
        "struct Pair { float m, d; };\n__global__ void read(float *out) {\n  __shared__ Pair pairs[4];\n"
        "  if (threadIdx.x < 4) pairs[threadIdx.x] = {1, 2};\n  __syncthreads();\n"
        "  out[threadIdx.x] = pairs[threadIdx.x].m;\n}"
    )
    (finding,) = checked(device, "read<<<1, 32>>>(out: float[32])", source).results.findings
    assert "reads pairs[4], past the end of pairs (it is declared pairs[4]" in finding.message


def test_a_sentence_begins_with_no_name_of_the_file(device: EmulatorDevice):
    """A name is written as the file writes it."""
    source = "#if 0\n__global__ void twice(float *x) { *x = 1; }\n#endif\n__global__ void other(float *x) { }"
    with pytest.raises(UsageError, match="The kernel twice is declared but"):
        checked(device, "twice<<<1, 1>>>(x: float[1])", source)


def test_a_header_that_is_not_provided_is_the_graders_limit(device: EmulatorDevice):
    """It is named on its line, with a name that it would declare; host code alone may include it."""
    kernel = "__global__ void k(float *x) {\n  thrust::device_ptr<float> s(x);\n  x[0] = s[1];\n}"
    results = checked(device, "k<<<1, 1>>>(x: float[1])", f"#include <thrust/device_ptr.h>\n{kernel}").results
    (finding,) = results.findings
    assert (finding.kind, finding.severity, finding.line) == (Kind.UNSUPPORTED, Severity.GRADER, 1)
    assert "needs <thrust/device_ptr.h>, which is not provided here: thrust on line 3 comes from it" in finding.message
    assert (results.fault, results.refused) == (None, finding.message)
    host = "#include <thrust/sort.h>\n__global__ void k(float *x) { *x = 1; }\nint main() { thrust::sort(a, b); }"
    plain = f"#include <curand_kernel.h>\n{host}"
    assert not checked(device, "k<<<1, 1>>>(x: float[1])", plain).results.findings


RANDOM = "#include <curand_kernel.h>\n__global__ void k(float *x) {\n  curandState s;\n"


def test_random_numbers_of_device_code_are_those_of_a_gpu(device: EmulatorDevice):
    """They are made by CUDA's own header; a state that nothing begins is told on the student's line."""
    if not headers.is_cuda_header("curand_kernel.h"):
        pytest.skip("cuRAND is not installed: pip install 'cuda-grader[curand]'")
    begun = RANDOM + "  curand_init(1234, 0, 0, &s);\n  x[0] = curand_uniform(&s);\n}"
    examined = checked(device, "k<<<1, 1>>>(x: float[1])", begun)
    assert examined.arrays["x"].tolist() == pytest.approx([0.1454675])
    results = checked(device, "k<<<1, 1>>>(x: float[1])", RANDOM + "  x[0] = curand_uniform(&s);\n}").results
    assert [(finding.kind, finding.line) for finding in results.findings] == [(Kind.UNINITIALIZED_READ, 4)]


def test_the_block_primitives_of_cub_can_be_used(device: EmulatorDevice):
    """`<cub/cub.cuh>` has what device code names of it."""
    source = (
        "#include <cub/cub.cuh>\n__global__ void sum(const float *x, float *out) {\n"
        "  using Reduce = cub::BlockReduce<float, 64>;\n  __shared__ typename Reduce::TempStorage room;\n"
        "  float all = Reduce(room).Sum(x[threadIdx.x]);\n  if (threadIdx.x == 0) *out = all;\n}\n"
        "int main() { cub::DeviceReduce::Sum(a, b); }"
    )
    examined = checked(device, "sum<<<1, 64>>>(x: float[64] = arange, out: float[1])", source)
    assert not examined.results.findings
    assert examined.arrays["out"].tolist() == [64 * 63 / 2]
