"""The command line as people use it: exit codes, messages, files."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from grader.cli import COMMANDS, ExitCode, main
from grader.cli.ending import guarded_streams

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands run in the repository's folder."""
    monkeypatch.chdir(ROOT)


def grade(tmp_path: Path, *arguments: str) -> int:
    """`python -m grader … --out tmp`."""
    return main([*arguments, "--out", str(tmp_path / "report")])


def test_a_right_kernel_exits_0_and_writes_the_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """index.html and results.json stand in the folder."""
    assert grade(tmp_path, "reference/tiled.cu", "--case", "lesson*") == 0
    results = json.loads((tmp_path / "report" / "results.json").read_text())
    assert (results["schema"], results["passed"]) == (2, True)
    assert "<html" in (tmp_path / "report" / "index.html").read_text()
    assert "Everything passes" in capsys.readouterr().out


def test_a_wrong_kernel_exits_1(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """With the verdict alone when asked to be quiet."""
    assert grade(tmp_path, "reference/mistakes/bounds-floor-division.cu", "--case", "ragged-K", "--quiet") == 1
    assert capsys.readouterr().out.count("\n") == 1


def test_json_on_stdout_is_results_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing else is printed."""
    grade(tmp_path, "reference/tiled.cu", "--case", "one-cell", "--json")
    assert json.loads(capsys.readouterr().out) == json.loads((tmp_path / "report" / "results.json").read_text())


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nowhere.cu"], "nowhere.cu: no such file"),
        (["reference/tiled.cu", "--case", "no-such"], "no case is named 'no-such'"),
        (["--assignment", "tests"], "no such file: name the assignment's folder"),
    ],
)
def test_wrong_input_exits_2_with_words_and_no_traceback(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], words: str
) -> None:
    """Files, cases and folders that are not there."""
    assert grade(tmp_path, *arguments) == 2
    told = capsys.readouterr().err
    assert words in told
    assert "Traceback" not in told


@pytest.mark.parametrize("arguments", [["--seed", "many"], ["--device", "tpu"], ["--shape"], ["a.cu", "b.cu"]])
def test_wrong_arguments_exit_2(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """As argparse does."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert "usage:" in capsys.readouterr().err


def test_an_unwritable_output_folder_is_told_before_the_work(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is graded for nothing."""
    (tmp_path / "taken").write_text("a file")
    assert main(["reference/tiled.cu", "--out", str(tmp_path / "taken")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_a_fault_of_the_grader_exits_3_and_says_whose_it_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever happens inside."""

    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a wheel came off")

    monkeypatch.setattr("grader.grading.pipeline.Session.grade", broken)
    assert grade(tmp_path, "reference/tiled.cu") == 3
    told = capsys.readouterr().err
    assert "not the fault of the submission" in told
    assert "a wheel came off" in told


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """--help of each."""
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert "usage: python -m grader" in capsys.readouterr().out


def test_the_module_runs_as_a_program(tmp_path: Path) -> None:
    """`python -m grader` with a missing kernel: exit 1, in a process of its own."""
    submission = tmp_path / "matmul.cu"
    submission.write_text("__global__ void other(float *x) { x[0] = 1; }\n")
    done = subprocess.run(
        [sys.executable, "-m", "grader", str(submission), "--out", str(tmp_path / "out"), "--case", "one-cell"],
        cwd=ROOT, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    assert done.returncode == 1, done.stderr
    assert "no kernel named matmul_tiled" in done.stdout.replace("\n", " ").replace("  ", " ")


def test_who_reads_the_beginning_alone_gets_no_complaint(tmp_path: Path) -> None:
    """`python -m grader --json | head`: the end of the reader is no fault of the grader's."""
    words = ["reference/tiled.cu", "--json", "--quiet", "--case", "one-cell", "--out", str(tmp_path)]
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "grader", *words], cwd=ROOT, stdout=writer, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False,
    )  # fmt: skip
    os.close(writer)
    assert (done.returncode, done.stderr) == (141, "")


def test_trace_prints_the_phases(capsys: pytest.CaptureFixture[str]) -> None:
    """4×4 on tiles of 2: two phases."""
    assert main(["trace", "reference/tiled.cu"]) == 0
    text = capsys.readouterr().out
    assert "Phase 2 of 2" in text
    assert "C[1][1]" in text


def test_the_assignment_is_found_from_a_folder_inside_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A student who works in starter/ need not say where config.yaml is."""
    monkeypatch.chdir(ROOT / "starter")
    assert grade(tmp_path, "../reference/tiled.cu", "--case", "one-cell", "--quiet") == 0
    assert "passes" in capsys.readouterr().out


def test_watching_waits_until_a_save_is_complete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that still grows from one look to the next is not graded half-written."""
    path = tmp_path / "matmul.cu"
    path.write_text("first")
    saves = iter(["second, half", "second, half and whole", None, None, None])
    graded: list[str] = []

    def pause(seconds: float) -> None:
        text = next(saves, "end")
        if text == "end":
            raise KeyboardInterrupt
        if text is not None:
            path.write_text(text)

    monkeypatch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=pause))
    monkeypatch.setattr(
        "grader.cli.grade._grade_once", lambda session, path, options: graded.append(path.read_text()) or 1
    )
    assert main([str(path), "--watch", "--quiet", "--out", str(tmp_path / "report")]) == 1
    assert graded == ["first", "second, half and whole"]


