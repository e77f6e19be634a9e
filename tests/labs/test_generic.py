"""A lab that is data alone: what its files may say, and what becomes of it."""

from __future__ import annotations

import contextlib
import re
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.assignment.expressions import ExpressionError, holds
from grader.devices.base import BufferArgument, Compiled
from grader.emulator.result import Counters, LineCounters
from grader.grading.compare import compare
from grader.grading.launching import make_launch
from grader.grading.pipeline import Session
from grader.grading.rubric import requirements_item
from grader.labs.base import ParameterError
from grader.labs.bounds import sum_bound
from grader.labs.generic.config import GenericConfig
from grader.labs.generic.lab import LAB as GENERIC
from grader.labs.generic.models import COUNTS, BufferModel, RequirementModel
from grader.labs.matmul.lab import LAB as MATMUL
from grader.labs.traffic import Measured, traffic_of
from grader.oracle import open_oracle
from grader.results import Kind, LineCount, Requirement, Results, Status
from grader.selfcheck.survivors import Fate, read_mutants, try_mutants
from grader.submissions.submission import decode_submission
from tests.labs.vectors import arguments_of
from tests.oracles import Told, told_by

ROOT = Path(__file__).parents[2] / "labs" / "vector_addition"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the vector addition, to be spoilt."""
    return Path(shutil.copytree(ROOT, tmp_path / "lab"))


@pytest.mark.parametrize(
    ("file", "old", "new", "message"),
    [
        ("testcases/extremes.yaml", "n: 1}", "m: 1}", r"extremes\.yaml:8: cases\[0\]\.m: unknown key; the sizes are n"),
        ("testcases/extremes.yaml", "n: 1}", "inputs: ones}", r"extremes\.yaml:8: cases\[0\]: n is missing"),
        ("testcases/extremes.yaml", "n: 1}", "n: BLOCK - 64}", r"n is 0 at BLOCK = 64: a size must be at least 1"),
        ("testcases/extremes.yaml", "n: 1}", "n: WIDTH}", r"'WIDTH' has no value here: known are BLOCK"),
        ("testcases/extremes.yaml", "n: 1}", "n: 1, variants: [7]}", r"7 is not among config\.yaml's variants"),
        ("testcases/extremes.yaml", "cases:", "variants: [7]\ncases:", r"extremes\.yaml:7: variants: 7 is not among"),
        ("config.yaml", "x: {in: [n]}", "x: {in: [m]}", r"config\.yaml:8: buffers\.x: 'm' has no value here"),
        ("config.yaml", "x: {in: [n]}", "x: {in: [n - 1]}", r"the dimensions are \[0\]: each must be at least 1"),
        (
            "config.yaml",
            "x: {in: [n]}",
            "x: {in: [n], out: [n]}",
            "expected exactly one of in, out, inout, scratch and c",
        ),
        ("config.yaml", "z: {out: [n]}", "z: {in: [n]}", "no buffer is out or inout: nothing would be judged"),
        ("config.yaml", "[x, y, z, n]", "[x, z, n]", "parameters must name the buffer y exactly once"),
        ("config.yaml", "[x, y, z, n]", "[x, y, z, len]", r"parameters\[3\]: 'len' has no value here"),
        ("config.yaml", "block: [BLOCK]", "block: [n - 1]", r"launch\.block: is \[0\]: at least 1 is needed"),
        ("config.yaml", "global_stores <= n", "stores <= n", r"requirements\[2\]\.require: 'stores' has no value"),
        ("config.yaml", "global_stores <= n", "global_stores", "expected one comparison by <="),
        (
            "config.yaml",
            "lab: generic",
            "lab: generic\nsquare_only: true",
            "square_only: unknown key; the keys here are lab,",
        ),
        ("config.yaml", "counted:", "#", "counted must give the sizes at which counts are taken"),
        ("config.yaml", "lab: generic", "lab: dancing", r"lab: expected 'matmul' or 'generic'"),
        ("hints.yaml", "[requirement]", "[dance]", r"hints\.yaml:\d+: hints\[4\]\.kinds"),
        ("config.yaml", "lab: generic\n", "", r"config\.yaml:\d+: lab: is missing: .* lab: generic$"),
        (
            "config.yaml",
            "x: {in: [n]}",
            "x: {in: [n], input: [n]}",
            r"buffers\.x\.input: unknown key",
        ),
        (
            "hints.yaml",
            "[requirement]",
            "[requirement]\n    requirement: [few loads]",
            r"hints\.yaml:\d+: hints\[\d\]\.requirement: 'few loads' is no requirement; they are neigh",
        ),
        (
            "config.yaml",
            "x: {in: [n]}",
            "x: {in: [n], elem: int}",
            r"buffers\.x\.elem: unknown key; did you mean 'element'",
        ),
        ("config.yaml", "global_stores <= n", "stores <= n", r"did you mean global_stores or shared_stores\?"),
        (
            "config.yaml",
            "BLOCK: [",
            "BLOCK: [4096, ",
            r"^config\.yaml:\d+: variants\.BLOCK\[0\]: expected at most 1024, got 4096$",
        ),
        ("config.yaml", "block: [BLOCK]", "block: [min(n, BLOCK)]", r"block\[0\]: 'min\(n' is not .* needs quotes\)"),
        (
            "config.yaml",
            "Vector addition",
            "Vector: addition",
            r"config\.yaml:3: is not valid YAML: .* needs quotes\)$",
        ),
        (
            "testcases/extremes.yaml",
            "n: 1}",
            "n: 1, inputs: rnadom}",
            r"extremes\.yaml:8: cases\[0\]\.inputs: 'rnadom' is not built in \(random, zeros, ones, index\), and",
        ),
    ],
)
def test_a_mistake_in_the_yaml_is_told_with_its_place(
    folder: Path, file: str, old: str, new: str, message: str
) -> None:
    """File, line, key, and what was expected."""
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssignmentError, match=message):
        load_assignment(folder)


@pytest.mark.parametrize("count", COUNTS)
def test_a_requirement_may_name_every_count(folder: Path, count: str) -> None:
    """The configuration is read with it, and it is looked up in both kernels' counts."""
    path = folder / "config.yaml"
    path.write_text(path.read_text(encoding="utf-8").replace("global_stores <= n", f"{count} <= naive_{count}"))
    rows = GENERIC.requirements((measured(loads=8, n=4, sectors=1),), load_assignment(folder).config)
    assert {row.status for row in rows} == {Status.PASSED}


