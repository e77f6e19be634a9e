"""An edit is told as a mistake with the facts that say most: the border of a comparison, the sides of an array."""

from __future__ import annotations

import pytest

from grader.edits.change import Change, Edit
from grader.report.causes import first_words, must_words, wrong_words
from grader.results import Cause, EditedLine
from grader.search.edited import Sized, edited_line

TEXT = """__global__ void k(const float *B, float *C, int M, int K, int N) {
  for (int i = 0; i <= N; i++)
    b += T * K;
  x = get(B, r, c, N, K);
}
"""
KERNEL = Sized(line=1, sides={"B": ("K", "N"), "C": ("M", "N")}, called={"B": "B", "C": "C"})


def told(line: int, old: str, new: str, kind: str, *, text: str = TEXT, seen: tuple[str, ...] = ()) -> EditedLine:
    """One edit of the text's line."""
    start = sum(len(each) + 1 for each in text.split("\n")[: line - 1]) + text.split("\n")[line - 1].index(old)
    edit = Edit(changes=(Change(start=start, end=start + len(old), text=new),), line=line, kind=kind, cost=1)
    return edited_line(edit, text, text, macro="T", kernels=[KERNEL], seen=seen)


def test_a_comparison_tells_its_border() -> None:
    """The value for which it holds and must not is the one that both sides have."""
    wide = told(2, "i <= N", "i < N", "comparison")
    assert (wide.kind, wide.left, wide.right) == ("comparison too wide", "i", "N")
    said = first_words(Cause(**wide.model_dump()))
    assert "still holds when `i` is equal to `N`, and it should not." in said
    strict = told(2, "i < N", "i <= N", "comparison", text=TEXT.replace("<=", "<"))
    assert "does not hold when `i` is equal to `N`" in first_words(Cause(**strict.model_dump()))


def test_of_a_jump_that_is_dropped_it_is_said_what_a_jump_leaves_out() -> None:
    """Which of it is still needed the student has to see."""
    text = "for (int b = 0; b < n; b++) {\n  if (c[b] == 0) break;\n  y[b] = c[b];\n}\n"
    found = told(2, "if (c[b] == 0) break;", "", "statement dropped", text=text)
    assert "its `break` leaves out what is still to be done behind it." in wrong_words(found)
    assert must_words(found).startswith("What does `break` leave out: the rest of this turn, ")


def test_what_another_line_puts_together_otherwise_is_told_with_its_line_and_text() -> None:
    """The most of it that stands there; a longer name that ends alike is another one."""
    text = "int line = empty + r * STEP;\nint first = ty + r * STEP;\nint row = top + ty * ROWS + r;\n"
    found = told(3, "top + ty * ROWS + r", "top + ty + r * STEP", "counted otherwise", text=text)
    assert "than line 2 does, where `ty + r * STEP` stands." in wrong_words(found)
    found = told(3, "ty * ROWS + r", "at(ty, r)", "counted otherwise", text=text)
    assert wrong_words(found).endswith("than another line does.")


@pytest.mark.parametrize(
    ("step", "kind"), [("at[t] += at[t - d];", "own element counted"), ("at[t] += d;", "one too large")]
)
def test_a_place_by_a_sum_up_to_the_own_element_is_told_as_that(step: str, kind: str) -> None:
    """Only where those before it are added to it."""
    text = f"for (int d = 1; d < n; d *= 2)\n  {step}\nout[base + at[t]] = value;\n"
    assert told(3, "base + at[t]", "base + at[t] - 1", "one more or less", text=text).kind == kind


@pytest.mark.parametrize(
    ("head", "after", "kind"),
    [
        ("p < n", "p - 1", "turn too few"),
        ("p < n", "p + 1", "turn too many"),
        ("p > 0", "p + 1", "turn too few"),
    ],
)
def test_the_counter_in_a_loops_condition_is_told_by_the_loops_turns(head: str, after: str, kind: str) -> None:
    """It is right itself: the loop ends too early, or too late."""
    text = f"for (int p = 0; {head}; p++)\n  sum += p;\n"
    assert told(1, "p", after, "one more or less", text=text.replace("int p = 0", "int q = 0")).kind == kind


def test_an_array_that_is_declared_without_the_length_of_its_rows_is_told_as_that() -> None:
    """Which of the two is meant nobody knows: the index may be right, and the array too short."""
    text = "#define PITCH (T + 1)\n  __shared__ float a[T * T];\n  a[y * PITCH + x] = 0;\n"
    edited = told(1, "T + 1", "T", "term dropped", text=text)
    assert (edited.kind, edited.left, edited.right) == ("row without room", "+ 1", "a")
    constant = text.replace("#define PITCH (T + 1)", "const int PITCH = T + 1;")
    assert told(1, "T + 1", "T", "term dropped", text=constant).kind == "row without room"
    longer = text.replace("T * T", "T * PITCH")
    assert told(1, "T + 1", "T", "term dropped", text=longer).kind == "term dropped"


