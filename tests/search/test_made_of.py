"""A wrong result is explained by what was measured: which inputs its first wrong element takes, and where they go."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
import pytest

from grader.assignment.config import Config
from grader.assignment.models import BufferSpec, LaunchConfig, PlannedLaunch, Points
from grader.compiling.values import CompileOptions
from grader.devices.base import CompileRequest
from grader.elements import ELEMENTS
from grader.grading.bench import Bench
from grader.labs.base import ExpectedBuffer
from grader.labs.lab import Lab
from grader.labs.launching import CaseData, Contents
from grader.layouts import ElementLayout
from grader.oracle import Making
from grader.report.causes import in_words
from grader.results import Finding, Kind, Occurrence, OtherParty, Severity
from grader.search import explaining
from grader.search.accesses import measure_access
from tests.labs.vectors import vectors_of
from tests.search.local import LocalEmulator

Answer = Callable[[Mapping[str, np.ndarray]], np.ndarray]


class SmallConfig(Config):
    """x and w of N elements, and y of N elements or one."""

    alone: bool = False

    @property
    def specs(self) -> Mapping[str, BufferSpec]:
        ways = {"x": "in", "w": "in", "y": "out"}
        dims = {"x": ("N",), "w": ("N",), "y": (1,) if self.alone else ("N",)}
        return {
            name: BufferSpec(dims=dims[name], layout=ElementLayout.number(ELEMENTS["float"]), way=way)
            for name, way in ways.items()
        }

    @property
    def size_names(self) -> tuple[str, ...]:
        return ("N",)

    @property
    def planned(self) -> tuple[PlannedLaunch, ...]:
        return (PlannedLaunch(self.kernel, self.launch, ("x", "w", "y", "N")),)


@dataclass(frozen=True)
class SmallLab(Lab[SmallConfig]):
    """What comes out is a function of x and w."""

    answer: Answer

    def answers(self, data: CaseData, contents: Contents) -> Making[dict[str, ExpectedBuffer]]:
        yield from ()
        right = np.atleast_1d(self.answer({name: each.astype(float) for name, each in contents.items()}))
        return {"y": ExpectedBuffer(right, np.full(right.shape, 1e-5))}


@pytest.fixture(scope="module")
def device() -> LocalEmulator:
    return LocalEmulator()


def summed(inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    return inputs["x"].sum()


def same(inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    return inputs["x"]


def running(inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    return np.cumsum(inputs["x"])


def products(inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    return inputs["x"] * inputs["w"]


def dot(inputs: Mapping[str, np.ndarray]) -> np.ndarray:
    return (inputs["x"] * inputs["w"]).sum()


HEAD = 'extern "C" __global__ void k(const float *x, const float *w, float *y, int n) {\n'
EACH = HEAD + "    int i = blockIdx.x * 8 + threadIdx.x;\n"
TREE = (
    HEAD
    + """    __shared__ float s[8];
    int t = threadIdx.x;
    s[t] = t < n ? x[t] : 0.0f;
    __syncthreads();
    for (int half = 4; half > 0; half STEP) {
        if (t < half)
            s[t] += s[t + half];
        __syncthreads();
    }
    if (t == 0)
        y[0] = s[0];
}
"""
)


def found(
    monkeypatch: pytest.MonkeyPatch, device: LocalEmulator, text: str, answer: Answer, *, grid: str = "ceildiv(N, 8)"
) -> tuple[int, str]:
    """The line and the words for a kernel that should compute an answer, in blocks of 8 threads."""
    known = explaining.explained_on(bench_of(monkeypatch, device, text, answer, grid), text, [vectors_of(8)])
    assert known is not None, "known is not None"
    return known.line, in_words(known.explanations)


def bench_of(
    monkeypatch: pytest.MonkeyPatch, device: LocalEmulator, text: str, answer: Answer, grid: str = "ceildiv(N, 8)"
) -> Bench:
    """The kernel in a lab of this answer."""
    alone = answer in (summed, dot)
    config = SmallConfig(
        lab="small", assignment="Small", submission="k.cu", kernel="k", alone=alone,
        launch=LaunchConfig(block=(8,), grid=(1 if alone else grid,)), points=Points(correctness=1),
        naive="k.cu", reference="k.cu", oracle=None,
    )  # fmt: skip
    lab = SmallLab(answer)
    for module in ("bench", "launching"):
        monkeypatch.setattr(f"grader.grading.{module}.lab_of", lambda _: lab)
    options = CompileOptions(filename="k.cu", kernel="k", debug=True)
    kernel = device.compile(CompileRequest(source=text, tile_width=1, options=options, block=(8, 1, 1)))
    assert kernel.ok, kernel.diagnostics
    return Bench(config=config, kernel=kernel, device=device, seed=1)


CASES = {
    "elements that a tree never takes": (
        TREE.replace("STEP", ">>= 2"), summed, 8,
        "y[0] should be made of x[0] to x[2], but it never takes x[2]. x[2] comes into s[2]"
        " (line 8), but thread (0,0), which stores the result, reads only s[4], s[0] and s[1].",
    ),
    "an element that no thread loads": (
        EACH + "    float s = 0;\n    if (i == 0) {\n        for (int k = 1; k < n; k++)\n            s += x[k];\n"
        "        y[0] = s;\n    }\n}\n", summed, 6,
        "it never takes x[0]. No thread loads x[0]; line 6 loads x[1].",
    ),
    "an element that the next one overwrites": (
        HEAD + "    __shared__ float s;\n    if (threadIdx.x < n)\n        s = x[threadIdx.x];\n    __syncthreads();\n"
        "    if (threadIdx.x == 0)\n        y[0] = s;\n}\n", summed, 4,
        "On line 4 thread (0,0) puts x[0] into s, and before that is read, thread (1,0) stores there as well, on line"
        " 4: only the last one's value stays.",
    ),
    "a sum that is replaced": (
        HEAD + "    float s = 0;\n    for (int k = 0; k < n; k++)\n        s = x[k];\n    if (threadIdx.x == 0)\n"
        "        y[0] = s;\n}\n", summed, 4,
        "it never takes x[0]. Thread (0,0) loads x[0] on line 4, but what it stores in y[0] on line 6 did not"
        " change with it.",
    ),
    "what one result takes and the next one should": (
        HEAD + "    if (threadIdx.x == 0 && blockIdx.x == 0)\n        for (int k = 0; k < n; k++) {\n"
        "            float s = x[k];\n            y[k] = s;\n        }\n}\n", running, 4,
        "y[1] should be made of x[0] and x[1], but it never takes x[0]. Thread (0,0) loads x[0] on line 4, but what it"
        " stores in y[1] on line 5 did not change with it.",
    ),
    "its neighbour's element": (
        EACH + "    if (i < n)\n        y[i] = x[i + 1 < n ? i + 1 : i];\n}\n", same, 4,
        "y[0] holds what y[1] should hold. Line 4 loads x[1].",
    ),
    "another factor's element": (
        EACH + "    int j = n - 1 - i;\n    if (i < n)\n        y[i] = x[i] * w[j];\n}\n", products, 3,
        "y[0] takes x[0]·w[1] where x[0]·w[0] belongs. Line 5 loads w[1]. `j` says which: line 3 sets it.",
    ),
    "a product with others beside the right one": (
        EACH + "    float s = 0;\n    for (int k = 0; k < n; k++)\n        s += w[k];\n    if (i < n)\n"
        "        y[i] = x[i] * s;\n}\n", products, 4,
        "y[0] takes x[0] not only as x[0]·w[0], which belongs there, but also times w[1].",
    ),
    "everything that is loaded twice": (
        HEAD + "    __shared__ float s;\n    s = 0;\n    __syncthreads();\n    if (threadIdx.x < 2)\n"
        "        for (int k = 0; k < n; k++)\n            atomicAdd(&s, x[k]);\n    __syncthreads();\n"
        "    if (threadIdx.x == 0)\n        y[0] = s;\n}\n", summed, 7,
        "y[0] takes x[0] and x[1] 2 times. Line 7 loads x[0] 2 times: for threads (0,0) and (1,0).",
    ),
    "what every thread adds": (
        HEAD + "    __shared__ float s;\n    if (threadIdx.x == 0) {\n        s = 0;\n        y[0] = 0;\n"
        "        for (int k = 0; k < n; k++)\n            s += x[k];\n    }\n    __syncthreads();\n"
        "    atomicAdd(y, s);\n}\n", summed, 10,
        "y[0] takes x[0] and x[1] 8 times. Line 10 adds it for 8 threads: (0,0), (1,0), (2,0), (3,0), (4,0) and 3"
        " more.",
    ),
    "an element that is read twice": (
        EACH + "    if (i < n)\n        y[i] = x[i] * w[i] + x[i] * w[i];\n}\n", products, 4, "takes x[0] 2 times",
    ),
    "a lane that gets its own value back": (
        HEAD + "    float s = threadIdx.x < n ? x[threadIdx.x] : 0.0f;\n    for (int d = 4; d > 0; d /= 2)\n"
        "        s += __shfl_up_sync(0xff, s, d);\n    if (threadIdx.x == 0)\n        y[0] = s;\n}\n", summed, 4,
        "y[0] takes x[0] 8 times, and never takes x[1]. Thread (0,0) loads x[0] once, on line 2; line 4 adds"
        " it again and again: a lane for which there is no other one to take from gets its own value back from"
        " __shfl_up_sync.",
    ),
    "an element that a shuffle does not pass on": (
        HEAD + "    float s = threadIdx.x < n ? x[threadIdx.x] : 0.0f;\n    for (int d = 4; d > 1; d /= 2)\n"
        "        s += __shfl_down_sync(0xff, s, d);\n    if (threadIdx.x == 0)\n        y[0] = s;\n}\n", summed, 4,
        "it never takes x[1]. Thread (1,0) loads x[1] on line 2, and it never comes to the thread that stores"
        " the result: line 4 passes values on by __shfl_down_sync, from which lane to which?",
    ),
    "an element of a struct that nothing describes": (
        "struct Pair { float a[8]; float b[8]; };\n" + HEAD + "    __shared__ Pair s[2];\n    int t = threadIdx.x;\n"
        "    s[1].b[t] = t < n ? x[t] : 0.0f;\n    __syncthreads();\n    if (t < n)\n        y[t] = s[1].b[0];\n"
        "}\n", same, 8,
        "y[1] holds what y[0] should hold. Thread (1,0) reads s[1] on line 8, and x[0] is in it since line 5.",
    ),
    "what does not belong there": (
        EACH + "    if (i < n)\n        y[i] = x[i] + (i > 0 ? x[i - 1] : 0.0f);\n}\n", same, 4,
        "y[1] takes x[0], and that does not belong there. Line 4 loads x[0].",
    ),
    "another factor": (
        EACH + "    if (i < n)\n        y[i] = 0.5f * x[i];\n}\n", same, 4,
        "y[0] takes x[0] with the factor 0.5 instead of 1.",
    ),
    "a result that is not linear": (
        EACH + "    if (i < n)\n        y[i] = x[i];\n}\n", lambda inputs: inputs["x"] ** 2, 4,
        "y[0] changes with x[0], but not as it should.",
    ),
    "something that is added": (
        EACH + "    if (i < n)\n        y[i] = x[i] + 0.25f;\n}\n", same, 4,
        "though every element of the inputs counts in it as it should: a part that depends on none of them is wrong or"
        " missing, or a value does not fit its type.",
    ),
    "fractions that are lost": (
        EACH + "    int s = i < n ? 10.0f * x[i] : 0;\n    if (i < n)\n        y[i] = s;\n}\n",
        lambda inputs: 10 * inputs["x"], 3,
        "and all others are whole numbers too: the fraction is lost. `s` keeps whole numbers only: line 3 declares it.",
    ),
    "fractions that a number of no named type loses": (
        EACH + "    auto s = 0;\n    s += 10.0f * x[i];\n    if (i < n)\n        y[i] = s;\n}\n",
        lambda inputs: 10 * inputs["x"], 3,
        "and all others are whole numbers too: the fraction is lost. `s` keeps whole numbers only: line 3 declares it.",
    ),
    "fractions that a function in the kernel loses": (
        EACH + "    auto ten = [&](int j) {\n        int s = 10.0f * x[j];\n        return s;\n    };\n"
        "    if (i < n)\n        y[i] = ten(i);\n}\n",
        lambda inputs: 10 * inputs["x"], 4,
        "and all others are whole numbers too: the fraction is lost. `s` keeps whole numbers only: line 4 declares it.",
    ),
    "a division that gives 0": (
        EACH + "    if (i < n)\n        y[i] = 1 / 2 * x[i];\n}\n", lambda inputs: inputs["x"] / 2, 4,
        "y[0] is 0, and stayed exactly 0 with each input changed in turn; it should depend on x[0]. On line 4, 1 / 2"
        " divides whole numbers: the result is the whole number 0.",
    ),
    "a loop that never runs": (
        HEAD + "    __shared__ float s[8];\n    float sum = 0;\n    s[threadIdx.x] = threadIdx.x < n ? x[threadIdx.x] :"
        " 0.0f;\n    __syncthreads();\n    for (int k = 0; k < n / 64; k++)\n        sum += s[k];\n"
        "    if (threadIdx.x == 0)\n        y[0] = sum;\n}\n", summed, 6,
        "y[0] is 0, and stayed exactly 0 with each input changed in turn; it should depend on x[0] and x[1]. Line 4"
        " puts x[0] into s[0], but line 7, which should read it, never runs: does the loop on line 6 go round at all?",
    ),
    "a result that stays": (
        EACH + "    if (i < n)\n        y[i] = 7.5f;\n}\n", same, 4,
        "y[0] is 7.5, and stayed so with each input changed in turn; it should depend on x[0]. No thread loads x[0].",
    ),
    "an element that nothing stores": (
        EACH + "    if (i + 1 < n)\n        y[i] = x[i];\n}\n", same, 4,
        "no thread stores y[1]. Line 4 stores y[0], where `i + 1 < n` (line 3).",
    ),
    "a return under no condition": (
        EACH + "    if (n < 0)\n        i = 0;\n        return;\n    y[i] = x[i];\n}\n",
        same, 5,
        "no thread stores y[0]. Every thread leaves on line 5, so line 6, which should store it, never runs.",
    ),
    "a place that is read before it is filled": (
        HEAD + "    __shared__ float s[8];\n    int t = threadIdx.x;\n    s[t] = 0;\n    __syncthreads();\n"
        "    if (t == 0) {\n        float sum = 0;\n        for (int k = 0; k < 8; k++)\n            sum += s[k];\n"
        "        y[0] = sum;\n    }\n    s[t] = t < n ? x[t] : 0.0f;\n}\n", summed, 9,
        "Thread (0,0) reads s[0] on line 9, and puts x[0] there only then, on line 12.",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_a_pattern_is_told_with_the_numbers_of_a_small_run(
    name: str, device: LocalEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the lab it needs to know only what must come out."""
    text, answer, line, words = CASES[name]
    told_line, said = found(monkeypatch, device, text, answer)
    assert words in said
    assert told_line == line


