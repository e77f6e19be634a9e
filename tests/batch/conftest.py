"""The fixtures of this folder's tests."""

from __future__ import annotations

import argparse
import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from grader.cli import batch as command
from grader.cli.ending import failed
from grader.errors import UsageError
from tests.batch.batches import Batch, Run, child_environment

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def batch(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Batch]:
    """A batch with nothing in it yet."""
    made = Batch(tmp_path)
    for name, value in child_environment(made.marks).items():
        monkeypatch.setenv(name, value)
    yield made
    made.console.file.close()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Runs `batch` with these words: the exit code and what it printed."""
    for name, value in child_environment(tmp_path).items():
        monkeypatch.setenv(name, value)

    def batch(*words: object) -> tuple[int, str]:
        parser = argparse.ArgumentParser()
        command.add_arguments(parser)
        parser.set_defaults(factory="tests.batch.fake_grading:make", score=lambda results, assignment: results)
        args = parser.parse_args([str(word) for word in ("--assignment", ROOT, "--jobs", 1, *words)])
        text = io.StringIO()
        try:
            code = command.run(args, Console(file=text, width=200))
        except UsageError as error:  # as the command line ends with it
            code = failed(error, verbose=False)
        return code, text.getvalue()

    return batch
