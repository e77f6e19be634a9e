"""A grader for tests of batches: what it does stands in the submission's text."""

from __future__ import annotations

import os
import shlex
import time
from pathlib import Path

from grader.batch.job import Settings
from grader.results import (
    Case,
    Compile,
    DeviceInfo,
    Diagnostic,
    Finding,
    Kind,
    Results,
    Severity,
    Status,
    Submission,
    Visibility,
)
from grader.submissions.submission import SubmissionFile


class FakeGrade:
    """`score N` gives N points; `crash`, `raise`, `hang` and `once` fail in their ways; `sleep S` takes its time.

    `unwalled` stands for a machine without a wall. `gate NAME` waits until a file of that name lies among the marks.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def __call__(self, submission: SubmissionFile) -> Results:
        marks = os.environ.get("FAKE_MARKS")
        if marks:
            with (Path(marks) / submission.sha256).open("a") as file:
                file.write("graded\n")
        words = submission.source.split()
        act(words, Path(marks or ".") / f"once-{submission.sha256}")
        score = float(words[words.index("score") + 1]) if "score" in words else 0.0
        results = fake_results(submission, score, self._settings.seed, grader_error="grader-error" in words)
        missing = ("no file system sandbox: it is not installed",) if "unwalled" in words else ()
        return results.model_copy(update={"device": results.device.model_copy(update={"missing_walls": missing})})

    def page(self, results: Results, before: Results | None) -> str:
        return page(results, before)

    def close(self) -> None:
        pass


def page(results: Results, before: Results | None) -> str:
    """A student's page."""
    told = f"<p>before: {before.final:g}</p>" if before else ""
    return f"<p>{results.submission.student}: {results.final:g}</p>{told}"


def act(words: list[str], once: Path) -> None:
    """Fail or wait as the submission says."""
    if "gate" in words:
        gate = once.parent / words[words.index("gate") + 1]
        while not gate.exists():
            time.sleep(0.01)
    if "sleep" in words:
        time.sleep(float(words[words.index("sleep") + 1]))
    if "hang" in words:
        time.sleep(1000)
    if "raise" in words:
        raise RuntimeError("the emulator has a bug")
    if "crash" in words:
        os._exit(11)
    if "once" in words and not once.exists():
        once.touch()
        os._exit(12)


def fake_results(submission: SubmissionFile, score: float, seed: int, *, grader_error: bool = False) -> Results:
    """Results with one visible and one hidden case."""
    cases = tuple(
        Case(
            name=name,
            family="f",
            sizes={"M": 1, "K": 1, "N": 1},
            tile_width=16,
            status=Status.ERROR if grader_error else Status.PASSED if score == 100 else Status.FAILED,
            points=score / 2,
            max_points=50,
            visibility=visibility,
            reproduce=f"python -m grader {shlex.quote(str(submission.path))} --case {name} --seed {seed}",
        )
        for name, visibility in (("shown", Visibility.VISIBLE), ("secret", Visibility.HIDDEN))
    )
    file = submission.path.name
    return Results(
        assignment="Lab",
        submission=Submission(
            path=str(submission.path), student=submission.student, sha256=submission.sha256, source=submission.source
        ),
        device=DeviceInfo(kind="cpu", name="fake"),
        seed=seed,
        score=score,
        max_score=100,
        passed=score == 100,
        verdict=f"{score:g} points",
        compile=Compile(ok=True, diagnostics=(Diagnostic(severity="warning", file=file, line=1, message="unused"),)),
        output=f"{file}:1: printed by the kernel with __FILE__",
        reproduce=f"python -m grader {shlex.quote(str(submission.path))} --seed {seed}",
        cases=cases,
        findings=(Finding(kind=Kind.DATA_RACE, severity=Severity.ERROR, message="race", case="secret"),),
    )


def make(settings: Settings) -> FakeGrade:
    """The factory that settings name."""
    return FakeGrade(settings)


def make_without_gpu(settings: Settings) -> FakeGrade:
    """A factory on a machine without the GPU that the batch asks for."""
    from grader.devices.gpu_sharing import (
        NoGpuError,
    )  # only here: a process that grades nothing need not load what grades

    raise NoGpuError("there is no NVIDIA GPU here")