def test_an_oracle_without_an_answer_is_told(folder: Path) -> None:
    """Before anything is graded by it."""
    (folder / "reference" / "oracle.py").write_text("def result(a, b): ...\n")
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    with (
        contextlib.closing(oracle),
        pytest.raises(AssignmentError, match="expected: is missing: the oracle must define expected"),
    ):
        _ = oracle.functions


def test_a_lab_without_an_oracle_is_told(folder: Path) -> None:
    """Nothing else says what must come out."""
    (folder / "reference" / "oracle.py").unlink()
    with pytest.raises(AssignmentError, match=r"^reference/oracle\.py: no such file: it says what must come out"):
        load_assignment(folder)


def oracle(**functions: Callable[..., object]) -> Told:
    """An oracle of these functions; without `expected`, that of the vector addition."""
    return Told(**{"expected": lambda inputs, sizes: {"z": inputs["x"] + inputs["y"]}, **functions})


LAB = load_assignment(ROOT)
ORACLE = told_by(LAB)
CASES = {case.label: case for case in LAB.cases()}


def test_a_case_has_its_buffers_and_its_answer() -> None:
    """The seed alone decides; the output holds nothing at first, and the right answer is right."""
    case = CASES["block-plus-1@64"]
    made, again = (GENERIC.make_problem(case, LAB.config, seed=4, oracle=ORACLE) for _ in range(2))
    assert (dict(made.sizes), made.buffers["x"].content.shape) == ({"n": 65}, (65,))
    assert np.array_equal(made.buffers["y"].content, again.buffers["y"].content)
    assert made.fresh == ("z",)
    assert np.isnan(made.buffers["z"].content).all()
    right = (made.buffers["x"].content + made.buffers["y"].content).astype(np.float32)
    assert compare(right, np.ones(65, bool), made).right
    wrong = right * np.float32(1.000001)
    assert not compare(wrong, np.ones(65, bool), made).right


