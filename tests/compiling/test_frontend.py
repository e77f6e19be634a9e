"""Compiling whole files: what students write, and what comes back."""

import dataclasses
import re
import sys

import pytest

from grader.compiling.frontend import compile_cuda
from grader.compiling.headers import STAND_INS
from grader.compiling.nvrtc import nvrtc_library
from grader.compiling.submitted import SubmittedFile
from grader.compiling.values import CompileOptions, CompilerUnavailableError

EXPECTED = ("const float *A", "const float *B", "float *C", "int M", "int K", "int N")
EMPTY_KERNEL = "__global__ void matmul_tiled(float *a) { *a = 1; }\n"


def the_problem(made):
    assert not made.ok
    assert len(made.problems) == 1, made.problems
    return made.problems[0]


def test_a_right_kernel_gives_ptx_with_lines_and_its_symbol(tiled):
    """The PTX holds the kernel under the symbol that is reported, and `.loc` lines of the student's file."""
    made = compile_cuda(tiled, defines={"TILE_WIDTH": 16}, expected=EXPECTED)
    assert made.ok, made.problems
    assert f".entry {made.kernel_name}(" in made.ptx
    assert re.search(r"\.loc\s+1 14 ", made.ptx)
    assert '.file\t1 "matmul.cu"' in made.ptx
    assert made.kernel_line == 5
    assert made.seconds > 0


def test_the_tile_width_reaches_the_shared_arrays(tiled):
    """`defines` sets the macro: 16 and 32 give tiles of 1,024 and 4,096 bytes."""
    for width in (16, 32):
        made = compile_cuda(tiled, defines={"TILE_WIDTH": width})
        sizes = [int(size) for size in re.findall(r"\.shared .*\[(\d+)\]", made.ptx)]
        assert sizes == [width * width * 4] * 2


@pytest.mark.parametrize("type_name", ["cudaTextureObject_t", "cudaStream_t", "cudaError_t", "cudaExtent"])
def test_types_of_the_cuda_runtime_are_known(type_name):
    """NVRTC is first asked without them, which is quicker; a kernel that names one compiles all the same."""
    made = compile_cuda(f"__global__ void matmul_tiled({type_name} x, float *a) {{ *a = sizeof x; }}")
    assert made.ok, made.problems


def test_an_error_is_not_about_what_the_quick_way_leaves_out():
    """The file's own mistake is told, and only that."""
    made = compile_cuda("__global__ void matmul_tiled(cudaStream_t s, float *a) {\n  *a = missing;\n}\n")
    problem = the_problem(made)
    assert "missing" in problem.message
    assert problem.line == 2


def test_the_ptx_does_not_depend_on_the_working_folder(tiled, tmp_path, monkeypatch):
    """NVRTC writes the working folder into `.file`; it is taken out."""
    first = compile_cuda(tiled)
    monkeypatch.chdir(tmp_path)
    assert compile_cuda(tiled).ptx == first.ptx


@pytest.mark.parametrize(
    ("head", "symbol"),
    [
        ('extern "C" __global__ void matmul_tiled', "matmul_tiled"),
        ("__global__ void matmul_tiled", "_Z12matmul_tiledPKfS0_Pfiii"),
        ("static __global__ void matmul_tiled", "_Z12matmul_tiledPKfS0_Pfiii"),
        ("void __global__ matmul_tiled", "_Z12matmul_tiledPKfS0_Pfiii"),
        ("__global__ void __launch_bounds__(1024) matmul_tiled", "_Z12matmul_tiledPKfS0_Pfiii"),
        ("template <int T> __global__ void matmul_tiled", "_Z12matmul_tiledILi16EEvPKfS1_Pfiii"),
        ("template <int T = 8> __global__ void matmul_tiled", "_Z12matmul_tiledILi16EEvPKfS1_Pfiii"),
        ("template <typename X, int T> __global__ void matmul_tiled", "_Z12matmul_tiledIfLi16EEvPKfS1_Pfiii"),
    ],
)
def test_the_kernel_is_found_however_it_is_declared(tiled, head, symbol):
    """With and without `extern "C"`, static, with launch bounds, as a template."""
    made = compile_cuda(
        tiled.replace("__global__ void matmul_tiled", head), defines={"TILE_WIDTH": 16}, expected=EXPECTED
    )
    assert made.ok, made.problems
    assert made.kernel_name == symbol


def test_a_template_over_the_type_is_instantiated_with_the_element_type(tiled):
    """`template <typename T>` becomes `T = float`, and the signature shows float."""
    source = tiled.replace("__global__", "template <typename T> __global__").replace("float", "T")
    made = compile_cuda(source, expected=EXPECTED)
    assert made.ok, made.problems
    assert made.signature[0].type == "float const*"