def test_watching_a_folder_watches_the_file_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A save in place does not touch the folder."""
    path = tmp_path / "matmul.cu"
    path.write_text("first")
    saves = iter(["second", None])

    def pause(seconds: float) -> None:
        text = next(saves, "end")
        if text == "end":
            raise KeyboardInterrupt
        if text is not None:
            path.write_text(text)

    graded: list[str] = []
    monkeypatch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=pause))
    monkeypatch.setattr(
        "grader.cli.grade._grade_once", lambda session, path, options: graded.append(path.read_text()) or 1
    )
    words = [str(tmp_path), "--assignment", str(ROOT), "--watch", "--quiet", "--out", str(tmp_path / "report")]
    assert main(words) == 1
    assert graded == ["first", "second"]


def test_watching_clears_the_screen_and_says_that_it_grades(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A terminal is cleared at a save, shows that there is work, then the verdict and what changed."""
    path = tmp_path / "matmul.cu"
    path.write_text((ROOT / "reference/mistakes/source-syntax-error.cu").read_text())
    saves = iter([(ROOT / "reference/mistakes/source-wrong-name.cu").read_text(), None, None])

    def pause(seconds: float) -> None:
        text = next(saves, "end")
        if text == "end":
            raise KeyboardInterrupt
        if text is not None:
            path.write_text(text)

    monkeypatch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=pause))
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert main([str(path), "--watch", "--out", str(tmp_path / "report")]) == 1
    first, second = capsys.readouterr().out.split("Grading ")[1:]
    assert "\x1b[2J" in first
    assert "Since last time" not in first
    assert "Since last time: gone: Does not compile on line 18; new:" in second
    assert second.index("\x1b[2J") < second.index("error: ") < second.index("Since last time") < second.index("Report")


