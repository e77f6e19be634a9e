"""What the page about labs says of names, the oracle, the sweep, counts, points and lines is so."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.compiling.frontend import compile_cuda
from grader.edits.landmarks import Landmarks
from grader.emulator import load
from grader.grading.shapes import shapes_to_try, usual_effort
from grader.labs import lab_of
from grader.labs.generic.lab import LAB as GENERIC
from tests.oracles import Told

LABS = Path(__file__).parents[2] / "labs"
LEAVES = """extern "C" __global__ void k(const int *x, int *y, int n) {
    __shared__ int parts[64];
    int t = threadIdx.x;
    if (t >= n)
        return;
    parts[t] = x[t];
    __syncthreads();
    y[t] = parts[n - 1 - t];
    __syncthreads();
}
"""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("n", "in", "'in' is a word of Python or C++"),
        ("x", "is", "'is' is a word of Python or C++"),
        ("n", "int", "'int' is a word of Python or C++"),
        ("BLOCK", "for", "'for' is a word of Python or C++"),
        ("n", "blocks", "'blocks' means something else in expressions"),
        ("BLOCK", "min", "'min' means something else in expressions"),
        ("n", "name", "is given twice"),
    ],
)
def test_a_name_that_cannot_be_used_is_refused(tmp_path: Path, old: str, new: str, words: str) -> None:
    """In one line for words that no expression could hold."""
    folder = tmp_path / "lab"
    shutil.copytree(LABS / "vector_addition", folder)
    for path in (folder / "config.yaml", *(folder / "testcases").glob("*.yaml")):
        text = path.read_text(encoding="utf-8")
        prose = re.compile(r"\s*(#|title|reason|assignment|otherwise| [A-Z])")
        lines = (line if prose.match(line) else re.sub(rf"\b{old}\b", new, line) for line in text.splitlines())
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(AssignmentError) as refused:
        load_assignment(folder)
    assert words in str(refused.value)
    if "word of" in words:
        assert len(str(refused.value).splitlines()) == 1


def test_the_oracle_gets_what_buffers_hold_and_the_sizes() -> None:
    """Nothing of what holds nothing, and not the variant."""
    lab = load_assignment(LABS / "scan")
    asked = []

    def expected(inputs: dict[str, np.ndarray], sizes: dict[str, int]) -> dict[str, np.ndarray]:
        asked.append(({name: (each.dtype, each.shape) for name, each in inputs.items()}, sizes))
        return {"y": np.cumsum(inputs["x"])}

    case = next(case for case in lab.cases() if case.label == "two-blocks@64")
    GENERIC.make_problem(case, lab.config, seed=1, oracle=Told(expected=expected))
    assert asked == [({"x": (np.dtype("int32"), (128,))}, {"n": 128})]


def test_the_sweep_asks_for_up_to_257_blocks() -> None:
    """Where the kernel's text names no number that is larger."""
    lab = load_assignment(LABS / "vector_addition")
    for width in lab.widths:
        space = lab_of(lab.config).space(lab.config, width)
        shapes = shapes_to_try(space, Landmarks(), usual_effort(lab.config), [1])
        assert 256 * width < max(sizes["n"] for sizes in shapes) <= 257 * width


def test_a_barrier_counts_once_for_every_thread_that_comes_to_it() -> None:
    """And a thread that leaves early is found on the line of the condition, not on that of its return."""
    kernel = load(compile_cuda(LEAVES, filename="k.cu", kernel="k").ptx)["k"]
    x, y = np.ones(64, np.int32), np.zeros(64, np.int32)
    whole = kernel.launch(grid=(1, 1), block=(64, 1), args=[x, y, 64])
    assert (whole.findings, whole.counters.total.barriers) == ((), 2 * 64)
    (found,) = kernel.launch(grid=(1, 1), block=(64, 1), args=[x, y, 60]).findings
    assert (found.kind, found.line) == ("early-exit", 4)
    assert LEAVES.splitlines()[4].strip() == "return;"
