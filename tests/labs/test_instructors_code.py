"""An assignment's own Python and launches: their mistakes are the instructor's, told with file and line, exit 2."""

from __future__ import annotations

import re
import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, TestCase, load_assignment
from grader.cli import ExitCode, main
from grader.cli.notebook import Workbench
from grader.devices.process import ChildProcess
from grader.grading.pipeline import Session
from grader.oracle import Call, Earlier, Making, Oracle, OracleLimitError, made_of, open_oracle
from grader.results import Kind, Results, Severity
from grader.selfcheck.survivors import Fate, read_mutants, try_mutants
from grader.submissions.submission import decode_submission

ROOT = Path(__file__).parents[2]
Edit = Callable[[str, str, str], None]

ADD = """
extern "C" __global__ void add(const float *x, const float *y, float *z, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        z[i] = x[i] + y[i];
}
"""
CONFIG = """
lab: generic
assignment: Sums
submission: add.cu
sizes: [n]
buffers:
  x: {in: [n]}
  y: {in: [n]}
  z: {out: [n]}
kernel: add
parameters: [x, y, z, n]
variants: {BLOCK: [32]}
launch: {block: [BLOCK], grid: ["ceildiv(n, BLOCK)"]}
points: {correctness: 80, safety: 20}
limits: {seconds: 1}
sweep: {work: 0}
"""
EXPECTED = "import numpy as np\n\n\ndef expected(inputs, sizes):\n"
RIGHT = EXPECTED + "    return {'z': inputs['x'].astype(float) + inputs['y']}\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A small lab that is sound."""
    root = tmp_path / "lab"
    for name in ("testcases", "reference"):
        (root / name).mkdir(parents=True)
    (root / "config.yaml").write_text(CONFIG.lstrip())
    (root / "testcases" / "few.yaml").write_text("title: Few\nreason: One.\ncases: [{name: few, n: 40}]\n")
    (root / "reference" / "oracle.py").write_text(RIGHT)
    for name in ("add.cu", "reference/solution.cu", "reference/baseline.cu"):
        (root / name).write_text(ADD)
    return root


@pytest.fixture
def edit(folder: Path) -> Edit:
    """Replace a text in one of the lab's files."""

    def change(name: str, old: str, new: str) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def graded(folder: Path, source: str = ADD) -> Results:
    """The verdict on a text."""
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        return session.grade(decode_submission(source.encode(), path=Path("add.cu"))).results


def told(folder: Path, source: str = ADD) -> str:
    """What keeps a text from being graded."""
    with pytest.raises(AssignmentError) as caught:
        graded(folder, source)
    return str(caught.value)


def test_the_lab_of_these_tests_is_sound(folder: Path) -> None:
    """Each test below changes one thing of it."""
    assert graded(folder).passed


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (EXPECTED + "    return {'z': inputs['q']}\n", ":5: expected: KeyError: 'q' (asked for n = 40, in few@32)"),
        (
            EXPECTED + "    z = inputs['x']\n    return {'z': z[1:]}\n",
            ":6: expected: gave float32 of shape (39,) for z",
        ),
        (EXPECTED + "    return {'Z': inputs['x']}\n", ":5: expected: gives no z; it gave Z (asked"),
        (EXPECTED + "    return {'z': 'abc'}\n", ":5: expected: gave str (<U3) for z; numbers of shape (40,) are"),
        (EXPECTED + "    return None\n", ":5: expected: gave nothing (None) for z; numbers"),
        (EXPECTED + "    return {'z': np.full(40, np.nan)}\n", ":5: expected: gave z[0] = nan; a result must be"),
        (EXPECTED + "    return {'z': [1, 2\n", ":5: cannot be imported: SyntaxError"),
        (EXPECTED + "    return undefined\n", ":5: expected: NameError: name 'undefined' is not defined (asked"),
        (EXPECTED + "    import os\n    os._exit(3)\n", ": ended the process in which it ran: the child process died"),
        (EXPECTED + "    while True:\n        pass\n", ": expected: takes more than 1 s (asked for n = 40, in few@32)"),
        (EXPECTED + "    np.ones(1 << 40)\n", ":5: expected: needs more than 4,096 MB (asked for n = 40, in"),
        ("def expected(inputs):\n    return 1\n", ":1: expected: TypeError: expected() takes 1 positional argument"),
        ("raise SystemExit(0)\n", ":1: cannot be imported: SystemExit: 0"),
        (
            RIGHT + "\n\ndef bound(inputs, expected, sizes):\n    return {'z': -1}\n",
            ":9: bound: gave z[0] = -1; a bound",
        ),
    ],
)
def test_a_mistake_in_the_oracle_is_told_once_with_its_line(folder: Path, text: str, words: str) -> None:
    """Whatever it is, and before the submission, which does not even compile, is looked at."""
    (folder / "reference" / "oracle.py").write_text(text)
    message = told(folder, "no kernel at all")
    assert message.startswith("reference/oracle.py")
    assert words in message
    assert message.count("\n") == 0


