"""What someone meets who has just cloned the repository, and does something slightly wrong."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from grader.cli import ExitCode, main

ROOT = Path(__file__).parents[1]


def run_grader(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with these variables added."""
    variables = {**os.environ, **environment}
    return subprocess.run([sys.executable, "-m", "grader", *words], cwd=ROOT, env=variables, capture_output=True)


def test_a_package_that_is_not_installed_is_named_with_the_way_to_install_it(tmp_path: Path):
    """The virtual environment is not active, most often."""
    (tmp_path / "pydantic.py").write_text("raise ModuleNotFoundError(\"No module named 'pydantic'\", name='pydantic')")
    done = run_grader("reference/tiled.cu", "--out", str(tmp_path), PYTHONPATH=str(tmp_path))
    assert done.returncode == ExitCode.USAGE
    assert b"'pydantic' is not installed" in done.stderr
    assert b"pip install -e ." in done.stderr
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize(("typed", "meant"), [("selfchek", "selfcheck"), ("Trace", "trace"), ("docter", "doctor")])
def test_a_mistyped_command_is_suggested(typed: str, meant: str, capsys: pytest.CaptureFixture[str]):
    """It would else be taken for a file that is not there."""
    assert main([typed, "--assignment", str(ROOT)]) == ExitCode.USAGE
    assert f"did you mean '{meant}'?" in capsys.readouterr().err


def test_an_old_terminal_gets_question_marks_instead_of_a_failure(tmp_path: Path):
    """The encoding of the output never decides about a grade."""
    words = ("reference/tiled.cu", "--case", "one-cell@16", "--device", "cpu", "--out", str(tmp_path))
    done = run_grader(*words, PYTHONIOENCODING="ascii", NO_COLOR="1")
    assert done.returncode == ExitCode.PASSED
    assert b"Everything passes" in done.stdout
    assert done.stdout.isascii()
    assert b"?" in done.stdout


@pytest.mark.skipif(os.name == "nt", reason="a POSIX shell")
def test_a_reader_that_has_seen_enough_causes_no_complaint():
    """`python -m grader trace | head -1`."""
    command = f"'{sys.executable}' -m grader trace reference/tiled.cu --shape 16,16,16 | head -1"
    done = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, check=True)
    assert done.stdout.count(b"\n") == 1
    assert done.stderr == b""


def test_a_narrow_terminal_shows_every_word_of_what_to_fix_first(tmp_path: Path):
    """At 40 columns the sentence is wrapped, not cut."""
    kernel = "reference/mistakes/barrier-second-missing.cu"
    done = run_grader(kernel, "--case", "lesson-34-random@16", "--device", "cpu", "--out", str(tmp_path), COLUMNS="40")
    lines = done.stdout.decode().splitlines()
    assert max(map(len, lines)) <= 40
    text = "".join("".join(lines).split())  # a long path is broken between any two signs
    for words in (
        f"Fix first: {kernel}:26 Thread (1,0) writes As[0][1], which thread (0,0) reads on line 26",
        "Is a __syncthreads() missing at the end of the phase?",
    ):
        assert words.replace(" ", "") in text