def test_the_arguments_are_those_of_the_configuration() -> None:
    """Buffers, sizes, expressions; a kernel with another number of parameters is told what is passed."""
    made = GENERIC.make_problem(CASES["one-block@64"], LAB.config, seed=4, oracle=ORACLE)
    four = Compiled(ok=True, display_name="add", parameters=tuple(("int", name) for name in "abcd"))
    assert arguments_of(GENERIC, made, four) == (BufferArgument("x"), BufferArgument("y"), BufferArgument("z"), 64)
    with pytest.raises(ParameterError, match="add takes 1 parameters; this assignment passes 4: x, y, z, n"):
        arguments_of(GENERIC, made, replace(four, parameters=(("int", "a"),)))
    assert GENERIC.expected_parameters(LAB.config, 0) == ("const float *x", "const float *y", "float *z", "int n")


@pytest.mark.parametrize(
    ("functions", "message"),
    [
        ({"expected": lambda inputs, sizes: {"z": np.zeros(3)}}, r"expected: gave float64 of shape \(3,\) for z"),
        ({"expected": lambda inputs, sizes: {"Z": np.zeros(3)}}, "expected: gives no z; it gave Z"),
        (
            {"expected": lambda inputs, sizes: {"z": inputs["x"] * np.inf}},
            r"gave z\[0\] = -?inf; a result must be a fin",
        ),
        ({"inputs": lambda kind, sizes, rng: {"z": np.zeros(64)}}, "gave 'z', which is no buffer that holds anything"),
        ({"inputs": lambda kind, sizes, rng: {"x": np.zeros(5)}}, r"gave float64 of shape \(5,\) for x; numbers of"),
        ({"inputs": lambda kind, sizes, rng: None}, "inputs: gave None; a dictionary of the buffers that it fills"),
        ({"bound": lambda inputs, expected, sizes: {"z": "far"}}, "bound: gave"),
        ({"bound": lambda inputs, expected, sizes: {"z": np.nan}}, r"bound: gave z\[0\] = nan; a bound is a number"),
    ],
)
def test_what_an_oracle_cannot_mean_is_the_instructors_mistake(
    functions: dict[str, Callable[..., object]], message: str
) -> None:
    """With the file and the function; no student loses a point by it."""
    with pytest.raises(AssignmentError, match=message):
        GENERIC.make_problem(CASES["four-blocks@64"], LAB.config, seed=4, oracle=oracle(**functions))


def test_an_oracle_fills_what_it_likes_and_says_how_exact_the_answer_must_be() -> None:
    """`inputs` is asked with the case's kind; `bound` for the judged buffer."""
    told = oracle(
        inputs=lambda kind, sizes, rng: {"x": np.full(sizes["n"], 7 if kind == "index" else 1)},
        bound=lambda inputs, expected, sizes: {"z": 0.5},
    )
    made = GENERIC.make_problem(CASES["one-block@64"], LAB.config, seed=4, oracle=told)
    assert set(made.buffers["x"].content) == {np.float32(7)}
    assert set(made.bound) == {0.5}