def test_a_template_parameter_named_like_the_macro_gets_its_value():
    """`template <int TILE_WIDTH>` cannot be compiled with a macro of that name; its argument is the macro's value."""
    source = "template <int TILE_WIDTH> __global__ void matmul_tiled(int *a) { *a = TILE_WIDTH; }"
    made = compile_cuda(source, defines={"TILE_WIDTH": 32})
    assert made.ok, made.problems
    assert "ILi32E" in made.kernel_name


def test_a_kernel_in_a_namespace_is_found(tiled):
    """The namespace is part of the symbol, not of the wanted name."""
    made = compile_cuda(tiled.replace("__global__", "namespace lab { __global__") + "}", expected=EXPECTED)
    assert made.ok, made.problems
    assert made.kernel_name == "_ZN3lab12matmul_tiledEPKfS1_Pfiii"


def test_a_kernel_made_by_a_macro_is_found():
    """The scan of the source does not see it; the PTX does."""
    made = compile_cuda("#define KERNEL(name) __global__ void name(float *a) { *a = 1; }\nKERNEL(matmul_tiled)\n")
    assert made.ok, made.problems
    assert made.kernel_name == "_Z12matmul_tiledPf"


def test_macros_named_like_template_parameters_of_the_compiler_do_no_harm():
    """`-DT=16` would break NVRTC's own headers; setting T for the student's file alone does not."""
    made = compile_cuda("__global__ void matmul_tiled(int *a) { *a = T + N; }", defines={"T": 16, "N": 4})
    assert made.ok, made.problems
    assert made.defines == {"T": "16", "N": "4"}


def test_habitual_includes_are_harmless(tiled):
    """Headers that a device compiler lacks are empty stand-ins, with `using namespace std` too."""
    names = "stdio.h stdlib.h cuda_runtime.h iostream cstdio vector math.h cmath assert.h device_launch_parameters.h"
    lines = "".join(f"#include <{name}>\n" for name in names.split())
    made = compile_cuda(lines + "using namespace std;\n" + tiled, expected=EXPECTED)
    assert made.ok, made.problems
    assert not made.diagnostics


def test_every_stand_in_compiles():
    """No stand-in header has an error of its own, nor do they clash."""
    lines = "".join(f"#include <{name}>\n" for name in STAND_INS)
    made = compile_cuda(lines + EMPTY_KERNEL)
    assert made.ok, made.log


def test_printf_and_assert_need_no_header():
    """NVRTC knows both."""
    made = compile_cuda('__global__ void matmul_tiled(float *a) { assert(a); printf("%f", *a); }')
    assert made.ok, made.problems


@pytest.mark.parametrize("header", ["cuda_fp16.h", "cooperative_groups.h", "cuda_pipeline.h", "cuda/std/cstdint"])
def test_cudas_own_headers_work(header):
    """They come from the installed wheels."""
    try:
        made = compile_cuda(f"#include <{header}>\n{EMPTY_KERNEL}")
    except CompilerUnavailableError:
        pytest.skip("no wheel with CUDA's headers is installed")
    assert made.ok, made.log


def test_a_missing_toolkit_names_the_wheel(monkeypatch):
    """Without CUDA's headers the message says what to install, and it is not the student's fault."""
    monkeypatch.setattr("grader.compiling.nvrtc.include_folders", lambda *_: ())
    with pytest.raises(CompilerUnavailableError, match="pip install nvidia-cuda-runtime"):
        compile_cuda("#include <cuda_fp16.h>\n" + EMPTY_KERNEL)


def test_given_headers_are_used():
    """An assignment may provide headers by name."""
    made = compile_cuda('#include "lab.h"\n' + EMPTY_KERNEL.replace("1", "LAB"), headers={"lab.h": "#define LAB 7\n"})
    assert made.ok, made.problems


def test_errors_carry_line_and_column():
    """The column comes from the compiler's caret, counting from 1, tabs being one character."""
    made = compile_cuda("__global__ void matmul_tiled(float *a) {\n\ta[0] = speed;\n}\n")
    problem = the_problem(made)
    assert (problem.kind, problem.line, problem.column) == ("compile-error", 2, 9)
    [error] = made.diagnostics
    assert (error.severity, error.file, error.line, error.column) == ("error", "matmul.cu", 2, 9)
    assert 'identifier "speed" is undefined' in error.message


def test_a_missing_brace_is_reported_at_the_end_of_the_file():
    """NVRTC gives such errors no line."""
    made = compile_cuda("__global__ void matmul_tiled(float *a) {\n  *a = 1;\n")
    assert the_problem(made).line == 2  # nothing stands on the third one


def test_a_misspelt_name_brings_a_suggestion(tiled):
    """`__syncthread` is close to `__syncthreads`."""
    made = compile_cuda(tiled.replace("__syncthreads()", "__syncthread()", 1))
    assert made.problems[0].hint == "Did you mean __syncthreads?"


