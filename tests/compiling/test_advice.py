"""A compiler's messages in a student's words."""

import pytest

from grader.compiling.frontend import compile_cuda
from grader.words.tables import compiler_words

HEAD = "__global__ void matmul_tiled(const float *A, const float *B, float *C, int M, int K, int N) {\n"


def first(body):
    """The first message on a kernel whose body begins on line 2."""
    return compile_cuda(f"{HEAD}{body}\n}}\n").diagnostics[0]


@pytest.mark.parametrize("between", ["\n", "\n\n// a comment\n/* and\n another */\n", "  // float\n#define X 1\n"])
def test_a_forgotten_semicolon_is_told_on_its_own_line(between):
    """However many comments stand before the next token, where the compiler stops."""
    item = first(f"  int a = 3{between}  C[0] = a;")
    assert (item.line, item.column) == (2, 12)
    assert "Put a ; at the end of this line, after 3" in item.hint


def test_a_semicolon_missing_within_a_line_stays_where_the_compiler_says():
    """Nothing better is known."""
    item = first("  int a = 3 C[0] = a;")
    assert (item.line, item.message) == (2, 'expected a ";"')


def test_two_indices_of_a_pointer_are_explained():
    """With the array's own name and indices."""
    item = first("  int row = 1, col = 2;\n  C[row + 1][col] = A[0];")
    assert item.line == 3
    assert "C points to single elements" in item.hint
    assert "C[(row + 1) * … + col]" in item.hint


def test_a_call_is_not_accused_where_the_function_takes_two_indices_of_what_is_passed():
    """The parameter has the wrong type, and no address of an element would do."""

    def said(body):
        text = f"__device__ float f(int y, const float *t) {{ return {body}; }}\n{HEAD}  __shared__ float s[4][4];\n"
        return [item.hint or "" for item in compile_cuda(f"{text}  C[0] = f(1, s);\n}}\n").diagnostics]

    assert any("s is an array of rows" in hint for hint in said("t[y]"))
    assert not any("s is an array of rows" in hint for hint in said("t[y][0]"))


@pytest.mark.parametrize(
    ("body", "told"),
    [("t[y]", "on line 1, t[y] is the element that lies y places"), ("t[y] + t[0]", "&s[row][column]")],
)
def test_rows_for_an_element_are_told_with_the_one_index_that_the_function_takes(body, told):
    """The student sees which elements it takes from the address on; with several indices nothing is picked."""
    text = f"__device__ float f(int y, const float *t) {{ return {body}; }}\n{HEAD}  __shared__ float s[4][4];\n"
    hints = [item.hint or "" for item in compile_cuda(f"{text}  C[0] = f(1, s);\n}}\n").diagnostics]
    assert any(told in hint for hint in hints)


def test_a_third_semicolon_in_a_for_is_explained():
    """The compiler says only that it wanted a parenthesis."""
    assert "A for has two semicolons" in first("  for (int k = 0; k < K; ++k;) C[k] = 0;").hint


@pytest.mark.parametrize("name", ["__shfl", "__shfl_down", "__shfl_xor"])
def test_a_removed_function_of_a_warp_is_named_as_it_is_today(name):
    """Nobody can know it by its old name: it was replaced, and its first argument is new."""
    item = first(f"  C[0] = {name}(1, 2);")
    assert item.message == f'"{name}" no longer exists: CUDA has {name}_sync today'
    assert "0xffffffff for all 32" in item.hint


def test_a_semicolon_behind_a_for_is_explained():
    """The body stands outside the loop, where its variable is not known."""
    hint = first("  for (int j = 0; j < K; ++j);\n  {\n    C[j] = 0;\n  }").hint
    assert hint == "The for on line 2 ends at the ; after its ), and j with it. Delete that semicolon."