def test_only_the_part_of_a_sum_that_lacks_a_factor_is_told() -> None:
    """The whole of it, multiplied, would be another number."""
    text = "int full = K / T;\nint rest = K - full;\n"
    edited = told(2, "K - full", "K - full * T", "factor added", text=text)
    assert (edited.before, edited.context) == ("full", "int rest = K - full;")
    assert told(2, "K - full", "(K - full) * T", "factor added", text=text).before == "K - full"


def test_a_store_that_one_lane_should_do_is_told_with_the_shuffle_before_it() -> None:
    """All other lanes hold a part of the result."""
    text = "float all = __shfl_down_sync(~0u, s, 1);\ny[r] = all;\n"
    edited = told(2, "y[r] = all;", "if (lane == 0) y[r] = all;", "guard added", text=text)
    assert (edited.kind, edited.left, edited.right) == ("guard of one thread", "y[r] = all", "__shfl_down_sync")
    assert told(2, "y[r] = all;", "if (r < n) y[r] = all;", "guard added", text=text).kind == "guard added"


@pytest.mark.parametrize(
    ("body", "whole"),
    [
        ("while (b < N) {\n  s[b] = 0;  // a { in a remark\n}", "behind the whole `while` of line 2"),
        ("if (y < ny) {\n  for (;;)\n    s[y] = 0;\n}", "behind the whole `if` of line 2"),
        ("if (y < ny) { s[y] = 0; }", "behind this line"),
        ("s[y] = 0;", "behind this line"),
    ],
)
def test_a_barrier_that_lacks_behind_an_if_or_a_loop_is_not_told_of_the_line_inside(body: str, whole: str) -> None:
    """In there not all threads would come to it."""
    text = f"void k() {{\n{body}\nsum += s[0];\n}}\n"
    at, line = text.index("\nsum"), text.count("\n", 0, text.index("s[")) + 1
    edit = Edit(changes=(Change(at, at, "\n__syncthreads();"),), line=line, kind="barrier added", cost=1)
    said = first_words(Cause(**edited_line(edit, text, text, macro="T").model_dump()))
    assert f"{whole} no thread waits for the others" in said


@pytest.mark.parametrize(
    ("head", "kind"), [("for (int j = n; j > 0; j /= 2)", "same in every turn"), ("if (n > 0)", "")]
)
def test_what_stays_the_same_in_a_loop_stands_in_one(head: str, kind: str) -> None:
    """Another function may have the loop that makes the name move."""
    loop = "for (int j = n; j > 0; j /= 2) { int hi = 2 * t + j; s[hi] = 0; }\n"
    text = f"{loop}{head} {{\n  int hi = 2 * t + j;\n  if (lo < n) x[hi] = 0;\n}}\n"
    assert told(4, "lo", "hi", "another variable", text=text).kind == (kind or "another variable")


@pytest.mark.parametrize(
    ("value", "end", "says"),
    [
        ("0xffffffff", "2147483647", "is −1 as an `int`, and there are larger elements."),
        ("(1 << 31)", "2147483647", "is −2147483648 as an `int`, and there are larger elements."),
        ("-1000", "(-2147483647 - 1)", "changes the result, as there are smaller elements."),
        ("4294967295", "3.4e38f", "changes the result, as there are larger elements."),
    ],
)
def test_a_constant_beyond_all_elements_is_told_with_its_value_in_its_type(value: str, end: str, says: str) -> None:
    """In a float nothing wraps around."""
    edited = told(1, value, end, "end of the type", text=f"#define FAR {value}\nv = t < n ? x[t] : FAR;\n")
    assert f"`{value}` in `#define FAR {value}` {says}" in first_words(Cause(**edited.model_dump()))


@pytest.mark.parametrize(
    ("after", "says"),
    [
        ("i <= N && w + t < words", "asks for too little: nothing about `w + t`."),
        ("i <= N && i >= 0", "asks for too little."),
    ],
)
def test_a_condition_that_asks_for_too_little_is_told_with_what_it_leaves_out(after: str, says: str) -> None:
    """Another limit of the same index is left to find."""
    edited = told(2, "i <= N", after, "condition added")
    assert f"`i <= N` in `(int i = 0; i <= N; i++)` {says}" in f"{first_words(Cause(**edited.model_dump()))}"