def test_watching_tells_of_the_cases_before_the_verdict(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """What needs longer, such as all that is tried beside the cases, keeps nobody from knowing how they went."""

    def leave(seconds: float) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("grader.cli.grade.time", SimpleNamespace(sleep=leave))
    kernel = ROOT / "reference" / "mistakes" / "barrier-second-missing.cu"
    words = ["--watch", "--case", "lesson-34-random", "--no-diagnosis", "--out", str(tmp_path / "report")]
    assert main([str(kernel), *words]) == 1
    told = capsys.readouterr().out
    assert told.index("0 of 2 cases without a fault; looking further") < told.index("Report: ")


def test_an_assignment_that_came_with_a_submission_is_told_of_and_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It may be the student's copy: nothing of it is read, and its oracle does not run."""
    clone = tmp_path / "clone"
    (clone / "reference").mkdir(parents=True)
    (clone / "config.yaml").write_text("points: {correctness: 0}\n")
    (clone / "reference" / "oracle.py").write_text("raise SystemExit(0)\n")
    (clone / "matmul.cu").write_text((ROOT / "reference" / "tiled.cu").read_text())
    monkeypatch.chdir(tmp_path)
    assert main(["clone/matmul.cu", "--out", "here"]) == ExitCode.USAGE
    assert "name it: --assignment clone" in capsys.readouterr().err
    assert not (tmp_path / "here").exists()


def test_an_assignment_that_is_named_wrongly_is_not_replaced_by_another(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who names a folder means it."""
    words = [str(ROOT / "reference" / "tiled.cu"), "--assignment", str(tmp_path)]
    assert main(words) == ExitCode.USAGE
    assert "no such file" in capsys.readouterr().err


@pytest.mark.parametrize(("given", "meant"), [("--output", "--out"), ("--cases=tall", "--case"), ("--jsn", "--json")])
def test_an_unknown_option_is_told_with_the_one_that_was_meant(
    given: str, meant: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The guess is among the command's own options."""
    with pytest.raises(SystemExit) as ended:
        main(["grade", given, "x.cu"])
    assert ended.value.code == ExitCode.USAGE
    assert f"did you mean {meant}?" in capsys.readouterr().err


def test_no_commands_description_ends_in_two_signs(capsys: pytest.CaptureFixture[str]) -> None:
    """A question keeps its question mark and gets no full stop."""
    with pytest.raises(SystemExit):
        main(["selfcheck", "--help"])
    told = capsys.readouterr().out
    assert "Is this assignment sound?" in told
    assert "?." not in told


ORDERS = ("::set-output name=points::100", "::add-path::evil", "##[error]x", "##vso[task.setvariable variable=a]b")


def printing(*lines: str) -> str:
    """The reference, whose first thread prints these lines."""
    text = (ROOT / "reference" / "tiled.cu").read_text()
    said = "".join(f"\\n  {line}" for line in lines).replace("%", "%%")
    return text.replace(
        "{", '{\n    if (threadIdx.x + threadIdx.y + blockIdx.x + blockIdx.y == 0) printf("' + said + '\\n");', 1
    )


@pytest.mark.parametrize(
    "words",
    [
        ("grade", "FILE", "--case", "lesson*", "--export", "github", "--export", "markdown", "--out", "OUT"),
        ("check", "FILE", "-D", "TILE_WIDTH=16",
         "matmul_tiled<<<dim3(1, 1), dim3(16, 16)>>>(A: float[256], B: float[256], C: float[256], 16, 16, 16)"),
        ("grade", "MISSING", "--out", "OUT"),
    ],
)  # fmt: skip
def test_no_line_that_is_printed_is_an_order_to_a_runner(
    tmp_path: Path, words: tuple[str, ...], capfd: pytest.CaptureFixture[str]
):
    """Whatever a kernel prints, and whatever a file is called; it is shown all the same."""
    (tmp_path / "matmul.cu").write_text(printing(*ORDERS))
    places = {"FILE": tmp_path / "matmul.cu", "OUT": tmp_path / "out", "MISSING": "::error::a\n::set-output name=b.cu"}
    main([str(places.get(word, word)) for word in words])
    out, err = capfd.readouterr()
    texts = [out, err, *(path.read_text() for path in (tmp_path / "out").glob("*.md"))]
    assert any("set-output name=" in text for text in texts)
    for line in "\n".join(texts).replace("\r", "\n").split("\n"):
        assert not line.lstrip().startswith("::")
        assert "##[" not in line and "##vso[" not in line


def test_an_order_is_none_however_it_is_written(capfd: pytest.CaptureFixture[str]):
    """In one piece or several, after a carriage return, below blanks; what is none stays as it is."""
    with guarded_streams():
        for piece in (":", ":a\n", "  ", "\t::b\n", "x\r::c\n", "std::max(::d)\n", "y" * 200, "::e\n"):
            sys.stdout.write(piece)
    assert capfd.readouterr().out == ": :a\n  \t: :b\nx\r: :c\nstd::max(::d)\n" + "y" * 200 + "::e\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell closes the descriptors")
@pytest.mark.parametrize("closed", [">&-", "<&- >&- 2>&-"])
def test_what_nobody_reads_is_graded_all_the_same(tmp_path: Path, closed: str):
    """Whoever closes standard output wants the exit code and the files."""
    command = f"exec {sys.executable} -m grader reference/tiled.cu --case one-cell --out {tmp_path} {closed}"
    assert subprocess.run(["sh", "-c", command], check=False).returncode == 0
    assert json.loads((tmp_path / "results.json").read_text())["passed"]


@pytest.mark.skipif(sys.platform == "win32", reason="a folder in use cannot be removed there")
@pytest.mark.parametrize(
    ("before", "words"),
    [
        ("cd {gone} && rmdir {gone}", "the current folder is not there any more"),
        ("ulimit -f 8", "what is made cannot be written"),
    ],
)
def test_a_place_that_takes_no_files_is_told_in_words(tmp_path: Path, before: str, words: str):
    """It is neither the student's fault nor the grader's."""
    (tmp_path / "gone").mkdir()
    grade = f"{sys.executable} -m grader {ROOT / 'reference' / 'tiled.cu'} --case one-cell --assignment {ROOT}"
    command = f"{before.format(gone=tmp_path / 'gone')}; exec {grade} --out {tmp_path / 'out'}"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, words in done.stderr, "Traceback" in done.stderr) == (2, True, False)