def test_what_cancels_out_in_a_small_case_is_not_said_to_be_strange(
    device: LocalEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of one element the difference from the mean is 0 whatever it is, and it belongs there all the same."""
    text = EACH + "    if (i < n)\n        y[i] = 0.75f * x[i];\n}\n"
    _, said = found(monkeypatch, device, text, lambda inputs: inputs["x"] - inputs["x"].mean())
    assert "does not belong there" not in said
    assert "y[0] takes x[0] with the factor 0.75 instead of 0.5" in said


@pytest.mark.parametrize(("kind", "line", "belongs"), [(Kind.OUT_OF_BOUNDS, 4, True), (Kind.OUT_OF_BOUNDS, 3, False),
                                                       (Kind.UNINITIALIZED_READ, 4, False)])  # fmt: skip
def test_a_small_case_is_told_of_an_access_only_where_it_shows_the_same_one(
    device: LocalEmulator, monkeypatch: pytest.MonkeyPatch, kind: Kind, line: int, belongs: bool
) -> None:
    """What is wrong there may be another mistake: of another line, or of another kind."""
    text = EACH + "    if (i < n)\n        y[i] = x[i + 1];\n}\n"
    bench = bench_of(monkeypatch, device, text, same)
    known = explaining.explained_on(bench, text, [vectors_of(8)])
    assert known is not None
    seen = shared(kind, line, "x", 0)
    assert known.belongs_to(seen) == belongs
    assert known.belongs_to(seen, alone=True) == (line == 4), "of one mistake alone both are shown"


def test_a_small_case_is_told_only_of_the_output_that_was_seen_to_be_wrong(
    device: LocalEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of another output it may show another mistake."""
    text = EACH + "    if (i < n)\n        y[i] = 0.5f * x[i];\n}\n"
    bench = bench_of(monkeypatch, device, text, same)
    assert explaining.explained_on(bench, text, [vectors_of(8)], "y") is not None
    assert explaining.explained_on(bench, text, [vectors_of(8)], "z") is None


def test_a_value_of_no_named_type_is_not_said_to_be_a_whole_number_where_a_call_makes_it(
    device: LocalEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its type is that of what the function returns; what is lost may be lost on the way there."""
    text = EACH.replace("extern", "__device__ float ten(float v) { return (int)(10.0f * v); }\nextern", 1)
    text += "    auto v = ten(x[i]);\n    if (i < n)\n        y[i] = v;\n}\n"
    _, said = found(monkeypatch, device, text, lambda inputs: 10 * inputs["x"])
    assert "the fraction is lost." in said
    assert "keeps whole numbers only" not in said


def test_of_a_right_kernel_nothing_is_told(device: LocalEmulator, monkeypatch: pytest.MonkeyPatch) -> None:
    """There is no small case that fails."""
    with pytest.raises(AssertionError, match="known is not None"):
        found(monkeypatch, device, EACH + "    if (i < n)\n        y[i] = x[i];\n}\n", same)


def shared(kind: Kind, line: int, array: str, offset: int, other: int = 0) -> Finding:
    """A finding about an element of a shared array, in the case of eight elements."""
    party = OtherParty(line=other, thread=(0, 0, 0), block=(0, 0, 0), access="write") if other else None
    seen = Occurrence(case="n8@1", block=(0, 0, 0), thread=(1, 0, 0), offset=offset, other=party)
    return Finding(
        kind=kind, severity=Severity.ERROR, line=line, space="shared", array=array, access="write", other=party,
        occurrences=(seen,),
    )  # fmt: skip


def through(line: int, index: int) -> Finding:
    """A finding about an element of x outside it, in the case of eight elements."""
    finding = shared(Kind.OUT_OF_BOUNDS, line, "x", 4 * index)
    seen = finding.occurrences[0].model_copy(update={"index": (index,)})
    return finding.model_copy(update={"space": "global", "occurrences": (seen,)})


SHARED = HEAD + "    __shared__ float s[8];\n    int t = threadIdx.x;\n"
ACCESSES = {
    "one element for several threads": (
        SHARED + "    s[t / 4] = x[t];\n    __syncthreads();\n    y[t] = s[t / 4];\n}\n",
        shared(Kind.DATA_RACE, 4, "s", 0, 4),
        "4 threads store to s[0] on line 4 with no barrier between: (0,0), (1,0), (2,0) and (3,0). If they come there"
        " in the same turn, no barrier helps: each of them needs a place of its own, or a condition must let one alone"
        " come there.", False,
    ),
    "one variable for the threads of which two values are equal": (
        SHARED + "    if (n == 8 && x[t] == x[t])\n        s[0] = t;\n    __syncthreads();\n    y[t] = s[0];\n}\n",
        shared(Kind.DATA_RACE, 5, "s", 0, 5),
        "8 threads store to s[0] on line 5 with no barrier between: (0,0), (1,0), (2,0), (3,0),"
        " (4,0) and 3 more. `n == 8 && x[t] == x[t]` is true in each of them. Work out what it compares in each: may it"
        " be true in more than one?", False,
    ),
    "an element that several threads add to": (
        SHARED + "    s[t] = 0;\n    __syncthreads();\n    s[0] += x[t];\n    __syncthreads();\n    y[t] = s[0];\n}\n",
        shared(Kind.DATA_RACE, 6, "s", 0, 6),
        "8 threads add to s[0] on line 6 at the same time: each loads it, adds, and stores, so what others add is lost."
        " No barrier helps: one atomic operation does all three (atomicAdd).", False,
    ),
    "an element that several threads change": (
        SHARED + "    s[t] = 0;\n    __syncthreads();\n    s[0] = fmaxf(s[0], x[t]);\n    __syncthreads();\n"
        "    y[t] = s[0];\n}\n",
        shared(Kind.DATA_RACE, 6, "s", 0, 6),
        "8 threads change s[0] on line 6 at the same time: each loads it, and stores what it makes of it, so what"
        " others store is lost. No barrier helps: one atomic operation does all of it.", False,
    ),
    "an element that one thread adds to and others read": (
        SHARED + "    s[t] = 0;\n    __syncthreads();\n    s[t] += s[0];\n    y[t] = s[t];\n}\n",
        shared(Kind.DATA_RACE, 6, "s", 0, 6), "", True,
    ),
    "elements of two threads that cross": (
        SHARED + "    for (int j = 0; j < 4; j += 2)\n        if (t + j < 8)\n            s[t + j] = x[t];\n"
        "    __syncthreads();\n    y[t] = s[t];\n}\n",
        shared(Kind.DATA_RACE, 6, "s", 8, 6),
        "On line 6 thread (0,0) stores s[0] and s[2], and thread (2,0) stores s[2] and s[4].", False,
    ),
    "an element that nothing stores, for lack of a thread": (
        SHARED + "    if (t >= 2)\n        s[t] = x[t];\n    __syncthreads();\n    y[t] = s[t];\n}\n",
        shared(Kind.UNINITIALIZED_READ, 7, "s", 0),
        "Read before anything is stored there: s[0] and s[1]. Line 5 stores s[2] to s[7] where `t >= 2` (line 4).",
        False,
    ),
    "an element that is added to and was never set": (
        EACH + "    if (i < n)\n        y[i] += x[i];\n}\n", shared(Kind.UNINITIALIZED_READ, 4, "y", 0),
        "Nothing was stored before in y[0] to y[7].", False,
    ),
    "an element that nothing stores, for lack of an input": (
        SHARED + "    if (t < n - 2)\n        s[t] = x[t];\n    __syncthreads();\n    y[t] = s[t];\n}\n",
        shared(Kind.UNINITIALIZED_READ, 7, "s", 24),
        "Line 5 stores s[0] to s[5] where `t < n - 2` (line 4).", True,
    ),
    "an index that no condition asks about": (
        EACH + "    if (threadIdx.x == 7)\n        y[i] = x[i + 1];\n}\n", shared(Kind.OUT_OF_BOUNDS, 4, "x", 32),
        "Either the array is too small, or some threads take a wrong element, or have none there.", False,
    ),
    "a loop that some threads leave": (
        SHARED + "    for (int w = 4; w > 0; w /= 2) {\n        __syncthreads();\n        if (t >= w)\n"
        "            break;\n    }\n    __syncthreads();\n    y[t] = s[t];\n}\n", shared(Kind.EARLY_EXIT, 9, "s", 0, 5),
        "Threads that come to the `break` on line 7 miss the barrier on line 5."
        " All threads of a block must leave the loop in the same turn: its end may not depend on the thread.", False,
    ),
    "a condition that asks for too little": (
        EACH + "    if (i < n)\n        y[i] = x[i + 1];\n}\n", shared(Kind.OUT_OF_BOUNDS, 4, "x", 32),
        "Line 3 asks `i < n`, and line 4 takes x[i + 1].", True,
    ),
    "a condition in front of the access on its line": (
        EACH + "    if (i < 3)\n        y[i] = i < n ? x[i + 1] : 0;\n}\n", shared(Kind.OUT_OF_BOUNDS, 4, "x", 32),
        "In front of x[i + 1], line 4 asks `i < n`.", True,
    ),
    "a condition in an argument, not about the index": (
        EACH + "    int j = i;\n    if (i < 3)\n        y[i] = max(0.0f, n <= 8 ? x[j] : 0);\n}\n",
        through(5, 8), "In front of x[j], line 5 asks `n <= 8`, not about `j`.", False,
    ),
    "a pointer that is moved too far": (
        EACH + "    const float *p = x + i * sizeof(float);\n    if (i < n)\n        y[i] = x[i];\n"
        "    float v = 0;\n    if (i < n) {\n        v = *p;\n    }\n    y[i] = v;\n}\n", through(8, 8),
        "Line 7 asks `i < n`, and thread (1,0) passes it; yet the pointer that line 8 uses comes to x[8]: look at where"
        " that pointer starts, and how far it is moved.", False,
    ),
    "a pointer under a condition that asks for no size": (
        EACH + "    const float *p = x + 4 * i;\n    float v = 0;\n    if (i > 2) {\n        v = *p;\n    }\n"
        "    y[i] = v;\n}\n", through(6, 12), "", True,
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ACCESSES)
def test_an_access_is_told_by_what_threads_store_and_conditions_ask(
    name: str, device: LocalEmulator, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hint for its kind stays only where that takes nothing from it."""
    text, finding, words, keeps_hint = ACCESSES[name]
    measured = measure_access(bench_of(monkeypatch, device, text, same), text, vectors_of(8), finding)
    assert (in_words([measured.explanation]) if measured else "").endswith(words)
    assert measured is None or (words and measured.keeps_hint == keeps_hint)
