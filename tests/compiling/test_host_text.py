"""What is read of a program's host half: the statement of a line, and where a value in it was made."""

from __future__ import annotations

import pytest

from grader.compiling.host_file import name_of
from grader.compiling.host_text import HostText
from grader.compiling.host_tokens import Place

PROGRAM = """\
#define WIDE 2048
const int tile = 16;
struct Args { float *in; float *out; int n; };
void start(float *d, int threads) {
  dim3 block(threads, 1);
  k<<<1, block>>>(d);
}
int main() {
  int n = 1000;
  std::vector<float> in(n), out(n / 2, -1.0f);
  float *d_in, *d_out;
  cudaMalloc((void **)&d_in, n * sizeof(float));
  CHECK(cudaMalloc(&d_out, n));
  int blocks = n / 256;
  dim3 grid(blocks), square{tile, tile};
  start(d_in, WIDE);
  Args args;
  args.in = in.data();
  args.out = d_out;
  k<<<grid,
      square>>>(args);
  for (int i = 0; i <= n; ++i)
    in[i] = 1;
  for (int s = 0; s < 4; ++s) {
    k<<<blocks, tile>>>(d_out);
    blocks /= 2;
  }
  float *part = d_in + n * sizeof(float);
  cudaMemcpy(part, out.data(), out.size(), cudaMemcpyHostToDevice);
}
"""
CODE = HostText({"a.cu": PROGRAM})


def lines(line: int, expression: str) -> list[int]:
    """The lines that have set the value of an expression in the call of a line, the last step first."""
    return [each.place.line for each in CODE.settings(Place("a.cu", line), expression)]


@pytest.mark.parametrize(
    ("line", "expression", "expected"),
    [
        (20, "grid", [15, 14]),
        (20, "square", [15, 2]),
        (29, "out.data()", [10]),
        (29, "(float *)d_in", [12]),
        (29, "d_out", [13]),
        (29, "part", [28]),
        (29, "n", [9]),
        (6, "block", [5, 16, 1]),
    ],
)
def test_a_name_is_followed_to_where_its_value_was_made(line: int, expression: str, expected: list[int]) -> None:
    """Through other names, a constructor, the address given to a call, a parameter of the one call, and macros."""
    assert lines(line, expression) == expected


def test_nothing_is_said_where_it_is_not_sure() -> None:
    """Of an expression that is no name, of a name that nothing sets, and of one that its loop sets again."""
    assert lines(20, "n + 1") == [] and lines(20, "unknown") == [] and lines(25, "blocks") == []
    assert CODE.settings(Place("b.cu", 3), "n") == [] and lines(0, "n") == []


def test_a_launch_tells_its_grid_block_and_shared_bytes() -> None:
    """Over several lines, and by the function, too."""
    assert CODE.configuration(Place("a.cu", 21)) == {"grid": "grid", "block": "square"}
    explicit = HostText({"a.cu": "cudaLaunchKernel((void *)k, g, dim3(2, 2), args, bytes, s);"})
    assert explicit.configuration(Place("a.cu", 1)) == {"grid": "g", "block": "dim3(2, 2)", "shared": "bytes"}


@pytest.mark.parametrize("host", ["in", ""])
def test_the_member_that_gets_a_host_pointer_is_found(host: str) -> None:
    """By the name of the memory; where that is not known, as the only pointer that no allocation of the device is."""
    text = PROGRAM.replace("args.in = in.data()", "args.in = in") if not host else PROGRAM
    code = HostText({"a.cu": text.replace("std::vector<float> in(n), out", "float *in = new float[n]; out")})
    found = code.passed_on(Place("a.cu", 20), "args", host, {"d_in", "d_out"})
    assert found is not None and found.place.line == 18


def test_a_loop_that_goes_one_too_far_is_found_from_its_body() -> None:
    """Where the body takes an element by its counter."""
    assert CODE.loop_bound(Place("a.cu", 23)) == (Place("a.cu", 22), "i <= n")
    assert CODE.loop_bound(Place("a.cu", 25)) is None


def test_the_pointer_of_a_copy_may_be_a_sum() -> None:
    """In the call or where the name was set."""
    place = Place("a.cu", 29)
    assert CODE.pointer(place) == "part" and CODE.pointer(place, source=True) == "out.data()"
    assert CODE.sum_of(place, "part") == "d_in + n * sizeof(float)" and CODE.sum_of(place, "out.data()") == ""
    assert CODE.says_size_of(place, "out.data()") and not CODE.says_size_of(place, "part")


@pytest.mark.parametrize(
    ("expression", "name"),
    [
        ("n", "n"),
        ("(int)n", "n"),
        ("dim3(n, 1, 1)", "n"),
        ("n, n", "n"),
        ("&x[0]", "x"),
        ("static_cast<const float *>(a->x)", "a.x"),
        ("x.data()", "x"),
        ("n / 2", ""),
        ("n, m", ""),
        ("64", ""),
        ("f(n)", ""),
    ],
)
def test_only_what_is_a_name_passes_one_on(expression: str, name: str) -> None:
    """In casts and brackets, too."""
    assert name_of(expression) == name