def test_an_oracle_sees_the_variant_where_its_function_asks_for_it() -> None:
    """A result may depend on the block, as sums of segments do; other functions are called as they were written."""
    told = oracle(
        expected=lambda inputs, sizes, variant: {"z": np.arange(sizes["n"]) // variant["BLOCK"]},
        inputs=lambda kind, sizes, rng, variant: {"x": np.full(sizes["n"], variant["BLOCK"])},
        bound=lambda inputs, expected, n: {"z": 0.5},
    )
    for label, last, block in (("four-blocks@64", 3, 64), ("four-blocks@256", 3, 256)):
        made = GENERIC.make_problem(CASES[label], LAB.config, seed=4, oracle=told)
        assert (made.expected[-1], made.buffers["x"].content[0], made.bound[0]) == (last, block, 0.5)


@pytest.mark.parametrize(("way", "states"), [("inout", [0, 0, 3]), ("out", [0, 3, 3])])
def test_what_held_the_right_value_before_need_not_be_stored(way: str, states: list[int]) -> None:
    """As the bins of a histogram that nothing falls into; what held nothing must be."""
    config = LAB.config
    assert isinstance(config, GenericConfig)
    buffer = BufferModel.model_validate({way: ("n",), "initial": "zeros"})
    judged = config.model_copy(update={"buffers": {**config.buffers, "z": buffer}})
    told = oracle(expected=lambda inputs, sizes: {"z": np.arange(sizes["n"]) % 3})
    made = GENERIC.make_problem(CASES["one-block@64"], judged, seed=4, oracle=told)
    got = np.array([0, 1, 0], np.float32).repeat([1, 1, 62])
    got[3] = 0
    comparison = compare(got, np.zeros(64, bool) | (np.arange(64) == 0), made)
    assert list(comparison.states[[0, 3, 2]]) == states


def test_whole_numbers_wrap_as_the_hardware_does() -> None:
    """And must come out exactly."""
    config = LAB.config
    assert isinstance(config, GenericConfig)
    buffers = {name: each.model_copy(update={"element": "byte"}) for name, each in config.buffers.items()}
    told = oracle(expected=lambda inputs, sizes: {"z": inputs["x"].astype(int) + 250})
    bytes_ = config.model_copy(update={"buffers": buffers})
    made = GENERIC.make_problem(CASES["one-block@64"], bytes_, seed=4, oracle=told)
    assert made.expected.max() < 256
    assert not made.bound.any()


def measured(*, loads: int, n: int, sectors: int | None = None) -> Measured:
    """A kernel's counts at this length."""
    counted = (
        "global_sectors",
        "global_load_sectors",
        "global_load_requests",
        "shared_wavefronts",
        "shared_ideal_wavefronts",
        "working_threads",
        "branches",
        "divided_branches",
    )
    line = LineCounters(line=1, global_loads=loads, global_stores=n, **dict.fromkeys(counted, sectors))
    counters = Counters.of((line,))
    row = traffic_of("student", counters, {"n": n}, 64, outputs=n)
    return Measured(naive=row, student=row, reference=None, right=True, place=f"n = {n}")


def test_a_requirement_is_asked_wherever_loads_were_counted() -> None:
    """With both sides as numbers where it does not hold; what was not counted is not asked for."""
    good, bad = measured(loads=200, n=100), measured(loads=401, n=200)
    assert {row.status for row in GENERIC.requirements((good,), LAB.config)} == {Status.PASSED, Status.SKIPPED}
    first = GENERIC.requirements((good, bad), LAB.config)[1]
    assert first.status is Status.FAILED
    assert "global_loads <= 2 * n must hold, but at n = 200 it is 401 against 400" in first.message
    assert first.message.startswith("each element loaded once: Which elements does a thread need")  # the question first
    spread = GENERIC.requirements((measured(loads=200, n=100, sectors=999),), LAB.config)[0]
    assert spread.status is Status.FAILED
    assert {row.status for row in GENERIC.requirements((), LAB.config)} == {Status.FAILED}


@pytest.mark.parametrize(
    ("statuses", "share"), [("pppp", 1), ("fppp", 0), ("pfpp", 0.5), ("ppfp", 0.75), ("pppf", 0.875), ("ffff", 0)]
)
def test_requirements_earn_their_weights_in_order(statuses: str, share: float) -> None:
    """One that holds by itself earns nothing where one before it does not."""
    assert isinstance(LAB.config, GenericConfig)
    rows = tuple(RequirementModel(name=f"r{n}", require="n > 0", weight=8 >> n) for n in (0, 1, 2))
    rows = (*rows, RequirementModel(name="r3", require="n > 0", weight=2))
    config = LAB.config.model_copy(update={"requirements": rows})
    told = {"p": Status.PASSED, "f": Status.FAILED}
    judged = [Requirement(name="r", status=told[status], message="") for status in statuses]
    item = requirements_item(judged, config)
    assert (item.name, item.points, item.status) == ("requirements", item.max_points * share, told["fp"[share == 1]])


def test_a_requirement_is_told_where_most_of_it_is() -> None:
    """The line that has most of what is counted; where more is asked for, and nothing is there, the line that loads."""
    assert isinstance(LAB.config, GenericConfig)
    asked = {
        "few": "bank_conflicts == 0", "side by side": "sectors <= n", "turns": "shared_wavefronts < n",
        "more": "shared_loads >= n",
    }  # fmt: skip
    rows = tuple(RequirementModel(name=name, require=require) for name, require in asked.items())
    config = LAB.config.model_copy(update={"requirements": rows})
    lines = (
        LineCount(line=1, global_loads=9, sectors=3),
        LineCount(line=2, bank_wavefronts=8, bank_ideal_wavefronts=8),
        LineCount(line=3, bank_wavefronts=6, bank_ideal_wavefronts=1),
        LineCount(line=4, sectors=5),
    )
    heaviest = {name: max(lines, key=lambda row: GENERIC.weight_of(row, name, config)).line for name in asked}
    assert heaviest == {"few": 3, "side by side": 4, "turns": 2, "more": 1}
    assert GENERIC.judges_warps(config)
    assert not GENERIC.judges_warps(config.model_copy(update={"requirements": rows[3:]}))


@pytest.mark.parametrize(
    ("condition", "true"),
    [("n <= 5", True), ("n > 5", False), ("2 * n == 10", True), ("ceildiv(n, 2) < n", True), ("n >= 6", False)],
)
def test_a_comparison_holds_or_not(condition: str, true: bool) -> None:
    """Two expressions, compared."""
    assert holds(condition, n=5) is true


@pytest.mark.parametrize("condition", ["n", "1 < n < 9", "n <= open('x')", "n <= (lambda: 1)()", "n != 3", "n <="])
def test_nothing_else_is_a_condition(condition: str) -> None:
    """Whatever it is: nothing of it is run."""
    with pytest.raises(ExpressionError):
        holds(condition, n=5)


def test_the_bound_of_a_sum_covers_every_order() -> None:
    """Float sums one way and the other, against the exact one."""
    values = np.random.default_rng(3).uniform(-1, 1, 5000).astype(np.float32)
    exact = float(values.astype(np.float64).sum())
    for order in (values, values[::-1], np.sort(values)):
        total = np.float32(0)
        for value in order:
            total += value
        assert abs(float(total) - exact) <= sum_bound(values)
    assert sum_bound(values) < 1


SCAN = load_assignment(ROOT.parent / "scan")


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ("points:\n", "kernel: scan\npoints:\n", "kernel stands in each of launches where there are several"),
        ("launches:  ", "launched:  ", "launched: unknown key; did you mean 'launches'"),
        ("{parameters: [x, y, n], block", "{block", "baseline needs parameters where there are several launches"),
        (
            "block: [BLOCK], grid: [1]}",
            "block: [BLOCK], grid: [n - 1]}",
            r"launches\[1\]\.grid: is \[0\]: at least 1 is",
        ),
        ("[y, sums, n]", "[y, sums, size]", r"launches\[2\]\.parameters\[2\]: 'size' has no value here"),
        ("[y, sums, n]", "[y, y, n]", "parameters must name the buffer y exactly once"),
        ("sums: {scratch:", "sums: {constant:", "sums is in constant memory: kernels see it without a parameter"),
        ("  y: {out", "  w: {constant: [n * 9000]}\n  y: {out", r"bytes are constant: a GPU has room for 65,536"),
    ],
)
def test_a_mistake_in_the_launches_is_told_with_its_place(tmp_path: Path, old: str, new: str, message: str) -> None:
    """Which launch, which key, and what was expected."""
    folder = Path(shutil.copytree(SCAN.root, tmp_path / "lab"))
    text = (folder / "config.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "config.yaml").write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(AssignmentError, match=message):
        load_assignment(folder)


def test_each_launch_has_its_own_geometry_and_arguments() -> None:
    """All work on the same arrays; what is scratch holds nothing, and need not stay as it is."""
    case = {case.label: case for case in SCAN.cases()}["two-blocks@64"]
    made = GENERIC.make_problem(case, SCAN.config, seed=4, oracle=told_by(SCAN))
    launch = make_launch(SCAN.config, Compiled(ok=True, others=(Compiled(ok=True), Compiled(ok=True))), made)
    assert [(step.kernel, step.grid[0], step.block[0]) for step in launch.steps] == [(0, 2, 64), (1, 1, 64), (2, 2, 64)]
    assert launch.steps[1].arguments == (BufferArgument("sums"), 2)
    assert (launch.uninitialized, made.kept, made.outputs) == (("y", "sums"), ("x",), ("y",))


TWO = """
extern "C" __global__ void split(const int *x, int *low, int *high, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    low[i] = min(x[i], 50);
    high[i] = max(x[i], 50);
}
"""


@pytest.fixture
def two(tmp_path: Path) -> Path:
    """A lab with two outputs."""
    folder = tmp_path / "two"
    for name in ("testcases", "reference"):
        (folder / name).mkdir(parents=True)
    (folder / "config.yaml").write_text(
        "lab: generic\nassignment: Two\nsubmission: split.cu\nsizes: [n]\nvariants: {BLOCK: [32]}\nkernel: split\n"
        "buffers:\n  x: {in: [n], element: int}\n  low: {out: [n], element: int}\n  high: {out: [n], element: int}\n"
        "parameters: [x, low, high, n]\nlaunch: {block: [BLOCK], grid: ['ceildiv(n, BLOCK)']}\n"
    )
    (folder / "testcases" / "lengths.yaml").write_text("title: T\nreason: R\ncases: [{name: some, n: 40}]\n")
    (folder / "reference" / "oracle.py").write_text(
        "import numpy as np\n\n\ndef expected(inputs, sizes):\n"
        "    return {'low': np.minimum(inputs['x'], 50), 'high': np.maximum(inputs['x'], 50)}\n"
    )
    for name in ("solution.cu", "baseline.cu"):
        (folder / "reference" / name).write_text(TWO)
    return folder


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("max(x[i], 50)", "max(x[i], 51)", r"high is wrong in some@32.*: high\[\d+\] is 51, expected 50"),
        ("low[i] = min(x[i], 50);", "", r"Cells of low were never written in some@32"),
    ],
)
def test_every_output_is_judged(two: Path, old: str, new: str, words: str) -> None:
    """The first that is wrong is told, by its name."""
    with Session(load_assignment(two), device="cpu") as session:
        assert session.grade(decode_submission(TWO.encode(), path=two / "split.cu")).results.passed
        results = session.grade(decode_submission(TWO.replace(old, new).encode(), path=two / "split.cu")).results
    assert not results.passed
    assert re.search(words, results.findings[0].message)
    case = results.cases[0]
    assert case.map is not None
    assert case.map.array == ("high" if "max" in old else "")