def test_an_unset_variable_is_a_warning():
    """The compiler's own warning, at its column; the file is graded all the same."""
    made = compile_cuda("__global__ void matmul_tiled(float *a) {\n  float x;\n  *a = x;\n}\n")
    assert made.ok
    [warning] = made.diagnostics
    assert (warning.severity, warning.line, warning.column) == ("warning", 3, 8)
    assert 'variable "x" is used before its value is set' in warning.message


def test_a_typographic_quote_is_named_once_a_line():
    """One clear error, not one for each byte of the character."""
    made = compile_cuda(EMPTY_KERNEL.replace("1", "“x”"))
    assert "“" in the_problem(made).message
    assert len(made.diagnostics) == 1


def test_host_code_is_explained():
    """A function without an execution space is host code; the message says what to write."""
    made = compile_cuda("float square(float x) { return x * x; }\n" + EMPTY_KERNEL, blank_host_code=False)
    assert "no __global__ or __device__" in the_problem(made).message


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("#define TILE_WIDTH 16", "fixes its own TILE_WIDTH = 16"),
        ("#undef TILE_WIDTH\n#define TILE_WIDTH (8 + 8)", "fixes its own TILE_WIDTH"),
        ("const int TILE_WIDTH = 16;", "declares TILE_WIDTH itself"),
        ("static constexpr unsigned TILE_WIDTH = 16;", "declares TILE_WIDTH itself"),
        ("enum { TILE_WIDTH = 16 };", "declares TILE_WIDTH itself"),
    ],
)
def test_a_file_that_fixes_its_tile_width_is_told_so(tiled, line, words):
    """Whatever way it is fixed; the line is named and the remedy is `#ifndef`."""
    source = line + "\n" + tiled.split("#endif\n")[1]
    made = compile_cuda(source, defines={"TILE_WIDTH": 32})
    problem = the_problem(made)
    assert words in problem.message
    assert problem.line == line.count("\n") + 1
    assert "#ifndef" in problem.hint


def test_a_fixed_width_equal_to_the_wanted_one_is_accepted(tiled):
    """Nothing is wrong when the file and the grader agree."""
    source = "#define TILE_WIDTH 32\n" + tiled.split("#endif\n")[1]
    assert compile_cuda(source, defines={"TILE_WIDTH": 32}).ok


def test_a_missing_kernel_lists_the_others_and_the_near_miss(tiled):
    """Renaming is the remedy when a name is close."""
    made = compile_cuda(tiled.replace("matmul_tiled", "matmulTiled"))
    problem = the_problem(made)
    assert problem.kind == "missing-kernel"
    assert "matmulTiled" in problem.message
    assert problem.hint == "Rename matmulTiled to matmul_tiled."
    assert problem.line == 5


@pytest.mark.parametrize("source", ["", "// nothing yet\n", "__device__ int x;\n"])
def test_a_file_without_kernels_says_so(source):
    """An empty submission is graded like any other."""
    assert "no __global__ function" in the_problem(compile_cuda(source)).message


def test_a_binary_file_is_no_text():
    """Zero bytes would cut the source short in the compiler."""
    problem = the_problem(compile_cuda("\x7fELF\0\0\0" + EMPTY_KERNEL))
    assert (problem.kind, problem.line) == ("compile-error", 1)
    assert "not text" in problem.message


def test_text_that_cannot_be_encoded_is_compiled_all_the_same():
    """A stray byte in a comment, decoded by whoever read the file."""
    assert compile_cuda("// caf\udce9\n" + EMPTY_KERNEL).ok


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("int M, int K, int N", "int M, int K, int N, int T", "it takes 7 parameters and the grader passes 6"),
        ("const float *A", "const double *A", "parameter 1 (A) is double const* where const float *A"),
        ("float *C, int M", "int C, float *M", "parameter 3 (C) is int where float *C"),
        ("int N", "float N", "parameter 6 (N) is float where int N"),
    ],
)
@pytest.mark.parametrize("linkage", ["", 'extern "C" '])
def test_a_wrong_signature_is_explained_by_parameter(old, new, words, linkage):
    """Expected and found, parameter by parameter, whether the types come from the symbol or from the source."""
    source = f"{linkage}__global__ void matmul_tiled({', '.join(EXPECTED)}) {{}}".replace(old, new)
    problem = the_problem(compile_cuda(source, expected=EXPECTED))
    assert problem.kind == "wrong-signature"
    assert words in problem.message