def test_an_oracle_that_fails_at_one_size_is_the_instructors_mistake_whenever_it_is_asked(
    folder: Path, edit: Edit
) -> None:
    """Also where no case has that size, and only the sweep does."""
    edit(
        "reference/oracle.py",
        "    return",
        "    if sizes['n'] > 200:\n        raise ValueError('too many')\n    return",
    )
    edit("config.yaml", "sweep: {work: 0}", "sweep: {work: 30}")
    assert re.match(
        r"reference/oracle\.py:6: expected: ValueError: too many \(asked for n = \d+, beside the cases: sweep: ",
        told(folder),
    )
    edit("config.yaml", "sweep: {work: 30}", "sweep: {work: 30, where: n <= 200}")
    assert graded(folder).passed


INPUTS = "\n\ndef inputs(kind, sizes, rng):\n"


@pytest.mark.parametrize(
    ("element", "kind", "body", "words"),
    [
        ("float", "fallen", "    return {'x': -rng.random(sizes['n'])} if kind == 'falling' else {}\n",
         "fills nothing for 'fallen', which is not built in (random, zeros, ones, index)"),
        ("int", "random", "    return {'x': rng.random(sizes['n'])}\n", ", which an element of int32 cannot hold"),
        ("byte", "random", "    return {'x': np.full(sizes['n'], 300)}\n", "gave x[0] = 300, which an element of ui"),
        ("float", "random", "    return {'w': np.ones(sizes['n'])}\n", "gave 'w', which is no buffer that holds"),
        ("float", "random", "    return np.ones(sizes['n'])\n", "gave float64 of shape (40,); a dictionary"),
    ],
)  # fmt: skip
def test_inputs_that_are_not_what_a_case_means_are_told_with_their_line(
    folder: Path, edit: Edit, element: str, kind: str, body: str, words: str
) -> None:
    """Nothing is filled at random, or cut, in their place."""
    (folder / "reference" / "oracle.py").write_text(RIGHT + INPUTS + body)
    edit("config.yaml", "x: {in: [n]}", f"x: {{in: [n], element: {element}}}")
    edit("testcases/few.yaml", "n: 40", f"n: 40, inputs: {kind}")
    message = told(folder)
    assert message.startswith("reference/oracle.py:9: inputs: ")
    assert words in message


def test_whole_numbers_of_another_type_fill_a_buffer(folder: Path, edit: Edit) -> None:
    """What counts is that no value changes."""
    (folder / "reference" / "oracle.py").write_text(RIGHT + INPUTS + "    return {'x': np.full(sizes['n'], 7.0)}\n")
    edit("config.yaml", "x: {in: [n]}", "x: {in: [n], element: int}")
    assert graded(folder, ADD.replace("const float *x", "const int *x")).passed