def test_mutants_are_judged_by_every_output(two: Path) -> None:
    """Of what goes into the second one alone, too; and the kernel as it is passes."""
    with Session(load_assignment(two), device="cpu") as session:
        opened = session.opened[0]
        mutants = [
            each for each in read_mutants(opened, session.emulators[0], TWO) if "high" in TWO.split("\n")[each.line - 1]
        ]
        tried = try_mutants(opened, session.emulators, mutants, TWO)
    assert tried and {entry.fate for entry in tried} <= {Fate.CAUGHT, Fate.EQUIVALENT, Fate.NO_KERNEL}
    assert sum(entry.fate is Fate.CAUGHT for entry in tried) > len(tried) / 2


def test_the_variant_is_called_by_its_macro() -> None:
    """In tables and exports, where the product has its tile width."""
    assert GENERIC.words(LAB.config).variant == "BLOCK"
    assert MATMUL.words(LAB.config).variant == "tile width"


def graded(folder: Path, source: str) -> Results:
    """A kernel, on one small case and where loads are counted, without a sweep."""
    for path in (folder / "testcases").glob("*.yaml"):
        path.unlink()
    (folder / "testcases" / "small.yaml").write_text("title: Small\nreason: One.\ncases: [{name: small, n: 100}]\n")
    text = re.sub(r"(?m)^variants: .*", "variants: {BLOCK: [64]}", (folder / "config.yaml").read_text(encoding="utf-8"))
    text = re.sub(r"(?m)^sweep: .*", "", text) + "\nsweep: {work: 0}\n"
    (folder / "config.yaml").write_text(text, encoding="utf-8")
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return session.grade(decode_submission(source.encode(), path=Path("kernel.cu"))).results