def test_a_hostile_file_is_read_in_a_time_in_proportion_to_its_size() -> None:
    """However deep its brackets are."""
    code = HostText({"a.cu": "void f() {" + "x = {(" * 20_000 + "\nk<<<x, 1>>>();"})
    assert [each.place.line for each in code.settings(Place("a.cu", 2), "x")] == [1]


ARRAYS = """\
#define SIDE 10
#ifndef COUNT
#define COUNT 7
#endif
static double table[SIDE][SIDE + 1];
void other() { const int n = 5; float h[n]; }
int main() {
  const int m = 100;
  int a[m], b[2 * m], c[COUNT], d[n];
  Pixel e[4];
  std::vector<int> f(3);
  cudaMemcpy(x, X, n, cudaMemcpyHostToDevice);
}
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a", (9, 400)),
        ("&b[0]", (9, 800)),
        ("table", (5, 880)),
        ("a + 1", None),
        ("c", None),
        ("d", None),
        ("e", None),
        ("f", None),
        ("h", None),
        ("*a", None),
    ],
)
def test_the_size_of_an_array_is_known_where_it_is_sure(text: str, expected: tuple[int, int] | None) -> None:
    """Not where the command line may give it, nor of a type that is not known, of an object, or of another function."""
    found = HostText({"a.cu": ARRAYS.replace("X", text)}).array(Place("a.cu", 12), source=True)
    assert (found and (found.place.line, found.size_bytes)) == expected


def test_a_size_that_a_name_stands_for_is_read_with_what_set_it() -> None:
    """And a type in it is seen there."""
    code = HostText({"a.cu": "size_t bytes = n * sizeof(float);\nvoid f() {\ncudaMemcpy(a, b, bytes, kind);\n}"})
    assert code.size_text(Place("a.cu", 3)) == "bytes n * sizeof(float)"


HELPERS = """int blocksFor(int n, int threads) {
  return n / threads;
}
int upFor(int n, int threads) {
  return (n + threads - 1) / threads;
}
dim3 tile() { return dim3(64, 32); }
void get(float *p, int n) {
  cudaMalloc(&p, n);
}
struct Owner {
  Owner(Owner &&o) : p(o.p) { }
  ~Owner() { cudaFree(p); }
  float *p;
};
struct Copied {
  ~Copied() { cudaFree(p); }
  float *p;
};
void use(Copied c);
int main() {
  int low = blocksFor(n, 4), up = upFor(n, 4);
  dim3 block = tile();
  dim3 grid((w + 7) / 8,
            h / 8);
  k<<<grid, block>>>(low, up);
  float *x;
  get(x, 4);
  for (int i = 0; i < n; i += part) {
    size_t now = part;
    cudaMemcpy(x + i, h, now * sizeof(float), kind);
  }
}
"""
OWN = HostText({"a.cu": HELPERS})


def test_a_value_is_followed_into_the_function_that_alone_makes_it() -> None:
    """One that rounds down or takes nothing; of one that rounds up the value given may be wrong."""
    launch = Place("a.cu", 26)
    found = {name: [each.place.line for each in OWN.settings(launch, name)] for name in ("low", "up", "block", "grid")}
    assert found == {"low": [22, 2], "up": [22], "block": [23, 7], "grid": [25]}
    assert [each.place.line for each in OWN.settings(launch, "blocksFor(n, 4)")] == [2]


def test_why_a_pointer_was_never_set_is_read_where_it_is_passed_by_value() -> None:
    """Or where other memory was put into the same variable."""
    copy = OWN.unset(Place("a.cu", 31), "x", [("p", Place("a.cu", 9))])
    assert copy is not None and (copy.place.line, copy.by) == (8, "value")
    assert OWN.unset(Place("a.cu", 31), "y", [("p", Place("a.cu", 9))]) is None


def test_where_objects_come_to_share_a_pointer() -> None:
    """In a move that leaves it behind, or where a class without a copy constructor is passed by value."""
    assert OWN.shared_object(Place("a.cu", 13)) == (Place("a.cu", 12), "Owner", True)
    assert OWN.shared_object(Place("a.cu", 17)) == (Place("a.cu", 20), "Copied", False)
    assert OWN.shared_object(Place("a.cu", 9)) is None


def test_a_size_that_each_turn_sets_alike() -> None:
    """And not one that takes the smaller of two."""
    found = OWN.set_in_turn(Place("a.cu", 31), "now * sizeof(float)")
    assert found is not None and found.place.line == 30
    smaller = HostText({"a.cu": HELPERS.replace("now = part", "now = min(part, n - i)")})
    assert smaller.set_in_turn(Place("a.cu", 31), "now * sizeof(float)") is None


def test_a_part_of_a_number_of_bytes_counts_no_elements() -> None:
    """Where `sizeof` is said some names before."""
    code = HostText({"a.cu": "size_t row = w * sizeof(float);\nsize_t left = row / 2;\n"})
    assert code.counts_elements("left") and not code.counts_elements("left", steps=3)
