"""A lab can ask for a whole program: its files and what it prints are judged, and what it does on both halves."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from grader.assignment import AssignmentError, load_assignment
from grader.cli import main
from grader.courses.packages import extras_of, needed_to_grade
from grader.emulator.result import Counters, LineCounters
from grader.grading.pipeline import Session
from grader.labs.program.config import known_calls
from grader.labs.program.templates import Difference, Template
from grader.results import Kind, Results, Severity, Status
from grader.selfcheck.standings import judge, read_mistakes
from grader.submissions.submission import decode_submission, read_submission
from tests.programs.conftest import shared_library

ROOT = Path(__file__).parents[2]
ADDITION, PRODUCT = ROOT / "labs" / "vector_addition_program", ROOT / "labs" / "streams_product"
SOLUTION = (ADDITION / "reference" / "solution.cu").read_text(encoding="utf-8")
EXPORTED = ("gradescope.json", "prairielearn.json", "autolab.txt")
BYTES, FLOAT = np.dtype(np.uint8), np.dtype(np.float32)
Grade = Callable[..., Results]


# --- texts with fields


def test_fields_are_filled_with_sizes_scalars_and_expressions():
    """Whole numbers stay whole."""
    assert Template("{n} {2 * n} {alpha}").filled({"n": 5, "alpha": 0.25}) == "5 10 0.25"


def read(template: str, text: str, **counts: int) -> tuple[dict[str, list[float]], Difference | None]:
    """What a text has in the place of outputs of floats."""
    return Template(template).read(text, dict.fromkeys(counts, FLOAT), counts, {"n": 3})


def test_outputs_are_read_where_they_are_printed_however_words_are_spaced():
    """An output of several elements has as many numbers, with commas between or without."""
    assert read("sum={s}; {n} of v: [{v}]", "sum=2.5;\n 3 of\tv: [1, 2 3e1]\n", s=1, v=3) == (
        {"s": [2.5], "v": [1, 2, 30]}, None,
    )  # fmt: skip


def test_the_first_word_that_is_not_as_asked_for_is_told_with_its_line():
    """Another word, no number, an end that comes too early or too late."""
    assert read("sum: {s}", "time 3\nSum: 4", s=1)[1] == Difference(1, "time", "sum:")
    assert read("sum: {s}", "sum:\nmuch", s=1)[1] == Difference(2, "much", "…", number=True)
    assert read("sum: {s}", "sum:\n", s=1)[1] == Difference(1, "", "…", number=True)
    assert read("sum: {s}", "sum: 1\n2", s=1)[1] == Difference(2, "2", "")
    assert read("in {_} ms", "in 0.3 ms")[1] is None


def test_counts_of_launches_add_up_line_by_line():
    """What was counted nowhere stays uncounted."""
    one = Counters.of((LineCounters(line=3, global_loads=2), LineCounters(line=4, flop=1)))
    both = Counters.together([one, Counters.of((LineCounters(line=3, global_loads=5),)), Counters()])
    assert [(row.line, row.global_loads, row.flop, row.global_sectors) for row in both.lines] == [
        (3, 7, 0, None), (4, 0, 1, None),
    ]  # fmt: skip


# --- the configuration


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """A copy of the vector addition with another text in its config.yaml."""
    folder = shutil.copytree(ADDITION, tmp_path / "lab")
    text = (folder / "config.yaml").read_text(encoding="utf-8")
    assert old in text
    (folder / "config.yaml").write_text(text.replace(old, new), encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("submission:", "kernel: add\nsubmission:", "'kernel' is no key of a program"),
        ("{in: [n], file: y.bin}", "{in: [n]}", "file is missing"),
        ("{in: [n], file: y.bin}", "{inout: [n], file: y.bin}", "expected in, a file that the program reads"),
        ("{out: [1]}", "{out: [1], file: z.bin}", "two buffers have one file"),
        ("the last is {last}", "done", "prints must have {last} once"),
        ('"{n}", x.bin', '"{m}", x.bin', "arguments[0]: 'm' has no value here"),
        ("cudaFree >=", "cudaFre >=", "the runtime here has no cudaFre"),
        ("global_stores >= n", "load_sectors >= n", "load_sectors"),
    ],
)
def test_a_mistake_in_the_configuration_is_told(tmp_path: Path, old: str, new: str, told: str):
    """With its line where it has one."""
    with pytest.raises(AssignmentError) as error:
        load_assignment(changed(tmp_path, old, new))
    assert told in str(error.value)


def test_functions_of_the_runtime_are_known_by_name():
    """Requirements may count their calls."""
    assert {"cudaMalloc", "cudaMemcpyAsync", "cudaStreamCreate", "cudaGetLastError"} <= known_calls()


def test_a_packaged_autograder_installs_the_compiler_of_host_code():
    """Other labs do not need it."""
    assert b"ziglang" in needed_to_grade(*extras_of(load_assignment(ADDITION)))
    assert b"ziglang" not in needed_to_grade(*extras_of(load_assignment(ROOT)))


def test_no_replay_is_made_of_a_program(capsys: pytest.CaptureFixture[str]):
    """It launches its kernels itself."""
    assert main(["trace", str(ADDITION / "reference" / "solution.cu"), "--assignment", str(ADDITION)]) == 2
    assert "a whole program launches its own" in capsys.readouterr().err


# --- grading


@pytest.fixture(scope="module")
def grade() -> Iterator[Grade]:
    """Grade a program of the vector addition, by default on one ragged case."""
    with shared_library(), Session(load_assignment(ADDITION), device="cpu", replays=None) as session:

        def graded(text: str, cases: str = "ragged") -> Results:
            return session.grade(decode_submission(text.encode(), path=Path("add.cu")), cases=cases).results

        yield graded


def errors(results: Results) -> list[Kind]:
    """The kinds of what is told as an error."""
    return [finding.kind for finding in results.findings if finding.severity is Severity.ERROR]


def test_the_solution_has_all_points_and_its_launches_are_counted(grade: Grade):
    """Two inputs are read from files, the sums go into a third one, and the last is printed."""
    results = grade(SOLUTION, "*")
    assert (results.score, results.passed, results.findings) == (100, True, ())
    assert {item.name: item.points for item in results.rubric} == {
        "correctness": 25, "safety": 15, "host": 20, "requirements": 40,
    }  # fmt: skip
    assert sum(row.global_stores for row in results.lines) == 5000
    assert (results.cases[0].grid, results.cases[0].block) == ((4, 1, 1), (256, 1, 1))


def test_a_fault_of_host_code_costs_its_own_points(grade: Grade):
    """The numbers are right, the kernel is safe."""
    results = grade(SOLUTION.replace("CHECK(cudaFree(d_y));", "cudaFree(d_x);"))
    (finding,) = [each for each in results.findings if each.severity is Severity.ERROR]
    assert (finding.kind, finding.cases) == (Kind.WRONG_FREE, ("ragged",))
    assert SOLUTION.split("\n")[finding.line - 1] == "    CHECK(cudaFree(d_y));"
    assert [item.points for item in results.rubric if item.name in ("safety", "host")] == [15, 0]
    assert not results.passed


def test_a_fault_of_the_kernel_is_told_with_what_the_host_has_to_do_with_it(grade: Grade):
    """It costs the points of the kernel, not those of the host."""
    results = grade(SOLUTION.replace("if (i < n) z[i]", "z[i]"))
    assert set(errors(results)) == {Kind.OUT_OF_BOUNDS}
    assert "On the host" in (results.findings[0].hint or "")
    assert [item.points for item in results.rubric if item.name in ("safety", "host")] == [0, 20]


def test_what_is_printed_does_not_stand_for_what_is_written(grade: Grade):
    """A program that prints the right words and writes nothing is wrong."""
    results = grade(SOLUTION.replace("    write_floats(argv[4], z, n);\n", ""))
    assert errors(results) == [Kind.UNWRITTEN_OUTPUT]
    assert results.cases[0].status is Status.FAILED


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("%d sums, the", "%d sums: the", "On line 1 of what it prints stands “sums:”, where “sums,” should stand."),
        ("    return 0;", "    return 3;", "ends with exit code 3; 0 is right here"),
        ("    return 0;", "    abort();", "The program is ended by SIGABRT."),
        ("write_floats(argv[4], z, n);", "write_floats(argv[4], z, 2 * n);", "Host code"),
    ],
)
def test_wrong_words_and_a_wrong_end_are_told(grade: Grade, old: str, new: str, told: str):
    """In the case in which it happens."""
    if told == "Host code":
        new, told = "z = (float *)realloc(z, 2 * bytes); write_floats(argv[4], z, 2 * n);", "holds more than the 1,000"
    results = grade(SOLUTION.replace(old, new))
    assert errors(results) == [Kind.WRONG_RESULT]
    assert told in results.findings[0].message


HOSTILE = """
#include <dirent.h>
#include <unistd.h>
    DIR *folder = opendir(".");
    for (dirent *entry; folder && (entry = readdir(folder));) fprintf(stderr, "%s\\n", entry->d_name);
    FILE *other = fopen("other.bin", "wb");
    fprintf(stderr, "other %d, link %d, secret %d\\n", other != NULL, symlink("/etc/passwd", "link"),
            fopen("SECRET", "rb") != NULL);
