"""A batch end to end with the fake grader: nothing is lost, nothing is graded twice, nobody stops the others."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from grader.batch import executors
from grader.batch.store import Store
from grader.processes.forkserver import AVAILABLE, ForkedProcess, ForkServer, ForkServerError
from grader.results import Results
from tests.batch.batches import SETTINGS, Batch, child_environment

ROOT = Path(__file__).resolve().parents[2]


def rows_of(batch: Batch, summary) -> dict[str, dict[str, str]]:
    """The gradebook read back, by student."""
    return {row["student"]: row for row in csv.DictReader(io.StringIO(batch.book(summary)))}


def test_each_student_gets_a_row_and_a_page(batch: Batch):
    """Scores, verdicts and the student's own folder."""
    batch.submit(ada="score 100", alan="score 40")
    rows = rows_of(batch, batch.run())
    assert (rows["ada"]["score"], rows["ada"]["passed"]) == ("100", "yes")
    assert (rows["alan"]["score"], rows["alan"]["passed"], rows["alan"]["findings"]) == ("40", "no", "data-race")
    assert (batch.out / rows["alan"]["report"]).read_text() == "<p>alan: 40</p>"


def test_hidden_cases_stay_out_of_students_folders(batch: Batch):
    """They are in the instructor's kept results, and in nothing that a student gets."""
    batch.submit(ada="score 40")
    batch.run()
    assert "secret" not in (batch.out / "ada" / "results.json").read_text()
    kept = list((batch.out / ".grader" / "results").iterdir())
    assert len(kept) == 1
    assert "secret" in kept[0].read_text()