def test_a_slow_oracle_ends_the_sweep_and_costs_the_student_nothing(folder: Path, edit: Edit) -> None:
    """Where it takes too long is said; the shapes before it have been tried."""
    edit("reference/oracle.py", "    return", "    while sizes['n'] > 300:\n        pass\n    return")
    edit("config.yaml", "sweep: {work: 0}", "sweep: {work: 60}")
    results = graded(folder)
    assert results.passed and results.sweep is not None
    assert results.sweep.shapes > 5
    # a second, or on a busy machine what the questions before have left of the sweep's time
    assert re.fullmatch(r"the oracle takes (?:more than )?[\d.]+ s at n = \d+", results.sweep.ended)


def test_a_sweep_ends_where_all_its_questions_take_too_long_together(folder: Path) -> None:
    """Each is short; the one that took longest is named."""
    (folder / "reference" / "oracle.py").write_text(
        "import time\n\n\ndef expected(number):\n    time.sleep(0.01)\n    return number\n"
    )
    assignment = load_assignment(folder)
    (case,) = assignment.cases()
    oracle = open_oracle(assignment)
    assert oracle is not None
    brief = oracle.within(0.015)

    def ask_much() -> None:
        for number in range(10):
            brief.ask([Call("expected", (number,))], case)

    with pytest.raises(OracleLimitError) as caught:
        ask_much()
    oracle.close()
    assert re.fullmatch(r"the oracle takes [\d.]+ s at n = 40", caught.value.words)


