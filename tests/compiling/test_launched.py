"""How a file launches its kernel, read from its host code."""

from __future__ import annotations

import pytest

from grader.compiling.kernels import scan_kernels
from grader.compiling.launched import launched_templates, written_launches
from grader.compiling.lexer import lex
from grader.compiling.values import WrittenLaunch

KERNEL = "__global__ void mm(float *a, float *b, float *c, int m, int k, int n) { a[0] = 0; }\n"


def launches(host: str, kernel: str = KERNEL, **defines: str) -> tuple[WrittenLaunch, ...]:
    """The launches of the only kernel in it."""
    lexed = lex(kernel + host)
    return written_launches(lexed, scan_kernels(lexed)[0], defines)


def launched(body: str, before: str = "") -> WrittenLaunch:
    """The only launch in a function whose sizes are rows, inner and cols."""
    [found] = launches(f"{before}void run(float *x, float *y, float *z, int rows, int inner, int cols) {{ {body} }}")
    return found


PASSED = "(x, y, z, rows, inner, cols)"


@pytest.mark.parametrize(
    ("body", "grid", "block"),
    [
        (f"mm<<<dim3(cols / 8, rows / 4), dim3(8, 4)>>>{PASSED};", ("(n // 8)", "(m // 4)", "1"), ("8", "4", "1")),
        (f"dim3 b(8, 8), g((cols + 7) / 8, rows); mm<<<g, b>>>{PASSED};",
         ("((n + 7) // 8)", "m", "1"), ("8", "8", "1")),
        (f"dim3 b{{8, 8}}; dim3 g; g.x = (cols - 1) / b.x + 1; g.y = rows / b.y; mm<<<g, b>>>{PASSED};",
         ("(((n - 1) // 8) + 1)", "(m // 8)", "1"), ("8", "8", "1")),
        (f"auto g = dim3(ceil(cols / 8.0), ceil((float)rows / 8)); mm<<<g, 64>>>{PASSED};",
         ("ceildiv(n, 8)", "ceildiv(m, 8)", "1"), ("64", "1", "1")),
        (f"int t = 4 << 1; dim3 g(UP(cols, t), up(rows, T)); mm<<<g, dim3(t, T)>>>{PASSED};",
         ("(((n + 8) - 1) // 8)", "((m + 7) // 8)", "1"), ("8", "8", "1")),
        (f"int all = cols, half = all / 2; mm<<<half, dim3(2)>>>{PASSED};", ("(n // 2)", "1", "1"), ("2", "1", "1")),
        (f"mm<<<1, W * 2>>>{PASSED};", ("1", "1", "1"), ("24", "1", "1")),
        (f"mm<<<cols % 8 == 0 ? cols / 8 : cols / 8 + 1, 8>>>{PASSED};", ("(n // 8)", "1", "1"), ("8", "1", "1")),
    ],
)  # fmt: skip
def test_grid_and_block_are_told_in_the_names_of_the_kernels_parameters(
    body: str, grid: tuple[str, ...], block: tuple[str, ...]
) -> None:
    """Through variables, members, macros and functions of one line."""
    before = "#define T 8\n#define W T + 8\n#define UP(a, b) (((a) + (b) - 1) / (b))\n"
    before += "int up(int a, int b) { return (a + 7) / b; }\n"
    found = launched(body, before)
    assert (found.grid, found.block, found.not_understood) == (grid, block, "")


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (f"mm<<<blocks_for(cols), 8>>>{PASSED};", "blocks_for(…)"),
        (f"mm<<<unknown, 8>>>{PASSED};", "unknown"),
        (f"dim3 g; mm<<<g, 8>>>{PASSED};", "g"),
        (f"mm<<<G, 8>>>{PASSED};", "G"),
    ],
)
def test_what_cannot_be_followed_says_its_text(body: str, said: str) -> None:
    """A macro with two meanings is one of them only where conditions are looked at."""
    found = launched(body, "#ifdef A\n#define G 1\n#else\n#define G 2\n#endif\n")
    assert (found.not_understood, found.grid) == (said, ())


def test_dynamic_shared_memory_is_told() -> None:
    """In bytes."""
    found = launched(f"size_t s = 2 * 8 * 8 * sizeof(float); mm<<<1, 64, s>>>{PASSED};")
    assert found.shared_bytes == "512"


def test_the_hosts_calls_for_memory_tell_what_each_array_is() -> None:
    """Of which sizes it is allocated, whether it is copied back, or set to 0 before."""
    found = launched(
        "float *dx; cudaMalloc((void **)&dx, rows * inner * sizeof(float)); cudaMalloc(&z, rows * cols * 4);"
        "cudaMemset(z, 0, 4); mm<<<1, 1>>>(dx, y, z, rows, inner, cols); cudaMemcpy(h, z, 4, cudaMemcpyDeviceToHost);"
    )
    assert dict(found.extents) == {"a": ("m", "k"), "c": ("m", "n")}
    assert (found.copied_back, found.cleared) == (("c",), ("c",))


def test_one_variable_for_several_sizes_is_told() -> None:
    """Then a name in the grid may mean each of them."""
    assert launched("mm<<<rows, 1>>>(x, y, z, rows, rows, cols);").same == (("k", "m"),)


def test_a_comma_in_parentheses_is_meant_as_two_dimensions() -> None:
    """And it is remembered that C++ takes it for its last number."""
    found = launched(f"mm<<<(cols, rows), (8, 8)>>>{PASSED};")
    assert (found.grid, found.block, found.comma) == (("n", "m", "1"), ("8", "8", "1"), True)


def test_template_arguments_are_those_at_the_launch() -> None:
    """Where two branches have constants of one name, each has its own."""
    kernel = "template <int T, int W> __global__ void mm(float *a) { a[0] = T; }\n"
    lexed = lex(
        kernel + "void run(float *x) { if (x) { const int T = 16; mm<T, 2><<<1, T>>>(x); }"
        " else { const int T = 32, W = T / 8; mm<T, W><<<1, T>>>(x); } }"
    )
    assert launched_templates(lexed, scan_kernels(lexed)[0], {}) == (("16", "2"), ("32", "4"))


def test_a_file_of_names_that_stand_for_each_other_is_given_up() -> None:
    """Before it takes any time."""
    doubling = "".join(f"#define D{i} D{i + 1} + D{i + 1}\n" for i in range(40))
    assert launched(f"mm<<<D0, 1>>>{PASSED};", doubling).not_understood