@pytest.mark.skipif(not hasattr(signal, "SIGHUP"), reason="this system has no such signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
@pytest.mark.parametrize("command", ["grade", "check"])
def test_a_signal_to_end_leaves_nothing_behind(tmp_path: Path, name: str, command: str):
    """Neither folders nor children, whatever was going on; the exit code is a shell's."""
    (tmp_path / "endless.cu").write_text("__global__ void endless(int *x) { while (atomicAdd(x, 0) == 0) { } }")
    (tmp_path / "tmp").mkdir()
    words = {
        "check": [str(tmp_path / "endless.cu"), "endless<<<1, 1>>>(x: int[1] = zeros)", "--seconds", "600"],
        "grade": ["reference/tiled.cu", "--watch", "--out", str(tmp_path / "out")],
    }[command]
    environment = {**os.environ, "TMPDIR": str(tmp_path / "tmp")}
    process = subprocess.Popen(
        [sys.executable, "-m", "grader", command, *words],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    deadline = time.monotonic() + 60
    # Python itself makes a file there for a moment, to see whether it can.
    while not list((tmp_path / "tmp").glob("grader-*")) and time.monotonic() < deadline:
        time.sleep(0.01)
    folders = list((tmp_path / "tmp").glob("grader-*"))
    process.send_signal(getattr(signal, name))
    err = process.communicate(timeout=60)[1]
    assert folders
    assert (process.returncode, list((tmp_path / "tmp").iterdir())) == (128 + getattr(signal, name), [])
    assert err.decode().endswith("grader: stopped\n")


@pytest.mark.skipif(sys.platform == "win32", reason="no file may be called so there")
@pytest.mark.parametrize("name", [b"a\nb.cu", b"\xff.cu", b'q"u\\o.cu'])
def test_a_file_of_any_name_is_graded(tmp_path: Path, name: bytes):
    """Also where a compiler, a page and a table cannot repeat it as it is."""
    file = tmp_path / os.fsdecode(name)
    file.write_bytes((ROOT / "reference" / "tiled.cu").read_bytes())
    assert grade(tmp_path, str(file), "--case", "one-cell@16", "--export", "junit", "--export", "sarif") == 0


FOUND = """
#define SIDE 8
__global__ void anything(const float *left, const float *right, float *made, int order)
{
    __shared__ float a[SIDE][SIDE], b[SIDE][SIDE];
    int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * SIDE + y, col = blockIdx.x * SIDE + x;
    float sum = 0;
    for (int p = 0; p < order; p += SIDE) {
        a[y][x] = row < order && p + x < order ? left[row * order + p + x] : 0;
        b[y][x] = p + y < order && col < order ? right[(p + y) * order + col] : 0;
        __syncthreads();
        for (int i = 0; i < SIDE; ++i)
            sum += a[y][i] * b[i][x];
        __syncthreads();
    }
    if (row < order && col < order)
        made[row * order + col] = sum;
}
"""


def ready_line(text: str) -> list[str]:
    """The arguments of the last command line that was printed to be pasted."""
    [*_, line] = [line for line in text.splitlines() if "python -m grader" in line]
    return shlex.split(line.partition("python -m grader ")[2])


def test_a_file_that_is_not_written_for_the_assignment_is_told_how_to_go_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line that is printed grades it."""
    found = tmp_path / "found here.cu"
    found.write_text(FOUND)
    assert grade(tmp_path, str(found), "--no-diagnosis") == 1
    told = capsys.readouterr().out
    assert "Not written for this assignment?" in told
    arguments = ready_line(told)
    assert arguments == ["--assignment", "auto", str(found)]
    assert grade(tmp_path, *arguments, "--case", "square-*", "--quiet") == 0


def test_a_kernel_that_is_no_product_is_told_a_launch_to_check(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """And that line runs: here the kernel is without a fault."""
    found = tmp_path / "scale.cu"
    found.write_text("__global__ void scale(float *x, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x;"
                     " if (i < n) x[i] *= 2; }\n")  # fmt: skip
    assert grade(tmp_path, str(found), "--no-diagnosis") == 1
    command, *arguments = ready_line(capsys.readouterr().out)
    assert (command, arguments[0]) == ("check", str(found))
    assert main([command, *arguments]) == 0


def test_without_an_assignment_the_ways_on_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a folder that belongs to none."""
    (tmp_path / "found.cu").write_text(FOUND)
    monkeypatch.chdir(tmp_path)
    assert main(["found.cu"]) == 2
    told = capsys.readouterr().err
    assert "--assignment auto found.cu" in told
    assert "check found.cu" in told


def test_the_kernel_and_macros_can_be_named_on_the_command_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two kernels with shared memory neither is chosen for one: the error names a way."""
    found = tmp_path / "two.cu"
    first = FOUND.replace("#define SIDE 8", "")
    found.write_text(first + first.replace("anything", "other"))
    arguments = ["--assignment", "auto", str(found), "--case", "square-1T", "--quiet"]
    assert grade(tmp_path, *arguments) == 1
    assert grade(tmp_path, *arguments, "--kernel", "other", "-D", "SIDE=8") == 0
    assert grade(tmp_path, *arguments, "-D", "1SIDE") == 2