"""


def test_a_program_sees_its_inputs_and_writes_its_outputs_alone(grade: Grade):
    """What is right stands in no file that it can reach, and it makes no file of its own."""
    includes, body = "#include <dirent.h>\n#include <unistd.h>\n", HOSTILE.partition("unistd.h>\n")[2]
    text = includes + SOLUTION.replace(
        "    int n = atoi", body.replace("SECRET", str(ADDITION / "config.yaml")) + "    int n = atoi"
    )
    results = grade(text)
    printed = results.output.split("\n")
    assert {".", "..", "x.bin", "y.bin", "z.bin"} == set(printed[1:-2])
    assert printed[-2] == "other 0, link -1, secret 0"
    assert results.cases[0].status is Status.PASSED


def test_a_program_that_does_not_compile_is_told_its_line(grade: Grade):
    """As any compiler says it."""
    results = grade(SOLUTION.replace("int n = atoi(argv[1]);", "int n = atoi(argv[1])"))
    assert errors(results) == [Kind.COMPILE_ERROR]
    assert SOLUTION.split("\n")[results.findings[0].line - 1] == "    int n = atoi(argv[1]);"


def test_what_is_not_supported_costs_no_points(grade: Grade):
    """It is the grader's to bring."""
    results = grade(
        SOLUTION.replace("    int n = atoi", "    cublasHandle_t handle; cublasCreate(&handle);\n    int n = atoi")
    )
    assert results.fault is None
    assert results.refused == "The program needs what the grader does not have: cublasHandle_t is not supported."
    assert [(finding.line, finding.severity) for finding in results.findings] == [(43, Severity.GRADER)]
    assert results.max_score == 0
    assert results.verdict == f"Not graded, which costs no points. {results.refused}"
    assert {case.message for case in results.cases} == {f"Not run: {results.refused}"}