@pytest.mark.parametrize(
    ("body", "meant"),
    [
        ("int row = 0; C[Row] = 0;", "row"),
        ("int Column = 0; C[column] = 0;", "Column"),
        ("__shared__ float tileA[4]; tile_A[0] = 1; C[0] = 0;", "tileA"),
        ("C[theadIdx.x] = 0;", "threadIdx"),
        ("int width = 1; C[WIDTH] = 0;", "width"),
        ("\n#define TILE_WIDTH 4\nC[TILE_WITH] = 0;", "TILE_WIDTH"),
    ],
)
def test_a_name_like_another_is_asked_for(body, meant):
    """Whatever its capitals; names of the file and of CUDA."""
    assert first(body).hint == f"Did you mean {meant}?"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("if (K)\n    float a = 1;\n  C[0] = a;", "alone behind an if, an else or a loop without { }"),
        ("if (K) ++M;\n  else float a = 1;\n  C[0] = a;", "alone behind an if"),
        (
            "for (int p = 0; p < K; ++p) {\n    float a = 1; ++M; }\n  C[0] = a;",
            "ends with the { } that it is declared in",
        ),
        ("if (N)\n    for (int a = 0; a < K; ++a) ++N;\n  C[0] = a;", "ends with its loop"),
    ],
)
def test_a_name_that_has_ended_is_told_with_its_line_and_no_other_name_is_suggested(body, said):
    """Though `A` is near `a`: the student's own `a` is meant."""
    items = compile_cuda(f"{HEAD}  ++M;\n  {body}\n}}\n").diagnostics
    hint = next(item.hint for item in items if "undefined" in item.message)
    assert said in hint and "line 4" in hint and "Did you mean" not in hint


def test_a_name_of_another_function_has_not_ended():
    """It never was one of this function's, so another name may be meant."""
    other = "__device__ float f() { float a = 1; return a; }\n"
    assert compile_cuda(f"{other}{HEAD}  C[0] = a[0];\n}}\n").diagnostics[0].hint == "Did you mean A?"


def test_no_variable_is_suggested_for_a_macro_that_is_spelled_otherwise():
    """`BLOCK` is set where the file is compiled; what it has in common with `blocks` is a beginning."""
    for declared in ("int blocks = 1;", "int block_x = 1;"):
        assert first(f"{declared} C[BLOCK] = 0;").hint is None


def test_an_unknown_name_in_a_macro_is_told_on_the_line_of_the_macro():
    """The compiler says where the macro is used, once for each use."""
    (item,) = compile_cuda(
        f"#define AT(row) ((row) * row_size)\n{HEAD}  C[AT(0)] = A[0];\n  C[AT(1)] = 0;\n}}\n"
    ).diagnostics
    assert (item.line, item.column) == (1, 26) and 'identifier "row_size"' in item.message


def test_a_name_that_is_missing_too_is_not_suggested():
    """Neither is one that only host code has."""
    made = compile_cuda(f"int main() {{ float width_b; }}\n{HEAD}C[width_a] = 0; C[width_c] = 0;\n}}\n")
    assert [item.hint for item in made.diagnostics] == [None, None]


def test_a_barrier_without_parentheses_is_told():
    """NVRTC says that an expression has no effect."""
    item = first("  __shared__ float s[4]; s[0] = 1;\n  __syncthreads;\n  C[0] = s[0];")
    assert (item.severity, item.line) == ("warning", 3)
    assert "nobody waits" in item.message
    assert item.hint == "Write __syncthreads();"


def test_rows_of_another_length_are_told_of_a_reference_as_of_a_pointer():
    """The compiler words the two differently."""
    item = compile_cuda(
        "__device__ float first(float (&rows)[16][17]) { return rows[0][0]; }\n"
        f"{HEAD}__shared__ float s[16][16]; s[0][0] = 1;\n  C[0] = first(s);\n}}\n"
    ).diagnostics[0]
    assert item.hint is not None
    assert "rows of different lengths: 17 and 16 elements" in item.hint