@pytest.mark.skipif(not AVAILABLE, reason="this system has no fork server")
def test_a_warm_process_that_died_costs_a_try_and_no_wait(batch: Batch, monkeypatch: pytest.MonkeyPatch):
    """The job that waits for it is ended, and the next finds a new one."""
    asked: list[bool] = []

    class Mortal(ForkServer):
        def twin(self, connection: socket.socket) -> ForkedProcess:
            asked.append(True)
            if len(asked) < 3:  # beside the first task, and for it
                raise ForkServerError("the fork server died")
            return super().twin(connection)

    @contextlib.contextmanager
    def warm(**_: object) -> Iterator[ForkServer]:
        with contextlib.closing(Mortal([], {"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT)})) as server:
            yield server

    monkeypatch.setattr(executors, "IN_PROCESS", SETTINGS.factory)
    monkeypatch.setattr(executors, "warm_process", warm)
    batch.submit(ada="score 100")
    summary = batch.run(jobs=1)
    assert rows_of(batch, summary)["ada"]["score"] == "100"
    assert ["the fork server died" in str(fault["fault"]) for fault in summary.faults] == [True]


def test_nothing_is_graded_twice(batch: Batch):
    """Neither in a second run, nor when two students hand in the same file, nor after one has changed."""
    batch.submit(ada="score 1", alan="score 1", grace="score 2")
    first = batch.run()
    assert (first.graded_now, first.known) == (2, 0)
    assert batch.graded("score 1") == 1
    assert (batch.out / "alan" / "index.html").read_text() == "<p>alan: 1</p>"
    batch.submit(grace="score 3")
    second = batch.run()
    assert (second.graded_now, second.known) == (1, 1)
    assert batch.graded("score 1") == 1
    assert rows_of(batch, second)["grace"]["score"] == "3"


def test_equal_files_tell_no_student_the_others_name(batch: Batch):
    """Not in commands, compiler messages or printed text; each is told of the file as it was handed in."""
    names = {"carl": "carl o'hara.cu", "dora": "dora.cu"}
    for student, file in names.items():
        (batch.submissions / student).mkdir()
        (batch.submissions / student / file).write_text("score 40")
    batch.run()
    assert batch.graded("score 40") == 1
    for student, other in (("carl", "dora"), ("dora", "carl")):
        for path in (batch.out / student).iterdir():
            assert other not in path.read_text()
        results = Results.load(batch.out / student / "results.json")
        commands = [results.reproduce, *(case.reproduce for case in results.cases)]
        assert [shlex.split(command)[3] for command in commands] == [names[student]] * 2
        assert results.compile.diagnostics[0].file == names[student] == results.submission.path
    (kept,) = (batch.out / ".grader" / "results").iterdir()
    assert "carl" not in kept.read_text()


def test_a_changed_assignment_or_fresh_grades_again(batch: Batch):
    """The key holds all that a result depends on."""
    batch.submit(ada="score 1")
    batch.run()
    assert batch.run(batch="another").graded_now == 1
    assert batch.run(batch="another").graded_now == 0
    assert batch.run(batch="another", fresh=True).graded_now == 1
    assert batch.graded("score 1") == 3


def test_what_is_worth_more_now_is_scored_again_and_not_graded(batch: Batch):
    """The gradebook and the student's page have the new points, go back with them, and say what there was before."""
    batch.submit(ada="score 30")
    batch.run()
    for worth, points, before in ((2.0, "60", "30"), (1.0, "30", "60")):
        summary = batch.run(worth=worth)
        assert (summary.graded_now, summary.known) == (0, 1)
        assert rows_of(batch, summary)["ada"]["score"] == points
        assert (batch.out / "ada" / "index.html").read_text() == f"<p>ada: {points}</p><p>before: {before}</p>"
    assert batch.graded("score 30") == 1


def test_a_page_says_what_there_was_before_it(batch: Batch):
    """After a resubmission; a page that was half-written is no before. It goes with the student."""
    batch.submit(ada="score 30")
    batch.run()
    batch.submit(ada="score 70")
    batch.run()
    told = "<p>ada: 70</p><p>before: 30</p>"
    page = batch.out / "ada" / "index.html"
    assert page.read_text() == told
    (batch.out / "ada" / ".key").unlink()
    batch.run()
    assert page.read_text() == told
    (batch.submissions / "ada.cu").unlink()
    batch.submit(alan="score 1")
    batch.run()
    assert list((batch.out / ".grader" / "before").iterdir()) == []


def test_fresh_removes_only_what_a_batch_made(batch: Batch):
    """The output folder may be the instructor's own."""
    batch.submit(ada="score 1")
    batch.run()
    (batch.out / "notes.txt").write_text("mine")
    (batch.out / "folder").mkdir()
    Store(batch.out, fresh=True)
    assert not (batch.out / "ada").exists()
    assert (batch.out / "notes.txt").exists()
    assert (batch.out / "folder").exists()


@pytest.mark.parametrize(("fault", "words"), [("raise", "the emulator has a bug"), ("crash", "exit status 11")])
def test_a_grader_fault_is_tried_twice_recorded_and_stops_nobody(batch: Batch, fault: str, words: str):
    """The row says so and has no score; the next run tries again."""
    batch.submit(ada=fault, alan="score 100", grace="score 50")
    rows = rows_of(batch, batch.run())
    assert (rows["ada"]["status"], rows["ada"]["score"]) == ("grader fault", "")
    assert words in rows["ada"]["message"]
    assert (rows["alan"]["score"], rows["grace"]["score"]) == ("100", "50")
    assert batch.graded(fault) == 2
    recorded = json.loads((batch.out / ".grader" / "faults.json").read_text())
    assert [(entry["student"], entry["attempt"]) for entry in recorded] == [("ada", 1), ("ada", 2)]
    assert batch.run().graded_now == 1
    assert batch.graded(fault) == 4


def test_a_fault_that_passes_is_graded_after_all(batch: Batch):
    """The second try counts, and the first is on record."""
    batch.submit(ada="once score 90")
    summary = batch.run()
    assert rows_of(batch, summary)["ada"]["score"] == "90"
    assert [fault["attempt"] for fault in summary.faults] == [1]


def test_results_that_admit_a_fault_are_shown_but_not_kept(batch: Batch):
    """A case that the grader itself could not run costs no points and is tried again next time."""
    batch.submit(ada="score 80 grader-error")
    rows = rows_of(batch, batch.run())
    assert (rows["ada"]["status"], rows["ada"]["score"]) == ("grader fault", "80")
    assert batch.run().graded_now == 1


def test_a_submission_that_hangs_the_grader_is_ended(batch: Batch):
    """After its time, twice; the others are graded meanwhile, and a slow start counts for nobody's time."""
    batch.submit(ada="hang", alan="score 10")
    rows = rows_of(batch, batch.run(seconds=5))
    assert (rows["ada"]["status"], rows["alan"]["status"]) == ("grader fault", "graded")
    assert "took over 5 s" in rows["ada"]["message"]
    assert batch.graded("hang") == 2


def test_a_process_is_replaced_after_its_share(batch: Batch):
    """What leaks, leaks little."""
    batch.submit(**{f"s{number}": f"score {number}" for number in range(7)})
    rows = rows_of(batch, batch.run(jobs=1, tasks=2))
    assert [row["score"] for row in rows.values()] == [str(number) for number in range(7)]


def test_a_student_without_a_file_is_not_graded_and_not_forgotten(batch: Batch):
    """The row says what was handed in."""
    batch.submit(ada="score 1")
    (batch.submissions / "alan").mkdir()
    (batch.submissions / "alan" / "essay.pdf").write_text("")
    rows = rows_of(batch, batch.run())
    assert rows["alan"]["status"] == "not graded"
    assert rows["alan"]["message"] == "no .cu file; handed in: essay.pdf"


def test_students_with_one_name_get_two_folders(batch: Batch):
    """Also where the system does not tell capitals from small letters."""
    for folder in ("one/ada", "two/Ada"):
        (batch.submissions / folder).mkdir(parents=True)
        (batch.submissions / folder / "matmul.cu").write_text(f"score {len(folder)} {folder}")
    from grader.batch.coordinator import entries_of
    from grader.submissions import collect

    entries = entries_of(collect([batch.submissions / "one", batch.submissions / "two"]), "b")
    assert [entry.folder for entry in entries] == ["ada", "Ada~2"]


RUN = """
import sys
from pathlib import Path
sys.path.insert(0, {root_of_tests!r})
import signal
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background leaves it ignored
from tests.batch.batches import Batch
batch = Batch.__new__(Batch)
batch.root = Path({root!r})
batch.submissions, batch.out, batch.marks = (batch.root / name for name in ("class", "out", "marks"))
from rich.console import Console
batch.console = Console(stderr=True)
batch.run()
"""


def started(batch: Batch) -> subprocess.Popen[bytes]:
    """A process that runs the batch."""
    code = RUN.format(root_of_tests=str(Path(__file__).resolve().parents[2]), root=str(batch.root))
    environment = {**os.environ, **child_environment(batch.marks)}
    return subprocess.Popen(
        [sys.executable, "-c", code], env=environment, stderr=subprocess.DEVNULL, restore_signals=True
    )


def kept_by(batch: Batch) -> int:
    """How many results are kept."""
    return len(list((batch.out / ".grader" / "results").glob("*.json")))


def wait_until_kept(batch: Batch, count: int) -> None:
    """Until so many results are there; the minutes are for a machine with much else to do."""
    deadline = time.monotonic() + 300
    while kept_by(batch) < count and time.monotonic() < deadline:
        time.sleep(0.01)


def left_behind(batch: Batch) -> list[str]:
    """The processes that grade for this batch, once they had the time to leave."""
    mark = f"FAKE_MARKS={batch.marks}".encode()
    deadline = time.monotonic() + 60
    while (alive := list(_with_variable(mark))) and time.monotonic() < deadline:
        time.sleep(0.02)
    return alive


def _with_variable(mark: bytes) -> Iterator[str]:
    for path in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):
            if mark in path.read_bytes():
                yield path.parent.name


@pytest.mark.skipif(os.name != "posix", reason="kill -9 is a POSIX signal")
def test_kill_minus_nine_loses_nothing(batch: Batch):
    """Killed three times in the middle and run again, the gradebook is the one of an undisturbed run."""
    gates = [*[""] * 5, *["gate first"] * 10, *["gate second"] * 15, *["gate third"] * 10]
    batch.submit(**{f"s{number:02}": f"score {number} {gate}" for number, gate in enumerate(gates)})
    for target, opened in ((5, "first"), (15, "second"), (30, "third")):
        process = started(batch)
        wait_until_kept(batch, target)
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert left_behind(batch) == []
        assert kept_by(batch) == target
        (batch.marks / opened).touch()
    summary = batch.run()
    assert summary.graded_now == 10
    assert batch.book(summary) == batch.book(batch.run(fresh=True))


def test_a_half_written_result_is_graded_again(batch: Batch):
    """By a full disk, say."""
    batch.submit(ada="score 5")
    batch.run()
    (path,) = (batch.out / ".grader" / "results").iterdir()
    path.write_text(path.read_text()[:100])
    (batch.out / "ada" / "index.html").unlink()
    rows = rows_of(batch, batch.run())
    assert rows["ada"]["score"] == "5"


@pytest.mark.parametrize("left", [b"", b"\0" * 300, b"{"])
def test_a_kept_result_that_cannot_be_read_is_graded_again(batch: Batch, left: bytes):
    """What a power cut leaves: the student's page whole, the kept result empty or full of zeros."""
    batch.submit(ada="score 5", alan="score 6")
    expected = batch.book(batch.run())
    next((batch.out / ".grader" / "results").iterdir()).write_bytes(left)
    summary = batch.run()
    assert (summary.graded_now, summary.known) == (1, 1)
    assert batch.book(summary) == expected
    assert batch.run().graded_now == 0


def test_an_emptied_page_is_written_again(batch: Batch):
    """From the kept result, without grading."""
    batch.submit(ada="score 5")
    batch.run()
    (batch.out / "ada" / "index.html").write_text("")
    (batch.out / "ada" / ".key").touch()
    assert batch.run().graded_now == 0
    assert (batch.out / "ada" / "index.html").read_text() == "<p>ada: 5</p>"


def test_a_folder_that_was_left_out_is_written_from_the_kept_result(batch: Batch):
    """Without grading again."""
    batch.submit(ada="score 5")
    batch.run()
    (batch.out / "ada" / "index.html").unlink()
    assert batch.run().graded_now == 0
    assert (batch.out / "ada" / "index.html").read_text() == "<p>ada: 5</p>"


def test_the_seed_is_secret_and_stays(tmp_path: Path):
    """Drawn once for an output folder, so that a resumed batch grades with the same inputs."""
    first = Store(tmp_path / "a").seed(None)
    assert Store(tmp_path / "a").seed(None) == first
    assert Store(tmp_path / "b").seed(None) != first
    assert Store(tmp_path / "a").seed(5) == 5
    assert Store(tmp_path / "a").seed(None) == 5


@pytest.mark.parametrize("change", ["not to be graded", "gone", "replaced by a crash"])
def test_a_page_does_not_outlive_its_grade(batch: Batch, change: str):
    """The gradebook has no score any more: neither has the student's folder."""
    (batch.submissions / "ada").mkdir()
    (batch.submissions / "ada" / "matmul.cu").write_text("score 100")
    batch.submit(alan="score 1")
    batch.run()
    assert (batch.out / "ada" / "index.html").exists()
    (batch.submissions / "ada" / "matmul.cu").unlink()
    if change == "not to be graded":
        (batch.submissions / "ada" / "essay.pdf").write_text("")
    if change == "gone":
        (batch.submissions / "ada").rmdir()
    if change == "replaced by a crash":
        (batch.submissions / "ada" / "matmul.cu").write_text("crash")
    rows = rows_of(batch, batch.run())
    assert ("ada" in rows) == (change != "gone")
    assert not (batch.out / "ada").exists()
    assert (batch.out / "alan" / "index.html").exists()
    assert "pages of earlier runs removed, whose files have changed or gone: ada" in batch.console.export_text()


def test_files_that_no_batch_wrote_stay_where_a_page_goes(batch: Batch):
    """The instructor's notes, and folders with a key of their own."""
    batch.submit(ada="score 1", alan="score 1")
    batch.run()
    (batch.out / "ada" / "notes.txt").write_text("mine")
    (batch.out / "site").mkdir()
    (batch.out / "site" / ".key").write_text("a key of my own")
    (batch.out / "site" / "index.html").write_text("mine")
    (batch.submissions / "ada.cu").unlink()
    batch.run()
    assert [path.name for path in (batch.out / "ada").iterdir()] == ["notes.txt"]
    batch.run(fresh=True)
    assert sorted(path.name for path in (batch.out / "site").iterdir()) == [".key", "index.html"]


HOSTILE_NAMES = ["=cmd()", "+1", "@sum", "<script>alert(1)<|script>", "a\nb", "\x1b[2J", "\u202egnp", "x,y", 'q"q']


def test_hostile_names_do_no_harm_in_the_gradebook(batch: Batch):
    """Each is one row, starts no formula, and its folder stays in the output folder."""
    for name in HOSTILE_NAMES:
        (batch.submissions / name).mkdir()
        (batch.submissions / name / "matmul.cu").write_text("score 1")
    summary = batch.run()
    table = list(csv.reader(io.StringIO(batch.book(summary))))
    assert len(table) == len(HOSTILE_NAMES) + 1
    for row in table[1:]:
        assert not row[0].startswith(("=", "+", "-", "@"))
        assert row[0].isprintable()
        assert (batch.out / row[-1].lstrip("'")).resolve().is_relative_to(batch.out.resolve())
        assert (batch.out / row[-1].lstrip("'")).is_file()


def test_plain_lines_tell_rate_and_time_left(batch: Batch):
    """For logs: a line every ten seconds and at the end, and at once what needs an eye.

    What is skipped is not in the count and not in the rate: the time left is that of real work.
    """
    from grader.batch.coordinator import PlainLines

    now = iter([0.0, 5.0, 10.0, 12.0, 14.0])
    lines = PlainLines(batch.console, 6, clock=lambda: next(now))
    lines.skip("linus", "nothing was handed in\n::error::forged")
    lines.skip("known from before")
    lines.done("ada")
    lines.done("alan", "grader fault: out of luck")
    lines.done("grace")
    lines.done("bob")
    assert batch.console.export_text().splitlines() == [
        "linus: nothing was handed in ::error::forged",
        "alan: grader fault: out of luck",
        "2 of 4 graded, 0.2 a second, about 10 s left",
        "4 of 4 graded, 0.3 a second",
    ]


@pytest.mark.skipif(os.name != "posix", reason="sends an interrupt as a terminal does")
def test_an_interrupt_ends_the_batch_at_once_and_keeps_what_is_done(batch: Batch):
    """Without waiting for submissions under way, and without processes left behind."""
    batch.submit(**{f"s{number:02}": f"score {number} {'gate open' if number > 2 else ''}" for number in range(30)})
    process = started(batch)
    wait_until_kept(batch, 3)
    process.send_signal(signal.SIGINT)
    process.wait()
    assert left_behind(batch) == []
    assert kept_by(batch) == 3
    (batch.marks / "open").touch()
    assert batch.run().graded_now == 27


def test_an_interrupt_is_told_in_a_sentence(monkeypatch, capsys):
    """With the exit code that shells know."""
    import argparse

    from grader.cli import batch as command

    def interrupted(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_run", interrupted)
    assert command.run(argparse.Namespace()) == 130
    assert "goes on from here" in capsys.readouterr().err.replace("\n", " ")