def test_what_an_exchange_loses_is_named() -> None:
    """The first of its two statements overwrites it."""
    text = "  x[a] = x[b];\n  x[b] = x[a];\n"
    ahead, last = Change(2, 2, "auto kept = x[a];\n  "), text.rindex("x[b]")
    edit = Edit(changes=(ahead, Change(last, last + 12, "x[b] = kept;")), line=1, kind="lost in an exchange", cost=1)
    said = first_words(Cause(**edited_line(edit, text, text, macro="T").model_dump()))
    assert "`x[a]` gets another value here, and the next statement needs the one before" in said


def test_a_parameter_that_is_copied_is_named() -> None:
    """Others stand beside it, and are not changed."""
    text = "__device__ void add(float acc, float x) { acc += x; }\n"
    at = text.index("acc")
    edit = Edit(changes=(Change(at, at, "&"),), line=1, kind="passed by value", cost=1)
    found = edited_line(edit, text, text, macro="T")
    assert (found.left, found.before, found.context) == ("acc", "acc", "float acc")


def test_a_long_comparison_is_not_repeated() -> None:
    """Its sides are a student's, as long as he likes."""
    long = "a" * 60
    wide = told(2, f"{long} <= N", f"{long} < N", "comparison", text=TEXT.replace("i <= N", f"{long} <= N"))
    assert (wide.kind, wide.left) == ("comparison too wide", "")


@pytest.mark.parametrize(
    ("line", "old", "new", "seen", "sides"),
    [
        (3, "K", "N", ("B",), {"B": ("K", "N")}),  # the array in which something was found
        (3, "K", "N", (), KERNEL.sides),  # nothing was found: all that have such a side
        (4, "N, K", "K, N", ("C",), {"B": ("K", "N")}),  # the only one on the line, with two sizes exchanged
        (3, "T", "N", ("B",), {"B": ("K", "N")}),  # the tile's width in the place of a size
        (3, "K", "4", ("B",), {}),  # a number is no size
        (3, "T", "i", ("B",), {}),  # no size is put there
    ],
)
def test_a_size_in_the_place_of_another_tells_the_sides_of_the_array(line, old, new, seen, sides) -> None:
    """Which of them is meant shows in the array's own sides."""
    assert told(line, old, new, "another variable", seen=seen).sides == sides


def test_a_guard_of_another_index_tells_the_sides_of_the_array_behind_it() -> None:
    """Its rule speaks of the rows of that array, or of none."""
    text = TEXT.replace("b += T * K;", "if (r < K && c < N) B[p * N + q] = 0;")
    found = told(3, "r < K && c < N", "p < K && q < N", "guard replaced", text=text)
    assert found.sides == {"B": ("K", "N")}
    assert "below the number of rows of B," in must_words(found)
    assert must_words(found.model_copy(update={"sides": {}})).endswith("Ask for that one.")


def test_sides_are_said_as_rows_of_elements() -> None:
    """Of an array with three sides the planes as well."""
    two = told(3, "K", "N", "another variable", seen=("B",))
    assert "B has `K` rows of `N` elements." in first_words(Cause(**two.model_dump()))
    three = Cause(line=3, kind="another variable", before="K", sides={"u": ("nz", "ny", "nx")})
    assert "u has `nz` planes of `ny` rows of `nx` elements." in first_words(three)


@pytest.mark.parametrize(
    ("line", "old", "context"),
    [
        ("  sum += a[i + 1][j + k];", "j + k", "a[i + 1][j + k]"),
        ("  FILL(i, n)", "n", "FILL(i, n)"),
        ("  if (i < n) go();", "n", "(i < n)"),
        ("  if(i < n) go();", "n", "(i < n)"),
    ],
)
def test_what_stands_around_an_expression_has_its_name(line: str, old: str, context: str) -> None:
    """The whole element, or the call; a condition has none."""
    assert told(1, old, "0", "another number", text=f"{line}\n").context == context


def test_a_part_too_many_is_named() -> None:
    """With its sign; of what is no end of the expression nothing is named."""
    product = told(3, "T * K", "T", "factor dropped")
    assert product.left == "* K"
    assert "`* K` does not belong there" in first_words(Cause(**product.model_dump()))
    assert told(3, "b += T * K", "b += 0", "factor dropped").left == ""