@pytest.mark.parametrize(
    "written",
    [
        "float *A, float *B, float *C, int M, int K, int N",
        "const float *__restrict__ A, float const *B, float C[], unsigned M, unsigned int K, const int N",
        "float *a, float *b, float *c, int, int, int",
    ],
)
@pytest.mark.parametrize("linkage", ["", 'extern "C" '])
def test_differences_that_a_launch_does_not_see_are_accepted(written, linkage):
    """Names, const, restrict and the sign of sizes."""
    made = compile_cuda(f"{linkage}__global__ void matmul_tiled({written}) {{}}", expected=EXPECTED)
    assert made.ok, made.problems


@pytest.mark.parametrize(
    "names",
    ["typedef float real;", "using real = float;", "#define real float", "typedef float number;\n#define real number"],
)
@pytest.mark.parametrize("linkage", ["", 'extern "C" '])
def test_a_files_own_names_of_types_are_understood(names, linkage):
    """`real` is float, however the file says so."""
    written = ", ".join(EXPECTED).replace("float", "real")
    made = compile_cuda(f"{names}\n{linkage}__global__ void matmul_tiled({written}) {{}}", expected=EXPECTED)
    assert made.ok, made.problems
    assert made.signature[0].type == "float const*"
    assert [parameter.name for parameter in made.signature] == ["A", "B", "C", "M", "K", "N"]


def test_debug_keeps_a_store_that_optimisation_drops():
    """With `debug` a store that is overwritten at once stays in the PTX."""
    source = "__global__ void matmul_tiled(float *a) { __shared__ float s[2]; s[0] = 1; s[0] = 2; *a = s[0]; }"
    stores = [compile_cuda(source, debug=flag).ptx.count("st.") for flag in (False, True)]
    assert stores[1] > stores[0]


def test_line_ends_of_other_systems_keep_line_numbers(tiled):
    """Windows and old Mac files give the same places."""
    for end in ("\r\n", "\r"):
        made = compile_cuda("\ufeff" + tiled.replace("float sum = 0.0f;", "float sum = speed;").replace("\n", end))
        assert made.problems[0].line == 11


def test_an_unknown_compiler_is_a_value_error():
    """The caller's mistake, not the student's."""
    with pytest.raises(ValueError, match="compiler"):
        compile_cuda("", compiler="gcc")


def test_a_compilation_is_a_value(tiled):
    """Immutable, and equal for equal inputs but for the time it took."""
    first, second = (dataclasses.replace(compile_cuda(tiled), seconds=0) for _ in range(2))
    assert first == second
    with pytest.raises(dataclasses.FrozenInstanceError):
        first.ok = False


HOSTILE = {
    "open brackets": "(" * 60_000,
    "annotations": "__global__ void " * 1_500,
    "enumerations": "enum " * 12_000,
    "templates": "template<" * 7_000,
    "types": "struct " * 9_000,
    "comments": "/*" * 30_000,
    "raw strings": 'R"(' * 20_000,
    "continued lines": "\\\n" * 30_000,
    "macros in a circle": "#define A B\n#define B A\n#if A\n" * 700,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_reading_a_hostile_file_takes_time_in_proportion_to_its_length(name):
    """Four times the text takes at most some twelve times the work: no search starts over at every word."""
    counts = []
    for part in (HOSTILE[name][: len(HOSTILE[name]) // 4], HOSTILE[name]):
        lines = 0

        def count(*_):
            nonlocal lines
            lines += 1
            return count

        sys.settrace(lambda *_: count)
        try:
            file = SubmittedFile(part, CompileOptions())
            file.expressions()
        finally:
            sys.settrace(None)
        counts.append(lines)
    assert counts[1] <= 12 * counts[0]


@pytest.mark.parametrize(
    ("head", "body", "times"),
    [
        ("", "a[0] = 1 +;", 1),
        ("", "cudaTextureObject_t t = 0; a[0] = t;", 2),
        ("#include <cooperative_groups.h>", "cooperative_groups::this_thread_block().sync(); a[0] = 1;", 1),
        ("#include <cooperative_groups.h>", "cooperative_groups::this_thread_block().sync(); a[0] = 1 +;", 1),
        ("#include <cooperative_groups.h>", "cooperative_groups::this_grid().sync();", 3),
    ],
)
def test_what_fails_in_haste_is_compiled_again_only_where_a_name_may_have_been_left_out(head, body, times, monkeypatch):
    """Nobody reads the messages of a trial; types of textures and most of CUDA's headers are left out of the first."""
    asked, library = [], nvrtc_library()
    once = library.compile
    monkeypatch.setattr(library, "compile", lambda *given, **options: asked.append(1) or once(*given, **options))
    try:
        made = compile_cuda(
            f"{head}\n__global__ void k(float *a) {{ {body} }}", kernel="k", compiler="nvrtc", hasty=True
        )
    except CompilerUnavailableError:
        pytest.skip("no wheel with CUDA's headers is installed")
    assert (len(asked), made.ok) == (times, "+;" not in body)
    assert not made.diagnostics or not made.ok