def test_what_several_cases_ask_goes_to_the_child_together(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a request for each round of questions; a case whose answer is wrong is told of when it is asked by itself."""
    (folder / "reference" / "oracle.py").write_text(
        "def expected(number):\n    return number + 1\n\n\ndef fails(number):\n    return 1 // (number - 12)\n"
    )
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    requests: list[object] = []
    request = ChildProcess.request

    def noted(child: ChildProcess, asked: object, *arguments: object, **named: object) -> object:
        requests.append(asked)
        return request(child, asked, *arguments, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(ChildProcess, "request", noted)
    (case,) = load_assignment(folder).cases()
    cases = [replace(case, name=f"n-{number}", sizes={"n": number}) for number in range(8)]

    def made(case: TestCase) -> Making[int]:
        (first,) = yield [Call("expected", (case.sizes["n"],))]
        (second,) = yield [Call("expected", (int(first) + 5,))]
        return int(second)

    def wrong(case: TestCase) -> Making[int]:
        (only,) = yield [Call("fails", ((yield from made(case)),))]
        return int(only)

    assert oracle.ask_together([(case, made(case)) for case in cases]) == [number + 7 for number in range(8)]
    assert len(requests) == 1 + 2  # the file is loaded once
    together = oracle.ask_together([(case, wrong(case)) for case in cases])
    assert [each is None for each in together] == [number >= 5 for number in range(8)]
    with pytest.raises(AssignmentError, match=r"oracle\.py:6: fails: ZeroDivisionError.*asked for n = 5"):
        made_of(wrong(cases[5]), lambda calls: oracle.ask(calls, cases[5]))
    oracle.close()


def asked(oracle: Oracle, *calls: Call) -> list[object]:
    """The answers to these calls, of some case."""
    (case,) = load_assignment(ROOT / "labs" / "histogram").cases()[:1]
    return list(oracle.ask(calls, case))


def test_equal_questions_are_asked_once(folder: Path) -> None:
    """Whoever asks, as long as there is room for the answers."""
    (folder / "reference" / "oracle.py").write_text(
        "asked = []\n\n\ndef expected(inputs, sizes):\n    asked.append(1)\n    return {'z': len(asked)}\n"
    )
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    one, two = (Call("expected", ({"x": np.full(3, number)}, {"n": 3})) for number in (1, 2))
    answers: list[object] = []
    threads = [threading.Thread(target=lambda: answers.extend(asked(oracle, one))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [dict(each)["z"].item() for each in answers] == [1, 1, 1, 1]  # type: ignore[call-overload]
    assert dict(asked(oracle, two)[0])["z"] == 2  # type: ignore[call-overload]
    oracle.close()


def test_an_oracle_gets_and_gives_what_it_would_in_one_process(folder: Path) -> None:
    """Every element type, an answer for the next call, and the generator as far as it has gone."""
    (folder / "reference" / "oracle.py").write_text(
        "def expected(given, rng=None):\n    return {**given, 'drawn': rng.random(3)}\n\n\n"
        "def other(given, answer):\n"
        "    return [answer is not None, answer['i1'] is given['i1'], answer['drawn'].sum()]\n"
    )
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    types = ("f2", "f4", "f8", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "?")
    given = {name: np.arange(6).reshape(2, 3).astype(name) for name in types}
    rng, same = np.random.default_rng(5), np.random.default_rng(5)
    rng.random(4), same.random(4)
    first, second = asked(oracle, Call("expected", (given,), {"rng": rng}), Call("other", (given, Earlier(0))))
    oracle.close()
    made = dict(first)  # type: ignore[call-overload]
    drawn = made.pop("drawn")
    np.testing.assert_array_equal(drawn, same.random(3))
    assert {name: array.dtype for name, array in made.items()} == {name: array.dtype for name, array in given.items()}
    assert all(np.array_equal(made[name], given[name]) for name in types)
    np.testing.assert_array_equal(second, [1, 1, drawn.sum()])


def test_an_oracle_sees_its_assignment_and_nothing_else(folder: Path, tmp_path: Path) -> None:
    """It may read the files beside it, write nothing there, and reach no network."""
    (tmp_path / "secret").write_text("secret")
    (folder / "reference" / "table.txt").write_text("7")
    (folder / "reference" / "oracle.py").write_text(
        "import os\nimport socket\nfrom pathlib import Path\n\n\n"
        "def expected(path):\n    return int(Path(path).read_text())\n\n\n"
        "def writes(path):\n    Path(path).write_text('x')\n\n\ndef connects():\n    socket.socket()\n\n\n"
        "def home():\n    return [os.environ.get('XDG_CACHE_HOME') is None]\n"
    )
    oracle = open_oracle(load_assignment(folder))
    assert oracle is not None
    assert asked(oracle, Call("expected", (str(folder / "reference" / "table.txt"),))) == [7]
    assert asked(oracle, Call("home", ())) == [[1]]
    for call, refused in (
        (Call("expected", (str(tmp_path / "secret"),)), "PermissionError"),
        (Call("writes", (str(folder / "reference" / "table.txt"),)), "PermissionError"),
        (Call("connects", ()), "Function not implemented"),
    ):
        with pytest.raises(AssignmentError, match=refused):
            asked(oracle, call)
    oracle.close()


def test_the_oracle_that_ships_is_the_graders_own_answer_until_it_is_changed(tmp_path: Path) -> None:
    """Then it is asked like any other."""
    root = tmp_path / "product"
    for name in ("testcases", "reference", "starter"):
        shutil.copytree(ROOT / name, root / name)
    shutil.copy(ROOT / "config.yaml", root)
    assert open_oracle(load_assignment(root)) is None
    with (root / "reference" / "oracle.py").open("a") as file:
        file.write("\n# mine\n")
    oracle = open_oracle(load_assignment(root))
    assert oracle is not None
    assert {"result", "error_bound"} <= oracle.functions.keys()
    oracle.close()


SHARED = ADD.replace("    int i", "    extern __shared__ float kept[];\n    int i").replace(
    "z[i] = x[i] + y[i];", "{ kept[threadIdx.x] = x[i]; z[i] = kept[threadIdx.x] + y[i]; }"
)


@pytest.mark.parametrize(
    ("old", "new", "solution", "words"),
    [
        ("kernel: add", "kernel: sum", ADD, r"config\.yaml:9: kernel: .*solution\.cu: There is no kernel named sum"),
        ("block: [BLOCK]", "shared_bytes: BLOCK, block: [BLOCK]", SHARED,
         r"config\.yaml:12: launch\.shared_bytes: .*: kept gets too few bytes of dynamic shared memory"),
        ("x", "x", SHARED, r"config\.yaml:12: launch\.shared_bytes: .*: kept gets too few"),
        ("[x, y, z, n]", "[x, y, z]", ADD, r"config\.yaml:10: parameters: .*solution\.cu:2: The kernel add has an"),
    ],
)  # fmt: skip
def test_a_launch_that_the_solution_cannot_have_is_told_before_a_student_is_blamed(
    folder: Path, edit: Edit, old: str, new: str, solution: str, words: str
) -> None:
    """With the key of config.yaml that is to be changed."""
    edit("config.yaml", old, new)
    (folder / "reference" / "solution.cu").write_text(solution)
    assert re.match(words, told(folder, solution))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("block: [BLOCK]", "block: [64 * BLOCK, 2]",
         "config.yaml:12: launch.block: 2048 × 2 is 4,096 threads: a block has at most 1,024 (in the case few at"),
        ("block: [BLOCK]", "block: [1, 1, 128]", "launch.block: 128 is more than any GPU launches with: at most 64"),
        ('grid: ["ceildiv(n, BLOCK)"]', "grid: [1, 70000]", "launch.grid: 70,000 is more than any GPU launches with"),
        ("block: [BLOCK]", "shared_bytes: 250000, block: [BLOCK]", "launch.shared_bytes: 250,000 is more than any GPU"),
    ],
)  # fmt: skip
def test_a_launch_that_no_gpu_makes_is_told_where_it_is_written(
    folder: Path, edit: Edit, old: str, new: str, words: str
) -> None:
    """Nothing has to run for it."""
    edit("config.yaml", old, new)
    with pytest.raises(AssignmentError) as caught:
        load_assignment(folder)
    assert words in str(caught.value)


def test_the_product_is_launched_within_a_gpus_limits_too(tmp_path: Path) -> None:
    """A tile of 64 × 64 threads is none."""
    root = tmp_path / "product"
    for name in ("testcases", "reference", "starter"):
        shutil.copytree(ROOT / name, root / name)
    text = (ROOT / "config.yaml").read_text()
    (root / "config.yaml").write_text(re.sub(r"widths: \[[\d, ]+\]", "widths: [16, 64]", text))
    with pytest.raises(AssignmentError, match=r"launch\.block: 64 × 64 is 4,096 threads: a block has at most 1,024"):
        load_assignment(root)


def test_an_array_without_a_size_is_the_students_mistake_where_the_launch_gives_none(folder: Path) -> None:
    """On the line that declares it, first of all; no fault of the grader's."""
    results = graded(folder, SHARED)
    assert results.fault is None and not results.passed
    first = results.findings[0]
    assert (first.kind, first.severity, first.line) == (Kind.OUT_OF_BOUNDS, Severity.ERROR, 3)
    assert "this lab launches with no dynamic shared memory: give the array a size" in first.message
    assert results.fix_first is not None and first.message in results.fix_first


COMMANDS = {
    "grade": ["grade", "{lab}/add.cu", "--assignment", "{lab}", "--out", "{out}"],
    "trace": ["trace", "{lab}/add.cu", "--assignment", "{lab}"],
    "selfcheck": ["selfcheck", "--assignment", "{lab}"],
    "batch": ["batch", "{out}/class", "--assignment", "{lab}", "--out", "{out}/grades", "--jobs", "1"],
    "watch": ["grade", "{lab}/add.cu", "--assignment", "{lab}", "--out", "{out}", "--watch"],
}


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_ends_with_the_instructors_mistake(
    folder: Path, edit: Edit, command: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """Exit code 2 and its line, once; of a class nobody is graded."""
    edit("reference/oracle.py", "inputs['y']", "inputs['w']")
    for name in ("ada", "bob", "eve"):
        path = tmp_path / "out" / "class" / name / "add.cu"
        path.parent.mkdir(parents=True)
        path.write_text(f"// {name}\n{ADD}")
    words = [word.format(lab=folder, out=tmp_path / "out") for word in COMMANDS[command]]
    assert main(words) == ExitCode.USAGE
    said = capfd.readouterr()
    assert (said.out + said.err).count("reference/oracle.py:5: expected: KeyError: 'w'") == 1
    assert "Traceback" not in said.err


def test_a_notebook_tells_the_instructors_mistake(folder: Path, edit: Edit) -> None:
    """As wrong input, which is one line below the cell."""
    edit("reference/oracle.py", "inputs['y']", "inputs['w']")
    workbench = Workbench()
    with pytest.raises(AssignmentError, match=r"reference/oracle\.py:5: expected: KeyError"):
        workbench.grade(f"--assignment {folder}", ADD)
    workbench.close()


def test_selfcheck_says_which_files_it_lacks(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And what they are for."""
    for name in ("reference/solution.cu", "add.cu"):
        (folder / name).unlink()
    assert main(["selfcheck", "--assignment", str(folder)]) == ExitCode.USAGE
    said = capsys.readouterr().err
    assert "reference/solution.cu: no such file: add the solution, which every student is measured by" in said
    assert "add.cu: no such file: add what students start from" in said


LARGEST = """
extern "C" __global__ void largest(const float *x, float *most, int n) {
    __shared__ float seen[BLOCK];
    int t = threadIdx.x, i = blockIdx.x * BLOCK + t;
    seen[t] = i < n ? x[i] : -1e30f;
    __syncthreads();
    for (int half = BLOCK / 2; half > 0; half /= 2) {
        if (t < half)
            seen[t] = fmaxf(seen[t], seen[t + half]);
        __syncthreads();
    }
    int blocks = (n + BLOCK - 1) / BLOCK;
    if (t == 0 && blockIdx.x < blocks)
        most[blockIdx.x] = seen[0];
}
"""


def test_mutants_that_a_case_fails_are_no_equivalents(folder: Path, edit: Edit) -> None:
    """A value that pads is wrong for one case's inputs alone; a division by 0 is whatever its neighbours make of it."""
    edit("config.yaml", "  y: {in: [n]}\n  z: {out: [n]}", '  most: {out: ["ceildiv(n, BLOCK)"]}')
    edit("config.yaml", "kernel: add\nparameters: [x, y, z, n]", "kernel: largest\nparameters: [x, most, n]")
    sizes = "".join(f"  - {{name: some-{n}, n: {n}}}\n" for n in range(33, 43))
    (folder / "testcases" / "few.yaml").write_text(
        f"title: Few\nreason: Some.\ncases:\n{sizes}  - {{name: below, n: 50, inputs: negative}}\n"
    )
    (folder / "reference" / "oracle.py").write_text(
        "import numpy as np\n\n\ndef inputs(kind, sizes, rng):\n"
        "    return {'x': (1 + rng.random(sizes['n'])) * (-1 if kind == 'negative' else 1)}\n\n\n"
        "def expected(inputs, sizes):\n"
        "    x = inputs['x']\n    return {'most': [x[at : at + 32].max() for at in range(0, sizes['n'], 32)]}\n"
    )
    with Session(load_assignment(folder), device="cpu", workers=1) as session:
        opened = session.opened[0]
        mutants = read_mutants(opened, session.emulators[0], LARGEST)
        tried = try_mutants(opened, session.emulators, mutants, LARGEST)
    fates = {entry.what.partition(": ")[2]: entry.fate for entry in tried if entry.edit.line in (5, 12)}
    assert fates["-1e30f became 0.0f"] is Fate.CAUGHT
    assert fates["BLOCK became 0"] is Fate.CAUGHT