def test_a_mistake_that_a_line_has_twice_is_named_in_both_places() -> None:
    """The second place by what stands there."""
    text = TEXT.replace("get(B, r, c, N, K)", "B[T - r][T - c]")
    at = text.index("T - r"), text.index("T - c")
    changes = tuple(Change(start=start, end=start + 5, text=text[start + 4]) for start in at)
    edit = Edit(changes=changes, line=4, kind="term dropped twice", cost=1)
    found = edited_line(edit, text, text, macro="T", kernels=[KERNEL])
    assert (found.before, found.right) == ("T - r", "T - c")
    said = first_words(Cause(**found.model_dump()))
    assert "`T -` does not belong there. `T - c` on this line has the same mistake." in said


def test_of_two_mistakes_one_that_two_lines_have_is_named_on_both() -> None:
    """The lines that change are those of both mistakes, and do not say which belong together."""
    text = "int c = blockIdx.y;\nint r = blockIdx.x;\n"
    changes = tuple(Change(start=at, end=at + 1, text=axis) for at, axis in ((17, "x"), (37, "y")))
    edit = Edit(changes=changes, line=1, kind="other axis twice", cost=1)
    twice = edited_line(edit, text, text, macro="T")
    cause = Cause(line=9, kind="operator", before="+", second=twice, lines=(1, 2, 9), proved=True)
    assert twice.twin == 2
    assert wrong_words(twice).endswith("is the wrong axis. Line 2 must change, too.")
    assert "must change" not in wrong_words(cause)


def test_of_several_loads_without_a_zero_each_condition_is_named() -> None:
    """The mark is on the first of them alone."""
    text = "if (r < M) {\n  a[t] = A[r];\n}\nif (c < N) {\n  b[t] = B[c];\n}\n"
    ends = text.index("}\nif") + 1, text.rindex("}") + 1
    edit = Edit(changes=tuple(Change(end, end, " else s[t] = 0;") for end in ends), line=1, kind="zero fill", cost=1)
    found = edited_line(edit, text, text, macro="T")
    assert wrong_words(found).endswith("adds nothing to the sum. Line 4 has the same mistake.")


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ("-b = B[c * N + r];\n+b = B[r * N + c];", "Line 9 has the same mistake."),
        ("-b = r < M ? 1 : 0;\n+b = r < K ? 1 : 0;", "Line 9 must change, too."),
    ],
)
def test_two_lines_have_the_same_mistake_only_if_they_change_alike(second: str, said: str) -> None:
    """A student who reads of the same mistake mends the second line as the first one."""
    edit = f"@@ -8 +8 @@\n-a = A[k * K + r];\n+a = A[r * K + k];\n@@ -9 +9 @@\n{second}"
    cause = Cause(line=8, kind="operands exchanged twice", proved=True, edit=edit, lines=(8, 9))
    assert said in first_words(cause)


def test_of_an_array_it_is_said_that_not_every_element_is_set() -> None:
    """Some of them may be set all the same."""
    text = TEXT.replace("b += T * K", "float sums[4]")
    at = text.index("sums[4]") + len("sums[4]")
    edit = Edit(changes=(Change(start=at, end=at, text=" = {}"),), line=3, kind="value set", cost=1)
    said = first_words(Cause(**edited_line(edit, text, text, macro="T").model_dump()))
    assert "`sums` has elements that are used before they are set to a value" in said


def test_a_pointer_that_walks_through_an_array_tells_its_sides() -> None:
    """Whatever else was found in another array."""
    text = TEXT.replace("  x = ", "  const float *p = B + c;\n  p += T * K;\n  x = ")
    assert told(5, "K", "N", "another variable", text=text, seen=("C",)).sides == {"B": ("K", "N")}


def test_an_output_that_nothing_sets_is_named() -> None:
    """By the element that the first line of the change sets."""
    text = TEXT.replace("x = get(B, r, c, N, K);", "C[r] += 1;")
    edit = Edit(changes=(Change(start=0, end=0, text="\n  C[r] = 0;"),), line=4, kind="value set", cost=1)
    said = first_words(Cause(**edited_line(edit, text, text, macro="T").model_dump()))
    assert "nothing sets `C[r]` to a value before this line adds to it" in said


@pytest.mark.parametrize(("more", "line"), [("", "2"), ("  s[width] = 0;\n", "")])
def test_a_variable_that_is_set_for_one_use_alone_is_told_with_the_line_that_sets_it(more: str, line: str) -> None:
    """Its value may be wrong as well as the name; one that is used elsewhere is right there."""
    head = "__global__ void f(float *s, int n) {\n  int width = n % 4;\n"
    text = f"{head}  for (int k = 0; k < width; k++) s[k] = 1;\n{more}}}\n"
    found = told(3, "width", "T", "another variable", text=text)
    assert found.right == line
    assert ("or line 2 gives it a wrong value" in wrong_words(found)) == bool(line)
