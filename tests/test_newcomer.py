"""What someone meets who has just cloned the repository, and does something slightly wrong."""

from __future__ import annotations

import os
import re
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
        f"--> {kernel}:26",
        "On line 22 thread (1,0) writes As[0][1], which thread (0,0) reads on line 26",
        "Is a __syncthreads() missing at the end of the phase?",
    ):
        assert words.replace(" ", "") in text


def test_the_page_shows_the_files_that_looking_inside_gives(tmp_path: Path):
    """The numbers, stages and lines of `CONTRIBUTING.md` are those of the command that it shows."""
    page = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split("## To see inside")[1].split("\n## ")[0]
    command = re.search(r"^GRADER_DUMP=seen python -m grader (.*)$", page, re.MULTILINE)
    assert command
    words = (*command[1].split(), "--device", "cpu", "--out", str(tmp_path / "out"))
    run_grader(*words, GRADER_DUMP=str(tmp_path / "seen"))
    rows = min((tmp_path / "seen").rglob("*.rows-of-16.ll"))
    # On a machine that is slow enough, optimised code is made as well.
    files = [file for file in sorted(rows.parent.iterdir()) if ".optimised." not in file.name]
    shown = re.findall(r"`(\d{4})-(\S+)`", page)
    assert [int(number) for number, _ in shown] == list(range(1, len(shown) + 1))
    stages = [re.sub(r"^\d{4}-(_Z\w+(?=\.))?", "", file.name) for file in files[: len(shown)]]
    assert stages == [stage.removeprefix("…") for _, stage in shown]
    plain, turns = (files[int(last) - 1] for last in re.findall(r"`\d{4}` to `(\d{4})`", page))
    assert re.match("launch .*\nwith checkers\n", plain.read_text(encoding="utf-8"))
    assert "turns lockstep" in turns.read_text(encoding="utf-8")
    told = files[len(shown) - 1].read_text(encoding="utf-8")
    block = re.search(r"^```text\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert block
    for part in re.split(r"…|\n", block[1]):
        assert part.strip() in told