def test_a_host_variable_in_a_kernel_is_told_as_one():
    """Not as a function that lacks __device__."""
    item = compile_cuda(f"int size = 4;\n{HEAD}C[0] = size;\n}}\n").diagnostics[0]
    assert "is a variable of the host" in item.message


SHOWN = {
    "function-inside-a-function": ("  if (M) {\n__device__ int f() {\n  return 1;\n}", 3),
    "host-function": (
        "C[0] = 0; }\n#define HOST float twice(float x) { return 2 * x; }\nHOST __device__ void f() {",
        4,
    ),
    "shared-initialiser": ("__shared__ float s[2] = {1.0f, 2.0f};\n  C[0] = s[0];", 2),
    "value-for-pointer": (
        "}\nstruct Tile { float at[4]; };\n__device__ float g(const Tile *t) { return t->at[0]; }\n"
        "__global__ void h(float *C) {\n  Tile s;\n  C[0] = g(s);",
        7,
    ),
    "rows-for-element": (
        "}\n__device__ float g(const float *from, int k) { return from[k]; }\n__global__ void h(float *C) {\n"
        "  __shared__ float s[4][4];\n  C[0] = g(s + 1, 0);",
        6,
    ),
    "host-data": ("C[0] = 0; }\n#define HOST float half = 0.5f;\nHOST __device__ void f() {", 4),
    "launch": ("matmul_tiled<<<1, 1>>>(A, B, C, M, K, N);", 2),
    "before-set": ("int x; C[0] = x;", 2),
    "run-time-call": (
        "}\nconstexpr int id(int n) { return n; }\nconstexpr int two(int n) { return n; }\n"
        "__global__ void g(float *C, int M) {\n  __shared__ float s[two(4)];\n  C[id(M)] = s[0];",
        7,
    ),
    "semicolon": ("C[0] = 0\n", 2),
    "comment-for-division": ("int n = (K + 15) // 16;\n  C[n] = 0;", 2),
    "macro-with-semicolon": (
        "C[0] = 0; }\n#define AREA 16;\n__device__ void f() {\n  __shared__ float s[2 * AREA];\n  s[0] = 1;",
        3,
    ),
    "macro-with-brackets": (
        "C[0] = 0; }\n#define AT(r, c) ((r) * 16 + (c)\n__device__ void f(float *a) {\n  a[AT(1, 2)] = a[AT(2, 1)];",
        3,
    ),
    "rows-of-another-length": (
        "C[0] = 0; }\n__device__ float first(float (*rows)[16]) { return rows[0][0]; }\n"
        "__device__ void f() {\n  __shared__ float s[16][17];\n  s[0][0] = first(s);",
        6,
    ),
    "rows-of-no-length": ("C[0] = 0; }\n__device__ float first(float rows[][]) { return rows[0][0]; }\nvoid f() {", 3),
    "comma-in-brackets": ("__shared__ float s[4][4]; C[0] = s[M, 2] * 2.f;", 2),
    "constant-pointer": ("float *p = A + 1;\n  C[0] = *p;", 2),
    "variable-size": ("__shared__ float s[blockDim.x];\n  s[0] = 1; C[0] = s[0];", 2),
    "constant-size": ("constexpr int k = blockDim.x;\n  C[0] = k;", 2),
    "constant-changed": ("const float sum = 0;\n  sum += A[0]; C[0] = sum;", 3),
    "constant-method": (
        "C[0] = 0; }\nstruct S {\n  float s;\n  __device__ void add() const { s += 1; }\n};\nvoid f() {",
        5,
    ),
    "atomic-on-value": ("atomicAdd(C[0], 1.f);", 2),
    "defined-below": ("C[0] = half(1); }\n__device__ float half(float x) { return x; }\n__device__ void f() {", 2),
    "third-semicolon": ("for (int k = 0; k < K; ++k;) C[k] = 0;", 2),
    "two-indices": ("C[M][N] = 0;", 2),
    "barrier-not-called": ("__syncthreads;", 2),
    "host-variable": ("C[0] = size; }\nint size = 4;\n__device__ void f() {", 2),
    "host-code": ("C[0] = blur(1); }\nfloat blur(float x) { return x; }\n__device__ void f() {", 2),
    "ended-loop": ("for (int j = 0; j < K; ++j);\n  {\n    C[j] = 0;\n  }", 4),
    "ended-name": ("for (int i = 0; i < K; ++i) C[i] = 1;\n  C[0] = i;", 3),
    "removed-built-in": ("C[0] = __shfl(1, 2);", 2),
    "near-name": ("C[theadIdx.x] = 0;", 2),
}
"""A body for each row of words/compiler.yaml, and the line of the message that the row is about."""