def test_a_program_that_needs_what_is_not_there_is_no_fault_of_the_graders(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
):
    """The command ends as with wrong input; what a course system gets has no score, and names what is missing."""
    (tmp_path / "add.cu").write_text("#include <nccl.h>\n" + SOLUTION, encoding="utf-8")
    words = [str(tmp_path / "add.cu"), "--assignment", str(ADDITION), "--out", str(tmp_path / "report")]
    words += ["--export", "gradescope", "--export", "prairielearn", "--export", "autolab"]
    with shared_library():
        assert main(words) == 2
    told = [(tmp_path / "report" / name).read_text(encoding="utf-8") for name in ("index.html", *EXPORTED)]
    for text in (capsys.readouterr().out, *told):
        assert "grader itself failed" not in text and "in the grader, not in your code" not in text
        assert "nccl.h is not there" in text
    gradescope, prairielearn = json.loads(told[1]), json.loads(told[2])
    assert "score" not in gradescope and gradescope["tests"] == []
    assert prairielearn["gradable"] is False
    assert told[3].endswith('{"scores": {}}\n')


def test_a_batch_ends_well_with_a_program_that_asks_to_be_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    """It has no grade, is not tried again, and is no fault of the grader's; the program beside it has its points."""
    for name, text in {"ada": SOLUTION, "bob": "#include <nccl.h>\n" + SOLUTION}.items():
        (tmp_path / "class" / name).mkdir(parents=True)
        (tmp_path / "class" / name / "add.cu").write_text(text, encoding="utf-8")
    words = ["batch", str(tmp_path / "class"), "--assignment", str(ADDITION), "--out", str(tmp_path / "graded")]
    with shared_library():
        assert main(words) == main([*words, "--resume"]) == 0
    assert "2 known from before" in capsys.readouterr().out
    rows = (tmp_path / "graded" / "gradebook.csv").read_text(encoding="utf-8").splitlines()
    assert "graded" in rows[1] and "100" in rows[1]
    assert "not graded" in rows[2] and "nccl.h is not there" in rows[2]
    assert "bob" in (tmp_path / "graded" / "index.html").read_text(encoding="utf-8")


IN_EVERY_RUN = {"b-not-awaited", "second-half-not-awaited"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(path.stem, marks=() if path.stem in IN_EVERY_RUN else pytest.mark.slow)
        for path in sorted((PRODUCT / "reference" / "mistakes").glob("*.cu"))
    ],
)
def test_each_mistake_of_the_product_in_streams_is_found(name: str):
    """On its line, as its header says."""
    assignment = load_assignment(PRODUCT)
    mistake = next(each for each in read_mistakes(assignment) if each.name == name)
    cases = "*" if Kind.REQUIREMENT in mistake.kinds else "odd-rows"
    with shared_library(), Session(assignment, device="cpu", replays=None) as session:
        graded = session.grade(read_submission(mistake.path), cases=cases)
    assert judge(mistake, graded.results).problem == ""