def test_a_row_of_hints_may_be_for_one_requirement(folder: Path) -> None:
    """The first row is for another one, which is met; the second for that which is not."""
    (folder / "hints.yaml").write_text(
        "hints:\n"
        "  - {name: side, kinds: [requirement], requirement: [each sum stored once], hint: Store once.}\n"
        "  - {name: once, kinds: [requirement], requirement: [each element loaded once], hint: Load once.}\n"
    )
    twice = "z[i] = x[i] + y[i] + 0.0f * ((const volatile float *)x)[i];"
    source = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    assert "z[i] = x[i] + y[i];" in source
    results = graded(folder, source.replace("z[i] = x[i] + y[i];", twice))
    assert [row.hint for row in results.findings if row.kind is Kind.REQUIREMENT] == ["Load once."]


def test_a_baseline_that_takes_other_parameters_is_the_assignments_mistake(folder: Path) -> None:
    """Told with its file and line, before anything is said of a student's kernel."""
    path = folder / "reference" / "baseline.cu"
    path.write_text(path.read_text(encoding="utf-8").replace("int n)", "int n, int more)"), encoding="utf-8")
    solution = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    with pytest.raises(AssignmentError, match=r"^reference/baseline\.cu:3: add_in_stretches takes 5 parameters; this"):
        graded(folder, solution)


def test_a_wrong_result_is_on_the_line_that_wrote_it_last(tmp_path: Path) -> None:
    """Of three launches the last goes wrong, whose store is not the busiest."""
    folder = Path(shutil.copytree(ROOT.parent / "scan", tmp_path / "scan"))
    source = (folder / "reference" / "solution.cu").read_text(encoding="utf-8")
    wrong = source.replace("y[i] += sums[blockIdx.x - 1];", "y[i] += 2 * sums[blockIdx.x - 1];")
    results = graded(folder, wrong)
    line = 1 + wrong[: wrong.index("y[i] += 2")].count("\n")
    assert [row.line for row in results.findings if row.kind is Kind.WRONG_RESULT] == [line]