@pytest.mark.parametrize("name", compiler_words())
def test_every_row_is_said_of_some_file(name):
    """Where it replaces the compiler's message, that message is gone."""
    body, line = SHOWN[name]
    row = compiler_words()[name]
    item = next(item for item in compile_cuda(f"{HEAD}{body}\n}}\n").diagnostics if item.line == line and item.hint)
    assert begins(row.hint, item.hint)
    assert not row.message.variants or begins(row.message, item.message)


def begins(sentence, text):
    """Whether a text is a sentence's, as far as its first placeholder."""
    parts = sentence.variants[0].parts
    return text.startswith(parts[0]) and text.endswith(parts[-1])


def test_a_function_that_is_defined_below_its_call_is_named_with_its_line():
    """The compiler says only that it is undefined."""
    text = f"{HEAD}  C[0] = half(A[0]);\n}}\n__device__ float half(float x) {{ return x / 2; }}\n"
    item = compile_cuda(text).diagnostics[0]
    assert item.message == '"half" is used here, but defined on line 4 only'
    assert "Move half above the function that calls it" in item.hint


def test_a_function_that_is_not_closed_is_told_where_the_next_one_begins():
    """Once, and nothing of what the compiler misunderstands behind it."""
    body = "  if (M) {\n    C[0] = 1;\n  }\n__device__ int f() { return 1; }\n__device__ int g() { return 2; }\n"
    (item,) = compile_cuda(HEAD + body).diagnostics
    assert item.line == 5 and item.message.endswith("the { of line 1 has no }")
    assert item.hint == "Put a } before this line, where the function of line 1 ends."


def test_a_function_inside_one_that_is_closed_is_told_as_the_compiler_does():
    """Every brace has its partner: none is missing."""
    item = first("  float half(float x) { return x / 2; }\n  C[0] = half(A[0]);")
    assert item.line == 2 and "has no }" not in item.message


def test_a_method_without_device_is_told_as_host_code():
    """A struct's host methods are taken out like host functions, and the compiler then says that there is none."""
    struct = "struct Tile {\n  float get() const { return 1; }\n  float cell;\n};\n"
    text = f"{struct}{HEAD}Tile tile;\n  C[0] = tile.get();\n}}\n"
    said = [item.message for item in compile_cuda(text).diagnostics]
    assert any('"get" (line 2) is host code' in message for message in said), said


@pytest.mark.parametrize(
    ("size", "name"),
    [
        ("4 * pitch", "pitch"),
        ("WIDE * blockDim.x", "blockDim"),
        ("(known + 1) * n", "n"),
    ],
)
def test_the_name_that_is_no_constant_is_told_and_marked(size: str, name: str) -> None:
    """Of the names in an array's length: not a macro, nor what is set from constants alone."""
    text = "#define WIDE 4\n__global__ void k(int n, float *C) {\n  const int known = WIDE;\n"
    text += "  const int pitch = blockDim.x;\n"
    item = compile_cuda(f"{text}  __shared__ float tile[{size}];\n  C[0] = tile[0];\n}}\n").diagnostics[0]
    assert (item.line, item.column) == (5, len("  __shared__ float tile[") + size.rindex(name) + 1)
    assert f'"{name}" has none' in item.message
